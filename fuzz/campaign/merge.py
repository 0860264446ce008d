"""Corpora: what engines start from, what they hand each other, and what of it is committed."""

import hashlib
import pathlib
import shutil
import tempfile

from . import engines

MOST_UNIT_BYTES = 1 << 16
TEXTS = {".md", ".json", ".tsv", ".txt"}
TESTS = {"edge", "picked"}  # folders of files chosen because they tell right code from wrong
PROVENANCE = "PROVENANCE.tsv"


def units(folder):
    """The inputs below a folder, without the texts about them."""
    paths = sorted(pathlib.Path(folder).rglob("*")) if pathlib.Path(folder).is_dir() else []
    return [path for path in paths if path.is_file() and path.suffix not in TEXTS]


def seeds(corpus):
    """What of a committed corpus an engine starts from: not the files that tests of one condition each are made
    of. A fuzzer that was given them would only be told the answers, and planted bugs would prove nothing."""
    return [path for path in units(corpus) if TESTS.isdisjoint(path.relative_to(corpus).parts)]


def copy_units(paths, folder):
    """Copies files under the SHA-1 of their content, as libFuzzer names its own. Returns how many are new."""
    folder.mkdir(parents=True, exist_ok=True)
    added = 0
    for path in paths:
        if path.stat().st_size > MOST_UNIT_BYTES:
            continue
        content = path.read_bytes()
        copy = folder / hashlib.sha1(content).hexdigest()
        if not copy.exists():
            copy.write_bytes(content)
            added += 1
    return added


def built_in(house, target):
    """What our own code writes: the builders' files and the witnesses. Nothing here is anybody else's."""
    return units(house.build("fuzz") / target.seeds)


def fill_pool(house, target):
    """Seeds, what is committed, and what earlier runs left."""
    pool = house.pool(target.subject)
    copy_units(built_in(house, target) + seeds(house.corpus(target.subject)), pool)
    return pool


def clear_pool(house, subject):
    shutil.rmtree(house.pool(subject), ignore_errors=True)


class Exchange:
    """Hands the finds of engines with queues of their own to the pool, each once."""

    def __init__(self):
        self.seen = set()

    def carry(self, runs):
        for run in runs:
            fresh = [path for path in run.engine.queue(run) if path not in self.seen]
            self.seen.update(fresh)
            copy_units(fresh, run.pool)


def merge_into(program, folder, sources, edges_only=False, limit_s=600):
    """Adds to the folder those units of the sources that reach something new: an edge, or an edge more
    often. What ends the program (a machine that sleeps looks like a timeout) is left beside the folder."""
    command = [program, "-merge=1", f"-use_counters={int(not edges_only)}", f"-timeout={engines.TIMEOUT_S}",
               "-rss_limit_mb=2048", f"-artifact_prefix={folder.parent}/", folder, *sources]
    return engines.run_quietly(command, engines.sanitizer_environment(leaks=False), limit_s) == 0


def distil(house, targets):
    """Keeps of a pool what some target needs, counts of edges included: the next campaign starts there."""
    pool = house.pool(targets[0].subject)
    with tempfile.TemporaryDirectory(dir=house.work) as scratch:
        kept = pathlib.Path(scratch, "kept")
        kept.mkdir()
        for target in targets:
            if not merge_into(house.program("fuzz", target), kept, [pool]):
                return  # better too much than too little
        shutil.rmtree(pool)
        shutil.copytree(kept, pool)


def minimise(house, targets, prune=False):
    """Makes corpus/SUBJECT/fuzz the few units that reach every edge that the pool reaches beyond the
    files of our own code. Old units stay as long as they are needed, unless pruning may replace them.
    targets: all those of one subject. Returns (new units, units)."""
    subject = targets[0].subject
    committed = house.corpus(subject) / "fuzz"
    others = [path for path in units(house.corpus(subject)) if committed not in path.parents]
    with tempfile.TemporaryDirectory(dir=house.work) as scratch:
        grown, old = pathlib.Path(scratch, "grown"), pathlib.Path(scratch, "old")
        copy_units(built_in(house, targets[0]) + others, grown)
        base = {path.name for path in grown.iterdir()}
        copy_units(units(committed), old)
        rounds = [[old, house.pool(subject)]] if prune else [[old], [house.pool(subject)]]
        for sources in rounds:
            for target in targets:
                merge_into(house.program("fuzz", target), grown, sources, edges_only=True)
        found = [path for path in grown.iterdir() if path.name not in base]
        before = {path.name for path in units(committed)}
        _replace(committed, found)
    after = {path.name for path in units(committed)}
    return len(after - before), len(after)


def _replace(committed, found):
    keep = {path.name for path in found}
    for path in units(committed):
        if path.name not in keep:
            path.unlink()
    if found:
        committed.mkdir(parents=True, exist_ok=True)
    for path in found:
        shutil.copyfile(path, committed / path.name)


def read_provenance(folder):
    path = folder / PROVENANCE
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]] if path.exists() else []
    return {row[0]: row for row in rows}


def write_provenance(folder, date, commit, found_by):
    """One row a unit: when and by what it was found. All of them are mutations of built_in files."""
    if not folder.is_dir():
        return
    known = read_provenance(folder)
    rows = []
    for path in units(folder):
        fresh = [path.name, str(path.stat().st_size), date, commit, found_by]
        rows.append(known.get(path.name, fresh))
    lines = ["\t".join(row) for row in [["unit", "bytes", "date", "commit", "found_by"], *rows]]
    (folder / PROVENANCE).write_text("\n".join(lines) + "\n")
