"""application/x-tar and application/zip: the files in a release."""

import gzip
import io
import os
import resource
import struct
import subprocess
import tarfile
import zipfile

import pytest
from sets import (TAR, ZIP, claim_size, empty_entries, files, make_archive, make_tar, make_zip, mark_encrypted, post_archive, post_form,
                  set_in_directory, sparse_tar)
from test_load import BODY, tight_budget
from wire import chunked, request, upload

KINDS = pytest.mark.parametrize("kind", [TAR, ZIP], ids=["tar", "zip"])


def names(report):
    return [member["input"]["name"] for member in report["members"]]


@KINDS
def test_the_set_of_the_form(service, witness, large, kind):
    """An archive is answered as the form of the same files, but for what nobody recognises."""
    pairs = [("maps/a.nav", witness), ("b.nav", large)]
    answer = service.ask(post_archive(kind, make_archive(kind, *pairs)))
    assert answer.body == service.ask(post_form(files(*pairs))).body
    assert answer.headers["x-skipped"] == "0"
    body = request(headers=["Transfer-Encoding: chunked", kind], body=chunked(make_archive(kind, *pairs)))
    assert service.ask(body).body == answer.body


@KINDS
def test_others_are_skipped(service, witness, check_report, kind):
    pairs = [("readme.txt", b"hello"), ("a.nav", witness), ("empty", b""), ("inner.gz", gzip.compress(b"hello")), ("c.nav", witness)]
    answer = service.ask(post_archive(kind, make_archive(kind, *pairs)))
    assert names(check_report(answer)) == ["a.nav", "c.nav"]
    assert answer.headers["x-skipped"] == "3"


@KINDS
def test_companions_of_macos_are_skipped(service, witness, check_report, kind):
    companion = b"\0\x05\x16\x07\0\x02\0\0Mac OS X        \0\x02" + bytes(100)
    pairs = [("a.nav", witness), ("__MACOSX/._a.nav", companion), ("._a.esp", companion), ("inner.zip", make_zip(("._b.bsp", companion))),
             ("._c.nav", witness), ("d.nav", companion)]
    answer = service.ask(post_archive(kind, make_archive(kind, *pairs)))
    assert names(check_report(answer)) == ["a.nav", "._c.nav", "d.nav"]
    assert answer.headers["x-skipped"] == "3"


@KINDS
def test_archives_in_an_archive(service, witness, check_report, kind):
    pairs = [("a.nav", witness), ("inner.zip", make_zip(("b.nav", witness), ("b.txt", b"b"))), ("inner.tar", make_tar(("c.nav", witness)))]
    answer = service.ask(post_archive(kind, make_archive(kind, *pairs)))
    assert names(check_report(answer)) == ["a.nav", "inner.zip!b.nav", "inner.tar!c.nav"]
    assert answer.headers["x-skipped"] == "1"


@KINDS
def test_one_file_has_the_report_of_a_file(service, witness, kind):
    answer = service.ask(post_archive(kind, make_archive(kind, ("readme", b"x"), ("a.nav", witness))))
    assert answer.body == service.ask(upload(witness, "/validate?name=a.nav")).body
    assert answer.headers["x-skipped"] == "1"


def use_up_descriptors(process):
    """No file can be opened any more, and no socket accepted."""
    used = max(int(name) for name in os.listdir(f"/proc/{process.pid}/fd")) + 1
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (used, used))


@KINDS
@pytest.mark.parametrize("name", ["a.nav", "ä.nav"])
def test_without_a_free_descriptor(start, witness, kind, name):
    pairs = [(name, witness), ("b.nav", witness)]
    service = start()
    with service.wire() as wire:
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200
        use_up_descriptors(service.process)
        wire.send(post_archive(kind, make_archive(kind, *pairs)))
        assert names(wire.answer().json()) == [name, "b.nav"]


@KINDS
def test_long_names_give_their_memory_back(start, witness, check_report, kind):
    """1,000 names of 1,000 bytes: the service says at its end whether anything of that is still counted."""
    service = start()
    pairs = [(f"{i:04}".ljust(1000, "n"), witness) for i in range(1000)]
    report = check_report(service.ask(post_archive(kind, make_archive(kind, *pairs))))
    assert names(report) == [name for name, _ in pairs]


@KINDS
def test_nothing_to_judge(service, check_problem, kind):
    for pairs in ([("a", b"")], [("readme", b"x"), ("b", b"")]):
        answer = service.ask(post_archive(kind, make_archive(kind, *pairs)))
        check_problem(answer, 422, "archive-nothing")
        assert answer.headers["x-skipped"] == str(len(pairs))


