"""Files, folders and what is wrong with them."""

import json
import os
import shutil
import subprocess

import pytest

from conftest import (DEADLINE_S, ERROR, SAMPLES, WARNING, environment, is_sanitized, lines_of,
                      mesh, program, reports_of, run)


def names(result):
    return [report["input"]["name"] for report in reports_of(result, "ndjson")]


def check(*words, **more):
    return run("check", "--format", "ndjson", *words, **more)


def test_directories_are_sorted_by_the_bytes_of_paths(tmp_path):
    for name in ("b/1.nav", "a/z.nav", "a/Z.nav", "a-b/1.nav", "a.nav", "ab/1.nav", "a/b/c.nav"):
        path = tmp_path / "top" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(mesh())
    result = check("top", cwd=tmp_path)
    assert names(result) == ["top/a-b/1.nav", "top/a.nav", "top/a/Z.nav", "top/a/b/c.nav",
                             "top/a/z.nav", "top/ab/1.nav", "top/b/1.nav"]
    assert names(check("top/b", "top/a.nav", "top/ab/", cwd=tmp_path)) == [
        "top/b/1.nav", "top/a.nav", "top/ab/1.nav"]


def test_directory_takes_what_is_recognised(tmp_path):
    (tmp_path / "mesh.bin").write_bytes(mesh())
    (tmp_path / "large.bin").write_bytes(mesh() + bytes(2 << 20))
    (tmp_path / "large.txt").write_bytes(bytes(2 << 20))
    (tmp_path / "upper.NAV").write_bytes(b"")
    (tmp_path / "none.txt").write_bytes(b"")
    os.mkfifo(tmp_path / "pipe.nav")
    result = check(".", cwd=tmp_path)
    assert names(result) == ["./large.bin", "./mesh.bin", "./upper.NAV"]


def test_directory_with_a_forced_format(tmp_path):
    (tmp_path / "mesh.bin").write_bytes(mesh())
    (tmp_path / "cut.nav").write_bytes(b"\xce")
    (tmp_path / "readme.txt").write_text("text")
    result = check("--input-format", "source-nav", ".", cwd=tmp_path)
    assert names(result) == ["./cut.nav", "./mesh.bin"]


def test_what_a_killed_fix_left_is_no_input_unless_named(tmp_path):
    """By its bytes it is a navigation file."""
    left, others = ".navlint-aB3xyZ", [".navlint-aB3x", ".navlint-aB3xyZ.nav", ".navlint-aB3xy_"]
    for name in (left, *others):
        (tmp_path / name).write_bytes(mesh())
    assert names(check(".", cwd=tmp_path)) == [f"./{name}" for name in sorted(others)]
    assert names(check(left, cwd=tmp_path)) == [left]


def test_directory_with_nothing_to_judge(folder):
    (folder / "empty").mkdir()
    result = check("maps", "empty", cwd=folder)
    assert result.code == 3
    assert result.err == "navlint: empty: no navigation file found\n"
    assert len(names(result)) == 4


def test_loops_of_links_end(folder):
    (folder / "maps" / "deep" / "up").symlink_to("..")
    (folder / "maps" / "self").symlink_to("self")
    (folder / "maps" / "gone.nav").symlink_to("nowhere")
    (folder / "maps" / "gone.txt").symlink_to("nowhere")
    result = check("maps", cwd=folder)
    assert len(names(result)) == 4
    assert result.err == "navlint: cannot read maps/gone.nav: No such file or directory\n"
    assert result.code == 3


def test_thicket_of_links_is_walked_once(tmp_path):
    """Thirty folders, each with two links to the next: two to the thirtieth paths."""
    for level in range(30):
        path = tmp_path / "top" / str(level)
        path.mkdir(parents=True)
        for name in ("a", "b"):
            (path / name).symlink_to(f"../{level + 1}")
    (tmp_path / "top" / "30").mkdir()
    (tmp_path / "top" / "30" / "x.nav").write_bytes(mesh())
    result = check("top", cwd=tmp_path)
    assert len(names(result)) == 1
    assert result.code == 0


def test_links_to_files_and_folders_are_followed(folder):
    (folder / "all").mkdir()
    (folder / "all" / "link").symlink_to("../maps")
    (folder / "all" / "mesh.nav").symlink_to("../maps/clean.nav")
    assert names(check("all", cwd=folder)) == [
        "all/link/a_warning.nav", "all/link/b_error.nav", "all/link/clean.nav",
        "all/link/deep/info.nav", "all/mesh.nav"]


def test_unreadable_inputs_do_not_stop_the_run(folder):
    result = check("absent.nav", "maps/clean.nav", "/proc/self/mem", "maps/clean.nav/x", cwd=folder)
    assert result.code == 3
    assert names(result) == ["maps/clean.nav"]
    assert result.err.splitlines() == [
        "navlint: cannot read absent.nav: No such file or directory",
        "navlint: cannot read /proc/self/mem: Input/output error",
        "navlint: cannot read maps/clean.nav/x: Not a directory"]


