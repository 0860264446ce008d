"""Archives are told from their bytes, whatever Content-Type says, and are answered as the command judges them."""

import bz2
import gzip
import io
import json
import lzma
import os
import shutil
import subprocess
import tarfile
import time

import pytest
from conftest import COMMAND, run_command
from sets import TAR, ZIP, files, frame_7zip, make_7zip, make_tar, make_zip, number_of_7zip, post_archive, post_form
from test_load import BODY, resident_bytes, tight_budget, wait_for_budget
from wire import PATIENCE_S, chunked, request, upload

TYPES = [None, "application/octet-stream", "text/plain", "application/gzip", "application/x-7z-compressed", "x"]


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstd}
PACKED = pytest.mark.parametrize("kind", list(PACKERS))


def pack(kind, data):
    if kind == "zst" and not shutil.which("zstd"):
        pytest.skip("no zstd")
    return PACKERS[kind](data)


@pytest.fixture(scope="session")
def pairs(witness, large):
    return [("maps/a.nav", witness), ("readme.txt", b"hello"), ("b.nav", large), ("inner.zip", make_zip(("c.nav", witness)))]


@pytest.mark.parametrize("type_", TYPES)
def test_tar_and_zip(service, pairs, type_):
    headers = [f"Content-Type: {type_}"] if type_ else []
    for kind, archive in ((TAR, make_tar(*pairs)), (ZIP, make_zip(*pairs))):
        named = service.ask(post_archive(kind, archive))
        told = service.ask(upload(archive, headers=headers))
        assert (told.status, told.body, told.headers["x-skipped"]) == (200, named.body, "1")
        flow = service.ask(request(headers=["Transfer-Encoding: chunked", *headers], body=chunked(archive, 7)))
        assert flow.body == named.body


@PACKED
def test_compressed_tar(service, pairs, kind):
    archive = make_tar(*pairs)
    plain = service.ask(post_archive(TAR, archive))
    answer = service.ask(upload(pack(kind, archive)))
    assert (answer.status, answer.body, answer.headers["x-skipped"]) == (200, plain.body, "1")
    assert service.ask(upload(pack(kind, make_zip(*pairs)))).body == plain.body


def test_small_archives(service, witness):
    """Shorter than what is looked at."""
    archive = make_zip(("a.nav", witness))
    assert len(archive) < 512
    alone = service.ask(upload(witness, "/validate?name=a.nav")).body
    assert service.ask(upload(archive)).body == alone
    for size in (1, 3, 100):
        assert service.ask(request(headers=["Transfer-Encoding: chunked"], body=chunked(archive, size))).body == alone


@pytest.mark.parametrize("suffix", ["zip", "tar", "tar.gz", "tar.xz", "tar.bz2"])
def test_members_are_judged_as_by_the_command(service, witness, large, tmp_path, suffix):
    pairs = [("maps/a.nav", witness), ("readme.txt", b"hello"), ("b.nav", large[:100_000]), ("c.nav", b"")]
    archive = make_zip(*pairs) if suffix == "zip" else make_tar(*pairs)
    if "." in suffix:
        archive = pack(suffix.split(".")[1], archive)
    (tmp_path / "x").write_bytes(archive)
    printed = json.loads(subprocess.run([COMMAND, "check", "--format", "json", "x"], cwd=tmp_path, capture_output=True, check=False).stdout)
    members = service.ask(upload(archive)).json()["members"]
    assert len(members) == len(printed) == 3, "readme.txt alone is left out"
    for member, report in zip(members, printed):
        assert report["input"].pop("name") == "x!" + member["input"].pop("name")
        assert {key: value for key, value in report.items() if key not in ("$schema", "tool")} == member


def test_other_wishes_hold(service, witness):
    archive = make_zip(("a.nav", b"no such file"), ("b.txt", b"no such file"))
    answer = service.ask(upload(archive, "/validate?format=source-nav"))
    assert answer.json()["input"]["name"] == "a.nav" and answer.headers["x-skipped"] == "1"


