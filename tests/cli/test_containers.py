"""Containers of games, alone, in archives and in each other: what is judged in them, and what hostile ones do."""

import json
import os
import re
import struct
import tarfile
import zipfile

import jsonschema
import pytest

from conftest import (ERROR, ROOT, SAMPLES, WARNING, codes_of, is_sanitized, lines_of, mesh, peak_bytes, program,
                      reports_of, run, schema_of, tar_of, zip_of)
from containers import bsp_of, crc32, filled, fpk_of, gma_of, img_of, pakfile_of, vpk_of, vpk_row
from test_archives import packed


def check(*words, **more):
    return run("check", *words, **more)


def names_of(reports):
    return [report["set"]["name"] if "set" in report else report["input"]["name"] for report in reports]


def checked(path, *words, **more):
    """The reports of a run by the name of what they are about, and the run."""
    result = check("--format", "ndjson", *words, path.name, cwd=path.parent, **more)
    reports = reports_of(result, "ndjson") if result.text else []
    return dict(zip(names_of(reports), reports)), result


def known_formats():
    return {row["id"] for row in json.loads(run("formats", "--format", "json").text)["formats"]}


def has(format_id):
    return pytest.mark.skipif(format_id not in known_formats(), reason=f"no {format_id} in this build")


MEMBERS = [("maps/a.nav", mesh(WARNING)), ("maps/b.nav", mesh(ERROR)), ("readme.txt", b"text"), ("clean.bin", mesh())]
JUDGED = [name for name, _ in MEMBERS if name != "readme.txt"]


# ---- what is judged ----


def test_container_and_its_members(tmp_path):
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of(MEMBERS))
    reports, result = checked(path)
    assert (result.code, result.err) == (1, "")
    assert list(reports) == ["x.gma", *(f"x.gma!{name}" for name in JUDGED)]
    assert reports["x.gma"]["format"]["id"] == "gmod-gma"
    assert reports["x.gma!maps/b.nav"]["findings"][0]["code"] == ERROR


def test_container_is_told_by_its_bytes(tmp_path):
    (tmp_path / "any.name").write_bytes(gma_of(MEMBERS))
    reports, _ = checked(tmp_path / "any.name")
    assert list(reports) == ["any.name", *(f"any.name!{name}" for name in JUDGED)]
    result = check("--format", "ndjson", "-", stdin=gma_of(MEMBERS))
    assert names_of(reports_of(result, "ndjson")) == ["-", *(f"-!{name}" for name in JUDGED)]
    (tmp_path / "in.zip").write_bytes(zip_of([("any.thing", gma_of(MEMBERS))]))
    reports, _ = checked(tmp_path / "in.zip")
    assert list(reports) == ["in.zip!any.thing", *(f"in.zip!any.thing!{name}" for name in JUDGED)]


def test_folder_of_containers(tmp_path):
    (tmp_path / "a.gma").write_bytes(gma_of(MEMBERS))
    (tmp_path / "b.nav").write_bytes(mesh())
    (tmp_path / "c.gma").write_bytes(gma_of([("lua/x.lua", b"--")]))
    result = check("--format", "ndjson", ".", cwd=tmp_path)
    assert names_of(reports_of(result, "ndjson")) == [
        "./a.gma", *(f"./a.gma!{name}" for name in JUDGED), "./b.nav", "./c.gma"]


@pytest.mark.parametrize("jobs", ["1", "4"])
def test_order_is_the_same_for_any_number_of_threads(tmp_path, jobs):
    for number in range(12):
        (tmp_path / f"{number:02}.gma").write_bytes(gma_of(MEMBERS))
    result = check("--jobs", jobs, "--format", "ndjson", ".", cwd=tmp_path)
    assert names_of(reports_of(result, "ndjson")) == [
        name for number in range(12) for outer in [f"./{number:02}.gma"]
        for name in [outer, *(f"{outer}!{inner}" for inner in JUDGED)]]


def test_input_format_holds_for_members(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("x.gma", gma_of(MEMBERS))]))
    reports, _ = checked(path, "--input-format", "source-nav")
    assert list(reports) == [f"x.zip!x.gma!{name}" for name in JUDGED]
    reports, _ = checked(path, "--input-format", "gmod-gma")
    assert list(reports) == ["x.zip!x.gma"]


def test_exclude_holds_at_every_level(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("x.gma", gma_of(MEMBERS)), ("y.gma", gma_of(MEMBERS))]))
    reports, _ = checked(path, "--exclude", "y.gma", "--exclude", "maps/a.nav")
    assert list(reports) == ["x.zip!x.gma", "x.zip!x.gma!maps/b.nav", "x.zip!x.gma!clean.bin"]


