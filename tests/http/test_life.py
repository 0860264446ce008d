"""Accepting connections, and signals."""

import os
import resource
import signal
import time

from wire import request

CLOSE = ["Connection: close"]


def used_s(service):
    """Processor seconds of the service so far."""
    with open(f"/proc/{service.process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def asking(service):
    """A connection on which a request waits for its answer."""
    wire = service.wire()
    wire.send(request("GET", "/healthz", CLOSE))
    return wire


def answers(wires):
    """The statuses, in the order of the connections, which are closed."""
    statuses = []
    for wire in wires:
        with wire:
            answer = wire.answer()
            statuses.append(answer and answer.status)
    return statuses


def test_signals_that_do_not_stop(start):
    service = start()
    for number in (signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGPIPE) * 3:
        service.process.send_signal(number)
        assert service.works(), number


def test_connections_over_the_limit_wait(start):
    service = start("--max-connections", "3", "--threads", "2")
    first = [service.wire() for _ in range(3)]
    for wire in first:
        wire.send(request("GET", "/healthz"))
        assert wire.answer().status == 200
    waiting = [asking(service) for _ in range(20)]
    waiting[0].socket.settimeout(0.3)
    assert not waiting[0].is_closed(0.3), "it waits, and is not refused"
    waiting[0].socket.settimeout(20)
    for wire in first:
        wire.socket.close()
    assert answers(waiting) == [200] * 20


def test_no_descriptor_left(start):
    """Connections wait until there is one, and nothing spins meanwhile."""
    service = start()
    assert service.works()
    limits = resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE, (3, limits[1]))
    waiting = [asking(service) for _ in range(5)]
    before = used_s(service)
    time.sleep(1)
    assert used_s(service) - before < 0.5
    resource.prlimit(service.process.pid, resource.RLIMIT_NOFILE, limits)
    assert answers(waiting) == [200] * 5
