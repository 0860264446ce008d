"""Containers with one field changed: what is reported, where, and what becomes of their members."""

import json
import struct
import zipfile
import zlib

import pytest
from conftest import ERROR, ROOT, mesh, run, witness, zip_of
from containers import bsp_of, filled, fpk_of, gma_of, img_of, vpk_of
from test_containers import has


def put(content, at, pattern, *values):
    changed = bytearray(content)
    struct.pack_into(pattern, changed, at, *values)
    return bytes(changed)


def found(tmp_path, content, name):
    """The findings of the outermost file: {code: finding}, the last of each; and the run."""
    (tmp_path / name).write_bytes(content)
    result = run("check", "--pedantic", "--format", "ndjson", name, cwd=tmp_path)
    outermost, = (report for report in map(json.loads, result.text.splitlines()) if report.get("input", {}).get("name") == name)
    return {finding["code"]: finding for finding in outermost["findings"]}, result


# ---- packs of the Fox Engine ----

NAME = "/Assets/tpp/test_nav.nav2"
NAV2 = struct.pack("<II", 0x0C012B6A, 64) + bytes(56)


@has("fox-fpk")
@pytest.mark.parametrize("at, byte, is_odd", [(0, b".", True), (1, b"B", True), (20, b"\x9c", False), (9, b"T", False), (24, b"3", False)])
def test_the_name_of_a_mesh_is_damaged(tmp_path, at, byte, is_odd):
    content = fpk_of([(NAME, NAV2)])
    name_at = content.index(NAME.encode())
    codes, result = found(tmp_path, put(content, name_at + at, "c", byte), "a.fpk")
    assert codes["FPK_NAV_MD5"]["severity"] == "error" and result.code == 1
    assert "FPK_NO_NAV" not in codes and "FPK_NAME_ENCIPHERED" not in codes and ("FPK_NAME_ROOT" in codes) == is_odd


@has("fox-fpk")
@pytest.mark.parametrize("length", [-1, 1])
def test_the_length_of_the_name_of_a_mesh_is_wrong(tmp_path, length):
    codes, _ = found(tmp_path, put(fpk_of([(NAME, NAV2)]), 48 + 24, "<Q", len(NAME) + length), "a.fpk")
    assert "FPK_NAV_MD5" in codes and "FPK_NO_NAV" not in codes


@has("fox-fpk")
@pytest.mark.parametrize("at, value, path, expected", [
    (48, 1, "dataOffset", {"atLeast": 96}), (48, 0x1000, "dataOffset", {"atMost": 192}), (52, 1, "dataOffsetHigh", 0),
    (56, 0x41, "dataSize", {"atMost": 0x40}), (60, 3, "dataSizeHigh", 0), (64, 95, "nameOffset", {"atLeast": 96}),
    (68, 7, "nameOffsetHigh", 0), (72, 97, "nameLength", {"atMost": 96}), (76, 1, "nameLengthHigh", 0)])
def test_rows_of_a_pack_that_lead_out_of_it(tmp_path, at, value, path, expected):
    codes, result = found(tmp_path, put(fpk_of([(NAME, NAV2)]), at, "<I", value), "a.fpk")
    finding = codes["FPK_DATA_BOUNDS" if at < 64 else "FPK_NAME_BOUNDS"]
    assert (finding["offset"], finding["length"], finding["path"]) == (at, 4, f"/entries/0/{path}")
    assert (finding["actual"], finding["expected"]) == (value, expected) and result.code in (1, 3)


# ---- maps of Source ----


@has("source-bsp")
def test_a_packed_pakfile_whose_stream_is_damaged(tmp_path):
    content = witness("BSP_PAK_PACKED")
    stream_at, = struct.unpack_from("<I", content, 8 + 640)
    codes, result = found(tmp_path, put(content, stream_at + 17, "B", 1), "a.bsp")
    assert "BSP_PAK_PACKED" in codes and result.code == 3
    assert result.err.startswith("navlint: cannot read a.bsp!pakfile.zip: ")


@has("source-bsp")
@pytest.mark.parametrize("name", ["x/inner.zip", "x/inner.gma", "x/inner.7z"])
def test_what_cannot_be_unpacked_may_hold_navigation(tmp_path, name):
    whole = zip_of([(name, zip_of([("maps/a.nav", mesh(ERROR))]))])
    (tmp_path / "a.bsp").write_bytes(bsp_of([], pakfile=zlib_damaged(whole)))
    result = run("check", "a.bsp", cwd=tmp_path)
    assert result.code == 3 and f"cannot read a.bsp!{name}: " in result.err


def zlib_damaged(archive):
    """The first member of a zip with a stream that is none."""
    length, extra = struct.unpack_from("<HH", archive, 26)
    assert struct.unpack_from("<H", archive, 8) == (8,)
    return put(archive, 30 + length + extra, "B", 0xff)


