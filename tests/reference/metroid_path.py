"""Metroid Prime PATH: the rules of the fact sheet (parsers/metroid_path/README.md has the same facts)
in the most obvious way.

Slow on purpose: every pair is compared with every other, every route is walked. Where the sheet names
no exact limit ("boxes that touch"), what is near the limit is left open.
"""

import functools
import math
import struct

from reader import Judgement, Reader, Truncated

REGION_BYTES = {4: 80, 6: 92, 7: 92}
FILL_UNIT = 32
MOST_REGIONS = 512  # bits of the sets of the search
NULL = 1 << 31
SIGNED_LIMIT = 1 << 31
DEEPEST = 32
LIFT = 0.3  # ground queries lift the point before they look for its region
HUGE = 1e6
GROUND, FLYER = 1, 3  # types that such creatures use

STRUCTURE_CODES = """PATH_TRUNCATED PATH_COUNT_NODES PATH_COUNT_LINKS PATH_COUNT_REGIONS PATH_COUNT_LOOKUPS
    PATH_COUNT_OCTREE PATH_COUNT_POINTS PATH_COUNT_POINT_LINKS PATH_COUNT_POINT_COSTS PATH_COUNT_NEGATIVE
    PATH_COUNT_MISFIT PATH_BITMAP_TRUNCATED""".split()
HEAD_CODES = "PATH_VERSION PATH_BYTE_SWAPPED PATH_COMPRESSED".split()
FILE_CODES = """PATH_VERSION_MIXED PATH_NO_OCTREE PATH_POINTS_NEGATIVE PATH_REGION_LIMIT PATH_EMPTY
    PATH_EMPTY_LEFTOVER PATH_TRAIL_ZERO PATH_UNPADDED PATH_TRAIL_SHORT PATH_TRAIL_GARBAGE
    PATH_POINTS_V7""".split()
REGION_CODES = """PATH_REG_NODE_COUNT0 PATH_REG_NODE_COUNT_LT3 PATH_REG_NODE_RANGE PATH_REG_LINK_RANGE
    PATH_REG_INDEX_RANGE PATH_REG_INDEX_DUP PATH_REG_INDEX_POS PATH_REG_INDEX_COPY PATH_REG_MASK_ZERO
    PATH_REG_MASK_HIGH PATH_REG_MASK_DOC PATH_REG_OBSTRUCTION PATH_NODE_SHARED PATH_NODE_ORPHAN""".split()
LINK_CODES = """PATH_LINK_NODE_RANGE PATH_LINK_REGION_RANGE PATH_LINK_SELF PATH_LINK_DUP PATH_LINK_SHARED
    PATH_LINK_ORPHAN PATH_LINK_RECIPROCAL""".split()
OCTREE_CODES = """PATH_LOOKUP_RANGE PATH_OCT_CHILD_RANGE PATH_OCT_CHILD_NULL PATH_OCT_NO_CHILDREN
    PATH_OCT_LEAF_CHILDREN PATH_OCT_LEAF_RANGE PATH_OCT_CYCLE PATH_OCT_POSTORDER PATH_OCT_DAG PATH_OCT_ROOT_LAST
    PATH_OCT_ISLEAF_VALUE PATH_OCT_DEPTH PATH_OCT_REGION_MISSING PATH_OCT_ALL_LOST PATH_OCT_MANY_LOST""".split()
MAP_CODES = """PATH_BMP_TAIL PATH_BMP_UNUSED PATH_BMP_LINK_GROUND PATH_BMP_LINK_FLYER PATH_BMP_LINK_POINT
    PATH_BMP_NO_ROUTE PATH_BMP_OTHER_TYPE PATH_BMP_TRANSITIVE""".split()
POINT_CODES = """PATH_POINT_LINK_RANGE PATH_POINT_COST_RANGE PATH_POINT_TARGET_RANGE PATH_POINT_SELF
    PATH_POINT_COST_NEGATIVE PATH_POINT_LINK_SHARED PATH_POINT_LINK_ORPHAN""".split()
FLOAT_CODES = """PATH_FLT_NODE PATH_FLT_LINK PATH_FLT_REGION PATH_FLT_OCTREE PATH_FLT_UNUSED PATH_FLT_POINT
    PATH_FLT_HUGE""".split()
SHAPE_CODES = """PATH_REG_NORMAL_UNIT PATH_REG_NORMAL_Z PATH_REG_NORMAL_FLAT PATH_REG_HEIGHT_POS
    PATH_REG_AABB_ORDER PATH_REG_AABB_NODES PATH_REG_CENTROID_AABB PATH_NODE_NORMAL_UNIT
    PATH_NODE_NORMAL_HORIZ PATH_NODE_NORMAL_HECL PATH_NODE_NORMAL_ALONG PATH_NODE_NORMAL_PERP
    PATH_NODE_EDGE_ZERO PATH_LINK_EDGE_ZERO PATH_LINK_WIDTH_POS PATH_LINK_WIDTH_INV
    PATH_LINK_FAR PATH_OCT_AABB_ORDER PATH_OCT_AABB_NEST PATH_OCT_CENTER_IN PATH_OCT_OCTANT
    PATH_OCT_ROOT_COVERS PATH_OCT_ROOT_SMALL PATH_OCT_CENTER_OFF PATH_OCT_QUERY PATH_OCT_LEAF_EXTRA PATH_OCT_LEAF_MISSING""".split()
CODES = (HEAD_CODES + STRUCTURE_CODES + FILE_CODES + REGION_CODES + LINK_CODES + OCTREE_CODES + MAP_CODES + POINT_CODES
         + FLOAT_CODES + SHAPE_CODES)
BYTE_ORDER = "big"

# What follows from a fault is not reported as well: the codes on the right are not compared where one of
# those on the left is found.
UNSOUND_LINKS = """PATH_REG_LINK_RANGE PATH_LINK_SHARED PATH_LINK_REGION_RANGE PATH_LINK_NODE_RANGE
    PATH_LINK_SELF PATH_REG_INDEX_RANGE PATH_REG_INDEX_DUP PATH_REG_INDEX_POS PATH_REG_NODE_COUNT0
    PATH_REG_NODE_RANGE"""
UNSOUND_POINTS = """PATH_POINT_LINK_RANGE PATH_POINT_COST_RANGE PATH_POINT_LINK_SHARED PATH_POINT_TARGET_RANGE
    PATH_POINT_SELF"""
UNSOUND_OCTREE = """PATH_NO_OCTREE PATH_LOOKUP_RANGE PATH_OCT_LEAF_RANGE PATH_OCT_CHILD_RANGE
    PATH_OCT_CHILD_NULL PATH_OCT_NO_CHILDREN PATH_OCT_CYCLE PATH_OCT_DAG"""
