"""Where output goes: full disks, readers that leave, terminals."""

import os
import select
import subprocess
import time

import pytest

from conftest import DEADLINE_S, ERROR, environment, mesh, program, run, zip_of

WIPE = b"\r\x1b[K"


def start(*words, **more):
    return subprocess.Popen([program(), *words], env=environment(TERM="xterm"), **more)


# ---- full disk, closed pipe ----


@pytest.mark.parametrize("words", [
    ["check", "-"], ["check", "--format", "json", "-"], ["check", "--format", "ndjson", "-"],
    ["check", "--statistics", "-"], ["rules"], ["formats"], ["explain", ERROR], ["version"],
    ["help"], ["check", "--help"], ["dump", "-"], ["dump", "--format", "json", "-"],
    ["witness", ERROR]], ids=" ".join)
def test_full_disk(words):
    with open("/dev/full", "wb") as full:
        done = subprocess.run([program(), *words], input=mesh(ERROR), stdout=full,
                              stderr=subprocess.PIPE, env=environment(), timeout=DEADLINE_S,
                              check=False)
    assert done.returncode == 4
    assert done.stderr == (b"navlint: cannot write to standard output: "
                           b"No space left on device\n")


def test_full_disk_does_not_matter_to_a_silent_run():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([program(), "check", "-"], input=mesh(), stdout=full,
                              env=environment(), timeout=DEADLINE_S, check=False)
    assert done.returncode == 0


def run_without(descriptors, *words, **more):
    """Runs the program with standard descriptors closed."""
    shell = f'exec "$0" "$@" {descriptors}'
    return subprocess.run(["/bin/sh", "-c", shell, program(), *words], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment(), timeout=DEADLINE_S,
                          check=False, **more)


def test_closed_descriptors(folder):
    done = run_without("<&-", "check", "maps/clean.nav", "-", cwd=folder)
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr == (b"navlint: cannot read -: Bad file descriptor\n"
                           b"2 files: 1 valid, 1 unreadable\n")
    done = run_without(">&-", "check", "maps/clean.nav", "maps/b_error.nav", cwd=folder)
    assert done.returncode == 4
    assert done.stderr == b"navlint: cannot write to standard output: Bad file descriptor\n"
    done = run_without("<&- >&- 2>&-", "check", "maps/b_error.nav", "maps/absent.nav", cwd=folder)
    assert done.returncode == 4
    assert run_without("<&- >&- 2>&-", "check", "-q", "maps/b_error.nav", cwd=folder).returncode == 1


def run_into_closed_pipe(*words, **more):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return subprocess.run([program(), *words], stdout=writer, stderr=subprocess.PIPE,
                              env=environment(), timeout=DEADLINE_S, check=False, **more)
    finally:
        os.close(writer)


