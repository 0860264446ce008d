#!/usr/bin/env python3
"""Two programs of the command on every file of some folders: what they print and how they end must be equal to the byte.

    differential.py PROGRAM PROGRAM FOLDER...

A program may stand behind what runs it: "qemu-aarch64-static FILE".

Files that lie together are judged together, as the command does it with the files of a set, and each folder once by itself, so that
the programs walk it. Prints the first lines that differ; exit status 1 if there are any.

The second program may be one without LZO, which is not free enough to be linked: what it says it cannot read for want of it is left
out on both sides, and counted.
"""

import itertools
import pathlib
import re
import shlex
import subprocess
import sys

BATCH = 100  # files of one run
SHOWN = 20  # of the runs that differ
NO_LZO = re.compile(rb"navlint: cannot read (.+): packed by LZO, and liblzo2 is not installed")
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
    done = subprocess.run([*shlex.split(program), *JUDGE, *inputs], capture_output=True, timeout=600, check=False)
    return [f"exit status {done.returncode}".encode(), *done.stdout.splitlines(), *done.stderr.splitlines()]


def unread_in(lines):
    """Names of what is packed by LZO and was not read."""
    return {found[1] for line in lines if (found := NO_LZO.fullmatch(line))}


def without(lines, unread):
    marks = [mark for name in unread for mark in (b'"input":{"name":"%s",' % name, b"cannot read %s: " % name)]
    return [line for line in lines if not any(mark in line for mark in marks)]


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
    counts = {"runs": 0, "lines": 0, "unread for want of LZO": 0, "different": 0}
    for inputs in itertools.chain.from_iterable(runs_of(pathlib.Path(folder)) for folder in folders):
        left, right = (answer(program, inputs) for program in programs)
        unread = unread_in(right) - unread_in(left)
        pair = first_difference(without(left, unread), without(right, unread))
        counts["runs"] += 1
        counts["lines"] += len(left)
        counts["unread for want of LZO"] += len(unread)
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
