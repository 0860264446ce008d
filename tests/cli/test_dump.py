"""dump: text and JSON show the same fields."""

import json
import math
import os
import re
import shutil
import struct
import subprocess
import tarfile

import pytest

from conftest import ERROR, PEDANTIC, ROOT, SAMPLES, assert_golden, environment, mesh, program, run, sparse, witness

CORPUS = ROOT / "corpus"


def fields_of(content):
    result = run("dump", "--format", "json", "-", stdin=content)
    assert (result.code, result.err) == (0, "")
    whole = json.loads(result.text)
    assert whole["input"] == {"name": "-", "bytes": len(content)}
    return whole["fields"]


def test_text():
    result = run("dump", "-", stdin=mesh())
    assert (result.code, result.err) == (0, "")
    assert_golden("dump-clean.txt", result.text)


def test_json_shows_the_same_fields_as_text():
    lines = run("dump", "-", stdin=mesh(ERROR)).text.splitlines()
    fields = fields_of(mesh(ERROR))
    assert len(lines) == len(fields) > 0
    for line, field in zip(lines, fields):
        offset, length, kind, path, value = line.split("  ", 4)
        assert (int(offset, 16), int(length), kind, path) == (
            field["offset"], field["length"], field["type"], field["path"])
        if isinstance(field["value"], int):
            assert value == str(field["value"])
        assert field["role"] in ("plain", "count", "reference", "identity")


def test_json_has_one_field_a_line():
    text = run("dump", "--format=json", "-", stdin=mesh()).text
    for line in text.splitlines()[1:-1]:
        assert "path" in json.loads(line.rstrip(","))


def test_damaged_file_is_shown_up_to_the_damage():
    content = mesh(areas=3)
    whole = run("dump", "-", stdin=content).text
    cut = run("dump", "-", stdin=content[:-7])
    assert cut.code == 0
    assert cut.text and whole.startswith(cut.text) and cut.text != whole
    assert 0 < len(fields_of(content[:-7])) < len(fields_of(content))


REALS = [(0.1, "0.1", 0.1), (1e10, "1e+10", 1e10), (100.0, "100", 100.0), (math.nan, "nan", "NaN"),
         (-math.nan, "nan", "NaN"), (math.inf, "inf", "Infinity"), (-math.inf, "-inf", "-Infinity")]


@pytest.mark.parametrize("value, text, in_json", REALS, ids=lambda value: str(value))
def test_reals_are_shown_in_their_shortest_form(value, text, in_json):
    content = bytearray(mesh())
    at = 0x17  # /areas/0/nwCorner/x
    struct.pack_into("<f", content, at, value)
    (line,) = [line for line in run("dump", "-", stdin=content).text.splitlines()
               if line.startswith(f"+0x{at:08x}")]
    assert line.split()[-1] == text
    (field,) = [field for field in fields_of(content) if field["offset"] == at]
    assert field["value"] == in_json and isinstance(field["value"], type(in_json))


def test_strings_are_escaped(tmp_path):
    content = mesh(PEDANTIC).replace(b"House", b'"\\\xff\n\x1b')
    name = 'a"\u00e4.nav'
    (tmp_path / name).write_bytes(content)
    whole = json.loads(run("dump", "--format", "json", name, cwd=tmp_path).text)
    assert whole["input"]["name"] == name
    texts = [field["value"] for field in whole["fields"] if isinstance(field["value"], str)]
    assert any('"' in text and "\\xff" in text and "\\x1b" in text for text in texts)
    assert run("dump", name, cwd=tmp_path).text.replace("\n", "").isprintable()


def test_a_name_is_that_of_the_report(tmp_path):
    """Bytes that are no UTF-8, at the end of a path that is longer than its escapes may be made."""
    name = os.fsencode("/".join(["\u00e4" * 100] * 12)) + b"/\xff.nav"
    folder = os.fsencode(tmp_path)
    os.makedirs(os.path.join(folder, os.path.dirname(name)))
    with open(os.path.join(folder, name), "wb") as file:
        file.write(mesh())
    names = [json.loads(run(verb, "--format", "json", os.fsdecode(name), cwd=tmp_path).text)["input"]["name"]
             for verb in ("check", "dump")]
    assert names[0] == names[1] and names[0].endswith("\u00e4/\\xff.nav")


@pytest.mark.parametrize("form", ["text", "json"])
def test_unrecognised_bytes(form, tmp_path):
    (tmp_path / "x.txt").write_text("text")
    result = run("dump", "--format", form, "x.txt", cwd=tmp_path)
    assert (result.code, result.out) == (3, b"")
    assert result.err.startswith("navlint: x.txt: ") and "--input-format" in result.err


