"""diff: known edits of files of our own, exactly; the same both ways round; git."""

import json
import os
import pathlib
import shlex
import struct
import subprocess

import jsonschema
import pytest

from conftest import (INFO, ROOT, SAMPLES, WARNING, assert_golden, environment, is_sanitized, mesh, peak_bytes, program, rar_of, run,
                      tar_of, zip_of)
from containers import gma_of

SCHEMA = json.loads((ROOT / "schemas/diff.schema.json").read_text(encoding="ascii"))
SEEDS = sorted(path for path in (ROOT / "corpus").glob("*/seed/*-small*")
               if not (ROOT / "containers" / path.parent.parent.name).is_dir())
ALL = SAMPLES.parent


@pytest.fixture
def files(tmp_path):
    """Writes two versions and returns their paths."""
    def write(old, new, suffix=""):
        paths = tmp_path / f"old{suffix}", tmp_path / f"new{suffix}"
        for path, content in zip(paths, (old, new)):
            path.write_bytes(content)
        return [str(path) for path in paths]
    return write


def fields_of(content, suffix=".nav"):
    result = run("dump", "--format=json", "-", stdin=bytes(content))
    assert result.code == 0
    return {field["path"]: field for field in json.loads(result.text)["fields"]}


def diff(old, new, *words):
    result = run("diff", "--format=json", *words, old, new)
    assert result.code in (0, 1, 2), result.err
    whole = json.loads(result.text)
    jsonschema.validate(whole, SCHEMA)
    is_open = whole["same"] and not whole["whole"] and whole["differentBytes"] > 0
    assert result.code == (2 if is_open else 0 if whole["same"] else 1)
    assert whole["same"] == (whole["changeCount"] == 0)
    return whole


def tally(whole):
    """What has happened to each kind, if anything has."""
    wanted = ("added", "removed", "changed", "moved", "renumbered")
    rows = {row["kind"]: {key: row[key] for key in wanted if row[key]} for row in whole["summary"]}
    return {kind: row for kind, row in rows.items() if row}


def put(content, field, value):
    """Writes the value of a dumped field in its type."""
    kind = field["type"]
    order = ">" if kind.endswith("be") else "<"
    code = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "f32": "f"}[kind.replace("le", "").replace("be", "")]
    struct.pack_into(order + code, content, field["offset"], value)


# ---- The same ----

@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: f"{seed.parent.parent.name}-{seed.name}")
def test_a_file_is_the_same_as_itself(seed):
    result = run("diff", str(seed), str(seed))
    assert (result.code, result.err) == (0, "")
    assert result.text.splitlines()[2] == "the files are identical"
    assert len(result.text.splitlines()) == 3


def test_quiet_and_strict(files):
    old, new = mesh(areas=3), bytearray(mesh(areas=3))
    paths = files(old, bytes(new))
    assert run("diff", "-q", *paths).text == ""
    new = renumbered(bytes(new))
    paths = files(old, new)
    assert run("diff", *paths).code == 0
    assert "same navigation: " in run("diff", *paths).text
    assert run("diff", "--strict", *paths).code == 1


# ---- Source ----

def renumbered(content):
    """Every area has another id, and every reference follows."""
    changed = bytearray(content)
    ids = {field["value"] for path, field in fields_of(content).items() if path.startswith("/areas/") and path.count("/") == 3 and path.endswith("/id")}
    for path, field in fields_of(content).items():
        is_area = path.startswith("/areas/") and (path.endswith("/id") and path.count("/") == 3 or "/connections/" in path and field["role"] == "reference")
        if is_area and field["value"] in ids:
            put(changed, field, field["value"] + 1000)
    return bytes(changed)


def test_areas_that_are_only_numbered_anew_are_no_change(files):
    whole = diff(*files(mesh(areas=3), renumbered(mesh(areas=3))))
    assert tally(whole) == {"area": {"renumbered": 3}}
    assert whole["differentBytes"] > 0


def test_an_area_that_moves(files):
    old = mesh(areas=3)
    new = bytearray(old)
    fields = fields_of(old)
    for corner in ("nwCorner/x", "seCorner/x"):
        field = fields[f"/areas/1/{corner}"]
        put(new, field, field["value"] + 64)
    whole = diff(*files(old, bytes(new)))
    assert tally(whole) == {"area": {"changed": 1, "moved": 1}}
    [change] = whole["changes"]
    assert change["distance"] == 64
    assert [field["field"] for field in change["fields"]] == ["nwCorner/x", "seCorner/x"]
    for field in change["fields"]:
        place = fields[f"/areas/1/{field['field']}"]
        assert field["old"]["offset"] == field["new"]["offset"] == place["offset"]
        assert field["new"]["value"] == field["old"]["value"] + 64
        assert field["old"]["path"] == place["path"]


