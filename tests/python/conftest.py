"""Tests of the Python package `navlint`, wherever it is installed, beside the command.

NAVLINT_BIN names the command; NAVLINT_SAMPLES the folder of real files, if it is not ../shared/samples. `./dev test` runs them in
an environment that the wheel was installed in:

    ./dev python
    NAVLINT_BIN=build/bin/navlint build/python/venv/bin/python -m pytest tests/python
"""

import json
import os
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "corpus"
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", ROOT.parent / "shared" / "samples"))
DEADLINE_S = 120


def program():
    path = os.environ.get("NAVLINT_BIN")
    if not path:
        pytest.exit("NAVLINT_BIN must name the command", 2)
    return os.path.abspath(path)


def run(*words, stdin=b"", cwd=None):
    """What the command prints, whatever its exit code says of findings."""
    done = subprocess.run([program(), *words], input=stdin, cwd=cwd, capture_output=True, timeout=DEADLINE_S, check=False)
    assert done.returncode in (0, 1, 3), done.stderr.decode()
    return done.stdout


def lines(text):
    return [json.loads(line) for line in text.split(b"\n") if line]


def corpus_files():
    """What the corpus has of each format: seeds, witnesses and what fuzzing made of them."""
    rooms = [rules.parent.name for rules in [*ROOT.glob("parsers/*/rules.def"), *ROOT.glob("containers/*/rules.def")]]
    said = (".report.json", ".tsv", ".txt", ".md")
    return [file for room in sorted(rooms) for file in sorted((CORPUS / room).rglob("*"))
            if file.is_file() and not file.name.endswith(said)]


def sample_files():
    return [file for file in sorted(SAMPLES.rglob("*")) if file.is_file()]


def schema(name):
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text())
