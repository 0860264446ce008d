"""--help, version and the messages of wrong usage."""

import json

import pytest

from conftest import VERSION, assert_golden, run

VERBS = ["check", "explain", "rules", "formats", "layout", "dump", "diff", "witness", "version", "help"]


def test_overview():
    result = run("help")
    assert (result.code, result.err) == (0, "")
    assert_golden("help.txt", result.text)
    assert run("--help").out == run("-h").out == result.out


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_verb(verb):
    result = run("help", verb)
    assert (result.code, result.err) == (0, "")
    assert_golden(f"help-{verb}.txt", result.text)
    assert run(verb, "--help").out == result.out
    assert run(verb, "-h").out == result.out


@pytest.mark.parametrize("verb", VERBS)
def test_help_tells_the_exit_codes(verb):
    text = run("help", verb).text
    for code in range(5):
        assert f"\n  {code}  " in text


def test_help_behind_options_end_is_an_operand():
    result = run("explain", "--", "--help")
    assert result.code == 2
    assert "unknown rule '--help'" in result.err


def test_version():
    result = run("version")
    assert (result.code, result.err) == (0, "")
    first, second = result.text.splitlines()
    assert first == f"navlint {VERSION}"
    formats = json.loads(run("formats", "--format", "json").text)["formats"]
    assert second == "formats: " + " ".join(row["id"] for row in formats)
    assert run("--version").out == result.out


WRONG = [
    ([], "a verb is missing; see 'navlint help'"),
    (["chekc", "x"], "unknown verb 'chekc' (did you mean 'check'?)"),
    (["help", "witnes"], "unknown verb 'witnes' (did you mean 'witness'?)"),
    (["frobnicate"], "unknown verb 'frobnicate'"),
    (["check"], "check: FILE|DIR|ARCHIVE|-... is missing; see 'navlint help check'"),
    (["check", "--fromat", "json", "x"], "check: unknown option '--fromat' (did you mean '--format'?)"),
    (["check", "--fromat=json", "x"], "check: unknown option '--fromat' (did you mean '--format'?)"),
    (["check", "--zzzzzzzzzz", "x"], "check: unknown option '--zzzzzzzzzz'"),
    (["check", "-z", "x"], "check: unknown option '-z'"),
    (["check", "--format", "jsn", "x"],
     "check: --format takes text|json|ndjson|sarif|sarif-github|github|gitlab|junit|markdown|csv|auto, not 'jsn' (did you mean 'json'?)"),
    (["check", "x", "--format"], "check: --format needs a value: text|json|ndjson|sarif|sarif-github|github|gitlab|junit|markdown|csv|auto"),
    (["check", "--quiet=yes", "x"], "check: --quiet takes no value"),
    (["check", "--input-format", "sourcenav", "x"],
     "check: unknown format 'sourcenav' (did you mean 'source-nav'?)"),
    (["check", "--game", "gmood", "x"], "check: unknown game 'gmood' (did you mean 'gmod'?)"),
    (["check", "--ignore", "NAV_CONN_UNRESOVLED", "x"],
     "check: unknown rule 'NAV_CONN_UNRESOVLED' (did you mean 'NAV_CONN_UNRESOLVED'?)"),
    (["check", "--only", "NAV_BSP_SIZE,", "x"], "check: unknown rule ''"),
    (["check", "--only", "NAV_BSP_SIZE," + "X" * 200, "x"], "check: unknown rule '" + "X" * 63 + "'"),
    (["check", "--severity", "NAV_BSP_SIZE", "x"],
     "check: --severity: 'NAV_BSP_SIZE' is not CODE=error|warning|info|off"),
    (["check", "--severity", "NAV_BSP_SIZE=eror", "x"],
     "check: --severity takes error|warning|info|off, not 'eror' (did you mean 'error'?)"),
    (["check", "--severity", "NAV_BSP_SZE=error", "x"],
     "check: unknown rule 'NAV_BSP_SZE' (did you mean 'NAV_BSP_SIZE'?)"),
    (["check", "--min-severity", "off", "x"],
     "check: --min-severity takes error|warning|info, not 'off'"),
    (["check", "--fail-on", "newer", "x"],
     "check: --fail-on takes error|warning|info|never, not 'newer' (did you mean 'never'?)"),
    (["check", "--max-findings", "-1", "x"],
     "check: --max-findings: '-1' is not a number from 0 to 4294967295"),
    (["check", "--max-findings", "4294967296", "x"],
     "check: --max-findings: '4294967296' is not a number from 0 to 4294967295"),
    (["check", "--max-findings-per-rule", "1x", "x"],
     "check: --max-findings-per-rule: '1x' is not a number from 0 to 4294967295"),
    (["check", "--jobs", "0", "x"], "check: --jobs: '0' is not a number from 1 to 256"),
    (["check", "-j257", "x"], "check: --jobs: '257' is not a number from 1 to 256"),
    (["check", "--max-bytes", "1T", "x"],
     "check: --max-bytes: '1T' is not a size: bytes, or a number with the suffix k, M or G"),
    (["check", "--max-bytes", "99999999999G", "x"],
     "check: --max-bytes: '99999999999G' is not a size: bytes, or a number with the suffix k, M or G"),
    (["check", "--color", "alway", "x"],
     "check: --color takes auto|always|never, not 'alway' (did you mean 'always'?)"),
    (["check", "-", "-"], "check: standard input (-) can be read only once"),
    (["explain"], "explain: CODE is missing; see 'navlint help explain'"),
    (["explain", "nav_conn_zer0"], "explain: unknown rule 'nav_conn_zer0' (did you mean 'NAV_CONN_ZERO'?)"),
    (["explain", "A", "B"], "explain: unexpected argument 'B'; see 'navlint help explain'"),
    (["rules", "source_nav"], "rules: unknown format 'source_nav' (did you mean 'source-nav'?)"),
    (["formats", "x"], "formats: unexpected argument 'x'; see 'navlint help formats'"),
    (["version", "--verbose"], "version: unknown option '--verbose'"),
    (["dump"], "dump: FILE[!MEMBER]|- is missing; see 'navlint help dump'"),
    (["dump", "--format", "ndjson", "x"],
     "dump: --format takes text|json|tree|obj, not 'ndjson' (did you mean 'json'?)"),
    (["witness", "NAV_ZERO"], "witness: unknown rule 'NAV_ZERO'"),
    (["check", "--game", "\x1b[31m", "x"], "check: unknown game '\\x1b[31m'"),
]


@pytest.mark.parametrize("words, message", WRONG, ids=lambda value: " ".join(value)[:40])
def test_wrong_usage(words, message):
    result = run(*words)
    assert (result.code, result.out) == (2, b"")
    assert result.err == f"navlint: {message}\n"


def test_a_file_in_the_place_of_a_verb(tmp_path):
    (tmp_path / "some map.nav").write_bytes(b"")
    result = run("some map.nav", cwd=tmp_path)
    assert result.code == 2
    assert "(did you mean 'navlint check some map.nav'?)" in result.err