def test_other_failures(tmp_path):
    result = run("dump", "absent", cwd=tmp_path)
    assert (result.code, result.err) == (3, "navlint: cannot read absent: No such file or directory\n")
    result = run("dump", "--max-bytes", "10", "-", stdin=mesh())
    assert (result.code, result.out) == (3, b"")
    assert result.err == "navlint: -: larger than --max-bytes allows\n"


def test_options():
    words = ["--input-format", "source-nav", "--game", "gmod", "--max-bytes", "1M"]
    assert run("dump", *words, "-", stdin=mesh()).code == 0


@pytest.mark.parametrize("first, last", [(0, 1), (4, 40), (60, 61), (100, 10 ** 6)])
def test_a_window_is_a_part_of_the_whole(first, last):
    content = mesh(areas=3)
    whole = fields_of(content)
    wanted = [field for field in whole if field["offset"] < last and field["offset"] + field["length"] > first]
    for words in (["--from", str(first), "--to", str(last)], [f"--from=0x{first:x}", f"--to=+0x{last:X}"]):
        result = run("dump", "--format", "json", *words, "-", stdin=content)
        assert json.loads(result.text)["fields"] == wanted
    assert 0 < len(wanted) < len(whole)


def test_a_path_is_that_of_a_record_and_what_is_below():
    content = mesh(areas=12)
    result = run("dump", "--format", "json", "--path", "/areas/1", "-", stdin=content)
    assert json.loads(result.text)["fields"] == [
        field for field in fields_of(content) if field["path"].startswith("/areas/1/")]
    assert run("dump", "--path", "/areas/99", "-", stdin=content).text == ""


@pytest.mark.parametrize("words, why", [
    (["--from", "x"], "--from: 'x' is not an offset: bytes, decimal or 0x and hexadecimal"),
    (["--to", "0x"], "--to: '0x' is not an offset"), (["--to", "-1"], "--to: '-1' is not an offset"),
    (["--from", "99999999999999999999"], "is not an offset"),
    (["--at", "0xffffffffffffffff"], "is not an offset"),
    (["--path", "areas/1"], "--path: 'areas/1' is not a path as findings and dumps show it: /areas/40")])
def test_a_bad_window_is_refused(words, why):
    result = run("dump", *words, "-", stdin=mesh())
    assert result.code == 2 and why in result.err

# ---- One record, one level, the bytes ----


def test_a_byte_shows_its_record():
    content = mesh(areas=3)
    record = [field for field in fields_of(content) if field["path"].startswith("/areas/1/")]
    wanted = record[3]
    lines = run("dump", "--at", hex(wanted["offset"] + 1), "-", stdin=content).text.splitlines()
    assert [line.split("  ")[3] for line in lines] == [field["path"] for field in record]
    marked = [line for line in lines if "  <- " in line]
    assert [line.split("  ")[3] for line in marked] == [wanted["path"]]
    result = run("dump", "--format", "json", "--at", str(wanted["offset"]), "-", stdin=content)
    assert [field["path"] for field in json.loads(result.text)["fields"] if "at" in field] == [wanted["path"]]


def test_a_byte_of_the_file_itself_shows_no_lists():
    content = mesh(areas=3)
    lines = run("dump", "--at", "4", "-", stdin=content).text.splitlines()
    shown = [line.split("  ")[2:4] for line in lines]
    assert ["u32le", "/version"] in shown and ["fields", "/areas"] in shown
    assert all(path.count("/") == 1 for _, path in shown)
    deep = run("dump", "--at", "4", "--depth", "9", "-", stdin=content).text.splitlines()
    assert len(deep) == len(fields_of(content))


def test_a_byte_that_no_field_has():
    content = mesh()
    result = run("dump", "--at", hex(len(content)), "-", stdin=content)
    assert (result.code, result.out) == (3, b"")
    assert result.err == f"navlint: -: no field has the byte at +0x{len(content):08x}\n"