def test_reader_that_leaves_ends_the_run_quietly(folder):
    done = run_into_closed_pipe("check", "--format", "ndjson", "--fail-on", "never", "maps", cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")  # all was judged
    done = run_into_closed_pipe("check", "--format", "ndjson", "maps", cwd=folder)
    assert (done.returncode, done.stderr) == (1, b"")
    done = run_into_closed_pipe("check", "maps/b_error.nav", cwd=folder)
    assert (done.returncode, done.stderr) == (1, b"")
    for words in (["rules"], ["help"], ["dump", "maps/clean.nav"], ["witness", ERROR]):
        done = run_into_closed_pipe(*words, cwd=folder)
        assert (done.returncode, done.stderr) == (0, b"")


def test_ndjson_comes_line_by_line(folder):
    """The first report can be read while the second input is still awaited."""
    words = ["check", "--format", "ndjson", "maps/clean.nav", "-"]
    with start(*words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        ready, _, _ = select.select([process.stdout], [], [], DEADLINE_S)
        assert ready and b"clean.nav" in os.read(process.stdout.fileno(), 1 << 16)
        assert process.poll() is None
        process.communicate(mesh(), timeout=DEADLINE_S)
        assert process.returncode == 0


# ---- terminals ----


def read_until(master, wanted, deadline_s):
    """What the terminal shows until `wanted` is there, or until the deadline."""
    seen, end = b"", time.monotonic() + deadline_s
    while wanted not in seen and time.monotonic() < end:
        ready, _, _ = select.select([master], [], [], 0.1)
        if ready:
            seen += os.read(master, 1 << 16)
    return seen


def read_rest(master):
    seen = b""
    while select.select([master], [], [], 0.2)[0]:
        seen += os.read(master, 1 << 16)
    return seen


def test_progress_on_a_terminal(folder, terminal):
    master, slave = terminal
    name = "long\x1b[31m" + "x" * 200
    (folder / "maps" / "clean.nav").write_bytes(mesh(areas=100))
    words = ["check", "--stdin-filename", name, "maps/clean.nav", "maps/b_error.nav", "-"]
    with start(*words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
               stderr=slave) as process:
        seen = read_until(master, b"2/3 files, ", DEADLINE_S)
        assert b"2/3 files, " in seen
        seen += read_until(master, b"xxx", DEADLINE_S)
        process.communicate(mesh(), timeout=DEADLINE_S)
    seen += read_rest(master)
    assert process.returncode == 1
    assert b" KiB, " in seen
    assert b"\x1b[31m" not in seen and b"long\\x1b[31m" in seen
    lines = seen.split(WIPE)
    assert max(map(len, lines)) < 80
    assert lines[-1] == b"3 files: 2 valid, 1 invalid; 1 fixable (navlint fix --unsafe)\r\n"


def test_no_progress_under_quiet(terminal):
    master, slave = terminal
    with start("check", "--quiet", "-", stdin=subprocess.PIPE, stderr=slave) as process:
        assert read_until(master, b"files", 1.5) == b""
        process.communicate(mesh(), timeout=DEADLINE_S)
    assert read_rest(master) == b""


def test_no_progress_in_a_pipe():
    with start("check", "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        ready, _, _ = select.select([process.stderr], [], [], 1.5)
        assert not ready
        _, rest = process.communicate(mesh(), timeout=DEADLINE_S)
    assert rest == b""


def test_no_progress_of_a_short_run(folder, terminal):
    master, slave = terminal
    with start("check", "-v", "maps/clean.nav", cwd=folder, stderr=slave) as process:
        process.wait(DEADLINE_S)
    seen = read_rest(master)
    assert b"1 file: valid; " in seen and b"1/1 files" not in seen


def run_on_terminal(terminal, env, *words, **more):
    master, slave = terminal
    subprocess.run([program(), *words], stdout=slave, stderr=subprocess.DEVNULL, env=env,
                   timeout=DEADLINE_S, check=False, **more)
    return read_rest(master)


def test_color_on_a_terminal(folder, terminal):
    words = ["check", "maps/b_error.nav"]
    red = b"\x1b[1;31merror\x1b[0m:"
    assert red in run_on_terminal(terminal, environment(TERM="xterm"), *words, cwd=folder)
    for env in (environment(TERM="dumb"), environment(), environment(TERM="xterm", NO_COLOR="1")):
        assert b"\x1b" not in run_on_terminal(terminal, env, *words, cwd=folder)
    never = run_on_terminal(terminal, environment(TERM="xterm"), *words, "--color=never", cwd=folder)
    assert b"\x1b" not in never


@pytest.mark.parametrize("words", [["check", "-o", "a.nav", "a.nav"], ["check", "--format", "csv=link.nav", "a.nav"],
                                   ["check", "--format", "json=d/b.nav", "d"], ["check", "-o", "x.zip", "x.zip"],
                                   ["check", "-o", "x.zip", "d"], ["draw", "--format", "svg", "-o", "a.nav", "a.nav"], ["draw", "--format", "svg", "-o", "link.nav", "a.nav"],
                                   ["draw", "--format", "svg", "-o", "d/b.nav", "d"], ["draw", "--format", "svg", "-o", "d/b.nav", "a.nav"],
                                   ["draw", "--no-findings", "--format", "glb", "-o", "x.zip", "a.nav"], ["extract", "-o", "x.zip", "x.zip!a.nav"],
                                   ["extract", "-o", "./d/../x.zip", "x.zip!a.nav"], ["extract", "-o", "link.nav", "a.nav"]])
def test_nothing_is_written_over_what_is_read(tmp_path, words):
    (tmp_path / "d").mkdir()
    for name in ("a.nav", "d/b.nav"):
        (tmp_path / name).write_bytes(mesh())
    (tmp_path / "link.nav").hardlink_to(tmp_path / "a.nav")
    (tmp_path / "x.zip").write_bytes(zip_of([("a.nav", mesh())]))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    result = run(*words, cwd=tmp_path)
    assert result.code == 2 and "would be lost" in result.err
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_member_is_written_over_an_older_one(tmp_path):
    (tmp_path / "x.zip").write_bytes(zip_of([("a.nav", mesh())]))
    (tmp_path / "a.nav").write_bytes(mesh(ERROR))
    assert run("extract", "x.zip!a.nav", "-o", "a.nav", cwd=tmp_path).code == 0
    assert (tmp_path / "a.nav").read_bytes() == mesh()


def test_a_report_is_written_over_another(tmp_path):
    (tmp_path / "a.nav").write_bytes(mesh())
    for _ in range(2):
        assert run("check", "-o", "report.json", "--format", "json", ".", cwd=tmp_path).code == 0
        assert (tmp_path / "report.json").read_bytes().startswith(b"[")
