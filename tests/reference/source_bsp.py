"""Maps of Source and GoldSrc: the rules of the fact sheet (containers/source_bsp/README.md has the same
facts) in the most obvious way. Bytes that belong to nothing are those that no mask covers.

The files that are compared have no map's name, so a mesh of any map is taken for that of the map.
"""

import zlib

from reader import Judgement

PAKFILE = 40
NAV_MAGIC = 0xFEEDFACE
LARGEST_DICTIONARY = 1 << 26

HEAD_CODES = "BSP_MAGIC BSP_TRUNCATED".split()
LUMP_CODES = """BSP_LUMP_BOUNDS BSP_PAK_BOUNDS BSP_LUMP_ALIGN BSP_LZMA_HEADER BSP_PAK_PACKED
    BSP_PAK_LZMA""".split()
FILE_CODES = """BSP_VERSION BSP_LUMP_ORDER BSP_CUT BSP_LUMP_OVERLAP BSP_PAK_OVERLAP BSP_PAK_NOT_LAST
    BSP_SPARE BSP_NAV_SIZE_EMBEDDED""".split()
ZIP_CODES = ["BSP_PZ_" + word for word in """END END_FIELDS CENTRAL SPARE ENTRY_BOUNDS NAV_OVERLAP
    ENTRY_OVERLAP LOCAL_MARK LOCAL_FIELDS LOCAL_NAME LOCAL_LENGTHS OTHER_LENGTHS METHOD OTHER_METHOD FLAGS
    FLAGS_OTHER STORED_SIZE LZMA_HEADER CRC NAME_LONG NAME_DUPLICATE NAME_UNSAFE NAV_NAME NAV_EMBED_OLD
    NAV_TWO""".split()]
CODES = HEAD_CODES + LUMP_CODES + FILE_CODES + ZIP_CODES

SURE = {17, 19, 20, 21, 27, 0x00040014}
KNOWN = SURE | {18, 22, 23, 25}

CENTRAL = {"madeBy": (4, 2), "needed": (6, 2), "flags": (8, 2), "method": (10, 2), "crc": (16, 4),
           "packed": (20, 4), "unpacked": (24, 4), "name": (28, 2), "extra": (30, 2), "comment": (32, 2),
           "disk": (34, 2), "local": (42, 4)}
LOCAL = {"flags": (6, 2), "method": (8, 2), "crc": (14, 4), "packed": (18, 4), "unpacked": (22, 4),
         "name": (26, 2), "extra": (28, 2)}
END = {"disk": (4, 2), "directoryDisk": (6, 2), "here": (8, 2), "entries": (10, 2), "size": (12, 4),
       "offset": (16, 4), "comment": (20, 2)}


class Map:
    def __init__(self, data):
        self.data = data
        self.j = Judgement(CODES)
        self.is_lost = False  # of some bytes nobody knows what they are
        self.pieces = []

    def number(self, at, size):
        self.j.fields.append((at, size))
        return int.from_bytes(self.data[at : at + size], "little")

    def record(self, at, table):
        """Its numbers by name, and where it is."""
        return {"at": at, **{name: self.number(at + offset, size) for name, (offset, size) in table.items()}}


# ---- Lumps ----


class Lump:
    def __init__(self, m, index, row, order):
        offset, length, unpacked = order
        self.index = index
        self.row = row
        self.offset_at, self.length_at = row + offset, row + length
        self.offset = m.number(self.offset_at, 4)
        self.length = m.number(self.length_at, 4)
        self.unpacked = m.number(row + unpacked, 4) if unpacked else 0
        self.unpacked_at = row + (unpacked or 0)
        self.end = self.offset + self.length
        self.is_used = self.length > 0
        self.is_inside = self.is_used and self.offset >= m.header and self.end <= len(m.data)


def read_lumps(m, at, count, stride, order):
    return [Lump(m, index, at + stride * index, order) for index in range(count)]


def choose_order(m, version, at):
    """More lumps inside the file; as many: the first word of the table is a version of 0."""
    usual = read_lumps(m, at, 64, 16, (0, 4, 12))
    late = read_lumps(m, at, 64, 16, (4, 8, 12))
    inside = [sum(lump.is_inside for lump in lumps) for lumps in (usual, late)]
    if inside[0] == inside[1]:
        return late if version == 21 and m.number(at, 4) == 0 else usual
    return usual if inside[0] > inside[1] else late


