"""Archives: what is judged in them, and what hostile ones do."""

import bz2
import gzip
import hashlib
import io
import json
import lzma
import os
import shutil
import struct
import subprocess
import tarfile
import zipfile

import pytest

from conftest import (DEADLINE_S, ERROR, WARNING, assert_golden, codes_of, environment, is_sanitized,
                      lines_of, link, mesh, peak_bytes, program, rar_of, reports_of, run, run_links, sparse, tar_of, witness,
                      zip_of)

MEMBERS = [("maps/a.nav", mesh(WARNING)), ("maps/b.nav", mesh(ERROR)), ("readme.txt", b"text"),
           ("clean.bin", mesh())]
LINKS = [("one/1.lnk", link(1, 2)), ("one/2.lnk", link(2, 3)), ("two/1", link(1, 2)), ("two/2", link(2, 1)),
         ("3.lnk", link(3, 3)), ("4.lnk", link(3, 3))]


def seven_zip_of(members):
    """A 7-Zip archive by hand, its files stored one behind the other; 7zFormat.txt."""
    def number(value):
        return bytes([value]) if value < 0x80 else bytes([0x80 | value >> 8, value & 0xff])

    content = b"".join(content for _, content in members)
    names = b"".join(name.encode("utf-16-le") + b"\0\0" for name, _ in members)
    sizes = b"".join(number(len(content)) for _, content in members[:-1])
    header = (b"\x01\x04" + b"\x06\x00\x01\x09" + number(len(content)) + b"\x00"  # where the packed bytes are
              + b"\x07\x0b\x01\x00\x01\x01\x00\x0c" + number(len(content)) + b"\x00"  # one folder, stored
              + b"\x08\x0d" + number(len(members)) + b"\x09" + sizes + b"\x00\x00"  # how it is cut
              + b"\x05" + number(len(members)) + b"\x11" + number(len(names) + 1) + b"\x00" + names
              + b"\x00\x00")
    start = struct.pack("<QQI", len(content), len(header), crc32(header))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + struct.pack("<I", crc32(start)) + start + content + header


def rar4_of(members, flags=0, file_flags=0):
    """One of RAR 4; RAR archive format 3.93, RARLAB."""
    def block(kind, flags, fields):
        rest = struct.pack("<BHH", kind, flags, 7 + len(fields)) + fields
        return struct.pack("<H", crc32(rest) & 0xffff) + rest

    def file(name, content):
        return block(0x74, 0x8000 | file_flags,
                     struct.pack("<IIBIIBBHI", len(content), len(content), 3, crc32(content), 0, 29, 0x30, len(name),
                                 0o100644) + name) + content

    return (b"Rar!\x1a\x07\x00" + block(0x73, flags, bytes(6))
            + b"".join(file(name.encode(), content) for name, content in members) + block(0x7b, 0x4000, b""))


def crc32(content):
    return zipfile.crc32(content) & 0xffffffff


def packed(members, kind):
    makers = {"zip": zip_of, "tar": tar_of, "7z": seven_zip_of, "rar": rar_of, "rar4": rar4_of,
              "tar.gz": lambda members: tar_of(members, "w:gz"), "tgz": lambda members: tar_of(members, "w:gz"),
              "tar.bz2": lambda members: tar_of(members, "w:bz2"), "tar.xz": lambda members: tar_of(members, "w:xz"),
              "tar.zst": lambda members: subprocess.run(["zstd", "-c"], input=tar_of(members), capture_output=True,
                                                        check=True).stdout}
    if kind == "tar.zst" and shutil.which("zstd") is None:
        pytest.skip("zstd is not installed")
    return makers[kind](members)


SEEKING = ["7z", "rar", "rar4"]
KINDS = ["zip", "tar", *SEEKING, "tar.gz", "tgz", "tar.bz2", "tar.xz", "tar.zst"]


def check(*words, **more):
    return run("check", *words, **more)


def names_of(reports):
    return [report["set"]["name"] if "set" in report else report["input"]["name"] for report in reports]


# ---- what is judged ----


@pytest.mark.parametrize("kind", KINDS)
def test_kinds(tmp_path, kind):
    name = f"release.{kind}"
    (tmp_path / name).write_bytes(packed(MEMBERS, kind))
    result = check(name, cwd=tmp_path)
    assert (result.code, result.err) == (1, "")
    assert result.text.startswith(f"{name}!maps/a.nav:+0x")
    reports = reports_of(check("--format", "json", "--digest", name, cwd=tmp_path))
    assert names_of(reports) == [f"{name}!{member}" for member, _ in MEMBERS if member != "readme.txt"]
    assert [report["input"]["sha256"] for report in reports] == [
        hashlib.sha256(content).hexdigest() for member, content in MEMBERS if member != "readme.txt"]
    (tmp_path / "any.name").write_bytes(packed(MEMBERS, kind))
    assert check("any.name", cwd=tmp_path).text == result.text.replace(name, "any.name")
    with open(tmp_path / name, "rb") as file:
        done = subprocess.run([program(), "check", "-"], stdin=file, capture_output=True, env=environment(),
                              timeout=DEADLINE_S, check=False)
    assert done.stdout.decode() == result.text.replace(name, "-")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in SEEKING])
