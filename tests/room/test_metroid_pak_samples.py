"""Archives around real packed resources: their frames are as the fact sheet has them, and what they unpack to
is as long as they say (containers/metroid_pak/README.md). No whole archive of a game may be published.

NAVLINT_SAMPLES names the folder of samples, if it is not ../shared/samples; without it the tests that need
it skip.
"""

import json
import os
import pathlib
import re
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOM = ROOT / "containers" / "metroid_pak"
DEFAULT = ROOT.parent / "shared" / "samples"
ALL_SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", DEFAULT)) / "containers"
SAMPLES = ALL_SAMPLES / "pak"
NAVLINT = os.environ.get("NAVLINT_BIN")

needs_samples = pytest.mark.skipif(not SAMPLES.exists(), reason=f"there are no files in {SAMPLES}")

REAL = {"echoes-resource-0": 2, "corruption-resource-0": 3, "corruption-resource-1": 3}
PATH_ID = 0x7B3A0C1D


def run(*arguments, data=None):
    assert NAVLINT, "NAVLINT_BIN does not name the command"
    return subprocess.run([NAVLINT, *arguments], input=data, capture_output=True, timeout=60, check=False)


def check(data, *words):
    """As the room judges the bytes: the archive's report is the first."""
    result = run("check", "--format", "ndjson", "--pedantic", "--input-format", "metroid-pak", *words, "-", data=data)
    return json.loads(result.stdout.splitlines()[0])


def codes(report):
    return [finding["code"] for finding in report["findings"]]


# ---- Archives by hand ----


def words(*values):
    return b"".join(value.to_bytes(4, "big") for value in values)


def up(data, unit, fill):
    return data + fill * (-len(data) % unit)


def rows_of(resources, start, is_wide):
    """resources: (is_packed, type, id, data)."""
    rows = b""
    for is_packed, kind, ident, data in resources:
        rows += words(is_packed) + kind + ident.to_bytes(8 if is_wide else 4, "big") + words(len(data), start)
        start += len(data)
    return words(len(resources)) + rows


