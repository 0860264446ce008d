"""Containers of games, and archives in archives: what is in them is judged, to the fifth level."""

import bz2
import ctypes.util
import gzip
import io
import lzma
import pathlib
import struct
import zipfile
import zlib

import pytest
from sets import ZIP, files, make_tar, make_zip, post_archive, post_form
from wire import upload

CORPUS = pathlib.Path(__file__).resolve().parents[2] / "corpus"


def gma(*pairs, crc=True):
    """An addon of Garry's Mod, version 3."""
    rows = b"".join(struct.pack("<I", i) + name.encode() + b"\0" + struct.pack("<qI", len(content), zlib.crc32(content))
                    for i, (name, content) in enumerate(pairs, 1))
    head = b"GMAD\3" + struct.pack("<QQ", 0, 1) + b"\0" + b"addon\0" + b"{}\0" + b"author\0" + struct.pack("<i", 1)
    whole = head + rows + struct.pack("<I", 0) + b"".join(content for _, content in pairs)
    return whole + struct.pack("<I", zlib.crc32(whole) if crc else 0)


def packed(content):
    return lzma.compress(content, format=lzma.FORMAT_ALONE, preset=0)  # zeros pack as well as by 6, in a third of the time


def names(report):
    return [member["input"]["name"] for member in report["members"]]


def verdicts(report):
    return {member["input"]["name"]: member["verdict"] for member in report["members"]}


def places(report):
    """The findings, without where they are in the file that was sent."""
    return [{key: value for key, value in finding.items() if key != "outerOffset"} for finding in report["findings"]]


def post(content, name="up.gma"):
    return upload(content, f"/validate?name={name}")


# ---- What is found ----

def test_members_of_a_container(service, witness, check_report):
    answer = service.ask(post(gma(("maps/a.nav", witness), ("lua/x.lua", b"print()"))))
    report = check_report(answer)
    assert names(report) == ["up.gma", "up.gma!maps/a.nav"]
    assert answer.headers["x-skipped"] == "1"
    alone = check_report(service.ask(upload(witness, "/validate?name=up.gma!maps/a.nav")))
    assert places(report["members"][1]) == places(alone)


def test_a_container_without_a_name(service, witness, check_report):
    report = check_report(service.ask(upload(gma(("maps/a.nav", witness)))))
    assert names(report) == ["-", "-!maps/a.nav"]


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/plain", "application/x-whatever"])
def test_the_type_does_not_matter(service, witness, check_report, kind):
    body = gma(("maps/a.nav", witness))
    report = check_report(service.ask(upload(body, "/validate?name=up.gma", [f"Content-Type: {kind}"])))
    assert names(report) == ["up.gma", "up.gma!maps/a.nav"]


def test_one_packed_as_a_whole(service, witness, check_report):
    report = check_report(service.ask(post(packed(gma(("maps/a.nav", witness))))))
    assert names(report) == ["up.gma", "up.gma!addon.gma", "up.gma!addon.gma!maps/a.nav"]


@pytest.mark.skipif(not ctypes.util.find_library("lzo2"), reason="liblzo2 is absent")
@pytest.mark.parametrize("kind", ["01-3.5-prime-smallest.pak", "03-2-corruption-smallest.pak"])
@pytest.mark.parametrize("flags", [[], ["--isolate"]], ids=["threads", "isolate"])
def test_one_packed_by_lzo(start, flags, kind, check_report):
    """Its library is loaded before no file can be opened any more."""
    body = (CORPUS / "metroid_pak" / "seed" / kind).read_bytes()
    report = check_report(start(*flags).ask(post(body, "a.pak")))
    assert [verdict for name, verdict in verdicts(report).items() if name.endswith(".PATH")] == ["valid"]


def test_containers_and_archives_in_one_another(service, witness, check_report):
    inner = make_zip(("deep.nav", witness))
    addon = gma(("data/pack.zip", inner), ("maps/a.nav", witness))
    report = check_report(service.ask(post_archive(ZIP, make_zip(("x/addon.gma", addon), ("b.nav", witness),
                                                                ("more.tar", make_tar(("c.nav", witness)))))))
    assert names(report) == ["x/addon.gma", "x/addon.gma!data/pack.zip!deep.nav", "x/addon.gma!maps/a.nav", "b.nav", "more.tar!c.nav"]