def test_kinds_from_a_pipe(kind):
    result = check("--stdin-filename", "x.tar", "-", stdin=packed(MEMBERS, kind))
    assert (result.code, result.err) == (1, "")
    assert [line.split(":")[0] for line in lines_of(result.text)] == ["x.tar!maps/a.nav", "x.tar!maps/b.nav"]


@pytest.mark.parametrize("kind", SEEKING)
def test_what_seeks_cannot_be_read_from_a_pipe(kind):
    result = check("-", stdin=packed(MEMBERS, kind))
    assert (result.code, result.out) == (3, b"")
    assert result.err.startswith("navlint: cannot read -: ") and result.err.count("\n") == 1


def test_json_is_an_array(tmp_path):
    (tmp_path / "x.zip").write_bytes(zip_of(MEMBERS[:1]))
    assert check("--format", "json", "x.zip", cwd=tmp_path).text.startswith("[\n  {\n")
    (tmp_path / "none.zip").write_bytes(zip_of([("readme.txt", b"text")]))
    result = check("--format", "json", "none.zip", cwd=tmp_path)
    assert (result.code, result.text) == (3, "[]\n")
    assert result.err == "navlint: none.zip: no navigation file found\n"


def test_empty_archives(tmp_path):
    for name, content in (("x.zip", zip_of([])), ("x.tgz", tar_of([], "w:gz"))):
        (tmp_path / name).write_bytes(content)
        result = check(name, cwd=tmp_path)
        assert (result.code, result.err) == (3, f"navlint: {name}: no navigation file found\n")


def test_archives_stand_at_their_place(tmp_path):
    (tmp_path / "a.nav").write_bytes(mesh())
    (tmp_path / "c.nav").write_bytes(mesh())
    (tmp_path / "b.zip").write_bytes(zip_of(MEMBERS))
    (tmp_path / "not.zip").write_bytes(b"text")
    (tmp_path / "zip.bin").write_bytes(zip_of(MEMBERS))
    result = check("-v", "--format", "ndjson", ".", cwd=tmp_path)
    assert names_of(reports_of(result, "ndjson")) == [
        "./a.nav", "./b.zip!maps/a.nav", "./b.zip!maps/b.nav", "./b.zip!clean.bin", "./c.nav"]
    assert result.closing == "5 files: 4 valid, 1 invalid; 1 error, 1 warning, 0 infos; 3 skipped"
    result = check("-v", "--statistics", "--format", "json", ".", cwd=tmp_path)
    assert '"judged": 5' in result.text and '"skipped": 3' in result.text


def test_directory_with_an_archive_without_navigation_files(tmp_path):
    (tmp_path / "a.zip").write_bytes(zip_of([("readme.txt", b"text")]))
    assert check(".", cwd=tmp_path).err == "navlint: .: no navigation file found\n"
    (tmp_path / "b.tar").write_bytes(tar_of(MEMBERS))
    assert check(".", cwd=tmp_path).err == ""


@pytest.mark.parametrize("kind", KINDS)
def test_nested_archives_are_entered(tmp_path, kind):
    (tmp_path / "x.tar").write_bytes(tar_of([("in/any.name", packed(MEMBERS, kind)), ("a.nav", mesh())]))
    result = check("--format", "ndjson", "x.tar", cwd=tmp_path)
    assert (result.code, result.err) == (1, "")
    assert names_of(reports_of(result, "ndjson")) == [
        f"x.tar!in/any.name!{member}" for member, _ in MEMBERS if member != "readme.txt"] + ["x.tar!a.nav"]


def test_input_format_holds_for_members():
    content = tar_of([*MEMBERS, ("cut.nav", b"\xce")])
    reports = reports_of(check("--format", "ndjson", "--input-format", "source-nav", "-", stdin=content), "ndjson")
    assert names_of(reports)[-1] == "-!cut.nav" and len(reports) == 4


def test_large_member_that_is_no_navigation_file(tmp_path):
    (tmp_path / "x.tgz").write_bytes(tar_of([("a.bin", os.urandom(3 << 20)), ("b.nav", mesh(ERROR))], "w:gz"))
    assert lines_of(check("x.tgz", cwd=tmp_path).text)[0].startswith("x.tgz!b.nav:")


# ---- sets ----