@KINDS
def test_forced_format(service, check_report, kind):
    pairs = [("a.nav", b"no such file"), ("b.txt", b"no such file")]
    answer = service.ask(post_archive(kind, make_archive(kind, *pairs), "/validate?format=source-nav"))
    assert check_report(answer)["input"]["name"] == "a.nav"
    assert answer.headers["x-skipped"] == "1"


@KINDS
def test_64_files_of_60_kb(service, witness, check_report, kind):
    pairs = [(f"NODES{i}.DAT", witness + bytes(60_000)) for i in range(64)]
    assert names(check_report(service.ask(post_archive(kind, make_archive(kind, *pairs))))) == [name for name, _ in pairs]


@KINDS
def test_4096_files(service, witness, check_report, kind):
    pairs = [(f"NODES{i}.DAT", witness) for i in range(4096)]
    assert len(check_report(service.ask(post_archive(kind, make_archive(kind, *pairs))))["members"]) == 4096


def test_many_long_names(service, witness, check_report):
    pairs = [("\udcff" * 1000 + str(i), witness) for i in range(1000)]
    assert len(check_report(service.ask(post_archive(TAR, make_tar(*pairs))))["members"]) == 1000


def test_only_regular_files(service, witness, check_report):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, kind in (("dir", tarfile.DIRTYPE), ("link", tarfile.SYMTYPE), ("hard", tarfile.LNKTYPE), ("fifo", tarfile.FIFOTYPE),
                           ("null", tarfile.CHRTYPE)):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "a.nav"
            archive.addfile(info)
        info = tarfile.TarInfo("a.nav")
        info.size = len(witness)
        archive.addfile(info, io.BytesIO(witness))
    answer = service.ask(post_archive(TAR, out.getvalue()))
    assert check_report(answer)["input"]["name"] == "a.nav"
    assert answer.headers["x-skipped"] == "0"
    assert check_report(service.ask(post_archive(ZIP, make_zip(("dir/", b""), ("a.nav", witness)))))["input"]["name"] == "a.nav"


@KINDS
@pytest.mark.parametrize("name", ["../../etc/passwd", "/abs", "a\nb", "a\x01b", "ü/x", "C:\\a", "x" * 1000, "./a", ".//./a", ".a/b"])
def test_names_are_shown(service, witness, check_report, kind, name):
    report = check_report(service.ask(post_archive(kind, make_archive(kind, (name, witness), ("b", witness)))))
    assert names(report)[1] == "b"
    assert names(report)[0].endswith(name.lstrip("./").split("\\")[-1])
    assert not names(report)[0].startswith("./")


def test_names_that_are_not_utf8(service, witness, check_report):
    report = check_report(service.ask(post_archive(TAR, make_tar(("a\udcff\udcfe", witness), ("b", witness)))))
    assert names(report) == ["a\\xff\\xfe", "b"]
    archive = make_zip(("aXY", witness), ("b", witness)).replace(b"aXY", b"a\xff\xfe")
    assert names(check_report(service.ask(post_archive(ZIP, archive)))) == ["a\\xff\\xfe", "b"]


def test_names_with_nul(service, witness, check_report):
    archive = make_zip(("aXY", witness), ("b", witness)).replace(b"aXY", b"a\0Y")
    assert names(check_report(service.ask(post_archive(ZIP, archive)))) == ["a", "b"]


@KINDS
def test_duplicate_names(service, witness, check_report, kind):
    report = check_report(service.ask(post_archive(kind, make_archive(kind, ("a", witness), ("a", witness + b"x")))))
    assert names(report) == ["a", "a"]


@KINDS
def test_long_name(service, witness, check_problem, kind):
    answer = service.ask(post_archive(kind, make_archive(kind, ("a" * 1025, witness))))
    assert check_problem(answer, 413, "archive-name-too-long")["limit"] == 1024


@KINDS
def test_too_many_entries(start, witness, check_problem, kind):
    service = start("--max-files", "3")
    pairs = [(str(i), witness) for i in range(4)]
    assert service.ask(post_archive(kind, make_archive(kind, *pairs[:3]))).status == 200
    assert check_problem(service.ask(post_archive(kind, make_archive(kind, *pairs))), 413, "too-many-files")["limit"] == 3


def test_directories_count(start, witness, check_problem):
    service = start("--max-files", "3")
    archive = make_zip(*[(f"{i}/", b"") for i in range(3)], ("a.nav", witness))
    check_problem(service.ask(post_archive(ZIP, archive)), 413, "too-many-files")