def test_named_types_are_believed(service, witness, check_problem):
    check_problem(service.ask(post_archive(ZIP, make_tar(("a.nav", witness)))), 400, "archive-damaged")
    check_problem(service.ask(post_archive(TAR, gzip.compress(make_tar(("a.nav", witness))))), 400, "archive-damaged")


def test_a_part_of_a_form_that_is_an_archive_is_what_is_in_it(service, witness, check_report):
    report = check_report(service.ask(post_form(files(("a.zip", make_zip(("a.nav", witness)))))))
    assert (report["input"]["name"], report["input"]["bytes"]) == ("a.zip!a.nav", len(witness))


@pytest.mark.parametrize("body", [b"PK\x03\x04", b"PK\x05\x06" + bytes(10), gzip.compress(b"x"), gzip.compress(b""), bz2.compress(b"text"),
                                  lzma.compress(b"text"), b"\x28\xb5\x2f\xfd" + bytes(100), gzip.compress(gzip.compress(make_tar(("a.nav", b"x")))),
                                  gzip.compress(make_tar(("a.nav", b"x")))[:-20], lzma.compress(make_tar(("a.nav", b"x" * 5000)))[:-30]],
                         ids=lambda _: "x")
def test_damaged(service, check_problem, body):
    check_problem(service.ask(upload(body)), 400, "archive-damaged")
    assert service.works()


@pytest.mark.parametrize("content", [None, lzma.FILTER_LZMA1, lzma.FILTER_LZMA2], ids=["stored", "LZMA", "LZMA2"])
@pytest.mark.parametrize("has_packed_header", [False, True])
def test_7zip(service, pairs, content, has_packed_header):
    archive = make_7zip(*pairs, content=content, has_packed_header=has_packed_header)
    plain = service.ask(post_archive(TAR, make_tar(*pairs)))
    answer = service.ask(upload(archive))
    assert (answer.status, answer.body, answer.headers["x-skipped"]) == (200, plain.body, "1")
    flow = service.ask(request(headers=["Transfer-Encoding: chunked"], body=chunked(archive, 7)))
    assert flow.body == plain.body


@pytest.mark.parametrize("has_packed_header", [False, True])
def test_damaged_7zip(service, witness, check_problem, has_packed_header):
    archive = make_7zip(("a.nav", witness), ("b.nav", witness), has_packed_header=has_packed_header)
    for cut in (6, 31, 32, 100, len(archive) - 40, len(archive) - 1):
        check_problem(service.ask(upload(archive[:cut])), 400, "archive-damaged")
    for at in range(len(archive) - 40, len(archive), 7):  # in the header
        answer = service.ask(upload(archive[:at] + bytes([archive[at] ^ 0x55]) + archive[at + 1 :]))
        check_problem(answer, 400, "archive-damaged")
    check_problem(service.ask(upload(b"7z\xbc\xaf\x27\x1c" + bytes(100))), 400, "archive-damaged")
    check_problem(service.ask(upload(frame_7zip(b"", b"", False))), 422, "archive-nothing")
    assert service.works()


@pytest.mark.parametrize("has_packed_header", [False, True])
def test_7zip_that_announces_much(start, witness, check_problem, has_packed_header):
    """libarchive would make tables for a hundred million files, and fill one of them."""
    service = start("--max-files", "100")
    assert service.ask(upload(make_7zip(*[(str(i), witness) for i in range(100)]))).status == 200
    problem = check_problem(service.ask(upload(make_7zip(*[(str(i), witness) for i in range(101)]))), 413, "too-many-files")
    assert problem["limit"] == 100
    before = resident_bytes(service)
    for count in (99_999_999, 2**62):
        files_info = b"\x01\x05" + number_of_7zip(count) + b"\x15\x02\x01\x00\x00\x00"
        streams = (b"\x01\x04\x06\x00\x01\x09\x05\x00\x07\x0b\x01\x00\x01\x01\x00\x0c\x05\x00\x08\x0d" + number_of_7zip(count)
                   + b"\x0a\x01\x00\x00\x05\x01\x00\x00")
        for header in (files_info, streams):
            answer = service.ask(upload(frame_7zip(b"hello", header, has_packed_header)))
            assert (answer.status, answer.slug) in {(413, "set-too-large"), (413, "too-many-files")}
    assert resident_bytes(service) < before + 50_000_000


