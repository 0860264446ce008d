"""Whatever happens on the way, `collect` prints what `navlint check` prints, to the byte."""

import os
import re
import shutil
import signal
import subprocess
import zipfile

import pytest

from conftest import CORPUS, DEADLINE_S, Broker, Scan, assert_same, check, wait_for

NAV = CORPUS / "source_nav"


def copy_some(source, to, count):
    to.mkdir(parents=True, exist_ok=True)
    for path in sorted(path for path in source.rglob("*") if path.is_file())[:count]:
        shutil.copy(path, to / path.name)


@pytest.fixture
def archive(tmp_path):
    """Folders in folders, sets in large and small folders, archives, and what is none of these."""
    top = tmp_path / "archive"
    copy_some(NAV / "witness", top / "maps", 60)
    copy_some(NAV / "fuzz", top / "maps" / "m", 40)  # lies among the files of its parent
    for number, room in enumerate(("gta_nodes", "skyrim_navmesh", "mgs_nav2")):
        copy_some(CORPUS / room / "witness", top / "sets" / str(number), 12)
    copy_some(CORPUS / "gta_nodes" / "witness", top / "large", 30)
    copy_some(NAV / "witness", top / "large", 50)
    (top / "maps" / "readme.txt").write_text("nothing to judge\n")
    (top / "maps" / "gone.nav").symlink_to("nowhere")
    shutil.copy(NAV / "witness" / "NAV_CONN_SELF.nav", top / "maps" / "pair.nav")
    (top / "maps" / "PAIR.BSP").write_bytes(b"VBSP and more")
    odd = os.path.join(os.fsencode(top), b"maps", b"od\xffd\n.nav")
    shutil.copy(next((NAV / "witness").rglob("*.nav"), NAV / "witness"), odd)
    with zipfile.ZipFile(top / "maps" / "pack.zip", "w") as pack:
        for path in sorted((top / "sets" / "0").iterdir())[:5]:
            pack.write(path, f"data/{path.name}")
        pack.writestr("x.nav", b"\xce\xfa\xed\xfe broken")
    (top / "maps" / "torn.zip").write_bytes((top / "maps" / "pack.zip").read_bytes()[:300])
    return top


@pytest.mark.parametrize("words", [
    (),
    ("--task-files", "7"),
    ("--task-files", "1", "--digest", "--min-severity", "warning"),
    ("--task-files", "20", "--only", "NAV_CONN_SELF,NAV_MAGIC", "--severity", "NAV_CONN_SELF=error", "--max-bytes", "2k"),
    ("--task-files", "20", "--exclude", "*_SELF*", "--on-indeterminate", "ignore"),
    ("--task-files", "4", "--max-set-bytes", "1"),
])
def test_is_what_check_prints(scan, archive, words):
    scan.submit(*words, archive)
    scan.work("-j", 2)
    judging = words[2:] if words[:1] == ("--task-files",) else words
    assert_same(scan.collect(), check(*judging, archive), scan.walked)


def test_files_and_folders_that_are_named(scan, archive, tmp_path):
    (tmp_path / "empty").mkdir()
    named = [archive / "sets" / "0", next((archive / "maps").glob("*.nav")), archive / "maps" / "pack.zip",
             archive / "sets" / "0", tmp_path / "empty", tmp_path / "not-there.nav",
             f"{archive}/maps/readme.txt/", ""]
    scan.submit("--task-files", 4, *named)
    scan.work()
    assert_same(scan.collect(), check(*named))


def list_of(paths, end):
    return b"".join(os.fsencode(path) + end for path in paths)


@pytest.mark.parametrize("end, words", [(b"\n", ()), (b"\0", ("-0",))])
def test_a_list_of_files(scan, archive, tmp_path, end, words):
    """One with names of any bytes that a line can hold, of sets and archives, of folders and of nothing."""
    paths = [*(path for path in sorted((archive / "maps").rglob("*")) if end == b"\0" or b"\n" not in os.fsencode(path)),
             archive / "sets" / "1", archive / "not-there.nav"]
    (tmp_path / "list").write_bytes(list_of(paths, end))
    words = ("--files-from", tmp_path / "list", *words)
    scan.submit("--task-files", 7, *words, archive / "sets" / "0")
    scan.work()
    assert_same(scan.collect(), check(*words, archive / "sets" / "0"), scan.walked)


def test_a_list_on_standard_input(scan, archive):
    listed = list_of(sorted((archive / "sets").rglob("*.dat")), b"\0")
    scan.submit("--files-from", "-", "-0", input=listed)
    scan.work()
    assert_same(scan.collect(), check("--files-from", "-", "-0", input=listed))


