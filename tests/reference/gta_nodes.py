"""GTA San Andreas path nodes: the rules of the fact sheet (parsers/gta_nodes/README.md has the same
facts) in the most obvious way, for one file by itself.

Slow on purpose: every question is answered by going through all that there is.
"""

from collections import Counter, namedtuple

from reader import Judgement, Reader, Truncated

Layout = namedtuple("Layout", "header node navi navi_link extended")
VANILLA = Layout(20, 28, 14, 2, False)
VARIANTS = {b"VER2": Layout(44, 40, 22, 4, True), b"VER3": Layout(44, 42, 22, 4, True)}
FLA4 = Layout(28, 44, 24, 4, True)

SPARE = 192  # slots for links that are added at run time: section 0, fact 2
MAP_AREAS = 64  # of the unmodified game: 1.15

NODE_CODES = """NODES_NODE_AREA NODES_NODE_ID NODES_NODE_DIST NODES_NODE_PREV NODES_NODE_RANGE
    NODES_NODE_MANY_LINKS NODES_FLAG_RESERVED NODES_FLAG_SPEED NODES_FLAG_PED NODES_FLAG_SPECIAL
    NODES_ROADBLOCK_LINKS NODES_FLOOD_ZERO""".split()
ROW_CODES = """NODES_LINK_AREA NODES_LINK_NODE NODES_LINK_SELF NODES_LINK_KIND NODES_LINK_RECIP
    NODES_LINK_WATER NODES_LINK_FLOOD NODES_LEN_ZERO NODES_LEN_SYM NODES_FLAGS_BITS NODES_FLAGS_IMPLY
    NODES_FLAGS_VEHICLE NODES_FLAGS_SYM NODES_NAVILINK_RANGE NODES_NAVILINK_NONE NODES_NAVILINK_PED
    """.split()
NAVI_CODES = """NODES_NAVI_TGT_AREA NODES_NAVI_TGT_NODE NODES_NAVI_TGT_VEHICLE NODES_NAVI_LIGHT
    NODES_NAVI_DIR_RANGE""".split()
CODES = NODE_CODES + ROW_CODES + NAVI_CODES


class Node:
    def __init__(self, r, layout):
        self.at = r.at
        r.take(4)  # pointer of the running game: junk
        self.previous, self.previous_at = r.read("u32")
        r.values("i16", 3)
        self.distance, self.distance_at = r.read("u16")
        self.base, self.base_at = r.read("u16")
        self.area, self.area_at = r.read("u16")
        self.id, self.id_at = r.read("u16")
        r.value("u8")
        self.flood, self.flood_at = r.read("u8")
        self.flags, self.flags_at = r.read("u32")
        if layout.extended:
            r.values("i32", 3)
        if layout.node >= 42:
            self.flood, self.flood_at = r.read("u16")
        r.take(self.at + layout.node - r.at)

    def bits(self, low, high):
        return self.flags >> low & (1 << (high - low + 1)) - 1

    @property
    def links(self):
        return self.bits(0, 3)


class Navi:
    def __init__(self, r, layout):
        self.at = r.at
        r.values("i16", 2)
        self.area, self.area_at = r.read("u16")
        self.node, self.node_at = r.read("u16")
        self.direction = [r.read("i8"), r.read("i8")]
        r.values("u8", 2)
        self.lights, self.lights_at = r.read("u8")
        r.take(self.at + layout.navi - r.at)


class Row:
    """One link: its parts stand in four sections."""


