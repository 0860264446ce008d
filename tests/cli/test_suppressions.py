"""navlint-suppressions.json: what is known is not reported, and all else is."""

import json
import os
import resource
import shutil
import signal
import stat

import jsonschema
import pytest

from conftest import (ERROR, INFO, WARNING, area, environment, link, lines_of, mesh, reports_of, run, run_links,
                      schema_of, tar_of, witness, zip_of)

NAME = "navlint-suppressions.json"


def suppress(folder, *words, code=0):
    result = run("check", "--suppress-all", *(words or ["maps"]), cwd=folder)
    assert (result.code, result.out) == (code, b"")
    return known(folder)


def known(folder, name=NAME):
    """What the file says, checked against the schema and for its form."""
    text = (folder / name).read_text()
    document = json.loads(text)
    jsonschema.Draft202012Validator(schema_of("suppressions")).validate(document)
    assert text == json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    assert list(document["files"]) == sorted(document["files"], key=str.encode)
    for rules in document["files"].values():
        assert rules and list(rules) == sorted(rules)
        for entry in rules.values():
            assert entry["count"] == len(entry["fingerprints"]) > 0
            assert entry["fingerprints"] == sorted(set(entry["fingerprints"]))
    return document["files"]


def change(folder, file, rule, **more):
    document = json.loads((folder / NAME).read_text())
    document["files"][file][rule].update(more)
    (folder / NAME).write_text(json.dumps(document))


def broken(*norths):
    """A mesh by hand with an area for each number, connected to that area, which is not there; None: to none."""
    head = mesh(areas=len(norths))[:14] + len(norths).to_bytes(4, "little")
    return head + b"".join(area(index + 1, [] if north is None else [north]) for index, north in enumerate(norths))


# ---- What is reported ----

def test_what_is_known_is_not_reported(folder):
    files = suppress(folder)
    assert {name: list(rules) for name, rules in files.items()} == {
        "maps/a_warning.nav": [WARNING], "maps/b_error.nav": [ERROR], "maps/deep/info.nav": [INFO]}
    result = run("check", "maps", "--fail-on", "info", cwd=folder)
    assert (result.code, result.out, result.err) == (0, b"", "")
    assert result.closing == "4 files: 3 valid, 1 invalid; 3 suppressed"


@pytest.mark.parametrize("start, words", [
    ("maps", ["--suppressions", "../" + NAME, "."]),
    (".", ["--suppressions", "./" + NAME, "./maps//../maps"]),
    ("..", ["--suppressions", "{folder}/" + NAME, "{folder}/maps"]),
    (".", ["{folder}/maps/b_error.nav", "maps/./a_warning.nav", "maps/deep"]),
])
def test_names_do_not_depend_on_where_one_stands(folder, start, words):
    suppress(folder)
    result = run("check", *(word.format(folder=folder) for word in words), cwd=folder / start)
    assert (result.code, result.out) == (0, b"")
    assert result.closing.endswith("; 3 suppressed")


def test_a_record_in_front_changes_nothing(tmp_path):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "a.nav").write_bytes(broken(77, None))
    suppress(tmp_path)
    (tmp_path / "maps" / "a.nav").write_bytes(
        mesh(areas=3)[:14] + (3).to_bytes(4, "little") + area(9, []) + area(1, [77]) + area(2, []))
    result = run("check", "maps", cwd=tmp_path)
    assert (result.code, result.out) == (0, b"")


def test_one_more_is_reported(tmp_path):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "a.nav").write_bytes(broken(77, None))
    suppress(tmp_path)
    (tmp_path / "maps" / "a.nav").write_bytes(broken(77, 78))
    result = run("check", "--format", "json", "maps", cwd=tmp_path)
    [report] = reports_of(result)
    assert result.code == 1
    assert [finding["path"].split("/")[2] for finding in report["findings"]] == ["1"]
    assert report["summary"]["suppressed"] == {"errors": 1, "warnings": 0, "infos": 0}
    assert report["summary"]["errors"] == 2


