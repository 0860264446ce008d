"""Every error rule has a rule in the reference of its format, which finds it in the rule's witness; those
of several files are compared for the files of their witnesses together.

The rules of names and maps of GTA San Andreas are those of test_gta_nodes_maps.py.
"""

import io
import json
import pathlib
import tarfile

import differential
import gta_nodes_map
import mgs_nav2
import pytest
import skyrim_set

FORMATS = differential.formats()
SETS = {"mgs-nav2": mgs_nav2, "skyrim-navmesh": skyrim_set}
OF_MAPS = {*gta_nodes_map.NAME_CODES, *gta_nodes_map.SET_CODES}
SLOW = {"PATH_REGION_LIMIT"}  # witness of 190 KB, whose maps the reference would compare region by region


def witness(code):
    made = differential.run("witness", code)
    assert made.returncode == 0 and made.stdout, code
    return made.stdout


def members_of(data):
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive}


def error_rules(format_id):
    rules = json.loads(differential.run("rules", "--format", "json", format_id).stdout)["rules"]
    return [rule["code"] for rule in rules if rule["severity"] == "error"]


def codes_of(judgement):
    """All that the reference would accept as said of the file, or insists on."""
    return {code for code, _ in judgement.findings} | judgement.broken_as | {
        code for choice in judgement.choices for code, _ in choice}


def is_told(format_id, code):
    data = witness(code)
    if data[257:262] != b"ustar":
        return code in codes_of(FORMATS[format_id].judge(data))
    reference = SETS[format_id]
    return code in {found[1] for found in reference.judge_set(members_of(data))}


@pytest.mark.parametrize("format_id", FORMATS)
def test_the_reference_finds_every_error_rule_in_its_witness(format_id):
    rules = error_rules(format_id)
    is_container = (pathlib.Path(__file__).resolve().parents[2] / "containers" / format_id.replace("-", "_")).is_dir()
    assert len(rules) > (7 if is_container else 20)
    assert [code for code in rules if code not in OF_MAPS | SLOW and not is_told(format_id, code)] == []


def test_rules_that_are_left_out_are_in_a_reference():
    assert SLOW <= set(FORMATS["metroid-path"].CODES)
    assert OF_MAPS <= set(error_rules("gta-nodes"))


def findings_of(reports, files, codes):
    """(name, code, place) of the listed codes."""
    found = set()
    for report in reports:
        name = report["input"]["name"].rsplit("/", 1)[-1]
        found |= {(name, f["code"], differential.place_of(f)) for f in report["findings"] if f["code"] in codes}
    assert {name for name, _, _ in found} <= set(files)
    return found


@pytest.mark.parametrize("code", [code for reference in SETS.values() for code in reference.SET_CODES])
def test_sets_are_judged_alike(code, tmp_path):
    reference = next(module for module in SETS.values() if code in module.SET_CODES)
    files = members_of(witness(code))
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    result = differential.run("check", "--format", "ndjson", str(tmp_path))
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    found = findings_of([r for r in reports if "input" in r], files, [code])
    assert found and found == {f for f in reference.judge_set(files) if f[1] == code}
