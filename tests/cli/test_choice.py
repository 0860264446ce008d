"""Which files are judged: --exclude, git, lists; and what becomes of those that cannot be."""

import json
import shutil
import subprocess

import pytest
from conftest import ERROR, WARNING, codes_of, environment, mesh, reports_of, run, zip_of

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def names(*words, **more):
    result = run("check", "--format", "ndjson", "--fail-on", "never", *words, **more)
    assert (result.code, result.err) == (0, ""), result.err
    return [json.loads(line)["input"]["name"] for line in result.text.splitlines()]


def plant(root, *paths, content=None):
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content or mesh())


# ---- --exclude ----


@pytest.fixture(name="tree")
def make_tree(tmp_path):
    plant(tmp_path, "a.nav", "old/b.nav", "maps/old/c.nav", "maps/d.nav", "maps/e.old.nav", ".git/f.nav", "x/.svn/g.nav")
    return tmp_path


@pytest.mark.parametrize("words, left", [
    ([], ["./a.nav", "./maps/d.nav", "./maps/e.old.nav", "./maps/old/c.nav", "./old/b.nav"]),
    (["--exclude", "old"], ["./a.nav", "./maps/d.nav", "./maps/e.old.nav"]),
    (["--exclude", "maps/old"], ["./a.nav", "./maps/d.nav", "./maps/e.old.nav", "./old/b.nav"]),
    (["--exclude", "./maps/*"], ["./a.nav", "./old/b.nav"]),
    (["--exclude", "*.old.nav", "--exclude=a.nav"], ["./maps/d.nav", "./maps/old/c.nav", "./old/b.nav"]),
    (["--exclude", "nothing"], ["./a.nav", "./maps/d.nav", "./maps/e.old.nav", "./maps/old/c.nav", "./old/b.nav"]),
])
def test_exclude(tree, words, left):
    assert names(*words, ".", cwd=tree) == left


def test_what_is_named_is_judged(tree):
    assert names("--exclude", "*", "a.nav", cwd=tree) == ["a.nav"]
    assert names(".git", cwd=tree) == [".git/f.nav"]


def test_exclude_reaches_into_archives(tmp_path):
    (tmp_path / "x.zip").write_bytes(zip_of([("maps/a.nav", mesh()), ("old/b.nav", mesh())]))
    assert names("--exclude", "old/*", "x.zip", cwd=tmp_path) == ["x.zip!maps/a.nav"]


# ---- git ----


def git(root, *words):
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture(name="repository")
def make_repository(tmp_path):
    plant(tmp_path, "same.nav", "changed.nav", "maps/moved.nav", "gone.nav")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "x")
    plant(tmp_path, "changed.nav", content=mesh(WARNING))
    plant(tmp_path, "new.nav", "maps/new \u00e9\n.nav", "ignored.nav")
    (tmp_path / "gone.nav").unlink()
    (tmp_path / ".gitignore").write_text("ignored.nav\n")
    return tmp_path


@needs_git
def test_since(repository):
    changed = ["./changed.nav", "./maps/new \u00e9\n.nav", "./new.nav"]
    assert names("--since", "HEAD", cwd=repository) == changed
    assert names("--diff-only", ".", cwd=repository) == changed
    assert names("--diff-only", "maps", cwd=repository) == [changed[1].removeprefix("./")]
    assert names("--diff-only", "same.nav", "changed.nav", "--allow-empty", cwd=repository) == ["changed.nav"]
    git(repository, "add", "changed.nav")
    git(repository, "commit", "-qm", "y")
    assert "./changed.nav" not in names("--diff-only", cwd=repository)
    assert "./changed.nav" in names("--since", "HEAD~1", cwd=repository)
    assert names("--since", "HEAD~1", ".", cwd=repository / "maps") == ["./new \u00e9\n.nav"]


@needs_git
def test_gitignore(repository):
    assert "./ignored.nav" in names(".", cwd=repository)
    assert "./ignored.nav" not in names("--respect-gitignore", ".", cwd=repository)
    assert names("--respect-gitignore", "ignored.nav", cwd=repository) == ["ignored.nav"]
    (repository / ".gitignore").write_text("")
    assert "./ignored.nav" in names("--respect-gitignore", ".", cwd=repository)


@needs_git
@pytest.mark.parametrize("words", [["--since", "nowhere"], ["--since", "--output=x"], ["--since", ""]])
def test_commits_that_are_none(repository, words):
    result = run("check", *words, ".", cwd=repository)
    assert result.code == 2 and "navlint: " in result.err and not (repository / "x").exists()