def test_a_connection_that_leads_elsewhere(files):
    old = mesh(INFO, areas=3)
    new = bytearray(old)
    fields = fields_of(old)
    path, field = next((path, field) for path, field in fields.items() if "/connections/" in path and field["role"] == "reference")
    here = fields["/".join(path.split("/")[:3]) + "/id"]["value"]
    ids = [fields[f"/areas/{i}/id"]["value"] for i in range(3)]
    other = next(number for number in ids if number not in (here, field["value"]))
    put(new, field, other)
    paths = files(old, bytes(new))
    whole = diff(*paths)
    assert tally(whole) == {"area": {"changed": 1}}
    links = [(link["status"], link["list"], link["item"]) for link in whole["changes"][0]["links"]]
    name = "/".join(path.split("/")[3:5])
    assert links == [("removed", name, f"area {field['value']}"), ("added", name, f"area {other}")]
    text = run("diff", *paths).text
    assert f"- {name}: area {field['value']}" in text and f"+ {name}: area {other}" in text


# ---- GTA: node indices shift ----

def gta_with_node_in_front(content):
    """One more vehicle node, without links, in front of all others: their numbers and all that
    names them go up by one."""
    nodes, vehicles, peds, navis, links = struct.unpack_from("<5I", content)
    area = struct.unpack_from("<H", content, 20 + 18)[0]
    body = bytearray(content)
    for i in range(nodes):
        at = 20 + 28 * i + 20
        struct.pack_into("<H", body, at, struct.unpack_from("<H", body, at)[0] + 1)
    for at in [20 + 28 * nodes + 14 * i + 4 for i in range(navis)] + [20 + 28 * nodes + 14 * navis + 4 * i for i in range(links)]:
        where, node = struct.unpack_from("<2H", body, at)
        if where == area:
            struct.pack_into("<H", body, at + 2, node + 1)
    front = bytearray(body[20:48])
    struct.pack_into("<3h", front, 8, *[value + 400 for value in struct.unpack_from("<3h", front, 8)])
    struct.pack_into("<H", front, 16, 0)
    struct.pack_into("<H", front, 20, 0)
    front[24] &= 0xF0
    struct.pack_into("<5I", body, 0, nodes + 1, vehicles + 1, peds, navis, links)
    return bytes(body[:20] + front + body[20:]), nodes


def test_a_node_in_front_renumbers_the_others(files):
    old = (ROOT / "corpus/gta_nodes/seed/00-0-vanilla-small.dat").read_bytes()
    new, nodes = gta_with_node_in_front(old)
    paths = files(old, new, ".dat")
    assert tally(diff(*paths)) == {"node": {"added": 1, "renumbered": nodes}}
    assert tally(diff(*reversed(paths))) == {"node": {"removed": 1, "renumbered": nodes}}


def gta_nodes(places):
    """An area with vehicle nodes at these places, without links; each has another flood fill, so that its content is its own."""
    def node(index, place):
        return struct.pack("<2I3hhHHHBBI", 0, 0, *place, 0x7FFE, 0, 0, index, 8, 0, 0)
    nodes = b"".join(node(index, place) for index, place in enumerate(places))
    return struct.pack("<5I", len(places), len(places), 0, 0, 0) + nodes + bytes(768)


@pytest.mark.parametrize("step, shift", [((0, 1), (0, 1)), ((0, 1), (9, 0)), ((1, 0), (1, 0)), ((1, 0), (0, 9)), ((0, 1), (-9, 1))])
def test_a_dense_row_that_moves_and_one_more(files, step, shift):
    """In eighths of a unit: each node has more neighbours within reach (8 units) than are looked at."""
    places = [(100 + step[0] * i, 100 + step[1] * i, 0) for i in range(100)]
    moved = [(x + shift[0], y + shift[1], 4 + i % 2) for i, (x, y, _) in enumerate(places)]
    added = (places[0][0] - 8 * step[0], places[0][1] - 8 * step[1], 40)
    paths = files(gta_nodes(places), gta_nodes([*moved, added]), ".dat")
    for old, new, what in ((*paths, "added"), (*reversed(paths), "removed")):
        node = tally(diff(old, new))["node"]
        assert {key: count for key, count in node.items() if key != "renumbered"} == {what: 1, "changed": 100, "moved": 100}


