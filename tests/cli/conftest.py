"""Black-box tests of the command `navlint`.

NAVLINT_BIN names the program under test:

    NAVLINT_BIN=build/bin/navlint /usr/bin/python3 -m pytest tests/cli

UPDATE_GOLDEN=1 in the environment rewrites the files of tests/cli/golden/ instead of comparing with
them; look at the difference before you commit it.
"""

import json
import os
import pathlib
import struct
import subprocess

import jsonschema
import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SAMPLES = ROOT.parent / "shared" / "samples" / "source-nav"
DEADLINE_S = 120

# One rule of each severity whose witness breaks it alone.
ERROR, WARNING, INFO = "NAV_CONN_UNRESOLVED", "NAV_BSP_SIZE", "NAV_NOT_ANALYZED"


class Result:
    """What a finished run left behind."""

    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr.decode()

    @property
    def text(self):
        return self.out.decode()


def program():
    path = os.environ.get("NAVLINT_BIN")
    if not path:
        pytest.exit("NAVLINT_BIN must name the program under test", 2)
    return os.path.abspath(path)


def environment(**more):
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    return {**kept, "LC_ALL": "C", **more}


def run(*words, stdin=b"", cwd=None, env=None, **more):
    """Runs the program to its end; words may be str, bytes or paths."""
    return Result(subprocess.run([program(), *words], input=stdin, cwd=cwd, env=env or environment(),
                                 capture_output=True, timeout=DEADLINE_S, check=False, **more))


def is_sanitized():
    code = pathlib.Path(program()).read_bytes()
    return any(name in code for name in (b"__asan_init", b"__tsan_init", b"__msan_init"))


def schema_of(name):
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text())


def lines_of(text):
    """Lines as the program means them: str.splitlines() also breaks at U+0085 and the like."""
    lines = text.split("\n")
    assert lines.pop() == ""
    return lines


def reports_of(result, form="json"):
    """The reports in the output, each of them checked against the schema."""
    if form == "ndjson":
        reports = [json.loads(line) for line in lines_of(result.text)]
    else:
        whole = json.loads(result.text)
        reports = whole if isinstance(whole, list) else [whole]
    validator = jsonschema.Draft202012Validator(schema_of("report"))
    for report in reports:
        validator.validate(report)
    return reports


def codes_of(report):
    return [finding["code"] for finding in report["findings"]]


def witness(code):
    result = run("witness", code)
    assert (result.code, result.err) == (0, "")
    return result.out


def clean_mesh():
    """A GoldSrc mesh of one area, by hand: nothing to complain about."""
    head = struct.pack("<III", 0xFEEDFACE, 5, 1234) + struct.pack("<H", 0) + struct.pack("<I", 1)
    place = struct.pack("<IB", 1, 0) + struct.pack("<8f", 0, 0, 0, 100, 100, 0, 0, 0)
    links = struct.pack("<4I", 0, 0, 0, 0) + struct.pack("<BB", 0, 0)
    return head + place + links + struct.pack("<I", 0) + struct.pack("<H", 0)


def assert_golden(name, text):
    path = HERE / "golden" / name
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.write_text(text)
    assert text == path.read_text()


@pytest.fixture
def folder(tmp_path):
    """A folder with a file of each severity, a clean one and one that is no mesh."""
    (tmp_path / "maps" / "deep").mkdir(parents=True)
    (tmp_path / "maps" / "b_error.nav").write_bytes(witness(ERROR))
    (tmp_path / "maps" / "a_warning.nav").write_bytes(witness(WARNING))
    (tmp_path / "maps" / "deep" / "info.nav").write_bytes(witness(INFO))
    (tmp_path / "maps" / "clean.nav").write_bytes(clean_mesh())
    (tmp_path / "maps" / "readme.txt").write_text("not a mesh\n")
    return tmp_path
