"""Source engine navigation meshes, versions 1 to 16: the cross references of the fact sheet
(parsers/source_nav/README.md has the same facts) in the most obvious way.

Slow on purpose: every question is answered by going through all that there is.
"""

import math

from reader import Judgement, Reader, Truncated

MAGIC = 0xFEEDFACE

# One of these is said of a file whose structure cannot be followed.
BROKEN = """NAV_COUNT NAV_TRUNCATED NAV_TRAILING NAV_LAYOUT NAV_VERSION_LAYOUT
    NAV_SUB_VERSION""".split()

CODES = BROKEN + """NAV_MAGIC NAV_BYTE_SWAPPED NAV_COMPRESSED NAV_VERSION NAV_NO_AREAS
    NAV_PLACE_EMPTY NAV_PLACE_LENGTH NAV_PLACE_UNTERMINATED NAV_POPULATION NAV_NOT_FINITE
    NAV_COORD_RANGE NAV_COORD_GOLDSRC NAV_ATTRIBUTE_LATER NAV_AREA_ID_ZERO NAV_AREA_ID_DUPLICATE NAV_AREA_ID_MAX NAV_CONN_UNRESOLVED NAV_CONN_ZERO
    NAV_CONN_SELF NAV_CONN_DUPLICATE NAV_SPOT_ID_DUPLICATE NAV_PATH_AREA NAV_PATH_DIRECTION
    NAV_PATH_SAME_AREA NAV_PATH_SPOT_UNRESOLVED NAV_PLACE_INDEX NAV_APPROACH_COUNT NAV_APPROACH_HOW
    NAV_LADDER_ID_ZERO NAV_LADDER_ID_DUPLICATE NAV_LADDER_DIRECTION NAV_LADDER_AREA_UNRESOLVED
    NAV_AREA_LADDER_UNRESOLVED NAV_AREA_LADDER_ZERO NAV_AREA_LADDER_DUPLICATE NAV_VISIBLE_UNRESOLVED
    NAV_VISIBLE_INDEX NAV_VISIBLE_DUPLICATE NAV_VISIBLE_ATTRIBUTE NAV_INHERIT_UNRESOLVED
    NAV_INHERIT_SELF NAV_INHERIT_CHAIN NAV_FOG_INDEX""".split()

BASE, STRIKE, FORTRESS, CLASSIFIED, LEFT4DEAD = "base", "cs", "tf", "tf2c", "l4d"


def family_of(version, sub):
    """The game table, 1.8; None for what it calls unverified or unknown."""
    if version < 16:
        return BASE if version < 10 or sub == 0 else None
    if 13 <= sub <= 14:
        return LEFT4DEAD
    return {0: BASE, 1: STRIKE, 2: FORTRESS, 257: CLASSIFIED}.get(sub)


