"""Settings of a repository: .navlint.json, which one holds for which file, and what is said of wrong ones."""

import copy
import json
import os
import random
import shutil
import subprocess

import jsonschema
import pytest

from conftest import (DEADLINE_S, ERROR, INFO, PEDANTIC, WARNING, codes_of, environment, is_sanitized, link, mesh, program, run,
                      run_links, schema_of, tar_of)
from test_masters import REFERENCE, members_of

OFF = {"severity": {ERROR: "off"}}


def plant(root, *paths, content=None):
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(mesh(ERROR) if content is None else content)


def settle(folder, settings):
    folder.mkdir(parents=True, exist_ok=True)
    text = settings if isinstance(settings, str) else json.dumps(settings)
    (folder / ".navlint.json").write_text(text)


def found(*words, cwd, binary=run):
    """The codes that are found in each input."""
    result = binary("check", "--format", "ndjson", *words, cwd=cwd)
    reports = [json.loads(line) for line in result.text.splitlines()]
    return {report["input"]["name"]: codes_of(report) for report in reports if "input" in report}, result


def shown(*words, cwd):
    result = run("config", "--show", "--format", "json", *words, cwd=cwd)
    assert (result.code, result.err) == (0, ""), result.err
    return json.loads(result.text)


def refusal(cwd, *words):
    result = run("check", *(words or ["."]), cwd=cwd)
    assert result.code == 2 and result.text == "" and result.err.count("\n") == 1
    return result.err.removeprefix("navlint: ").rstrip("\n")


@pytest.fixture(name="tree")
def make_tree(tmp_path):
    plant(tmp_path, "a.nav", "maps/b.nav", "maps/old/c.nav", "other/d.nav")
    return tmp_path


# ---- which file holds ----


def test_each_file_has_the_nearest(tree):
    settle(tree, OFF)
    settle(tree / "maps/old", {})
    expected = {"./a.nav": [], "./maps/b.nav": [], "./maps/old/c.nav": [ERROR], "./other/d.nav": []}
    assert found(".", cwd=tree)[0] == expected
    assert found("c.nav", "../b.nav", "../../a.nav", cwd=tree / "maps/old")[0] == {"c.nav": [ERROR], "../b.nav": [], "../../a.nav": []}
    assert found(tree / "maps", cwd="/")[0] == {f"{tree}/maps/b.nav": [], f"{tree}/maps/old/c.nav": [ERROR]}


def test_what_is_farther_up_adds_nothing(tree):
    settle(tree, {**OFF, "failOn": "never"})
    settle(tree / "maps", {"pedantic": True})
    shows = shown("maps/b.nav", cwd=tree)
    assert shows["config"] == "maps/.navlint.json"
    assert (shows["settings"]["severity"], shows["settings"]["failOn"], shows["settings"]["pedantic"]) == ({}, "error", True)


def test_config_and_no_config(tree):
    settle(tree, OFF)
    settle(tree / "ci", {"severity": {ERROR: "info"}, "failOn": "info"})
    assert found("--no-config", "a.nav", cwd=tree)[0] == {"a.nav": [ERROR]}
    reports, result = found("--config", "ci/.navlint.json", "a.nav", "maps", cwd=tree)
    assert result.code == 1 and set(reports) == {"a.nav", "maps/b.nav", "maps/old/c.nav"}
    assert run("check", "--config", "ci/.navlint.json", "--fail-on", "error", "a.nav", cwd=tree).code == 0
    for words, said in ((["--config", "nowhere"], "cannot read nowhere: No such file or directory"),
                        (["--config", "ci/.navlint.json", "--no-config"], "--config and --no-config exclude each other")):
        assert refusal(tree, *words, "a.nav") == said


def test_standard_input_has_that_of_the_current_folder(tree):
    settle(tree, {"overrides": [{"files": ["maps/*"], **OFF}]})
    for words, codes in (([], [ERROR]), (["--stdin-filename", "maps/x.nav"], []), (["--stdin-filename", "x.nav"], [ERROR])):
        result = run("check", "--format", "ndjson", *words, "-", stdin=mesh(ERROR), cwd=tree)
        assert codes_of(json.loads(result.text)) == codes


