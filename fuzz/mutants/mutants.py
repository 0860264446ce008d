"""The mutation score of each room and of core: which conditional jumps can be forced one way without
any trial or test noticing.

Usage: mutants.py BUILD [--format NAME] [--limit N] [--seed N] [--grow] [--jobs N]

BUILD is the folder of the preset `mutants`, configured. docs/testing.md has the method.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import equivalent

ROOT = pathlib.Path(__file__).resolve().parents[2]
PART_AIM = 0.85
SLOWEST_TEST_S = 200  # the program limits its processor time itself
LIST = ROOT / "fuzz/mutants/survivors.tsv"
LIST_HEAD = "# Written by ./dev mutants: file, function, code, ways that its jumps were forced unnoticed"
# These take minutes in all. What they judge is tried anyway, or belongs to other parts.
SLOW_TESTS = re.compile("sweep_|replay-|mutate|header-|install-|corpus|witness|report")
# So would these, mutant by mutant: what they judge is tried instead, as the corpus is.
ROOM_TESTS = "room_"

Jump = collections.namedtuple("Jump", "name function place")
Mutant = collections.namedtuple("Mutant", "name jump")
# What killed a mutant, or None; whether something would have shown it; whether it goes a way that no
# clean file goes.
Fate = collections.namedtuple("Fate", "killer is_tried is_unusual")


def rooms():
    lists = ("parsers/formats.def", "containers/containers.def")
    rows = "".join((ROOT / each).read_text() for each in lists).splitlines()
    return [row[len("NL_FORMAT("):].split(")")[0] for row in rows if row.startswith("NL_FORMAT(")]


def part_of(jump):
    """The part whose source has the condition: a room compiles conditions of core's headers too."""
    return equivalent.part_of_file(jump.place.split(":")[0])


def jumps_of(runner):
    lines = subprocess.run([runner, "--list"], check=True, capture_output=True, text=True).stdout
    return [Jump(*line.split("\t")) for line in lines.splitlines()]


def mutants_of(jumps):
    return [Mutant(f"{jump.name}:{way}", jump) for jump in jumps for way in ("always", "never")]


# ---- Trials: the corpus, judged by the runner ----


