"""Bodies: taken, refused, and what the answer says."""

import json
import random
import subprocess
import time

import pytest
import requests
from conftest import run_command
from wire import chunked, request, upload

CAP = 65536


@pytest.fixture(scope="module")
def capped():
    from conftest import Service

    service = Service("--max-body-bytes", "64K")
    yield service
    assert service.stop() == 0


def expected(data, *flags):
    """What the command prints about the same bytes."""
    return run_command("check", "--format", "json", *flags, "-", data=data).stdout


def test_report_is_the_command_s(service, witness, check_report):
    answer = service.ask(upload(witness))
    assert check_report(answer)["verdict"] == "invalid"
    assert answer.body == expected(witness)


def test_large_report_is_the_command_s(service, large, check_report):
    answer = service.ask(upload(large))
    check_report(answer)
    assert answer.body == expected(large)


def test_chunked_report_is_the_same(service, witness, large):
    for body in (witness, large):
        data = request(headers=["Transfer-Encoding: chunked"], body=chunked(body, 10_000))
        assert service.ask(data).body == expected(body)


def test_everyday_clients(service, witness, large):
    """curl and requests, with the headers that they send."""
    url = f"http://127.0.0.1:{service.port}/validate"
    with requests.Session() as session:
        for body in (witness, large, iter([witness[:100], witness[100:]])):
            answer = session.post(url, data=body, params={"name": "ä b.nav"}, timeout=60)
            assert answer.status_code == 200
            assert answer.json()["input"]["name"] == "ä b.nav"
    for flags in ([], ["-H", "Transfer-Encoding: chunked"], ["--http1.0"], ["-H", "Expect: 100-continue"]):
        done = subprocess.run(["curl", "-sS", "--fail-with-body", "--data-binary", "@-", *flags, url], input=large,
                              capture_output=True, check=False)
        assert done.returncode == 0, done
        assert done.stdout == expected(large)


def test_forced_format(service, witness):
    answer = service.ask(upload(b"no such file", "/validate?format=source-nav"))
    assert answer.body == expected(b"no such file", "--input-format", "source-nav")


def test_name_is_shown(service, witness, check_report):
    report = check_report(service.ask(upload(witness, "/validate?name=maps%2Fde+%C3%BC%22.nav")))
    assert report["input"]["name"] == 'maps/de ü".nav'


def test_unrecognised_is_indeterminate(service, check_report):
    assert check_report(service.ask(upload(b"what is this?")))["verdict"] == "indeterminate"


@pytest.mark.parametrize("kind", ["application/octet-stream", "text/plain", "application/x-www-form-urlencoded", "x"])
def test_any_content_type(service, witness, kind):
    assert service.ask(upload(witness, headers=[f"Content-Type: {kind}"])).status == 200


def test_identity_coding(service, witness):
    assert service.ask(upload(witness, headers=["Content-Encoding: identity"])).status == 200


@pytest.mark.parametrize("coding", ["br", "deflate", "identity, gzip", "gzip, gzip", "gzip;q=1", ""])
def test_content_coding(service, witness, check_problem, coding):
    answer = service.ask(upload(witness, headers=[f"Content-Encoding: {coding}"]))
    check_problem(answer, 415, "content-coding")
    assert answer.headers["accept-encoding"] == "gzip, identity"
    assert service.works()


@pytest.mark.parametrize("headers, body", [(["Content-Length: 0"], b""), ([], b""),
                                           (["Transfer-Encoding: chunked"], b"0\r\n\r\n")])
def test_empty_body(service, check_problem, headers, body):
    with service.wire() as wire:
        wire.send(request(headers=headers, body=body))
        check_problem(wire.answer(), 400, "body-empty")
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200
    assert service.works()


def test_over_the_cap_is_refused_before_the_body(capped, check_problem):
    for length in (CAP + 1, 10**12, 2**63 - 1):
        with capped.wire() as wire:
            wire.send(request(headers=[f"Content-Length: {length}"]))
            answer = wire.answer()
            problem = check_problem(answer, 413, "body-too-large")
            assert (problem["limit"], problem["actual"]) == (CAP, length)
            assert answer.closes
            assert wire.is_closed()
        assert capped.works()


def test_at_the_cap(capped):
    assert capped.ask(upload(bytes(CAP))).status == 200
    assert capped.ask(request(headers=["Transfer-Encoding: chunked"], body=chunked(bytes(CAP)))).status == 200


def test_chunked_over_the_cap(capped, check_problem):
    """Read on for as much again, then answered; the connection lives."""
    with capped.wire() as wire:
        wire.send(request(headers=["Transfer-Encoding: chunked"], body=chunked(bytes(CAP + 1))))
        problem = check_problem(wire.answer(), 413, "body-too-large")
        assert problem["limit"] == CAP and "actual" not in problem
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200
    assert capped.works()


def test_chunked_without_end(capped, check_problem):
    """Past the drain cap the service says why and hangs up."""
    with capped.wire() as wire:
        wire.send(request(headers=["Transfer-Encoding: chunked"]))
        try:
            for _ in range(10_000):
                wire.send(b"1000\r\n" + bytes(4096) + b"\r\n")
                time.sleep(0.001)
        except OSError:
            pass
        else:
            pytest.fail("the service read 40 MB")
        wire.pending = b""
    assert capped.works()


