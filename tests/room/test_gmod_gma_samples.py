"""Real addons are valid and hold the files that they should; what else an addon may be: packed, cut off,
without sums (containers/gmod_gma/README.md).

NAVLINT_SAMPLES names the folder of samples, if it is not ../shared/samples; without it the tests that need
it skip.
"""

import csv
import json
import lzma
import os
import pathlib
import struct
import subprocess
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULT = ROOT.parent / "shared" / "samples"
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", DEFAULT)) / "containers"
INDEX = SAMPLES / "INDEX.tsv"

needs_samples = pytest.mark.skipif(not INDEX.exists(), reason=f"there are no samples in {SAMPLES}")
UNKNOWN = (1 << 64) - 1


def run(*arguments, data=b""):
    command = os.environ.get("NAVLINT_BIN")
    assert command, "NAVLINT_BIN does not name the command"
    return subprocess.run([command, *arguments], input=data, capture_output=True, timeout=60, check=False)


def check(path, *more):
    """The report of the addon itself; those of what it holds may follow."""
    result = run("check", "--format", "ndjson", "--pedantic", *more, str(path))
    return json.loads(result.stdout.splitlines()[0])


def judge(tmp_path, data, name="test.gma"):
    (tmp_path / name).write_bytes(data)
    return check(tmp_path / name, "--input-format", "gmod-gma")


def codes(report):
    return sorted(finding["code"] for finding in report["findings"])


def dump(path):
    shown = json.loads(run("dump", "--format", "json", str(path)).stdout)
    fields = shown["fields"] if isinstance(shown, dict) else shown
    return {field["path"]: field for field in fields}


# ---- Real addons ----


def samples():
    if not INDEX.exists():
        return []
    with INDEX.open(encoding="utf-8") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [row["file"] for row in rows if row["file"].startswith("gma/")]


@needs_samples
@pytest.mark.parametrize("name", samples())
def test_a_real_addon_is_valid(name):
    report = check(SAMPLES / name)
    assert report["format"]["id"] == "gmod-gma"
    assert report["format"]["version"] == "3"
    assert report["verdict"] == "valid"
    assert codes(report) == ["GMA_NO_NAVIGATION"]
    assert report["coverage"]["unclaimed"] == []
    assert report["facts"]["files"] == 1 and report["facts"]["navigationFiles"] == 0


@needs_samples
@pytest.mark.parametrize("name", samples())
def test_a_real_addon_holds_its_lua_file(name):
    fields = dump(SAMPLES / name)
    data = fields["/files/0/data"]
    held = (SAMPLES / name).read_bytes()[data["offset"] : data["offset"] + data["length"]]
    assert fields["/files/0/path"]["value"] == r"lua/hello.lua\x00"
    assert fields["/files/0/size/low"]["value"] == len(held)
    assert fields["/files/0/crc"]["value"] == zlib.crc32(held)


@needs_samples
@pytest.mark.parametrize("name", samples())
def test_a_real_addon_without_some_of_its_bytes_is_not_in_order(name, tmp_path):
    data = (SAMPLES / name).read_bytes()
    end = len(data) - 4
    for length in [*range(4, end, 7), end - 1]:
        assert judge(tmp_path, data[:length])["verdict"] == "invalid", length
    assert codes(judge(tmp_path, data[:end])) == ["GMA_CRC_ABSENT", "GMA_NO_NAVIGATION"]
    for length in (end + 1, end + 3):
        assert codes(judge(tmp_path, data[:length])) == ["GMA_NO_NAVIGATION", "GMA_TAIL"]


# ---- Addons made here, with nothing of the writer that navlint has ----


def addon(files, version=3, sums=True, end=True):
    data = b"GMAD" + bytes([version]) + struct.pack("<QQ", 0, 1600000000)
    data += (b"\0" if version > 1 else b"") + b"test\0{}\0Author Name\0" + struct.pack("<i", 1)
    for number, (path, content) in enumerate(files, 1):
        crc = zlib.crc32(content) if sums else 0
        data += struct.pack("<I", number) + path.encode() + b"\0" + struct.pack("<qI", len(content), crc)
    data += struct.pack("<I", 0) + b"".join(content for _, content in files)
    return data + (struct.pack("<I", zlib.crc32(data) if sums else 0) if end else b"")


FILES = [("maps/test.bsp", b"VBSP"), ("lua/test.lua", b"print()")]


@pytest.mark.parametrize("version", [1, 2, 3])
@pytest.mark.parametrize("sums", [True, False])
def test_every_version_is_read(version, sums, tmp_path):
    report = judge(tmp_path, addon(FILES, version, sums))
    assert (report["verdict"], codes(report)) == ("valid", [])
    assert report["format"]["version"] == str(version)
    assert report["facts"] == {
        "version": version, "files": 2, "navigationFiles": 0, "maps": 1, "fileBytes": 11
    }


@pytest.mark.parametrize("version", [0, 4, 0x80, 0xFF])
def test_other_versions_are_refused(version, tmp_path):
    report = judge(tmp_path, addon(FILES, version))
    assert (report["verdict"], codes(report)) == ("invalid", ["GMA_VERSION"])


