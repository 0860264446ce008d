"""Each route, and what no route takes."""

import json

import jsonschema
import pytest
from conftest import ROOT, first_code, run_command
from wire import request, upload

GETS = ["/formats", "/rules", "/schemas/report.schema.json", "/schemas/problem.schema.json", "/version", "/healthz", "/readyz"]


@pytest.mark.parametrize("path", GETS)
def test_get_and_head(service, path):
    with service.wire() as wire:
        wire.send(request("GET", path))
        got = wire.answer()
        assert got.status == 200
        assert got.json()
        assert got.body.endswith(b"\n")
        wire.send(request("HEAD", path))
        head = wire.answer("HEAD")
        assert head.status == 200
        assert head.headers["content-length"] == str(len(got.body))
        assert head.headers["content-type"] == got.headers["content-type"]
        wire.send(request("GET", path))
        assert wire.answer().body == got.body


def test_rules_and_formats_are_the_command_s(service):
    assert service.get("/formats").body == run_command("formats", "--format", "json").stdout
    assert service.get("/rules").body == run_command("rules", "--format", "json").stdout
    code = first_code()
    assert service.get(f"/rules/{code}").body == run_command("explain", code, "--format", "json").stdout


def test_every_rule_has_a_page(service):
    with service.wire() as wire:
        for rule in service.get("/rules").json()["rules"]:
            wire.send(request("GET", "/rules/" + rule["code"]))
            assert wire.answer().json()["code"] == rule["code"]


@pytest.mark.parametrize("name", ["report", "problem", "fixed"])
def test_schemas_are_the_files(service, name):
    schema = service.get(f"/schemas/{name}.schema.json")
    assert schema.headers["content-type"] == "application/schema+json"
    assert schema.json() == json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema.json())


@pytest.mark.parametrize("path", ["/nowhere", "/validate/", "/rules/", "/rules/a/b", "/Healthz", "//healthz",
                                  "/healthz/", "/schemas/", "/schemas/../healthz", "*", "/%2e", "/rules%2F"])
def test_unknown_path(service, check_problem, path):
    check_problem(service.get(path), 404, "not-found")
    assert service.works()


def test_unknown_rule_is_named(service, check_problem):
    assert "NAV_NOPE" in check_problem(service.get("/rules/NAV_NOPE"), 404, "rule-unknown")["detail"]


@pytest.mark.parametrize("method, path, allow", [("GET", "/validate", "POST, OPTIONS"), ("HEAD", "/validate", "POST, OPTIONS"),
                                                 ("POST", "/formats", "GET, HEAD, OPTIONS"), ("PUT", "/healthz", "GET, HEAD, OPTIONS"),
                                                 ("DELETE", "/rules/X", "GET, HEAD, OPTIONS")])
def test_wrong_method(service, method, path, allow):
    answer = service.ask(request(method, path), method)
    assert answer.status == 405
    assert answer.headers["allow"] == allow
    assert service.works()


@pytest.mark.parametrize("target", ["/healthz", "/%68ealthz", "http://test/healthz", "HTTP://other:1/healthz",
                                    "/healthz?", "/healthz?&&"])
def test_same_path(service, target):
    assert service.get(target).status == 200


@pytest.mark.parametrize("target", ["/%", "/%4", "/%zz", "/%00", "/healthz%0a", "/validate?name=%0d", "http://test",
                                    "/validate?name=a%7Fb", "/validate?%4=1", "/a\tb"])
def test_bad_target(service, check_problem, target):
    check_problem(service.get(target) if "?" not in target else service.ask(upload(b"x", target)),
                  400, "target-malformed")


def test_long_target(service, check_problem):
    check_problem(service.get("/" + "a" * 3000), 414, "target-too-long")


@pytest.mark.parametrize(
    "query, slug, named",
    [
        ("colour=red", "parameter-unknown", "colour"),
        ("Format=source-nav", "parameter-unknown", "Format"),
        ("=", "parameter-unknown", ""),
        ("%22%3Cb%3E%C3%BC", "parameter-unknown", "\\x22<b>\\xc3\\xbc"),
        ("name=a&name=b", "parameter-twice", "name"),
        ("format=nope", "format-unknown", "nope"),
        ("format=", "format-unknown", ""),
        ("format", "format-unknown", ""),
        ("game=nope", "game-unknown", "nope"),
        ("scope=nope", "scope-unknown", "nope"),
        ("minSeverity=nope", "severity-unknown", "nope"),
        ("minSeverity=off", "severity-unknown", "off"),
        ("minSeverity", "severity-unknown", ""),
        ("name=", "name-bad", ""),
        ("name=" + "a" * 256, "name-bad", ""),
        ("name=%ff%fe", "name-bad", ""),
    ],
)
def test_bad_query(service, witness, check_problem, query, slug, named):
    problem = check_problem(service.ask(upload(witness, "/validate?" + query)), 400, slug)
    assert named in problem["detail"]
    assert service.works()


def test_get_takes_no_query(service, check_problem):
    check_problem(service.get("/rules?format=source-nav"), 400, "parameter-unknown")


def test_headers_of_every_answer(service, witness):
    for data in (request("GET", "/healthz"), request("GET", "/nowhere"), upload(witness), upload(b""),
                 request("GET", "/healthz", host=None)):
        headers = service.ask(data).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cache-control"] == "no-store"
        assert headers["x-request-id"]
        assert "server" not in headers
        assert not [name for name in headers if name.startswith("access-control-")]


@pytest.mark.parametrize("sane", ["abc", "A-1_b.C", "x" * 64])
def test_request_id_is_echoed(service, sane):
    answer = service.ask(request("GET", "/healthz", [f"X-Request-Id: {sane}"]))
    assert answer.headers["x-request-id"] == sane


@pytest.mark.parametrize("strange", ["a b", "x" * 65, "a\"b", "<b>", ""])
def test_request_id_is_replaced(service, strange):
    ids = {service.ask(request("GET", "/healthz", [f"X-Request-Id: {strange}"])).headers["x-request-id"]
           for _ in range(2)}
    assert strange not in ids
    assert len(ids) == 2
