"""The one archive of a released mod that is at hand, and an archive that is made here of the game's path files.

NAVLINT_SAMPLES names the folder of samples, if it is not ../shared/samples; without it the tests that need it skip.
"""

import csv
import json
import os
import pathlib
import struct
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", ROOT.parent / "shared" / "samples"))
BOXES = SAMPLES / "containers"
RETAIL = SAMPLES / "gta-nodes" / "retail"
NAVLINT = os.environ.get("NAVLINT_BIN")
SECTOR = 2048

needs_boxes = pytest.mark.skipif(not BOXES.exists(), reason=f"there are no files in {BOXES}")
needs_retail = pytest.mark.skipif(not RETAIL.exists(), reason=f"there are no files in {RETAIL}")


def run(*arguments, data=None):
    assert NAVLINT, "NAVLINT_BIN does not name the command"
    return subprocess.run([NAVLINT, *map(str, arguments)], input=data, capture_output=True, timeout=120, check=False)


def check(path, *options):
    """The archive's own report: its members may have more."""
    lines = run("check", "--format", "ndjson", *options, path).stdout.splitlines()
    reports = [json.loads(line) for line in lines]
    return next(report for report in reports if report.get("input", {}).get("name") == str(path))


def check_bytes(data, tmp_path):
    path = tmp_path / "made.img"
    path.write_bytes(data)
    return check(path)


def codes(report):
    return [finding["code"] for finding in report["findings"]]


def index():
    with open(BOXES / "INDEX.tsv", encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file, delimiter="\t") if row["file"].startswith("img/")]


