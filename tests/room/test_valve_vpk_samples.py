"""Real packages: those that games and their tools wrote have nothing above info, those that were made wrong
have just that, and their files are where other readers find them (containers/valve_vpk/README.md).

NAVLINT_SAMPLES names the folder of samples, if it is not ../shared/samples; without it the tests skip.
"""

import json
import os
import pathlib
import subprocess
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALL_SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", ROOT.parent / "shared" / "samples"))
SAMPLES = ALL_SAMPLES / "containers" / "vpk"
NAVLINT = os.environ.get("NAVLINT_BIN")

pytestmark = pytest.mark.skipif(not SAMPLES.exists(), reason=f"there are no files in {SAMPLES}")

CAPITALS = ["VPK_NAME_CASE"] * 2
# name -> (files, of which the data are in the package, what is said above info)
PACKAGES = {
    "bad_hash_a": (18, 0, ["VPK_MD5_TREE"]),
    "bad_hash_b": (18, 0, ["VPK_MD5_CHUNKS"]),
    "bad_hash_c": (18, 0, ["VPK_MD5_WHOLE"]),
    "bad_signature": (393, 0, []),  # signatures are not verified
    "broken_dir": (6, 0, CAPITALS),
    "cs2_new_signature": (18, 0, []),
    "cs2_new_signature_actually_signed": (7, 7, []),
    "fall_2025_rewardfx": (12, 12, []),
    "invalid_terminator": (6, 0, [*CAPITALS, "VPK_TERMINATOR"]),
    "monster_hunter_dashboard_balek3_chunk_hash": (13, 13, []),
    "platform_misc_dir": (393, 0, []),
    "point_template_test": (16, 16, []),
    "preload": (1, 1, []),
    "small_map_with_material": (12, 12, []),
    "steamdb_test_dir": (3, 0, []),
    "steamdb_test_single": (3, 3, []),
    "talker_debug": (5, 5, []),
}
DATA_ARCHIVES = ["broken_000", "steamdb_test_000"]
WITH_MESH = "point_template_test"


def run(*arguments):
    assert NAVLINT, "NAVLINT_BIN does not name the command"
    return subprocess.run([NAVLINT, *arguments], capture_output=True, timeout=60, check=False)


def path_of(name):
    return SAMPLES / f"{name}.vpk"


def report_of(name):
    return json.loads(run("check", "--format", "ndjson", str(path_of(name))).stdout.splitlines()[0])


def test_all_samples_are_known():
    assert sorted([*PACKAGES, *DATA_ARCHIVES]) == sorted(path.stem for path in SAMPLES.glob("*.vpk"))


@pytest.mark.parametrize("name", PACKAGES)
def test_verdicts(name):
    report = report_of(name)
    said = sorted(f["code"] for f in report["findings"] if f["severity"] != "info")
    files, here, expected = PACKAGES[name]
    assert said == sorted(expected)
    assert report["verdict"] == ("invalid" if "VPK_TERMINATOR" in expected else "valid")
    assert report["facts"]["files"] == files and report["facts"]["filesInArchives"] == files - here


@pytest.mark.parametrize("name", PACKAGES)
def test_infos(name):
    infos = [f["code"] for f in report_of(name)["findings"] if f["severity"] == "info"]
    assert infos == ([] if name == WITH_MESH else ["VPK_NO_NAV"])


@pytest.mark.parametrize("name", DATA_ARCHIVES)
def test_data_archives_are_no_packages(name):
    report = report_of(name)
    assert report["verdict"] == "indeterminate" and report["findings"] == []


# ---- What is in them ----


def files_of(name):
    """Each file as its fields in the dump, by their names."""
    fields = json.loads(run("dump", "--format", "json", str(path_of(name))).stdout)
    fields = fields["fields"] if isinstance(fields, dict) else fields
    files = {}
    for field in fields:
        parts = field["path"].split("/")
        if "files" in parts and len(parts) == 8:
            files.setdefault("/".join(parts[:-1]), {})[parts[-1]] = field
    return list(files.values()), {field["path"]: field for field in fields}


@pytest.mark.parametrize("name", [name for name, row in PACKAGES.items() if row[1]])
def test_every_file_has_the_bytes_that_were_packed(name):
    data = path_of(name).read_bytes()
    files, fields = files_of(name)
    assert len(files) == PACKAGES[name][0]
    start = fields["/data"]["offset"]
    for file in files:
        preload = file.get("preload", {"offset": 0, "length": 0})
        head = data[preload["offset"] : preload["offset"] + preload["length"]]
        offset = start + file["offset"]["value"]
        assert zlib.crc32(head + data[offset : offset + file["length"]["value"]]) == file["crc32"]["value"]


def test_one_package_has_a_mesh():
    files, fields = files_of(WITH_MESH)
    assert fields["/extensions/7/name"]["value"].startswith("nav")
    assert fields["/extensions/7/folders/0/name"]["value"].startswith("maps")
    assert report_of(WITH_MESH)["facts"]["navigationFiles"] == 1


@pytest.mark.parametrize("name", ["steamdb_test_single", "talker_debug", "preload", "platform_misc_dir"])
def test_every_package_that_is_cut_short_is_noticed(name, tmp_path):
    data = path_of(name).read_bytes()
    cut = tmp_path / "cut.vpk"
    for length in [*range(4, 64), *range(64, len(data), max(1, len(data) // 40)), len(data) - 1]:
        cut.write_bytes(data[:length])
        report = json.loads(run("check", "--format", "ndjson", str(cut)).stdout.splitlines()[0])
        assert report["verdict"] != "valid", length