# ---- Metroid: lists that stand elsewhere ----

def room(count, first_link, link_count, links, is_connected=False):
    """A room of `count` regions in a row with one node each; links: (region, width)."""
    regions = b"".join(struct.pack(">4I2H4fI9fI", 1, i, link_count, first_link(i), 1, 1, 4, 0, 0, 1, i, *[8 * i, 0, 0] * 3, i) for i in range(count))
    nodes = b"".join(struct.pack(">6f", 8 * i, 0, 0, 1, 0, 0) for i in range(count))
    pair_words = (count * (count - 1) // 2 + 31) // 32
    all_words = (count * count + 31) // 32
    maps = (b"\xff" if is_connected else b"\0") * (8 * pair_words) + bytes(8 * (all_words - pair_words))
    packed_links = b"".join(struct.pack(">2I2f", 0, region, width, 1 / width) for region, width in links)
    tables = [(count, nodes), (len(links), packed_links), (count, regions)]
    whole = struct.pack(">I", 4) + b"".join(struct.pack(">I", number) + table for number, table in tables) + maps + struct.pack(">2I", 0, 0)
    return whole + b"\xff" * (-len(whole) % 32)


def test_a_map_with_many_changes_hides_no_link(files):
    count = 50
    links = [((i + 1) % count, 8) for i in range(count)]
    old = room(count, lambda i: i, 1, links)
    new = room(count, lambda i: i, 1, [((i + 2) % count, 8) if i % 2 else link for i, link in enumerate(links)], is_connected=True)
    whole = diff(*files(old, new, ".PATH"))
    assert not whole["whole"] and tally(whole)["region"] == {"changed": count // 2}


def test_lists_that_overlap_are_compared_on_both_sides_or_not_at_all(files):
    rooms = [room(50, lambda i: 0, 1000, [(i % 50, width + i) for i in range(1000)]) for width in (1, 1, 2)]
    same = diff(*files(rooms[0], rooms[1], ".PATH"))
    assert same["same"] and not same["whole"]
    changed = diff(*files(rooms[0], rooms[2], ".PATH"))
    assert not changed["whole"]
    statuses = {link["status"] for change in changed["changes"] for link in change["links"]}
    assert statuses == {"added", "removed"} or statuses == set()


# ---- Every field of every format, one by one ----

def edits(seed):
    """A few plain numbers of each shape of path, changed by one."""
    content = seed.read_bytes()
    seen = set()
    for path, field in fields_of(content).items():
        shape = "/".join("N" if part.isdigit() else part for part in path.split("/"))
        is_number = field["role"] == "plain" and field["type"] not in ("bytes",) and "encoding" not in field
        if not is_number or shape in seen or isinstance(field["value"], str):
            continue
        seen.add(shape)
        changed = bytearray(content)
        value = field["value"]
        put(changed, field, value + 1 if field["type"].startswith("f") else value - 1 if value > 0 else value + 1)
        yield path, bytes(changed)


# Where things are, what is only there at run time, and what is derived from the rest.
UNSEEN = ("/next", "/previous", "/searchDistance", "fileSize", "chunkDescsDataSize", "typeAndSize", "selfSize", "/timestamp", "/versionControl", "/nextObjectId",
          "totalNavigationGraphNodeIndexCount")


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed.name.startswith("00-")], ids=lambda seed: seed.parent.parent.name)
def test_every_plain_field_that_changes_is_shown(seed, files):
    old = seed.read_bytes()
    count = 0
    for path, new in edits(seed):
        result = run("diff", "--format=json", *files(old, new, seed.suffix))
        if result.code == 2:
            continue  # the format or its version is another one now
        whole = json.loads(result.text)
        jsonschema.validate(whole, SCHEMA)
        count += 1
        is_cut = not whole["whole"]
        if path.endswith(UNSEEN) or is_cut or "/groups/" in path or path.endswith("/flags"):
            continue
        assert not whole["same"], path
    assert count > 5


@pytest.mark.parametrize("seed", [seed for seed in SEEDS if seed.name.startswith("00-")], ids=lambda seed: seed.parent.parent.name)
def test_either_way_round_the_same_differs(seed, files):
    old = seed.read_bytes()
    swap = {"added": "removed", "removed": "added"}
    for _, new in list(edits(seed))[::3]:
        paths = files(old, new, seed.suffix)
        if run("diff", *paths).code == 2:
            continue
        there, back = tally(diff(*paths)), tally(diff(*reversed(paths)))
        assert there == {kind: {swap.get(key, key): count for key, count in row.items()} for kind, row in back.items()}