CONSEQUENCES = [
    ("PATH_REG_NODE_COUNT0 PATH_REG_NODE_COUNT_LT3 PATH_REG_NODE_RANGE PATH_NODE_SHARED", "PATH_NODE_ORPHAN"),
    ("PATH_REG_LINK_RANGE PATH_LINK_SHARED", "PATH_LINK_ORPHAN"),
    (UNSOUND_LINKS, """PATH_LINK_RECIPROCAL PATH_BMP_LINK_GROUND PATH_BMP_LINK_FLYER PATH_BMP_NO_ROUTE
        PATH_BMP_TRANSITIVE PATH_BMP_TAIL PATH_BMP_OTHER_TYPE"""),
    (UNSOUND_POINTS, """PATH_POINT_LINK_ORPHAN PATH_BMP_LINK_POINT PATH_BMP_NO_ROUTE PATH_BMP_TRANSITIVE
        PATH_BMP_TAIL"""),
    ("PATH_BMP_LINK_GROUND PATH_BMP_LINK_FLYER PATH_BMP_LINK_POINT", "PATH_BMP_TRANSITIVE"),
    (UNSOUND_OCTREE, """PATH_OCT_REGION_MISSING PATH_OCT_ROOT_LAST PATH_OCT_DEPTH PATH_OCT_ALL_LOST
        PATH_OCT_MANY_LOST"""),
    (UNSOUND_OCTREE + " PATH_OCT_DEPTH", """PATH_OCT_QUERY PATH_OCT_LEAF_EXTRA PATH_OCT_LEAF_MISSING
        PATH_OCT_AABB_NEST PATH_OCT_OCTANT PATH_OCT_CENTER_IN PATH_OCT_CENTER_OFF PATH_OCT_ALL_LOST
        PATH_OCT_MANY_LOST"""),
    ("PATH_NODE_NORMAL_HECL", "PATH_NODE_NORMAL_ALONG"),
    ("PATH_FLT_OCTREE PATH_FLT_UNUSED", "PATH_OCT_REGION_MISSING PATH_OCT_ALL_LOST PATH_OCT_MANY_LOST"),
    ("PATH_OCT_DEPTH", "PATH_OCT_REGION_MISSING"),
    ("PATH_OCT_ALL_LOST PATH_OCT_MANY_LOST PATH_OCT_CENTER_OFF",
     "PATH_OCT_REGION_MISSING PATH_OCT_QUERY PATH_OCT_LEAF_MISSING"),
    ("PATH_OCT_CENTER_OFF", "PATH_OCT_OCTANT PATH_OCT_AABB_NEST PATH_OCT_CENTER_MID"),
    ("PATH_OCT_ROOT_SMALL", "PATH_OCT_ROOT_COVERS"),
    ("PATH_OCT_NO_CHILDREN", "PATH_OCT_CHILD_NULL"),
    ("PATH_NO_OCTREE", "PATH_TRAIL_GARBAGE"),
    ("PATH_BMP_OTHER_TYPE", "PATH_BMP_NO_ROUTE"),
]


class Broken(Exception):
    """The sections cannot be followed; args: the rule and where."""


# ---- Records ----


class Vector(list):
    """Three numbers, and where they stand."""

    def __init__(self, r):
        self.at = r.at
        super().__init__(r.values("f32", 3))

    def length(self):
        return math.hypot(*self)


class Node:
    def __init__(self, r):
        self.at = r.at
        self.position, self.normal = Vector(r), Vector(r)


class Link:
    def __init__(self, r):
        self.at = r.at
        self.node, self.node_at = r.read("u32")
        self.region, self.region_at = r.read("u32")
        self.width, self.width_at = r.read("f32")
        self.inverse, self.inverse_at = r.read("f32")


class Region:
    def __init__(self, r, version):
        self.node_count, self.node_count_at = r.read("u32")
        self.node_start, self.node_start_at = r.read("u32")
        self.link_count, self.link_count_at = r.read("u32")
        self.link_start, self.link_start_at = r.read("u32")
        self.masks = [("index", *r.read("u16")), ("type", *r.read("u16"))]
        self.type = self.masks[1][1]
        self.height, self.height_at = r.read("f32")
        self.normal = Vector(r)
        self.index, self.index_at = r.read("u32")
        self.centroid, self.min, self.max = Vector(r), Vector(r), Vector(r)
        self.obstructions = [r.read("u32") for _ in range(3)] if version > 4 else []
        self.copy, self.copy_at = r.read("u32")


class OctreeNode:
    def __init__(self, r):
        self.is_leaf, self.at = r.read("u32")
        self.min, self.max, self.center = Vector(r), Vector(r), Vector(r)
        self.children = [r.read("u32") for _ in range(8)]
        self.count, self.count_at = r.read("u32")
        self.start, self.start_at = r.read("u32")


class Point:
    def __init__(self, r):
        self.position = Vector(r)
        self.flags = r.value("u32")
        self.link_count, self.link_count_at = r.read("u32")
        self.link_start, self.link_start_at = r.read("u32")
        self.cost_start, self.cost_start_at = r.read("u32")


