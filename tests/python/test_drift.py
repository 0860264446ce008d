"""The package says what navlint.h and the schemas say."""

import ctypes
import dataclasses
import re
import shutil
import subprocess
import typing

import navlint
import pytest
from conftest import ROOT, schema
from navlint import _abi

HEADER = (ROOT / "include" / "navlint" / "navlint.h").read_text()

STRUCTS = {"options": _abi.Options, "override": _abi.Override, "input": _abi.Input, "value": _abi.Value, "range": _abi.Range,
           "field": _abi.Field, "subject": _abi.Subject, "shape": _abi.Shape, "member": _abi.Member, "flag": _abi.Flag,
           "axes": _abi.Axes, "fix_options": _abi.FixOptions, "text": _abi.Text, "format": _abi.Format}


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="sizes are those of 64-bit machines")
def test_structs_are_those_of_the_library():
    rows = [line.split() for line in (ROOT / "tests" / "library" / "structs.txt").read_text().splitlines()]
    sizes = {name.removeprefix("navlint_"): (int(size.rstrip(",")), last, int(offset)) for name, size, last, _, offset in rows}
    for name, struct in STRUCTS.items():
        size, last, offset = sizes[name]
        ours = {"as": "of"}.get(last, last)
        assert (ctypes.sizeof(struct), getattr(struct, ours).offset) == (size, offset), name


def members_of_header(name):
    body = re.search(rf"typedef struct navlint_{name} \{{(.*?)\n\}} navlint_{name};", HEADER, re.S)[1]
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    statements = [statement for statement in body.split(";") if statement.strip()]
    return [word for statement in statements for word in re.findall(r"(\w+)(?:\[\d+\])?\s*(?:,|$)", statement.strip())]


@pytest.mark.parametrize("name", sorted(set(STRUCTS) - {"value"}))
def test_members_have_the_headers_order(name):
    assert [field[0] for field in STRUCTS[name]._fields_] == members_of_header(name)[:len(STRUCTS[name]._fields_)]


def test_functions_are_exported():
    symbols = (ROOT / "tests" / "library" / "symbols.txt").read_text().split()
    assert set(_abi.FUNCTIONS) <= set(symbols)


def enumerators(name):
    body = re.search(rf"typedef enum navlint_{name} \{{(.*?)\}} navlint_{name};", HEADER, re.S)[1]
    return re.findall(r"NAVLINT_(\w+)", re.sub(r"/\*.*?\*/", "", body, flags=re.S))


def test_numbers_of_the_words():
    for name, first in [("status", "OK"), ("value_kind", "NO_VALUE"), ("shape_kind", "OBJECT"), ("origin", "NAMED")]:
        words = enumerators(name)
        assert words[0] == first
        for number, word in enumerate(words):
            assert getattr(_abi, word, number) == number, word
    assert [word.lower() for word in enumerators("severity")] == list(_abi.SEVERITIES)
    assert [word.removeprefix("SCOPE_").lower() for word in enumerators("scope")] == list(_abi.SCOPES)


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def keys(record):
    return {record._names.get(field.name, camel(field.name)) for field in dataclasses.fields(record)}


def required(record):
    return {record._names.get(field.name, camel(field.name)) for field in dataclasses.fields(record)
            if field.default is dataclasses.MISSING}


