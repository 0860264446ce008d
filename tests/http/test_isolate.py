"""Judges in processes of their own: whatever one does, one answer says so and the others are as before.

navlintd_worse is navlintd whose judges obey the first word of the body (worse_judge.c)."""

import contextlib
import os
import pathlib
import select
import signal
import socket
import threading
import time

import pytest
from conftest import SERVICE, Service, not_sanitized
from wire import PATIENCE_S, Wire, request, upload

WORSE = pathlib.Path(SERVICE).with_name("navlintd_worse")


def children_of(pid):
    return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def keeper_of(service):
    (keeper,) = children_of(service.process.pid)
    return keeper


def zygote_of(service):
    """None between two."""
    zygotes = children_of(keeper_of(service))
    return zygotes[0] if len(zygotes) == 1 else None


def judges_of(service):
    """The processes of the judges."""
    zygote = zygote_of(service)
    return children_of(zygote) if zygote else []


def kill_all(processes, number=signal.SIGKILL):
    for process in processes:
        os.kill(process, number)


def answers_of(wires):
    return [wire.answer() for wire in wires]


def is_silent(wire):
    """Nothing has come."""
    return not select.select([wire.socket], [], [], 0)[0]


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

    def starter(*flags, ends_with=0):
        monkeypatch.setattr("conftest.SERVICE", str(WORSE))
        service = Service("--isolate", *flags)
        running.append((service, ends_with))
        return service

    yield starter
    for service, ends_with in running:
        assert service.stop() == ends_with, b"".join(service.log_lines).decode()


# There the kernel only logs what it would have ended the process for.
IS_INSTRUMENTED = any(word in SERVICE for word in ("asan", "tsan", "coverage"))

