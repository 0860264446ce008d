"""draw: pictures and models agree with what the library draws, are well formed, and say what they show.

Readers here know nothing of navlint: XML's and JSON's of Python, a reader of PNG's head, OBJ's by test_obj. glTF is
judged by Khronos' validator where build/web-tests (./dev test) has it.
"""

import base64
import json
import os
import resource
import shutil
import struct
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree

import pytest

import conftest
from conftest import ERROR, HERE, ROOT, SAMPLES, area, assert_golden, mesh, sparse, zip_of
from containers import gma_of

SVG = "{http://www.w3.org/2000/svg}"
FORMS = ["svg", "png", "obj", "gltf", "glb", "geojson"]
SEEDS = sorted(path for path in ROOT.glob("corpus/*/seed/*") if path.is_file())
SAMPLE_FILES = sorted(path for path in SAMPLES.parent.rglob("*") if path.suffix.lower() in {".nav", ".nav2", ".path", ".dat", ".esp"})[::9]
MODULES = ROOT / "build" / "web-tests" / "node_modules"


def run(*words, env=None, **more):
    """As conftest's, but that leaks of fontconfig, which cairo loads, are not ours."""
    known = {"LSAN_OPTIONS": f"suppressions={HERE / 'draw.lsan'}:print_suppressions=0"}
    return conftest.run(*words, env={**conftest.environment(), **known, **(env or {})}, **more)


def draw(*words, code=0, **more):
    result = run("draw", *words, **more)
    assert result.code == code, result.err
    return result.out


def drawn(content, form, *words):
    return draw("--format", form, *words, "-", stdin=content)


def dumped(path):
    """How many vertices, faces and lines the library draws."""
    result = run("dump", "--format", "obj", path)
    words = [line.split(" ", 1)[0] for line in result.text.splitlines()] if result.out else []
    return result.code, {word: words.count(word) for word in "vfl"}


def shapes(geojson):
    found = [feature["properties"]["shape"] for feature in json.loads(geojson)["features"]]
    return {kind: found.count(kind) for kind in ("face", "line", "node", "mark", "finding")}


def words_of(obj):
    return [line.split(" ", 1)[0] for line in obj.decode().splitlines()]


# ---- Maps ----


def test_golden_map():
    assert_golden("draw.svg", drawn(mesh(ERROR, areas=3), "svg").decode())


def texts(svg):
    return [text.text for text in ElementTree.fromstring(svg).iter(SVG + "text")]


def test_a_map_names_its_areas_and_its_findings():
    shown = texts(drawn(mesh(ERROR, areas=3), "svg"))
    assert {"1", "2", "3", ERROR, "Findings", "areas", "N"} <= set(shown)
    titles = [title.text for title in ElementTree.fromstring(drawn(mesh(areas=3), "svg")).iter(SVG + "title")]
    assert titles[1:] == [f"area {number} (/areas/{number - 1})" for number in (1, 2, 3)]


def test_a_map_without_findings_says_whether_it_was_judged():
    assert "No findings" in texts(drawn(mesh(), "svg"))
    unjudged = texts(drawn(mesh(ERROR), "svg", "--no-findings"))
    assert "No findings" not in unjudged and ERROR not in unjudged


def test_flags_are_words_of_the_legend():
    crouch = mesh(areas=3).replace(struct.pack("<IB", 2, 0), struct.pack("<IB", 2, 1))
    shown = texts(drawn(crouch, "svg"))
    assert "areas: crouch" in shown and "areas" in shown
    titles = [title.text for title in ElementTree.fromstring(drawn(crouch, "svg")).iter(SVG + "title")]
    assert "area 2: crouch (/areas/1)" in titles


@pytest.mark.parametrize("name", ["a<b>&\"'.nav", "]]>.nav", "\u00e9\u4e2d.nav", b"\xff\x01\x1b[31m.nav", "%s%n.nav", "\ufffe.nav"])
def test_any_name_is_well_formed_everywhere(tmp_path, name):
    folder = os.fsencode(tmp_path)
    path = os.path.join(folder, name if isinstance(name, bytes) else name.encode())
    with open(path, "wb") as file:
        file.write(mesh(ERROR))
    svg = draw("--format", "svg", path).decode()
    assert ElementTree.fromstring(svg).find(SVG + "title").text
    json.loads(draw("--format", "geojson", path))
    json.loads(draw("--format", "gltf", path))
    assert b"\x1b" not in draw("--format", "obj", path)