def test_members_have_that_of_the_archive(tree):
    (tree / "x.tar").write_bytes(tar_of([("maps/a.nav", mesh(ERROR)), ("old/b.nav", mesh(ERROR)), (".navlint.json", b"{")]))
    settle(tree, {"overrides": [{"files": ["x.tar"], **OFF}], "exclude": ["old/*"]})
    assert found("x.tar", cwd=tree)[0] == {"x.tar!maps/a.nav": []}
    settle(tree, {"exclude": ["old"]})
    assert list(found("x.tar", cwd=tree)[0]) == ["x.tar!maps/a.nav"]
    settle(tree, {"exclude": ["x.tar!maps"]})
    assert list(found("../x.tar", cwd=tree / "maps")[0]) == ["../x.tar!old/b.nav"]


def test_links_are_taken_as_they_are_written(tree):
    settle(tree / "real", OFF)
    plant(tree, "real/maps/b.nav", "real/maps/old/c.nav")
    (tree / "link").symlink_to("real/maps")
    assert found("link/b.nav", cwd=tree)[0] == {"link/b.nav": [ERROR]}
    assert found("link/old/../b.nav", cwd=tree)[0] == {"link/old/../b.nav": []}  # the disk knows where ".." leads


def test_each_folder_is_asked_once(tree):
    if not shutil.which("strace") or is_sanitized():
        pytest.skip("strace is not installed, or would trace a sanitizer")
    plant(tree, *(f"many/{i % 5}/{i}.nav" for i in range(200)))
    done = subprocess.run(["strace", "-f", "-e", "trace=openat,access,stat,newfstatat,statx", program(), "check", "-q", "many"], cwd=tree,
                          capture_output=True, text=True, timeout=DEADLINE_S, check=False, env=environment())
    if "ptrace" in done.stderr and "navlint.json" not in done.stderr:
        pytest.skip("may not trace")
    asked = [line for line in done.stderr.splitlines() if ".navlint.json" in line]
    above = len((tree / "many").parts)
    assert len(asked) == 5 + above, "\n".join(asked)


# ---- layers ----


def test_order_of_layers(tree):
    settle(tree, {"failOn": "warning", "ignore": [WARNING], "only": [ERROR], "exclude": ["x"], "overrides": [
        {"files": ["*.nav"], "failOn": "info", "ignore": [INFO], "only": [INFO, WARNING]},
        {"files": ["maps/*"], "failOn": "never"},
        {"files": ["other/*"], "failOn": "error"}]})
    shows = shown("maps/b.nav", "--ignore", PEDANTIC, "--exclude", "y", cwd=tree)
    here = ".navlint.json"
    assert shows["settings"]["failOn"] == "never" and shows["from"]["failOn"] == [f"{here}, override 2"]
    assert shows["settings"]["ignore"] == [WARNING, INFO, PEDANTIC]
    assert shows["from"]["ignore"] == [here, f"{here}, override 1", "command line"]
    assert shows["settings"]["only"] == [INFO, WARNING] and shows["from"]["only"] == [f"{here}, override 1"]
    assert shows["settings"]["exclude"] == ["x", "y"] and shows["from"]["game"] == ["default"]
    shows = shown("maps/b.nav", "--fail-on", "error", "--only", ERROR, cwd=tree)
    assert (shows["settings"]["failOn"], shows["from"]["failOn"]) == ("error", ["command line"])
    assert shows["settings"]["only"] == [ERROR]


def test_severity_is_settled_rule_by_rule(tree):
    settle(tree, {"severity": {ERROR: "warning", WARNING: "info"}, "overrides": [{"files": ["*"], "severity": {ERROR: "info"}}]})
    assert shown("a.nav", "--severity", f"{WARNING}=off", cwd=tree)["settings"]["severity"] == {ERROR: "info", WARNING: "off"}


def test_lists_that_were_emptied(tree):
    settle(tree, {"only": [WARNING], "overrides": [{"files": ["maps/*"], "only": []}]})
    assert found(".", cwd=tree)[0]["./maps/b.nav"] == [ERROR] and found(".", cwd=tree)[0]["./a.nav"] == []