def end_of(content):
    return content.rindex(b"PK\5\6")


@has("source-bsp")
@pytest.mark.parametrize("count", [0, 1])
def test_entries_of_a_pakfile_that_are_not_counted(tmp_path, count):
    content = bsp_of([("materials/a.vmt", b"abc"), ("maps/a.nav", mesh())])
    codes, _ = found(tmp_path, put(content, end_of(content) + 8, "<HH", count, count), "a.bsp")
    finding = codes["BSP_PZ_END_FIELDS"]
    assert (finding["offset"], finding["actual"], finding["expected"]) == (end_of(content) + 10, count, 2)
    assert "BSP_PZ_END_FIELDS" not in found(tmp_path, content, "b.bsp")[0]


@has("source-bsp")
@pytest.mark.parametrize("length", [7, 0xffff])
def test_a_comment_that_leads_out_of_the_pakfile(tmp_path, length):
    content = bsp_of([("maps/a.nav", mesh())])
    finding = found(tmp_path, put(content, end_of(content) + 20, "<H", length), "a.bsp")[0]["BSP_PZ_END_FIELDS"]
    assert (finding["offset"], finding["actual"], finding["expected"]) == (end_of(content) + 20, length, 6)


# ---- archives of San Andreas ----

SECTOR = 2048


def nodes():
    """The path file of a witness."""
    content = witness("IMG_NODES_DUP")
    sector, size = struct.unpack_from("<IH", content, 8)
    return content[sector * SECTOR : (sector + size) * SECTOR]


@has("gta-img")
@pytest.mark.parametrize("rows, judged", [
    (["nodes0.dat", "nodes0.dat"], 1), (["NODES0.DAT", "x.dff", "nodes00.dat"], 1)])
def test_of_files_of_an_area_the_first_is_judged(tmp_path, rows, judged):
    path = tmp_path / "a.img"
    path.write_bytes(img_of([(name, nodes() if name.endswith(("dat", "DAT")) else b"x") for name in rows]))
    assert "NODES_SET_DUPLICATE" not in run("check", "--format", "json", "--pedantic", "a.img", cwd=tmp_path).text
    listed = json.loads(run("list", "--format", "json", "a.img", cwd=tmp_path).text)["members"]
    assert [member["format"] for member in listed].count("gta-nodes") == judged and len(listed) == len(rows)


@has("gta-img")
def test_an_empty_file_of_an_area_counts_for_nothing(tmp_path):
    content = img_of([("nodes0.dat", nodes())] * 2)
    path = tmp_path / "a.img"
    path.write_bytes(put(content, 8 + 4, "<H", 0))
    text = run("check", "--format", "json", "--pedantic", "a.img", cwd=tmp_path).text
    assert "NODES_SET_DUPLICATE" not in text and "a.img!nodes0.dat" in text


@has("gta-img")
def test_a_cutscene_among_path_files(tmp_path):
    rows = [("nodes0.dat", nodes()), ("x.cut", b"x"), ("nodes99.dat", nodes()), ("nodes0.dat", nodes())]
    codes, result = found(tmp_path, img_of(rows), "a.img")
    assert codes["IMG_NODES_NUMBER"]["severity"] == "error" and "IMG_NODES_DUP" in codes and "IMG_NO_NODES" not in codes
    assert result.code == 1
    codes, _ = found(tmp_path, img_of([("x.cut", b"x"), ("x.dat", b"x"), ("x.ifp", b"x")]), "b.img")
    assert not {code for code in codes if code.startswith("IMG_NODES")}


@has("gta-img")
@pytest.mark.parametrize("name, has_gap", [("foo.xyz", False), ("foo.dff", True)])
def test_what_the_game_does_not_know_ends_a_chain(tmp_path, name, has_gap):
    """A duplicate of a kind that it knows is passed over, and its sectors are a gap."""
    codes, _ = found(tmp_path, img_of(list((row, b"x") for row in (name, "a.dff", name, "b.dff"))), "a.img")
    assert ("IMG_NEIGHBOUR" in codes) == has_gap


# ---- more of maps of Source ----


@has("source-bsp")
@pytest.mark.parametrize("name", ["maps/workshop/a.nav", "maps/workshop/9/a.nav"])
@pytest.mark.parametrize("version, is_found", [(20, False), (21, True)])
def test_workshop_maps_are_those_of_one_game(tmp_path, name, version, is_found):
    codes, _ = found(tmp_path, bsp_of([(name, mesh())], version=version), "a.bsp")
    assert ("BSP_PZ_NAV_NAME" in codes) != is_found


# ---- packs of Metroid Prime ----


def path_resource():
    """A room's navigation, from the corpus."""
    for path in sorted((ROOT / "corpus" / "metroid_path" / "seed").iterdir()):
        if run("check", "-q", path).code == 0:
            return path.read_bytes()
    return pytest.skip("no sound room in the corpus")


