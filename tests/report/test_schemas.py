"""Every JSON that the report tests print fits its schema, and the schemas refuse what does not.

NAVLINT_REPORT_TESTS names the test program, which writes its JSON to NAVLINT_REPORT_DIR;
NAVLINT_REPORT_LIBRARY names the one that does so with the library itself.
"""

import copy
import json
import os
import pathlib
import re
import subprocess

import pytest
from jsonschema import Draft202012Validator

SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "schemas"
SCHEMA_OF_KIND = {
    "report": ("report", None),
    "formats": ("formats", None),
    "layout": ("layout", None),
    "rules": ("rules", None),
    "fixed": ("fixed", None),
    "rule": ("rules", "#/$defs/rule"),
}


def load_schema(name):
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="ascii"))


def validator_of(kind):
    name, part = SCHEMA_OF_KIND[kind]
    schema = load_schema(name)
    if part:
        schema = {"$schema": schema["$schema"], "$defs": schema["$defs"], "$ref": part}
    return Draft202012Validator(schema)


def refuse_constant(name):
    raise AssertionError(f"{name} is not JSON")


def refuse_duplicates(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), keys
    return dict(pairs)


def documents_of(variable, folder):
    program = os.environ.get(variable)
    if not program:
        pytest.skip(f"{variable} does not name the test program")
    environment = {**os.environ, "NAVLINT_REPORT_DIR": str(folder)}
    subprocess.run([program], env=environment, check=True, timeout=60)
    return {
        path.stem: json.loads(
            path.read_text(encoding="utf-8"),
            parse_constant=refuse_constant,
            object_pairs_hook=refuse_duplicates,
        )
        for path in folder.glob("*.json")
    }


@pytest.fixture(scope="session")
def documents(tmp_path_factory):
    return documents_of("NAVLINT_REPORT_TESTS", tmp_path_factory.mktemp("double"))


@pytest.fixture(scope="session")
def library_documents(tmp_path_factory):
    return documents_of("NAVLINT_REPORT_LIBRARY", tmp_path_factory.mktemp("library"))


def described_parts(schema):
    """Every subschema that a property names, with its place."""
    for place, part in walk(schema, "#"):
        for name, value in part.get("properties", {}).items():
            if value is not False:
                yield f"{place}/{name}", value


def walk(node, place):
    if isinstance(node, dict):
        yield place, node
        for key, value in node.items():
            if key not in ("then", "else", "if"):
                yield from walk(value, f"{place}/{key}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from walk(value, f"{place}/{index}")


@pytest.mark.parametrize("name", ["report", "rules", "formats"])
def test_schema_is_valid_strict_and_described(name):
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)
    assert re.fullmatch(f"urn:navlint:schema:{name}:[1-9][0-9]*", schema["$id"])
    for place, part in walk(schema, "#"):
        if part.get("type") == "object" and "properties" in part and "allOf" not in place:
            assert part.get("additionalProperties") is False or place == "#", place
    for place, part in described_parts(schema):
        target = schema["$defs"].get(part.get("$ref", "").rpartition("/")[2], {})
        assert "description" in part or "description" in target, place


def test_every_kind_of_document_was_printed(documents):
    kinds = [stem.partition("-")[0] for stem in documents]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "report": 9,
        "formats": 1,
        "layout": 1,
        "rules": 2,
        "rule": 1,
        "fixed": 1,
    }


def assert_fits(stem, document):
    errors = list(validator_of(stem.partition("-")[0]).iter_errors(document))
    assert not errors, (stem, errors)


def test_documents_fit_their_schemas(documents):
    for stem, document in documents.items():
        assert_fits(stem, document)


def test_the_library_has_a_report_for_the_witness_of_each_rule(library_documents):
    codes = {rule["code"] for rule in library_documents["rules-all"]["rules"]}
    reports = {stem.partition("-")[2] for stem in library_documents if stem.startswith("report-")}
    assert codes and reports == codes | {"set"}


def test_documents_of_the_library_fit_their_schemas(library_documents):
    for stem, document in library_documents.items():
        assert_fits(stem, document)


def test_listings_of_the_library_agree(library_documents):
    rules = library_documents["rules-all"]["rules"]
    for listed in library_documents["formats-all"]["formats"]:
        assert listed["rules"] == sum(rule["format"] == listed["id"] for rule in rules)
    for rule in rules:
        assert library_documents[f"rule-{rule['code']}"] == rule


def changed(document, path, value):
    """A copy with the member at `path` set, or removed where `value` is REMOVE."""
    copied = copy.deepcopy(document)
    *parents, last = path
    place = copied
    for key in parents:
        place = place[key]
    if value is REMOVE:
        del place[last]
    else:
        place[last] = value
    return copied


REMOVE = object()

BROKEN = [
    ("report-full", ["verdict"], "perfect"),
    ("report-full", ["verdict"], "indeterminate"),
    ("report-full", ["verdict"], "valid"),
    ("report-full", ["summary", "errors"], 0),
    ("report-full", ["summary", "errors"], -1),
    ("report-full", ["summary", "truncated"], "yes"),
    ("report-full", ["time"], "2020-01-01"),
    ("report-full", ["format"], REMOVE),
    ("report-full", ["$schema"], "urn:navlint:schema:report:1"),
    ("report-full", ["limit"], {"name": "steps", "message": "no more"}),
    ("report-full", ["input", "sha256"], "00ff"),
    ("report-full", ["findings", 0, "code"], "lower_case"),
    ("report-full", ["findings", 0, "severity"], "fatal"),
    ("report-full", ["findings", 0, "impact"], "doom"),
    ("report-full", ["findings", 0, "offset"], "0x10"),
    ("report-full", ["findings", 0, "path"], "areas/40"),
    ("report-full", ["findings", 0, "path"], "/areas/~2"),
    ("report-full", ["findings", 0, "actual"], None),
    ("report-full", ["findings", 0, "extra"], 1),
    ("report-full", ["findings", 0, "related"], []),
    ("report-full", ["findings", 0, "fix", "bytes"], "ABCD"),
    ("report-full", ["findings", 0, "fix", "bytes"], "abc"),
    ("report-full", ["findings", 0, "occurrences"], 0),
    ("report-full", ["facts", "areas"], {"nested": 1}),
    ("report-full", ["coverage", "unclaimed", 0, "length"], 0),
    ("report-full", ["members"], []),
    ("report-limited", ["limit"], REMOVE),
    ("report-set", ["set"], REMOVE),
    ("report-set", ["members"], []),
    ("report-set", ["set", "name"], REMOVE),
    ("report-alone", ["findings"], REMOVE),
    ("report-set", ["members", 0, "tool"], {"name": "navlint", "version": "1.2.3"}),
    ("report-set", ["members", 0, "verdict"], "valid"),
    ("report-set", ["members", 1, "limit"], REMOVE),
    ("report-set", ["coverage"], {"claimedBytes": 0, "unclaimed": []}),
    ("rules-all", ["rules", 0, "severity"], "fatal"),
    ("rules-all", ["rules", 0, "remedy"], REMOVE),
    ("rules-all", ["rules", 0, "code"], "X Y"),
    ("rule-first", ["source"], ""),
    ("formats-all", ["formats", 0, "extensions", 0], "nav"),
    ("formats-all", ["formats", 0, "rules"], []),
    ("formats-all", ["formats", 0, "games", 0, "title"], REMOVE),
]


@pytest.mark.parametrize("stem, path, value", BROKEN)
def test_schemas_refuse_broken_documents(documents, stem, path, value):
    validator = validator_of(stem.partition("-")[0])
    assert not validator.is_valid(changed(documents[stem], path, value))
