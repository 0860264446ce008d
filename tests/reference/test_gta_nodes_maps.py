"""The error rules of names and of maps, which no single file without a name can break: the validator
and the reference say the same of the witnesses of all such rules, and of real files."""

import json
import os
import pathlib
import shutil
import tarfile

import differential
import gta_nodes
import gta_nodes_map as reference
import pytest

WITNESSES = sorted((differential.ROOT / "corpus/gta_nodes/witness").glob("*.tar"))
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", differential.ROOT.parent / "shared" / "samples"))
RETAIL = SAMPLES / "gta-nodes" / "retail"


def codes(reports, wanted):
    return {f["code"] for report in reports for f in report["findings"]} & set(wanted)


def check_alike(folder, game):
    members = [reference.member(path.name, path.read_bytes()) for path in sorted(folder.iterdir())]
    assert all(members)
    result = differential.run("check", "--format", "ndjson", "--game", game, str(folder))
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    vanilla = game == "gta-sa"
    names = set().union(*(reference.name_findings(m, vanilla) for m in members))
    assert codes(reports, reference.NAME_CODES) == names
    if len(members) > 1:
        assert codes(reports, reference.SET_CODES) == reference.judge_map(members, vanilla)
    return names, len(members)


@pytest.mark.parametrize("game", ["gta-sa", "fla"])
@pytest.mark.parametrize("witness", WITNESSES, ids=lambda path: path.stem)
def test_witnesses_are_judged_alike(witness, game, tmp_path):
    with tarfile.open(witness) as archive:
        archive.extractall(tmp_path)
    if all(reference.member(path.name, path.read_bytes()) for path in tmp_path.iterdir()):
        check_alike(tmp_path, game)


def test_every_rule_of_names_and_maps_has_a_witness_here():
    stems = {path.stem for path in WITNESSES}
    assert stems >= set(reference.NAME_CODES + reference.SET_CODES)


@pytest.mark.parametrize("left_out", [None, 0, 27, 63])
def test_real_maps_are_judged_alike(left_out, tmp_path):
    if not RETAIL.is_dir():
        pytest.skip(f"there are no real files in {RETAIL}")
    for path in RETAIL.iterdir():
        if reference.number_of(path.name) not in (None, left_out):
            shutil.copy(path, tmp_path)
    check_alike(tmp_path, "gta-sa")


def test_every_error_rule_is_known():
    rules = json.loads(differential.run("rules", "--format", "json", "gta-nodes").stdout)["rules"]
    errors = {rule["code"] for rule in rules if rule["severity"] == "error"}
    assert errors - {*gta_nodes.CODES, *reference.NAME_CODES, *reference.SET_CODES} == set()