def sectors(data):
    return -(-len(data) // SECTOR)


def archive(files, order=None):
    """[(name, bytes)] in the order of the directory; order: of their places in the archive."""
    head = b"VER2" + struct.pack("<I", len(files))
    places, at = {}, -(-(8 + 32 * len(files)) // SECTOR)
    body = b""
    for i in order or range(len(files)):
        data = files[i][1]
        places[i] = at
        at += sectors(data)
        body += data + bytes(-len(data) % SECTOR)
    for i, (name, data) in enumerate(files):
        head += struct.pack("<IHH24s", places[i], sectors(data), 0, name.encode())
    return head + bytes(-len(head) % SECTOR) + body


def retail():
    paths = sorted(RETAIL.glob("NODES*.DAT"), key=lambda path: int(path.stem[5:]))
    return [(path.name, path.read_bytes()) for path in paths]


# ---- Real files ----


@needs_boxes
def test_a_shipped_archive_is_in_order():
    rows = index()
    assert rows
    for row in rows:
        path = BOXES / row["file"]
        report = check(path)
        assert report["input"]["bytes"] == int(row["bytes"])
        assert report["format"]["id"] == "gta-img" and report["format"]["detectedBy"] == "magic"
        assert report["verdict"] == "valid"
        assert report["summary"]["errors"] == report["summary"]["warnings"] == 0
        assert codes(report) == ["IMG_NO_NODES"]
        assert report["coverage"]["unclaimed"] == []
        assert f"{report['facts']['entries']} .scm entries" in row["inside"]


@needs_boxes
def test_a_shipped_archive_lists_its_scripts():
    if b"\n  list " not in run("help").stdout:
        pytest.skip("the command does not list members")
    members = json.loads(run("list", "--format", "json", BOXES / "img" / "script.img").stdout)["members"]
    assert len(members) == 79 and all(member["name"].endswith(".scm") for member in members)
    end = 2 * SECTOR
    for member in members:
        assert member["offset"] == end and member["length"] > 0
        end += member["length"]
    assert end == 585728


@needs_boxes
def test_a_shipped_archive_that_is_cut_off_is_not_valid(tmp_path):
    data = (BOXES / "img" / "script.img").read_bytes()
    for length in (5, 100, 2535, 2536, 4096, 100000, len(data) - SECTOR, len(data) - 1):
        report = check_bytes(data[:length], tmp_path)
        assert report["verdict"] != "valid", length
        assert report["format"]["id"] == "gta-img", length


# ---- The game's path files, in an archive ----


@needs_retail
def test_the_game_s_path_files_make_a_valid_archive(tmp_path):
    files = retail()
    assert len(files) == 64
    report = check_bytes(archive(files), tmp_path)
    assert report["verdict"] == "valid" and codes(report) == []
    assert report["facts"] == {"entries": 64, "pathFiles": 64, "areas": 64}
    assert report["coverage"]["unclaimed"] == []


@needs_retail
def test_one_that_was_replaced_and_not_rebuilt_is_told(tmp_path):
    files = retail()
    order = [i for i in range(64) if i != 20] + [20]
    report = check_bytes(archive(files, order), tmp_path)
    assert set(codes(report)) == {"IMG_NEIGHBOUR"}
    assert [finding["subject"]["id"] for finding in report["findings"]] == [20, 21]
    assert report["verdict"] == "valid"


@needs_retail
def test_one_that_was_added_again_is_told_with_the_one_that_counts(tmp_path):
    files = retail()
    report = check_bytes(archive([*files, ("nodes20.dat", files[20][1])]), tmp_path)
    (finding,) = report["findings"]
    assert finding["code"] == "IMG_NODES_DUP" and finding["subject"]["id"] == 64
    assert "entry 20 has the paths of area 20 already" in finding["message"]


@needs_retail
def test_a_map_without_some_areas_is_told(tmp_path):
    files = [each for each in retail() if each[0] not in ("NODES7.DAT", "NODES9.DAT")]
    report = check_bytes(archive(files), tmp_path)
    (finding,) = report["findings"]
    assert finding["code"] == "IMG_NODES_SET" and "the first that is missing is 7" in finding["message"]


# ---- Names, as the game reads them ----

NAMES = [
    ("nodes5.dat", 5, []),
    ("NODES05.DAT", 5, ["IMG_NODES_NAME"]),
    ("nodes5.data", 5, ["IMG_NODES_NAME"]),
    ("nodes+5.dat", 5, ["IMG_NODES_NAME"]),
    ("nodes5a.dat", 5, ["IMG_NODES_NAME"]),
    ("nodes 5.dat", 5, ["IMG_NODES_NAME"]),
    ("paths5.dat", 5, ["IMG_NODES_NAME"]),
    ("a.dat63", 63, ["IMG_NODES_NAME"]),
    ("nodes5.dat.bak", 5, ["IMG_NODES_NAME", "IMG_NAME_DOT"]),
    ("nodes64.dat", None, ["IMG_NODES_NUMBER"]),
    ("nodes-1.dat", None, ["IMG_NODES_NUMBER"]),
    ("nodes99999999999.dat", None, ["IMG_NODES_NUMBER"]),
    ("nodes.dat", None, ["IMG_NODES_NUMBER"]),
    ("carcols.dat", None, ["IMG_NODES_NUMBER"]),
    ("nodes0000000000000005.dat", None, ["IMG_NODES_LOST"]),
    ("nodes5", None, ["IMG_NAME_DOT", "IMG_NO_NODES"]),
    ("nodes5.old.dat", None, ["IMG_NAME_DOT", "IMG_NO_NODES"]),
]


def sector_of_paths():
    """What files hold is not this room's."""
    return bytes(SECTOR)


@pytest.mark.parametrize(("name", "area", "expected"), NAMES)
def test_names_are_read_as_the_game_reads_them(name, area, expected, tmp_path):
    report = check_bytes(archive([(name, sector_of_paths())]), tmp_path)
    said = [code for code in codes(report) if code != "IMG_NO_NODES" or code in expected]
    assert sorted(said) == sorted(expected)
    assert report["facts"]["areas"] == (0 if area is None else 1)


@pytest.mark.parametrize("number", range(64))
def test_all_areas_are_known(number, tmp_path):
    report = check_bytes(archive([(f"nodes{number}.dat", bytes(SECTOR))]), tmp_path)
    assert codes(report) == [] and report["facts"]["areas"] == 1


def test_cutscenes_are_no_paths(tmp_path):
    names = ["sweet1a.cut", "sweet1a.dat", "sweet1a.ifp", "riot4e2.cut", "riot4e2.dat", "riot4e2.ifp"]
    report = check_bytes(archive([(name, bytes(SECTOR)) for name in names], [5, 3, 1, 0, 2, 4]), tmp_path)
    assert report["format"]["dialect"] == "cutscenes"
    assert codes(report) == ["IMG_NO_NODES"]


# ---- Files made to be expensive ----


def test_entries_that_claim_everything_are_judged_in_no_time(tmp_path):
    """60,000 entries that claim 128 MiB each, and have it but for the end."""
    count = 60000
    row = struct.pack("<IHH24s", 1000, 65535, 0, b"nodes1.dat")
    data = b"VER2" + struct.pack("<I", count) + row * count
    report = check_bytes(data + bytes(-len(data) % SECTOR), tmp_path)
    assert report["verdict"] == "invalid"
    assert report["summary"]["errors"] >= count


def test_entries_that_all_overlap_are_judged_in_no_time(tmp_path):
    count = 60000
    first = -(-(8 + 32 * count) // SECTOR)
    rows = b"".join(
        struct.pack("<IHH24s", first + i % 64, 1 + i // 64 % 64, 0, b"m%d.dff" % i) for i in range(count))
    data = b"VER2" + struct.pack("<I", count) + rows
    report = check_bytes(data + bytes(-len(data) % SECTOR) + bytes(128 * SECTOR), tmp_path)
    assert "IMG_OVERLAP" in codes(report)
    assert report["verdict"] == "valid" and report["summary"]["truncated"]
