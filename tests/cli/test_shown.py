"""What text shows of many findings, the last line, --summary, and the corner cases of caps."""

import csv
import io
import json

import pytest

from conftest import (ERROR, INFO, WARNING, assert_golden, codes_of, lines_of, link, mesh, reports_of, run,
                      run_links, witness, zip_of)


def check(*words, **more):
    return run_links("check", *words, **more)


def texts(*words, **more):
    return lines_of(check(*words, **more).text)


def alone(more):
    return link(1, 2, more)


# ---- three of a rule ----


def test_text_shows_errors_and_warnings_three_of_a_rule():
    lines = texts("-", stdin=alone(b"wwwwiwwe" + 1500 * b"w"))
    assert lines == ["-:+0xc: warning: a w [LINKS_W]", "-:+0xd: warning: a w [LINKS_W]",
                     "-:+0xe: warning: a w [LINKS_W]", "-: ... and 1,503 more LINKS_W (--all)",
                     "-:+0x13: error: an e [LINKS_E]"]
    assert check("-", stdin=alone(b"wwwwiwwe")).closing == (
        "1 file: invalid; 1 info hidden (--min-severity info)")


def test_all_shows_all():
    content = alone(b"i" + 1500 * b"w")
    result = check("--all", "-", stdin=content)
    assert result.text.count("[LINKS_W]") == 1500 and result.text.count("[LINKS_I]") == 1
    assert "..." not in result.text and result.closing == "1 file: valid"
    assert check("-a", "-", stdin=content).out == result.out


def test_a_cap_that_is_given_holds_under_all():
    lines = texts("--all", "--max-findings-per-rule", "2", "-", stdin=alone(9 * b"w"))
    assert lines[2:] == ["-: ... and 7 more LINKS_W (--max-findings)"]
    lines = texts("--all", "--max-findings", "1", "-", stdin=alone(b"wwe"))
    assert lines == ["-:+0xe: error: an e [LINKS_E]", "-: ... and 2 more findings (--max-findings)"]


def test_a_number_for_each_rule_is_what_text_shows():
    lines = texts("--max-findings-per-rule", "5", "-", stdin=alone(9 * b"w"))
    assert len(lines) == 6 and lines[5] == "-: ... and 4 more LINKS_W (--max-findings)"


def test_each_file_of_a_set_shows_three(tmp_path):
    for number in (1, 2):
        (tmp_path / f"{number}.lnk").write_bytes(link(number, 3 - number, 5 * b"w"))
    lines = texts(".", cwd=tmp_path)
    assert lines.count("./1.lnk: ... and 2 more LINKS_W (--all)") == 1
    assert lines.count("./2.lnk: ... and 2 more LINKS_W (--all)") == 1
    assert len(lines) == 8


def test_what_follows_from_a_cause_is_counted():
    content = alone(b"ec" + 1203 * b"e")
    assert texts("-", stdin=content) == ["-:+0xd: error: a c [LINKS_C]",
                                         "-: ... and 1,203 findings that follow from it",
                                         "-:+0xc: error: an e [LINKS_E]"]
    (report,) = reports_of(check("--format", "json", "-", stdin=content))
    assert report["summary"]["errors"] == 1205 and report["summary"]["consequences"] == 1203


def test_severity_that_is_asked_for_acts_in_every_form():
    content = alone(b"iwe")
    for level, codes in (("error", ["LINKS_E"]), ("warning", ["LINKS_W", "LINKS_E"]),
                         ("info", ["LINKS_I", "LINKS_W", "LINKS_E"])):
        (report,) = reports_of(check("--format", "json", "--min-severity", level, "-", stdin=content))
        assert codes_of(report) == codes
        assert report["summary"]["infos"] == 1
        assert [line.split("[")[1][:-1] for line in texts("--min-severity", level, "-", stdin=content)] == codes
    (report,) = reports_of(check("--format", "json", "-", stdin=content))
    assert len(report["findings"]) == 3


# ---- the last line ----


@pytest.mark.parametrize("words, files, closing", [
    ([], [b""], ""),
    ([], [b"i"], "1 file: valid; 1 info hidden (--min-severity info)"),
    (["--all"], [b"i"], "1 file: valid"),
    ([], [b"e"], "1 file: invalid"),
    ([], [b"", b"e", None, b"w"], "4 files: 2 valid, 1 invalid, 1 not judged"),
    ([], [b"", b""], "2 files: 2 valid"),
    ([], [1500 * b"i"], "1 file: valid; 1,500 infos hidden (--min-severity info)"),
    (["--min-severity", "error"], [b"we", b"i"],
     "2 files: 1 valid, 1 invalid; 2 findings hidden (--min-severity info)"),
    (["--min-severity", "info"], [b"w", b"i"], "2 files: 2 valid"),
    (["--quiet"], [b"e", b"i"], ""),
    (["--format", "json"], [b"e", b"i"], ""),
    (["--statistics"], [b"e", b"i"], ""),
    (["--summary"], [b"e", b"i"], "2 files: 1 valid, 1 invalid"),
    (["--verbose"], [b"ew", b"i"], "2 files: 1 valid, 1 invalid; 1 error, 1 warning, 1 info; "
                                   "1 info hidden (--min-severity info)"),
    (["--verbose", "--format", "json"], [b"ew"], "1 file: invalid; 1 error, 1 warning, 0 infos")])
