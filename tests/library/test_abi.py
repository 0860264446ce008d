"""What programs are linked with: the symbols of the shared library, and sizes of its structs.

Both are committed; a drift fails. Additions are fine: NAVLINT_UPDATE=1 writes them. What is taken
away or changes its size breaks programs that are there: a new major version."""

import os
import pathlib
import re
import struct
import subprocess

import pytest

from conftest import ROOT

HERE = pathlib.Path(__file__).resolve().parent


def lines_of(*words):
    return subprocess.run(words, capture_output=True, check=True, text=True).stdout.splitlines()


def expect_committed(name, lines):
    path = HERE / name
    if os.environ.get("NAVLINT_UPDATE"):
        path.write_text("".join(line + "\n" for line in lines))
    assert lines == path.read_text().splitlines()


def symbols():
    """Name and kind, T of a function, of all that the library defines for others."""
    rows = [line.split() for line in lines_of("nm", "-D", "--defined-only", os.environ["NAVLINT_LIBRARY"])]
    return sorted(f"{row[-1]} {row[-2]}" for row in rows)


def test_symbols_are_the_public_header():
    expect_committed("symbols.txt", symbols())
    header = (ROOT / "include" / "navlint" / "navlint.h").read_text()
    declared = re.findall(r"NAVLINT_API\b[^;]*?\b(navlint_\w+)\(", header)
    assert symbols() == sorted(f"{name} T" for name in declared)


@pytest.mark.skipif(struct.calcsize("P") != 8, reason="sizes are those of 64-bit machines")
def test_structs_have_the_sizes_that_programs_know():
    expect_committed("structs.txt", lines_of(os.environ["NAVLINT_SIZES"]))
    header = (ROOT / "include" / "navlint" / "navlint.h").read_text()
    structs = set(re.findall(r"typedef struct (navlint_\w+) \{", header))
    assert {line.split()[0] for line in lines_of(os.environ["NAVLINT_SIZES"])} == structs
