"""Which files are judged: --exclude, git, lists; and what becomes of those that cannot be."""

import io
import json
import pathlib
import shutil
import subprocess
import tarfile

import pytest
from conftest import ERROR, WARNING, codes_of, environment, mesh, reports_of, run, tar_of, witness, zip_of
from containers import gma_of

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
    (["--exclude", "old/"], ["./a.nav", "./maps/d.nav", "./maps/e.old.nav"]),
    (["--exclude", "maps/old//"], ["./a.nav", "./maps/d.nav", "./maps/e.old.nav", "./old/b.nav"]),
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


INSIDE = ["a.nav", "old/b.nav", "maps/old/c.nav", "maps/d.nav", "maps/old.nav"]


def without(*left):
    return [name for name in INSIDE if name not in left]


@pytest.mark.parametrize("words, left", [
    ([], INSIDE),
    (["old"], without("old/b.nav", "maps/old/c.nav")),
    (["ol?"], without("old/b.nav", "maps/old/c.nav")),
    (["maps/old"], without("maps/old/c.nav")),
    (["./old"], without("old/b.nav")),
    (["*/old"], without("maps/old/c.nav")),
    (["x.tar!old"], without("old/b.nav")),
    (["in/x.tar!maps/old"], without("maps/old/c.nav")),
    (["x.tar!a.nav"], without("a.nav")),
    (["[!b]ld"], without("old/b.nav", "maps/old/c.nav")),
    (["x*", "in", "in/*", ".*", "", "[!b]*.nav!", "y.tar!old", "ol"], INSIDE),
    (["maps/old/"], without("maps/old/c.nav")),
    (["old/"], without("old/b.nav", "maps/old/c.nav")),
    (["x.tar!old/"], without("old/b.nav")),
    (["maps", "a.nav"], ["old/b.nav"]),
])
@pytest.mark.parametrize("start", ["", "./"])
def test_folders_in_archives_are_left_out_as_on_the_disk(tmp_path, words, left, start):
    """Without entries for the folders, as zip -D and many tools write them."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in/x.tar").write_bytes(tar_of([(start + name, mesh()) for name in INSIDE]))
    options = [f"--exclude={word}" for word in words]
    assert names(*options, "in/x.tar", cwd=tmp_path) == [f"in/x.tar!{name}" for name in left]


def test_folders_that_have_entries_are_left_out_too(tmp_path):
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as file:
        for name, content in (("old/", None), ("old/a.nav", mesh()), ("/old/b.nav", mesh()), ("new//old/c.nav", mesh()), ("old", mesh()), ("a.nav", mesh())):
            entry = tarfile.TarInfo(name)
            entry.type, entry.size = (tarfile.REGTYPE, len(content)) if content else (tarfile.DIRTYPE, 0)
            file.addfile(entry, io.BytesIO(content or b""))
    (tmp_path / "x.tar").write_bytes(archive.getvalue())
    assert len(names("x.tar", cwd=tmp_path)) == 5
    assert names("--exclude", "old", "x.tar", cwd=tmp_path) == ["x.tar!a.nav"]


def test_folders_in_nested_archives_are_left_out(tmp_path):
    inner = zip_of([("old/a.nav", mesh()), ("new/a.nav", mesh())])
    (tmp_path / "x.zip").write_bytes(zip_of([("old/y.zip", inner), ("z.gma", gma_of([("old/a.nav", mesh()), ("a.nav", mesh())])), ("y.zip", inner)]))
    rest = ["x.zip!z.gma", "x.zip!z.gma!a.nav", "x.zip!y.zip!new/a.nav"]
    assert names("--exclude", "old", "x.zip", cwd=tmp_path) == rest
    assert names("--exclude", "y.zip!old", "--exclude", "x.zip!z.gma!old", "--exclude", "old", "x.zip", cwd=tmp_path) == rest
    assert "x.zip!y.zip!old/a.nav" not in names("--exclude", "y.zip!old", "x.zip", cwd=tmp_path)
    assert "x.zip!z.gma!old/a.nav" not in names("--exclude", "x.zip!z.gma!old", "x.zip", cwd=tmp_path)


@pytest.mark.parametrize("folder", [".git", ".hg", ".svn"])
def test_version_control_is_left_out_of_archives(tmp_path, folder):
    members = [(f"{folder}/a.nav", mesh()), (f"x/{folder}/deep/b.nav", mesh()), (f"x{folder}/c.nav", mesh()), (f"d/{folder}", mesh())]
    (tmp_path / "x.zip").write_bytes(zip_of(members))
    assert names("x.zip", cwd=tmp_path) == [f"x.zip!x{folder}/c.nav", f"x.zip!d/{folder}"]
    (tmp_path / "y.gma").write_bytes(gma_of(members))
    assert names("y.gma", cwd=tmp_path) == ["y.gma", f"y.gma!x{folder}/c.nav", f"y.gma!d/{folder}"]


def test_names_of_very_many_folders_are_compared_in_time(tmp_path):
    name = "a/" * 200_000
    (tmp_path / "x.tar").write_bytes(tar_of([(f"{name}{i}.nav", mesh()) for i in range(4)] + [("b.nav", mesh())]))
    assert names("--exclude=*/b", "--exclude=x.tar!b*b", "--exclude=[0-9].nav", "x.tar", cwd=tmp_path) == ["x.tar!b.nav"]


# ---- what others leave beside files ----


@pytest.mark.parametrize("extension", ["zip", "mgsv", "fomod", "MGSV"])
def test_what_is_a_zip_under_another_name_is_looked_into_in_folders(tmp_path, extension):
    (tmp_path / f"m.{extension}").write_bytes(zip_of([("a.nav", mesh())]))
    assert names(".", cwd=tmp_path) == [f"./m.{extension}!a.nav"]


APPLE_DOUBLE = b"\0\x05\x16\x07\0\x02\0\0Mac OS X        \0\x02" + bytes(400)


@pytest.mark.parametrize("extension", ["nav", "esp", "bsp", "vpk", "gma", "img", "zip", "nav2", "pak"])
@pytest.mark.parametrize("words", [[], ["--input-format", "source-nav"]])
def test_companions_of_macos_are_no_navigation_files_where_they_are_found(tmp_path, extension, words):
    members = [("a.nav", mesh()), (f"__MACOSX/._a.{extension}", APPLE_DOUBLE), (f"._a.{extension}", APPLE_DOUBLE)]
    (tmp_path / "in").mkdir()
    (tmp_path / "in/x.zip").write_bytes(zip_of(members))
    (tmp_path / "in/y.gma").write_bytes(gma_of(members))
    plant(tmp_path, f"in/._b.{extension}", content=APPLE_DOUBLE)
    container = [] if words else ["in/y.gma"]
    assert names(*words, "in", cwd=tmp_path) == ["in/x.zip!a.nav", *container, "in/y.gma!a.nav"]


def test_a_companion_of_macos_that_is_named_is_judged(tmp_path):
    plant(tmp_path, "._a.nav", content=APPLE_DOUBLE)
    assert names("._a.nav", cwd=tmp_path) == ["._a.nav"]


def test_only_what_has_both_name_and_bytes_is_a_companion_of_macos(tmp_path):
    plant(tmp_path, "._a.nav")
    plant(tmp_path, "b.nav", "a._b.nav", "._/c.nav", content=APPLE_DOUBLE)
    plant(tmp_path, "._d.nav", content=APPLE_DOUBLE[:3])
    assert names(".", cwd=tmp_path) == ["./._/c.nav", "./._a.nav", "./._d.nav", "./a._b.nav", "./b.nav"]


def test_backups_are_passed_over_in_folders_where_their_file_is(tmp_path):
    plant(tmp_path, "a.nav", "a.nav.bak", "a.nav.bak.bak", "b.nav.bak", "C.nav", "c.nav.bak", "A.NAV.BAK", "d/e.bak", ".bak", "a.bak.nav")
    (tmp_path / "d/e").mkdir()
    left = ["./.bak", "./A.NAV.BAK", "./C.nav", "./a.bak.nav", "./a.nav", "./b.nav.bak", "./c.nav.bak", "./d/e.bak"]
    assert names(".", cwd=tmp_path) == left
    assert names("a.nav.bak", cwd=tmp_path) == ["a.nav.bak"]


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


CORPUS = pathlib.Path(__file__).resolve().parents[2] / "corpus"
SETS = [path.stem for room in ("gta_nodes", "mgs_nav2", "skyrim_navmesh") for path in sorted((CORPUS / room / "witness").glob("*.tar"))]


def told(cwd, *words):
    """Of each file and of the sets what is found, without where it stands; of two files either may be named first."""
    found = {}
    result = run("check", "--format", "ndjson", "--fail-on", "never", "--pedantic", *words, cwd=cwd)
    for line in map(json.loads, result.text.splitlines()):
        name = "" if "set" in line else line["input"]["name"]
        found.setdefault(name, []).extend((finding["code"], sorted(finding["message"].split()), finding["path"]) for finding in line["findings"])
    return found


@needs_git
@pytest.mark.parametrize("code", SETS)
def test_what_did_not_change_is_there_for_what_did(tmp_path, code):
    """Each file of a set changes once: what is found in it, and in the set, is what is found when all are judged."""
    with tarfile.open(fileobj=io.BytesIO(witness(code))) as files:
        files.extractall(tmp_path)
    paths = sorted(path for path in tmp_path.rglob("*") if path.is_file())
    git(tmp_path, "init", "-q")
    whole = told(tmp_path, ".")
    for path in paths:
        content = path.read_bytes()
        path.write_bytes(b"as it was")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-qm", "x", "--allow-empty")
        path.write_bytes(content)
        name = f"./{path.relative_to(tmp_path)}"
        since = told(tmp_path, "--since", "HEAD")
        assert set(since) <= {name, ""}
        assert sorted(sum(since.values(), [])) == sorted(whole[name] + whole.get("", []))


@needs_git
def test_what_did_not_change_is_nobodys_result(tmp_path):
    plugin, other = witness("SKYRIM_NVNM_DOOR_FLAG"), witness("SKYRIM_MASTERS_ABSENT")
    for folder in ("a", "b"):
        plant(tmp_path, f"{folder}/Skyrim.esm", content=plugin)
        plant(tmp_path, f"{folder}/mod.esp", f"{folder}/other.esp", content=other)
    plant(tmp_path, "a/x.nav", "a/x.dat")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "x")
    assert run("check", "--since", "HEAD", "--allow-empty", cwd=tmp_path).code == 0
    plant(tmp_path, "a/mod.esp", content=other + b"x")
    result = run("check", "--since", "HEAD", cwd=tmp_path)
    assert "SKYRIM_MASTER_REFERENCE" in result.text and "Skyrim.esm:" not in result.text
    assert [report["input"]["name"] for report in reports_of(run("check", "--since", "HEAD", "--format", "json", cwd=tmp_path))] == ["./a/mod.esp"]
    plant(tmp_path, "a/other.esp", content=other + b"x")
    assert sorted(told(tmp_path, "--since", "HEAD")) == ["", "./a/mod.esp", "./a/other.esp"]
    plant(tmp_path, "b/Skyrim.esm", content=plugin + b"x")
    assert sorted(told(tmp_path, "--since", "HEAD")) == ["", "./a/mod.esp", "./a/other.esp", "./b/Skyrim.esm"]


@needs_git
def test_gitignore(repository):
    assert "./ignored.nav" in names(".", cwd=repository)
    assert "./ignored.nav" not in names("--respect-gitignore", ".", cwd=repository)
    assert names("--respect-gitignore", "ignored.nav", cwd=repository) == ["ignored.nav"]
    (repository / ".gitignore").write_text("")
    assert "./ignored.nav" in names("--respect-gitignore", ".", cwd=repository)


@pytest.fixture(name="nest")
def make_nest(tmp_path):
    """A repository with a submodule, a repository that it does not know, and files outside all of them."""
    for folder in ("origin", "outer", "outer/own"):
        (tmp_path / folder).mkdir()
        plant(tmp_path / folder, "maps/a.nav", "maps/ignored.nav")
        (tmp_path / folder / ".gitignore").write_text("ignored.nav\n")
        git(tmp_path / folder, "init", "-q")
        git(tmp_path / folder, "add", ".gitignore", "maps")
        git(tmp_path / folder, "commit", "-qm", "x")
    outer = tmp_path / "outer"
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(tmp_path / "origin"), "sub")
    git(outer, "commit", "-qm", "y")
    plant(outer / "sub", "maps/ignored.nav")
    plant(tmp_path, "outside/a.nav")
    return outer


@needs_git
def test_since_of_submodules_and_strangers(nest):
    own = ["./own/maps/a.nav", "./own/maps/ignored.nav"]
    assert names("--since", "HEAD", cwd=nest) == own
    assert names("--since", "HEAD", "../outside", cwd=nest) == ["../outside/a.nav"]
    plant(nest, "maps/a.nav", content=mesh(WARNING))
    assert names("--since", "HEAD", "..", cwd=nest / "maps") == ["../maps/a.nav"] + [f".{name}" for name in own]
    plant(nest, "sub/maps/a.nav", content=mesh(WARNING))
    assert names("--since", "HEAD", "sub", cwd=nest) == ["sub/maps/a.nav", "sub/maps/ignored.nav"]
    git(nest / "sub", "commit", "-qam", "z")
    (nest / ".gitmodules").write_text((nest / ".gitmodules").read_text() + "\tignore = all\n")
    assert "sub/maps/a.nav" in names("--since", "HEAD", "sub", cwd=nest)
    assert names("--since", "HEAD", "--allow-empty", cwd=nest / "sub") == []


@needs_git
def test_gitignore_of_submodules_and_strangers(nest):
    kept = ["./maps/a.nav", "./own/maps/a.nav", "./sub/maps/a.nav"]
    assert names("--respect-gitignore", ".", cwd=nest) == kept
    assert names("--respect-gitignore", "..", cwd=nest / "maps") == [f".{name}" for name in kept]
    (nest / "link").symlink_to("sub/maps")
    assert names("--respect-gitignore", "link/", "../outside", cwd=nest) == ["link/a.nav", "../outside/a.nav"]


def test_a_release_without_its_repository_has_nothing_ignored(tmp_path):
    plant(tmp_path, "a.nav", "b/c.nav")
    (tmp_path / ".navlint.json").write_text('{"respectGitignore": true}')
    assert names(".", cwd=tmp_path, env=environment(GIT_CEILING_DIRECTORIES=str(tmp_path.parent))) == ["./a.nav", "./b/c.nav"]


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
    assert result.code == 2 and "navlint: git said no" in result.err and "usage" not in result.err.lower()


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
