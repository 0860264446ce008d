"""Workers and the broker are killed, files kill workers, and what comes through the broker is no task."""

import base64
import contextlib
import hashlib
import json
import os
import shutil
import signal
import subprocess
import time

import pytest

from conftest import DEADLINE_S, SCAN, assert_same, check, wait_for
from test_scan import archive, copy_some, NAV  # noqa: F401


class Trap:
    """A named pipe as a file: who judges it waits for its end."""

    def __init__(self, path):
        os.mkfifo(path)
        self.path = path

    @contextlib.contextmanager
    def caught(self):
        """Somebody has opened the file, and waits in it until this ends."""
        def open_it():
            with contextlib.suppress(OSError):
                return os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
            return None
        descriptor = wait_for("a reader of the trap", open_it)
        yield
        os.close(descriptor)


@pytest.fixture
def trap(tmp_path):
    return Trap(tmp_path / "trap.nav")


def test_a_killed_worker(scan, archive, tmp_path):  # noqa: F811
    for number in range(3):
        copy_some(NAV, tmp_path / "archive" / f"more{number}", 400)
    scan.submit("--task-files", 10, archive)
    first, second = (scan.start_worker("-j", 1, "--ack-wait", 2) for _ in range(2))
    wait_for("some results", lambda: scan.messages("results") > 20)
    first.kill()
    assert scan.messages("tasks") > 20, "it was over before it began"
    assert_same(scan.collect(), check(archive), scan.walked)
    assert second.end() == 0


def test_a_killed_worker_and_a_killed_broker(scan, archive, tmp_path):  # noqa: F811
    for number in range(6):
        copy_some(NAV, tmp_path / "archive" / f"more{number}", 400)
    want = check(archive)
    scan.submit("--task-files", 10, archive)
    first, second = (scan.start_worker("-j", 1, "--ack-wait", 2) for _ in range(2))
    wait_for("some results", lambda: scan.messages("results") > 30)
    first.kill()
    wait_for("more results", lambda: scan.messages("results") > 80)
    assert scan.messages("tasks") > 20, "it was over before it began"
    scan.broker.kill()
    time.sleep(0.3)
    scan.broker.start()
    third = scan.start_worker("-j", 1, "--ack-wait", 2)
    assert_same(scan.collect(), want, scan.walked)
    assert second.end() == 0
    assert third.end() == 0


def test_a_killed_broker_leaves_no_task_behind(scan, archive, tmp_path):  # noqa: F811
    """It forgets which tasks left the queue, and hands them out to nobody."""
    copy_some(NAV, tmp_path / "archive" / "more", 400)
    scan.submit("--task-files", 5, archive)
    first, second = (scan.start_worker("-j", 1, "--ack-wait", 1) for _ in range(2))
    wait_for("some results", lambda: scan.messages("results") > 20)
    first.kill()
    wait_for("more results", lambda: scan.messages("results") > 40)
    scan.broker.kill()
    second.kill()
    scan.broker.start()
    scan.work("--ack-wait", 1)
    assert scan.messages("tasks") == 0
    assert_same(scan.collect(), check(archive), scan.walked)


