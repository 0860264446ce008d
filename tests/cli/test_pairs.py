"""Meshes in archives and containers, each held against the map beside it."""

import struct
import time
import zipfile

import pytest

from conftest import ERROR, codes_of, is_sanitized, mesh, peak_bytes, program, reports_of, run, tar_of, zip_of
from containers import bsp_of, crc32, gma_of, vpk_of, vpk_row
from test_archives import packed

MAP = bsp_of([])
SIZE = "NAV_MAP_SIZE"
ENGINE = "NAV_MAP_ENGINE"


def mesh_for(map_bytes, areas=1):
    """As saved for a map file of this size. Of version 5, which is one of GoldSrc."""
    content = mesh(areas=areas)
    assert struct.unpack_from("<II", content)[1] == 5
    return content[:8] + struct.pack("<I", map_bytes) + content[12:]


GOOD, OTHER = mesh_for(len(MAP)), mesh_for(len(MAP) + 1)


def checked(path, *words):
    """The reports by the name of what they are about, and the run."""
    result = run("check", "--format", "ndjson", *words, path.name, cwd=path.parent)
    reports = reports_of(result, "ndjson") if result.text else []
    return {report["input"]["name"]: report for report in reports}, result


def found_in(path, name, *words):
    """What the pair rules find, but for what all of these meshes have beside a map of Source."""
    reports, result = checked(path, *words)
    assert result.err == ""
    return {code for code in codes_of(reports[f"{path.name}!{name}"]) if code == SIZE}


BOXES = {"gma": gma_of, "vpk": vpk_of, "bsp": bsp_of,
         **{kind: lambda members, kind=kind: packed(members, kind) for kind in ("zip", "tar", "7z", "rar", "tgz")}}


# ---- what is held against what ----


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("is_map_first", [True, False])
def test_either_order(tmp_path, box, is_map_first):
    for content, expected in ((OTHER, {SIZE}), (GOOD, set())):
        members = [("maps/a.bsp", MAP), ("maps/a.nav", content)]
        path = tmp_path / f"x.{box}"
        path.write_bytes(BOXES[box](members if is_map_first else members[::-1]))
        assert found_in(path, "maps/a.nav") == expected


def test_as_on_the_disk(tmp_path):
    (tmp_path / "a.bsp").write_bytes(MAP)
    (tmp_path / "a.nav").write_bytes(OTHER)
    loose = checked(tmp_path / "a.nav")[0]["a.nav"]["findings"]
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("a.nav", OTHER), ("a.bsp", MAP)]))
    assert checked(path)[0]["x.zip!a.nav"]["findings"] == loose
    message = next(finding["message"] for finding in loose if finding["code"] == SIZE)
    assert message == (f"the mesh was made for a map file of {len(MAP) + 1} bytes, but a.bsp beside it has {len(MAP)}")


@pytest.mark.parametrize("map_name,expected", [
    ("maps/a.bsp", {SIZE}), ("MAPS/A.BSP", {SIZE}), ("maps/A.Bsp", {SIZE}), ("a.bsp", set()), ("maps/b.bsp", set()),
    ("maps/x/a.bsp", set()), ("other/a.bsp", set()), ("maps/a.bsp.bak", set()), ("maps/a.b.bsp", set()), ("maps/.bsp", set())])
@pytest.mark.parametrize("box", ["zip", "gma"])
def test_names(tmp_path, box, map_name, expected):
    path = tmp_path / f"x.{box}"
    path.write_bytes(BOXES[box]([("maps/a.nav", OTHER), (map_name, MAP)]))
    assert found_in(path, "maps/a.nav") == expected


@pytest.mark.parametrize("mesh_name,map_name", [
    ("m.nav", "M.BSP"), ("m.nav", "m.BSP"), ("M.NAV", "m.bsp"), ("m.NaV", "M.bSp"), ("m.nav", "m.bsp")])
def test_names_on_the_disk(tmp_path, mesh_name, map_name):
    (tmp_path / "maps").mkdir()
    for content, expected in ((OTHER, True), (GOOD, False)):
        (tmp_path / "maps" / mesh_name).write_bytes(content)
        (tmp_path / "maps" / map_name).write_bytes(MAP)
        for cwd, words in ((tmp_path, ["maps"]), (tmp_path, [f"./maps/{mesh_name}"]), (tmp_path / "maps", [mesh_name]),
                           (tmp_path / "maps", ["."])):
            text = run("check", *words, cwd=cwd).text
            assert (f"but {map_name} beside it has {len(MAP)}" in text) == expected, words


def test_another_map_on_the_disk(tmp_path):
    """The map as it is spelt goes first, then the first one by bytes; others are none."""
    def message():
        text = run("check", "a.nav", cwd=tmp_path).text
        return next((line for line in text.splitlines() if SIZE in line), "")

    (tmp_path / "a.nav").write_bytes(OTHER)
    for name in ("b.bsp", "a.bsp.bak", "a.b.bsp", "aa.BSP", "A.NAV"):
        (tmp_path / name).write_bytes(MAP)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "A.BSP").write_bytes(MAP)
    assert message() == ""
    for name, size in (("a.bSP", 2), ("A.bsp", 3), ("a.bsp", 4)):
        (tmp_path / name).write_bytes(MAP + bytes(size))
        assert f"{name} beside it has {len(MAP) + size}" in message()


