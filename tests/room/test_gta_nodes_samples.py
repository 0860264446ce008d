"""The retail map and its conversions: no file has an error, and what is odd is exactly what the fact
sheet counts (parsers/gta_nodes/README.md).

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
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", DEFAULT)) / "gta-nodes"

pytestmark = pytest.mark.skipif(
    not (SAMPLES / "retail").exists(), reason=f"there are no real files in {SAMPLES}"
)

# Over all 64 files judged together. The four links whose navi node leads elsewhere are those that
# break the direction rule as well: one finding tells both.
EXCEPTIONS = {
    "NODES_FLAG_SPEED_NONE": 112,
    "NODES_LINK_DUP": 4,
    "NODES_NAVI_ENDPOINT": 4,
    "NODES_NAVI_LANES": 12,
    "NODES_NAVI_OWNER": 8,
    "NODES_NAVI_USED": 2,
    "NODES_NAVI_WIDTH_COPY": 22,
}
SET_FACTS = {
    "areas": 64,
    "nodes": 68237,
    "vehicleNodes": 30587,
    "pedNodes": 37650,
    "naviNodes": 31466,
    "links": 143622,
    "vehicleComponents": 33,
    "pedComponents": 179,
}
FACTS = {"variant", "nodes", "vehicleNodes", "pedNodes", "naviNodes", "links", "area"}


def check(*arguments):
    command = os.environ.get("NAVLINT_BIN")
    assert command, "NAVLINT_BIN does not name the command"
    result = subprocess.run(
        [command, "check", "--format", "ndjson", "--max-findings-per-rule", "1000", *arguments],
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def counts(reports):
    return collections.Counter(f["code"] for report in reports for f in report["findings"])


def key(finding):
    return finding["code"], finding["path"]


@pytest.fixture(scope="module")
def retail():
    return check(str(SAMPLES / "retail"))


def test_the_map_has_exactly_the_known_exceptions(retail):
    assert counts(retail) == EXCEPTIONS
    assert {f["severity"] for report in retail for f in report["findings"]} == {"warning", "info"}
    assert all(report["verdict"] == "valid" for report in retail)


def test_the_map_s_graphs_are_counted(retail):
    *members, whole = retail
    assert len(members) == 64
    assert SET_FACTS.items() <= whole["facts"].items()


def test_every_file_is_understood_to_its_last_byte(retail):
    for report in retail[:-1]:
        assert report["coverage"]["unclaimed"] == []
        assert FACTS <= set(report["facts"])
        assert report["facts"]["variant"] == "vanilla"
        number = pathlib.PurePath(report["input"]["name"]).stem[len("nodes") :]
        assert report["facts"]["area"] == int(number)


def test_a_file_alone_has_no_error_and_nothing_that_the_map_has_not(retail):
    for member in retail[:-1]:
        (alone,) = check(member["input"]["name"])
        assert alone["verdict"] == "valid"
        assert {key(f) for f in alone["findings"]} <= {key(f) for f in member["findings"]}


@pytest.mark.parametrize("variant", ["ver2", "ver3", "ver4"])
def test_conversions_have_nothing_that_their_originals_have_not(variant):
    folder = SAMPLES / "fm92-converted" / variant
    files = sorted(folder.iterdir())
    assert files
    for path in files:
        (original,) = [p for p in (SAMPLES / "retail").iterdir() if p.stem.lower() == path.stem.lower()]
        (before,) = check(str(original))
        (after,) = check(str(path))
        assert after["verdict"] == "valid"
        assert after["coverage"]["unclaimed"] == []
        assert {key(f) for f in after["findings"]} <= {key(f) for f in before["findings"]}
