"""Valve's packages: the rules of the fact sheet (containers/valve_vpk/README.md has the same facts) in the
most obvious way: every file against every other, every name against every other.
"""

import hashlib
import zlib

from reader import Judgement, Reader, Truncated

HERE = 0x7FFF
SINGLE = b" "  # no folder, no extension
NAME_LIMIT = 1024

STRUCTURE_CODES = """VPK_MAGIC VPK_TRUNCATED VPK_TREE VPK_TREE_REST VPK_SECTIONS""".split()
CODES = STRUCTURE_CODES + """VPK_TERMINATOR VPK_TRAILING VPK_SECTION_SIZE VPK_SIGNATURE VPK_DATA_BOUNDS
    VPK_NAV_OVERLAP VPK_OVERLAP VPK_CRC VPK_PRELOAD VPK_NAME_UNSAFE VPK_NAME_CASE VPK_NAME_DUPLICATE
    VPK_NAV_FOLDER VPK_NO_NAV VPK_MD5_TREE VPK_MD5_CHUNKS VPK_MD5_DATA VPK_MD5_WHOLE""".split()


class Name:
    def __init__(self, text, at):
        self.text, self.at = text, at


class File:
    """One row of the tree."""

    def __init__(self, extension, folder, base, r):
        self.extension, self.folder, self.base = extension, folder, base
        self.at = r.at
        self.crc, self.crc_at = r.read("u32")
        preload_size, self.preload_at = r.read("u16")
        self.archive = r.value("u16")
        self.offset, self.offset_at = r.read("u32")
        self.length, self.length_at = r.read("u32")
        self.terminator, self.terminator_at = r.read("u16")
        self.preload = r.take(preload_size)

    def path(self):
        """As Windows and Linux would write it, in bytes."""
        folder = b"" if self.folder.text == SINGLE else self.folder.text + b"/"
        extension = b"" if self.extension.text == SINGLE else b"." + self.extension.text
        return folder + self.base.text + extension

    def is_here(self):
        return self.archive == HERE

    def holds_navigation(self):
        name = self.path().lower()
        if name.endswith((b".nav", b".nav2", b".path", b".esp", b".esm", b".esl", b".bsp")):
            return True
        return self.base.text.lower().startswith(b"nodes") and name.endswith(b".dat")


class Tree:
    """What can be followed of it; `fields` are those of all rows and of each letter of a name."""

    def __init__(self, data, start, end):
        self.r = Reader(data[:end])
        self.r.at = start
        self.files, self.extensions, self.folders = [], [], []
        self.is_lost = False
        try:
            self.read_extensions()
        except Truncated:
            self.is_lost = True
        self.end = self.r.at

    def name(self):
        start = self.r.at
        end = self.r.data.find(b"\0", start)
        if end < 0:
            raise Truncated(start)
        self.r.fields += [(at, 1) for at in range(start, min(end + 1, start + 8))]
        self.r.at = end + 1
        return Name(self.r.data[start:end], start)

    def read_extensions(self):
        while (extension := self.name()).text:
            before = len(self.files)
            try:
                self.read_folders(extension)
            finally:
                if len(self.files) > before:
                    self.extensions.append(extension)

    def read_folders(self, extension):
        while (folder := self.name()).text:
            before = len(self.files)
            try:
                while (base := self.name()).text:
                    self.files.append(File(extension, folder, base, self.r))
            finally:
                if len(self.files) > before:
                    self.folders.append(folder)


# ---- Names ----


def is_dangerous(name):
    if name == SINGLE:
        return False
    if len(name) >= NAME_LIMIT or any(c < 32 or c == 127 for c in name):
        return True
    drive = name[1:2] == b":" and name[:1].isalpha()
    return name[0] in b"/\\" or drive or b".." in name.replace(b"\\", b"/").split(b"/")


def is_unfindable(name, is_folder, is_extension):
    if name.lower() != name or b"\\" in name:
        return True
    if is_folder:
        return b"//" in name or name.endswith(b"/")
    return b"/" in name or (is_extension and b"." in name)


def check_name(name, j, is_folder=False, is_extension=False):
    if is_dangerous(name.text):
        j.found("VPK_NAME_UNSAFE", name.at)
    elif is_unfindable(name.text, is_folder, is_extension):
        j.found("VPK_NAME_CASE", name.at)


