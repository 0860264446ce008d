"""dump, draw, fix, diff and the catalogue say what the command says."""

import gc
import importlib.util
import inspect
import itertools
import json
import math
import struct
import subprocess
import sys
import threading
import time

import navlint
import pytest
from conftest import DEADLINE_S, corpus_files, lines, run

NUMPY = pytest.mark.skipif(not importlib.util.find_spec("numpy"), reason="NumPy is not here")


def seeds():
    """The last seed of each format, which is one of the larger ones."""
    return {file.parts[-3]: file for file in corpus_files() if file.parent.name == "seed"}


SEEDS = pytest.mark.parametrize("file", seeds().values(), ids=lambda file: file.parts[-3])


def in_json(value):
    """A value as the command prints it: floats in the digits that 32 bits need, what JSON lacks as text."""
    if isinstance(value, float):
        return value if math.isfinite(value) else {math.inf: "Infinity", -math.inf: "-Infinity"}.get(value, "NaN")
    return str(value) if isinstance(value, int) and abs(value) > 2**53 else value


def as_float32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0] if isinstance(value, float) else value


def row_of(field):
    inner = field.get("inner")
    return navlint.Row(field["path"], field["type"], field["role"], field["offset"], field["length"], as_float32(field["value"]),
                       field.get("encoding"), navlint.Range(inner["offset"], inner["length"]) if inner else None)


def plain(row):
    return row._replace(value=in_json(row.value))


@SEEDS
def test_dump_has_the_commands_rows(file):
    document = json.loads(run("dump", "--format", "json", str(file)))
    rows = list(map(plain, navlint.dump(file)))
    assert rows == list(map(row_of, document["fields"])) and rows


@pytest.mark.parametrize("words, options", [
    (["--path", "/areas/1"], {"path": "/areas/1"}), (["--from", "100"], {"start": 100}),
    (["--from", "16", "--to", "40"], {"start": 16, "stop": 40})])
def test_dump_of_a_part(words, options):
    file = seeds()["source_nav"]
    expected = json.loads(run("dump", "--format", "json", *words, str(file)))["fields"]
    rows = list(navlint.dump(file, **options))
    assert [row.path for row in rows] == [field["path"] for field in expected]
    assert 0 < len(rows) < len(list(navlint.dump(file)))


def large_mesh():
    """More fields than are decoded ahead."""
    areas = 10000
    area = b"".join(struct.pack("<IB8f", index, 0, *[float(index)] * 8) + bytes(16 + 1 + 1 + 4 + 2)
                    for index in range(1, areas + 1))
    return struct.pack("<IIIHI", 0xFEEDFACE, 5, 1, 0, areas) + area


def dumping_threads():
    return [thread for thread in threading.enumerate() if thread.name == "navlint"]


def test_who_stops_reading_ends_the_dump():
    rows = navlint.dump(large_mesh())
    assert len(list(itertools.islice(rows, 10))) == 10 and dumping_threads()
    rows.close()
    assert not dumping_threads()


def test_a_dump_that_is_let_go_ends():
    rows = navlint.dump(large_mesh())
    del rows
    gc.collect()
    assert not dumping_threads()


def test_a_dump_in_a_circle_of_garbage_ends():
    for _ in range(10):
        circle = [navlint.dump(large_mesh())]
        next(circle[0])
        circle.append(circle)
    del circle
    deadline = time.monotonic() + DEADLINE_S
    while dumping_threads() and time.monotonic() < deadline:
        gc.collect()  # does nothing while one of the threads collects younger garbage
        time.sleep(0.01)
    assert not dumping_threads()


def test_an_interpreter_ends_with_a_dump_that_is_not_read():
    script = (f"import navlint, struct\n{inspect.getsource(large_mesh)}\n"
              "rows = navlint.dump(large_mesh())\nnext(rows)\nprint('read')")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"read\n", b"")


def obj_of(drawing):
    """Vertices, faces and lines in the order of the kinds."""
    return ([tuple(map(float, point)) for point in drawing.vertices], drawing.faces(),
            [tuple(map(int, line)) for line in drawing.lines])


def obj_of_command(text):
    vertices, faces, edges = [], [], []
    for kind, *words in (line.split() for line in text.decode().splitlines() if line[:2] in ("v ", "f ", "l ")):
        if kind == "v":
            vertices.append(tuple(map(float, words)))
        else:
            (faces if kind == "f" else edges).append(tuple(int(word) - 1 for word in words))
    return vertices, faces, edges


def rounded(points):
    return [tuple(map(as_float32, point)) for point in points]


@pytest.mark.parametrize("use_numpy", [False, pytest.param(True, marks=NUMPY)])
@pytest.mark.parametrize("room", ["source_nav", "gta_nodes", "metroid_path", "mgs_nav2", "skyrim_navmesh"])
def test_draw_has_the_commands_geometry(room, use_numpy):
    file = seeds()[room]
    drawing = navlint.draw(file, use_numpy=use_numpy)
    vertices, faces, edges = obj_of(drawing)
    expected = obj_of_command(run("dump", "--format", "obj", str(file)))
    assert (rounded(vertices), faces, edges) == (rounded(expected[0]), *expected[1:])
    assert len(drawing.face_records) == len(drawing.face_flags) == len(faces)
    assert len(drawing.line_records) == len(drawing.line_flags) == len(edges)
    assert len(drawing.vertex_records) == len(vertices) and len(drawing.mark_records) == len(drawing.marks)
    assert drawing.is_whole and drawing.records and drawing.parts
    assert all(drawing.record_of(record.path) is not None for record in drawing.records)


