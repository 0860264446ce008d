"""Real maps (containers/source_bsp/README.md): none has more than infos, and their members are those that
the table of samples names.

NAVLINT_SAMPLES names the folder of samples, if it is not ../shared/samples; without it all of this skips.
"""

import csv
import json
import os
import pathlib
import re
import subprocess
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALL_SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", ROOT.parent / "shared" / "samples"))
SAMPLES = ALL_SAMPLES / "containers"
NAVLINT = os.environ.get("NAVLINT_BIN")

# dialect, version, entries, navigation meshes
MAPS = {
    "aimtraindriving_v3": ("source", "21", 15, 1),
    "awp_map": ("goldsrc", "30", None, None),
    "cs_deagle5": ("goldsrc", "30", None, None),
    "csgo_tooltextures": ("source", "21", 2, 0),
    "cstanks-test": ("source", "21", None, 0),
    "env_gunfire_test": ("source", "21", 3, 1),
    "gmod_tooltextures": ("source", "20", 0, 0),
    "l4d2_tooltextures": ("left4dead2", "21", 2, 0),
    "siob_debugtest": ("source", "20", 5, 0),
    "test_speakers": ("source", "19", 4, 0),
}

pytestmark = pytest.mark.skipif(not SAMPLES.exists(), reason=f"there are no files in {SAMPLES}")


def run(*arguments):
    assert NAVLINT, "NAVLINT_BIN does not name the command"
    return subprocess.run([NAVLINT, *arguments], capture_output=True, timeout=60, check=False)


def rows():
    with (SAMPLES / "INDEX.tsv").open(encoding="utf-8") as table:
        return [row for row in csv.DictReader(table, delimiter="\t") if re.fullmatch(r"bsp/.*\.bsp", row["file"])]


def path_of(name):
    return SAMPLES / "bsp" / f"{name}.bsp"


def check(path):
    reports = json.loads(run("check", "--format", "json", "--pedantic", str(path)).stdout)
    return reports[0] if isinstance(reports, list) else reports  # the map's, before its members'


def dumped(path):
    fields = json.loads(run("dump", "--format", "json", str(path)).stdout)
    return fields["fields"] if isinstance(fields, dict) else fields


def test_every_map_of_the_table_is_known():
    assert {pathlib.Path(row["file"]).stem for row in rows()} == set(MAPS)


@pytest.mark.parametrize("name", MAPS)
def test_a_map_as_it_was_shipped_is_valid(name):
    report = check(path_of(name))
    dialect, version, entries, navs = MAPS[name]
    assert (report["verdict"], report["summary"]["errors"], report["summary"]["warnings"]) == ("valid", 0, 0)
    assert (report["format"]["dialect"], report["format"]["version"]) == (dialect, version)
    assert entries in (None, report["facts"].get("entries"))
    assert report["facts"].get("navs") == navs
    assert report["coverage"]["unclaimed"] == []


@pytest.mark.parametrize("name", MAPS)
def test_the_table_says_the_size(name):
    (row,) = (row for row in rows() if pathlib.Path(row["file"]).stem == name)
    assert check(path_of(name))["input"]["bytes"] == int(row["bytes"])


@pytest.mark.parametrize("name", MAPS)
def test_only_the_mesh_of_another_size_is_told(name):
    findings = [(f["code"], f["actual"], f["expected"]) for f in check(path_of(name))["findings"]]
    own = 30 + 46 + 2 * len("maps/aimtraindriving_v3.nav")
    is_old = name == "aimtraindriving_v3"
    assert [code for code, _, _ in findings] == ["BSP_NAV_SIZE_EMBEDDED"] * is_old
    assert all(actual == 909744 and expected < 3017916 - own for _, actual, expected in findings)


def test_an_embedded_mesh_takes_what_the_map_has_grown_by():
    facts = check(path_of("env_gunfire_test"))["facts"]
    assert facts["navEntryBytes"] == 274056 - 264680 == 9376


@pytest.mark.parametrize("name", [name for name in MAPS if MAPS[name][0] != "goldsrc"])
def test_members_have_the_sum_that_the_directory_says(name):
    data = path_of(name).read_bytes()
    fields = {field["path"]: field for field in dumped(path_of(name))}
    number = 0
    while f"/pakfile/entries/{number}/crc32" in fields:
        inside = f"/pakfile/files/{number}/"
        parts = [f for path, f in fields.items() if path == inside + "data" or path.startswith(inside + "nav/")]
        start = min(field["offset"] for field in parts)
        length = fields[f"/pakfile/entries/{number}/packedLength"]["value"]
        assert zlib.crc32(data[start : start + length]) == fields[f"/pakfile/entries/{number}/crc32"]["value"]
        number += 1


@pytest.mark.parametrize("name", MAPS)
def test_a_map_that_was_cut_off_is_not_valid(name, tmp_path):
    data = path_of(name).read_bytes()
    cut = tmp_path / f"{name}.bsp"
    for length in (40, len(data) // 3, len(data) - 16):
        cut.write_bytes(data[:length])
        (line, *_) = run("check", "--format", "ndjson", "--input-format", "source-bsp", str(cut)).stdout.splitlines()
        assert json.loads(line)["verdict"] == "invalid"
