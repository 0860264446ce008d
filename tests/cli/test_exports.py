"""Reports for other tools: SARIF, GitHub, GitLab, JUnit, Markdown and CSV, several outputs at once."""

import collections
import csv
import html
import io
import json
import os
import re
import shutil
import subprocess
import urllib.parse
import xml.etree.ElementTree

import jsonschema
import pytest
import sarif
from containers import bsp_of, gma_of
from conftest import (DEADLINE_S, ERROR, HERE, INFO, WARNING, environment, link, mesh, reports_of, run, run_links,
                      tar_of, zip_of)

FORMS = ("sarif", "sarif-github", "github", "gitlab", "junit", "markdown", "csv")

# Of which every form has something to say.
HOSTILE = ["a b%.nav", "::error::x.nav", "|`*_[x](y)<b>@me #1.nav", "=1+1.nav", "quote\".nav", "comma,.nav",
           "\u202eabc.nav", "new\nline.nav", "caf\u00e9.nav", b"\xff\xfe.nav", "&amp;'<x>.nav", "-.nav"]


def check(form, *words, **more):
    return run("check", "--format", form, *words, **more)


def name_of(thing):
    return thing if isinstance(thing, bytes) else thing.encode()


@pytest.fixture(name="hostile")
def make_hostile(tmp_path):
    for thing in HOSTILE:
        (tmp_path / os.fsdecode(name_of(thing))).write_bytes(mesh(ERROR))
    return tmp_path


@pytest.fixture(name="release")
def make_release(tmp_path):
    """A release: an archive with a folder, a broken file beside it, one of a version that is not known."""
    members = [("maps/bad.nav", mesh(ERROR)), ("maps/deep/odd.nav", mesh(WARNING)), ("good.nav", mesh())]
    (tmp_path / "release.zip").write_bytes(zip_of(members))
    (tmp_path / "two.tar").write_bytes(tar_of(members[:1]))
    (tmp_path / "loose.nav").write_bytes(mesh(ERROR))
    (tmp_path / "later.nav").write_bytes(mesh()[:4] + (99).to_bytes(4, "little") + mesh()[8:])
    return tmp_path


def sarif_of(result, form="sarif"):
    document = json.loads(result.text)
    jsonschema.Draft202012Validator(sarif.document(form)).validate(document)
    return document["runs"][0]


def artifacts_of(run_of):
    """(path from the root, parent's path) of each artifact, by its index."""
    names = []
    for artifact in run_of["artifacts"]:
        name = urllib.parse.unquote_to_bytes(artifact["location"]["uri"])
        parent = artifact.get("parentIndex")
        names.append((name, None if parent is None else names[parent][0]))
    return names


# ---- SARIF ----


