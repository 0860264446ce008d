"""Metroid Prime PAK: the rules of the fact sheet (containers/metroid_pak/README.md has the same facts) in the
most obvious way: every pair of resources is compared with every other.

Which of two overlapping resources is told of, the sheet leaves open where there are more than two.
"""

from reader import Judgement

OPEN, SECTIONED = 0x00030005, 2
NAVIGATION, ROOM = b"PATH", b"MREA"
HEADER, FIRST_SECTION = 0x40, 0x80
FIRST_READ = 8192
OFFSET_LIMIT, SIZE_LIMIT = 1 << 28, 1 << 22
SEGMENT = 0x4000
END_MARK = b"\x11\x00\x00"
ZLIB = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
BYTE_ORDER = "big"

TABLE_CODES = "PAK_TRUNCATED PAK_SECTION PAK_NAMES PAK_TABLE".split()
ROW_CODES = """PAK_EARLY PAK_FLAG PAK_TYPE_LETTERS PAK_BOUNDS PAK_ALIGN PAK_ALIGN_64 PAK_RANGE PAK_ORDER
    PAK_OVERLAP PAK_OVERLAP_PATH PAK_GAP PAK_DUP""".split()
NAME_CODES = "PAK_NAMES_LONG PAK_NAME_TARGET PAK_NAME_KIND PAK_NAME_TWICE PAK_NAME_UNSAFE".split()
OTHER_CODES = "PAK_FILL PAK_ZLIB PAK_LZO PAK_CMPD PAK_PATH_COUNT PAK_NO_NAV".split()
CODES = ["PAK_VERSION", *TABLE_CODES, *ROW_CODES, *NAME_CODES, *OTHER_CODES]


class Lost(Exception):
    """The tables cannot be followed: a code and where it is said."""


def word(data, at):
    return int.from_bytes(data[at : at + 4], "big")


