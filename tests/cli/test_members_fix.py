"""fix of a member of an archive or a container: what is written is what a packer would have written, byte for byte."""

import io
import itertools
import json
import os
import resource
import shutil
import signal
import stat
import struct
import subprocess
import zipfile

import pytest

from conftest import ROOT, is_sanitized, program, rar_of, run, tar_of, zip_of
from containers import bsp_of, crc32, fpk_of, gma_of, img_of, pak_of, pakfile_of, vpk_of, vpk_row

NAV = "NAV_BOOL"  # a safe fix that keeps the length
LONGER = "NAV_CONN_SELF"  # and one that does not


def witness(code):
    return run("witness", code).out


def fixed(content, *words):
    return run("fix", *words, "-", stdin=content).out


def codes(path, *words):
    """Of what is inside, too: (name, code) of all findings."""
    result = run("check", "--format", "ndjson", "--pedantic", *words, path)
    rows = [json.loads(line) for line in result.text.splitlines()]
    return sorted((row["input"]["name"], finding["code"]) for row in rows if "input" in row for finding in row["findings"])


def changes(before, after):
    """Which bytes differ: [(first, behind the last), ...]."""
    assert len(before) == len(after)
    places = [at for at, pair in enumerate(zip(before, after)) if pair[0] != pair[1]]
    runs = itertools.groupby(enumerate(places), lambda row: row[1] - row[0])
    return [(run[0][1], run[-1][1] + 1) for run in (list(rows) for _, rows in runs)]


def stored_zip_of(members):
    return pakfile_of(members)


def streamed_zip_of(members):
    """With sums behind the data, as tools write that cannot go back."""
    class Pipe(io.RawIOBase):
        def __init__(self):
            super().__init__()
            self.whole = b""

        def writable(self):
            return True

        def write(self, part):
            self.whole += bytes(part)
            return len(part)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w") as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name), content)
    return pipe.whole


# Of each kind: how it is written, under which name a member is in it, and which mesh.
KINDS = {
    "gma": (gma_of, "maps/a.nav", NAV),
    "gma-without-sums": (lambda members: gma_of(members, crc=False), "maps/a.nav", NAV),
    "vpk-1": (vpk_of, "maps/a.nav", NAV),
    "vpk-1-preload": (lambda members: vpk_of(members, preload=20), "maps/a.nav", NAV),
    "vpk-1-all-preloaded": (lambda members: vpk_of(members, preload=9000), "maps/a.nav", NAV),
    "vpk-2": (lambda members: vpk_of(members, version=2), "maps/a.nav", NAV),
    "vpk-2-pieces": (lambda members: vpk_of(members, version=2, piece=50, preload=3), "maps/a.nav", NAV),
    "vpk-2-unsigned": (lambda members: vpk_of(members, version=2, piece=64,
                                              signature=struct.pack("<IIIII", 0x55aa1234, 1, 0, 0, 0)), "maps/a.nav", NAV),
    "bsp": (bsp_of, "maps/a.nav", NAV),
    "bsp-streamed": (lambda members: bsp_of([], pakfile=streamed_zip_of(members)), "maps/a.nav", NAV),
    "zip": (stored_zip_of, "maps/a.nav", NAV),
    "zip-streamed": (streamed_zip_of, "maps/a.nav", NAV),
    "fpk": (fpk_of, "Assets/tpp/a.nav", NAV),
    "img": (img_of, "nodes0.dat", "NODES_NODE_PREV"),
    "pak": (lambda members: pak_of([(number, content) for number, (_, content) in enumerate(members)]),
            "00000001.PATH", "PATH_NODE_NORMAL_UNIT"),
}


def members_of(kind, content):
    _, name, _ = KINDS[kind]
    written = f"/{name}" if kind == "fpk" else name
    return [("readme.txt", b"first" * 7), (written, content), ("b.txt", b"last" * 20)]


def pair_of(kind):
    """The container with the broken mesh, and as its writer has it with the fixed one."""
    write, _, code = KINDS[kind]
    broken = witness(code)
    whole = fixed(broken, "--only", code)
    assert broken != whole and len(broken) == len(whole)
    return write(members_of(kind, broken)), write(members_of(kind, whole))