def objects():
    report, fixed, diff, rules, formats = (schema(name) for name in ("report", "fixed", "diff", "rules", "formats"))
    of = report["$defs"]
    finding = of["finding"]["properties"]
    return [
        (navlint.Finding, of["finding"]), (navlint.Subject, of["subject"]), (navlint.Related, of["related"]),
        (navlint.Summary, of["summary"]), (navlint.Tally, of["summary"]["properties"]["suppressed"]), (navlint.Limit, of["limit"]),
        (navlint.Tool, of["tool"]), (navlint.Input, of["input"]), (navlint.Recognition, of["format"]),
        (navlint.Coverage, of["coverage"]), (navlint.FixBytes, of["fix"]), (navlint.Range, finding["inner"]),
        (navlint.Position, finding["position"]), (navlint.Set, of["setReport"]["properties"]["set"]),
        (navlint.Expected, of["expected"]["oneOf"][1]),
        (navlint.Fix, fixed["$defs"]["fix"]), (navlint.Edit, fixed["$defs"]["edit"]),
        (navlint.Diff, diff), (navlint.DiffInput, diff["$defs"]["input"]), (navlint.DiffRecord, diff["$defs"]["record"]),
        (navlint.DiffValue, diff["$defs"]["value"]), (navlint.Change, diff["$defs"]["change"]),
        (navlint.ChangedField, diff["$defs"]["change"]["properties"]["fields"]["items"]),
        (navlint.ChangedLink, diff["$defs"]["change"]["properties"]["links"]["items"]),
        (navlint.KindSummary, diff["properties"]["summary"]["items"]), (navlint.Rule, rules["$defs"]["rule"]),
        (navlint.RuleFix, rules["$defs"]["rule"]["properties"]["fix"]), (navlint.Format, formats["$defs"]["format"]),
        (navlint.Titled, formats["$defs"]["game"]), (navlint.Titled, formats["$defs"]["part"])]


@pytest.mark.parametrize("record, described", objects(), ids=lambda one: getattr(one, "__name__", ""))
def test_records_are_those_of_the_schemas(record, described):
    assert keys(record) == set(described["properties"])
    always = set(described.get("required", [])) - {"changes"}
    assert required(record) - {"changes", "schema"} <= always | {"$schema"}
    assert always <= required(record)


def test_reports_are_those_of_the_schema():
    defined = schema("report")["$defs"]
    assert keys(navlint.Report) == set(defined["singleReport"]["properties"]) | set(defined["setReport"]["properties"])
    assert keys(navlint.Fixed) - {"files"} == set(schema("fixed")["properties"])


def test_words_are_those_of_the_schema():
    finding = schema("report")["$defs"]["finding"]["properties"]
    assert set(typing.get_args(navlint.Severity)) == set(finding["severity"]["enum"])
    assert set(typing.get_args(navlint.Impact)) == set(finding["impact"]["enum"])
    assert set(typing.get_args(navlint.Verdict)) == set(schema("report")["$defs"]["verdict"]["enum"])
    assert set(typing.get_args(navlint.Safety)) == set(finding["fixable"]["enum"])


def test_every_public_name_is_described():
    for name in navlint.__all__:
        thing = getattr(navlint, name)
        if callable(thing) and getattr(thing, "__module__", "").startswith("navlint"):
            assert (thing.__doc__ or "").strip(), name


MYPY = "/usr/bin/mypy"
WRONG = """
import navlint
report = navlint.check(b"", severity={"NAV_CONN_SELF": "eror"})
navlint.check(b"", max_findings="all")
navlint.check(b"", no_such_option=1)
report.verdict = "valid"
reveal_type(report.findings[0].subject)
"""


@pytest.mark.skipif(not shutil.which(MYPY), reason="Debian's mypy is not here")
def test_types_are_strict(tmp_path):
    (tmp_path / "wrong.py").write_text(WRONG)
    folder = ROOT / "python"
    ours = [folder / name for name in ("navlint", "build_wheel.py", "binary.py")]
    done = subprocess.run([MYPY, "--strict", "--config-file", folder / "pyproject.toml", "--cache-dir", tmp_path / "cache",
                           *ours, tmp_path / "wrong.py"],
                          capture_output=True, text=True, cwd=folder, check=False)
    told = [line for line in done.stdout.splitlines() if "wrong.py" in line or ": error:" in line]
    assert all("wrong.py" in line for line in told), done.stdout
    assert [int(re.search(r":(\d+): error", line)[1]) for line in told if ": error:" in line] == [3, 4, 5, 6], done.stdout
    assert any("Subject" in line for line in told), done.stdout


def test_annotations_can_be_read_at_run_time():
    for name in ("Report", "Finding", "Fixed", "Diff", "Rule", "Format"):
        assert typing.get_type_hints(getattr(navlint, name))