@pytest.mark.parametrize("kind", ["zip", "tar.gz"])
def test_sets_of_an_archive(tmp_path, kind):
    (tmp_path / "release").write_bytes(packed([LINKS[0], MEMBERS[1], *LINKS[1:]], kind))
    result = run_links("check", "release", cwd=tmp_path)
    assert (result.code, result.err) == (1, "")
    assert_golden("archive-sets.txt", result.text)
    reports = reports_of(run_links("check", "--format", "json", "release", cwd=tmp_path))
    assert names_of(reports) == ["release!maps/b.nav", "release!one", "release!two", "release"]
    assert [report["set"]["members"] for report in reports[1:]] == [2, 2, 2]


def test_leading_dots_are_left_out():
    content = tar_of([("./1.lnk", link(1, 2)), (".//2.lnk", link(2, 1)), ("3.lnk", link(3, 1)),
                      ("./maps/4.lnk", link(4, 5)), ("maps/5.lnk", link(5, 4))])
    reports = reports_of(run_links("check", "--format", "json", "-", stdin=content))
    assert names_of(reports) == ["-", "-!maps"]
    names = [member["input"]["name"] for report in reports for member in report["members"]]
    assert names == ["-!1.lnk", "-!2.lnk", "-!3.lnk", "-!maps/4.lnk", "-!maps/5.lnk"]


def test_folders_of_an_archive_may_be_mixed():
    content = tar_of([LINKS[index] for index in (2, 4, 0, 3, 5, 1)])
    reports = reports_of(run_links("check", "--format", "json", "-", stdin=content))
    assert names_of(reports) == ["-!two", "-", "-!one"]
    assert [report["verdict"] for report in reports] == ["valid", "invalid", "invalid"]


@pytest.mark.parametrize("code", ["LINKS_CUT", "LINKS_SELF", "LINKS_UNRESOLVED", "LINKS_TWICE"])
def test_witness_of_a_set_goes_through_a_pipe(code):
    witness = run_links("witness", code).out
    reports = reports_of(run_links("check", "--format", "ndjson", "-", stdin=witness), "ndjson")
    assert sum(map(codes_of, reports), []) == [code]


def test_set_of_an_archive_that_is_cut_is_judged_file_by_file(tmp_path):
    content = tar_of([*LINKS[:4], ("x.nav", mesh())])
    (tmp_path / "cut.tar").write_bytes(content[:4 * 1024 + 300])
    result = run_links("check", "--format", "ndjson", "cut.tar", cwd=tmp_path)
    assert result.code == 3
    assert result.err.startswith("navlint: cannot read cut.tar: Truncated tar archive")
    reports = reports_of(result, "ndjson")
    assert names_of(reports) == [f"cut.tar!{name}" for name, _ in LINKS[:4]]
    assert not any(map(codes_of, reports))


# ---- hostile archives ----


HOSTILE_NAMES = ["../../x.nav", "/etc/x.nav", "a/../../../x.nav", "\x1b[31m.nav", "two\nlines.nav", "..", ".",
                 "\u00e4.nav", "\u202e.nav", "x" * 300 + ".nav", "%s%n.nav", " "]


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_names_are_harmless(tmp_path, kind):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    members = [(name, mesh(ERROR)) for name in HOSTILE_NAMES]
    (inner / "x").write_bytes(packed(members, kind))
    before = sorted(tmp_path.rglob("*"))
    for env in (environment(), environment(LC_ALL="C.UTF-8")):
        result = check("--color", "never", "x", cwd=inner, env=env)
        assert (result.code, result.err) == (1, "")
        lines = lines_of(result.text)
        assert "x!../../x.nav:+0x" in result.text and "x!\u00e4.nav:" in result.text
        assert len(lines) == len(members) and all(line.isprintable() for line in lines)
        assert len(reports_of(check("--format", "ndjson", "x", cwd=inner, env=env), "ndjson")) == len(lines)
    assert sorted(tmp_path.rglob("*")) == before


NO_LOCALES = ["unshare", "--map-root-user", "--mount", "sh", "-c", 'mount -t tmpfs none /usr/lib/locale && exec "$@"', "sh"]


@pytest.mark.skipif(subprocess.run([*NO_LOCALES, "true"], capture_output=True, check=False).returncode != 0,
                    reason="nobody may hide /usr/lib/locale here")
