"""The version is told in CMakeLists.txt alone; whatever repeats it says the same."""

import json
import re

import pytest
from conftest import ROOT, VERSION, run


def text_of(path):
    return (ROOT / path).read_text()


def test_the_program_has_it():
    assert run("--version").text.splitlines()[0] == f"navlint {VERSION}"


def test_the_newest_release_in_the_changelog_is_this_one():
    versions = re.findall(r"^## ([0-9.]+)(?: \(\d{4}-\d\d-\d\d\))?$", text_of("CHANGELOG.md"), re.M)
    assert versions[0] == VERSION
    assert versions == sorted(versions, key=lambda one: [int(part) for part in one.split(".")], reverse=True)


def test_examples_name_it():
    page, major = text_of("docs/ci.md"), VERSION.split(".", maxsplit=1)[0]
    assert re.findall(r"rev: v([0-9.]+)", page) == [VERSION]
    pages = page + text_of("contrib/github/README.md")
    assert set(re.findall(r"OWNER/navlint(?:/navlint)?@v?([0-9.]+)", pages)) == {major}
    assert set(re.findall(r"libnavlint\.so\.([0-9.]+)", text_of("README.md"))) == {major}


@pytest.mark.parametrize("path", ["npm/package.json", "npm/package-lock.json"])
def test_packages_have_it(path):
    if not (ROOT / path).exists():
        pytest.skip(f"there is no {path}")
    assert json.loads(text_of(path))["version"] == VERSION


def test_the_python_package_has_it():
    assert re.findall(r'__version__ = "(.*)"', text_of("python/navlint/_version.py")) == [VERSION]


def test_no_golden_has_it():
    """Or a release would change hundreds of them."""
    goldens = [*ROOT.glob("tests/*/golden/*"), *ROOT.glob("corpus/*/witness/*.report.json")]
    assert len(goldens) > 500
    told = re.compile(r'"name": ?"navlint",\s*"version": ?"(?!0\.0\.0")')
    assert not [path.name for path in goldens if told.search(path.read_text())]
