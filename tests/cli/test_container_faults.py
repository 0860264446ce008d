"""Containers with one field changed: what is reported, where, and what becomes of their members."""

import struct

import pytest
from conftest import ERROR, mesh, run, witness, zip_of
from containers import bsp_of, fpk_of
from test_containers import checked, has


def put(content, at, pattern, *values):
    changed = bytearray(content)
    struct.pack_into(pattern, changed, at, *values)
    return bytes(changed)


def found(tmp_path, content, name):
    """The findings of the outermost file: {code: finding}, the last of each; and the run."""
    (tmp_path / name).write_bytes(content)
    reports, result = checked(tmp_path / name, "--pedantic")
    return {finding["code"]: finding for finding in reports[name]["findings"]}, result


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
