"""Real tiles and files of Obj2Nav2: no tile has an error or a warning, what is odd is exactly what the
room's README counts, and the tool's habits are named (parsers/mgs_nav2/README.md).

NAVLINT_SAMPLES names the folder of real files, if it is not ../shared/samples; without it the tests
skip.
"""

import collections
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULT = ROOT.parent / "shared" / "samples"
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", DEFAULT)) / "mgs-nav2"

pytestmark = pytest.mark.skipif(
    not (SAMPLES / "retail").exists(), reason=f"there are no real files in {SAMPLES}"
)

RETAIL = sorted((SAMPLES / "retail").glob("*.nav2"))
REMARKS = {
    "NAV2_EMPTY": 1,
    "NAV2_GEO_DEGENERATE": 4,
    "NAV2_GEO_UNUSED": 6,
    "NAV2_GEO_WINDING": 24,
}
TOTALS = {
    "groups": 161,
    "chunks": 644,
    "segments": 4375,
    "nodes": 68293,
    "edges": 95877,
    "faces": 31959,
    "vertices": 40709,
}
SET_FACTS = {
    "files": 36,
    "splitSets": 2,
    "groups": 161,
    "linksBetweenTiles": 1374,
    "joinedLinksBetweenTiles": 360,
}
# What every file of Obj2Nav2 has.
HABITS = {
    "NAV2_O2N_ID",
    "NAV2_O2N_BASES",
    "NAV2_O2N_DESCS_SIZE",
    "NAV2_O2N_DESC_ORDER",
    "NAV2_O2N_NODE_COUNTS",
}
LAID_OUT = HABITS | {"NAV2_O2N_FACE_SEGMENTS", "NAV2_O2N_WEIGHT"}
GRID = LAID_OUT | {"NAV2_O2N_NO_NODES", "NAV2_O2N_CROSSINGS"}
TOOL_MADE = {
    "empty": (HABITS | {"NAV2_O2N_EMPTY_CELLS", "NAV2_O2N_DIVISOR", "NAV2_SEARCH_CELL"}, "invalid"),
    "hills": ({"NAV2_O2N_SHIFTED"}, "invalid"),
    "quad": ({"NAV2_O2N_SHIFTED"}, "invalid"),
    "j_flat": (GRID, "valid"),
    "j_hole": (GRID | {"NAV2_O2N_EMPTY_CELLS", "NAV2_O2N_DROPPED_CELLS"}, "invalid"),
    "overflow85": (LAID_OUT | {"NAV2_O2N_EMPTY_CELLS", "NAV2_O2N_COUNT_WRAP"}, "valid"),
}


def run(*arguments):
    command = os.environ.get("NAVLINT_BIN")
    assert command, "NAVLINT_BIN does not name the command"
    return subprocess.run([command, *arguments], capture_output=True, timeout=120, check=False)


def check(path):
    result = run("check", "--pedantic", "--format", "ndjson", "--max-findings-per-rule", "1000", str(path))
    assert result.returncode in (0, 1), result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(scope="module")
def retail():
    """The reports of all tiles judged together, by name, and that of the set."""
    *members, whole = check(SAMPLES / "retail")
    return {pathlib.PurePath(m["input"]["name"]).name: m for m in members}, whole


def test_real_tiles_have_exactly_the_known_remarks(retail):
    members, whole = retail
    findings = [f for report in members.values() for f in report["findings"]]
    assert len(members) == len(RETAIL) == 36
    assert {f["severity"] for f in findings} == {"info"}
    assert collections.Counter(f["code"] for f in findings) == REMARKS
    assert whole["findings"] == [] and whole["verdict"] == "valid"


def test_real_tiles_are_understood_to_their_last_byte(retail):
    for report in retail[0].values():
        assert report["verdict"] == "valid"
        assert report["format"]["version"] == "201403242"
        assert report["coverage"]["unclaimed"] == []


def test_records_are_counted(retail):
    facts = [report["facts"] for report in retail[0].values()]
    assert {name: sum(f[name] for f in facts) for name in TOTALS} == TOTALS


def test_bounds_are_those_of_the_tile(retail):
    """The name of a tile is its place: 101 more than its number, 128 metres a tile."""
    for name, report in retail[0].items():
        facts = report["facts"]
        if facts["vertices"] == 0:
            continue
        numbers = [int(part) for part in name.replace("large_", "").split("_")[1:3]]
        assert [facts["tileX"] + 101, facts["tileZ"] + 101] == numbers
        for axis, number in zip("XZ", numbers):
            west = (number - 101 - 32) * 128
            assert west <= facts["min" + axis] < facts["max" + axis] <= west + 128.01


def test_split_sets_and_neighbours_are_joined(retail):
    assert retail[1]["facts"] == SET_FACTS


def test_a_file_alone_has_what_it_has_among_the_others(retail):
    for path in RETAIL:
        (alone,) = check(path)
        assert alone["findings"] == retail[0][path.name]["findings"]


@pytest.mark.parametrize("path", RETAIL[::6], ids=lambda path: path.name)
def test_the_dump_shows_every_byte_once(path):
    result = run("dump", "--format", "json", str(path))
    fields = json.loads(result.stdout)["fields"]
    at = 0
    for field in fields:
        assert field["offset"] == at, field
        at += field["length"]
    assert at == path.stat().st_size
    assert len({field["path"] for field in fields}) == len(fields)


@pytest.mark.parametrize("path", RETAIL, ids=lambda path: path.name)
def test_the_drawing_has_all_vertices_and_faces(path, retail):
    result = run("dump", "--format", "obj", str(path))
    facts = retail[0][path.name]["facts"]
    kinds = collections.Counter(line.split(b" ")[0] for line in result.stdout.splitlines())
    assert result.returncode == 0, result.stderr
    assert kinds[b"v"] == facts["vertices"]
    assert kinds[b"f"] == facts["faces"]
    assert kinds[b"o"] == facts["groups"]


@pytest.mark.parametrize("name", sorted(TOOL_MADE))
def test_habits_of_obj2nav2_are_named(name):
    codes, verdict = TOOL_MADE[name]
    (report,) = check(SAMPLES / "obj2nav2" / f"obj2nav2_{name}.nav2")
    assert {f["code"] for f in report["findings"]} == codes
    assert report["verdict"] == verdict


@pytest.mark.parametrize("name", sorted(TOOL_MADE))
def test_files_of_obj2nav2_are_valid_after_their_fix(name, tmp_path):
    path = tmp_path / "fixed.nav2"
    run("fix", "--unsafe", "-o", path, SAMPLES / "obj2nav2" / f"obj2nav2_{name}.nav2")
    (report,) = check(path)
    assert report["verdict"] == "valid"


@pytest.mark.parametrize("path", RETAIL, ids=lambda path: path.name)
def test_real_tiles_need_no_fix(path):
    assert run("fix", "--unsafe", path).stdout == path.read_bytes()
