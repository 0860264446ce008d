"""Files built to the fact sheet: the valid ones have nothing above info, those that crash a loader are
invalid by the rule that explains it (parsers/metroid_path/README.md). No file of a game is known.

NAVLINT_SAMPLES names the folder of samples, if it is not ../shared/samples; without it the tests that need
it skip.
"""

import json
import os
import pathlib
import re
import struct
import subprocess
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROOM = ROOT / "parsers" / "metroid_path"
DEFAULT = ROOT.parent / "shared" / "samples"
ALL_SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", DEFAULT))
SAMPLES = ALL_SAMPLES / "metroid-path"
NAVLINT = os.environ.get("NAVLINT_BIN")

needs_samples = pytest.mark.skipif(not SAMPLES.exists(), reason=f"there are no files in {SAMPLES}")

VALID = ["s0", "s1", "s2", "s3", "s8", "s40"]
CRASHES = {
    "nullchild": "PATH_OCT_NO_CHILDREN",
    "cycle": "PATH_OCT_CYCLE",
    "zeronodes": "PATH_REG_NODE_COUNT0",
    "nooct": "PATH_NO_OCTREE",
    "badidx": "PATH_REG_INDEX_RANGE",
}
FACTS = {
    "version",
    "nodes",
    "links",
    "regions",
    "lookups",
    "octreeNodes",
    "octreeLeaves",
    "indexMasks",
    "typeMasks",
    "groundComponents",
    "flyerComponents",
}


def run(*arguments, data=None):
    assert NAVLINT, "NAVLINT_BIN does not name the command"
    return subprocess.run(
        [NAVLINT, *arguments], input=data, capture_output=True, timeout=60, check=False
    )


def check(data):
    """As the command judges the bytes; without a name the content alone tells the format."""
    return json.loads(run("check", "--format", "json", "-", data=data).stdout)


def check_all(*paths):
    """{path: report}, from one run; what is said of a set as a whole is left out."""
    lines = run("check", "--format", "ndjson", *map(str, paths)).stdout.splitlines()
    return {report["input"]["name"]: report for report in map(json.loads, lines) if "input" in report}


def codes(report):
    return [finding["code"] for finding in report["findings"]]


def witness(code):
    return run("witness", code).stdout


# ---- The samples ----


@needs_samples
@pytest.mark.parametrize("name", VALID)
def test_a_valid_file_has_nothing_above_info(name):
    report = check((SAMPLES / f"{name}.PATH").read_bytes())
    assert report["format"]["id"] == "metroid-path"
    assert report["verdict"] == "valid"
    assert report["coverage"]["unclaimed"] == []
    assert codes(report) == (["PATH_EMPTY"] if name == "s0" else [])
    assert FACTS <= set(report["facts"])


@needs_samples
@pytest.mark.parametrize("name", CRASHES)
def test_what_crashes_a_loader_is_invalid_and_explained(name):
    report = check((SAMPLES / "crash-metaforce" / f"{name}.PATH").read_bytes())
    assert report["verdict"] == "invalid"
    errors = {f["code"] for f in report["findings"] if f["severity"] == "error"}
    assert errors == {CRASHES[name]}
    assert f"| `{name}.PATH` | {CRASHES[name]} |" in (ROOM / "README.md").read_text()


@needs_samples
def test_the_worked_example_is_the_sheet_s():
    rows = re.findall(r"^[0-9A-F]{4}  ((?:[0-9A-F]{2} )+)", (ROOM / "README.md").read_text(), re.M)
    assert bytes.fromhex("".join(rows)) == (SAMPLES / "s2.PATH").read_bytes()


@needs_samples
def test_what_is_cut_off_before_the_fill_is_not_valid(tmp_path):
    data = (SAMPLES / "s2.PATH").read_bytes()
    for length in range(len(data)):
        (tmp_path / f"{length}.PATH").write_bytes(data[:length])
    reports = check_all(tmp_path)
    assert len(reports) == len(data)
    for path, report in reports.items():
        if int(pathlib.Path(path).stem) < 504:
            assert report["verdict"] != "valid", path
        assert len(report.get("findings", [])) <= 1, path


# ---- Other formats ----