def test_closing_line(tmp_path, words, files, closing):
    names = [f"{number}/x" for number in range(len(files))]
    for name, more in zip(names, files):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"text\n" if more is None else alone(more))
    assert check(*words, *names, cwd=tmp_path).closing == closing


def test_a_complaint_alone_needs_no_closing_line():
    result = check("absent")
    assert (result.err, result.closing) == ("navlint: cannot read absent: No such file or directory\n", "")


# ---- --summary ----


def test_summary(folder):
    result = run("check", "--summary", "maps", "maps/readme.txt", cwd=folder)
    assert (result.code, result.err) == (3, "")
    assert_golden("summary.txt", result.text)


def rows_of(result):
    return list(csv.DictReader(io.StringIO(result.text, newline="")))


def test_summary_as_csv(folder):
    result = run("check", "--summary=csv", "maps", cwd=folder)
    assert result.text.count("\r\n") == result.text.count("\n") == 5
    rows = rows_of(result)
    assert [row["file"] for row in rows] == ["maps/a_warning.nav", "maps/b_error.nav", "maps/clean.nav",
                                             "maps/deep/info.nav"]
    assert [row["topRule"] for row in rows] == [WARNING, ERROR, "", INFO]
    assert rows[1] == {"file": "maps/b_error.nav", "format": "source-nav", "version": "5", "verdict": "invalid",
                       "errors": "1", "warnings": "0", "infos": "0", "topRule": ERROR}


@pytest.mark.parametrize("name, shown", [
    ("a,b.nav", "a,b.nav"), ('say "hi".nav', 'say "hi".nav'), ("=1+1.nav", "./=1+1.nav"), ("+x.nav", "./+x.nav"),
    ("@x.nav", "./@x.nav"), ("-x.nav", "./-x.nav"), ("a=b.nav", "a=b.nav"), ('=",".nav', './=",".nav'),
    ("two\nlines.nav", "two\\x0alines.nav"), ("\x1b[31m.nav", "\\x1b[31m.nav")])
def test_names_in_csv(tmp_path, name, shown):
    (tmp_path / name).write_bytes(mesh())
    for word in ("text", "csv"):
        result = run("check", f"--summary={word}", "--", name, cwd=tmp_path)
        assert result.code == 0 and result.text.count("\n") == 2 and "\x1b" not in result.text
    (row,) = rows_of(result)
    assert row["file"] == shown
    assert rows_of(run("check", "--summary=csv", "-", stdin=mesh()))[0]["file"] == "-"


