"""The worked examples of the rooms' READMEs are files: navlint finds them in order and shows each
annotated field at the annotated offset with the annotated value."""

import json
import os
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
READMES = sorted([*ROOT.glob("parsers/*/README.md"), *ROOT.glob("containers/*/README.md")])
LINE = re.compile(r"([0-9A-F]{4,}) +((?:[0-9A-F]{2} )+) *(/\S+) = (.+)")
NAVLINT = os.environ.get("NAVLINT_BIN")


def example_of(readme):
    blocks = re.findall(r"^```hex\n(.*?)^```$", readme.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1, f"{readme} has {len(blocks)} worked examples"
    rows = []
    for line in blocks[0].splitlines():
        match = LINE.fullmatch(line)
        assert match, line
        rows.append((int(match[1], 16), bytes.fromhex(match[2]), match[3], match[4]))
    return rows


def run(*arguments):
    assert NAVLINT, "NAVLINT_BIN does not name the command"
    return subprocess.run([NAVLINT, *arguments], capture_output=True, timeout=60, check=False)


@pytest.fixture(params=READMES, ids=lambda path: path.parent.name)
def example(request, tmp_path):
    rows = example_of(request.param)
    path = tmp_path / "example"
    path.write_bytes(b"".join(row[1] for row in rows))
    return rows, path


def test_every_room_has_a_readme():
    lists = "".join((ROOT / each).read_text() for each in ("parsers/formats.def", "containers/containers.def"))
    rooms = re.findall(r"^NL_FORMAT\((\w+)\)", lists, re.M)
    assert rooms
    assert {path.parent.name for path in READMES} == set(rooms)


def test_offsets_follow_from_the_bytes(example):
    rows, _ = example
    offset = 0
    for row in rows:
        assert row[0] == offset, row
        offset += len(row[1])


def test_the_example_is_in_order_to_its_last_byte(example):
    _, path = example
    result = run("check", "--format", "json", str(path))
    reports = json.loads(result.stdout)
    report = reports[0] if isinstance(reports, list) else reports  # of a container, before its members'
    assert (result.returncode == 0 or len(reports) > 1) and report["verdict"] == "valid"
    assert report["findings"] == []
    assert report["coverage"] == {"claimedBytes": path.stat().st_size, "unclaimed": []}


def shown(field):
    value = field["value"]
    if field["type"] == "bytes":
        return f'"{value}"'
    return f"{value:g}" if isinstance(value, float) else str(value)


def test_the_dump_shows_the_annotated_fields(example):
    rows, path = example
    result = run("dump", "--format", "json", str(path))
    assert result.returncode == 0, result.stderr
    fields = json.loads(result.stdout)
    fields = fields["fields"] if isinstance(fields, dict) else fields
    told = [(field["offset"], field["length"], field["path"], shown(field)) for field in fields]
    assert told == [(at, len(data), name, value) for at, data, name, value in rows]