# ---- Output ----

def changed_mesh():
    new = bytearray(mesh(areas=3))
    fields = fields_of(bytes(new))
    put(new, fields["/areas/1/attributes"], 64)
    put(new, fields["/areas/2/nwCorner/z"], 8)
    return bytes(new)


def test_goldens(files, tmp_path, monkeypatch):
    files(mesh(areas=3), changed_mesh(), ".nav")
    monkeypatch.chdir(tmp_path)
    for form, words in (("text", []), ("json", ["--format=json"]), ("markdown", ["--format=markdown"]), ("stat", ["--stat"])):
        result = run("diff", *words, "old.nav", "new.nav")
        assert (result.code, result.err) == (1, "")
        assert_golden(f"diff-{form}.txt", result.text)


def plugin(payload):
    """A plugin with one record, of a kind that is not decoded."""
    def record(kind, form_id, body):
        return struct.pack("<4s5I", kind, len(body), 0, form_id, 0, 44) + body
    head = record(b"TES4", 0, b"HEDR" + struct.pack("<HfiI", 12, 1.7, 1, 0x800))
    body = record(b"STAT", 0x800, payload)
    return head + struct.pack("<4sI4s3I", b"GRUP", 24 + len(body), b"STAT", 0, 0, 0) + body


@pytest.mark.parametrize("old, new, at", [(bytes(200), bytes(80) + b"x" + bytes(119), 80), (bytes(200), bytes(300), 200), (bytes(70), b"x" + bytes(69), 0)], ids=["in it", "longer", "first"])
def test_long_values_say_where_they_begin_to_differ(files, old, new, at):
    paths = files(plugin(old), plugin(new), ".esp")
    [field] = [field for change in diff(*paths)["changes"] for field in change.get("fields", []) if "differsAt" in field]
    assert field["differsAt"] == at
    assert f"{len(old)} bytes -> {len(new)} bytes from byte {at:#x} on" in run("diff", *paths).text


def test_the_cap_leaves_the_counts_exact(files):
    paths = files(mesh(areas=3), changed_mesh())
    whole = diff(*paths, "--max-changes=1")
    assert whole["changeCount"] == 2 and len(whole["changes"]) == 1
    assert tally(whole)["area"]["changed"] == 2
    assert "... and 1 more change" in run("diff", "--max-changes", "1", *paths).text
    assert run("diff", "--max-changes", "0", *paths).code == 1


def test_damaged_files_are_compared_as_far_as_they_go(files):
    whole = diff(*files(mesh(areas=3), mesh(areas=3)[:-7]))
    assert whole["new"]["damaged"] and not whole["whole"]


def test_what_is_damaged_and_differs_nowhere_else_is_not_the_same(files):
    paths = files(mesh(areas=3)[:-7], mesh(areas=3)[:-9])
    result = run("diff", "-q", *paths)
    assert result.code == 2 and "a file is damaged" in result.text and "no change in what was compared: 2 bytes differ" in result.text
    assert run("diff", "--strict", *paths).code == 1
    assert run("diff", paths[0], paths[0]).code == 0


def test_trouble(files):
    gta = (ROOT / "corpus/gta_nodes/seed/00-0-vanilla-small.dat").read_bytes()
    for old, new, complaint in ((mesh(), b"nothing", "no known format recognises"), (mesh(), gta, "files of one format can be compared")):
        result = run("diff", *files(old, new))
        assert result.code == 2 and complaint in result.err and result.text == ""
    assert run("diff", "/nonexistent", "/nonexistent").code == 2
    assert run("diff", str(SEEDS[0])).code == 2
    assert "only once" in run("diff", "-", "-", stdin=mesh()).err


