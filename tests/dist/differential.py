#!/usr/bin/env python3
"""Two programs of the command on every file of some folders: what they print and how they end must be equal to the byte.

    differential.py PROGRAM PROGRAM FOLDER...

Files that lie together are judged together, as the command does it with the files of a set, and each folder once by itself, so that
the programs walk it. Prints the first lines that differ; exit status 1 if there are any.
"""

import itertools
import pathlib
import subprocess
import sys

BATCH = 100  # files of one run
SHOWN = 20  # of the runs that differ
JUDGE = ["check", "--format", "ndjson", "--all", "--"]


def files_of(folder):
    """Folder by folder: reports of witnesses are no inputs."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.endswith(".report.json"):
            yield str(path)


def runs_of(folder):
    yield [str(folder)]
    files = files_of(folder)
    while batch := list(itertools.islice(files, BATCH)):
        yield batch


def answer(program, inputs):
    done = subprocess.run([program, *JUDGE, *inputs], capture_output=True, timeout=600, check=False)
    return [f"exit status {done.returncode}".encode(), *done.stdout.splitlines(), *done.stderr.splitlines()]


def first_difference(left, right):
    """None: there is none."""
    pairs = itertools.zip_longest(left, right, fillvalue=b"(nothing)")
    return next((pair for pair in pairs if pair[0] != pair[1]), None)


def show(inputs, pair):
    at = next((i for i, (a, b) in enumerate(zip(*pair)) if a != b), 0)
    print(f"differs: {inputs[0]} and {len(inputs) - 1} more")
    for line in pair:
        print("   ", line[max(0, at - 120):at + 120].decode(errors="replace"))


def main(programs, folders):
    counts = {"runs": 0, "lines": 0, "different": 0}
    for inputs in itertools.chain.from_iterable(runs_of(pathlib.Path(folder)) for folder in folders):
        left, right = (answer(program, inputs) for program in programs)
        pair = first_difference(left, right)
        counts["runs"] += 1
        counts["lines"] += len(left)
        if pair:
            counts["different"] += 1
            if counts["different"] <= SHOWN:
                show(inputs, pair)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["different"] or not counts["runs"] else 0


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:3], sys.argv[3:]))
