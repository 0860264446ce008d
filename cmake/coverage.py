"""What the tests cover: a table, a line per folder, and the branches that they do not.

Usage: llvm-cov export ... | coverage.py ROOT BUILD

Of core and the rooms each branch that no test takes stands in docs/uncovered.tsv with its reason: file,
function, condition, the way that is not taken, reason. Exit status 1 if one is missing there or is
taken by now, if a source file is missing in what was exported, or if a folder misses its aim.
"""

import collections
import json
import pathlib
import re
import sys

MEASURES = ("functions", "lines", "branches", "mcdc")
FOLDERS = ("core", "parsers", "containers", "validator", "report", "intake", "cli", "server")
AIMS = {"lines": 0.98, "branches": 0.95}
TABLE = "docs/uncovered.tsv"

Branch = collections.namedtuple("Branch", "file function condition way")


def folder_of(file):
    """Its room or folder: wings of a room are part of it."""
    parts = pathlib.PurePath(file).parts
    return "/".join(parts[:2] if parts[0] in ("parsers", "containers") and len(parts) > 2 else parts[:-1])


def is_strict(folder):
    """Whether the aims hold here: core, and the rooms."""
    return folder == "core" or folder.startswith(("parsers/", "containers/"))


def macro_at(text, start):
    """A macro's conditions stand where it is called, without a length."""
    return re.match(r"[\w!]*(\([^()]*(\([^()]*\))?[^()]*\))?", text[start:])[0]


class Coverage:
    def __init__(self, export, root):
        self.root = root
        data = export["data"][0]
        self.files = {self.shown(each["filename"]): each for each in data["files"]
                      if self.is_ours(each["filename"])}
        self.functions = collections.defaultdict(list)
        for each in data["functions"]:
            name = each["filenames"][0]
            if self.is_ours(name):
                first, _, last = each["regions"][0][:3]
                self.functions[self.shown(name)].append(
                    (first, last, each["name"].rpartition(":")[2]))

    def shown(self, filename):
        return str(pathlib.Path(filename).relative_to(self.root))

    def is_ours(self, filename):
        path = pathlib.Path(filename)
        return path.is_relative_to(self.root) and self.shown(filename).split("/")[0] in FOLDERS

    def function_at(self, file, line):
        spans = [span for span in self.functions[file] if span[0] <= line <= span[1]]
        return min(spans, key=lambda span: span[1] - span[0])[2] if spans else "-"

    def branches(self, file):
        """{place: (times true, times false)}; a function of a header counts once for all files."""
        counts = collections.defaultdict(lambda: (0, 0))
        for *place, taken, other, _, _, _ in self.files[file]["branches"]:
            before = counts[tuple(place)]
            counts[tuple(place)] = (before[0] + taken, before[1] + other)
        return counts

    def uncovered(self, file):
        lines = (self.root / file).read_text(encoding="utf-8").splitlines()
        for (line, start, end_line, end), counts in sorted(self.branches(file).items()):
            text = lines[line - 1]
            condition = text[start - 1:end - 1 if end_line == line else None].strip()
            condition = condition or macro_at(text, start - 1)
            for way, count in zip(("true", "false"), counts):
                if count == 0:
                    yield Branch(file, self.function_at(file, line), condition, way)


# ---- The table ----


def sums_of(coverage, file):
    sums = {}
    for measure in MEASURES:
        counts = coverage.files[file]["summary"].get(measure, {"covered": 0, "count": 0})
        sums[measure] = (counts["covered"], counts["count"])
    ways = [count for pair in coverage.branches(file).values() for count in pair]
    sums["branches"] = (sum(count > 0 for count in ways), len(ways))
    return sums


def sums_by_folder(coverage):
    sums = collections.defaultdict(lambda: {measure: (0, 0) for measure in MEASURES})
    for file in coverage.files:
        for folder in (folder_of(file), "all"):
            for measure, (covered, count) in sums_of(coverage, file).items():
                before = sums[folder][measure]
                sums[folder][measure] = (before[0] + covered, before[1] + count)
    return sums


def cell(covered, count):
    return f"{covered}/{count}" + (f" {100 * covered / count:.1f}%" if count else "")


def print_table(sums):
    print("".join(f"{title:>22}" for title in ("folder", *MEASURES)))
    for folder in sorted(sums, key=lambda name: (name == "all", name)):
        cells = (cell(*sums[folder][measure]) for measure in MEASURES)
        print("".join(f"{text:>22}" for text in (folder, *cells)))


# ---- What is wrong ----


def missed_aims(sums):
    for folder in filter(is_strict, sums):
        for measure, aim in AIMS.items():
            covered, count = sums[folder][measure]
            if count and covered < aim * count:
                yield f"{folder}: fewer than {aim:.0%} of its {measure}"


def missing_sources(coverage, build):
    """Each object was given to llvm-cov: what has none is not counted. One without functions is."""
    compiled = {"/".join(re.fullmatch(r"(?:(.*)/)?CMakeFiles/[^/]+\.dir/(.*)\.o", name).groups(""))
                for name in (str(path.relative_to(build)) for path in build.rglob("*.c.o"))}
    for folder in FOLDERS:
        for path in sorted((coverage.root / folder).rglob("*.c")):
            if coverage.shown(path) not in compiled:
                yield f"{coverage.shown(path)}: not compiled, so not counted"


def read_table(path):
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()
            if line and not line.startswith("#"))
    return {Branch(*row[:4]): row[4] for row in rows}


def unexplained(coverage):
    listed = read_table(coverage.root / TABLE)
    found = [branch for file in sorted(coverage.files)
             if is_strict(str(pathlib.Path(file).parent)) for branch in coverage.uncovered(file)]
    for branch in dict.fromkeys(found):
        if branch not in listed:
            yield f"not in {TABLE}:\t" + "\t".join(branch)
    for branch in listed:
        if branch not in found:
            yield f"covered, or gone; take it out of {TABLE}:\t" + "\t".join(branch)


def main(root, build):
    coverage = Coverage(json.load(sys.stdin), pathlib.Path(root))
    sums = sums_by_folder(coverage)
    print_table(sums)
    wrong = [*missing_sources(coverage, pathlib.Path(build)), *missed_aims(sums), *unexplained(coverage)]
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
