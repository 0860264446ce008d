"""navlint fix: what is written where, exit codes, and that a file is never half written."""

import io
import json
import os
import pathlib
import random
import resource
import signal
import stat
import struct
import subprocess
import sys
import tarfile
import zlib

import pytest
from jsonschema import Draft202012Validator

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAVLINT = os.environ.get("NAVLINT_BIN", str(ROOT / "build" / "bin" / "navlint"))


def navlint(*words, data=b"", **more):
    return subprocess.run([NAVLINT, *map(str, words)], input=data, capture_output=True, check=False, **more)


def witness(code):
    return navlint("witness", code).stdout


def codes_in(data, name="file.nav"):
    run = navlint("check", "--format", "json", "--pedantic", "--stdin-filename", name, "-", data=data)
    return {finding["code"] for finding in json.loads(run.stdout)["findings"]}


@pytest.fixture(name="broken")
def broken_file(tmp_path):
    """A file with an unsafe fix."""
    path = tmp_path / "de_test.nav"
    path.write_bytes(witness("NAV_CONN_UNRESOLVED"))
    return path


def rules():
    return json.loads(navlint("rules", "--format", "json").stdout)["rules"]


def fixable():
    return [rule["code"] for rule in rules() if "fix" in rule]


@pytest.mark.parametrize("code", fixable())
def test_a_witness_piped_through_fix_is_free_of_its_rule(code):
    data = witness(code)
    if data[257:262] == b"ustar":
        pytest.skip("a set: fix_witnesses has it")
    run = navlint("fix", "--unsafe", "--pedantic", "--only", code, data=data)
    assert run.returncode in (0, 1), run.stderr
    assert code not in codes_in(run.stdout)


def test_unsafe_fixes_are_made_only_when_asked_for(broken):
    before = broken.read_bytes()
    run = navlint("fix", "--in-place", broken)
    assert run.returncode == 1 and broken.read_bytes() == before
    assert b"--unsafe may fix 1 more" in run.stderr
    run = navlint("fix", "--in-place", "--unsafe", broken)
    assert run.returncode == 0 and len(broken.read_bytes()) == len(before) - 4
    assert run.stdout.count(b"\n") == 1 and b"[NAV_CONN_UNRESOLVED]" in run.stdout


def test_dry_runs_write_nothing_and_exit_with_1(broken):
    before = broken.read_bytes()
    for option in ("--dry-run", "--diff"):
        run = navlint("fix", "--unsafe", option, broken)
        assert run.returncode == 1 and broken.read_bytes() == before
    assert os.listdir(broken.parent) == [broken.name]


def test_diff_names_fields_values_and_offsets(broken):
    lines = navlint("fix", "--unsafe", "--diff", broken).stdout.decode().splitlines()
    assert lines[0].startswith("--- ") and lines[1].startswith("+++ ")
    assert "@@ +0x44 -4 +4 @@ /areas/0/connections/eastCount u32le" in lines
    at = lines.index("@@ +0x44 -4 +4 @@ /areas/0/connections/eastCount u32le")
    assert lines[at + 1 : at + 3] == ["-1", "+0"]


def test_what_could_not_be_written_is_counted(broken):
    other = broken.with_name("other.nav")
    other.write_bytes(broken.read_bytes())
    other.with_name("other.nav.bak").mkdir()
    for words, said in (([broken, other], "1 fixed in 1 of 2 files; 0 errors and warnings left; 1 file not written"),
                        ([other], "0 fixed in 0 of 1 file; 0 errors and warnings left; 1 file not written")):
        run = navlint("fix", "--unsafe", "-i", "--backup", *words)
        assert run.returncode == 4 and run.stderr.decode().splitlines()[-1] == said


def test_backup_keeps_the_old_file(broken):
    before = broken.read_bytes()
    assert navlint("fix", "--unsafe", "-i", "--backup", broken).returncode == 0
    assert broken.with_name(broken.name + ".bak").read_bytes() == before


def test_backups_are_not_fixed_with_their_folder(broken):
    before = broken.read_bytes()
    assert navlint("fix", "--unsafe", "-i", "--backup", broken.parent).returncode == 0
    assert navlint("fix", "--unsafe", "-i", broken.parent).returncode == 0
    assert broken.with_name(broken.name + ".bak").read_bytes() == before
    broken.unlink()
    assert navlint("fix", "--unsafe", "-i", broken.parent).returncode == 0
    assert broken.with_name(broken.name + ".bak").read_bytes() != before


