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
    assert code in {finding["code"] for finding in report["findings"]}
    witness = golden.parent / report["input"]["name"]
    assert witness.stat().st_size == report["input"]["bytes"]


def test_every_witness_has_its_report():
    for golden in GOLDENS:
        stem = golden.name.removesuffix(".report.json")
        others = [p for p in golden.parent.iterdir() if p.name.split(".")[0] == stem]
        assert len(others) == 2, others