def test_a_broker_that_forgot(scan, trap, archive, tmp_path):  # noqa: F811
    """As one may whose machine lost power: of the results, and that tasks were taken."""
    store, before = tmp_path / "broker", tmp_path / "before"
    scan.submit("--task-files", 10, trap.path, archive)
    scan.broker.kill()
    shutil.copytree(store, before)
    scan.broker.start()
    worker = scan.start_worker("-j", 2, "--ack-wait", 2)
    wait_for("all results but that of the trap", lambda: scan.messages("tasks") == 1)
    collecting = subprocess.Popen([SCAN, "collect", "-q", "-s", scan.broker.url, "--timeout", str(DEADLINE_S)],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wait_for("collect", lambda: scan.info("STREAM.INFO.navlint_results")["state"]["consumer_count"])
    wait_for("its reading", lambda: scan.all_is_read())
    worker.kill()
    scan.broker.kill()
    shutil.rmtree(store)
    before.rename(store)
    scan.broker.start()
    worker = scan.start_worker("-j", 1, "--ack-wait", 2)
    with trap.caught():
        pass
    out, err = collecting.communicate(timeout=DEADLINE_S)
    assert out.endswith(check(archive).out), err
    assert worker.end() == 0


def test_tasks_that_the_broker_lost(scan, archive):  # noqa: F811
    """Nobody waits for them; handed in again, they are done, however soon."""
    scan.submit("--task-files", 10, archive)
    scan.purge("tasks", "navlint.task.*")
    for _ in range(2):
        done = scan.collect()
        assert done.code == 3
        assert "the broker lost " in done.err
    scan.submit("--task-files", 10, archive)
    scan.work()
    assert_same(scan.collect(), check(archive), scan.walked)


def test_what_was_purged_is_judged_again(scan, archive):  # noqa: F811
    scan.submit("--task-files", 10, archive)
    scan.work()
    scan.purge("results", "navlint.>")
    scan.submit("--task-files", 10, archive)
    scan.work()
    assert_same(scan.collect(), check(archive), scan.walked)


def test_a_part_of_a_result_is_none(scan, tmp_path):
    """Whoever published it died on the way: the task is handed in again."""
    copy_some(NAV / "witness", tmp_path / "one", 1)
    scan.submit(tmp_path / "one")
    with scan.broker.client() as client:
        entry = task_of(client, scan.submit(tmp_path / "one"))
        scan.purge("tasks", "navlint.task.*")
        client.ask(f"navlint.result.{entry}", b"123456789", Navlint_Attempt="a" * 32, Navlint_Part="0 2 0 18")
    assert " 1 of them new" in scan.run("submit", tmp_path / "one").err
    scan.work()
    assert_same(scan.collect(), check(tmp_path / "one"))


def test_the_broker_goes_while_collect_waits(scan, archive):  # noqa: F811
    scan.submit("--task-files", 10, archive)
    worker = scan.start_worker()
    wait_for("some results", lambda: scan.messages("results") > 2)
    scan.broker.kill()
    scan.broker.start()
    assert_same(scan.collect(), check(archive), scan.walked)
    worker.end()


def test_poison(scan, trap, tmp_path):
    """A file that ends its worker each time is given up, with the cause, and takes no other with it."""
    copy_some(NAV / "witness", tmp_path / "good", 20)
    scan.submit("--task-files", 1, trap.path, tmp_path / "good")
    worker = scan.start_worker("-j", 4, "--max-deliver", 3, "--ack-wait", 2)
    for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL):
        with trap.caught():
            worker.kill_child(number)
    got = scan.collect()
    want = check(tmp_path / "good")
    assert got.code == 3
    assert got.out == want.out
    assert "given up: no verdict on its 1 files: the worker was ended by signal 9 (Killed)" in got.err
    assert f"at {trap.path}" in got.err
    assert worker.end() == 0


def test_a_file_that_does_not_end(scan, trap, tmp_path):
    copy_some(NAV / "witness", tmp_path / "good", 5)
    scan.submit("--task-files", 1, trap.path, tmp_path / "good")
    worker = scan.start_worker("-j", 2, "--max-deliver", 2, "--ack-wait", 2, "--patience", 1)
    with trap.caught():
        got = scan.collect()
    assert got.out == check(tmp_path / "good").out
    assert "given up: no verdict on its 1 files: nothing of the task was finished for 1 seconds" in got.err
    assert worker.end() == 0


def test_dead_tasks_are_handed_in_again(scan, trap):
    run = scan.submit(trap.path)
    worker = scan.start_worker("--max-deliver", 1)
    with trap.caught():
        worker.kill_child()
        assert "given up" in scan.collect().err
    worker.end()
    assert " 0 of them new" in scan.run("submit", trap.path).err
    assert scan.submit("--retry-dead", trap.path) == run
    other = scan.start_worker("--max-deliver", 1)
    with trap.caught():
        pass
    assert "given up" not in scan.collect().err
    assert other.end() == 0


def test_sigterm_gives_back_what_does_not_end(scan, trap):
    scan.submit(trap.path)
    worker = scan.start_worker("--grace", 0, "--ack-wait", 600)
    with trap.caught():
        assert worker.end() == 0
    other = scan.start_worker()
    with trap.caught():
        os.close(os.open(trap.path, os.O_WRONLY))
    assert scan.collect().code in (0, 1, 3)
    assert other.end() == 0


def test_sigterm_lets_a_task_end(scan, trap):
    scan.submit(trap.path)
    worker = scan.start_worker("--grace", DEADLINE_S, "--ack-wait", 600)
    with trap.caught():
        worker.process.terminate()
        time.sleep(0.3)
        assert worker.process.poll() is None
    assert worker.process.wait(DEADLINE_S) == 0
    assert scan.messages("tasks") == 0


def test_a_task_in_work_is_not_handed_to_others(scan, trap):
    """For longer than --ack-wait: the worker says that it is at it."""
    scan.submit(trap.path)
    worker = scan.start_worker("--ack-wait", 1)
    with trap.caught():
        scan.start_worker("--ack-wait", 1)
        time.sleep(2.5)
        assert scan.info("CONSUMER.INFO.navlint_tasks.workers")["num_redelivered"] == 0
    worker.end()


