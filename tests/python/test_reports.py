"""Reports are the command's, field by field: over the whole corpus and all samples."""

import json
import os
import pathlib

import navlint
import pytest
from conftest import CORPUS, SAMPLES, corpus_files, lines, program, run, sample_files


def alone(files, folder):
    """Each file in a folder of its own, so that the command judges it alone: pairs of a name below `folder`, and the file."""
    pairs = []
    for index, file in enumerate(files):
        (folder / str(index)).mkdir()
        (folder / str(index) / file.name).symlink_to(file)
        pairs.append((f"{index}/{file.name}", file))
    return pairs


def by_name(text):
    return {report["input"]["name"]: report for report in lines(text) if "input" in report}


def judged_by_command(names, folder):
    """By arguments: what is named is judged whatever it is, and a list of files leaves out those of no known format."""
    return by_name(run("check", "--no-config", "--format", "ndjson", *names, cwd=folder))


def compare_alone(files, folder):
    pairs = alone(files, folder)
    expected = judged_by_command([name for name, _ in pairs], folder)
    compared = 0
    for name, file in pairs:
        if name in expected:
            assert navlint.check(file.read_bytes(), name=name).to_dict() == expected[name], file
            compared += 1
    return compared


ARCHIVES = (b"PK\3\4", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")


def is_archive(file):
    """Such files (a mod that holds a map) have no report of their own. Fuzzers find some, too."""
    return file.suffix == ".tar" or file.read_bytes().startswith(ARCHIVES)


def test_of_the_corpus(tmp_path):
    files = [file for file in corpus_files() if not is_archive(file)]
    assert len(files) > 3000
    assert compare_alone(files, tmp_path) == len(files)


def test_of_the_samples(tmp_path):
    files = sample_files()
    if not files:
        pytest.skip(f"no samples in {SAMPLES}")
    assert compare_alone(files, tmp_path) >= 0.9 * len(files)


def sets_of_command(folder):
    """Of each set that the command judges its members' reports, and its own."""
    members, found = [], []
    for report in lines(run("check", "--no-config", "--format", "ndjson", str(folder))):
        if "set" in report:
            found.append((members[-report["set"]["members"]:], report))
        else:
            members.append(report)
    return found


def expect_the_same_set(members, own):
    files = [report["input"]["name"] for report in members]
    judged = navlint.check_set(files, set_name=own["set"]["name"]).to_dict()
    whole = {key: judged[key] for key in ("$schema", "tool")}
    assert [{**whole, **member} for member in judged.pop("members")] == members
    assert judged == own


@pytest.mark.parametrize("room", ["gta-nodes", "mgs-nav2"])
def test_of_sets_of_samples(room):
    if not (SAMPLES / room).exists():
        pytest.skip(f"no samples in {SAMPLES}")
    found = [one for one in sets_of_command(SAMPLES / room) if not any("!" in member["input"]["name"] for member in one[0])]
    assert found
    for members, own in found:
        expect_the_same_set(members, own)


def test_of_sets_of_the_corpus():
    found = [one for room in ("gta_nodes", "mgs_nav2") for one in sets_of_command(CORPUS / room / "seed")]
    assert found
    for members, own in found:
        expect_the_same_set(members, own)


def test_members_of_containers_are_where_they_are_said_to_be():
    """The command judges members; so can a program, from the place of those that are stored."""
    compared = 0
    for file in corpus_files():
        if file.parent.name != "seed" or file.suffix not in (".gma", ".fpk"):
            continue
        content = file.read_bytes()
        expected = by_name(run("check", "--no-config", "--format", "ndjson", str(file)))
        for member in navlint.members(content):
            report = expected.get(f"{file}!{member.name}")
            if report and member.packing == "stored" and not member.head_length:
                part = memoryview(content)[member.offset:member.offset + member.length]
                for finding in report["findings"]:
                    finding.pop("outerOffset", None)
                assert navlint.check(part, name=f"{file}!{member.name}").to_dict() == report
                compared += 1
    assert compared


@pytest.fixture(name="mesh")
def _mesh():
    return navlint.witness("NAV_CONN_UNRESOLVED")


def report_of(*words, stdin):
    return json.loads(run("check", "--format", "json", *words, "-", stdin=stdin))


def test_a_path_is_read(tmp_path, mesh):
    path = tmp_path / "bad.nav"
    path.write_bytes(mesh)
    expected = json.loads(run("check", "--no-config", "--format", "json", str(path)))
    assert navlint.check(path).to_dict() == navlint.check(str(path)).to_dict() == expected


@pytest.mark.parametrize("words, options", [
    (["--pedantic"], {"pedantic": True}),
    (["--only", "NAV_CONN_UNRESOLVED"], {"only": ["NAV_CONN_UNRESOLVED"]}),
    (["--ignore", "NAV_CONN_*"], {"ignore": ["NAV_CONN_*"]}),
    (["--severity", "NAV_CONN_UNRESOLVED=info"], {"severity": {"NAV_CONN_UNRESOLVED": "info"}}),
    (["--severity", "NAV_CONN_UNRESOLVED=off"], {"severity": {"NAV_CONN_UNRESOLVED": "off"}}),
    (["--min-severity", "error"], {"min_severity": "error"}),
    (["--input-format", "gta-nodes"], {"input_format": "gta-nodes"}),
    (["--game", "gmod"], {"game": "gmod"}),
    (["--max-findings", "0"], {"max_findings": 0}),
    (["--max-findings-per-rule", "1"], {"max_findings_per_rule": 1}),
    (["--max-bytes", "9"], {"max_input_bytes": 9}),
    (["--scope", "navmesh"], {"scope": "navmesh"})])
def test_options_do_what_the_commands_do(words, options, mesh):
    assert navlint.check(mesh, **options).to_dict() == report_of(*words, stdin=mesh)


@pytest.mark.parametrize("options", [{"max_steps": 1}, {"max_input_bytes": 100}])
def test_limits_are_never_a_pass(options, mesh):
    report = navlint.check(mesh, **options)
    assert report.verdict == "indeterminate" and report.limit


def test_a_path_beyond_the_limit_is_not_read_and_its_size_is_told(tmp_path):
    path = tmp_path / "large.nav"
    with path.open("wb") as file:
        file.truncate(64 << 30)
    report = navlint.check(path, digest=True)
    assert report.limit.name == "inputBytes" and report.input.bytes == 64 << 30 and not report.input.sha256


def test_an_endless_file_ends_at_the_limit():
    if not pathlib.Path("/dev/zero").exists():
        pytest.skip("no /dev/zero here")
    assert navlint.check("/dev/zero", max_input_bytes=1 << 20).limit.name == "inputBytes"


def test_masters_are_read_and_not_judged():
    rule = next(rule for rule in navlint.rules("skyrim-navmesh"))
    plugin = navlint.witness(rule.code)
    report = navlint.check(plugin, name="mod.esp", masters=[("Skyrim.esm", plugin)])
    assert report.input.name == "mod.esp" and not report.members


def test_a_digest_is_shown_of_each_file(mesh):
    expected = navlint.check(mesh, digest=True).input.sha256
    assert len(expected) == 64
    report = navlint.check_set({"a.nav": mesh, "b.nav": mesh[:-1]}, digest=True)
    digests = [member.input.sha256 for member in report.members]
    assert digests[0] == expected and digests[1] not in (None, expected)


def test_a_finding_is_a_line_of_the_command(mesh):
    printed = run("check", "--stdin-filename", "bad.nav", "-", stdin=mesh).decode().splitlines()
    assert str(navlint.check(mesh, name="bad.nav")) == printed[0]


def test_a_set_of_one_is_that_file(mesh):
    assert navlint.check_set([("a.nav", mesh)]).input.name == "a.nav"


def test_names_are_bytes_that_survive(tmp_path, mesh):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.nav")
    pathlib.Path(path).write_bytes(mesh)
    expected = json.loads(run("check", "--no-config", "--format", "json", path))
    assert navlint.check(path).to_dict() == expected


def test_the_library_is_the_commands():
    assert json.loads(run("rules", "--format", "json"))["rules"] == [rule.to_dict() for rule in navlint.rules()]
    assert f"navlint {navlint.version()}" in run("version").decode() and os.path.exists(program())