def pack(stored, names=()):
    """A pack with a packed PATH."""
    head = struct.pack(">III", 0x00030005, 0, len(names))
    for number, name in names:
        head += b"PATH" + struct.pack(">II", number, len(name)) + name
    head += struct.pack(">I", 1)
    at = -(-(len(head) + 20) // 32) * 32
    return filled(head + struct.pack(">I4sIII", 1, b"PATH", 1, len(stored), at), 32) + stored


@has("metroid-pak")
@pytest.mark.parametrize("fill", [b"\xff", b"\0"])
@pytest.mark.parametrize("level", [1, 3, 6, 9])
def test_packed_navigation_at_any_level_with_any_fill(tmp_path, fill, level):
    content = path_resource()
    stored = filled(struct.pack(">I", len(content)) + zlib.compress(content, level), 32, fill)
    codes, result = found(tmp_path, pack(stored), "a.pak")
    assert "PAK_LZO" not in codes and result.err == ""
    assert "metroid-path" in run("list", "a.pak", cwd=tmp_path).text


@has("metroid-pak")
def test_names_of_resources_are_reported_where_they_stand(tmp_path):
    content = path_resource()
    stored = filled(struct.pack(">I", len(content)) + zlib.compress(content), 32, b"\xff")
    codes, _ = found(tmp_path, pack(stored, [(1, b"../x"), (2, b"twin"), (1, b"Twin")]), "a.pak")
    assert (codes["PAK_NAME_UNSAFE"]["offset"], codes["PAK_NAME_UNSAFE"]["length"]) == (24, 4)
    assert codes["PAK_NAME_UNSAFE"]["path"] == "/names/0/name"
    assert (codes["PAK_NAME_TWICE"]["offset"], codes["PAK_NAME_TWICE"]["path"]) == (56, "/names/2/name")


# ---- packages of Source ----


@has("valve-vpk")
@pytest.mark.parametrize("words", [["check"], ["list"], ["extract"]])
def test_bytes_of_another_file_of_a_package_have_a_sum_too(tmp_path, words):
    content = mesh()
    whole, files = vpk_of([("maps/a.nav", content)], volumes={"maps/a.nav": 0})
    (tmp_path / "pak_dir.vpk").write_bytes(whole)
    (tmp_path / "pak_000.vpk").write_bytes(files[0])
    assert run("check", "pak_dir.vpk", cwd=tmp_path).code == 0
    (tmp_path / "pak_000.vpk").write_bytes(put(files[0], len(content) // 2, "B", files[0][len(content) // 2] ^ 1))
    name = ["pak_dir.vpk!maps/a.nav", "-o", "x.nav"] if words == ["extract"] else ["pak_dir.vpk"]
    result = run(*words, *name, cwd=tmp_path)
    if words == ["list"]:
        assert "unreadable" in result.text
    else:
        assert result.code == 3 and "its CRC-32 is 0x" in result.err and not (tmp_path / "x.nav").exists()


# ---- archives ----


@pytest.mark.parametrize("mark", [b"PK\7\x08", b"PK00"])
def test_zips_that_were_to_be_split(tmp_path, mark):
    """The first word of a zip that `zip -s` writes in one piece: all offsets are 4 more."""
    plain = zip_of([("a.nav", mesh(ERROR))])
    end, directory = plain.rindex(b"PK\5\6"), plain.index(b"PK\1\2")
    moved = put(put(plain, end + 16, "<I", directory + 4), directory + 42, "<I", 4)
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "x.zip").write_bytes(mark + moved)
    (tmp_path / "y.zip").write_bytes(zip_of([("x.zip", mark + moved)]))
    for name, said in (("d", "d/x.zip!a.nav"), ("d/x.zip", "d/x.zip!a.nav"), ("y.zip", "y.zip!x.zip!a.nav")):
        result = run("check", name, cwd=tmp_path)
        assert result.code == 1 and result.text.startswith(f"{said}:")


# ---- limits, and what is known ----


def addon(padding=4000):
    return gma_of([("maps/a.nav", mesh(ERROR)), ("maps/p.txt", b"x" * padding)])


def known(folder):
    return sorted(json.loads((folder / "navlint-suppressions.json").read_text())["files"])


@has("gmod-gma")
@pytest.mark.parametrize("words, version", [(["--max-bytes", "3000"], 3), ([], 99)])
@pytest.mark.parametrize("outer", ["x.gma", "r.zip"])
def test_what_a_container_hides_is_not_known_for_nothing(tmp_path, outer, words, version):
    def write(content):
        (tmp_path / outer).write_bytes(content if outer == "x.gma" else zip_of([("x.gma", content)]))

    write(addon())
    assert run("check", "--suppress-all", outer, cwd=tmp_path).code == 0
    before = known(tmp_path)
    write(put(addon(), 4, "B", version))
    run("check", "--prune-suppressions", *words, outer, cwd=tmp_path)
    assert known(tmp_path) == before == [f"{outer}!x.gma!maps/a.nav" if outer == "r.zip" else "x.gma!maps/a.nav"]


@has("gmod-gma")
def test_a_container_that_is_too_large_is_named_though_nobody_asks_for_its_report(tmp_path):
    (tmp_path / "x.zip").write_bytes(zip_of([("c.gma", addon()), ("ok.nav", mesh())]))
    result = run("check", "--input-format", "source-nav", "--max-bytes", "3000", "x.zip", cwd=tmp_path)
    assert result.code == 3
    assert result.err.startswith("navlint: cannot read x.zip!c.gma: larger than --max-bytes allows [limit:inputBytes]\n")


def test_an_archive_with_nothing_to_judge_may_be_in_order(tmp_path):
    (tmp_path / "x.zip").write_bytes(zip_of([("r.txt", b"text")]))
    assert run("check", "x.zip", cwd=tmp_path).code == 3
    assert run("check", "--allow-empty", "x.zip", cwd=tmp_path).code == 0
    (tmp_path / ".navlint.json").write_text('{"allowEmpty": true}')
    assert run("check", "x.zip", cwd=tmp_path).code == 0


def test_what_is_in_standard_input_is_not_known_again(tmp_path):
    run("check", "--suppress-all", "-", stdin=zip_of([("a.nav", mesh(ERROR))]), cwd=tmp_path)
    assert not (tmp_path / "navlint-suppressions.json").exists() or known(tmp_path) == []


@has("valve-vpk")
def test_a_file_of_the_package_is_not_written_over(tmp_path):
    whole, files = vpk_of([("maps/a.nav", mesh())], volumes={"maps/a.nav": 0})
    (tmp_path / "pak_dir.vpk").write_bytes(whole)
    (tmp_path / "pak_000.vpk").write_bytes(files[0] + b"more")
    result = run("extract", "pak_dir.vpk!maps/a.nav", "-o", "pak_000.vpk", cwd=tmp_path)
    assert result.code == 2 and (tmp_path / "pak_000.vpk").read_bytes() == files[0] + b"more"
    assert run("extract", "pak_dir.vpk!maps/a.nav", "-o", "pak_001.vpk", cwd=tmp_path).code == 0


# ---- fix ----


def test_members_of_one_archive_have_one_backup(tmp_path):
    # an archive of files that change and keep their size
    contents = {code: witness(code) for code in ("NAV_APPROACH_AREA", "NAV_OCCUPY_RANGE", "NAV_LIGHT_RANGE")}
    before = zip_of([(f"{code}.nav", content) for code, content in contents.items()], zipfile.ZIP_STORED)
    (tmp_path / "x.zip").write_bytes(before)
    result = run("fix", "--unsafe", "--pedantic", "-i", "--backup", "x.zip!NAV_OCCUPY_RANGE.nav", "x.zip!NAV_LIGHT_RANGE.nav", cwd=tmp_path)
    assert "2 fixed in 2 of 2 files" in result.err
    assert (tmp_path / "x.zip.bak").read_bytes() == before != (tmp_path / "x.zip").read_bytes()


@has("gmod-gma")
def test_who_fixes_a_container_hears_that_nobody_looks_into_it(tmp_path):
    (tmp_path / "c.gma").write_bytes(addon())
    assert "c.gma: its members are not looked at: name one, c.gma!MEMBER\n" in run("fix", "-n", "c.gma", cwd=tmp_path).err
    assert "looked at" not in run("fix", "-n", ".", cwd=tmp_path).err


def test_standard_output_has_a_name(tmp_path):
    assert run("witness", ERROR, "-o", "-", cwd=tmp_path).out == witness(ERROR) and not list(tmp_path.iterdir())


@has("source-bsp")
def test_a_map_that_is_cut_off_has_whole_lumps(tmp_path):
    """Two lumps lead behind the end; a third one is there and has LZMA properties that no decoder has."""
    content = bytearray(bsp_of([]))
    packed = b"LZMA" + struct.pack("<II", 100, 3) + b"\xe1" + struct.pack("<I", 1 << 16) + b"abc"
    for lump, row in ((1, (len(content) + 100, 50, 0, 0)), (2, (len(content) + 200, 50, 0, 0)),
                      (3, (len(content), len(packed), 0, 100))):
        struct.pack_into("<IIII", content, 8 + 16 * lump, *row)
    codes, _ = found(tmp_path, bytes(content) + packed + b"\0", "a.bsp")
    assert "BSP_CUT" in codes and "BSP_LZMA_HEADER" in codes and "BSP_LUMP_BOUNDS" not in codes