@pytest.mark.parametrize("form", ["sarif", "sarif-github"])
def test_sarif_says_what_json_says(folder, form):
    reports = reports_of(run("check", "--format", "json", "maps", cwd=folder))
    result = check(form, "maps", cwd=folder)
    assert (result.code, result.err) == (1, "")
    made = sarif_of(result, form)
    wanted = [(report["input"]["name"], finding["code"], finding["offset"], finding["length"], finding["path"])
              for report in reports for finding in report["findings"]]
    found = []
    for one in made["results"]:
        place = one["locations"][0]
        physical = place["physicalLocation"]
        found.append((urllib.parse.unquote(physical["artifactLocation"]["uri"]), one["ruleId"],
                      physical["region"]["byteOffset"], physical["region"]["byteLength"],
                      place.get("logicalLocations", [{"fullyQualifiedName": ""}])[0]["fullyQualifiedName"]))
    assert wanted and found == wanted
    assert {rule["id"] for rule in made["tool"]["driver"]["rules"]} == {code for _, code, *_ in wanted}
    assert made["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]


def test_sarif_lists_every_file_that_was_judged(folder):
    made = sarif_of(check("sarif", "--digest", "maps", cwd=folder))
    assert [name for name, _ in artifacts_of(made)] == [b"maps/a_warning.nav", b"maps/b_error.nav", b"maps/clean.nav",
                                                       b"maps/deep/info.nav"]
    assert all(len(each["hashes"]["sha-256"]) == 64 for each in made["artifacts"])
    for one in made["results"]:
        location = one["locations"][0]["physicalLocation"]["artifactLocation"]
        assert made["artifacts"][location["index"]]["location"]["uri"] == location["uri"]


def test_sarif_of_archives_nests(release):
    made = sarif_of(check("sarif", ".", cwd=release))
    names = artifacts_of(made)
    assert sorted(names, key=str) == sorted([
        (b"release.zip", None), (b"maps/bad.nav", b"release.zip"), (b"maps/deep/odd.nav", b"release.zip"),
        (b"good.nav", b"release.zip"), (b"two.tar", None), (b"maps/bad.nav", b"two.tar"), (b"loose.nav", None),
        (b"later.nav", None)], key=str)
    places = collections.Counter(
        names[one["locations"][0]["physicalLocation"]["artifactLocation"]["index"]]
        for one in made["results"] if one["level"] == "error")
    assert places == {(b"maps/bad.nav", b"release.zip"): 1, (b"maps/bad.nav", b"two.tar"): 1, (b"loose.nav", None): 1}


@pytest.fixture(name="twice")
def make_twice(tmp_path):
    """What is easily judged twice: a file, an archive, and one that has two equal members of one name."""
    (tmp_path / "a.nav").write_bytes(mesh(ERROR))
    (tmp_path / "one.zip").write_bytes(zip_of([("x.nav", mesh(ERROR))]))
    with pytest.warns(UserWarning, match="Duplicate name"):
        (tmp_path / "two.zip").write_bytes(zip_of([("x.nav", mesh(ERROR)), ("x.nav", mesh(ERROR))]))
    return tmp_path


def places_of(run_of):
    """(path from the root, parent's path) of the artifact of each result."""
    names = artifacts_of(run_of)
    return [names[one["locations"][0]["physicalLocation"]["artifactLocation"]["index"]] for one in run_of["results"]]


@pytest.mark.parametrize("words, artifacts, places", [
    (["a.nav", "./a.nav"], [(b"a.nav", None)], [(b"a.nav", None)] * 2),
    ([".", "a.nav"], [(b"a.nav", None), (b"one.zip", None), (b"x.nav", b"one.zip"), (b"two.zip", None),
                      (b"x.nav", b"two.zip")],
     [(b"a.nav", None), (b"x.nav", b"one.zip"), (b"x.nav", b"two.zip"), (b"x.nav", b"two.zip"), (b"a.nav", None)]),
    (["one.zip", "one.zip"], [(b"one.zip", None), (b"x.nav", b"one.zip")], [(b"x.nav", b"one.zip")] * 2),
    (["one.zip", "two.zip", "./one.zip"],
     [(b"one.zip", None), (b"x.nav", b"one.zip"), (b"two.zip", None), (b"x.nav", b"two.zip")],
     [(b"x.nav", b"one.zip"), (b"x.nav", b"two.zip"), (b"x.nav", b"two.zip"), (b"x.nav", b"one.zip")]),
    (["two.zip"], [(b"two.zip", None), (b"x.nav", b"two.zip")], [(b"x.nav", b"two.zip")] * 2),
])
@pytest.mark.parametrize("digest", [[], ["--digest"]])
def test_sarif_lists_a_file_once(twice, words, artifacts, places, digest):
    made = sarif_of(check("sarif", *digest, *words, cwd=twice))
    assert artifacts_of(made) == artifacts
    assert places_of(made) == places


def test_sarif_keeps_unequal_members_of_one_name_apart(tmp_path):
    with pytest.warns(UserWarning, match="Duplicate name"):
        (tmp_path / "x.zip").write_bytes(zip_of([("x.nav", mesh(ERROR)), ("x.nav", mesh(ERROR) + b"\0"),
                                                 ("x.nav", mesh(ERROR))]))
    made = sarif_of(check("sarif", "x.zip", cwd=tmp_path))
    lengths = [each.get("length") for each in made["artifacts"]]
    assert lengths == [None, len(mesh(ERROR)), len(mesh(ERROR)) + 1]
    assert {each.get("parentIndex") for each in made["artifacts"]} == {None, 0}
    indexes = [one["locations"][0]["physicalLocation"]["artifactLocation"]["index"] for one in made["results"]
               if one["ruleId"] == ERROR]
    assert indexes == [1, 2, 1]


@pytest.mark.parametrize("name, make", [("x.bsp", bsp_of), ("x.gma", gma_of)])
def test_sarif_has_one_artifact_for_a_container_that_is_judged(tmp_path, name, make):
    (tmp_path / name).write_bytes(make([("maps/x.nav", mesh(ERROR))]))
    made = sarif_of(check("sarif", "--digest", name, "./" + name, cwd=tmp_path))
    assert artifacts_of(made) == [(name.encode(), None), (b"maps/x.nav", name.encode())]
    container = made["artifacts"][0]
    assert container["length"] == (tmp_path / name).stat().st_size and len(container["hashes"]["sha-256"]) == 64


def test_sarif_takes_no_member_for_an_archive(tmp_path):
    """A member may be called like the file on the disk that is judged next."""
    inner = tmp_path / "inner.gma"
    inner.write_bytes(gma_of([("x.nav", mesh(ERROR))]))
    (tmp_path / "outer.zip").write_bytes(zip_of([(str(inner), inner.read_bytes())]))
    made = sarif_of(check("sarif", "outer.zip", str(inner), cwd=tmp_path))
    twin = f"file://{inner}".encode()
    assert artifacts_of(made) == [
        (b"outer.zip", None), (twin, b"outer.zip"), (twin + b"!x.nav", b"outer.zip"), (twin, None), (b"x.nav", twin)]
    assert made["artifacts"][-1]["parentIndex"] == 3


def test_sarif_for_github_names_files_of_the_repository(release):
    made = sarif_of(check("sarif-github", "release.zip", cwd=release), "sarif-github")
    uris = {one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in made["results"]}
    assert uris == {"release.zip"}


def test_what_names_the_archive_says_which_file_in_it(tmp_path):
    later = mesh()[:4] + (99).to_bytes(4, "little") + mesh()[8:]
    (tmp_path / "a.zip").write_bytes(zip_of([("in/bad.nav", mesh(ERROR)), ("in/later.nav", later)]))
    commands, _ = commands_of(check("github", ".", cwd=tmp_path).text)
    assert {(name, title, text.split(": ")[0]) for _, name, title, text in commands} == {
        ("a.zip", ERROR, "in/bad.nav"), ("a.zip", "not judged", "in/later.nav")}
    issues = issues_of(check("gitlab", ".", cwd=tmp_path).text)
    assert {(each["location"]["path"], each["check_name"], each["description"].split(": ")[0]) for each in issues} >= {
        ("a.zip", ERROR, "in/bad.nav"), ("a.zip", "not judged", "in/later.nav")}
    for form, starts in (("sarif-github", True), ("sarif", False)):
        made = sarif_of(check(form, ".", cwd=tmp_path), form)
        notes = made["invocations"][0]["toolExecutionNotifications"]
        assert all(each["message"]["text"].startswith("in/") == starts for each in made["results"] + notes)


def test_sarif_says_what_was_not_judged(release):
    result = check("sarif", "later.nav", "missing.nav", cwd=release)
    assert result.code == 3
    made = sarif_of(result)["invocations"][0]
    assert not made["executionSuccessful"] and made["exitCode"] == 3
    first, second = made["toolExecutionNotifications"]
    texts = sorted([first["message"]["text"], second["message"]["text"]])
    assert any("missing.nav" in text for text in texts) and any("version 99" in text for text in texts)


def test_sarif_carries_fixes():
    made = sarif_of(check("sarif", "-", stdin=run("witness", "NODES_PAD_FILLER").out))
    fixes = [one["fixes"][0] for one in made["results"] if "fixes" in one]
    report = reports_of(run("check", "--format", "json", "-", stdin=run("witness", "NODES_PAD_FILLER").out))[0]
    assert len(fixes) == sum("fix" in finding for finding in report["findings"])


def test_uris_of_hostile_names(hostile):
    made = sarif_of(check("sarif", ".", cwd=hostile))
    assert {name for name, _ in artifacts_of(made)} == {name_of(each) for each in HOSTILE}


# ---- fingerprints ----


def prints_of(content, name="map.nav"):
    made = sarif_of(run("check", "--format", "sarif", "--stdin-filename", name, "-", stdin=content))
    return [(one["ruleId"], one["partialFingerprints"]["navlint/v1"]) for one in made["results"]]


def shifted_mesh(before):
    """The mesh with a broken area, its id the same, behind `before` sound ones."""
    content = mesh(ERROR)
    areas = mesh(areas=before + 1)
    head, broken = content[:14 + 4], content[14 + 4:]
    size = (len(areas) - 18) // (before + 1)
    rest = areas[18 + size:]
    return head[:14] + (before + 1).to_bytes(4, "little") + rest + broken


def test_fingerprints_survive_a_record_put_in_front():
    assert prints_of(mesh(ERROR)) and prints_of(shifted_mesh(0)) == prints_of(mesh(ERROR))
    for before in (1, 5):
        moved = shifted_mesh(before)
        report = reports_of(run("check", "--format", "json", "-", stdin=moved))[0]
        assert [finding["code"] for finding in report["findings"]] == [ERROR]
        assert f"/areas/{before}/" in report["findings"][0]["path"]
        assert prints_of(moved) == prints_of(mesh(ERROR))


def test_fingerprints_tell_rules_names_and_twins_apart():
    assert prints_of(mesh(ERROR), "other.nav") != prints_of(mesh(ERROR))
    content = mesh(ERROR)
    at = content.index((77).to_bytes(4, "little")) - 4
    twice = content[:at] + (3).to_bytes(4, "little") + (77).to_bytes(4, "little") * 3 + content[at + 8:]
    all_prints = [each for code, each in prints_of(twice)]
    assert len(all_prints) >= 3 and len(set(all_prints)) == len(all_prints)


def test_fingerprints_do_not_depend_on_how_the_folder_is_written(folder):
    def of_sarif(path):
        made = sarif_of(check("sarif-github", path, cwd=folder), "sarif-github")
        return sorted(each["partialFingerprints"]["primaryLocationLineHash"] for each in made["results"])

    def of_issues(path):
        return sorted(each["fingerprint"] for each in issues_of(check("gitlab", path, cwd=folder).text))

    (folder / "maps" / "later.nav").write_bytes(mesh()[:4] + (99).to_bytes(4, "little") + mesh()[8:])
    assert of_sarif("maps") == of_sarif("./maps") == of_sarif(".")
    assert of_issues("maps") == of_issues("./maps") == of_issues(".")


# ---- GitHub ----


def commands_of(text):
    lines = text.split("\n")
    return [re.fullmatch(r"::(error|warning|notice) file=([^,:]*),title=([^,:]*)::(.*)", line).groups()
            for line in lines if line.startswith("::")], [line for line in lines if line and not line.startswith("::")]


def test_annotations(release):
    commands, rest = commands_of(check("github", "loose.nav", "release.zip", cwd=release).text)
    assert [(kind, name, title) for kind, name, title, _ in commands] == [
        ("error", "loose.nav", ERROR), ("error", "release.zip", ERROR), ("warning", "release.zip", WARNING)]
    assert commands[1][3].startswith("maps/bad.nav: ") and rest == []


def test_annotations_keep_to_the_budget_errors_first(tmp_path):
    for number in range(14):
        (tmp_path / f"a{number:02}.nav").write_bytes(mesh(WARNING))
        (tmp_path / f"b{number:02}.nav").write_bytes(mesh(ERROR))
    commands, rest = commands_of(check("github", ".", cwd=tmp_path).text)
    assert [kind for kind, *_ in commands] == ["error"] * 10 + ["warning"] * 10
    assert rest == ["navlint: 8 findings are not annotated: GitHub shows at most 10 errors, 10 warnings and 10 notices "
                    "of a step"]


def test_annotations_of_hostile_names(hostile):
    commands, _ = commands_of(check("github", ".", cwd=hostile).text)
    assert len(commands) == 10
    names = {urllib.parse.unquote(name) for _, name, *_ in commands}
    assert "::error::x.nav" in names and "comma,.nav" in names
    assert not any("\n" in name for name in names)  # shown as \x0a


# ---- GitLab ----

ISSUE = {"type": "object", "additionalProperties": False,
         "required": ["description", "check_name", "fingerprint", "severity", "location"],
         "properties": {"description": {"type": "string", "minLength": 1}, "check_name": {"type": "string"},
                        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
                        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
                        "location": {"type": "object", "additionalProperties": False, "required": ["path", "lines"],
                                     "properties": {"path": {"type": "string", "pattern": "^(?!\\./)"},
                                                    "lines": {"const": {"begin": 1}}}}}}


def issues_of(text):
    issues = json.loads(text)
    jsonschema.Draft202012Validator({"type": "array", "items": ISSUE}).validate(issues)
    prints = [issue["fingerprint"] for issue in issues]
    assert len(set(prints)) == len(prints)
    return issues


def test_code_quality(release):
    issues = issues_of(check("gitlab", ".", "missing.nav", cwd=release).text)
    wanted = {(ERROR, "release.zip"), (WARNING, "release.zip"), (ERROR, "two.tar"), (ERROR, "loose.nav"),
              ("not judged", "later.nav"), ("not judged", "missing.nav")}
    assert {(issue["check_name"], issue["location"]["path"]) for issue in issues} >= wanted
    assert issues_of(check("gitlab", "release.zip!", cwd=release).text) != []
    assert issues_of(check("gitlab", "-", stdin=mesh()).text) == []


def test_code_quality_of_hostile_names(hostile):
    assert len(issues_of(check("gitlab", ".", cwd=hostile).text)) >= len(HOSTILE)


# ---- JUnit ----


def check_xsd(text):
    """Against junit.xsd, where there is a validator."""
    if shutil.which("xmllint"):
        done = subprocess.run(["xmllint", "--noout", "--schema", str(HERE / "junit.xsd"), "-"], input=text.encode(),
                              capture_output=True, timeout=DEADLINE_S, check=False)
        assert done.returncode == 0, done.stderr.decode()


def suite_of(text):
    check_xsd(text)
    suite = xml.etree.ElementTree.fromstring(text).find("testsuite")
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases)
    assert int(suite.get("failures")) == sum(case.find("failure") is not None for case in cases)
    assert int(suite.get("errors")) == sum(case.find("error") is not None for case in cases)
    return {case.get("name"): case for case in cases}