@NUMPY
def test_draw_without_numpy_is_the_same():
    for file in seeds().values():
        try:
            plain_one, array_one = (navlint.draw(file, use_numpy=use) for use in (False, True))
        except navlint.Unsupported:
            continue
        assert [list(point) for point in plain_one.vertices] == array_one.vertices.tolist()
        assert list(plain_one.face_corners) == array_one.face_corners.tolist()
        assert array_one.vertices.shape[1] == 3 and array_one.lines.shape[1] == 2


def test_a_drawing_knows_what_a_finding_is_about():
    content = navlint.witness("NAV_CONN_UNRESOLVED")
    drawing, finding = navlint.draw(content), navlint.check(content).findings[0]
    record = drawing.records[drawing.record_of(finding.path)]
    assert (record.path, record.kind, record.id) == ("/areas/0", "area", 1)
    assert drawing.record_of("") is None and drawing.record_of("/no/such") is None


def test_words_of_flags():
    drawing = navlint.draw(navlint.witness("NAV_CONN_UNRESOLVED"))
    assert drawing.words("area", 1) == ("crouch",) and not drawing.words("area", 0) and not drawing.words(None, 1)


def test_a_drawing_ends_at_its_limit():
    drawing = navlint.draw(large_mesh(), max_shapes=10)
    assert not drawing.is_whole and len(drawing.vertices) + len(drawing.face_starts) - 1 == 10


def fixable():
    return [rule for rule in navlint.rules() if rule.fix][::6]


def test_fix_does_what_the_command_does(tmp_path):
    repaired = 0
    for rule in fixable():
        content, path, result = navlint.witness(rule.code), tmp_path / rule.code, tmp_path / f"{rule.code}.fixed"
        path.write_bytes(content)
        unsafe = ["--unsafe"] if rule.fix.safety == "unsafe" else []
        said = lines(run("fix", "--no-config", "--format", "json", *unsafe, "-o", str(result), str(path)))
        if not said:
            continue  # an archive with the files of a set
        fixed = navlint.fix(content, name=str(path), unsafe=bool(unsafe), min_severity="warning")
        assert [fixed.to_dict()] == said, rule.code
        assert (fixed.repaired or content) == result.read_bytes(), rule.code
        repaired += fixed.repaired is not None
    assert repaired > 20


def test_fix_of_certain_rules_alone():
    content = navlint.witness("NAV_CONN_UNRESOLVED")
    assert navlint.fix(content).repaired is None and navlint.fix(content).fixed == ()
    assert navlint.fix(content, unsafe=True, fix_only=["NAV_CONN_SELF"]).repaired is None
    fixed = navlint.fix_set({"a": content, "b": content}, unsafe=True, fix_only=["NAV_CONN_*"])
    assert len(fixed.files) == 2 and fixed.files[0] == fixed.files[1] != content
    assert fixed.report.summary.errors == 0 and navlint.check(fixed.files[0]).verdict == "valid"


@pytest.mark.parametrize("room", ["source_nav", "gta_nodes", "metroid_path", "mgs_nav2", "skyrim_navmesh"])
def test_diff_says_what_the_command_says(room):
    """Of every seed and the next one: versions, dialects, sizes."""
    files = [file for file in corpus_files() if file.parts[-3:-1] == (room, "seed")]
    changes = 0
    for old, new in itertools.pairwise(files):
        expected = json.loads(run("diff", "--format", "json", str(old), str(new)))
        found = navlint.diff(old, new)
        assert found.to_dict() == expected
        assert navlint.Diff.from_dict(expected) == found
        changes += len(found.changes)
    assert changes and navlint.diff(files[0], files[0]).same


def test_diff_counts_what_it_does_not_keep():
    old, new = [file for file in corpus_files() if file.parts[-3:-1] == ("source_nav", "seed")][:2]
    whole, cut = navlint.diff(old, new), navlint.diff(old, new, max_changes=1)
    assert len(cut.changes) == 1 < cut.change_count == whole.change_count


def test_catalogue_is_the_commands():
    assert [one.to_dict() for one in navlint.formats()] == json.loads(run("formats", "--format", "json"))["formats"]
    assert navlint.layouts() == json.loads(run("layout", "--format", "json"))["layouts"]
    rule = navlint.explain("NAV_CONN_UNRESOLVED")
    assert rule in navlint.rules("source-nav") and rule.fix.safety == "unsafe"
    assert navlint.witness(rule.code) == run("witness", rule.code)


def test_recognise():
    for room, file in seeds().items():
        assert navlint.recognise(file).format == room.replace("_", "-")
    assert navlint.recognise(b"text\n").format is None
    plugins = [navlint.recognise(file) for file in corpus_files() if file.parts[-3] == "skyrim_navmesh"]
    assert any("Skyrim.esm" in plugin.needs for plugin in plugins)
    assert any(plugin.other_game == "Starfield" for plugin in plugins)
