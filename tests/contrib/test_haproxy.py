"""HAProxy with contrib/haproxy/haproxy.cfg."""

import json
import socket
import threading

import pytest
from conftest import TOKEN, wait_until
from haproxy import Haproxy
from wire import Wire, request, upload

AUTHORIZED = f"Authorization: Bearer {TOKEN}"
PLENTY = {"NAVLINT_REQUESTS_IN_10S": "1000000"}


@pytest.fixture
def pair(start):
    return [start(), start()]


@pytest.fixture
def haproxy(tmp_path, pair, front):
    """Starts it in front of the two services."""

    def starter(**settings):
        one = Haproxy(tmp_path, [service.port for service in pair], **{**PLENTY, **settings})
        assert one.check().returncode == 0, one.check().stderr
        proxy = front(one.words, one.port, one.environment, tmp_path / "log")
        proxy.states = one.states
        return proxy

    return starter


def test_the_file_is_valid(tmp_path):
    checked = Haproxy(tmp_path, [1, 2]).check()
    assert checked.returncode == 0, checked.stderr
    assert "WARNING" not in checked.stderr


def test_rates(haproxy):
    proxy = haproxy(NAVLINT_REQUESTS_IN_10S="30")
    answers = [proxy.ask(request("GET", "/formats", [AUTHORIZED])) for _ in range(40)]
    assert answers[0].status == 200
    assert answers[-1].status == 429
    assert answers[-1].headers["retry-after"] == "10"


def test_health(haproxy, pair):
    """/healthz is the proxy's own: it says whether there is an instance to ask."""
    proxy = haproxy()
    assert proxy.ask(request("GET", "/healthz")).status == 200
    pair[0].stop()
    wait_until(lambda: proxy.states()["small", "one"].startswith("DOWN"), "haproxy sees that one is gone")
    assert proxy.states()["large", "one"].startswith("DOWN")
    assert proxy.ask(request("GET", "/formats", [AUTHORIZED])).status == 200
    pair[1].stop()
    with Wire(proxy.port) as wire:
        wire.send(request("GET", "/formats", [AUTHORIZED]))
        assert wire.socket.recv(12) == b"HTTP/1.1 503"


class Fickle:
    """A service that is always ready, takes each upload whole and hangs up without a word."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.uploads = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                head = b""
                while b"\r\n\r\n" not in head and (piece := connection.recv(65536)):
                    head += piece
                if head.startswith(b"GET /readyz"):
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                elif head:
                    self.uploads += 1


def test_what_was_taken_and_not_answered_is_asked_again(start, tmp_path, front, witness):
    """The whole of a small upload goes to the other instance."""
    fickle, service = Fickle(), start()
    one = Haproxy(tmp_path, [fickle.port, service.port], **PLENTY)
    proxy = front(one.words, one.port, one.environment, tmp_path / "log")
    data = upload(witness + bytes(60_000 - len(witness)), headers=[AUTHORIZED])
    answers = [proxy.ask(data) for _ in range(10)]
    assert fickle.uploads > 0
    assert [answer.status for answer in answers] == [200] * 10
    fickle.listener.close()
    assert json.loads(answers[0].body)["verdict"]
