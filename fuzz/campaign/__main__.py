"""./dev fuzz: see `./dev fuzz --help` and docs/fuzzing.md."""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys

from . import engines, ledger, merge, planted, plants, progress, rate, run, targets

HOUSE = targets.House(pathlib.Path(__file__).resolve().parents[2])


def build(presets):
    for preset in presets:
        print(f"building {preset}", flush=True)
        environment = dict(os.environ, AFL_QUIET="1")
        subprocess.run(["cmake", "--preset", preset, "--log-level=WARNING"], cwd=HOUSE.root, check=True,
                       stdout=subprocess.DEVNULL, env=environment)
        subprocess.run(["cmake", "--build", "--preset", preset, "-j", str(os.cpu_count()), "--", "--quiet"],
                       cwd=HOUSE.root, check=True, env=environment)
    subprocess.run(["cmake", "--build", "--preset", "fuzz", "--target", "seeds", "--", "--quiet"], cwd=HOUSE.root,
                   check=True)


def presets_of(engine_list):
    """The libFuzzer build is always there: it merges, minimises and replays, and has AFL++'s mutators."""
    return dict.fromkeys(["fuzz"] + [preset for engine in engine_list for preset in engine.presets])


def selected(options):
    return targets.chosen(HOUSE.targets(), options.format)


def show_crashes(settled):
    for each, names in settled.items():
        for name, message in names.items():
            print(f"crash: {each.target.name} under {each.engine.name}: {name}: {message}")


def show_idle(runs):
    idle = run.idle(runs)
    for each in idle:
        print(f"{each.target.name} under {each.engine.name} ran nothing:",
              *each.log.read_text(errors="replace").splitlines()[-5:], sep="\n")
    return idle


def verb_run(options):
    engine_list = engines.chosen(options.engine)
    build(presets_of(engine_list))
    runs = run.prepare(HOUSE, selected(options), engine_list)
    campaign = run.Campaign(HOUSE, runs, options.minutes * 60, options.cores)
    is_whole = campaign.go()
    print("settling crashes and merging; once more Ctrl-C leaves that out", flush=True)
    date, commit = run.today(), ledger.commit_of(HOUSE.root)
    settled = run.settle_crashes(HOUSE, runs)
    merged = run.merge_all(HOUSE, runs, date, commit)
    rows = run.ledger_rows(campaign, settled, date, commit)
    ledger.append(HOUSE.ledger, rows)
    print(ledger.table(rows))
    for subject, (fresh, count) in merged.items():
        print(f"corpus/{subject}/fuzz: {count} units, {fresh} of them new")
    show_crashes(settled)
    is_sound = not show_idle(runs) and not any(settled.values())
    return 1 if not is_sound else 0 if is_whole else 130


def verb_smoke(options):
    """For `./dev test`: all targets in so many seconds, nothing committed."""
    engine_list = engines.chosen("libfuzzer")
    seconds = options.seconds or 60
    build(presets_of(engine_list))
    for target in selected(options):
        merge.clear_pool(HOUSE, target.subject)
    runs = run.prepare(HOUSE, selected(options), engine_list)
    campaign = run.Campaign(HOUSE, runs, seconds, options.cores)
    is_whole = campaign.go()
    failed = [each for each in runs if each.engine.crashes(each)]
    for each in failed:
        for log in sorted(each.folder.glob("log-*.txt")):
            text = log.read_text(errors="replace")
            if "SUMMARY: " in text:
                print(f"== {each.target.name}: {log}", *text.splitlines()[-60:], sep="\n")
                break
    return 1 if failed or show_idle(runs) or not is_whole else 0


def verb_status(_options):
    path = HOUSE.work / "state.json"
    state = json.loads(path.read_text()) if path.exists() else None
    if state and state["left_s"] and pathlib.Path(f"/proc/{state['pid']}").exists():
        print(progress.table([(*row[:3], progress.Progress(**row[3])) for row in state["rows"]]))
        print(f"{state['left_s']} s left\n")
    print(ledger.table(ledger.totals(ledger.read(HOUSE.ledger))))
    for folder in sorted((HOUSE.root / "corpus").glob("*/")):
        fuzzed = merge.units(folder / "fuzz")
        size = sum(path.stat().st_size for path in fuzzed)
        print(f"{folder.name}: {len(merge.units(folder))} files, {len(fuzzed)} of them found by fuzzing "
              f"({size} bytes), {len(merge.units(folder / 'regression'))} regressions")
    return 0


