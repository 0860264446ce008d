"""Runs a second of each target on its median seed: what a harness costs, whatever an engine finds.

The median is that of the rates of all seeds that our own code writes. By size it would be chance: harnesses choose by an
input's hash what they check of it besides, and one in four costs twice as much as others of its size."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from . import engines, merge, processor, progress

AFL_S = 10


def of_target(program, seed):
    """Of CPU time, best of some batches, without an engine."""
    environment = dict(engines.sanitizer_environment(), FUZZ_RATE=str(seed))
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=False, timeout=300)
    found = re.search(r"(\d+) runs a second", done.stdout)
    return int(found[1]) if found else 0


def of_seeds(house, target):
    """Pairs of rate and seed, the slowest first."""
    program = house.program("fuzz", target)
    return sorted((of_target(program, seed), seed) for seed in merge.built_in(house, target))


def of_afl(house, target, seed):
    """What afl-fuzz itself says after some seconds with this seed alone, unchanged, on one core."""
    engine = engines.ENGINES["afl"]
    same = dict(engines.afl_environment(), AFL_CUSTOM_MUTATOR_ONLY="1",
                AFL_CUSTOM_MUTATOR_LIBRARY=str(house.build("fuzz") / "bin/rate.mutator.so"))
    with tempfile.TemporaryDirectory(dir=house.work) as scratch:
        os.mkdir(f"{scratch}/in")
        shutil.copy(seed, f"{scratch}/in/")
        command = ["afl-fuzz", "-V", str(AFL_S), "-t", "10000", "-G", str(target.max_len), "-i", f"{scratch}/in", "-o",
                   f"{scratch}/out", "--", str(house.program(engine.preset, target))]
        engines.run_quietly(command, same, 10 * AFL_S, processor.free_core([]))
        stats = pathlib.Path(scratch, "out", "default", "fuzzer_stats")
        return progress.of_afl(stats.read_text(errors="replace") if stats.exists() else "", "").rate


def row(house, target, with_afl):
    rates = of_seeds(house, target)
    if not rates:
        return f"{target.name:<28}{0:>6}"
    slow, (median, seed), fast = (rates[(len(rates) - 1) * quarter // 4] for quarter in (1, 2, 3))
    line = f"{target.name:<28}{len(rates):>6}  {seed.name[:27]:<28}{seed.stat().st_size:>7}{median:>13}"
    line += f"{slow[0]:>11} to {fast[0]:>7}"
    return line + f"{of_afl(house, target, seed):>9}" if with_afl else line


def table(house, targets, with_afl):
    """Line by line: seconds pass between them."""
    heading = f"{'target':<28}{'seeds':>6}  {'median seed':<28}{'bytes':>7}{'libfuzzer/s':>13}{'half of all seeds':>22}"
    yield f"{heading}{'afl/s':>9}" if with_afl else heading
    for target in targets:
        yield row(house, target, with_afl)
