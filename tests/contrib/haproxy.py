"""The shipped haproxy.cfg, with what differs from site to site in the environment, where it belongs."""

import os
import socket
import subprocess

from conftest import CONTRIB, TOKEN, find, free_ports


def shipped(folder):
    """The shipped file: its path. Who is not root cannot change user or root folder, and does without."""
    path = CONTRIB / "haproxy" / "haproxy.cfg"
    if os.geteuid() == 0:
        return path
    lines = [line for line in path.read_text().splitlines() if line.split()[:1] not in (["user"], ["group"], ["chroot"])]
    copy = folder / "haproxy.cfg"
    copy.write_text("\n".join(lines) + "\n")
    return copy


class Haproxy:
    """What haproxy is started with, and its answers on the socket of administrators."""

    def __init__(self, folder, ports, **settings):
        self.program = find("haproxy")
        self.path = shipped(folder)
        (folder / "tokens").write_text(f"another\n{TOKEN}\n")
        self.admin = folder / "admin.sock"
        [self.port] = free_ports(1)
        self.environment = {
            "NAVLINT_BIND": f"127.0.0.1:{self.port}",
            "NAVLINT_HAPROXY_SOCKET": str(self.admin),
            "NAVLINT_TOKENS": str(folder / "tokens"),
            "NAVLINT_ONE": f"127.0.0.1:{ports[0]}",
            "NAVLINT_TWO": f"127.0.0.1:{ports[1]}",
            **settings,
        }
        self.words = [self.program, "-db", "-f", str(self.path)]

    def check(self):
        """What haproxy says about the file; warnings count."""
        return subprocess.run([*self.words, "-c"], env={**os.environ, **self.environment}, capture_output=True, text=True,
                              check=False)

    def states(self):
        """Of each server of each backend: what haproxy takes it for."""
        with socket.socket(socket.AF_UNIX) as admin:
            admin.connect(str(self.admin))
            admin.sendall(b"show stat\n")
            text = b"".join(iter(lambda: admin.recv(65536), b"")).decode()
        lines = text.lstrip("# ").splitlines()
        columns = lines[0].split(",")
        rows = [dict(zip(columns, line.split(","))) for line in lines[1:] if line]
        return {(row["pxname"], row["svname"]): row["status"] for row in rows}