def test_what_was_computed_is_kept_while_the_broker_is_away(scan, trap):
    scan.submit(trap.path)
    worker = scan.start_worker("--ack-wait", 600)
    with trap.caught():
        scan.broker.kill()
    assert b"the broker is away" in worker.process.stderr.readline()
    scan.broker.start()
    wait_for("the result", lambda: scan.messages("results") == 2)
    assert worker.end() == 0


NO_TASKS = [
    b"", b"\0", b"navlint-scan task 1", b"navlint-scan task 1\0", b"navlint-scan task 2\x001x\0",
    b"navlint-scan task 1\x003x\0", b"navlint-scan task 1\x00D1\x003x\0",
    b"navlint-scan task 1\x00D-1\x003x\0", b"navlint-scan task 1\x00D99999999999999999999\x003x\0",
    b"navlint-scan task 1\x008x\0", b"navlint-scan task 1\x001x", b"navlint-scan task 1\x00Zx\0",
    b"navlint-scan task 1\x00O--no-such-option\x001x\0", b"navlint-scan task 1\x00O--only\x001x\0",
    b"navlint-scan task 1\x00O--format\x00Ojson\x001x\0", b"navlint-scan task 1\x00Ox\x00\x001x\0",
]


def last(client, subject):
    """The last message of the results' stream with this subject."""
    return json.loads(client.ask("$JS.API.STREAM.MSG.GET.navlint_results",
                                 json.dumps({"last_by_subj": subject}).encode()))


def task_of(client, run):
    """The id of a run's first task."""
    manifest = base64.b64decode(last(client, f"navlint.run.{run}")["message"]["data"])
    return json.loads(manifest)["tasks"][0]["id"]


def test_what_is_no_task_is_given_up(scan):
    scan.work()  # makes the streams
    names = [hashlib.md5(task).hexdigest() for task in NO_TASKS]
    with scan.broker.client() as client:
        for name, task in zip(names, NO_TASKS):
            assert b"seq" in client.ask(f"navlint.task.{name}", task)
        done = scan.work()
        for name in names:
            assert "message" in last(client, f"navlint.dead.{name}")
            assert f"task {name} given up" in done.err


def head(code=0, yields="2", files="[0,0]", folders="[]"):
    return ('{"format":"navlint-scan result 1","code":%s,"yields":"%s","files":%s,"folders":%s}\n'
            % (code, yields, files, folders)).encode()


NO_RESULTS = [
    b"", b"\n", b"{}\n", b"x" * 100, b'{"format":"navlint-scan result 1"}\n', head()[:-1],
    head(files="[1,0]"), head(files="[-1,0]"), head(files="[9223372036854775807,0]") + b"x", head(files="[0]"),
    head(files="[0,1.5]"), head(code=7), head(code=-1), head(yields="3"), head(yields="22"), head() + b"x",
    head(yields="2222", files="[0,0,0,0,0,0,0,0]"), head(folders="[0,0]"), head(files="[1,0]") + b"ab",
]


def test_what_is_no_result_is_an_error(scan, tmp_path):
    """A result that somebody else wrote: nothing of it is believed."""
    copy_some(NAV / "witness", tmp_path / "some", len(NO_RESULTS))
    with scan.broker.client() as client:
        for path, result in zip(sorted((tmp_path / "some").iterdir()), NO_RESULTS):
            run = scan.submit(path)
            entry = task_of(client, run)
            client.ask(f"navlint.result.{entry}", result, Navlint_Attempt="a" * 32,
                       Navlint_Part=f"0 1 0 {len(result)}")
            done = scan.collect(run)
            assert (done.code, done.out) == (4, b""), result
            assert f"task {entry}: " in done.err


NO_PARTS = ["", "0", "0 0 0 0", "1 1 0 9", "0 2 5 9", "0 1 0 3", "0 2 0 4611686018427387904", "0 4000000000 0 9",
            "-1 1 0 9", "0 1 0 9 9", "99999999999999999999 1 0 9", "0 10 0 9", "0 9223372036854775807 0 9223372036854775807"]


def test_what_is_no_part_is_left_alone(scan, tmp_path):
    copy_some(NAV / "witness", tmp_path / "one", 1)
    run = scan.submit(tmp_path / "one")
    with scan.broker.client() as client:
        entry = task_of(client, run)
        scan.work()
        scan.purge("results", f"navlint.result.{entry}")
        hold = "b" * 32  # keeps the queue from being empty: else the result would be lost
        client.ask(f"navlint.task.{hold}", b"")
        for number, part in enumerate(NO_PARTS):
            assert b"seq" in client.ask(f"navlint.result.{entry}", b"123456789", Navlint_Part=part,
                                        Navlint_Attempt=f"{number:032x}")
    done = scan.run("collect", "--timeout", 1)
    assert done.code == 3
    assert "1 of 1 tasks are not done" in done.err