def test_all_takes_no_notice_of_what_is_shown(tree):
    settle(tree, {"maxFindings": 0, "minSeverity": "error"})
    assert found("a.nav", cwd=tree)[0] == {"a.nav": []}
    assert found("--all", "a.nav", cwd=tree)[0] == {"a.nav": [ERROR]}
    assert shown("--all", "a.nav", cwd=tree)["from"]["minSeverity"] == ["default"]


def test_what_is_hidden_is_counted_as_what_it_is(tree):
    plant(tree, "warning.nav", content=mesh(WARNING))
    settle(tree, {"minSeverity": "error"})
    assert run("check", "warning.nav", "maps", cwd=tree).closing == "3 files: 1 valid, 2 invalid; 1 finding hidden (--min-severity info)"


def test_exit_status_file_by_file(tree):
    settle(tree, {"overrides": [{"files": ["a.nav", "maps/*"], "failOn": "never"}]})
    assert run("check", "a.nav", "maps", cwd=tree).code == 0
    assert run("check", "a.nav", "maps", "other", cwd=tree).code == 1
    plant(tree, "new.nav", content=mesh()[:4] + b"\x40" + mesh()[5:])
    assert run("check", "new.nav", cwd=tree).code == 3
    settle(tree, {"overrides": [{"files": ["new.nav"], "onIndeterminate": "warn"}]})
    assert run("check", "new.nav", cwd=tree).code == 0


@pytest.mark.parametrize("glob, meant", [
    ("maps", ["./maps/b.nav", "./maps/old/c.nav"]), ("maps/", ["./maps/b.nav", "./maps/old/c.nav"]), ("old", ["./maps/old/c.nav"]),
    ("maps/old/", ["./maps/old/c.nav"]), ("ma", []), ("nav", []), ("b.nav", ["./maps/b.nav"]), ("maps/*", ["./maps/b.nav", "./maps/old/c.nav"]), ("*/c.nav", ["./maps/old/c.nav"]),
    ("./a.nav", ["./a.nav"]), ("[ab].nav", ["./a.nav", "./maps/b.nav"]), ("/a.nav", [])])
def test_globs_of_overrides(tree, glob, meant):
    settle(tree, {"overrides": [{"files": [glob], **OFF}]})
    assert [name for name, codes in found(".", cwd=tree)[0].items() if not codes] == meant
    there = {name.replace("./", "../", 1) for name in meant if name.startswith("./maps/")}
    assert {name for name, codes in found("../maps", cwd=tree / "maps")[0].items() if not codes} == {
        name.replace("../maps/", "../maps/", 1) for name in there}


# ---- what is left out ----


def test_exclude_is_seen_from_its_folder(tree):
    settle(tree, {"exclude": ["maps/old", "other/*"]})
    assert list(found(".", cwd=tree)[0]) == ["./a.nav", "./maps/b.nav"]
    assert list(found("../..", cwd=tree / "maps/old")[0]) == ["../../a.nav", "../../maps/b.nav"]
    assert list(found("maps/old/c.nav", cwd=tree)[0]) == ["maps/old/c.nav"]  # was named
    assert list(found("--exclude", "a.nav", ".", cwd=tree)[0]) == ["./maps/b.nav"]


@pytest.mark.parametrize("words, left", [
    (["a.nav", "maps/old/c.nav", "other/d.nav"], ["a.nav"]), (["maps/old", "a.nav"], ["a.nav"]), (["./maps/old/c.nav", "other"], []),
    (["maps/b.nav", "--exclude", "maps"], []), (["maps/old/../b.nav"], [])])
def test_force_exclude(tree, words, left):
    settle(tree, {"exclude": ["old", "other/*"]})
    (tree / "list").write_text("\n".join(word for word in words if not word.startswith("--") and word != "maps"))
    reports, result = found("--force-exclude", "--allow-empty", *words, cwd=tree)
    assert list(reports) == left and result.code == (1 if left else 0), result.err
    if "--exclude" not in words:
        assert list(found("--force-exclude", "--files-from", "list", cwd=tree)[0]) == left


