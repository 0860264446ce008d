"""Real packs: none has anything above pedantic remarks, but for a modder's test whose mesh is of another
tile, and their members are those that INDEX.tsv tells of (containers/fox_fpk/README.md).

NAVLINT_SAMPLES names the folder of samples, if it is not ../shared/samples; without it the tests that need
it skip.
"""

import csv
import json
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALL_SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", ROOT.parent / "shared" / "samples"))
SAMPLES = ALL_SAMPLES / "containers"
NAVLINT = os.environ.get("NAVLINT_BIN")
ODD_TILE = "ombs_102_102.fpk"


def index_rows():
    if not (SAMPLES / "INDEX.tsv").exists():
        return []
    with open(SAMPLES / "INDEX.tsv", encoding="utf-8") as file:
        return [row for row in csv.reader(file, delimiter="\t") if row and row[0].startswith("fpk/")]


ROWS = index_rows()
needs_samples = pytest.mark.skipif(not ROWS, reason=f"there are no packs in {SAMPLES}")


def run(*arguments):
    assert NAVLINT, "NAVLINT_BIN does not name the command"
    return subprocess.run([NAVLINT, *arguments], capture_output=True, timeout=60, check=False)


def reports_of(path, *options):
    """The pack's own report; those of its meshes may follow."""
    lines = run("check", "--format", "ndjson", *options, str(path)).stdout.splitlines()
    reports = [json.loads(line) for line in lines]
    (own,) = [r for r in reports if r.get("input", {}).get("name") == str(path)]
    return own


def fields_of(path):
    dumped = json.loads(run("dump", "--format", "json", str(path)).stdout)
    return {field["path"]: field for field in (dumped["fields"] if isinstance(dumped, dict) else dumped)}


@needs_samples
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_real_pack_has_no_fault(row):
    path = SAMPLES / row[0]
    report = reports_of(path)
    assert report["format"]["id"] == "fox-fpk"
    assert report["verdict"] == "valid"
    assert report["coverage"] == {"claimedBytes": int(row[-1]), "unclaimed": []}
    odd = ["FPK_NAV_PLACE"] if path.name == ODD_TILE else []
    assert [finding["code"] for finding in report["findings"]] == odd


@needs_samples
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_pedantic_remarks_are_the_known_ones(row):
    codes = {finding["code"] for finding in reports_of(SAMPLES / row[0], "--pedantic")["findings"]}
    assert codes <= {"FPK_TYPE", "FPK_NO_NAV", "FPK_NAV_PLACE"}
    assert ("FPK_TYPE" in codes) == ("type byte is 0" in " ".join(row))


@needs_samples
@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_facts_are_those_of_the_index(row):
    words = " ".join(row)
    facts = reports_of(SAMPLES / row[0])["facts"]
    count = re.search(r"fpk, (\d+) entr", words)
    assert not count or facts["entries"] == int(count[1])
    assert (facts["navigationMeshes"] > 0) == ("_nav" in row[-2] and ".nav2" in row[-2])
    assert facts["encipheredScripts"] == ("enciphered" in words)
    assert not "with a reference" in words or facts["references"] == 1


@needs_samples
def test_meshes_have_the_size_of_the_index():
    """As far as it says one."""
    for row in ROWS:
        size = re.search(r"nav2 \((\d+) bytes", row[-2])
        if not size:
            continue
        fields = fields_of(SAMPLES / row[0])
        meshes = [path for path, field in fields.items() if path.endswith("/data")
                  and field["value"].startswith("j+\\x01\\x0c")]
        assert [fields[path]["length"] for path in meshes] == [int(size[1])]


@needs_samples
def test_a_pack_that_is_cut_off_is_never_valid(tmp_path):
    data = (SAMPLES / "fpk" / "ssav_path_139_130.fpk").read_bytes()
    for length in range(1, len(data)):
        (tmp_path / f"{length}.fpk").write_bytes(data[:length])
    lines = run("check", "--format", "ndjson", str(tmp_path)).stdout.splitlines()
    reports = [json.loads(line) for line in lines]
    known = [r for r in reports if "input" in r and (r.get("format") or {}).get("id") == "fox-fpk"]
    assert len(known) >= len(data) - 6
    assert {report["verdict"] for report in known} == {"invalid"}


def made(code):
    return run("witness", code).stdout


def test_another_platform_is_not_read(tmp_path):
    pack = tmp_path / "test.fpk"
    pack.write_bytes(made("FPK_GAP").replace(b"\0win", b"\0ste", 1))
    report = reports_of(pack)
    assert report["verdict"] == "indeterminate"
    assert report["limit"]["name"] == "unsupported"


def test_a_qar_is_told(tmp_path):
    (tmp_path / "00.dat").write_bytes(b"SQAR" + bytes(range(1, 253)))
    said = run("check", str(tmp_path / "00.dat"))
    assert b"QAR" in said.stdout + said.stderr