def test_one_more_that_is_alike_is_reported(tmp_path):
    """Two connections of one area to nowhere differ by nothing but their number."""
    def twice(count):
        return mesh()[:14] + (1).to_bytes(4, "little") + area(1, [77] * count)
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "a.nav").write_bytes(twice(1))
    suppress(tmp_path)
    (tmp_path / "maps" / "a.nav").write_bytes(twice(2))
    assert run("check", "maps", "--only", ERROR, cwd=tmp_path).code == 1
    assert len(suppress(tmp_path)["maps/a.nav"][ERROR]["fingerprints"]) == 2


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_reports_count_what_is_suppressed(folder, form):
    suppress(folder)
    reports = {report["input"]["name"]: report
               for report in reports_of(run("check", "--format", form, "maps", cwd=folder), form)}
    assert all(report["findings"] == [] for report in reports.values())
    assert reports["maps/b_error.nav"]["verdict"] == "invalid"
    assert reports["maps/b_error.nav"]["summary"]["suppressed"] == {"errors": 1, "warnings": 0, "infos": 0}
    assert "suppressed" not in reports["maps/clean.nav"]["summary"]


@pytest.mark.parametrize("form", ["github", "gitlab", "junit", "markdown", "csv"])
def test_exports_leave_them_out(folder, form):
    suppress(folder)
    result = run("check", "--format", form, "maps", cwd=folder)
    assert result.code == 0
    assert not any(rule in result.text for rule in (ERROR, WARNING, INFO))


@pytest.mark.parametrize("form", ["sarif", "sarif-github"])
def test_sarif_says_that_they_are_suppressed(folder, form):
    suppress(folder)
    change(folder, "maps/b_error.nav", ERROR, reason="until the ladder is rebuilt")
    before = json.loads(run("check", "--no-suppressions", "--format", form, "maps", cwd=folder).text)
    after = json.loads(run("check", "--format", form, "maps", cwd=folder).text)
    results = {result["ruleId"]: result for result in after["runs"][0]["results"]}
    assert results[ERROR].pop("suppressions") == [{"kind": "external", "justification": "until the ladder is rebuilt"}]
    assert results[WARNING].pop("suppressions") == results[INFO].pop("suppressions") == [{"kind": "external"}]
    assert after["runs"][0]["results"] == before["runs"][0]["results"]


def test_tables_count_what_is_left(folder):
    suppress(folder)
    table = run("check", "--statistics", "maps", cwd=folder)
    assert table.text == "4 judged: 3 valid, 1 invalid, 0 indeterminate; 3 suppressed\n"
    document = json.loads(run("check", "--statistics", "--format", "json", "maps", cwd=folder).text)
    assert (document["rules"], document["suppressed"]) == ([], 3)
    rows = lines_of(run("check", "--summary=csv", "maps", cwd=folder).text)
    assert all(",0,0,0," in row for row in rows[1:])


def test_rules_by_name(folder):
    result = run("check", "--suppress-rule", WARNING, "maps", cwd=folder)
    assert result.code == 1 and ERROR in result.text and WARNING not in result.text
    assert [list(rules) for rules in known(folder).values()] == [[WARNING]]


def test_standard_input_has_a_name_or_is_not_known(folder):
    content = (folder / "maps" / "b_error.nav").read_bytes()
    assert run("check", "--suppress-all", "-", stdin=content, cwd=folder).code == 1
    assert not (folder / NAME).exists()
    suppress(folder)
    assert run("check", "-", stdin=content, cwd=folder).code == 1
    assert run("check", "-", "--stdin-filename", "maps/b_error.nav", stdin=content, cwd=folder).code == 0


# ---- Many findings ----

@pytest.mark.parametrize("words", [[], ["--max-findings", "2"], ["--max-findings-per-rule", "1"], ["--all"],
                                   ["--statistics"], ["--format", "ndjson"], ["--summary"]])
def test_caps_hide_nothing_from_the_file(tmp_path, words):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "a.nav").write_bytes(broken(*range(10000, 11500)))
    result = run("check", "--suppress-all", *words, "maps", cwd=tmp_path)
    assert result.code == 0
    assert known(tmp_path)["maps/a.nav"][ERROR]["count"] == 1500
    result = run("check", *words, "maps", cwd=tmp_path)
    assert result.code == 0 and ERROR not in result.text


