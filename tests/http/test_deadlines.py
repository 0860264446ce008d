"""Slow clients are cut; nobody else notices. The margins are wide: only the order of events is judged."""

import threading
import time

import pytest
from wire import drip, request, upload


def test_slow_header(start):
    service = start("--idle-timeout", "2")
    with service.wire() as wire:
        assert drip(wire, request("GET", "/healthz", ["X-A: " + "a" * 100]), 0.5) < 30
        assert wire.pending == b"" and wire.is_closed()
    assert service.works()


def test_slow_header_on_a_used_connection(start):
    service = start("--idle-timeout", "2")
    with service.wire() as wire:
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200
        assert drip(wire, request("GET", "/healthz", ["X-A: " + "a" * 100]), 0.5) < 30
        assert wire.pending == b"" and wire.is_closed()
    assert service.works()


def test_slow_body(start, witness, check_problem):
    service = start("--idle-timeout", "2")
    with service.wire() as wire:
        wire.send(request(headers=["Content-Length: 100"]))
        assert drip(wire, bytes(100), 0.5) < 30
        answer = wire.answer()
        check_problem(answer, 408, "too-slow")
        assert answer.closes and wire.is_closed()
    assert service.ask(upload(witness)).status == 200
    assert service.stop() == 0
    # Lines come in the order in which connections were done with; ids count the requests.
    assert [row["status"] for row in sorted(service.log(), key=lambda row: row["id"])] == [408, 200]


def test_slow_chunks(start, check_problem):
    service = start("--idle-timeout", "2")
    with service.wire() as wire:
        wire.send(request(headers=["Transfer-Encoding: chunked"]))
        assert drip(wire, b"1\r\na\r\n" * 20, 0.5) < 30
        check_problem(wire.answer(), 408, "too-slow")
    assert service.works()


def test_request_timeout(start, check_problem):
    """Fast enough, but for too long."""
    service = start("--idle-timeout", "1", "--request-timeout", "3", "--min-rate", "1")
    with service.wire() as wire:
        wire.send(request(headers=["Transfer-Encoding: chunked"]))
        assert drip(wire, b"1\r\na\r\n" * 50, 0.05) > 2
        check_problem(wire.answer(), 408, "too-slow")
    assert service.works()


def test_body_that_cannot_end_in_time(start, check_problem):
    """It is cut long before the request timeout: at its pace it would take for ever."""
    service = start("--idle-timeout", "1", "--request-timeout", "3600", "--min-rate", "1")
    with service.wire() as wire:
        wire.send(request(headers=["Content-Length: 1000000"]))
        assert drip(wire, bytes(1000), 0.2) < 60
        check_problem(wire.answer(), 408, "too-slow")
    assert service.works()


def test_steady_body_is_not_cut(start, witness):
    service = start("--idle-timeout", "1", "--min-rate", "1")
    with service.wire() as wire:
        wire.send(request(headers=[f"Content-Length: {len(witness)}"]))
        step = len(witness) // 10 + 1
        for i in range(0, len(witness), step):
            wire.send(witness[i : i + step])
            time.sleep(0.25)
        assert wire.answer().status == 200


def test_idle_connection_is_closed(start):
    service = start("--idle-timeout", "1")
    with service.wire() as wire:
        assert wire.is_closed()
    assert service.works()


def test_silent_body_is_closed(start, check_problem):
    service = start("--idle-timeout", "1")
    with service.wire() as wire:
        wire.send(request(headers=["Content-Length: 100"], body=b"x"))
        check_problem(wire.answer(), 408, "too-slow")
        assert wire.is_closed()
    assert service.works()


@pytest.mark.parametrize("begun", [0, 1, 60_000, 70_000, 300_000, 3_000_000])
@pytest.mark.parametrize("is_chunked", [False, True], ids=["length", "chunked"])
def test_body_that_stops(start, check_problem, begun, is_chunked):
    """However much of it has come, and whoever in the service has received that."""
    service = start("--idle-timeout", "1", "--min-rate", "0")
    head = "Transfer-Encoding: chunked" if is_chunked else "Content-Length: 4000000"
    with service.wire() as wire:
        wire.send(request(headers=[head], body=b"3d0900\r\n" if is_chunked else b""))
        wire.send(bytes(begun))
        began = time.monotonic()
        check_problem(wire.answer(), 408, "too-slow")
        assert wire.is_closed()
        assert time.monotonic() - began < 30
    assert service.works()


def test_uploads_beside_slow_ones(start, witness, large):
    service = start("--idle-timeout", "20", "--threads", "2")
    slow = [service.wire() for _ in range(20)]
    for wire in slow:
        wire.send(request(headers=["Content-Length: 100000"], body=b"x"))
    statuses = []

    def client():
        with service.wire() as wire:
            for body in (witness, large, witness):
                wire.send(upload(body))
                statuses.append(wire.answer().status)

    clients = [threading.Thread(target=client) for _ in range(8)]
    for thread in clients:
        thread.start()
    for thread in clients:
        thread.join()
    assert statuses == [200] * 24
    for wire in slow:
        wire.socket.close()
    assert service.works()


COUNT = 1000


def test_client_that_does_not_read(start):
    """Answers that nobody takes are not kept for ever."""
    service = start("--idle-timeout", "1", "--request-timeout", "2")
    with service.wire() as wire:
        wire.send(request("GET", "/rules") * COUNT)  # the buffers hold that, but not the answers
        time.sleep(4)
        received = 0
        try:
            while data := wire.socket.recv(1 << 20):
                received += len(data)
        except OSError:
            pass
        assert received < COUNT * len(service.get("/rules").body)
    assert service.works()
