"""What the service listens on, and what it says to whoever started it."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys

import pytest
from conftest import SERVICE, STOP_S
from wire import PATIENCE_S, Wire, request

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("NAVLINTD_BIND")}


# Moves the descriptors that it is given to 3 and on, and becomes the program behind them.
MOVE = """import fcntl, os, sys
high = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 100) for number in sys.argv[1].split(",")]
for target, one in enumerate(high, 3):
    os.dup2(one, target, inheritable=True)
    os.close(one)
os.execv(sys.argv[2], sys.argv[2:])
"""


class Listening:
    """A service of which only the addresses matter. `sockets` become its descriptors from 3 on."""

    def __init__(self, *flags, sockets=(), environment=None, count=1, listen_pid="$$"):
        words = [SERVICE, "--port", "0", "--drain-timeout", "600", *flags]
        if sockets:
            words = ["/bin/sh", "-c", f'LISTEN_PID={listen_pid} LISTEN_FDS={len(sockets)} exec "$@"', "sh", *words]
        # A process between the two: here, the numbers are those of subprocess's own pipes.
        numbers = [one.fileno() for one in sockets]
        words = [sys.executable, "-c", MOVE, ",".join(map(str, numbers)), *words] if sockets else words
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, pass_fds=numbers,
                                        env={**ENVIRONMENT, **(environment or {})})
        lines = [self.process.stdout.readline().decode() for _ in range(count)]
        self.addresses = [line.removeprefix("navlintd listening on ").strip() for line in lines]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_S)

    def error(self):
        return self.process.communicate(timeout=STOP_S)[1].decode()


def connect(address):
    """A connection to an address as the service names it."""
    wire = Wire.__new__(Wire)
    wire.pending = b""
    if address.startswith("unix:"):
        wire.socket = socket.socket(socket.AF_UNIX)
        wire.socket.settimeout(PATIENCE_S)
        wire.socket.connect(address.removeprefix("unix:"))
    else:
        host, port = re.fullmatch(r"http://\[?([^\]]+)\]?:(\d+)", address).groups()
        wire.socket = socket.create_connection((host, int(port)), timeout=PATIENCE_S)
    return wire


def works(address):
    with connect(address) as wire:
        wire.send(request("GET", "/healthz"))
        return wire.answer().status == 200


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "socket")


def test_unix_socket(path):
    with Listening("--bind", f"unix:{path}") as service:
        assert service.addresses == [f"unix:{path}"]
        assert works(service.addresses[0])
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o660
        assert service.stop() == 0
        assert not os.path.exists(path)


def test_health_of_a_unix_socket(path):
    words = [SERVICE, "--check-health", "--bind", f"unix:{path},127.0.0.1"]
    assert subprocess.run(words, check=False).returncode != 0
    with Listening("--bind", f"unix:{path}"):
        assert subprocess.run(words, check=False).returncode == 0


def test_mode_of_a_unix_socket(path):
    """Whatever the umask."""
    before = os.umask(0o077)
    try:
        with Listening("--bind", f"unix:{path}", "--unix-mode", "0606") as service:
            assert works(service.addresses[0])
            assert stat.S_IMODE(os.stat(path).st_mode) == 0o606
    finally:
        os.umask(before)


@pytest.mark.parametrize("mode", ["", "9", "1777", "66x", "-1"])
def test_bad_mode(path, mode):
    with Listening("--bind", f"unix:{path}", f"--unix-mode={mode}") as service:
        assert "unix-mode" in service.error()
        assert service.process.returncode == 2
        assert not os.path.exists(path)


def test_stale_socket_is_replaced(path):
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(path)
    with Listening("--bind", f"unix:{path}") as service:
        assert works(f"unix:{path}")
        assert service.stop() == 0


def test_socket_in_use_is_not_replaced(path):
    with Listening("--bind", f"unix:{path}"), Listening("--bind", f"unix:{path}") as second:
        assert "in use" in second.error()
        assert second.process.returncode == 3
        assert works(f"unix:{path}")


def test_other_files_are_not_replaced(path):
    with open(path, "w", encoding="ascii") as file:
        file.write("precious")
    with Listening("--bind", f"unix:{path}") as service:
        assert "in use" in service.error()
        assert service.process.returncode == 3
    with open(path, encoding="ascii") as file:
        assert file.read() == "precious"


def test_socket_of_a_successor_stays(path):
    """The path belongs to whoever has put his socket there since."""
    with Listening("--bind", f"unix:{path}") as first:
        os.unlink(path)
        with Listening("--bind", f"unix:{path}"):
            assert first.stop() == 0
            assert works(f"unix:{path}")


@pytest.mark.parametrize("address", ["unix:", "unix:relative", "unix:/" + "x" * 107, "unix:/" + "x" * 200, ",", "::1,x", ",".join(["127.0.0.1"] * 17)])
def test_bad_address(address):
    with Listening("--bind", address) as service:
        assert "--bind" in service.error()
        assert service.process.returncode == 2


def test_several_addresses(path):
    with Listening("--bind", f"127.0.0.1,unix:{path},127.0.0.2", count=3) as service:
        assert [re.sub(r"\d+$", "", one) for one in service.addresses] == [
            "http://127.0.0.1:", f"unix:{path}", "http://127.0.0.2:"]
        assert all(works(one) for one in service.addresses)
        assert service.stop() == 0


def test_what_waits_on_a_unix_socket_is_served(path):
    with Listening("--bind", f"unix:{path}", "--max-connections", "3") as service:
        service.process.send_signal(signal.SIGSTOP)
        wires = [connect(f"unix:{path}") for _ in range(20)]
        for wire in wires:
            wire.send(request("GET", "/healthz"))
        service.process.send_signal(signal.SIGTERM)
        service.process.send_signal(signal.SIGCONT)
        for wire in wires:
            with wire:
                assert wire.answer().status == 200
        assert service.process.wait(STOP_S) == 0


def listener():
    return socket.create_server(("127.0.0.1", 0))


def address_of(one):
    return "http://{}:{}".format(*one.getsockname())


def test_inherited_sockets(path):
    with listener() as first, socket.socket(socket.AF_UNIX) as second:
        second.bind(path)
        second.listen()
        with Listening("--bind", "192.0.2.1", sockets=[first, second], count=2) as service:
            assert service.addresses == [address_of(first), f"unix:{path}"]
            assert all(works(one) for one in service.addresses)
            with open(f"/proc/{service.process.pid}/environ", "rb") as file:
                assert b"LISTEN_PID" in file.read(), "it has been started with it"
            assert service.stop() == 0
        assert os.path.exists(path), "it is not ours"


def test_inherited_socket_outlives_the_service():
    """What nobody has served waits for the next one."""
    with listener() as one:
        for _ in range(3):
            with Listening(sockets=[one]) as service:
                assert works(address_of(one))
                assert service.stop() == 0
            with connect(address_of(one)) as wire:
                wire.send(request("GET", "/healthz"))
                with Listening(sockets=[one]):
                    assert wire.answer().status == 200


def test_sockets_for_another_process():
    with listener() as one, Listening(sockets=[one], listen_pid="1") as service:
        assert service.addresses[0] != address_of(one)
        assert works(service.addresses[0])


@pytest.mark.parametrize("kind", ["datagram", "not listening", "many"])
def test_bad_inherited_sockets(kind):
    one = socket.socket(type=socket.SOCK_DGRAM if kind == "datagram" else socket.SOCK_STREAM)
    with one, Listening(sockets=[one] * (17 if kind == "many" else 1)) as service:
        assert "LISTEN_FDS" in service.error()
        assert service.process.returncode == 2


@pytest.mark.parametrize("abstract", [False, True])
def test_states_are_told(tmp_path, abstract):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as states:
        states.settimeout(PATIENCE_S)
        name = f"navlintd-{os.getpid()}" if abstract else str(tmp_path / "notify")
        states.bind("\0" + name if abstract else name)
        with Listening(environment={"NOTIFY_SOCKET": "@" + name if abstract else name}) as service:
            assert states.recv(1000) == b"READY=1"
            service.process.send_signal(signal.SIGHUP)
            assert re.fullmatch(rb"RELOADING=1\nMONOTONIC_USEC=\d+", states.recv(1000))
            assert states.recv(1000) == b"READY=1"
            assert service.stop() == 0
            assert states.recv(1000) == b"STOPPING=1"


def test_nobody_listens_to_states(tmp_path):
    for name in (str(tmp_path / "nobody"), "@", "", "x" * 200, "relative"):
        with Listening(environment={"NOTIFY_SOCKET": name}) as service:
            assert works(service.addresses[0])
            assert service.stop() == 0