@pytest.fixture(params=KINDS)
def kind(request):
    return request.param


# ---- what is written ----


def test_the_file_is_what_its_writer_would_have_written(tmp_path, kind):
    before, after = pair_of(kind)
    _, name, code = KINDS[kind]
    path = tmp_path / "x.bin"
    path.write_bytes(before)
    findings = codes(path)
    result = run("fix", "--in-place", "--only", code, f"x.bin!{name}", cwd=tmp_path)
    assert (result.code, result.err.count("\n")) == (0, 1), result.err
    assert f"x.bin!{name}:+0x" in result.text and f"[{code}]" in result.text
    assert path.read_bytes() == after and os.listdir(tmp_path) == ["x.bin"]
    left = codes(path)
    assert (f"{path}!{name}", code) in findings and (f"{path}!{name}", code) not in left
    assert not [row for row in left if row not in findings]


@pytest.mark.parametrize("name", [r"maps/\xe4.nav", b"maps/\xe4.nav"])
def test_a_member_whose_name_is_no_text(tmp_path, name):
    before, after = (whole.replace(b"maps/a.nav", b"maps/\xe4.nav") for whole in pair_of("zip"))
    (tmp_path / "x.zip").write_bytes(before)
    result = run("fix", "--in-place", "--only", NAV, os.fsencode("x.zip!") + os.fsencode(name), cwd=tmp_path)
    assert result.code == 0 and r"x.zip!maps/\xe4.nav:+0x" in result.text
    assert (tmp_path / "x.zip").read_bytes() == after


def test_output_and_standard_output_get_the_outer_file(tmp_path, kind):
    before, after = pair_of(kind)
    _, name, code = KINDS[kind]
    (tmp_path / "x.bin").write_bytes(before)
    assert run("fix", "--only", code, f"x.bin!{name}", cwd=tmp_path).out == after
    assert run("fix", "--only", code, f"x.bin!{name}", "-o", "y.bin", cwd=tmp_path).code == 0
    assert (tmp_path / "y.bin").read_bytes() == after and (tmp_path / "x.bin").read_bytes() == before
    assert run("fix", "--only", code, f"y.bin!{name}", cwd=tmp_path).out == after, "nothing is left to fix"


def test_nothing_is_written_where_that_is_asked_for(tmp_path, kind):
    before, _ = pair_of(kind)
    _, name, code = KINDS[kind]
    (tmp_path / "x.bin").write_bytes(before)
    loose_name = name.rpartition("/")[2]
    (tmp_path / loose_name).write_bytes(run("extract", f"x.bin!{name}", "-o", "-", cwd=tmp_path).out)
    for words in (["--dry-run"], ["--diff"], ["--diff", "--format", "json"]):
        result = run("fix", *words, "--only", code, f"x.bin!{name}", cwd=tmp_path)
        loose = run("fix", *words, "--only", code, loose_name, cwd=tmp_path)
        assert (result.code, result.text) == (1, loose.text.replace(loose_name, f"x.bin!{name}"))
    assert (tmp_path / "x.bin").read_bytes() == before


def test_sums_that_were_wrong_stay_wrong(tmp_path):
    broken = witness(NAV)
    content = bytearray(gma_of([("maps/a.nav", broken), ("x.txt", b"text")]))
    content[content.index(struct.pack("<I", crc32(b"text")))] ^= 1
    (tmp_path / "x.gma").write_bytes(content)
    after = run("fix", "x.gma!maps/a.nav", cwd=tmp_path).out
    assert after[-4:] == content[-4:] and len(changes(bytes(content), after)) == 2, "the mesh and its own sum"
    content[-4:] = struct.pack("<I", crc32(bytes(content[:-4])))
    (tmp_path / "x.gma").write_bytes(content)
    after = run("fix", "x.gma!maps/a.nav", cwd=tmp_path).out
    assert after[-4:] == struct.pack("<I", crc32(after[:-4])), "the sum of all was right"


# ---- in each other ----


def nested(content):
    inner = bsp_of([("maps/x.nav", content)])
    addon = gma_of([("readme.txt", b"text"), ("maps/x.bsp", inner)])
    package = vpk_of([("a/addon.gma", addon)], version=2, piece=100, preload=31)
    return stored_zip_of([("a.txt", b"text"), ("p.vpk", package), ("z.txt", b"more")])