def lump_code(m, lump, code, pakfile_code):
    return pakfile_code if lump.index == PAKFILE and not m.is_goldsrc else code


def check_bounds(m, lump):
    starts = m.header <= lump.offset <= len(m.data)
    m.j.found(lump_code(m, lump, "BSP_LUMP_BOUNDS", "BSP_PAK_BOUNDS"),
              lump.length_at if starts else lump.offset_at)
    m.is_lost = True


def check_packed_lump(m, lump):
    code = lump_code(m, lump, "BSP_LZMA_HEADER", "BSP_PAK_LZMA")
    head = m.data[lump.offset : lump.offset + 17]
    at = lump.offset
    if lump.length < 17 or head[:4] != b"LZMA":
        m.j.found(code, lump.unpacked_at)
    elif m.number(at + 4, 4) != lump.unpacked:
        m.j.found(code, at + 4)
    elif m.number(at + 8, 4) != lump.length - 17:
        m.j.found(code, at + 8)
    elif m.number(at + 12, 1) >= 225:
        m.j.found(code, at + 12)
    elif m.number(at + 13, 4) > LARGEST_DICTIONARY:
        m.j.found(code, at + 13)
    elif code == "BSP_PAK_LZMA":
        m.j.found("BSP_PAK_PACKED", lump.unpacked_at)


def check_lump(m, lump):
    if not lump.is_inside:
        check_bounds(m, lump)
        return
    if lump.offset % 4:
        m.j.found("BSP_LUMP_ALIGN", lump.offset_at)
    if lump.unpacked:
        check_packed_lump(m, lump)


def overlaps(extents):
    """(what reaches farthest, what starts in it) of (start, end, number)."""
    farthest = None
    for extent in sorted(extents):
        if farthest and extent[0] < farthest[1]:
            yield farthest, extent
        if not farthest or extent[1] > farthest[1]:
            farthest = extent


def check_lump_pairs(m):
    extents = [(lump.offset, lump.end, lump.index) for lump in m.lumps if lump.is_inside]
    for earlier, later in overlaps(extents):
        pair = {earlier[2], later[2]}
        is_pakfile = PAKFILE in pair and not m.is_goldsrc
        m.j.found("BSP_PAK_OVERLAP" if is_pakfile else "BSP_LUMP_OVERLAP", m.lumps[later[2]].offset_at)
    order = [index for _, _, index in sorted(extents)]
    if not m.is_goldsrc and PAKFILE in order and order[-1] != PAKFILE:
        behind = order[order.index(PAKFILE) + 1]
        m.j.found("BSP_PAK_NOT_LAST", m.lumps[behind].offset_at)


def check_lumps(m):
    used = [lump for lump in m.lumps if lump.is_used]
    for lump in used:
        check_lump(m, lump)
    inside = sum(lump.is_inside for lump in used)
    beyond = [lump for lump in used if lump.offset >= m.header and lump.end > len(m.data)]
    if inside < len(used) - inside or len(beyond) > 1:
        is_lost = inside < len(used) - inside
        m.j.found("BSP_LUMP_ORDER" if is_lost else "BSP_CUT", m.lumps_at)
        m.j.codes -= set(LUMP_CODES) if is_lost else {"BSP_LUMP_BOUNDS", "BSP_PAK_BOUNDS"}
    check_lump_pairs(m)


# ---- The zip ----


class Entry:
    def __init__(self, m, number, at):
        self.number = number
        self.central = m.record(at, CENTRAL)
        self.at = at
        self.end = at + 46 + sum(self.central[part] for part in ("name", "extra", "comment"))
        self.name = m.data[at + 46 : at + 46 + self.central["name"]]
        self.folded = self.name.lower().replace(b"\\", b"/")
        self.method, self.flags = self.central["method"], self.central["flags"]
        self.packed, self.unpacked = self.central["packed"], self.central["unpacked"]
        self.local_at = m.pakfile.offset + self.central["local"]
        self.data_at = self.local_at + 30 + self.central["name"] + self.central["extra"]
        self.data_end = self.data_at + self.packed
        self.is_inside = self.data_end <= m.pakfile.end
        self.is_nav = self.name.lower().endswith(b".nav")
        self.is_navigation = is_navigation(self.name.lower())