def test_same_findings_as_loose(tmp_path):
    (tmp_path / "a.nav").write_bytes(mesh(ERROR))
    loose = reports_of(check("--format", "json", "a.nav", cwd=tmp_path))[0]
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of([("a.nav", mesh(ERROR))]))
    reports, _ = checked(path)
    for finding in reports["x.gma!a.nav"]["findings"]:
        assert finding.pop("outerOffset") == gma_of([("a.nav", mesh(ERROR))]).index(mesh(ERROR)) + finding["offset"]
    assert reports["x.gma!a.nav"]["findings"] == loose["findings"]


def test_names_in_exports(tmp_path):
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("in.gma", gma_of([("maps/b.nav", mesh(ERROR))]))]))
    sarif = json.loads(check("--format", "sarif", "x.zip", cwd=tmp_path).text)
    places = [place["physicalLocation"]["artifactLocation"] for found in sarif["runs"][0]["results"]
              for place in found["locations"]]
    assert places
    text = json.dumps(sarif)
    assert "x.zip" in text and "in.gma%21maps/b.nav" in text
    assert "x.zip!in.gma!maps/b.nav:+0x" in check("x.zip", cwd=tmp_path).text


# ---- sets ----


def test_empty_zips_are_archives_like_others(tmp_path):
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of([("a.zip", zip_of([])), ("b.zip", pakfile_of([])), ("c.nav", mesh())]))
    reports, result = checked(path)
    assert (result.code, result.err) == (0, "") and list(reports) == ["x.gma", "x.gma!c.nav"]
    path.write_bytes(gma_of([("a.zip", zip_of([]) + zip_of([("x.nav", mesh(ERROR))]))]))
    reports, result = checked(path)
    assert list(reports) == ["x.gma", "x.gma!a.zip!x.nav"] or result.code == 3


# ---- depth ----


def nested(levels):
    """A mesh in so many addons in each other."""
    content = mesh(ERROR)
    for number in range(levels):
        content = gma_of([("x.gma" if number else "a.nav", content)])
    return content


def test_five_levels_are_entered(tmp_path):
    path = tmp_path / "0.gma"
    path.write_bytes(nested(5))
    reports, result = checked(path)
    assert (result.code, result.err) == (1, "")
    assert list(reports)[-1] == "0.gma" + "!x.gma" * 4 + "!a.nav"
    path = tmp_path / "1.zip"
    path.write_bytes(zip_of([("x.gma", nested(4))]))
    assert list(checked(path)[0])[-1] == "1.zip" + "!x.gma" * 4 + "!a.nav"


@pytest.mark.parametrize("outer", ["gma", "zip", "tar", "gz"])
def test_a_sixth_level_is_not_entered(tmp_path, outer):
    makers = {"gma": lambda inner: gma_of([("x.gma", inner)]), "zip": lambda inner: zip_of([("x.gma", inner)]),
              "tar": lambda inner: tar_of([("x.gma", inner)]), "gz": lambda inner: tar_of([("x.gma", inner)], "w:gz")}
    path = tmp_path / "0"
    path.write_bytes(makers[outer](nested(5)))
    reports, result = checked(path)
    inner = "0" + "!x.gma" * 5
    assert result.code == 3
    assert result.err == f"navlint: cannot read {inner}: more than 5 archives in each other [limit:archiveDepth]\n"
    assert inner in reports and f"{inner}!a.nav" not in reports


def test_archives_are_levels_too(tmp_path):
    content = mesh(ERROR)
    for number in range(8):
        content = zip_of([("x.zip" if number else "a.nav", content)])
    (tmp_path / "0.zip").write_bytes(content)
    result = check("0.zip", cwd=tmp_path)
    assert (result.code, result.text) == (3, "")
    assert result.err == ("navlint: cannot read 0.zip" + "!x.zip" * 5
                          + ": more than 5 archives in each other [limit:archiveDepth]\n")


# ---- damage ----


def test_every_cut(tmp_path):
    """Wherever an addon is cut: no verdict is made up, and nothing is lost without a word."""
    whole = gma_of([("a.nav", mesh()), ("b.nav", mesh(areas=30))])
    path = tmp_path / "x.gma"
    for length in range(0, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:length])
        reports, result = checked(path)
        assert result.code in (1, 3), length


