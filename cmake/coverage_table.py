"""Turns `llvm-cov export -summary-only` on standard input into one line per folder.

Usage: coverage_table.py SOURCE_ROOT
"""

import collections
import json
import pathlib
import sys

MEASURES = ("functions", "lines", "branches", "mcdc")


def folder_of(filename, root):
    return str(pathlib.Path(filename).relative_to(root).parent)


def sums_by_folder(files, root):
    sums = collections.defaultdict(lambda: {measure: [0, 0] for measure in MEASURES})
    for each in files:
        if not each["filename"].startswith(f"{root}/") or "/build-" in each["filename"]:
            continue
        for folder in (folder_of(each["filename"], root), "all"):
            for measure in MEASURES:
                counts = each["summary"].get(measure, {"covered": 0, "count": 0})
                sums[folder][measure][0] += counts["covered"]
                sums[folder][measure][1] += counts["count"]
    return sums


def cell(covered, count):
    return f"{covered}/{count}" + (f" {100 * covered / count:.1f}%" if count else "")


def main(root):
    sums = sums_by_folder(json.load(sys.stdin)["data"][0]["files"], root)
    print("".join(f"{title:>22}" for title in ("folder", *MEASURES)))
    for folder in sorted(sums, key=lambda name: (name == "all", name)):
        cells = (cell(*sums[folder][measure]) for measure in MEASURES)
        print("".join(f"{text:>22}" for text in (folder, *cells)))


if __name__ == "__main__":
    main(sys.argv[1])
