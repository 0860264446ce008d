"""contrib/systemd: what systemd says about the units, and navlintd under what they leave to it."""

import ctypes
import ctypes.util
import errno
import os
import pathlib
import shutil
import signal
import socket
import subprocess

import pytest
from conftest import CONTRIB, find, free_ports, http, wait_until
from wire import PATIENCE_S, Wire, chunked, request, upload

SERVICE = CONTRIB / "systemd" / "navlintd.service"
SOCKET = CONTRIB / "systemd" / "navlintd.socket"

# Tenths of systemd's exposure level, of which 100 is the worst.
MOST_EXPOSURE = 15

# <seccomp.h>: the call fails with the errno in the low half; it is let through.
ERRNO, ALLOW = 0x00050000, 0x7FFF0000


def analyze(*words):
    return subprocess.run([find("systemd-analyze"), *words], capture_output=True, text=True, check=False)


def test_exposure():
    judged = analyze("security", "--offline=yes", "--no-pager", f"--threshold={MOST_EXPOSURE}", str(SERVICE))
    assert judged.returncode == 0, judged.stdout + judged.stderr


def test_the_units_are_valid(tmp_path):
    """With the program that was built in the place where it would be installed."""
    program = tmp_path / "navlintd"
    shutil.copy(http.SERVICE, program)
    (tmp_path / SERVICE.name).write_text(SERVICE.read_text().replace("/usr/bin/navlintd", str(program)))
    shutil.copy(SOCKET, tmp_path)
    judged = analyze("verify", "--man=no", str(tmp_path / SERVICE.name), str(tmp_path / SOCKET.name))
    assert judged.returncode == 0, judged.stderr
    about_ours = [line for line in judged.stderr.splitlines() if "navlintd." in line]
    assert not about_ours


def expand(name, known={}):
    """The calls of a group, as systemd has it."""
    if not name.startswith("@"):
        return {name}
    if name not in known:
        lines = analyze("syscall-filter", "--no-pager", name).stdout.splitlines()[1:]
        words = [line.strip() for line in lines if line.strip() and not line.strip().startswith("#")]
        known[name] = set().union(*(expand(word) for word in words))
    return known[name]


def allowed_calls():
    """What the unit's lines of SystemCallFilter come to; systemd adds @default by itself."""
    calls = set(expand("@default"))
    for line in SERVICE.read_text().splitlines():
        if not line.startswith("SystemCallFilter="):
            continue
        value = line.split("=", 1)[1]
        named = set().union(*(expand(word) for word in value.lstrip("~").split()))
        calls = calls - named if value.startswith("~") else calls | named
    return calls


def filter_of(calls):
    """What loads the filter that systemd would, but for what systemd itself needs to start the program."""
    if b"__asan_init" in pathlib.Path(http.SERVICE).read_bytes():
        pytest.skip("AddressSanitizer makes system calls of its own")
    name = ctypes.util.find_library("seccomp") or "libseccomp.so.2"
    try:
        library = ctypes.CDLL(name)
    except OSError:
        pytest.skip("libseccomp is not installed")
    library.seccomp_init.restype = ctypes.c_void_p
    context = ctypes.c_void_p(library.seccomp_init(ctypes.c_uint32(ERRNO | errno.EPERM)))
    for call in sorted(calls | {"execve"}):
        number = library.seccomp_syscall_resolve_name(call.encode())
        if number >= 0:
            assert library.seccomp_rule_add_array(context, ctypes.c_uint32(ALLOW), number, 0, None) == 0
    return lambda: library.seccomp_load(context)


def ends_in(process, status):
    process.send_signal(signal.SIGTERM)
    errors = process.communicate(timeout=PATIENCE_S)[1]
    assert process.returncode == status, errors


def start_under(calls, port, *flags):
    load = filter_of(calls)

    def shut():
        if load() != 0:
            os._exit(77)

    return subprocess.Popen([http.SERVICE, "--port", str(port), "--threads", "2", *flags], preexec_fn=shut,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.parametrize("flags", [(), ("--isolate",)])
def test_the_filter_lets_it_work(witness, flags):
    """Under the unit's own list it starts, judges what is small and what is large, and stops."""
    [port] = free_ports(1)
    process = start_under(allowed_calls(), port, *flags)
    assert process.stdout.readline().startswith(b"navlintd listening"), process.communicate()[1]
    bodies = [upload(witness), upload(witness + bytes(3_000_000)),
              request(headers=["Transfer-Encoding: chunked"], body=chunked(witness)), request("GET", "/rules")]
    for body in bodies:
        with Wire(port) as wire:
            wire.send(body)
            assert wire.answer().status == 200
    ends_in(process, 0)


def test_the_filter_is_one():
    """Without what it needs to listen, it does not start: the test above could fail."""
    [port] = free_ports(1)
    process = start_under(allowed_calls() - {"listen"}, port)
    assert process.communicate(timeout=PATIENCE_S)[0] == b""
    assert process.returncode == 3


def test_sockets_of_systemd(witness, tmp_path):
    """With the tool of systemd that hands sockets on as its units do, under the unit's filter."""
    [port] = free_ports(1)
    said = tmp_path / "notified"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(str(said))
        told.settimeout(PATIENCE_S)
        process = subprocess.Popen(
            [find("systemd-socket-activate"), "-l", f"127.0.0.1:{port}", "-E", f"NOTIFY_SOCKET={said}",
             *(f"--setenv={name}" for name in os.environ if name.startswith("NAVLINTD_")), http.SERVICE],
            preexec_fn=filter_of(allowed_calls()), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: answers(port), "the socket listens")
        assert told.recv(100) == b"READY=1"
        with Wire(port) as wire:
            wire.send(upload(witness))
            assert wire.answer().status == 200
        ends_in(process, 0)
        assert told.recv(100) == b"STOPPING=1"


def answers(port):
    try:
        with Wire(port) as wire:
            wire.send(request("GET", "/healthz"))
            return wire.answer().status == 200
    except ConnectionRefusedError:
        return False
