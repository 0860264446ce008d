"""Brokers that want a password, speak TLS or take small messages only."""

import os
import subprocess

import pytest

from conftest import Broker, Scan, assert_same, check, wait_for
from test_scan import NAV, archive, copy_some  # noqa: F401


@pytest.fixture
def start(tmp_path):
    """Starts brokers, and stops them in the end."""
    started = []

    def start_one(*words):
        started.append(Broker(tmp_path / "broker", *map(str, words)))
        started[-1].start()
        return Scan(started[-1])
    yield start_one
    for broker in started:
        broker.stop()


@pytest.fixture
def folder(tmp_path):
    copy_some(NAV / "witness", tmp_path / "some", 20)
    return tmp_path / "some"


def with_password(word):
    return {**os.environ, "NAVLINT_SCAN_PASSWORD": word}


def test_passwords(start, folder):
    scan = start("--user", "judge", "--pass", "right")
    for words, environment in (((), None), (("--user", "judge"), with_password("wrong"))):
        done = scan.run("submit", *words, folder, env=environment)
        assert done.code == 5
        assert "no connection to the broker" in done.err
    known = {"env": with_password("right")}
    scan.submit("--user", "judge", folder, **known)
    scan.work("--user", "judge", **known)
    assert_same(scan.collect("--user", "judge", **known), check(folder))


def test_a_broker_that_refuses_later(start, folder):
    """Nobody waits for ever for what does not come back."""
    scan = start("--user", "judge", "--pass", "right")
    known = {"env": with_password("right")}
    scan.submit("--user", "judge", folder, **known)
    scan.work("--user", "judge", **known)
    worker = scan.start_worker("--user", "judge", **known)
    wait_for("a worker that waits", scan.waiting)
    scan.broker.kill()
    scan.broker.words = ("--user", "judge", "--pass", "other")
    scan.broker.start()
    assert worker.process.wait(60) == 5
    assert b"the broker refuses" in worker.process.stderr.read()


def test_credentials_that_are_not_there(start, folder):
    scan = start()
    done = scan.run("submit", "--creds", folder / "nowhere", folder)
    assert done.code in (2, 5)
    assert done.err


def test_a_name_that_is_none(start, folder):
    scan = start()
    for name in ("", "a.b", "a*", "x" * 33, "a b"):
        done = scan.run("submit", "--stream", name, folder)
        assert done.code == 2
        assert "--stream" in done.err


def test_archives_under_names_of_their_own(start, folder, tmp_path):
    scan = start()
    copy_some(NAV / "fuzz", tmp_path / "other", 10)
    for name, top in (("one", folder), ("two", tmp_path / "other")):
        scan.submit("--stream", name, top)
    for name, top in (("one", folder), ("two", tmp_path / "other")):
        scan.work("--stream", name)
        assert_same(scan.collect("--stream", name), check(top))


@pytest.fixture
def certificates(tmp_path):
    def openssl(*words):
        subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True, cwd=tmp_path)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost")
    return tmp_path / "cert.pem", tmp_path / "key.pem"


def test_tls(start, folder, certificates):
    certificate, key = certificates
    scan = start("--tls", "--tlscert", certificate, "--tlskey", key)
    scan.broker.url = f"tls://localhost:{scan.broker.port}"
    assert scan.run("submit", "--tls", folder).code == 5  # nobody vouches for it
    scan.submit("--tls-ca", certificate, folder)
    scan.work("--tls-ca", certificate)
    assert_same(scan.collect("--tls-ca", certificate), check(folder))
    assert scan.run("submit", "--tls-ca", folder / "nowhere", folder).code == 2


@pytest.fixture
def small(start, tmp_path):
    """A broker that takes messages of 17 KiB."""
    settings = tmp_path / "small.conf"
    settings.write_text("max_payload: 17408\n")
    return start("-c", settings)


def test_results_in_many_parts(small, archive):  # noqa: F811
    small.submit("--task-files", 60, archive)
    small.work()
    assert_same(small.collect(), check(archive), small.walked)


def test_a_set_that_fits_into_no_message(small, tmp_path):
    copy_some(NAV.parent / "gta_nodes" / "witness", tmp_path / "set", 1)
    first = next((tmp_path / "set").iterdir())
    for number in range(200):
        os.link(first, tmp_path / "set" / f"{number:0200}{first.name}")
    done = small.run("submit", tmp_path / "set")
    assert done.code == 2
    assert "201 files are too many for one message" in done.err