class Bitmap:
    """Pairs of n things, the lowest bit of a word first."""

    def __init__(self, r, n):
        self.n = n
        words = (n * (n - 1) // 2 + 31) // 32
        if 4 * words > r.left():
            raise Broken("PATH_BITMAP_TRUNCATED", r.at)
        self.words = [r.read("u32") for _ in range(words)]
        pairs = [(a, b) for a in range(n) for b in range(a + 1, n)] if n <= MOST_REGIONS else []
        self.bits = {pair: bit for bit, pair in enumerate(pairs)}

    def has(self, a, b):
        bit = self.bits[min(a, b), max(a, b)]
        return self.words[bit // 32][0] >> bit % 32 & 1 == 1

    def at(self, a, b):
        return self.words[self.bits[min(a, b), max(a, b)] // 32][1]


class File:
    def __init__(self, data, version, corrected=None):
        """corrected: (name, number) of a count that is read as another one."""
        self.r = r = Reader(data, ">")
        self.version = version
        self.corrected = corrected
        r.value("u32")
        self.nodes, self.nodes_at = self.counted("NODES", 24, Node)
        self.links, self.links_at = self.counted("LINKS", 16, Link)
        self.regions, self.regions_at = self.counted("REGIONS", REGION_BYTES[version],
                                                     lambda r: Region(r, version))
        n = len(self.regions)
        self.ground, self.flyer = Bitmap(r, n), Bitmap(r, n)
        self.unused = [] if version == 7 else self.read_unused(n)
        self.lookups, self.lookups_at = self.counted("LOOKUPS", 4, lambda r: r.read("u32"))
        self.octree, self.octree_at = self.counted("OCTREE", 80, OctreeNode)
        self.end_of_octree = r.at
        self.points, self.point_links, self.costs, self.point_map = [], [], [], None
        self.negative_points_at = None
        self.is_guess = False
        if version == 6 or version == 7 and self.has_points():
            self.read_points()

    def counted(self, name, size, read):
        """The records, and where their number stands."""
        r = self.r
        count, at = r.read("u32")
        if self.corrected and self.corrected[0] == name:
            count = self.corrected[1]
        if count >= SIGNED_LIMIT:
            raise Broken("PATH_COUNT_NEGATIVE", at)
        if count * size > r.left():
            raise Broken("PATH_COUNT_" + name, at)
        return [read(r) for _ in range(count)], at

    def read_unused(self, n):
        words = 2 * ((n * n + 31) // 32 - (n * (n - 1) // 2 + 31) // 32)
        if 4 * words > self.r.left():
            raise Broken("PATH_BITMAP_TRUNCATED", self.r.at)
        return [self.r.read("u32") for _ in range(words)]

    def has_points(self):
        """Of version 7 nobody knows: what follows is read as points if that is what it looks like."""
        r = self.r
        at, read = r.at, len(r.fields)
        try:
            self.read_points()
            looks_so = len(self.points) > 0 and r.left() < FILL_UNIT
            self.is_guess = r.left() != 0 and set(r.data[r.at :]) != {0xFF}
        except (Broken, Truncated):
            looks_so = False
        r.at = at
        del r.fields[read:]
        self.points, self.point_links, self.costs, self.point_map = [], [], [], None
        self.negative_points_at = None
        return looks_so

    def read_points(self):
        r = self.r
        at = r.at
        is_corrected = self.corrected is not None and self.corrected[0] == "POINTS"
        if r.left() >= 4 and r.data[at] & 0x80 and not is_corrected:
            r.value("u32")
            self.negative_points_at = at
            return
        self.points, self.points_at = self.counted("POINTS", 28, Point)
        if self.points:
            self.point_links, self.point_links_at = self.counted("POINT_LINKS", 4, lambda r: r.read("u32"))
            self.costs, self.costs_at = self.counted("POINT_COSTS", 4, lambda r: r.read("f32"))
            self.point_map = Bitmap(r, len(self.points))

    def regions_of(self, leaf):
        """Those that the leaf lists."""
        if not leaf.is_leaf or leaf.start + leaf.count > len(self.lookups):
            return []
        entries = [value for value, _ in self.lookups[leaf.start : leaf.start + leaf.count]]
        return [self.regions[value] for value in entries if value < len(self.regions)]

    def nodes_of(self, region):
        return self.nodes[region.node_start : region.node_start + region.node_count]


# ---- A wrong count ----

LISTS = [("NODES", 24), ("LINKS", 16), ("REGIONS", None), ("MAPS", None), ("LOOKUPS", 4), ("OCTREE", 80),
         ("POINTS", 28), ("POINT_LINKS", 4), ("POINT_COSTS", 4)]


def word(data, at):
    return int.from_bytes(data[at : at + 4], "big")


class Skim:
    """Where lists start and how many records they have, as far as they can be followed: {name: (offset of
    the first record, number)}. end: behind the last section, None if one does not fit."""

    def __init__(self, data, version, corrected=(None, 0)):
        self.data, self.version, self.corrected = data, version, corrected
        self.lists, self.end, self.at = {}, None, 4
        for name, size in LISTS[: 9 if version == 6 else 6]:
            if name == "MAPS":
                fits = self.skip_maps(self.lists["REGIONS"][1])
            else:
                fits = self.skip_list(name, size or REGION_BYTES[version])
            if not fits:
                return
            if name == "POINTS" and not self.is_positive():
                break
        if "POINT_COSTS" in self.lists and not self.skip(4 * pair_words(self.lists["POINTS"][1])):
            return
        self.end = self.at

    def is_positive(self):
        return 0 < self.lists["POINTS"][1] < SIGNED_LIMIT

    def skip(self, length):
        fits = self.at + length <= len(self.data)
        self.at += length if fits else 0
        return fits

    def skip_maps(self, n):
        squares, pairs = (n * n + 31) // 32, pair_words(n)
        return self.skip(8 * (pairs if self.version == 7 else squares))

    def skip_list(self, name, size):
        if not self.skip(4):
            return False
        number = self.corrected[1] if self.corrected[0] == name else word(self.data, self.at - 4)
        self.lists[name] = self.at, number
        is_none = name == "POINTS" and number >= SIGNED_LIMIT
        return self.skip(0 if is_none else number * size)

    def records(self, name, size):
        at, number = self.lists[name]
        return [self.data[at + size * i : at + size * (i + 1)] for i in range(number)]

    def fill(self):
        return bytes(self.data[self.end :]), -self.end % FILL_UNIT

    def has_numbers(self):
        regions = self.records("REGIONS", REGION_BYTES[self.version])[:MOST_REGIONS]
        right = [word(region, 0x24) == word(region, len(region) - 4) == i for i, region in enumerate(regions)]
        return not regions or sum(right) > len(right) // 2

    def has_root(self):
        octree = self.records("OCTREE", 80)
        if not octree:
            return False
        root = octree[-1]
        box = struct.unpack(">6f", root[4:28])
        has_box = not self.lists["REGIONS"][1] or all(box[i] <= box[i + 3] for i in range(3))
        if word(root, 0) == 0:
            return has_box and all(word(root, 40 + 4 * i) < len(octree) - 1 for i in range(8))
        return has_box and word(root, 0) == 1 and len(octree) == 1

    def is_plausible(self):
        """As the counts have it: nothing calls for another number."""
        if self.end is None or not self.has_root() or not self.has_numbers():
            return False
        rest, fill = self.fill()
        if "POINTS" in self.lists and self.lists["POINTS"][1] >= SIGNED_LIMIT:
            return False
        short = rest == b"\xff" * len(rest) and len(rest) <= fill
        return not rest or short or rest == bytes(fill)

    def is_whole(self):
        """Nothing is left to doubt, to the last byte of the fill."""
        if self.end is None or not self.has_root() or not self.has_numbers():
            return False
        if "POINTS" in self.lists and self.lists["POINTS"][1] >= SIGNED_LIMIT:
            return False
        rest, fill = self.fill()
        octree = self.records("OCTREE", 80)
        regions = self.records("REGIONS", REGION_BYTES[self.version])
        nodes = self.lists["NODES"][1]
        ends = [word(leaf, 72) + word(leaf, 76) for leaf in octree if word(leaf, 0) and word(leaf, 72)]
        rings = [(word(region, 4), word(region, 0)) for region in regions]
        return (rest == b"\xff" * fill
                and all(word(entry, 0) < len(regions) for entry in self.records("LOOKUPS", 4))
                and sum(8 for node in octree if word(node, 0) == 0) + 1 == len(octree)
                and max(ends, default=0) == self.lists["LOOKUPS"][1]
                and all(count >= 3 and start + count <= nodes for start, count in rings)
                and (regions != [] or nodes == self.lists["LINKS"][1] == 0))


def pair_words(n):
    return (n * (n - 1) // 2 + 31) // 32


def wrong_count(data, version):
    """(name, the right number, offset of the count) of the one count that makes everything fit; None."""
    stated = Skim(data, version)
    if stated.is_plausible():
        return None
    for name, size in LISTS:
        if name not in stated.lists:
            continue
        at, number = stated.lists[name]
        has_no_octree = name == "OCTREE" and number == 0
        is_harmless = name == "POINTS" and stated.end is not None and ends_well(stated)
        if has_no_octree or is_harmless:
            continue
        for right in range((len(data) - at) // (size or REGION_BYTES[version]) + 1):
            if right != number and Skim(data, version, (name, right)).is_whole():
                return name, right, at - 4
    return None


def ends_well(skim):
    rest, fill = skim.fill()
    return (rest == b"\xff" * len(rest) and len(rest) <= fill) or rest == bytes(fill)


# ---- Owners of runs ----


def runs(owners, total):
    """What (owner, start, count) have of a list: those outside, those that overlap an earlier one (as
    positions in owners), and the numbers that nobody has."""
    outside, shared, taken = [], [], set()
    for number, (start, count) in enumerate(owners):
        if count == 0:
            continue
        run = set(range(start, start + count)) if start + count <= total else None
        if run is None:
            outside.append(number)
        elif run & taken:
            shared.append(number)
        if run is not None:
            taken |= run
    return outside, shared, [i for i in range(total) if i not in taken]


# ---- Regions ----


def check_regions(f, j):
    for position, region in enumerate(f.regions):
        if region.node_count == 0:
            j.found("PATH_REG_NODE_COUNT0", region.node_count_at)
        elif region.node_count < 3 and region.node_start + region.node_count <= len(f.nodes):
            j.found("PATH_REG_NODE_COUNT_LT3", region.node_count_at)
        check_index(f, position, region, j)
        if region.copy not in (region.index, position):  # a wrong index is a finding of the index
            j.found("PATH_REG_INDEX_COPY", region.copy_at)
        for value, at in region.obstructions:
            if value != 0:
                j.found("PATH_REG_OBSTRUCTION", at)
        for name, mask, at in region.masks:
            check_mask(name, mask, at, j)


def check_index(f, position, region, j):
    same = [other for other in f.regions if other.index == region.index]
    if region.index >= len(f.regions):
        j.found("PATH_REG_INDEX_RANGE", region.index_at)
    elif region.index != position:
        j.found("PATH_REG_INDEX_DUP" if len(same) > 1 else "PATH_REG_INDEX_POS", region.index_at)


def check_mask(name, mask, at, j):
    known = range(1, 8) if name == "index" else (1, 2, 4)
    if mask & 0xFF == 0:
        j.found("PATH_REG_MASK_ZERO", at)
    elif mask >> 8:
        j.found("PATH_REG_MASK_HIGH", at)
    elif mask & 0xFF not in known:
        j.found("PATH_REG_MASK_DOC", at)


def check_runs(f, j):
    """Who has which nodes and links; f.shared_nodes, f.shared_links: positions of regions that are not
    judged again."""
    owners = [(region.node_start, region.node_count) for region in f.regions]
    outside, shared, orphans = runs(owners, len(f.nodes))
    f.outside_nodes, f.shared_nodes = outside, shared
    for position in outside:
        region = f.regions[position]
        j.found("PATH_REG_NODE_RANGE", region.node_count_at if region.node_start < len(f.nodes)
                else region.node_start_at)
    for position in shared:
        j.found("PATH_NODE_SHARED", f.regions[position].node_start_at)
    if orphans and f.regions:
        j.found("PATH_NODE_ORPHAN", f.nodes[orphans[0]].at)
    owners = [(region.link_start, region.link_count) for region in f.regions]
    outside, shared, orphans = runs(owners, len(f.links))
    f.outside_links, f.shared_links = outside, shared
    for position in outside:
        region = f.regions[position]
        j.found("PATH_REG_LINK_RANGE", region.link_count_at if region.link_start < len(f.links)
                else region.link_start_at)
    for position in shared:
        j.found("PATH_LINK_SHARED", f.regions[position].link_start_at)
    if orphans and f.regions:
        j.found("PATH_LINK_ORPHAN", f.links[orphans[0]].at)


# ---- Links ----


def owned_links(f):
    """(position of the owner, link) for all that are judged."""
    for position, region in enumerate(f.regions):
        if position not in f.outside_links + f.shared_links:
            for link in f.links[region.link_start : region.link_start + region.link_count]:
                yield position, link


def check_repetitions(f, j):
    seen = set()
    for owner, link in owned_links(f):
        key = owner, link.region, link.node
        has_own_nodes = owner not in f.outside_nodes + f.shared_nodes
        if key in seen and has_own_nodes and link.node < f.regions[owner].node_count:
            j.found("PATH_LINK_DUP", link.region_at)
        seen.add(key)


def leads_somewhere(f, owner, link):
    return link.node < f.regions[owner].node_count and link.region < len(f.regions)


def shared_links(f):
    """Those of regions whose run another one has already."""
    for position in f.shared_links:
        region = f.regions[position]
        for link in f.links[region.link_start : region.link_start + region.link_count]:
            yield position, link


def rest_links(f):
    """Those of them that are in no run of a region by itself: each is judged once."""
    judged = {link.at for _, link in owned_links(f)}
    return {link.at: link for _, link in shared_links(f) if link.at not in judged}.values()


def check_links(f, j):
    owned = list(owned_links(f))
    for owner, link in owned + list(shared_links(f)):
        if link.node >= f.regions[owner].node_count > 0 and owner not in f.outside_nodes:
            j.found("PATH_LINK_NODE_RANGE", link.node_at)
    for link in rest_links(f):
        if link.region >= len(f.regions):
            j.found("PATH_LINK_REGION_RANGE", link.region_at)
    ways = {(owner, link.region) for owner, link in owned}
    one_way = []
    for owner, link in owned:
        if link.region >= len(f.regions):
            j.found("PATH_LINK_REGION_RANGE", link.region_at)
        if f.regions[owner].node_count == 0:
            j.leave_open("PATH_LINK_SELF", link.region_at)
        if not leads_somewhere(f, owner, link):
            continue
        if link.region == owner:
            j.found("PATH_LINK_SELF", link.region_at)
            continue
        if (link.region, owner) not in ways:
            one_way.append(link)
    if one_way:
        j.found("PATH_LINK_RECIPROCAL", min(link.region_at for link in one_way))


# ---- Octree ----


def child_numbers(node, f):
    """Children that can be followed."""
    return [] if node.is_leaf else [c for c, _ in node.children if c < len(f.octree)]


def check_octree(f, j):
    for value, at in f.lookups:
        if value >= len(f.regions):
            j.found("PATH_LOOKUP_RANGE", at)
    for number, node in enumerate(f.octree):
        if node.is_leaf > 1:
            j.found("PATH_OCT_ISLEAF_VALUE", node.at)
        if node.is_leaf:
            check_leaf(f, node, j)
        else:
            check_inner(f, number, node, j)
    check_tree(f, j)
    check_listed(f, j)


def check_leaf(f, node, j):
    strange = [at for child, at in node.children if child != 0xFFFFFFFF]
    if strange:
        j.found("PATH_OCT_LEAF_CHILDREN", strange[0])
    if node.count and node.start + node.count > len(f.lookups):
        j.found("PATH_OCT_LEAF_RANGE", node.count_at if node.start < len(f.lookups) else node.start_at)


def check_inner(f, number, node, j):
    if all(child & NULL for child, _ in node.children):
        j.found("PATH_OCT_NO_CHILDREN", node.at)
        return
    for child, at in node.children:
        if child & NULL:
            j.found("PATH_OCT_CHILD_NULL", at)
        elif child >= len(f.octree):
            j.found("PATH_OCT_CHILD_RANGE", at)


def below(f, number):
    """All octree nodes that can be reached from one."""
    reached, todo = set(), [number]
    while todo:
        for child in child_numbers(f.octree[todo.pop()], f):
            if child not in reached:
                reached.add(child)
                todo.append(child)
    return reached


def check_tree(f, j):
    root = len(f.octree) - 1
    reach = [below(f, number) for number in range(len(f.octree))]
    parents, cycle = {}, []
    for number, node in enumerate(f.octree):
        for child, at in node.children:
            if child not in child_numbers(node, f):
                continue
            parents.setdefault(child, []).append(at)
            if number == child or number in reach[child]:
                cycle.append((number, child, at))
            elif child > number:
                j.found("PATH_OCT_POSTORDER", at)
    check_cycles(cycle, j)
    for child, edges in parents.items():
        if (child, child) in [edge[:2] for edge in cycle]:  # its own parent, among others
            j.unsure.update(("PATH_OCT_DAG", at) for at in edges)
        elif len(edges) > 1:
            j.found("PATH_OCT_DAG", edges[1])
    if f.octree and is_tree(f) and height(f, root) > DEEPEST:
        j.found("PATH_OCT_DEPTH", f.octree[root].at)
    lost = [n for n in range(root) if n not in reach[root]]
    if lost:
        j.found("PATH_OCT_ROOT_LAST", f.octree[lost[0]].at)


def check_cycles(edges, j):
    """edges: (node, child, offset) of all that lie on a cycle. Which of them closes it depends on where
    one starts, unless a node is its own child."""
    reported = set()
    for number, child, at in edges:
        if child == number and number not in reported and not any(
                other == number for other, _, before in edges if before < at):
            j.found("PATH_OCT_CYCLE", at)
            reported.add(number)
        else:
            j.leave_open("PATH_OCT_CYCLE", at)
            j.leave_open("PATH_OCT_POSTORDER", at)
    if edges:
        j.one_of("PATH_OCT_CYCLE", [at for _, _, at in edges])


def height(f, number):
    """How many steps lead down to the lowest leaf."""
    levels, row = -1, {number}
    while row:
        row = {child for n in row for child in child_numbers(f.octree[n], f)}
        levels += 1
    return levels


def lists(f, node, region):
    entries = [value for value, _ in f.lookups[node.start : node.start + node.count]]
    return node.start + node.count <= len(f.lookups) and region in entries


def check_listed(f, j):
    leaves = [node for node in f.octree if node.is_leaf and node.count]
    f.listed = [any(lists(f, leaf, n) for leaf in leaves) for n in range(len(f.regions))]
    for region, is_listed in zip(f.regions, f.listed):
        if not is_listed:
            j.found("PATH_OCT_REGION_MISSING", region.index_at)


# ---- Bitmaps ----


def components(n, ways):
    """number -> all that can be reached, itself included, by ways without direction."""
    groups = {i: {i} for i in range(n)}
    for a, b in ways:
        if groups[a] is not groups[b]:
            groups[a] |= groups[b]
            for other in groups[b]:
                groups[other] = groups[a]
    return groups


def check_strangers(f, bitmap, types, j):
    """Regions that creatures of the map cannot use, with ways in it."""
    for number, region in enumerate(f.regions):
        others = [other for other in range(bitmap.n) if other != number and bitmap.has(number, other)]
        if others and not region.type & types:
            j.found("PATH_BMP_OTHER_TYPE", region.masks[1][2])


def check_map(bitmap, ways, link_code, j, is_used=lambda number: True):
    """ways: pairs of different things that links join. is_used: by the creatures of the map."""
    n = bitmap.n
    groups = components(n, ways)
    joined = {(min(way), max(way)) for way in ways}
    for pair in joined:
        if not bitmap.has(*pair):
            j.found(link_code, bitmap.at(*pair))
    wrong = [(a, b) for a in range(n) for b in range(a + 1, n)
             if bitmap.has(a, b) and b not in groups[a] and is_used(a) and is_used(b)]
    if wrong:
        j.found("PATH_BMP_NO_ROUTE", bitmap.at(*wrong[0]))
    lacking = [(a, b) for a, b in bitmap.bits
               if b in groups[a] and (a, b) not in joined and not bitmap.has(a, b)]
    if lacking:
        j.found("PATH_BMP_TRANSITIVE", bitmap.at(*lacking[0]))


def check_tail(bitmap, j):
    used = bitmap.n * (bitmap.n - 1) // 2 % 32
    if used and bitmap.words[-1][0] >> used:
        j.found("PATH_BMP_TAIL", bitmap.words[-1][1])


def check_maps(f, j):
    if any(value for value, _ in f.unused):
        j.found("PATH_BMP_UNUSED", f.unused[0][1])
    maps = ((f.ground, GROUND, "PATH_BMP_LINK_GROUND"), (f.flyer, FLYER, "PATH_BMP_LINK_FLYER"))
    for bitmap, types, link_code in maps:
        check_tail(bitmap, j)
        ways = [(owner, link.region) for owner, link in owned_links(f)
                if link.region < len(f.regions) and link.region != owner
                and f.regions[owner].type & types and f.regions[link.region].type & types]
        check_strangers(f, bitmap, types, j)
        check_map(bitmap, ways, link_code, j, lambda number, types=types: f.regions[number].type & types)


# ---- Points ----


def check_points(f, j):
    owners = [(point.link_start, point.link_count) for point in f.points]
    outside, shared, orphans = runs(owners, len(f.point_links))
    for number in outside:
        point = f.points[number]
        j.found("PATH_POINT_LINK_RANGE", point.link_count_at if point.link_start < len(f.point_links)
                else point.link_start_at)
    for number in shared:
        j.found("PATH_POINT_LINK_SHARED", f.points[number].link_start_at)
    if orphans:
        j.found("PATH_POINT_LINK_ORPHAN", f.point_links[orphans[0]][1])
    for point in f.points:
        if point.link_count and point.cost_start + point.link_count > len(f.costs):
            j.found("PATH_POINT_COST_RANGE", point.link_count_at if point.cost_start < len(f.costs)
                    else point.cost_start_at)
    ways, judged = [], set()
    for number, (start, count) in enumerate(owners):
        for target, at in f.point_links[start : start + count] if number not in outside else []:
            if at in judged:
                continue
            judged.add(at)
            if target >= len(f.points):
                j.found("PATH_POINT_TARGET_RANGE", at)
            elif target == number:
                j.found("PATH_POINT_SELF", at)
            else:
                ways.append((number, target))
    for cost, at in f.costs:
        if cost < 0:
            j.found("PATH_POINT_COST_NEGATIVE", at)
    if f.point_map:
        check_tail(f.point_map, j)
        if len(f.points) <= MOST_REGIONS:
            check_map(f.point_map, ways, "PATH_BMP_LINK_POINT", j)


# ---- Numbers ----


def check_vector(vector, code, j, is_place=True):
    for axis, value in enumerate(vector):
        check_float(value, vector.at + 4 * axis, code, j, is_place)


def check_float(value, at, code, j, is_place=False):
    if not math.isfinite(value):
        j.found(code, at)
    elif is_place and abs(value) > HUGE:
        j.found("PATH_FLT_HUGE", at)


def check_floats(f, j):
    for node in f.nodes:
        check_vector(node.position, "PATH_FLT_NODE", j)
        check_vector(node.normal, "PATH_FLT_NODE", j, is_place=False)
    untold = [link for owner, link in owned_links(f) if not can_cross(f, owner, link)]
    for link in f.links:
        if link not in untold:
            check_float(link.width, link.width_at, "PATH_FLT_LINK", j)
            check_float(link.inverse, link.inverse_at, "PATH_FLT_LINK", j)
    for region in f.regions:
        check_float(region.height, region.height_at, "PATH_FLT_REGION", j)
        check_vector(region.normal, "PATH_FLT_REGION", j, is_place=False)
        for vector in (region.centroid, region.min, region.max):
            check_vector(vector, "PATH_FLT_REGION", j)
    for node in f.octree:
        check_octree_floats(f, node, j)
    for point in f.points:
        check_vector(point.position, "PATH_FLT_POINT", j)
    for cost, at in f.costs:
        check_float(cost, at, "PATH_FLT_POINT", j)


def check_octree_floats(f, node, j):
    box = "PATH_FLT_UNUSED" if node is f.octree[-1] else "PATH_FLT_OCTREE"
    center = "PATH_FLT_UNUSED" if node.is_leaf else "PATH_FLT_OCTREE"
    for vector in (node.min, node.max):  # the cooker's empty root has an endless box
        check_vector(vector, box, j, is_place=box != "PATH_FLT_UNUSED")
        for axis in range(3):
            if box == "PATH_FLT_UNUSED":
                j.leave_open("PATH_FLT_HUGE", vector.at + 4 * axis)
    check_vector(node.center, center, j, is_place=not node.is_leaf and f.regions != [])


# ---- Shapes ----


def check_shapes(f, j):
    for region in f.regions:
        check_region_shape(region, j)
    for region in whole_regions(f):
        if is_ordered(region):
            check_inside(f, region, j)
        for node in f.nodes_of(region):
            check_normal(node, j)
        check_edges(f, region, j)
    for owner, link in owned_links(f):
        if not can_cross(f, owner, link):
            continue
        check_width(link, j)
        if link.region != owner:
            check_far(f.regions[owner], f.regions[link.region], link, j)
    for link in rest_links(f):
        check_width(link, j)
    check_angles(f, j)
    check_boxes(f, j)
    check_queries(f, j)


def cosine_of(node, following):
    """Between the node's normal and its edge; None where one of them has no direction."""
    way = [b - a for a, b in zip(node.position, following.position)]
    length = math.hypot(*way) * node.normal.length()
    if math.hypot(*way) <= 1e-4 or node.normal.length() <= 1e-2:
        return None
    return abs(sum(a * b for a, b in zip(way, node.normal))) / length


def check_angles(f, j):
    """Normals along their edges are those of an old hecl only where all are so."""
    rings = [f.nodes_of(region) for region in whole_regions(f)]
    cosines = [(node, cosine_of(node, ring[(i + 1) % len(ring)])) for ring in rings for i, node in enumerate(ring)]
    for node, cosine in cosines:
        if cosine is None:
            j.leave_open("PATH_NODE_NORMAL_ALONG", node.normal.at)
            j.leave_open("PATH_NODE_NORMAL_PERP", node.normal.at)
        elif cosine > 0.98:
            j.found("PATH_NODE_NORMAL_ALONG", node.normal.at)
        elif cosine > 0.02:
            j.found("PATH_NODE_NORMAL_PERP", node.normal.at)
    known = [cosine for _, cosine in cosines if cosine is not None]
    if cosines and len(known) == len(cosines) and min(known) > 0.98:
        j.found("PATH_NODE_NORMAL_HECL", f.nodes[0].at)
    elif known and min(known) > 0.979:
        j.leave_open("PATH_NODE_NORMAL_HECL", f.nodes[0].at)


def can_cross(f, owner, link):
    """Whether there is an edge for the link, and another side; it is not judged any further if not."""
    return leads_somewhere(f, owner, link) and owner not in f.outside_nodes


def is_whole(f, position):
    """Whether the region has a ring of its own; others are reported and not judged again."""
    return f.regions[position].node_count >= 3 and position not in f.outside_nodes + f.shared_nodes


def whole_regions(f):
    return [region for position, region in enumerate(f.regions) if is_whole(f, position)]


def check_normal(node, j):
    beyond("PATH_NODE_NORMAL_UNIT", node.normal.at, abs(node.normal.length() - 1), 1e-2, j)
    if abs(node.normal.length() - 1) <= 1e-2:
        beyond("PATH_NODE_NORMAL_HORIZ", node.normal.at, abs(node.normal[2]), 1e-3, j)


def beyond(code, at, amount, limit, j, more=None):
    """Found beyond the limit; open near it, or up to more, which is a limit that might be meant as well."""
    if amount > 1.02 * max(limit, more or 0):
        j.found(code, at)
    elif amount > 0.98 * limit:
        j.leave_open(code, at)


def tolerance(*vectors):
    """The sheet's eps: from its least to that of the largest number around."""
    extent = max(abs(value) for vector in vectors for value in vector)
    return 1e-3, max(1e-3, 1e-4 * extent)


def outside_box(point, least, most):
    return max(max(a - p, p - b) for p, a, b in zip(point, least, most))


def check_order(code, least, most, j):
    """Per axis, at the upper corner."""
    for axis in range(3):
        if least[axis] > most[axis]:
            j.found(code, most.at + 4 * axis)


def is_ordered(box):
    return all(least <= most for least, most in zip(box.min, box.max))


def check_region_shape(region, j):
    beyond("PATH_REG_NORMAL_UNIT", region.normal.at, abs(region.normal.length() - 1), 1e-2, j)
    z, z_at = region.normal[2], region.normal.at + 8
    if region.type & GROUND and abs(z) < 1e-6:
        j.found("PATH_REG_NORMAL_FLAT", z_at)
    elif z <= 1e-3:
        j.found("PATH_REG_NORMAL_Z", z_at)
    if region.height <= 0:
        j.found("PATH_REG_HEIGHT_POS", region.height_at)
    check_order("PATH_REG_AABB_ORDER", region.min, region.max, j)


def check_inside(f, region, j):
    """The box has all nodes of the ring, and the centroid."""
    beyond("PATH_REG_CENTROID_AABB", region.centroid.at, outside_box(region.centroid, region.min, region.max),
           *with_limit(tolerance(region.centroid, region.min, region.max), j))
    ring = f.nodes_of(region)
    out = max(outside_box(node.position, region.min, region.max) for node in ring)
    limits = tolerance(region.min, region.max, *(node.position for node in ring))
    beyond("PATH_REG_AABB_NODES", region.min.at, out, *with_limit(limits, j))


def with_limit(limits, j):
    return limits[0], j, limits[1]


def check_width(link, j):
    if link.width <= 0:
        j.found("PATH_LINK_WIDTH_POS", link.width_at)
    elif link.inverse <= 0:
        j.found("PATH_LINK_WIDTH_POS", link.inverse_at)
    else:
        beyond("PATH_LINK_WIDTH_INV", link.inverse_at, abs(link.width * link.inverse - 1), 1e-3, j)


def check_far(owner, target, link, j):
    if is_ordered(owner) and is_ordered(target):
        gap = max(max(owner.min[i] - target.max[i], target.min[i] - owner.max[i]) for i in range(3))
        beyond("PATH_LINK_FAR", link.region_at, gap, 1, j, 2)
    else:
        j.leave_open("PATH_LINK_FAR", link.region_at)


def check_edges(f, region, j):
    linked, lost = {}, set()
    for owner, link in owned_links(f):
        if f.regions[owner] is region and not leads_somewhere(f, owner, link):
            lost.add(link.node)
        elif f.regions[owner] is region:
            linked.setdefault(link.node, []).append(link)
    ring = f.nodes_of(region)
    for i, node in enumerate(ring):
        check_edge(node, ring[(i + 1) % len(ring)], linked.get(i, []), i in lost, j)


def check_edge(node, following, links, has_lost_link, j):
    """links: those that lead across the edge; has_lost_link: one that leads nowhere starts here."""
    length = math.dist(node.position, following.position)
    for link in links:
        if length <= 1e-4 and link.width > 0:
            j.found("PATH_LINK_EDGE_ZERO", link.node_at)
    if length <= 1e-4 and not links:
        j.found("PATH_NODE_EDGE_ZERO", node.at)
    if has_lost_link:
        j.leave_open("PATH_NODE_EDGE_ZERO", node.at)


def check_boxes(f, j):
    for node in f.octree:
        if f.regions:
            check_order("PATH_OCT_AABB_ORDER", node.min, node.max, j)
        if node.is_leaf or not is_ordered(node):
            continue
        limits = tolerance(node.min, node.max, node.center)
        beyond("PATH_OCT_CENTER_IN", node.center.at, outside_box(node.center, node.min, node.max),
               *with_limit(limits, j))
        for i, (child, at) in enumerate(node.children):
            if child < len(f.octree) and is_ordered(f.octree[child]):
                check_child_box(node, i, f.octree[child], at, j)
        check_sides(f, node, j)
    check_cover(f, j)


def check_cover(f, j):
    """Several regions that reach out of the root's box are one finding about that."""
    root = f.octree[-1] if f.octree else None
    outside = 0
    for region in f.regions:
        if not root or not is_ordered(root) or not is_ordered(region):
            continue
        out = max(outside_box(region.min, root.min, root.max), outside_box(region.max, root.min, root.max))
        limits = tolerance(region.min, region.max, root.min, root.max)
        beyond("PATH_OCT_ROOT_COVERS", region.min.at, out, *with_limit(limits, j))
        outside += out > 1.02 * limits[1]
        if 0.98 * limits[0] < out <= 1.02 * limits[1]:
            j.leave_open("PATH_OCT_ROOT_SMALL", root.min.at)
    if outside > 1:
        j.found("PATH_OCT_ROOT_SMALL", root.min.at)


def check_sides(f, node, j):
    """Three children or more on the wrong side of the centre: the centre is wrong."""
    if outside_box(node.center, node.min, node.max) > 0:
        j.leave_open("PATH_OCT_CENTER_OFF", node.center.at)
        return
    sure = maybe = 0
    for i, (child, _) in enumerate(node.children):
        if child < len(f.octree) and is_ordered(f.octree[child]):
            least, most = tolerance(node.min, node.max, node.center, f.octree[child].min, f.octree[child].max)
            wrong = wrong_side(node, i, f.octree[child])
            sure += wrong > 1.02 * most
            maybe += wrong > 0.98 * least
    if sure >= 3:
        j.found("PATH_OCT_CENTER_OFF", node.center.at)
    elif maybe >= 3:
        j.leave_open("PATH_OCT_CENTER_OFF", node.center.at)


def wrong_side(node, i, child):
    return max(node.center[axis] - child.min[axis] if i >> axis & 1 else child.max[axis] - node.center[axis]
               for axis in range(3))


def check_child_box(node, i, child, at, j):
    limits = tolerance(node.min, node.max, node.center, child.min, child.max)
    out = max(outside_box(child.min, node.min, node.max), outside_box(child.max, node.min, node.max))
    wrong = wrong_side(node, i, child)
    if outside_box(node.center, node.min, node.max) <= 0:
        beyond("PATH_OCT_OCTANT", at, wrong, *with_limit(limits, j))
    if wrong <= 0:
        beyond("PATH_OCT_AABB_NEST", at, out, *with_limit(limits, j))
    else:
        j.leave_open("PATH_OCT_AABB_NEST", at)


# ---- Where a point is looked for ----


class Near(Exception):
    """The point is too near to a plane to say on which side of it it is."""


def leaf_of(f, point, nearest):
    number = len(f.octree) - 1
    while not f.octree[number].is_leaf:
        node = f.octree[number]
        if any(abs(p - c) < near for p, c, near in zip(point, node.center, nearest)):
            raise Near
        octant = sum(1 << axis for axis in range(3) if point[axis] > node.center[axis])
        number = node.children[octant][0]
    return f.octree[number]


def is_tree(f):
    """Whether every way down ends at a leaf."""
    return f.octree and all(node.is_leaf or all(child < len(f.octree) for child, _ in node.children)
               and number not in below(f, number) for number, node in enumerate(f.octree))


def check_queries(f, j):
    if not is_tree(f):
        return
    for position, region in enumerate(f.regions):
        if not f.listed[position]:
            continue
        x, y, z = region.centroid
        try:
            leaf = leaf_of(f, (x, y, z + LIFT), (0, 0, 1e-6 * max(1, abs(z))))
        except Near:
            j.leave_open("PATH_OCT_QUERY", region.index_at)
            j.leave_open("PATH_OCT_LEAF_MISSING", region.index_at)
            continue
        if not is_ordered(region):  # which is reported, and such a region is never found
            j.leave_open("PATH_OCT_QUERY", region.index_at)
            continue
        if not lists(f, leaf, position):
            j.found("PATH_OCT_QUERY", region.index_at)
        check_corners(f, position, region, leaf, j)
    check_extra(f, j)


def where(f, region, point, nearest):
    """The leaf of a point, None if it is too near to a border."""
    try:
        return leaf_of(f, point, nearest)
    except Near:
        return None


def can_be_asked_for(f, region):
    numbers = [region.height, *region.normal, *region.centroid, *region.min, *region.max]
    is_known = f.version != 7 and len(f.regions) <= MOST_REGIONS
    return is_known and all(math.isfinite(number) for number in numbers) and is_ordered(region)


def is_lost(f, position, region):
    """Whether a creature in the middle is sent to a leaf that does not list the region; None: unsure."""
    if not f.listed[position]:
        return True
    if not can_be_asked_for(f, region):
        return False
    x, y, z = region.centroid
    leaf = where(f, region, (x, y, z + LIFT), (0, 0, 1e-6 * max(1, abs(z))))
    return None if leaf is None else not lists(f, leaf, position)


def corners_of(region):
    return [[(region.min, region.max)[i >> axis & 1][axis] for axis in range(3)] for i in range(8)]


def are_corners_lost(f, position, region):
    if not f.listed[position]:
        return True
    if not can_be_asked_for(f, region):
        return False
    _, widest = tolerance(region.min, region.max)
    leaves = [leaf_at(f, corner, 1.1 * widest) for corner in corners_of(region)]
    if any(leaf and lists(f, leaf, position) for leaf in leaves):
        return False
    return None if None in leaves else True


def check_lost(f, j):
    """One finding about the octree where it finds no region, or fewer than half of four or more."""
    lost = [is_lost(f, position, region) for position, region in enumerate(f.regions)]
    most, total = sum(answer is not False for answer in lost), len(lost)
    root = f.octree[-1].at
    if most < total and (most < 4 or most <= total / 2):
        return
    corners = [are_corners_lost(f, position, region) for position, region in enumerate(f.regions)]
    if None in lost or (total < 4 and None in corners):
        j.leave_open("PATH_OCT_ALL_LOST", root)
        j.leave_open("PATH_OCT_MANY_LOST", root)
        j.gives_way |= {"PATH_OCT_ALL_LOST", "PATH_OCT_MANY_LOST"}
    elif most == total and (total >= 4 or all(corners)):
        j.found("PATH_OCT_ALL_LOST", root)
    elif most >= 4 and most > total / 2:
        j.found("PATH_OCT_MANY_LOST", root)


def check_corners(f, position, region, middle, j):
    """A corner of the box is looked up like any point; those on a border are in either leaf, those in the
    leaf of the middle are reported with it."""
    corners = [[(region.min, region.max)[i >> axis & 1][axis] for axis in range(3)] for i in range(8)]
    _, widest = tolerance(region.min, region.max)
    leaves = [leaf_at(f, corner, 1.1 * widest) for corner in corners]
    if any(leaf and leaf is not middle and not lists(f, leaf, position) for leaf in leaves):
        j.found("PATH_OCT_LEAF_MISSING", region.index_at)
    elif None in leaves:
        j.leave_open("PATH_OCT_LEAF_MISSING", region.index_at)


def leaf_at(f, point, near):
    try:
        return leaf_of(f, point, [near] * 3)
    except Near:
        return None


def check_extra(f, j):
    for leaf in f.octree:
        for region in f.regions_of(leaf):
            if not is_ordered(leaf) or not is_ordered(region):
                continue
            gap = max(max(leaf.min[i] - region.max[i], region.min[i] - leaf.max[i]) for i in range(3))
            limits = tolerance(leaf.min, leaf.max, region.min, region.max)
            beyond("PATH_OCT_LEAF_EXTRA", leaf.start_at, gap, *with_limit(limits, j))


# ---- The file ----


def check_trail(f, j):
    r = f.r
    at, rest = r.at, bytes(r.data[r.at :])
    fill = -at % FILL_UNIT
    if not rest and fill:
        j.found("PATH_UNPADDED", at)
    elif rest and len(rest) == fill and not any(rest):
        j.found("PATH_TRAIL_ZERO", at)
    elif rest and len(rest) < fill and rest == b"\xff" * len(rest):
        j.found("PATH_TRAIL_SHORT", at)
    elif rest != b"\xff" * fill:
        j.found("PATH_TRAIL_GARBAGE", at)


def check_empty(f, j):
    if f.regions:
        return
    tables = ((f.nodes, f.nodes_at), (f.links, f.links_at))  # lookups are all out of range
    left = [at for things, at in tables if things]
    if left:
        j.found("PATH_EMPTY_LEFTOVER", left[0])
    else:
        j.found("PATH_EMPTY", f.regions_at)


def judge(data):
    version = int.from_bytes(data[:4], "big")
    if len(data) < 4 or version not in REGION_BYTES or is_packed(data):
        return judge_head(data)
    wrong = None if version == 7 else wrong_count(data, version)
    others = [other for other in REGION_BYTES if other != version and clean_fields(data, other)]
    if others and not wrong and not clean_fields(data, version):
        j = Judgement(["PATH_VERSION_MIXED"])
        j.found("PATH_VERSION_MIXED", 0)
        j.fields = clean_fields(data, others[0])
        return j
    try:
        f = File(data, version, wrong)
    except (Broken, Truncated) as broken:
        return judge_broken(broken, data)
    j = Judgement(CODES)
    numbered = all(region.index == region.copy == i for i, region in enumerate(f.regions))
    if f.r.left() >= FILL_UNIT or not f.octree or f.negative_points_at is not None or not numbered:
        j.gives_way = {"PATH_VERSION_MIXED"}  # in what version a damaged file is read is a guess
    if version == 7:
        j.gives_way.add("PATH_COUNT_MISFIT")  # with points or without: nobody knows
    j.fields = f.r.fields
    if wrong:
        j.gives_way.discard("PATH_VERSION_MIXED")
        j.found("PATH_COUNT_MISFIT", wrong[2])
    judge_file(f, j)
    return j


@functools.lru_cache(maxsize=16)
def clean_fields(data, version):
    """The fields of a file that is laid out as that version to its last byte and has numbered regions and
    an octree; None if it is not."""
    try:
        f = File(data, version, None)
    except (Broken, Truncated):
        return None
    numbered = f.regions and all(region.index == region.copy == i for i, region in enumerate(f.regions))
    rest = data[f.r.at :]
    is_filled = len(rest) < FILL_UNIT and set(rest) <= {0xFF}
    return f.r.fields if numbered and f.octree and is_filled and not f.is_guess else None


def is_zlib(data):
    """Behind its unpacked size."""
    unpacked = word(data, 0)
    has_header = len(data) >= 7 and data[4] == 0x78 and data[5] in (0x01, 0x9C, 0xDA)
    return has_header and data[6] >> 1 & 3 != 3 and 0 < unpacked <= min(1 << 26, len(data) * 1032)


def is_lzo(data):
    """Segments of 16 KiB behind their lengths, negative where they are stored; then nothing but a fill."""
    unpacked, at = word(data, 0), 4
    if not FILL_UNIT <= unpacked <= 1 << 26:
        return False
    for done in range(0, unpacked, 0x4000):
        length = int.from_bytes(data[at : at + 2], "big", signed=True)
        want = min(0x4000, unpacked - done)
        is_right = -length == want if length < 0 else 0 < length <= want + want // 8 + 64
        at += 2 + abs(length)
        if not is_right or at > len(data):
            return False
    rest, fill = bytes(data[at:]), -at % FILL_UNIT
    return (rest == b"\xff" * len(rest) and len(rest) <= fill) or rest == bytes(fill)


def is_packed(data):
    return (data[:4] == b"CMPD" and len(data) >= 8) or is_zlib(data) or is_lzo(data)


def judge_head(data):
    """What is no PATH of a known version: packed, byte-swapped, or of another version."""
    if len(data) < 4:
        return Judgement(broken=True)
    j = Judgement(HEAD_CODES)
    if is_packed(data):
        j.found("PATH_COMPRESSED", 0)
    elif int.from_bytes(data[:4], "little") in REGION_BYTES:
        j.found("PATH_BYTE_SWAPPED", 0)
    else:
        j.found("PATH_VERSION", 0)
    return j


def judge_broken(broken, data):
    code, at = broken.args if isinstance(broken, Broken) else ("PATH_TRUNCATED", broken.args[0])
    j = Judgement(STRUCTURE_CODES)
    j.gives_way = {"PATH_VERSION_MIXED", "PATH_COUNT_MISFIT"} if data[3] == 7 else {"PATH_VERSION_MIXED"}
    j.found(code, at)
    return j


def judge_file(f, j):
    check_trail(f, j)
    check_empty(f, j)
    if not f.octree:
        j.found("PATH_NO_OCTREE", f.octree_at)
    if f.points and f.version == 7:
        j.found("PATH_POINTS_V7", f.points_at)
    if f.negative_points_at is not None:
        j.found("PATH_POINTS_NEGATIVE", f.negative_points_at)
    check_regions(f, j)
    check_runs(f, j)
    check_links(f, j)
    check_repetitions(f, j)
    check_octree(f, j)
    if len(f.regions) > MOST_REGIONS:
        j.found("PATH_REGION_LIMIT", f.regions_at)
    else:
        check_maps(f, j)
    check_points(f, j)
    if f.regions and is_tree(f):
        check_lost(f, j)
    check_floats(f, j)
    if f.is_guess:
        j.codes -= set(FILE_CODES + POINT_CODES)
    if f.version == 7:
        j.codes -= set(FLOAT_CODES + SHAPE_CODES + MAP_CODES)
        j.codes -= {"PATH_REG_OBSTRUCTION", "PATH_POINT_COST_NEGATIVE"}
    elif any(code.startswith("PATH_FLT") for code, _ in j.findings):
        j.codes -= set(SHAPE_CODES)
    else:
        check_shapes(f, j)
    leave_out_consequences(j)


def leave_out_consequences(j):
    found = {code for code, _ in j.findings}
    for causes, codes in CONSEQUENCES:
        if found & set(causes.split()):
            j.codes -= set(codes.split())
    j.findings = {finding for finding in j.findings if finding[0] in j.codes}


def options(data):
    return ("--pedantic",)


def is_comparable(report):
    return True
