#!/usr/bin/env python3
"""What a release is made of: navlint-VERSION.cdx.json (CycloneDX 1.5), LICENSES.txt and CHANGELOG.md of a folder of its files.

    inventory.py FOLDER

dist/inside.tsv says what is linked into what, cmake/sources.tsv and dpkg in which version."""

import datetime
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import uuid
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[1]
OWN = {"SHA256SUMS", "LICENSES.txt", "CHANGELOG.md"}


class Library(NamedTuple):
    name: str
    licence: str
    package: str
    text: str
    files: str

    def is_in(self, file):
        return any(fnmatch.fnmatch(file, pattern) for pattern in self.files.split("|"))

    def version(self):
        if self.package.startswith("/"):
            return run("dpkg-query", "-W", "-f", "${Version}", self.package[1:])
        return VERSIONS[self.package]

    def text_path(self):
        return ROOT / "build-sources" / self.package.strip("/") / self.text


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def rows(path):
    lines = (ROOT / path).read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


VERSIONS = {row[0]: row[1] for row in rows("cmake/sources.tsv")}


def own_version():
    return re.search(r"^project\(navlint VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]


# Sources hold no libraries, and packages of Debian name theirs themselves.
def holds_libraries(file):
    return not file.endswith(".deb") and file != f"navlint-{own_version()}.tar.gz"


def libraries_in(file, libraries):
    return [library for library in libraries if holds_libraries(file) and library.is_in(file)]


def file_component(path):
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return {"type": "file", "bom-ref": path.name, "name": path.name, "version": own_version(),
            "hashes": [{"alg": "SHA-256", "content": digest}], "licenses": [{"license": {"id": "MIT"}}]}


def licence_of(library):
    """CycloneDX takes a licence with an exception for an expression."""
    if " " in library.licence:
        return {"expression": library.licence}
    kind = "name" if library.licence.startswith("LicenseRef-") else "id"
    return {"license": {kind: library.licence.removeprefix("LicenseRef-")}}


def library_component(library):
    version, package = library.version(), library.package.strip("/")
    return {"type": "library", "bom-ref": library.name, "name": library.name, "version": version,
            "licenses": [licence_of(library)], "purl": f"pkg:deb/debian/{package}@{version.replace('+', '%2B')}"}


def list_of(files, libraries):
    made = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    components = [file_component(path) for path in files]
    used = [library for library in libraries if any(library in libraries_in(path.name, libraries) for path in files)]
    serial = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(components))
    return used, {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "serialNumber": f"urn:uuid:{serial}",
        "metadata": {"timestamp": made.strftime("%Y-%m-%dT%H:%M:%SZ"),
                     "component": {"type": "application", "bom-ref": "navlint", "name": "navlint", "version": own_version()}},
        "components": components + [library_component(library) for library in used],
        "dependencies": [{"ref": path.name, "dependsOn": [l.name for l in libraries_in(path.name, libraries)]} for path in files],
    }


def licence_texts(libraries):
    parts = [("navlint", (ROOT / "LICENSE").read_text())]
    parts += [(f"{library.name} {library.version()}", library.text_path().read_text(errors="replace")) for library in libraries]
    return "\n\n".join(f"==== {title} ====\n\n{text.strip()}" for title, text in parts) + "\n"


def newest_changes():
    """The first section of CHANGELOG.md: of what is not released yet, or of the release."""
    return "## " + (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1].rstrip() + "\n"


def main(folder):
    files = sorted(path for path in folder.iterdir() if path.name not in OWN and not path.name.endswith(".cdx.json"))
    used, bill = list_of(files, [Library(*row) for row in rows("dist/inside.tsv")])
    (folder / f"navlint-{own_version()}.cdx.json").write_text(json.dumps(bill, indent=2) + "\n")
    (folder / "LICENSES.txt").write_text(licence_texts(used))
    (folder / "CHANGELOG.md").write_text(newest_changes())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