@pytest.fixture
def addon(tmp_path):
    members = [("maps/a.nav", mesh()), ("maps/b.nav", mesh(WARNING, areas=2)), ("readme.txt", b"text")]
    (tmp_path / "x.gma").write_bytes(gma_of(members))
    (tmp_path / "x.zip").write_bytes(zip_of([("in.gma", gma_of(members)), ("y.zip", zip_of(members))]))
    for name, content in members:
        (tmp_path / pathlib.Path(name).name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("old", ["a.nav", "x.gma!maps/a.nav", "x.zip!y.zip!maps/a.nav"])
@pytest.mark.parametrize("new", ["b.nav", "x.gma!maps/b.nav", "x.zip!in.gma!maps/b.nav"])
@pytest.mark.parametrize("words", [[], ["--format", "json"], ["--stat", "--strict"]])
def test_a_member_is_compared_as_the_file_is(addon, old, new, words):
    of_files = run("diff", *words, "a.nav", "b.nav", cwd=addon)
    result = run("diff", *words, old, new, cwd=addon)
    assert (result.code, result.err) == (of_files.code, "") == (1, "")
    assert result.text == of_files.text.replace("a.nav", old, 1).replace("b.nav", new, 1)
    same = run("diff", "-q", old, "a.nav", cwd=addon)
    assert (same.code, same.out, same.err) == (0, b"", "")


@pytest.mark.parametrize("name, said", [
    ("x.gma!none", "cannot read x.gma!none: no member is called none"),
    ("x.gma!readme.txt", "x.gma!readme.txt: no known format recognises the bytes; --input-format ID forces a format"),
    ("x.zip!y.zip", "x.zip!y.zip: an archive: name a file in it, x.zip!y.zip!MEMBER"),
    ("x.zip", "a.nav is a file and x.zip is not: two files can be compared, or two folders or archives")])
def test_members_that_cannot_be_compared(addon, name, said):
    result = run("diff", "a.nav", name, cwd=addon)
    assert (result.code, result.out, result.err) == (2, b"", f"navlint: {said}\n")


def test_members_obey_limits(addon):
    large = run("diff", "--max-bytes", "80", "a.nav", "x.gma!maps/b.nav", cwd=addon)
    assert (large.code, large.out) == (2, b"") and "larger than --max-bytes allows" in large.err
    packed = run("diff", "--max-archive-bytes", "100", "a.nav", "x.zip!in.gma!maps/b.nav", cwd=addon)
    assert (packed.code, packed.out) == (2, b"") and "[limit:archiveBytes]" in packed.err


def test_two_containers_are_not_compared(addon):
    result = run("diff", "x.gma", "x.zip!in.gma", cwd=addon)
    assert (result.code, result.out) == (2, b"")
    assert result.err == "navlint: x.gma and x.zip!in.gma are containers: compare the files in them, see navlint extract\n"


def test_standard_input_is_a_file_or_an_archive(releases):
    assert run("diff", "-", "old/maps/same.nav", stdin=mesh(areas=3)).code == 0
    assert run("diff", "-q", "-", "old", stdin=zip_of(list(releases[0].items()))).code == 0


# ---- Real files ----

def sample(name):
    path = ALL / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return str(path)


@pytest.mark.parametrize("version", ["ver2", "ver3", "ver4"])
def test_a_converted_area_is_the_same(version):
    old = sample("gta-nodes/retail/NODES27.DAT")
    whole = diff(old, sample(f"gta-nodes/fm92-converted/{version}/NODES27.DAT"))
    assert whole["same"] and whole["differentBytes"] > 10000


# ---- Folders and archives ----

FILES_SCHEMA = json.loads((ROOT / "schemas/diff-files.schema.json").read_text(encoding="ascii"))
assert FILES_SCHEMA["$defs"]["file"]["properties"]["diff"].pop("$ref") == SCHEMA["$id"]  # held against it below


def write(folder, contents):
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@pytest.fixture
def releases(tmp_path, monkeypatch):
    """Two releases of a mod, "old" and "new", below the current folder; the contents of both."""
    monkeypatch.chdir(tmp_path)
    plain = mesh(areas=3)
    both = {"maps/same.nav": plain, "readme.txt": b"1.0", "maps/texture.dds": b"DDS"}
    old = {**both, "maps/changed.nav": plain, "maps/gone.nav": plain, "maps/numbered.nav": plain}
    new = {**both, "maps/changed.nav": changed_mesh(), "new.nav": plain, "maps/numbered.nav": renumbered(plain), "readme.txt": b"1.1"}
    write(tmp_path / "old", old)
    write(tmp_path / "new", new)
    return old, new


STATUSES = {"maps/changed.nav": "changed", "maps/gone.nav": "removed", "maps/numbered.nav": "same", "maps/same.nav": "same", "new.nav": "added"}


def diff_files(old, new, *words, code=1):
    result = run("diff", "--format=json", *words, old, new)
    assert result.code == code, result.err
    whole = json.loads(result.text)
    jsonschema.validate(whole, FILES_SCHEMA)
    for file in whole["files"]:
        if "diff" in file:
            jsonschema.validate(file["diff"], SCHEMA)
    listed = [file["status"] for file in whole["files"]]
    counts = {status: count for status, count in whole["summary"].items() if status != "others"}
    if "-q" not in words:
        assert counts == {status: listed.count(status) for status in counts}
    assert whole["same"] == (whole["whole"] and set(listed) <= {"same"})
    return whole


def statuses(whole):
    return {file["name"]: file["status"] for file in whole["files"]}


def test_folders_are_compared_file_by_file(releases):
    whole = diff_files("old", "new")
    assert statuses(whole) == STATUSES and list(statuses(whole)) == sorted(STATUSES)
    assert (whole["old"], whole["new"], whole["whole"], whole["summary"]["others"]) == ("old", "new", True, 2)
    by_name = {file["name"]: file for file in whole["files"]}
    assert by_name["maps/changed.nav"]["diff"] == diff("old/maps/changed.nav", "new/maps/changed.nav")
    assert by_name["maps/same.nav"]["differentBytes"] == 0 < by_name["maps/numbered.nav"]["differentBytes"]
    swap = {"added": "removed", "removed": "added"}
    assert statuses(diff_files("new", "old")) == {name: swap.get(status, status) for name, status in STATUSES.items()}


def test_a_folder_and_itself(releases):
    assert diff_files("old", "old", code=0)["same"]
    assert diff_files("old/", "old", code=0)["same"]
    for form in ("text", "json", "markdown"):
        result = run("diff", "-q", f"--format={form}", "old", "old")
        assert (result.code, result.text, result.err) == (0, "", "")


def test_quiet_names_what_differs_and_strict_takes_bytes(releases):
    assert set(statuses(diff_files("old", "new", "-q")).values()) == {"changed", "added", "removed"}
    for folder, name in (("a", "same"), ("b", "numbered")):
        write(pathlib.Path(folder), {"x.nav": releases[1][f"maps/{name}.nav"]})
    assert diff_files("a", "b", code=0)["same"]
    assert statuses(diff_files("a", "b", "--strict", "-q", code=1)) == {"x.nav": "same"}


def archives_of(contents):
    members = list(contents.items())
    deeper = [(f"mod-{len(contents)}/{name}", content) for name, content in members]
    return {"zip": zip_of(members), "reversed": zip_of(members[::-1]), "tar.gz": tar_of(members, "w:gz"),
            "dotted": tar_of([(f"./{name}", content) for name, content in members]), "deeper": zip_of(deeper)}


@pytest.mark.parametrize("form", ["zip", "reversed", "tar.gz", "dotted", "deeper"])
def test_archives_are_compared_as_folders_are(releases, form):
    old, new = releases
    for name, contents in (("1.bin", old), ("2.bin", {**new, "more.txt": b"x"})):
        write(pathlib.Path("."), {name: archives_of(contents)[form]})
    assert statuses(diff_files("1.bin", "2.bin")) == STATUSES
    assert statuses(diff_files("old", "2.bin")) == STATUSES
    assert statuses(diff_files("1.bin", "new")) == STATUSES
    assert diff_files("1.bin", "old", code=0)["same"]


def test_rars_are_compared(releases):
    for name, contents in zip(("1.rar", "2.rar"), releases):
        write(pathlib.Path("."), {name: rar_of(list(contents.items()))})
    assert statuses(diff_files("1.rar", "2.rar")) == statuses(diff_files("old", "new"))


def test_a_folder_that_both_archives_have_stays(releases):
    for name in ("1.zip", "2.zip"):
        write(pathlib.Path("."), {name: zip_of([("mod/a.nav", mesh()), ("mod/b.nav", mesh(areas=len(name)))])})
    assert set(statuses(diff_files("1.zip", "2.zip", code=0))) == {"mod/a.nav", "mod/b.nav"}


def test_what_is_left_out_of_folders_is_left_out_of_archives(tmp_path):
    (tmp_path / "in/.git").mkdir(parents=True)
    for name in ("a.nav", ".git/b.nav", "a.nav.bak"):
        (tmp_path / "in" / name).write_bytes(mesh())
    members = [("in/a.nav", mesh()), ("in/.git/b.nav", mesh(areas=3)), ("in/x/.svn/c.nav", mesh()), ("in/._a.nav", b"\0\x05\x16\x07" + bytes(80))]
    (tmp_path / "x.zip").write_bytes(zip_of(members))
    assert run("diff", "in", "x.zip", cwd=tmp_path).code == 0


def test_archives_in_folders_are_looked_into(releases):
    for folder, content in (("old", mesh(areas=3)), ("new", changed_mesh())):
        write(pathlib.Path(folder), {"more.zip": zip_of([("deep/x.nav", content), ("y.txt", b"x")])})
    whole = diff_files("old", "new")
    assert statuses(whole) == {**STATUSES, "more.zip!deep/x.nav": "changed"} and whole["summary"]["others"] == 3


def test_of_members_of_one_name_the_last_one_counts(releases):
    write(pathlib.Path("."), {"1.tar": tar_of([("a.nav", mesh()), ("a.nav", mesh(areas=3))]), "2.tar": tar_of([("a.nav", mesh(areas=3))])})
    assert diff_files("1.tar", "2.tar", code=0)["summary"]["same"] == 1


def not_compared(old, new, *words):
    whole = diff_files(old, new, *words, code=2)
    assert not whole["whole"]
    return {file["name"]: file["reason"] for file in whole["files"] if file["status"] == "notCompared"}


def test_what_is_not_compared_is_said(releases):
    gta = (ROOT / "corpus/gta_nodes/seed/00-0-vanilla-small.dat").read_bytes()
    write(pathlib.Path("old"), {"cut.nav": mesh(areas=3)[:-7], "other.bin": mesh(), "known.bin": mesh()})
    write(pathlib.Path("new"), {"cut.nav": mesh(areas=3)[:-9], "other.bin": gta, "known.bin": b"nothing"})
    reasons = not_compared("old", "new")
    assert set(reasons) == {"cut.nav", "other.bin", "known.bin"}
    assert "could not be compared" in reasons["cut.nav"]
    assert "old/other.bin is source-nav and new/other.bin is gta-nodes" in reasons["other.bin"]
    assert reasons["known.bin"].startswith("new/known.bin: no known format")
    assert "not compared: known.bin: new/known.bin: no known format" in run("diff", "old", "new").text
    for old in releases[0]:
        os.path.exists(f"new/{old}") and os.remove(f"new/{old}")
    assert run("diff", "old", "new").code == 2


def test_files_beyond_a_limit_are_not_compared(releases):
    reasons = not_compared("old", "new", "--max-bytes=100")
    assert set(reasons) == set(STATUSES) and all("--max-bytes" in reason for reason in reasons.values())
    for name, contents in zip(("1.zip", "2.zip"), releases):
        write(pathlib.Path("."), {name: zip_of(list(contents.items()))})
    assert set(not_compared("1.zip", "2.zip", "--max-bytes=100")) == set(STATUSES)


def test_an_archive_that_is_cut_short_is_trouble(releases):
    whole = tar_of([("a.nav", mesh(areas=3)), ("b.nav", mesh(areas=300))])
    write(pathlib.Path("."), {"1.tar": whole, "2.tar": whole[:-11000]})
    result = run("diff", "--format=json", "1.tar", "2.tar")
    shown = json.loads(result.text)
    assert result.code == 2 and "2.tar: " in result.err and not shown["whole"]
    assert statuses(shown)["a.nav"] == "same"
    result = run("diff", "--max-archive-bytes=1k", "1.tar", "1.tar")
    assert result.code == 2 and "--max-archive-bytes" in result.err


def test_a_folder_that_cannot_be_compared(releases):
    result = run("diff", "old", "old/maps/same.nav")
    assert result.code == 2 and "is a file and old is not" in result.err and result.text == ""
    os.mkdir("empty")
    result = run("diff", "empty", "empty")
    assert result.code == 2 and "no navigation file to compare" in result.err and result.text == ""
    assert run("diff", "old", "nowhere").code == 2


@pytest.mark.skipif(os.name != "posix", reason="names are bytes")
def test_names_of_strangers_are_harmless(releases):
    for folder in ("old", "new"):
        write(pathlib.Path(folder), {"\x1b[31m`|\n.nav": mesh(areas=2 if folder == "new" else 1)})
        with open(os.path.join(os.fsencode(folder), b"\xff.nav"), "wb") as file:
            file.write(mesh())
    diff_files("old", "new")
    for form in ("text", "markdown"):
        text = run("diff", f"--format={form}", "old", "new").text
        assert "\x1b" not in text and "\\xff.nav" in text


def test_one_pair_is_in_memory_at_a_time(tmp_path):
    if is_sanitized():
        pytest.skip("a sanitizer keeps memory that was freed")
    for folder in ("old", "new"):
        write(tmp_path / folder, {f"{i}.nav": mesh(areas=15000 + (folder == "new") * (i % 2)) for i in range(24)})
    one, _ = peak_bytes(program(), "diff", "--stat", str(tmp_path / "old/1.nav"), str(tmp_path / "new/1.nav"))
    for path in ("old", "new"):
        write(tmp_path, {f"{path}.zip": zip_of([(file.name, file.read_bytes()) for file in sorted((tmp_path / path).iterdir())])})
    for end in ("", ".zip"):
        all_files, result = peak_bytes(program(), "diff", "--stat", str(tmp_path / f"old{end}"), str(tmp_path / f"new{end}"))
        assert result.code == 1 and all_files < one + (16 << 20)


def test_goldens_of_folders(releases):
    for form, words in (("text", []), ("json", ["--format=json"]), ("markdown", ["--format=markdown"]), ("stat", ["--stat"])):
        result = run("diff", *words, "old", "new")
        assert (result.code, result.err) == (1, "")
        assert_golden(f"diff-folders-{form}.txt", result.text)


# ---- git ----

def git(folder, *words):
    names = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "a"), ("EMAIL", "a@example.org"))}
    process = subprocess.run(["git", *words], cwd=folder, env=environment(**names, HOME=str(folder), GIT_CONFIG_NOSYSTEM="1", GIT_PAGER="cat"), capture_output=True, timeout=60)
    assert process.returncode == 0, process.stderr.decode()
    return process.stdout.decode()