def is_navigation(name):
    base = name.replace(b"\\", b"/").split(b"/")[-1]
    is_nodes = base.startswith(b"nodes") and name.endswith(b".dat")
    return is_nodes or name.endswith((b".nav", b".nav2", b".path", b".esp", b".esm", b".esl"))


def read_zip(m):
    """True if there are entries to be judged."""
    lump = m.pakfile
    if m.is_goldsrc or not lump.is_inside or lump.unpacked:
        return False
    at = m.data.rfind(b"PK\5\6", lump.offset, lump.end - 18)
    if at < 0:
        m.j.found("BSP_PZ_END", lump.offset_at)
        return False
    m.end = m.record(at, END)
    m.zip_end = at
    if m.end["comment"] >= 4 and m.data[at + 22 : min(at + 26, lump.end)] == b"XZP2":
        m.j.broken = True
        return False
    read_entries(m)
    return True


def has_central(m, at):
    return m.data[at : at + 4] == b"PK\1\2" and at + 46 <= m.zip_end and Entry(m, 0, at).end <= m.zip_end


def read_entries(m):
    at = m.pakfile.offset + m.end["offset"]
    m.directory = min(at, m.zip_end)
    m.entries = []
    for number in range(m.end["entries"]):
        is_there = at + 46 <= m.zip_end
        entry = Entry(m, number, at) if is_there and m.data[at : at + 4] == b"PK\1\2" else None
        if not entry or entry.end > m.zip_end:
            m.j.found("BSP_PZ_CENTRAL", at if is_there else m.zip_end + 10)
            m.is_lost = True
            break
        m.entries.append(entry)
        at = entry.end
    m.directory_end = min(at, m.zip_end)


def check_end(m):
    end = m.end
    position = m.zip_end - m.pakfile.offset
    for name in ("disk", "directoryDisk"):
        if end[name]:
            m.j.found("BSP_PZ_END_FIELDS", end["at"] + END[name][0])
    if end["here"] != end["entries"]:
        m.j.found("BSP_PZ_END_FIELDS", end["at"] + 8)
    if len(m.entries) == end["entries"] and has_central(m, m.directory_end):
        m.j.found("BSP_PZ_END_FIELDS", end["at"] + 10)
    if m.zip_end + 22 + end["comment"] > m.pakfile.end:
        m.j.found("BSP_PZ_END_FIELDS", end["at"] + 20)
    if end["offset"] + end["size"] != position:
        m.j.found("BSP_PZ_END_FIELDS", end["at"] + (16 if end["offset"] > position else 12))


def check_central(m, entry):
    flags = entry.flags & ~2 if entry.method == 14 else entry.flags
    if entry.method not in (0, 14):
        m.j.found("BSP_PZ_METHOD" if entry.is_navigation else "BSP_PZ_OTHER_METHOD", entry.at + 10)
    if flags:
        m.j.found("BSP_PZ_FLAGS" if flags & 9 else "BSP_PZ_FLAGS_OTHER", entry.at + 8)
    if entry.method == 0 and entry.packed != entry.unpacked:
        m.j.found("BSP_PZ_STORED_SIZE", entry.at + 24)
    if not entry.is_inside:
        m.j.found("BSP_PZ_ENTRY_BOUNDS", entry.at + (20 if entry.data_at <= m.pakfile.end else 42))
        m.is_lost = True