def test_a_set_with_its_backups_is_the_set(tmp_path):
    with tarfile.open(fileobj=io.BytesIO(witness("NODES_SET_DUPLICATE"))) as files:
        content = files.extractfile(files.getmembers()[0]).read()
    words = "check", "--format", "json", tmp_path
    (tmp_path / "NODES0.DAT").write_bytes(content)
    alone = navlint(*words).stdout
    (tmp_path / "NODES0.DAT.bak").write_bytes(content)
    assert navlint(*words).stdout == alone
    (tmp_path / "other.DAT").write_bytes(content)
    assert b"NODES_SET_DUPLICATE" in navlint(*words).stdout


def test_a_backup_is_as_private_as_the_file(broken):
    broken.chmod(0o600)
    assert navlint("fix", "--unsafe", "-i", "--backup", broken, umask=0).returncode == 0
    assert stat.S_IMODE(broken.with_name(broken.name + ".bak").stat().st_mode) == 0o600


def test_a_backup_follows_no_link(broken, tmp_path):
    before = broken.read_bytes()
    backup, precious = broken.with_name(broken.name + ".bak"), tmp_path / "precious"
    precious.write_bytes(b"precious")
    backup.symlink_to(precious)
    run = navlint("fix", "--unsafe", "-i", "--backup", broken)
    assert run.returncode == 4 and f"cannot write {backup}: ".encode() in run.stderr
    assert precious.read_bytes() == b"precious" and broken.read_bytes() == before and backup.is_symlink()


def test_permissions_and_links_stay(broken, tmp_path):
    broken.chmod(0o640)
    link = tmp_path / "link.nav"
    link.symlink_to(broken)
    assert navlint("fix", "--unsafe", "-i", link).returncode == 0
    assert link.is_symlink() and stat.S_IMODE(broken.stat().st_mode) == 0o640
    assert "NAV_CONN_UNRESOLVED" not in codes_in(broken.read_bytes())


def access_list(*entries):
    """As linux/posix_acl_xattr.h lays it out: version 2, then tag, permissions and id each."""
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)


def put_list(path, name, *entries):
    try:
        os.setxattr(path, name, access_list(*entries))
    except OSError:
        pytest.skip("the file system has no access control lists")


NOBODY = 0xFFFFFFFF
LIST = (1, 6, NOBODY), (2, 6, 65534), (4, 0, NOBODY), (16, 6, NOBODY), (32, 0, NOBODY)


def test_access_control_lists_stay(broken):
    """The group may read nothing, a user may: the mode's group bits say rw, which is the list's mask."""
    put_list(broken, "system.posix_acl_access", *LIST)
    before = os.getxattr(broken, "system.posix_acl_access"), broken.stat().st_mode
    assert stat.S_IMODE(before[1]) == 0o660
    assert navlint("fix", "--unsafe", "-i", "--backup", broken).returncode == 0
    for path in (broken, broken.with_name(broken.name + ".bak")):
        assert (os.getxattr(path, "system.posix_acl_access"), path.stat().st_mode) == before


def test_access_control_lists_of_the_folder_give_no_access(broken):
    """What is new in the folder gets its list, which the file did not have."""
    broken.chmod(0o660)
    put_list(broken.parent, "system.posix_acl_default", *LIST)
    assert navlint("fix", "--unsafe", "-i", broken).returncode == 0
    assert os.listxattr(broken) == [] and stat.S_IMODE(broken.stat().st_mode) == 0o660


