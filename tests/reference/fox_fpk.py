"""Packs of the Fox Engine: the rules of the fact sheet (containers/fox_fpk/README.md has the same
facts) in the most obvious way, for a pack whose name says nothing.

Slow on purpose: each byte of a pack is asked who claims it.
"""

import hashlib
import re
import struct

from reader import Judgement

HEADER, ENTRY, REFERENCE = 48, 48, 16
NAV2 = 0x0C012B6A
LONGEST = 1023

HEAD_CODES = "FPK_SHORT FPK_MAGIC FPK_SIZE FPK_TABLES FPK_CONST".split()
ROW_CODES = """FPK_DATA_BOUNDS FPK_NAME_BOUNDS FPK_ALIGN FPK_OVERLAP FPK_GAP FPK_TRAIL FPK_NAME_NUL
    FPK_NAME_LONG FPK_NAME_MD5 FPK_NAV_MD5 FPK_NAME_ENCIPHERED FPK_NAME_ROOT FPK_NAME_DUP""".split()
MESH_CODES = "FPK_NAV_IN_FPKD FPK_NAV_SIZE FPK_NAV_TRAIL FPK_NAV_PLACE FPK_NO_NAV".split()
CODES = HEAD_CODES + ROW_CODES + MESH_CODES


def options(data):
    return ()


def is_comparable(report):
    return True


class Part:
    """Bytes that a row points to; at, the offset of the field that does."""

    def __init__(self, pack, row, at):
        self.row, self.at = row, at
        self.start, self.length = struct.unpack_from("<QQ", pack.data, at)
        self.end = self.start + self.length
        self.is_inside = pack.tables_end <= self.start and self.end <= len(pack.data)
        self.bytes = pack.data[self.start : self.end] if self.is_inside else b""
        self.has_nul = self.is_inside and pack.data[self.end : self.end + 1] == b"\0"


class Pack:
    def __init__(self, data):
        self.data = data
        self.said, = struct.unpack_from("<I", data, 10)
        self.entry_count, self.reference_count = struct.unpack_from("<II", data, 36)
        self.tables_end = HEADER + ENTRY * self.entry_count + REFERENCE * self.reference_count
        self.fits = self.tables_end <= len(data)
        entries = self.entry_count if self.fits else 0
        references = self.reference_count if self.fits else 0
        rows = [HEADER + ENTRY * i for i in range(entries)]
        self.data_parts = [Part(self, row, row) for row in rows]
        self.name_parts = [Part(self, row, row + 16) for row in rows]
        self.reference_parts = [Part(self, at, at) for i in range(references)
                                for at in [HEADER + ENTRY * entries + REFERENCE * i]]

    @property
    def names(self):
        return self.name_parts + self.reference_parts

    @property
    def parts(self):
        return self.data_parts + self.names


