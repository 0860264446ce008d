"""SIGTERM: what has been asked is answered."""

import os
import signal
import time

import pytest
from conftest import Service
from stops import stop_under_load
from wire import Wire, chunked, request, upload

STOPS = int(os.environ.get("NAVLINT_STOPS", "12"))


class Frozen:
    """The service does nothing meanwhile; the kernel goes on taking connections and bytes for it."""

    def __init__(self, service):
        self.service = service

    def __enter__(self):
        self.service.process.send_signal(signal.SIGSTOP)

    def __exit__(self, *_):
        self.service.process.send_signal(signal.SIGCONT)


def end(service):
    service.process.send_signal(signal.SIGTERM)


def healthz(service):
    wire = service.wire()
    wire.send(request("GET", "/healthz"))
    return wire


def is_last(wire, says_so=True):
    """The request is answered, and the connection ends."""
    with wire:
        answer = wire.answer()
        return answer is not None and answer.status == 200 and (answer.closes or not says_so) and wire.is_closed()


def are_last(wires):
    """Some may be answered before the signal is seen."""
    return all([is_last(wire, says_so=False) for wire in wires])


def wait_until_it_refuses(service):
    """No connection is taken any more."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            Wire(service.port, connect_s=0.1).socket.close()
        except OSError:
            return
    raise AssertionError("it goes on accepting")


@pytest.mark.parametrize("flags", [[], ["--max-connections", "3"], ["--threads", "1"]])
def test_what_waits_in_the_accept_queue(start, flags, witness):
    service = start(*flags)
    with Frozen(service):
        wires = [service.wire() for _ in range(40)]
        for wire in wires:
            wire.send(upload(witness))
        end(service)
    assert are_last(wires)
    assert service.stop() == 0


def test_what_waits_on_kept_connections(start, witness):
    service = start()
    wires = [healthz(service) for _ in range(40)]
    for wire in wires:
        assert not wire.answer().closes
    with Frozen(service):
        for wire in wires:
            wire.send(upload(witness))
        end(service)
    assert are_last(wires)


def in_chunks(body):
    return request(headers=["Transfer-Encoding: chunked"], body=chunked(body, 65536))


@pytest.mark.parametrize("make", [upload, in_chunks])
def test_upload_under_way(start, large, make):
    service = start("--drain-timeout", "60")
    data = make(large)
    wire = service.wire()
    wire.send(data[:1_000_000])
    end(service)
    wait_until_it_refuses(service)
    wire.send(data[1_000_000:])
    assert is_last(wire)


@pytest.mark.parametrize("make", [upload, in_chunks])
def test_uploads_that_do_not_end(start, make):
    """They are cut when the time is up."""
    service = start("--drain-timeout", "1")
    wires = [service.wire() for _ in range(8)]
    for i, wire in enumerate(wires):
        wire.send(make(bytes(3 * 1024 * 1024))[: 2_000_000 + i])
    assert service.stop() == 0
    for wire in wires:
        with wire:
            answer = wire.answer()
            assert answer is None or answer.status in (408, 503)


def test_idle_connections_end_without_a_byte(start):
    service = start("--drain-timeout", "600")
    with healthz(service) as used, service.wire() as fresh:
        assert not used.answer().closes
        end(service)
        assert used.is_closed() and fresh.is_closed()
        assert service.process.wait(60) == 0


@pytest.mark.parametrize("half", [1, 20, 25])
def test_half_a_header_is_no_idle_connection(start, half):
    service = start("--drain-timeout", "60")
    data = request("GET", "/healthz")
    with service.wire() as slow, service.wire() as idle:
        slow.send(data[:half])
        end(service)
        assert idle.is_closed()
        slow.send(data[half:])
        assert is_last(slow)


def test_lame_duck(start, witness):
    """It goes on as before, but for the end of each connection."""
    service = start("--lame-duck", "600")
    with healthz(service) as kept:
        assert not kept.answer().closes
        end(service)
        while not kept.pending and not service.ask(request("GET", "/healthz")).closes:
            pass
        for _ in range(3):
            answer = service.ask(upload(witness))
            assert answer.status == 200 and answer.closes
        assert service.get("/readyz").status == 503
        kept.send(request("GET", "/healthz"))
        assert is_last(kept)
    service.process.send_signal(signal.SIGHUP)
    assert service.works()
    begin = time.monotonic()
    assert service.stop() == 0, "a second signal ends it"
    assert time.monotonic() - begin < 100
    assert service.events("drain")[0]["lame_duck_s"] == 600


def test_lame_duck_ends_by_itself(start):
    service = start("--lame-duck", "1")
    end(service)
    assert service.works()
    wait_until_it_refuses(service)
    assert service.process.wait(60) == 0


def test_nothing_is_lost_under_load(witness):
    asked, lost = 0, []
    for _ in range(STOPS):
        more, rows = stop_under_load(Service("--log", "none"), upload(witness), keeping=3, others=3)
        asked += more
        lost += rows
    assert not lost, (asked, lost)
    assert asked > 20 * STOPS