def up(number, unit):
    return -(-number // unit) * unit


class Row:
    def __init__(self, data, at, is_wide, origin):
        extra = 4 if is_wide else 0
        self.at = at
        self.flag, self.type = word(data, at), data[at + 4 : at + 8]
        self.id = data[at + 8 : at + 12 + extra]
        self.size_at, self.offset_at = at + 12 + extra, at + 16 + extra
        self.size, self.offset = word(data, self.size_at), word(data, self.offset_at)
        self.start = origin + self.offset
        self.end = self.start + self.size


class Name:
    def __init__(self, at, kind, ident, text, text_at):  # pylint: disable=too-many-arguments,too-many-positional-arguments
        self.at, self.type, self.id, self.text, self.text_at = at, kind, ident, text, text_at


class Archive:
    """is_wide: ids have 64 bits; data_end: what resources have to lie in."""

    def __init__(self, data, is_wide, is_sectioned):
        self.data, self.is_wide, self.is_sectioned = data, is_wide, is_sectioned
        self.fields = [(0, 4), (4, 4)]
        self.names, self.rows = [], []
        self.lost = None
        self.cut = None  # the section that ends behind the file
        self.reach = 0

    @property
    def unit(self):
        return 64 if self.is_sectioned else 32

    @property
    def is_prototype(self):
        return self.is_wide and not self.is_sectioned

    def count(self, at, end, what):
        if end - at < 4:
            raise Lost("PAK_TRUNCATED", what)
        self.fields.append((at, 4))
        return word(self.data, at)

    def read_names(self, at, end, where):
        self.names_at = at
        count = self.count(at, end, at if where is None else where)
        self.reach = 1
        at += 4
        while len(self.names) < count:
            at = self.read_label(at, end) if self.is_sectioned else self.read_name(at, end)
        return at

    def read_label(self, at, end):
        nul = self.data.find(b"\0", at, end)
        if nul < 0 or end - nul - 1 < 12:
            raise Lost("PAK_NAMES", self.names_at)
        place = nul + 1
        self.fields += [(place, 4), (place + 4, 4), (place + 8, 4)]
        self.names.append(Name(place, self.data[place : place + 4], self.data[place + 4 : place + 12],
                               self.data[at:nul], at))
        return place + 12

    def read_name(self, at, end):
        head = 16 if self.is_wide else 12
        if end - at < head or word(self.data, at + head - 4) > end - at - head:
            raise Lost("PAK_NAMES", self.names_at)
        length = word(self.data, at + head - 4)
        self.fields += [(at, 4), (at + 4, 4), (at + head - 4, 4)]
        self.names.append(Name(at, self.data[at : at + 4], self.data[at + 4 : at + head - 4],
                               self.data[at + head : at + head + length], at + head))
        return at + head + length

    def read_rows(self, at, end, where):
        self.rows_at = at
        count = self.count(at, end, at if where is None else where)
        self.reach = 3
        stride = 24 if self.is_wide else 20
        if count * stride > end - at - 4:
            raise Lost("PAK_TABLE", at)
        origin = self.data_start if self.is_sectioned else 0
        for i in range(count):
            row = Row(self.data, at + 4 + i * stride, self.is_wide, origin)
            self.fields += [(row.at + k, 4) for k in range(0, stride, 4)]
            self.rows.append(row)
        self.reach = 4
        return at + 4 + count * stride

    def read_open(self):
        self.names_end = self.read_names(8, len(self.data), None)
        self.reach = 2
        self.table_end = self.read_rows(self.names_end, len(self.data), None)
        self.data_start = min(up(self.table_end, 32), len(self.data))
        self.data_end = len(self.data)
        self.fill_end = self.data_start

    def read_sections(self):
        at, ends = FIRST_SECTION, []
        for i in range(3):
            place = 0x44 + 8 * i
            self.fields += [(place, 4), (place + 4, 4)]
            size = word(self.data, place + 4)
            if size > len(self.data) - at and self.cut is None:
                self.cut = place + 4
            at += size
            ends.append(min(at, len(self.data)))
        self.section_ends = ends
        self.data_start, self.data_end = ends[1], ends[2]
        self.names_end = self.read_names(FIRST_SECTION, ends[0], 0x48)
        self.table_end = self.read_rows(ends[0], ends[1], 0x50)
        self.fill_end = ends[1]

    def read(self):
        try:
            self.read_sections() if self.is_sectioned else self.read_open()
        except Lost as lost:
            self.lost = lost.args
        return self

    def likely(self):
        if self.lost:
            return 0
        return sum(row.offset % 32 == 0 and row.offset >= self.table_end and row.end <= len(self.data)
                   for row in self.rows)


def open_archive(data):
    """With short ids unless long ones make more rows likely, or the tables longer."""
    short = Archive(data, False, False).read()
    if not short.lost and short.likely() == len(short.rows):
        return short
    wide = Archive(data, True, False).read()
    return wide if (wide.likely(), wide.reach) > (short.likely(), short.reach) else short


def has_sections(data):
    return (len(data) >= FIRST_SECTION and word(data, 0x40) == 3
            and [data[0x44 + 8 * i :][:4] for i in range(3)] == [b"STRG", b"RSHD", b"DATA"])


def archive_of(data):
    """None: neither what a version says nor what is laid out as one."""
    version, second = word(data, 0), word(data, 4)
    if version == OPEN:
        return open_archive(data)
    if second == HEADER and has_sections(data):
        return Archive(data, True, True).read()
    if version == SECTIONED or second != 0:
        return None
    archive = open_archive(data)
    return archive if archive.rows and not archive.lost and archive.likely() == len(archive.rows) else None


# ---- Rows ----


def check_numbers(a, row, j):
    is_prime = not a.is_wide
    too_large = is_prime and (row.size >= SIZE_LIMIT or row.offset >= OFFSET_LIMIT)
    if row.end > a.data_end and not too_large:
        j.found("PAK_BOUNDS", row.size_at if row.start <= a.data_end else row.offset_at)
    for at, value, limit in [(row.size_at, row.size, SIZE_LIMIT), (row.offset_at, row.offset, OFFSET_LIMIT)]:
        if not a.is_prototype and value % a.unit:
            j.found("PAK_ALIGN_64" if a.is_sectioned else "PAK_ALIGN", at)
        if is_prime and value >= limit:
            j.found("PAK_RANGE", at)


def check_rows(a, j):
    before = None
    for row in a.rows:
        if row.flag > 1:
            j.found("PAK_FLAG", row.at)
        if not all(0x20 < byte < 0x7F for byte in row.type):
            j.found("PAK_TYPE_LETTERS", row.at + 4)
        check_numbers(a, row, j)
        if not a.is_sectioned and row.start < a.table_end:
            j.found("PAK_EARLY", row.offset_at)
        if before and row.offset < before.offset:
            j.found("PAK_ORDER", row.offset_at)
        before = row


def check_overlaps(a, j):
    """Of each resource with the one before it that reaches farthest."""
    inside = [(row.start, row.end, number, row) for number, row in enumerate(a.rows) if row.end <= a.data_end]
    inside = sorted(item for item in inside if item[0] < item[1])
    for place, (start, end, _, row) in enumerate(inside):
        earlier = inside[:place]
        if not earlier:
            continue
        reach = max(item[1] for item in earlier)
        other = next(item[3] for item in earlier if item[1] == reach)
        if start >= reach or (other.start, other.end) == (start, end):
            continue
        is_navigation = NAVIGATION in (row.type, other.type)
        j.found("PAK_OVERLAP_PATH" if is_navigation else "PAK_OVERLAP", row.offset_at)


def check_gaps(a, j):
    if a.cut is not None or any(row.end > a.data_end for row in a.rows):
        return
    owned = bytearray(len(a.data))
    owned[: a.data_start] = b"\1" * a.data_start
    for row in a.rows:
        owned[row.start : row.end] = b"\1" * row.size
    for at in range(a.data_start, len(owned)):
        if not owned[at] and (at == a.data_start or owned[at - 1]):
            j.found("PAK_GAP", at)


def differ(a, one, other):
    if (one.type, one.flag != 0, one.size) != (other.type, other.flag != 0, other.size):
        return True
    if one.end > a.data_end or other.end > a.data_end:
        return False
    return a.data[one.start : one.end] != a.data[other.start : other.end]


def check_copies(a, j):
    first = {}
    for row in a.rows:
        if differ(a, first.setdefault(row.id, row), row):
            j.found("PAK_DUP", row.at + 8)
    return first


# ---- Names ----


def is_unsafe(text):
    parts = text.replace(b"\\", b"/").split(b"/")
    return (any(byte < 0x20 or byte == 0x7F for byte in text) or text[:1] in (b"/", b"\\")
            or (text[1:2] == b":" and text[:1].isalpha()) or b".." in parts)


def check_names(a, first, j):
    if not a.is_wide and a.names_end + 4 > FIRST_READ:
        j.found("PAK_NAMES_LONG", a.names_at)
    known = {}
    for name in a.names:
        if a.cut is None and name.id not in first:
            j.found("PAK_NAME_TARGET", name.at + 4)
        elif a.cut is None and first[name.id].type != name.type:
            j.found("PAK_NAME_KIND", name.at)
        if is_unsafe(name.text):
            j.found("PAK_NAME_UNSAFE", name.text_at)
        other = known.setdefault(name.text.lower(), name)
        if (other.id, other.type) != (name.id, name.type):
            j.found("PAK_NAME_TWICE", name.text_at)


# ---- Fill ----


def check_zeros(a, start, end, j):
    if any(a.data[start:end]):
        j.found("PAK_FILL", start)


def check_fills(a, j):
    if a.is_sectioned:
        check_zeros(a, 0x18, 0x40, j)
        check_zeros(a, 0x5C, 0x80, j)
    else:
        check_zeros(a, 4, 8, j)
    if a.cut is not None:
        return
    if a.is_sectioned:
        check_zeros(a, a.names_end, a.section_ends[0], j)
    check_zeros(a, a.table_end, a.fill_end, j)


# ---- Packed navigation ----


class Flaw(Exception):
    """Where a stream is wrong."""


def segments(data, at, end, total):
    while total > 0:
        want = min(total, SEGMENT)
        if end - at < 2:
            raise Flaw(at)
        length = int.from_bytes(data[at : at + 2], "big", signed=True)
        there = abs(length)
        if there == 0 or (length < 0 and there != want) or there > want + want // 16 + 67 or there > end - at - 2:
            raise Flaw(at)
        piece = data[at + 2 : at + 2 + there]
        if length > 0 and piece[:2] not in ZLIB and piece[-3:] != END_MARK:
            raise Flaw(at)
        at += 2 + there
        total -= want
    return at


def zlib_end(data, start, end):
    total, packed = word(data, start), end - start - 4
    if total == 0 or packed < 7 or total > 1032 * packed:
        raise Flaw(start)
    if data[start + 6] >> 1 & 3 == 3:
        raise Flaw(start + 6)
    return end


def cmpd_end(data, start, end):
    count = word(data, start + 4)
    if count == 0 or 8 + 8 * count > end - start:
        raise Flaw(start + 4)
    at = start + 8 + 8 * count
    for i in range(count):
        row = start + 8 + 8 * i
        packed, unpacked = word(data, row) & 0xFFFFFF, word(data, row + 4)
        if packed > unpacked or packed > end - at:
            raise Flaw(row)
        if packed != unpacked:
            stop = segments(data, at, at + packed, unpacked)
            if stop != at + packed:
                raise Flaw(stop)
        at += packed
    return at


def lzo_end(data, start, end):
    total = word(data, start)
    if total == 0:
        raise Flaw(start)
    return segments(data, start + 4, end, total)


def stream_end(a, row):
    """Code of the rule, and where the stream ends."""
    is_tagged = row.size >= 8 and a.data[row.start : row.start + 4] == b"CMPD"
    if row.size < 6 or (a.is_sectioned and not is_tagged):
        raise Flaw("PAK_CMPD" if a.is_sectioned else "PAK_LZO", row.start)
    is_zlib = a.data[row.start + 4 : row.start + 6] in ZLIB
    code, end_of = ("PAK_ZLIB", zlib_end) if is_zlib else ("PAK_LZO", lzo_end)
    if is_tagged and a.is_wide:
        code, end_of = "PAK_CMPD", cmpd_end
    try:
        return code, end_of(a.data, row.start, row.end)
    except Flaw as flaw:
        raise Flaw(code, flaw.args[0]) from None


def check_stream(a, row, j):
    try:
        code, end = stream_end(a, row)
    except Flaw as flaw:
        j.found(*flaw.args)
        return
    rest = a.data[end : row.end]
    if rest.strip(b"\xff"):
        j.found(code if len(rest) >= a.unit else "PAK_FILL", end)


def check_streams(a, j):
    for row in a.rows:
        if row.type == NAVIGATION and row.flag and row.size and row.end <= a.data_end:
            check_stream(a, row, j)


# ---- All of it ----


def check_counts(a, first, j):
    if a.cut is not None:
        return
    types = [row.type for row in first.values()]
    if NAVIGATION not in types:
        j.found("PAK_NO_NAV", a.rows_at)
    elif types.count(NAVIGATION) != types.count(ROOM):
        j.found("PAK_PATH_COUNT", a.rows_at)


def judge_tables(a, j):
    check_rows(a, j)
    check_overlaps(a, j)
    check_gaps(a, j)
    first = check_copies(a, j)
    check_names(a, first, j)
    check_fills(a, j)
    check_streams(a, j)
    check_counts(a, first, j)


def judge(data):
    if len(data) == 8 and word(data, 0) == OPEN:
        return Judgement(broken=True)
    if len(data) < 8 or (len(data) < FIRST_SECTION and data[:8] == bytes([0, 0, 0, 2, 0, 0, 0, HEADER])):
        return Judgement(broken=True, broken_as={"PAK_TRUNCATED"})
    a = archive_of(data)
    if a is None:
        j = Judgement(broken=True, broken_as={"PAK_VERSION"} if word(data, 0) != SECTIONED else ())
        j.fields = [(0, 4), (4, 4)]
        return j
    j = Judgement(CODES)
    j.fields = a.fields
    if word(data, 0) != (SECTIONED if a.is_sectioned else OPEN):
        j.found("PAK_VERSION", 0)
    if a.cut is not None:
        j.found("PAK_SECTION", a.cut)
    if a.lost and a.cut not in (0x48, 0x50):  # of STRG and RSHD, which explain it
        j.found(*a.lost)
    if not a.lost:
        judge_tables(a, j)
    return j


def options(data):
    return ("--pedantic",)


def is_comparable(report):
    return True
