"""Files that are judged together, by the format test-links of the program navlint-links."""

import hashlib
import json
import os
import subprocess

import pytest

from conftest import (DEADLINE_S, ERROR, assert_golden, codes_of, environment, is_sanitized, lines_of,
                      link, mesh, peak_bytes, program_with_sets, reports_of, run_links, tar_of)

TWICE, UNRESOLVED, SELF = "LINKS_TWICE", "LINKS_UNRESOLVED", "LINKS_SELF"


def check(*words, **more):
    return run_links("check", *words, **more)


def whole(result):
    return json.loads(result.text)


@pytest.fixture
def maps(tmp_path):
    """Two maps, one in order and one with a finding of each kind, and files of other kinds."""
    for folder in ("good", "bad/deep"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "good" / "1.lnk").write_bytes(link(1, 2))
    (tmp_path / "good" / "2").write_bytes(link(2, 1))
    (tmp_path / "bad" / "a.lnk").write_bytes(link(1, 2))
    (tmp_path / "bad" / "b.lnk").write_bytes(link(1, 9))
    (tmp_path / "bad" / "c.lnk").write_bytes(link(2, 2))
    (tmp_path / "bad" / "mesh.nav").write_bytes(mesh(ERROR))
    (tmp_path / "bad" / "readme.txt").write_text("text")
    (tmp_path / "bad" / "deep" / "alone.lnk").write_bytes(link(3, 4))
    return tmp_path


# ---- what is a set ----


def test_text_of_a_directory(maps):
    result = check("bad", cwd=maps)
    assert (result.code, result.err) == (1, "")
    assert_golden("set.txt", result.text)


def test_json_of_a_directory(maps):
    result = check("--format", "json", "bad", cwd=maps)
    assert (result.code, result.err) == (1, "")
    reports_of(result)
    assert_golden("set.json", result.text)


def test_ndjson_of_a_directory(maps):
    result = check("--format", "ndjson", "bad", cwd=maps)
    assert (result.code, result.err) == (1, "")
    reports = reports_of(result, "ndjson")
    assert_golden("set.ndjson", result.text)
    assert ["set" in report for report in reports] == [False] * 5 + [True]
    assert "members" not in reports[-1] and reports[-1]["set"]["members"] == 3


def test_set_in_order_is_silent(maps):
    result = check("good", cwd=maps)
    assert (result.code, result.out, result.err) == (0, b"", "")
    assert check("good/1.lnk", "good/2", cwd=maps).code == 0


def test_one_file_is_no_set(maps):
    result = check("--format", "json", "good/1.lnk", cwd=maps)
    assert whole(result)["input"]["name"] == "good/1.lnk"
    for words in (["good/1.lnk", "bad/a.lnk"], ["bad/deep"], ["bad/a.lnk", "bad/mesh.nav"]):
        reports = reports_of(check("--format", "json", *words, cwd=maps))
        assert not any("set" in report or UNRESOLVED in codes_of(report) for report in reports)


def test_folders_are_told_apart_by_what_they_are(maps):
    (maps / "link").symlink_to("good")
    for words in (["./good/1.lnk", "good/2"], ["good/1.lnk", "link/2"],
                  [maps / "good" / "1.lnk", "good//2"]):
        (report,) = reports_of(check("--format", "json", *words, cwd=maps))
        assert report["verdict"] == "valid" and report["set"]["members"] == 2
    (report,) = reports_of(check("--format", "json", "1.lnk", "2", cwd=maps / "good"))
    assert report["set"] == {"name": ".", "bytes": 24, "members": 2}


def test_file_that_is_listed_twice_is_in_its_set_once(maps):
    for words in (["good", "good/1.lnk"], ["good", "good"], ["good/2", "good/1.lnk", "./good/2"]):
        (report,) = reports_of(check("--format", "json", *words, cwd=maps))
        assert report["verdict"] == "valid" and report["set"]["members"] == 2


def test_members_keep_the_order_of_the_words(maps):
    (report,) = reports_of(check("--format", "json", "bad/c.lnk", "bad/a.lnk", "bad/b.lnk", cwd=maps))
    names = [member["input"]["name"] for member in report["members"]]
    assert names == ["bad/c.lnk", "bad/a.lnk", "bad/b.lnk"]


def test_forced_format_makes_members(maps):
    (maps / "good" / "3.lnk").write_bytes(b"LNK")
    reports = reports_of(check("--format", "json", "--input-format", "test-links", "good", cwd=maps))
    (report,) = reports
    assert [codes_of(member) for member in report["members"]] == [[], [], ["LINKS_CUT"]]


