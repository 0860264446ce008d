"""Black-box tests of the command `navlint`.

NAVLINT_BIN names the program under test:

    NAVLINT_BIN=build/bin/navlint /usr/bin/python3 -m pytest tests/cli

UPDATE_GOLDEN=1 in the environment rewrites the files of tests/cli/golden/ instead of comparing with
them; look at the difference before you commit it.

NAVLINT_SAMPLES names the folder of real files, if it is not ../shared/samples.

NAVLINT_EXCEPTIONS names a table of what the program under test does otherwise, as tests/npm/exceptions.tsv. A test that
is said to fail has to.
"""

import io
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile
import zlib

import jsonschema
import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
VERSION = re.search(r"project\(navlint VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
SAMPLES = pathlib.Path(os.environ.get("NAVLINT_SAMPLES", ROOT.parent / "shared" / "samples")) / "source-nav"
DEADLINE_S = 120

CLOSING = re.compile(r"(?:^|(?<=\n))[0-9,]+ files?(?:[:;] [^\n]*)?\n\Z")

FIXABLE = re.compile(r"; [0-9,]+ fixable \(navlint fix(?: --unsafe)?\)(?:, [0-9,]+ more with --unsafe)?")

# One rule of each severity that mesh() can break.
ERROR, WARNING, INFO = "NAV_CONN_UNRESOLVED", "NAV_BSP_SIZE", "NAV_CONN_SELF"
PEDANTIC = "NAV_PLACE_UNUSED"


class Result:
    """What a finished run left behind: `closing` is its last line of totals, without the line end and
    what it says of fixes, which is `fixable`; `err` all else on standard error."""

    def __init__(self, process):
        self.code = process.returncode
        self.out = process.stdout
        whole = process.stderr.decode()
        closing = ((CLOSING.search(whole) or [""])[0]).rstrip("\n")
        self.fixable = (FIXABLE.search(closing) or [""])[0]
        self.closing = FIXABLE.sub("", closing)
        self.err = CLOSING.sub("", whole)

    @property
    def text(self):
        return self.out.decode()


def exceptions():
    """Of the table: (test or file of tests, "fails" or "skipped", reason)."""
    path = os.environ.get("NAVLINT_EXCEPTIONS")
    lines = pathlib.Path(path).read_text().splitlines() if path else []
    return [line.split("\t") for line in lines if not line.startswith("#")]


def pytest_collection_modifyitems(items):
    for name, what, reason in exceptions():
        mark = pytest.mark.xfail(reason=reason, strict=True) if what == "fails" else pytest.mark.skip(reason=reason)
        for item in items:
            if name in (item.path.name, f"{item.path.name}::{item.originalname}", f"{item.path.name}::{item.name}"):
                item.add_marker(mark)


def program():
    path = os.environ.get("NAVLINT_BIN")
    if not path:
        pytest.exit("NAVLINT_BIN must name the program under test", 2)
    return os.path.abspath(path)


def environment(**more):
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    return {**kept, "LC_ALL": "C", **more}


def program_with_sets():
    """The program with one more format, test-links, that looks at sets: it lies beside."""
    path = pathlib.Path(program()).with_name("navlint-links")
    if not path.exists():
        pytest.skip("navlint-links does not lie beside NAVLINT_BIN")
    return str(path)


def run_links(*words, **more):
    return run(*words, binary=program_with_sets(), **more)


def run(*words, stdin=b"", cwd=None, env=None, binary=None, **more):
    """Runs the program to its end; words may be str, bytes or paths."""
    return Result(subprocess.run([binary or program(), *words], input=stdin, cwd=cwd, env=env or environment(),
                                 capture_output=True, timeout=DEADLINE_S, check=False, **more))


def dumps(format_id, files):
    """What dump shows of each file: [(path, type, offset, length, value), ...], of what is packed the place in the unpacked
    bytes, None for the value of bytes; None for a file that it does not read to its end. One process for all, navlint-dumps,
    if that lies beside the program, else one a file."""
    many = pathlib.Path(program()).with_name("navlint-dumps")
    if not many.exists():
        return [dumped(format_id, file) for file in files]
    names = "".join(f"{file}\n" for file in files).encode()
    process = subprocess.run([many, format_id], input=names, capture_output=True, timeout=DEADLINE_S, check=True)
    whole = [json.loads(line) for line in process.stdout.splitlines()]
    assert len(whole) == len(files)
    return [list(map(tuple, one["fields"])) if one["isRead"] else None for one in whole]


def dumped(format_id, file):
    """The same of one file, by the command."""
    result = run("dump", "--format", "json", "--input-format", format_id, file)
    if result.code != 0:
        return None
    return [(field["path"], field["type"], place["offset"], place["length"], value_of(field))
            for field in json.loads(result.text).get("fields", []) for place in [field.get("inner", field)]]


def value_of(field):
    """A float as the double that it is: shortest digits are those of 32 bits."""
    value = None if field["type"] == "bytes" else field["value"]
    return struct.unpack("<f", struct.pack("<f", value))[0] if isinstance(value, float) else value


def peak_bytes(binary, *words, cwd=None):
    """The most memory that a run had resident, and its Result. A process between the two is needed:
    Linux charges what its parent had resident to a program that is started by it."""
    script = ("import resource, subprocess, sys\n"
              "code = subprocess.run(sys.argv[2:], check=False).returncode\n"
              "peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss\n"
              "open(sys.argv[1], 'w').write(str(peak * 1024))\n"
              "sys.exit(code)\n")
    with tempfile.NamedTemporaryFile("r") as peak:
        process = subprocess.run([sys.executable, "-c", script, peak.name, binary, *words], cwd=cwd,
                                 env=environment(), capture_output=True, timeout=DEADLINE_S, check=False)
        return int(peak.read()), Result(process)


def is_sanitized():
    code = pathlib.Path(program()).read_bytes()
    return any(name in code for name in (b"__asan_init", b"__tsan_init", b"__msan_init"))


def sparse(things):
    """All of them; of a program that its sanitizer makes slow to start, every eighth."""
    return things[::8] if is_sanitized() else things


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


def mesh(rule=None, areas=1):
    """A GoldSrc mesh by hand: unconnected areas in a row, nothing wrong but `rule`."""
    bsp_bytes = 0 if rule == WARNING else 1234
    place = struct.pack("<H6s", 6, b"House") if rule == PEDANTIC else b""
    head = struct.pack("<IIIH", 0xFEEDFACE, 5, bsp_bytes, 1 if place else 0) + place
    north = {ERROR: [77], INFO: [1]}.get(rule, [])
    return head + struct.pack("<I", areas) + b"".join(
        area(index + 1, [] if index else north) for index in range(areas))


def area(number, north):
    west = 200 * number - 4000
    box = struct.pack("<IB8f", number, 0, west, 0, 0, west + 100, 100, 0, 0, 0)
    links = struct.pack(f"<I{len(north)}I3I", len(north), *north, 0, 0, 0)
    return box + links + struct.pack("<BBIH", 0, 0, 0, 0)


def link(number, following, more=b""):
    """A file of the format test-links; what `more` breaks is said in links/format.c."""
    return b"LNK1" + struct.pack("<II", number, following) + more


def rar_of(members):
    """A RAR 5 archive by hand, its files open; RAR 5.0 archive format, RARLAB."""
    def number(value):
        low = bytearray()
        while value >= 0x80:
            low.append(value & 0x7f | 0x80)
            value >>= 7
        return bytes(low) + bytes([value])

    def block(fields):
        header = number(len(fields)) + fields
        return struct.pack("<I", zlib.crc32(header)) + header

    def file(name, content):
        size = number(len(content))
        return block(b"\x02\x02" + size + b"\x04" + size + number(0o100644) + struct.pack("<I", zlib.crc32(content))
                     + b"\x00\x01" + number(len(name)) + name) + content

    return (b"Rar!\x1a\x07\x01\x00" + block(b"\x01\x00\x00")
            + b"".join(file(name.encode(), content) for name, content in members) + block(b"\x05\x00\x00"))


def tar_of(members, mode="w"):
    """A tar archive of (name, content) pairs."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode=mode) as archive:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return whole.getvalue()


def zip_of(members, method=zipfile.ZIP_DEFLATED):
    """A zip archive of (name, content) pairs."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return whole.getvalue()


def without_version(text):
    """Reports with 0.0.0 for the version of the tool: a release changes no golden."""
    return re.sub(r'("name": ?"navlint",\s*"version": ?)"[^"]*"', r'\1"0.0.0"', text)


def assert_golden(name, text):
    path = HERE / "golden" / name
    text = without_version(text)
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.write_text(text)
    assert text == path.read_text()


@pytest.fixture
def folder(tmp_path):
    """A folder with a file of each severity, a clean one and one that is no mesh."""
    (tmp_path / "maps" / "deep").mkdir(parents=True)
    (tmp_path / "maps" / "b_error.nav").write_bytes(mesh(ERROR))
    (tmp_path / "maps" / "a_warning.nav").write_bytes(mesh(WARNING))
    (tmp_path / "maps" / "deep" / "info.nav").write_bytes(mesh(INFO))
    (tmp_path / "maps" / "clean.nav").write_bytes(mesh())
    (tmp_path / "maps" / "readme.txt").write_text("not a mesh\n")
    return tmp_path


@pytest.fixture
def terminal():
    """The two ends of a pseudo-terminal; a root without /dev/pts has none."""
    try:
        master, slave = pty.openpty()
    except OSError as error:
        pytest.skip(f"no pseudo-terminal here: {error}")
    yield master, slave
    os.close(slave)
    os.close(master)