@pytest.mark.parametrize("pack", [zip_of, seven_zip_of, tar_of, rar_of, rar4_of])
def test_names_without_any_locale(tmp_path, pack):
    """glibc has C.UTF-8 in a file, which small containers leave out."""
    names = ["karten/Gr\u00f6\u00dfe.nav", "\u5730\u56f3/\u9053.nav", "\u0463/\U0001f5fa.nav"]
    (tmp_path / "x").write_bytes(pack([(name, mesh(ERROR)) for name in names]))
    done = subprocess.run([*NO_LOCALES, program(), "check", "--format", "ndjson", "x"], cwd=tmp_path, env=environment(),
                          capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    assert {report["input"]["name"] for report in reports} == {f"x!{name}" for name in names}


def test_names_that_are_no_text():
    content = tar_of([("AAAAAA.nav", mesh(ERROR))])
    raw = bytearray(content.replace(b"AAAAAA", b"\xff\xfe\x80\xc0A\x01"))
    raw[148:156] = b"%06o\0 " % (sum(raw[:148]) + 8 * 32 + sum(raw[156:512]))
    result = check("-", stdin=bytes(raw))
    assert (result.code, result.err) == (1, "")
    assert result.text.startswith("-!\\xff\\xfe\\x80\\xc0A\\x01.nav:+0x")


def test_links_and_devices_are_passed_over():
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE):
            info = tarfile.TarInfo(f"{int(kind)}.nav")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
    result = check("-", stdin=whole.getvalue())
    assert (result.code, result.err) == (3, "navlint: -: no navigation file found\n")


class Pipe(io.BytesIO):
    """Where a zip's sizes cannot be filled in afterwards: they stand behind the bytes."""

    def seekable(self):
        return False

    def seek(self, *_):
        raise io.UnsupportedOperation


def bomb(name, has_sizes=True):
    """A zip of a gigabyte of zeros; of an eighth of that for a program that its sanitizer makes slow."""
    whole = io.BytesIO() if has_sizes else Pipe()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(name, "w", force_zip64=True) as member:
            for _ in sparse(range(256)):
                member.write(bytes(4 << 20))
        archive.writestr("b.nav", mesh(ERROR))
    return whole.getvalue()


def test_bomb(tmp_path):
    (tmp_path / "bomb.zip").write_bytes(bomb("a.nav"))
    peak, result = peak_bytes(program(), "check", "bomb.zip", cwd=tmp_path)
    assert (result.code, result.out) == (3, b"")
    assert result.err == "navlint: cannot read bomb.zip: unpacks to more than 256 times its size [limit:archiveRatio]\n"
    assert is_sanitized() or peak < 1 << 29


def test_bomb_that_nobody_has_to_unpack(tmp_path):
    (tmp_path / "bomb.zip").write_bytes(bomb("a.bin"))
    result = check("bomb.zip", cwd=tmp_path)
    assert result.code == 1 and result.text.startswith("bomb.zip!b.nav:")
    assert check("-", stdin=(tmp_path / "bomb.zip").read_bytes()).code == 1
    blind = bomb("a.bin", has_sizes=False)
    (tmp_path / "bomb.zip").write_bytes(blind)
    assert check("bomb.zip", cwd=tmp_path).code == 1
    result = check("-", stdin=blind)
    assert (result.code, result.out) == (3, b"") and "[limit:archiveRatio]" in result.err