def check_local(m, entry):
    at = entry.local_at
    if m.data[at : at + 4] != b"PK\3\4":
        m.j.found("BSP_PZ_LOCAL_MARK", entry.at + 42)
        return
    m.j.fields.append((at, 4))
    local = m.record(at, LOCAL)
    for name in ("method",) if entry.flags & 8 else ("method", "crc", "packed", "unpacked"):
        if local[name] != entry.central[name]:
            m.j.found("BSP_PZ_LOCAL_FIELDS", at + LOCAL[name][0])
    if at + 30 + local["name"] + local["extra"] != entry.data_at:
        code = "BSP_PZ_LOCAL_LENGTHS" if entry.is_navigation else "BSP_PZ_OTHER_LENGTHS"
        m.j.found(code, at + (26 if local["name"] != entry.central["name"] else 28))
    elif m.data[at + 30 : at + 30 + local["name"]] != entry.name:
        m.j.found("BSP_PZ_LOCAL_NAME", at + 26)


def check_bytes(m, entry):
    if not entry.is_navigation:
        return
    at = entry.data_at
    if entry.method == 14:
        if entry.packed < 9:
            m.j.found("BSP_PZ_LZMA_HEADER", entry.at + 20)
        elif m.number(at + 2, 2) != 5:
            m.j.found("BSP_PZ_LZMA_HEADER", at + 2)
        elif m.number(at + 4, 1) >= 225:
            m.j.found("BSP_PZ_LZMA_HEADER", at + 4)
        elif m.number(at + 5, 4) > LARGEST_DICTIONARY:
            m.j.found("BSP_PZ_LZMA_HEADER", at + 5)
    is_open = entry.method == 0 and not entry.flags & 1 and entry.packed == entry.unpacked
    if is_open and zlib.crc32(m.data[at : entry.data_end]) != entry.central["crc"]:
        m.j.found("BSP_PZ_CRC", entry.at + 16)


def check_name(m, entry):
    name = entry.name
    parts = entry.folded.split(b"/")
    is_control = any(char < 32 or char == 127 for char in name)
    is_drive = name[1:2] == b":" and name[:1].isalpha()
    if len(name) > 259:
        m.j.found("BSP_PZ_NAME_LONG", entry.at + 28)
    if is_control or parts[0] == b"" and len(name) > 0 or is_drive or b".." in parts:
        m.j.found("BSP_PZ_NAME_UNSAFE", entry.at)


def check_entry_overlaps(m):
    directory = len(m.entries)
    extents = [(e.local_at, e.data_end, e.number) for e in m.entries if e.is_inside]
    extents.append((m.directory, m.zip_end + 22, directory + (1 << 16)))
    for earlier, later in overlaps(extents):
        if earlier[:2] == later[:2]:
            continue
        both = [m.entries[number] for _, _, number in (earlier, later) if number < directory]
        code = "BSP_PZ_NAV_OVERLAP" if any(e.is_navigation for e in both) else "BSP_PZ_ENTRY_OVERLAP"
        m.j.found(code, both[-1].at + (42 if later[2] < directory else 20))


def is_embedded(entry):
    return entry.name.lower() == b"maps/embed.nav"


def is_found(m, entry):
    return entry.folded.startswith(b"maps/") and entry.folded.count(b"/") == 1 or (
        m.number(4, 4) == 21 and entry.name.lower().startswith(b"maps/workshop/"))


def check_mesh(m, entry):
    at = entry.data_at
    is_open = entry.method == 0 and not entry.flags & 1 and entry.is_inside
    if not is_open or entry.packed < 12 or m.number(at, 4) != NAV_MAGIC:
        return
    version = m.number(at + 4, 4)
    if version < 4 or (version >= 10 and entry.packed < 16):
        return
    sub = m.number(at + 8, 4) if version >= 10 else 0
    size_at = at + (12 if version >= 10 else 8)
    if is_embedded(entry) and (version, sub) != (16, 2):
        m.j.found("BSP_PZ_NAV_EMBED_OLD", at + (8 if version == 16 else 4))
    own = 30 + 46 + 2 * len(entry.name) + entry.packed
    if m.number(size_at, 4) != max(len(m.data) - own, 0):
        m.j.found("BSP_NAV_SIZE_EMBEDDED", size_at)


def check_meshes(m):
    navs = [entry for entry in m.entries if entry.is_nav]
    for entry in navs:
        if not is_found(m, entry):
            m.j.found("BSP_PZ_NAV_NAME", entry.at)
        check_mesh(m, entry)
    embedded = [entry for entry in navs if is_embedded(entry)]
    if embedded and any(is_found(m, entry) and not is_embedded(entry) for entry in navs):
        m.j.found("BSP_PZ_NAV_TWO", embedded[0].at)


