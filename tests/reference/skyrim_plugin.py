"""The container of Skyrim's plugins: groups, records, fields, as section 1.1 of the fact sheet has them.

What is found here is a defect of the container. The first one ends the walk: Broken.
"""

import struct
import zlib

from reader import Reader, Truncated

DELETED, COMPRESSED = 0x20, 0x40000
MOST_DEPTH = 8
MOST_MASTERS = 254  # the index 255 is no place in the load order, and the plugin needs one itself
PARENTS = {1: [0], 2: [0], 3: [2], 4: [1], 5: [4], 6: [1, 3, 5], 7: [0], 8: [6], 9: [6], 10: [6]}
TOP_LABELS = {1: b"WRLD", 2: b"CELL", 7: b"DIAL"}


class Broken(Exception):
    """The container cannot be followed. code: of the rule that it breaks; none where it is open which."""

    @property
    def codes(self):
        return {f"SKYRIM_{code}" for code in self.args}


class Defect(Exception):
    """A field or a payload cannot be followed: what breaks which rule where."""

    def __init__(self, code, place):
        super().__init__(code, place)
        self.code, self.place = code, place


def repeats(pairs):
    """Of (value, place) those whose value was there before."""
    seen = set()
    for value, place in pairs:
        if value in seen:
            yield value, place
        seen.add(value)


class Part(Reader):
    """A piece of the file, or of what a record unpacks to: there, places have two parts."""

    def __init__(self, data, at, end, stream=None):
        super().__init__(data)
        self.at, self.end, self.stream = at, end, stream

    def left(self):
        return self.end - self.at

    def place(self, offset=None):
        offset = self.at if offset is None else offset
        return offset if self.stream is None else (self.stream, offset)

    def read(self, kind):
        value, offset = super().read(kind)
        return value, self.place(offset)

    def has(self, place):
        """Whether a place is in what is left."""
        stream, offset = place if isinstance(place, tuple) else (None, place)
        return stream == self.stream and self.at <= offset < self.end

    def sub(self, size):
        part = Part(self.data, self.at, self.at + size, self.stream)
        part.fields = self.fields
        self.take(size)
        return part


class Group:
    def __init__(self, r, parent):
        self.at, self.parent = r.at, parent
        r.take(4)
        self.size, _ = r.read("u32")
        self.label_at = r.at
        self.label = bytes(r.data[r.at : r.at + 4])
        self.number, _ = r.read("u32")
        self.type_at = r.at
        self.type, _ = r.read("i32")
        r.take(8)
        self.depth = parent.depth + 1 if parent else 1
        self.front = None  # the record in front of it, among those of the same group
        self.records = []

    def path(self):
        return (self.parent.path() if self.parent else []) + [self]

    def around(self, kind):
        """The group of that type that it stands in, or itself."""
        return next((g for g in reversed(self.path()) if g.type == kind), None)


class Record:
    def __init__(self, r, group):
        self.at, self.group, self.data = r.at, group, r.data
        self.type = bytes(r.take(4))
        self.size, _ = r.read("u32")
        self.flags, self.flags_at = r.read("u32")
        self.form, self.form_at = r.read("u32")
        r.take(4)
        self.version, self.version_at = r.read("u16")
        r.take(2)
        self.fields_read = r.fields

    @property
    def body(self):
        return self.at + 24

    def part(self, j, limit):
        """Its data, unpacked if need be."""
        if not self.flags & COMPRESSED:
            part = Part(self.data, self.body, self.body + self.size)
            part.fields = self.fields_read
            return part
        if self.size < 4:
            raise Defect("SKYRIM_ZLIB_SHORT", self.at)
        stated = struct.unpack_from("<I", self.data, self.body)[0]
        if stated > limit or stated > 1032 * (self.size - 4) + 64:
            raise Defect("SKYRIM_ZLIB_SIZE", self.body)
        stream = self.data[self.body + 4 : self.body + self.size]
        return Part(self.inflated(stream, stated, j), 0, stated, self.body + 4)

    def inflated(self, stream, stated, j):
        zipped = zlib.decompressobj()
        try:
            out = zipped.decompress(stream, stated + 1)
        except zlib.error:
            out = None
        if out is None or not zipped.eof or len(out) != stated:
            raise Defect("SKYRIM_ZLIB_DATA", self.body)
        if zipped.unused_data:
            j.found("SKYRIM_ZLIB_TAIL", self.body + self.size - len(zipped.unused_data))
        return out


class Field:
    def __init__(self, at, kind, part):
        self.at, self.type, self.part = at, kind, part


def fields_of(part, j):
    """The fields of a record. XXXX has the size of the one behind it."""
    long = None
    while part.left():
        at = part.place()
        if part.left() < 6:
            raise Defect("SKYRIM_FIELD_SIZE", at)
        kind = bytes(part.take(4))
        size, size_at = part.read("u16")
        if kind == b"XXXX":
            long = long_size(part, at, size, long)
            continue
        stated = size
        size = size if long is None else long[0]
        if size > part.left():
            raise Defect("SKYRIM_FIELD_SIZE", at)
        if long is not None and stated != 0:
            j.found("SKYRIM_LONG_FIELD_STATED", size_at)
        if long is not None and size <= 0xFFFF:
            j.found("SKYRIM_LONG_FIELD_NEEDLESS", long[1])
        long = None
        yield Field(at, kind, part.sub(size))
    if long is not None:
        raise Defect("SKYRIM_LONG_FIELD", long[2])