def test_100_000_entries(service, witness, check_problem):
    check_problem(service.ask(post_archive(ZIP, make_zip(*[(str(i), b"") for i in range(100_000)]))), 413, "too-many-files")
    check_problem(service.ask(post_archive(ZIP, empty_entries(1_000_000))), 413, "too-many-files")
    check_problem(service.ask(post_archive(TAR, make_tar(("a", b"")) [:512] * 100_000)), 413, "too-many-files")
    assert service.works()


def test_a_directory_that_would_not_fit_the_budget(start, check_problem):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    archive = empty_entries(BODY // 47 - 2)  # too many for the budget, and then for --max-files
    check_problem(service.ask(post_archive(ZIP, archive)), 413, "set-too-large")


@KINDS
def test_unpacked_cap(start, witness, check_problem, kind):
    service = start("--max-unpacked-bytes", "64K")
    fits = witness + bytes(65536 - len(witness))
    assert service.ask(post_archive(kind, make_archive(kind, ("a.nav", fits)))).status == 200
    for pairs in ([("a.nav", fits + b"x")], [("a.nav", fits), ("b.nav", b"x")], [("readme", bytes(65537))]):
        answer = service.ask(post_archive(kind, make_archive(kind, *pairs)))
        assert check_problem(answer, 413, "archive-too-large")["limit"] == 65536


def test_zip_of_zeros(service, check_problem):
    answer = service.ask(post_archive(ZIP, make_zip(("a.nav", bytes(100 << 20)))))
    assert check_problem(answer, 413, "archive-ratio")["limit"] == 256
    answer = service.ask(post_archive(ZIP, make_zip(("a.nav", bytes(150 << 20)))))
    assert check_problem(answer, 413, "archive-too-large")["limit"] == 128 << 20


def test_zip_that_lies_about_sizes(service, witness, check_problem, check_report):
    good = make_zip(("a.nav", witness + bytes(100_000)), ("b.nav", witness))
    assert len(check_report(service.ask(post_archive(ZIP, good)))["members"]) == 2
    size = len(witness) + 100_000
    for claimed in (0, 1, size - 1, size + 1, 10 * size):
        answer = service.ask(post_archive(ZIP, claim_size(good, claimed)))
        check_problem(answer, 400, "archive-damaged")
    check_problem(service.ask(post_archive(ZIP, claim_size(good, 0xFFFFFFFE))), 400, "archive-damaged")
    bomb = make_zip(("a.nav", witness + bytes(50 << 20)))
    check_problem(service.ask(post_archive(ZIP, claim_size(bomb, 1000))), 400, "archive-damaged")


def test_overlapping_entries(service, witness, check_problem):
    """Many entries of the directory share the same packed bytes."""
    big = witness + bytes(15_000_000)
    one = make_zip(("a.nav", big))
    at = one.index(b"PK\x01\x02")
    entry, end = one[at : one.index(b"PK\x05\x06")], one[one.index(b"PK\x05\x06") :]
    count = 100
    end = end[:8] + struct.pack("<2HI", count, count, count * len(entry)) + end[16:]
    answer = service.ask(post_archive(ZIP, one[:at] + entry * count + end))
    assert answer.status in (400, 413, 200)
    if answer.status == 200:
        assert "members" not in answer.json(), "one file is one file"


def test_sparse_tar(service, check_problem):
    check_problem(service.ask(post_archive(TAR, sparse_tar(1 << 30))), 413, "archive-too-large")
    check_problem(service.ask(post_archive(TAR, sparse_tar(100 << 20))), 413, "archive-ratio")
    check_problem(service.ask(post_archive(TAR, sparse_tar(1000))), 400, "archive-damaged")


def test_sparse_files_are_read(service, witness, check_report, tmp_path):
    """As GNU tar writes them, holes and all."""
    data = witness + bytes(1 << 20) + b"x" + bytes(1 << 20)
    with open(tmp_path / "a.nav", "wb") as file:
        file.write(witness)
        file.seek((1 << 20) + len(witness))
        file.write(b"x")
        file.truncate(len(data))
    for kind in ("gnu", "posix"):
        archive = subprocess.run(["tar", "-cS", f"--format={kind}", "a.nav"], cwd=tmp_path, capture_output=True, check=True).stdout
        assert len(archive) < 1 << 20
        assert service.ask(post_archive(TAR, archive)).body == service.ask(upload(data, "/validate?name=a.nav")).body


def test_many_extents_count_against_the_budget(start, check_problem):
    few = "--max-findings", "10"  # else what reports may take hides what the archive takes
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY, *few), *few)
    archive = sparse_tar(1 << 20, extents=340_000)
    assert len(archive) < BODY
    check_problem(service.ask(post_archive(TAR, archive)), 413, "set-too-large")