def test_output_goes_where_it_is_sent(broken, tmp_path):
    out = tmp_path / "out.nav"
    before = broken.read_bytes()
    assert navlint("fix", "--unsafe", "-o", out, broken).returncode == 0
    assert broken.read_bytes() == before and "NAV_CONN_UNRESOLVED" not in codes_in(out.read_bytes())


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_output_may_be_standard_output(broken, tmp_path, name):
    piped = navlint("fix", "--unsafe", broken, cwd=tmp_path)
    run = navlint("fix", "--unsafe", "-o", name, broken, cwd=tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (0, piped.stdout, piped.stderr)
    assert os.listdir(tmp_path) == [broken.name]


def test_output_to_a_pipe_leaves_the_pipe(broken, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert navlint("fix", "--unsafe", "-o", pipe, broken).returncode == 0
    assert os.read(reader, 1 << 20) == navlint("fix", "--unsafe", broken).stdout
    os.close(reader)
    assert stat.S_ISFIFO(pipe.lstat().st_mode)


def test_output_to_a_device_leaves_the_device(broken, tmp_path):
    """Where root may put files beside devices, a rename would put one in the device's place."""
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o600, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("needs root")
    navlint("fix", "--unsafe", "-o", device, broken)
    assert stat.S_ISCHR(device.lstat().st_mode)


def test_output_to_an_unlinked_file_goes_into_it(broken, tmp_path):
    """What was there goes, and no file appears that has the name of what is gone."""
    stream = tmp_path / "stream.nav"
    stream.symlink_to("/proc/self/fd/1")
    with open(tmp_path / "gone", "w+b") as gone:
        os.unlink(gone.name)
        gone.write(b"x" * 100_000)
        gone.seek(0)
        names = sorted(os.listdir(tmp_path))
        done = subprocess.run([NAVLINT, "fix", "-q", "--unsafe", "-o", stream, broken], stdout=gone, check=False)
        gone.seek(0)
        assert (done.returncode, gone.read()) == (0, navlint("fix", "--unsafe", broken).stdout)
    assert sorted(os.listdir(tmp_path)) == names and stream.is_symlink()


def test_output_to_no_file_is_refused(broken, tmp_path):
    nowhere = tmp_path / "link"
    nowhere.symlink_to("absent/file.nav")
    for place in (tmp_path, nowhere):
        run = navlint("fix", "--unsafe", "-o", place, broken)
        assert run.returncode == 4 and f"cannot write {place}: ".encode() in run.stderr
    assert nowhere.is_symlink() and sorted(os.listdir(tmp_path)) == [broken.name, "link"]


def test_a_pipe_is_not_fixed_in_place(tmp_path):
    pipe = tmp_path / "de_test.nav"
    os.mkfifo(pipe)
    run = navlint("fix", "--unsafe", "-i", pipe, timeout=60)
    assert run.returncode == 3 and b"not a regular file" in run.stderr and stat.S_ISFIFO(pipe.lstat().st_mode)


def test_folders_want_a_way_to_write(broken):
    assert navlint("fix", broken.parent).returncode == 2
    assert navlint("fix", "--unsafe", "-i", broken.parent).returncode == 0
    assert codes_in(broken.read_bytes()) == set()


@pytest.mark.parametrize("words", [["-i", "-o", "x"], ["-i", "--dry-run"], ["--backup", "x"], ["-i", "-"], ["-i"]])
def test_options_that_do_not_go_together(words):
    assert navlint("fix", *words).returncode == 2


def settle(folder, **settings):
    (folder / ".navlint.json").write_text(json.dumps(settings), encoding="ascii")


def test_settings_say_which_findings_fail(broken):
    """The finding stays: --unsafe is not given."""
    assert navlint("fix", "-n", broken).returncode == 1
    settle(broken.parent, failOn="never")
    assert navlint("fix", "-n", broken).returncode == 0
    assert navlint("fix", "-n", "--fail-on", "error", broken).returncode == 1


def test_settings_of_each_file_say_whether_it_fails(broken):
    folders = [broken.parent / name for name in ("strict", "lax")]
    for folder in folders:
        folder.mkdir()
        (folder / broken.name).write_bytes(broken.read_bytes())
    settle(folders[1], failOn="never")
    assert [navlint("fix", "-n", folder).returncode for folder in folders] == [1, 0]


@pytest.mark.parametrize("word, code", [("fail", 3), ("warn", 0), ("ignore", 0)])
def test_settings_say_whether_what_cannot_be_judged_fails(tmp_path, word, code):
    """Of a version that nobody knows."""
    path = tmp_path / "later.nav"
    path.write_bytes(struct.pack("<II", 0xFEEDFACE, 99) + bytes(64))
    settle(tmp_path, onIndeterminate=word)
    assert navlint("check", path).returncode == navlint("fix", "-i", path).returncode == code


def test_a_folder_without_files_is_said(tmp_path):
    for name in ("empty", "lax", "full"):
        (tmp_path / name).mkdir()
    settle(tmp_path / "lax", allowEmpty=True)
    (tmp_path / "full" / "bools.nav").write_bytes(navlint("fix", data=witness("NAV_BOOL")).stdout)
    for words, code in ((["empty"], 3), (["lax"], 0), (["full"], 0), (["full", "empty"], 3)):
        check, fix = navlint("check", *words, cwd=tmp_path), navlint("fix", "-n", *words, cwd=tmp_path)
        assert (check.returncode, fix.returncode) == (code, code)
        assert (b"navlint: empty: no navigation file found\n" in fix.stderr) == (code == 3)


def test_what_a_folder_could_not_be_searched_for_is_said(tmp_path):
    (tmp_path / "lost.nav").symlink_to("nowhere")
    (tmp_path / "bools.nav").write_bytes(navlint("fix", data=witness("NAV_BOOL")).stdout)
    assert navlint("check", tmp_path).returncode == navlint("fix", "-n", tmp_path).returncode == 3


def test_what_is_in_order_stays_as_it_is(tmp_path):
    path = tmp_path / "good.nav"
    path.write_bytes(navlint("fix", "--unsafe", data=witness("NAV_CONN_UNRESOLVED")).stdout)
    before = path.stat()
    assert navlint("fix", "-i", "--unsafe", path).returncode == 0
    after = path.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_refused_fix_shows_the_bytes_that_stay():
    """The bytes behind the plugin would go, which the trial had done when it was refused."""
    tail = b"\1\2\3\4\5"
    data = witness("SKYRIM_NVMI_NO_NAVM") + tail
    run = navlint("fix", "--unsafe", "--only", "SKYRIM_TRAILING", "-n", "--format", "json", "-", data=data)
    document = json.loads(run.stdout)
    (refused,) = document["refused"]
    (edit,) = refused["edits"]
    assert document["fixed"] == []
    assert (edit["offset"], edit["oldBytes"]) == (len(data) - len(tail), tail.hex())


def grown(plugin, at, more):
    """The plugin with bytes inserted, and sizes of all groups and of the NAVI around them."""
    out = bytearray(plugin)
    starts = [i for i in range(at) if plugin[i:i + 4] == b"GRUP" and i + int.from_bytes(plugin[i + 4:i + 8], "little") >= at]
    for start in [*starts, plugin.rindex(b"NAVI", 0, at)]:
        size = int.from_bytes(plugin[start + 4:start + 8], "little") + len(more)
        out[start + 4:start + 8] = size.to_bytes(4, "little")
    return bytes(out[:at]) + more + bytes(out[at:])


def test_a_fix_keeps_the_outline_of_an_island():
    """The outline is the Creation Kit's own, which nothing of the navmesh says."""
    island = navlint("fix", "--unsafe", "-", data=witness("SKYRIM_NVMI_BOX_VERTICES")).stdout
    at = island.index(b"NVMI")
    size = int.from_bytes(island[at + 4:at + 6], "little")
    end = at + 6 + size
    vertex, first = end - 24, end - 36  # in front of the marker, the worldspace and the cell
    own = bytearray(island[:vertex] + island[first:first + 12] + island[vertex + 12:])
    own[at + 4:at + 6] = (size + 4).to_bytes(2, "little")
    data = grown(bytes(own), end, b"\1\2\3\4")
    assert "SKYRIM_NVMI_TRAILING" in codes_in(data, "a.esp")
    fixed = navlint("fix", "--unsafe", "--only", "SKYRIM_NVMI_TRAILING", "-", data=data).stdout
    assert "SKYRIM_NVMI_TRAILING" not in codes_in(fixed, "a.esp")
    assert fixed[at + 6:end] == own[at + 6:end] and own[at + 6:end] != island[at + 6:end]


def tails():
    """Rules about bytes that are left over, which may be anything."""
    words = ("TRAIL", "EOF_LAST", "LIST_LENGTH", "NVSI_LENGTH", "ZLIB_TAIL", "LEFTOVER")
    fill = ("PATH_TRAIL_ZERO", "PATH_TRAIL_SHORT")
    return [rule for rule in rules() if "fix" in rule and any(word in rule["code"] for word in words) and
            rule["code"] not in fill]


def test_bytes_that_are_no_fill_go_only_when_asked_for():
    found = tails()
    assert len(found) > 8
    assert [rule["code"] for rule in found if rule["fix"]["safety"] != "unsafe"] == []


def packed_navmeshes(plugin, count):
    """The plugin with so many copies of its navmesh, each packed to half of its bytes."""
    letters = random.Random(1).randbytes(30000).hex().encode()
    field = b"ZZZZ" + len(letters).to_bytes(2, "little") + letters
    at = plugin.index(b"NAVM", plugin.index(b"CELL", 60))
    size, flags, form_id = (int.from_bytes(plugin[at + i:at + i + 4], "little") for i in (4, 8, 12))
    data = plugin[at + 24:at + 24 + size] + 4 * field
    stream = len(data).to_bytes(4, "little") + zlib.compress(data)
    copies = b"".join(b"NAVM" + b"".join(number.to_bytes(4, "little") for number in
                                         (len(stream), flags | 0x40000, form_id + i)) +
                      plugin[at + 16:at + 24] + stream for i in range(count))
    out = bytearray(plugin[:at] + copies + plugin[at + 24 + size:])
    for start in (i for i in range(at) if plugin[i:i + 4] == b"GRUP"):
        whole = int.from_bytes(plugin[start + 4:start + 8], "little")
        if start + whole > at:
            out[start + 4:start + 8] = (whole + len(copies) - size - 24).to_bytes(4, "little")
    return bytes(out)


def test_many_packed_records_are_packed_again_in_one_round():
    data = packed_navmeshes(witness("SKYRIM_NVNM_GRID_MISSING"), 64)
    run = navlint("fix", "--only", "SKYRIM_NVNM_GRID_MISSING", "-n", "--format", "json", "-", data=data)
    document = json.loads(run.stdout)
    assert (document["fixedTotal"], document["refusedTotal"]) == (64, 0)
    assert {fix["round"] for fix in document["fixed"]} == {1}


def test_judging_has_an_end():
    """A mesh of 32769 triangles, of which each judgement takes long: judged a few times, and said."""
    plugin = ROOT / "corpus" / "skyrim_navmesh" / "regression" / "fixes-that-do-not-go-together.esp"
    run = navlint("fix", "--unsafe", "--pedantic", "--dry-run", "--format", "json", plugin)
    document = json.loads(run.stdout)
    assert (run.returncode, document["limit"]["name"]) == (1, "trials")
    assert [fix["code"] for fix in document["fixed"]].count("SKYRIM_NVNM_GRID_MISSING") == 1


def test_json_fits_its_schema(broken):
    schema = json.loads((ROOT / "schemas" / "fixed.schema.json").read_text(encoding="ascii"))
    run = navlint("fix", "--unsafe", "-n", "--format", "json", broken)
    document = json.loads(run.stdout)
    Draft202012Validator(schema).validate(document)
    assert [fix["code"] for fix in document["fixed"]] == ["NAV_CONN_UNRESOLVED"]
    assert document["report"]["verdict"] == "valid"


def test_explain_and_rules_say_what_can_be_fixed():
    text = navlint("explain", "NAV_CONN_SELF").stdout.decode()
    assert "Fix (safe)\n    navlint fix removes the connection.\n" in text
    rule = json.loads(navlint("explain", "--format", "json", "NAV_CONN_ZERO").stdout)
    assert rule["fix"] == {"safety": "unsafe", "deed": "removes the connection"}


def test_check_says_how_many_can_be_fixed(broken):
    assert b"; 1 fixable (navlint fix --unsafe)\n" in navlint("check", broken).stderr
    broken.write_bytes(witness("NAV_BOOL"))
    assert b"; 1 fixable (navlint fix)\n" in navlint("check", broken).stderr


# ---- The old file or the new one, whatever happens ----


def test_a_full_disk_leaves_the_old_file(broken):
    before = broken.read_bytes()

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    run = navlint("fix", "--unsafe", "-i", broken, preexec_fn=limit)
    assert run.returncode == 4 and b"cannot write" in run.stderr
    assert broken.read_bytes() == before and os.listdir(broken.parent) == [broken.name]


def test_a_folder_that_cannot_be_written_to(broken):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    broken.parent.chmod(0o555)
    assert navlint("fix", "--unsafe", "-i", broken).returncode == 4
    broken.parent.chmod(0o755)


KILLER = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Ends the program in front of the N-th call that touches a file. */
static void count(void) {
    static int calls;
    if (++calls == atoi(getenv("KILL_AT"))) raise(SIGKILL);
}

#define WRAP(type, name, parameters, arguments)                                                    \
    type name parameters {                                                                         \
        type(*real) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                      \
        count();                                                                                   \
        return real arguments;                                                                     \
    }
WRAP(ssize_t, write, (int d, const void *b, size_t n), (d, b, n))
WRAP(int, fsync, (int d), (d))
WRAP(int, close, (int d), (d))
WRAP(int, fchmod, (int d, mode_t m), (d, m))
WRAP(int, fchown, (int d, uid_t u, gid_t g), (d, u, g))
WRAP(int, rename, (const char *a, const char *b), (a, b))
WRAP(int, unlink, (const char *a), (a))
WRAP(int, mkstemp, (char *a), (a))
"""


@pytest.fixture(name="killer", scope="module")
def killer_library(tmp_path_factory):
    if "asan" in NAVLINT:
        pytest.skip("AddressSanitizer wants to be loaded first")
    folder = tmp_path_factory.mktemp("killer")
    source = folder / "killer.c"
    source.write_text(KILLER)
    library = folder / "killer.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def test_a_kill_at_any_point_leaves_the_old_file_or_the_new_one(killer, tmp_path):
    old = witness("NAV_CONN_UNRESOLVED")
    new = navlint("fix", "--unsafe", data=old).stdout
    seen = set()
    for at in range(1, 60):
        path = tmp_path / f"{at}.nav"
        path.write_bytes(old)
        run = navlint("fix", "--unsafe", "-i", path, env={**os.environ, "LD_PRELOAD": str(killer), "KILL_AT": str(at)})
        assert path.read_bytes() in (old, new)
        seen.add(path.read_bytes())
        if run.returncode >= 0:
            break
    assert run.returncode == 0 and seen == {old, new} and at > 5


@pytest.fixture(name="toucher", scope="module")
def toucher_library(tmp_path_factory):
    """Writes to the file $TOUCH when the new bytes of one are to be written."""
    if "asan" in NAVLINT:
        pytest.skip("AddressSanitizer wants to be loaded first")
    folder = tmp_path_factory.mktemp("toucher")
    (folder / "toucher.c").write_text(
        "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <fcntl.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
        "int mkstemp(char *t) { int (*real)(char *) = (int (*)(char *))dlsym(RTLD_NEXT, \"mkstemp\");\n"
        "int d = open(getenv(\"TOUCH\"), O_WRONLY | O_APPEND); (void)!write(d, \"x\", 1); close(d); return real(t); }\n"
    )
    library = folder / "toucher.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, folder / "toucher.c", "-ldl"], check=True)
    return library


def fix_while_touched(toucher, touched, place):
    return navlint("fix", "--unsafe", "-i", place, env={**os.environ, "LD_PRELOAD": str(toucher), "TOUCH": str(touched)})


def test_a_file_that_changes_meanwhile_is_left_alone(toucher, broken):
    run = fix_while_touched(toucher, broken, broken)
    assert run.returncode == 3 and b"changed while it was being fixed" in run.stderr
    assert broken.read_bytes()[-1:] == b"x"
    assert os.listdir(broken.parent) == [broken.name]


def test_a_set_of_which_a_file_changes_meanwhile_is_left_alone(toucher, tmp_path):
    """All were judged together: what was decided of the first may not hold beside the new second."""
    with tarfile.open(fileobj=io.BytesIO(witness("NODES_LINKLESS_PADS"))) as archive:
        nodes = archive.extractfile(archive.getmembers()[0]).read()
    paths = [tmp_path / f"nodes{i}.dat" for i in range(2)]
    for path in paths:
        path.write_bytes(nodes)
    run = fix_while_touched(toucher, paths[1], tmp_path)
    assert run.returncode == 3 and f"{paths[1]}: changed while it was being fixed".encode() in run.stderr
    assert [path.read_bytes()[:len(nodes)] for path in paths] == [nodes, nodes]
    assert sorted(os.listdir(tmp_path)) == ["nodes0.dat", "nodes1.dat"]
    assert navlint("fix", "-i", tmp_path / "nodes0.dat").returncode == 0 and paths[0].read_bytes() != nodes
