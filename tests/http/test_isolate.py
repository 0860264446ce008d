"""Judges in processes of their own: whatever one does, one answer says so and the others are as before.

navlintd_worse is navlintd whose judges obey the first word of the body (worse_judge.c)."""

import os
import pathlib
import signal
import threading
import time

import pytest
from conftest import SERVICE, Service, not_sanitized
from wire import PATIENCE_S, upload

WORSE = pathlib.Path(SERVICE).with_name("navlintd_worse")


def children_of(pid):
    return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def judges_of(service):
    """The processes of the judges."""
    (zygote,) = children_of(service.process.pid)
    return children_of(zygote)


def wait_until(condition):
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.02)


def events(service):
    return [line for line in service.lines() if line.get("event") == "judge-died"]


@pytest.fixture
def worse(monkeypatch):
    """Starts navlintd_worse with --isolate."""
    running = []
    if not WORSE.exists():
        pytest.skip("navlintd_worse is not built")

    def starter(*flags):
        monkeypatch.setattr("conftest.SERVICE", str(WORSE))
        running.append(Service("--isolate", *flags))
        return running[-1]

    yield starter
    for service in running:
        assert service.stop() == 0, b"".join(service.log_lines).decode()


# There the kernel only logs what it would have ended the process for.
IS_INSTRUMENTED = any(word in SERVICE for word in ("asan", "tsan", "coverage"))

DEEDS = {
    "crash": "signal",
    "leave": "exit status 7",
    "open": "signal 31",
    "socket": "signal 31",
    "fork": "signal 31",
    "exec": "signal 31",
    "write": "signal 31",
    "eat": "signal",
}


@pytest.mark.skipif(IS_INSTRUMENTED, reason="the kernel only logs")
def test_a_judge_that_dies(worse, witness, check_problem):
    """One 500 for each deed; the next request has a judge again."""
    service = worse()
    with service.wire() as wire:
        for deed in DEEDS:
            wire.send(upload(deed.encode()))
            check_problem(wire.answer(), 500, "judge-died")
            wire.send(upload(witness))
            assert wire.answer().status == 200
    assert service.stop() == 0
    causes = [event["cause"] for event in events(service)]
    assert len(causes) == len(DEEDS)
    for cause, wanted in zip(causes, DEEDS.values()):
        assert cause.startswith(wanted)


def test_a_judge_that_spins(worse, witness, check_problem):
    service = worse("--judge-timeout", "1")
    with service.wire() as wire:
        wire.send(upload(b"spin"))
        check_problem(wire.answer(), 500, "judge-died")
        wire.send(upload(witness))
        assert wire.answer().status == 200
    assert service.stop() == 0
    assert [event["cause"] for event in events(service)] == ["time limit"]


def test_a_judge_that_lies(worse, witness, check_problem):
    service = worse()
    check_problem(service.ask(upload(witness, "/validate?name=lie")), 500, "judge-died")
    assert service.ask(upload(witness)).status == 200
    assert service.stop() == 0
    assert [event["cause"] for event in events(service)] == ["wrong answer"]


@not_sanitized
def test_large_bodies_and_sets_too(worse, large, check_problem):
    service = worse()
    for body in (b"crash" + bytes(3 << 20), b"open" + bytes(8 << 20)):
        check_problem(service.ask(upload(body)), 500, "judge-died")
        assert service.ask(upload(large)).status == 200


def test_others_are_unharmed(worse, witness):
    """While judges die one after the other, every other request is answered as always."""
    service = worse("--threads", "2")
    wanted = service.ask(upload(witness)).body
    wrong = []

    def ask(body, check):
        with service.wire() as wire:
            for _ in range(100):
                wire.send(upload(body))
                if not check(wire.answer()):
                    wrong.append(body)

    good = [threading.Thread(target=ask, args=(witness, lambda answer: answer.body == wanted)) for _ in range(3)]
    bad = threading.Thread(target=ask, args=(b"crash", lambda answer: answer.status == 500))
    for thread in (*good, bad):
        thread.start()
    for thread in (*good, bad):
        thread.join()
    assert not wrong


def test_idle_judges_are_replaced(start, witness):
    service = start("--isolate")
    assert service.ask(upload(witness)).status == 200
    before = judges_of(service)
    for judge in before:
        os.kill(judge, signal.SIGKILL)
    for _ in range(20):
        assert service.ask(upload(witness)).status == 200
    wait_until(lambda: len(judges_of(service)) == len(before))


def test_judges_are_recycled(start, witness):
    service = start("--isolate", "--threads", "1", "--workers", "1")
    before = set(judges_of(service))
    with service.wire() as wire:
        for _ in range(1100):
            wire.send(upload(witness))
            assert wire.answer().status == 200
    wait_until(lambda: len(judges_of(service)) == 2)
    assert len(before & set(judges_of(service))) == 1


@not_sanitized
def test_what_a_judge_has(start, witness):
    service = start("--isolate")
    assert service.ask(upload(witness)).status == 200
    for judge in judges_of(service):
        folder = pathlib.Path(f"/proc/{judge}")
        status = (folder / "status").read_text()
        assert "\nNoNewPrivs:\t1\n" in status and "\nSeccomp:\t2\n" in status
        assert "\nCapEff:\t0000000000000000\n" in status and "\nThreads:\t1\n" in status
        assert not list((folder / "fd").iterdir())


def test_without_a_zygote(start, witness, check_problem):
    """There will be no judge again: each request hears of it soon."""
    service = start("--isolate", "--judge-timeout", "600")
    (zygote,) = children_of(service.process.pid)
    os.kill(zygote, signal.SIGKILL)
    wait_until(lambda: service.ask(upload(witness)).status == 500)  # judges that there are may still answer
    check_problem(service.ask(upload(witness)), 500, "judge-died")
    assert service.works()


def test_nobody_is_left(start, witness):
    service = start("--isolate")
    assert service.ask(upload(witness)).status == 200
    processes = children_of(service.process.pid) + judges_of(service)
    assert service.stop() == 0
    wait_until(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in processes))


def test_the_service_dies(start, witness):
    """Its judges go with it, however it ended."""
    service = Service("--isolate")
    assert service.ask(upload(witness)).status == 200
    processes = children_of(service.process.pid) + judges_of(service)
    service.process.kill()
    service.process.wait()
    wait_until(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in processes))
    service.process.stdout.close()
    service.process.stderr.close()
