"""GTA San Andreas path nodes: the rules of the fact sheet (parsers/gta_nodes/README.md has the same
facts) in the most obvious way, for one file by itself; gta_nodes_map.py has those of maps.

Slow on purpose: every question is answered by going through all that there is.
"""

from collections import Counter

from gta_nodes_structure import FILLER, MARKER, SPARE, places, structure
from reader import Judgement, Reader

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
STRUCTURE_CODES = """NODES_HDR_SHORT NODES_HDR_MARKER NODES_HDR_FORMAT NODES_HDR_NICKLEN NODES_HDR_NICK
    NODES_HDR_VERSION NODES_HDR_LAYOUT NODES_CNT_SUM NODES_CNT_VEHICLES NODES_CNT_SIZE NODES_CNT_LOST
    NODES_SIZE_OVERFLOW NODES_LIM_NODES NODES_LIM_LINKS NODES_LIM_DYNAMIC NODES_SIZE_TRUNC
    NODES_SIZE_ONE_PAD NODES_SIZE_NO_PADS NODES_SIZE_EXTRA_PAD NODES_SIZE_WIDE_LINKS NODES_SIZE_UNEQUAL
    NODES_EOF_MISSING NODES_LINKLESS_SECTIONS""".split()
SECTION_CODES = ["NODES_PAD_FILLER", "NODES_EXT_NAVI_SWAP"]
CODES += SECTION_CODES + STRUCTURE_CODES


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
    """What stands where the counts say, as the header should be."""

    def __init__(self, whole):
        self.r = r = Reader(whole.data)
        self.layout = whole.layout
        self.places = places(whole.layout, whole.counts)
        r.take(whole.layout.counts)
        r.values("u32", 5)
        self.n, self.vehicles, self.peds, self.navi_count, self.link_count = whole.counts
        self.nodes = [Node(r, self.layout) for _ in range(self.n)]
        self.navis = [Navi(r, self.layout) for _ in range(self.navi_count)]
        self.rows = self.read_rows(r) if self.link_count else []
        self.owners = None

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
            row.navi_area_at = row.navi_at + (2 if self.layout.extended else 0)
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
    check_navi_link(f, area, row, vehicle, j)
    if row.area >= MAP_AREAS and not f.layout.extended:
        j.found("NODES_LINK_AREA", row.area_at)
    elif row.area == area and row.node >= f.n:
        j.found("NODES_LINK_NODE", row.node_at)
    elif row.area == area:
        check_target(f, area, index, row, j)


def check_navi_link(f, area, row, vehicle, j):
    if not vehicle:
        if row.navi_raw != 0:
            j.found("NODES_NAVILINK_PED", row.navi_at if row.navi else row.navi_area_at)
    elif not f.layout.extended and row.navi_raw == 0xFFFF:
        j.found("NODES_NAVILINK_NONE", row.navi_at)
    elif row.navi_area == area and row.navi >= f.navi_count:
        j.found("NODES_NAVILINK_RANGE", row.navi_at)
    leads_well = row.area == area and row.node < f.n and f.is_vehicle(row.node)
    leads_out = row.area != area and row.area < MAP_AREAS
    if row.navi_area != area or not (leads_well or leads_out) or is_swapped(f, area):
        # A question for the map; or what is told of the link itself, or of all navi links, comes first.
        for code in ("NODES_NAVILINK_RANGE", "NODES_NAVILINK_NONE", "NODES_NAVILINK_PED"):
            j.leave_open(code, row.navi_at)
            j.leave_open(code, row.navi_area_at)


def is_swapped(f, area):
    """EXT-NAVI-SWAP: most navi links in use are right with their halves exchanged, and wrong as they are."""
    if not f.layout.extended:
        return False
    used = sum(row.navi_raw != 0 for row in f.rows)  # 0: of peds, or navi node 0 of area 0 either way
    right = sum(row.navi_area == area and row.navi < f.navi_count for row in f.rows if row.navi_raw)
    swapped = sum(row.navi == area != row.navi_area < f.navi_count for row in f.rows)
    return swapped > used // 2 and swapped > right


def check_sections(f, area, j):
    at = f.places
    filler = f.r.data[at["filler"] : at["naviLinks"]]
    if f.rows and filler != FILLER and any(filler):
        j.found("NODES_PAD_FILLER", at["filler"])
    if is_swapped(f, area):
        j.found("NODES_EXT_NAVI_SWAP", at["naviLinks"])


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


def leave_row_open(row, j):
    """Of several nodes that say a link is theirs, which one is right is not for the sheet to say."""
    for code in ROW_CODES:
        for offset in (row.area_at, row.node_at, row.navi_at, row.navi_area_at, row.length_at, row.crossing_at):
            j.leave_open(code, offset)


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
    whole = structure(data)
    if whole is None:
        return Judgement(broken=True)
    j = Judgement(code for code, _ in whole.found)
    for code, offset in whole.found:
        j.found(code, offset)
    if whole.layout is None:
        return j
    f = File(whole)
    j.fields = f.r.fields
    area = area_of(f)
    if area is None or f.n > 0xFFFF or (area >= MAP_AREAS and not f.layout.extended):
        return j
    # How large the map of a changed game is shows in its set alone.
    j.codes.update(NODE_CODES + ROW_CODES + NAVI_CODES + SECTION_CODES)
    j.codes.update(["NODES_CNT_SUM", "NODES_CNT_VEHICLES"])
    if f.layout.extended:
        j.codes.difference_update(c for c in CODES if c.endswith(("K_AREA", "TGT_AREA")))
    check_sections(f, area, j)
    check_nodes(f, area, j)
    for index, node in enumerate(f.nodes):
        for row in f.rows_of(node):
            check_row(f, area, index, row, j)
            if f.is_shared(row):
                leave_row_open(row, j)
    check_navis(f, area, j)
    return j


def options(data):
    """How the command is to judge the file, so that both speak of the same map."""
    extended = data[:4] == MARKER or any(data[at : at + 4] in (b"FM92", b"FLA4") for at in (0, 4))
    whole = structure(data)
    if whole and whole.layout:
        extended = whole.layout.extended
    return ("--game", "fla" if extended else "gta-sa")


def is_comparable(report):
    return True