def test_what_changed_in_git(scan, archive):
    for words in (("init", "-q"), ("add", "."), ("-c", "user.name=x", "-c", "user.email=x", "commit", "-qm", "x")):
        subprocess.run(["git", *words], cwd=archive, check=True)
    first = next((archive / "large").glob("*.nav"))
    first.write_bytes(first.read_bytes() + b"x")
    shutil.copy(first, archive / "new.nav")
    (archive / ".gitignore").write_text("/new.nav\n")
    for words in (("--since", "HEAD"), ("--diff-only",), ("--diff-only", "--respect-gitignore", ".")):
        run = scan.submit(*words, cwd=archive)
        scan.work(cwd=archive)
        got = scan.collect(run)
        assert_same(got, check(*words, cwd=archive), scan.walked)
        assert got.out.count(b"\n") == 1
    assert scan.run("submit", "--since", "nothing", cwd=archive).code == 2


@pytest.mark.parametrize("words", [(), ("--allow-empty",)])
def test_nothing_to_judge(scan, tmp_path, words):
    (tmp_path / "empty").mkdir()
    scan.submit(*words, tmp_path / "empty")
    scan.work()
    assert_same(scan.collect(), check(*words, tmp_path / "empty"))


def test_what_submit_refuses(scan, archive):
    for words, reason in (([], "ROOT... is missing"), (["-"], "standard input (-)")):
        done = scan.run("submit", *words)
        assert done.code == 2
        assert reason in done.err


def test_paths_are_relative_to_where_the_worker_runs(scan, archive):
    scan.submit(".", cwd=archive)
    scan.work(cwd=archive)
    assert_same(scan.collect(), check(".", cwd=archive), scan.walked)


def test_results_in_files(scan, archive, tmp_path):
    results = tmp_path / "results"
    results.mkdir()
    scan.submit("--task-files", 20, archive)
    scan.work("--results", results)
    assert all(path.suffix == ".result" for path in results.iterdir())
    assert_same(scan.collect("--results", results), check(archive), scan.walked)
    assert scan.collect().code == 2


def test_a_file_that_is_gone_is_a_result(scan, archive):
    scan.submit(archive)
    next((archive / "large").glob("*.nav")).unlink()
    scan.work()
    got = scan.collect()
    assert got.code == 3
    assert "cannot read" in got.err


def test_what_was_handed_in_twice_is_judged_once(scan, archive):
    first = scan.run("submit", "--task-files", 10, archive)
    again = scan.run("submit", "--task-files", 10, archive)
    assert first.out == again.out
    assert " 0 of them new" in again.err
    scan.work()
    assert " 0 of them new" in scan.run("submit", "--task-files", 10, archive).err
    scan.submit("--task-files", 10, archive)
    assert_same(scan.collect(), check(archive), scan.walked)


def test_a_file_more_makes_few_tasks_new(scan, archive):
    scan.submit("--task-files", 10, archive)
    scan.work()
    shutil.copy(next((archive / "large").glob("*.nav")), archive / "maps" / "aaa.nav")
    again = scan.run("submit", "--task-files", 10, archive)
    new, tasks = (int(re.search(rf"(\d+) {word}", again.err)[1]) for word in ("of them new", "tasks"))
    assert 0 < new < tasks / 2
    scan.work()
    assert_same(scan.collect(), check(archive), scan.walked)


def test_a_run_by_its_name(scan, archive):
    run = scan.submit(archive / "sets")
    scan.submit(archive / "large")
    scan.work()
    assert_same(scan.collect(run), check(archive / "sets"))
    assert_same(scan.collect(), check(archive / "large"))


def test_no_broker(tmp_path):
    nowhere = Scan(Broker(tmp_path))
    for verb, words in (("submit", [tmp_path]), ("work", []), ("collect", [])):
        done = nowhere.run(verb, *words)
        assert done.code == 5
        assert f"{nowhere.broker.url}: no connection to the broker" in done.err


def test_nothing_was_handed_in(scan):
    done = scan.collect()
    assert done.code == 3
    assert "nothing was handed in" in done.err


def test_not_done_in_time(scan, archive):
    scan.submit(archive)
    done = scan.run("collect", "--timeout", 1)
    assert done.code == 3
    assert "tasks are not done" in done.err
    assert done.out == b""


def test_masters(scan, tmp_path):
    """Those that cannot be read are said once, however many workers and tasks need them."""
    copy_some(CORPUS / "skyrim_navmesh" / "seed", tmp_path / "plugins", 10)
    masters = tmp_path / "masters"
    masters.mkdir()
    for name in needed(tmp_path / "plugins"):
        (masters / name).write_bytes(b"x" * 3000)
    words = ("--masters", masters, "--max-bytes", "2999")
    scan.submit("--task-files", 1, *words, tmp_path / "plugins")
    scan.work("-j", 2)
    want = check(*words, tmp_path / "plugins")
    assert_same(scan.collect(), want)
    assert "larger than --max-bytes" in want.err


def needed(folder):
    """The masters that the plugins name: MAST, a length, a name."""
    for path in folder.iterdir():
        for found in re.finditer(rb"MAST(..)([^\0]+)\0", path.read_bytes(), re.DOTALL):
            yield found[2].decode()