def test_flipped_bytes(tmp_path):
    whole = zip_of([("x.gma", gma_of([("a.nav", mesh()), ("b.nav", mesh(areas=30))]))], zipfile.ZIP_STORED)
    for at in range(0, len(whole), max(1, len(whole) // 80)):
        (tmp_path / "x.zip").write_bytes(whole[:at] + bytes([whole[at] ^ 0x41]) + whole[at + 1:])
        result = check("--format", "ndjson", "x.zip", cwd=tmp_path)
        assert result.code in (0, 1, 3)
        if result.text:
            reports_of(result, "ndjson")


# ---- bombs ----


def limit_of(result):
    return [line.rpartition("[limit:")[2].rstrip("]") for line in lines_of(result.err) if "[limit:" in line]


def test_ratios_multiply_over_levels(tmp_path):
    """A zip in a zip: each level stays below the limit, both together do not."""
    inner = zip_of([("a.nav", mesh() + bytes(40 << 20))])
    middle = zip_of([(f"{number}.zip", inner) for number in range(200)])
    path = tmp_path / "x.zip"
    path.write_bytes(middle)
    peak, result = peak_bytes(program(), "check", "-q", path)
    assert result.code == 3 and limit_of(result) == ["archiveRatio"]
    assert is_sanitized() or peak < 200 << 20


def test_quine_like_nesting_ends(tmp_path):
    """Ten archives in each archive, six deep: a million files, if somebody entered them all."""
    content = mesh()
    for number in range(7):
        content = zip_of([(f"{other}.zip" if number else f"{other}.nav", content) for other in range(10)])
    path = tmp_path / "x.zip"
    path.write_bytes(content)
    peak, result = peak_bytes(program(), "check", "-q", path)
    assert result.code == 3 and "archiveDepth" in limit_of(result)
    assert is_sanitized() or peak < 100 << 20


def test_entries_are_counted_over_all_levels(tmp_path):
    inner = zip_of([(f"{number}.txt", b"") for number in range(10_000)])
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([(f"{number}.zip", inner) for number in range(10)]))
    result = check("x.zip", cwd=tmp_path)
    assert (result.code, limit_of(result)) == (3, ["archiveEntries"])
    assert result.err.startswith("navlint: cannot read x.zip: holds more than 65536 entries")


def test_addon_with_too_many_rows(tmp_path):
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of([(f"{number}", b"") for number in range(70_000)]))
    peak, result = peak_bytes(program(), "check", "-q", path)
    assert result.code == 3 and limit_of(result) == ["archiveEntries"]
    assert is_sanitized() or peak < 100 << 20


def test_bytes_are_counted_over_all_levels(tmp_path):
    path = tmp_path / "x.zip"
    inner = gma_of([(f"{number}.nav", mesh(areas=100)) for number in range(10)])
    path.write_bytes(zip_of([("x.gma", inner)]))
    assert check("--max-archive-bytes", str(2 * len(inner)), "x.zip", cwd=tmp_path).code == 0
    result = check("--max-archive-bytes", str(2 * len(inner) - 1000), "x.zip", cwd=tmp_path)
    assert (result.code, limit_of(result)) == (3, ["archiveBytes"])


@has("valve-vpk")
def test_members_that_share_bytes_count_each(tmp_path):
    """Twenty thousand entries of a package claim the same mesh: two gigabytes to judge in a megabyte."""
    content = mesh(areas=1200)
    whole, _ = vpk_of([("maps/a.nav", content)], volumes={"maps/a.nav": 0})
    row = vpk_row(len(content), crc32(content))
    tree = b"nav\0maps\0" + b"".join(b"%05x\0" % number + row for number in range(20_000)) + b"\0\0\0"
    path = tmp_path / "x.vpk"
    path.write_bytes(struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree + content)
    peak, result = peak_bytes(program(), "check", "-q", "--max-archive-bytes", "60M", path)
    assert (result.code, limit_of(result)) == (3, ["archiveBytes"])
    assert is_sanitized() or peak < 100 << 20
    peak, result = peak_bytes(program(), "check", "-q", path)
    assert (result.code, limit_of(result)) == (3, ["archiveRatio"])
    assert is_sanitized() or peak < 100 << 20


@has("gta-img")
def test_nodes_that_share_bytes_count_each(tmp_path):
    content = filled(bytes(20), 2048) * 512
    path = tmp_path / "x.img"
    path.write_bytes(img_of([(f"NODES{number}.DAT", content) for number in range(1)]
                            + [(f"NODES{number}.DAT", b"") for number in range(1, 64)], sectors=512))
    peak, result = peak_bytes(program(), "check", "-q", "--max-archive-bytes", "30M", path)
    assert result.code == 3 and limit_of(result) == ["archiveBytes"]
    assert is_sanitized() or peak < 200 << 20


@has("source-bsp")
@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA])
def test_packed_bomb_in_a_container(tmp_path, method):
    pakfile = pakfile_of([("maps/x.nav", mesh() + bytes(80 << 20)), ("maps/y.nav", mesh(ERROR))], method)
    path = tmp_path / "x.bsp"
    path.write_bytes(bsp_of([], pakfile=pakfile))
    peak, result = peak_bytes(program(), "check", path)
    assert result.code == 3 and "x.bsp!maps/y.nav:+0x" in result.text
    assert limit_of(result) == ["archiveRatio"] and "cannot read" in result.err and "maps/x.nav: " in result.err
    assert is_sanitized() or peak < 200 << 20


def test_names_do_not_fill_the_memory(tmp_path):
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of([(f"{number:05}" + "x" * 1000, b"") for number in range(60_000)]))
    peak, result = peak_bytes(program(), "check", "-q", path)
    assert result.code in (0, 1)
    assert is_sanitized() or peak < 500 << 20