class Area:
    def __init__(self, file, r):
        self.file = file
        self.visible = []
        self.inherit = None
        self.approach = None
        self.fog = None
        self.place = None
        self.ladders = []
        self.read_base(r, file.version)

    def read_base(self, r, v):
        self.id, self.id_at = r.read("u32")
        self.attributes = r.read("u8" if v <= 8 else "u16" if v <= 12 else "u32")
        self.corners = [r.read("f32") for _ in range(8)]
        self.numbers = []
        self.connections = [
            [r.read("u32") for _ in range(r.count("u32", 4))] for _ in range(4)
        ]
        self.read_spots(r, v)
        if v < 15:
            self.read_approach(r)
        self.read_paths(r, v)
        if v >= 5:
            self.place = r.read("u16")
        if v >= 7:
            self.ladders = [[r.read("u32") for _ in range(r.count("u32", 4))] for _ in range(2)]
        if v >= 8:
            teams = 4 if self.file.family == CLASSIFIED else 2
            self.numbers += [r.read("f32") for _ in range(teams)]
        if v >= 11:
            self.numbers += [r.read("f32") for _ in range(4)]
        if v >= 16 and self.file.family != LEFT4DEAD:
            self.read_visible(r)
            self.inherit = r.read("u32")
        self.read_custom(r)

    def read_spots(self, r, v):
        self.spots = []
        self.points = []
        for _ in range(r.value("u8")):
            if v >= 2:
                self.spots.append(r.read("u32"))
            self.points += [r.read("f32") for _ in range(3)]
            if v >= 2:
                r.value("u8")

    def read_approach(self, r):
        self.approach = r.read("u8")
        self.hows = []
        for _ in range(self.approach[0]):
            r.values("u32", 2)
            self.hows.append(r.read("u8"))
            r.value("u32")
            self.hows.append(r.read("u8"))

    def read_paths(self, r, v):
        self.paths = []
        for _ in range(r.count("u32", 33 if v < 3 else 11)):
            path = Path()
            self.paths.append(path)
            path.at = r.at
            path.ends = [r.read("u32")]
            path.directions = []
            path.spots = []
            if v >= 3:
                path.directions.append(r.read("u8"))
            path.ends.append(r.read("u32"))
            if v >= 3:
                path.directions.append(r.read("u8"))
            else:
                r.values("f32", 6)
            for _ in range(r.value("u8")):
                if v < 3:
                    r.values("f32", 4)
                else:
                    path.spots.append(r.read("u32"))
                    r.value("u8")

    def read_visible(self, r):
        for _ in range(r.count("u32", 5)):
            self.visible.append((r.read("u32"), r.read("u8")))

    def read_custom(self, r):
        family = self.file.family
        if family == STRIKE:
            self.read_approach(r)
        elif family == FORTRESS:
            r.value("u32")
        elif family == CLASSIFIED:
            r.take(8)
        elif family == LEFT4DEAD:
            # 1.9, items 1, 2, 5 and 6 for sub-versions 13 and 14
            r.value("u32")
            self.fog = r.read("u16")
            self.read_visible(r)
            self.inherit = r.read("u32")


class Path:
    pass


class Ladder:
    def __init__(self, r, v):
        self.id, self.id_at = r.read("u32")
        width = r.read("f32")
        self.points = [r.read("f32") for _ in range(6)]
        self.sizes = [width, r.read("f32")]
        self.direction = r.read("u32")
        if v == 6:
            r.value("u8")
        self.areas = [r.read("u32") for _ in range(5)]


class File:
    def __init__(self, data):
        self.r = r = Reader(data)
        r.value("u32")
        self.version = v = r.value("u32")
        if v > 16:
            raise Truncated(4)
        self.sub = r.value("u32") if v >= 10 else 0
        self.family = family_of(v, self.sub)
        if self.family is None:
            return
        self.read_header(r, v)
        self.count_at = r.at
        count = r.count("u32", 59)
        self.areas = [Area(self, r) for _ in range(count)]
        self.ladders = [Ladder(r, v) for _ in range(r.count("u32", 60))] if v >= 6 else []
        if self.family == LEFT4DEAD:
            r.value("f32")
        self.end = r.at
        if r.left() and v >= 6:
            raise Truncated(r.at)

    def read_header(self, r, v):
        if v >= 4:
            r.value("u32")
        if v >= 14:
            r.value("u8")
        self.names = []
        self.fogs = 0
        self.population = None
        if v >= 5:
            self.names = self.read_names(r)
        if v >= 12:
            r.value("u8")
        if self.family == LEFT4DEAD:
            at = r.at
            while r.take(1) != b"\0":
                pass
            self.population = r.at - at, at
            self.fogs = len(self.read_names(r))

    @staticmethod
    def read_names(r):
        """(length, its offset, bytes) of each."""
        names = []
        for _ in range(r.value("u16")):
            length, at = r.read("u16")
            names.append((length, at, r.take(length)))
        return names

    def area_ids(self):
        return {area.id for area in self.areas}


def check_names(f, j):
    for length, at, text in f.names:
        if length == 0:
            j.found("NAV_PLACE_EMPTY", at)
        elif text[-1] != 0:
            j.found("NAV_PLACE_UNTERMINATED", at + 2)
        if length > 255:
            j.found("NAV_PLACE_LENGTH", at)
    if f.population and f.population[0] > 64:
        j.found("NAV_POPULATION", f.population[1])


