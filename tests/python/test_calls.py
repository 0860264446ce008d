"""Buffers, errors, threads, and what hostile bytes do."""

import array
import ctypes
import mmap
import os
import pathlib
import pickle
import random
import shutil
import subprocess
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import navlint
import pytest
from conftest import corpus_files
from navlint._library import library
from test_decoded import large_mesh

MESH = navlint.witness("NAV_CONN_UNRESOLVED")


def buffers(path):
    path.write_bytes(MESH)
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return [bytearray(MESH), memoryview(MESH), memoryview(b"x" + MESH + b"x")[1:-1], array.array("B", MESH), mapped]


def test_any_buffer_is_judged(tmp_path):
    expected = navlint.check(MESH)
    for buffer in buffers(tmp_path / "a"):
        assert navlint.check(buffer) == expected
        assert list(navlint.dump(buffer)) == list(navlint.dump(MESH))
    assert navlint.check(b"").verdict == "indeterminate"


def test_a_buffer_in_pieces_is_refused():
    with pytest.raises(BufferError):
        navlint.check(memoryview(MESH)[::2])


def test_bytes_are_not_copied():
    content = bytes(64 << 20)
    tracemalloc.start()
    navlint.check(content, input_format="gta-nodes")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1 << 20


def test_a_buffer_in_use_cannot_be_taken_away(tmp_path):
    path = tmp_path / "large.nav"
    path.write_bytes(large_mesh())
    with path.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    for buffer, take_away in [(bytearray(large_mesh()), bytearray.clear), (mapped, mmap.mmap.close)]:
        rows = navlint.dump(buffer)
        with pytest.raises(BufferError):
            take_away(buffer)
        rows.close()
        take_away(buffer)


@pytest.mark.parametrize("call, status, culprit", [
    (lambda: navlint.check(MESH, input_format="nav"), "unknownFormat", "nav"),
    (lambda: navlint.check(MESH, game="quake"), "unknownGame", "quake"),
    (lambda: navlint.check(MESH, only=["NAV_NO_SUCH"]), "unknownRule", "NAV_NO_SUCH"),
    (lambda: navlint.check(MESH, ignore=["NO_*"]), "unknownRule", "NO_*"),
    (lambda: navlint.check(MESH, ignore=["*"]), "unknownRule", "*"),
    (lambda: navlint.check(MESH, ignore="NAV_CONN_SELF"), "badArgument", "ignore"),
    (lambda: navlint.check(MESH, severity={"NAV_CONN_*": "info"}), "unknownRule", "NAV_CONN_*"),
    (lambda: navlint.check(MESH, severity={"NAV_CONN_SELF": "bad"}), "badArgument", "bad"),
    (lambda: navlint.check(MESH, min_severity="off"), "badArgument", "off"),
    (lambda: navlint.check(MESH, scope="mesh"), "badArgument", "mesh"),
    (lambda: navlint.check(MESH, max_findings=-1), "badArgument", "max_findings"),
    (lambda: navlint.check(MESH, max_findings=1 << 32), "badArgument", "max_findings"),
    (lambda: navlint.check(MESH, max_steps=1.5), "badArgument", "max_steps"),
    (lambda: navlint.check(MESH, name="a\0b"), "badArgument", "a\0b"),
    (lambda: navlint.check(MESH, name="\ud800"), "badArgument", "\ud800"),
    (lambda: navlint.check(MESH, input_format="source-nav\0"), "badArgument", "source-nav\0"),
    (lambda: navlint.check(MESH, input_format=7), "badArgument", None),
    (lambda: navlint.check_set([]), "badArgument", None),
    (lambda: navlint.fix(MESH, fix_only=["NO_SUCH"]), "unknownRule", "NO_SUCH"),
    (lambda: navlint.fix(MESH, max_rounds=-1), "badArgument", "max_rounds"),
    (lambda: navlint.rules("nav"), "unknownFormat", "nav"),
    (lambda: navlint.explain("NAV"), "unknownRule", "NAV"),
    (lambda: navlint.witness("NAV"), "unknownRule", "NAV"),
    (lambda: navlint.dump(MESH, start=-1), "badArgument", "start")])
def test_options_that_are_not_known(call, status, culprit):
    with pytest.raises(navlint.OptionError) as caught:
        call()
    assert (caught.value.status, caught.value.culprit) == (status, culprit)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("call", [navlint.dump, navlint.draw, navlint.members, lambda source: navlint.diff(source, MESH)])
def test_bytes_of_no_format(call):
    with pytest.raises(navlint.NotRecognised):
        call(b"text\n")


