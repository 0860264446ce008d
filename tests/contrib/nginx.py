"""The shipped navlintd.conf, inside the least nginx.conf, with the places of this test put in."""

import os

from conftest import CONTRIB, TOKEN, find, free_ports


def replace_once(text, old, new):
    assert text.count(old) == 1, old
    return text.replace(old, new)


class Nginx:
    def __init__(self, folder, ports, requests_in_s=100_000, max_body_bytes=64 << 20):
        self.program = find("nginx")
        [self.port] = free_ports(1)
        site = (CONTRIB / "nginx" / "navlintd.conf").read_text()
        for old, new in {
            "listen 127.0.0.1:8000;": f"listen 127.0.0.1:{self.port};",
            "server 127.0.0.1:8081 ": f"server 127.0.0.1:{ports[0]} ",
            "server 127.0.0.1:8082 ": f"server 127.0.0.1:{ports[1]} ",
            "include /etc/nginx/navlint.tokens;": f"include {folder}/tokens;",
            "/var/log/nginx/navlint.log": f"{folder}/access.log",
            "rate=20r/s;": f"rate={requests_in_s}r/s;",
            "client_max_body_size 64m;": f"client_max_body_size {max_body_bytes};",
        }.items():
            site = replace_once(site, old, new)
        (folder / "navlintd.conf").write_text(site)
        (folder / "tokens").write_text(f'"Bearer another" "one";\n"Bearer {TOKEN}" "two";\n')
        user = "user root;\n" if os.geteuid() == 0 else ""  # pytest's folders are its user's alone
        temporary = "\n".join(f"{kind}_temp_path {folder}/temp-{kind};" for kind in
                              ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(f"""{user}daemon off;
error_log stderr;
pid {folder}/pid;
worker_processes 1;
events {{ worker_connections 256; }}
http {{
{temporary}
include {folder}/navlintd.conf;
}}
""")
        self.words = [self.program, "-c", str(folder / "nginx.conf"), "-p", str(folder)]
        self.environment = {}