def test_every_level_is_true_again(tmp_path):
    name = "x.zip!p.vpk!a/addon.gma!maps/x.bsp!maps/x.nav"
    broken = witness(NAV)
    (tmp_path / "x.zip").write_bytes(nested(broken))
    result = run("fix", "-i", "--backup", name, cwd=tmp_path)
    assert result.code == 0, result.err
    assert (tmp_path / "x.zip").read_bytes() == nested(fixed(broken))
    assert (tmp_path / "x.zip.bak").read_bytes() == nested(broken)
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        assert archive.testzip() is None
    assert not [row for row in codes(tmp_path / "x.zip") if row[1] == NAV]


def test_several_members_of_one_file(tmp_path):
    broken = witness(NAV)
    (tmp_path / "x.gma").write_bytes(gma_of([("maps/a.nav", broken), ("maps/b.nav", broken)]))
    (tmp_path / "c.nav").write_bytes(broken)
    names = ["x.gma!maps/a.nav", "x.gma!maps/b.nav"]
    assert run("fix", *names, cwd=tmp_path).code == 2
    assert run("fix", "-i", *names, "c.nav", "x.gma!maps/a.nav", cwd=tmp_path).code == 0
    assert (tmp_path / "x.gma").read_bytes() == gma_of([("maps/a.nav", fixed(broken)), ("maps/b.nav", fixed(broken))])
    assert (tmp_path / "c.nav").read_bytes() == fixed(broken)


def test_settings_are_those_of_the_outer_file(tmp_path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "x.gma").write_bytes(gma_of([("maps/a.nav", witness(NAV))]))
    (tmp_path / "d" / ".navlint.json").write_text(json.dumps({"ignore": [NAV]}))
    assert "0 would be fixed" in run("fix", "-n", "d/x.gma!maps/a.nav", cwd=tmp_path).err
    assert "1 would be fixed" in run("fix", "-n", "--no-config", "d/x.gma!maps/a.nav", cwd=tmp_path).err


# ---- what is refused ----


