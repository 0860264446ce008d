"""GET /openapi.json: valid, complete, and true: requests made from it are answered as it says."""

import json
import re

import jsonschema
import pytest
from conftest import ROOT, Service, first_code, run_command
from wire import request, upload

METHODS = {"get", "head", "post", "options"}
TOKEN = "0123456789abcdef"
URN = "urn:navlint:problem:"


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One with a page, so that every GET has an answer."""
    page = tmp_path_factory.mktemp("page") / "page.html"
    page.write_text('<meta http-equiv="Content-Security-Policy" content="default-src \'none\';">')
    one = Service("--page", str(page))
    yield one
    assert one.stop() == 0


@pytest.fixture(scope="module")
def document(service):
    answer = service.get("/openapi.json")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/json")
    return answer.json()


def operations(document):
    for path, item in document["paths"].items():
        for method in METHODS & set(item):
            yield path, method, item[method]


def follow(document, thing):
    """What a $ref within the document stands for."""
    while "$ref" in thing and thing["$ref"].startswith("#/"):
        where, thing = thing["$ref"][2:].split("/"), document
        for step in where:
            thing = thing[step]
    return thing


def things(node, key=None):
    """Every object below a node, with the key that it stands under."""
    if isinstance(node, dict):
        yield key, node
        for name, child in node.items():
            yield from things(child, name)
    elif isinstance(node, list):
        for child in node:
            yield from things(child)


class Validators:
    """Schemas of the document. Their references lead into it and to the schemas that the service has."""

    def __init__(self, service, document):
        self.document = document
        self.store = {"http://service/openapi.json": document}
        for path in document["paths"]:
            if path.startswith("/schemas/"):
                schema = service.get(path).json()
                del schema["$id"]  # Debian's jsonschema cannot join "#/..." to a urn
                self.store["http://service" + path] = schema

    def check(self, schema, instance):
        resolver = jsonschema.RefResolver("http://service/openapi.json", self.document, self.store)
        jsonschema.Draft202012Validator(schema, resolver=resolver).validate(instance)


@pytest.fixture(scope="module")
def validators(service, document):
    return Validators(service, document)


# ---- Valid ----


def test_shape(document):
    """What OpenAPI 3.1 asks for and a JSON Schema of single objects cannot say is here, too."""
    assert document["openapi"] == "3.1.0"
    assert {"title", "version"} <= set(document["info"])
    assert set(document) <= {"openapi", "jsonSchemaDialect", "info", "servers", "tags", "components", "paths", "security"}
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(ids) == len(set(ids))
    tags = {tag["name"] for tag in document["tags"]}
    for path, item in document["paths"].items():
        assert re.fullmatch(r"/|(/[a-z.]+|/\{[a-z]+\})+", path)
        assert set(item) <= METHODS | {"parameters"}
        named = {p["name"] for p in item.get("parameters", []) if p["in"] == "path" and p["required"]}
        assert named == set(re.findall(r"\{(\w+)\}", path))
        for method in METHODS & set(item):
            operation = item[method]
            assert set(operation) <= {"operationId", "tags", "summary", "parameters", "requestBody", "responses", "security"}
            assert operation["summary"] and set(operation["tags"]) <= tags and operation["responses"]
            assert all(re.fullmatch(r"[1-5](\d\d|XX)", status) for status in operation["responses"])
            names = [p["name"] for p in operation.get("parameters", [])]
            assert len(names) == len(set(names))


def test_responses_parameters_and_headers_are_well_formed(document):
    for _, _, operation in operations(document):
        for parameter in operation.get("parameters", []):
            assert set(parameter) == {"name", "in", "description", "style", "explode", "schema"}
        for response in map(lambda r: follow(document, r), operation["responses"].values()):
            assert response["description"] and set(response) <= {"description", "headers", "content"}
            for header in map(lambda h: follow(document, h), response.get("headers", {}).values()):
                assert set(header) <= {"description", "required", "schema"} and "schema" in header
            for media in response.get("content", {}).values():
                assert set(media) == {"schema"}


def test_references_lead_somewhere(document):
    for _, thing in things(document):
        if "$ref" not in thing:
            continue
        if thing["$ref"].startswith("#/"):
            assert follow(document, thing)
        else:
            assert "/" + thing["$ref"].split("#")[0] in document["paths"], thing


def test_components_are_used(document):
    text = json.dumps(document)
    for kind, components in document["components"].items():
        for name in components if kind != "securitySchemes" else []:
            assert f'"#/components/{kind}/{name}"' in text, (kind, name)


def test_schemas_are_schemas(document):
    found = [thing for key, thing in things(document["paths"]) if key == "schema"]
    found += document["components"]["schemas"].values()
    found += [h["schema"] for h in document["components"]["headers"].values()]
    found += [thing for key, thing in things(document["components"]["responses"]) if key == "schema"]
    assert len(found) > 50
    for schema in found:
        jsonschema.Draft202012Validator.check_schema(schema)


# ---- Complete ----


def test_no_route_is_missing(document):
    table = (ROOT / "server" / "routes.c").read_text()
    rows = re.findall(r'\.path = "(/[^"]*)"(?:,\s*\.rest = "(\w+)")?', table)
    assert len(rows) > 8
    assert set(document["paths"]) == {path + (f"{{{rest}}}" if rest else "") for path, rest in rows}


def test_methods_are_those_that_a_path_takes(service, document):
    for path, item in document["paths"].items():
        answer = service.ask(request("OPTIONS", path.replace("{code}", "X")), "HEAD")
        assert {method.upper() for method in METHODS & set(item)} == set(answer.headers["allow"].split(", ")), path


def test_parameters_are_all_there(document):
    rows = re.findall(r'^SRV_PARAMETER\(\w+, "(\w+)"', (ROOT / "server" / "query.def").read_text(), re.M)
    assert [p["name"] for p in document["paths"]["/fix"]["post"]["parameters"]] == rows
    assert [p["name"] for p in document["paths"]["/validate"]["post"]["parameters"]] == [r for r in rows if r != "unsafe"]


def test_every_cause_is_some_operation_s(document):
    slugs = set(re.findall(r'^SRV_ANSWER\(\w+, \d+, "([^"]+)"', (ROOT / "server" / "status.def").read_text(), re.M))
    named = {item for _, thing in things(document["paths"]) for item in thing.get("enum", []) if str(item).startswith(URN)}
    assert {slug[len(URN):] for slug in named} == slugs - {"none", "not-found", "method", "token-missing", "token-unknown"}


def test_words_are_the_library_s(document):
    formats = json.loads(run_command("formats", "--format", "json").stdout)["formats"]
    schemas = {p["name"]: p["schema"] for p in document["paths"]["/validate"]["post"]["parameters"]}
    ids = {f["id"] for f in formats} | {part["id"] for f in formats for part in f["parts"]}
    assert set(schemas["format"]["enum"]) == ids
    assert set(schemas["game"]["enum"]) == {game["id"] for f in formats for game in f["games"]}
    rules = json.loads(run_command("rules", "--format", "json").stdout)["rules"]
    assert document["components"]["schemas"]["RuleCode"]["enum"] == [rule["code"] for rule in rules]


# ---- True ----


def check_answer(document, validators, operation, answer, method="GET"):
    """The answer is one that the operation has."""
    responses = operation["responses"]
    status = next((s for s in (str(answer.status), f"{answer.status // 100}XX") if s in responses), None)
    assert status, (operation["operationId"], answer.status)
    response = follow(document, responses[status])
    for name, header in response.get("headers", {}).items():
        header = follow(document, header)
        value = answer.headers.get(name.lower())
        assert value is not None or not header.get("required"), name
        if value is not None:
            number = follow(document, header["schema"]).get("type") == "integer"
            validators.check(header["schema"], int(value) if number else value)
    if method == "HEAD" or "content" not in response:
        assert not answer.body
        return
    kind = answer.headers["content-type"].split(";")[0]
    assert kind in {k.split(";")[0] for k in response["content"]}, (operation["operationId"], kind)
    media = next(m for k, m in response["content"].items() if k.split(";")[0] == kind)
    validators.check(media["schema"], answer.json() if kind.endswith(("/json", "+json")) else answer.body.decode("latin-1"))


def test_requests_without_a_body(service, document, validators):
    for path, method, operation in operations(document):
        if method == "post":
            continue
        target = path.replace("{code}", first_code())
        answer = service.ask(request(method.upper(), target), "HEAD" if method != "get" else "GET")
        assert answer.status == (204 if method == "options" else 200)
        check_answer(document, validators, operation, answer, method.upper())
        if "304" in operation["responses"]:
            tag = answer.headers["etag"]
            again = service.ask(request(method.upper(), target, [f"If-None-Match: {tag}"]), "HEAD")
            assert again.status == 304
            check_answer(document, validators, operation, again, "HEAD")


def test_every_rule_s_page(service, document, validators):
    operation = document["paths"]["/rules/{code}"]["get"]
    codes = document["components"]["schemas"]["RuleCode"]["enum"]
    with service.wire() as wire:
        for code in codes[::20]:
            wire.send(request("GET", "/rules/" + code))
            check_answer(document, validators, operation, wire.answer())
    check_answer(document, validators, operation, service.get("/rules/NOPE"))


def values_of(document, schema):
    """Some values that the schema allows: all of an enumeration, the ends of a range."""
    schema = follow(document, schema)
    if "enum" in schema:
        return schema["enum"]
    if schema["type"] == "integer":
        return [str(schema["minimum"]), str(schema["maximum"])]
    if schema["type"] == "array":
        items = follow(document, schema["items"])
        return [",".join(items.get("enum", [])[:3]) or None]
    return ["a", "a" * schema["maxLength"]] if "maxLength" in schema else [None]


@pytest.mark.parametrize("path", ["/validate", "/fix"])
def test_every_value_of_every_parameter(service, document, validators, witness, path):
    operation = document["paths"][path]["post"]
    asked = 0
    with service.wire() as wire:
        for parameter in operation["parameters"]:
            for value in filter(None, values_of(document, parameter["schema"])):
                wire.send(upload(witness, f"{path}?{parameter['name']}={value}"))
                answer = wire.answer()
                assert answer.status == 200, (parameter["name"], value, answer.body)
                check_answer(document, validators, operation, answer)
                asked += 1
    assert asked > 30
    for query in ("severity=" + first_code() + "=info", "masters=none"):
        check_answer(document, validators, operation, service.ask(upload(witness, f"{path}?{query}")))


def test_kinds_of_bodies(service, document, validators, witness):
    operation = document["paths"]["/validate"]["post"]
    form = (b'--b\r\nContent-Disposition: form-data; name="f"; filename="a.nav"\r\n\r\n' + witness + b"\r\n--b\r\n"
            b'Content-Disposition: form-data; name="g"; filename="b.nav"\r\n\r\n' + witness + b"\r\n--b--\r\n")
    kinds = {"application/octet-stream": witness, "multipart/form-data": form, "application/zip": b"no zip",
             "application/x-tar": b"no tar"}
    assert set(follow(document, operation["requestBody"])["content"]) == set(kinds)
    for kind, body in kinds.items():
        header = f"Content-Type: {kind}" + ("; boundary=b" if "form" in kind else "")
        answer = service.ask(upload(body, headers=[header]))
        assert (answer.status == 200) == (not body.startswith(b"no "))
        check_answer(document, validators, operation, answer)


@pytest.mark.parametrize("path", ["/validate", "/fix"])
def test_forms_of_reports(service, document, validators, witness, path):
    operation = document["paths"][path]["post"]
    for kind in follow(document, operation["responses"]["200"])["content"]:
        answer = service.ask(upload(witness, path, headers=[f"Accept: {kind}"]))
        assert answer.headers["content-type"].split(";")[0] == kind
        assert answer.status == 200
        check_answer(document, validators, operation, answer)


REFUSED = [
    ["Host: again"], ["X y: 1"], ["Content-Length: 1", "Content-Length: 1"], ["Content-Length: x"],
    ["Content-Length: 1", "Transfer-Encoding: chunked"], ["Transfer-Encoding: gzip"], ["Expect: 200-ok"],
    [f"X-{i}: 1" for i in range(65)], ["X: " + "a" * 40000],
]


@pytest.mark.parametrize("headers", REFUSED, ids=range(len(REFUSED)))
def test_refusals_of_any_request(service, document, validators, headers):
    for path, method, operation in operations(document):
        answer = service.ask(request(method.upper(), path.replace("{code}", "X"), headers), method.upper())
        assert answer.status >= 400
        check_answer(document, validators, operation, answer, method.upper())


BAD_UPLOADS = ["format=nope", "game=nope", "scope=nope", "minSeverity=nope", "only=NOPE", "severity=x", "maxFindings=x",
               "maxFindings=99999999", "masters=nope", "name=", "name=a&name=b", "colour=red", "name=%00", "only=" + "A," * 200]


@pytest.mark.parametrize("query", BAD_UPLOADS, ids=range(len(BAD_UPLOADS)))
def test_refusals_of_an_upload(service, document, validators, witness, query):
    for path in ("/validate", "/fix"):
        answer = service.ask(upload(witness, f"{path}?{query}"))
        assert answer.status == 400
        check_answer(document, validators, document["paths"][path]["post"], answer)


def test_refusals_of_a_body(start, document, validators, witness):
    service = start("--max-body-bytes", "1K")
    for path in ("/validate", "/fix"):
        operation = document["paths"][path]["post"]
        for data in (upload(b"", path), upload(bytes(2000), path), upload(witness, path, headers=["Content-Encoding: x"]),
                     upload(witness, path, headers=["Content-Type: multipart/form-data"]),
                     upload(b"x", path, headers=["Content-Type: multipart/form-data; boundary=b"]),
                     upload(witness, path, headers=["Accept: image/png"])):
            answer = service.ask(data)
            assert answer.status >= 400
            check_answer(document, validators, operation, answer)


def test_no_get_takes_a_query(service, document, validators):
    for path, method, operation in operations(document):
        if method == "get":
            answer = service.get(path.replace("{code}", first_code()) + "?x=1")
            assert answer.status == 400
            check_answer(document, validators, operation, answer)


# ---- What the settings change ----


def test_with_tokens(tmp_path):
    file = tmp_path / "tokens"
    file.write_text(TOKEN)
    service = Service("--token-file", str(file), "--max-findings", "7")
    try:
        header = [f"Authorization: Bearer {TOKEN}"]
        document = service.ask(request("GET", "/openapi.json", header)).json()
        schemes = document["components"]["securitySchemes"]
        assert schemes == {"token": {"type": "http", "scheme": "bearer"}}
        assert document["security"] == [{"token": []}]
        for path, method, operation in operations(document):
            is_open = operation.get("security") == []
            answer = service.ask(request(method.upper(), path.replace("{code}", "X")), "HEAD")
            assert (answer.status == 401) == (not is_open), (path, method)
            assert is_open or {"401", "4XX"} & set(operation["responses"])
        limits = [p["schema"] for p in document["paths"]["/validate"]["post"]["parameters"] if p["name"] == "maxFindings"]
        assert limits[0]["maximum"] == 7
    finally:
        assert service.stop() == 0


def test_without_tokens(document):
    assert document["security"] == []
    assert "securitySchemes" not in document["components"]
    assert not [op for _, _, op in operations(document) if "security" in op or "401" in op["responses"]]