def test_folders_deeper_than_any_path(tmp_path):
    """Thirty folders with names of 200 bytes: more than a path may have (PATH_MAX, 4096)."""
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 200, dir_fd=here)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    (tmp_path / "x.nav").write_bytes(mesh())
    result = check(".", cwd=tmp_path)
    assert (result.code, names(result)) == (3, ["./x.nav"])
    assert result.err.startswith("navlint: cannot read ./ddd")
    assert result.err.endswith(": File name too long\n") and result.err.count("\n") == 1
    shutil.rmtree(tmp_path / ("d" * 200))


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_forbidden_files_and_folders(folder):
    (folder / "maps" / "clean.nav").chmod(0)
    (folder / "maps" / "deep").chmod(0)
    result = check("maps", cwd=folder)
    (folder / "maps" / "deep").chmod(0o700)
    assert result.code == 3
    assert sorted(result.err.splitlines()) == [
        "navlint: cannot read maps/clean.nav: Permission denied",
        "navlint: cannot read maps/deep: Permission denied"]


def test_names_never_steer_the_terminal(tmp_path):
    for name in (b"\x1b[31m.nav", b"two\nlines.nav", b"\xff.nav", "\u00e4\u0085.nav".encode()):
        (tmp_path / os.fsdecode(name)).write_bytes(mesh(ERROR))
        result = run("check", name, b"absent" + name, "--color", "never", cwd=tmp_path)
        assert result.code == 3
        assert len(lines_of(result.text)) == len(lines_of(result.err)) == 1
        assert all(line.isprintable() for line in lines_of(result.text + result.err))
        json.loads(run("dump", "--format", "json", name, cwd=tmp_path).text)
        assert len(reports_of(check(name, cwd=tmp_path), "ndjson")) == 1


def test_max_bytes(folder):
    size = len(mesh())
    path = "maps/clean.nav"
    assert check("--max-bytes", str(size), path, cwd=folder).code == 0
    result = check("--max-bytes", str(size - 1), path, cwd=folder)
    (report,) = reports_of(result, "ndjson")
    assert result.code == 3
    assert (report["verdict"], report["limit"]["name"]) == ("indeterminate", "inputBytes")
    assert check("--max-bytes", "1k", path, cwd=folder).code == 0
    assert check("--max-bytes", "1M", path, cwd=folder).code == 0
    assert check("--max-bytes", "1G", path, cwd=folder).code == 0


def test_max_bytes_stops_reading():
    """The writer never ends, so a reader that wants all of it would never end either."""
    with subprocess.Popen([program(), "check", "--max-bytes", "1k", "-"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env=environment()) as process:
        process.stdin.write(bytes(1025))
        process.stdin.flush()
        assert process.wait(DEADLINE_S) == 3
        assert b"indeterminate" in process.stdout.read()


def test_endless_input():
    result = run("check", "--max-bytes", "1M", "/dev/zero")
    assert result.code == 3 and "[limit:" in result.text


def test_output_is_the_same_for_every_number_of_jobs(tmp_path):
    for index in range(24):
        content = mesh((ERROR, WARNING, None)[index % 3], areas=1 + index * index)
        (tmp_path / f"{index}.nav").write_bytes(content)
    (tmp_path / "20.nav").unlink()
    (tmp_path / "20.nav").symlink_to("nowhere")
    for form in ("text", "json", "ndjson"):
        for more in ([], ["--statistics"]):
            words = ["check", "-v", "--format", form, *more, ".", "absent", "5.nav"]
            runs = [run(*words, "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "2", "7")]
            assert len({(result.code, result.out, result.err) for result in runs}) == 1
            assert runs[0].code == 3


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the folder of real samples is absent")
def test_real_samples():
    result = check(SAMPLES)
    reports = reports_of(result, "ndjson")
    listed = [line.split("\t") for line in (SAMPLES / "INDEX.tsv").read_text().splitlines()[1:]]
    by_name = {os.path.relpath(report["input"]["name"], SAMPLES): report for report in reports}
    assert result.err == ""
    assert sorted(by_name) == sorted(row[0] for row in listed)
    for row in listed:
        report, is_source_2 = by_name[row[0]], int(row[4]) > 16
        assert (report["verdict"] == "indeterminate") == is_source_2
        assert report["input"]["bytes"] == int(row[7])
        assert report["findings"] == [] if is_source_2 else report["facts"]["areas"] == int(row[6])


@pytest.mark.skipif(is_sanitized(), reason="sanitizers want more memory than the test allows")
def test_out_of_memory():
    shell = f'ulimit -v 200000; exec "{program()}" check --max-bytes 100G /dev/zero -'
    result = subprocess.run(["/bin/sh", "-c", shell], input=mesh(), capture_output=True,
                            env=environment(), timeout=DEADLINE_S, check=False)
    assert result.returncode == 4
    assert result.stderr.startswith(b"navlint: /dev/zero: ")