def test_junit_has_a_case_for_each_file(release):
    cases = suite_of(check("junit", ".", "missing.nav", cwd=release).text)
    failed = {name for name, case in cases.items() if case.find("failure") is not None}
    assert failed == {"./loose.nav", "./release.zip!maps/bad.nav", "./two.tar!maps/bad.nav"}
    assert {name for name, case in cases.items() if case.find("error") is not None} == {"./later.nav", "missing.nav"}
    assert WARNING in cases["./release.zip!maps/deep/odd.nav"].findtext("system-out")
    assert len(cases["./release.zip!good.nav"]) == 0
    assert ERROR in cases["./loose.nav"].findtext("failure")


def test_junit_of_hostile_names(hostile):
    assert len(suite_of(check("junit", ".", cwd=hostile).text)) == len(HOSTILE)


# ---- Markdown ----


def cells_of(line):
    return re.split(r"(?<!\\)\|", line)[1:-1]


def rows_of(text):
    tables, rows = text.split("\n\n")[1:], []
    for line in tables[1].splitlines()[2:] if len(tables) > 1 else []:
        cells = [cell.strip() for cell in cells_of(line)]
        assert len(cells) == 5, line
        rows.append(cells)
    return rows


def test_markdown(release):
    text = check("markdown", ".", "missing.nav", cwd=release).text
    assert "| 7 | 2 | 3 | 2 |" in text
    rows = rows_of(text)
    assert [row[0] for row in rows] == sorted((row[0] for row in rows), key=lambda word: word == "warning")
    assert sum(row[0] == "error" for row in rows) == 3 and sum(row[0] == "not judged" for row in rows) == 2