@has("valve-vpk")
def test_volumes_claim_no_more_than_they_have(tmp_path):
    row = struct.pack("<IHHIIH", 0, 0, 0, 0, 0xfffffff0, 0xffff)
    tree = b"nav\0maps\0" + b"".join(b"%05x\0" % number + row for number in range(1000)) + b"\0\0\0"
    path = tmp_path / "x_dir.vpk"
    path.write_bytes(struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree)
    (tmp_path / "x_000.vpk").write_bytes(b"little")
    peak, result = peak_bytes(program(), "check", "-q", path)
    assert result.code == 3 and result.err.count("its archive x_000.vpk ends before it") == 1000
    assert is_sanitized() or peak < 100 << 20


# ---- places in the file on the disk ----


def test_places_of_the_outermost_file_in_text(tmp_path):
    """Behind the code, where the member stands open all the way out; as JSON has it."""
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of([("in.gma", gma_of([("maps/b.nav", mesh(ERROR))]))]))
    findings = checked(path)[0]["x.gma!in.gma!maps/b.nav"]["findings"]
    finding = next(row for row in findings if row["code"] == ERROR)
    line = next(line for line in lines_of(check("x.gma", cwd=tmp_path).text) if f"[{ERROR}]" in line)
    assert line.startswith(f"x.gma!in.gma!maps/b.nav:+0x{finding['offset']:x}: error: ")
    assert f" [{ERROR}] (+0x{finding['outerOffset']:x} in x.gma)" in line
    (tmp_path / "x.zip").write_bytes(zip_of([("x.gma", path.read_bytes())], zipfile.ZIP_STORED))
    assert " in x.zip)" not in check("x.zip", cwd=tmp_path).text and " in x.gma)" not in check("x.zip", cwd=tmp_path).text
    (tmp_path / "b.nav").write_bytes(mesh(ERROR))
    assert "(+0x" not in check("b.nav", cwd=tmp_path).text
    assert f" [{ERROR}] (+0x" in check("-", stdin=path.read_bytes()).text


@has("source-bsp")
def test_places_in_the_outermost_file(tmp_path):
    """Of what stands open all the way out, and of nothing else."""
    inner = [("maps/x.nav", mesh(ERROR))]
    whole = gma_of([("readme.txt", b"text"), ("maps/x.bsp", bsp_of(inner))])
    path = tmp_path / "x.gma"
    path.write_bytes(whole)
    reports, _ = checked(path)
    found = [finding for report in reports.values() for finding in report["findings"] if finding["code"] == ERROR]
    assert [finding["outerOffset"] for finding in found] == [whole.index(mesh(ERROR)) + found[0]["offset"]]
    assert not any("outerOffset" in finding for finding in reports["x.gma"]["findings"])
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("x.gma", whole)], zipfile.ZIP_STORED))
    assert "outerOffset" not in check("--format", "json", "x.zip", cwd=tmp_path).text
    path = tmp_path / "x.bsp"
    path.write_bytes(bsp_of([], pakfile=pakfile_of(inner, zipfile.ZIP_LZMA)))
    reports, _ = checked(path)
    assert reports["x.bsp!maps/x.nav"]["findings"]
    assert not any("outerOffset" in finding for finding in reports["x.bsp!maps/x.nav"]["findings"])


# ---- each kind of container ----


def maps_in(outer):
    """A mesh in the pakfile of a map in something."""
    return outer([("maps/x.bsp", bsp_of([("maps/x.nav", mesh(ERROR))]))])


@has("source-bsp")
@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_LZMA])
def test_mesh_in_the_pakfile_of_a_map(tmp_path, method):
    path = tmp_path / "x.bsp"
    path.write_bytes(bsp_of([("maps/x.nav", mesh(ERROR))], pakfile=pakfile_of([("maps/x.nav", mesh(ERROR))], method)))
    reports, result = checked(path)
    assert (result.code, result.err) == (1, "")
    assert list(reports) == ["x.bsp", "x.bsp!maps/x.nav"]
    assert reports["x.bsp!maps/x.nav"]["findings"][0]["code"] == ERROR


@has("source-bsp")
def test_release_as_it_is_shipped(tmp_path):
    """zip > gma > bsp > its pakfile > nav."""
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("addon.gma", maps_in(gma_of))]))
    reports, result = checked(path)
    assert (result.code, result.err) == (1, "")
    assert list(reports) == ["x.zip!addon.gma", "x.zip!addon.gma!maps/x.bsp", "x.zip!addon.gma!maps/x.bsp!maps/x.nav"]


@has("source-bsp")
def test_sum_of_a_packed_member(tmp_path):
    pakfile = bytearray(pakfile_of([("maps/x.nav", mesh(ERROR))], zipfile.ZIP_LZMA))
    for mark, at in ((b"PK\x01\x02", 16), (b"PK\x03\x04", 14)):
        pakfile[pakfile.index(mark) + at] ^= 1
    path = tmp_path / "x.bsp"
    path.write_bytes(bsp_of([], pakfile=bytes(pakfile)))
    reports, result = checked(path)
    assert result.code == 3 and "x.bsp!maps/x.nav" not in reports
    assert result.err == ("navlint: cannot read x.bsp!maps/x.nav: its CRC-32 is 0x%08x, not 0x%08x\n"
                          % (crc32(mesh(ERROR)), crc32(mesh(ERROR)) ^ 1))


