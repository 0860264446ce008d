"""navlint_check_json: its answers fit their schema and are those of the command."""

import base64
import json

import jsonschema
import pytest

from conftest import ROOT, run

CODES = ["NAV_CONN_UNRESOLVED", "NODES_LINK_RANGE", "PATH_FLT_NODE", "NAV2_MAGIC", "SKYRIM_NVNM_FINITE"]
FORMS = ["text", "sarif", "sarif-github", "github", "gitlab", "junit", "markdown", "csv"]


def schema(name):
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text())


def validator(whole):
    jsonschema.Draft202012Validator.check_schema(whole)
    return jsonschema.Draft202012Validator(whole)


def response_schema():
    """Without its reference to the schema of reports, in which Debian's jsonschema loses its way."""
    whole = schema("response")
    report = whole["$defs"]["judged"]["properties"]["report"]
    assert report.pop("$ref") == schema("report")["$id"]
    return whole


REQUEST, RESPONSE, REPORT = validator(schema("request")), validator(response_schema()), validator(schema("report"))


def validate(answer):
    RESPONSE.validate(answer)
    if "report" in answer:
        REPORT.validate(answer["report"])


def rules():
    listed = json.loads(run("rules", "--format", "json").stdout)["rules"]
    return [rule["code"] for rule in listed]


def witness(code):
    return run("witness", code).stdout


def encoded(content, name="a"):
    return {"name": name, "base64": base64.b64encode(content).decode()}


def report_of(*words, stdin):
    result = run("check", "--format", "json", *words, "-", stdin=stdin)
    return json.loads(result.stdout)


def one_of_each_format():
    first = {}
    for code in rules():
        first.setdefault(code.split("_")[0], code)
    return list(first.values())


@pytest.mark.parametrize("code", one_of_each_format())
def test_the_report_is_the_commands(call, code):
    content = witness(code)
    expected = report_of(stdin=content)
    report = expected[0] if isinstance(expected, list) else expected  # of a container, before its members'
    for request, inputs in [({"inputs": [encoded(content, "-")]}, ()), ({}, [(b"-", content)])]:
        REQUEST.validate(request)
        answer = call(request, inputs)
        validate(answer)
        assert answer == {"report": report}


@pytest.mark.parametrize("form", FORMS)
def test_other_formats_are_texts_in_the_answer(call, form):
    content = witness(one_of_each_format()[0])
    answer = call({"format": form}, [(b"a", content)])
    validate(answer)
    assert answer["format"] == form and answer["output"]


def test_options_do_what_the_commands_do(call):
    code = one_of_each_format()[0]
    content = witness(code)
    request = {"severity": {code: "info"}, "pedantic": True, "maxFindings": 1, "inputs": [encoded(content, "-")]}
    expected = report_of("--severity", f"{code}=info", "--pedantic", "--max-findings", "1", stdin=content)
    assert call(request)["report"] == (expected[0] if isinstance(expected, list) else expected)


def test_several_inputs_are_a_set_and_masters_are_not_judged(call):
    content = witness(one_of_each_format()[0])
    answer = call({"setName": "map", "inputs": [encoded(content, "a"), encoded(content, "b")]})
    validate(answer)
    assert [member["input"]["name"] for member in answer["report"]["members"]] == ["a", "b"]
    answer = call({"masters": ["b"], "inputs": [encoded(content, "a"), encoded(content, "b")]})
    assert answer["report"]["input"]["name"] == "a"


REFUSED = [
    (b"", "json"), (b"{", "json"), (b"\xff", "json"), (b'{"only":"\\ud800"}', "json"), (b'{"maxBytes":1e999}', "json"),
    (b'{"only":[],"only":[]}', "duplicate-key"), (b"[]", "type"), (b"{}", "no-inputs"),
    (b"[" * 100001, "too-large"), (b"[" * 5000, "json"),
    ({"pedantic": "yes"}, "type"), ({"format": "xml"}, "value"), ({"scope": "mesh"}, "value"),
    ({"ignore": ["NAV_NO_SUCH"]}, "unknown-rule"), ({"ignore": ["*"]}, "unknown-rule"),
    ({"inputFormat": "nav"}, "unknown-format"), ({"game": "quake"}, "unknown-game"),
    ({"masters": ["Skyrim.esm"]}, "unknown-input"), ({"inputs": [{"base64": "A"}]}, "base64"),
    ({"files": []}, "unknown-key"), ({"x" * 1000: 1}, "unknown-key"), ({"<script>\u202e": 1}, "unknown-key")]


@pytest.mark.parametrize("request_, code", REFUSED, ids=lambda value: str(value)[:24])
def test_refusals_say_what_and_where(call, request_, code):
    answer = call(request_)
    validate(answer)
    assert answer["error"]["code"] == code


def test_the_schema_of_requests_has_every_key_that_is_read(call):
    for key in REQUEST.schema["properties"]:
        assert call({key: None}).get("error", {}).get("code") in ("type", "value"), key
    assert call({"format": "no such word"})["error"]["code"] == "value"
    for form in REQUEST.schema["properties"]["format"]["enum"]:
        assert call({"format": form})["error"]["code"] == "no-inputs"
