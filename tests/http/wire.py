"""HTTP on a bare socket, where the exact bytes matter."""

import json
import socket
import time
from dataclasses import dataclass, field

PATIENCE_S = 20.0


@dataclass
class Answer:
    status: int
    headers: dict = field(default_factory=dict)
    body: bytes = b""

    def json(self):
        return json.loads(self.body)

    @property
    def slug(self):
        """The cause that the problem names."""
        return self.json()["type"].rsplit(":", 1)[1]

    @property
    def closes(self):
        return self.headers.get("connection", "").lower() == "close"


class Wire:
    """One connection."""

    def __init__(self, port, host="127.0.0.1", connect_s=PATIENCE_S):
        self.socket = socket.create_connection((host, port), timeout=connect_s)
        self.socket.settimeout(PATIENCE_S)
        self.pending = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, data):
        self.socket.sendall(data)

    def _fill(self):
        """Reads more; False at the end of the stream."""
        try:
            data = self.socket.recv(65536)
        except (ConnectionResetError, BrokenPipeError):
            return False
        self.pending += data
        return bool(data)

    def _take(self, length):
        while len(self.pending) < length:
            assert self._fill(), "the body of the answer is cut"
        taken, self.pending = self.pending[:length], self.pending[length:]
        return taken

    def _chunks(self):
        """A chunked body to its end."""
        body = b""
        while True:
            while b"\r\n" not in self.pending:
                assert self._fill(), "the body of the answer is cut"
            size, self.pending = self.pending.split(b"\r\n", 1)
            body += self._take(int(size, 16))
            assert self._take(2) == b"\r\n"
            if int(size, 16) == 0:
                return body

    def answer(self, method="GET"):
        """The next answer, None if the connection ends first. method: that of the request."""
        while b"\r\n\r\n" not in self.pending:
            if not self._fill():
                assert not self.pending, f"half an answer: {self.pending!r}"
                return None
        head, self.pending = self.pending.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        pairs = [line.split(": ", 1) for line in lines[1:]]
        headers = {name.lower(): value for name, value in pairs}
        assert len(headers) == len(pairs), f"a header came twice: {head!r}"
        answer = Answer(int(lines[0].split(" ")[1]), headers)
        if headers.get("transfer-encoding") == "chunked":
            answer.body = self._chunks()
            return answer
        if answer.status >= 200 and method != "HEAD":
            length = int(headers["content-length"])
            while len(self.pending) < length:
                assert self._fill(), "the body of the answer is cut"
            answer.body, self.pending = self.pending[:length], self.pending[length:]
        return answer

    def is_closed(self, patience_s=PATIENCE_S):
        """Waits for the other side to close; no byte may come before that."""
        self.socket.settimeout(patience_s)
        try:
            return self.socket.recv(1) == b"" and not self.pending
        except (ConnectionResetError, BrokenPipeError):
            return not self.pending
        except socket.timeout:
            return False


def request(method="POST", target="/validate", headers=(), body=b"", version="HTTP/1.1", host="test"):
    """A request's bytes; Content-Length and the like are the caller's."""
    lines = [f"{method} {target} {version}"]
    if host is not None:
        lines.append(f"Host: {host}")
    lines += headers
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def upload(body, target="/validate", headers=()):
    return request(target=target, headers=[f"Content-Length: {len(body)}", *headers], body=body)


def chunked(body, size=4096):
    pieces = [body[i : i + size] for i in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def drip(wire, data, pause_s=1.0):
    """Sends a byte at a time until the other side says or does something; returns the seconds."""
    begin = time.monotonic()
    wire.socket.settimeout(pause_s)
    for i in range(len(data)):
        try:
            wire.send(data[i : i + 1])
            received = wire.socket.recv(65536)
        except socket.timeout:
            continue
        except (ConnectionResetError, BrokenPipeError):
            received = b""
        wire.pending += received
        break
    wire.socket.settimeout(PATIENCE_S)
    return time.monotonic() - begin