@needs_git
@pytest.mark.parametrize("words", [["--diff-only"], ["--respect-gitignore"]])
def test_no_repository(tmp_path, words):
    plant(tmp_path, "a.nav")
    result = run("check", *words, ".", cwd=tmp_path, env=environment(GIT_CEILING_DIRECTORIES=str(tmp_path.parent)))
    assert result.code == 2 and "navlint: git said no" in result.err


def test_no_git(tmp_path):
    plant(tmp_path, "a.nav")
    result = run("check", "--diff-only", ".", cwd=tmp_path, env=environment(PATH=str(tmp_path)))
    assert result.code == 2 and "cannot run git: No such file" in result.err


# ---- lists ----


@pytest.mark.parametrize("words, text", [
    ([], "b.nav\na.nav\n"), ([], "b.nav\r\na.nav"), ([], "\n\nb.nav\n\na.nav\n"),
    (["-0"], "b.nav\0a.nav\0"), (["--null"], "b.nav\0a.nav"), ([], "b.nav\nreadme.txt\na.nav\n")])
def test_files_from(tmp_path, words, text):
    plant(tmp_path, "a.nav", "b.nav")
    (tmp_path / "readme.txt").write_text("text")
    (tmp_path / "list").write_bytes(text.encode())
    assert names("--files-from", "list", *words, cwd=tmp_path) == ["b.nav", "a.nav"]
    assert names("--files-from", "-", *words, cwd=tmp_path, stdin=text.encode()) == ["b.nav", "a.nav"]


def test_lists_name_folders_and_stand_beside_words(tmp_path):
    plant(tmp_path, "maps/a.nav", "b.nav")
    assert names("--files-from", "-", "b.nav", cwd=tmp_path, stdin=b"maps\n") == ["b.nav", "maps/a.nav"]


def test_lists_that_are_wrong(tmp_path):
    plant(tmp_path, "a.nav")
    result = run("check", "--files-from", "missing", cwd=tmp_path)
    assert result.code == 3 and "cannot read missing" in result.err
    result = run("check", "--files-from", "-", cwd=tmp_path, stdin=b"a.nav\nmissing.nav\n")
    assert result.code == 3 and "cannot read missing.nav" in result.err
    assert run("check", "--files-from", "-", "-", cwd=tmp_path).code == 2
    assert run("check", cwd=tmp_path).code == 2
    assert run("check", "--files-from", "-", cwd=tmp_path, stdin=b"").code == 0


# ---- what cannot be judged ----


def test_on_indeterminate(tmp_path):
    plant(tmp_path, "later.nav", content=mesh()[:4] + (99).to_bytes(4, "little") + mesh()[8:])
    fails, warns, ignores = (run("check", "--on-indeterminate", word, "later.nav", cwd=tmp_path)
                             for word in ("fail", "warn", "ignore"))
    assert (fails.code, warns.code, ignores.code) == (3, 0, 0)
    assert "version 99" in fails.text and warns.text == fails.text and ignores.text == ""
    for word, command in (("fail", "::error"), ("warn", "::warning"), ("ignore", "")):
        result = run("check", "--format", "github", "--on-indeterminate", word, "later.nav", cwd=tmp_path)
        assert result.text.startswith(command) and bool(result.text) == bool(command)
    assert run("check", "--on-indeterminate", "ignore", "missing.nav", cwd=tmp_path).code == 3


def test_allow_empty(tmp_path):
    assert run("check", ".", cwd=tmp_path).code == 3
    result = run("check", "--allow-empty", ".", cwd=tmp_path)
    assert (result.code, result.err) == (0, "")


# ---- rules by their beginning ----


def test_rules_by_their_beginning():
    content = mesh(ERROR)
    assert codes_of(reports_of(run("check", "--format", "json", "-", stdin=content))[0]) == [ERROR]
    for words, left in ((["--ignore", "NAV_CONN_*"], []), (["--only", "NAV_CONN_*"], [ERROR]),
                        (["--only", "NAV_LADDER_*"], []), (["--ignore", "NAV_LADDER_*,NAV_SPOT_*"], [ERROR])):
        assert codes_of(reports_of(run("check", "--format", "json", *words, "-", stdin=content))[0]) == left
    for word in ("NAV_NONE_*", "*", "", "NAV_*_X"):
        assert run("check", "--ignore", word, "-", stdin=content).code == 2
