"""Start, settings, signals."""

import os
import signal
import socket
import subprocess
import time

import pytest
from conftest import SERVICE, Service
from wire import Wire, request, upload


def run(*flags, environment=None):
    return subprocess.run([SERVICE, *flags], capture_output=True, text=True, check=False, timeout=60,
                          env={**os.environ, **(environment or {})})


@pytest.mark.parametrize(
    "flags, named",
    [
        (["--port", "65536"], "--port"),
        (["--port", "-1"], "--port"),
        (["--port", "80x"], "--port"),
        (["--port="], "--port="),
        (["--port"], "--port needs a value"),
        (["--max-body-bytes", "1T"], "1T"),
        (["--max-body-bytes", "99999999999999999999"], "--max-body-bytes"),
        (["--max-body-bytes", "1KK"], "1KK"),
        (["--idle-timeout", "0"], "--idle-timeout"),
        (["--bind", "localhost"], "localhost"),
        (["--bind", "999.1.1.1"], "999.1.1.1"),
        (["--log", "all"], "requests|events|none"),
        (["--memory-budget", "1M"], "--memory-budget"),
        (["--colour"], "--colour"),
        (["file.nav"], "file.nav"),
    ],
)
def test_bad_setting(flags, named):
    done = run(*flags)
    assert done.returncode == 2
    assert named in done.stderr
    assert done.stdout == ""


def test_bad_variable():
    done = run(environment={"NAVLINTD_MAX_FINDINGS": "many"})
    assert done.returncode == 2
    assert "NAVLINTD_MAX_FINDINGS" in done.stderr


def test_help_names_every_flag_and_variable():
    done = run("--help")
    assert done.returncode == 0
    for flag in ("bind", "port", "max-body-bytes", "memory-budget", "idle-timeout", "request-timeout", "min-rate",
                 "max-connections", "threads", "workers", "max-findings", "log", "log-format", "log-file",
                 "drain-timeout"):
        assert f"--{flag} " in done.stdout
        assert "NAVLINTD_" + flag.upper().replace("-", "_") in done.stdout
    assert run("--version").stdout.startswith("navlintd ")


def test_environment_and_flag(start):
    service = start(environment={"NAVLINTD_MAX_BODY_BYTES": "10"})
    assert service.ask(upload(bytes(11))).status == 413
    service = start("--max-body-bytes=12", environment={"NAVLINTD_MAX_BODY_BYTES": "10"})
    assert service.ask(upload(bytes(11))).status == 200


def test_max_findings(start, witness):
    service = start("--max-findings", "1")
    assert len(service.ask(upload(witness)).json()["findings"]) <= 1


def test_port_in_use():
    with socket.create_server(("127.0.0.1", 0)) as other:
        done = run("--port", str(other.getsockname()[1]))
    assert done.returncode == 3
    assert "in use" in done.stderr


def test_ipv6(start):
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")
    service = start("--bind", "::1", host="::1")
    assert service.ready_line.startswith("navlintd listening on http://[::1]:")
    assert service.works()


@pytest.mark.parametrize("threads", ["1", "3"])
def test_threads(start, threads, witness, large):
    service = start("--threads", threads, "--workers", threads)
    for body in (witness, large):
        assert service.ask(upload(body)).status == 200


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_stop(number):
    service = Service()
    assert service.works()
    with service.wire():
        assert service.stop(number) == 0


def test_drain_timeout():
    service = Service("--drain-timeout", "1")
    with service.wire() as wire:
        wire.send(request(headers=["Content-Length: 1000"], body=b"x"))
        time.sleep(0.5)
        assert service.stop() == 0


def test_second_signal_ends_the_drain():
    service = Service("--drain-timeout", "600")
    with service.wire() as wire:
        wire.send(request(headers=["Content-Length: 1000"], body=b"x"))
        time.sleep(0.5)
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        assert service.process.poll() is None
        assert service.stop() == 0


def test_stop_under_load(large):
    """Suspended connections and queued work at the moment of the signal."""
    service = Service("--workers", "1", "--drain-timeout", "0")
    wires = [service.wire() for _ in range(16)]
    for wire in wires:
        wire.send(upload(large))
    assert service.stop() == 0
    for wire in wires:
        wire.socket.close()
