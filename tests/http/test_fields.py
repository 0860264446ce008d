"""Parts of a form that are no files: parameters by the names of the query, wherever they stand."""

import itertools
import subprocess

import pytest
import requests
from sets import BOUNDARY, field, files, form, part, post_form
from test_accept import FILES
from test_load import BODY, tight_budget, wait_for_budget
from test_parameters import damaged, made
from wire import chunked, request, upload

NODES = damaged(made("NODES_LINK_KIND"))
CODE = "NODES_LINK_KIND"
WORDS = {"format": "gta-nodes", "game": "css", "scope": "navmesh", "only": f"{CODE},{CODE}", "ignore": CODE, "severity": f"{CODE}=error,{CODE}=info",
         "minSeverity": "error", "maxFindings": "1", "masters": "none", "name": "a set"}


def asked(service, *parts, target="/validate"):
    return service.ask(post_form(form(*parts), target))


@pytest.mark.parametrize("name", list(WORDS))
def test_a_field_is_a_parameter(service, name):
    pair = part("a", NODES), part("b", FILES[0])
    answer = asked(service, field(name, WORDS[name]), *pair)
    assert answer.status == 200
    sent = requests.Request("POST", "http://x/validate", params={name: WORDS[name]}).prepare().path_url
    assert answer.body == asked(service, *pair, target=sent).body
    if name not in ("game", "scope", "masters"):
        assert answer.body != asked(service, *pair).body, "the word does something"


def test_order_does_not_matter(service):
    parts = [part("a", NODES), field("maxFindings", "1"), field("minSeverity", "error"), part("b", NODES)]
    wanted = asked(service, parts[0], parts[3], target="/validate?maxFindings=1&minSeverity=error").body
    for order in itertools.permutations(parts[1:]):
        assert asked(service, parts[0], *order).body == wanted
    assert asked(service, parts[1], parts[0], parts[2], parts[3]).body == wanted


def test_query_and_fields_together(service):
    answer = asked(service, part("a", NODES), field("maxFindings", "1"), target="/validate?minSeverity=error")
    assert answer.body == asked(service, part("a", NODES), target="/validate?minSeverity=error&maxFindings=1").body


def test_accept_goes_by_the_fields(service):
    sent = post_form(form(part("a", NODES), field("minSeverity", "info"))).replace(b"Host:", b"Accept: text/plain\r\nHost:")
    assert service.ask(sent).body == service.ask(upload(NODES, "/validate?name=a&minSeverity=info", ["Accept: text/plain"])).body


def test_others_are_ignored(service):
    plain = asked(service, part("a", NODES)).body
    others = [field("submit", "Send"), field("csrf", bytes(range(256))), field("Format", "gta-nodes"), field("", ""), field("x" * 300, "y" * 8192),
              field("form at", "nope"), field('fo\\"rmat', "nope")]
    assert asked(service, *others[:3], part("a", NODES), *others[3:]).body == plain
    assert asked(service, field("submit", "Send"), field("submit", "Send"), part("a", NODES)).body == plain


@pytest.mark.parametrize("name, value, slug, named", [
    ("format", "nope", "format-unknown", "nope"), ("format", "", "format-unknown", ""), ("game", "nope", "game-unknown", "nope"),
    ("scope", "nope", "scope-unknown", "nope"), ("only", "NAV_NOPE", "code-unknown", "NAV_NOPE"), ("severity", "x", "override-bad", "x"),
    ("minSeverity", "off", "severity-unknown", "off"), ("maxFindings", "1001", "max-findings-too-large", ""), ("name", "", "name-bad", ""),
    ("masters", "Skyrim.esm", "master-unknown", "Skyrim.esm"), ("name", "a" * 256, "name-bad", ""), ("only", ",".join([CODE] * 257), "too-many-codes", ""),
    ("name", b"\xff\xfe", "field-bad", "name"), ("name", b"a\0b", "field-bad", "name"), ("format", b"gta-nodes\r\n", "field-bad", "format"),
    ("game", b"\xed\xa0\x80", "field-bad", "game"), ("scope", b"\x7f", "field-bad", "scope"),
])
def test_bad_fields(service, check_problem, name, value, slug, named):
    with service.wire() as wire:
        wire.send(post_form(form(part("a", NODES), field(name, value))))
        assert named in check_problem(wire.answer(), 400, slug)["detail"]
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200


def test_twice(service, check_problem):
    twice = [(form(field("game", "css"), part("a", NODES), field("game", "css")), "/validate"),
             (form(field("game", "css"), part("a", NODES)), "/validate?game=css")]
    for body, target in twice:
        assert "game" in check_problem(service.ask(post_form(body, target)), 400, "parameter-twice")["detail"]


def test_a_form_needs_a_file(service, check_problem):
    check_problem(asked(service, field("game", "css")), 400, "part-not-a-file")
    check_problem(asked(service, field("f", "file's bytes")), 400, "part-not-a-file")


def test_limits(service, check_problem):
    many = [field(f"x{i}", "y") for i in range(65)]
    assert asked(service, *many[:64], part("a", NODES)).status == 200
    assert check_problem(asked(service, *many, part("a", NODES)), 413, "too-many-fields")["limit"] == 64
    for name in ("game", "unknown"):
        problem = check_problem(asked(service, part("a", NODES), field(name, "y" * 8193)), 413, "field-too-long")
        assert problem["limit"] == 8192 and name in problem["detail"]


def test_fields_do_not_count_as_files(start, check_problem):
    service = start("--max-files", "2")
    fields = [field(f"x{i}", "y") for i in range(5)]
    assert asked(service, part("a", NODES), *fields, part("b", NODES)).status == 200
    check_problem(asked(service, part("a", NODES), *fields, part("b", NODES), part("c", NODES)), 413, "too-many-files")


def test_fields_of_a_malformed_form(service, check_problem):
    """What is cut is not judged by what came before."""
    whole = form(part("a", NODES), field("game", "css"))
    check_problem(service.ask(post_form(whole[:-4])), 400, "multipart-cut")
    check_problem(service.ask(post_form(whole.replace(b'name="game"', b'name="game'))), 400, "part-disposition")
    coded = form(part("a", NODES), field("game", "css", ["Content-Transfer-Encoding: base64"]))
    check_problem(service.ask(post_form(coded)), 415, "part-coding")


def test_chunked(service):
    body = form(field("maxFindings", "1"), part("a", NODES))
    kind = f"Content-Type: multipart/form-data; boundary={BOUNDARY}"
    pieces = request(headers=["Transfer-Encoding: chunked", kind], body=chunked(body, 7))
    assert service.ask(pieces).body == service.ask(post_form(body)).body


def test_everyday_clients(service, tmp_path):
    (tmp_path / "a.dat").write_bytes(NODES)
    url = f"http://127.0.0.1:{service.port}/validate"
    wanted = service.ask(post_form(files(("a.dat", NODES)), "/validate?maxFindings=1")).body
    done = subprocess.run(["curl", "-sS", "-F", "f=@a.dat", "-F", "maxFindings=1", "-F", "submit=Go", url], cwd=tmp_path, capture_output=True, check=False)
    assert done.stdout == wanted
    answer = requests.post(url, files={"f": ("a.dat", NODES)}, data={"maxFindings": "1", "submit": "Gö"}, timeout=60)
    assert answer.content == wanted


def test_the_budget_comes_back(start):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    for parts in ((part("a", NODES), field("only", CODE)), (part("a", NODES), field("only", "X" * 8000)), (field("only", CODE),)):
        for _ in range(30):
            assert asked(service, *parts).status in (200, 400)
    wait_for_budget(service)