def test_caps_hold_for_what_is_reported(tmp_path):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "a.nav").write_bytes(broken(*range(10000, 11500), *[None] * 20))
    suppress(tmp_path)
    (tmp_path / "maps" / "a.nav").write_bytes(broken(*range(10000, 11520)))
    for cap, listed in (("5", 5), ("30", 20)):
        [report] = reports_of(run("check", "--only", ERROR, "--format", "json", "--max-findings", cap, "maps", cwd=tmp_path))
        assert [int(finding["path"].split("/")[2]) for finding in report["findings"]] == list(range(1500, 1500 + listed))
        assert report["summary"]["truncated"] == (listed < 20)
        assert report["findings"][0].get("occurrences", 20) == 20
        assert report["summary"]["errors"] == 1520


def test_what_is_hidden_stays_counted(folder):
    suppress(folder, "maps/a_warning.nav")
    result = run("check", "maps", cwd=folder)
    assert result.code == 1 and INFO not in result.text
    assert result.closing == "4 files: 3 valid, 1 invalid; 1 suppressed; 1 info hidden (--min-severity info)"


@pytest.mark.parametrize("rule", ["NODES_CNT_LOST", "NODES_SIZE_OVERFLOW", "PATH_OCT_ROOT_SMALL"])
def test_what_follows_from_a_cause_goes_with_it(tmp_path, rule):
    (tmp_path / "a.bin").write_bytes(witness(rule))
    [before] = reports_of(run("check", "a.bin", "--format", "json", cwd=tmp_path))
    assert before["summary"]["consequences"] > 0
    run("check", "--suppress-all", "a.bin", cwd=tmp_path)
    result = run("check", "a.bin", "--format", "json", cwd=tmp_path)
    [after] = reports_of(result)
    assert (result.code, after["findings"], after["verdict"]) == (0, [], before["verdict"])
    assert after["summary"].pop("suppressed") == {key: before["summary"][key] for key in ("errors", "warnings", "infos")}
    del before["summary"]["consequences"]
    assert after["summary"] == before["summary"]


def test_what_follows_from_a_cause_stays_with_it(tmp_path):
    (tmp_path / "a.bin").write_bytes(witness("NODES_CNT_LOST"))
    [before] = reports_of(run("check", "a.bin", "--format", "json", cwd=tmp_path))
    causes = [finding["code"] for finding in before["findings"] if finding.get("cause")]
    run("check", "--suppress-all", "a.bin", cwd=tmp_path)
    document = json.loads((tmp_path / NAME).read_text())
    for rule in causes:
        document["files"]["a.bin"].pop(rule)
    (tmp_path / NAME).write_text(json.dumps(document))
    [after] = reports_of(run("check", "a.bin", "--format", "json", cwd=tmp_path))
    assert after["summary"]["consequences"] == before["summary"]["consequences"]
    assert [finding["code"] for finding in after["findings"]] == causes


# ---- What is written ----

@pytest.mark.parametrize("jobs", ["1", "3", "16"])
def test_the_file_does_not_depend_on_the_order(tmp_path, jobs):
    (tmp_path / "maps").mkdir()
    for index in range(60):
        (tmp_path / "maps" / f"{index * 7 % 60}.nav").write_bytes(mesh((ERROR, WARNING, INFO)[index % 3]))
    suppress(tmp_path)
    first = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).unlink()
    suppress(tmp_path, "-j", jobs, *(f"maps/{index}.nav" for index in reversed(range(60))))
    assert (tmp_path / NAME).read_bytes() == first
    suppress(tmp_path, "-j", jobs, "maps")
    assert (tmp_path / NAME).read_bytes() == first


def test_a_file_that_says_the_same_is_left_alone(folder):
    suppress(folder)
    os.utime(folder / NAME, (1, 1))
    suppress(folder)
    run("check", "--prune-suppressions", "maps", cwd=folder)
    assert (folder / NAME).stat().st_mtime == 1


