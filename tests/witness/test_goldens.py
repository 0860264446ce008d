"""The committed reports of the witnesses fit the schema and tell one rule each."""

import json
import pathlib

import pytest
from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDENS = sorted(ROOT.glob("corpus/*/witness/*.report.json"))
SCHEMA = json.loads((ROOT / "schemas/report.schema.json").read_text(encoding="ascii"))


def test_there_are_goldens():
    assert GOLDENS


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.name)
def test_golden_fits_the_schema(golden):
    report = json.loads(golden.read_text(encoding="ascii"))
    assert not list(Draft202012Validator(SCHEMA).iter_errors(report))
    code = golden.name.removesuffix(".report.json")
    reports = [report, *report.get("members", [])]
    assert code in {finding["code"] for part in reports for finding in part["findings"]}


def witness_of(golden):
    """The bytes beside a report; None of a witness that is too large to be committed."""
    stem = golden.name.removesuffix(".report.json")
    others = [p for p in golden.parent.iterdir() if p.name.split(".")[0] == stem and p != golden]
    assert len(others) <= 1, others
    return others[0] if others else None


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.name)
def test_every_report_has_its_witness(golden):
    report = json.loads(golden.read_text(encoding="ascii"))
    witness = witness_of(golden)
    length = report.get("input", report.get("set"))["bytes"]
    if witness is None:
        assert length > 96 * 1024
    elif witness.suffix != ".tar":
        assert witness.name == report["input"]["name"]
        assert witness.stat().st_size == length
    else:
        assert witness.stat().st_size > length
