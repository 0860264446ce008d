"""A campaign: every run gets its share of the cores' time, finds are handed round, and what came of it is
merged, named and written down. Ctrl-C ends the runs, not the rest."""

import contextlib
import datetime
import json
import os
import signal
import time

from . import crash, engines, ledger, merge, processor, progress

ROUND_S = 300  # so long one engine has a target before the others build on what it found
SHORTEST_S = 2
TICK_S = 0.5
EXCHANGE_S = 10
MOST_RESTARTS = 20


class Interrupt:
    """Ctrl-C and SIGTERM as a question that may be asked."""

    def __init__(self):
        self.is_set = False

    def _note(self, _signal, _frame):
        self.is_set = True

    @contextlib.contextmanager
    def watched(self):
        former = {each: signal.signal(each, self._note) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield self
        finally:
            for each, handler in former.items():
                signal.signal(each, handler)


def share(seconds, cores, jobs):
    """(rounds, seconds a run): `jobs` runs on `cores` cores end after `seconds`, in rounds."""
    in_all = seconds * min(cores, jobs) / jobs
    rounds = max(1, round(in_all / ROUND_S))
    return rounds, in_all / rounds


class Campaign:
    def __init__(self, house, runs, seconds, cores, screen=None):
        self.house = house
        self.runs = runs
        self.seconds = seconds
        self.cores = max(1, cores)
        self.screen = screen or progress.Screen()
        self.interrupt = Interrupt()
        self.exchange = merge.Exchange()
        self.ends = {}  # run: when its round is over
        self.started = None

    def left(self):
        return self.seconds - (time.monotonic() - self.started)

    def go(self):
        """Runs everything. Returns False if it was interrupted."""
        self.started = time.monotonic()
        rounds, each_s = share(self.seconds, self.cores, len(self.runs))
        with self.interrupt.watched():
            try:
                for _ in range(rounds):
                    if not self._round(list(self.runs), each_s):
                        break
            finally:
                self._stop()
        self.exchange.carry(self.runs)
        self._show(last=True)
        return not self.interrupt.is_set

    def _round(self, waiting, each_s):
        """As many runs at a time as there are cores."""
        exchanged = time.monotonic()
        while waiting or self.ends:
            while waiting and len(self.ends) < self.cores:
                self._start(waiting.pop(0), each_s)
            time.sleep(TICK_S)
            for run in list(self.ends):
                self._look_after(run)
            if time.monotonic() - exchanged >= EXCHANGE_S:
                self.exchange.carry(self.runs)
                exchanged = time.monotonic()
            self._show()
            if self.interrupt.is_set:
                return False
        self.exchange.carry(self.runs)
        return True

    def _start(self, run, seconds):
        run.core = processor.free_core(other.core for other in self.ends)
        if run.starts:
            run.restart(seconds)
        else:
            run.start(seconds)
        self.ends[run] = time.monotonic() + seconds

    def _look_after(self, run):
        """A run that ended early found a crash: it goes on, unless it only ever crashes."""
        run.read_clock()
        left = self.ends[run] - time.monotonic()
        if run.is_running() and left > -engines.TIMEOUT_S:
            return
        if run.is_running():
            run.interrupt()
            run.end()
        elif left > SHORTEST_S and run.starts < MOST_RESTARTS:
            run.restart(left)
            return
        self._over(run)

    def _over(self, run):
        del self.ends[run]

    def _stop(self):
        for run in self.ends:
            run.interrupt()
        for run in list(self.ends):
            run.end()
            self._over(run)

    def _rows(self):
        for run in self.runs:
            state = "running" if run in self.ends else "done" if run.starts else "waiting"
            yield run.target.name, run.engine.name, state, run.progress() if run.starts else progress.Progress()

    def _show(self, last=False):
        rows = list(self._rows())
        self.screen.show(rows, 0 if last else self.left(), last)
        state = {"pid": os.getpid(), "left_s": 0 if last else round(self.left()),
                 "rows": [[*row[:3], vars(row[3])] for row in rows]}
        self.house.work.mkdir(parents=True, exist_ok=True)
        (self.house.work / "state.json").write_text(json.dumps(state))


def prepare(house, targets, engine_list):
    """The runs of a campaign, with their pools and dictionaries made."""
    runs = []
    for target in targets:
        merge.fill_pool(house, target)
        engines.write_dictionary(house, target)
        runs += [engines.Run(engine, target, house) for engine in engine_list
                 if engine.is_ready(house, target)]
    return runs


def settle_crashes(house, runs):
    """{run: {name: message}}; AFL++ queues are replayed under LeakSanitizer first."""
    settled = {}
    for run in runs:
        paths = list(run.engine.crashes(run))
        program = house.program("fuzz", run.target)
        if run.engine.queue(run) and program.exists():
            paths += crash.leaking(program, run.engine.queue(run))
        settled[run] = crash.settle(house, run, paths)
    return settled


def idle(runs):
    """Those that were started and ran nothing: a program that an engine cannot load looks like a quiet one."""
    return [run for run in runs if run.starts and not run.progress().execs]


def by_subject(runs):
    subjects = {}
    for run in runs:
        targets = subjects.setdefault(run.target.subject, [])
        if run.target not in targets:
            targets.append(run.target)
    return subjects


def merge_all(house, runs, date, commit, prune=False):
    """{subject: (new units, units)}"""
    merged = {}
    for subject, targets in by_subject(runs).items():
        merge.distil(house, targets)
        merged[subject] = merge.minimise(house, targets, prune)
        found_by = ",".join(dict.fromkeys(run.engine.name for run in runs if run.target in targets))
        merge.write_provenance(house.corpus(subject) / "fuzz", date, commit, found_by)
    return merged


def ledger_rows(campaign, settled, date, commit):
    rows = []
    for run in campaign.runs:
        if not run.starts:
            continue
        seen = run.progress()
        rows.append(ledger.Row(date, commit, run.target.name, run.engine.name, round(run.cpu_s),
                               seen.execs, seen.edges, seen.new_units, len(settled[run])))
    return rows


def today():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%MZ")