@pytest.mark.parametrize("body", [b"what is this?", b"PK", b"PK\x03\x04", b"\0" * 1024, gzip.compress(b"x", mtime=0)])
def test_not_an_archive(service, witness, check_problem, body):
    check_problem(service.ask(post_archive(ZIP, body)), 400, "archive-damaged")
    check_problem(service.ask(post_archive(ZIP, make_tar(("a.nav", witness)))), 400, "archive-damaged")
    check_problem(service.ask(post_archive(TAR, make_zip(("a.nav", witness)))), 400, "archive-damaged")
    check_problem(service.ask(post_archive(TAR, gzip.compress(make_tar(("a.nav", witness))))), 400, "archive-damaged")


@KINDS
def test_cut_archives(service, witness, kind):
    """Cut anywhere before its end mark, an archive is not judged in part."""
    whole = make_archive(kind, ("a.nav", witness), ("b.nav", witness + bytes(600)))
    full = service.ask(post_archive(kind, whole)).body
    with service.wire() as wire:
        for length in sorted({*range(1, len(whole), 11), *range(512, len(whole), 512)}):
            wire.send(post_archive(kind, whole[:length]))
            answer = wire.answer()
            if answer.status == 200:
                assert answer.body == full, length
            else:
                assert answer.slug == "archive-damaged", length


def test_a_cut_zip_with_another_in_it(service, witness, check_problem):
    """Whose end is not that of the archive."""
    inner = make_zip(("a.nav", witness))
    whole = make_zip(("b.nav", witness), ("in.zip", inner), method=zipfile.ZIP_STORED)
    assert service.ask(post_archive(ZIP, whole)).status == 200
    for cut in (1, 22, 40):
        check_problem(service.ask(post_archive(ZIP, whole[:-cut])), 400, "archive-damaged")


def test_damaged_bytes(service, witness, check_problem):
    archive = bytearray(make_zip(("a.nav", witness + bytes(range(256)) * 100)))
    archive[60] ^= 0xFF
    check_problem(service.ask(post_archive(ZIP, bytes(archive))), 400, "archive-damaged")
    stored = make_zip(("a.nav", witness), method=zipfile.ZIP_STORED)
    wrong = set_in_directory(stored, 0, 16, "<I", 12345)
    assert service.ask(post_archive(ZIP, wrong)).status == 400


def test_encrypted(service, witness, check_problem):
    archive = mark_encrypted(make_zip(("a.nav", witness), ("secret.nav", witness)), entry=1)
    assert "secret.nav" in check_problem(service.ask(post_archive(ZIP, archive)), 422, "archive-encrypted")["detail"]


def test_every_bit_of_a_small_zip(service, witness):
    whole = make_zip(("a.nav", witness[:64]), ("b", b"x"))
    with service.wire() as wire:
        for at in range(len(whole)):
            wire.send(post_archive(ZIP, whole[:at] + bytes([whole[at] ^ (1 << at % 8)]) + whole[at + 1 :]))
            assert wire.answer().status in (200, 400, 413, 422), at


def test_budget(start, witness, check_problem):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY), "--max-unpacked-bytes", "1G")
    packed = make_zip(("a.nav", witness + bytes(6_000_000)))
    never = make_zip(*[(f"{i}.nav", witness + bytes(1_000_000)) for i in range(15)])
    check_problem(service.ask(post_archive(ZIP, never)), 413, "set-too-large")
    assert service.ask(post_archive(ZIP, packed)).status == 200
    with service.wire() as holder:
        holder.send(request(headers=[f"Content-Length: {BODY - 1_000_000}"], body=bytes(1000)))
        while service.ask(upload(bytes(BODY))).status != 503:
            pass
        answer = service.ask(post_archive(ZIP, packed))
        check_problem(answer, 503, "busy")
        assert answer.headers["retry-after"] == "1"
        answer = service.ask(post_form(files(("a", bytes(2_000_000)))))
        check_problem(answer, 503, "busy")
        holder.send(bytes(BODY - 1_000_000 - 1000))
        assert holder.answer().status == 200
    for _ in range(20):  # whatever way sets end, their share is given back
        service.ask(post_archive(ZIP, never))
        service.ask(post_archive(ZIP, packed[:-1]))
        service.ask(post_form(b"--x"))
    assert service.ask(post_archive(ZIP, packed)).status == 200