def check_zip(m):
    check_end(m)
    known = set()
    for entry in m.entries:
        check_central(m, entry)
        if entry.is_inside:
            check_local(m, entry)
            check_bytes(m, entry)
        check_name(m, entry)
        if entry.folded in known:
            m.j.found("BSP_PZ_NAME_DUPLICATE", entry.at)
        known.add(entry.folded)
    check_entry_overlaps(m)
    check_meshes(m)


# ---- What belongs to nothing ----


def covered(m, has_zip):
    """A flag for each byte of the file."""
    mask = bytearray(len(m.data))
    spans = [(0, m.header)]
    spans += [(lump.offset, lump.end) for lump in m.lumps
              if lump.is_inside and not (has_zip and lump.index == PAKFILE)]
    if has_zip:
        spans += [(e.local_at, e.data_end) for e in m.entries if e.is_inside]
        spans += [(m.directory, m.directory_end)]
        spans += [(m.zip_end, min(m.zip_end + 22 + m.end["comment"], m.pakfile.end))]
    for start, end in spans:
        mask[start:end] = b"\1" * max(end - start, 0)
    return mask


def is_padding(m, start, end):
    is_packed = any(lump.is_used and lump.unpacked for lump in m.lumps)
    is_sector = is_packed if end == len(m.data) else end % 2048 == 0
    return end - start < (2048 if is_sector else 4) and not any(m.data[start:end])


def check_spare(m, has_zip):
    mask = covered(m, has_zip)
    start = mask.find(0)
    while start >= 0:
        end = mask.find(1, start)
        end = len(mask) if end < 0 else end
        if not is_padding(m, start, end):
            is_inside = has_zip and start >= m.pakfile.offset and end <= m.pakfile.end
            m.j.found("BSP_PZ_SPARE" if is_inside else "BSP_SPARE", start)
        start = mask.find(0, end)


# ---- All of it ----


def short(data):
    j = Judgement(HEAD_CODES)
    j.found("BSP_TRUNCATED", 0)
    return j


def read_goldsrc(m):
    m.is_goldsrc, m.lumps_at, m.header = True, 4, 124
    m.number(0, 4)
    if len(m.data) < m.header:
        return short(m.data)
    m.lumps = read_lumps(m, 4, 15, 8, (0, 4, None))
    return None


def read_source(m):
    if len(m.data) < 8:
        return short(m.data)
    version = m.number(4, 4)
    m.is_goldsrc, m.lumps_at = False, 12 if version == 27 else 8
    m.header = m.lumps_at + 64 * 16 + 4
    if len(m.data) < m.header:
        return short(m.data)
    m.lumps = choose_order(m, version, m.lumps_at)
    m.pakfile = m.lumps[PAKFILE]
    used = [lump for lump in m.lumps if lump.is_used]
    fits = used and all(lump.is_inside for lump in used)
    if version not in SURE and not fits:
        return Judgement(broken=True)
    if version not in KNOWN:
        m.j.found("BSP_VERSION", 4)
    return None


def judge(data):
    m = Map(bytes(data))
    if data[:4] in (b"PSBV", b"rBSP"):
        return Judgement(broken=True)
    if len(data) < 4:
        return short(data)
    if data[:4] not in (b"VBSP", b"\x1e\0\0\0"):
        j = Judgement(HEAD_CODES)
        j.found("BSP_MAGIC", 0)
        j.fields.append((0, 4))
        return j
    early = read_source(m) if data[:4] == b"VBSP" else read_goldsrc(m)
    if early:
        early.fields = m.j.fields
        return early
    has_zip = not m.is_goldsrc and read_zip(m)
    if m.j.broken:
        return m.j
    check_lumps(m)
    if has_zip:
        check_zip(m)
    if not m.is_lost:
        check_spare(m, has_zip)
    m.j.findings = {finding for finding in m.j.findings if finding[0] in m.j.codes}
    m.j.fields = sorted(set(m.j.fields))
    return m.j


def options(data):
    return ("--pedantic",)


def is_comparable(report):
    return True
