"""navlint.dll, which the wheel for Windows carries: what it exports and needs, and that it judges as the command on Linux does.

    NAVLINT_BIN=build/bin/navlint NAVLINT_DLL=build-wheel-windows/bin/navlint.dll python3 -m pytest tests/windows/test_library.py
"""

import csv
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

import pytest
import wine
from wine import ROOT

DLL = pathlib.Path(os.environ.get("NAVLINT_DLL", ROOT / "build-wheel-windows/bin/navlint.dll")).absolute()
COMMAND = os.environ.get("NAVLINT_BIN", ROOT / "build/bin/navlint")
OF_WINDOWS = {"advapi32.dll", "kernel32.dll", "msvcrt.dll"}

if not DLL.exists():
    pytest.skip("navlint.dll is not built (cmake --preset wheel-windows)", allow_module_level=True)


@pytest.fixture(name="headers", scope="module")
def _headers():
    return subprocess.run(["x86_64-w64-mingw32-objdump", "-p", DLL], capture_output=True, text=True, check=True).stdout


def test_exports_are_the_public_functions(headers):
    table = headers.split("[Ordinal/Name Pointer] Table")[1].split("\n\n")[0]
    symbols = re.findall(r"^ (\w+)@", (ROOT / "debian/libnavlint0.symbols").read_text(), re.M)
    assert symbols and sorted(re.findall(r"^\s*\[ *\d+\].* (\w+)$", table, re.M)) == sorted(symbols)


def test_windows_has_what_it_needs(headers):
    assert {name.lower() for name in re.findall(r"DLL Name: (\S+)", headers)} <= OF_WINDOWS


def test_nothing_of_the_machine_is_inside():
    assert str(ROOT).encode() not in DLL.read_bytes()


def test_the_wheel(tmp_path):
    build = [sys.executable, "-B", ROOT / "python/build_wheel.py", "--library", DLL, tmp_path]
    path = pathlib.Path(subprocess.run(build, capture_output=True, text=True, check=True).stdout.strip())
    assert re.fullmatch(r"navlint-[0-9.]+-py3-none-win_amd64\.whl", path.name)
    wheel = zipfile.ZipFile(path)
    assert wheel.read("navlint/navlint.dll") == DLL.read_bytes()
    info, = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    assert "Tag: py3-none-win_amd64\n" in wheel.read(f"{info}/WHEEL").decode()
    rows = csv.reader(io.StringIO(wheel.read(f"{info}/RECORD").decode()))
    assert sorted(row[0] for row in rows) == sorted(wheel.namelist())


@pytest.fixture(name="judge", scope="module")
def _judge(tmp_path_factory):
    """The report of a file by the library, which lies where no code page of Windows reaches."""
    if not wine.IS_THERE:
        pytest.skip("there is no wine64")
    folder = tmp_path_factory.mktemp("地図 ß")
    library = shutil.copy(DLL, folder / "navlint.dll")
    program = folder / "judge.exe"
    wine.compile_program(program, "-municode", "-I", ROOT / "include", ROOT / "tests/windows/judge.c")

    def report_of(file):
        done = wine.run(program, wine.windows_path(library), wine.windows_path(file))
        assert done.returncode == 0
        return json.loads(done.stdout)

    return report_of


def by_command(file):
    """The command judges what a container holds, too: that has other names."""
    with open(file, "rb") as stdin:
        done = subprocess.run([COMMAND, "check", "--format", "json", "--stdin-filename", "file", "-"], stdin=stdin,
                              capture_output=True, timeout=60, check=False)
    reports = json.loads(done.stdout)
    named = [report for report in (reports if isinstance(reports, list) else [reports]) if report.get("input", {}).get("name") == "file"]
    assert len(named) == 1
    return named[0]


def witnesses():
    """One of each format, the largest; sets are packed by tar, which the library does not read."""
    return [max((path for path in folder.iterdir() if path.suffix not in (".json", ".tar")), key=lambda path: (path.stat().st_size, path.name))
            for folder in sorted((ROOT / "corpus").glob("*/witness"))]


def test_there_are_witnesses():
    assert len(witnesses()) >= 10


@pytest.mark.parametrize("file", witnesses(), ids=lambda file: file.parents[1].name)
def test_it_judges_as_the_command_does(judge, file):
    assert judge(file) == by_command(file)