def test_labels_thin_out():
    few, many = texts(drawn(mesh(areas=20), "svg")), texts(drawn(mesh(areas=3000), "svg"))
    assert {str(number) for number in range(1, 21)} <= set(few)
    assert sum(text.isdigit() for text in many) < 500


def test_what_is_far_away_does_not_make_the_map_small():
    far = bytearray(mesh(areas=100))
    at = far.rindex(struct.pack("<IB", 100, 0)) + 5
    far[at:at + 32] = struct.pack("<8f", 1e9, 0, 0, 1e9 + 100, 100, 0, 0, 0)
    shown = texts(drawn(bytes(far), "svg"))
    assert "1 far outside of the map" in shown
    assert "far outside" not in " ".join(texts(drawn(mesh(areas=100), "svg")))


# ---- PNG ----


def has_cairo():
    error = run("draw", "--format", "png", "-", stdin=mesh()).err
    return "requires cairo" not in error and "writes no PNG" not in error


needs_cairo = pytest.mark.skipif(not os.environ.get("NAVLINT_BIN") or not has_cairo(), reason="libcairo.so.2 is not installed")


@needs_cairo
def test_png_is_as_wide_as_asked():
    png = drawn(mesh(ERROR), "png", "--width", "800")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", png[16:20]) == (800,)


@needs_cairo
def test_without_any_font_a_picture_has_the_letters_of_cairo(tmp_path):
    fonts = tmp_path / "fonts.conf"
    fonts.write_text("<fontconfig></fontconfig>")
    result = run("draw", "--format", "png", "-", stdin=mesh(), env={"FONTCONFIG_FILE": str(fonts)})
    assert (result.code, result.err) == (0, "") and result.out.startswith(b"\x89PNG")
    assert result.out != drawn(mesh(), "png")


def test_cairo_is_loaded_for_png_alone():
    maps = subprocess.run(["ldd", os.environ["NAVLINT_BIN"]], capture_output=True, text=True, check=True).stdout
    assert "cairo" not in maps and "fontconfig" not in maps


def with_far_side(east):
    """The last area reaches from among the others to far away."""
    far = bytearray(mesh(areas=100))
    at = far.rindex(struct.pack("<IB", 100, 0)) + 5
    far[at:at + 32] = struct.pack("<8f", 0, 0, 0, east, 100, 0, 0, 0)
    return bytes(far)


@needs_cairo
def test_however_far_away_something_is_the_picture_is_the_same():
    """cairo's coordinates are 24 bits and a fraction: what is beyond comes back at the other end."""
    pictures = [drawn(with_far_side(east), "png", "--no-findings") for east in (1e8, 5e8, 1.3e9, 1e10, 3e30)]
    assert len(set(pictures)) == 1


# ---- Models ----


def test_obj_has_a_group_for_each_area():
    lines = drawn(mesh(areas=3), "obj").decode().splitlines()
    assert [line for line in lines if line.startswith("g ")] == ["g area_1", "g area_2", "g area_3"]


def test_connections_are_lines_from_area_to_area():
    two = mesh(areas=2).replace(area(1, []), area(1, [2, 2])).replace(area(2, []), area(2, [1, 2, 77]))
    lines = [feature for feature in json.loads(drawn(two, "geojson"))["features"] if feature["properties"]["shape"] == "line"]
    assert [line["properties"]["path"] for line in lines] == [
        "/areas/0/connections/north/0", "/areas/0/connections/north/1", "/areas/1/connections/north/0"]
    assert [line["geometry"]["coordinates"] for line in lines][1:] == [
        [[-3750, 50, 0], [-3550, 50, 0]], [[-3550, 50, 0], [-3750, 50, 0]]]
    assert "connections" in texts(drawn(two, "svg"))
    assert words_of(drawn(two, "obj")).count("l") == 3