@has("valve-vpk")
@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("preload", [0, 5, 10_000])
def test_package(tmp_path, version, preload):
    path = tmp_path / "x.vpk"
    path.write_bytes(vpk_of([("maps/x.bsp", b"none"), ("maps/x.nav", mesh(ERROR))], version, preload=preload))
    reports, result = checked(path)
    assert (result.code, result.err) == (1, "")
    assert reports["x.vpk!maps/x.nav"]["findings"][0]["code"] == ERROR


VOLUMES = [("maps/a.nav", mesh(ERROR)), ("maps/b.nav", mesh()), ("x.txt", b"text"), ("y.txt", b"more")]


@has("valve-vpk")
@pytest.mark.parametrize("preload", [0, 10])
def test_package_in_several_files(tmp_path, preload):
    whole, files = vpk_of(VOLUMES, volumes={"maps/a.nav": 0, "maps/b.nav": 3, "x.txt": 3, "y.txt": 4}, preload=preload)
    path = tmp_path / "pak01_dir.vpk"
    path.write_bytes(whole)
    (tmp_path / "pak01_000.vpk").write_bytes(files[0])
    reports, result = checked(path)
    assert result.code == 3 and reports["pak01_dir.vpk!maps/a.nav"]["verdict"] == "invalid"
    assert "navlint: cannot read pak01_dir.vpk!maps/b.nav: its archive pak01_003.vpk is not here\n" in result.err
    (tmp_path / "pak01_003.vpk").write_bytes(files[3])
    reports, result = checked(path)
    assert reports["pak01_dir.vpk!maps/b.nav"]["verdict"] == "valid"
    assert "x.txt" not in result.err and "y.txt" not in result.err
    (tmp_path / "pak01_003.vpk").write_bytes(files[3][:5])
    reports, result = checked(path)
    assert result.code == 3 and "maps/b.nav: its archive pak01_003.vpk ends before it\n" in result.err


HOLDERS = {"gma": gma_of, "vpk": vpk_of, "fpk": fpk_of, "bsp": lambda members: bsp_of(members, pakfile=pakfile_of(members)),
           **{kind: lambda members, kind=kind: packed(members, kind) for kind in ("zip", "tar", "7z")}}


def package_of(names=("d/pak01_dir.vpk", "d/pak01_000.vpk", "d/pak01_003.vpk"), preload=0):
    """Of two meshes each in a file of its own, and of one in the directory's."""
    members = [*VOLUMES[:2], ("maps/c.nav", mesh(WARNING))]
    whole, files = vpk_of(members, volumes={"maps/a.nav": 0, "maps/b.nav": 3}, preload=preload)
    return list(zip(names, (whole, files[0], files[3])))


@has("valve-vpk")
@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize("is_reversed", [False, True])
def test_package_in_several_files_of_an_archive(tmp_path, holder, is_reversed):
    path = tmp_path / f"x.{holder}"
    path.write_bytes(HOLDERS[holder](package_of(preload=5)[::-1 if is_reversed else 1]))
    reports, result = checked(path)
    inner = f"x.{holder}!d/pak01_dir.vpk"
    assert result.err == "" and result.code == 1
    assert [reports[f"{inner}!maps/{name}.nav"]["verdict"] for name in "abc"] == ["invalid", "valid", "valid"]
    assert not any("pak01_00" in name for name in reports)


@has("valve-vpk")
def test_package_in_an_addon_in_an_archive(tmp_path):
    """Its files are those beside it, and no others."""
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of([("in.gma", gma_of(package_of()[:2])), *package_of()[2:]]))
    reports, result = checked(path)
    inner = "x.zip!in.gma!d/pak01_dir.vpk"
    assert result.err == f"navlint: cannot read {inner}!maps/b.nav: its archive pak01_003.vpk is not here\n"
    assert result.code == 3 and reports[f"{inner}!maps/a.nav"]["verdict"] == "invalid"


@has("valve-vpk")
@pytest.mark.parametrize("names,is_found", [
    (("d/pak01_dir.vpk", "D/PAK01_000.VPK", "d/Pak01_003.vpk"), True), (("d/PAK01_DIR.VPK", "d/pak01_000.vpk", "d/pak01_003.vpk"), True),
    (("d/pak01_dir.vpk", "pak01_000.vpk", "d/e/pak01_003.vpk"), False), (("d/pak01_dir.vpk", "d/pak02_000.vpk", "d/pak01_03.vpk"), False)])