def settings_of(section):
    """The commands that docs/git.md gives under a heading, with the program under test."""
    text = (ROOT / "docs/git.md").read_text(encoding="utf-8")
    body = text.split(f"## {section}\n", 1)[1].split("\n## ", 1)[0]
    block = body.split("```sh\n", 1)[1].split("```", 1)[0]
    return block.replace("navlint ", shlex.quote(program()) + " ")


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    (folder / "a.nav").write_bytes(mesh(areas=3))
    (folder / ".gitattributes").write_text("*.nav diff=navlint\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "one")
    (folder / "a.nav").write_bytes(changed_mesh())
    return folder


def configure(folder, section):
    subprocess.run(["sh", "-e", "-c", settings_of(section)], cwd=folder, check=True, env=environment(HOME=str(folder), PATH=os.environ["PATH"]), timeout=60)


def test_git_diff_through_the_driver(repository):
    configure(repository, "A diff driver")
    shown = git(repository, "diff")
    assert "areas: 2 changed" in shown and "/areas/1/attributes: 0 -> 64" in shown
    git(repository, "add", "a.nav")
    git(repository, "mv", "a.nav", "b.nav")
    git(repository, "commit", "-qm", "two")
    assert "areas: 2 changed" in git(repository, "diff", "-M10", "HEAD~")
    assert "new file" in git(repository, "diff", "--no-renames", "HEAD~")


def test_git_diff_goes_on_behind_what_is_no_mesh(repository):
    configure(repository, "A diff driver")
    (repository / ".gitattributes").write_text("*.nav diff=navlint\n*.bin diff=navlint\n")
    (repository / "0.bin").write_bytes(b"nothing")
    git(repository, "add", "0.bin")
    git(repository, "commit", "-qm", "two")
    (repository / "0.bin").write_bytes(b"something")
    shown = git(repository, "diff")
    assert "not compared: 0.bin" in shown and "areas: 2 changed" in shown


def test_git_difftool_of_all_files(repository):
    configure(repository, "All files between two commits")
    shown = git(repository, "difftool", "--no-prompt", "--dir-diff", "--tool", "navlint", "HEAD")
    assert "areas: 2 changed" in shown and shown.splitlines()[-1] == "files: 1 changed"


def test_git_diff_of_texts(repository):
    configure(repository, "Texts of the fields")
    shown = git(repository, "diff")
    assert "-/areas/1/attributes  0" in shown and "+/areas/1/attributes  64" in shown


def test_a_list_that_is_empty_on_one_side_is_compared(tmp_path):
    """Where both files are of one version, a kind of item that one has none of is not one that it cannot have."""
    old, new = tmp_path / "old.nav", tmp_path / "new.nav"
    for code, lost in (("NAV_CONN_UNRESOLVED", "connections/east"), ("NAV_PATH_AREA", "encounterPaths")):
        old.write_bytes(run("witness", code).out)
        assert run("fix", "-q", "--unsafe", "old.nav", "-o", "new.nav", cwd=tmp_path).code in (0, 1)
        if old.read_bytes() == new.read_bytes():
            continue
        there, back = run("diff", "old.nav", "new.nav", cwd=tmp_path), run("diff", "new.nav", "old.nav", cwd=tmp_path)
        assert (there.code, back.code) == (1, 1)
        assert f"- {lost}" in there.text and f"+ {lost}" in back.text
