"""Runs a second of each target on its median seed: what a harness costs, whatever an engine finds."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from . import engines, merge, processor, progress

AFL_S = 10


def median_seed(house, target):
    """By size, of the files that our own code writes."""
    seeds = sorted(merge.built_in(house, target), key=lambda path: (path.stat().st_size, path.name))
    return seeds[(len(seeds) - 1) // 2] if seeds else None


def of_target(program, seed):
    """Of CPU time, best of some batches, without an engine."""
    environment = dict(engines.sanitizer_environment(), FUZZ_RATE=str(seed))
    done = subprocess.run([str(program)], env=environment, capture_output=True, text=True, check=False, timeout=300)
    found = re.search(r"(\d+) runs a second", done.stdout)
    return int(found[1]) if found else 0


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


def table(house, targets, with_afl):
    lines = [f"{'target':<28}{'seed':<28}{'bytes':>7}{'libfuzzer/s':>13}" + (f"{'afl/s':>9}" if with_afl else "")]
    for target in targets:
        seed = median_seed(house, target)
        if seed is None:
            continue
        line = f"{target.name:<28}{seed.name[:27]:<28}{seed.stat().st_size:>7}"
        line += f"{of_target(house.program('fuzz', target), seed):>13}"
        if with_afl:
            line += f"{of_afl(house, target, seed):>9}"
        lines.append(line)
    return "\n".join(lines)