def test_nothing_known_is_no_file(folder):
    assert run("check", "--suppress-all", "maps/clean.nav", cwd=folder).code == 0
    assert not (folder / NAME).exists()


def test_what_was_known_stays_with_its_reason(folder):
    suppress(folder, "maps/b_error.nav")
    change(folder, "maps/b_error.nav", ERROR, reason="grün: \"next\" release\n", until="9998-12-31")
    files = suppress(folder, "maps/a_warning.nav")
    assert list(files) == ["maps/a_warning.nav", "maps/b_error.nav"]
    (folder / "maps" / "b_error.nav").write_bytes(broken(77, 78))
    entry = suppress(folder, "maps/b_error.nav")["maps/b_error.nav"][ERROR]
    assert (entry["reason"], entry["until"], entry["count"]) == ("grün: \"next\" release\n", "9998-12-31", 2)
    assert run("check", "maps/b_error.nav", cwd=folder).code == 0


def test_permissions_and_links_stay(folder):
    suppress(folder, "maps/b_error.nav")
    (folder / "kept").mkdir()
    (folder / NAME).rename(folder / "kept" / "real.json")
    (folder / NAME).symlink_to("kept/real.json")
    (folder / "kept" / "real.json").chmod(0o640)
    suppress(folder)
    assert (folder / NAME).is_symlink()
    assert stat.S_IMODE((folder / "kept" / "real.json").stat().st_mode) == 0o640
    assert len(known(folder)) == 3
    assert os.listdir(folder / "kept") == ["real.json"]


def test_a_write_that_fails_leaves_the_old_file(folder):
    suppress(folder, "maps/b_error.nav")
    before = (folder / NAME).read_bytes()

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    result = run("check", "--suppress-all", "maps", cwd=folder, preexec_fn=limit, restore_signals=False)
    assert result.code == 4 and result.err == f"navlint: cannot write {NAME}: File too large\n"
    assert (folder / NAME).read_bytes() == before
    assert sorted(os.listdir(folder)) == ["maps", NAME]


def test_a_link_that_leads_nowhere_stays(folder):
    (folder / NAME).symlink_to("no/where.json")
    result = run("check", "--suppress-all", "maps", cwd=folder)
    assert (result.code, result.err) == (4, f"navlint: cannot write {NAME}: No such file or directory\n")
    assert (folder / NAME).is_symlink()


def test_a_folder_that_is_not_there(folder):
    result = run("check", "--suppress-all", "--suppressions", "no/where.json", "maps", cwd=folder)
    assert result.code == 2 and "no/where.json" in result.err


# ---- What is not there any more ----

def test_repaired_then_pruned(folder):
    suppress(folder)
    (folder / "maps" / "b_error.nav").write_bytes(mesh())
    result = run("check", "maps", cwd=folder)
    assert result.code == 0
    assert f"{ERROR} in maps/b_error.nav: 1 of 1 suppressed findings are not there any more" in result.err
    assert run("check", "maps", "--fail-on-unused-suppressions", cwd=folder).code == 1
    assert run("check", "--quiet", "maps", cwd=folder).err == ""
    assert run("check", "--prune-suppressions", "maps", cwd=folder).code == 0
    assert list(known(folder)) == ["maps/a_warning.nav", "maps/deep/info.nav"]
    result = run("check", "maps", "--fail-on-unused-suppressions", cwd=folder)
    assert (result.code, result.err) == (0, "")


def test_only_what_was_judged_is_pruned(folder):
    suppress(folder)
    for name in ("a_warning", "b_error"):
        (folder / "maps" / f"{name}.nav").write_bytes(mesh())
    run("check", "--prune-suppressions", "maps/b_error.nav", cwd=folder)
    assert list(known(folder)) == ["maps/a_warning.nav", "maps/deep/info.nav"]


@pytest.mark.parametrize("words", [["--ignore", ERROR], ["--only", WARNING], ["--severity", ERROR + "=off"]])
def test_rules_that_are_off_are_not_pruned(folder, words):
    suppress(folder)
    (folder / "maps" / "b_error.nav").write_bytes(mesh())
    run("check", "--prune-suppressions", *words, "maps", cwd=folder)
    assert "maps/b_error.nav" in known(folder)