@pytest.mark.parametrize("chunks", [b"zz\r\nabc\r\n0\r\n\r\n", b"-1\r\n", b"ffffffffffffffffff\r\n", b"3\r\nabcdef\r\n",
                                    b"fffffffffffffffe\r\nabc"])
def test_malformed_chunks(start, chunks):
    service = start("--idle-timeout", "2")
    with service.wire() as wire:
        wire.send(request(headers=["Transfer-Encoding: chunked"], body=chunks))
        received = b""
        try:
            while data := wire.socket.recv(65536):
                received += data
        except ConnectionResetError:
            pass
    assert b"200 OK" not in received
    assert service.works()


def test_continue_is_sent(service, witness, check_report):
    with service.wire() as wire:
        wire.send(request(headers=[f"Content-Length: {len(witness)}", "Expect: 100-continue"]))
        assert wire.answer().status == 100
        wire.send(witness)
        check_report(wire.answer())


@pytest.mark.parametrize("target, headers, status", [("/validate", ["Content-Length: 99999"], 413),
                                                     ("/validate?x=1", ["Content-Length: 5"], 400),
                                                     ("/nowhere", ["Content-Length: 5"], 404)])
def test_no_continue_for_a_refused_body(capped, target, headers, status):
    with capped.wire() as wire:
        wire.send(request(target=target, headers=[*headers, "Expect: 100-continue"]))
        assert wire.answer().status == status
        assert wire.is_closed()


def test_client_that_leaves(start, witness):
    """Its share is free at once, not at the idle timeout: stop waits for all that is under way."""
    service = start("--idle-timeout", "600", "--request-timeout", "600", "--min-rate", "0", "--drain-timeout", "600")
    for data in (upload(witness)[:-1], upload(witness)[:20], request(headers=["Content-Length: 5000000"], body=b"x"),
                 upload(bytes(2_000_000))):
        with service.wire() as wire:
            wire.send(data)
    assert service.works()


def test_no_bytes_of_another_body(start):
    """A reused buffer shows nothing of what it held: the same file gets the same report before and after."""
    service = start("--threads", "1", "--workers", "1")
    small, other = b"\xce\xfa\xed\xfe" + bytes(1_300_000), b"SECRET" * 400_000
    before = service.ask(upload(small)).body
    assert service.ask(upload(other)).status == 200
    after = service.ask(upload(small))
    assert after.body == before == expected(small)
    assert b"SECRET" not in after.body


LARGE = 3 * 1024 * 1024  # comes beside libmicrohttpd


@pytest.mark.parametrize("size", [1024 * 1024, 1024 * 1024 + 1, LARGE])
def test_large_bodies_in_any_pieces(service, size):
    """Head and body in one piece, apart, and cut anywhere in the first bytes; the connection goes on."""
    data = random.Random(size).randbytes(size)
    whole = upload(data)
    head = len(whole) - len(data)
    answer = expected(data)
    with service.wire() as wire:
        for cut in (0, 1, head - 1, head, head + 1, head + 5000, head + 40_000, len(whole) - 1):
            wire.send(whole[:cut])
            time.sleep(0.02)
            wire.send(whole[cut:] + request("GET", "/healthz"))
            assert wire.answer().body == answer
            assert wire.answer().status == 200


def test_a_large_body_that_waits_for_100(service):
    data = bytes(LARGE)
    head = request(headers=[f"Content-Length: {LARGE}", "Expect: 100-continue"])
    with service.wire() as wire:
        for _ in range(2):
            wire.send(head)
            assert wire.answer().status == 100
            wire.send(data)
            assert wire.answer().status == 200


def test_large_bodies_that_are_cut(start):
    service = start("--idle-timeout", "1")
    for sent in (0, 1, 100_000, LARGE - 1):
        with service.wire() as wire:
            wire.send(request(headers=[f"Content-Length: {LARGE}"], body=bytes(sent)))
    with service.wire() as wire:  # too slow
        wire.send(request(headers=[f"Content-Length: {LARGE}"], body=bytes(1000)))
        answer = wire.answer()
        assert (answer.status, answer.slug) == (408, "too-slow")
        assert wire.is_closed()
    assert service.works()
    assert service.stop() == 0
    lines = [line for line in service.log() if line["path"] == "/validate"]
    assert sorted((line["status"], line["bytes"]) for line in lines) == [
        (0, 0), (0, 1), (0, 100_000), (0, LARGE - 1), (408, 1000)]


CHUNKED = ["Transfer-Encoding: chunked"]

# How a client cuts a large body. One of more than 1 MiB comes beside libmicrohttpd from there on.
CHUNKS = {
    "one": lambda data: chunked(data, len(data)),
    "64 KiB": lambda data: chunked(data, 65536),
    "1000 bytes": lambda data: chunked(data, 1000),
    "7 bytes": lambda data: chunked(data, 7),
    "two": lambda data: chunked(data, 1024 * 1024),
    "extensions": lambda data: b"%X;a=b\r\n%s\r\n1;c\r\n" % (len(data) - 1, data[:-1])
    + data[-1:] + b"\r\n000;d\r\n\r\n",
    "trailers": lambda data: chunked(data, 100_000)[:-2] + b"A: b\r\nContent-Length: 7\r\n\r\n",
}