def test_markdown_of_hostile_names(hostile):
    rows = rows_of(check("markdown", ".", cwd=hostile).text)
    assert len(rows) >= len(HOSTILE)
    shown = {html.unescape(re.sub(r"\\([\\`*_\[\]>|~])", r"\1", row[1])) for row in rows}
    assert "./|`*_[x](y)<b>@me #1.nav" in shown


def test_markdown_fits_a_comment(tmp_path):
    for number in range(600):
        (tmp_path / f"{number:03}{'x' * 80}.nav").write_bytes(mesh(ERROR))
    text = check("markdown", ".", cwd=tmp_path).text
    assert len(text) < 65536 and re.search(r"\n\.\.\. and \d+ more\n\Z", text)
    assert len(rows_of(text.rsplit("\n\n", 1)[0])) + int(re.search(r"and (\d+) more", text)[1]) == 600


# ---- CSV ----


def table_of(text):
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    assert len({len(row) for row in rows}) == 1
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def test_csv(release):
    rows = table_of(check("csv", ".", "missing.nav", cwd=release).text)
    assert {(row["severity"], row["rule"]) for row in rows if row["file"] == "./loose.nav"} == {("error", ERROR)}
    assert {row["file"] for row in rows if row["severity"] == "not judged"} == {"./later.nav", "missing.nav"}


