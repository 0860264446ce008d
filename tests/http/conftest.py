"""navlintd as a process of its own: NAVLINTD_BIN is the service, NAVLINT_BIN the command."""

import json
import os
import pathlib
import re
import signal
import subprocess
import threading

import jsonschema
import pytest
from wire import Wire, request

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVICE = os.environ.get("NAVLINTD_BIN", str(ROOT / "build" / "bin" / "navlintd"))
COMMAND = os.environ.get("NAVLINT_BIN", str(ROOT / "build" / "bin" / "navlint"))
STOP_S = 60


def is_sanitized():
    """Sanitizers keep memory and descriptors for themselves, and need system calls that no wall allows: there it only logs."""
    code = pathlib.Path(SERVICE).read_bytes()
    return any(name in code for name in (b"__asan_init", b"__tsan_init"))


def sparse(things):
    """All of them; of programs that a sanitizer makes slow, every eighth."""
    return things[::8] if is_sanitized() else things


not_sanitized = pytest.mark.skipif(is_sanitized(), reason="sanitizers keep memory and descriptors, and the wall only logs")

# Continuous integration is root in a container.
os.environ.setdefault("NAVLINTD_ALLOW_ROOT", "on")


class Service:
    """A running navlintd on a port of the kernel's choice."""

    def __init__(self, *flags, host="127.0.0.1", environment=None):
        self.process = subprocess.Popen(
            [SERVICE, "--port", "0", *flags],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self.ready_line = self.process.stdout.readline().decode()
        match = re.fullmatch(r"navlintd listening on http://(\S+):(\d+)\n", self.ready_line)
        if not match:
            raise RuntimeError(self.process.communicate()[1].decode())
        self.host, self.port = host, int(match.group(2))
        self.log_lines = []
        self.reader = threading.Thread(target=self._read_log, daemon=True)
        self.reader.start()

    def _read_log(self):
        for line in self.process.stderr:
            self.log_lines.append(line)

    def wire(self):
        return Wire(self.port, self.host)

    def ask(self, data, method="GET"):
        """Sends the bytes on a new connection and returns the first answer. A body that is refused
        unread may not be sent to its end."""
        with self.wire() as wire:
            try:
                wire.send(data)
            except OSError:
                pass
            return wire.answer(method)

    def get(self, path):
        return self.ask(request("GET", path))

    def works(self):
        """A request on a new connection is answered: what came before did no harm."""
        return self.get("/healthz").status == 200

    def stop(self, number=signal.SIGTERM):
        """Ends it and returns the exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(timeout=STOP_S)
        self.reader.join(timeout=STOP_S)
        self.process.stdout.close()
        self.process.stderr.close()
        self.assert_nothing_is_in_use(status)
        return status

    def assert_nothing_is_in_use(self, status):
        """The last event says so, unless there is no log or the process was killed."""
        for stop in self.events("stop") if status == 0 else []:
            in_use = {key: value for key, value in stop.items() if key not in ("time", "event")}
            assert set(in_use) >= {"memory_in_use", "requests_in_flight", "connections"}
            assert not any(in_use.values()), stop

    def lines(self):
        """All lines of the log, parsed."""
        return [json.loads(line) for line in self.log_lines]

    def log(self):
        """The requests of the log; call after stop."""
        return [line for line in self.lines() if "event" not in line]

    def events(self, name):
        """The events of that name; call after stop."""
        return [line for line in self.lines() if line.get("event") == name]


@pytest.fixture
def start():
    """Starts services; each must end with status 0 and a log of JSON lines alone."""
    running = []

    def starter(*flags, **others):
        service = Service(*flags, **others)
        running.append(service)
        return service

    yield starter
    for service in running:
        assert service.stop() == 0, b"".join(service.log_lines).decode()


@pytest.fixture(scope="module")
def service():
    """One service with the default settings for the tests that only ask."""
    one = Service()
    yield one
    assert one.stop() == 0, b"".join(one.log_lines).decode()


def run_command(*arguments, data=b""):
    return subprocess.run([COMMAND, *arguments], input=data, capture_output=True, check=False)


def first_code():
    rules = json.loads(run_command("rules", "--format", "json").stdout)["rules"]
    return next(rule["code"] for rule in rules if rule["severity"] == "error")


@pytest.fixture(scope="session")
def witness():
    """A small file that breaks a rule and is recognised for what it is."""
    for rule in json.loads(run_command("rules", "--format", "json").stdout)["rules"]:
        made = run_command("witness", rule["code"]).stdout
        report = json.loads(run_command("check", "--format", "json", "-", data=made).stdout)
        if report["verdict"] == "invalid":
            return made
    raise AssertionError("no rule has a witness")


@pytest.fixture(scope="session")
def large(witness):
    """A file that goes to the workers: the witness and zeros up to 3 MiB."""
    return witness + bytes(3 * 1024 * 1024)


@pytest.fixture(scope="session")
def check_problem():
    schema = json.loads((ROOT / "schemas" / "problem.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)

    def check(answer, status, slug):
        """The answer is a problem with that status and cause."""
        assert answer is not None, "no answer"
        assert answer.status == status, answer
        assert answer.headers["content-type"] == "application/problem+json"
        validator.validate(answer.json())
        assert answer.json()["status"] == status
        assert answer.slug == slug
        return answer.json()

    return check


@pytest.fixture(scope="session")
def check_report():
    schema = json.loads((ROOT / "schemas" / "report.schema.json").read_text())
    validator = jsonschema.Draft202012Validator(schema)

    def check(answer):
        """The answer is a report; returns it."""
        assert answer.status == 200, answer
        assert answer.headers["content-type"] == "application/json"
        report = answer.json()
        validator.validate(report)
        assert answer.headers["x-verdict"] == report["verdict"]
        return report

    return check