def test_names_of_files_of_a_package(tmp_path, names, is_found):
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of(package_of(names)))
    reports, result = checked(path)
    assert (f"x.gma!{names[0]}!maps/a.nav" in reports) == is_found
    assert result.err.count(" is not here\n") == (0 if is_found else 2)


@has("valve-vpk")
def test_places_in_a_package_in_several_files(tmp_path):
    """What stands in the directory's own file has its place in the addon, what stands beside it has none."""
    path = tmp_path / "x.gma"
    whole = gma_of(package_of())
    path.write_bytes(whole)
    reports, _ = checked(path)
    place = whole.index(mesh(WARNING))
    for finding in reports["x.gma!d/pak01_dir.vpk!maps/c.nav"]["findings"]:
        assert finding["outerOffset"] == place + finding["offset"]
    assert not any("outerOffset" in finding for finding in reports["x.gma!d/pak01_dir.vpk!maps/a.nav"]["findings"])


@has("valve-vpk")
@pytest.mark.parametrize("holder", ["gma", "zip"])
def test_files_of_a_package_within_the_allowance(tmp_path, holder):
    """Twenty thousand entries claim the same mesh in the file beside them."""
    content = mesh(areas=1200)
    row = vpk_row(len(content), crc32(content), number=0)
    tree = b"nav\0maps\0" + b"".join(b"%05x\0" % number + row for number in range(20_000)) + b"\0\0\0"
    path = tmp_path / f"x.{holder}"
    path.write_bytes(HOLDERS[holder]([("p_000.vpk", content), ("p_dir.vpk", struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree)]))
    peak, result = peak_bytes(program(), "check", "-q", "--max-archive-bytes", "60M", path)
    assert (result.code, limit_of(result)) == (3, ["archiveBytes"])
    assert is_sanitized() or peak < 100 << 20


# ---- sets ----


def nodes():
    """The 64 files of a map; the corpus has none as a whole, the samples may."""
    folder = SAMPLES.parent / "gta-nodes"
    files = {path.name.upper(): path for path in sorted(folder.rglob("*")) if re.fullmatch(r"(?i)nodes\d+\.dat", path.name)}
    if len(files) < 64:
        pytest.skip("no whole map among the samples")
    return [(f"NODES{number}.DAT", files[f"NODES{number}.DAT"].read_bytes()) for number in range(64)]


@has("gta-img")
def test_map_in_an_image_is_judged_as_loose_files_are(tmp_path):
    members = nodes()
    (tmp_path / "loose").mkdir()
    for name, content in members:
        (tmp_path / "loose" / name).write_bytes(content)
    (tmp_path / "x.img").write_bytes(img_of(members))
    loose = reports_of(check("--format", "json", "loose", cwd=tmp_path))
    inside = reports_of(check("--format", "json", "x.img", cwd=tmp_path))
    assert names_of(inside) == ["x.img", "x.img"]
    ours = {member["input"]["name"].split("!")[-1]: member["findings"] for member in inside[1]["members"]}
    theirs = {member["input"]["name"].split("/")[-1]: member["findings"] for member in loose[0]["members"]}
    assert {name: [found["code"] for found in findings if found["code"] != "NODES_SIZE_TRAIL"]
            for name, findings in ours.items()} == {name: codes_of({"findings": findings})
                                                    for name, findings in theirs.items()}


def mesh2():
    """A navigation mesh of the Fox Engine that the corpus has."""
    for path in sorted((ROOT / "corpus" / "mgs_nav2").rglob("*.nav2")):
        if run("check", "-q", path).code == 0:
            return path.read_bytes()
    return pytest.skip("no sound mesh in the corpus")


@has("fox-fpk")
def test_meshes_of_all_packs_of_an_archive_are_one_set(tmp_path):
    packs = [(f"Assets/{number}.fpk", fpk_of([(f"/Assets/tpp/{number}_nav.nav2", mesh2())])) for number in range(3)]
    path = tmp_path / "x.mgsv"
    path.write_bytes(zip_of(packs))
    reports = reports_of(check("--format", "json", "x.mgsv", cwd=tmp_path))
    assert names_of(reports) == [*(f"x.mgsv!{name}" for name, _ in packs), "x.mgsv"]
    assert [member["input"]["name"] for member in reports[-1]["members"]] == [
        f"x.mgsv!Assets/{number}.fpk!Assets/tpp/{number}_nav.nav2" for number in range(3)]


# ---- samples ----


CONTAINERS = SAMPLES.parent / "containers"


@pytest.mark.skipif(not CONTAINERS.is_dir(), reason="no samples here")
def test_samples():
    """No real file makes the command stumble, and what holds navigation is seen to."""
    rows = [line.split("\t") for line in (CONTAINERS / "INDEX.tsv").read_text().splitlines()[1:]]
    for row in rows:
        result = check("--format", "ndjson", row[0], cwd=CONTAINERS)
        assert result.code in (0, 1, 3), row[0]
        reports = reports_of(result, "ndjson") if result.text else []
        if row[0].startswith(("fpk/", "bsp/")) and row[0].endswith((".fpk", ".bsp")):
            assert reports, row[0]


