"""navlint-linux-x86_64 and -aarch64: one file that needs nothing of the system. NAVLINT_STATIC names it, and NAVLINT_EMULATOR
the program that runs it where the machine does not: one file, too.

Every run is in a root that holds the program and its input alone: no /etc, no /dev, no /tmp."""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from test_archives import seven_zip_of, zip_of  # noqa: E402

STATIC = pathlib.Path(os.environ.get("NAVLINT_STATIC", ROOT / "build-static/bin/navlint"))
EMULATOR = os.environ.get("NAVLINT_EMULATOR")
COMMAND = ["/emulator", "/navlint"] if EMULATOR else ["/navlint"]
MOST_BYTES = 2_500_000
NAMES = ["karten/Größe.nav", "地図/道.nav", "ѣ/🗺.nav"]


@pytest.fixture(name="empty_root")
def _empty_root(tmp_path):
    shutil.copy(STATIC, tmp_path / "navlint")
    if EMULATOR:
        shutil.copy(EMULATOR, tmp_path / "emulator")
    probe = subprocess.run(["unshare", "-r", "-R", tmp_path, *COMMAND, "--version"], capture_output=True, check=False)
    if b"unshare" in probe.stderr:
        pytest.skip("this machine lets nobody have a root of their own: " + probe.stderr.decode())
    return tmp_path


def run_in(root, *arguments, **environment):
    return subprocess.run(["unshare", "-r", "-R", root, *COMMAND, *arguments], capture_output=True, env=environment,
                          timeout=60, check=False)


def witness_in(root):
    return run_in(root, "witness", "NAV_CONN_UNRESOLVED").stdout


def test_it_is_small_and_asks_for_no_loader():
    """ELF64: no PT_INTERP among the program headers."""
    program = STATIC.read_bytes()
    assert len(program) <= MOST_BYTES
    headers_at, = struct.unpack_from("<Q", program, 32)
    size, count = struct.unpack_from("<HH", program, 54)
    kinds = [struct.unpack_from("<I", program, headers_at + i * size)[0] for i in range(count)]
    assert 1 in kinds and 3 not in kinds


def test_nothing_of_the_machine_is_inside():
    assert str(ROOT).encode() not in STATIC.read_bytes()


def test_version(empty_root):
    done = run_in(empty_root, "--version")
    assert (done.returncode, done.stdout[:8], done.stderr) == (0, b"navlint ", b"")


@pytest.mark.parametrize("locale", [{}, {"LC_ALL": "C"}, {"LC_ALL": "de_DE.ISO-8859-1"}, {"LC_ALL": "C.UTF-8"}])
@pytest.mark.parametrize("pack", [zip_of, seven_zip_of])
def test_names_are_utf8_whatever_the_locale(empty_root, pack, locale):
    content = witness_in(empty_root)
    assert content[:4] == b"\xce\xfa\xed\xfe"
    (empty_root / "mod").write_bytes(pack([(name, content) for name in NAMES]))
    done = run_in(empty_root, "check", "--format", "ndjson", "mod", **locale)
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1, done.stderr
    assert {report["input"]["name"] for report in reports} == {f"mod!{name}" for name in NAMES}


def test_a_folder_is_walked_with_threads(empty_root):
    (empty_root / "maps" / "Größe").mkdir(parents=True)
    for i in range(20):
        (empty_root / "maps" / "Größe" / f"{i:02}.nav").write_bytes(witness_in(empty_root))
    done = run_in(empty_root, "check", "--format", "ndjson", "maps")
    assert [json.loads(line)["input"]["name"] for line in done.stdout.splitlines()] == [f"maps/Größe/{i:02}.nav" for i in range(20)]


def test_a_png_is_refused_in_words(empty_root):
    (empty_root / "a.nav").write_bytes(witness_in(empty_root))
    done = run_in(empty_root, "draw", "-o", "a.png", "a.nav")
    assert done.returncode not in (0, 1) and b"cairo" in done.stderr
    assert not (empty_root / "a.png").exists()


def test_a_fix_replaces_its_file(empty_root):
    (empty_root / "a.nav").write_bytes(witness_in(empty_root))
    fixed = run_in(empty_root, "fix", "--unsafe", "--in-place", "a.nav")
    assert fixed.returncode == 0, fixed.stderr
    assert run_in(empty_root, "check", "a.nav").returncode == 0