@pytest.mark.parametrize("up, turned", [("game", (-3800, 100, 7)), ("y", (-3800, 7, -100)), ("z", (-3800, 100, 7))])
def test_up_turns_the_model(up, turned):
    content = bytearray(mesh())
    at = content.index(struct.pack("<IB", 1, 0)) + 5
    content[at:at + 32] = struct.pack("<8f", -3900, 0, 7, -3800, 100, 7, 7, 7)
    corners = [tuple(map(float, line.split()[1:])) for line in drawn(bytes(content), "obj", "--up", up).decode().splitlines()
               if line.startswith("v ")]
    assert turned in corners


def gltf_of(content):
    document = json.loads(drawn(content, "gltf"))
    uri = document["buffers"][0]["uri"]
    buffer = base64.b64decode(uri.split(",", 1)[1])
    assert len(buffer) == document["buffers"][0]["byteLength"]
    return document, buffer


def test_gltf_is_y_up_and_bounded_by_its_corners():
    document, buffer = gltf_of(mesh(areas=2))
    accessor = document["accessors"][0]
    view = document["bufferViews"][accessor["bufferView"]]
    corners = list(struct.iter_unpack("<3f", buffer[view.get("byteOffset", 0):][:view["byteLength"]]))
    assert len(corners) == accessor["count"] == 8
    assert [min(axis) for axis in zip(*corners)] == accessor["min"]
    assert [max(axis) for axis in zip(*corners)] == accessor["max"]
    assert {corner[1] for corner in corners} == {0} and {corner[2] for corner in corners} == {0, -100}


def test_glb_holds_what_gltf_says():
    glb = drawn(mesh(areas=2), "glb")
    magic, version, length, json_bytes, kind = struct.unpack("<4sII I4s", glb[:20])
    assert (magic, version, length, kind) == (b"glTF", 2, len(glb), b"JSON")
    document, buffer = gltf_of(mesh(areas=2))
    inside = json.loads(glb[20:20 + json_bytes])
    assert inside["accessors"] == document["accessors"]
    assert glb[20 + json_bytes + 8:] == buffer


def test_khronos_has_nothing_to_say(tmp_path):
    if not shutil.which("node") or not (MODULES / "gltf-validator").is_dir():
        pytest.skip("gltf-validator is not there: ./dev test web installs it")
    files = []
    for seed in SEEDS:
        for form in ("gltf", "glb"):
            files.append(tmp_path / f"{seed.parts[-3]}-{seed.name}.{form}")
            run("draw", seed, "-o", files[-1])
    files = [file for file in files if file.exists()]
    told = subprocess.run(["node", ROOT / "tests" / "cli" / "gltf.mjs", MODULES, *files], capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr
    assert len(told.stdout.splitlines()) == len(files) > 0


def test_geojson_says_which_units_and_which_findings():
    document = json.loads(drawn(mesh(ERROR), "geojson"))
    assert document["type"] == "FeatureCollection"
    assert "not longitude" in document["navlint"]["coordinates"]
    area, finding = document["features"]
    ring = area["geometry"]["coordinates"][0]
    assert area["geometry"]["type"] == "Polygon" and ring[0] == ring[-1] and len(ring) == 5
    assert sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) > 0
    assert area["properties"]["path"] == "/areas/0" and area["properties"]["id"] == 1
    assert finding["properties"]["code"] == ERROR and finding["geometry"]["type"] == "Point"


# ---- What is drawn is what the library draws ----


