"""Man pages and completions: made of the tables of options, and tried where there is a shell for them."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import DEADLINE_S, ROOT, environment, program, run

TABLES = json.loads(run("help", "--format", "json").out)
MAN = ROOT / "docs" / "man"
COMPLETIONS = ROOT / "completions"


def needs(tool):
    return pytest.mark.skipif(shutil.which(tool) is None, reason=f"{tool} is not installed")


def verb(name):
    return next(each for each in TABLES["verbs"] if each["name"] == name)


def complete(*words):
    """What bash offers for the last of the words."""
    folder = str(pathlib.Path(program()).parent)
    script = (f"source {COMPLETIONS / 'navlint.bash'}; COMP_WORDS=(navlint \"$@\"); COMP_CWORD=$#; _navlint; "
              "printf '%s\\n' \"${COMPREPLY[@]}\"")
    done = subprocess.run(["bash", "-c", script, "bash", *words], capture_output=True, text=True, timeout=DEADLINE_S,
                          check=True, env=environment(PATH=folder + os.pathsep + os.environ["PATH"]))
    return done.stdout.split()


def test_help_for_programs_is_help_for_people():
    overview = run("help").text
    for each in TABLES["verbs"]:
        assert each["name"] in overview and each["summary"] in overview
        text = " ".join(run("help", each["name"]).text.split())
        for option in each["options"]:
            assert option["name"] in text and " ".join(option["help"].split()) in text


def test_every_option_is_in_the_man_page():
    page = (MAN / "navlint.1").read_text().replace("\\-", "-")
    for each in TABLES["verbs"]:
        assert f".SS navlint {each['name']}" in page
        for option in each["options"]:
            assert option["name"] in page


@needs("man")
@pytest.mark.parametrize("page", ["navlint.1", "navlint-scan.1", "navlint.json.5", "navlintd.8"])
def test_man_reads_the_pages(page):
    done = subprocess.run(["man", "--warnings", "-l", str(MAN / page)], capture_output=True, text=True,
                          timeout=DEADLINE_S, check=True, env=environment(MANWIDTH="78", MANPAGER="cat"))
    assert done.stderr == "" and "EXIT STATUS" in done.stdout and "SEE ALSO" in done.stdout


@needs("bash")
def test_bash_completes_verbs_options_and_values(tmp_path):
    assert complete("ch") == ["check"]
    assert set(complete("")) == {each["name"] for each in TABLES["verbs"]} | {"--help", "--version"}
    assert set(complete("check", "--")) >= {option["name"] for option in verb("check")["options"]}
    assert complete("check", "--format", "sarif-") == ["sarif-github"]
    assert complete("check", "--input-format", "source-n") == ["source-nav"]
    assert complete("check", "--ignore", "NAV_CONN_UNRES") == ["NAV_CONN_UNRESOLVED"]
    assert complete("explain", "NAV_CONN_UNRES") == ["NAV_CONN_UNRESOLVED"]
    assert "gmod" in complete("check", "--game", "")
    (tmp_path / "map.nav").touch()
    assert complete("check", f"{tmp_path}/m") == [f"{tmp_path}/map.nav"]
    assert complete("nothing", "-") == []


@pytest.mark.parametrize("shell, name", [
    ("bash", "navlint.bash"), ("zsh", "_navlint"), ("fish", "navlint.fish"),
    ("bash", "navlint-scan.bash"), ("zsh", "_navlint-scan"), ("fish", "navlint-scan.fish")])
def test_shells_read_their_completions(shell, name):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", str(COMPLETIONS / name)], capture_output=True, timeout=DEADLINE_S, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@needs("fish")
def test_fish_completes():
    folder = str(pathlib.Path(program()).parent)
    script = f"source {COMPLETIONS / 'navlint.fish'}; complete -C 'navlint check --scope '"
    done = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, timeout=DEADLINE_S,
                          check=True, env=environment(PATH=folder + os.pathsep + os.environ["PATH"]))
    assert {line.split("\t")[0] for line in done.stdout.splitlines()} == {"all", "navmesh"}
