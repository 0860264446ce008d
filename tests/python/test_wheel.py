"""The wheel: what it is called, what is in it, and that equal files make equal wheels."""

import base64
import csv
import hashlib
import importlib.util
import io
import pathlib
import re
import struct
import subprocess
import sys
import zipfile

import navlint
import pytest
from conftest import ROOT

BUILD = ROOT / "python" / "build_wheel.py"

sys.path.insert(0, str(ROOT / "python"))
binary = pytest.importorskip("binary")


def build(folder, *words):
    done = subprocess.run([sys.executable, "-B", BUILD, *words, folder], capture_output=True, text=True, check=True)
    return pathlib.Path(done.stdout.strip())


def portable_executable(machine):
    return b"MZ" + bytes(58) + struct.pack("<I", 64) + b"PE\0\0" + struct.pack("<H", machine)


def test_the_package_under_test_is_the_installed_one():
    """In an environment of its own the tests must not take the source tree's."""
    if sys.prefix == sys.base_prefix:
        pytest.skip("no environment of its own")
    assert pathlib.Path(navlint.__file__).is_relative_to(sys.prefix)


def test_equal_files_make_equal_wheels(tmp_path):
    first, second = build(tmp_path / "a"), build(tmp_path / "b")
    assert first.name == second.name == f"navlint-{navlint.__version__}-py3-none-any.whl"
    assert first.read_bytes() == second.read_bytes()


def test_a_wheel_for_windows(tmp_path):
    library = tmp_path / "navlint.dll"
    library.write_bytes(portable_executable(0x8664))
    wheel = build(tmp_path, "--library", library)
    assert wheel.name.endswith("-py3-none-win_amd64.whl")
    assert "navlint/navlint.dll" in zipfile.ZipFile(wheel).namelist()


def test_the_record_is_right(tmp_path):
    library, terms = tmp_path / "navlint.dll", tmp_path / "jansson" / "LICENSE"
    library.write_bytes(portable_executable(0x8664))
    terms.parent.mkdir()
    terms.write_text("terms")
    wheel = zipfile.ZipFile(build(tmp_path, "--library", library, "--license", terms))
    info = f"navlint-{navlint.__version__}.dist-info"
    rows = {name: digest for name, digest, _ in csv.reader(io.StringIO(wheel.read(f"{info}/RECORD").decode()))}
    assert set(rows) == set(wheel.namelist())
    for name, digest in rows.items():
        if digest:
            expected = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
            assert digest == f"sha256={expected}"
    assert {f"{info}/licenses/LICENSE", f"{info}/licenses/jansson-LICENSE", "navlint/py.typed"} <= set(rows)
    assert "Root-Is-Purelib: false" in wheel.read(f"{info}/WHEEL").decode()


def readelf(path, *words):
    return subprocess.run(["readelf", "-W", *words, path], capture_output=True, text=True, check=True).stdout


def library_in_package():
    path = pathlib.Path(navlint.__file__).with_name("libnavlint.so")
    if not path.exists():
        pytest.skip("the package carries no library")
    return path


def test_the_tag_is_what_the_symbols_say():
    """binutils reads the same versions and libraries."""
    path = library_in_package()
    elf = binary.Elf(path.read_bytes())
    assert sorted(elf.needed()) == sorted(re.findall(r"\(NEEDED\).*\[(.*)\]", readelf(path, "-d")))
    versions = set(re.findall(r"Name: (GLIBC_[0-9.]+)", readelf(path, "-V")))
    assert {version for version in elf.versions() if version.startswith("GLIBC_")} == versions
    newest = max(tuple(map(int, version.removeprefix("GLIBC_").split(".")[:2])) for version in versions)
    tag = binary.platform_tag(path.read_bytes())
    alone = elf.needed() == ["libc.so.6"]
    assert tag == (f"manylinux_2_{newest[1]}_{elf.machine}" if alone else f"linux_{elf.machine}")


def test_what_is_no_library_is_refused(tmp_path):
    (tmp_path / "a.so").write_bytes(b"text")
    done = subprocess.run([sys.executable, "-B", BUILD, "--library", tmp_path / "a.so", tmp_path], capture_output=True, text=True,
                          check=False)
    assert done.returncode != 0 and "no little-endian ELF" in done.stderr


def test_pip_can_ask_for_it(tmp_path):
    """The hooks of PEP 517."""
    spec = importlib.util.spec_from_file_location("build_wheel", BUILD)
    backend = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(backend)
    assert (tmp_path / backend.build_wheel(str(tmp_path))).exists()
    assert (tmp_path / backend.build_sdist(str(tmp_path))).exists()