def long_size(part, at, size, before):
    if size != 4 or before is not None:
        raise Defect("SKYRIM_LONG_FIELD", at)
    if part.left() < 4:
        raise Defect("SKYRIM_FIELD_SIZE", at)
    value, value_at = part.read("u32")
    if value == 0:
        raise Defect("SKYRIM_LONG_FIELD", at)
    return value, value_at, at


class Plugin:
    """records and groups in the order of the file; masters: names."""

    def __init__(self, data, j):
        self.data, self.j = data, j
        self.r = Reader(data)
        self.fields = self.r.fields
        self.records, self.groups, self.masters, self.onam = [], [], [], []
        self.master_places = []  # offsets of their names
        self.read_header()
        self.read_items(None, len(data))

    # ---- TES4 ----

    def read_header(self):
        if len(self.data) < 24 or self.data[:4] != b"TES4":
            raise Broken("TES4")
        self.header = Record(self.r, None)
        if self.header.size > len(self.data) - 24 or self.data[20:24] == b"HEDR":
            raise Broken("TES4")
        try:
            self.fields_of_header()
        except (Defect, Truncated):
            raise Broken from None
        self.r.at = 24 + self.header.size

    def fields_of_header(self):
        part = Part(self.data, 24, 24 + self.header.size)
        part.fields = self.fields
        if self.header.flags & COMPRESSED:
            raise Broken
        fields = list(fields_of(part, self.j))
        if not fields or fields[0].type != b"HEDR" or [f.type for f in fields].count(b"HEDR") > 1:
            raise Broken("HEDR_PLACE")
        if fields[0].part.left() != 12:
            raise Broken("HEDR_SIZE")
        self.game, self.game_at = fields[0].part.read("f32")
        self.check_game()
        self.count, self.count_at = fields[0].part.read("u32")
        for number, field in enumerate(fields):
            if field.type == b"MAST":
                behind = fields[number + 1] if number + 1 < len(fields) else None
                self.read_master(field, behind)
            if field.type == b"ONAM":
                self.read_onam(field)
            if field.type == b"DATA" and number and fields[number - 1].type != b"MAST":
                self.j.found("SKYRIM_MASTER_DATA", fields[number - 1].at)

    def check_game(self):
        """Form versions 40 to 44 are Skyrim's. Of others HEDR tells: no other game has 1.7 and 1.71."""
        version = self.header.version
        if 40 <= version <= 44:
            return
        known = [1.7, 1.71] + ([0.94] if version > 44 else [])
        if not any(abs(self.game - k) < 0.001 for k in known):
            raise Broken
        self.j.found("SKYRIM_FORM_VERSION", self.header.version_at)

    def read_master(self, field, behind):
        j, at = self.j, field.part.at
        name = bytes(field.part.take(field.part.left()))
        lower = name[:-1].lower()
        bad = not name.endswith(b"\0") or b"\0" in lower or b"/" in lower or b"\\" in lower
        if bad or lower[-4:] not in (b".esm", b".esp", b".esl"):
            raise Broken("MASTER_NAME")  # the names that follow count from another one
        if lower in self.masters:
            j.found("SKYRIM_MASTER_TWICE", at)
        if behind is None or behind.type != b"DATA" or behind.part.left() != 8:
            j.found("SKYRIM_MASTER_DATA", field.at)
        self.masters.append(lower)
        self.master_places.append(at)
        if len(self.masters) == MOST_MASTERS + 1:
            j.found("SKYRIM_MASTER_COUNT", field.at)

    def read_onam(self, field):
        if field.part.left() % 4:
            self.j.found("SKYRIM_ONAM_SIZE", field.at)
        while field.part.left() >= 4:
            self.onam.append(field.part.read("u32"))

    # ---- Groups and records ----

    def read_items(self, group, end):
        front = None
        while self.r.at < end:
            if end - self.r.at < 24:
                raise Broken("TRAILING")
            if self.data[self.r.at : self.r.at + 4] == b"GRUP":
                self.read_group(group, end, front)
            else:
                front = self.read_record(group, end)

    def read_group(self, parent, end, front):
        group = Group(self.r, parent)
        if group.size < 24 or group.size > end - group.at:
            raise Broken("GROUP_SIZE")
        if not 0 <= group.type <= 10:
            raise Broken("GROUP_TYPE")
        if group.depth > MOST_DEPTH:
            raise Broken("GROUP_DEPTH")
        group.front = front
        self.groups.append(group)
        self.read_items(group, group.at + group.size)

    def read_record(self, group, end):
        record = Record(self.r, group)
        if group is None:
            raise Broken("TRAILING")
        if record.size > end - record.body:
            raise Broken("RECORD_SIZE")
        self.r.at = record.body + record.size
        self.records.append(record)
        group.records.append(record)
        return record

    # ---- FormIDs ----

    def is_own(self, form):
        return form >> 24 == len(self.masters)

    def is_beyond(self, form):
        return form >> 24 > len(self.masters)

    def key(self, form):
        """What a FormID is looked up by: an index beyond the masters is taken for the plugin's own."""
        return len(self.masters) << 24 | form & 0xFFFFFF if self.is_beyond(form) else form