def test_summary_of_sets(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.lnk").write_bytes(link(1, 2, 7 * b"i" + b"w"))
    (tmp_path / "a" / "2.lnk").write_bytes(link(2, 1, b"eec" + 5 * b"e"))
    (tmp_path / "b.zip").write_bytes(zip_of([("1.lnk", link(1, 2)), ("2.lnk", link(1, 1))]))
    rows = rows_of(check("--summary=csv", ".", cwd=tmp_path))
    columns = ("file", "verdict", "errors", "warnings", "infos", "topRule")
    assert [tuple(row[column] for column in columns) for row in rows] == [
        ("./b.zip!1.lnk", "invalid", "1", "0", "0", "LINKS_UNRESOLVED"),
        ("./b.zip!2.lnk", "invalid", "1", "0", "0", "LINKS_SELF"),
        ("./b.zip", "valid", "0", "1", "0", "LINKS_TWICE"),
        ("./a/1.lnk", "valid", "0", "1", "7", "LINKS_W"),
        ("./a/2.lnk", "invalid", "8", "0", "0", "LINKS_C")]


def test_summary_names_what_kept_us_from_judging(folder):
    result = run("check", "--summary=csv", "maps/readme.txt", cwd=folder)
    (row,) = rows_of(result)
    assert (result.code, row["verdict"], row["format"], row["topRule"]) == (
        3, "indeterminate", "", "limit:unrecognised")


def test_summary_does_not_go_with_other_forms():
    for words in (["--statistics"], ["--format", "json"], ["--format=ndjson"]):
        result = check("--summary", *words, "-")
        assert (result.code, result.out) == (2, b"") and "--summary" in result.err


# ---- caps ----


def test_a_broken_file_among_noisy_ones_is_shown(tmp_path):
    """Twelve files with a thousand infos and warnings each, before and behind the broken one."""
    for number in range(12):
        (tmp_path / f"{number:02}.lnk").write_bytes(link(number, number + 1, 500 * b"iw"))
    (tmp_path / "06-broken.lnk").write_bytes(link(12, 0, 500 * b"iw" + b"e"))
    for more in ([], ["--all"], ["--max-findings", "5"], ["--max-findings-per-rule", "1"]):
        assert [line for line in texts(*more, ".", cwd=tmp_path) if ": error: " in line] == [
            "./06-broken.lnk:+0x3f4: error: an e [LINKS_E]"]
        (whole,) = reports_of(check("--format", "json", *more, ".", cwd=tmp_path))
        found = {member["input"]["name"]: codes_of(member) for member in whole["members"]}
        assert [name for name, codes in found.items() if "LINKS_E" in codes] == ["./06-broken.lnk"]
        assert whole["summary"] | {"truncated": 0} == {"errors": 1, "warnings": 6500, "infos": 6500, "truncated": 0}
    tops = [row["topRule"] for row in rows_of(check("--summary=csv", ".", cwd=tmp_path))]
    assert sorted(tops) == ["LINKS_E"] + 12 * ["LINKS_W"]


def kept(*words, content):
    (report,) = reports_of(check("--format", "json", *words, "-", stdin=alone(content)))
    return codes_of(report)


def test_an_error_takes_the_place_of_an_info():
    assert kept("--max-findings", "1", content=b"iwe") == ["LINKS_E"]
    assert kept("--max-findings", "2", content=b"iiwe") == ["LINKS_W", "LINKS_E"]
    assert kept("--max-findings", "0", content=b"iwe") == []
    assert texts("--max-findings", "0", "-", stdin=alone(b"iwe")) == ["-: ... and 2 more findings (--max-findings)"]


def test_wishes_act_before_the_caps():
    content = 3 * b"i" + 3 * b"w" + 2 * b"e"
    assert kept("--max-findings", "2", "--min-severity", "error", content=content) == 2 * ["LINKS_E"]
    assert kept("--max-findings", "2", "--ignore", "LINKS_E", content=content) == 2 * ["LINKS_W"]
    assert kept("--max-findings", "2", "--only", "LINKS_I", content=content) == 2 * ["LINKS_I"]
    assert kept("--max-findings", "3", "--severity", "LINKS_E=info", content=content) == 3 * ["LINKS_W"]


def test_each_file_of_a_set_has_its_own_cap(tmp_path):
    for number in range(20):
        (tmp_path / f"{number:02}.lnk").write_bytes(link(number, (number + 1) % 20, 9 * b"w"))
    (whole,) = reports_of(check("--format", "json", "--max-findings", "5", ".", cwd=tmp_path))
    assert [len(member["findings"]) for member in whole["members"]] == 20 * [5]
    assert whole["summary"]["warnings"] == 180 and whole["summary"]["truncated"]


def test_caps_do_not_change_statistics(tmp_path):
    for number in range(20):
        (tmp_path / f"{number:02}.lnk").write_bytes(link(number, (number + 1) % 20, 200 * b"iw" + b"e"))
    plain = check("--statistics", "--format", "json", ".", cwd=tmp_path)
    assert [(row["code"], row["files"], row["occurrences"]) for row in json.loads(plain.text)["rules"]] == [
        ("LINKS_E", 20, 20), ("LINKS_I", 20, 4000), ("LINKS_W", 20, 4000)]
    for more in (["--max-findings", "0"], ["--max-findings-per-rule", "1"], ["--all"]):
        assert check("--statistics", "--format", "json", *more, ".", cwd=tmp_path).out == plain.out
    assert "     4,000  info      LINKS_I" in check("--statistics", ".", cwd=tmp_path).text


def test_other_places_are_notes_of_all_unless_they_say_more(tmp_path):
    (tmp_path / "hint.nav").write_bytes(witness("NAV_CONN_UNRESOLVED"))
    (tmp_path / "place.nav").write_bytes(witness("NAV_AREA_DEGENERATE"))
    default, everything = (run("check", *words, ".", cwd=tmp_path).text for words in ([], ["--all"]))
    assert "place.nav" in default and "place.nav" in everything
    notes = {name: [line.split(":")[0] for line in text.splitlines() if ": note: " in line]
             for name, text in (("default", default), ("all", everything))}
    assert "./place.nav" not in notes["default"] and "./place.nav" in notes["all"]
    assert notes["default"].count("./hint.nav") == notes["all"].count("./hint.nav")
