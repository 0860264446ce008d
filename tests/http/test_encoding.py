"""Content-Encoding: gzip of a body, of whatever kind."""

import gzip
import os
import struct
import subprocess
import zlib

import pytest
import requests
from sets import BOUNDARY, field, form, make_tar, make_zip, part
from test_load import BODY, tight_budget, wait_for_budget
from wire import chunked, request, upload

CODED = "Content-Encoding: gzip"


def coded(service, packed, target="/validate", headers=(CODED,)):
    return service.ask(upload(packed, target, headers))


@pytest.mark.parametrize("header", [CODED, "content-encoding: GZIP", "Content-Encoding: x-gzip"])
def test_the_same_answer(service, witness, large, header):
    for data in (witness, large, b"what is this?", os.urandom(100_000)):
        for level in (0, 1, 9):
            packed = gzip.compress(data, level)
            assert coded(service, packed, "/validate?name=a", [header]).body == service.ask(upload(data, "/validate?name=a")).body


def test_chunked(service, large):
    packed = gzip.compress(large)
    answer = service.ask(request(headers=["Transfer-Encoding: chunked", CODED], body=chunked(packed, 100)))
    assert answer.body == service.ask(upload(large)).body


def test_forms_and_archives(service, witness):
    pairs = [("a.nav", witness), ("readme", b"x"), ("b.nav", witness + b"x")]
    body = form(part(*pairs[0]), field("minSeverity", "error"), part(*pairs[2]))
    kind = f"Content-Type: multipart/form-data; boundary={BOUNDARY}"
    assert coded(service, gzip.compress(body), headers=[CODED, kind]).body == service.ask(upload(body, headers=[kind])).body
    for archive in (make_zip(*pairs), make_tar(*pairs), gzip.compress(make_tar(*pairs))):
        answer = coded(service, gzip.compress(archive))
        assert answer.status == 200 and answer.body == service.ask(upload(archive)).body
        assert answer.headers["x-skipped"] == "1"


def test_header_fields_of_gzip(service, witness, tmp_path):
    """With a name, a time, an extra field, a comment and a sum of the header."""
    (tmp_path / "a.nav").write_bytes(witness)
    packed = subprocess.run(["gzip", "-c", "a.nav"], cwd=tmp_path, capture_output=True, check=True).stdout
    plain = service.ask(upload(witness)).body
    assert coded(service, packed).body == plain
    deflated = gzip.compress(witness)[10:]
    head = b"\x1f\x8b\x08\x1e" + bytes(6) + struct.pack("<H", 4) + b"ABCD" + b"name\0" + b"comment\0"
    head += struct.pack("<H", zlib.crc32(head) & 0xFFFF)
    assert coded(service, head + deflated).body == plain


GOOD = gzip.compress(b"some bytes " * 1000)


@pytest.mark.parametrize("packed", [b"x", b"\x1f\x8b", GOOD[:-1], GOOD[:-8], GOOD[:10], GOOD[:30], GOOD + b"x", GOOD + bytes(8), GOOD + GOOD,
                                    gzip.compress(b"") + GOOD, GOOD + gzip.compress(b""), b"x" + GOOD, GOOD[:-4] + struct.pack("<I", 10999),
                                    GOOD[:-4] + struct.pack("<I", 11001), GOOD[:-8] + bytes(4) + GOOD[-4:], b"\x1f\x8b\x09" + GOOD[3:],
                                    b"\x1f\x8b\x08\xe0" + GOOD[4:], zlib.compress(b"bytes" * 100), b"what is this? no gzip at all"],
                         ids=lambda _: "x")
def test_damaged(service, check_problem, packed):
    with service.wire() as wire:
        wire.send(upload(packed, headers=[CODED]))
        check_problem(wire.answer(), 400, "coding-damaged")
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200


def test_every_bit(service):
    """No damage is judged as something else."""
    data = b"what is this?"
    packed = gzip.compress(data, mtime=0)
    plain = service.ask(upload(data)).body
    with service.wire() as wire:
        for at in range(8 * len(packed)):
            changed = bytearray(packed)
            changed[at // 8] ^= 1 << at % 8
            wire.send(upload(bytes(changed), headers=[CODED]))
            answer = wire.answer()
            assert answer.body == plain if answer.status == 200 else answer.slug in ("coding-damaged", "body-too-large", "coding-ratio"), at


def test_empty(service, check_problem):
    check_problem(coded(service, gzip.compress(b"")), 400, "body-empty")
    check_problem(coded(service, b""), 400, "body-empty")


def test_limits(start, witness, check_problem):
    service = start("--max-body-bytes", "64K")
    fits = witness + bytes(65536 - len(witness))
    assert coded(service, gzip.compress(fits)).status == 200
    assert check_problem(coded(service, gzip.compress(fits + b"x")), 413, "body-too-large")["limit"] == 65536
    check_problem(coded(service, gzip.compress(os.urandom(65537))), 413, "body-too-large")


def test_ratio(service, check_problem):
    packed = gzip.compress(bytes(30 << 20))
    assert check_problem(coded(service, packed), 413, "coding-ratio")["limit"] == 256
    liar = packed[:-4] + struct.pack("<I", 1000)
    check_problem(coded(service, liar), 400, "coding-damaged")
    assert coded(service, gzip.compress(bytes(10 << 20))).status == 200


def test_a_bomb_in_a_bomb(service, check_problem):
    inner = gzip.compress(make_tar(("a.nav", bytes(30 << 20))))
    check_problem(coded(service, gzip.compress(inner)), 413, "archive-ratio")


def test_the_budget_comes_back(start, check_problem):
    service = start("--threads", "1", "--max-body-bytes", str(BODY), "--memory-budget", tight_budget(BODY))
    zeros = gzip.compress(bytes(2 << 20))
    bodies = [zeros, zeros[:-1], zeros + b"x", gzip.compress(b""), b"x", gzip.compress(bytes(BODY + 1)), gzip.compress(os.urandom(2 << 20))[:-9]]
    for _ in range(5):
        for body in bodies:
            assert coded(service, body).status in (200, 400, 413)
    wait_for_budget(service)


def test_everyday_clients(service, witness):
    answer = requests.post(f"http://127.0.0.1:{service.port}/validate", data=gzip.compress(witness), headers={"Content-Encoding": "gzip"}, timeout=60)
    assert answer.content == service.ask(upload(witness)).body
