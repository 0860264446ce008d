#!/usr/bin/python3
"""The validator against slow and obvious readings of the fact sheets.

    differential.py [--minutes M] [--seed N] [--format ID] FOLDER...

Both judge the same files: those of the folders, the witness of every rule, what is built, and changed
copies of all of them, made from the seed. Every rule that a reference knows must be found by both at
the same offsets; a file whose structure the reference cannot follow must not pass. Ends with 1 at the
first batch with a difference, and keeps its files.

A reference is a module of the format's name with judge(data), options(data) and is_comparable(report);
a format without one is left out.
"""

import argparse
import functools
import importlib.util
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

BATCH = 200  # files of one run of the command
LARGEST = 1 << 16  # bytes: the references are slow
MOST_CHANGES = 4
BORDERS = [0, 1, 2, 3, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFE, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF]


def command():
    return os.environ.get("NAVLINT_BIN", str(ROOT / "build" / "bin" / "navlint"))


def run(*arguments):
    return subprocess.run([command(), *arguments], capture_output=True, timeout=300, check=False)


def formats():
    """id -> reference, for every row of formats.def and containers.def."""
    lists = ("parsers/formats.def", "containers/containers.def")
    rows = "".join((ROOT / each).read_text() for each in lists).splitlines()
    rooms = [row.split("(")[1].split(")")[0].split(",")[0] for row in rows if row.startswith("NL_FORMAT(")]
    missing = [room for room in rooms if not (HERE / f"{room}.py").exists()]
    if missing:
        sys.exit(f"no reference for {', '.join(missing)}: tests/reference/ROOM.py, see docs/contributing.md")
    return {room.replace("_", "-"): importlib.import_module(room) for room in rooms}


# ---- Files ----


def extensions(format_id):
    rows = json.loads(run("formats", "--format", "json").stdout)["formats"]
    known = next(row["extensions"] for row in rows if row["id"] == format_id)
    return [ending.lower() for ending in known]


def of_folders(format_id, folders):
    endings = extensions(format_id)
    for folder in folders:
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if path.suffix.lower() in endings and path.is_file() and path.stat().st_size <= LARGEST:
                yield path.read_bytes()


def witnesses(format_id):
    rules = json.loads(run("rules", "--format", "json", format_id).stdout)["rules"]
    for rule in rules:
        made = run("witness", rule["code"])
        if made.returncode == 0 and 0 < len(made.stdout) <= LARGEST and made.stdout[257:262] != b"ustar":
            yield made.stdout


def base_files(format_id, folders):
    """Witnesses are committed; only where they are not, the command is asked for each."""
    room = ROOT / "corpus" / format_id.replace("-", "_")
    made = [] if (room / "witness").is_dir() else witnesses(format_id)
    return list(dict.fromkeys([*of_folders(format_id, [room, *folders]), *made]))


@functools.lru_cache(maxsize=None)
def fields_of(reference, data):
    """By their widths. Of a file that is changed many times."""
    by_width = {}
    for field in reference.judge(data).fields:
        by_width.setdefault(field[1], []).append(field)
    return by_width


def changed(reference, data, dice):
    """A copy with some fields changed: to border values, to what another field holds, by one."""
    packs = hasattr(reference, "repacked")
    if packs and dice.random() < 0.5:
        data = reference.unpacked(data)
    fields = fields_of(reference, data)
    widths = sorted(fields)
    order = getattr(reference, "BYTE_ORDER", "little")
    out = bytearray(data)
    for _ in range(dice.randint(1, MOST_CHANGES)):
        if fields and dice.random() < 0.95:  # each width as often as the next: few fields have two bytes
            at, size = dice.choice(fields[dice.choice(widths)])
        elif data:
            at, size = dice.randrange(len(data)), 1
        else:
            return b""
        mask = (1 << 8 * size) - 1
        now = int.from_bytes(out[at : at + size], order)
        other = dice.choice(fields.get(size) or [(at, size)])[0]
        value = dice.choice(
            [
                dice.choice(BORDERS),
                int.from_bytes(out[other : other + size], order),
                now + 1,
                now - 1,
                now ^ 1 << dice.randrange(8 * size),
                now ^ 1 << 8 * size - 1,
            ]
        )
        out[at : at + size] = (value & mask).to_bytes(size, order)
    if dice.random() < 0.02:
        del out[dice.randrange(len(out) + 1) :]
    if packs and dice.random() < 0.1:
        return reference.repacked(bytes(out), dice)
    return bytes(out)