def test_csv_has_no_formulas(hostile):
    rows = table_of(run("check", "--format", "csv", "--", *sorted(os.listdir(os.fsencode(hostile))), cwd=hostile).text)
    files = {row["file"] for row in rows}
    assert "'=1+1.nav" in files and not any(name[0] in "=+-@" for name in files)


# ---- all of them ----


@pytest.mark.parametrize("form", FORMS)
def test_jobs_do_not_change_the_output(release, form):
    one, four = (check(form, "-j", jobs, ".", cwd=release) for jobs in ("1", "4"))
    assert one.out == four.out and one.code == four.code == 3


@pytest.mark.parametrize("form", FORMS)
def test_a_set_is_exported_with_its_files(tmp_path, form):
    (tmp_path / "one").mkdir()
    for number, following in ((1, 2), (2, 3)):
        (tmp_path / "one" / f"{number}.lnk").write_bytes(link(number, following))
    alone = run_links("check", "--format", "json", "one", cwd=tmp_path)
    result = run_links("check", "--format", form, "one", cwd=tmp_path)
    assert result.code == alone.code and len(result.out) > 0
    if form.startswith("sarif"):
        assert len(sarif_of(result, form)["results"]) == sum(
            len(each["findings"]) for report in json.loads(alone.text) for each in [report, *report["members"]])


