"""How far a run is: numbers read from the engines' own output, and a table of them."""

import dataclasses
import re
import sys
import time

BEAT = re.compile(r"^#(\d+)\s+\w+ .*?exec/s: (\d+)")
REACHED = re.compile(r" cov: (\d+) ")
UNITS = re.compile(r" corp: (\d+)/")
STAT = re.compile(r"^stat::(\w+):\s+(\d+)")


@dataclasses.dataclass
class Progress:
    execs: int = 0
    rate: int = 0  # runs a second
    edges: int = 0
    corpus: int = 0
    crashes: int = 0
    new_units: int = 0  # known when a run is over

    def joined(self, later):
        """Of a run and the one that went on in its place after a crash."""
        return Progress(self.execs + later.execs, later.rate or self.rate, max(self.edges, later.edges),
                        later.corpus or self.corpus, self.crashes + later.crashes,
                        self.new_units + later.new_units)


def _number(pattern, line, otherwise):
    found = pattern.search(line)
    return int(found[1]) if found else otherwise


def of_libfuzzer(log):
    """From the log of one libFuzzer process."""
    seen = Progress()
    for line in log.splitlines():
        beat = BEAT.match(line)
        if beat:
            seen.execs, seen.rate = int(beat[1]), int(beat[2])
            seen.edges = _number(REACHED, line, seen.edges)
            seen.corpus = _number(UNITS, line, seen.corpus)
        stat = STAT.match(line)
        if stat and stat[1] == "number_of_executed_units":
            seen.execs = int(stat[2])
        elif stat and stat[1] == "average_exec_per_sec":
            seen.rate = int(stat[2])
        elif stat and stat[1] == "new_units_added":
            seen.new_units = int(stat[2])
    return seen


def of_afl(stats, plot):
    """From the texts of fuzzer_stats, written late, and plot_data, written every few seconds. AFL++'s
    own rates are of the last moments, or of a first one."""
    seen, time_s = Progress(), 0
    rows = [line for line in plot.splitlines() if line and not line.startswith("#")]
    cells = [cell.strip() for cell in rows[-1].split(",")] if rows else []
    if len(cells) >= 13:
        seen, time_s = Progress(int(cells[11]), 0, int(cells[12]), int(cells[3]), int(cells[7])), int(cells[0])
    values = dict(re.findall(r"^(\w+)\s*: (\S+)", stats, re.MULTILINE))
    if int(values.get("execs_done", 0)) >= seen.execs and "edges_found" in values:
        crashes = int(values.get("saved_crashes", seen.crashes))
        time_s = int(values["run_time"])
        seen = Progress(int(values["execs_done"]), 0, int(values["edges_found"]), int(values["corpus_count"]),
                        crashes, int(values.get("corpus_found", 0)))
    seen.rate = round(seen.execs / max(1, time_s))
    return seen


def table(rows):
    """rows: (target, engine, state, Progress)."""
    lines = [f"{'target':<28}{'engine':<12}{'state':<9}{'exec/s':>9}{'execs':>12}{'edges':>7}{'corpus':>8}{'crashes':>8}"]
    for target, engine, state, seen in rows:
        lines.append(f"{target:<28}{engine:<12}{state:<9}{seen.rate:>9}{seen.execs:>12}{seen.edges:>7}"
                     f"{seen.corpus:>8}{seen.crashes:>8}")
    return "\n".join(lines)


class Screen:
    """Shows the table: in place on a terminal, now and then elsewhere."""

    QUIET_S = 30

    def __init__(self, stream=sys.stdout):
        self.stream = stream
        self.lines = 0
        self.shown = 0.0

    def show(self, rows, left_s, last=False):
        is_terminal = self.stream.isatty()
        if not (is_terminal or last or time.monotonic() - self.shown >= self.QUIET_S):
            return
        self.shown = time.monotonic()
        text = f"{table(rows)}\n{max(0, round(left_s))} s left"
        if is_terminal and self.lines:
            self.stream.write(f"\x1b[{self.lines}A\x1b[J")
        print(text, file=self.stream, flush=True)
        self.lines = text.count("\n") + 1
