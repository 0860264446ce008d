"""The mutation score of each room and of core: which conditional jumps can be forced one way without
any trial or test noticing.

Usage: mutants.py BUILD [--format NAME] [--limit N] [--seed N] [--jobs N] [--list FILE]

BUILD is the folder of the preset `mutants`, configured. docs/mutants.md has the method.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import equivalent

ROOT = pathlib.Path(__file__).resolve().parents[2]
PART_AIM = 0.85
SLOWEST_TEST_S = 20
# These take minutes in all, and what they find a trial finds.
SLOW_TESTS = ("sweep_", "replay-", "mutate", "header-", "install-")

Jump = collections.namedtuple("Jump", "name function place")
Mutant = collections.namedtuple("Mutant", "name jump")


def rooms():
    rows = (ROOT / "parsers/formats.def").read_text().splitlines()
    return [row[len("NL_FORMAT("):].split(")")[0] for row in rows if row.startswith("NL_FORMAT(")]


def part_of(jump):
    """The part whose source has the condition: a room compiles conditions of core's headers too."""
    folder = os.path.dirname(jump.place.split(":")[0])
    return folder.removeprefix("parsers/")


def jumps_of(runner):
    lines = subprocess.run([runner, "--list"], check=True, capture_output=True, text=True).stdout
    return [Jump(*line.split("\t")) for line in lines.splitlines()]


def mutants_of(jumps):
    return [Mutant(f"{jump.name}:{way}", jump) for jump in jumps for way in ("always", "never")]


# ---- Trials: the corpus, judged by the runner ----


def run_trials(runner, formats, mutants):
    """{name: None of a survivor, else what killed it}"""
    names = "".join(f"{mutant.name}\n" for mutant in mutants)
    result = subprocess.run([runner, ROOT / "corpus", *formats], input=names, check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    rows = (line.split("\t") for line in result.stdout.splitlines())
    return {name: killer if fate == "killed" else None for name, fate, killer in rows}


def in_shares(function, mutants, jobs):
    """Runs function over a share of the mutants on each core; the shares are alike."""
    fates = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for share in pool.map(function, (mutants[i::jobs] for i in range(jobs))):
            fates.update(share)
    return fates


# ---- Tests: the programs of ctest, with the mutant in their environment ----


class Test:
    def __init__(self, name, command):
        self.name = name
        self.command = command
        self.reached = self.mutants_reached()

    def run(self, **variables):
        # A mutant may write where it likes to: it gets a folder of its own.
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(self.command, env={**os.environ, **variables}, cwd=folder,
                                  check=False, timeout=SLOWEST_TEST_S,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode

    def mutants_reached(self):
        """The names of those that can make a difference: the jump goes the other way."""
        with tempfile.NamedTemporaryFile("r") as names:
            if self.run(NAVLINT_REACHED=names.name) != 0:
                sys.exit(f"mutants: {self.name} fails without a mutant")
            return set(names.read().split())

    def kills(self, mutant):
        try:
            return mutant.name in self.reached and self.run(NAVLINT_MUTANT=mutant.name) != 0
        except subprocess.TimeoutExpired:
            return True


def test_commands(build):
    listing = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True,
                             capture_output=True, text=True).stdout
    programs = os.path.join(build, "bin") + os.sep
    for test in json.loads(listing)["tests"]:
        command = test.get("command", [""])
        if command[0].startswith(programs) and not test["name"].startswith(SLOW_TESTS):
            yield test["name"], command


def build_programs(build, commands):
    targets = {os.path.relpath(command[0], build) for _, command in commands}
    subprocess.run(["cmake", "--build", build, "--target", "mutants", *sorted(targets), "--",
                    "--quiet"], check=True)


def run_tests(tests, mutants):
    return {mutant.name: next((test.name for test in tests if test.kills(mutant)), None)
            for mutant in mutants}


# ---- One part ----


def chosen(mutants, limit, seed):
    if limit is None or limit >= len(mutants):
        return mutants
    return random.Random(seed).sample(mutants, limit)


def fates_of(mutants, runner, formats, tests, jobs):
    fates = in_shares(lambda share: run_trials(runner, formats, share), mutants, jobs)
    left = [mutant for mutant in mutants if fates[mutant.name] is None]
    fates.update(in_shares(lambda share: run_tests(tests, share), left, jobs))
    return fates


def grow(runner, part, survivors, seed):
    """Prints rows; takes minutes, and more rows come with another seed."""
    names = "".join(f"{mutant.name}\n" for mutant in survivors)
    subprocess.run([runner, "--grow", ROOT / "corpus", part.replace("_", "-"), str(seed)],
                   input=names, check=True, text=True)


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def report(part, mutants, fates, reasons):
    """Prints score and survivors. Returns the score."""
    survivors = [mutant for mutant in mutants if fates[mutant.name] is None]
    explained = {mutant: reasons.reason_of(mutant) for mutant in survivors}
    same = sum(reason is not None for reason in explained.values())
    killed = len(mutants) - len(survivors)
    print(f"{part}: {killed} of {len(mutants)} mutants killed, {percent(killed, len(mutants))}; "
          f"{percent(killed, len(mutants) - same)} without the {same} that change nothing")
    return killed / len(mutants) if mutants else 1.0, explained


def print_survivors(explained, out):
    for mutant, reason in explained.items():
        print(mutant.jump.place, mutant.jump.function, mutant.name,
              equivalent.code_of(mutant.jump.place), reason or "", sep="\t", file=out)


def arguments():
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__.splitlines()[0])
    parser.add_argument("build", type=os.path.abspath, help=argparse.SUPPRESS)
    parser.add_argument("--format", help="this room alone; without it all rooms and core")
    parser.add_argument("--limit", type=int, help="so many mutants of each part, drawn by the seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--grow", action="store_true",
                        help="look for rows of corpus/ROOM/edges.tsv that kill survivors")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processor cores to use")
    return parser.parse_args()


def main():
    options = arguments()
    commands = list(test_commands(options.build))
    build_programs(options.build, commands)
    runner = os.path.join(options.build, "bin", "mutants")
    tests = [Test(name, command) for name, command in commands]
    by_part = collections.defaultdict(list)
    for mutant in mutants_of(jumps_of(runner)):
        by_part[part_of(mutant.jump)].append(mutant)
    parts = [options.format.replace("-", "_")] if options.format else [*rooms(), "core"]
    reasons = equivalent.Reasons(ROOT / "fuzz/mutants/equivalent.tsv")
    scores, survivors = {}, os.path.join(options.build, "survivors.tsv")
    with open(survivors, "w", encoding="utf-8") as out:
        for part in parts:
            formats = [part] if part in rooms() else rooms()
            formats = [name.replace("_", "-") for name in formats]
            mutants = chosen(by_part[part], options.limit, options.seed)
            fates = fates_of(mutants, runner, formats, tests, options.jobs)
            scores[part], explained = report(part, mutants, fates, reasons)
            print_survivors(explained, out)
            if options.grow and part in rooms():
                grow(runner, part, explained, options.seed)
    print(f"survivors: {os.path.relpath(survivors)}")
    stale = [] if options.limit else reasons.unused(parts)
    for row in stale:
        print(f"equivalent.tsv: no such survivor: {row}")
    sys.exit(0 if not stale and min(scores.values()) >= PART_AIM else 1)


if __name__ == "__main__":
    main()