def test_bomb_within_a_tar():
    with subprocess.Popen([program(), "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env=environment()) as process:
        info = tarfile.TarInfo("a.bin")
        info.size = 1 << 30
        packer = gzip.GzipFile(fileobj=process.stdin, mode="wb", compresslevel=9)
        try:
            packer.write(info.tobuf())
            for _ in range(256):
                packer.write(bytes(4 << 20))
        except BrokenPipeError:
            pass
        _, err = process.communicate(timeout=DEADLINE_S)
    assert process.returncode == 3 and b"[limit:archiveRatio]" in err


def test_sparse_member():
    """A tar of two kilobytes whose member claims a terabyte."""
    block = bytearray(tarfile.TarInfo("a.nav").tobuf(tarfile.GNU_FORMAT))
    block[156:157] = b"S"
    block[386:398], block[398:410] = b"%011o\0" % 0, b"%011o\0" % 0
    block[483:495] = b"\x80" + (1 << 40).to_bytes(11, "big")
    block[148:156] = b" " * 8
    block[148:156] = b"%06o\0 " % sum(block)
    result = check("--max-bytes", "1M", "-", stdin=bytes(block) + bytes(1024))
    assert result.code == 3 and "[limit:inputBytes]" in result.text
    result = check("--max-bytes", "1G", "-", stdin=bytes(block) + bytes(1024))
    assert result.code == 3 and "[limit:archiveRatio]" in result.err


def test_max_archive_bytes(tmp_path):
    members = [(f"{number}.nav", mesh(areas=1 + number)) for number in range(20)]
    size = sum(len(content) for _, content in members)
    (tmp_path / "x.zip").write_bytes(zip_of(members))
    assert check("--max-archive-bytes", str(size), "x.zip", cwd=tmp_path).code == 0
    result = check("--format", "ndjson", "--max-archive-bytes", str(size - 1), "x.zip", cwd=tmp_path)
    assert result.code == 3
    assert result.err == (f"navlint: cannot read x.zip: unpacks to more than {size - 1} bytes, "
                          "see --max-archive-bytes [limit:archiveBytes]\n")
    assert len(reports_of(result, "ndjson")) == 19
    (tmp_path / "x.tgz").write_bytes(tar_of(members, "w:gz"))
    assert check("--max-archive-bytes", "64k", "x.tgz", cwd=tmp_path).code == 0
    assert "[limit:archiveBytes]" in check("--max-archive-bytes", "9k", "x.tgz", cwd=tmp_path).err


def test_limit_makes_no_sets():
    content = tar_of([*LINKS[:2], ("x.nav", mesh(areas=100))])
    result = run_links("check", "--max-archive-bytes", "1k", "-", stdin=content)
    assert (result.code, result.out) == (3, b"") and "[limit:archiveBytes]" in result.err


def test_max_bytes_is_per_member():
    small, large = mesh(), mesh(areas=2)
    content = tar_of([("a.nav", large), ("b.nav", small)])
    result = check("--format", "ndjson", "--digest", "--max-bytes", str(len(small)), "-", stdin=content)
    first, second = reports_of(result, "ndjson")
    assert result.code == 3 and result.err == ""
    assert first["limit"]["name"] == "inputBytes" and "sha256" not in first["input"]
    assert second["verdict"] == "valid"


def test_too_many_entries():
    header = tar_of([("a.nav", b"")])[:512]
    content = tar_of([("first.nav", mesh(ERROR))])[:1024] + header * 100_000
    result = check("-", stdin=content)
    assert result.code == 3
    assert result.err == "navlint: cannot read -: holds more than 65536 entries [limit:archiveEntries]\n"
    assert result.text.startswith("-!first.nav:+0x")


def test_packed_twice():
    content = gzip.compress(tar_of(MEMBERS, "w:gz"))
    result = check("-", stdin=content)
    assert (result.code, result.err) == (3, "navlint: cannot read -: compressed more than once\n")


COMPRESSED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


@pytest.mark.parametrize("suffix", COMPRESSED)
def test_compressed_file_that_is_no_archive(tmp_path, suffix):
    """As servers hand out maps to their players. Its name is that of the file without the compression's extension."""
    press = COMPRESSED[suffix]
    for name, content in ((f"x.nav.{suffix}", mesh(ERROR)), (f"y.dat.{suffix}", b"text"), (f"z.{suffix}", mesh(ERROR))):
        (tmp_path / name).write_bytes(press(content))
    named = check(f"x.nav.{suffix}", cwd=tmp_path)
    assert named.code == 1 and named.text.startswith(f"x.nav.{suffix}!x.nav:+0x")
    assert check("--stdin-filename", f"q/y.nav.{suffix}", "-", stdin=press(mesh(ERROR))).text.startswith(f"q/y.nav.{suffix}!y.nav:+0x")
    assert check(f"z.{suffix}", cwd=tmp_path).text.startswith(f"z.{suffix}!z:+0x")
    other = check(f"y.dat.{suffix}", cwd=tmp_path)
    assert (other.code, other.out, other.err) == (3, b"", f"navlint: y.dat.{suffix}: no navigation file found\n")
    folder = check(".", cwd=tmp_path)
    assert (folder.code, folder.text) == (named.code, "./" + named.text)
    (tmp_path / f"x.nav.{suffix}").write_bytes(press(mesh(ERROR))[:-9])
    assert check(f"x.nav.{suffix}", cwd=tmp_path).code == 3


def test_a_damaged_archive_is_no_single_file(tmp_path):
    (tmp_path / "x.tar.gz").write_bytes(gzip.compress(tar_of(MEMBERS)[1:]))
    result = check(".", cwd=tmp_path)
    assert result.code == 3 and "cannot read" in result.err and "x.tar.gz" in result.err


def test_members_of_a_compressed_file(tmp_path):
    (tmp_path / "x.nav.bz2").write_bytes(bz2.compress(mesh()))
    assert run("extract", "x.nav.bz2!x.nav", "-o", "-", cwd=tmp_path).out == mesh()
    assert "source-nav     x.nav" in run("list", "x.nav.bz2", cwd=tmp_path).text


@pytest.mark.parametrize("kind", ["zip", "tar", *SEEKING, "tar.gz", "tar.xz"])
def test_every_cut(tmp_path, kind):
    """Wherever an archive is cut: no verdict is made up, and nothing is lost without a word."""
    content = packed([("a.nav", mesh(ERROR)), ("b.nav", mesh(areas=30))], kind)
    whole = check("-q", "--format", "ndjson", "-", stdin=content).code if kind not in SEEKING else 1
    path = tmp_path / "x"
    for length in sparse(range(0, len(content), max(1, len(content) // 60))):
        path.write_bytes(content[:length])
        result = check("--format", "ndjson", "x", cwd=tmp_path)
        reports = reports_of(result, "ndjson") if result.text else []
        assert result.code == 3 or (result.code == whole and len(reports) == 2), length
        assert result.err or any(report["verdict"] == "indeterminate" for report in reports) or result.code == 1


NO_END = "the end of the zip archive is missing"


def told(path, content):
    """Exit status and standard error, the same of the file and of a pipe."""
    path.write_bytes(content)
    results = [check("-q", path.name, cwd=path.parent), check("-q", "-", stdin=content)]
    outcomes = {(result.code, result.err.replace(path.name, "-")) for result in results}
    assert len(outcomes) == 1, outcomes
    return outcomes.pop()


def told_inside(path, content):
    """The exit status in another archive, where it is in memory."""
    path.write_bytes(tar_of([("x.zip", content)]))
    return check("-q", path.name, cwd=path.parent).code


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("count", [1, 2, 600])
def test_a_zip_that_is_cut_behind_its_last_member(tmp_path, method, count):
    """600 entries: the directory is longer than what libarchive reads at once."""
    content = zip_of([(f"{number:040}.nav", mesh(ERROR)) for number in range(count)], method)
    directory = content.index(b"PK\x01\x02")
    assert told(tmp_path / "x.zip", content) == (1, "")
    for length in {directory + 4, directory + 30, directory + 46, (directory + len(content)) // 2, len(content) - 23,
                   len(content) - 22, len(content) - 21, len(content) - 18, len(content) - 1}:
        code, complaint = told(tmp_path / "x.zip", content[:length])
        assert (code, complaint) == (3, f"navlint: cannot read -: {NO_END}\n"), length
        assert told_inside(tmp_path / "x.tar", content[:length]) == 3, length
    result = run("list", "--format", "json", "x.zip", cwd=tmp_path)
    assert result.code == 3 and not json.loads(result.text)["whole"] and NO_END in result.err
    assert run("extract", f"x.zip!{0:040}.nav", "-o", "-", cwd=tmp_path).out == mesh(ERROR)


def test_a_zip_that_is_cut_behind_another(tmp_path):
    """The end of a zip that is a member is not that of the archive, wherever it lies."""
    inner = zip_of([("a.nav", mesh(ERROR))])
    for members in ([("b.nav", mesh(ERROR)), ("in.zip", inner)], [("in.zip", inner), ("b.nav", mesh(ERROR))]):
        content = zip_of(members, zipfile.ZIP_STORED)
        assert told(tmp_path / "x.zip", content) == (1, "")
        for cut in (1, 22, 60):
            assert told(tmp_path / "x.zip", content[:-cut])[0] == 3, cut
            assert told_inside(tmp_path / "x.tar", content[:-cut]) == 3, cut
        (tmp_path / "x.zip").write_bytes(content[:-22])
        assert NO_END in check("x.zip", cwd=tmp_path).err


@pytest.mark.parametrize("length", [1, 3, 21, 16_000, 17_000, 65_535, 65_536, 200_000])
@pytest.mark.parametrize("fill", [b"\0", b"PK"])
def test_what_stands_behind_the_end_of_a_zip(tmp_path, length, fill):
    content = zip_of([("a.nav", mesh(ERROR))])
    behind = (fill * length)[:length]
    assert told(tmp_path / "x.zip", content + behind) == (1, "")
    if length <= 65_535:
        comment = content[:-2] + struct.pack("<H", length) + behind
        assert told(tmp_path / "x.zip", comment) == (1, "")
    if length <= 16_000: # libarchive looks no farther
        assert told_inside(tmp_path / "x.tar", content + behind) == 1


def test_zips_behind_each_other_and_in_long_files(tmp_path):
    content = zip_of([("a.nav", mesh(ERROR))])
    assert told(tmp_path / "x.zip", content + content) == (1, "")
    assert told(tmp_path / "x.zip", zip_of([("b", bytes(300_000)), ("a.nav", mesh(ERROR))], zipfile.ZIP_STORED)) == (1, "")
    assert told(tmp_path / "x.zip", zip_of([])) == told(tmp_path / "x.zip", zip_of([]) + b"\0")


@pytest.mark.parametrize("kind", ["zip", *SEEKING, "tar.gz", "tar.xz"])
def test_flipped_bytes(tmp_path, kind):
    """Checksums of the archive are heeded; whatever is flipped, the run ends in order."""
    content = packed([("a.nav", mesh()), ("b.nav", mesh(areas=30))], kind)
    for at in sparse(range(0, len(content), max(1, len(content) // 80))):
        (tmp_path / "x").write_bytes(content[:at] + bytes([content[at] ^ 0x41]) + content[at + 1:])
        result = check("--format", "ndjson", "x", cwd=tmp_path)
        assert result.code in (0, 1, 3)
        if result.text:
            reports_of(result, "ndjson")


def test_damaged_member_is_named(tmp_path):
    content = bytearray(zip_of([("a.nav", mesh(ERROR)), ("b.nav", mesh())], zipfile.ZIP_STORED))
    content[content.index(b"a.nav") + 30] ^= 1
    (tmp_path / "x.zip").write_bytes(content)
    result = check("x.zip", cwd=tmp_path)
    assert (result.code, result.out) == (3, b"")
    assert result.err == "navlint: cannot read x.zip: a.nav: ZIP bad CRC: 0x%x should be 0x%x\n" % (
        crc32(bytes(content[35:35 + len(mesh(ERROR))])), crc32(mesh(ERROR)))


def encrypted_zip():
    """The flag of a zip that says so (APPNOTE 4.4.4, bit 0) in the second of three members."""
    content = bytearray(zip_of([("a.nav", mesh()), ("b.nav", bytes(12) + mesh()), ("c.nav", mesh(ERROR))],
                               zipfile.ZIP_STORED))
    content[content.index(b"b.nav") - 30 + 6] |= 1
    content[content.rindex(b"b.nav") - 46 + 8] |= 1
    return bytes(content)


def test_encrypted_members_are_told(tmp_path):
    (tmp_path / "x.zip").write_bytes(encrypted_zip())
    result = check("--format", "ndjson", "x.zip", cwd=tmp_path)
    assert result.code == 3
    assert result.err == "navlint: cannot read x.zip: encrypted members: 1\n"
    assert names_of(reports_of(result, "ndjson")) == ["x.zip!a.nav", "x.zip!c.nav"]


def misnamed_zip():
    """Two of three names are no UTF-8, although the flag of a zip says so (APPNOTE 4.4.4, bit 11)."""
    content = zip_of([("\u00e4.nav", mesh()), ("a.nav", mesh()), ("\u00f6.nav", mesh(ERROR))], zipfile.ZIP_STORED)
    return content.replace("\u00e4".encode(), b"\xe4a").replace("\u00f6".encode(), b"o\xf6")


@pytest.mark.parametrize("words", [(), ("--exclude", "*", "--allow-empty"), ("--suppress-all",)])
def test_members_whose_names_cannot_be_read(tmp_path, words):
    (tmp_path / "x.zip").write_bytes(misnamed_zip())
    result = check("--format", "ndjson", *words, "x.zip", cwd=tmp_path)
    assert result.code == 3
    assert result.err.endswith("navlint: cannot read x.zip: members whose names cannot be read: 2\n")
    assert names_of(reports_of(result, "ndjson")) == ([] if "--exclude" in words else ["x.zip!a.nav"])


# ---- RAR: whatever is wrong with one, no file in it is judged for it ----


@pytest.mark.parametrize("make", [rar_of, rar4_of])
def test_sums_of_a_rar_are_compared(tmp_path, make):
    content = bytearray(make([("a.nav", mesh()), ("b.nav", mesh(ERROR))]))
    content[content.index(b"b.nav") + 5 + 40] ^= 1
    (tmp_path / "x.rar").write_bytes(content)
    result = check("--format", "ndjson", "x.rar", cwd=tmp_path)
    assert result.code == 3
    assert result.err == "navlint: cannot read x.rar: b.nav: its bytes do not have the sum that RAR states\n"
    assert names_of(reports_of(result, "ndjson")) == ["x.rar!a.nav"]


@pytest.mark.parametrize("flags, file_flags, reason", [
    (0x01, 0, "a RAR archive in several parts, of which this is one"),
    (0x80, 0, "the names in the RAR archive are encrypted"),
    (0x08, 0x10, "solid RAR archives before RAR 5 are not supported"),
    (0, 0x04, "encrypted members: 4")])
def test_rars_that_are_not_read(tmp_path, flags, file_flags, reason):
    (tmp_path / "x.rar").write_bytes(rar4_of(MEMBERS, flags, file_flags))
    result = check("x.rar", cwd=tmp_path)
    assert (result.code, result.out, result.err) == (3, b"", f"navlint: cannot read x.rar: {reason}\n")


def test_rar_in_a_folder(tmp_path):
    (tmp_path / "x.RAR").write_bytes(rar_of(MEMBERS))
    (tmp_path / "rar.bin").write_bytes(rar_of(MEMBERS))
    assert names_of(reports_of(check("--format", "ndjson", ".", cwd=tmp_path), "ndjson")) == [
        "./x.RAR!maps/a.nav", "./x.RAR!maps/b.nav", "./x.RAR!clean.bin"]


# ---- what is no archive ----


def test_navigation_files_are_no_archives():
    for content in (mesh(ERROR), b"", b"PK", b"PK\x01\x02" + bytes(600), bytes(512), bytes(1024), b"\x1f\x8b" * 400,
                    b"BZh9" + bytes(600), b"x" * 600, b"#mtree\n./a.nav type=file\n", b"Rar!\x1a\x07\x02" + bytes(600)):
        result = check("--format", "json", "-", stdin=content)
        assert not result.text.startswith("[") and result.err == ""
    magic = struct.pack("<I", 0xFEEDFACE)
    block = bytearray(tar_of([("a", b"")])[:512])
    block[:4] = magic
    block[148:156] = b"%06o\0 " % (sum(block[:148]) + 8 * 32 + sum(block[156:]))
    assert reports_of(check("--format", "json", "-", stdin=bytes(block)))[0]["format"]["id"] == "source-nav"


# ---- output ----


def test_reader_that_leaves(tmp_path):
    """All is judged nevertheless: the exit code is that of the archive."""
    (tmp_path / "x.tar").write_bytes(tar_of(MEMBERS * 50))
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([program(), "check", "--fail-on", "never", "x.tar"], cwd=tmp_path, stdout=writer,
                          stderr=subprocess.PIPE, env=environment(), timeout=DEADLINE_S, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_members_come_one_by_one():
    """The first report can be read while the rest of the archive is still awaited, unless that may have its map."""
    content = tar_of([("a", mesh()), ("b", mesh())])
    with subprocess.Popen([program(), "check", "--format", "ndjson", "-"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, env=environment()) as process:
        process.stdin.write(content[:1024])
        process.stdin.flush()
        assert b"-!a" in process.stdout.readline()
        process.communicate(content[1024:], timeout=DEADLINE_S)
    assert process.returncode == 0


@pytest.mark.skipif(is_sanitized(), reason="sanitizers take memory of their own")
def test_memory_of_many_members(tmp_path):
    """Members are forgotten once they are judged, and so are their reports."""
    path = tmp_path / "x.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        content = mesh(areas=20_000)
        for number in range(60):
            info = tarfile.TarInfo(f"{number}.nav")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    size = 60 * len(content)
    peak, result = peak_bytes(program(), "check", "--fail-on", "never", "--format", "ndjson", path)
    assert (result.code, result.err) == (0, "") and result.text.count("\n") == 60
    assert peak < size / 2


def area_0():
    with tarfile.open(fileobj=io.BytesIO(witness("NODES_NAME_AREA"))) as archive:
        return archive.extractfile(archive.getmembers()[0]).read()


def map_with_mesh():
    return witness("BSP_PZ_NAV_NAME").replace(b"graphs/box.nav", b"maps/abcde.nav")


@pytest.mark.parametrize("code, own, content, is_wrong", [("NODES_NAME_AREA", "nodes1.dat", area_0, True),
                                                         ("BSP_PZ_NAV_NAME", "abcde.bsp", map_with_mesh, False)])
def test_a_mark_in_a_name_ends_no_archive(tmp_path, code, own, content, is_wrong):
    """What a file is called matters to some rules: on the disk, in an archive, and in one without a dot in its name."""
    for name in (own, f"!{own}", f"x.y!{own}", f"x!{own}"):
        folder = tmp_path / "folder"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / name).write_bytes(content())
        for archive in ("x.zip", "archive"):
            (tmp_path / archive).write_bytes(zip_of([(name, content())]))
        for words in (["folder"], [f"folder/{name}"], ["x.zip"], ["archive"]):
            result = run("check", "--only", code, "--severity", f"{code}=error", *words, cwd=tmp_path)
            assert result.code == int((name == own) == is_wrong), (name, words)


@pytest.mark.parametrize("name", ["release", "release.tar", "a.b!release"])
def test_names_of_members_count_whatever_the_archive_is_called(tmp_path, name):
    """A file of San Andreas whose bytes tell nothing is known by its name."""
    (tmp_path / name).write_bytes(tar_of([("NODES5.DAT", bytes(range(256)) * 9), ("d/NODES6.DAT", bytes(range(255)) * 9)]))
    reports = reports_of(check("--format", "json", name, cwd=tmp_path))
    assert {report["input"]["name"] for report in reports} == {f"{name}!NODES5.DAT", f"{name}!d/NODES6.DAT"}
    assert {report["verdict"] for report in reports} == {"invalid"}


def test_a_member_that_is_named_to_check(tmp_path):
    (tmp_path / "x.zip").write_bytes(zip_of([("a.nav", mesh())]))
    result = run("check", "x.zip!a.nav", cwd=tmp_path)
    assert result.code == 3
    assert result.err == "navlint: cannot read x.zip!a.nav: No such file or directory: members are judged with the file that they are in: name that\n"
    assert run("check", "y.zip!a.nav", cwd=tmp_path).err == "navlint: cannot read y.zip!a.nav: No such file or directory\n"
