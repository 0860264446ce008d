"""dump: text and JSON show the same fields."""

import json
import math
import struct

import pytest

from conftest import ERROR, PEDANTIC, assert_golden, mesh, run


def fields_of(content):
    result = run("dump", "--format", "json", "-", stdin=content)
    assert (result.code, result.err) == (0, "")
    whole = json.loads(result.text)
    assert whole["input"] == {"name": "-", "bytes": len(content)}
    return whole["fields"]


def test_text():
    result = run("dump", "-", stdin=mesh())
    assert (result.code, result.err) == (0, "")
    assert_golden("dump-clean.txt", result.text)


def test_json_shows_the_same_fields_as_text():
    lines = run("dump", "-", stdin=mesh(ERROR)).text.splitlines()
    fields = fields_of(mesh(ERROR))
    assert len(lines) == len(fields) > 0
    for line, field in zip(lines, fields):
        offset, length, kind, path, value = line.split("  ", 4)
        assert (int(offset, 16), int(length), kind, path) == (
            field["offset"], field["length"], field["type"], field["path"])
        if isinstance(field["value"], int):
            assert value == str(field["value"])
        assert field["role"] in ("plain", "count", "reference", "identity")


def test_json_has_one_field_a_line():
    text = run("dump", "--format=json", "-", stdin=mesh()).text
    for line in text.splitlines()[1:-1]:
        assert "path" in json.loads(line.rstrip(","))


def test_damaged_file_is_shown_up_to_the_damage():
    content = mesh(areas=3)
    whole = run("dump", "-", stdin=content).text
    cut = run("dump", "-", stdin=content[:-7])
    assert cut.code == 0
    assert cut.text and whole.startswith(cut.text) and cut.text != whole
    assert 0 < len(fields_of(content[:-7])) < len(fields_of(content))


REALS = [(0.1, "0.1", 0.1), (1e10, "1e+10", 1e10), (100.0, "100", 100.0), (math.nan, "nan", "NaN"),
         (math.inf, "inf", "Infinity"), (-math.inf, "-inf", "-Infinity")]


@pytest.mark.parametrize("value, text, in_json", REALS, ids=lambda value: str(value))
def test_reals_are_shown_in_their_shortest_form(value, text, in_json):
    content = bytearray(mesh())
    at = 0x17  # /areas/0/nwCorner/x
    struct.pack_into("<f", content, at, value)
    (line,) = [line for line in run("dump", "-", stdin=content).text.splitlines()
               if line.startswith(f"+0x{at:08x}")]
    assert line.split()[-1].lstrip("-") == text.lstrip("-")
    (field,) = [field for field in fields_of(content) if field["offset"] == at]
    assert field["value"] == in_json and isinstance(field["value"], type(in_json))


def test_strings_are_escaped(tmp_path):
    content = mesh(PEDANTIC).replace(b"House", b'"\\\xff\n\x1b')
    name = 'a"\u00e4.nav'
    (tmp_path / name).write_bytes(content)
    whole = json.loads(run("dump", "--format", "json", name, cwd=tmp_path).text)
    assert whole["input"]["name"] == name
    texts = [field["value"] for field in whole["fields"] if isinstance(field["value"], str)]
    assert any('"' in text and "\\xff" in text and "\\x1b" in text for text in texts)
    assert run("dump", name, cwd=tmp_path).text.replace("\n", "").isprintable()


@pytest.mark.parametrize("form", ["text", "json"])
def test_unrecognised_bytes(form, tmp_path):
    (tmp_path / "x.txt").write_text("text")
    result = run("dump", "--format", form, "x.txt", cwd=tmp_path)
    assert (result.code, result.out) == (3, b"")
    assert result.err.startswith("navlint: x.txt: ") and "--input-format" in result.err


def test_other_failures(tmp_path):
    result = run("dump", "absent", cwd=tmp_path)
    assert (result.code, result.err) == (3, "navlint: cannot read absent: No such file or directory\n")
    result = run("dump", "--max-bytes", "10", "-", stdin=mesh())
    assert (result.code, result.out) == (3, b"")
    assert result.err == "navlint: -: larger than --max-bytes allows\n"


def test_options():
    words = ["--input-format", "source-nav", "--game", "gmod", "--max-bytes", "1M"]
    assert run("dump", *words, "-", stdin=mesh()).code == 0


@pytest.mark.parametrize("first, last", [(0, 1), (4, 40), (60, 61), (100, 10 ** 6)])
def test_a_window_is_a_part_of_the_whole(first, last):
    content = mesh(areas=3)
    whole = fields_of(content)
    wanted = [field for field in whole if field["offset"] < last and field["offset"] + field["length"] > first]
    for words in (["--from", str(first), "--to", str(last)], [f"--from=0x{first:x}", f"--to=+0x{last:X}"]):
        result = run("dump", "--format", "json", *words, "-", stdin=content)
        assert json.loads(result.text)["fields"] == wanted
    assert 0 < len(wanted) < len(whole)


def test_a_path_is_that_of_a_record_and_what_is_below():
    content = mesh(areas=12)
    result = run("dump", "--format", "json", "--path", "/areas/1", "-", stdin=content)
    assert json.loads(result.text)["fields"] == [
        field for field in fields_of(content) if field["path"].startswith("/areas/1/")]
    assert run("dump", "--path", "/areas/99", "-", stdin=content).text == ""


@pytest.mark.parametrize("words, why", [
    (["--from", "x"], "--from: 'x' is not an offset: bytes, decimal or 0x and hexadecimal"),
    (["--to", "0x"], "--to: '0x' is not an offset"), (["--to", "-1"], "--to: '-1' is not an offset"),
    (["--from", "99999999999999999999"], "is not an offset"),
    (["--path", "areas/1"], "--path: 'areas/1' is not a path as findings and dumps show it: /areas/40")])
def test_a_bad_window_is_refused(words, why):
    result = run("dump", *words, "-", stdin=mesh())
    assert result.code == 2 and why in result.err