def test_what_a_format_cannot_do():
    container = navlint.witness(navlint.rules("gmod-gma")[-1].code)
    with pytest.raises(navlint.Unsupported):
        navlint.draw(container)
    with pytest.raises(navlint.Unsupported):
        navlint.diff(container, MESH)
    with pytest.raises((navlint.NotRecognised, navlint.Unsupported)):
        navlint.members(MESH)


def test_arguments_of_other_types():
    with pytest.raises(TypeError):
        navlint.check(MESH, no_such_option=1)
    with pytest.raises(TypeError):
        navlint.check(42)
    for one in (MESH, "a.nav", pathlib.Path("a.nav")):
        with pytest.raises(TypeError):
            navlint.check_set(one)


def test_paths_that_cannot_be_read(tmp_path):
    for call in (navlint.check, navlint.dump, navlint.draw, navlint.fix, navlint.recognise):
        with pytest.raises(FileNotFoundError):
            call(tmp_path / "none.nav")
    with pytest.raises(IsADirectoryError):
        navlint.check(tmp_path)


def test_threads_judge_at_once():
    files = corpus_files()[::20]
    expected = [navlint.check(file) for file in files]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(navlint.check, files)) == expected
        rows = list(pool.map(lambda _: list(navlint.dump(MESH)), range(64)))
    assert all(one == rows[0] for one in rows)


def test_pythons_lock_is_free_while_the_library_works():
    """That is what a CDLL does, and a PyDLL does not."""
    assert type(library()) is ctypes.CDLL


def test_what_is_raised_in_a_callback_is_raised(monkeypatch):
    def fail(*_):
        raise KeyError("planted")

    monkeypatch.setattr("navlint._dump._row", fail)
    monkeypatch.setattr("navlint._draw._drawn", fail)
    for call in (lambda: list(navlint.dump(MESH)), lambda: navlint.draw(MESH)):
        with pytest.raises(KeyError, match="planted"):
            call()


def damaged(generator, content):
    damaged_one = bytearray(content)
    for _ in range(generator.randrange(1, 9)):
        if damaged_one:
            at = generator.randrange(len(damaged_one))
            damaged_one[at:at + generator.randrange(3)] = generator.randbytes(generator.randrange(5))
    return bytes(damaged_one)


def try_all(content):
    navlint.check_set({"a": content, "b": content})
    navlint.recognise(content)
    for call in (navlint.dump, navlint.draw, navlint.members, lambda one: navlint.fix(one, unsafe=True),
                 lambda one: navlint.diff(one, one)):
        try:
            found = call(content)
            if call is navlint.dump:
                list(found)
        except (navlint.NotRecognised, navlint.Unsupported):
            pass


def test_hostile_bytes_do_no_harm():
    generator = random.Random(23)
    small = [file for file in corpus_files() if file.stat().st_size < 4096]
    for file in generator.sample(small, 150):
        try_all(damaged(generator, file.read_bytes()))


def test_hostile_names_do_no_harm():
    for name in ("", "\x1b[2J", "\udcff", "ü" * 5000, "../" * 100):
        assert navlint.check(MESH, name=name).input.bytes == len(MESH)


def test_reports_are_values():
    report = navlint.check(MESH)
    with pytest.raises(AttributeError):
        report.verdict = "valid"
    assert pickle.loads(pickle.dumps(report)) == report == navlint.Report.from_dict(report.to_dict())
    assert report.findings[0] in set(report.findings)


def import_with(library, *more):
    environment = {**os.environ, "NAVLINT_LIBRARY": str(library)}
    script = "import navlint\ntry:\n    print(navlint.version())\nexcept navlint.LibraryError as error:\n    print(error)"
    return subprocess.run([sys.executable, "-c", script, *more], env=environment, capture_output=True, text=True, check=True).stdout


def library_path():
    return pathlib.Path(library()._name)


def test_a_library_that_does_not_fit_is_told(tmp_path):
    assert "none.so" in import_with(tmp_path / "none.so")
    (tmp_path / "text.so").write_text("text")
    assert "text.so" in import_with(tmp_path / "text.so")
    assert "is not libnavlint" in import_with("libc.so.6")


def test_a_library_of_another_version_is_told(tmp_path):
    if not library_path().is_file():
        pytest.skip("the library is the system's, whose file is not known")
    version = navlint.version()
    other = ".".join([version.split(".")[0], "9", "0"])
    assert len(other) == len(version)
    content = library_path().read_bytes().replace(version.encode() + b"\0", other.encode() + b"\0")
    (tmp_path / "other.so").write_bytes(content)
    assert f"is libnavlint {other}; this package, {version}, needs" in import_with(tmp_path / "other.so")
    shutil.copy(library_path(), tmp_path / "same.so")
    assert import_with(tmp_path / "same.so") == version + "\n"
