"""Accept: the forms that a report has, each to the byte the command's."""

import gzip
import json
import os
import subprocess
import time

import pytest
from conftest import COMMAND, run_command
from sets import field, files, form, make_zip, part, post_form
from test_load import BODY, tight_budget, wait_for_budget
from test_parameters import damaged
from wire import PATIENCE_S, request, upload

JSON, LINES, TEXT = "application/json", "application/x-ndjson", "text/plain"
TYPES = {JSON: JSON, LINES: LINES, TEXT: "text/plain; charset=utf-8"}


def made(code):
    return run_command("witness", code).stdout


SOUND = made("NAV_CONN_TWO_DIRECTIONS")  # nothing in it is even a warning
NODES = made("NODES_LINK_KIND")
FILES = [SOUND, NODES, damaged(NODES), damaged(made("PATH_POINTS_V7")), made("SKYRIM_NVNM_DOOR_FLAG"), b"what is this?",
         damaged(made("NAV2_SEGMENTS_COUNT")), damaged(made("PATH_OCT_CHILD_NULL"), 200, 11)]


def accepted(service, data, accept, target="/validate"):
    return service.ask(upload(data, target, [f"Accept: {accept}"]))


@pytest.mark.parametrize("accept, got", [
    ("", JSON), ("*/*", JSON), (JSON, JSON), ("application/*", JSON), ("APPLICATION/JSON", JSON), (TEXT, TEXT), (LINES, LINES),
    ("text/*", TEXT), ("Text/Plain ; charset=utf-8", TEXT), ("application/json, text/plain, */*", JSON), ("text/plain, */*", TEXT),
    ("text/plain;q=0.5, application/json;q=0.4", TEXT), ("text/plain;q=0.5, */*", JSON), ("text/plain;q=0, */*;q=0.1", JSON),
    ("application/json;q=0, */*", LINES), ("application/json;q=0.1, application/*", LINES), ("application/x-ndjson, application/json", JSON),
    ("text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8", JSON), ("image/png, text/plain;q=0.001", TEXT),
    ("a, , text/plain", TEXT), ("text/plain;q=7, application/json;q=0.01", JSON), ("text/plain;q=, application/*;q=0.1", JSON),
    ("text/plain;level=1;q=0.3, application/json;q=0.2", TEXT), ('text/plain;a="b;c";q=0.3, application/json;q=0.2', TEXT),
])
def test_what_is_chosen(service, accept, got):
    answer = accepted(service, NODES, accept)
    assert (answer.status, answer.headers["content-type"]) == (200, TYPES[got])
    assert answer.headers["vary"] == "Accept"


def test_several_fields_are_one_list(service):
    answer = service.ask(upload(NODES, headers=["Accept: text/plain;q=0.5", "Accept: application/json;q=0.4"]))
    assert answer.headers["content-type"] == TYPES[TEXT]


@pytest.mark.parametrize("accept", ["text/html", "image/*", "application/json;q=0", "*/*;q=0", "text/plain;q=0.0", "text/plain;q=x", "x",
                                    "application/problem+json", "*", "text/plain;a=\"", "text", "application/jsonx"])
def test_not_acceptable(service, check_problem, accept):
    answer = accepted(service, NODES, accept)
    check_problem(answer, 406, "not-acceptable")
    assert answer.closes and service.works()


def test_other_routes_have_one_form(service):
    assert service.ask(request("GET", "/healthz", ["Accept: text/html"])).status == 200


@pytest.mark.parametrize("accept", [TEXT, LINES])
def test_problems_stay_what_they_are(service, check_problem, accept):
    check_problem(accepted(service, b"", accept), 400, "body-empty")
    check_problem(accepted(service, b"x", accept, "/validate?game=none"), 400, "game-unknown")
    check_problem(service.ask(post_form(b"x", "/validate").replace(b"Host:", f"Accept: {accept}\r\nHost:".encode())), 400, "multipart-start")


@pytest.mark.parametrize("index", range(len(FILES)))
def test_text(service, index):
    data = FILES[index]
    answer = accepted(service, data, TEXT)
    assert answer.body == run_command("check", "-", data=data).stdout
    assert answer.headers["x-verdict"] == service.ask(upload(data)).json()["verdict"]


def test_there_is_text_to_compare():
    printed = [run_command("check", "-", data=data).stdout for data in FILES]
    assert printed[0] == b"" and sum(b"error:" in text for text in printed) > 2 and any(b"(--all)" in text for text in printed)


@pytest.mark.parametrize("query, flags", [
    ("name=maps/a.nav", ["--stdin-filename", "maps/a.nav"]), ("minSeverity=info", ["--min-severity", "info"]),
    ("minSeverity=error", ["--min-severity", "error"]), ("minSeverity=pedantic", ["--pedantic", "--min-severity", "info"]),
    ("maxFindings=2", ["--max-findings", "2"]), ("maxFindings=0", ["--max-findings", "0"]), ("ignore=NODES_LINK_KIND", ["--ignore", "NODES_LINK_KIND"]),
    ("only=NODES_LINK_KIND&severity=NODES_LINK_KIND=info", ["--only", "NODES_LINK_KIND", "--severity", "NODES_LINK_KIND=info"]),
])
@pytest.mark.parametrize("accept, form", [(TEXT, "text"), (LINES, "ndjson"), ("application/sarif+json", "sarif"),
                                          ("text/markdown", "markdown"), ("text/csv", "csv")])
def test_parameters_hold_in_every_form(service, query, flags, accept, form):
    for data in FILES:
        assert accepted(service, data, accept, "/validate?" + query).body == run_command("check", "--format", form, *flags, "-", data=data).stdout


