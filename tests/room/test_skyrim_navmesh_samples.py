"""Real plugins: what the index counts in them is what navlint counts, each byte is understood, and
errors are those that the fact sheet explains (parsers/skyrim_navmesh/README.md).

NAVLINT_SAMPLES names the folder of real files, if it is not ../shared/samples; without it the tests
skip.
"""

import csv
import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULT = ROOT.parent / "shared" / "samples"
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", DEFAULT)) / "skyrim"
INDEX = SAMPLES / "INDEX.tsv"

pytestmark = pytest.mark.skipif(not INDEX.exists(), reason=f"there are no real files in {SAMPLES}")


def read_index():
    if not INDEX.exists():
        return []
    with INDEX.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


ROWS = read_index()
SKYRIM = [row for row in ROWS if int(row["form_version"]) < 100]
FALLOUT = [row for row in ROWS if int(row["form_version"]) >= 100]


def rows(of):
    return pytest.mark.parametrize("row", of, ids=[row["file"] for row in of])


# FormIDs of a master that was removed by hand: the second error of the index's authors. Deleted
# navmeshes, the first one, are counted in the index.
BAD_MASTER = {"Voxtric__Skyrim-Mod/Grandiloquent.esp": {"SKYRIM_NVMI_MASTER", "SKYRIM_NVNM_MASTER"}}

DELETED = {"SKYRIM_NAVM_DELETED", "SKYRIM_NAVM_DELETED_LISTED"}


def run(*arguments):
    command = os.environ.get("NAVLINT_BIN")
    assert command, "NAVLINT_BIN does not name the command"
    return subprocess.run([command, *arguments], capture_output=True, timeout=120, check=False)


def check(path):
    result = run("check", "--format", "ndjson", "--max-findings-per-rule", "1000", str(path))
    assert result.returncode in (0, 1, 3), result.stderr
    (report,) = [json.loads(line) for line in result.stdout.splitlines()]
    return report


@rows(SKYRIM)
def test_counts_are_those_of_the_index(row):
    facts = check(SAMPLES / row["file"])["facts"]
    assert facts["formVersion"] == int(row["form_version"])
    assert facts["nvmi"] == int(row["nvmi"])
    assert facts["navm"] == int(row["navm"])
    assert facts["navmDeleted"] == int(row["navm_deleted"])


@rows(SKYRIM)
def test_a_plugin_is_understood_to_its_last_byte(row):
    report = check(SAMPLES / row["file"])
    assert report["format"]["id"] == "skyrim-navmesh"
    assert report["coverage"]["unclaimed"] == []
    assert "limit" not in report


@rows(SKYRIM)
def test_errors_are_those_that_are_explained(row):
    report = check(SAMPLES / row["file"])
    errors = [f["code"] for f in report["findings"] if f["severity"] == "error"]
    deleted = [code for code in errors if code in DELETED]
    assert len(deleted) == int(row["navm_deleted"])
    assert set(errors) - DELETED == BAD_MASTER.get(row["file"], set())
    assert report["verdict"] == ("invalid" if errors else "valid")


@rows(SKYRIM)
def test_references_into_masters_are_counted_once(row):
    report = check(SAMPLES / row["file"])
    absent = [f for f in report["findings"] if f["code"] == "SKYRIM_MASTERS_ABSENT"]
    assert len(absent) == (1 if int(row["nvmi"]) > 1 else 0)


@rows(FALLOUT)
def test_plugins_of_other_games_are_named(row):
    report = check(SAMPLES / row["file"])
    assert report["verdict"] == "indeterminate"
    assert report["limit"]["name"] == "unsupported"
    assert "Fallout 4" in report["limit"]["message"]
    assert report["findings"] == []


def test_the_dump_shows_every_byte_of_a_plugin():
    row = min(SKYRIM, key=lambda r: int(r["size"]))
    result = run("dump", "--format", "json", str(SAMPLES / row["file"]))
    assert result.returncode == 0, result.stderr
    fields = json.loads(result.stdout)["fields"]
    end = 0
    for field in (f for f in fields if "encoding" not in f):
        assert field["offset"] == end, field
        end += field["length"]
    assert end == int(row["size"])


def test_a_navmesh_is_drawn_as_one_object():
    row = max(SKYRIM, key=lambda r: int(r["navm"]))
    result = run("dump", "--format", "obj", str(SAMPLES / row["file"]))
    assert result.returncode == 0, result.stderr
    lines = result.stdout.decode().splitlines()
    live = int(row["navm"]) - int(row["navm_deleted"])
    assert sum(line.startswith("o ") for line in lines) == live
    facts = check(SAMPLES / row["file"])["facts"]
    assert sum(line.startswith("v ") for line in lines) == facts["vertices"]
    assert sum(line.startswith("f ") for line in lines) == facts["triangles"]