@pytest.mark.parametrize("words, why", [
    (["--hex", "--format", "json"], "--hex cannot be used with --format"),
    (["--with-offsets"], "--with-offsets needs --format tree"),
    (["--at", "4", "--path", "/areas/0"], "use only one of --at, --path and --unpacked"),
    (["--unpacked", "/areas/0", "--path", "/areas/0"], "use only one of --at, --path and --unpacked"),
    (["--unpacked", "/areas/0", "--hex"], "--unpacked cannot be used with --hex, --format or --depth"),
    (["--unpacked", "/areas/0", "--format", "json"], "--unpacked cannot be used with --hex, --format or --depth"),
    (["--unpacked", "/areas/0", "--depth", "1"], "--unpacked cannot be used with --hex, --format or --depth"),
    *[(["--format", "obj", *words], "--format obj shows the whole file: no --at, --path, --depth, --from or --to")
      for words in (["--at", "4"], ["--path", "/areas/0"], ["--depth", "1"], ["--from", "4"], ["--to", "4"])],
    (["--to", "0"], "--to 0 leaves nothing to show")])
def test_options_that_contradict_each_other(words, why):
    result = run("dump", *words, "-", stdin=mesh())
    assert (result.code, result.out, result.err) == (2, b"", f"navlint: dump: {why}\n")


def test_raw_bytes_to_a_terminal_are_refused(terminal):
    refused = subprocess.run([program(), "dump", "--unpacked", "/records/0", "-"], input=mesh(), stdout=terminal[1],
                             stderr=subprocess.PIPE, env=environment(), timeout=60, check=False)
    assert refused.returncode == 2 and b"will not write raw bytes to a terminal" in refused.stderr


@pytest.mark.parametrize("depth", [1, 2, 3, 20])
def test_depth_sums_up_what_is_below(depth):
    content = mesh(areas=4)
    whole = fields_of(content)
    rows = json.loads(run("dump", "--format", "json", "--depth", str(depth), "-", stdin=content).text)["fields"]
    assert all(row["path"].count("/") <= depth for row in rows)
    at = 0
    for row in rows:
        below = whole[at:at + row.get("fields", 1)]
        at += len(below)
        if "fields" in row:
            assert all(field["path"].startswith(row["path"] + "/") for field in below)
            assert row["offset"] == below[0]["offset"]
            assert row["offset"] + row["length"] == below[-1]["offset"] + below[-1]["length"]
        else:
            assert [row] == below
    assert at == len(whole)


def test_depth_counts_from_the_path():
    content = mesh(areas=4)
    lines = run("dump", "--path", "/areas/2", "--depth", "1", "-", stdin=content).text.splitlines()
    paths = [line.split("  ")[3] for line in lines]
    assert "/areas/2/nwCorner" in paths and len(paths) == len(set(paths))
    assert all(path.count("/") == 3 for path in paths)