@pytest.mark.parametrize("index", range(len(FILES)))
def test_a_line(service, index):
    answer = accepted(service, FILES[index], LINES)
    assert answer.body == run_command("check", "--format", "ndjson", "-", data=FILES[index]).stdout
    assert answer.headers["content-type"] == LINES and "content-length" in answer.headers


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A set as the command sees it: files of one folder of which each knows of the others."""
    path = tmp_path_factory.mktemp("sets")
    (path / "dir").mkdir()
    pairs = [(f"dir/NODES{i}.DAT", damaged(NODES) if i % 3 == 0 else NODES) for i in range(12)]
    for name, data in pairs:
        (path / name).write_bytes(data)
    return path, sorted(pairs)


@pytest.mark.parametrize("accept, form", [(TEXT, "text"), (LINES, "ndjson"), ("application/sarif+json", "sarif"),
                                          ("text/markdown", "markdown"), ("text/csv", "csv")])
def test_sets(service, folder, accept, form):
    path, pairs = folder
    printed = subprocess.run([COMMAND, "check", "--format", form, "dir"], cwd=path, capture_output=True, check=False).stdout
    sent = post_form(files(*pairs), "/validate?name=dir").replace(b"Host:", f"Accept: {accept}\r\nHost:".encode())
    answer = service.ask(sent)
    assert answer.body == printed
    assert answer.headers["x-verdict"] == "invalid"
    if accept == LINES:
        lines = [json.loads(line) for line in answer.body.splitlines()]
        assert len(lines) == len(pairs) + 1 and "set" in lines[-1]
        assert "NAVLINTD_ISOLATE" in os.environ or answer.headers["transfer-encoding"] == "chunked"


def test_lines_on_one_connection(service, folder):
    """What follows the last line is the next answer."""
    body = files(*folder[1])
    sent = post_form(body).replace(b"Host:", b"Accept: application/x-ndjson\r\nHost:")
    with service.wire() as wire:
        wire.send(sent + request("GET", "/healthz") + sent)
        first = wire.answer()
        assert wire.answer().json() == {"status": "ok"}
        assert wire.answer().body == first.body


def test_lines_of_an_archive(service, folder):
    archive = make_zip(("readme", b"x"), *folder[1])
    answer = accepted(service, archive, LINES)
    assert answer.headers["x-skipped"] == "1"
    sent = post_form(files(*folder[1])).replace(b"Host:", b"Accept: application/x-ndjson\r\nHost:")
    assert answer.body == service.ask(sent).body


def test_lines_of_http_1_0(service, folder):
    """Which has no chunks: the connection's end is the answer's."""
    archive = make_zip(*folder[1])
    whole = accepted(service, archive, LINES).body
    with service.wire() as wire:
        wire.send(request(headers=[f"Content-Length: {len(archive)}", f"Accept: {LINES}"], body=archive, version="HTTP/1.0"))
        received = b""
        while piece := wire.socket.recv(65536):
            received += piece
    head, body = received.split(b"\r\n\r\n", 1)
    assert b"chunked" not in head and body == whole


@pytest.mark.skipif("NAVLINTD_ISOLATE" in os.environ, reason="a judge hands over the whole text")
def test_lines_need_no_memory_for_the_whole_text(start, check_problem):
    """The text of all reports does not fit this budget; a line does."""
    flags = "--threads", "1", "--max-body-bytes", str(BODY), "--max-findings", "10"
    service = start(*flags, "--memory-budget", tight_budget(BODY, "--max-findings", "10"))
    body = files(*[(f"{i}.dat", damaged(NODES)) for i in range(700)])
    check_problem(service.ask(post_form(body)), 413, "set-too-large")
    answer = service.ask(post_form(body).replace(b"Host:", b"Accept: application/x-ndjson\r\nHost:"))
    assert answer.status == 200 and len(answer.body.splitlines()) == 701
    wait_for_budget(service)


def test_a_reader_that_leaves_gives_back_the_memory(start):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY), "--idle-timeout", "600",
                    "--request-timeout", "600")
    sent = post_form(files(*[(f"{i}.dat", damaged(NODES)) for i in range(500)])).replace(b"Host:", b"Accept: application/x-ndjson\r\nHost:")
    for _ in range(3):
        with service.wire() as wire:
            wire.send(sent)
            assert wire.socket.recv(100)
    wait_for_budget(service)


def test_log_has_the_bytes_of_lines(start, folder):
    service = start()
    archive = make_zip(*folder[1])
    body = accepted(service, archive, LINES).body
    end = time.monotonic() + PATIENCE_S
    while not any(b"/validate" in line for line in service.log_lines):
        assert time.monotonic() < end
        time.sleep(0.05)
    service.stop()
    line = next(line for line in service.log() if line.get("path") == "/validate")
    assert line["bytes_out"] == len(body)


def test_a_judge_of_its_own_says_the_same(start, service, folder):
    """Parameters, fields, forms of the report and gzip go through to it and back."""
    isolated = start("--isolate")
    form_ = post_form(form(field("maxFindings", "3"), *(part(name, data) for name, data in folder[1])), "/validate?name=dir&minSeverity=info")
    for accept in (JSON, LINES, TEXT):
        header = f"Accept: {accept}"
        for sent in (upload(FILES[2], "/validate?only=NODES_*&severity=NODES_LINK_KIND=info&maxFindings=2", [header]),
                     form_.replace(b"Host:", header.encode() + b"\r\nHost:"), upload(make_zip(*folder[1]), headers=[header]),
                     upload(gzip.compress(FILES[2]), headers=[header, "Content-Encoding: gzip"])):
            answer, wanted = isolated.ask(sent), service.ask(sent)
            assert answer.status == 200 and answer.body == wanted.body
            assert [answer.headers[name] for name in ("content-type", "vary", "x-verdict")] == [
                wanted.headers[name] for name in ("content-type", "vary", "x-verdict")]
