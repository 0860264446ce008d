"""Mutants that change nothing that anybody can see, each with its reason: equivalent.tsv.

A row is the file, the line of code as it stands there without its indentation, the way that the jump
is forced and the reason. Code and not line numbers: those move. The way is "always", "never", "both",
or "unusual": the way that no clean file goes, of a quick look whose refusal leads to a slow one that
says the same.
"""

import functools
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]


def part_of_file(path):
    """core, or the room: wings of a room are part of it."""
    folders = pathlib.PurePath(path).parts[:-1]
    return folders[1] if folders[0] in ("parsers", "containers") and len(folders) > 1 else "/".join(folders)


@functools.lru_cache(maxsize=None)
def lines_of(path):
    try:
        return (ROOT / path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def code_of(place):
    """The line of "FILE:LINE", without its indentation."""
    path, _, line = place.rpartition(":")
    lines = lines_of(path)
    return lines[int(line) - 1].strip() if 0 < int(line) <= len(lines) else ""


class Reasons:
    def __init__(self, table):
        self.rows = {}
        self.used = set()
        for line in table.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                path, code, way, reason = line.split("\t")
                self.rows[path, code, way] = reason

    def reason_of(self, mutant, is_unusual):
        path = mutant.jump.place.rpartition(":")[0]
        code = code_of(mutant.jump.place)
        ways = (mutant.name.rpartition(":")[2], "both", "unusual")
        for way in ways if is_unusual else ways[:2]:
            if (path, code, way) in self.rows:
                self.used.add((path, code, way))
                return self.rows[path, code, way]
        return None

    def unused(self, parts):
        """Rows of these parts that no survivor needed."""
        return [" ".join(row) for row in self.rows if row not in self.used
                and part_of_file(row[0]) in parts]