HEX_LINE = re.compile(r"([> ]) ([+>])0x([0-9a-f]{8})  ((?:[0-9a-f]{2} )*) *(\.\. )? *\|(.{8})\|  (\S+) +(\S+)  (.*)")


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/seed/*smallest*")), ids=lambda path: path.name)
def test_hex_shows_the_bytes_of_each_field(path):
    content = path.read_bytes()
    fields = json.loads(run("dump", "--format", "json", str(path)).text)["fields"]
    lines = run("dump", "--hex", str(path)).text.splitlines()
    rows = [match for match in map(HEX_LINE.fullmatch, lines) if match]
    headings = [line.split()[0] for line in lines if not HEX_LINE.fullmatch(line)]
    assert len(rows) == len(fields) and len(rows) + len(headings) == len(lines)
    unpacked = {}
    for row, field in zip(rows, fields):
        place, where = field, content
        if "encoding" in field:
            record = "/".join(field["path"].split("/")[:3])
            if record not in unpacked:
                unpacked[record] = run("dump", "--unpacked", record, str(path)).out
            place, where = field["inner"], unpacked[record]
        wanted = where[place["offset"]:place["offset"] + place["length"]]
        assert (row[2] == ">", int(row[3], 16)) == ("encoding" in field, place["offset"])
        assert bytes.fromhex(row[4]) == wanted[:8] and bool(row[5]) == (len(wanted) > 8)
        assert row[7] == field["type"] and field["path"].endswith("/" + row[8])
    assert all(any(field["path"].startswith(heading) for field in fields) for heading in headings)


# ---- Trees ----


def tree_of(path, *words):
    result = run("dump", "--format", "tree", *words, str(path))
    assert (result.code, result.err) == (0, "")
    return json.loads(result.text, object_pairs_hook=without_doubles)


def without_doubles(pairs):
    assert len(dict(pairs)) == len(pairs), pairs
    return dict(pairs)


def resolve(tree, pointer):
    """RFC 6901: what the pointer names; KeyError, IndexError or TypeError if there is nothing."""
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        tree = tree[int(name) if isinstance(tree, list) else name]
    return tree


def leaves_of(tree, path=""):
    if isinstance(tree, (dict, list)):
        members = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, value in members:
            yield from leaves_of(value, f"{path}/{key}")
    elif tree is not None:
        yield path, tree


def assert_is_whole(path, *words):
    """The tree has the fields of the plain dump, and no other."""
    fields = json.loads(run("dump", "--format", "json", *words, str(path)).text)["fields"]
    there, all_fields = list(leaves_of(tree_of(path, *words))), [(field["path"], field["value"]) for field in fields]
    assert sorted(there, key=str) == sorted(all_fields, key=str)


ODD = ["mgs_nav2/picked/517c1e07853d24be545b5a4d4af5edd4509d5da2",  # bytes that a list does not count
       "mgs_nav2/picked/8324d87072930425409cecb9d478f38ac248c4d1", "mgs_nav2/picked/1de71cae7842fd2019fd6bbfe185e9de2417f502"]


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/seed/*")) + [CORPUS / name for name in ODD],
                         ids=lambda path: path.name)
def test_a_tree_has_every_field(path):
    assert_is_whole(path)


CONTAINERS = sorted(path.name for path in (ROOT / "containers").iterdir() if path.is_dir())


@pytest.mark.parametrize("path", [path for room in CONTAINERS for path in sorted((CORPUS / room / "seed").glob("*"))],
                         ids=lambda path: path.name)
def test_a_dump_of_a_container_has_all_bytes(path):
    content = path.read_bytes()
    shown = bytearray(len(content))
    for field in fields_of(content):
        shown[field["offset"]:field["offset"] + field["length"]] = b"\1" * field["length"]
    assert shown.count(0) == 0


@pytest.mark.parametrize("room", CONTAINERS)
def test_a_tree_of_a_damaged_container_has_every_field(room):
    """What shares bytes, stands out of order or behind a cut is in the tree once, where it belongs."""
    whole = 0
    for path in sorted((CORPUS / room / "witness").glob("*")):
        if path.suffix in (".json", ".tar"):
            continue
        words = ["--input-format", room.replace("_", "-")]
        if run("dump", *words, str(path)).text:
            assert_is_whole(path, *words)
            whole += 1
    assert whole > 5


@pytest.mark.parametrize("room", CONTAINERS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_sums_in_a_tree_of_a_container_count_every_field(room, depth):
    for path in sorted((CORPUS / room / "seed").glob("*")):
        whole, shown = len(fields_of(path.read_bytes())), 0
        for at, value in leaves_of(tree_of(path, "--depth", str(depth))):
            is_of_sum = at.count("/") == depth + 1
            shown += value * at.endswith("/fields") if is_of_sum else 1
        assert shown == whole, path.name


def test_items_that_come_out_of_order(tmp_path):
    """The rows of a pack stand in front of its names, and these in front of its files: an item is put together."""
    (path,) = (CORPUS / "fox_fpk" / "seed").glob("*fpk-smallest*")
    for entry in tree_of(path)["entries"]:
        assert list(entry)[0] == "dataOffset" and set(list(entry)[-2:]) == {"name", "data"}
    part = tree_of(path, "--path", "/entries/0/data")
    assert part == {"entries": [{"data": tree_of(path)["entries"][0]["data"]}]}


def pakfile_around_its_directory():
    """A map whose first file stands between the directory and the end record, which come last otherwise."""
    content = (CORPUS / "source_bsp/seed/00-20-source-small.bsp").read_bytes()
    fields = {field["path"]: field for field in fields_of(content)}
    start, length = (fields[f"/lumps/40/{name}"]["value"] for name in ("offset", "length"))
    zip_, first = content[start:start + length], fields["/pakfile/files/1/neededVersion"]["offset"] - 4 - start
    end, at = fields["/pakfile/end/mark"]["offset"] - start, fields["/pakfile/end/directoryOffset"]["value"]
    directory = bytearray(zip_[at:end])
    for path, field in fields.items():
        if path.startswith("/pakfile/entries/") and path.endswith("/localOffset"):
            place = field["value"] - first if field["value"] > 0 else end - first
            struct.pack_into("<I", directory, field["offset"] - start - at, place)
    tail = bytearray(zip_[end:])
    struct.pack_into("<I", tail, 16, at - first)
    return content[:start] + zip_[first:at] + directory + zip_[:first] + tail + content[start + length:]


def test_a_pakfile_whose_directory_stands_between_files(tmp_path):
    """Its files are a list that is left and gone on with, in an object that has other members."""
    path = tmp_path / "a.bsp"
    path.write_bytes(pakfile_around_its_directory())
    assert_is_whole(path)
    assert list(tree_of(path)["pakfile"]) == ["files", "entries", "end"]


def samples():
    kinds = (".nav", ".dat", ".path", ".nav2", ".esp", ".esm", ".esl")
    every = [path for path in sorted(SAMPLES.parent.rglob("*")) if path.suffix.lower() in kinds]
    return sparse(every[::8]) or [pytest.param(None, marks=pytest.mark.skip(reason="the samples are absent"))]


@pytest.mark.parametrize("path", samples(), ids=lambda path: path and path.name)
def test_a_tree_of_a_real_file_has_every_field(path):
    if run("dump", str(path)).code == 0:
        assert_is_whole(path)


def test_a_tree_with_offsets():
    content = mesh(areas=3)
    tree = json.loads(run("dump", "--format", "tree", "--with-offsets", "-", stdin=content).text)
    for field in fields_of(content):
        assert resolve(tree, field.pop("path")) == field


def test_a_part_of_a_tree_is_where_it_is_in_the_whole(tmp_path):
    path = tmp_path / "a.nav"
    path.write_bytes(mesh(areas=4))
    part, whole = tree_of(path, "--path", "/areas/2"), tree_of(path)
    assert part == {"areas": [None, None, whole["areas"][2]]}


def test_depth_of_a_tree(tmp_path):
    tree = tree_of(CORPUS / "skyrim_navmesh/seed/00-44-se-small.esp", "--depth", "2")
    assert all(set(record) == {"fields", "offset", "length"} for record in tree["records"])


@pytest.mark.skipif(not shutil.which("jq"), reason="jq is absent")
@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/seed/*small.*")), ids=lambda path: path.name)
def test_jq_leaves_a_tree_as_it_is(path):
    text = run("dump", "--format", "tree", str(path)).out
    once = subprocess.run(["jq", "."], input=text, capture_output=True, check=True).stdout
    twice = subprocess.run(["jq", "."], input=once, capture_output=True, check=True).stdout
    assert once == twice
    assert list(leaves_of(json.loads(once))) == list(leaves_of(json.loads(text)))


def test_a_file_without_fields_is_an_empty_tree(tmp_path):
    (tmp_path / "a.nav").write_bytes(mesh())
    assert tree_of(tmp_path / "a.nav", "--path", "/none") == {}


def inputs_of(stem):
    """(name, bytes) of the files of a witness."""
    paths = [path for path in stem.parent.glob(stem.name + ".*") if not path.name.endswith(".report.json")]
    if not paths:  # too large to be committed
        return [(None, witness(stem.name))]
    (path,) = paths
    if path.suffix != ".tar":
        return [(path.name, path.read_bytes())]
    with tarfile.open(path) as tar:
        return [(member.name, tar.extractfile(member).read()) for member in tar if member.isfile()]


def reports_of(path):
    """(report, bytes of its input) of a witness."""
    files = dict(inputs_of(path.parent / path.name[:-len(".report.json")]))
    whole = json.loads(path.read_text())
    for report in whole.get("reports", [whole]):
        if "input" in report:
            name = report["input"]["name"]
            yield report, files.get(name) or files.get(name.rsplit("/", 1)[-1]) or files[None]


def is_named(tree, pointer):
    try:
        resolve(tree, pointer)
    except (KeyError, IndexError, TypeError, ValueError):
        return False
    return True


@pytest.mark.parametrize("room", sorted(path.name for path in CORPUS.iterdir() if (path / "witness").is_dir()))
def test_paths_of_findings_resolve(room, tmp_path):
    """Each path in the reports of the witnesses is a JSON Pointer into the tree of its file, unless the file is
    damaged there: it is shown up to the damage."""
    file, resolved = tmp_path / "x", 0
    for path in sorted((CORPUS / room / "witness").glob("*.report.json")):
        for report, content in reports_of(path):
            file.write_bytes(content)
            words = ["--with-offsets", "--input-format", room.replace("_", "-"), str(file)]
            tree = json.loads(run("dump", "--format", "tree", *words).text or "{}")
            lost = [finding for finding in report["findings"] if not is_named(tree, finding["path"])]
            resolved += len(report["findings"]) - len(lost)
            end = max([0] + [value for at, value in leaves_of(tree) if at.endswith("/offset")]) if lost else 0
            assert [finding for finding in lost if finding["offset"] < end] == [], path.name
    assert resolved > 10