def test_a_folder_of_many_meshes_is_read_once(tmp_path):
    """Were it read for each of the meshes, twenty thousand would take a minute longer than under names that have no map."""
    def seconds(folder, ending):
        (tmp_path / folder).mkdir()
        for number in range(300 if is_sanitized() else 20_000):
            (tmp_path / folder / f"{number}{ending}").write_bytes(OTHER)
        (tmp_path / folder / "7.BSP").write_bytes(MAP)
        start = time.monotonic()
        text = run("check", "--only", SIZE, folder, cwd=tmp_path).text
        return time.monotonic() - start, text.count(f"[{SIZE}]")

    without, _ = seconds("other", ".bin")
    with_meshes, found = seconds("meshes", ".nav")
    assert found == 1 and with_meshes < 3 * without + 3


def test_engine(tmp_path):
    path = tmp_path / "x.gma"
    for start, expected in ((b"VBSP", {ENGINE, SIZE}), (struct.pack("<I", 30), {SIZE}), (b"text", set()), (b"PSBV", set())):
        path.write_bytes(gma_of([("a.nav", OTHER), ("a.bsp", start + MAP[4:])]))
        assert set(codes_of(checked(path)[0]["x.gma!a.nav"])) & {ENGINE, SIZE} == expected


def test_the_first_of_two_maps_counts(tmp_path):
    path = tmp_path / "x.tar"
    path.write_bytes(tar_of([("a.nav", OTHER), ("a.bsp", MAP + b"\0"), ("A.bsp", MAP)]))
    assert found_in(path, "a.nav") == set()


def test_each_level_has_its_own_maps(tmp_path):
    """An embedded mesh is not held against the map that it is in; pairs in a container in an archive are."""
    inner = bsp_of([("maps/a.nav", OTHER)])
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("a.nav", OTHER), ("maps/a.bsp", inner), ("maps/a.nav", mesh_for(len(inner))),
                             ("in.gma", gma_of([("a.bsp", MAP), ("a.nav", OTHER)])),
                             ("in.zip", zip_of([("a.nav", GOOD), ("a.bsp", MAP)]))]))
    reports, result = checked(path)
    assert result.err == ""
    assert [name for name, report in reports.items() if SIZE in codes_of(report)] == ["x.zip!in.gma!a.nav"]
    assert "x.zip!maps/a.bsp!maps/a.nav" in reports


def test_a_package_in_several_files(tmp_path):
    members = [("maps/a.nav", OTHER), ("maps/a.bsp", MAP)]
    whole, files = vpk_of(members, volumes={"maps/a.nav": 0, "maps/a.bsp": 1}, preload=3)
    path = tmp_path / "p_dir.vpk"
    path.write_bytes(whole)
    for number, content in files.items():
        (tmp_path / f"p_{number:03}.vpk").write_bytes(content)
    assert found_in(path, "maps/a.nav") == {SIZE}
    (tmp_path / "p_001.vpk").unlink()
    reports, result = checked(path)
    assert result.code == 3 and "maps/a.bsp: its archive p_001.vpk is not here" in result.err
    assert SIZE not in codes_of(reports["p_dir.vpk!maps/a.nav"])


def test_what_is_left_out_is_a_map_still(tmp_path):
    """As on the disk, where the map of a mesh need not be an input."""
    path = tmp_path / "x.tar"
    path.write_bytes(tar_of([("a.nav", OTHER), ("a.bsp", MAP)]))
    assert found_in(path, "a.nav", "--exclude", "*.bsp") == {SIZE}
    assert found_in(path, "a.nav", "--input-format", "source-nav") == {SIZE}
    (tmp_path / "a.nav").write_bytes(OTHER)
    (tmp_path / "a.bsp").write_bytes(MAP)
    assert SIZE in run("check", "--input-format", "source-nav", "a.nav", cwd=tmp_path).text
    assert found_in(path, "a.nav", "--ignore", SIZE) == set()


def test_order_of_reports_is_that_of_the_archive(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("a.nav", GOOD), ("b", GOOD), ("c.nav", OTHER), ("c.bsp", MAP), ("d.nav", GOOD)]))
    reports, _ = checked(path)
    meshes = [name for name, report in reports.items() if report["format"]["id"] == "source-nav"]
    assert meshes == [f"x.zip!{name}" for name in ("a.nav", "b", "c.nav", "d.nav")]


