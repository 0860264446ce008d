"""The strict reader in front of libmicrohttpd: what it refuses, what it takes, and that it does not matter how the
bytes come. tests/http/wire_units.c has its pure parts, fuzz_wire the rest."""

import re
import socket
import time

import pytest
from conftest import ROOT
from wire import chunked, request, upload

HIDDEN = request("GET", "/formats")
BEHIND = b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
CHUNKED = b"POST /validate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

HEADS = {
    # Rows F1, F2 and F4 of what was found from outside, byte for byte.
    "line of a colon": (b"POST /validate HTTP/1.1\r\nHost: x\r\n: v\r\nContent-Length: 5\r\n\r\n", 400, "header-malformed"),
    "line of a colon at the end": (b"POST /validate HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n: v\r\n\r\n", 400, "header-malformed"),
    "NUL in the query": (b"GET /healthz?name=a\0b&format=zzz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "target-malformed"),
    "NUL in the path": (b"GET /healthz\0 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "target-malformed"),
    "two spaces before the target": (b"GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "two spaces behind the target": (b"GET /healthz  HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "space behind the version": (b"GET /healthz HTTP/1.1 \r\nHost: x\r\n\r\n", 400, "request-line"),
    "space before the method": (b" GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "tab in the request line": (b"GET\t/healthz\tHTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "space in the target": (b"GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "control in the method": (b"GE\x01T /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "colon in the method": (b"GET: /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "long method": (b"G" * 33 + b" /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "no version": (b"GET /healthz\r\nHost: x\r\n\r\n", 400, "request-line"),
    "method alone": (b"GET\r\n\r\n", 400, "request-line"),
    "LF behind the request line": (b"GET /healthz HTTP/1.1\nHost: x\r\n\r\n", 400, "request-line"),
    "LF behind the header": (b"GET /healthz HTTP/1.1\r\nHost: x\r\n\n", 400, "header-malformed"),
    "LF alone everywhere": (b"GET /healthz HTTP/1.1\nHost: x\n\n", 400, "request-line"),
    "two empty lines": (b"\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "an empty line of LF": (b"\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 400, "request-line"),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "request-line"),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, "http-version"),
    "no colon": (b"GET /healthz HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n", 400, "header-malformed"),
    "blank line of a space": (b"GET /healthz HTTP/1.1\r\nHost: x\r\n \r\n\r\n", 400, "header-malformed"),
    "65 fields": (b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 64 + b"\r\n", 431, "too-many-headers"),
    "32 KB of header": (b"GET /healthz HTTP/1.1\r\nHost: x\r\nCookie: " + b"a" * 33_000 + b"\r\n\r\n", 431, "header-too-large"),
    "32 KB of target": (b"GET /" + b"a" * 33_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414, "target-too-long"),
    "more than 16 KB that is read": (b"GET /healthz HTTP/1.1\r\nHost: x\r\nAuthorization: " + b"a" * 17_000 + b"\r\n\r\n", 431, "header-too-large"),
}

CHUNKS = {
    "long extension": (b"5;" + b"a" * 65536 + b"\r\nhello\r\n0\r\n\r\n", 413, "chunk-extensions"),
    "long extensions": (b"1;aaaaaa\r\nx\r\n" * 1000 + b"0\r\n\r\n", 413, "chunk-extensions"),
    "control in an extension": (b"5;a\x01\r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "LF behind an extension": (b"5;a\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "LF behind a size": (b"5\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "LF behind a chunk": (b"5\r\nhello\n0\r\n\r\n", 400, "chunk-malformed"),
    "no line end behind a chunk": (b"5\r\nhello0\r\n\r\n", 400, "chunk-malformed"),
    "chunk longer than its size": (b"5\r\nhello!\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "LF behind the last": (b"5\r\nhello\r\n0\n\n", 400, "chunk-malformed"),
    "no size": (b"\r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "space before a size": (b" 5\r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "space behind a size": (b"5 \r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "sign": (b"+5\r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "0x": (b"0x5\r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "no digit": (b"g\r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "17 digits": (b"00000000000000005\r\nhello\r\n0\r\n\r\n", 400, "chunk-malformed"),
    "trailer of a colon": (b"5\r\nhello\r\n0\r\n: v\r\n\r\n", 400, "header-malformed"),
    "folded trailer": (b"5\r\nhello\r\n0\r\nA: b\r\n c\r\n\r\n", 400, "header-malformed"),
    "LF behind a trailer": (b"5\r\nhello\r\n0\r\nA: b\n\r\n", 400, "header-malformed"),
    "65 trailers": (b"5\r\nhello\r\n0\r\n" + b"a: b\r\n" * 65 + b"\r\n", 431, "too-many-headers"),
    "long trailer": (b"5\r\nhello\r\n0\r\nA: " + b"b" * 9000 + b"\r\n\r\n", 431, "header-too-large"),
}

CASES = {**HEADS, **{name: (CHUNKED + body, *rest) for name, (body, *rest) in CHUNKS.items()}}


@pytest.mark.parametrize("case", CASES)
def test_refused(service, check_problem, case):
    """Refused, in our words, and closed; nothing behind it is answered."""
    data, status, slug = CASES[case]
    with service.wire() as wire:
        wire.send(data + HIDDEN)
        answer = wire.answer()
        check_problem(answer, status, slug)
        assert answer.closes
        assert wire.is_closed()
    assert service.works()


@pytest.mark.parametrize("case", CASES)
def test_refused_behind_good_ones(service, check_problem, check_report, witness, case):
    """The answers come in the order of the requests, and the refusal is the last."""
    data, status, slug = CASES[case]
    with service.wire() as wire:
        wire.send(request("GET", "/healthz") + upload(witness) + data + HIDDEN)
        assert wire.answer().body == b'{"status":"ok"}\n'
        check_report(wire.answer())
        check_problem(wire.answer(), status, slug)
        assert wire.is_closed()


def test_refusals_are_logged(start):
    service = start()
    for data, _, _ in CASES.values():
        service.ask(data)
    assert service.stop() == 0
    assert sorted(line["status"] for line in service.log()) == sorted(status for _, status, _ in CASES.values())


def test_refusal_says_what_was_asked(start):
    service = start()
    answer = service.ask(b"PUT /rules?x=y HTTP/1.1\r\nX-Request-Id: mine\r\nHost: a\r\nHost: b\r\n\r\n")
    assert answer.headers["x-request-id"] == "mine"
    service.ask(b"PUT /rules?x=y HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n")
    service.ask(b"\r\n\r\n")
    assert service.stop() == 0
    shown = sorted((line["method"], line["path"]) for line in service.log())
    assert shown == [("-", "-"), ("PUT", "/rules"), ("PUT", "/rules")]


TAKEN = [
    b"\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost:a\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: \t a \t \r\nX:\r\nY: \t \r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 0 \r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\n" + b"a: b\r\n" * 63 + b"\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nCookie: " + b"a=b; " * 6000 + b"\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nAccept: " + b"a" * 16_000 + b"\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: \xc3\xa9\xff\r\n\r\n",
    b"GET http://a/healthz HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
]


@pytest.mark.parametrize("data", TAKEN)
def test_taken(service, data):
    """And the connection goes on where the message ends."""
    with service.wire() as wire:
        wire.send(data + data + BEHIND)
        for _ in range(3):
            assert wire.answer().status == 200
        assert wire.is_closed()


def test_no_memory_for_a_query(service, check_problem):
    """libmicrohttpd has none for that many parameters, and a refusal of its own."""
    check_problem(service.get("/healthz?" + "a&" * 1000), 400, "parameter-unknown")


@pytest.mark.parametrize("length", ["{}", "{} ", "\t{}\t ", "000{}"])
def test_length_with_blanks(service, witness, check_report, length):
    with service.wire() as wire:
        wire.send(request(headers=["Content-Length:" + length.format(len(witness))], body=witness) + BEHIND)
        check_report(wire.answer())
        assert wire.answer().status == 200


CHUNKS_TAKEN = {
    "plain": lambda body: chunked(body),
    "one byte each": lambda body: chunked(body, 1),
    "extensions": lambda body: b'%x;a;b="c d"\r\n%s\r\n0;last\r\n\r\n' % (len(body), body),
    "zeros": lambda body: b"%016X\r\n%s\r\n0000000000000000\r\n\r\n" % (len(body), body),
    "trailers": lambda body: b"%x\r\n%s\r\n0\r\nA: b\r\nContent-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n" % (len(body), body),
    "many trailers": lambda body: b"%x\r\n%s\r\n0\r\n%s\r\n" % (len(body), body, b"a: b\r\n" * 64),
}


@pytest.mark.parametrize("form", CHUNKS_TAKEN)
def test_chunks_taken(service, witness, form):
    """The report is that of the plain body, and the connection goes on."""
    plain = service.ask(upload(witness))
    with service.wire() as wire:
        wire.send(CHUNKED + CHUNKS_TAKEN[form](witness) + BEHIND)
        assert wire.answer().body == plain.body
        assert wire.answer().status == 200


def test_refused_chunk_after_continue(service, check_problem):
    with service.wire() as wire:
        wire.send(CHUNKED.replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"))
        assert wire.answer().status == 100
        wire.send(b"5\r\nhello\r\n5;x")
        wire.send(b"\n")
        check_problem(wire.answer(), 400, "chunk-malformed")
        assert wire.is_closed()


BASES = [
    b"GET /healthz?a HTTP/1.1\r\nHost: a\r\nAccept:b\r\n\r\n",
    b"POST /validate HTTP/1.0\r\nContent-Length: 5\r\n\r\n",
    CHUNKED,
]


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("extra", [b"\0", b"\n", b"\r", b"\x01", b"\x7f"])
def test_controls_anywhere(service, base, extra):
    """Wherever one of these stands before the end of a head, it is refused at once and the connection closed."""
    for at in range(len(base) - 1):
        with service.wire() as wire:
            wire.send(base[:at] + extra + base[at:] + b"hello" + HIDDEN)
            answer = wire.answer()
            assert (answer.status, answer.closes) == (400, True), at
            assert wire.is_closed(), at
    assert service.works()


def stream(witness):
    """Every kind of message, and one that is refused with its last byte."""
    body = b"%x;e\r\n%s\r\n0\r\nT: u\r\n\r\n" % (len(witness), witness)
    return (b"\r\nGET /healthz?x HTTP/1.1\r\nHost:  a \r\nCookie: c\r\n\r\n" + CHUNKED + body
            + b"HEAD /rules HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n" + upload(b"12345") + b"GET /healthz HTTP/1.1\r\n: \r\n")


def answers(wire):
    first, second = wire.answer(), wire.answer()
    third, fourth, fifth = wire.answer("HEAD"), wire.answer(), wire.answer()
    assert wire.is_closed()
    return [(answer.status, answer.body) for answer in (first, second, third, fourth, fifth)]


def test_cut_anywhere(service, witness):
    data = stream(witness[:64])
    with service.wire() as wire:
        wire.send(data)
        expected = answers(wire)
    assert [status for status, _ in expected] == [400, 200, 200, 200, 400]
    for at in range(1, len(data)):
        with service.wire() as wire:
            wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            wire.send(data[:at])
            wire.send(data[at:])
            assert answers(wire) == expected, at


def test_byte_by_byte(service, witness):
    data = stream(witness[:64])
    with service.wire() as wire:
        wire.send(data)
        expected = answers(wire)
    with service.wire() as wire:
        wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(len(data)):
            wire.send(data[at : at + 1])
        assert answers(wire) == expected


def test_what_follows_a_refusal_is_read(service):
    """Else the kernel resets the connection, and the answer may get lost."""
    with service.wire() as wire:
        wire.send(CHUNKED + b"x")
        assert wire.answer().status == 400
        assert wire.is_closed()
        for _ in range(10):
            wire.send(b"x" * 1000)


def test_it_is_not_read_for_ever(service):
    with service.wire() as wire:
        wire.send(CHUNKED + b"x")
        assert wire.answer().status == 400
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            while True:
                wire.send(b"x" * 1000)
                time.sleep(0.1)
    assert service.works()


def test_many_pipelined(service):
    """More than fits any buffer: none is forgotten, whatever arrives in one event."""
    data = request("GET", "/healthz") * 3000
    with service.wire() as wire:
        wire.send(data + BEHIND)
        for _ in range(3001):
            assert wire.answer().status == 200


def test_fields_that_are_read_are_handed_on():
    """A field that is looked up somewhere stands in fields.def."""
    handed = re.findall(r'^SRV_FIELD\("([^"]+)"\)', (ROOT / "server/wire/fields.def").read_text(), re.M)
    looked_up = set()
    for source in (ROOT / "server").rglob("*.c"):
        text = source.read_text()
        looked_up |= set(re.findall(r'srv_header_find\([^;]*?"([^"]+)"', text))
        looked_up |= set(re.findall(r'MHD_lookup_connection_value\w*\([^;]*?MHD_HEADER_KIND,\s*"([^"]+)"', text))
        assert "MHD_lookup_connection_value" not in text or "MHD_HTTP_HEADER_" not in text, source
    assert len(looked_up) > 5
    assert looked_up <= set(handed)
