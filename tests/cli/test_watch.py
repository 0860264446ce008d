"""`navlint watch`: what is said of files that are saved, come and go."""

import contextlib
import json
import os
import pathlib
import queue
import random
import shutil
import signal
import subprocess
import sys
import threading

import pytest
from conftest import (DEADLINE_S, ERROR, INFO, WARNING, environment, link, mesh, program, program_with_sets, run, tar_of,
                      zip_of)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")

UNRESOLVED = "LINKS_UNRESOLVED"


class Watch:
    """A navlint watch that runs, and the lines it prints, as they come."""

    def __init__(self, *words, cwd, binary=None):
        self.cwd = pathlib.Path(cwd)
        self.process = subprocess.Popen([binary or program(), "watch", *map(str, words)], cwd=cwd, env=environment(),
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.lines, self.errors = queue.Queue(), queue.Queue()
        for stream, lines in ((self.process.stdout, self.lines), (self.process.stderr, self.errors)):
            threading.Thread(target=self.read, args=(stream, lines), daemon=True).start()

    @staticmethod
    def read(stream, lines):
        for line in stream:
            lines.put(line.decode().rstrip("\n"))
        lines.put(None)

    def line(self):
        line = self.lines.get(timeout=DEADLINE_S)
        assert line is not None, "it ended: " + str(self.errors.get(timeout=DEADLINE_S))
        return line

    def error(self):
        return self.errors.get(timeout=DEADLINE_S)

    def event(self):
        return json.loads(self.line())

    def news(self):
        """What is said until all stand somewhere again: {name: event}, and that state."""
        events = {}
        while (event := self.event())["event"] != "state":
            events[event["name"]] = event
        return events, event

    def until(self, name):
        """The same, of as many bursts as it takes until this file is among them."""
        events = {}
        while name not in events:
            more, state = self.news()
            events.update(more)
        return events, state

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(DEADLINE_S)


@pytest.fixture
def watch(tmp_path):
    """Starts one on a folder; with NDJSON it is through with what was there before."""
    with contextlib.ExitStack() as stack:
        def start(*words, cwd=tmp_path, binary=None):
            made = Watch(*words, cwd=cwd, binary=binary)

            def end():
                made.process.kill()
                made.process.wait()
            stack.callback(end)
            return made
        yield start


@pytest.fixture
def maps(tmp_path):
    made = tmp_path / "maps"
    made.mkdir()
    (made / "a.nav").write_bytes(mesh(ERROR))
    (made / "b.nav").write_bytes(mesh())
    return made


@pytest.fixture
def lines(watch, maps):  # pylint: disable=unused-argument
    """One with NDJSON on maps, which has said where all stand."""
    made = watch("--format", "ndjson", "maps")
    made.news()
    return made


def codes(findings):
    return [finding["code"] for finding in findings]


# ---- what is said ----


def test_text(watch, maps):
    made = watch("maps")
    assert made.line() == "2 files: 1 error, 0 warnings in 1 file"
    (maps / "b.nav").write_bytes(mesh(WARNING))
    assert made.line() == "maps/b.nav: valid: 1 new"
    line = made.line()
    assert line.startswith("  + +0x8: warning: ") and line.endswith(f" [{WARNING}]")
    assert made.line() == "2 files: 1 error, 1 warning in 2 files"
    (maps / "a.nav").write_bytes(mesh())
    assert made.line() == "maps/a.nav: valid (was invalid): 1 gone"
    line = made.line()
    assert line.startswith("  - +0x") and ": error: area 1 at " in line and line.endswith(f" [{ERROR}]")
    assert made.line() == "2 files: 0 errors, 1 warning in 1 file"
    (maps / "b.nav").write_bytes(mesh(WARNING, areas=2))
    assert made.line() == "maps/b.nav: valid: 1 still there"
    made.line()
    (maps / "b.nav").unlink()
    assert made.line() == "maps/b.nav: gone: 1 gone with it"
    assert made.line() == "1 file: 0 errors, 0 warnings"


def test_ndjson(watch, maps):
    made = watch("--format", "ndjson", "maps")
    events, state = made.news()
    assert {name: (event["verdict"], codes(event["new"])) for name, event in events.items()} == {
        "maps/a.nav": ("invalid", [ERROR]), "maps/b.nav": ("valid", [])}
    assert state == {"event": "state", "files": 2, "unjudged": 0, "errors": 1, "warnings": 0, "infos": 0,
                     "exitCode": 1}
    (maps / "a.nav").write_bytes(mesh(ERROR, areas=2))
    events, _ = made.news()
    assert events == {"maps/a.nav": {"event": "judged", "name": "maps/a.nav", "verdict": "invalid", "new": [],
                                     "gone": [], "still": 1}}
    (maps / "a.nav").write_bytes(mesh(INFO))
    events, state = made.news()
    (event,) = events.values()
    assert (codes(event["new"]), codes(event["gone"]), event["still"]) == ([INFO], [ERROR], 0)
    assert len(event["gone"][0]["fingerprint"]) == 16
    assert (state["exitCode"], state["infos"]) == (0, 1)


def test_options_are_those_of_check(watch, maps):
    made = watch("--format", "ndjson", "--ignore", ERROR, "--only", f"{ERROR},{WARNING}", "maps")
    (maps / "c.nav").write_bytes(mesh(WARNING))
    events, state = made.until("maps/c.nav")
    assert events["maps/a.nav"]["verdict"] == "valid"
    assert codes(events["maps/c.nav"]["new"]) == [WARNING]
    assert state["exitCode"] == 0


# ---- ways to save ----


def test_written_beside_and_renamed(lines, maps):
    """As editors do: the name between is no navigation file, and nobody hears of it."""
    (maps / "b.nav~").write_bytes(mesh(ERROR))
    (maps / "b.nav~").rename(maps / "b.nav")
    assert set(lines.until("maps/b.nav")[0]) <= {"maps/b.nav", "maps/b.nav~"}


def test_half_a_file_is_none(lines, maps):
    with open(maps / "b.nav", "wb", buffering=0) as half:
        half.write(mesh(areas=3)[:100])
        (maps / "c.nav").write_bytes(mesh())
        assert set(lines.news()[0]) == {"maps/c.nav"}
        half.write(mesh(areas=3)[100:])
    events, _ = lines.news()
    assert events["maps/b.nav"]["verdict"] == "valid"


def test_a_burst_is_told_once(lines, maps):
    """Nobody saves all of them at once: each is told once, or a few times, and the last time rightly."""
    for turn in range(20):
        for number in range(20):
            (maps / f"{number}.nav").write_bytes(mesh(ERROR if turn < 19 else None))
    count, state = 0, {}
    while state.get("errors") != 1 or state["files"] != 22:
        events, state = lines.news()
        count += len(events)
    assert count <= 100


def test_links(lines, maps, tmp_path):
    (tmp_path / "other.nav").write_bytes(mesh(ERROR))
    os.link(tmp_path / "other.nav", maps / "hard.nav")
    lines.until("maps/hard.nav")
    (maps / "soft.nav").symlink_to(tmp_path / "other.nav")
    assert lines.until("maps/soft.nav")[1]["errors"] == 3


def test_moved_out_and_in(lines, maps, tmp_path):
    (maps / "a.nav").rename(tmp_path / "a.nav")
    events, state = lines.news()
    assert (events["maps/a.nav"]["event"], codes(events["maps/a.nav"]["gone"])) == ("gone", [ERROR])
    assert state["exitCode"] == 0
    (tmp_path / "a.nav").rename(maps / "a.nav")
    assert lines.until("maps/a.nav")[1]["exitCode"] == 1


def test_a_file_that_cannot_be_read(lines, maps):
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    (maps / "b.nav").chmod(0)
    (maps / "b.nav").rename(maps / "c.nav")
    events, state = lines.until("maps/c.nav")
    assert events["maps/c.nav"]["event"] == "failed"
    assert state["exitCode"] == 3


def test_a_file_that_is_none_of_ours_says_nothing(lines, maps):
    (maps / "readme.txt").write_text("hello\n")
    (maps / "c.nav").write_bytes(mesh())
    assert set(lines.news()[0]) == {"maps/c.nav"}


# ---- folders ----


def test_new_folders(lines, maps, tmp_path):
    (maps / "new" / "deep").mkdir(parents=True)
    (maps / "new" / "deep" / "c.nav").write_bytes(mesh(ERROR))
    lines.until("maps/new/deep/c.nav")
    (maps / "new" / "deep" / "d.nav").write_bytes(mesh(ERROR))
    assert lines.until("maps/new/deep/d.nav")[1]["errors"] == 3
    (maps / "new").rename(maps / "newer")
    events, state = lines.until("maps/newer/deep/c.nav")
    assert (events["maps/new/deep/c.nav"]["event"], state["errors"], state["files"]) == ("gone", 3, 4)
    (maps / "newer" / "deep" / "c.nav").write_bytes(mesh())
    assert set(lines.news()[0]) == {"maps/newer/deep/c.nav"}
    (maps / "newer").rename(tmp_path / "away")
    assert lines.until("maps/newer/deep/d.nav")[1]["files"] == 2
    (tmp_path / "away" / "deep" / "c.nav").write_bytes(mesh(ERROR))
    (maps / "b.nav").write_bytes(mesh())
    assert set(lines.news()[0]) == {"maps/b.nav"}
    shutil.rmtree(tmp_path / "away")


def test_a_whole_tree_that_is_moved_in(lines, maps, tmp_path):
    (tmp_path / "tree" / "deep").mkdir(parents=True)
    (tmp_path / "tree" / "deep" / "c.nav").write_bytes(mesh(ERROR))
    (tmp_path / "tree").rename(maps / "tree")
    assert lines.until("maps/tree/deep/c.nav")[1]["errors"] == 2
    shutil.rmtree(maps / "tree")
    assert lines.until("maps/tree/deep/c.nav")[1]["errors"] == 1


def test_what_is_left_out(watch, maps):
    (maps / ".git").mkdir()
    (maps / "old").mkdir()
    made = watch("--format", "ndjson", "--exclude", "old", "--exclude", "*.bak.nav", "maps")
    made.news()
    (maps / ".git" / "c.nav").write_bytes(mesh(ERROR))
    (maps / "old" / "c.nav").write_bytes(mesh(ERROR))
    (maps / "c.bak.nav").write_bytes(mesh(ERROR))
    (maps / ".navlint-aB3xyZ").write_bytes(mesh(ERROR))
    (maps / "a.nav.bak").write_bytes(mesh(ERROR))
    (maps / "sub" / ".hg").mkdir(parents=True)
    (maps / "sub" / ".hg" / "c.nav").write_bytes(mesh(ERROR))
    (maps / "sub" / "old").mkdir()
    (maps / "sub" / "old" / "c.nav").write_bytes(mesh(ERROR))
    (maps / "c.nav").write_bytes(mesh())
    events, state = made.until("maps/c.nav")
    assert set(events) == {"maps/c.nav"}
    assert state["errors"] == 1


def test_the_current_folder(watch, maps):
    made = watch("--format", "ndjson", cwd=maps)
    assert set(made.news()[0]) == {"./a.nav", "./b.nav"}
    (maps / "b.nav").write_bytes(mesh(ERROR))
    assert set(made.news()[0]) == {"./b.nav"}


def test_folders_with_slashes_and_two_of_them(watch, maps, tmp_path):
    (tmp_path / "more").mkdir()
    made = watch("--format", "ndjson", "maps///", "more", )
    made.news()
    (tmp_path / "more" / "c.nav").write_bytes(mesh())
    assert set(made.news()[0]) == {"more/c.nav"}
    (maps / "b.nav").write_bytes(mesh())
    assert set(made.news()[0]) == {"maps/b.nav"}


def test_a_folder_in_another(watch, maps):
    (maps / "sub").mkdir()
    (maps / "sub" / "c.nav").write_bytes(mesh(ERROR))
    made = watch("--format", "ndjson", "maps/sub", "maps")
    assert made.news()[1]["errors"] == 2
    (maps / "sub" / "c.nav").write_bytes(mesh())
    events, state = made.news()
    assert (set(events), state["errors"]) == ({"maps/sub/c.nav"}, 1)


def test_the_folder_goes(lines, maps):
    shutil.rmtree(maps)
    assert lines.process.wait(DEADLINE_S) == 3
    assert lines.error() == "navlint: watch: the folders are gone"


# ---- settings ----


def test_settings_of_the_repository(lines, maps):
    """A change there judges all again; settings that cannot be used are said, and those before hold."""
    settings = maps / ".navlint.json"
    settings.write_text(json.dumps({"ignore": [ERROR], "exclude": ["old"]}))
    events, state = lines.until("maps/a.nav")
    assert codes(events["maps/a.nav"]["gone"]) == [ERROR]
    assert state["exitCode"] == 0
    (maps / "old").mkdir()
    (maps / "old" / "c.nav").write_bytes(mesh())
    (maps / "b.nav").write_bytes(mesh(WARNING))
    assert set(lines.until("maps/b.nav")[0]) == {"maps/b.nav"}
    settings.write_text("{")
    assert ".navlint.json" in lines.error()
    settings.unlink()
    events, state = lines.until("maps/old/c.nav")
    assert codes(events["maps/a.nav"]["new"]) == [ERROR]
    assert state["files"] == 3


def test_settings_that_cannot_be_used_end_as_they_do_in_check(lines, maps):
    (maps / ".navlint.json").write_text("{")
    assert ".navlint.json" in lines.error()
    assert lines.end() == run("check", "maps", cwd=maps.parent).code == 2


def test_settings_that_can_be_used_again(lines, maps):
    (maps / ".navlint.json").write_text("{")
    assert ".navlint.json" in lines.error()
    (maps / ".navlint.json").write_text('{"allowEmpty": true}')
    (maps / "a.nav").write_bytes(mesh())
    lines.until("maps/a.nav")
    assert lines.end() == 0


def test_suppressions_that_change(watch, maps):
    """Who suppresses what is there while a watch runs sees it go."""
    made = watch("--format", "ndjson", ".", cwd=maps)
    assert made.news()[1]["errors"] == 1
    assert run("check", "--suppress-all", ".", cwd=maps).code == 0
    events, state = made.until("./a.nav")
    assert codes(events["./a.nav"]["gone"]) == [ERROR] and (state["errors"], state["exitCode"]) == (0, 0)
    (maps / "navlint-suppressions.json").unlink()
    assert codes(made.until("./a.nav")[0]["./a.nav"]["new"]) == [ERROR]


def test_suppressions_of_another_name(watch, maps):
    made = watch("--format", "ndjson", "--suppressions", "known.json", ".", cwd=maps)
    assert ("known.json" in made.error()) and made.process.wait(DEADLINE_S) == 2
    assert run("check", "--suppress-all", "--suppressions", "known.json", ".", cwd=maps).code == 0
    made = watch("--format", "ndjson", "--suppressions", "known.json", ".", cwd=maps)
    assert made.news()[1]["errors"] == 0
    (maps / "known.json").write_text("{")
    assert "known.json" in made.error()
    assert made.end() == 2


@pytest.mark.parametrize("words, settings, code", [([], "{}", 3), (["--allow-empty"], "{}", 0), ([], '{"allowEmpty": true}', 0)])
def test_a_folder_with_nothing_to_judge(watch, tmp_path, words, settings, code):
    (tmp_path / ".navlint.json").write_text(settings)
    made = watch("--format", "ndjson", *words)
    assert made.news()[1]["exitCode"] == code == run("check", *words, ".", cwd=tmp_path).code
    (tmp_path / "a.nav").write_bytes(mesh())
    assert made.until("./a.nav")[1]["exitCode"] == 0
    (tmp_path / "a.nav").unlink()
    assert made.until("./a.nav")[1]["exitCode"] == code == made.end()


# ---- sets and archives ----


@pytest.fixture
def sets(watch, tmp_path):
    """One on a folder with a set of three, in order."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "1.lnk").write_bytes(link(1, 2))
    (tmp_path / "maps" / "2.lnk").write_bytes(link(2, 1))
    (tmp_path / "maps" / "3.lnk").write_bytes(link(4, 1))
    made = watch("--format", "ndjson", "maps", binary=program_with_sets())
    assert made.news()[1]["errors"] == 0
    return made


def test_one_file_of_a_set_changes_what_holds_for_others(sets, tmp_path):
    (tmp_path / "maps" / "2.lnk").write_bytes(link(3, 1))
    events, state = sets.news()
    assert codes(events["maps/1.lnk"]["new"]) == [UNRESOLVED]
    assert events["maps/2.lnk"]["new"] == []
    assert state["exitCode"] == 1
    (tmp_path / "maps" / "2.lnk").write_bytes(link(2, 1))
    events, state = sets.news()
    assert codes(events["maps/1.lnk"]["gone"]) == [UNRESOLVED]
    assert state["exitCode"] == 0


def test_a_set_loses_and_gets_files(sets, tmp_path):
    (tmp_path / "maps" / "2.lnk").unlink()
    events, _ = sets.news()
    assert events["maps/2.lnk"]["event"] == "gone"
    assert codes(events["maps/1.lnk"]["new"]) == [UNRESOLVED]
    assert events["maps/3.lnk"]["new"] == []
    (tmp_path / "maps" / "new.lnk").write_bytes(link(2, 1))
    events, state = sets.news()
    assert codes(events["maps/1.lnk"]["gone"]) == [UNRESOLVED]
    assert state["errors"] == 0


def test_sets_of_other_folders_are_left_alone(sets, tmp_path):
    (tmp_path / "maps" / "deep").mkdir()
    (tmp_path / "maps" / "deep" / "3.lnk").write_bytes(link(1, 1))
    events, _ = sets.until("maps/deep/3.lnk")
    assert set(events) == {"maps/deep/3.lnk"}


@pytest.mark.parametrize("pack", [zip_of, tar_of])
def test_archives(lines, maps, pack):
    name = "pack.zip" if pack is zip_of else "pack.tar"
    (maps / name).write_bytes(pack([("x.nav", mesh(ERROR)), ("y.nav", mesh())]))
    events, state = lines.until(f"maps/{name}!x.nav")
    assert codes(events[f"maps/{name}!x.nav"]["new"]) == [ERROR]
    assert state["files"] == 4
    (maps / name).write_bytes(pack([("x.nav", mesh()), ("z.nav", mesh())]))
    events, state = lines.news()
    assert codes(events[f"maps/{name}!x.nav"]["gone"]) == [ERROR]
    assert events[f"maps/{name}!y.nav"]["event"] == "gone"
    (maps / name).unlink()
    assert lines.until(f"maps/{name}!z.nav")[1]["files"] == 2


def test_an_archive_that_is_repaired(lines, maps):
    whole = zip_of([("x.nav", mesh()), ("y.nav", os.urandom(3000)), ("z.nav", mesh())])
    (maps / "pack.zip").write_bytes(whole[:1000])
    events, state = lines.until("maps/pack.zip")
    assert (events["maps/pack.zip"]["event"], state["exitCode"]) == ("failed", 3)
    (maps / "pack.zip").write_bytes(whole)
    events, state = lines.until("maps/pack.zip!x.nav")
    assert events["maps/pack.zip"]["event"] == "gone"
    (maps / "pack.zip").unlink()
    assert lines.until("maps/pack.zip!x.nav")[1]["files"] == 2


# ---- limits and ends ----


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_end_has_the_status_of_the_last_state(watch, maps, number):
    made = watch("maps")
    made.line()
    assert made.end(number) == 1
    made = watch("--fail-on", "never", "maps")
    made.line()
    assert made.end(number) == 0
    made = watch("--format", "ndjson", "maps")
    made.news()
    (maps / "a.nav").write_bytes(mesh())
    made.until("maps/a.nav")
    assert made.end(number) == 0


def test_a_reader_that_goes_away(maps, tmp_path):
    with subprocess.Popen([program(), "watch", "maps"], cwd=tmp_path, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as process:
        process.stdout.readline()
        process.stdout.close()
        (maps / "a.nav").write_bytes(mesh())
        assert process.wait(DEADLINE_S) in (0, 1)


def test_more_than_the_system_keeps(lines, maps):
    most = int(pathlib.Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if most > 50000:
        pytest.skip("the system keeps very much")
    lines.process.send_signal(signal.SIGSTOP)
    for number in range(most // 2 + 100):
        (maps / f"{number}.txt").write_bytes(b"")
    (maps / "late.nav").write_bytes(mesh(ERROR))
    (maps / "a.nav").unlink()
    lines.process.send_signal(signal.SIGCONT)
    events, state = lines.until("maps/late.nav")
    assert lines.error() == "navlint: watch: too much changed at once: everything is judged again"
    assert events["maps/a.nav"]["event"] == "gone"
    assert (state["files"], state["errors"]) == (2, 1)
    (maps / "b.nav").write_bytes(mesh(ERROR))
    assert lines.until("maps/b.nav")[1]["errors"] == 2


def test_more_folders_than_the_system_allows(maps):
    for number in range(5):
        (maps / str(number)).mkdir()
    limited = "echo 3 > /proc/sys/user/max_inotify_watches && exec \"$@\""
    words = ["unshare", "--user", "--map-root-user", "sh", "-c", limited, "sh"]
    tried = subprocess.run([*words, "true"], capture_output=True, check=False)
    if tried.returncode != 0:
        pytest.skip("no user namespaces here")
    done = subprocess.run([*words, program(), "watch", "maps"], cwd=maps.parent, capture_output=True, text=True,
                          timeout=DEADLINE_S, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "3 folders are all that the system lets a user watch" in done.stderr
    assert "fs.inotify.max_user_watches" in done.stderr


def test_what_it_refuses(maps):
    for words, reason in ((["maps/a.nav"], "is no folder"), (["nowhere"], "is no folder"),
                          (["--format", "sarif", "maps"], "--format"), (["--output", "x", "maps"], "--output")):
        done = run("watch", *words, cwd=maps.parent)
        assert done.code == 2
        assert reason in done.err


# ---- whatever happens, the last state is what check says of what is there ----


def act(folder, dice):
    """Something that an author might do."""
    places = [path for path in folder.rglob("*") if path.is_dir()] + [folder]
    files = [path for path in folder.rglob("*") if path.is_file()]
    place, name = dice.choice(places), dice.choice("abcdef")
    deed = dice.randrange(9)
    if deed < 3:
        (place / f"{name}.nav").write_bytes(mesh(dice.choice([None, ERROR, WARNING, INFO])))
    elif deed < 5:
        (place / f"{name}.lnk").write_bytes(link(dice.randrange(4), dice.randrange(4)))
    elif deed == 5 and files:
        dice.choice(files).unlink()
    elif deed == 6 and len(places) < 8:
        (place / f"dir{dice.randrange(100)}").mkdir(exist_ok=True)
    elif deed == 7:
        (place / f"{name}.zip").write_bytes(zip_of([("in.nav", mesh(dice.choice([None, ERROR]))), ("1.lnk", link(1, 7))]))
    elif deed == 8 and place != folder:
        if dice.random() < 0.5:
            shutil.rmtree(place)
        else:
            place.rename(folder / f"moved{dice.randrange(1000)}")


@pytest.mark.parametrize("seed", range(8))
def test_the_state_is_what_check_finds(watch, tmp_path, seed):
    folder, dice = tmp_path / "maps", random.Random(seed)
    folder.mkdir()
    made = watch("--format", "ndjson", "maps", binary=program_with_sets())
    made.news()
    known = {}
    for turn in range(6):
        for _ in range(dice.randrange(1, 12)):
            act(folder, dice)
        (folder / f"end{turn}.nav").write_bytes(mesh())
        events, state = {}, None
        while f"maps/end{turn}.nav" not in events:
            event = made.event()
            while event["event"] != "state":
                events[event["name"]] = event
                known[event["name"]] = {finding["fingerprint"] for finding in event["new"]} | (
                    known.get(event["name"], set()) - {finding["fingerprint"] for finding in event["gone"]})
                assert len(known[event["name"]]) == event["still"] + len(event["new"])
                if event["event"] == "gone":
                    assert not known.pop(event["name"])
                event = made.event()
            state = event
        fresh = Watch("--format", "ndjson", "maps", cwd=tmp_path, binary=program_with_sets())
        want, want_state = fresh.news()
        fresh.end()
        assert known == {name: {finding["fingerprint"] for finding in event["new"]} for name, event in want.items()}
        assert state == want_state
        summary = run("check", "--summary=csv", "maps", cwd=tmp_path, binary=program_with_sets()).text.splitlines()
        assert len(summary) - 1 == len(known)
