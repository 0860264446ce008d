"""What a rule says of plain navmeshes and doors it says of packed ones: the witness of each rule with
these records packed, and each NVMI field by itself against what the plugin's report says of it."""

import json
import os
import pathlib
import struct
import subprocess
import sys
import zlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "reference"))

from skyrim_navmesh import with_records  # noqa: E402
from skyrim_plugin import COMPRESSED, DELETED  # noqa: E402

WITNESSES = sorted((ROOT / "corpus" / "skyrim_navmesh" / "witness").glob("*.esp"))

# Of the plain record itself, or of where its data end.
PLAIN_ONLY = {"SKYRIM_RECORD_SIZE", "SKYRIM_TRAILING", "SKYRIM_DELETED_BODY"}


def findings(path, *options):
    command = os.environ.get("NAVLINT_BIN", str(ROOT / "build" / "bin" / "navlint"))
    words = [command, "check", "--format", "ndjson", "--pedantic", *options, str(path)]
    result = subprocess.run(words, capture_output=True, timeout=60, check=False)
    return [f for line in result.stdout.splitlines() for f in json.loads(line)["findings"]]


def verdicts(found):
    return sorted((f["code"], f["severity"], f["path"]) for f in found if f["code"] not in PLAIN_ONLY)


def packed(data):
    def change(record, body):
        if record.flags & (COMPRESSED | DELETED):
            return None
        return struct.pack("<I", len(body)) + zlib.compress(body)

    return with_records(data, change)


@pytest.mark.parametrize("witness", WITNESSES, ids=[path.stem for path in WITNESSES])
def test_packed_records_are_judged_alike(witness, tmp_path):
    data = witness.read_bytes()
    other = tmp_path / "plugin.esp"
    other.write_bytes(packed(data))
    assert verdicts(findings(other)) == verdicts(findings(witness))


def entries(data):
    at = data.find(b"NVMI")
    while at >= 0:
        size = struct.unpack_from("<H", data, at + 4)[0]
        yield data[at + 6 : at + 6 + size]
        at = data.find(b"NVMI", at + 6 + size)


# What an entry by itself cannot show: what its FormIDs name, other fields.
WITH_OTHERS = ("MASTER", "DUPLICATE", "DOOR_SHARED", "ONE_WAY", "SWITCHED", "LINK_WORLD", "LINK_CELL",
               "LINK_UNKNOWN", "NO_NAVM", "FOREIGN", "DELETED", "_MISSING", "_EXTRA", "_STALE")


@pytest.mark.parametrize("witness", [path for path in WITNESSES if path.stem.startswith("SKYRIM_NVMI_")],
                         ids=lambda path: path.stem)
def test_an_entry_by_itself_is_judged_alike(witness, tmp_path):
    said = set()
    for number, entry in enumerate(entries(witness.read_bytes())):
        part = tmp_path / f"{number}.nvmi"
        part.write_bytes(entry)
        said |= {f["code"] for f in findings(part, "--input-format", "skyrim-nvmi")}
    is_alone = not any(word in witness.stem for word in WITH_OTHERS)
    assert said == ({witness.stem} if is_alone else set())