def test_place_of_a_mesh_that_waited(tmp_path):
    path = tmp_path / "x.gma"
    content = gma_of([("a.nav", OTHER), ("a.bsp", MAP)])
    path.write_bytes(content)
    reports, _ = checked(path)
    finding = next(row for row in reports["x.gma!a.nav"]["findings"] if row["code"] == SIZE)
    assert finding["outerOffset"] == content.index(OTHER) + finding["offset"] and finding["offset"] == 8


# ---- what it costs ----


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory of their own")
def test_a_map_on_the_disk_is_not_read(tmp_path):
    (tmp_path / "a.nav").write_bytes(OTHER)
    with open(tmp_path / "a.bsp", "wb") as file:
        file.write(MAP)
        file.truncate(200 << 20)
    peak, result = peak_bytes(program(), "check", tmp_path / "a.nav")
    assert SIZE in result.text and str(200 << 20) in result.text and peak < 50 << 20


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory of their own")
def test_a_map_that_is_left_out_is_not_unpacked(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("a.nav", OTHER), ("a.bsp", MAP + bytes(100 << 20))]))
    peak, result = peak_bytes(program(), "check", "--exclude", "*.bsp", path)
    assert SIZE in result.text and str(len(MAP) + (100 << 20)) in result.text and peak < 50 << 20


# ---- limits ----


def large_meshes(count):
    """A megabyte each; nothing in them is judged long."""
    return [(f"{number:03}.nav", mesh_for(len(MAP), areas=1) + bytes(1 << 20)) for number in range(count)]


def test_a_map_that_comes_too_late_is_said(tmp_path):
    meshes = large_meshes(40)
    path = tmp_path / "x.tar"
    path.write_bytes(tar_of([*meshes, ("000.bsp", MAP + b"\0"), ("039.bsp", MAP + b"\0")]))
    reports, result = checked(path, "--fail-on", "never")
    assert (result.code, result.err) == (3, (
        "navlint: cannot read x.tar!000.bsp: too long after its mesh, which was judged without it: more than 16 MiB of "
        "files waited for maps [limit:archiveWaiting]\n"))
    assert SIZE in codes_of(reports["x.tar!039.nav"]) and SIZE not in codes_of(reports["x.tar!000.nav"])
    path.write_bytes(tar_of(meshes))
    assert checked(path, "--fail-on", "never")[1].err == ""
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of([*meshes, ("000.bsp", MAP + b"\0")]))
    reports, result = checked(path, "--fail-on", "never")
    assert result.err == "" and SIZE in codes_of(reports["x.gma!000.nav"])


def test_a_cut_archive_judges_what_waited(tmp_path):
    path = tmp_path / "x.tar"
    whole = tar_of([("a.nav", mesh(ERROR)), ("a.bsp", MAP)])
    path.write_bytes(whole[:whole.index(MAP) + len(MAP) // 2])
    reports, result = checked(path)
    assert result.code == 3 and ERROR in codes_of(reports["x.tar!a.nav"]) and "cannot read x.tar" in result.err


@pytest.mark.parametrize("is_map_first", [True, False])
def test_a_hostile_count_of_maps(tmp_path, is_map_first):
    """Thirty thousand pairs in two megabytes: no step looks through all of the others."""
    row = vpk_row(len(GOOD), crc32(GOOD))
    map_row = vpk_row(4, crc32(b"VBSP"), offset=len(GOOD))
    meshes = b"nav\0maps\0" + b"".join(b"%05x\0" % number + row for number in range(30_000)) + b"\0\0"
    maps = b"bsp\0maps\0" + b"".join(b"%05x\0" % number + map_row for number in range(30_000)) + b"\0\0"
    tree = (maps + meshes if is_map_first else meshes + maps) + b"\0"
    path = tmp_path / "x.vpk"
    path.write_bytes(struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree + GOOD + b"VBSP")
    peak, result = peak_bytes(program(), "check", "--only", SIZE, path)
    assert result.text.count(f"[{SIZE}]") == 30_000 and "[limit:archive" not in result.err
    assert is_sanitized() or peak < 150 << 20


@pytest.mark.parametrize("length", [0, 1, 3, 4, 5])
def test_claims_of_a_directory(tmp_path, length):
    """What a zip claims of a map decides no more than a warning."""
    path = tmp_path / "x.zip"
    content = bytearray(zip_of([("a.nav", GOOD), ("a.bsp", MAP[:length])], zipfile.ZIP_STORED))
    path.write_bytes(content)
    reports, _ = checked(path)
    assert (SIZE in codes_of(reports["x.zip!a.nav"])) == (length >= 4)


def test_stream_whose_sizes_stand_behind(tmp_path):
    """From a pipe a zip does not say how large a member is before it was read."""
    class Sink:
        def __init__(self):
            self.bytes = bytearray()

        def write(self, more):
            self.bytes += more
            return len(more)

        def flush(self):
            pass

    sink = Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.nav", OTHER)
        archive.writestr("a.bsp", MAP)
    result = run("check", "-", stdin=bytes(sink.bytes))  # not a file: nothing can be looked up in it
    assert SIZE in result.text and result.err == ""
