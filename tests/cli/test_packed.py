"""Places in packed data, and parts of a format that are judged by themselves."""

import json
import re
import zlib

from conftest import reports_of, run, witness

PACKED = "SKYRIM_LONG_FIELD_NEEDLESS"


def report_of(content):
    (report,) = reports_of(run("check", "--pedantic", "--format", "json", "-", stdin=content))
    return report


def fields_of(content, *words):
    result = run("dump", "--format", "json", *words, "-", stdin=content)
    assert (result.code, result.err) == (0, "")
    return json.loads(result.text)["fields"]


def test_a_finding_has_the_packed_bytes_and_the_place_in_what_they_unpack_to():
    content = witness(PACKED)
    (finding,) = report_of(content)["findings"]
    assert finding["encoding"] == "zlib"
    assert finding["inner"] == {"offset": 6, "length": 4}
    packed = content[finding["offset"] : finding["offset"] + finding["length"]]
    assert packed[:1] == b"\x78"
    text = run("check", "--pedantic", "--all", "-", stdin=content).text
    assert text.startswith(f"-:+0x{finding['offset']:x}>+0x6: info: ")


def test_a_dump_shows_packed_bytes_and_then_their_fields():
    content = witness(PACKED)
    fields = fields_of(content)
    inner = [field for field in fields if "encoding" in field]
    outer = [field for field in fields if "encoding" not in field]
    assert [field["inner"]["offset"] for field in inner][:3] == [0, 4, 6]
    (place,) = {(field["offset"], field["length"]) for field in inner}
    assert place in {(field["offset"], field["length"]) for field in outer}
    ends = [field["offset"] + field["length"] for field in outer]
    assert [field["offset"] for field in outer[1:]] == ends[:-1]
    assert ends[-1] == len(content)


def test_a_dump_s_text_has_both_places():
    lines = run("dump", "-", stdin=witness(PACKED)).text.splitlines()
    assert any(re.match(r"\+0x[0-9a-f]{8}>\+0x00000006  4  u32le  /records/2/", line) for line in lines)


def nvmi_of(content):
    (size,) = [f for f in fields_of(content) if f["path"] == "/records/0/fields/1/size"]
    at = size["offset"] + 2
    return content[at : at + size["value"]]


def test_a_part_is_judged_if_asked_for():
    body = nvmi_of(witness(PACKED))
    assert run("check", "--input-format", "skyrim-nvmi", "-", stdin=body).code == 0
    assert run("check", "-", stdin=body).code == 3
    cut = run("check", "--input-format=skyrim-nvmi", "-", stdin=body[:-1])
    assert cut.code == 1
    assert "SKYRIM_NVMI_LENGTH" in cut.text


def test_a_part_is_dumped_if_asked_for():
    body = nvmi_of(witness(PACKED))
    fields = fields_of(body, "--input-format", "skyrim-nvmi")
    assert sum(field["length"] for field in fields) == len(body)
    assert fields[0]["path"] == "/navmesh"


def test_parts_are_listed_and_guessed():
    assert "--input-format skyrim-nvmi" in run("formats").text
    formats = json.loads(run("formats", "--format", "json").text)["formats"]
    assert [part["id"] for f in formats for part in f["parts"]] == ["skyrim-nvmi"]
    wrong = run("check", "--input-format", "skyrim-nmvi", "-")
    assert wrong.code == 2
    assert "did you mean 'skyrim-nvmi'?" in wrong.err


def test_a_packed_record_is_written_unpacked():
    content = witness(PACKED)
    inner = next(field for field in fields_of(content) if "encoding" in field)
    packed = content[inner["offset"] : inner["offset"] + inner["length"]]
    path = "/".join(inner["path"].split("/")[:3])
    result = run("dump", "--unpacked", path, "-", stdin=content)
    assert (result.code, result.err, result.out) == (0, "", zlib.decompress(packed))


def test_what_is_not_packed_cannot_be_unpacked():
    result = run("dump", "--unpacked", "/records/99999", "-", stdin=witness(PACKED))
    assert (result.code, result.out, result.err) == (3, b"", "navlint: -: nothing is packed there\n")