def test_less_severe_than_asked_for_is_not_pruned(folder):
    suppress(folder)
    (folder / "maps" / "a_warning.nav").write_bytes(mesh())
    result = run("check", "--prune-suppressions", "--min-severity", "error", "maps", cwd=folder)
    assert len(known(folder)) == 3 and result.code == 0


def test_files_that_have_gone_are_pruned(folder):
    suppress(folder)
    (folder / "maps" / "b_error.nav").rename(folder / "maps" / "c_error.nav")
    result = run("check", "maps", cwd=folder)
    assert result.code == 1 and "c_error.nav" in result.text and "b_error.nav" in result.err
    run("check", "--prune-suppressions", "maps/clean.nav", cwd=folder)
    assert list(known(folder)) == ["maps/a_warning.nav", "maps/deep/info.nav"]


def test_a_file_without_a_verdict_is_not_pruned(folder):
    suppress(folder)
    (folder / "maps" / "b_error.nav").write_bytes(b"\xce\xfa\xed\xfe\xff\xff\xff\x7f" + bytes(40))
    assert run("check", "--prune-suppressions", "maps", cwd=folder).code == 3
    assert "maps/b_error.nav" in known(folder)


def test_without_a_verdict_nothing_is_in_order(folder):
    (folder / "maps" / "odd.nav").write_bytes(b"\xce\xfa\xed\xfe\xff\xff\xff\x7f" + bytes(40))
    result = run("check", "--suppress-all", "maps", cwd=folder)
    assert result.code == 3 and len(known(folder)) == 3
    after = run("check", "maps", cwd=folder)
    assert (after.code, after.out) == (3, result.out)


def test_rules_that_nobody_knows_are_unused(folder):
    suppress(folder)
    document = json.loads((folder / NAME).read_text())
    document["files"]["maps/clean.nav"] = {"NAV_OF_LATER": {"count": 1, "fingerprints": ["0" * 16]}}
    (folder / NAME).write_text(json.dumps(document))
    result = run("check", "maps", cwd=folder)
    assert result.code == 0 and "NAV_OF_LATER in maps/clean.nav" in result.err


# ---- Archives and sets ----

@pytest.mark.parametrize("pack", [zip_of, tar_of])
def test_members_of_archives(tmp_path, pack):
    name = "release.bin"
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / name).write_bytes(pack([("maps/a.nav", mesh(ERROR)), ("maps/b.nav", mesh(WARNING))]))
    files = suppress(tmp_path, f"dist/{name}")
    assert list(files) == [f"dist/{name}!maps/a.nav", f"dist/{name}!maps/b.nav"]
    assert run("check", "--fail-on", "info", str(tmp_path / "dist" / name), cwd=tmp_path).code == 0
    (tmp_path / "dist" / name).write_bytes(pack([("maps/b.nav", mesh(WARNING)), ("c.nav", mesh())]))
    result = run("check", "--prune-suppressions", f"dist/{name}", cwd=tmp_path)
    assert result.code == 0
    assert list(known(tmp_path)) == [f"dist/{name}!maps/b.nav"]
    (tmp_path / "dist" / name).unlink()
    (tmp_path / "clean.nav").write_bytes(mesh())
    run("check", "--prune-suppressions", "clean.nav", cwd=tmp_path)
    assert known(tmp_path) == {}


def links_folder(path):
    path.mkdir()
    (path / "a.lnk").write_bytes(link(1, 2))
    (path / "b.lnk").write_bytes(link(2, 7))
    return path


def test_sets(tmp_path):
    links_folder(tmp_path / "set")
    before = run_links("check", "--format", "ndjson", "set", cwd=tmp_path)
    assert before.code == 1
    result = run_links("check", "--suppress-all", "set", cwd=tmp_path)
    assert (result.code, result.out) == (0, b"")
    assert set(known(tmp_path)) <= {"set", "set/a.lnk", "set/b.lnk"}
    after = run_links("check", "set", cwd=tmp_path)
    assert (after.code, after.out, after.err) == (0, b"", "")
    inside = run_links("check", "--suppressions", f"../{NAME}", ".", cwd=tmp_path / "set")
    assert (inside.code, inside.out, inside.err) == (0, b"", "")


