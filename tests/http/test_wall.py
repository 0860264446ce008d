"""The wall around the process, as the kernel sees it. What happens at a forbidden call is wall_units.c's."""

import os
import pathlib
import signal
import struct
import subprocess
import time

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


FORMS = ("application/json", "application/sarif+json", "text/csv", "text/markdown", "text/plain", "application/x-ndjson")


def noisy_nav(areas):
    """A mesh of Source whose areas all have one id: a finding for each."""
    head = struct.pack("<IIIIB", 0xFEEDFACE, 16, 0, 0, 0) + struct.pack("<HBI", 0, 0, areas)
    area = struct.pack("<II8f", 7, 0, 0, 0, 0, 9, 9, 0, 0, 0) + bytes(4 * 4 + 1 + 4 + 2 + 2 * 4 + 8 + 16 + 4 + 4)
    return head + areas * area + bytes(4)


@pytest.mark.parametrize("isolate", [(), ("--isolate",)])
def test_large_reports_in_all_forms(start, isolate):
    """What sorts much asks the kernel how much memory there is."""
    service = start(*isolate)
    body = noisy_nav(300)
    assert len(service.ask(upload(body)).json()["findings"]) > 64
    for form in FORMS:
        answer = service.ask(upload(body, headers=[f"Accept: {form}"]))
        assert answer.status == 200, form
    assert service.works()


def test_a_folder_of_masters_that_grew(start, tmp_path):
    service = start("--masters-dir", str(tmp_path))
    for number in range(200):
        (tmp_path / f"{number}.esm").write_bytes(b"TES4" + bytes(20))
    service.process.send_signal(signal.SIGHUP)
    time.sleep(1)
    assert service.works()
