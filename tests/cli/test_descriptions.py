"""layout --format ksy and hexpat: what other tools make of each file is what dump shows.

Descriptions for Kaitai Struct are read by its own compiler and runtime, from npm. No program that runs a pattern for ImHex is to
be had from Debian or npm: tests/hexpat/reader.py follows the pattern's text."""

import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from conftest import ROOT, SAMPLES, dumps, program, run, run_links, sparse

EXTENSIONS = {"gta-nodes": (".dat",), "metroid-path": (".path",), "mgs-nav2": (".nav2",), "skyrim-navmesh": (".esp", ".esm"),
              "source-nav": (".nav",)}
FORMATS = sorted(EXTENSIONS)
LANGUAGES = ("hexpat", "ksy")
ARCHIVES = (b"PK\x03\x04", b"7z\xbc\xaf'\x1c")
NO_FILES = (".json", ".md", ".tar", ".txt", ".tsv")
# What a dump shows of bytes that no offset leads to.
PADDING = re.compile(r"/(\w*[pP]adding|gap|unlisted|tail)$")
# Of the real files some, unless NAVLINT_ALL_SAMPLES is set: all of them take minutes.
STEP, MOST_BYTES = (1, 1 << 30) if os.environ.get("NAVLINT_ALL_SAMPLES") else (6, 300_000)
# Files with these are read by more than their numbers (docs/dump.md): by what fits, or as the game takes them. Of records that
# several have dump shows one.
READ_OTHERWISE = {"NAV_SUB_VERSION", "NAV2_CHUNK_DATA_ODD", "NAV2_DESCS_GROUPS", "NAV2_GRAPH_LINK_ORDER", "NAV2_MESH_LAYOUT",
                  "NAV2_MESH_RECORD_ORDER", "NAV2_O2N_SHIFTED",
                  "PATH_POINTS_NEGATIVE", "PATH_POINTS_V7"}


@pytest.fixture(scope="session")
def modules():
    """The folder with the compiler and the runtime."""
    here = ROOT / "tests" / "kaitai"
    if not shutil.which("node") or not shutil.which("npm"):
        pytest.skip("node or npm is absent")
    folder = pathlib.Path(program()).resolve().parent.parent / "kaitai"
    if not (folder / "node_modules" / "kaitai-struct-compiler").is_dir():
        folder.mkdir(exist_ok=True)
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(here / name, folder)
        done = subprocess.run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder, capture_output=True)
        if done.returncode != 0:
            pytest.skip("npm could not fetch Kaitai Struct's compiler")
    return folder / "node_modules"


def described(format_id, language):
    result = run("layout", format_id, "--format", language)
    assert (result.code, result.err) == (0, "")
    return result.text


# ---- What other tools read ----


@pytest.fixture
def reader(request, tmp_path, language):
    """Makes the command of a program that reads the files which its standard input names, and its environment."""
    if language == "hexpat":
        def words(format_id):
            pattern = tmp_path / f"{format_id}.hexpat"
            pattern.write_text(described(format_id, "hexpat"))
            return [sys.executable, "-B", ROOT / "tests" / "hexpat" / "reader.py", pattern], {}
    else:
        modules = request.getfixturevalue("modules")

        def words(format_id):
            description = tmp_path / f"{format_id}.json"
            description.write_text(json.dumps(yaml.safe_load(described(format_id, "ksy"))))
            return ["node", ROOT / "tests" / "kaitai" / "fields.js", description], {"NODE_PATH": str(modules)}
    return words


def read(words, more, files):
    """What the program makes of each file: its fields, or what went wrong."""
    done = subprocess.run(words, input="".join(f"{file}\n" for file in files), capture_output=True, text=True,
                          env={**os.environ, **more})
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["file"] for row in rows] == [str(file) for file in files]
    return [row.get("error") or list(map(tuple, row["fields"])) for row in rows]


def is_alike(fields, shown, format_id):
    """Whether both have the same fields. What is behind the end has two names in a dump; a dump of MGS V's has padding, too."""
    if shown is None or isinstance(fields, str):
        return False
    wanted = {(path.replace("/fill", "/tail"), at, length, value) for path, _, at, length, value in shown}
    found = {(path.replace("/fill", "/tail"), *more) for path, *more in fields}
    lacking = {field for field in wanted - found if format_id != "mgs-nav2" or not PADDING.search(field[0])}
    return len(found) == len(fields) and len(wanted) == len(shown) and not found - wanted and not lacking