class File:
    def __init__(self, data):
        self.r = r = Reader(data)
        self.layout = self.read_header(r)
        self.counts_at = r.at
        self.n, self.vehicles, self.peds, self.navi_count, self.link_count = r.values("u32", 5)
        self.check_size(len(data))
        self.nodes = [Node(r, self.layout) for _ in range(self.n)]
        self.navis = [Navi(r, self.layout) for _ in range(self.navi_count)]
        self.rows = self.read_rows(r) if self.link_count else []
        self.owners = None

    @staticmethod
    def read_header(r):
        if r.data[:4] != b"\xff\xff\xff\xff":
            return VANILLA
        r.take(4)
        tag = bytes(r.take(4))
        if tag == b"FLA4":
            return FLA4
        if tag != b"FM92" or r.take(12) != b"\x0b\x00fastman92\x00":
            raise Truncated(4)
        version = bytes(r.take(4))
        if version not in VARIANTS:
            raise Truncated(20)
        return VARIANTS[version]

    def check_size(self, length):
        """Section 1.13."""
        y = self.layout
        links = self.link_count
        sections = 4 * (links + SPARE) + y.navi_link * links + 2 * (links + SPARE)
        size = y.header + self.n * y.node + self.navi_count * y.navi
        size += sections if links else 0
        size += 4 if y.extended else 0
        if size != length:
            raise Truncated(size)

    def read_rows(self, r):
        rows = [Row() for _ in range(self.link_count)]
        for row in rows:
            row.at = r.at
            row.area, row.area_at = r.read("u16")
            row.node, row.node_at = r.read("u16")
        r.take(4 * SPARE)
        for row in rows:
            row.navi_at = r.at
            row.navi_raw = r.value("u16") if self.layout.navi_link == 2 else r.value("u32")
            split = (10, 0x3FF) if self.layout.navi_link == 2 else (16, 0xFFFF)
            row.navi_area, row.navi = row.navi_raw >> split[0], row.navi_raw & split[1]
        for row in rows:
            row.length, row.length_at = r.read("u8")
        r.take(SPARE)
        for row in rows:
            row.crossing, row.crossing_at = r.read("u8")
        r.take(SPARE)
        return rows

    def is_vehicle(self, node):
        return node < self.vehicles

    def has_range(self, node):
        """The engine reads the first link as a signed 16-bit number."""
        return node.base <= 32767 and node.base + node.links <= self.link_count

    def is_shared(self, row):
        """Whether several nodes say that the row is theirs."""
        if self.owners is None:
            self.owners = Counter(row.at for node in self.nodes for row in self.rows_of(node))
        return self.owners[row.at] > 1

    def rows_of(self, node):
        if not self.has_range(node):
            return []
        return self.rows[node.base : node.base + node.links]


def check_nodes(f, area, j):
    for index, node in enumerate(f.nodes):
        vehicle = f.is_vehicle(index)
        if node.area != area:
            j.found("NODES_NODE_AREA", node.area_at)
        if node.id != index:
            j.found("NODES_NODE_ID", node.id_at)
        if node.distance != 0x7FFE:
            j.found("NODES_NODE_DIST", node.distance_at)
        if node.previous != 0:
            j.found("NODES_NODE_PREV", node.previous_at)
        if not f.has_range(node) and node.links > 0:
            j.found("NODES_NODE_RANGE", node.base_at)
        if not f.has_range(node) and node.links == 0:
            j.leave_open("NODES_NODE_RANGE", node.base_at)
        if not vehicle and node.links > 11:
            j.found("NODES_NODE_MANY_LINKS", node.flags_at)
        check_flags(node, vehicle, j)
        if node.flood == 0:
            j.found("NODES_FLOOD_ZERO", node.flood_at)


def check_flags(node, vehicle, j):
    if node.bits(24, 31) or any(node.bits(b, b) for b in (9, 11, 14, 15)):
        j.found("NODES_FLAG_RESERVED", node.flags_at)
    if node.bits(12, 13) == 3:
        j.found("NODES_FLAG_SPEED", node.flags_at)
    # What is told by itself below is not told again.
    speed = node.bits(12, 13) % 3
    special = node.bits(20, 23) <= 10 and node.bits(20, 23)
    roadblock = node.links >= 2 and node.bits(6, 6)
    if not vehicle and (node.bits(4, 4) or node.bits(7, 7) or roadblock or speed or special):
        j.found("NODES_FLAG_PED", node.flags_at)
    if node.bits(20, 23) > 10:
        j.found("NODES_FLAG_SPECIAL", node.flags_at)
    if node.bits(6, 6) and node.links < 2:
        j.found("NODES_ROADBLOCK_LINKS", node.flags_at)


def check_row(f, area, index, row, j):
    vehicle = f.is_vehicle(index)
    if row.length == 0:
        j.found("NODES_LEN_ZERO", row.length_at)
    if row.crossing > 3:  # no flags at all
        j.found("NODES_FLAGS_BITS", row.crossing_at)
    elif vehicle and row.crossing != 0:
        j.found("NODES_FLAGS_VEHICLE", row.crossing_at)
    elif row.crossing == 2:
        j.found("NODES_FLAGS_IMPLY", row.crossing_at)
    check_navi_link(f, area, f.nodes[index], row, vehicle, j)
    if row.area >= MAP_AREAS and not f.layout.extended:
        j.found("NODES_LINK_AREA", row.area_at)
    elif row.area == area and row.node >= f.n:
        j.found("NODES_LINK_NODE", row.node_at)
    elif row.area == area:
        check_target(f, area, index, row, j)


def check_navi_link(f, area, node, row, vehicle, j):
    if not vehicle:
        if row.navi_raw != 0:
            j.found("NODES_NAVILINK_PED", row.navi_at)
    elif not f.layout.extended and row.navi_raw == 0xFFFF:
        j.found("NODES_NAVILINK_NONE", row.navi_at)
    elif row.navi_area == area and row.navi >= f.navi_count:
        j.found("NODES_NAVILINK_RANGE", row.navi_at)
    leads_well = row.area == area and row.node < f.n and f.is_vehicle(row.node)
    leads_well = leads_well and f.has_range(f.nodes[row.node])
    if row.navi_area != area or not leads_well or f.nodes[row.node] is node:
        # A question for the map; or what is told of the link itself comes first.
        for code in ("NODES_NAVILINK_RANGE", "NODES_NAVILINK_NONE"):
            j.leave_open(code, row.navi_at)