def check_numbers(numbers, j):
    for value, at in numbers:
        if not math.isfinite(value):
            j.found("NAV_NOT_FINITE", at)


def check_points(f, points, j, is_corner):
    """GEO-FINITE and GEO-RANGE; only the corners of areas make the grid of GoldSrc's loader too large."""
    check_numbers(points, j)
    for value, at in points:
        if not math.isfinite(value):
            continue
        if abs(value) > 16384 and (f.version > 5 or is_corner):
            j.found("NAV_COORD_RANGE", at)
        elif abs(value) > 4096 and f.version <= 5:
            j.found("NAV_COORD_GOLDSRC", at)


def check_values(f, j):
    for area in f.areas:
        check_points(f, area.corners, j, True)
        check_points(f, area.points, j, False)
        check_numbers(area.numbers, j)
        if 9 <= f.version <= 12 and area.attributes[0] & ~0xFFF:
            j.found("NAV_ATTRIBUTE_LATER", area.attributes[1])
    for ladder in f.ladders:
        check_points(f, ladder.points, j, False)
        check_numbers(ladder.sizes, j)


def repeats(pairs):
    """Of (value, offset) pairs those whose value came before."""
    seen = set()
    for value, at in pairs:
        if value in seen:
            yield value, at
        seen.add(value)


def check_ids(f, j):
    for area in f.areas:
        if area.id == 0:
            j.found("NAV_AREA_ID_ZERO", area.id_at)
        if area.id == 0xFFFFFFFF:
            j.found("NAV_AREA_ID_MAX", area.id_at)
    for value, at in repeats((a.id, a.id_at) for a in f.areas):
        j.found("NAV_AREA_ID_DUPLICATE", at)
    for value, at in repeats(spot for a in f.areas for spot in a.spots):
        j.found("NAV_SPOT_ID_DUPLICATE", at)


def check_connections(f, area, ids, j):
    for side in area.connections:
        for value, at in side:
            if value == 0:
                j.found("NAV_CONN_ZERO", at)
            elif value not in ids:
                j.found("NAV_CONN_UNRESOLVED", at)
            elif value == area.id:
                j.found("NAV_CONN_SELF", at)
        others = [pair for pair in side if pair[0] in ids and pair[0] not in (0, area.id)]
        for value, at in repeats(others):
            j.found("NAV_CONN_DUPLICATE", at)


def check_paths(f, area, ids, spots, j):
    for path in area.paths:
        if f.version < 3:
            continue  # read and thrown away: 1.4
        for value, at in path.ends:
            if value == 0 or value not in ids:
                j.found("NAV_PATH_AREA", at)
        for value, at in path.directions:
            if value > 3:
                j.found("NAV_PATH_DIRECTION", at)
        if path.ends[0][0] == path.ends[1][0]:
            j.found("NAV_PATH_SAME_AREA", path.ends[1][1])
        for value, at in path.spots:
            if value != 0 and value not in spots:
                j.found("NAV_PATH_SPOT_UNRESOLVED", at)


def check_places(f, area, j):
    if area.place and area.place[0] > len(f.names):
        j.found("NAV_PLACE_INDEX", area.place[1])
    if area.fog and area.fog[0] > f.fogs:
        j.found("NAV_FOG_INDEX", area.fog[1])
    if area.approach:
        if area.approach[0] > 16:
            j.found("NAV_APPROACH_COUNT", area.approach[1])
        for value, at in area.hows:
            if value > 9:
                j.found("NAV_APPROACH_HOW", at)


def check_area_ladders(area, ids, j):
    for side in area.ladders:
        for value, at in side:
            if value == 0:
                j.found("NAV_AREA_LADDER_ZERO", at)
            elif value not in ids:
                j.found("NAV_AREA_LADDER_UNRESOLVED", at)
        for value, at in repeats(pair for pair in side if pair[0] in ids and pair[0] != 0):
            j.found("NAV_AREA_LADDER_DUPLICATE", at)