def test_containers_and_archives_in_a_form(service, witness, check_report):
    pairs = [("a.nav", witness), ("up.gma", gma(("maps/b.nav", witness))), ("c.zip", make_zip(("c.nav", witness))), ("d.txt", b"text")]
    report = check_report(service.ask(post_form(files(*pairs))))
    assert names(report) == ["a.nav", "up.gma", "up.gma!maps/b.nav", "c.zip!c.nav", "d.txt"]
    assert verdicts(report)["d.txt"] == "indeterminate"


def test_a_set_inside_is_judged_as_one(service, check_report):
    """Two areas of San Andreas in a container find each other as two in an archive do."""
    paths = sorted((CORPUS / "gta_nodes" / "seed").glob("*small.dat"))[:2]
    pairs = [(f"NODES{i}.DAT", path.read_bytes()) for i, path in enumerate(paths)]
    loose = check_report(service.ask(post_archive(ZIP, make_zip(*pairs))))
    inside = check_report(service.ask(post(gma(*pairs))))
    assert [places(member) for member in inside["members"][1:]] == [places(member) for member in loose["members"]]


def test_what_is_asked_for_as_something_else_holds_nothing(service, witness, check_report):
    report = check_report(service.ask(upload(gma(("maps/a.nav", witness)), "/validate?format=source-nav")))
    assert "members" not in report


def test_nothing_to_judge(service):
    problem = service.ask(post_archive(ZIP, make_zip(("inner.zip", make_zip(("a.txt", b"a")))))).json()
    assert problem["type"].endswith("archive-nothing")


# ---- What is damaged ----

def test_a_damaged_archive_inside(service, witness):
    inner = bytearray(make_zip(("a.nav", witness)))
    inner[40:60] = b"\xff" * 20
    answer = service.ask(post(gma(("data/pack.zip", bytes(inner)))))
    assert answer.status == 400 and answer.json()["type"].endswith("archive-damaged")