@pytest.mark.parametrize("seed", sparse(SEEDS), ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_every_seed_in_every_form(seed, tmp_path):
    code, count = dumped(seed)
    for form in FORMS:
        result = run("draw", seed, "-o", tmp_path / f"map.{form}")
        assert result.code == code, (form, result.err)
        assert result.out == b""
    geojson = (tmp_path / "map.geojson").read_bytes()
    assert shapes(geojson)["face"] == count["f"] and shapes(geojson)["line"] == count["l"]
    words = words_of((tmp_path / "map.obj").read_bytes())
    assert words.count("f") == count["f"] and words.count("l") == count["l"]
    root = ElementTree.fromstring((tmp_path / "map.svg").read_text())
    titled = [title for title in root.iter(SVG + "title")]
    shown = shapes(geojson)
    assert len(titled) - 1 == shown["face"] + shown["line"] + shown["node"] + shown["mark"]


@pytest.mark.skipif(not SAMPLE_FILES, reason="there are no samples")
def test_real_files_in_every_form(tmp_path):
    for sample in sparse(SAMPLE_FILES):
        code, count = dumped(sample)
        for form in FORMS:
            (tmp_path / f"map.{form}").unlink(missing_ok=True)
            assert run("draw", sample, "-o", tmp_path / f"map.{form}").code == code, (sample, form)
        if (tmp_path / "map.svg").exists():
            ElementTree.parse(tmp_path / "map.svg")
            assert shapes((tmp_path / "map.geojson").read_bytes())["face"] == count["f"], sample


def test_damaged_files_are_drawn_up_to_the_damage():
    whole = mesh(areas=5)
    for length in range(20, len(whole), 7):
        for form in ("svg", "gltf", "geojson"):
            assert run("draw", "--format", form, "-", stdin=whole[:length]).code in (0, 3)


# ---- Sets and parts ----


def test_a_folder_is_one_picture(tmp_path):
    for number in range(3):
        (tmp_path / f"{number}.nav").write_bytes(mesh(areas=number + 1))
    (tmp_path / "notes.txt").write_text("no mesh")
    files = [feature["properties"]["file"] for feature in json.loads(draw("--format", "geojson", tmp_path))["features"]]
    assert {os.path.basename(file): files.count(file) for file in files} == {"0.nav": 1, "1.nav": 2, "2.nav": 3}
    assert "Source engine navigation mesh, 3 files" in texts(draw("--format", "svg", tmp_path))


def test_formats_do_not_mix(tmp_path):
    (tmp_path / "a.nav").write_bytes(mesh())
    other = next(seed for seed in SEEDS if seed.parts[-3] == "mgs_nav2")
    result = run("draw", tmp_path / "a.nav", other)
    assert result.code == 3 and "in one picture" in result.err
    assert b"<svg" in result.out


def test_a_folder_with_two_formats_is_drawn_in_part_and_says_so(tmp_path):
    (tmp_path / "a.nav").write_bytes(mesh())
    for name in ("b.nav2", "c.nav2"):
        shutil.copy(next(seed for seed in SEEDS if seed.parts[-3] == "mgs_nav2"), tmp_path / name)
    (tmp_path / "notes.txt").write_text("no mesh")
    result = run("draw", tmp_path)
    assert result.code == 3 and b"<svg" in result.out
    assert result.err == f"navlint: draw: {tmp_path}/b.nav2 and 1 more file: not source-nav, as {tmp_path}/a.nav is: left out of the picture\n"


@pytest.mark.parametrize("focus", ["50", "area 50", "/areas/49", "-:50"])
def test_a_focus_shows_what_lies_around(focus):
    shown = shapes(drawn(mesh(areas=100), "geojson", "--focus", focus, "--radius", "260"))
    assert shown["face"] == 3
    paths = [feature["properties"]["path"] for feature in
             json.loads(drawn(mesh(areas=100), "geojson", "--focus", focus, "--radius", "60"))["features"]]
    assert {path.split("/")[2] for path in paths} == {"49"}


def test_a_form_id_is_in_hexadecimal():
    seed = next(seed for seed in SEEDS if seed.parts[-3] == "skyrim_navmesh" and b"NAVM" in seed.read_bytes()
                and dumped(seed)[1]["f"] > 0)
    features = json.loads(draw("--format", "geojson", seed))["features"]
    form_id = next(f["properties"]["id"] for f in features if f["properties"].get("record", "").startswith("NAVM"))
    assert shapes(draw("--format", "geojson", "--focus", f"{form_id:08X}", seed))["face"] > 0


# ---- Usage ----


@pytest.mark.parametrize("form", FORMS)
def test_a_member_is_drawn_as_the_file_is(tmp_path, form):
    name = "x.zip!in.gma!maps/a.nav"
    (tmp_path / "x.zip").write_bytes(zip_of([("in.gma", gma_of([("b.nav", mesh()), ("maps/a.nav", mesh(ERROR, areas=3))]))]))
    (tmp_path / "a.nav").write_bytes(mesh(ERROR, areas=3))
    of_file = draw("--format", form, "a.nav", cwd=tmp_path)
    of_member = draw("--format", form, name, cwd=tmp_path)
    if form == "geojson":
        assert name.encode() in of_member
        of_member = of_member.replace(name.encode(), b"a.nav")
    assert of_member == of_file


@pytest.mark.parametrize("name, said", [
    ("x.zip!none", "cannot read x.zip!none: no member is called none"),
    ("x.zip", "x.zip: an archive: name a file in it, x.zip!MEMBER"),
    ("x.zip!y.zip", "x.zip!y.zip: an archive: name a file in it, x.zip!y.zip!MEMBER")])
def test_members_that_cannot_be_drawn(tmp_path, name, said):
    (tmp_path / "x.zip").write_bytes(zip_of([("y.zip", zip_of([("a.nav", mesh())])), ("a.nav", mesh())]))
    result = run("draw", name, cwd=tmp_path)
    assert (result.code, result.out, result.err) == (3, b"", f"navlint: {said}\n")
    assert b"<svg" in draw("x.zip!a.nav", name, code=3, cwd=tmp_path)


@pytest.mark.parametrize("words, said", [
    (["-o", "map.txt"], "cannot tell the format from the name"),
    (["--radius", "5"], "requires --focus"),
    (["--focus", "1", "--radius", "-5"], "takes a number above 0"),
    (["--focus", "1", "--radius", "nan"], "takes a number above 0"),
    (["--width", "100"], "takes 640 to 8000"),
])
def test_usage(words, said):
    result = run("draw", *words, "-", stdin=mesh())
    assert result.code == 2 and said in result.err and result.out == b""


def test_what_cannot_be_drawn_is_said(tmp_path):
    assert "no record that is drawn has the id '99'" in run("draw", "--focus", "99", "-", stdin=mesh()).err
    for content in (b"", b"no mesh"):
        result = run("draw", "-", stdin=content)
        assert result.code == 3 and result.out == b""
    result = run("draw", "-", "-o", tmp_path / "no" / "map.svg", stdin=mesh())
    assert result.code == 4 and "cannot write" in result.err


@pytest.mark.parametrize("form", FORMS)
def test_a_failure_leaves_the_picture_of_before(tmp_path, form):
    path = tmp_path / f"map.{form}"
    path.write_bytes(b"the picture of before")
    result = run("draw", "-", "-o", path, stdin=mesh(areas=3), restore_signals=False,
                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64)))
    assert result.code == 4 and result.err.count("\n") == 1
    assert path.read_bytes() == b"the picture of before" and os.listdir(tmp_path) == [path.name]


def test_a_picture_follows_links_to_files_and_into_streams(tmp_path):
    (tmp_path / "map.svg").write_bytes(b"the picture of before")
    (tmp_path / "linked.svg").symlink_to("map.svg")
    draw("-", "-o", tmp_path / "linked.svg", stdin=mesh())
    assert (tmp_path / "linked.svg").is_symlink() and b"<svg" in (tmp_path / "map.svg").read_bytes()
    stream = tmp_path / "stream.svg"
    stream.symlink_to("/proc/self/fd/1")
    assert b"<svg" in draw("-", "-o", stream, stdin=mesh())
    with tempfile.TemporaryFile() as gone:
        subprocess.run([conftest.program(), "draw", "-", "-o", stream], input=mesh(), stdout=gone, check=True)
        gone.seek(0)
        assert b"<svg" in gone.read()
    assert stream.is_symlink()


def test_a_full_disk_leaves_no_picture():
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:
        process = subprocess.run([os.environ["NAVLINT_BIN"], "draw", "-"], input=mesh(), stdout=full, stderr=subprocess.PIPE, check=False)
    assert process.returncode == 4