def test_pipes_are_judged_by_themselves(maps):
    """They cannot be read a second time."""
    os.mkfifo(maps / "good" / "pipe")
    with subprocess.Popen([program_with_sets(), "check", "--format", "ndjson", "good/1.lnk", "good/pipe"],
                          cwd=maps, stdout=subprocess.PIPE, env=environment()) as process:
        (maps / "good" / "pipe").write_bytes(link(7, 8))
        reports = [json.loads(line) for line in lines_of(process.communicate(timeout=DEADLINE_S)[0].decode())]
    assert process.returncode == 0
    assert [report["input"]["name"] for report in reports] == ["good/pipe", "good/1.lnk"]


# ---- options ----


def test_exit_codes(maps):
    assert check("--fail-on", "never", "bad", cwd=maps).code == 0
    assert check("--only", TWICE, "bad", cwd=maps).code == 0
    assert check("--only", TWICE, "--fail-on", "warning", "bad", cwd=maps).code == 1
    assert check("--only", TWICE, "--severity", f"{TWICE}=error", "bad", cwd=maps).code == 1
    assert check("-q", "bad", cwd=maps).code == 1
    assert check("--ignore", ",".join((UNRESOLVED, SELF, ERROR)), "bad", cwd=maps).code == 0


def test_max_bytes_is_per_file(maps):
    assert check("--max-bytes", "12", "good", cwd=maps).code == 0
    (maps / "good" / "2").write_bytes(link(2, 1, b"x"))
    result = check("--max-bytes", "12", "good", cwd=maps)
    assert result.code == 3
    assert result.text == "good/2: indeterminate: the input is larger than the limit [limit:inputBytes]\n"


def test_digest(maps):
    expected = [hashlib.sha256((maps / "good" / name).read_bytes()).hexdigest() for name in ("1.lnk", "2")]
    (report,) = reports_of(check("--digest", "--format", "json", "good", cwd=maps))
    assert [member["input"]["sha256"] for member in report["members"]] == expected
    reports = reports_of(check("--digest", "--format", "ndjson", "good", cwd=maps), "ndjson")
    assert [report["input"]["sha256"] for report in reports[:2]] == expected
    (report,) = reports_of(check("--digest", "--max-bytes", "11", "--format", "json", "good", cwd=maps))
    assert not any("sha256" in member["input"] for member in report["members"])


def test_statistics(maps):
    result = check("--statistics", "bad", "good", cwd=maps)
    assert (result.code, result.err) == (1, "")
    assert_golden("set-statistics.txt", result.text)


def test_statistics_of_many_members(tmp_path):
    """Each of them breaks every rule it can: the caps must leave one finding of each in each."""
    for number in range(50):
        (tmp_path / f"{number}.lnk").write_bytes(link(number, number + 100))
    rules = whole(check("--statistics", "--format", "json", ".", cwd=tmp_path))["rules"]
    assert rules == [{"code": UNRESOLVED, "severity": "error", "files": 50, "occurrences": 50}]


def test_verbose(maps):
    result = check("-v", "bad", cwd=maps)
    assert result.closing == "5 files: 2 valid, 3 invalid; 3 errors, 1 warning, 0 infos; 1 skipped"


def test_output_is_the_same_for_every_number_of_jobs(tmp_path):
    for number in range(60):
        folder = tmp_path / str(number % 7)
        folder.mkdir(exist_ok=True)
        (folder / f"{number}.lnk").write_bytes(link(number, number + 7 * (number % 3)))
        (folder / f"{number}.nav").write_bytes(mesh(ERROR if number % 5 == 0 else None))
    (tmp_path / "0" / "all.tar").write_bytes(tar_of([("1.lnk", link(1, 2)), ("2.lnk", link(2, 9))]))
    for form in ("text", "json", "ndjson"):
        for more in ([], ["--statistics"], ["--digest"]):
            words = ["check", "-v", "--format", form, *more, ".", "3/3.lnk", "absent"]
            runs = [run_links(*words, "--jobs", jobs, cwd=tmp_path) for jobs in ("1", "2", "7")]
            assert len({(result.code, result.out, result.err) for result in runs}) == 1
            assert runs[0].code == 3


def test_reader_that_leaves(maps):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([program_with_sets(), "check", "--format", "ndjson", "--fail-on", "never", "bad"],
                          cwd=maps, stdout=writer, stderr=subprocess.PIPE, env=environment(),
                          timeout=DEADLINE_S, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")  # all was judged


# ---- large sets ----


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory of their own")
def test_memory_of_a_large_set_is_near_the_size_of_its_files(tmp_path):
    count, size = 4096, 50_000
    for number in range(count):
        (tmp_path / f"{number}.lnk").write_bytes(link(number, (number + 1) % count, bytes(size)))
    for form in ("text", "json", "ndjson"):
        peak, result = peak_bytes(program_with_sets(), "check", "--format", form, ".", cwd=tmp_path)
        assert (result.code, result.err) == (0, "")
        assert result.text.count('"facts"') == (0 if form == "text" else count + 1)
        assert peak < 1.5 * count * size