def check_names(tree, j):
    for name in tree.extensions:
        check_name(name, j, is_extension=True)
    for name in tree.folders:
        check_name(name, j, is_folder=True)
    for file in tree.files:
        check_name(file.base, j)
        folder = file.folder.text.lower()
        if file.extension.text.lower() == b"nav" and folder != b"maps" and not folder.startswith(b"maps/"):
            j.found("VPK_NAV_FOLDER", file.base.at)


def check_twins(tree, j):
    for number, file in enumerate(tree.files):
        parts = [file.extension.text, file.folder.text, file.base.text]
        if sum(map(len, parts)) >= NAME_LIMIT:
            continue
        for other in tree.files[:number]:
            if [part.lower() for part in parts] == [
                    part.text.lower() for part in (other.extension, other.folder, other.base)]:
                j.found("VPK_NAME_DUPLICATE", file.base.at)
                break


# ---- Files ----


class Sections:
    def __init__(self, data, r):
        self.data = data
        self.magic = r.value("u32")
        self.version = r.value("u32")
        tree_size = r.value("u32")
        sizes = [r.value("u32") for _ in range(4)] if self.version == 2 else [0, 0, 0, 0]
        self.tree = r.at
        self.body = self.tree + tree_size
        self.is_cut = self.body > len(data)
        if self.version == 1:
            sizes[0] = max(0, len(data) - self.body)
        self.data_size, self.chunk_size, self.hash_size, self.signature_size = sizes
        self.chunks = self.body + self.data_size
        self.hashes = self.chunks + self.chunk_size
        self.signature = self.hashes + self.hash_size
        self.end = self.keys = self.signature + self.signature_size
        self.form = self.form_of() if self.keys <= len(data) else None

    def u32(self, at):
        return int.from_bytes(self.data[at : at + 4], "little")

    def form_of(self):
        """None, old, new or odd; the keys of the new form move the end."""
        at, size = self.signature, self.signature_size
        if size == 0:
            return None
        if size == 20 and self.u32(at) == 0x55AA1234:
            self.end += self.u32(at + 8) + self.u32(at + 12)
            return "new"
        key = self.u32(at)
        if size >= 8 and key <= size - 8 and key + self.u32(at + 4 + key) + 8 == size:
            return "old"
        return "odd"

    def has(self, file):
        end = file.offset + file.length
        return end <= self.data_size and self.body + end <= len(self.data)

    def bytes_of(self, file):
        start = self.body + file.offset
        return file.preload + self.data[start : start + file.length]


def check_file(s, file, j):
    is_navigation = file.holds_navigation()
    if file.terminator != 0xFFFF:
        j.found("VPK_TERMINATOR", file.terminator_at)
    if len(file.preload) > (0 if is_navigation else 1000):
        j.found("VPK_PRELOAD", file.preload_at)
    if file.is_here() and file.length and not s.has(file):
        j.found("VPK_DATA_BOUNDS", file.length_at if file.offset <= s.data_size else file.offset_at)
    whole = file.length == 0 or (file.is_here() and s.has(file))
    if is_navigation and whole:
        data = s.bytes_of(file) if file.length else file.preload
        if zlib.crc32(data) != file.crc:
            j.found("VPK_CRC", file.crc_at)


def check_overlaps(s, files, j):
    """A file that begins in front of the end of one that begins before, of those the one with the last end."""
    rows = [(file.archive, file.offset, file.offset + file.length, number, file)
            for number, file in enumerate(files)
            if file.length and (not file.is_here() or s.has(file))]
    rows.sort(key=lambda row: row[:4])
    for number, (archive, start, end, _, file) in enumerate(rows):
        before = [row for row in rows[:number] if row[0] == archive]
        if not before:
            continue
        far_end = max(row[2] for row in before)
        other = next(row for row in before if row[2] == far_end)
        if start >= far_end or (start, end) == other[1:3]:
            continue
        is_navigation = file.holds_navigation() or other[4].holds_navigation()
        j.found("VPK_NAV_OVERLAP" if is_navigation else "VPK_OVERLAP", file.offset_at)


# ---- Sections ----


