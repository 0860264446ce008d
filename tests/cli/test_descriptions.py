"""layout --format ksy: Kaitai Struct's own compiler makes of each file what dump shows."""

import json
import os
import pathlib
import shutil
import struct
import subprocess

import pytest
import yaml

from conftest import ROOT, SAMPLES, program, run

HERE = ROOT / "tests" / "kaitai"
EXTENSIONS = {"gta-nodes": (".dat",), "source-nav": (".nav",), "metroid-path": (".path",)}
DESCRIBED = sorted(EXTENSIONS)
# Sub-versions and games that only what stands around them tells: docs/dump.md.
FILES_AT_ONCE = 16


@pytest.fixture(scope="session")
def modules():
    """The folder with the compiler and the runtime."""
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("node or npm is absent")
    folder = pathlib.Path(program()).resolve().parent.parent / "kaitai"
    if not (folder / "node_modules" / "kaitai-struct-compiler").is_dir():
        folder.mkdir(exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, folder)
        done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, capture_output=True)
        if done.returncode != 0:
            pytest.skip("npm could not fetch Kaitai Struct's compiler")
    return folder / "node_modules"


def description_of(format_id):
    result = run("layout", format_id, "--format", "ksy")
    assert (result.code, result.err) == (0, "")
    return yaml.safe_load(result.text)


def read(modules, folder, format_id, files):
    """file -> its fields as the description has them, or what went wrong."""
    (folder / "ksy.json").write_text(json.dumps(description_of(format_id)))
    rows = {}
    for at in range(0, len(files), FILES_AT_ONCE):
        names = [str(file) for file in files[at:at + FILES_AT_ONCE]]
        done = subprocess.run(["node", str(HERE / "fields.js"), str(folder / "ksy.json"), *names],
                              capture_output=True, text=True, env={**os.environ, "NODE_PATH": str(modules)})
        assert done.returncode == 0, done.stderr
        for line in done.stdout.splitlines():
            row = json.loads(line)
            rows[row["file"]] = row.get("fields", row.get("error"))
    return rows


def value_in_js(field):
    """A double for a float, nothing for bytes."""
    if field["type"] == "bytes":
        return None
    return struct.unpack("<f", struct.pack("<f", field["value"]))[0] if isinstance(field["value"], float) else field["value"]


def fields_of(path, format_id):
    result = run("dump", "--format", "json", "--input-format", format_id, str(path))
    fields = json.loads(result.text)["fields"] if result.code == 0 else []
    return [[field["path"], field["offset"], field["length"], value_in_js(field)] for field in fields]


def disagreements(modules, folder, format_id, files):
    return [path for path, fields in read(modules, folder, format_id, files).items() if fields != fields_of(path, format_id)]


@pytest.mark.parametrize("format_id", DESCRIBED)
def test_seeds_are_read_alike(modules, tmp_path, format_id):
    seeds = sorted((ROOT / "corpus" / format_id.replace("-", "_") / "seed").iterdir())
    assert len(seeds) > 3 and disagreements(modules, tmp_path, format_id, seeds) == []


def is_whole(path, format_id):
    """Whether a file can be judged and no error is in its structure: what damage does is the reader's own."""
    result = run("check", "--format", "json", "--input-format", format_id, str(path))
    return result.code in (0, 1) and json.loads(result.text)["verdict"] != "indeterminate"


@pytest.mark.parametrize("format_id", DESCRIBED)
def test_real_files_are_read_alike(modules, tmp_path, format_id):
    files = [path for path in sorted((SAMPLES.parent / format_id).rglob("*")) if path.suffix.lower() in EXTENSIONS[format_id]]
    if not files:
        pytest.skip("the samples are absent")
    some = [path for path in files[::6] if path.stat().st_size < 500_000 and is_whole(path, format_id)]
    assert some and disagreements(modules, tmp_path, format_id, some) == []


def test_the_committed_descriptions_are_these():
    for format_id in DESCRIBED:
        path = ROOT / "docs" / "layouts" / f"{format_id.replace('-', '_')}.ksy"
        assert path.read_text() == run("layout", format_id, "--format", "ksy").text


def test_every_field_of_the_table_is_described():
    """By its name in a dump. Bytes that only damage leaves have no place in a description."""
    for format_id in DESCRIBED:
        whole = description_of(format_id)
        types = [whole, *whole["types"].values()]
        described = {name for one in types for member in one["seq"] for name in [member["-orig-id"].split("/")[-1]]}
        (layout,) = json.loads(run("layout", format_id, "--format", "json").text)["layouts"]
        wanted = {field["name"].split("/")[-1] for record in layout["records"] for field in record["fields"]
                  if "type" in field and not field.get("isValue")}
        assert wanted - described <= {"tail", "unknown", "unknownList"}


@pytest.mark.parametrize("words, why", [
    ([], "layout --format ksy describes one format: name it"),
    (["skyrim-navmesh"], "the structure of skyrim-navmesh is not written down for --format ksy")])
def test_what_has_no_description(words, why):
    result = run("layout", "--format", "ksy", *words)
    assert (result.code, result.out, result.err) == (2, b"", f"navlint: {why}\n")
