"""compose.yaml and the Dockerfile, as far as they can be held against the rest without containers."""

import re
import subprocess

import yaml
from conftest import CONTRIB, ROOT, http

COMPOSE = yaml.safe_load((CONTRIB / "compose.yaml").read_text())


def test_nobody_has_more_than_it_needs():
    for name, service in COMPOSE["services"].items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name in ("one", "two"):
        assert list(COMPOSE["services"][name]["networks"]) == ["inside"]
        assert "ports" not in COMPOSE["services"][name]


def test_settings_are_known():
    """Variables of HAProxy are in its file; flags and variables of the service are in its help."""
    configuration = (CONTRIB / "haproxy" / "haproxy.cfg").read_text()
    for name in COMPOSE["services"]["haproxy"]["environment"]:
        assert "${" + name in configuration
    helped = subprocess.run([http.SERVICE, "--help"], capture_output=True, text=True, check=True).stdout
    one = COMPOSE["services"]["one"]
    for word in [*one["environment"], *(word for word in one["command"] if word.startswith("--"))]:
        assert word in helped, word


def test_health_of_the_image(start):
    """What HEALTHCHECK runs says yes to a service that is ready, and no where there is none."""
    check = re.search(r'^HEALTHCHECK .* CMD \["navlintd", "(.*)"\]$', (ROOT / "Dockerfile").read_text(), re.M).group(1)
    service = start()

    def status():
        return subprocess.run([http.SERVICE, check], env={"NAVLINTD_PORT": str(service.port)}, check=False).returncode

    assert status() == 0
    service.stop()
    assert status() == 1


def test_health_over_a_unix_socket(start, tmp_path):
    path = tmp_path / "socket"
    start("--bind", f"127.0.0.1,unix:{path}")
    for words, status in ((["--bind", f"unix:{path}"], 0), ([f"--bind=unix:{path}x"], 1)):
        assert subprocess.run([http.SERVICE, "--check-health", *words], check=False).returncode == status