def test_the_sum_of_a_map_is_compared_that_of_another_file_is_not(tmp_path):
    data = addon(FILES, end=False) + bytes(4)
    assert codes(judge(tmp_path, data)) == []
    assert codes(judge(tmp_path, data.replace(b"VBSP", b"VBSQ"))) == ["GMA_CRC_FILE"]
    assert codes(judge(tmp_path, data.replace(b"print()", b"prunt()"))) == []


def test_sizes_that_wrap_are_not_added(tmp_path):
    rows = addon([("maps/a.nav", b""), ("maps/b.nav", b""), ("maps/c.nav", b"")], sums=False)
    for size in (-1, -(1 << 63), (1 << 63) - 1, 1 << 32, 5):
        at = rows.index(b"maps/b.nav\0") + 11
        report = judge(tmp_path, rows[:at] + struct.pack("<q", size) + rows[at + 8 :])
        wanted = "GMA_SIZE_NEGATIVE" if size < 0 else "GMA_SIZE_BOUNDS"
        assert report["verdict"] == "invalid" and codes(report).count(wanted) == 1, size


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("maps/x.nav", []),
        ("maps/sub/x.nav", []),
        ("gamemodes/terrortown/content/maps/x.nav", []),
        ("gamemodes/maps/x.nav", ["GMA_WHITELIST"]),
        ("x.nav", ["GMA_WHITELIST"]),
        ("garrysmod/maps/x.nav", ["GMA_WHITELIST"]),
        ("maps/X.nav", ["GMA_NAME_CASE"]),
        ("maps\\x.nav", ["GMA_NAME_SEPARATOR"]),
        ("maps/../x.nav", ["GMA_NAME_UNSAFE"]),
        ("/maps/x.nav", ["GMA_NAME_UNSAFE", "GMA_WHITELIST"]),
        ("maps/\x01.nav", ["GMA_NAME_UNSAFE"]),
        ("maps/" + 1014 * "x" + ".nav", []),
        ("maps/" + 1015 * "x" + ".nav", ["GMA_NAME_UNSAFE"]),
    ],
)
def test_paths(path, wanted, tmp_path):
    assert codes(judge(tmp_path, addon([(path, b"x")], sums=False))) == wanted


# ---- Packed ----


def packed(data, size=None, dictionary=1 << 20, properties=None):
    filters = [{"id": lzma.FILTER_LZMA1, "dict_size": dictionary}]
    stream = bytearray(lzma.compress(data, lzma.FORMAT_ALONE, filters=filters))
    stream[5:13] = struct.pack("<Q", len(data) if size is None else size)
    if properties is not None:
        stream[0] = properties
    return bytes(stream)


def test_a_packed_addon_is_told_by_its_bytes(tmp_path):
    for name in ("123_legacy.bin", "test.gma", "nothing"):
        for size in (None, UNKNOWN):
            (tmp_path / name).write_bytes(packed(addon(FILES), size))
            report = check(tmp_path / name)
            assert report["format"]["id"] == "gmod-gma", name
            assert codes(report) == ["GMA_PACKED"] and report["verdict"] == "valid"


@pytest.mark.parametrize(
    ("change", "verdict", "wanted"),
    [
        ({"properties": 225}, "invalid", ["GMA_LZMA_HEADER"]),
        ({"size": 31}, "invalid", ["GMA_LZMA_HEADER"]),
        ({"size": 1 << 32}, "indeterminate", []),
        ({"size": (1 << 32) - 1}, "valid", ["GMA_PACKED"]),
        ({"size": 1 << 40}, "invalid", ["GMA_HEADER"]),
    ],
)
def test_headers_of_packed_addons(change, verdict, wanted, tmp_path):
    report = judge(tmp_path, packed(addon(FILES), **change))
    assert (report["verdict"], codes(report)) == (verdict, wanted)


@pytest.mark.parametrize(("mebibytes", "verdict"), [(64, "valid"), (96, "indeterminate")])
def test_a_dictionary_has_at_most_64_mebibytes(mebibytes, verdict, tmp_path):
    data = bytearray(packed(addon(FILES)))
    data[1:5] = struct.pack("<I", mebibytes << 20)
    assert judge(tmp_path, bytes(data))["verdict"] == verdict


@pytest.mark.parametrize("seed", sorted((ROOT / "corpus" / "gmod_gma" / "seed").glob("*packed*")))
def test_what_navlint_packs_others_unpack(seed, tmp_path):
    data = lzma.decompress(seed.read_bytes(), lzma.FORMAT_ALONE)
    report = judge(tmp_path, data)
    assert (report["verdict"], codes(report)) == ("valid", [])


# ---- Files made to be expensive ----


def test_many_files_of_one_name(tmp_path):
    report = judge(tmp_path, addon([("maps/x.nav", b"")] * 60000, sums=False))
    assert report["verdict"] == "valid"
    assert report["summary"]["warnings"] == 60000 + 59999