def run_trials(trials, mutants):
    """{name: its Fate}"""
    names = "".join(f"{mutant.name}\n" for mutant in mutants)
    result = subprocess.run(trials, input=names, check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    rows = (line.split("\t") for line in result.stdout.splitlines())
    return {name: Fate(killer if fate == "killed" else None, fate != "untried", bool(custom))
            for name, fate, killer, custom in rows}


def in_shares(function, mutants, jobs):
    """Runs function over a share of the mutants on each core; the shares are alike."""
    fates = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for share in pool.map(function, (mutants[i::jobs] for i in range(jobs))):
            fates.update(share)
    return fates


# ---- Tests: the programs of ctest, with the mutant in their environment ----


class Test:
    """One program, which has run once when this is made: what it judged lies in a folder then."""

    def __init__(self, name, command, judged):
        self.name = name
        self.command = command
        before = time.monotonic()
        self.reached = self.mutants_reached(judged)
        self.seconds = time.monotonic() - before

    def run(self, **variables):
        # A mutant may write where it likes to: it gets a folder of its own.
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(self.command, env={**os.environ, **variables}, cwd=folder,
                                  check=False, timeout=SLOWEST_TEST_S,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode

    def mutants_reached(self, judged):
        """The names of those that can make a difference: the jump goes the other way."""
        with tempfile.NamedTemporaryFile("r") as names:
            if self.run(NAVLINT_REACHED=names.name, NAVLINT_JUDGED=judged) != 0:
                sys.exit(f"mutants: {self.name} fails without a mutant")
            return set(names.read().split())

    def reaches(self, mutant):
        return mutant.name in self.reached

    def kills(self, mutant):
        try:
            return self.reaches(mutant) and self.run(NAVLINT_MUTANT=mutant.name) != 0
        except subprocess.TimeoutExpired:
            return True


# `ctest --show-only` leaves out the command of a program that is not built yet.
TEST_LINE = re.compile(r'^add_test\(\[=\[(\S+)\]=\] (.*)\)$', re.MULTILINE)


def test_commands(build):
    programs = os.path.join(build, "bin") + os.sep
    for file in sorted(pathlib.Path(build, "tests").rglob("CTestTestfile.cmake")):
        for name, words in TEST_LINE.findall(file.read_text(encoding="utf-8")):
            command = shlex.split(words)
            if command[0].startswith(programs) and not SLOW_TESTS.match(name):
                yield name, command


def build_programs(build, commands):
    targets = {os.path.relpath(command[0], build) for _, command in commands}
    subprocess.run(["cmake", "--build", build, "--target", "mutants", *sorted(targets), "--",
                    "--quiet"], check=True)


def tests_of(commands, judged, jobs):
    """The quickest first. Those of rooms have only to leave what they judge."""
    shutil.rmtree(judged, ignore_errors=True)
    os.makedirs(judged)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        tests = list(pool.map(lambda named: Test(*named, judged), commands))
    tests = [test for test in tests if not test.name.startswith(ROOM_TESTS)]
    return sorted(tests, key=lambda test: test.seconds)


def run_tests(tests, mutants):
    return {mutant.name: next((test.name for test in tests if test.kills(mutant)), None)
            for mutant in mutants}


# ---- One part ----


def chosen(mutants, limit, seed):
    if limit is None or limit >= len(mutants):
        return mutants
    return random.Random(seed).sample(mutants, limit)


def fates_of(mutants, trials, tests, jobs):
    fates = run_trials(trials, mutants)
    if len(fates) != len(mutants):
        sys.exit("mutants: the trials ended early")
    left = [mutant for mutant in mutants if fates[mutant.name].killer is None]
    killers = in_shares(lambda share: run_tests(tests, share), left, jobs)
    for mutant in left:
        fate = fates[mutant.name]
        is_tried = fate.is_tried or any(test.reaches(mutant) for test in tests)
        fates[mutant.name] = Fate(killers[mutant.name], is_tried, fate.is_unusual)
    return fates


def grow(runner, part, survivors, seed):
    """Prints rows; takes minutes, and more rows come with another seed."""
    names = "".join(f"{mutant.name}\n" for mutant in survivors)
    subprocess.run([runner, "--grow", ROOT / "corpus", part.replace("_", "-"), str(seed)],
                   input=names, check=True, text=True)


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


class Result:
    """What became of the mutants of one part."""

    def __init__(self, part, mutants, fates, reasons):
        self.part = part
        self.alive = {mutant: fates[mutant.name] for mutant in mutants
                      if fates[mutant.name].killer is None}
        self.reasons = {mutant: reasons.reason_of(mutant, fate.is_unusual)
                        for mutant, fate in self.alive.items()}
        self.killed = len(mutants) - len(self.alive)
        self.same = sum(reason is not None for reason in self.reasons.values())
        self.whole = len(mutants)

    def score(self):
        """Of those that change something."""
        changing = self.whole - self.same
        return self.killed / changing if changing else 1.0

    def text(self):
        return (f"{self.part}: {self.killed} of {self.whole - self.same} mutants killed, "
                f"{percent(self.killed, self.whole - self.same)}; with the {self.same} that change "
                f"nothing {percent(self.killed, self.whole)}")


def print_survivors(result, out):
    for mutant, fate in result.alive.items():
        print(mutant.jump.place, mutant.jump.function, mutant.name,
              equivalent.code_of(mutant.jump.place), "" if fate.is_tried else "untried",
              "unusual" if fate.is_unusual else "", result.reasons[mutant] or "", sep="\t", file=out)


# ---- The list that is committed ----


def listed(result):
    """Survivors without a reason, those of one condition in a row: what was forced, and of that what
    nothing tries."""
    conditions = collections.defaultdict(list)
    for mutant, fate in result.alive.items():
        if result.reasons[mutant] is None:
            path = mutant.jump.place.rpartition(":")[0]
            way = mutant.name.rpartition(":")[2]
            key = path, mutant.jump.function, equivalent.code_of(mutant.jump.place)
            conditions[key].append(way if fate.is_tried else f"{way} (untried)")
    return ["\t".join((*key, ", ".join(sorted(ways)))) for key, ways in sorted(conditions.items())]


def update_list(results):
    """Replaces the rows of these parts."""
    blocks = {}
    for line in LIST.read_text(encoding="utf-8").splitlines() if LIST.exists() else []:
        if line.startswith("## "):
            part = line.removeprefix("## ").partition(":")[0]
            blocks[part] = [line]
        elif blocks:
            blocks[part].append(line)
    for result in results:
        blocks[result.part] = [f"## {result.text()}", *listed(result)]
    lines = [LIST_HEAD, *(line for part in sorted(blocks) for line in blocks[part])]
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")


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
    judged = os.path.join(options.build, "judged")
    tests = tests_of(commands, judged, options.jobs)
    by_part = collections.defaultdict(list)
    for mutant in mutants_of(jumps_of(runner)):
        by_part[part_of(mutant.jump)].append(mutant)
    parts = [options.format.replace("-", "_")] if options.format else [*rooms(), "core"]
    reasons = equivalent.Reasons(ROOT / "fuzz/mutants/equivalent.tsv")
    results, survivors = [], os.path.join(options.build, "survivors.tsv")
    with open(survivors, "w", encoding="utf-8") as out:
        for part in parts:
            formats = [part] if part in rooms() else rooms()
            formats = [name.replace("_", "-") for name in formats]
            mutants = chosen(by_part[part], options.limit, options.seed)
            trials = [runner, str(options.jobs), ROOT / "corpus", judged, *formats]
            fates = fates_of(mutants, trials, tests, options.jobs)
            result = Result(part, mutants, fates, reasons)
            print(result.text(), flush=True)
            print_survivors(result, out)
            results.append(result)
            if options.grow and part in rooms():
                grow(runner, part, result.alive, options.seed)
    print(f"survivors: {os.path.relpath(survivors)}")
    stale = [] if options.limit else reasons.unused(parts)
    if not options.limit:
        update_list(results)
    for row in stale:
        print(f"equivalent.tsv: no such survivor: {row}")
    is_good = all(result.score() >= PART_AIM for result in results)
    sys.exit(0 if is_good and not stale else 1)


if __name__ == "__main__":
    main()
