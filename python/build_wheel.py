"""Builds the wheel of navlint, with the standard library alone: equal files make equal wheels.

    build_wheel.py [--library FILE] [--license FILE...] [FOLDER]

puts it into FOLDER (by default `dist`) and prints its path. The library's own bytes tell what the wheel is for: libnavlint.so for
Linux, navlint.dll for Windows. Without one the wheel is for every system, and uses the library that is installed there. --license
names the terms of what is linked into the library.

It is the build backend of pyproject.toml, too (PEP 517): `pip install ./python` makes the wheel without a library;
NAVLINT_WHEEL_LIBRARY names one.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import os
import pathlib
import re
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence

from binary import platform_tag

HERE = pathlib.Path(__file__).resolve().parent
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first that a zip can say
_PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
_SOURCES = ["build_wheel.py", "binary.py", "pyproject.toml", "README.md"]


def version() -> str:
    found = re.search(r'__version__ = "([^"]+)"', (HERE / "navlint" / "_version.py").read_text())
    assert found
    return str(found[1])


def _stem() -> str:
    return f"{_PROJECT['name']}-{version()}"


def _metadata() -> str:
    rows = [("Metadata-Version", "2.1"), ("Name", _PROJECT["name"]), ("Version", version()), ("Summary", _PROJECT["description"]),
            ("Keywords", ",".join(_PROJECT["keywords"])), ("License", _PROJECT["license"]["text"]),
            *(("Classifier", one) for one in _PROJECT["classifiers"]),
            ("Requires-Python", _PROJECT["requires-python"]), ("Description-Content-Type", "text/markdown")]
    return "".join(f"{key}: {value}\n" for key, value in rows) + "\n" + (HERE / "README.md").read_text()


def _package() -> dict[str, bytes]:
    """The module: path in the wheel, content."""
    files = sorted(file for file in (HERE / "navlint").iterdir() if file.suffix == ".py" or file.name == "py.typed")
    return {f"navlint/{file.name}": file.read_bytes() for file in files}


def _license_name(file: pathlib.Path) -> str:
    """jansson/LICENSE is jansson-LICENSE: many files have that name."""
    return f"{file.parent.name}-{file.name}"


def _own_license() -> pathlib.Path:
    """In a source archive it lies beside this file, in the repository above it."""
    return next(path for path in (HERE / "LICENSE", HERE.parent / "LICENSE") if path.exists())


def _licenses(linked: Sequence[pathlib.Path]) -> dict[str, bytes]:
    return {"LICENSE": _own_license().read_bytes()} | {_license_name(one): one.read_bytes() for one in linked}


def _record(files: dict[str, bytes], name: str) -> bytes:
    def digest(content: bytes) -> str:
        return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()

    rows = [f"{path},sha256={digest(content)},{len(content)}\n" for path, content in files.items()]
    return "".join([*rows, f"{name},,\n"]).encode()


def _write_zip(path: pathlib.Path, files: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = 3  # Unix, wherever it is built: the modes are its
            info.external_attr = 0o100644 << 16
            wheel.writestr(info, content, zipfile.ZIP_DEFLATED)


def make(folder: pathlib.Path, library: pathlib.Path | None = None, licenses: Sequence[pathlib.Path] = ()) -> pathlib.Path:
    """The wheel. library: the file that it carries; licenses: the terms of what is linked into that."""
    files, tag = _package(), "py3-none-any"
    if library:
        content = library.read_bytes()
        tag = f"py3-none-{platform_tag(content)}"
        files["navlint/navlint.dll" if content[:2] == b"MZ" else "navlint/libnavlint.so"] = content
    info = f"{_stem()}.dist-info"
    files |= {f"{info}/licenses/{name}": content for name, content in _licenses(licenses).items()}
    files |= {f"{info}/METADATA": _metadata().encode(),
              f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: navlint\nRoot-Is-Purelib: {'false' if library else 'true'}\n"
                               f"Tag: {tag}\n".encode()}
    record = f"{info}/RECORD"
    files[record] = _record(files, record)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{_stem()}-{tag}.whl"
    _write_zip(path, files)
    return path


def build_wheel(wheel_directory: str, config_settings: object = None, metadata_directory: str | None = None) -> str:
    """PEP 517. Returns the wheel's name."""
    library = os.environ.get("NAVLINT_WHEEL_LIBRARY")
    return make(pathlib.Path(wheel_directory), pathlib.Path(library) if library else None).name


def build_sdist(sdist_directory: str, config_settings: object = None) -> str:
    """PEP 517: the module and what builds it, without the library. Returns the archive's name."""
    name = f"{_stem()}.tar.gz"
    with tarfile.open(pathlib.Path(sdist_directory) / name, "w:gz") as archive:
        for path in [*_SOURCES, *_package()]:
            archive.add(HERE / path, f"{_stem()}/{path}")
        archive.add(_own_license(), f"{_stem()}/LICENSE")
    return name


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the wheel of navlint and prints its path.")
    parser.add_argument("--library", type=pathlib.Path, metavar="FILE", help="libnavlint.so or navlint.dll, to carry")
    parser.add_argument("--license", type=pathlib.Path, metavar="FILE", action="append", default=[],
                        help="the terms of what is linked into the library")
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=pathlib.Path("dist"))
    given = parser.parse_args()
    print(make(given.folder, given.library, given.license))


if __name__ == "__main__":
    main()
