"""Documents that are rendered once: what they are asked for with, and what they are answered with."""

import gzip
import hashlib
import json
import os
import re
import signal
import subprocess
import time

import pytest
from conftest import SERVICE, first_code, run_command
from wire import request

KEPT = ["/formats", "/rules", "/schemas/report.schema.json", "/schemas/problem.schema.json", "/version"]
PATIENCE_S = 30


def get(service, path, *headers, method="GET"):
    answer = service.ask(request(method, path, headers), method)
    assert answer.headers["x-content-type-options"] == "nosniff"
    return answer


def unchanged(service, path, *headers):
    """The answer to a request whose document the client has: 304 has no body, so it is read as a HEAD's."""
    with service.wire() as wire:
        wire.send(request("GET", path, headers) + request("GET", "/healthz"))
        answer = wire.answer("HEAD")
        assert wire.answer().json() == {"status": "ok"}, "a 304 with a body"
    return answer


@pytest.mark.parametrize("path", [*KEPT, "/rules/" + first_code()])
def test_the_client_has_it(service, path):
    plain = get(service, path)
    etag = plain.headers["etag"]
    assert etag == '"' + hashlib.sha256(plain.body).hexdigest()[:32] + '"'
    assert plain.headers["vary"] == "Accept-Encoding"
    assert plain.headers["cache-control"] == ("no-cache" if path == "/version" else "max-age=300")
    for tags in (etag, f'"x", W/{etag}', "*"):
        again = unchanged(service, path, f"If-None-Match: {tags}")
        assert again.status == 304
        assert "content-type" not in again.headers
        assert again.headers["content-length"] == str(len(plain.body))
        for name in ("etag", "vary", "cache-control"):
            assert again.headers[name] == plain.headers[name]
    assert get(service, path, 'If-None-Match: "other"').body == plain.body


@pytest.mark.parametrize("path", [*KEPT, "/rules/" + first_code()])
def test_gzip_where_asked(service, path):
    plain = get(service, path)
    assert "content-encoding" not in plain.headers
    packed = get(service, path, "Accept-Encoding: br, gzip;q=0.5")
    if "content-encoding" not in packed.headers:
        assert len(plain.body) < 300, "worth compressing"
        assert packed.headers["etag"] == plain.headers["etag"]
        return
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)
    assert packed.headers["vary"] == "Accept-Encoding"
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert packed.headers["etag"] != plain.headers["etag"]
    head = get(service, path, "Accept-Encoding: gzip", method="HEAD")
    assert (head.headers["content-length"], head.headers["etag"]) == (str(len(packed.body)), packed.headers["etag"])
    assert get(service, path, "Accept-Encoding: gzip;q=0").body == plain.body
    again = unchanged(service, path, "Accept-Encoding: gzip", f"If-None-Match: {packed.headers['etag']}")
    assert (again.status, again.headers["etag"]) == (304, packed.headers["etag"])
    assert get(service, path, f"If-None-Match: {packed.headers['etag']}").status == 200, "another representation"


def test_rules_are_rendered_once(start):
    """The first answer makes the document, the others are a copy of it: they take a tenth of the time, at least."""
    service = start()
    first, *others = [timed(service, "/rules") for _ in range(20)]
    assert min(others) < first / 2


def timed(service, path):
    with service.wire() as wire:
        began = time.monotonic()
        wire.send(request("HEAD", path))
        assert wire.answer("HEAD").status == 200
        return time.monotonic() - began


def test_what_is_not_there_has_no_tag(service, check_problem):
    answer = get(service, "/rules/NAV_NOPE", "If-None-Match: *", "Accept-Encoding: gzip")
    check_problem(answer, 404, "rule-unknown")
    assert "etag" not in answer.headers


def test_version(service):
    version = service.get("/version").json()
    own = subprocess.run([SERVICE, "--version"], capture_output=True, check=True).stdout.decode()
    assert (version["name"], version["version"]) == tuple(own.split())
    assert version["formats"] == len(json.loads(run_command("formats", "--format", "json").stdout)["formats"])
    assert version["rules"] == len(json.loads(run_command("rules", "--format", "json").stdout)["rules"])
    assert set(version["libraries"]) == {"libmicrohttpd", "jansson", "libarchive", "libdeflate", "libcrypto"}
    assert all(re.fullmatch(r"\d+\.\d+[\w.]*", number) for number in version["libraries"].values()), version


def least_budget(*flags):
    """The bytes that the service says it needs."""
    refused = subprocess.run([SERVICE, "--port", "0", "--memory-budget", "1", *flags], capture_output=True, check=False)
    return re.search(rb"need (\d+) bytes", refused.stderr).group(1).decode()


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def test_ready(service):
    answer = service.get("/readyz")
    assert (answer.status, answer.json()) == (200, {"status": "ready"})
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.skipif("NAVLINTD_ISOLATE" in os.environ, reason="a judge's copy of the body leaves more room")
def test_not_ready_without_memory(start, check_problem):
    flags = ["--max-body-bytes", "4M", "--threads", "1"]
    service = start(*flags, "--memory-budget", least_budget(*flags))
    size = 4 * 1024 * 1024
    with service.wire() as wire:
        wire.send(request(headers=[f"Content-Length: {size}"], body=bytes(size - 1)))
        wait_until(lambda: service.get("/readyz").status == 503)
        answer = service.get("/readyz")
        check_problem(answer, 503, "busy")
        assert answer.headers["retry-after"] == "1"
        assert service.works()
        wire.send(b"\0")
        assert wire.answer().status == 200
    wait_until(lambda: service.get("/readyz").status == 200)


def test_not_ready_while_it_drains(start, check_problem):
    service = start()
    with service.wire() as held, service.wire() as other:
        other.send(request("GET", "/readyz"))
        assert other.answer().status == 200
        held.send(request(headers=["Content-Length: 2"], body=b"x"))
        wait_until(lambda: service.works())
        service.process.send_signal(signal.SIGTERM)
        answer = None
        while answer is None or answer.status == 200:
            other.send(request("GET", "/readyz"))
            answer = other.answer()
        check_problem(answer, 503, "draining")
        assert answer.headers["retry-after"] == "1"
        held.send(b"x")
        assert held.answer().status == 200