def refused(folder, name, problem, *words, level=None, code=3):
    """Whatever is asked for: nothing is written, and the one line says which level is meant, and why."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for how in (["-i"], ["-n"], ["-o", "out.bin"]):
        result = run("fix", *how, *words, name, cwd=folder)
        assert (result.code, result.out) == (code, b"")
        said = result.err.splitlines()[0]
        if level:
            problem_of_level = f"{level}: {problem}: extract it, fix it, and pack it again"
            assert said == f"navlint: cannot fix {name}: {problem_of_level}"
        else:
            assert problem in said
        assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_what_does_not_keep_its_length_is_refused(tmp_path):
    broken = witness(LONGER)
    length = len(fixed(broken))
    (tmp_path / "x.gma").write_bytes(gma_of([("maps/a.nav", broken)]))
    refused(tmp_path, "x.gma!maps/a.nav", f"fixed it has {length} bytes, not {len(broken)}", code=1)


@pytest.mark.parametrize("outer, level, problem", [
    (lambda mesh: zip_of([("maps/a.nav", mesh * 9)]), "x.bin!maps/a.nav", "it is packed"),
    (lambda mesh: tar_of([("maps/a.nav", mesh)]), "x.bin!maps/a.nav", "of archives only zips are changed"),
    (lambda mesh: bsp_of([("maps/a.nav", mesh * 9)], pakfile=pakfile_of([("maps/a.nav", mesh * 9)], zipfile.ZIP_DEFLATED)),
     "x.bin!maps/a.nav", "it is packed"),
    (lambda mesh: vpk_of([("maps/a.nav", mesh)], version=2, signature=bytes(8 + 5)), "x.bin!maps/a.nav",
     "the package is signed")])
def test_levels_that_cannot_be_changed(tmp_path, outer, level, problem):
    (tmp_path / "x.bin").write_bytes(outer(witness(NAV)))
    refused(tmp_path, "x.bin!maps/a.nav", problem, level=level)


def test_the_packed_level_is_named(tmp_path):
    addon = gma_of([("maps/a.nav", witness(NAV)), ("x.txt", b"text" * 99)])
    (tmp_path / "x.zip").write_bytes(stored_zip_of([("y.zip", zip_of([("addon.gma", addon)]))]))
    refused(tmp_path, "x.zip!y.zip!addon.gma!maps/a.nav", "it is packed", level="x.zip!y.zip!addon.gma")


def test_files_beside_a_package_are_left_alone(tmp_path):
    whole, files = vpk_of([("maps/a.nav", witness(NAV))], volumes={"maps/a.nav": 0})
    (tmp_path / "p_dir.vpk").write_bytes(whole)
    (tmp_path / "p_000.vpk").write_bytes(files[0])
    refused(tmp_path, "p_dir.vpk!maps/a.nav", "its bytes are in another file of the package",
            level="p_dir.vpk!maps/a.nav")


def test_a_pack_of_corruption_has_a_sum_that_nobody_knows(tmp_path):
    shutil.copy(ROOT / "corpus/metroid_pak/seed/03-2-corruption-small.pak", tmp_path / "x.pak")
    name = "x.pak!255992ECDAA66D13.TXTR"
    refused(tmp_path, name, "a pack of Corruption has an MD5 that cannot be computed anew", level=name)


@pytest.mark.parametrize("name, problem", [
    ("x.gma!none", "cannot read x.gma!none: no member is called none"), ("none!x", "cannot read none!x"),
    ("x.zip", "x.zip: an archive: name a file in it, x.zip!MEMBER"),
    ("x.zip!y.zip", "x.zip!y.zip: an archive: name a file in it, x.zip!y.zip!MEMBER")])
def test_what_is_not_there(tmp_path, name, problem):
    (tmp_path / "x.gma").write_bytes(gma_of([("maps/a.nav", witness(NAV))]))
    (tmp_path / "x.zip").write_bytes(stored_zip_of([("y.zip", zip_of([("a.nav", witness(NAV))]))]))
    refused(tmp_path, name, problem)


def test_limits(tmp_path):
    (tmp_path / "x.gma").write_bytes(gma_of([("maps/a.nav", witness(NAV))]))
    (tmp_path / "x.zip").write_bytes(stored_zip_of([("x.gma", (tmp_path / "x.gma").read_bytes())]))
    refused(tmp_path, "x.gma!maps/a.nav", "larger than --max-bytes allows", "--max-bytes", "200")
    refused(tmp_path, "x.zip!x.gma!maps/a.nav", "[limit:archiveBytes]", "--max-archive-bytes", "100")


# ---- hostile containers ----

SHARED_MEMBER = "it shares bytes with another member"
SHARED_TABLES = "it shares bytes with the container's own tables"
SHARED_ZIP = "it shares bytes with another file of the zip, or that is damaged"


def vpk_with_rows(rows, data):
    """Files of one folder: (stem, CRC-32, offset, length)."""
    tree = b"nav\0maps\0" + b"".join(stem + b"\0" + vpk_row(length, crc, offset) for stem, crc, offset, length in rows)
    tree += b"\0\0\0"
    return struct.pack("<III", 0x55aa1234, 1, len(tree)) + tree + data


@pytest.mark.parametrize("shift", [-1, 0, 1])
def test_members_of_a_package_that_overlap(tmp_path, shift):
    mesh = witness(NAV)
    data = b"0" + mesh + b"0"
    rows = [(b"a", crc32(mesh), 1, len(mesh)), (b"b", 0, 1 + shift, len(mesh))]
    (tmp_path / "x.vpk").write_bytes(vpk_with_rows(rows, data))
    refused(tmp_path, "x.vpk!maps/a.nav", SHARED_MEMBER, level="x.vpk!maps/a.nav")


def test_members_that_touch_do_not_overlap(tmp_path):
    mesh = witness(NAV)
    rows = [(b"a", crc32(mesh), 1, len(mesh)), (b"b", 0, 0, 1), (b"c", 0, 1 + len(mesh), 1), (b"d", 0, 9, 0)]
    (tmp_path / "x.vpk").write_bytes(vpk_with_rows(rows, b"0" + mesh + b"0"))
    assert run("fix", "-i", "x.vpk!maps/a.nav", cwd=tmp_path).code == 0


def test_members_of_packs_that_overlap(tmp_path):
    mesh = witness("PATH_NODE_NORMAL_UNIT")
    content = bytearray(pak_of([(1, mesh), (2, mesh)]))
    content[16 + 20 + 16:16 + 40] = content[16 + 16:16 + 20]
    (tmp_path / "x.pak").write_bytes(content)
    refused(tmp_path, "x.pak!00000001.PATH", SHARED_MEMBER, level="x.pak!00000001.PATH")


def fpk_with_name_inside():
    """Whose second name lies in the mesh."""
    mesh = witness(NAV) + b"/Assets/tpp/b.txt\0"
    content = bytearray(fpk_of([("/Assets/a.nav", mesh), ("/Assets/tpp/b.txt", b"text")]))
    at = struct.unpack_from("<Q", content, 48)[0] + len(mesh) - 18
    struct.pack_into("<Q", content, 48 + 48 + 16, at)
    return bytes(content)


def bsp_with_lump_inside():
    """Of which another lump is in the pakfile."""
    content = bytearray(bsp_of([("maps/x.nav", witness(NAV))]))
    struct.pack_into("<II", content, 8 + 16 * 3, content.index(b"\xce\xfa\xed\xfe") + 4, 4)
    return bytes(content)


def bsp_with_directory_inside():
    """Whose mesh reaches over the directory: what is stored ends with it."""
    mesh = witness(NAV)
    pakfile = bytearray(pakfile_of([("maps/x.nav", mesh)]))
    central = pakfile.index(b"PK\1\2")
    for at in (18, 22, central + 20, central + 24):
        struct.pack_into("<I", pakfile, at, len(mesh) + 40)
    return bsp_of([], pakfile=bytes(pakfile))


@pytest.mark.parametrize("content, name", [
    (fpk_with_name_inside, "Assets/a.nav"), (bsp_with_lump_inside, "maps/x.nav"),
    (bsp_with_directory_inside, "maps/x.nav")])
def test_members_that_share_bytes_with_tables(tmp_path, content, name):
    (tmp_path / "x.bin").write_bytes(content())
    refused(tmp_path, f"x.bin!{name}", SHARED_TABLES, "--unsafe", level=f"x.bin!{name}")


def test_members_of_an_image_that_overlap(tmp_path):
    mesh = witness("NODES_NODE_PREV")
    content = bytearray(img_of([("nodes1.dat", mesh), ("nodes2.dat", mesh)]))
    content[8 + 32:8 + 36] = content[8:12]
    (tmp_path / "x.img").write_bytes(content)
    refused(tmp_path, "x.img!nodes1.dat", SHARED_MEMBER, level="x.img!nodes1.dat")


def zip_with_shared_file(shift):
    """Two central headers, the second one of a file that begins `shift` bytes behind the header of the first one."""
    whole = bytearray(stored_zip_of([("maps/a.nav", witness(NAV)), ("b.txt", b"text")]))
    second = whole.index(b"PK\1\2", whole.index(b"PK\1\2") + 4)
    struct.pack_into("<I", whole, second + 42, shift)
    return bytes(whole)


@pytest.mark.parametrize("shift", [0, 40])
def test_files_of_a_zip_that_overlap(tmp_path, shift):
    (tmp_path / "x.zip").write_bytes(zip_with_shared_file(shift))
    result = run("fix", "-i", "x.zip!maps/a.nav", cwd=tmp_path)
    assert result.code == 3 and (SHARED_ZIP in result.err or "cannot read" in result.err)
    assert (tmp_path / "x.zip").read_bytes() == zip_with_shared_file(shift)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_with_one_name_twice(tmp_path):
    (tmp_path / "x.zip").write_bytes(stored_zip_of([("a.nav", witness(NAV)), ("a.nav", witness(NAV))]))
    refused(tmp_path, "x.zip!a.nav", "the zip has two files of this name", level="x.zip!a.nav")


def test_a_zip_behind_something_else(tmp_path):
    (tmp_path / "x.zip").write_bytes(stored_zip_of([("a.nav", witness(NAV))]) + b"tail")
    result = run("fix", "-i", "x.zip!a.nav", cwd=tmp_path)
    assert result.code == 3 and (tmp_path / "x.zip").read_bytes().endswith(b"tail")


@pytest.mark.parametrize("kind", ["gma", "vpk-2-pieces", "bsp", "zip", "fpk", "img", "pak"])
def test_flipped_bytes_change_nothing_else(tmp_path, kind):
    """Whatever a container says: of what is written all but the mesh and sums is as it was."""
    before, _ = pair_of(kind)
    _, name, code = KINDS[kind]
    mesh = witness(code)
    start = before.find(mesh[16:]) - 16
    step = 97 if is_sanitized() else 13
    for at in range(0, len(before), max(step, len(before) // 150)):
        content = bytearray(before)
        content[at] ^= 0xff
        (tmp_path / "x.bin").write_bytes(content)
        result = run("fix", "--only", code, f"x.bin!{name}", cwd=tmp_path)
        assert result.code in (0, 1, 3), result.err
        if not result.out or result.out == content:
            continue
        outside = [place for place in changes(bytes(content), result.out)
                   if not start <= place[0] < place[1] <= start + 4096]
        assert sum(end - first for first, end in outside) <= 16 * 8, (at, outside)


# ---- the file on the disk ----


@pytest.fixture
def addon(tmp_path):
    path = tmp_path / "x.gma"
    path.write_bytes(gma_of([("maps/a.nav", witness(NAV))]))
    return path


def after_of(path):
    return path.read_bytes() == gma_of([("maps/a.nav", fixed(witness(NAV)))])


def test_a_link_stays_and_its_target_is_replaced(addon, tmp_path):
    (tmp_path / "link").symlink_to(addon)
    assert run("fix", "-i", "--backup", "link!maps/a.nav", cwd=tmp_path).code == 0
    assert (tmp_path / "link").is_symlink() and after_of(addon) and (tmp_path / "link.bak").exists()


def test_mode_and_inode(addon):
    addon.chmod(0o640)
    before = addon.stat()
    assert run("fix", "-i", f"{addon}!maps/a.nav").code == 0
    assert stat.S_IMODE(addon.stat().st_mode) == 0o640 and addon.stat().st_ino != before.st_ino and after_of(addon)


def test_a_read_only_file_is_replaced_as_a_plain_one_is(addon, tmp_path):
    addon.chmod(0o444)
    plain = tmp_path / "a.nav"
    plain.write_bytes(witness(NAV))
    plain.chmod(0o444)
    codes_of_both = [run("fix", "-i", name, cwd=tmp_path).code for name in ("a.nav", "x.gma!maps/a.nav")]
    assert codes_of_both == [0, 0] and after_of(addon) and stat.S_IMODE(addon.stat().st_mode) == 0o444


def test_a_full_disk_leaves_the_old_file(addon, tmp_path):
    before = addon.read_bytes()
    result = run("fix", "-i", "x.gma!maps/a.nav", cwd=tmp_path, restore_signals=False,
                 preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                     resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))))
    assert result.code == 4 and addon.read_bytes() == before and os.listdir(tmp_path) == ["x.gma"]


def test_a_backup_that_is_a_link_is_refused(addon, tmp_path):
    (tmp_path / "x.gma.bak").symlink_to("elsewhere")
    before = addon.read_bytes()
    assert run("fix", "-i", "--backup", "x.gma!maps/a.nav", cwd=tmp_path).code == 4
    assert addon.read_bytes() == before


def test_standard_input_is_an_outer_file_too(addon, tmp_path):
    content = addon.read_bytes()
    after = subprocess.run([program(), "fix", "--", "-!maps/a.nav"], input=content, capture_output=True, check=False)
    assert after.returncode == 0 and after.stdout == gma_of([("maps/a.nav", fixed(witness(NAV)))])
    result = subprocess.run([program(), "fix", "-i", "--", "-!maps/a.nav"], input=content, capture_output=True, check=False, cwd=tmp_path)
    assert result.returncode == 3 and b"not a regular file" in result.stderr


def test_rars_are_not_changed(tmp_path):
    (tmp_path / "x.rar").write_bytes(rar_of([("a.nav", witness(NAV))]))
    refused(tmp_path, "x.rar!a.nav", "of archives only zips are changed", level="x.rar!a.nav")