def verb_report(_options):
    rows = ledger.read(HOUSE.ledger)
    print(ledger.table(rows))
    print(f"\n{len(rows)} runs, {sum(row.seconds for row in rows) / 3600:.1f} hours, "
          f"{sum(row.execs for row in rows):,} inputs, {sum(row.crashes for row in rows)} crashes")
    return 0


def verb_rate(options):
    with_afl = options.engine in ("afl", "all")
    build(["fuzz", "afl"] if with_afl else ["fuzz"])
    HOUSE.work.mkdir(parents=True, exist_ok=True)
    for line in rate.table(HOUSE, selected(options), with_afl):
        print(line, flush=True)
    return 0


def verb_prune(options):
    """Lets smaller units replace committed ones that reach the same."""
    build(["fuzz"])
    runs = run.prepare(HOUSE, selected(options), engines.chosen("libfuzzer"))
    for subject, (fresh, count) in run.merge_all(HOUSE, runs, run.today(), ledger.commit_of(HOUSE.root), True).items():
        print(f"corpus/{subject}/fuzz: {count} units, {fresh} of them new")
    return 0


def verb_planted(options):
    """Planted bugs: each under each configuration, then the table."""
    configs = [planted.CONFIGS[name] for name in options.config or ["structure"]]
    chosen = plants.chosen(plants.read(HOUSE.root), planted.GATE if options.gate else options.plants)
    planted.build(HOUSE, chosen, configs)
    todo = planted.trials_of(chosen, configs, options.trials)
    control_s = planted.CONTROL_S if options.gate else options.control
    rows = planted.rows_of(todo, planted.run_all(HOUSE, todo, options.seconds or 10, options.cores, control_s))
    unfair = planted.triggered_by_seeds(HOUSE, chosen, options.cores)
    if planted.is_good(rows):
        shutil.rmtree(planted.work(HOUSE))  # else what the control found stays there
    if options.write:
        path = HOUSE.root / "fuzz" / "planted" / "results.tsv"
        known = planted.still_true(planted.read_rows(path), plants.read(HOUSE.root))
        planted.write_rows(path, planted.merged_rows(known, rows))
    print(planted.table(rows))
    for text in planted.alarms(HOUSE):
        print(text)
    for subject, numbers in unfair.items():
        print(f"seeds of {subject} trigger plants {numbers}: they prove nothing")
    return 0 if planted.is_good(rows) and not unfair else 1


VERBS = {"run": verb_run, "smoke": verb_smoke, "status": verb_status, "report": verb_report, "rate": verb_rate,
         "prune": verb_prune, "planted": verb_planted}


def parser():
    parsed = argparse.ArgumentParser(prog="./dev fuzz", description="Fuzzes the targets; docs/fuzzing.md says how.")
    parsed.add_argument("verb", nargs="?", default="run", choices=VERBS,
                        help="run (the default) a campaign; status and report: the ledger; rate: runs a second on "
                             "the median seed; prune the corpora; planted: find planted bugs")
    parsed.add_argument("--minutes", type=float, default=10, help="of wall time, for all runs together (10)")
    parsed.add_argument("--seconds", type=float, help="the same, of `smoke` (60); of one trial, of `planted` (10)")
    parsed.add_argument("--format", help="one format, subject or target; all by default")
    parsed.add_argument("--engine", default="libfuzzer", help="libfuzzer (the default), msan, afl (both instances), "
                                                              "afl-cmplog or all")
    parsed.add_argument("--cores", type=int, default=os.cpu_count(), help="runs at a time (all cores)")
    parsed.add_argument("--trials", type=int, default=1, help="of each plant, of `planted` (1)")
    parsed.add_argument("--control", type=float, help="seconds of a trial without a plant, of `planted` (as with one)")
    parsed.add_argument("--config", action="append", choices=planted.CONFIGS,
                        help="of `planted`, once or more (structure)")
    parsed.add_argument("--plants", help="numbers of plants, such as 1,4-7 (all)")
    parsed.add_argument("--gate", action="store_true", help="`planted` runs what gates ./dev test")
    parsed.add_argument("--write", action="store_true", help="`planted` writes fuzz/planted/results.tsv")
    return parsed


def main():
    options = parser().parse_args()
    try:
        return VERBS[options.verb](options)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
