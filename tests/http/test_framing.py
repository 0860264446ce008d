"""Requests that parties on the way could read in different ways are refused, and the connection closed."""

import socket

import pytest
from wire import chunked, request, upload

# A second request hides in what some readers take for the body: it must never be answered.
HIDDEN = request("GET", "/formats")

REFUSED = {
    "length and coding": (["Content-Length: 5", "Transfer-Encoding: chunked"], 400, "length-and-coding"),
    "coding and length": (["Transfer-Encoding: chunked", "Content-Length: 5"], 400, "length-and-coding"),
    "lengths differ": (["Content-Length: 5", "Content-Length: 3"], 400, "length-twice"),
    "lengths agree": (["Content-Length: 5", "Content-Length: 5"], 400, "length-twice"),
    "space before colon": (["Content-Length : 5"], 400, "header-malformed"),
    "tab before colon": (["Content-Length\t: 5"], 400, "header-malformed"),
    "coding with space before colon": (["Transfer-Encoding : chunked"], 400, "header-malformed"),
    "space in a name": (["X Y: 1", "Content-Length: 5"], 400, "header-malformed"),
    "control character in a value": (["X-A: a\x01b", "Content-Length: 5"], 400, "header-malformed"),
    "folded value": (["X-A: a", " b", "Content-Length: 5"], 400, "header-malformed"),
    "folded coding": (["Transfer-Encoding:", " chunked"], 400, "header-malformed"),
    "folded coding after a blank": (["Transfer-Encoding: ", "\tchunked"], 400, "header-malformed"),
    "folded length": (["Content-Length:", " 5"], 400, "header-malformed"),
    "folded first field": ([" Host: b"], 400, "header-malformed"),
    "bare CR": (["X-A: a\rContent-Length: 5"], 400, "header-malformed"),
    "NUL in a value": (["X-A: a\0b", "Content-Length: 5"], 400, "header-malformed"),
    "NUL in a length": (["Content-Length: 5\x006", "X-A: a"], 400, "header-malformed"),
    "NUL in the last field": (["Content-Length: 5\x006"], 400, "header-malformed"),
    "bare LF": (["X-A: a\nContent-Length: 5"], 400, "header-malformed"),
    "two codings": (["Transfer-Encoding: gzip, chunked"], 501, "transfer-coding"),
    "coding twice": (["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], 501, "transfer-coding"),
    "identity coding": (["Transfer-Encoding: identity"], 501, "transfer-coding"),
    "coding with a parameter": (["Transfer-Encoding: chunked;a=b"], 501, "transfer-coding"),
    "two hosts": (["Host: other", "Content-Length: 5"], 400, "host-twice"),
    "unknown expectation": (["Expect: miracles", "Content-Length: 5"], 417, "expectation"),
    "too many fields": ([f"X-{i}: 1" for i in range(100)], 431, "too-many-headers"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(service, check_problem, case):
    headers, status, slug = REFUSED[case]
    with service.wire() as wire:
        wire.send(request(headers=headers, body=HIDDEN))
        answer = wire.answer()
        check_problem(answer, status, slug)
        assert answer.closes
        assert wire.is_closed()
    assert service.works()


@pytest.mark.parametrize("length", [2**62, 2**63 - 1, 2**63, 2**63 + 1, 9999999999999999999])
def test_a_length_that_nobody_can_send(service, check_problem, length):
    with service.wire() as wire:
        wire.send(request(headers=[f"Content-Length: {length}"], body=HIDDEN))
        problem = check_problem(wire.answer(), 413, "body-too-large")
        assert problem.get("actual", length) == length
        assert wire.is_closed()
    assert service.works()


@pytest.mark.parametrize("length", ["+5", "-5", "0x5", "5 5", "5,5", "", "99999999999999999999999999"])
def test_malformed_length(service, check_problem, length):
    with service.wire() as wire:
        wire.send(request(headers=[f"Content-Length: {length}"], body=HIDDEN))
        check_problem(wire.answer(), 400, "length-malformed")
        assert wire.is_closed()
    assert service.works()


@pytest.mark.parametrize(
    "headers, version, host, slug",
    [
        ([], "HTTP/1.1", None, "host-missing"),
        ([], "HTTP/1.1", "a b", "host-malformed"),
        ([], "HTTP/1.1", "a,b", "host-malformed"),
        (["Transfer-Encoding: chunked"], "HTTP/1.0", "test", "coding-on-http-1.0"),
    ],
)
def test_refused_by_version_and_host(service, check_problem, headers, version, host, slug):
    with service.wire() as wire:
        wire.send(request("GET", "/healthz", headers, version=version, host=host) + HIDDEN)
        check_problem(wire.answer(), 400, slug)
        assert wire.is_closed()
    assert service.works()


@pytest.mark.parametrize("version, status, slug", [("HTTP/1.2", 505, "http-version"), ("HTTP/2.0", 505, "http-version"),
                                                   ("HTTP/0.9", 505, "http-version"), ("http/1.1", 400, "request-line"),
                                                   ("HTTP/1.10", 400, "request-line")])
def test_version(service, check_problem, version, status, slug):
    check_problem(service.ask(request("GET", "/healthz", version=version)), status, slug)
    assert service.works()


@pytest.mark.parametrize("host", ["test", "test:8080", "127.0.0.1", "[::1]:8080", ""])
def test_hosts_taken(service, host):
    assert service.ask(request("GET", "/healthz", host=host)).status == 200


def test_old_version_needs_no_host(service):
    assert service.ask(request("GET", "/healthz", version="HTTP/1.0", host=None)).status == 200


# A body on a route that reads none must not be taken for the next request.
@pytest.mark.parametrize("method, target, status", [("GET", "/healthz", 200), ("POST", "/nowhere", 404),
                                                    ("GET", "/validate", 405), ("PUT", "/validate", 405),
                                                    ("DELETE", "/healthz", 405)])
@pytest.mark.parametrize("coding", ["length", "chunked"])
def test_unread_body(service, method, target, status, coding):
    framing = f"Content-Length: {len(HIDDEN)}" if coding == "length" else "Transfer-Encoding: chunked"
    body = HIDDEN if coding == "length" else chunked(HIDDEN)
    with service.wire() as wire:
        wire.send(request(method, target, [framing], body))
        answer = wire.answer()
        assert answer.status == status
        assert answer.closes
        assert wire.is_closed()
    assert service.works()


@pytest.mark.parametrize("method", ["head", "get", "Post", "TRACE", "CONNECT", "BREW"])
def test_other_methods(service, method):
    with service.wire() as wire:
        wire.send(request(method, "/healthz"))
        received = b""
        wire.send(request("GET", "/healthz", ["Connection: close"]))
        while data := wire.socket.recv(65536):
            received += data
    assert received[9:12] in (b"405", b"400")
    assert service.works()


@pytest.mark.parametrize("headers", [["X-A:"], ["X-A:b"], ["X-A: \t b"], ["X-A: b "], ["X-A:" + " " * 500 + "b"],
                                     [f"X-{i}: {'v' * 300}" for i in range(60)]])
@pytest.mark.parametrize("step", [1, 7, 100_000])
def test_headers_taken(service, headers, step):
    """However a header is spaced, and in whatever pieces it comes."""
    data = request("GET", "/healthz", headers)
    if len(data) > 1000:
        step = max(step, 100)
    with service.wire() as wire:
        wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for i in range(0, len(data), step):
            wire.send(data[i : i + step])
        assert wire.answer().status == 200


@pytest.mark.parametrize("method, target, headers", [("GET", "/healthz", []), ("POST", "/validate", []),
                                                     ("POST", "/validate", ["Content-Length: 0"])])
def test_expectation_without_a_body(service, method, target, headers):
    """Nothing that follows is taken for the body; the connection ends with the answer."""
    with service.wire() as wire:
        wire.send(request(method, target, [*headers, "Expect: 100-continue"]) + HIDDEN)
        assert wire.answer().status in (200, 400)
        assert wire.is_closed()
    assert service.works()


def test_keep_alive(service, witness, check_report):
    with service.wire() as wire:
        for _ in range(3):
            wire.send(upload(witness))
            check_report(wire.answer())
            wire.send(request("GET", "/nowhere"))
            assert wire.answer().status == 404
            wire.send(request(headers=["Content-Length: 0"]))
            assert wire.answer().status == 400
            wire.send(request("GET", "/healthz"))
            assert wire.answer().status == 200


def test_pipelined(service, witness, large, check_report):
    with service.wire() as wire:
        wire.send(upload(witness, "/validate?name=1") + upload(large, "/validate?name=2")
                  + request("GET", "/healthz") + upload(witness, "/validate?name=3"))
        assert check_report(wire.answer())["input"]["name"] == "1"
        assert check_report(wire.answer())["input"]["name"] == "2"
        assert wire.answer().body == b'{"status":"ok"}\n'
        assert check_report(wire.answer())["input"]["name"] == "3"


def test_connection_close_is_obeyed(service, witness):
    with service.wire() as wire:
        wire.send(upload(witness, headers=["Connection: close"]))
        assert wire.answer().status == 200
        assert wire.is_closed()


def test_header_too_large(service):
    with service.wire() as wire:
        wire.send(request("GET", "/healthz", ["X-A: " + "a" * 100_000]))
        answer = wire.answer()
    assert (answer.status, answer.slug) == (431, "header-too-large")
    assert service.works()


@pytest.mark.parametrize("junk", [b"\x00" * 100, b"\x16\x03\x01\x02\x00\x01\x00", b"GET\r\n\r\n", b"\r\n" * 20,
                                  b"GET /healthz\x00 HTTP/1.1\r\nHost: a\r\n\r\n", b"GET /healthz\r\n\r\n"])
def test_junk(start, junk):
    service = start("--idle-timeout", "1")
    with service.wire() as wire:
        wire.send(junk)
        wire.socket.shutdown(1)
        while wire.socket.recv(65536):
            pass
    assert service.works()