@pytest.mark.parametrize("cut_by", CHUNKS)
def test_large_chunked_bodies(service, cut_by):
    """Requests follow each other without a pause, small ones and large ones, and each is answered."""
    data = random.Random(cut_by).randbytes(LARGE)
    answer = expected(data)
    body = CHUNKS[cut_by](data)
    with service.wire() as wire:
        for _ in range(3):
            wire.send(request(headers=CHUNKED, body=body) + request("GET", "/healthz") + request("GET", "/version"))
            assert wire.answer().body == answer
            assert wire.answer().status == 200
            assert wire.answer().status == 200


@pytest.mark.parametrize("size", [5, 1000, 65536, LARGE])
def test_large_chunked_bodies_in_any_pieces(service, size):
    data = random.Random(size).randbytes(LARGE)
    whole = request(headers=CHUNKED, body=chunked(data, size))
    follower = request("GET", "/healthz")
    head = len(request(headers=CHUNKED))
    answer = expected(data)
    cuts = [0, 1, head - 1, head, head + 1, head + 3, head + 1024 * 1024, head + 2_000_000, *range(len(whole) - 9, len(whole) + 1),
            len(whole) + 1, len(whole) + len(follower) - 1]
    data = whole + follower
    with service.wire() as wire:
        for cut in cuts:
            wire.send(data[:cut])
            time.sleep(0.02)
            wire.send(data[cut:])
            assert wire.answer().body == answer
            assert wire.answer().status == 200


def test_a_large_chunked_body_that_waits_for_100(service):
    with service.wire() as wire:
        for _ in range(2):
            wire.send(request(headers=[*CHUNKED, "Expect: 100-continue"]))
            assert wire.answer().status == 100
            wire.send(chunked(bytes(LARGE), 65536))
            assert wire.answer().status == 200


LATE = {
    "no line end": (b"!", 400, "chunk-malformed"),
    "no size": (b"\r\n\r\n", 400, "chunk-malformed"),
    "LF": (b"\r\n5\nhello", 400, "chunk-malformed"),
    "extensions": (b"\r\n5;" + b"a" * 5000, 413, "chunk-extensions"),
    "trailer": (b"\r\n0\r\n: a\r\n\r\n", 400, "header-malformed"),
    "long trailer": (b"\r\n0\r\nA: " + b"b" * 9000 + b"\r\n\r\n", 431, "header-too-large"),
    "trailers": (b"\r\n0\r\n" + b"A: b\r\n" * 65 + b"\r\n", 431, "too-many-headers"),
}


@pytest.mark.parametrize("end", LATE)
def test_malformed_late(service, check_problem, end):
    """What is wrong behind the first MiB is refused as it is before, and the connection ends."""
    text, status, slug = LATE[end]
    body = b"%x\r\n%s%s" % (LARGE, bytes(LARGE), text)
    for tail in (b"", request("GET", "/healthz")):
        with service.wire() as wire:
            wire.send(request(headers=CHUNKED, body=body + tail))
            answer = wire.answer()
            check_problem(answer, status, slug)
            assert answer.closes and wire.is_closed()
    assert service.works()


def test_large_chunked_over_the_cap(start, check_problem):
    """As with small ones: read on for as much again, then answered; past that, the service hangs up."""
    service = start("--max-body-bytes", str(LARGE))
    with service.wire() as wire:
        for size in (LARGE, LARGE + 1, 2 * LARGE):
            wire.send(request(headers=CHUNKED, body=chunked(bytes(size), 65536)))
            answer = wire.answer()
            if size == LARGE:
                assert answer.status == 200
            else:
                assert check_problem(answer, 413, "body-too-large")["limit"] == LARGE
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200
    answer = service.ask(request(headers=CHUNKED, body=chunked(bytes(3 * LARGE), 65536)))
    check_problem(answer, 413, "body-too-large")
    assert answer.closes
    assert service.works()


def test_large_chunked_bodies_that_are_cut(start):
    service = start("--idle-timeout", "1")
    body = chunked(bytes(LARGE), LARGE)
    frame = len(body) - LARGE
    for sent in (1, 100_000, LARGE):
        with service.wire() as wire:
            wire.send(request(headers=CHUNKED, body=body[: sent + frame - 7]))
    with service.wire() as wire:  # too slow
        wire.send(request(headers=CHUNKED, body=body[: 1000 + frame - 7]))
        answer = wire.answer()
        assert (answer.status, answer.slug) == (408, "too-slow")
        assert wire.is_closed()
    assert service.works()
    assert service.stop() == 0
    lines = [line for line in service.log() if line["path"] == "/validate"]
    assert sorted((line["status"], line["bytes"]) for line in lines) == [(0, 1), (0, 100_000), (0, LARGE), (408, 1000)]