def fields_of(pack):
    words = [10, 32, 36, 40, 44]
    for part in pack.parts:
        words += [part.at, part.at + 4, part.at + 8, part.at + 12]
    fields = [(at, 4) for at in words] + [(at, 1) for at in range(6, 10)] + [(20, 1)]
    for part in pack.parts:
        last = min(part.end, len(pack.data)) - 1
        if part.is_inside and part.length:
            fields += [(part.start, 1), ((part.start + last) // 2, 1), (last, 1)]
        if part.is_inside and part.length >= 8:
            fields += [(part.start, 4), (part.start + 4, 4)]
        if part.end < len(pack.data):
            fields.append((part.end, 1))
    fields += [(part.row + 32, 1) for part in pack.name_parts]
    return fields


# ---- Header ----


def check_magic(data, j):
    if data[:6] != b"foxfpk":
        j.found("FPK_MAGIC", 0)
        return False
    if data[6] not in (0, 0x20, 0x64):
        j.found("FPK_MAGIC", 6)
    if data[7:10] != b"win":
        j.found("FPK_MAGIC", 7)
    return True


def check_header(pack, j):
    data = pack.data
    if pack.said != len(data):
        j.found("FPK_SIZE", 10)
    elif len(data) % 16:
        j.found("FPK_ALIGN", 10)
    for at, value in ((14, bytes(18)), (32, b"\2\0\0\0"), (44, bytes(4))):
        if data[at : at + len(value)] != value:
            j.found("FPK_CONST", at)


# ---- Names ----


def is_readable(name):
    return name != b"" and len(re.sub(rb"[ -~]", b"", name)) <= len(name) // 4


def is_mesh(name, mesh):
    return name.bytes.lower().endswith(b".nav2") or mesh.bytes[:4] == struct.pack("<I", NAV2)


def is_known(pack, part):
    return hashlib.md5(part.bytes).digest() == pack.data[part.row + 32 : part.row + 48]


def is_odd(name):
    rest = name[1:] if name.startswith(b"/") else name
    folders = re.split(rb"[/\\]", rest)
    return (not name.startswith(b"/Assets/") or b".." in folders or b"\\" in name or b":" in name
            or rest[:1] == b"/" or any(c < 0x20 or c == 0x7F for c in name))


def check_name(pack, part, j, is_reference):
    if b"\0" in part.bytes[:LONGEST] or not part.has_nul:
        j.found("FPK_NAME_NUL", part.at + 8)
    if part.length > LONGEST:
        j.found("FPK_NAME_LONG", part.at + 8)
        return
    may_be_enciphered = not is_reference and not is_readable(part.bytes) and not is_known(pack, part)
    if is_odd(part.bytes) and not may_be_enciphered:
        j.found("FPK_NAME_ROOT", part.at)


def check_digest(pack, part, mesh, j):
    if is_known(pack, part):
        return
    code = "FPK_NAV_MD5" if is_mesh(part, mesh) else "FPK_NAME_MD5"
    j.found(code if is_readable(part.bytes) else "FPK_NAME_ENCIPHERED", part.row + 32)


def check_twins(pack, j):
    names = [part for part in pack.name_parts if part.is_inside and part.length <= LONGEST]
    seen = set()
    for part in names:
        if part.bytes in seen:
            j.found("FPK_NAME_DUP", part.at)
        seen.add(part.bytes)


# ---- Meshes ----


def is_misplaced(name):
    folder, base = re.fullmatch(rb"(?s)(.*[/\\])?([^/\\]*)", name).groups()
    tile = re.match(rb"(?s)(.+?)_nav", base + b"_nav") and re.fullmatch(
        rb"(?s)(.+)_(\d+)_(\d+)", base.split(b"_nav")[0])
    location = re.search(rb"/location/([^/]+)", name)
    block = re.search(rb"/block_small/([^/]+)/([^/]+)", name)
    if b"_nav" not in base or not tile or not location or not block:
        return False
    where, x, z = tile.groups()
    return (location[1], block[1], block[2]) != (where, x, x + b"_" + z)


def check_mesh(pack, name, mesh, j):
    if pack.data[6:7] == b"d":
        j.found("FPK_NAV_IN_FPKD", name.at)
    if len(mesh.bytes) >= 8:
        version, said = struct.unpack_from("<II", mesh.bytes)
        if version == NAV2 and said != mesh.length:
            j.found("FPK_NAV_SIZE" if mesh.length < said else "FPK_NAV_TRAIL", mesh.at + 8)
    if is_misplaced(name.bytes):
        j.found("FPK_NAV_PLACE", name.at)


def check_meshes(pack, j):
    meshes = 0
    for name, mesh in zip(pack.name_parts, pack.data_parts):
        if name.is_inside and name.length <= LONGEST and is_mesh(name, mesh):
            meshes += 1
            check_mesh(pack, name, mesh, j)
    if not meshes and pack.data[6:7] != b"d":
        j.found("FPK_NO_NAV", 36)


# ---- What lies where ----


def extents_of(pack):
    """(start, end, number, part, is_name)"""
    entries = len(pack.data_parts)
    inside = [(n, part) for n, part in enumerate(pack.parts) if part.is_inside]
    return sorted((part.start, part.end, n, part, n >= entries)
                  for n, part in inside)


def check_overlaps(extents, j):
    before = []
    for extent in extents:
        start, end, _, part, is_name = extent
        if start == end:
            continue
        farthest = max(before, key=lambda other: other[1], default=None)
        if farthest and start < farthest[1] and not (is_name and farthest[4]):
            j.found("FPK_OVERLAP", part.at)
        before.append(extent)


def gaps_of(pack, extents):
    claimed = bytearray(len(pack.data))
    for start, end, *_ in extents:
        claimed[start:end] = b"\1" * (end - start)
    at = pack.tables_end
    while at < len(claimed):
        if claimed[at]:
            at += 1
            continue
        end = claimed.find(b"\1", at)
        end = len(claimed) if end < 0 else end
        yield at, end
        at = end


def check_gaps(pack, extents, j):
    for start, end in gaps_of(pack, extents):
        enders = [extent for extent in extents if extent[0] < extent[1] == start]
        names = [extent for extent in enders if extent[4]]
        is_clear = len(names) in (0, len(enders))
        first = start + bool(names)
        code = "FPK_GAP" if end < len(pack.data) else "FPK_TRAIL"
        if code == "FPK_TRAIL" and pack.said < len(pack.data):
            continue
        if not is_clear:
            j.leave_open(code, start)
            j.leave_open(code, start + 1)
        elif end - first >= 16 or any(pack.data[first:end]):
            j.found(code, first)


# ---- All of it ----


def place_of_bounds(pack, part):
    """The field that leads out of the pack, or its upper half."""
    at, number = part.at, part.start
    if part.start < pack.tables_end:
        return at
    if part.start <= len(pack.data):
        at, number = at + 8, part.length
    return at + 4 if number >> 32 else at


def check_rows(pack, j):
    for part in pack.data_parts:
        if not part.is_inside:
            j.found("FPK_DATA_BOUNDS", place_of_bounds(pack, part))
        elif part.start % 16:
            j.found("FPK_ALIGN", part.at)
    for number, part in enumerate(pack.names):
        is_reference = number >= len(pack.name_parts)
        if not part.is_inside:
            j.found("FPK_NAME_BOUNDS", place_of_bounds(pack, part))
            continue
        check_name(pack, part, j, is_reference)
        if not is_reference and part.length <= LONGEST:
            check_digest(pack, part, pack.data_parts[number], j)


def judge(data):
    if len(data) < HEADER:
        return Judgement(broken=True, broken_as=["FPK_SHORT"] if data else [])
    j = Judgement(CODES)
    if not check_magic(data, j):
        return j
    pack = Pack(data)
    j.fields = fields_of(pack)
    check_header(pack, j)
    if not pack.fits:
        j.found("FPK_TABLES", 36 if HEADER + ENTRY * pack.entry_count > len(data) else 40)
        return j
    check_rows(pack, j)
    check_twins(pack, j)
    check_meshes(pack, j)
    extents = extents_of(pack)
    check_overlaps(extents, j)
    if all(part.is_inside for part in pack.parts):
        check_gaps(pack, extents, j)
    return j
