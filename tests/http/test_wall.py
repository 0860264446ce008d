"""The wall around the process, as the kernel sees it. What happens at a forbidden call is wall_units.c's."""

import os
import pathlib
import subprocess

import pytest
from conftest import SERVICE
from wire import upload


def status_of(service):
    """The service's lines of /proc/PID/status, as a dictionary."""
    text = pathlib.Path(f"/proc/{service.process.pid}/status").read_text()
    return dict(line.split(":\t", 1) for line in text.splitlines())


def test_in_force(start, witness):
    service = start()
    assert service.ask(upload(witness)).status == 200
    status = status_of(service)
    assert status["NoNewPrivs"] == "1"
    assert status["Seccomp"] == "2"
    for name in ("CapInh", "CapPrm", "CapEff", "CapAmb"):
        assert int(status[name], 16) == 0, name
    if os.geteuid() == 0:
        assert int(status["CapBnd"], 16) == 0


def test_every_thread_is_behind_it(start):
    service = start("--threads", "3", "--workers", "2")
    tasks = list(pathlib.Path(f"/proc/{service.process.pid}/task").iterdir())
    assert len(tasks) > 5
    for task in tasks:
        text = (task / "status").read_text()
        assert "\nSeccomp:\t2\n" in text and "\nNoNewPrivs:\t1\n" in text and "\nCapEff:\t0000000000000000\n" in text


def test_off(start):
    status = status_of(start("--wall", "off"))
    assert status["NoNewPrivs"] == "0"
    assert status["Seccomp"] == "0"


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
@pytest.mark.parametrize("value", ["off", "no", "0"])
def test_root_is_refused(value):
    done = subprocess.run([SERVICE, "--port", "0"], capture_output=True, text=True, check=False, timeout=60,
                          env={**os.environ, "NAVLINTD_ALLOW_ROOT": value})
    assert done.returncode == 2
    assert "--allow-root" in done.stderr


def test_many_threads_allocate(start, witness):
    """malloc's arenas ask /proc and /sys when there are many of them, and when one shrinks."""
    service = start("--threads", "24", "--workers", "4", "--memory-budget", "16G")
    wires = [service.wire() for _ in range(48)]
    for size in (0, 3 << 20, 0):
        for wire in wires:
            wire.send(upload(witness + bytes(size)))
        for wire in wires:
            assert wire.answer().status == 200
    for wire in wires:
        wire.socket.close()