def disagreements(reader, format_id, files):
    """files: with what a dump shows of each."""
    read_by_it = read(*reader(format_id), [file for file, _ in files])
    return [str(file) for (file, shown), fields in zip(files, read_by_it) if not is_alike(fields, shown, format_id)]


# ---- Files ----


def reports_of(files, *options):
    whole = json.loads(run("check", "--format", "json", "--no-config", *options, *files).text)
    reports = [one for report in (whole if isinstance(whole, list) else [whole]) for one in [report, *report.get("members", [])]]
    return {report["input"]["name"]: report for report in reports if "input" in report}


def is_entered(path, report):
    containers = {folder.name for folder in (ROOT / "containers").iterdir()}
    return path.read_bytes().startswith(ARCHIVES) or (report and report["format"]["id"].replace("-", "_") in containers)


def judged(format_id, files, verdicts):
    """Those with one of the verdicts, and without what is read otherwise. Fuzzers find containers and archives, too: what is in
    them is judged, whatever format is asked for."""
    by_name = reports_of(files, "--input-format", format_id)
    others = [file for file in files if str(file) not in by_name]
    entered = reports_of(others) if others else {}
    assert all(is_entered(file, entered.get(str(file))) for file in others)
    return [file for file, report in ((file, by_name[str(file)]) for file in files if str(file) in by_name)
            if report["verdict"] in verdicts and not READ_OTHERWISE & {finding["code"] for finding in report["findings"]}]


def corpus(format_id):
    """Of files that are in several groups one."""
    folder = ROOT / "corpus" / format_id.replace("-", "_")
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in NO_FILES]
    return list({path.read_bytes(): path for path in files}.values())


def samples(format_id):
    folder = SAMPLES.parent / ("skyrim" if format_id == "skyrim-navmesh" else format_id)
    return [path for path in sorted(folder.rglob("*")) if path.suffix.lower() in EXTENSIONS[format_id]]


@functools.lru_cache(maxsize=None)
def built(format_id):
    """Valid ones. Of those that were damaged to be found dump shows what is left: that is its own."""
    files = judged(format_id, corpus(format_id), ["valid"])
    return list(zip(files, dumps(format_id, files)))


