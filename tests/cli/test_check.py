"""check: what is printed, and the exit codes."""

import hashlib
import json

import pytest

from conftest import (ERROR, INFO, PEDANTIC, WARNING, assert_golden, codes_of, mesh, reports_of, run)

FORMS = ["text", "json", "ndjson"]
FILES = ["maps/b_error.nav", "maps/a_warning.nav", "maps/deep/info.nav", "maps/clean.nav"]


def check(*words, **more):
    return run("check", *words, **more)


# ---- forms ----


def test_text(folder):
    result = check("maps", cwd=folder)
    assert (result.code, result.err) == (1, "")
    assert_golden("check-folder.txt", result.text)


def test_clean_file_is_silent(folder):
    result = check("maps/clean.nav", cwd=folder)
    assert (result.code, result.out, result.err) == (0, b"", "")


def test_json_of_one_input_is_an_object(folder):
    result = check("--format", "json", "maps/b_error.nav", cwd=folder)
    assert (result.code, result.err) == (1, "")
    assert_golden("check-error.json", result.text)
    (report,) = reports_of(result)
    assert report["verdict"] == "invalid" and codes_of(report) == [ERROR]


def test_json_of_several_inputs_is_an_array(folder):
    result = check("--format=json", *FILES, cwd=folder)
    assert result.text.startswith("[\n  {\n") and result.text.endswith("\n  }\n]\n")
    assert [report["input"]["name"] for report in reports_of(result)] == FILES
    single = check("--format", "json", FILES[0], cwd=folder).text
    assert json.loads(result.text)[0] == json.loads(single)


def test_json_of_a_directory_is_an_array(folder):
    result = check("--format", "json", "maps/deep", cwd=folder)
    assert isinstance(json.loads(result.text), list)
    assert [report["input"]["name"] for report in reports_of(result)] == ["maps/deep/info.nav"]


def test_json_array_of_nothing_readable(folder):
    result = check("--format", "json", "maps/no1.nav", "maps/no2.nav", cwd=folder)
    assert (result.code, result.text) == (3, "[]\n")


def test_ndjson_is_one_report_a_line(folder):
    result = check("--format", "ndjson", "maps", cwd=folder)
    assert (result.code, result.err) == (1, "")
    names = [report["input"]["name"] for report in reports_of(result, "ndjson")]
    assert names == ["maps/a_warning.nav", "maps/b_error.nav", "maps/clean.nav",
                     "maps/deep/info.nav"]
    assert result.text.count("\n") == len(names)


def test_options_and_files_mix(folder):
    mixed = check("maps/b_error.nav", "--format", "ndjson", "maps/clean.nav", cwd=folder)
    assert len(reports_of(mixed, "ndjson")) == 2
    (folder / "-x.nav").write_bytes(mesh())
    assert check("--", "-x.nav", cwd=folder).code == 0
    assert check("--", "--format", cwd=folder).code == 3


# ---- standard input ----


def test_standard_input():
    result = check("-", stdin=mesh(ERROR))
    assert result.code == 1
    assert result.text.startswith("-:+0x")


def test_standard_input_under_a_name():
    result = check("--format", "json", "--stdin-filename", "maps/x.nav", "-", stdin=mesh(ERROR))
    (report,) = reports_of(result)
    assert report["input"]["name"] == "maps/x.nav"


def test_standard_input_among_files(folder):
    result = check("maps/clean.nav", "-", "--format", "ndjson", cwd=folder, stdin=mesh(WARNING))
    assert [report["input"]["name"] for report in reports_of(result, "ndjson")] == [
        "maps/clean.nav", "-"]


# ---- exit codes ----