def check_visible(f, area, ids, j):
    for (value, at), (attribute, attribute_at) in area.visible:
        if attribute > 3:
            j.found("NAV_VISIBLE_ATTRIBUTE", attribute_at)
        if f.family == LEFT4DEAD:
            if value >= len(f.areas):
                j.found("NAV_VISIBLE_INDEX", at)
        elif value == 0 or value not in ids:
            j.found("NAV_VISIBLE_UNRESOLVED", at)
    def names_an_area(value):
        return value < len(f.areas) if f.family == LEFT4DEAD else value != 0 and value in ids

    for value, at in repeats(entry for entry, _ in area.visible if names_an_area(entry[0])):
        j.found("NAV_VISIBLE_DUPLICATE", at)


def check_inherit(f, area, ids, j):
    if area.inherit is None or area.inherit[0] == 0:
        return
    value, at = area.inherit
    if value not in ids:
        j.found("NAV_INHERIT_UNRESOLVED", at)
    elif value == area.id:
        j.found("NAV_INHERIT_SELF", at)
    else:
        sources = [a for a in f.areas if a.id == value]
        if len(sources) > 1:
            j.leave_open("NAV_INHERIT_CHAIN", at)
        elif sources[0].inherit[0] != 0:
            j.found("NAV_INHERIT_CHAIN", at)


def check_ladders(f, ids, j):
    for ladder in f.ladders:
        if ladder.id == 0:
            j.found("NAV_LADDER_ID_ZERO", ladder.id_at)
        if ladder.direction[0] > 3:
            j.found("NAV_LADDER_DIRECTION", ladder.direction[1])
        for value, at in ladder.areas:
            if value != 0 and value not in ids:
                j.found("NAV_LADDER_AREA_UNRESOLVED", at)
    for value, at in repeats((l.id, l.id_at) for l in f.ladders):
        j.found("NAV_LADDER_ID_DUPLICATE", at)


def judge_head(data):
    """Of a file that no loader takes; None of others."""
    if len(data) < 8:
        return Judgement(broken=True)
    j = Judgement(CODES)
    start = int.from_bytes(data[:4], "little")
    if start != MAGIC:
        refusals = {0xCEFAEDFE: "NAV_BYTE_SWAPPED", 0x414D5A4C: "NAV_COMPRESSED"}
        j.found(refusals.get(start, "NAV_MAGIC"), 0)
    elif data[4:8] == bytes(4):
        j.found("NAV_VERSION", 4)
    return j if j.findings else None


def judge(data):
    refused = judge_head(data)
    if refused:
        return refused
    try:
        f = File(data)
    except Truncated:
        return Judgement(broken=True, broken_as=BROKEN)
    if f.family is None:
        return Judgement()
    j = Judgement(CODES)
    j.fields = f.r.fields
    if f.r.left():
        j.leave_open("NAV_TRAILING", f.end)  # a stale tail, or a damaged count: not for the sheet to say
    if not f.areas:
        j.found("NAV_NO_AREAS", f.count_at)
    check_names(f, j)
    check_values(f, j)
    areas = f.area_ids()
    spots = {spot for area in f.areas for spot, _ in area.spots}
    ladders = {ladder.id for ladder in f.ladders}
    check_ids(f, j)
    for area in f.areas:
        check_connections(f, area, areas, j)
        check_paths(f, area, areas, spots, j)
        check_places(f, area, j)
        check_area_ladders(area, ladders, j)
        check_visible(f, area, areas, j)
        check_inherit(f, area, areas, j)
    check_ladders(f, areas, j)
    return j


def options(data):
    return ()


def is_comparable(report):
    """Where version or sub-version lead nowhere, the validator may have read another layout."""
    other = ("NAV_LAYOUT", "NAV_SUB_VERSION", "NAV_VERSION_LAYOUT")
    return all(f["code"] not in other for f in report["findings"])
