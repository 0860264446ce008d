"""Accepting connections, and signals."""

import json
import os
import resource
import signal
import subprocess
import time

import pytest
from conftest import SERVICE, run_command
from test_load import tight_budget
from wire import request, upload

judges_keep_masters = pytest.mark.skipif("NAVLINTD_ISOLATE" in os.environ, reason="judges keep the masters of the start")

CLOSE = ["Connection: close"]
MISSED = "SKYRIM_MASTER_REFERENCE"


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


def reloaded(service):
    """Has the masters read again, and returns what the log says of it."""
    count = service.reloads = getattr(service, "reloads", 0) + 1
    service.process.send_signal(signal.SIGHUP)
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        rows = [row for row in map(json.loads, list(service.log_lines)) if row.get("what") == "masters"]
        if len(rows) == count:
            return rows[-1]
        time.sleep(0.02)
    raise AssertionError("no reload in the log")


@pytest.mark.parametrize("flags, fits", [(["--threads", "8"], True), (["--threads", "64"], False)])
def test_descriptors_of_threads(flags, fits):
    """Each connection thread needs two beside those of connections."""

    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (680, 680))

    words = [SERVICE, "--port", "0", "--max-connections", "512", "--memory-budget", "4G", *flags]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit) as process:
        ready = process.stdout.readline()
        process.terminate()
        assert process.wait(60) == (0 if fits else 2)
        assert ready.startswith(b"navlintd listening") == fits
        assert (b"--max-connections" in process.stderr.read()) != fits


def codes(answer):
    return [finding["code"] for finding in answer.json()["findings"]]


def finds_reference(service, mod):
    """Only with its masters is it known what a plugin refers to in vain."""
    return MISSED in codes(service.ask(upload(mod, "/validate?name=mod.esp")))


@judges_keep_masters
def test_reload_of_masters(start, tmp_path):
    mod = run_command("witness", "SKYRIM_MASTERS_ABSENT").stdout
    master = run_command("witness", "SKYRIM_NVNM_DOOR_FLAG").stdout
    service = start("--masters-dir", str(tmp_path))
    assert not finds_reference(service, mod)
    (tmp_path / "skyrim.esm").write_bytes(master)
    assert not finds_reference(service, mod)
    assert reloaded(service)["result"] == "ok"
    assert finds_reference(service, mod)
    (tmp_path / "skyrim.esm").unlink()
    (tmp_path / "skyrim.esm").symlink_to(tmp_path / "nowhere")
    row = reloaded(service)
    assert row["result"] == "failed" and "skyrim.esm" in row["why"]
    assert finds_reference(service, mod), "the old ones are kept"
    (tmp_path / "skyrim.esm").unlink()
    assert reloaded(service)["result"] == "ok"
    assert not finds_reference(service, mod)


@judges_keep_masters
def test_reload_of_masters_that_are_too_large(start, tmp_path):
    service = start("--masters-dir", str(tmp_path), "--max-body-bytes", "1M", "--threads", "1",
                    "--memory-budget", tight_budget(1 << 20))
    (tmp_path / "skyrim.esm").write_bytes(run_command("witness", "SKYRIM_NVNM_DOOR_FLAG").stdout)
    row = reloaded(service)
    assert row["result"] == "failed" and "--memory-budget" in row["why"]


@judges_keep_masters
def test_request_keeps_its_masters(start, tmp_path):
    """They are exchanged while its body arrives."""
    mod = run_command("witness", "SKYRIM_MASTERS_ABSENT").stdout
    (tmp_path / "skyrim.esm").write_bytes(run_command("witness", "SKYRIM_NVNM_DOOR_FLAG").stdout)
    service = start("--masters-dir", str(tmp_path))
    head = ["Expect: 100-continue", f"Content-Length: {len(mod)}"]
    with service.wire() as wire:
        wire.send(request("POST", "/validate?name=mod.esp", head))
        assert wire.answer().status == 100
        (tmp_path / "skyrim.esm").unlink()
        assert reloaded(service)["result"] == "ok"
        wire.send(mod)
        assert MISSED in codes(wire.answer())
    assert not finds_reference(service, mod)
