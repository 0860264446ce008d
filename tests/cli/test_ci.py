"""What other people's runs are made of: the steps of action.yml, the hook of pre-commit, the examples of docs/ci.md."""

import json
import os
import pathlib
import re
import shutil
import subprocess

import pytest
from conftest import DEADLINE_S, ERROR, ROOT, WARNING, environment, mesh, program, run, zip_of

yaml = pytest.importorskip("yaml")

BINARIES = str(pathlib.Path(program()).parent)
PAGE = (ROOT / "docs" / "ci.md").read_text()


def on_path(**more):
    return environment(PATH=BINARIES + os.pathsep + os.environ["PATH"], **more)


@pytest.fixture(name="work")
def make_work(tmp_path):
    work = tmp_path / "work"
    (work / "maps").mkdir(parents=True)
    (work / "maps" / "good one.nav").write_bytes(mesh())
    (work / "maps" / "bad.nav").write_bytes(mesh(ERROR))
    (work / "release.zip").write_bytes(zip_of([("maps/odd.nav", mesh(WARNING))]))
    return work


# ---- GitHub ----


def action():
    return yaml.safe_load((ROOT / "action.yml").read_text())


def step(name, work, **inputs):
    """Runs a step of the action as the runner does: its inputs, or their defaults, in its environment."""
    one = next(each for each in action()["runs"]["steps"] if each["id"] == name)
    defaults = {key: value["default"] for key, value in action()["inputs"].items()}
    values = {f"${{{{ inputs.{key} }}}}": text for key, text in {**defaults, **inputs}.items()}
    variables = {key: values[text] for key, text in one.get("env", {}).items()}
    files = {name: str(work.parent / name) for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_PATH")}
    for path in files.values():
        pathlib.Path(path).touch()
    done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", one["run"]], cwd=work, text=True,
                          capture_output=True, timeout=DEADLINE_S, check=False,
                          env=on_path(GITHUB_ACTION_PATH=str(ROOT), **files, **variables))
    return done, {name: pathlib.Path(path).read_text() for name, path in files.items()}


def test_every_input_of_the_action_is_used():
    check = next(each for each in action()["runs"]["steps"] if each["id"] == "check")
    used = set(re.findall(r"inputs\.([a-z]+)", json.dumps(check["env"])))
    assert used == set(action()["inputs"])


def test_the_readme_of_the_action_lists_what_it_takes():
    page = (ROOT / "contrib" / "github" / "README.md").read_text()
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| *(?:`(.+?)`)?", page, re.M))
    assert rows.keys() == action()["inputs"].keys() | action()["outputs"].keys()
    assert all(rows[key] == value["default"] for key, value in action()["inputs"].items())


def test_the_action_judges(work):
    done, files = step("check", work, paths="maps\nrelease.zip", sarif="x.sarif")
    assert done.returncode == 1 and done.stdout.startswith("::error file=maps/bad.nav,title=" + ERROR)
    assert "::warning file=release.zip" in done.stdout
    assert files["GITHUB_OUTPUT"] == "exit-code=1\n"
    assert "| 3 | 2 | 1 | 0 |" in files["GITHUB_STEP_SUMMARY"]
    assert json.loads((work / "x.sarif").read_text())["runs"][0]["results"]


def test_the_action_takes_words_as_they_are(work):
    done, files = step("check", work, paths="maps/good one.nav", args="--fail-on=info\n--exclude=a b", summary="false")
    assert (done.returncode, done.stdout) == (0, "") and files["GITHUB_STEP_SUMMARY"] == ""
    done, _ = step("check", work, paths="$(touch x)\n--help")
    assert done.returncode == 3 and not (work / "x").exists()


def test_the_problem_matcher_reads_text(work):
    done, _ = step("check", work, format="text")
    matcher = done.stdout.splitlines()[0].removeprefix("::add-matcher::")
    (pattern,) = json.loads(pathlib.Path(matcher).read_text())["problemMatcher"][0]["pattern"]
    found = [re.fullmatch(pattern["regexp"], line) for line in done.stdout.splitlines()[1:]]
    places = {(each[pattern["file"]], each[pattern["severity"]], each[pattern["code"]]) for each in found if each}
    assert places == {("./maps/bad.nav", "error", ERROR), ("./release.zip", "warning", WARNING)}


