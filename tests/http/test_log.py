"""The log: what a line says, and that nobody waits for it."""

import json
import os
import re
import signal
import subprocess
import time

import pytest
from conftest import SERVICE, run_command
from wire import PATIENCE_S, Wire, request, upload

FIELDS = ["time", "id", "peer", "method", "path", "status", "cause", "bytes", "bytes_out", "format", "verdict",
          "duration_ms", "queue_ms"]


def only_line(service):
    assert service.stop() == 0
    (line,) = service.log()
    return line


def test_a_report(start, witness):
    service = start()
    with service.wire() as wire:
        port = wire.socket.getsockname()[1]
        wire.send(upload(witness, "/validate?name=secret", ["X-Request-Id: mine"]))
        answer = wire.answer()
    line = only_line(service)
    assert list(line) == FIELDS
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
    assert line["peer"] == f"127.0.0.1:{port}"
    assert (line["id"], line["method"], line["path"], line["status"]) == ("mine", "POST", "/validate", 200)
    assert (line["bytes"], line["bytes_out"]) == (len(witness), len(answer.body))
    assert (line["format"], line["verdict"]) == (answer.json()["format"]["id"], "invalid")
    assert line["cause"] is None
    assert line["duration_ms"] > 0 and line["queue_ms"] == 0
    assert "secret" not in json.dumps(line)


def test_a_refusal(start):
    service = start()
    answer = service.ask(request("GET", "/a%22\"\\<\xff"))
    line = only_line(service)
    assert line["path"] == "/a%22\\x22\\x5c<\\xff"
    assert (line["status"], line["cause"]) == (answer.status, answer.slug)
    assert line["bytes_out"] == len(answer.body)
    assert line["id"] == answer.headers["x-request-id"]
    assert line["format"] is None and line["verdict"] is None


def test_a_client_that_left(start):
    service = start()
    with service.wire() as wire:
        wire.send(upload(b"x" * 100)[:-1])
        time.sleep(0.5)
    line = only_line(service)
    assert (line["status"], line["cause"], line["bytes"]) == (0, None, 99)


def test_time_in_the_queue(start, large):
    """One worker: of several that come together all but one wait."""
    service = start("--workers", "1")
    wires = [service.wire() for _ in range(4)]
    for wire in wires:
        wire.send(upload(large))
    for wire in wires:
        assert wire.answer().status == 200
        wire.socket.close()
    assert service.stop() == 0
    assert max(line["queue_ms"] for line in service.log()) > 0
    assert all(line["queue_ms"] < line["duration_ms"] for line in service.log())


def test_text(start, witness):
    service = start("--log-format", "text")
    service.ask(upload(witness))
    service.process.send_signal(signal.SIGTERM)
    assert service.process.wait(60) == 0
    service.reader.join(60)
    lines = [line.decode() for line in service.log_lines]
    assert re.match(r"time=\S+Z event=start version=\S+ addresses=http://127\.0\.0\.1:\d+ settings\.port=0 ", lines[0])
    (line,) = [line for line in lines if " event=" not in line]
    assert re.match(r"time=\S+Z id=\S+ peer=127.0.0.1:\d+ method=POST path=/validate status=200 cause=- bytes=\d+ ", line)
    assert lines[-1].endswith("memory_in_use=0 requests_in_flight=0 connections=0\n")
    service.log_lines = []


def test_events(start):
    service = start("--log", "events", "--max-findings", "7", environment={"NAVLINTD_MAX_FILES": "9"})
    assert service.works()
    assert service.stop() == 0
    assert [line["event"] for line in service.lines()] == ["start", "drain", "stop"]
    (begun,) = service.events("start")
    assert begun["addresses"] == f"http://127.0.0.1:{service.port}"
    assert begun["version"] in run_command("--version").stdout.decode()
    assert begun["settings"].items() >= {"port": 0, "max-findings": 7, "max-files": 9, "log": "events"}.items()
    assert "bind" not in begun["settings"]


def test_none(start):
    service = start("--log", "none")
    assert service.works()
    assert service.stop() == 0
    assert service.log_lines == []


