"""The ledger: what has been fuzzed, when, for how long, and what came of it. Plain text, one row a
target, engine and campaign, its seconds those of the processor; "continuously fuzzed" is an honest word
only beside it."""

import dataclasses
import subprocess

FIELDS = ("date", "commit", "target", "engine", "seconds", "execs", "edges", "new_units", "crashes")


@dataclasses.dataclass
class Row:
    date: str
    commit: str
    target: str
    engine: str
    seconds: int
    execs: int
    edges: int
    new_units: int
    crashes: int

    def line(self):
        return "\t".join(str(getattr(self, field)) for field in FIELDS)


def parse(text):
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("\t")
        if not line.strip() or tuple(words) == FIELDS:
            continue
        if len(words) != len(FIELDS):
            raise ValueError(f"ledger line {number}: {len(FIELDS)} columns expected, not {len(words)}")
        rows.append(Row(*words[:4], *(int(word) for word in words[4:])))
    return rows


def read(path):
    return parse(path.read_text()) if path.exists() else []


def append(path, rows):
    is_new = not path.exists()
    with path.open("a") as ledger:
        if is_new:
            print(*FIELDS, sep="\t", file=ledger)
        for row in rows:
            print(row.line(), file=ledger)


def totals(rows):
    """One row a target and engine: sums, the last date and commit, the highest edges."""
    sums = {}
    for row in rows:
        key = (row.target, row.engine)
        total = sums.setdefault(key, dataclasses.replace(row, seconds=0, execs=0, new_units=0, crashes=0))
        total.date, total.commit = row.date, row.commit
        total.edges = max(total.edges, row.edges)
        for field in ("seconds", "execs", "new_units", "crashes"):
            setattr(total, field, getattr(total, field) + getattr(row, field))
    return [sums[key] for key in sorted(sums)]


def table(rows):
    """The rows as aligned text."""
    cells = [FIELDS] + [row.line().split("\t") for row in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(FIELDS))]
    lines = []
    for line in cells:
        shown = (text.ljust(width) if i < 4 else text.rjust(width)
                 for i, (text, width) in enumerate(zip(line, widths)))
        lines.append("  ".join(shown).rstrip())
    return "\n".join(lines)


def commit_of(root):
    asked = subprocess.run(["git", "-C", root, "describe", "--always", "--dirty", "--exclude=*"],
                           capture_output=True, text=True, check=False)
    return asked.stdout.strip() or "unknown"
