"""The shipped Caddyfile, with what differs from site to site in the environment."""

from conftest import CONTRIB, TOKEN, find, free_ports


class Caddy:
    def __init__(self, folder, ports, max_body_bytes=64 << 20):
        self.program = find("caddy")
        [self.port] = free_ports(1)
        self.path = CONTRIB / "caddy" / "Caddyfile"
        self.words = [self.program, "run", "--config", str(self.path), "--adapter", "caddyfile"]
        self.environment = {
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "NAVLINT_SITE": f"http://:{self.port}",
            "NAVLINT_ONE": f"127.0.0.1:{ports[0]}",
            "NAVLINT_TWO": f"127.0.0.1:{ports[1]}",
            "NAVLINT_TOKEN": TOKEN,
            "NAVLINT_MAX_BODY_BYTES": str(max_body_bytes),
        }