def test_a_damaged_packed_container(service, witness):
    whole = bytearray(packed(gma(("maps/a.nav", witness * 10))))
    whole[len(whole) // 2:] = b"\0" * (len(whole) - len(whole) // 2)
    answer = service.ask(post(bytes(whole)))
    assert answer.status == 400 and answer.json()["type"].endswith("archive-damaged")


def test_a_container_that_ends_early(service, witness, check_report):
    """The members that are there are judged; the container itself says what is not."""
    whole = gma(("maps/a.nav", witness), ("maps/b.nav", witness))
    report = check_report(service.ask(post(whole[:-len(witness)])))
    assert names(report) == ["up.gma", "up.gma!maps/a.nav"]
    assert verdicts(report)["up.gma"] == "invalid"


# ---- Limits ----

def nested(levels, content, wrap):
    for _ in range(levels):
        content = wrap(content)
    return content


@pytest.mark.parametrize("wrap", [lambda c: gma(("x.gma", c)), lambda c: make_zip(("x.zip", c))], ids=["gma", "zip"])
def test_the_sixth_level(service, witness, wrap):
    kind = [] if wrap(b"")[:4] == b"GMAD" else [ZIP]
    for levels, status in ((4, 200), (5, 413), (20, 413)):
        body = nested(levels, wrap(witness) if kind else gma(("a.nav", witness)), wrap)
        answer = service.ask(upload(body, "/validate?name=a", kind))
        assert answer.status == status, levels
        if status == 413:
            assert answer.json()["type"].endswith("archive-depth")


def test_the_same_bytes_again_and_again_are_counted(start, witness):
    service = start("--max-files", "1000")
    addon = gma(*((f"{i}.txt", b"") for i in range(1001)))
    answer = service.ask(post(addon))
    assert answer.status == 413 and answer.json()["type"].endswith("too-many-files")


def test_a_bomb_in_a_container(service):
    zeros = io.BytesIO()
    with zipfile.ZipFile(zeros, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.nav", bytes(64 << 20))
    answer = service.ask(post(gma(("a.zip", zeros.getvalue()))))
    assert answer.status == 413 and answer.json()["type"].endswith(("archive-ratio", "archive-too-large"))


def test_a_packed_bomb(service):
    answer = service.ask(post(packed(bytes(300 << 20))))
    assert answer.status in (200, 413)
    answer = service.ask(post(packed(gma(("maps/a.nav", bytes(300 << 20))))))
    assert answer.status == 413 and answer.json()["type"].endswith(("archive-ratio", "archive-too-large"))


def test_memory_comes_back(start, witness, check_report):
    """The service says at its end whether anything is still counted."""
    service = start()
    body = gma(*((f"maps/{'n' * 500}{i}.nav", witness) for i in range(300)), ("p.zip", make_zip(("q.nav", witness))))
    report = check_report(service.ask(post(body)))
    assert len(names(report)) == 302
    for damaged in (body[:5000], body[:-100], packed(body)[:-20]):
        service.ask(post(damaged))


# ---- What the command finds too ----


def numbered_package(witness):
    head = struct.pack("<III", 0x55aa1234, 1, 0)
    rows = b""
    for stem, extension, content, offset in (("a", "nav", witness, 0), ("t", "txt", b"text", len(witness))):
        rows += extension.encode() + b"\0maps\0" + stem.encode() + b"\0" + struct.pack(
            "<IHHIIH", zlib.crc32(content), 0, 0, offset, len(content), 0xffff) + b"\0\0"
    rows += b"\0"
    return head[:8] + struct.pack("<I", len(rows)) + rows, witness + b"text"


def test_files_of_a_package_are_no_meshes(service, witness, check_report):
    directory, data = numbered_package(witness)
    report = check_report(service.ask(post_archive(ZIP, make_zip(("p/pak_dir.vpk", directory), ("p/pak_000.vpk", data)))))
    assert names(report) == ["p/pak_dir.vpk"] if "members" in report else report["input"]["name"] == "p/pak_dir.vpk"


def test_containers_in_an_archive_hold_what_is_asked_for(service, witness, check_report):
    whole = make_zip(("c.gma", gma(("maps/a.nav", witness))), ("ok.nav", witness))
    report = check_report(service.ask(post_archive(ZIP, whole, "/validate?format=source-nav")))
    assert names(report) == ["c.gma!maps/a.nav", "ok.nav"]
    inner = make_zip(("x.zip", make_zip(("c.gma", gma(("maps/a.nav", witness))))))
    report = check_report(service.ask(post_archive(ZIP, inner, "/validate?format=source-nav")))
    assert report["input"]["name"] == "x.zip!c.gma!maps/a.nav"


@pytest.mark.parametrize("name", ["t.tar", "t.tgz", "t.tar.gz"])
def test_a_cut_tar_inside_an_archive(service, witness, name):
    content = make_tar(("a.nav", witness))
    content = content[:512 + -(-len(witness) // 512) * 512]
    packed = content if name == "t.tar" else gzip.compress(content)
    answer = service.ask(post_archive(ZIP, make_zip((name, packed))))
    assert answer.json()["type"].endswith("archive-damaged")


def map_of(*pairs):
    """A map whose pakfile has these files, deflated."""
    pakfile = make_zip(*pairs)
    rows = b"".join(struct.pack("<IIII", 1036 if number == 40 else 0, len(pakfile) if number == 40 else 0, 0, 0) for number in range(64))
    return b"VBSP" + struct.pack("<I", 20) + rows + struct.pack("<I", 1) + pakfile


@pytest.mark.parametrize("name, found", [("x.tgz", "x.tgz!a.nav"), ("x.mgsv", "x.mgsv!a.nav"), ("x.fomod", "x.fomod!a.nav"),
                                         ("x.TAR.XZ", "x.TAR.XZ!a.nav"), ("a.nav.bz2", "a.nav.bz2!a.nav")])
def test_packed_archives_of_any_name_in_a_container(service, witness, check_report, name, found):
    tar = make_tar(("a.nav", witness))
    content = {"x.tgz": gzip.compress(tar), "x.TAR.XZ": lzma.compress(tar), "a.nav.bz2": bz2.compress(witness)}.get(
        name, make_zip(("a.nav", witness)))
    report = check_report(service.ask(post(map_of((name, content), ("b.txt", b"text")), "m.bsp")))
    assert names(report) == ["m.bsp", f"m.bsp!{found}"]