EXITS = [
    ([], ERROR, 1), ([], WARNING, 0), ([], INFO, 0),
    (["--fail-on", "error"], WARNING, 0),
    (["--fail-on", "warning"], ERROR, 1), (["--fail-on", "warning"], WARNING, 1),
    (["--fail-on", "warning"], INFO, 0),
    (["--fail-on=info"], INFO, 1), (["--fail-on=info"], WARNING, 1),
    (["--fail-on", "never"], ERROR, 0),
    (["--severity", f"{ERROR}=warning"], ERROR, 0), (["--severity", f"{WARNING}=error"], WARNING, 1),
    (["--severity", f"{ERROR}=off"], ERROR, 0),
    (["--severity", f"{ERROR}=off", "--severity", f"{ERROR}=error"], ERROR, 1),
    (["--ignore", ERROR], ERROR, 0), (["--ignore", f"{WARNING},{ERROR.lower()}"], ERROR, 0),
    (["--ignore", WARNING], ERROR, 1),
    (["--only", WARNING], ERROR, 0), (["--only", WARNING, "--only", ERROR], ERROR, 1),
    (["--min-severity", "error", "--fail-on", "info"], INFO, 1),
    (["--max-findings", "0"], ERROR, 1),
    (["--input-format", "source-nav"], ERROR, 1),
    (["--max-bytes", "10"], ERROR, 3),
]


@pytest.mark.parametrize("words, rule, code", EXITS)
def test_exit_code_is_the_same_for_every_form(words, rule, code):
    content = mesh(rule)
    for form in FORMS:
        assert check("--format", form, *words, "-", stdin=content).code == code
    assert check("--quiet", *words, "-", stdin=content).code == code
    assert check("--statistics", *words, "-", stdin=content).code == code


def test_highest_exit_code_wins(folder):
    assert check("maps/b_error.nav", "maps/absent.nav", cwd=folder).code == 3
    assert check("maps/absent.nav", "maps/b_error.nav", cwd=folder).code == 3
    assert check("maps/clean.nav", "maps/b_error.nav", cwd=folder).code == 1


def test_unrecognised_bytes_are_indeterminate(folder):
    result = check("--format", "json", "maps/readme.txt", cwd=folder)
    (report,) = reports_of(result)
    assert result.code == 3
    assert report["limit"]["name"] == "unrecognised" and report["format"] is None


