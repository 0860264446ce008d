"""Which rows of the bench does a change make faster or slower?

usage: compare.py ROOT BASE [--format ID] [--samples FOLDER] [--rounds N] [--json]

Builds navlint-bench of the commit BASE under build/bench-base and runs it and the one of this tree in turns, row by row:
the machine may be shared, and a figure of now says nothing about one of a minute ago. A row has changed if the best times,
the medians and four of five pairs agree that it has, the first two by more than NOISE. Where valgrind is there, the
instructions of navlint_check are counted too, which no noise touches. Ends with 1 if a row is slower.
"""

import argparse
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

NOISE = 0.05
COUNTED_BYTES = 32 << 20  # valgrind takes some fifty times as long as the program


def run(words, **settings):
    return subprocess.run([str(word) for word in words], check=True, **settings)


def build_base(root, commit):
    """The bench of `commit`: its sources are taken out of the repository, so the work tree stays as it is."""
    place = root / "build" / "bench-base"
    source = place / "source"
    shutil.rmtree(source, ignore_errors=True)
    source.mkdir(parents=True)
    with tempfile.TemporaryFile() as archive:
        run(["git", "-C", root, "archive", commit], stdout=archive)
        archive.seek(0)
        run(["tar", "-xm", "-C", source], stdin=archive)  # as files of now: those of the last base are older
    run(["cmake", "-S", source, "-B", place / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "--log-level=WARNING"],
        stdout=subprocess.DEVNULL)
    run(["cmake", "--build", place / "build", "--target", "navlint-bench", "--", "--quiet"], stdout=sys.stderr)
    return next((place / "build").rglob("navlint-bench"))


def words_of(program, key, options):
    words = [program, "--format", key[0], "--input", key[1]]
    return words + (["--samples", options.samples] if options.samples else [])


def rows_of(program, options):
    """What rows there are: one pass over all."""
    words = [program, "--json"] + (["--samples", options.samples] if options.samples else [])
    words += ["--format", options.format] if options.format else []
    done = run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {(row["format"], row["input"]): row for row in json.loads(done.stdout)}


def time_of(program, key, options):
    done = run([*words_of(program, key, options), "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    found = json.loads(done.stdout)
    return found[0]["ns_per_byte"] if found else None


def times_of(programs, key, options):
    """Pairs of times, base and this; the order changes, so that neither always runs on the warmer machine."""
    pairs = []
    for number in range(options.rounds):
        turns = programs if number % 2 == 0 else programs[::-1]
        pair = [time_of(program, key, options) for program in turns]
        pairs.append(pair if number % 2 == 0 else pair[::-1])
    return pairs


def instructions(program, key, options):
    words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=navlint_check",
             *words_of(program, key, options), "--once"]
    done = run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return int(re.search(rb"Collected : (\d+)", done.stderr).group(1))


def judged(pairs):
    base, this = zip(*pairs)
    of_best, of_median = min(base) / min(this), statistics.median(base) / statistics.median(this)
    faster_pairs = sum(before > after for before, after in pairs)
    if min(of_best, of_median) > 1 + NOISE and faster_pairs >= 0.8 * len(pairs):
        return "faster"
    if max(of_best, of_median) < 1 - NOISE and faster_pairs <= 0.2 * len(pairs):
        return "SLOWER"
    return "same"


def compared(programs, options):
    for key, row in rows_of(programs[1], options).items():
        pairs = times_of(programs, key, options)
        if None in pairs[0]:
            continue
        ratios = [before / after for before, after in pairs]
        counted = shutil.which("valgrind") and row["bytes"] <= COUNTED_BYTES
        yield {"format": key[0], "input": key[1], "speed": min(p[0] for p in pairs) / min(p[1] for p in pairs),
               "least": min(ratios), "most": max(ratios),
               "instructions": [instructions(program, key, options) for program in programs] if counted else None,
               "vs_sha256": row["vs_sha256"], "judged": judged(pairs)}


def print_row(row):
    counted = "-"
    if row["instructions"]:
        before, after = row["instructions"]
        counted = f"{before} > {after} ({after / before:.3f})"
    print(f"{row['format']:14} {row['input']:17} {row['speed']:6.3f} {row['least']:6.3f} {row['most']:6.3f} "
          f"{row['judged']:6} {row['vs_sha256']:9.2f}  {counted}", flush=True)


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("base")
    parser.add_argument("--format")
    parser.add_argument("--samples")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def main():
    options = parsed()
    programs = [build_base(options.root, options.base), options.root / "build" / "bin" / "navlint-bench"]
    if b"--once" not in programs[0].read_bytes():
        sys.exit(f"compare: the bench of {options.base} cannot run one row alone; take a later commit")
    if not options.json:
        print(f"{'format':14} {'input':17} {'speed':>6} {'least':>6} {'most':>6} {'':6} {'vs sha256':>9}  instructions")
    rows = []
    for row in compared(programs, options):
        rows.append(row)
        if not options.json:
            print_row(row)
    if options.json:
        print(json.dumps(rows, indent=2))
    sys.exit(1 if any(row["judged"] == "SLOWER" for row in rows) else 0)


main()