def other_samples():
    for folder in ("gta-nodes", "source-nav"):
        paths = sorted(p for p in (ALL_SAMPLES / folder).rglob("*") if p.is_file())
        yield from paths[:: max(1, len(paths) // 150)]


def format_ids(reports):
    return {(report.get("format") or {}).get("id") for report in reports.values()}


@needs_samples
def test_files_of_other_formats_are_not_taken_for_path(tmp_path):
    """Neither by their names nor without any."""
    paths = list(other_samples())
    for number, path in enumerate(paths):
        (tmp_path / str(number)).write_bytes(path.read_bytes())
    others = {"gta-nodes", "source-nav"}
    for reports in (check_all(*paths), check_all(tmp_path)):
        assert others <= format_ids(reports) <= others | {None}


# ---- Versions ----


def built(version):
    (path,) = (ROOT / "corpus" / "metroid_path" / "seed").glob(f"*-{version}-*-small.PATH")
    return path.read_bytes()


@pytest.mark.parametrize("written", [4, 6, 7])
@pytest.mark.parametrize("laid_out", [4, 6, 7])
def test_versions_are_not_mixed_up(laid_out, written):
    report = check(written.to_bytes(4, "big") + built(laid_out)[4:])
    assert report["format"]["version"] == str(laid_out)
    assert codes(report) == ([] if written == laid_out else ["PATH_VERSION_MIXED"])
    if written != laid_out:
        (finding,) = report["findings"]
        assert bytes.fromhex(finding["fix"]["bytes"]) == laid_out.to_bytes(4, "big")


@pytest.mark.parametrize("written", [0, 1, 5, 8, 0x01000000])
@pytest.mark.parametrize("laid_out", [4, 6, 7])
def test_an_unknown_version_is_told_by_its_layout(laid_out, written):
    report = check(written.to_bytes(4, "big") + built(laid_out)[4:])
    assert report["format"]["version"] == str(laid_out)
    assert codes(report) == ["PATH_VERSION"]


@pytest.mark.parametrize("version", [4, 6])
def test_a_cut_off_file_of_another_version_is_recognised(version):
    """Two regions are enough to see how long they are."""
    other = 10 - version
    data = other.to_bytes(4, "big") + built(version)[4:]
    report = check(data[: len(data) * 3 // 4])
    assert report["format"]["version"] == str(version)
    assert "PATH_VERSION_MIXED" in codes(report)


def test_version_7_is_marked_unconfirmed():
    assert check(built(7))["format"]["dialect"] == "corruption-unconfirmed"


@pytest.mark.parametrize("version", [4, 6, 7])
def test_a_byte_swapped_file_is_recognised(version):
    data = built(version)
    swapped = b"".join(data[i : i + 4][::-1] for i in range(0, len(data), 4))
    report = check(swapped)
    assert codes(report) == ["PATH_BYTE_SWAPPED"]
    assert report["verdict"] == "invalid"


# ---- Packed entries ----


def zlib_entry(data):
    import zlib

    return len(data).to_bytes(4, "big") + zlib.compress(data)


def lzo_entry(data):
    """Segments of 16 KiB; these are stored, which a negative length says."""
    packed = b""
    for at in range(0, len(data), 0x4000):
        segment = data[at : at + 0x4000]
        packed += (-len(segment) & 0xFFFF).to_bytes(2, "big") + segment
    return len(data).to_bytes(4, "big") + packed


def packed_lzo_entry(data):
    packed = b""
    for at in range(0, len(data), 0x4000):
        packed += (600).to_bytes(2, "big") + b"\x11" * 600
    return len(data).to_bytes(4, "big") + packed


def cmpd_entry(data):
    return b"CMPD" + (1).to_bytes(4, "big") + len(data).to_bytes(8, "big") + data[:100]


@pytest.mark.parametrize(
    ("pack", "word"),
    [(zlib_entry, "zlib"), (lzo_entry, "LZO"), (packed_lzo_entry, "LZO"), (cmpd_entry, "CMPD")],
)
@pytest.mark.parametrize("fill", [b"", b"\xff"])
def test_a_packed_entry_is_recognised_if_its_name_is_that_of_navigation(pack, word, fill, tmp_path):
    data = pack(built(4) * 12)
    path = tmp_path / "7B3A0C1D.PATH"
    path.write_bytes(data + fill * (-len(data) % 32))
    forced = run("check", "--format", "json", "--input-format", "metroid-path", "-", data=path.read_bytes())
    for report in (check_all(path)[str(path)], json.loads(forced.stdout)):
        assert codes(report) == ["PATH_COMPRESSED"]
        assert word in report["findings"][0]["message"]
        assert report["verdict"] == "invalid"


@pytest.mark.parametrize("pack", [zlib_entry, lzo_entry, packed_lzo_entry, cmpd_entry])
def test_a_packed_resource_of_another_name_is_passed_over(pack, tmp_path):
    """It may be a texture."""
    (tmp_path / "0A1B2C3D.TXTR").write_bytes(pack(built(4) * 12))
    (tmp_path / "resource").write_bytes(pack(built(4) * 12))
    (tmp_path / "room.PATH").write_bytes(built(4))
    reports = check_all(tmp_path)
    assert {pathlib.Path(path).name: report["verdict"] for path, report in reports.items()} == {
        "room.PATH": "valid"
    }


@needs_samples
def test_real_packed_resources_are_passed_over(tmp_path):
    packed = sorted((ALL_SAMPLES / "containers" / "pak").glob("*.bin"))
    assert packed
    for path in packed:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "room.PATH").write_bytes(built(4))
    assert [pathlib.Path(path).name for path in check_all(tmp_path)] == ["room.PATH"]


# ---- Files made to be expensive ----


def words(*values):
    return b"".join(value.to_bytes(4, "big") for value in values)


def floats(*values):
    return struct.pack(f">{len(values)}f", *values)


SQUARE = [(0, 0, 1, 0), (0, 8, 0, -1), (8, 8, -1, 0), (8, 0, 0, 1)]
RING = b"".join(floats(x, y, 0, nx, ny, 0) for x, y, nx, ny in SQUARE)
BOX = floats(0, 0, 0, 8, 8, 4)


def region(index, nodes=(4, 0), links=(0, 0), centroid=(4, 4, 0)):
    return (
        words(*nodes, *links)
        + bytes([0, 1, 0, 1])
        + floats(4, 0, 0, 1)
        + words(index)
        + floats(*centroid)
        + BOX
        + words(index)
    )


def octant(children=None, run=(0, 0)):
    return (
        words(0 if children else 1) + BOX + floats(4, 4, 2) + words(*(children or [0xFFFFFFFF] * 8), *run)
    )


def path_file(nodes=RING, links=b"", regions=(), maps=None, lookups=b"", octants=()):
    count = len(regions)
    if maps is None:
        maps = bytes(8 * ((count * count + 31) // 32))
    data = words(4, len(nodes) // 24) + nodes + words(len(links) // 16) + links
    data += words(count) + b"".join(regions) + maps + words(len(lookups) // 4) + lookups
    data += words(len(octants)) + b"".join(octants)
    return data + b"\xff" * (-len(data) % 32)


def check_quickly(data):
    """As check, in a time that no multiplied work could keep to."""
    started = time.monotonic()
    report = check(data)
    assert time.monotonic() - started < 2 + len(data) / 5e6
    return report


def test_regions_that_share_all_nodes_are_judged_once():
    rings = RING * 20000
    report = check_quickly(
        path_file(rings, regions=[region(i, (80000, 0)) for i in range(512)], octants=[octant()])
    )
    assert codes(report).count("PATH_NODE_SHARED") == 100
    assert report["summary"]["truncated"]


def test_regions_that_share_all_links_use_up_the_budget():
    links = (words(2, 1) + floats(8, 0.125)) * 50000
    regions = [region(i, links=(50000, 0)) for i in range(512)]
    report = check_quickly(path_file(links=links, regions=regions, octants=[octant()]))
    assert report["verdict"] == "indeterminate"
    assert report["limit"]["name"] == "steps"
    assert "PATH_LINK_SHARED" in codes(report)


def test_leaves_that_share_all_lookups_use_up_the_budget():
    lookups = words(0) * 50000
    leaves = [octant(run=(50000, 0))] * 2000
    report = check_quickly(path_file(regions=[region(0)], lookups=lookups, octants=leaves))
    assert report["verdict"] == "indeterminate"
    assert report["limit"]["name"] == "steps"


def test_a_deep_octree_is_walked_without_recursion():
    chain = [octant()]
    for i in range(1, 40000):
        chain.append(octant([i - 1] * 8))
    report = check_quickly(path_file(regions=[region(0)], lookups=words(0), octants=chain))
    assert set(codes(report)) == {"PATH_OCT_DEPTH", "PATH_OCT_DAG"}
    turned = [octant([i + 1] * 8) for i in range(40000)] + [octant([0] * 8)]
    report = check_quickly(path_file(regions=[region(0)], lookups=words(0), octants=turned))
    assert report["verdict"] == "invalid"
    assert "PATH_OCT_CYCLE" in codes(report)


@pytest.mark.parametrize(("count", "limited"), [(511, False), (512, False), (513, True)])
def test_the_search_has_room_for_512_regions(count, limited):
    regions = [region(i, (4, 4 * i)) for i in range(count)]
    lookups = b"".join(words(i) for i in range(count))
    leaf = octant(run=(count, 0))
    report = check_quickly(path_file(RING * count, regions=regions, lookups=lookups, octants=[leaf]))
    assert codes(report) == (["PATH_REGION_LIMIT"] if limited else [])


def test_the_square_of_65536_regions_does_not_overflow():
    regions = [region(i, (4, 4 * i)) for i in range(65536)]
    data = path_file(RING * 65536, regions=regions, maps=b"", lookups=words(0), octants=[octant()])
    report = check_quickly(data)
    assert {"PATH_REGION_LIMIT", "PATH_BITMAP_TRUNCATED"} <= set(codes(report))
    report = check_quickly(words(4, 0, 0, 65536) + bytes(64))
    assert report["verdict"] != "valid"


def test_centroids_that_are_no_numbers_are_errors():
    nan = float("nan")
    regions = [region(i, (4, 4 * i), centroid=(nan, nan, nan)) for i in range(512)]
    lookups = b"".join(words(i) for i in range(512))
    report = check_quickly(
        path_file(RING * 512, regions=regions, lookups=lookups, octants=[octant(run=(512, 0))])
    )
    assert report["verdict"] == "invalid"
    assert set(codes(report)) == {"PATH_FLT_REGION"}
    assert report["summary"]["errors"] == 3 * 512


# ---- What the README says of the rules ----

RULE = re.compile(
    r'^NL_RULE\((\w+), (\w+), \w+,\s*(?:"[^\n]*",?\s*\n\s*){3}"(\w+)[^:"]*: ', re.MULTILINE
)
GRADES = {"Refused": "P", "Always": "D", "Follows": "L", "Unknown": "U"}  # first words of sources


def rules():
    text = (ROOM / "rules.def").read_text()
    found = RULE.findall(text)
    assert len(found) == len(re.findall(r"^NL_RULE\(", text, re.MULTILINE)) > 100
    return [(code, severity, GRADES[grade]) for code, severity, grade in found]


def test_the_readme_has_the_evidence_of_every_rule():
    table = re.findall(r"^\| (PATH_\w+) \| (\w+) \| ([PDLU]) \|", (ROOM / "README.md").read_text(), re.M)
    assert table == [(code, severity.lower(), grade) for code, severity, grade in rules()]


def test_what_is_unknown_of_real_files_is_no_error():
    assert [code for code, severity, grade in rules() if grade == "U" and severity == "ERROR"] == []
    assert {grade for _, _, grade in rules()} == set("PDLU")


# ---- Statistics ----


def test_the_open_questions_show_in_the_statistics(tmp_path):
    questions = [
        "PATH_LINK_RECIPROCAL",
        "PATH_BMP_TAIL",
        "PATH_BMP_UNUSED",
        "PATH_REG_CENTROID_KIND",
        "PATH_LINK_WIDTH_3D",
        "PATH_EMPTY",
        "PATH_OCT_LEAF_CHILDREN",
        "PATH_TRAIL_ZERO",
        "PATH_POINTS_V7",
    ]
    for code in questions:
        (tmp_path / f"{code}.PATH").write_bytes(witness(code))
    shown = run("check", "--pedantic", "--statistics", str(tmp_path)).stdout.decode()
    readme = (ROOM / "README.md").read_text()
    for code in questions:
        assert re.search(rf"^ +1 +1 +info +{code}$", shown, re.M), code
        assert readme.count(code) >= 2