def check_target(f, area, index, row, j):
    """A link inside the file."""
    if row.node == index:
        j.found("NODES_LINK_SELF", row.node_at)
        return
    target = f.nodes[row.node]
    back = [b for b in f.rows_of(target) if b.area == area and b.node == index]
    there = [b for b in f.rows_of(f.nodes[index]) if b.area == area and b.node == row.node]
    shared = any(f.is_shared(r) for r in [row] + f.rows_of(target))
    is_pair = f.has_range(target) and len(back) == 1 and len(there) == 1 and not shared
    told = []
    check_ends(f, index, row, told)
    if is_pair:
        check_pair(row, back[0], told)
    elif not f.has_range(target) or back or shared:
        # Which of several links belongs to which is not for the sheet to say.
        leave_pairs_open(row, back, j)
    else:
        told.append(("NODES_LINK_RECIP", row.node_at))
    # What is wrong with both ends or directions is told once, from the lower node.
    if not is_pair or index < row.node:
        j.findings.update(told)


def check_ends(f, index, row, told):
    node, target = f.nodes[index], f.nodes[row.node]
    if f.is_vehicle(index) != f.is_vehicle(row.node):
        told.append(("NODES_LINK_KIND", row.node_at))
        return
    if node.bits(7, 7) != target.bits(7, 7):
        told.append(("NODES_LINK_WATER", row.node_at))
    if node.flood != target.flood and node.flood and target.flood:  # 0: not yet filled
        told.append(("NODES_LINK_FLOOD", row.node_at))


def check_pair(row, back, told):
    if row.length != back.length:
        told.append(("NODES_LEN_SYM", row.length_at))
    if row.crossing != back.crossing:
        told.append(("NODES_FLAGS_SYM", row.crossing_at))


def leave_pairs_open(row, back, j):
    for one in [row] + back:
        for code in ("RECIP", "KIND", "WATER", "FLOOD"):
            j.leave_open("NODES_LINK_" + code, one.node_at)
        j.leave_open("NODES_LEN_SYM", one.length_at)
        j.leave_open("NODES_FLAGS_SYM", one.crossing_at)


def check_navis(f, area, j):
    for navi in f.navis:
        if navi.area == area and navi.node >= f.n:
            j.found("NODES_NAVI_TGT_NODE", navi.node_at)
        elif navi.area == area and not f.is_vehicle(navi.node):
            j.found("NODES_NAVI_TGT_VEHICLE", navi.node_at)
        elif navi.area >= MAP_AREAS and not f.layout.extended:
            j.found("NODES_NAVI_TGT_AREA", navi.area_at)
        if navi.lights & 3 == 3:
            j.found("NODES_NAVI_LIGHT", navi.lights_at)
        for component, at in navi.direction:
            if abs(component) > 100:
                j.found("NODES_NAVI_DIR_RANGE", at)


def area_of(f):
    """The area that more than half of the nodes name; None if there is none."""
    votes = Counter(node.area for node in f.nodes).most_common(1)
    return votes[0][0] if votes and 2 * votes[0][1] > f.n else None


def judge(data):
    try:
        f = File(data)
    except Truncated:
        return Judgement(broken=True)
    j = Judgement(["NODES_CNT_SUM", "NODES_CNT_VEHICLES"])
    j.fields = f.r.fields
    if f.vehicles > f.n:
        j.found("NODES_CNT_VEHICLES", f.counts_at + 4)
    elif f.vehicles + f.peds != f.n:
        j.found("NODES_CNT_SUM", f.counts_at)
    area = area_of(f)
    if j.findings or area is None or f.n > 0xFFFF or (area >= MAP_AREAS and not f.layout.extended):
        return j
    # How large the map of a changed game is shows in its set alone.
    j.codes.update(c for c in CODES if not (f.layout.extended and c.endswith(("K_AREA", "TGT_AREA"))))
    check_nodes(f, area, j)
    for index, node in enumerate(f.nodes):
        for row in f.rows_of(node):
            check_row(f, area, index, row, j)
    check_navis(f, area, j)
    return j


def options(data):
    """How the command is to judge the file, so that both speak of the same map."""
    return ("--game", "fla" if data[:4] == b"\xff\xff\xff\xff" else "gta-sa")


def is_comparable(report):
    """Navi links whose halves are swapped are read the other way round by the validator."""
    return all(f["code"] != "NODES_EXT_NAVI_SWAP" for f in report["findings"])
