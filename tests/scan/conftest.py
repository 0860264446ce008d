"""Tests of `navlint-scan` with a real broker.

NAVLINT_BIN names `navlint`; `navlint-scan` lies beside it. Where it was not built, or Debian's
nats-server is not here, everything is skipped:

    NAVLINT_BIN=build/bin/navlint /usr/bin/python3 -m pytest tests/scan
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpus"
DEADLINE_S = 180

NAVLINT = os.path.abspath(os.environ.get("NAVLINT_BIN", "navlint"))
SCAN = str(pathlib.Path(NAVLINT).with_name("navlint-scan"))
SERVER = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/sbin")


def pytest_collection_modifyitems(items):
    why = None
    if not os.path.exists(SCAN):
        why = "navlint-scan does not lie beside NAVLINT_BIN: libnats-dev was not here"
    elif not SERVER:
        why = "nats-server is not here"
    if why:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=why))


def wait_for(what, condition, deadline_s=DEADLINE_S):
    """What the condition returns once that is true."""
    end = time.monotonic() + deadline_s
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise AssertionError(f"waited {deadline_s} s for {what}")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Result:
    def __init__(self, process):
        self.code, self.out, self.err = process.returncode, process.stdout, process.stderr.decode()


class Broker:
    """nats-server with JetStream on a folder; kill and start as often as you like."""

    def __init__(self, folder, *words):
        self.folder, self.port, self.process, self.words = folder, free_port(), None, words
        self.url = f"nats://127.0.0.1:{self.port}"

    def start(self):
        self.process = subprocess.Popen(
            [SERVER, "-js", "-sd", str(self.folder), "-a", "127.0.0.1", "-p", str(self.port), *self.words],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for("the broker", self.is_there)

    def is_there(self):
        """Streams are there before the broker listens."""
        assert self.process.poll() is None, "the broker ended"
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as peer:
            return peer.recv(4) == b"INFO"
        return False

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()

    @contextlib.contextmanager
    def client(self):
        """Speaks NATS by hand: publish(subject, bytes), and ask(subject, bytes) for one answer."""
        with socket.create_connection(("127.0.0.1", self.port), DEADLINE_S) as peer:
            yield Client(peer, dict(zip(("user", "pass"), self.words[1::2])) if "--user" in self.words else {})


class Client:
    def __init__(self, peer, login):
        self.peer, self.file = peer, peer.makefile("rb")
        self.file.readline()
        said = json.dumps({"verbose": False, "headers": True, **login})
        peer.sendall(f"CONNECT {said}\r\nSUB inbox 1\r\n".encode())

    def ask(self, subject, data, **headers):
        """Publishes; returns the answer. headers: words, with _ for -."""
        lines = "".join(f"{key.replace('_', '-')}: {value}\r\n" for key, value in headers.items())
        head = f"NATS/1.0\r\n{lines}\r\n".encode()
        self.peer.sendall(b"HPUB %s inbox %d %d\r\n%s%s\r\n"
                          % (subject.encode(), len(head), len(head) + len(data), head, data))
        return self.answer()

    def answer(self):
        while True:
            line = self.file.readline()
            assert line, "the broker hung up"
            if line.startswith(b"PING"):
                self.peer.sendall(b"PONG\r\n")
            if line.startswith(b"MSG"):
                return self.file.read(int(line.split()[-1]) + 2)[:-2]


class Worker:
    def __init__(self, process):
        self.process = process

    def child(self):
        """The process that judges."""
        listed = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(listed[0]) if listed else None

    def kill_child(self, number=signal.SIGKILL):
        """Returns once it is gone."""
        child = wait_for("the judging process", self.child)
        os.kill(child, number)
        wait_for("its end", lambda: not os.path.exists(f"/proc/{child}"))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        """SIGTERM; returns the exit status."""
        self.process.terminate()
        return self.process.wait(DEADLINE_S)


class Scan:
    """navlint-scan on one broker, and what is to be cleaned up."""

    def __init__(self, broker):
        self.broker, self.workers, self.walked = broker, [], None

    def run(self, verb, *words, **more):
        return Result(subprocess.run([SCAN, verb, "-s", self.broker.url, *map(str, words)],
                                     capture_output=True, timeout=DEADLINE_S, check=False, **more))

    def submit(self, *words, **more):
        done = self.run("submit", "-q", *words, **more)
        assert done.code in (0, 3) and done.out, done.err
        self.walked = done
        return done.out.decode().strip()

    def start_worker(self, *words, **more):
        self.workers.append(Worker(subprocess.Popen(
            [SCAN, "work", "-s", self.broker.url, *map(str, words)], stderr=subprocess.PIPE, **more)))
        return self.workers[-1]

    def work(self, *words, **more):
        done = self.run("work", "--until-idle", *words, **more)
        assert done.code == 0, done.err
        return done

    def collect(self, *words, **more):
        return self.run("collect", "--timeout", DEADLINE_S // 2, *words, **more)

    def info(self, what):
        """What the broker knows of a stream or a consumer."""
        with self.broker.client() as client:
            return json.loads(client.ask(f"$JS.API.{what}", b""))

    def messages(self, stream):
        return self.info(f"STREAM.INFO.navlint_{stream}")["state"]["messages"]

    def purge(self, stream, subject):
        with self.broker.client() as client:
            done = client.ask(f"$JS.API.STREAM.PURGE.navlint_{stream}", json.dumps({"filter": subject}).encode())
            assert json.loads(done)["success"]

    def all_is_read(self):
        """Whether a collect that waits has got all that is in the results' stream."""
        with self.broker.client() as client:
            names = json.loads(client.ask("$JS.API.CONSUMER.NAMES.navlint_results", b""))["consumers"] or []
            found = [json.loads(client.ask(f"$JS.API.CONSUMER.INFO.navlint_results.{name}", b"")) for name in names]
        return any(info.get("num_pending") == 0 and info["delivered"]["stream_seq"] > 1 for info in found)

    def waiting(self):
        """How many threads of workers wait for tasks."""
        return self.info("CONSUMER.INFO.navlint_tasks.workers").get("num_waiting", 0)

    def end(self):
        for worker in self.workers:
            if worker.process.poll() is None:
                worker.kill()
            worker.process.stderr.close()


@pytest.fixture
def broker(tmp_path):
    made = Broker(tmp_path / "broker")
    made.start()
    yield made
    made.stop()


@pytest.fixture
def scan(broker):
    made = Scan(broker)
    yield made
    made.end()


def check(*words, **more):
    return Result(subprocess.run([NAVLINT, "check", "--no-config", "--format", "ndjson", *map(str, words)],
                                 capture_output=True, timeout=DEADLINE_S, check=False, **more))


def complaints(result):
    """What was said on standard error, whoever said it."""
    return sorted(line.split(": ", 1)[1] for line in result.err.splitlines() if ": " in line)


def assert_same(got, want, walked=None):
    """walked: what submit left, which complains about what it could not enter."""
    assert sorted(complaints(got) + (complaints(walked) if walked else [])) == complaints(want)
    assert got.out == want.out
    assert got.code == want.code