def test_a_part_of_a_set_makes_nothing_unused(tmp_path):
    links_folder(tmp_path / "set")
    run_links("check", "--suppress-all", "set", cwd=tmp_path)
    before = (tmp_path / NAME).read_bytes()
    result = run_links("check", "--prune-suppressions", "set/a.lnk", cwd=tmp_path)
    assert "not there" not in result.err
    assert (tmp_path / NAME).read_bytes() == before


# ---- Names of any bytes ----

def test_names_of_any_bytes(tmp_path):
    names = [b"plain.nav", b"\xff.nav", b"back\\slash.nav", b"back\\x5cslash.nav", b"\\xff.nav", b"new\nline.nav",
             b"\xed\xa0\x80.nav", b"\xf4\x90\x80\x80.nav", "grün.nav".encode(), b"quo\"te.nav", b"\x7f\x1b[31m.nav"]
    folder = os.fsencode(tmp_path)
    for name in names:
        with open(os.path.join(folder, name), "wb") as file:
            file.write(mesh(ERROR))
    assert len(suppress(tmp_path, ".")) == len(names)
    assert run("check", ".", cwd=tmp_path).code == 0
    os.unlink(os.path.join(folder, b"\\xff.nav"))
    result = run("check", "--prune-suppressions", ".", cwd=tmp_path)
    assert (result.code, len(known(tmp_path))) == (0, len(names) - 1)
    assert "\\x5cxff.nav" not in known(tmp_path) and "\\xff.nav" in known(tmp_path)


# ---- Days ----

@pytest.mark.parametrize("today, code", [("1803859200", 0), ("1803945599", 0), ("1803945600", 1), ("0", 0)])
def test_an_end_date(folder, today, code):
    """2027-03-01 begins at 1803859200."""
    suppress(folder)
    change(folder, "maps/b_error.nav", ERROR, until="2027-03-01")
    result = run("check", "maps", cwd=folder, env=environment(SOURCE_DATE_EPOCH=today))
    assert result.code == code
    ended = f"navlint: {NAME}: the suppression of {ERROR} in maps/b_error.nav ended on 2027-03-01\n"
    assert result.err == (ended if code else "")


def test_what_has_ended_is_kept_while_it_is_there(folder):
    suppress(folder)
    change(folder, "maps/b_error.nav", ERROR, until="2020-02-29", reason="why")
    run("check", "--prune-suppressions", "maps", cwd=folder)
    assert known(folder)["maps/b_error.nav"][ERROR]["until"] == "2020-02-29"
    entry = suppress(folder)["maps/b_error.nav"][ERROR]
    assert "until" not in entry and entry["reason"] == "why"
    assert run("check", "maps", cwd=folder).code == 0


@pytest.mark.parametrize("epoch", ["", "-1", "tomorrow", "1e9", "99999999999999999999999"])
def test_a_day_that_is_none(folder, epoch):
    suppress(folder)
    assert run("check", "maps", cwd=folder, env=environment(SOURCE_DATE_EPOCH=epoch)).code == 0
    change(folder, "maps/b_error.nav", ERROR, until="2027-03-01")
    result = run("check", "maps", cwd=folder, env=environment(SOURCE_DATE_EPOCH=epoch))
    assert result.code == 2 and "SOURCE_DATE_EPOCH" in result.err
    assert run("check", "--no-suppressions", "maps", cwd=folder, env=environment(SOURCE_DATE_EPOCH=epoch)).code == 1


# ---- What is refused ----

ENTRY = {"count": 1, "fingerprints": ["0" * 16]}