@pytest.mark.parametrize("name, content, code, said", [
    ("a.txt", b"some text\n", 3, "a.txt: indeterminate: no known format recognises the bytes: "),
    ("a.nav", b"some text\n", 1, "a.nav:+0x0: error: "),
    ("a.txt", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", 3, "git lfs pull"),
    ("a.nav", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n", 1, "git lfs pull")])
def test_file_that_is_something_else(tmp_path, name, content, code, said):
    """Named by somebody: the extension decides whether it should be a navigation file."""
    (tmp_path / name).write_bytes(content)
    result = check(name, cwd=tmp_path)
    assert (result.code, result.err) == (code, "")
    assert said in result.text and result.text.count("\n") == 1
    assert result.closing == ("1 file: invalid" if code == 1 else "")


def test_empty_file(tmp_path):
    for name in ("empty.nav", "empty"):
        (tmp_path / name).write_bytes(b"")
        result = check("--format", "json", name, cwd=tmp_path)
        (report,) = reports_of(result)
        assert report["input"]["bytes"] == 0
        assert report["verdict"] != "valid"
        assert result.code in (1, 3)


# ---- what is shown ----


def test_min_severity_hides_text(folder):
    def codes(level):
        text = check("--min-severity", level, "maps", cwd=folder).text
        return [line.split("[")[-1].rstrip("]") for line in text.splitlines()]

    assert codes("error") == [ERROR]
    assert codes("warning") == [WARNING, ERROR]
    assert codes("info") == [WARNING, ERROR, INFO]


def test_only_and_ignore_leave_findings_out(folder):
    def codes(*words):
        result = check("--format", "ndjson", *words, "maps", cwd=folder)
        return sorted(sum(map(codes_of, reports_of(result, "ndjson")), []))

    assert codes("--only", ERROR) == [ERROR]
    assert codes("--ignore", ERROR) == sorted([WARNING, INFO])


def test_pedantic():
    content = mesh(PEDANTIC)
    codes = lambda *words: codes_of(reports_of(check("--format", "json", *words, "-", stdin=content))[0])
    assert codes() == []
    for words in (["--pedantic"], ["--only", PEDANTIC], ["--severity", f"{PEDANTIC}=warning"]):
        assert codes(*words) == [PEDANTIC]
    assert check("--pedantic", "-", stdin=content).closing == (
        "1 file: valid; 1 info hidden (--min-severity info)")


def test_severity_changes_the_report():
    result = check("--format", "json", "--severity", f"{WARNING}=info", "-", stdin=mesh(WARNING))
    (report,) = reports_of(result)
    assert [finding["severity"] for finding in report["findings"]] == ["info"]
    assert report["summary"]["infos"] == 1


def test_caps_keep_counts_exact():
    result = check("--format", "json", "--max-findings", "0", "-", stdin=mesh(ERROR))
    (report,) = reports_of(result)
    assert report["findings"] == []
    assert report["summary"]["errors"] == 1 and report["summary"]["truncated"]
    result = check("--format", "json", "--max-findings-per-rule", "0", "-", stdin=mesh(ERROR))
    (report,) = reports_of(result)
    assert report["findings"] == [] and report["summary"]["truncated"]


def test_digest(folder):
    path = folder / "maps" / "b_error.nav"
    for form in ("json", "ndjson"):
        (report,) = reports_of(check("--digest", "--format", form, path), form)
        assert report["input"]["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    (report,) = reports_of(check("--format", "json", path))
    assert "sha256" not in report["input"]


def test_no_digest_of_a_file_that_was_not_read_whole(folder):
    result = check("--digest", "--format", "json", "--max-bytes", "10", folder / FILES[0])
    (report,) = reports_of(result)
    assert report["limit"]["name"] == "inputBytes"
    assert "sha256" not in report["input"]


def test_game_is_obeyed():
    (report,) = reports_of(check("--format", "json", "--game", "gmod", "-", stdin=mesh(ERROR)))
    assert report["verdict"] == "invalid"


def test_quiet(folder):
    for words in (["--quiet", "-v"], ["-q", "--format", "json"], ["-q", "--summary"]):
        result = check(*words, "maps", cwd=folder)
        assert (result.code, result.out, result.err, result.closing) == (1, b"", "", "")


def test_verbose(folder):
    result = check("--verbose", "maps", cwd=folder)
    assert result.closing == ("4 files: 3 valid, 1 invalid; 1 error, 1 warning, 1 info; "
                              "1 info hidden (--min-severity info); 1 skipped")
    result = check("-v", "maps/clean.nav", cwd=folder)
    assert (result.out, result.err) == (b"", "")
    assert result.closing == "1 file: valid; 0 errors, 0 warnings, 0 infos"
    result = check("-v", "maps/clean.nav", "absent", "maps/readme.txt", cwd=folder)
    assert result.closing == ("3 files: 1 valid, 1 not judged, 1 unreadable; "
                              "0 errors, 0 warnings, 0 infos")


def test_color(folder):
    plain = check("--all", "maps", cwd=folder)
    assert b"\033" not in plain.out
    assert check("--all", "--color", "auto", "maps", cwd=folder).out == plain.out
    assert check("--all", "--color=never", "maps", cwd=folder).out == plain.out
    colored = check("--all", "--color", "always", "maps", "maps/readme.txt", cwd=folder).text
    for word in ("1;31merror", "1;33mwarning", "1;36minfo", "1;35mindeterminate"):
        assert f"\033[{word}\033[0m:" in colored
    assert check("--color", "always", "--format", "ndjson", "maps", cwd=folder).out == check(
        "--format", "ndjson", "maps", cwd=folder).out


# ---- statistics ----


def test_statistics(folder):
    (folder / "maps" / "again.nav").write_bytes(mesh(ERROR))
    result = check("--statistics", "maps", cwd=folder)
    assert (result.code, result.err) == (1, "")
    assert_golden("statistics.txt", result.text)


def test_statistics_json(folder):
    (folder / "maps" / "again.nav").write_bytes(mesh(ERROR))
    result = check("--statistics", "--format", "json", "maps", "absent", cwd=folder)
    assert result.code == 3
    whole = json.loads(result.text)
    assert whole["files"] == {"judged": 5, "valid": 3, "invalid": 2, "indeterminate": 0,
                              "unreadable": 1, "skipped": 1}
    assert [(row["code"], row["files"]) for row in whole["rules"]] == [
        (ERROR, 2), (WARNING, 1), (INFO, 1)]
    line = check("--statistics", "--format", "ndjson", "maps", "absent", cwd=folder).text
    assert line.count("\n") == 1 and json.loads(line) == whole


def test_statistics_honours_only(folder):
    result = check("--statistics", "--format", "json", "--only", WARNING, "maps", cwd=folder)
    assert [row["code"] for row in json.loads(result.text)["rules"]] == [WARNING]