@functools.lru_cache(maxsize=1)  # both languages of one format, one after the other
def real(format_id):
    files = sparse([path for path in samples(format_id) if path.stat().st_size < MOST_BYTES][::STEP])
    some = judged(format_id, files, ["valid", "invalid"]) if files else []
    return list(zip(some, dumps(format_id, some)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("format_id", FORMATS)
def test_built_files_are_read_alike(reader, format_id):
    files = built(format_id)
    assert len(files) > 20 and disagreements(reader, format_id, files) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("format_id", FORMATS)
def test_real_files_are_read_alike(reader, format_id):
    if not samples(format_id):
        pytest.skip("the samples are absent")
    files = real(format_id)
    assert files and disagreements(reader, format_id, files) == []


# ---- What no valid file of the corpora has ----


def shown_in(format_id, file):
    """path -> (offset, value)"""
    return {path: (at, value) for path, _, at, _, value in dumps(format_id, [file])[0]}


def differs(reader, format_id, tmp_path, whole, path):
    """Whether the file with these bytes, in which dump has to show `path`, is read otherwise."""
    file = tmp_path / "changed"
    file.write_bytes(whole)
    (fields,) = dumps(format_id, [file])
    assert path in {field[0] for field in fields}
    return disagreements(reader, format_id, [(file, fields)]) != []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_triangle_with_four_nodes(reader, tmp_path):
    """At a border: there the numbers of groups start behind a byte that is skipped."""
    seed = ROOT / "corpus" / "mgs_nav2" / "seed" / "01-201403242-tile-small.nav2"
    whole, shown = bytearray(seed.read_bytes()), shown_in("mgs-nav2", seed)
    face = next(path.removesuffix("/dataChunkIds/0") for path in shown
                if path.endswith("/dataChunkIds/0") and path.replace("dataChunkIds/0", "vertices/3") not in shown)
    at, descriptor = shown[f"{face.replace('meshData', 'meshes')}/descriptor"]
    whole[at:at + 4] = (descriptor ^ 1 << 19).to_bytes(4, "little")
    assert not differs(reader, "mgs-nav2", tmp_path, whole, f"{face}/gap")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_island_link_to_another_group(reader, tmp_path):
    """It has the bytes of four to a side of the tile."""
    seed = ROOT / "corpus" / "mgs_nav2" / "seed" / "01-201403242-tile-small.nav2"
    whole, shown = bytearray(seed.read_bytes()), shown_in("mgs-nav2", seed)
    for name, before, count in [("crossingTileLinkCount", 4, 0), ("crossingDataChunkLinkCount", 0, 1)]:
        at, value = shown[f"/islandGraphs/0/nodes/0/{name}"]
        assert value == before
        whole[at] = count
    assert not differs(reader, "mgs-nav2", tmp_path, whole, "/islandGraphs/0/linkData/0/crossChunk/0/dataChunkUid")


@pytest.mark.parametrize("language", LANGUAGES)
def test_places_of_fog(reader, tmp_path):
    seed = ROOT / "corpus" / "source_nav" / "seed" / "03-16.14-left-4-dead-small.nav"
    whole = seed.read_bytes()
    at, count = shown_in("source-nav", seed)["/fogPlaceCount"]
    assert count == 0
    whole = whole[:at] + b"\2\0" + b"\4\0fog\0" + b"\2\0f\0" + whole[at + 2:]
    assert not differs(reader, "source-nav", tmp_path, whole, "/fogPlaces/1/name")


# ---- The texts ----


def test_the_committed_descriptions_are_these():
    for format_id in FORMATS:
        for language in LANGUAGES:
            path = ROOT / "docs" / "layouts" / f"{format_id.replace('-', '_')}.{language}"
            assert path.read_text() == described(format_id, language)


@pytest.mark.parametrize("format_id", FORMATS)
def test_every_field_of_the_table_is_described(format_id):
    """By its name in a dump. Bytes that only damage leaves have no place in a description."""
    whole = yaml.safe_load(described(format_id, "ksy"))
    members = [member for one in [whole, *whole["types"].values()]
               for member in [*one.get("seq", []), *one.get("instances", {}).values()]]
    names = {member["-orig-id"].split("/")[-1] for member in members if "-orig-id" in member}
    (layout,) = json.loads(run("layout", format_id, "--format", "json").text)["layouts"]
    wanted = {field["name"].split("/")[-1] for record in layout["records"] for field in record["fields"]
              if "type" in field and not field.get("isValue")}
    assert wanted - names <= {"tail", "unknown", "unknownList"}


@pytest.mark.parametrize("format_id", FORMATS)
def test_both_languages_name_the_same(format_id):
    pattern = described(format_id, "hexpat")
    whole = yaml.safe_load(described(format_id, "ksy"))
    members = [(id_, member) for one in [whole, *whole["types"].values()]
               for id_, member in [*((member["id"], member) for member in one.get("seq", [])), *one.get("instances", {}).items()]]
    for id_, member in members:
        if member.get("-orig-id"):
            assert f'name("{member["-orig-id"]}")' in pattern or re.search(rf"\b{member['-orig-id']}\b", pattern), id_


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_format_is_described(language):
    result = run("layout", "--format", language)
    assert (result.code, result.out) == (2, b"")
    assert result.err == f"navlint: layout --format {language} describes one format: name it\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_format_without_structure_has_no_description(language):
    result = run_links("layout", "test-links", "--format", language)
    assert (result.code, result.out) == (2, b"")
    assert result.err == f"navlint: the structure of test-links is not written down for --format {language}\n"


def test_the_reader_of_patterns_is_strict(tmp_path):
    """As ImHex: a name that is not declared, a type that is not there and a word of the language are mistakes."""
    file = tmp_path / "file"
    file.write_bytes(b"\1\2\3\4")
    for body, why in [("u8 a[b];", "no variable b"), ("Node a;", "no type Node"), ("u8 in;", "'in' is no name"), ("u64 a;", "no type u64"),
                      ("u128 a = std::core::array_index();", "std::core::array_index without import std.core")]:
        pattern = tmp_path / "a.hexpat"
        pattern.write_text(f"#pragma endian little\nstruct File {{ {body} }};\nFile file @ 0x00 [[inline]];\n")
        done = subprocess.run([sys.executable, "-B", ROOT / "tests" / "hexpat" / "reader.py", pattern], input=f"{file}\n",
                              capture_output=True, text=True, check=False)
        assert done.returncode != 0 and done.stderr.endswith(f"Wrong: {why}\n")