@pytest.mark.parametrize("text, complaint", [
    ("", ":1:0: "),
    ("{\n  \"files\": {\"a\"}\n}", ":2:"),
    ("{\"files\": {}, \"files\": {}}", "duplicate"),
    ("[]", "must hold an object"),
    ("{}", "needs an object \"files\""),
    ("{\"files\": {}, \"file\": {}}", ":1:23: /file: unknown key 'file' (did you mean 'files'?)"),
    ("{\"$schema\": \"urn:navlint:schema:suppressions:2\", \"files\": {}}", "another version"),
    ({"a.nav": []}, "/files/a.nav: must be an object"),
    ({"a.nav": {"X": 1}}, "/files/a.nav/X: must be an object"),
    ({"a.nav": {"X": {**ENTRY, "reasons": ""}}}, ":1:89: /files/a.nav/X/reasons: unknown key 'reasons' (did you mean 'reason'?)"),
    ({"a.nav": {"X": {**ENTRY, "count": -1}}}, "/X/count: must be"),
    ({"a.nav": {"X": {"fingerprints": []}}}, "/X/count: must be"),
    ({"a.nav": {"X": {"count": 1}}}, "/X/fingerprints: must be a list"),
    ({"a.nav": {"X": {**ENTRY, "reason": 1}}}, "/X/reason: must be a text"),
    ({"a.nav": {"X": {**ENTRY, "fingerprints": ["0" * 15]}}}, "16 hexadecimal digits"),
    ({"a.nav": {"X": {**ENTRY, "fingerprints": ["F" * 16]}}}, "16 hexadecimal digits"),
    ({"a.nav": {"X": {**ENTRY, "fingerprints": [1]}}}, "16 hexadecimal digits"),
] + [({"a.nav": {"X": {**ENTRY, "until": day}}}, "/X/until: must be a day")
     for day in ("2027-3-1", "2027-02-29", "2100-02-29", "2027-13-01", "2027-00-01", "2027-01-00", "0999-01-01",
                 "2027-03-01T", " 2027-03-1", "", 20270301)])
def test_what_is_refused(folder, text, complaint):
    if not isinstance(text, str):
        text = json.dumps({"files": text})
    (folder / NAME).write_text(text)
    for words in ([], ["--suppress-all"], ["--prune-suppressions"]):
        result = run("check", *words, "maps", cwd=folder)
        assert (result.code, result.out) == (2, b"")
        assert result.err.startswith(f"navlint: {NAME}") and complaint in result.err
    assert (folder / NAME).read_text() == text


@pytest.mark.parametrize("words", [
    ["--suppress-all", "--prune-suppressions"], ["--suppress-all", "--no-suppressions"],
    ["--suppressions", "x", "--no-suppressions"], ["--suppressions", "missing.json"], ["--prune-suppressions"],
    ["--suppressions", "maps"],
])
def test_options_that_do_not_go(folder, words):
    assert run("check", *words, "maps", cwd=folder).code == 2
    assert os.listdir(folder) == ["maps"]


def test_a_large_file_is_refused(folder):
    with open(folder / NAME, "wb") as file:
        file.truncate((64 << 20) + 1)
    result = run("check", "maps", cwd=folder)
    assert result.code == 2 and "64 MiB" in result.err


def test_merges_of_git_are_read(folder):
    """Both sides add a finding: the lists grow, and nobody adds up the counts."""
    suppress(folder)
    more = known(folder)["maps/b_error.nav"][ERROR]["fingerprints"] + ["0123456789abcdef"]
    change(folder, "maps/b_error.nav", ERROR, count=1, fingerprints=more[::-1] + more)
    assert run("check", "maps", cwd=folder).code == 0
    assert suppress(folder)["maps/b_error.nav"][ERROR]["count"] == 2


def test_the_example_of_the_page_fits(tmp_path):
    page = (schema_of.__globals__["ROOT"] / "docs" / "ci.md").read_text()
    example = next(part.split("```")[0] for part in page.split("```json\n") if "fingerprints" in part)
    (tmp_path / NAME).write_text(example)
    known(tmp_path)
    shutil.copy(tmp_path / NAME, tmp_path / "copy")
    (tmp_path / "a.nav").write_bytes(mesh())
    assert run("check", "a.nav", cwd=tmp_path).code == 0