# ---- Comparing ----


def check_batch(format_id, options, files, folder):
    """One report for each file, in a folder of its own: files of one folder are judged together."""
    paths = []
    for number, data in enumerate(files):
        place = pathlib.Path(folder) / f"{number:04}"
        place.mkdir(exist_ok=True)
        (place / "file.bin").write_bytes(data)
        paths.append(str(place / "file.bin"))
    limits = ("--max-findings", "1000000", "--max-findings-per-rule", "1000000")
    result = run("check", "--format", "ndjson", "--pedantic", "--input-format", format_id, *options, *limits, *paths)
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    by_name = {report["input"]["name"]: report for report in reports}
    return [by_name[path] for path in paths]


def difference_of_broken(theirs, report):
    passes = report["verdict"] == "valid" and not (
        report["summary"]["warnings"] or report["summary"]["infos"])
    said = {f["code"] for f in report["findings"]}
    is_named = not theirs.broken_as or report["verdict"] == "indeterminate" or theirs.broken_as & said
    return (["passes, though its structure is broken"] if passes else []) + (
        [] if is_named else ["is not said to be broken"])


def difference(reference, data, report):
    """What one says and the other does not; empty if they agree."""
    theirs = reference.judge(data)
    if theirs.broken:
        return difference_of_broken(theirs, report)
    if report["verdict"] == "indeterminate" or not reference.is_comparable(report):
        return []
    if theirs.gives_way & {f["code"] for f in report["findings"]}:
        return []
    ours = {(f["code"], place_of(f)) for f in report["findings"] if f["code"] in theirs.codes}
    neither = {min(choice) for choice in theirs.choices if not choice & ours}
    expected = theirs.findings - ours | {finding for finding in neither if finding[0] in theirs.codes}
    missing = [f"{code} at {at}: not found by navlint"
               for code, at in sorted(expected, key=str) if not theirs.is_open(code, at)]
    if len(missing) <= report["summary"].get("consequences", 0):
        missing = []  # counted as what follows from a cause, not listed
    more = [f"{code} at {at}: not found by the reference"
            for code, at in sorted(ours - theirs.findings, key=str) if not theirs.is_open(code, at)]
    return missing + more


def place_of(finding):
    """In packed data: where these start, and the place in what they unpack to."""
    if "inner" in finding:
        return finding["offset"], finding["inner"]["offset"]
    return finding["offset"]


def compare(format_id, reference, files, folder):
    """The files that are judged differently, with how."""
    groups = {}
    for data in files:
        groups.setdefault(reference.options(data), []).append(data)
    differences = []
    for options, group in groups.items():
        reports = check_batch(format_id, options, group, folder)
        for data, report in zip(group, reports):
            lines = difference(reference, data, report)
            if lines:
                differences.append((data, options, lines))
    return differences


def tell(format_id, differences):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="navlint-difference-"))
    for number, (data, options, lines) in enumerate(differences[:20]):
        path = folder / f"{format_id}-{number}"
        path.write_bytes(data)
        print(f"{path}: judged with {' '.join(options) or 'no options'}")
        for line in lines[:10]:
            print(f"  {line}")


def differential(format_id, reference, folders, seed, seconds, least_batches=1):
    """How many files were compared; None after a difference, which is told."""
    dice = random.Random(f"{seed}-{format_id}")
    files = base_files(format_id, folders)
    end = time.monotonic() + seconds
    compared = 0
    batch = files
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1 << 30):
            differences = compare(format_id, reference, batch, folder)
            compared += len(batch)
            if differences:
                tell(format_id, differences)
                return None
            if number >= least_batches and time.monotonic() > end:
                return compared
            batch = [changed(reference, dice.choice(files), dice) for _ in range(BATCH)]
    return compared


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1, help="for all formats together (1)")
    parser.add_argument("--seed", default=str(time.time_ns()), help="of the changed files")
    parser.add_argument("--format", help="this format only")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="more files to start from")
    words = parser.parse_args()
    chosen = {key: value for key, value in formats().items() if words.format in (None, key)}
    if not chosen:
        parser.error(f"no reference for {words.format}")
    for format_id, reference in chosen.items():
        seconds = words.minutes * 60 / len(chosen)
        count = differential(format_id, reference, words.folders, words.seed, seconds)
        if count is None:
            print(f"{format_id}: differs; seed {words.seed}")
            return 1
        print(f"{format_id}: {count} files agree; seed {words.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