def check_sections(s, j):
    ends = [(s.chunks, 12), (s.hashes, 16), (s.signature, 20), (s.keys, 24), (s.end, 24)]
    short = [at for end, at in ends if end > len(s.data)]
    if short:
        j.found("VPK_SECTIONS", short[0])
    if s.chunk_size % 28:
        j.found("VPK_SECTION_SIZE", 16)
    if s.hash_size not in (0, 48):
        j.found("VPK_SECTION_SIZE", 20)
    if s.form == "odd":
        j.found("VPK_SIGNATURE", 24)
    if s.end < len(s.data):
        j.found("VPK_TRAILING", s.end)


def md5(data):
    return hashlib.md5(data, usedforsecurity=False).digest()


def broken_pieces(s):
    for at in range(s.chunks, s.hashes - 27, 28):
        row = Reader(s.data[at : at + 28])
        archive, kind, offset, length = row.value("u16"), row.value("u16"), row.value("u32"), row.value("u32")
        is_here = archive == HERE or (archive == 0 and kind & 0x8000)
        if not is_here or kind & 0x7FFF:
            continue
        piece = s.data[s.body + offset : s.body + offset + length]
        if offset + length > s.data_size or md5(piece) != row.take(16):
            yield at + 12


def check_hashes(s, j):
    if s.hash_size != 48 or s.signature > len(s.data):
        return
    tree, chunks, whole = (s.data[s.hashes + at : s.hashes + at + 16] for at in (0, 16, 32))
    broken = [("VPK_MD5_DATA", at) for at in broken_pieces(s)]
    if md5(s.data[s.tree : s.body]) != tree:
        broken.append(("VPK_MD5_TREE", s.hashes))
    if md5(s.data[s.chunks : s.hashes]) != chunks:
        broken.append(("VPK_MD5_CHUNKS", s.hashes + 16))
    if not broken and md5(s.data[: s.hashes + 32]) != whole:
        broken.append(("VPK_MD5_WHOLE", s.hashes + 32))
    for code, at in broken:
        j.found(code, at)


# ---- All of it ----


def check_tree(s, j):
    end = min(s.body, len(s.data))
    tree = Tree(s.data, s.tree, end)
    j.fields += tree.r.fields
    is_whole = not s.is_cut and not tree.is_lost and tree.end == end
    if s.is_cut:
        j.found("VPK_TRUNCATED", 8)
    elif tree.is_lost:
        j.found("VPK_TREE", 8)
    elif not is_whole:
        j.found("VPK_TREE_REST", 8)
    check_names(tree, j)
    check_twins(tree, j)
    for file in tree.files:
        check_file(s, file, j)
    if is_whole and not any(file.holds_navigation() for file in tree.files):
        j.found("VPK_NO_NAV", 0)
    check_overlaps(s, tree.files, j)


def add_section_fields(s, j):
    rows = range(s.chunks, min(s.hashes, len(s.data)) - 27, 28)
    j.fields += [(row + at, size) for row in rows for at, size in ((0, 2), (2, 2), (4, 4), (8, 4), (12, 4))]
    j.fields += [(at, 4) for at in range(s.hashes, min(s.end, len(s.data)) - 3, 4)]
    j.fields += [(at, 4) for at in range(s.body, min(s.chunks, len(s.data)) - 3, 64)]


def judge(data):
    r = Reader(data)
    try:
        s = Sections(data, r)
    except Truncated:
        return broken(data, r)
    j = Judgement(CODES)
    j.fields += r.fields
    if s.magic != 0x55AA1234 or s.version not in (1, 2):
        return broken(data, r)
    check_tree(s, j)
    if s.version == 2 and not s.is_cut:
        check_sections(s, j)
        check_hashes(s, j)
        add_section_fields(s, j)
    return j


def broken(data, r):
    """Versions that nobody knows are no fault."""
    known = len(data) < 8 or int.from_bytes(data[4:8], "little") in (1, 2)
    is_other = len(data) >= 4 and data[:4] != b"\x34\x12\xaa\x55"
    reason = ["VPK_MAGIC"] if is_other else ["VPK_TRUNCATED"] if known else []
    j = Judgement(CODES, broken=True, broken_as=reason)
    j.fields += r.fields
    return j


def options(data):
    return ()


def is_comparable(report):
    return True
