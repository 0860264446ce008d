"""Whole campaigns with the fake engine: sharing of time, crashes, Ctrl-C, merging."""

import os
import signal
import threading
import time

from campaign import crash, engines, merge, run
import pytest


class Silent:
    def show(self, rows, left_s, last=False):
        for _ in rows:
            pass


def campaign_of(house, subject, seconds, cores=2):
    chosen = [target for target in house.targets() if target.subject == subject]
    runs = run.prepare(house, chosen, [engines.ENGINES["libfuzzer"]])
    return run.Campaign(house, runs, seconds, cores, Silent())


@pytest.mark.parametrize("seconds, cores, jobs, rounds, each", [
    (60, 2, 2, 1, 60), (60, 2, 8, 1, 15), (60, 4, 2, 1, 60), (3600, 2, 4, 6, 300)])
def test_the_time_is_shared_out(seconds, cores, jobs, rounds, each):
    assert run.share(seconds, cores, jobs) == (rounds, each)


def test_a_campaign_ends_in_time_and_counts(house):
    campaign = campaign_of(house, "some", 3)
    started = time.monotonic()
    assert campaign.go()
    assert time.monotonic() - started < 8
    for each in campaign.runs:
        assert not each.is_running()
        assert each.progress().execs > 100 and each.progress().edges == 42


def test_ctrl_c_stops_the_engines_at_once_and_keeps_what_they_did(house):
    campaign = campaign_of(house, "some", 60)
    threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    started = time.monotonic()
    assert campaign.go() is False
    assert time.monotonic() - started < 10
    assert not any(each.is_running() for each in campaign.runs)
    assert [each.process.returncode for each in campaign.runs] == [72, 72]  # they ended by themselves
    merged = run.merge_all(house, campaign.runs, "today", "abc")
    assert merged == {"some": (1, 1)}
    rows = run.ledger_rows(campaign, run.settle_crashes(house, campaign.runs), "today", "abc")
    assert rows[0].execs > 0 and rows[0].new_units == 1


def test_a_crash_ends_a_process_and_not_the_run(house):
    campaign = campaign_of(house, "other", 5)
    campaign.go()
    (only,) = campaign.runs
    assert only.starts > 1
    assert only.progress().crashes == only.starts


def test_a_crash_becomes_one_minimised_regression(house):
    campaign = campaign_of(house, "other", 4)
    campaign.go()
    (names,) = run.settle_crashes(house, campaign.runs).values()
    assert list(names) == ["invariant-14-check_repeatable"]
    filed = house.corpus("other") / "regression" / "invariant-14-check_repeatable.bin"
    assert filed.read_bytes() == b"X"
    readme = (filed.parent / "README.md").read_text()
    assert readme.count("invariant-14-check_repeatable.bin") == 1
    assert "fuzz_crashing under libfuzzer" in readme


def test_a_program_that_cannot_start_does_not_look_like_a_quiet_one(house):
    house.program("fuzz", house.targets()[1]).write_text("#!/bin/sh\nexit 127\n")
    campaign = campaign_of(house, "some", 4)
    campaign.go()
    assert [each.target.name for each in run.idle(campaign.runs)] == ["fuzz_calm_too"]


def test_of_one_name_the_smaller_file_stays(house, tmp_path):
    found = crash.Crash("timeout", "f", "timeout")
    for content, kept in ((b"large", b"large"), (b"larger!", b"large"), (b"tiny", b"tiny")):
        path = tmp_path / "found"
        path.write_bytes(content)
        crash.file_regression(house.corpus("some"), found, path, "found by hand")
        assert (house.corpus("some") / "regression" / "timeout-f.nav").read_bytes() == kept
    readme = house.corpus("some") / "regression" / "README.md"
    assert readme.read_text().count("timeout-f.nav") == 1


def test_a_row_joins_the_table_that_is_there(house):
    folder = house.corpus("some") / "regression"
    folder.mkdir()
    readme = folder / "README.md"
    readme.write_text("# Files\n\n| file | what went wrong | fixed by |\n|---|---|---|\n| `a` | b | c |\n")
    (house.root / "x").write_bytes(b"x")
    crash.file_regression(house.corpus("some"), crash.Crash("leak", "g", "a | b"), house.root / "x", "found by hand")
    assert readme.read_text().splitlines()[-2:] == ["| `a` | b | c |", "| `leak-g.nav` | a \\| b; found by hand | not yet |"]


def test_merging_commits_what_is_needed_and_nothing_else(house):
    targets = [target for target in house.targets() if target.subject == "some"]
    folder = house.corpus("some") / "fuzz"
    folder.mkdir()
    (folder / "stale").write_bytes(b"seen by a seed already")
    merge.fill_pool(house, targets[0])
    merge.copy_units([_file(house, "a", b"new"), _file(house, "b", b"nearly the same")], house.pool("some"))
    assert merge.minimise(house, targets) == (1, 1)
    merge.write_provenance(folder, "today", "abc", "libfuzzer")
    (unit,) = merge.units(folder)
    assert unit.read_bytes() == b"new"
    assert merge.read_provenance(folder)[unit.name][1:] == ["3", "today", "abc", "libfuzzer"]
    merge.write_provenance(folder, "tomorrow", "def", "afl")
    assert merge.read_provenance(folder)[unit.name][2] == "today"


def _file(house, name, content):
    path = house.root / name
    path.write_bytes(content)
    return path


def test_queues_are_carried_once_and_replayed(house):
    queue = [_file(house, f"id:{i}", content) for i, content in enumerate((b"a", b"Xleak", b"b", b"Xtoo"))]

    class Engine:
        name = "fake"

        def queue(self, _run):
            return queue

    each = run.prepare(house, house.targets()[:1], [engines.ENGINES["libfuzzer"]])[0]
    each.engine = Engine()
    exchange = merge.Exchange()
    before = len(list(each.pool.iterdir()))
    exchange.carry([each])
    exchange.carry([each])
    assert len(list(each.pool.iterdir())) == before + 4
    assert crash.leaking(house.program("fuzz", each.target), queue) == [queue[1], queue[3]]


def test_files_that_tests_are_made_of_are_no_seeds(tmp_path):
    for name in ("seed/a.nav", "edge/b.nav", "picked/c.nav", "edges.txt", "fuzz/d"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    assert [path.name for path in merge.seeds(tmp_path)] == ["d", "a.nav"]