def test_file(start, tmp_path):
    path = tmp_path / "navlintd.log"
    path.write_text("{}\n")
    service = start("--log-file", str(path))
    assert service.works()
    assert service.stop() == 0
    assert service.log_lines == []
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == {}, "what was there stays"
    assert [line["event"] for line in lines if "event" in line] == ["start", "drain", "stop"]
    assert [line["path"] for line in lines if "path" in line] == ["/healthz"]


def wait_for(text, path):
    end = time.monotonic() + PATIENCE_S
    while not path.exists() or text not in path.read_text():
        assert time.monotonic() < end, f"no {text} in {path}"
        time.sleep(0.02)


def test_file_is_opened_again(start, tmp_path):
    """As logrotate does it: rename, SIGHUP."""
    path, old = tmp_path / "navlintd.log", tmp_path / "navlintd.log.1"
    service = start("--log-file", str(path))
    assert service.works()
    wait_for("healthz", path)
    path.rename(old)
    assert service.get("/formats").status == 200
    wait_for("/formats", old)
    service.process.send_signal(signal.SIGHUP)
    wait_for('"reload"', path)
    assert service.get("/rules").status == 200
    wait_for("/rules", path)
    assert service.stop() == 0
    first, second = ([json.loads(line) for line in file.read_text().splitlines()] for file in (old, path))
    assert [line.get("event", line.get("path")) for line in first] == ["start", "/healthz", "/formats"]
    assert [line.get("event", line.get("path")) for line in second] == ["reload", "/rules", "drain", "stop"]
    assert (second[0]["what"], second[0]["result"], second[0]["why"]) == ("log-file", "ok", None)


def test_file_that_cannot_be_opened_again(start, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    path = folder / "navlintd.log"
    service = start("--log-file", str(path))
    folder.rename(tmp_path / "other")
    service.process.send_signal(signal.SIGHUP)
    wait_for('"failed"', tmp_path / "other" / "navlintd.log")
    assert service.works()


@pytest.mark.parametrize("path", ["/nonexistent/log", "/"])
def test_file_that_cannot_be_opened(path):
    done = subprocess.run([SERVICE, "--port", "0", "--log-file", path], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert path in done.stderr and done.stdout == ""


class Unread:
    """A service whose standard error is a pipe; nobody reads it until the test does."""

    def __init__(self, *flags):
        self.read_end, write_end = os.pipe()
        self.process = subprocess.Popen([SERVICE, "--port", "0", *flags], stdout=subprocess.PIPE, stderr=write_end, text=True)
        os.close(write_end)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1])

    def ask(self, count):
        with Wire(self.port) as wire:
            for _ in range(count // 100):
                wire.send(request("GET", "/healthz") * 100)
                for _ in range(100):
                    assert wire.answer().status == 200

    def stop(self):
        self.process.terminate()
        status = self.process.wait(PATIENCE_S)
        self.process.stdout.close()
        os.close(self.read_end)
        return status


def test_a_pipe_that_nobody_reads():
    service = Unread()
    service.ask(6000)
    assert service.stop() == 0


def test_what_was_dropped_is_said():
    """The pipe takes 64 KiB, the queue a megabyte; what comes after is lost, and counted once somebody reads."""
    service = Unread()
    service.ask(6000)
    text = b""
    while b'"event":"dropped"' not in text or not text.endswith(b"\n"):
        data = os.read(service.read_end, 1 << 20)
        assert data, "the log ended"
        text += data
    service.process.terminate()
    while data := os.read(service.read_end, 1 << 20):
        text += data
    assert service.stop() == 0
    lines = [json.loads(line) for line in text.splitlines()]
    dropped = sum(line["lines"] for line in lines if line.get("event") == "dropped")
    assert dropped > 0
    assert dropped + sum("event" not in line for line in lines) == 6000
    assert lines[-1]["event"] == "stop"


def test_a_reader_that_left(witness):
    """Nobody reads the log any more: the answers go on."""
    service = Unread()
    os.close(service.read_end)
    service.read_end = os.open(os.devnull, os.O_RDONLY)
    for _ in range(3):
        with Wire(service.port) as wire:
            wire.send(upload(witness))
            assert wire.answer().status == 200
    assert service.stop() == 0