# ---- list, extract, dump ----


@pytest.fixture
def release(tmp_path):
    (tmp_path / "x.zip").write_bytes(zip_of([("d/in.gma", gma_of(MEMBERS)), ("x!y.txt", b"mark"), ("z.txt", b"text")]))
    return tmp_path


def listed(*words, **more):
    document = json.loads(run("list", "--format", "json", *words, **more).text)
    jsonschema.Draft202012Validator(schema_of("list")).validate(document)
    return document


def test_list(release):
    assert run("list", "x.zip!d/in.gma", cwd=release).text == "".join(
        f"{len(content):12}  stored   {'-' if name == 'readme.txt' else 'source-nav':<14} {name}\n"
        for name, content in MEMBERS)
    outer = listed("x.zip", cwd=release)
    assert outer["whole"] and [member["format"] for member in outer["members"]] == ["gmod-gma", None, None]
    inner = listed("x.zip!d/in.gma", cwd=release)
    whole = gma_of(MEMBERS)
    for member, (name, content) in zip(inner["members"], MEMBERS):
        assert (member["name"], member["size"], member["packing"]) == (name, len(content), "stored")
        assert whole[member["offset"]:member["offset"] + member["length"]] == content


def test_list_says_what_it_cannot_read(release):
    (release / "cut.gma").write_bytes(gma_of(MEMBERS)[:-100])
    problems = [member.get("problem") for member in listed("cut.gma", cwd=release)["members"]]
    assert problems[0] is None and problems[-1] == "its bytes are not all there"
    (release / "cut.tar").write_bytes(tar_of(MEMBERS)[:1300])
    result = run("list", "--format", "json", "cut.tar", cwd=release)
    assert result.code == 3 and not json.loads(result.text)["whole"] and "cannot read cut.tar: Truncated" in result.err


@pytest.mark.parametrize("name,problem", [
    ("none.zip", "No such file or directory"), ("x.zip!none", "no member is called none"), (".", "Is a directory"),
    ("x.zip!z.txt", "neither an archive nor a container"), ("x.zip!d/in.gma!none", "no member is called none"),
    ("x.zip!z.txt!none", "neither an archive nor a container")])
def test_places_that_are_not_there(release, name, problem):
    result = run("list", name, cwd=release)
    assert (result.code, result.out, result.err) == (3, b"", f"navlint: cannot read {name}: {problem}\n")


def test_extract(release):
    for name, content in MEMBERS:
        assert run("extract", f"x.zip!d/in.gma!{name}", "-o", "-", cwd=release).out == content
    assert run("extract", "x.zip!x!y.txt", "-o", "-", cwd=release).out == b"mark"
    before = sorted(release.rglob("*"))
    result = run("extract", "x.zip!d/in.gma!maps/a.nav", "-o", "out.nav", cwd=release)
    assert (result.code, result.out, result.err) == (0, b"", "")
    assert (release / "out.nav").read_bytes() == MEMBERS[0][1]
    assert sorted(release.rglob("*")) == sorted([*before, release / "out.nav"])
    assert run("extract", "x.zip!z.txt", cwd=release).code == 2


def test_extract_of_hostile_names(release):
    (release / "bad.gma").write_bytes(gma_of([("../../x.nav", mesh()), ("/etc/x.nav", mesh())]))
    before = sorted(release.rglob("*"))
    for name in ("../../x.nav", "/etc/x.nav"):
        assert run("extract", f"bad.gma!{name}", "-o", "-", cwd=release).out == mesh()
    assert sorted(release.rglob("*")) == before


def raw_packed(members, kind):
    """As packed, with names of whatever bytes."""
    if kind == "tar":
        return tar_of([(os.fsdecode(name), content) for name, content in members])
    substitutes = [chr(ord("A") + number) * len(name) for number, (name, _) in enumerate(members)]
    stand_in = [(substitute, content) for substitute, (_, content) in zip(substitutes, members)]
    whole = gma_of(stand_in, crc=False) if kind == "gma" else zip_of(stand_in, zipfile.ZIP_STORED)
    for substitute, (name, _) in zip(substitutes, members):
        whole = whole.replace(substitute.encode(), name)
    return whole