@pytest.mark.parametrize("behind", ["", " (+0x4a60 in x (1).gma)", " jump: setpos 1 2 3", " (+0x4a60 in x.gma) jump: setpos 1 2 3"])
def test_the_problem_matcher_passes_over_what_is_behind_the_code(behind):
    (pattern,) = json.loads((ROOT / "contrib" / "github" / "matcher.json").read_text())["problemMatcher"][0]["pattern"]
    found = re.fullmatch(pattern["regexp"], f"x.gma!a.nav:+0x60: error: odd [{ERROR}]{behind}")
    assert [found[pattern[key]] for key in ("file", "severity", "message", "code")] == ["x.gma", "error", "odd", ERROR]


def test_the_action_leaves_a_navlint_alone_that_is_there(work):
    done, files = step("install", work)
    assert done.returncode == 0 and files["GITHUB_PATH"] == ""


# ---- pre-commit, GitLab ----


def hook():
    (one,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    return one


@pytest.mark.parametrize("name, is_ours", [
    ("maps/a.nav", True), ("A.NAV", True), ("x.nav2", True), ("room.PATH", True), ("x.esp", True), ("NODES12.DAT", True),
    ("data/nodes0.dat", True), ("readme.md", False), ("x.navx", False), ("other.dat", False)])
def test_the_hook_is_given_navigation_files(name, is_ours):
    assert bool(re.search(hook()["files"], name)) == is_ours


@pytest.mark.skipif(not shutil.which("pre-commit") or not shutil.which("git"), reason="pre-commit is not installed")
def test_the_hook_in_a_repository(work):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words], cwd=work, check=True,
                       capture_output=True)
    git("init", "-q")
    local = {"repos": [{"repo": "local", "hooks": [hook()]}]}
    (work / ".pre-commit-config.yaml").write_text(yaml.safe_dump(local))
    git("add", ".")
    done = subprocess.run(["pre-commit", "run", "--all-files"], cwd=work, capture_output=True, text=True, check=False,
                          timeout=DEADLINE_S, env=on_path(HOME=str(work.parent)))
    assert done.returncode == 1 and ERROR in done.stdout and "good one" not in done.stdout


def test_the_component_writes_what_it_hands_on(work):
    head, job = (ROOT / "templates" / "navlint.yml").read_text().split("\n---\n")
    inputs = {key: value["default"] for key, value in yaml.safe_load(head)["spec"]["inputs"].items()}
    text = re.sub(r"\$\[\[ inputs\.(\w+) ]]", lambda found: str(inputs[found[1]]), job)
    made = yaml.safe_load(text)["navlint"]
    done = subprocess.run(["sh", "-c", made["script"][0]], cwd=work, capture_output=True, text=True, check=False,
                          env=on_path(), timeout=DEADLINE_S)
    assert done.returncode == 1 and ERROR in done.stdout
    for path in [*made["artifacts"]["paths"], *made["artifacts"]["reports"].values()]:
        assert (work / path).stat().st_size > 0


# ---- docs/ci.md ----


def examples(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def test_examples_in_yaml_are_yaml():
    assert len([yaml.safe_load(text) for text in examples("yaml")]) == 3


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_the_scripts_run(work):
    def git(*words):
        subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words], cwd=work, check=True,
                       capture_output=True)
    (work / "maps" / "bad.nav").unlink()
    git("init", "-q", "-b", "main")
    git("add", ".")
    git("commit", "-qm", "x")
    git("checkout", "-qb", "branch")
    branch, release = examples("sh")
    assert subprocess.run(["sh", "-c", branch], cwd=work, env=on_path(), check=False).returncode == 0
    (work / "maps" / "bad.nav").write_bytes(mesh(ERROR))
    done = subprocess.run(["sh", "-c", branch], cwd=work, env=on_path(), check=False, capture_output=True, text=True)
    assert done.returncode == 1 and ERROR in done.stdout
    (work / "dist").mkdir()
    shutil.copy(work / "release.zip", work / "dist" / "a.zip")
    shutil.copy(work / "release.zip", work / "dist" / "b.7z")
    done = subprocess.run(["sh", "-c", release], cwd=work, env=on_path(), check=False, capture_output=True, text=True)
    assert done.returncode == 1 and done.stdout.count(WARNING) == 2
    assert WARNING in (work / "release-notes-navigation.md").read_text()


def test_options_in_the_page_exist():
    text = run("help", "check").text + run("help", "config").text
    found = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)) - {"--name-only", "--diff-filter"}  # git's
    assert found and all(option in text for option in found), found