@pytest.mark.parametrize("form", FORMS)
def test_nothing_to_say(form):
    result = check(form, "-", stdin=mesh())
    assert (result.code, result.err) == (0, "")
    {"sarif": sarif_of, "sarif-github": lambda made: sarif_of(made, form), "junit": lambda made: suite_of(made.text),
     "gitlab": lambda made: issues_of(made.text), "csv": lambda made: table_of(made.text)}.get(form, str)(result)


def test_min_severity_holds_for_each_form(folder):
    for form in ("gitlab", "csv", "junit", "sarif"):
        assert INFO in check(form, "maps", cwd=folder).text
        assert INFO not in check(form, "--min-severity", "warning", "maps", cwd=folder).text
    for form in ("github", "markdown"):
        assert INFO not in check(form, "maps", cwd=folder).text
        assert INFO in check(form, "--min-severity", "info", "maps", cwd=folder).text


# ---- where it goes ----


def test_several_outputs_at_once(folder):
    words = [word for form in FORMS for word in ("--format", f"{form}=out.{form}")]
    result = run("check", *words, "--format", "json", "maps", cwd=folder)
    assert result.out == run("check", "--format", "json", "maps", cwd=folder).out
    for form in FORMS:
        assert (folder / f"out.{form}").read_bytes() == check(form, "maps", cwd=folder).out


