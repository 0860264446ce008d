"""The recipes of docs/python.md run, and do what the page says."""

import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import navlint
import pytest
from conftest import ROOT, SAMPLES, corpus_files

PAGE = (ROOT / "docs" / "python.md").read_text()
RECIPES = dict(re.findall(r"<!-- recipe: (\w+) -->\n```python\n(.*?)```", PAGE, re.S))
ADDON = ROOT / "python" / "examples" / "blender_navlint.py"


def run_recipe(name, *words, cwd):
    return subprocess.run([sys.executable, "-c", RECIPES[name], *words], cwd=cwd, capture_output=True, text=True, timeout=120,
                          check=False)


def test_the_page_has_them():
    assert set(RECIPES) == {"modder", "survey"} and ADDON.exists()


def test_every_function_and_option_is_on_the_page():
    functions = [name for name in navlint.__all__ if name[0].islower()]
    for name in [*functions, *navlint.CheckOptions.__annotations__, *navlint.DecodeOptions.__annotations__]:
        assert f"`{name}" in PAGE, name


def test_the_modders_script(tmp_path):
    maps = tmp_path / "maps" / "deep"
    maps.mkdir(parents=True)
    rule = next(rule for rule in navlint.rules("source-nav")
                if rule.fix and rule.fix.safety == "safe" and rule.severity == "error")
    (maps / "fixable.nav").write_bytes(navlint.witness(rule.code))
    (maps / "bad.nav").write_bytes(navlint.witness("NAV_CONN_UNRESOLVED"))
    seed = next(file for file in corpus_files() if file.parts[-3:-1] == ("source_nav", "seed"))
    (maps / "good.nav").write_bytes(seed.read_bytes())
    done = run_recipe("modder", "maps", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "in the console: setpos -25 0 0; nav_mark 1" in done.stdout
    assert navlint.explain("NAV_CONN_UNRESOLVED").remedy in done.stdout
    assert "good.nav" not in done.stdout
    assert navlint.check(maps / "fixable.nav.fixed").verdict == "valid"
    for name in ("bad.nav", "fixable.nav"):
        (maps / name).unlink()
    assert run_recipe("modder", "maps", cwd=tmp_path).returncode == 0


def test_pandas_over_two_thousand_files(tmp_path):
    pytest.importorskip("pandas", reason="Debian's python3-pandas is not here")
    (tmp_path / "files").mkdir()
    files = corpus_files()[:2000]
    for index, file in enumerate(files):
        (tmp_path / "files" / f"{index:04}-{file.name}").symlink_to(file)
    done = run_recipe("survey", "files", "findings.csv", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(r"^verdict +indeterminate +invalid +valid", done.stdout, re.M), done.stdout
    rows = list(csv.DictReader((tmp_path / "findings.csv").open()))
    assert len({row["file"] for row in rows}) == 2000
    assert sum(bool(row["code"]) for row in rows) == sum(len(navlint.check(file).findings) for file in files)


def in_blender(*files):
    blender = shutil.which("blender")
    if not blender:
        pytest.skip("Debian's blender is not here: apt-get install --no-install-recommends blender")
    modules = str(pathlib.Path(navlint.__file__).parents[1])
    done = subprocess.run([blender, "--background", "--factory-startup", "--python-exit-code", "1", "--python",
                           ROOT / "tests" / "python" / "blender_run.py", "--", modules, str(ADDON), *map(str, files)],
                          capture_output=True, text=True, timeout=120, check=False,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(re.search(r"^navlint:(.*)$", done.stdout, re.M)[1])


def real_mesh():
    return next((file for file in sorted(SAMPLES.glob("source-nav/**/*.nav")) if file.stat().st_size > 100_000), None)


def test_the_blender_addon(tmp_path):
    bad = tmp_path / "bad.nav"
    bad.write_bytes(navlint.witness("NAV_CONN_UNRESOLVED"))
    (tmp_path / "readme.txt").write_text("text\n")
    seeds = [[file for file in corpus_files() if file.parts[-3:-1] == (room, "seed")][-1]
             for room in ("gta_nodes", "metroid_path", "mgs_nav2", "skyrim_navmesh")]
    real = [file for file in [real_mesh()] if file]
    found, refused, *others = in_blender(bad, tmp_path / "readme.txt", *seeds, *real)
    assert (found["outcome"], found["faces"], found["marked"]) == (["FINISHED"], 2, [0])
    assert found["markers"] == [{"code": "NAV_CONN_UNRESOLVED", "jump": "setpos -25 0 0; nav_mark 1", "at": [-25.0, 0.0, 0.0]}]
    assert found["report"] == str(navlint.check(bad))
    assert "no format recognises" in refused["error"]
    for file, one in zip([*seeds, *real], others):
        drawing = navlint.draw(file)
        assert one["outcome"] == ["FINISHED"] and one["vertices"] == len(drawing.vertices), file
        assert one["faces"] <= len(drawing.faces()) and one["vertices"], file