def test_exclude_of_the_nearest_file(tree):
    settle(tree, {"exclude": ["*.nav"]})
    settle(tree / "maps", {})
    assert list(found(".", cwd=tree)[0]) == ["./maps/b.nav", "./maps/old/c.nav"]


def test_respect_gitignore_where_it_is_settled(tree):
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    (tree / ".gitignore").write_text("b.nav\nd.nav\n")
    settle(tree / "maps", {"respectGitignore": True})
    assert list(found(".", cwd=tree)[0]) == ["./a.nav", "./maps/old/c.nav", "./other/d.nav"]


def test_allow_empty(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    settle(tmp_path / "one", {"allowEmpty": True})
    assert run("check", "one", cwd=tmp_path).code == 0
    result = run("check", "one", "two", cwd=tmp_path)
    assert result.code == 3 and result.err == "navlint: two: no navigation file found\n"


# ---- masters, sets ----


def test_masters_lie_below_the_settings(tmp_path):
    pair = members_of(REFERENCE)
    plant(tmp_path, "mods/plugin.esp", content=pair["plugin.esp"])
    plant(tmp_path, "game/Skyrim.esm", content=pair["Skyrim.esm"])
    settle(tmp_path, {"masters": ["game"]})
    for cwd, path in ((tmp_path, "mods"), (tmp_path / "mods", "plugin.esp"), ("/", tmp_path / "mods")):
        (codes,) = found(path, cwd=cwd)[0].values()
        assert REFERENCE in codes
    settle(tmp_path, {"masters": ["nowhere"]})
    assert refusal(tmp_path, "mods") == f".navlint.json: masters: {tmp_path}/nowhere: No such file or directory"


def test_files_of_one_set_with_different_settings(tmp_path):
    plant(tmp_path, "maps/1.lnk", content=link(1, 2))
    plant(tmp_path, "maps/2.lnk", content=link(2, 2))
    settle(tmp_path, {"overrides": [{"files": ["2.lnk"], "ignore": ["LINKS_SELF"], "failOn": "never"}]})
    reports, result = found("maps", cwd=tmp_path, binary=run_links)
    assert reports["maps/2.lnk"] == ["LINKS_SELF"] and result.err == (
        "navlint: maps: files of one set have different settings: those of maps/1.lnk hold, not those of maps/2.lnk\n")
    settle(tmp_path, {"overrides": [{"files": ["1.lnk"], "ignore": ["LINKS_SELF"]}]})
    assert found("maps", cwd=tmp_path, binary=run_links)[0]["maps/2.lnk"] == []
    settle(tmp_path, {"overrides": [{"files": ["*.lnk"], "ignore": ["LINKS_SELF"]}]})
    assert found("maps", cwd=tmp_path, binary=run_links)[1].err == ""


# ---- what is wrong ----


@pytest.mark.parametrize("text, said", [
    ("{", ":1:1: string or '}' expected near end of file"),
    ('{"game": "gmod",}', ":1:17: string or '}' expected near '}'"),
    ('{"game": "gmod", "game": "css"}', ":1:23: duplicate object key near '\"game\"'"),
    ("[]", ":1:1: an object is expected"),
    ('{\n  "ignor": []}', ":2:12: /ignor: unknown key 'ignor' (did you mean 'ignore'?)"),
    ('{"fail-on": "never"}', ":1:13: /fail-on: unknown key 'fail-on' (did you mean 'failOn'?)"),
    ('{"zzzzzzzzzz": 1}', ":1:16: /zzzzzzzzzz: unknown key 'zzzzzzzzzz'"),
    ('{"jobs": 4}', ":1:10: /jobs: this belongs to a command line alone"),
    ('{"a/~b": 4}', ":1:10: /a~1~0b: unknown key 'a/~b'"),
    ('{"overrides": [{"files": ["x"], "override": 1}]}', ":1:45: /overrides/0/override: unknown key 'override'"),
    ('{"overrides": [{"files": ["x"], "exclude": ["a"]}]}',
     ":1:44: /overrides/0/exclude: this holds for a whole folder and belongs at the top"),
    ('{"overrides": [{"failOn": "never"}]}', ':1:16: /overrides/0: an array of globs is expected as "files"'),
    ('{"overrides": [{"files": []}]}', ':1:16: /overrides/0: an array of globs is expected as "files"'),
    ('{"overrides": [{"files": [""]}]}', ":1:27: /overrides/0/files/0: is empty"),
    ('{"overrides": {}}', ":1:15: /overrides: an array of objects is expected"),
    ('{"game": "gmud"}', ":1:10: /game: unknown game 'gmud' (did you mean 'gmod'?)"),
    ('{"game": null}', ":1:10: /game: a string is expected"),
    ('{"inputFormat": "source-nv"}', ":1:17: /inputFormat: unknown format 'source-nv' (did you mean 'source-nav'?)"),
    ('{"ignore": "X"}', ":1:12: /ignore: an array of strings is expected"),
    ('{"ignore": ["NAV_BSP_SIZE",\n\n  "NAV_BSP_SIZ"]}', ":3:3: /ignore/1: unknown rule 'NAV_BSP_SIZ' (did you mean 'NAV_BSP_SIZE'?)"),
    ('{"ignore": ["nav_bsp_size"]}', ":1:13: /ignore/0: codes are written in capitals"),
    ('{"ignore": ["XYZ*"]}', ":1:13: /ignore/0: ignore: 'XYZ*' is not the beginning of any rule's code"),
    ('{"only": [1]}', ":1:11: /only/0: a string is expected"),
    ('{"severity": {"NAV_BSP_SIZE": "warn"}}', ":1:31: /severity/NAV_BSP_SIZE: severity takes error|warning|info|off, not 'warn'"),
    ('{"severity": {"NAV_BSP_SIZ": "off"}}', ":1:30: /severity/NAV_BSP_SIZ: unknown rule 'NAV_BSP_SIZ' (did you mean 'NAV_BSP_SIZE'?)"),
    ('{"severity": {"NAV_BSP_SIZE": 1}}', ":1:31: /severity/NAV_BSP_SIZE: error, warning, info or off is expected"),
    ('{"severity": ["NAV_BSP_SIZE"]}', ':1:14: /severity: an object is expected: {"CODE": "off"}'),
    ('{"failOn": "nevr"}', ":1:12: /failOn: failOn takes error|warning|info|never, not 'nevr' (did you mean 'never'?)"),
    ('{"pedantic": 1}', ":1:14: /pedantic: true or false is expected"),
    ('{"maxFindings": -1}', ":1:17: /maxFindings: a whole number from 0 to 4294967295 is expected"),
    ('{"maxFindings": 4294967296}', ":1:17: /maxFindings: a whole number from 0 to 4294967295 is expected"),
    ('{"maxFindings": "1"}', ":1:17: /maxFindings: a whole number from 0 to 4294967295 is expected"),
    ('{"maxBytes": "1T"}', ':1:14: /maxBytes: bytes are expected: a whole number, or as in "512M"'),
    ('{"maxBytes": 1.5}', ':1:14: /maxBytes: bytes are expected: a whole number, or as in "512M"'),
    ('{"exclude": ["\u00e9\u00e9", ""]}', ":1:20: /exclude/1: is empty"),
    ('{"x": "\\u001b[2J", "y": 1, "\\u001b[2J": 1}', None),
])
def test_what_is_wrong_is_said_with_its_place(tree, text, said):
    settle(tree / "maps", text)
    err = refusal(tree)
    assert err.isprintable()
    if said:
        assert err == f"maps/.navlint.json{said}"
    assert run("config", "--show", "maps/b.nav", cwd=tree).code == 2
    assert run("check", "other", cwd=tree).code == 1  # where it does not hold nobody minds


def test_a_mark_of_byte_order_is_none_of_the_text(tree):
    """PowerShell 5 and the older Notepad write one."""
    for text, code in (('{"failOn": "never"}', 0), ('{"failOn": "error"}', 1)):
        (tree / ".navlint.json").write_bytes(b"\xef\xbb\xbf" + text.encode())
        assert run("check", ".", cwd=tree).code == code
    (tree / ".navlint.json").write_bytes(b'\xef\xbb\xbf{"pedantic": 1}')
    assert refusal(tree) == ".navlint.json:1:14: /pedantic: true or false is expected"


def test_limit_of_bytes(tree):
    settle(tree, " " * 262142 + "{}")
    assert run("check", "--fail-on", "never", ".", cwd=tree).code == 0
    settle(tree, " " * 262143 + "{}")
    assert refusal(tree) == ".navlint.json:1:262144: is larger than 256 KiB"


def test_nothing_is_judged_where_one_file_is_wrong(tree):
    settle(tree / "other/empty", "{")  # a folder in which nothing lies
    assert refusal(tree).startswith("other/empty/.navlint.json:1:1: ")
    assert run("check", "--exclude", "empty", ".", cwd=tree).code == 1
    result = run("check", "--format", "json", ".", cwd=tree)
    assert (result.code, result.text) == (2, "[]\n") or (result.code, result.text) == (2, "")


def test_what_is_no_file(tree):
    (tree / ".navlint.json").mkdir()
    assert refusal(tree) == "cannot read .navlint.json: Invalid argument"
    (tree / ".navlint.json").rmdir()
    os.mkfifo(tree / ".navlint.json")
    assert refusal(tree) == "cannot read .navlint.json: Invalid argument"


# ---- the schema says what the reader says ----

VALUES = [None, True, False, 0, 1, -1, 1.0, 1.5, 4294967295, 4294967296, 2**53, 2**53 + 2, "", "x", "all", "error", "off", "never", "warn",
          "info", "gmod", "source-nav", "skyrim-nvmi", ERROR, ERROR.lower(), "NAV_*", "NAV_*x", "*", f"{ERROR},{WARNING}", "1G", "1g", "1",
          "G", "1234567890k", "x" * 1024, "x" * 1025, "\u00e9" * 1024, "\U0001d4d4" * 1025, [], [ERROR], ["NAV_LADDER_*"], ["a/*"], [1], [[]],
          {}, {ERROR: "off"}, {ERROR: "never"}, {"NAV_*": "off"}, {ERROR: 1}, [{"files": ["*"]}], [{"files": []}], [{"files": "*"}],
          [{"files": ["*"], "ignore": [ERROR]}], [{"files": ["*"], "exclude": ["x"]}], ["x"] * 1000, ["x"] * 1001]
WHOLE = {"$schema": "x", "inputFormat": "source-nav", "game": "gmod", "scope": "all", "ignore": [ERROR, "NAV_LADDER_*"], "only": [],
         "severity": {WARNING: "error"}, "minSeverity": "info", "pedantic": True, "failOn": "never", "masters": ["."], "exclude": ["a/*"],
         "respectGitignore": True, "allowEmpty": True, "onIndeterminate": "warn", "maxFindings": 5, "maxFindingsPerRule": 0, "maxBytes": "3M",
         "maxArchiveBytes": 5, "overrides": [{"files": ["a", "b"], "scope": "navmesh", "masters": ["."], "severity": {ERROR: "off"}}]}


def places(value, path=()):
    yield path
    for step, below in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(below, (*path, step))


def mutated(whole, chance):
    """The document with another value, or one less, or one key more, in one place."""
    document = copy.deepcopy(whole)
    *above, last = chance.choice([path for path in places(document) if path])
    holder = document
    for step in above:
        holder = holder[step]
    way = chance.randrange(4)
    if way == 0:
        del holder[last]
    elif way == 1 and isinstance(holder, dict):
        holder[chance.choice(["jobs", "Game", "files", "overrides", "exclude", "game", "$schema", ERROR])] = chance.choice(VALUES)
    else:
        holder[last] = copy.deepcopy(chance.choice(VALUES))
    return document


def masters_of(document):
    for part in (document, *(part for part in document.get("overrides") or [] if isinstance(part, dict))):
        yield from part.get("masters") if isinstance(part.get("masters"), list) else ()


def documents():
    chance = random.Random(50)
    yield from ({}, WHOLE)
    for key, value in WHOLE.items():
        yield from ({key: value}, {key: value, "pedantic": False}, {key: value, "overrides": [{"files": ["x"]}]})
    for key in WHOLE:
        for value in VALUES:
            yield {key: value}
            if key not in ("overrides", "$schema"):
                yield {"overrides": [{"files": ["*"], key: value}]}
    for _ in range(600):
        yield mutated(WHOLE, chance)


def is_about_folders_alone(document):
    """Masters that are not there are no matter of a schema."""
    return isinstance(document.get("overrides", []), list) and any(
        isinstance(name, str) and name != "." and 0 < len(name) <= 1024 for name in masters_of(document))


def test_schema_and_reader_agree(tmp_path):
    validator = jsonschema.Draft202012Validator(schema_of("config"))
    cases = [each for each in documents() if not is_about_folders_alone(each)]
    cases = random.Random(18).sample(cases, 60 if is_sanitized() else 500)
    accepted = 0
    for number, document in enumerate(cases):
        (tmp_path / ".navlint.json").write_text(json.dumps(document, ensure_ascii=number % 2 == 0))
        by_reader = run("config", "--show", "x", cwd=tmp_path)
        by_schema = validator.is_valid(document)
        assert by_reader.code == (0 if by_schema else 2), (document, by_reader.err)
        accepted += by_schema
    assert len(cases) // 20 < accepted < len(cases) // 2


def test_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(schema_of("config"))
    assert json.loads(run("config", "--schema").text) == schema_of("config")


# ---- navlint config ----


def test_show_reads_back(tmp_path):
    settle(tmp_path, WHOLE)
    first = shown("a", cwd=tmp_path)
    settle(tmp_path / "again", first["settings"])
    again = shown("again/a", cwd=tmp_path)
    assert again["settings"] == first["settings"]
    assert set(first["settings"]) == set(WHOLE) - {"$schema", "overrides"} == set(first["from"])


def test_show_for_people(tree):
    settle(tree, {"failOn": "never"})
    lines = run("config", "--show", "a.nav", "maps", "--game", "gmod", cwd=tree).text.splitlines()
    assert lines[0] == "a.nav: .navlint.json" and "  failOn: \"never\"  (.navlint.json)" in lines
    assert '  game: "gmod"  (command line)' in lines and "  minSeverity: -  (default)" in lines
    assert "maps: .navlint.json" in lines
    (tree / ".navlint.json").unlink()
    assert run("config", "--show", "nowhere/a.nav", cwd=tree).text.startswith("nowhere/a.nav: no file of settings\n")


def test_keys_are_options(tree):
    """Each key does what its option does."""
    options = {each["name"] for verb in json.loads(run("help", "--format", "json").text)["verbs"] if verb["name"] == "check"
               for each in verb["options"]}
    for key in set(WHOLE) - {"$schema", "overrides"}:
        option = "--" + "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in key)
        assert option in options
        value = WHOLE[key]
        if value == []:
            continue
        words = [option] if value is True else [
            word for one in (value if isinstance(value, list) else [f"{k}={v}" for k, v in value.items()] if isinstance(value, dict) else [value])
            for word in (option, str(tree) + "/." if key == "masters" else str(one))]
        settle(tree, {key: value})
        by_file = shown("a.nav", cwd=tree)["settings"]
        assert by_file == shown("--no-config", *words, "a.nav", cwd=tree)["settings"], key
        assert by_file != shown("--no-config", "a.nav", cwd=tree)["settings"] or value == "all", key


@pytest.mark.parametrize("words, said", [
    ([], "config: either --show or --schema is needed"), (["--show", "--schema", "x"], "config: either --show or --schema is needed"),
    (["--show"], "config: a FILE is missing; see 'navlint help config'"), (["--schema", "x"], "config: --schema takes no FILE")])
def test_use(words, said):
    result = run("config", *words)
    assert (result.code, result.err) == (2, f"navlint: {said}\n")