def test_text_beside_a_file_shows_what_it_always_shows(folder):
    alone = run("check", "maps", cwd=folder)
    both = run("check", "--format", "text", "--format", "sarif=x", "maps", cwd=folder)
    assert both.out == alone.out
    assert INFO in (folder / "x").read_text()


@pytest.mark.parametrize("words", [["-o", "x"], ["--output=x", "--format", "text"], ["--format=text=x"]])
def test_output_to_a_file(folder, words):
    result = run("check", *words, "maps", cwd=folder)
    assert result.out == b"" and result.code == 1 and result.closing
    assert (folder / "x").read_bytes() == run("check", "maps", cwd=folder).out


def test_quiet_writes_files(folder):
    result = run("check", "-q", "--format", "sarif=x", "--format", "text", "maps", cwd=folder)
    assert (result.code, result.out, result.err, result.closing) == (1, b"", "", "")
    assert (folder / "x").read_bytes() == check("sarif", "maps", cwd=folder).out


def test_a_table_beside_a_file(folder):
    for table in ("--summary", "--statistics"):
        result = run("check", table, "--format", "sarif=x", "maps", cwd=folder)
        assert result.out == run("check", table, "maps", cwd=folder).out
        assert json.loads((folder / "x").read_text())


@pytest.mark.parametrize("words, said", [
    (["--format", "json", "--format", "csv"], "two formats go to standard output"),
    (["--format", "json=x", "--format", "csv=x"], "two formats go to x"),
    (["--format", "json=x", "-o", "y"], "goes with exactly one --format"),
    (["--format", "json="], "is not a form with the name of a file"),
    (["--format", "sarrif"], "did you mean 'sarif'?"),
    (["--statistics", "--format", "sarif"], "--statistics prints text, json or ndjson"),
    (["--summary", "--format", "sarif"], "does not go with another --format"),
])
def test_what_cannot_be_written(folder, words, said):
    result = run("check", *words, "maps", cwd=folder)
    assert result.code == 2 and said in result.err and result.out == b""


def test_a_file_that_cannot_be_written(folder):
    result = run("check", "--format", "sarif=no/such/x", "maps", cwd=folder)
    assert result.code == 4 and "cannot write no/such/x: No such file" in result.err
    result = run("check", "--format", "sarif=/dev/full", "maps", cwd=folder)
    assert result.code == 4 and "cannot write /dev/full: No space left" in result.err


@pytest.mark.parametrize("variables, form", [
    ({"GITHUB_ACTIONS": "true"}, "github"), ({"GITLAB_CI": "true"}, "gitlab"), ({}, "text"),
    ({"GITHUB_ACTIONS": "false"}, "text")])
def test_auto_goes_by_the_runner(folder, variables, form):
    plain = {key: value for key, value in environment().items() if key not in ("GITHUB_ACTIONS", "GITLAB_CI")}
    result = run("check", "--format", "auto", "maps", cwd=folder, env={**plain, **variables})
    assert result.out == check(form, "maps", cwd=folder).out
    assert run("check", "maps", cwd=folder, env={**plain, **variables}).out == run("check", "maps", cwd=folder).out