def test_7zip_windows_are_counted(start, check_problem):
    """What comes out of a folder may all be in the decoder's window."""
    service = start("--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY), "--threads", "1")
    header = b"\x01\x04\x06\x00\x01\x09\x05\x00\x07\x0b\x01\x00\x01\x01\x00\x0c" + number_of_7zip(2**40) + b"\x00\x00\x00"
    check_problem(service.ask(upload(frame_7zip(b"hello", header, False))), 413, "set-too-large")


def test_nothing_to_judge(service, check_problem):
    check_problem(service.ask(upload(gzip.compress(make_tar(("readme", b"x"))))), 422, "archive-nothing")


@pytest.mark.parametrize("start", [b"PK\x03", b"PK\x03\x05", b"\x1f\x8b\x08\xff", b"BZh0", b"7z\xbc\xaf\x27", b"P"])
def test_nearly_an_archive_is_a_file(service, check_report, start):
    data = start + b"." * 600
    assert check_report(service.ask(upload(data)))["input"]["bytes"] == len(data)
    assert service.ask(upload(data)).body == run_command("check", "--format", "json", "-", data=data).stdout


@PACKED
def test_limits_hold_for_what_comes_out(start, witness, check_problem, kind):
    service = start("--max-unpacked-bytes", "64K", "--max-files", "3")
    fits = make_tar(("a.nav", witness + bytes(40_000)))
    assert len(fits) <= 65536 and service.ask(upload(pack(kind, fits))).status == 200
    over = make_tar(("a.nav", witness + os.urandom(70_000)))
    assert check_problem(service.ask(upload(pack(kind, over))), 413, "archive-too-large")["limit"] == 65536
    many = make_tar(*[(str(i), b"") for i in range(4)])
    check_problem(service.ask(upload(pack(kind, many))), 413, "too-many-files")


@PACKED
def test_bombs(service, check_problem, kind):
    answer = service.ask(upload(pack(kind, bytes(20 << 20))))
    assert check_problem(answer, 413, "archive-ratio")["limit"] == 256
    assert service.works()


def test_an_archive_needs_no_memory_of_a_file(start, witness):
    """What a file of that size takes to be judged is given back when the first bytes show an archive."""
    small = "--max-findings", "10"
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY, *small), *small)
    archive = make_zip(("a.nav", witness), ("zeros", bytes(BODY - (1 << 20))), method=0)
    beside = upload(bytes(1_200_000))
    with service.wire() as holder:
        holder.send(request(headers=[f"Content-Length: {len(archive)}"], body=archive[:1000]))
        end = time.monotonic() + PATIENCE_S
        while service.ask(beside).status != 200:
            assert time.monotonic() < end, "the archive holds what a file would need"
        holder.send(archive[1000:])
        assert holder.answer().status in (200, 413)
    wait_for_budget(service)


def test_a_whole_budget_comes_back(start, witness):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    good = gzip.compress(make_tar(("a.nav", witness), ("b.nav", witness)))
    assert service.ask(upload(good)).status == 200
    for bad in (good[:-9], gzip.compress(bytes(3 << 20)), gzip.compress(os.urandom(3 << 20)), lzma.compress(bytes(30 << 20))):
        for _ in range(5):
            assert service.ask(upload(bad)).status in (400, 413)
    assert service.ask(upload(good)).status == 200
    wait_for_budget(service)


def test_sparse_files_in_compressed_tars(service, check_problem, tmp_path):
    """The list of extents counts where it lies: in what comes out."""
    rows = 200_000
    listed = b"%d\n" % rows + b"".join(b"%d\n0\n" % i for i in range(rows))
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        info = tarfile.TarInfo("a.nav")
        info.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "a.nav", "GNU.sparse.realsize": str(rows)}
        info.size = len(listed)
        archive.addfile(info, io.BytesIO(listed))
    assert service.ask(upload(gzip.compress(out.getvalue()))).status in (200, 400, 413, 422)
    assert service.works()
