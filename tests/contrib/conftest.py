"""Proxies in front of navlintd: the shipped files of contrib/, started as they are on free ports."""

import importlib.util
import os
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTRIB = ROOT / "contrib"
PATIENCE_S = 30.0
TOKEN = "a-token-of-this-test"

sys.path.insert(0, str(ROOT / "tests" / "http"))
_spec = importlib.util.spec_from_file_location("http_conftest", ROOT / "tests" / "http" / "conftest.py")
http = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(http)

from wire import Wire, request  # noqa: E402

start = http.start
witness = http.witness


def find(program):
    """The program's path, or the test is skipped: Debian has it, and ./dev setup installs it."""
    path = shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if not path:
        pytest.skip(f"{program} is not installed")
    return path


def free_ports(count):
    """Ports that nobody has, below those that the kernel gives out by itself."""
    found = []
    while len(found) < count:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        if port not in found:
            found.append(port)
    return found


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.02)


class Proxy:
    """A running proxy, and how it is asked."""

    def __init__(self, words, port, environment=None, log=None):
        self.port = port
        self.log_path = log
        with open(log, "wb") as out:
            self.process = subprocess.Popen(words, stdout=out, stderr=out, env={**os.environ, **(environment or {})})

    def wire(self):
        return Wire(self.port)

    def log(self):
        return self.log_path.read_text()

    def ask(self, data, method="GET"):
        with self.wire() as wire:
            try:
                wire.send(data)
            except OSError:
                pass
            return wire.answer(method)

    def is_ready(self):
        """Does a request reach the service?"""
        assert self.process.poll() is None, self.log()
        try:
            answer = self.ask(request("GET", "/formats", [f"Authorization: Bearer {TOKEN}"]))
        except OSError:
            return False
        return answer is not None and answer.status == 200

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def front():
    """Starts proxies and stops them at the end."""
    running = []

    def starter(words, port, environment=None, log=None):
        proxy = Proxy(words, port, environment, log)
        running.append(proxy)
        wait_until(proxy.is_ready, "the proxy does not let requests through")
        return proxy

    yield starter
    for proxy in running:
        proxy.stop()
