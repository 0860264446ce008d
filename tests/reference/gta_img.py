"""IMG archives of GTA San Andreas: the rules of the fact sheet (containers/gta_img/README.md has the same
facts) in the most obvious way. Every entry is compared with every other one.
"""

import re

from reader import Judgement, Reader

SECTOR = 2048
LAST_SECTOR = 1 << 21  # 4 GiB
AREAS = 64
LOADED = ("dff", "txd", "col", "ipl", "ifp", "rrr", "scm")

CODES = """IMG_TRUNCATED IMG_COUNT IMG_SIZE_MULTIPLE IMG_OFFSET IMG_BOUNDS IMG_SIZE_ZERO IMG_SIZE_TWO
    IMG_SIZE_ARCHIVE IMG_OVERLAP IMG_GAP IMG_NEIGHBOUR IMG_NAME_END IMG_NAME_DOT IMG_NAME_CHARS
    IMG_NAME_DUPLICATE IMG_NODES_LOST IMG_NODES_NUMBER IMG_NODES_NAME IMG_NODES_DUP IMG_NODES_SET
    IMG_NO_NODES""".split()


def options(data):
    return ()


def is_comparable(report):
    return True


class Entry:
    def __init__(self, r, row):
        self.row = row
        self.offset, self.offset_at = r.read("u32")
        self.size, self.size_at = r.read("u16")
        self.second, self.second_at = r.read("u16")
        self.name_at = r.at
        self.chars = r.take(24)
        for at in range(24):
            r.fields.append((self.name_at + at, 1))
        self.sectors = self.second or self.size
        self.start = self.offset * SECTOR
        self.end = self.start + self.sectors * SECTOR
        self.name = self.chars[:23].split(b"\0")[0]
        self.dot = self.name.find(b".")
        self.extension = self.name[self.dot + 1 : self.dot + 4].lower().decode("latin-1") if self.dot >= 0 else ""
        self.ignored = False

    def is_seen(self):
        return 0 <= self.dot <= 20

    def is_paths(self, cutscenes):
        return self.is_seen() and self.extension == "dat" and not cutscenes

    def is_loaded(self):
        return self.is_seen() and self.extension in LOADED

    def number(self):
        """As sscanf finds it at the sixth byte, once the dot is a NUL; None if there is none."""
        chars = bytearray(self.chars)
        chars[self.dot] = 0
        chars[23] = 0
        text = bytes(chars[5:]).split(b"\0")[0]
        found = re.match(rb"[ \t\n\v\f\r]*([+-]?[0-9]+)", text)
        return int(found[1]) if found else None

    def key(self):
        return self.name[: self.dot + 4].lower() if self.is_seen() else self.name.lower()

    def intersects(self, other):
        return self.start < other.end and other.start < self.end

    def place(self):
        return self.start, self.end