DEEDS = {
    "crash": "signal",
    "leave": "exit status 7",
    "quit": "exit status 1",
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
    service = worse("--memory-budget", "160M", "--max-body-bytes", "1M")
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


LIES = ["longer than any", "longer than granted", "of a type that nobody knows", "a status that nobody knows"]


def test_a_judge_that_lies(worse, witness, check_problem):
    service = worse()
    for lie in LIES:
        target = f"/validate?name={lie.replace(' ', '%20')}"
        check_problem(service.ask(upload(witness, target)), 500, "judge-died")
        assert service.ask(upload(witness)).status == 200
    assert service.stop() == 0
    assert [event["cause"] for event in events(service)] == ["wrong answer"] * len(LIES)


SHARED = {"overwrite": "wrong answer", "play dead": "wrong answer", "hush": "signal"}


@pytest.mark.parametrize("deed", SHARED)
def test_what_is_shared_is_not_believed(worse, witness, check_problem, deed):
    """The answer does not wait for the time limit."""
    service = worse("--judge-timeout", "600", "--threads", "1", "--workers", "1")
    with service.wire() as wire:
        for _ in range(5):
            wire.send(upload(deed.encode()))
            check_problem(wire.answer(), 500, "judge-died")
            wire.send(upload(witness))
            assert wire.answer().status == 200
    assert service.stop() == 0
    causes = [event["cause"] for event in events(service)]
    assert len(causes) == 5 and all(cause.startswith(SHARED[deed]) for cause in causes)


def test_a_judge_that_begs(worse, witness, check_problem):
    service = worse("--judge-timeout", "1")
    check_problem(service.ask(upload(b"beg")), 500, "judge-died")
    assert service.ask(upload(witness)).status == 200
    assert service.stop() == 0
    assert [event["cause"] for event in events(service)] == ["time limit"]


def test_a_judge_that_feigns_idleness(worse, witness, check_problem):
    service = worse("--judge-timeout", "1", "--threads", "1", "--workers", "1")
    before = judges_of(service)
    check_problem(service.ask(upload(b"feign")), 503, "no-judges")
    assert service.ask(upload(witness)).status == 200
    assert len(set(before) & set(judges_of(service))) == 1
    assert service.stop() == 0
    assert [event["cause"] for event in events(service)] == ["time limit"]


# What a judge does before its first order takes less.
SPINNING_TICKS = os.sysconf("SC_CLK_TCK") // 2


def spins(process):
    """Has used so much of a processor that it can only be spinning."""
    user_ticks = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[11]
    return int(user_ticks) >= SPINNING_TICKS


def ask_to_spin(service, stack, count):
    """So many requests whose judges never answer, each taken by one: an order that none has taken yet would go to
    the next one when these are killed."""
    wires = [stack.enter_context(service.wire()) for _ in range(count)]
    for wire in wires:
        wire.send(upload(b"spin"))
    wait_until(lambda: sum(map(spins, judges_of(service))) == count)
    return wires


def test_judges_that_spin_hold_no_thread(worse, witness, check_problem):
    """One thread serves all connections; while three judges spin, it answers all others, by the fourth judge too."""
    service = worse("--judge-timeout", "600", "--threads", "1", "--workers", "3")
    with contextlib.ExitStack() as stack:
        spinning = ask_to_spin(service, stack, 3)
        for _ in range(5):
            assert service.works()
            assert service.ask(upload(witness)).status == 200
        assert all(is_silent(wire) for wire in spinning)
        kill_all(judges_of(service))
        for answer in answers_of(spinning):
            check_problem(answer, 500, "judge-died")


def test_more_spin_than_there_are_judges(worse, witness, large, check_problem):
    """Who comes then waits for a judge, small or large, and holds up nobody who needs none."""
    service = worse("--judge-timeout", "600", "--threads", "1", "--workers", "1")
    with contextlib.ExitStack() as stack:
        spinning = ask_to_spin(service, stack, 2)
        waiting = [stack.enter_context(service.wire()) for _ in range(6)]
        for wire, body in zip(waiting, (witness, witness, large) * 2):
            wire.send(upload(body))
        assert service.works()
        assert all(is_silent(wire) for wire in (*spinning, *waiting))
        kill_all(judges_of(service))
        for answer in answers_of(spinning):
            check_problem(answer, 500, "judge-died")
        assert {answer.status for answer in answers_of(waiting)} == {200}


def test_the_end_with_judges_that_spin(worse, witness):
    """Drained for as long as was allowed, it waits for no judge."""
    service = worse("--judge-timeout", "600", "--drain-timeout", "0", "--threads", "1", "--workers", "1")
    with contextlib.ExitStack() as stack:
        spinning = ask_to_spin(service, stack, 2)
        waiting = stack.enter_context(service.wire())
        waiting.send(upload(witness))
        assert service.works()
        assert all(is_silent(wire) for wire in (*spinning, waiting))
        assert service.stop() == 0


def test_slow_judges(worse):
    """Those that take longer than a thread waits: each answer is that of its request, connections are kept."""
    service = worse("--threads", "2", "--workers", "2")
    wrong = []

    def ask(number):
        with service.wire() as wire:
            for i in range(10):
                name = f"{number}-{i}"
                wire.send(upload(b"dawdle", f"/validate?name={name}"))
                answer = wire.answer()
                if answer.status != 200 or answer.json()["input"]["name"] != name:
                    wrong.append((name, answer))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_an_order_that_nobody_takes(start, witness, check_problem):
    """It is taken back: the next judge must not answer it in the place of what is asked then."""
    service = start("--isolate", "--judge-timeout", "1", "--threads", "1", "--workers", "1")
    stopped = judges_of(service)
    kill_all(stopped, signal.SIGSTOP)
    check_problem(service.ask(upload(witness, "/validate?name=early")), 503, "no-judges")
    assert len(set(stopped) & set(judges_of(service))) == 1
    kill_all(set(stopped) & set(judges_of(service)), signal.SIGCONT)
    for i in range(20):
        answer = service.ask(upload(witness, f"/validate?name=late{i}"))
        assert answer.status == 200 and answer.json()["input"]["name"] == f"late{i}"


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


def shared_memory(process):
    """What it may write of memory that others have: offset and bytes of each piece."""
    for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
        addresses, rights, offset = line.split()[:3]
        begin, end = (int(word, 16) for word in addresses.split("-"))
        if rights == "rw-s":
            yield int(offset, 16), end - begin


def test_a_judge_has_its_own_slot_alone(start):
    service = start("--isolate", "--threads", "2", "--workers", "2")
    (_, bytes_of_all) = max(shared_memory(zygote_of(service)), key=lambda piece: piece[1])
    wanted = [[(i * bytes_of_all // 4, bytes_of_all // 4)] for i in range(4)]
    wait_until(lambda: sorted(list(shared_memory(judge)) for judge in judges_of(service)) == wanted)


@not_sanitized
def test_what_a_judge_has(start, witness):
    service = start("--isolate")
    assert service.ask(upload(witness)).status == 200
    for judge in judges_of(service):
        folder = pathlib.Path(f"/proc/{judge}")
        wait_until(lambda: "\nSeccomp:\t2\n" in (folder / "status").read_text())  # one may just begin
        status = (folder / "status").read_text()
        assert "\nNoNewPrivs:\t1\n" in status and "\nSeccomp:\t2\n" in status
        assert "\nCapEff:\t0000000000000000\n" in status and "\nThreads:\t1\n" in status
        assert not list((folder / "fd").iterdir())


@not_sanitized
def test_what_those_above_the_judges_have(start, witness):
    """Two pipes; the zygote has the ends of its judges too."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        os.set_inheritable(other.fileno(), True)
        service = start("--isolate")
        assert service.ask(upload(witness)).status == 200
        for process, wanted in ((keeper_of(service), 2), (zygote_of(service), 3)):
            folder = pathlib.Path(f"/proc/{process}")
            targets = sorted(os.readlink(entry).split(":")[0] for entry in (folder / "fd").iterdir())
            assert len(targets) == wanted and targets[-2:] == ["pipe", "pipe"]
            assert "\nCapEff:\t0000000000000000\n" in (folder / "status").read_text()


def is_judging(service, witness, before):
    """There is another zygote, with all of its judges."""
    zygote = zygote_of(service)
    return zygote not in (None, before) and service.ask(upload(witness)).status == 200


def test_a_zygote_that_dies(worse, witness, check_problem):
    """What was being judged hears of it; then there are others."""
    service = worse("--judge-timeout", "600", "--threads", "1", "--workers", "2")
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            before, judges = zygote_of(service), judges_of(service)
            (spinning,) = ask_to_spin(service, stack, 1)
            assert service.works()
            kill_all([before])
            check_problem(spinning.answer(), 500, "judge-died")
            wait_until(lambda: is_judging(service, witness, before))
            wait_until(lambda: len(judges_of(service)) == len(judges) and not set(judges) & set(judges_of(service)))
    assert service.stop() == 0
    assert [event["cause"] for event in service.events("zygote-died")] == ["signal 9"] * 3


def metric(port, name):
    with Wire(port) as wire:
        wire.send(request("GET", "/metrics"))
        lines = wire.answer().body.decode().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def test_readiness_without_a_zygote(start, witness):
    """Not ready until there are judges again. One moment may be too short to be seen; of many one is not."""
    service = start("--isolate")
    seen = 0
    for _ in range(50):
        before = zygote_of(service)
        kill_all([before])
        while zygote_of(service) in (None, before) and not seen:
            answer = service.get("/readyz")
            seen += answer.status == 503 and answer.slug == "no-judges"
        wait_until(lambda: service.get("/readyz").status == 200 and is_judging(service, witness, before))
        if seen:
            break
    assert seen


def test_requests_while_zygotes_die(start, witness):
    """Each gets its report, or hears that its judge has died, and there is an end to that."""
    service = start("--isolate", "--threads", "2")
    wanted = service.ask(upload(witness)).body
    wrong, stop = [], threading.Event()

    def ask():
        with service.wire() as wire:
            while not stop.is_set():
                wire.send(upload(witness))
                answer = wire.answer()
                if answer.body != wanted and not (answer.status == 500 and answer.slug == "judge-died"):
                    wrong.append(answer)

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(5):
        before = zygote_of(service)
        kill_all([before])
        wait_until(lambda: is_judging(service, witness, before))
    stop.set()
    for thread in threads:
        thread.join()
    assert not wrong
    assert service.ask(upload(witness)).body == wanted


def test_without_a_keeper(worse, witness, check_problem):
    """There will be no judge again: requests hear of it, and the service ends in order, for another to be started."""
    service = worse("--judge-timeout", "600", "--lame-duck", "3", ends_with=4)
    with contextlib.ExitStack() as stack:
        (spinning,) = ask_to_spin(service, stack, 1)
        kept = stack.enter_context(service.wire())
        kept.send(upload(witness))
        assert kept.answer().status == 200
        kill_all([keeper_of(service)])
        check_problem(spinning.answer(), 503, "no-judges")
        kept.send(upload(witness))
        check_problem(kept.answer(), 503, "no-judges")
    assert service.stop() == 4
    assert len(service.events("judges-lost")) == len(service.events("drain")) == len(service.events("stop")) == 1


def test_nobody_is_left(start, witness):
    service = start("--isolate")
    assert service.ask(upload(witness)).status == 200
    processes = [keeper_of(service), zygote_of(service), *judges_of(service)]
    assert service.stop() == 0
    wait_until(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in processes))


def test_the_service_dies(start, witness):
    """Its judges go with it, however it ended."""
    service = Service("--isolate")
    assert service.ask(upload(witness)).status == 200
    processes = [keeper_of(service), zygote_of(service), *judges_of(service)]
    service.process.kill()
    service.process.wait()
    wait_until(lambda: not any(pathlib.Path(f"/proc/{pid}").exists() for pid in processes))
    service.process.stdout.close()
    service.process.stderr.close()