@pytest.mark.parametrize("kind", ["zip", "tar", "gma"])
def test_members_by_names_as_shown(tmp_path, kind):
    inner = raw_packed([(b"\xc0\x1b.nav", mesh(ERROR))], "zip")
    (tmp_path / "x").write_bytes(raw_packed([(b"a.txt", b"text"), (b"\xe4.nav", mesh()), (b"in/\xff.zip", inner)], kind))
    for shown, raw, expected in ((r"x!\xe4.nav", b"x!\xe4.nav", mesh()),
                                 (r"x!in/\xff.zip!\xc0\x1b.nav", b"x!in/\xff.zip!\xc0\x1b.nav", mesh(ERROR))):
        for name in (shown, raw):
            result = run("extract", name, "-o", "-", cwd=tmp_path)
            assert (result.code, result.err, result.out) == (0, "", expected)
            assert run("dump", name, cwd=tmp_path).code == 0
    assert [member["name"] for member in listed("x", cwd=tmp_path)["members"]] == ["a.txt", r"\xe4.nav", r"in/\xff.zip"]
    assert r"\xc0\x1b.nav" in run("list", r"x!in/\xff.zip", cwd=tmp_path).text
    for name in (r"\xe5.nav", r"\xe4.na", r"\xe4.nav2", r"\xE4.nav", r"\x61.txt"):
        result = run("extract", f"x!{name}", "-o", "-", cwd=tmp_path)
        assert (result.code, result.err) == (3, f"navlint: cannot read x!{name}: no member is called {name}\n")


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_names_as_shown_from_a_pipe(kind):
    """Longer than what is read to see what it is."""
    content = raw_packed([(b"first", bytes(range(256)) * 1024), (b"\xe4.nav", mesh()), (b"last", b"")], kind)
    assert run("extract", "-o", "-", "--", r"-!\xe4.nav", stdin=content).out == mesh()


@pytest.mark.parametrize("kind", ["tar", "gma"])
def test_the_name_itself_goes_before_one_that_is_shown_so(tmp_path, kind):
    members = [(b"\xe4\\xe4", b"first"), (b"\\xe4\xe4", b"second"), (rb"\xe4\xe4", b"called so")]
    (tmp_path / "x").write_bytes(raw_packed(members, kind))
    assert run("extract", r"x!\xe4\xe4", "-o", "-", cwd=tmp_path).out == b"called so"
    (tmp_path / "x").write_bytes(raw_packed(members[:2], kind))
    assert run("extract", r"x!\xe4\xe4", "-o", "-", cwd=tmp_path).out == b"first"


def test_extract_of_a_package_in_several_files(tmp_path):
    whole, files = vpk_of(VOLUMES, volumes={"maps/a.nav": 0, "maps/b.nav": 3}, preload=7)
    (tmp_path / "pak01_dir.vpk").write_bytes(whole)
    (tmp_path / "pak01_000.vpk").write_bytes(files[0])
    assert run("extract", "pak01_dir.vpk!maps/a.nav", "-o", "-", cwd=tmp_path).out == mesh(ERROR)
    result = run("extract", "pak01_dir.vpk!maps/b.nav", "-o", "-", cwd=tmp_path)
    assert (result.code, result.out) == (3, b"") and "its archive pak01_003.vpk is not here" in result.err


def test_dump_of_a_member(release):
    (release / "a.nav").write_bytes(MEMBERS[0][1])
    assert run("dump", "x.zip!d/in.gma!maps/a.nav", cwd=release).out == run("dump", "a.nav", cwd=release).out


def test_a_file_with_a_mark_in_its_name(release):
    (release / "x.zip!z.txt").write_bytes(gma_of(MEMBERS))
    assert [member["name"] for member in listed("x.zip!z.txt", cwd=release)["members"]] == [name for name, _ in MEMBERS]


# ---- A map beside its mesh ----

@pytest.mark.parametrize("code", ["NAV_MAP_SIZE", "NAV_MAP_ENGINE"])
def test_a_mesh_is_held_against_the_map_beside_it(tmp_path, code):
    with tarfile.open(ROOT / "corpus" / "source_nav" / "witness" / f"{code}.tar") as files:
        mesh_bytes, map_bytes = (files.extractfile(name).read() for name in ("a.nav", "a.bsp"))
    (tmp_path / "a.nav").write_bytes(mesh_bytes)
    assert code not in run("check", str(tmp_path / "a.nav")).text
    (tmp_path / "b.bsp").write_bytes(map_bytes)
    assert code not in run("check", str(tmp_path)).text
    (tmp_path / "a.bsp").write_bytes(map_bytes)
    assert code in run("check", str(tmp_path / "a.nav")).text
    assert run("check", str(tmp_path)).text.count(code) == 1
    assert code in run("check", "--max-bytes", "1000", str(tmp_path / "a.nav")).text  # no more is read than its start


@pytest.mark.skipif(not (SAMPLES.parent / "containers" / "bsp").is_dir(), reason="the samples are absent")
def test_real_pairs():
    """As their index says: of awp_map, cs_deagle5 and the like some meshes are older than their maps."""
    folder = SAMPLES.parent / "containers" / "bsp"
    for path in sorted(folder.glob("*.nav")):
        stored = {fact: value for fact, value in json.loads(run("check", "--format", "json", str(path)).text)["facts"].items()}["bspSize"]
        has_other_size = stored != path.with_suffix(".bsp").stat().st_size
        assert ("NAV_MAP_SIZE" in run("check", str(path)).text) == has_other_size, path.name