class Archive:
    def __init__(self, data, judgement):
        self.data = data
        self.j = judgement
        r = Reader(data)
        r.take(4)
        self.count = r.value("u32")
        self.entries = [Entry(r, row) for row in range(self.count)]
        self.directory_end = r.at
        judgement.fields = r.fields
        self.first_sector = -(-r.at // SECTOR)
        has_paths = any(re.match(rb"nodes[0-9]", e.name, re.IGNORECASE) for e in self.entries)
        self.cutscenes = any(e.extension == "cut" for e in self.entries) and not has_paths
        self.damaged = False

    def area(self, entry):
        number = entry.number() if entry.is_paths(self.cutscenes) else None
        return number if number is not None and 0 <= number < AREAS else None

    def is_reachable(self, entry):
        return entry.offset >= self.first_sector and entry.offset + entry.sectors <= LAST_SECTOR

    def is_sound(self, entry):
        return entry.sectors and self.is_reachable(entry) and entry.end - len(self.data) < SECTOR

    def check_place(self, entry):
        buffer = max(e.size for e in self.entries)
        buffer += buffer % 2
        if entry.second:
            self.j.found("IMG_SIZE_TWO" if entry.second > buffer else "IMG_SIZE_ARCHIVE", entry.second_at)
        if not entry.sectors:
            if entry.is_paths(self.cutscenes):
                self.j.found("IMG_SIZE_ZERO", entry.size_at)
        elif not self.is_reachable(entry):
            self.j.found("IMG_OFFSET", entry.offset_at)
            self.damaged = True
        elif entry.end > len(self.data):
            self.damaged = True
            if entry.end - len(self.data) >= SECTOR:
                self.j.found("IMG_BOUNDS", entry.offset_at)

    def check_form(self, entry):
        if 0 not in entry.chars:
            self.j.found("IMG_NAME_END", entry.name_at)
        if entry.name.count(b".") != 1 or not entry.is_seen():
            self.j.found("IMG_NAME_DOT", entry.name_at)
        printable = all(0x20 <= c < 0x7F for c in entry.name)
        if not printable or set(entry.name) & set(b"/\\") or re.match(rb"[A-Za-z]:|\.\.$", entry.name):
            self.j.found("IMG_NAME_CHARS", entry.name_at)

    def check_name(self, entry):
        if entry.is_paths(self.cutscenes):
            self.check_path_name(entry)
            return
        named_so = re.match(rb"nodes[0-9]", entry.name, re.IGNORECASE) and not self.cutscenes
        cut = 0 not in entry.chars and entry.dot == 20 and entry.name[20:].lower() == b".da"
        if named_so and (entry.dot > 20 or cut):
            self.j.found("IMG_NODES_LOST", entry.name_at)
        else:
            self.check_form(entry)

    def check_path_name(self, entry):
        if self.area(entry) is None:
            self.j.found("IMG_NODES_NUMBER", entry.name_at)
            return
        if not re.fullmatch(rb"nodes(0|[1-9][0-9]*)\.dat", entry.name, re.IGNORECASE):
            self.j.found("IMG_NODES_NAME", entry.name_at)
        self.check_form(entry)

    def are_twins(self, a, b):
        if self.area(a) is not None or self.area(b) is not None:
            return self.area(a) == self.area(b)
        known = [e.is_loaded() or e.is_paths(self.cutscenes) for e in (a, b)]
        keys = [e.key() if k else e.name.lower() for e, k in zip((a, b), known)]
        return keys[0] == keys[1]

    def check_twins(self):
        there = [e for e in self.entries if e.sectors and e.name]
        for at, entry in enumerate(there):
            if any(self.are_twins(e, entry) for e in there[:at]):
                entry.ignored = True
                code = "IMG_NAME_DUPLICATE" if self.area(entry) is None else "IMG_NODES_DUP"
                self.j.found(code, entry.name_at)

    def check_neighbours(self):
        before = None
        for entry in self.entries:
            known = entry.is_loaded() or entry.is_paths(self.cutscenes)
            if entry.ignored and known:
                continue
            if not (known and self.is_sound(entry)):
                before = None
                continue
            apart = before and before.end != entry.start
            if apart and not (before.intersects(entry) and before.place() != entry.place()):
                self.j.found("IMG_NEIGHBOUR", entry.offset_at)
            before = entry

    def check_overlaps(self):
        """Of two that share bytes the later one, if it shares them with the one that reaches farthest."""
        there = sorted((e for e in self.entries if self.is_sound(e)), key=lambda e: (*self.shown(e), e.row))
        for at, entry in enumerate(there):
            if not at:
                continue
            end = max(self.shown(e)[1] for e in there[:at])
            first = next(e for e in there[:at] if self.shown(e)[1] == end)
            if entry.start < end and self.shown(first) != self.shown(entry):
                self.j.found("IMG_OVERLAP", entry.offset_at)
        return there

    def shown(self, entry):
        return entry.start, min(entry.end, len(self.data))

    def check_gaps(self, there):
        rest = len(self.data) % SECTOR
        if self.damaged:
            return
        if rest and len(self.data) > self.first_sector * SECTOR:
            self.j.found("IMG_SIZE_MULTIPLE", len(self.data) - rest)
        start = self.directory_end
        fill = self.data[start : self.first_sector * SECTOR]
        at = start if any(fill) else start + len(fill)
        has_files = len(self.data) > self.first_sector * SECTOR
        last = len(self.data) - (rest if has_files else 0)
        for begin, end in [*map(self.shown, there), (last, last)]:
            if begin > at:
                self.j.found("IMG_GAP", at)
            at = max(at, end)

    def check_set(self):
        if self.damaged:
            return
        areas = {self.area(e) for e in self.entries if e.sectors} - {None}
        if not any(e.is_paths(self.cutscenes) for e in self.entries):
            if not any(e.sectors for e in self.entries):
                return
            self.j.found("IMG_NO_NODES", 0)
        elif AREAS // 2 < len(areas) < AREAS:
            self.j.found("IMG_NODES_SET", 0)

    def check(self):
        for entry in self.entries:
            self.check_place(entry)
            self.check_name(entry)
        self.check_twins()
        if not self.cutscenes:
            self.check_neighbours()
        self.check_gaps(self.check_overlaps())
        self.check_set()


def judge(data):
    judgement = Judgement(CODES)
    if data[:4] != b"VER2"[: len(data)]:
        judgement.broken = True
        judgement.broken_as = set()  # it is no archive of this kind: a limit says so
    elif len(data) < 8:
        judgement.broken = True
        judgement.broken_as = {"IMG_TRUNCATED"}
    elif int.from_bytes(data[4:8], "little") > min((len(data) - 8) // 32, 0x7FFFFFFF):
        judgement.broken = True
        judgement.broken_as = {"IMG_COUNT"}
    else:
        Archive(data, judgement).check()
    return judgement