def open_pak(resources, is_wide=False):
    row = 24 if is_wide else 20
    head = words(0x00030005, 0, 0)
    start = -(-(len(head) + 4 + row * len(resources)) // 32) * 32
    tables = up(head + rows_of(resources, start, is_wide), 32, b"\0")
    return tables + b"".join(data for _, _, _, data in resources)


def sectioned_pak(resources):
    sections = [words(0), rows_of(resources, 0, True), b"".join(data for _, _, _, data in resources)]
    sections = [up(section, 64, b"\0") for section in sections]
    table = words(3) + b"".join(
        tag + words(len(section)) for tag, section in zip([b"STRG", b"RSHD", b"DATA"], sections)
    )
    return up(words(2, 0x40), 64, b"\0") + up(table, 64, b"\0") + b"".join(sections)


def pak(game, packed, kind=b"PATH"):
    resources = [(1, kind, PATH_ID, packed), (0, b"MREA", 1, words(0xDEADBEEF) + b"\xff" * 60)]
    return sectioned_pak(resources) if game == 3 else open_pak(resources)


# ---- Real resources ----


@needs_samples
def test_the_index_says_what_the_samples_are():
    rows = (ALL_SAMPLES / "INDEX.tsv").read_text().splitlines()
    named = {row.split("\t")[0] for row in rows if row.startswith("pak/")}
    assert named == {f"pak/{name}.{ending}" for name in REAL for ending in ("bin", "out")}


@needs_samples
@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("kind", [b"PATH", b"TXTR"])
def test_frames_of_real_resources_are_in_order(name, kind):
    report = check(pak(REAL[name], (SAMPLES / f"{name}.bin").read_bytes(), kind))
    assert report["verdict"] == "valid"
    assert codes(report) == ([] if kind == b"PATH" else ["PAK_NO_NAV"])
    assert report["facts"]["packedResources"] == 1
    assert report["coverage"]["unclaimed"] == []


@needs_samples
@pytest.mark.parametrize("name", REAL)
def test_a_real_resource_that_lacks_an_end_is_not_valid(name):
    """Cut in front of its fill, which is FF: by one unit at least."""
    whole = (SAMPLES / f"{name}.bin").read_bytes()
    stream = whole.rstrip(b"\xff")
    unit = 64 if REAL[name] == 3 else 32
    for length in range(unit, len(stream) - unit, unit):
        assert check(pak(REAL[name], whole[:length]))["verdict"] == "invalid", length


@needs_samples
@pytest.mark.parametrize("name", REAL)
def test_a_real_resource_of_the_other_game_is_not_valid(name):
    report = check(pak(5 - REAL[name], up((SAMPLES / f"{name}.bin").read_bytes(), 64, b"\xff")))
    assert report["verdict"] == "invalid"
    assert codes(report) == ["PAK_CMPD" if REAL[name] == 2 else "PAK_LZO"]


@needs_samples
def test_loose_resources_are_no_archives():
    for path in sorted(SAMPLES.iterdir()):
        report = json.loads(run("check", "--format", "json", str(path)).stdout)
        assert report["limit"]["name"] == "unrecognised", path


@needs_samples
def test_other_samples_are_not_taken_for_archives():
    """Nor are those of other games that have this extension."""
    others = [path for path in ALL_SAMPLES.rglob("*") if path.is_file() and path.suffix != ".tsv"]
    lines = run("check", "--format", "ndjson", *map(str, others)).stdout.splitlines()
    formats = {((json.loads(line).get("format") or {}).get("id")) for line in lines if b'"input"' in line}
    assert others and "metroid-pak" not in formats


def test_archives_of_other_games_are_passed_over(tmp_path):
    (tmp_path / "pak0.pak").write_bytes(b"PACK" + bytes(60))
    (tmp_path / "resources.pak").write_bytes(b"\5\0\0\0" + bytes(60))
    assert run("check", str(tmp_path)).stdout == b""
    damaged = tmp_path / "Metroid4.pak"
    damaged.write_bytes(bytes(64))
    assert codes(json.loads(run("check", "--format", "ndjson", str(damaged)).stdout.splitlines()[0])) == ["PAK_VERSION"]


# ---- Dialects ----


def texture(number, size=64):
    return (0, b"TXTR", number, bytes([number]) * size)


def dialect(data):
    return check(data)["format"]["dialect"]


def test_dialects_are_told_by_their_rows():
    some = [texture(1), texture(2), texture(3)]
    assert dialect(open_pak(some)) == "prime"
    assert dialect(open_pak(some, True)) == "corruption-prototype"
    assert dialect(sectioned_pak(some)) == "corruption"
    assert dialect(open_pak([])) == "prime"


def test_one_damaged_row_does_not_change_the_dialect():
    some = [texture(1), texture(2), texture(3)]
    for is_wide, name in [(False, "prime"), (True, "corruption-prototype")]:
        data = bytearray(open_pak(some, is_wide))
        at = 12 + 4 + (24 if is_wide else 20) - 4
        data[at : at + 4] = words(0x7FFFFFE0)
        report = check(bytes(data))
        assert report["format"]["dialect"] == name
        assert report["verdict"] == "invalid"


def test_an_archive_that_ends_behind_its_header_is_neither_valid_nor_invalid():
    report = check(words(0x00030005, 0))
    assert (report["verdict"], report["limit"]["name"], codes(report)) == ("indeterminate", "undecoded", [])


def test_other_sections_are_unsupported():
    data = bytearray(sectioned_pak([texture(1)]))
    data[0x44:0x48] = b"ABCD"
    report = check(bytes(data))
    assert (report["verdict"], report["limit"]["name"], codes(report)) == ("indeterminate", "unsupported", [])


# ---- Segments ----


def lzo(total, lengths, end=b"\x11\x00\x00"):
    data = words(total)
    for length in lengths:
        body = bytes(-length) if length < 0 else bytes(length - len(end)) + end
        data += (length & 0xFFFF).to_bytes(2, "big") + body
    return data


def judge_stream(stream, fill=b"\xff"):
    return codes(check(pak(2, up(stream, 32, fill))))


def test_segments_are_of_16_kib_but_the_last():
    assert judge_stream(lzo(0x4000, [-0x4000])) == []
    assert judge_stream(lzo(0x4001, [-0x4000, -1])) == []
    assert judge_stream(lzo(0x8000, [0x40, 0x30])) == []
    assert judge_stream(lzo(0x8001, [0x40, 0x30, 8])) == []
    assert judge_stream(lzo(0x4001, [-0x4001])) == ["PAK_LZO"]
    assert judge_stream(lzo(0x4002, [-0x4000])) == ["PAK_LZO"]
    assert judge_stream(lzo(0x4001, [-0x3FFF, -2])) == ["PAK_LZO"]
    assert judge_stream(lzo(0x4000, [0x4000 + 0x400 + 67])) == []
    assert judge_stream(lzo(0x4000, [0x4000 + 0x400 + 68])) == ["PAK_LZO"]


def test_segments_end_with_their_mark():
    assert judge_stream(lzo(100, [40])) == []
    assert judge_stream(lzo(100, [3])) == []
    assert judge_stream(lzo(100, [40], b"\x11\x00\x01")) == ["PAK_LZO"]
    assert judge_stream(words(100) + b"\0\2\0\0") == ["PAK_LZO"]


def test_what_follows_a_stream_is_a_fill():
    stream = lzo(100, [40])
    assert judge_stream(stream, b"\0") == ["PAK_FILL"]
    assert judge_stream(stream + b"\xff" * 64) == []
    assert judge_stream(stream + bytes(64)) == ["PAK_LZO"]


def test_streams_that_share_all_bytes_use_up_the_budget():
    stream = up(lzo(0x4000 * 20000, [3] * 20000), 32, b"\xff")
    rows = 4000
    start = -(-(16 + 20 * rows) // 32) * 32
    table = b"".join(words(1) + b"PATH" + words(i, len(stream), start) for i in range(rows))
    started = time.monotonic()
    report = check(up(words(0x00030005, 0, 0, rows) + table, 32, b"\0") + stream)
    assert time.monotonic() - started < 5
    assert report["verdict"] == "indeterminate"
    assert report["limit"]["name"] == "steps"


# ---- What the README says of the rules ----

RULE = re.compile(r'^NL_RULE\((\w+), (\w+), \w+,\s*(?:"(?:[^"\\]|\\.)*",\s*){3}"(\w+)', re.MULTILINE)
GRADES = {"Loader": "P", "Always": "D", "Follows": "L", "Unknown": "U"}  # first words of sources


def rules():
    text = (ROOM / "rules.def").read_text()
    found = RULE.findall(text)
    assert len(found) == len(re.findall(r"^NL_RULE\(", text, re.MULTILINE))
    return [(code, severity, GRADES[grade]) for code, severity, grade in found]


def test_the_readme_has_the_evidence_of_every_rule():
    table = re.findall(r"^\| (PAK_\w+) \| (\w+) \| ([PDLU]) \|", (ROOM / "README.md").read_text(), re.M)
    assert table == [(code, severity.lower(), grade) for code, severity, grade in rules()]


def test_what_is_unknown_of_real_files_is_at_most_an_info():
    assert {severity for _, severity, grade in rules() if grade == "U"} <= {"INFO", "PEDANTIC"}
