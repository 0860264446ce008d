"""Real files: every one of versions 1 to 16 decodes to its last byte, none has an error that the
room's README does not explain, and the odd ones break the rule that they are known for.

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
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", DEFAULT)) / "source-nav"

pytestmark = pytest.mark.skipif(
    not (SAMPLES / "INDEX.tsv").exists(), reason=f"there are no real files in {SAMPLES}"
)

# What the index notes of a file, and the rule that says so.
RULE_OF_NOTE = {
    "approach-unresolved": "NAV_APPROACH_AREA",
    "dangling-vis": "NAV_VISIBLE_UNRESOLVED",
    "degenerate-area": "NAV_AREA_DEGENERATE",
    "empty": "NAV_NO_AREAS",
    "inherit-chain": "NAV_INHERIT_CHAIN",
    "inherit-unresolved": "NAV_INHERIT_UNRESOLVED",
    "inverted-area": "NAV_CORNERS_INVERTED",
    "ladder-nobottom": "NAV_LADDER_NO_BOTTOM",
    "notanalyzed": "NAV_NOT_ANALYZED",
    "selfconn": "NAV_CONN_SELF",
    "tf-garbage-attr": "NAV_TF_ATTRIBUTES",
    "v4-staletail": "NAV_STALE_TAIL",
    "v5-staletail": "NAV_STALE_TAIL",
    "vis0-noinherit": "NAV_VISIBLE_DELETION",
}
DIALECT_OF_SUB = {"0": "source", "1": "counter-strike", "2": "team-fortress", "14": "left-4-dead"}


def rows():
    with open(SAMPLES / "INDEX.tsv", encoding="utf-8", newline="") as index:
        return list(csv.DictReader(index, delimiter="\t"))


@pytest.fixture(scope="module")
def reports():
    """Pairs of a row of the index and the report of its file."""
    command = os.environ.get("NAVLINT_BIN")
    assert command, "NAVLINT_BIN does not name the command"
    listed = rows()
    paths = [str(SAMPLES / row["file"]) for row in listed]
    result = subprocess.run(
        [command, "check", "--format", "ndjson", "--fail-on", "never", *paths],
        capture_output=True,
        timeout=250,
        check=False,
    )
    found = {}
    for line in result.stdout.splitlines():
        report = json.loads(line)
        if "set" not in report:
            found[report["input"]["name"]] = report
    assert set(found) == set(paths)
    return [(row, found[path]) for row, path in zip(listed, paths)]


def codes(report, severity=None):
    return {f["code"] for f in report["findings"] if severity in (None, f["severity"])}


def is_source_1(row):
    return int(row["version"]) <= 16


def test_there_are_files_of_many_kinds(reports):
    versions = {row["version"] for row, _ in reports}
    assert {"3", "4", "5", "9", "16", "30"} <= versions


def test_every_byte_is_accounted_for(reports):
    for row, report in reports:
        if is_source_1(row):
            size = (SAMPLES / row["file"]).stat().st_size
            expected = {"claimedBytes": size, "unclaimed": []}
            assert report["coverage"] == expected, row["file"]


def test_only_the_stubs_without_areas_have_errors(reports):
    for row, report in reports:
        if not is_source_1(row):
            continue
        expected = {"NAV_NO_AREAS"} if row["note"] == "empty" else set()
        assert codes(report, "error") == expected, row["file"]
        assert report["verdict"] == ("invalid" if expected else "valid"), row["file"]
        assert "limit" not in report, row["file"]


def test_facts_are_those_of_the_index(reports):
    for row, report in reports:
        if not is_source_1(row):
            continue
        facts = report["facts"]
        assert facts["areas"] == int(row["areas"]), row["file"]
        assert facts["version"] == int(row["version"]), row["file"]
        if row["subversion"] != "-":
            assert facts["subVersion"] == int(row["subversion"]), row["file"]


def test_dialects_are_told(reports):
    for row, report in reports:
        if not is_source_1(row):
            continue
        goldsrc = "goldsrc" if int(row["version"]) <= 5 else "source"
        dialect = DIALECT_OF_SUB.get(row["subversion"], goldsrc)
        assert report["format"]["dialect"] == dialect, row["file"]
        assert report["format"]["detectedBy"] == "magic", row["file"]


def test_source_2_is_indeterminate_without_findings(reports):
    newer = [(row, report) for row, report in reports if not is_source_1(row)]
    assert newer
    for row, report in newer:
        assert report["verdict"] == "indeterminate", row["file"]
        assert report["limit"]["name"] == "unsupported", row["file"]
        assert report["findings"] == [], row["file"]
        assert report["format"]["version"] == row["version"], row["file"]


def test_odd_files_break_their_rule(reports):
    noted = [(row, report) for row, report in reports if row["note"] in RULE_OF_NOTE]
    assert len(noted) >= 20
    for row, report in noted:
        assert RULE_OF_NOTE[row["note"]] in codes(report), row["file"]


def test_stale_tails_are_of_the_oldest_games_alone(reports):
    for row, report in reports:
        if "NAV_STALE_TAIL" in codes(report):
            assert int(row["version"]) <= 5, row["file"]
        assert "NAV_TRAILING" not in codes(report), row["file"]
