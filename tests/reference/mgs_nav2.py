"""Fox Engine navigation meshes: the rules of the fact sheet (parsers/mgs_nav2/README.md has the same
facts) in the most obvious way, for one file by itself.

Slow on purpose. What is inside a chunk is judged where the structure around it is in order; marks of
Obj2Nav2 are left to the room's own tests, and what carries them is left open here.
"""

import math
from collections import Counter

from reader import Judgement, Reader, Truncated

VERSION = 201403242
HEADER = 0x60
GRAPH, MESH, SEGGRAPH, SEGMENTS = 0, 1, 3, 4  # types of chunks
HEADERS = {GRAPH: 48, MESH: 32, SEGGRAPH: 32, SEGMENTS: 16}  # bytes that the payload starts with
DESCRIBED = (GRAPH, SEGGRAPH, MESH)  # in the games' order
SPLIT = 4  # of featureFlags: the rest is in another file
CROSS_SEGMENT, CROSS_CHUNK, CROSS_TILE = 1, 2, 4  # flags of a node
NONE = 0xFFFF
INTERIOR = 4  # the highest group of a file that is not split

HEADER_CODES = """NAV2_HDR_SHORT NAV2_HDR_VERSION NAV2_HDR_VERSION_OLD NAV2_SIZE_TRAIL NAV2_SIZE_ALIGN
    NAV2_HDR_PAD NAV2_HDR_FINITE NAV2_HDR_DIVISOR NAV2_O2N_DIVISOR NAV2_HDR_FLAGS NAV2_HDR_TILE""".split()
CHAIN_CODES = """NAV2_EMPTY NAV2_HDR_UID NAV2_DESCS_OFFSET NAV2_DESCS_GROUPS NAV2_DESCS_SIZE NAV2_DESCS_COUNT
    NAV2_CHUNKS_OFFSET
    NAV2_CHUNK_RANGE NAV2_CHUNK_NEXT NAV2_CHUNK_ALIGN NAV2_CHUNK_TYPE NAV2_CHUNK_TYPE_2 NAV2_CHUNK_DATA
    NAV2_CHUNK_DATA_ODD NAV2_CHUNK_TILE NAV2_CHUNK_MISSING NAV2_CHUNK_TWICE NAV2_CHUNK_INDEX""".split()
DESC_CODES = """NAV2_DESC_RANGE NAV2_DESC_TARGET NAV2_DESC_GROUP NAV2_DESC_TYPE NAV2_DESC_UID NAV2_DESC_SIZE
    NAV2_DESC_TWICE""".split()
TABLE_CODES = """NAV2_GRAPH_LAYOUT NAV2_MESH_LAYOUT NAV2_SEGMENTS_LAYOUT NAV2_SEGGRAPH_LAYOUT
    NAV2_SEGMENTS_SIZE NAV2_GRAPH_LINK_RANGE NAV2_MESH_RECORD_RANGE NAV2_SEGGRAPH_LINK_RANGE""".split()
WALK_CODES = ["NAV2_DESCS_RANGE", "NAV2_DESCS_PLACE", "NAV2_CHUNKS_RANGE"]
SECTION_CODES = """NAV2_SECTION_RANGE NAV2_SECTION_ALIGN NAV2_SECTION_OVERLAP NAV2_ISLAND_NEXT NAV2_ISLAND_BLOCKS
    NAV2_SEARCH_SIZE NAV2_SEARCH_BLOCKS NAV2_TILES_BLOCKS""".split()
BLOCK_CODES = """NAV2_GRAPH_BLOCKS NAV2_MESH_BLOCKS NAV2_SEGMENTS_BLOCKS NAV2_SEGGRAPH_BLOCKS""".split()
SEGMENT_CODES = """NAV2_SEGMENTS_MESH_RANGE NAV2_SEGMENTS_MESH_SUM NAV2_SEGMENTS_GRAPH_RANGE
    NAV2_SEGMENTS_GRAPH_SUM NAV2_SEGMENTS_BASE NAV2_SEGMENTS_COUNT NAV2_SEGMENTS_MEMBERS NAV2_SEGMENTS_EDGES
    NAV2_GEO_BOUNDS
    NAV2_GRAPH_ATTRIBUTES NAV2_GRAPH_ATTRIBUTE_COUNT NAV2_GRAPH_SEGMENT NAV2_GRAPH_SEGMENT_ORDER
    NAV2_MESH_SEGMENT NAV2_MESH_SEGMENT_OTHER NAV2_SEGGRAPH_COUNT NAV2_O2N_DROPPED_CELLS""".split()
GRAPH_CODES = """NAV2_GRAPH_LINK_ORDER NAV2_GRAPH_LINK_COUNT NAV2_GRAPH_LINK_UPPER NAV2_GRAPH_FLAGS NAV2_GRAPH_KIND
    NAV2_GRAPH_LINK_NODE NAV2_GRAPH_LINK_EDGE NAV2_GRAPH_LINK_SELF NAV2_GRAPH_LINK_SEGMENT
    NAV2_GRAPH_LINK_BACK NAV2_GRAPH_LINK_ENDS NAV2_GRAPH_LINK_TWICE NAV2_GRAPH_EDGE_NODE
    NAV2_GRAPH_EDGE_LOCAL NAV2_GRAPH_EDGE_LOOP NAV2_GRAPH_EDGE_UNUSED NAV2_CROSS_SEGMENT_NODE
    NAV2_CROSS_SEGMENT_BACK NAV2_CROSS_SEGMENT_SAME NAV2_CROSS_SEGMENT_PLACE NAV2_CROSS_CHUNK_GROUP
    NAV2_CROSS_CHUNK_NODE NAV2_CROSS_CHUNK_BACK NAV2_CROSS_CHUNK_PLACE NAV2_CROSS_TILE_NODE
    NAV2_CROSS_TILE_OWN NAV2_GRAPH_FACE NAV2_GRAPH_FACE_OTHER""".split()
MESH_CODES = """NAV2_MESH_RECORD_ORDER NAV2_MESH_QUAD NAV2_MESH_VERTEX NAV2_MESH_VERTEX_LOCAL
    NAV2_MESH_VERTEX_TWICE NAV2_MESH_NODE NAV2_MESH_NODE_LOCAL NAV2_MESH_NEIGHBOUR NAV2_MESH_NEIGHBOUR_SELF
    NAV2_MESH_NEIGHBOUR_BACK NAV2_MESH_NEIGHBOUR_EDGE NAV2_MESH_CHUNK_GROUP NAV2_MESH_CHUNK_FACE
    NAV2_MESH_CHUNK_BACK NAV2_MESH_CHUNK_NODE NAV2_MESH_TILE NAV2_MESH_TILE_OWN NAV2_MESH_DYNAMIC
    NAV2_MESH_SIDE_FLAG""".split()
GEO_CODES = """NAV2_GEO_OUTSIDE NAV2_GEO_BOUNDS_SMALL NAV2_GEO_BOUNDS_EXACT NAV2_GEO_DEGENERATE
    NAV2_GEO_WINDING NAV2_GEO_UNUSED
    NAV2_GEO_MIDPOINT NAV2_SEGGRAPH_POSITION""".split()
SEGGRAPH_CODES = """NAV2_SEGGRAPH_LINK_ORDER NAV2_SEGGRAPH_LINK_COUNT NAV2_SEGGRAPH_KIND NAV2_SEGGRAPH_SIZE
    NAV2_SEGGRAPH_SIZE_SHORT NAV2_SEGGRAPH_ISLAND_NONE NAV2_SEGGRAPH_LINK_NODE
    NAV2_SEGGRAPH_LINK_SELF NAV2_SEGGRAPH_LINK_BACK NAV2_SEGGRAPH_CHUNK_GROUP NAV2_SEGGRAPH_CHUNK_NODE
    NAV2_SEGGRAPH_CHUNK_BACK NAV2_SEGGRAPH_TILE_NODE NAV2_SEGGRAPH_TILE_OWN NAV2_SEGGRAPH_NAV_NODE
    NAV2_SEGGRAPH_NAV_FLAG NAV2_SEGGRAPH_NAV_TWICE NAV2_SEGGRAPH_NAV_ALL NAV2_SEGGRAPH_TOTAL
    NAV2_SEGGRAPH_ISLAND NAV2_SEGGRAPH_ISLAND_EMPTY""".split()
ISLAND_CODES = """NAV2_ISLAND_COUNT NAV2_ISLAND_LINK_RANGE NAV2_ISLAND_LINK_ORDER NAV2_ISLAND_LINK_NODE
    NAV2_ISLAND_SIDE
    NAV2_ISLAND_INFOS NAV2_ISLAND_SIDE_START NAV2_ISLAND_GROUP NAV2_ISLAND_LOW NAV2_ISLAND_SEGMENTS
    NAV2_ISLAND_LAYOUT""".split()
SEARCH_CODES = """NAV2_SEARCH_CELL NAV2_SEARCH_LAYOUT NAV2_SEARCH_COUNT NAV2_SEARCH_BUCKET NAV2_SEARCH_ORDER
    NAV2_SEARCH_ENTRIES NAV2_SEARCH_END
    NAV2_SEARCH_UID NAV2_SEARCH_SEGMENT NAV2_SEARCH_COVER NAV2_SEARCH_HEIGHT""".split()
TILES_CODES = ["NAV2_TILES_REFERENCE"]
GROUP_CODES = (SEGMENT_CODES + GRAPH_CODES + MESH_CODES + GEO_CODES + SEGGRAPH_CODES + ISLAND_CODES
               + SEARCH_CODES + TILES_CODES)
CODES = (["NAV2_SIZE_CUT", "NAV2_O2N_SHIFTED"] + HEADER_CODES + WALK_CODES + CHAIN_CODES + DESC_CODES
         + SECTION_CODES + BLOCK_CODES + TABLE_CODES + GROUP_CODES)

# What a finding of these says is the cause of others, which are counted and not listed: of one in a group,
# all others of the group. Of the causes of one scope, no more than MOST_CAUSES are listed.
MOST_CAUSES = 8
SEGMENT_CAUSES = """NAV2_SEGMENTS_MESH_RANGE NAV2_SEGMENTS_MESH_SUM NAV2_SEGMENTS_GRAPH_RANGE
    NAV2_SEGMENTS_GRAPH_SUM NAV2_SEGMENTS_BASE NAV2_SEGMENTS_COUNT NAV2_SEGMENTS_EDGES
    NAV2_SEGGRAPH_COUNT""".split()
LINK_CAUSES = """NAV2_GRAPH_LINK_ORDER NAV2_GRAPH_LINK_COUNT NAV2_MESH_RECORD_ORDER NAV2_SEGGRAPH_LINK_ORDER
    NAV2_SEGGRAPH_LINK_COUNT""".split()

# What follows from a fault is not told as well: the codes on the right are not compared where one of
# those on the left is found.
CONSEQUENCES = [
    ("CHUNK_TYPE CHUNK_TWICE",
     "CHUNK_MISSING CHUNK_INDEX DESC_GROUP DESC_TARGET DESC_UID DESC_SIZE"),
    ("CHUNK_MISSING", "DESC_GROUP DESC_TYPE"),
    ("ISLAND_INFOS", "ISLAND_SIDE_START"),
    ("CHUNK_DATA CHUNK_NEXT", "DESC_TARGET"),
    ("SIZE_TRAIL", "SIZE_ALIGN"),
    ("SEGMENTS_GRAPH_RANGE", "SEGMENTS_MEMBERS"),
    ("CROSS_SEGMENT_SAME", "MESH_SIDE_FLAG SEGGRAPH_NAV_ALL"),
    ("ISLAND_LINK_RANGE", "ISLAND_LAYOUT"),
    ("MESH_CHUNK_GROUP", "MESH_CHUNK_NODE"),
    ("MESH_NEIGHBOUR_SELF", "MESH_SIDE_FLAG"),
    ("SEGMENTS_EDGES", "SEGMENTS_GRAPH_SUM SEGMENTS_MEMBERS"),
    ("SEGMENTS_MESH_RANGE", "SEGMENTS_MESH_SUM GEO_BOUNDS"),
    ("SEGMENTS_GRAPH_RANGE", "SEGMENTS_GRAPH_SUM"),
    ("SEGMENTS_GRAPH_SUM", "SEGMENTS_MEMBERS"),
    ("SEGMENTS_MESH_RANGE SEGMENTS_MESH_SUM SEGMENTS_BASE", "MESH_SEGMENT_OTHER"),
    ("GRAPH_LINK_RANGE GRAPH_LINK_ORDER", "GRAPH_LAYOUT"),
    ("MESH_VERTEX MESH_VERTEX_TWICE", "MESH_NEIGHBOUR_BACK"),
    ("CROSS_SEGMENT_NODE CROSS_SEGMENT_SAME", "SEGGRAPH_NAV_FLAG SEGGRAPH_NAV_ALL"),
    ("GRAPH_SEGMENT", "SEGMENTS_MEMBERS GRAPH_ATTRIBUTES"),
    ("GRAPH_FLAGS", """CROSS_SEGMENT_NODE CROSS_SEGMENT_BACK CROSS_SEGMENT_SAME CROSS_SEGMENT_PLACE
        CROSS_CHUNK_GROUP CROSS_CHUNK_NODE CROSS_CHUNK_BACK CROSS_CHUNK_PLACE CROSS_TILE_NODE CROSS_TILE_OWN
        MESH_SIDE_FLAG MESH_CHUNK_NODE SEGGRAPH_NAV_FLAG SEGGRAPH_NAV_ALL"""),
    ("CROSS_SEGMENT_NODE CROSS_SEGMENT_SAME", "CROSS_SEGMENT_BACK"),
    ("CROSS_CHUNK_NODE CROSS_CHUNK_GROUP",
     "CROSS_CHUNK_BACK MESH_CHUNK_NODE SEGGRAPH_NAV_FLAG SEGGRAPH_NAV_ALL"),
    ("GRAPH_LINK_NODE GRAPH_LINK_EDGE GRAPH_LINK_SEGMENT GRAPH_LINK_SELF GRAPH_LINK_TWICE",
     "GRAPH_LINK_BACK GRAPH_LINK_ENDS GRAPH_EDGE_UNUSED"),
    ("CROSS_TILE_OWN", "SEGGRAPH_NAV_FLAG SEGGRAPH_NAV_ALL"),
    ("MESH_CHUNK_FACE MESH_CHUNK_GROUP", "MESH_CHUNK_BACK"),
    ("MESH_VERTEX_TWICE MESH_VERTEX_LOCAL MESH_VERTEX", "MESH_NEIGHBOUR_EDGE GEO_MIDPOINT"),
    ("SEGGRAPH_LINK_NODE SEGGRAPH_LINK_SELF", "SEGGRAPH_LINK_BACK"),
    ("SEGGRAPH_CHUNK_NODE SEGGRAPH_CHUNK_GROUP", "SEGGRAPH_CHUNK_BACK"),
    ("SEGGRAPH_NAV_NODE SEGGRAPH_NAV_FLAG SEGGRAPH_NAV_TWICE", "SEGGRAPH_NAV_ALL"),
    ("ISLAND_INFOS", "ISLAND_LAYOUT"),
    ("SEARCH_SEGMENT SEARCH_UID", "SEARCH_COVER SEARCH_END"),
    ("SEGGRAPH_LINK_NODE SEGGRAPH_LINK_SELF SEGGRAPH_CHUNK_NODE SEGGRAPH_CHUNK_GROUP SEGGRAPH_TILE_OWN",
     "SEGGRAPH_NAV_FLAG SEGGRAPH_NAV_ALL"),
    ("SEARCH_BUCKET", "SEARCH_COVER SEARCH_END SEARCH_ORDER SEARCH_ENTRIES"),
    ("SEARCH_LAYOUT SEARCH_COUNT", """SEARCH_BUCKET SEARCH_ORDER SEARCH_ENTRIES SEARCH_END SEARCH_UID
        SEARCH_SEGMENT SEARCH_COVER SEARCH_HEIGHT"""),
    ("SEARCH_ORDER SEARCH_ENTRIES", "SEARCH_BUCKET SEARCH_UID SEARCH_SEGMENT SEARCH_COVER SEARCH_END"),
    ("ISLAND_INFOS ISLAND_SIDE_START", "ISLAND_LINK_RANGE"),
    ("ISLAND_LAYOUT ISLAND_INFOS ISLAND_SIDE_START ISLAND_LINK_ORDER", """ISLAND_LINK_NODE
        ISLAND_SIDE ISLAND_GROUP ISLAND_LOW ISLAND_SEGMENTS"""),
    ("ISLAND_INFOS ISLAND_SIDE_START", "ISLAND_LAYOUT ISLAND_LINK_ORDER"),
    ("ISLAND_LINK_ORDER", "ISLAND_LAYOUT"),
    ("ISLAND_LINK_RANGE", "ISLAND_LINK_ORDER"),
    ("SECTION_OVERLAP", "TILES_REFERENCE"),
    ("GEO_BOUNDS_SMALL", "GEO_OUTSIDE SEGGRAPH_POSITION"),
]
# These speak of all that Obj2Nav2 did to a file, instead of each field by itself.
OBJ2NAV2 = {f"NAV2_O2N_{name}" for name in """BASES COUNT_WRAP CROSSINGS FACE_SEGMENTS LINK_WRAP
    NODE_COUNTS NO_NODES""".split()}


class Broken(Exception):
    """The structure cannot be followed from here on."""


class Story:
    """Findings in the order in which they are told: after a cause the others are counted, not listed."""

    def __init__(self, j):
        self.j = j
        self.is_odd = False

    def found(self, code, at):
        if self.is_odd:
            self.j.leave_open(code, at)
        else:
            self.j.found(code, at)

    def cause(self, code, at):
        self.found(code, at)
        self.is_odd = True


def tell_scope(j, causes, check, *things):
    """What a check finds in a part of the file: its causes, or all of it if there are none. Gives back the
    causes, and how many findings there are."""
    part = Judgement()
    check(*things, part)
    told = [finding for finding in part.findings if finding[0] in causes]
    j.unsure |= part.unsure
    for finding in part.findings:
        if told and (finding not in told or len(told) > MOST_CAUSES):
            j.leave_open(*finding)
        else:
            j.found(*finding)
    return told, len(part.findings)


def chain(starts, sizes, up=lambda at: at, tells_counts=True):
    """Lists that should follow each other: which of them do not, ("order", i), and, where those behind
    it tell, which have another size than they say, ("count", i)."""
    expected = 0
    for i, (start, size) in enumerate(zip(starts, sizes)):
        following = starts[i + 1] if i + 1 < len(starts) else None
        if start != expected:
            yield "order", i
            expected = following if following == up(expected + size) else up(start + size)
            continue
        expected = up(start + size)
        agrees = i + 2 < len(starts) and starts[i + 2] == up(following + sizes[i + 1])
        if tells_counts and agrees and following != expected:
            yield "count", i
            expected = following


def align(number):
    return (number + 15) // 16 * 16


# ---- Records ----


class Chunk:
    def __init__(self, r):
        self.at = r.at
        self.type, self.type_at = r.read("u32")
        self.next, self.next_at = r.read("u32")
        self.data, self.data_at = r.read("u32")
        self.uid, self.uid_at = r.read("u32")

    @property
    def index(self):
        return self.uid & 0x7FFF

    @property
    def tile(self):
        return self.uid >> 15 & 0xFFFF

    @property
    def payload(self):
        return self.at + self.data

    @property
    def size(self):
        return self.next - self.data


class Descriptor:
    def __init__(self, r):
        self.uid, self.uid_at = r.read("u32")
        self.offset, self.offset_at = r.read("u32")
        word, self.word_at = r.read("u32")
        self.type, self.size = word & 0xFF, word >> 8


class Position(tuple):
    def __new__(cls, r):
        at = r.at
        position = super().__new__(cls, r.values("u16", 3))
        position.at = at
        return position


class Link:
    """An inside link of the graph."""

    def __init__(self, r):
        self.node, self.node_at = r.read("u16")
        self.edge, self.edge_at = r.read("u16")


class Node:
    def __init__(self, r):
        self.at = r.at
        self.place, self.place_at = r.read("u16")
        word, self.segment_at = r.read("u16")
        self.segment, self.upper = word & 0xFFF, word >> 12
        self.count, self.count_at = r.read("u8")
        self.flags, self.flags_at = r.read("u8")
        self.links, self.cross = [], {}

    @property
    def start(self):
        return 2 * self.place + 16 * self.upper

    @property
    def bytes(self):
        return 4 * self.count + sum(size for flag, size in ((1, 2), (2, 4), (4, 6)) if self.flags & flag)

    @property
    def crossing(self):
        return self.flags & 7

    def read_links(self, r):
        self.links = [Link(r) for _ in range(self.count)]
        if self.flags & CROSS_SEGMENT:
            self.cross["segment"] = [r.read("u16")]
        if self.flags & CROSS_CHUNK:
            self.cross["chunk"] = [r.read("u16"), r.read("u16")]
        if self.flags & CROSS_TILE:
            self.cross["tile"] = [r.read("u16"), r.read("u16"), r.read("u16")]


class Edge:
    def __init__(self, r):
        self.at = r.at
        self.weight = r.value("u16")
        word, self.segment_at = r.read("u16")
        self.segment, self.kind = word & 0xFFF, word >> 12
        self.ends = [r.read("u8"), r.read("u8")]


class Face:
    def __init__(self, r):
        word, self.at = r.read("u32")
        self.place, self.is_quad, self.segment = word & 0x3FFFF, word >> 18 & 3, word >> 20

    def read_record(self, r):
        self.record_at = r.at
        self.neighbours = [r.read("u16") for _ in range(3)]
        self.vertices = [r.read("u8") for _ in range(3)]
        self.nodes = [r.read("u8") for _ in range(3)]
        self.chunks, self.tiles = [None] * 3, [None] * 3
        if self.is_long():
            self.chunks = [r.read("u16") for _ in range(3)]
            self.tiles = [r.read("u16") for _ in range(3)]

    def is_long(self):
        return any(value != NONE and value >> 14 for value, _ in self.neighbours)

    def bytes(self):
        return 24 if self.is_long() else 12

    def side(self, j):
        """Type, face, and where it says so; type None if there is nothing."""
        value, at = self.neighbours[j]
        return (None, None, at) if value == NONE else (value >> 14, value & 0x3FFF, at)


class Segment:
    def __init__(self, r):
        self.at = r.at
        self.bases = [r.read("u16") for _ in range(4)]  # vertices, faces, edges, nodes
        self.counts = [r.read("u8") for _ in range(4)]

    def first(self, kind):
        return self.bases[kind][0]

    def count(self, kind):
        return self.counts[kind][0]


VERTEX, FACE, EDGE, NODE = range(4)  # kinds of members of a segment


class SegmentLink:
    """A link of the SegmentGraph; kind: of "inside", "chunk", "tile"."""

    def __init__(self, r, kind):
        self.kind = kind
        self.tile, self.tile_at = r.read("u16") if kind == "tile" else (None, None)
        self.chunk, self.chunk_at = r.read("u16") if kind != "inside" else (None, None)
        self.weight = r.value("u16")
        self.node, self.node_at = r.read("u16")
        self.listed_count = r.value("u8")
        self.back, self.back_at = r.read("u8")


class SegmentNode:
    def __init__(self, r):
        word, self.at = r.read("u32")
        self.place, self.kind, self.inside = word & 0xFFFFF, word >> 20 & 15, word >> 24
        self.islands = [r.read("u16") for _ in range(3)]
        self.chunk_count, self.tile_count = r.values("u8", 2)
        self.links = []

    def read_links(self, r):
        kinds = ["inside"] * self.inside + ["chunk"] * self.chunk_count + ["tile"] * self.tile_count
        self.links = [SegmentLink(r, kind) for kind in kinds]
        for link in self.links:
            link.listed = [r.read("u8") for _ in range(link.listed_count)]

    def of_kind(self, kind):
        return [link for link in self.links if link.kind == kind]


# ---- Chunks to groups ----


def running_sums(sizes):
    at = 0
    for size in sizes:
        yield at
        at += size


def end_of(start, chunk, *others):
    """Where the table that has no count ends: at the next one, or with the payload."""
    return min([chunk.size] + [other for other in others if other > start])


class Group:
    def __init__(self, f, index, chunks):
        self.index = index
        self.uid = chunks[GRAPH].uid
        self.owners = {}
        self.told = []  # of its tables
        for chunk in chunks.values():  # where the tables end is judged by the room alone
            for what in ("GRAPH", "MESH", "SEGGRAPH", "SEGMENTS"):
                f.j.leave_open(f"NAV2_{what}_LAYOUT", chunk.next_at)
        self.is_broken = False
        for read, kind in ((self.read_segments, SEGMENTS), (self.read_graph, GRAPH), (self.read_mesh, MESH),
                           (self.read_seggraph, SEGGRAPH)):
            try:
                read(f, chunks[kind])
            except (Broken, Truncated):
                self.is_broken = True

    def table(self, f, chunk, tables, header, what):
        """Where the tables stand. tables: (offset, its place, bytes or None, gap); how long one is may show
        only in its records."""
        spans = [(offset, offset + (length or 0)) for offset, _, length, _ in tables]
        for (start, end), (_, at, _, _) in zip(spans, tables):
            if start < header or end > chunk.size:
                f.j.found(f"NAV2_{what}_BLOCKS", at)
                raise Broken
        for i in reversed(range(len(tables))):
            if any(i != k and spans[i][0] < spans[k][1] and spans[k][0] < spans[i][1] for k in range(len(tables))):
                f.j.found(f"NAV2_{what}_BLOCKS", tables[i][1])
                raise Broken
        end = header
        for offset, at, length, gap in tables:
            if end is not None and offset != gap(end):
                self.told.append((f"NAV2_{what}_LAYOUT", at))
            end = None if length is None else offset + length

    def tell_tables(self, j):
        """What its tables are told of: what else is odd in the group may come before or hide it."""
        part = Judgement()
        check_segments(self, part)
        hides = any(code in SEGMENT_CAUSES for code, _ in part.findings) or any(self.orders_of_links())
        codes = [code for code, _ in self.told]
        is_moved = any(code.endswith("LAYOUT") for code, at in self.told if at != self.edges_at)
        for code, at in self.told:
            is_open = (code.endswith("LINK_RANGE") and (is_moved or codes.count(code) > 4)
                       or code == "NAV2_SEGMENTS_SIZE" and is_moved
                       or code == "NAV2_GRAPH_LAYOUT" and at == self.edges_at
                       and (is_moved or hides or "NAV2_GRAPH_LINK_RANGE" in codes)
                       or code.startswith("NAV2_MESH_") and not code.endswith("LAYOUT")
                       and (is_moved or hides or len(set(codes)) > 1))
            (j.leave_open if is_open else j.found)(code, at)

    def orders_of_links(self):
        return chain([node.start for node in self.nodes], [node.bytes for node in self.nodes])

    def start(self, f, chunk):
        f.r.at = chunk.payload
        return f.r

    def read_segments(self, f, chunk):
        r = self.start(f, chunk)
        if chunk.size < 16:
            raise Broken
        bounds, segments, size = r.read("u32"), r.read("u32"), r.read("u32")
        count, self.segment_count_at = r.read("u32")
        self.table(f, chunk, [(*bounds, 12 * count, align), (*segments, 12 * count, align)], 16, "SEGMENTS")
        if size[0] != chunk.size:
            self.told.append(("NAV2_SEGMENTS_SIZE", size[1]))
        r.at = chunk.payload + bounds[0]
        self.bounds = [(Position(r), Position(r)) for _ in range(count)]
        r.at = chunk.payload + segments[0]
        self.segments = [Segment(r) for _ in range(count)]

    def read_graph(self, f, chunk):
        r = self.start(f, chunk)
        if chunk.size < 48:
            raise Broken
        positions, nodes, edges, links = (r.read("u32") for _ in range(4))
        r.values("u32", 2)
        attributes, _, faces = (r.read("u32") for _ in range(3))
        n, e = r.values("u16", 2)
        r.take(6)
        a, self.attributes_at = r.read("u16")
        tables = [(*positions, 6 * n, align), (*nodes, 6 * n, align),
                  (*links, None, align), (*edges, 6 * e, align),
                  (*attributes, 2 * a, align), (*faces, 2 * n, align)]
        self.edges_at = edges[1]
        self.table(f, chunk, tables, 48, "GRAPH")
        base = chunk.payload
        others = [positions[0], nodes[0], edges[0], attributes[0], faces[0]]
        self.links_at = base + links[0]
        self.links_size = min([chunk.size] + [other for other in others if other >= links[0]]) - links[0]
        r.at = base + positions[0]
        self.positions = [Position(r) for _ in range(n)]
        r.at = base + nodes[0]
        self.nodes = [Node(r) for _ in range(n)]
        for node in self.nodes:
            if node.start + node.bytes > self.links_size:
                self.told.append(("NAV2_GRAPH_LINK_RANGE", node.place_at))
                continue
            r.at = self.links_at + node.start
            node.read_links(r)
        used = sum(node.bytes for node in self.nodes)
        if [node.start for node in self.nodes] != list(running_sums(node.bytes for node in self.nodes)):
            f.j.leave_open("NAV2_GRAPH_LAYOUT", edges[1])  # where disordered links end is a guess
        if edges[0] != align(links[0] + used):
            self.told.append(("NAV2_GRAPH_LAYOUT", edges[1]))
        r.at = base + edges[0]
        self.edges = [Edge(r) for _ in range(e)]
        self.attribute_count = a
        r.at = base + faces[0]
        self.face_of_node = [r.read("u16") for _ in range(n)]

    def read_mesh(self, f, chunk):
        r = self.start(f, chunk)
        if chunk.size < 32:
            raise Broken
        positions, meshes, records = (r.read("u32") for _ in range(3))
        r.take(12)
        faces, n = r.values("u16", 2)
        packed = (lambda end: records[0] if records[0] in (end, align(end)) else end)
        tables = [(*positions, 6 * n, align), (*meshes, 4 * faces, align), (*records, None, packed)]
        self.table(f, chunk, tables, 32, "MESH")
        r.at = chunk.payload + positions[0]
        self.vertices = [Position(r) for _ in range(n)]
        r.at = chunk.payload + meshes[0]
        self.faces = [Face(r) for _ in range(faces)]
        self.records_at = chunk.payload + records[0]
        room = chunk.size - records[0]
        for face in self.faces:
            if face.is_quad:
                self.told.append(("NAV2_MESH_QUAD", self.records_at + 2 * face.place))
                f.j.leave_open("NAV2_MESH_RECORD_RANGE", face.at)
                continue
            r.at = self.records_at + 2 * face.place
            if 2 * face.place + 12 <= room:
                start = r.at
                if any(v != NONE and v >> 14 for v in r.values("u16", 3)) and 2 * face.place + 24 > room:
                    self.told.append(("NAV2_MESH_RECORD_RANGE", face.at))
                    continue
                r.at = start
                face.read_record(r)
            else:
                self.told.append(("NAV2_MESH_RECORD_RANGE", face.at))

    def read_seggraph(self, f, chunk):
        r = self.start(f, chunk)
        if chunk.size < 32:
            raise Broken
        positions, nodes, links, _, size = (r.read("u32") for _ in range(5))
        n, self.seggraph_count_at = r.read("u16")
        r.take(4)
        self.total, self.total_at = r.read("u16")
        tables = [(*positions, 6 * n, align), (*nodes, 12 * n, align), (*links, None, align)]
        self.table(f, chunk, tables, 32, "SEGGRAPH")
        self.seggraph_size = size, chunk.size, links[0]
        r.at = chunk.payload + positions[0]
        self.segment_positions = [Position(r) for _ in range(n)]
        r.at = chunk.payload + nodes[0]
        self.segment_nodes = [SegmentNode(r) for _ in range(n)]
        room = end_of(links[0], chunk, positions[0], nodes[0]) - links[0]
        for node in self.segment_nodes:
            r.at = chunk.payload + links[0] + 2 * node.place
            try:
                node.read_links(r)
                node.end = r.at - chunk.payload - links[0]
            except Truncated:
                node.end = room + 1
            if node.end > room:
                self.told.append(("NAV2_SEGGRAPH_LINK_RANGE", node.at))

    def segment_of(self, kind, number):
        """The segment in whose run the vertex, face, edge or node is; None if it is not one segment."""
        if kind not in self.owners:
            self.owners[kind] = {}
            for i, s in enumerate(self.segments):
                for member in range(s.first(kind), s.first(kind) + s.count(kind)):
                    self.owners[kind].setdefault(member, []).append(i)
        runs = self.owners[kind].get(number, [])
        return runs[0] if len(runs) == 1 else None


class File:
    def __init__(self, data, j):
        self.j = j
        self.data = data
        self.r = Reader(data)
        self.elsewhere = []  # (number, offset) of what leads to a group that the file does not have
        j.fields = self.r.fields
        self.read_header(self.r)

    def read_header(self, r):
        self.version, self.size, self.chunks_offset, self.chunk_count = r.values("u32", 4)
        self.search_offset = r.value("u32")
        self.uid, self.uid_at = r.read("u32")
        self.islands_offset = r.value("u32")
        unknown = r.read("u32")
        self.origin = [r.read("f32") for _ in range(3)]
        self.tiles_offset = r.value("u32")
        padding = [unknown, r.read("u32")]
        self.descs_offset, self.descs_size = r.values("u32", 2)
        padding += [r.read("u32"), r.read("u32")]
        self.denominators = r.values("u16", 4)
        self.flags, self.flags_at = r.read("u8")
        self.island_count, self.island_count_at = r.read("u8")
        self.padding = padding + [r.read("u8"), r.read("u8")]
        r.take(16)

    @property
    def tile(self):
        return self.uid >> 15 & 0xFFFF

    @property
    def is_split(self):
        return self.flags & SPLIT != 0

    def is_miscounted(self, number):
        """Whether more chunks are counted than described, and what is behind those is no chunk of the file."""
        if number == 0 or number != 4 * self.group_count:
            return False
        at = self.r.at
        if self.r.left() < 32:
            return True
        chunk = Chunk(self.r)
        self.r.at = at
        return (chunk.type > SEGMENTS or chunk.next < 32 or at + chunk.next > len(self.data)
                or chunk.tile != self.tile)

    def read_chain(self, story):
        r = self.r
        self.chunks = []
        r.at = self.chunks_offset
        for number in range(self.chunk_count):
            if self.is_miscounted(number):
                story.cause("NAV2_DESCS_COUNT", 12)
            if r.left() < 16:
                story.found("NAV2_CHUNK_RANGE", r.at)
                raise Broken
            chunk = Chunk(r)
            if chunk.type not in (0, 1, 2, 3, 4):
                story.cause("NAV2_CHUNK_TYPE", chunk.type_at)
            if chunk.type == 2:
                story.found("NAV2_CHUNK_TYPE_2", chunk.type_at)
            if chunk.next < 32:
                story.found("NAV2_CHUNK_NEXT", chunk.next_at)
                raise Broken
            if chunk.at + chunk.next > len(self.data):
                story.found("NAV2_CHUNK_RANGE", chunk.next_at)
                raise Broken
            if chunk.next % 16:
                story.found("NAV2_CHUNK_ALIGN", chunk.next_at)
            if chunk.data < 16 or chunk.data >= chunk.next:
                story.found("NAV2_CHUNK_DATA", chunk.data_at)
            elif chunk.size < HEADERS.get(chunk.type, 0):
                story.found("NAV2_CHUNK_NEXT", chunk.next_at)
            elif chunk.data != 16:
                story.cause("NAV2_CHUNK_DATA_ODD", chunk.data_at)
            self.chunks.append(chunk)
            r.at = chunk.at + chunk.next
        self.end_of_chain = r.at if self.chunks else align(self.descs_offset + 4)

    def read_groups(self):
        by_index = {}
        for chunk in self.chunks:
            by_index.setdefault(chunk.index, {})[chunk.type] = chunk
        self.groups = {}
        for index, chunks in by_index.items():
            self.groups[index] = Group(self, index, chunks)
        if any(g.is_broken for g in self.groups.values()):
            raise Broken
        for g in self.groups.values():
            g.tell_tables(self.j)

    def read_descriptors(self):
        start = self.descs_offset + 4
        room = min(0x7FFF, (len(self.data) - start) // 36)
        if start > len(self.data):
            self.j.found("NAV2_DESCS_PLACE", 0x34)
            raise Broken
        self.r.at = self.descs_offset
        count, at = self.r.read("u32")
        if count > room:
            self.j.found(*(("NAV2_DESCS_RANGE", at) if at == HEADER else ("NAV2_DESCS_PLACE", 0x34)))
            raise Broken
        self.group_count = self.agreed_count(count, at)
        self.r.at = start
        return [Descriptor(self.r) for _ in range(3 * self.group_count)]

    def agreed_count(self, count, at):
        """The count of groups, unless the descriptors' size and the number of chunks agree on another."""
        other = self.chunk_count // 4
        agrees = self.chunk_count % 4 == 0 and self.descs_size in (36 * other, 4 + 36 * other)
        if other == count or not agrees or at != HEADER or at + 4 + 36 * other > len(self.data):
            return count
        self.j.found("NAV2_DESCS_GROUPS", at)
        return other


# ---- The header ----


def count_groups(data):
    """As the descriptors say; 0 if they cannot be read."""
    f = File(data, Judgement())
    try:
        f.read_descriptors()
    except (Broken, Truncated):
        return 0
    return f.group_count


def check_header(f, j):
    if f.version != VERSION:
        j.found("NAV2_HDR_VERSION_OLD" if f.version == VERSION - 1 else "NAV2_HDR_VERSION", 0)
    if len(f.data) > f.size:
        j.found("NAV2_SIZE_TRAIL", 4)
    if f.size % 16:
        j.found("NAV2_SIZE_ALIGN", 4)
    for value, at in f.padding:
        if value:
            j.found("NAV2_HDR_PAD", at)
    if f.uid >> 31:
        j.found("NAV2_HDR_PAD", f.uid_at)
    for value, at in f.origin:
        if not math.isfinite(value):
            j.found("NAV2_HDR_FINITE", at)
    for i, denominator in enumerate(f.denominators):
        is_obj2nav2 = i in (0, 2) and f.denominators[1] and f.uid == 0 and count_groups(f.data) == 1
        if denominator == 0:
            j.found("NAV2_O2N_DIVISOR" if is_obj2nav2 else "NAV2_HDR_DIVISOR", 0x44 + 2 * i)
    if f.flags & ~0x87:
        j.found("NAV2_HDR_FLAGS", f.flags_at)
    if f.tile and f.denominators[0] == 511:
        for axis, part in ((0, f.tile & 63), (2, f.tile >> 6 & 63)):
            value, at = f.origin[axis]
            if math.isfinite(value) and value != (part - 32) * 128:
                j.found("NAV2_HDR_TILE", at)


# ---- Chunks and their descriptors ----


def check_chain(f, j, story):
    unknown = sum(chunk.type == 2 for chunk in f.chunks)
    if f.descs_offset == HEADER and f.chunk_count < 4 * f.group_count != f.chunk_count - unknown:
        story.is_odd = True  # which is told with the descriptors
        j.found("NAV2_DESCS_COUNT", 12)
    if f.chunk_count == 0:
        j.found("NAV2_EMPTY", 12)
    if f.descs_offset != HEADER:
        j.found("NAV2_DESCS_OFFSET", 0x34)
    tiles = {chunk.tile for chunk in f.chunks}
    if len(tiles) == 1 and f.tile not in tiles:
        story.cause("NAV2_HDR_UID", f.uid_at)
    for chunk in f.chunks:
        if chunk.tile != f.tile:
            story.found("NAV2_CHUNK_TILE", chunk.uid_at)
    check_groups(f, j, story)


def check_groups(f, j, story):
    seen, first = set(), {}
    for chunk in [chunk for chunk in f.chunks if chunk.type in HEADERS]:
        if (chunk.index, chunk.type) in seen:
            story.cause("NAV2_CHUNK_TWICE", chunk.uid_at)
        seen.add((chunk.index, chunk.type))
        first.setdefault(chunk.index, chunk)
    missing = 0
    for index, chunk in first.items():
        lacks = sum((index, kind) not in seen for kind in HEADERS)
        if lacks:
            (j.found if missing < MOST_CAUSES else j.leave_open)("NAV2_CHUNK_MISSING", chunk.uid_at)
            missing += lacks
            story.is_odd = True
        if index > INTERIOR and not f.is_split:
            story.found("NAV2_CHUNK_INDEX", chunk.uid_at)


def check_descriptors(f, descriptors, j):
    """Where they stand elsewhere, what they say is counted and not listed."""
    story = Story(j)
    story.is_odd = f.descs_offset != HEADER
    count = f.group_count
    if f.descs_size not in (4 + 36 * count, 36 * count):
        story.found("NAV2_DESCS_SIZE", 0x38)
    unknown = sum(chunk.type == 2 for chunk in f.chunks)  # which have findings of their own
    if 4 * count not in (f.chunk_count, f.chunk_count - unknown):
        story.found("NAV2_DESCS_COUNT", 12)
    if f.chunks_offset != align(f.descs_offset + 4 + 36 * count):
        story.found("NAV2_CHUNKS_OFFSET", 8)
    by_kind = {(chunk.index, chunk.type): chunk for chunk in f.chunks}
    seen = set()
    for descriptor in descriptors:
        check_descriptor(f, descriptor, by_kind, seen, story)


def check_descriptor(f, descriptor, by_kind, seen, j):
    key = descriptor.uid & 0x7FFF, descriptor.type
    chunk = by_kind.get(key)
    there = next((other for other in f.chunks if other.payload == descriptor.offset), None)
    if descriptor.type not in DESCRIBED:
        j.found("NAV2_DESC_TYPE", descriptor.word_at)
        return
    has_group = key[0] in [other.index for other in f.chunks if other.type in HEADERS]
    if has_group and there and there.data == 16 and there.index != key[0] \
            and there.type == descriptor.type and there.next == descriptor.size:
        j.found("NAV2_DESC_UID", descriptor.uid_at)  # all else of it is right
        return
    if key in seen and has_group:
        j.found("NAV2_DESC_TWICE", descriptor.uid_at)
    seen.add(key)
    if descriptor.offset >= len(f.data):
        j.found("NAV2_DESC_RANGE", descriptor.offset_at)
        return
    if not chunk:
        if not has_group:  # else the chunk is told to be missing
            j.found("NAV2_DESC_GROUP", descriptor.uid_at)
        return
    if descriptor.offset != chunk.payload:
        j.found("NAV2_DESC_TARGET", descriptor.offset_at)
    is_told_of_chunk = chunk.tile != f.tile and descriptor.uid >> 15 & 0xFFFF == f.tile
    if descriptor.uid != chunk.uid and not is_told_of_chunk:
        j.found("NAV2_DESC_UID", descriptor.uid_at)
    if descriptor.size != chunk.next and descriptor.size != chunk.next & 0xFFFF:
        j.found("NAV2_DESC_SIZE", descriptor.word_at)


# ---- Segments ----


def totals(g):
    return [len(g.vertices), len(g.faces), len(g.edges), len(g.nodes)]


def is_count_wrong(g, number, kind, wanted):
    """Of a segment that starts elsewhere than those before end, whether the count of the one before is wrong,
    and not its start: the segment behind it fits its start."""
    segment = g.segments[number]
    is_last = number + 1 == len(g.segments)
    following = totals(g)[kind] if is_last else g.segments[number + 1].first(kind)
    count = segment.count(kind)
    return number > 0 and following == segment.first(kind) + count and following != wanted + count


def check_segments(g, j):
    sums = [0] * 4
    for number, segment in enumerate(g.segments):
        for kind in range(4):
            base, at = segment.bases[kind]
            part = "MESH" if kind in (VERTEX, FACE) else "GRAPH"
            if base + segment.count(kind) > totals(g)[kind]:
                j.found(f"NAV2_SEGMENTS_{part}_RANGE", at)
            if base != sums[kind] and is_count_wrong(g, number, kind, sums[kind]):
                j.found("NAV2_SEGMENTS_COUNT", g.segments[number - 1].counts[kind][1])
                sums[kind] = base
            elif base != sums[kind]:
                j.found("NAV2_SEGMENTS_BASE", at)
            sums[kind] += segment.count(kind)
        if segment.count(EDGE) != 3 * segment.count(FACE):
            j.found("NAV2_SEGMENTS_EDGES", segment.counts[EDGE][1])
    for kind, part in ((VERTEX, "MESH"), (FACE, "MESH"), (EDGE, "GRAPH"), (NODE, "GRAPH")):
        is_told = kind == EDGE and any(s.count(EDGE) != 3 * s.count(FACE) for s in g.segments)
        if sums[kind] != totals(g)[kind] and not is_told:
            j.found(f"NAV2_SEGMENTS_{part}_SUM", g.segment_count_at)
    for things, kind in ((g.edges, EDGE), (g.nodes, NODE)):
        members = Counter(thing.segment for thing in things)
        for number, segment in enumerate(g.segments):
            if members[number] != segment.count(kind):
                j.found("NAV2_SEGMENTS_MEMBERS", segment.counts[kind][1])
    for least, most in g.bounds:
        wrong = [axis for axis in range(3) if least[axis] > most[axis]]
        if wrong:
            j.found("NAV2_GEO_BOUNDS", least.at + 2 * wrong[0])


def check_segment_numbers(g, j):
    count = len(g.segments)
    for things in (g.nodes, g.edges):
        before = 0
        for thing in things:
            if thing.segment >= count:
                j.found("NAV2_GRAPH_SEGMENT", thing.segment_at)
            elif before > thing.segment:
                j.found("NAV2_GRAPH_SEGMENT_ORDER", thing.segment_at)
            before = thing.segment if thing.segment < count else 0
    highest = max((node.segment for node in g.nodes if node.segment < count), default=-1)
    if g.attribute_count <= highest:
        j.found("NAV2_GRAPH_ATTRIBUTES", g.attributes_at)
    elif g.attribute_count != count:
        j.found("NAV2_GRAPH_ATTRIBUTE_COUNT", g.attributes_at)
    for number, face in enumerate(g.faces):
        if face.segment >= count:
            j.found("NAV2_MESH_SEGMENT", face.at)
        elif g.segment_of(FACE, number) not in (face.segment, None):
            j.found("NAV2_MESH_SEGMENT_OTHER", face.at)
    dropped = [link.node_at for node in g.segment_nodes for link in node.links
               if link.kind == "inside" and link.node >= len(g.segment_nodes)]
    if len(g.segment_nodes) < count and dropped:
        j.found("NAV2_O2N_DROPPED_CELLS", dropped[0])
    elif len(g.segment_nodes) != count:
        j.found("NAV2_SEGGRAPH_COUNT", g.seggraph_count_at)


# ---- The graph ----


def near(a, b):
    return all(abs(x - y) <= 1 for x, y in zip(a, b))


def check_graph(f, g, j):
    for what, number in g.orders_of_links():
        node = g.nodes[number]
        j.found(*(("NAV2_GRAPH_LINK_ORDER", node.place_at) if what == "order" else
                  ("NAV2_GRAPH_LINK_COUNT", node.count_at)))
    for number, node in enumerate(g.nodes):
        if node.upper:
            j.found("NAV2_GRAPH_LINK_UPPER", node.segment_at)
        if node.crossing not in (0, 1, 2, 4):
            j.found("NAV2_GRAPH_FLAGS", node.flags_at)
        if node.flags >> 3:
            j.found("NAV2_GRAPH_KIND", node.flags_at)
        check_links(g, number, node, j)
        check_crossings(f, g, number, node, j)
        check_face_of_node(g, number, j)
    used = {link.edge for node in g.nodes for link in node.links}
    for number, edge in enumerate(g.edges):
        if edge.kind:
            j.found("NAV2_GRAPH_KIND", edge.segment_at)
        check_edge(g, edge, j)
        if number not in used:
            j.found("NAV2_GRAPH_EDGE_UNUSED", edge.at)


def check_links(g, number, node, j):
    for position, link in enumerate(node.links):
        if link.edge >= len(g.edges):
            j.found("NAV2_GRAPH_LINK_EDGE", link.edge_at)
        if link.node >= len(g.nodes):
            j.found("NAV2_GRAPH_LINK_NODE", link.node_at)
        if link.edge >= len(g.edges) or link.node >= len(g.nodes):
            continue
        if link.node == number:
            j.found("NAV2_GRAPH_LINK_SELF", link.node_at)
            continue
        if link.edge in [other.edge for other in node.links[:position]]:
            j.found("NAV2_GRAPH_LINK_TWICE", link.edge_at)
            continue
        target = g.nodes[link.node]
        if target.segment != node.segment:
            j.found("NAV2_GRAPH_LINK_SEGMENT", link.node_at)
            continue
        if (number, link.edge) not in [(back.node, back.edge) for back in target.links]:
            j.found("NAV2_GRAPH_LINK_BACK", link.node_at)
            continue
        base = g.segments[g.edges[link.edge].segment].first(NODE)
        edge = g.edges[link.edge]
        if not is_whole(g, edge):
            continue
        ends = sorted(base + end for end, _ in edge.ends)
        if ends != sorted([number, link.node]):
            j.found("NAV2_GRAPH_LINK_ENDS", link.edge_at)


def is_whole(g, edge):
    """Whether the edge joins two nodes of its segment; it is told of if not."""
    (a, _), (b, _) = edge.ends
    return a != b and max(a, b) < g.segments[edge.segment].count(NODE)


def check_edge(g, edge, j):
    segment = g.segments[edge.segment]
    for end, at in edge.ends:
        if segment.first(NODE) + end >= len(g.nodes):
            j.found("NAV2_GRAPH_EDGE_NODE", at)
        elif end >= segment.count(NODE):
            j.found("NAV2_GRAPH_EDGE_LOCAL", at)
    if edge.ends[0][0] == edge.ends[1][0]:
        j.found("NAV2_GRAPH_EDGE_LOOP", edge.ends[1][1])


def check_crossings(f, g, number, node, j):
    if "segment" in node.cross:
        check_cross_segment(g, number, node, j)
    if "chunk" in node.cross:
        check_cross_chunk(f, g, number, node, j)
    if "tile" in node.cross:
        (tile, tile_at), _, (target, target_at) = node.cross["tile"]
        if target != NONE:
            j.found("NAV2_CROSS_TILE_NODE", target_at)
        if tile == f.tile:
            j.found("NAV2_CROSS_TILE_OWN", tile_at)


def check_cross_segment(g, number, node, j):
    target, at = node.cross["segment"][0]
    if target >= len(g.nodes):
        j.found("NAV2_CROSS_SEGMENT_NODE", at)
        return
    other = g.nodes[target]
    if other.segment == node.segment:
        j.found("NAV2_CROSS_SEGMENT_SAME", at)
        return
    if "segment" not in other.cross or other.cross["segment"][0][0] != number:
        j.found("NAV2_CROSS_SEGMENT_BACK", at)
    elif not near(g.positions[number], g.positions[target]):
        j.found("NAV2_CROSS_SEGMENT_PLACE", at)


def check_cross_chunk(f, g, number, node, j):
    (chunk, chunk_at), (target, at) = node.cross["chunk"]
    if chunk not in f.groups:
        if not f.is_split:
            j.found("NAV2_CROSS_CHUNK_GROUP", chunk_at)
        f.elsewhere.append((chunk, chunk_at))
        return
    group = f.groups[chunk]
    if target >= len(group.nodes):
        j.found("NAV2_CROSS_CHUNK_NODE", at)
        return
    back = group.nodes[target].cross.get("chunk", [(None, 0), (None, 0)])
    if (back[0][0], back[1][0]) != (g.index, number):
        j.found("NAV2_CROSS_CHUNK_BACK", at)
    elif not near(g.positions[number], group.positions[target]):
        j.found("NAV2_CROSS_CHUNK_PLACE", at)


def check_face_of_node(g, number, j):
    face, at = g.face_of_node[number]
    if face >= len(g.faces):
        j.found("NAV2_GRAPH_FACE", at)
        return
    segment = g.segment_of(FACE, face)
    base = g.segments[segment].first(NODE)
    if segment != g.nodes[number].segment or number not in [base + n for n, _ in g.faces[face].nodes]:
        j.found("NAV2_GRAPH_FACE_OTHER", at)


# ---- The mesh ----


def check_mesh(f, g, j):
    used = set()
    g.has_corners = corners_fit(g)
    for _, number in chain([2 * face.place for face in g.faces], [align(face.bytes()) for face in g.faces],
                           tells_counts=False):
        j.found("NAV2_MESH_RECORD_ORDER", g.faces[number].at)
    for number, face in enumerate(g.faces):
        segment = g.segments[g.segment_of(FACE, number)]
        check_corners(g, face, segment, j)
        used.update(segment.first(VERTEX) + v for v, _ in face.vertices)
        for side in range(3):
            check_side(f, g, number, face, side, j)
    for number, vertex in enumerate(g.vertices):
        if number not in used:
            j.found("NAV2_GEO_UNUSED", vertex.at)


def check_corners(g, face, segment, j):
    for things, kind, code, local in ((face.vertices, VERTEX, "NAV2_MESH_VERTEX", "NAV2_MESH_VERTEX_LOCAL"),
                                      (face.nodes, NODE, "NAV2_MESH_NODE", "NAV2_MESH_NODE_LOCAL")):
        for value, at in things:
            if segment.first(kind) + value >= totals(g)[kind]:
                j.found(code, at)
            elif value >= segment.count(kind):
                j.found(local, at)
    if len({v for v, _ in face.vertices}) < 3:
        j.found("NAV2_MESH_VERTEX_TWICE", face.record_at)


def corner(g, face_number, position):
    segment = g.segments[g.segment_of(FACE, face_number)]
    return g.vertices[segment.first(VERTEX) + g.faces[face_number].vertices[position % 3][0]]


def corners_fit(g):
    return all(g.segments[g.segment_of(FACE, i)].first(VERTEX) + v < len(g.vertices)
               for i, face in enumerate(g.faces) for v, _ in face.vertices)


def check_side(f, g, number, face, side, j):
    kind, target, at = face.side(side)
    if kind == 0:
        check_neighbour(g, number, side, target, at, j)
    elif kind == 1:
        check_chunk_side(f, g, number, face, side, target, at, j)
    elif kind == 2:
        if target != 0x3FFF:
            j.found("NAV2_MESH_TILE", at)
        tile, tile_at = face.tiles[side]
        if tile == f.tile:
            j.found("NAV2_MESH_TILE_OWN", tile_at)
    elif kind == 3:
        j.found("NAV2_MESH_DYNAMIC", at)
    check_side_flag(g, number, face, side, kind, target, at, j)


def check_neighbour(g, number, side, target, at, j):
    if target >= len(g.faces):
        j.found("NAV2_MESH_NEIGHBOUR", at)
        return
    if target == number:
        j.found("NAV2_MESH_NEIGHBOUR_SELF", at)
        return
    backs = [i for i in range(3) if g.faces[target].side(i)[:2] == (0, number)]
    if not backs:
        j.found("NAV2_MESH_NEIGHBOUR_BACK", at)
        return
    if not g.has_corners:
        return
    mine = {corner(g, number, side), corner(g, number, side + 1)}
    if not any({corner(g, target, i), corner(g, target, i + 1)} == mine for i in backs):
        j.found("NAV2_MESH_NEIGHBOUR_EDGE", at)


def check_chunk_side(f, g, number, face, side, target, at, j):
    chunk, chunk_at = face.chunks[side]
    if chunk not in f.groups:
        if not f.is_split:
            j.found("NAV2_MESH_CHUNK_GROUP", chunk_at)
        f.elsewhere.append((chunk, chunk_at))
        return
    group = f.groups[chunk]
    if target >= len(group.faces):
        j.found("NAV2_MESH_CHUNK_FACE", at)
        return
    other = group.faces[target]
    if not any(other.side(i)[:2] == (1, number) and other.chunks[i][0] == g.index for i in range(3)):
        j.found("NAV2_MESH_CHUNK_BACK", at)


def check_side_flag(g, number, face, side, kind, target, at, j):
    """Where a side leads, and where the node at its middle crosses to."""
    segment = g.segment_of(FACE, number)
    index = g.segments[segment].first(NODE) + face.nodes[side][0]
    if face.nodes[side][0] >= g.segments[segment].count(NODE) or kind == 3:
        return
    if kind == 0 and target >= len(g.faces):
        return
    node = g.nodes[index]
    is_other = kind == 0 and g.segment_of(FACE, target) != segment
    wanted = {None: 0, 0: CROSS_SEGMENT if is_other else 0, 1: CROSS_CHUNK, 2: CROSS_TILE}[kind]
    if node.crossing != wanted:
        j.found("NAV2_MESH_SIDE_FLAG", at)
    elif kind == 1 and node.cross["chunk"][0][0] != face.chunks[side][0]:
        j.found("NAV2_MESH_CHUNK_NODE", at)


# ---- Shapes ----


def inside(position, bounds):
    return all(a <= p <= b for p, a, b in zip(position, *bounds))


def check_shapes(f, g, j):
    for number, segment in enumerate(g.segments):
        vertices = g.vertices[segment.first(VERTEX) : segment.first(VERTEX) + segment.count(VERTEX)]
        if sum(not inside(vertex, g.bounds[number]) for vertex in vertices) > 3:
            j.found("NAV2_GEO_BOUNDS_SMALL", g.bounds[number][0].at)
    for positions, kind in ((g.vertices, VERTEX), (g.positions, NODE)):
        for number, position in enumerate(positions):
            if not inside(position, g.bounds[g.segment_of(kind, number)]):
                j.found("NAV2_GEO_OUTSIDE", position.at)
    for number, segment in enumerate(g.segments):
        check_exact(g, number, segment, j)
    for number, position in enumerate(g.segment_positions):
        if number < len(g.bounds) and not inside(position, g.bounds[number]):
            j.found("NAV2_SEGGRAPH_POSITION", position.at)
    for number in range(len(g.faces)):
        check_triangle(g, number, j)


def check_exact(g, number, segment, j):
    vertices = g.vertices[segment.first(VERTEX) : segment.first(VERTEX) + segment.count(VERTEX)]
    least, most = g.bounds[number]
    if not vertices or not all(inside(v, (least, most)) for v in vertices):
        return
    exact = [tuple(f(v[axis] for v in vertices) for axis in range(3)) for f in (min, max)]
    if exact != [tuple(least), tuple(most)]:
        j.found("NAV2_GEO_BOUNDS_EXACT", least.at)


def check_triangle(g, number, j):
    face = g.faces[number]
    a, b, c = (corner(g, number, i) for i in range(3))
    if len({v for v, _ in face.vertices}) == 3:
        u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
        cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        if not any(cross):
            j.found("NAV2_GEO_DEGENERATE", face.record_at)
        elif cross[1] <= 0:
            j.found("NAV2_GEO_WINDING", face.record_at)
    segment = g.segments[g.segment_of(FACE, number)]
    for side in range(3):
        index = segment.first(NODE) + face.nodes[side][0]
        middle = [(p + q) / 2 for p, q in zip(corner(g, number, side), corner(g, number, side + 1))]
        if face.nodes[side][0] < segment.count(NODE) and not near(g.positions[index], middle):
            j.found("NAV2_GEO_MIDPOINT", face.nodes[side][1])


# ---- The SegmentGraph ----


def check_seggraph(f, g, j):
    nodes = g.segment_nodes
    for what, number in chain([2 * node.place for node in nodes], [node.end - 2 * node.place for node in nodes],
                              up=lambda at: at + at % 2):
        j.found(f"NAV2_SEGGRAPH_LINK_{what.upper()}", nodes[number].at)
    (said, said_at), size, links = g.seggraph_size
    if said != size:
        is_short = said < links + (nodes[-1].end if nodes else 0)
        j.found("NAV2_SEGGRAPH_SIZE_SHORT" if is_short else "NAV2_SEGGRAPH_SIZE", said_at)
    for number, node in enumerate(nodes):
        if node.kind:
            j.found("NAV2_SEGGRAPH_KIND", node.at)
        for link in node.links:
            check_segment_link(f, g, number, link, j)
        check_listed(f, g, number, node, j)
        check_islands_of(f, node, j)
    if g.total != sum(link.listed_count for node in g.segment_nodes for link in node.links):
        j.found("NAV2_SEGGRAPH_TOTAL", g.total_at)


def check_segment_link(f, g, number, link, j):
    if link.kind == "tile":
        if link.node != 0x0FFF:
            j.found("NAV2_SEGGRAPH_TILE_NODE", link.node_at)
        if link.tile == f.tile:
            j.found("NAV2_SEGGRAPH_TILE_OWN", link.tile_at)
        return
    group, which = g, "LINK"
    if link.kind == "chunk":
        group, which = f.groups.get(link.chunk), "CHUNK"
        if group is None:
            if not f.is_split:
                j.found("NAV2_SEGGRAPH_CHUNK_GROUP", link.chunk_at)
            f.elsewhere.append((link.chunk, link.chunk_at))
            return
    if link.node >= len(group.segment_nodes):
        j.found(f"NAV2_SEGGRAPH_{which}_NODE", link.node_at)
        return
    if link.kind == "inside" and link.node == number:
        j.found("NAV2_SEGGRAPH_LINK_SELF", link.node_at)
        return
    backs = group.segment_nodes[link.node].of_kind(link.kind)
    back = backs[link.back] if link.back < len(backs) else None
    if not back or back.node != number or link.kind == "chunk" and back.chunk != g.index:
        j.found(f"NAV2_SEGGRAPH_{which}_BACK", link.back_at)


def leads_along(f, g, node, link):
    """Whether the node crosses to what the link leads to."""
    if link.kind == "tile":
        return "tile" in node.cross and [v for v, _ in node.cross["tile"][:2]] == [link.tile, link.chunk]
    if link.kind == "chunk":
        if "chunk" not in node.cross or node.cross["chunk"][0][0] != link.chunk:
            return False
        there, target = f.groups.get(link.chunk), node.cross["chunk"][1][0]
        return not there or target >= len(there.nodes) or there.nodes[target].segment == link.node
    return "segment" in node.cross and node.cross["segment"][0][0] < len(g.nodes) \
        and g.nodes[node.cross["segment"][0][0]].segment == link.node


def check_listed(f, g, number, node, j):
    """The nodes by which the links lead: all that cross so, each once."""
    segment = g.segments[number]
    nodes = g.nodes[segment.first(NODE) : segment.first(NODE) + segment.count(NODE)]
    seen = set()
    for link in node.links:
        for value, at in link.listed:
            if value >= len(nodes):
                j.found("NAV2_SEGGRAPH_NAV_NODE", at)
            elif value in seen:
                j.found("NAV2_SEGGRAPH_NAV_TWICE", at)
            elif not leads_along(f, g, nodes[value], link):
                j.found("NAV2_SEGGRAPH_NAV_FLAG", at)
            seen.add(value)
    if any(n.crossing and i not in seen for i, n in enumerate(nodes)):
        j.found("NAV2_SEGGRAPH_NAV_ALL", node.at)


def check_islands_of(f, node, j):
    for graph, (value, at) in zip(f.islands, node.islands):
        if value == NONE and graph.nodes:
            j.found("NAV2_SEGGRAPH_ISLAND_NONE", at)
        elif value != NONE and value >= len(graph.nodes):
            j.found("NAV2_SEGGRAPH_ISLAND" if graph.nodes else "NAV2_SEGGRAPH_ISLAND_EMPTY", at)


# ---- Island graphs ----


class IslandNode:
    def __init__(self, r):
        Position(r)
        r.value("u16")
        self.start, self.start_at = r.read("u16")
        self.tiles = r.value("u16")
        self.inside, self.chunks = r.values("u8", 2)

    def bytes(self):
        return 8 * self.chunks + 4 * self.inside + 2 * self.tiles


class Island:
    def __init__(self, r, end, is_last, j):
        self.at = r.at
        if r.left() < 16:
            j.found("NAV2_ISLAND_NEXT", r.at)
            raise Broken
        fields = [r.read("u16") for _ in range(8)]
        self.fields = fields
        self.next, nodes, n, links, low, counts, sides, infos = (value for value, _ in fields)
        starts = [nodes, links, low, counts, sides, infos]
        lengths = [14 * n, 0, 8 * n, 2 * n, 24, 0]
        self.is_open = self.next == 0 and is_last  # it ends where nobody says
        if self.next < 16 and not self.is_open or self.at + self.next > len(r.data):
            j.found("NAV2_ISLAND_NEXT", fields[0][1])
            raise Broken
        stop = min(len(r.data) - self.at, 0xFFFF) if self.is_open else self.next
        wrong = [fields[i][1] for start, length, i in zip(starts, lengths, (1, 3, 4, 5, 6, 7))
                 if start < 16 or start + length > stop]
        if wrong:
            j.found("NAV2_ISLAND_BLOCKS", wrong[0])
        ends = starts[1:] + [self.next]
        overlaps = any(start + length > stop for start, length, stop in zip(starts, lengths, ends))
        self.is_readable = not (wrong or self.is_open or overlaps or self.at + self.next > end)
        if not self.is_readable:
            r.at = self.at + self.next
            return
        self.read(r, n, nodes, links, low, counts, sides, infos)

    def read(self, r, n, nodes, links, low, counts, sides, infos):
        r.at = self.at + nodes
        self.nodes = [IslandNode(r) for _ in range(n)]
        self.links_at, self.links_size = self.at + links, low - links
        r.at = self.at + low
        self.low = [(r.read("u32"), r.read("u16"), r.read("u16")) for _ in range(n)]
        r.at = self.at + counts
        self.counts = [r.read("u16") for _ in range(n)]
        r.at = self.at + sides
        self.sides = [(r.read("u16"), r.read("u16"), r.read("u16")) for _ in range(4)]
        self.room_for_infos = (self.next - infos) // 4
        self.infos_at = infos
        r.at = self.at + self.next

    def layout(self):
        """(is, should be, where it says so)."""
        n = len(self.nodes)
        links, low, counts, sides, infos = (self.fields[i][0] for i in (3, 4, 5, 6, 7))
        used = max([node.start + node.bytes() for node in self.nodes], default=0)
        last = max([start[0] + count[0] for _, start, count in self.sides], default=0)
        wanted = [16, align(16 + 14 * n), align(links + used), low + 8 * n, counts + 2 * n, sides + 24,
                  align(infos + 4 * last)]
        return list(zip([self.fields[i] for i in (1, 3, 4, 5, 6, 7, 0)], wanted))


def find_section(f, at_offset, offset, header):
    """Whether there is a section; its header is in the file."""
    if offset == 0:
        return False
    if offset + header > len(f.data):
        f.j.found("NAV2_SECTION_RANGE", at_offset)
        raise Broken
    if offset % 16:
        f.j.found("NAV2_SECTION_ALIGN", at_offset)
    return True


def read_islands(f):
    count = f.island_count
    if not find_section(f, 0x18, f.islands_offset, 16 if count else 0) or count == 0:
        return []
    f.r.at = f.islands_offset
    end = f.search_offset if f.search_offset > f.islands_offset else len(f.data)
    islands = [Island(f.r, end, i + 1 == count, f.j) for i in range(count)]
    f.islands_end = f.r.at
    if f.islands_offset % 16 or f.islands_offset < f.end_of_chain or count > 3:
        raise Broken
    if not all(island.is_readable for island in islands):
        raise Broken
    return islands


def read_search_header(f):
    """Where its buckets and entries are, and how many buckets there are."""
    if not find_section(f, 0x10, f.search_offset, 48):
        return
    r = f.r
    at = r.at = f.search_offset
    r.take(16)
    (x, x_at), y, z = r.read("u32"), r.value("u32"), r.value("u32")
    r.take(8)
    (buckets, buckets_at), (entries, entries_at), (size, size_at) = (r.read("u32") for _ in range(3))
    if at + size > len(f.data):
        f.j.found("NAV2_SEARCH_SIZE", size_at)
        raise Broken
    if not 48 <= buckets <= size or 8 * x * y * z > size - buckets or entries > size:
        wrong = (size_at if size < 48 else buckets_at if not 48 <= buckets <= size
                 else entries_at if entries > size else x_at)
        f.j.found("NAV2_SEARCH_BLOCKS", wrong)
        raise Broken


class Tiles:
    """ConnectTileInfo, as the templates have it."""

    def __init__(self, f):
        r = f.r
        self.at = r.at = f.tiles_offset
        offsets = [r.read("u16") for _ in range(3)]
        counts = r.values("u16", 3)
        self.end = self.at + 12
        self.lists = []
        for (offset, offset_at), count, size in zip(offsets, counts, (6, 4, 4)):
            start = self.at + 2 * offset
            is_out = start < self.at + 12 or start + count * size > len(f.data)
            if count and is_out:
                f.j.found("NAV2_TILES_BLOCKS", offset_at)
                self.lists.append(None)
                continue
            if count:
                self.end = max(self.end, start + count * size)
            r.at = start
            self.lists.append([(r.at, [r.read("u16") for _ in range(size // 2)]) for _ in range(count)])
        if None in self.lists:
            raise Broken

    def check(self, f, j):
        groups, infos, nodes = self.lists
        for at, (_, _, (word, _)) in groups:
            if word & 31 and (word >> 5) + (word & 31) > len(infos):
                j.found("NAV2_TILES_REFERENCE", at + 4)
        for at, ((number, _), (word, _)) in infos:
            first, count = word >> 5, word & 31
            if number not in f.groups and not f.is_split:
                j.found("NAV2_TILES_REFERENCE", at)
            if count and first + count > len(nodes):
                j.found("NAV2_TILES_REFERENCE", at + 2)
            elif number in f.groups and first + count <= len(nodes):
                self.check_nodes(f.groups[number], nodes[first : first + count], j)

    def check_nodes(self, group, nodes, j):
        for at, ((node, _), (face, _)) in nodes:
            if node >= len(group.nodes):
                j.found("NAV2_TILES_REFERENCE", at)
            if face & 0x3FFF >= len(group.faces):
                j.found("NAV2_TILES_REFERENCE", at + 2)


def read_tiles(f):
    return Tiles(f) if find_section(f, 0x2C, f.tiles_offset, 12) else None


def read_sections(f):
    """Each by itself: what is wrong with one says nothing of the others."""
    sections, is_broken = [], False
    for read in (read_islands, read_search_header, read_tiles):
        try:
            sections.append(read(f))
        except Broken:
            is_broken = True
    if is_broken:
        raise Broken
    return sections


def check_overlaps(f, j):
    """Of sections, each against what begins before it. Everything has been read."""
    search_end = 0
    if f.search_offset:
        f.r.at = f.search_offset + 44
        search_end = f.search_offset + f.r.value("u32")
    parts = [(0, HEADER, None), (f.descs_offset, f.descs_offset + 4 + 36 * f.group_count, None),
             (f.chunks_offset if f.chunk_count else 0, f.end_of_chain if f.chunk_count else 0, None),
             (f.islands_offset, f.islands_end if f.islands else f.islands_offset, 0x18),
             (f.search_offset, search_end, 0x10), (f.tiles_offset, f.tiles.end if f.tiles else 0, 0x2C)]
    parts = sorted((part for part in parts if part[0] != part[1]), key=lambda part: part[0])
    before = parts[0]
    for part in parts[1:]:
        if part[0] < before[1] and (part[2] or before[2]):
            j.found("NAV2_SECTION_OVERLAP", part[2] or before[2])
        before = max(before, part, key=lambda each: each[1])


def check_islands(f, j):
    if (f.islands_offset != 0) != (f.island_count != 0):
        j.found("NAV2_ISLAND_COUNT", f.island_count_at)
    for number, graph in enumerate(f.islands):
        for (value, at), wanted in graph.layout():
            if value != wanted:
                j.found("NAV2_ISLAND_LAYOUT", at)
        for side in graph.sides:
            if side[1][0] + side[2][0] > graph.room_for_infos:
                j.found("NAV2_ISLAND_INFOS", side[1][1])
        check_starts(graph.sides, j)
        for _, i in chain([node.start for node in graph.nodes], [node.bytes() for node in graph.nodes],
                          tells_counts=False):
            j.found("NAV2_ISLAND_LINK_ORDER", graph.nodes[i].start_at)
        for i, node in enumerate(graph.nodes):
            check_island_links(f, graph, node, j)
            check_low(f, number, graph, i, j)


def check_starts(sides, j):
    """The places of the sides follow each other. Of two sides that do not, the first one's count may be
    wrong or the second one's start: whichever the side behind them agrees with."""
    at = 0
    for i, (_, (start, start_at), (count, _)) in enumerate(sides):
        if count == 0:
            continue
        if start != at:
            j.found("NAV2_ISLAND_SIDE_START", start_at)
        agrees = i + 1 < len(sides) and sides[i + 1][1][0] == at + count
        at = at + count if agrees else start + count


def check_island_links(f, graph, node, j):
    if node.start + node.bytes() > graph.links_size:
        j.found("NAV2_ISLAND_LINK_RANGE", node.start_at)
        return
    r = f.r
    r.at = graph.links_at + node.start
    r.take(8 * node.chunks)
    for _ in range(node.inside):
        r.value("u16")
        target, at = r.read("u16")
        if target >= len(graph.nodes):
            j.found("NAV2_ISLAND_LINK_NODE", at)
    for _ in range(node.tiles):
        word, at = r.read("u16")
        if word & 0x3FFF >= graph.sides[word >> 14][2][0]:
            j.found("NAV2_ISLAND_SIDE", at)


def check_low(f, number, graph, i, j):
    (uid, uid_at), (segment_node, segment_at), (node, node_at) = graph.low[i]
    group = f.groups.get(uid & 0x7FFF)
    if uid >> 15 != f.tile or not group:
        if uid >> 15 != f.tile or not f.is_split:
            j.found("NAV2_ISLAND_GROUP", uid_at)
        else:
            f.elsewhere.append((uid & 0x7FFF, uid_at))
    else:
        if segment_node >= len(group.segment_nodes):
            j.found("NAV2_ISLAND_LOW", segment_at)
        if node >= len(group.nodes):
            j.found("NAV2_ISLAND_LOW", node_at)
    members = sum(s.islands[number][0] == i for g in f.groups.values() for s in g.segment_nodes)
    if members != graph.counts[i][0] and not f.is_split:
        j.found("NAV2_ISLAND_SEGMENTS", graph.counts[i][1])


# ---- The SearchSpace ----


class Bucket:
    def __init__(self, r):
        self.at = r.at
        start, self.start_at = r.read("u32")
        self.start = self.at + start
        self.count = r.value("u16")
        (self.low, self.low_at), (self.high, _) = r.read("u8"), r.read("u8")


def check_search(f, j):
    r = f.r
    at = r.at = f.search_offset
    if at % 16 or at < f.end_of_chain:
        raise Broken
    origin = [r.read("f32") for _ in range(3)]
    r.take(4)
    (x, x_at), y, z = r.read("u32"), r.value("u32"), r.value("u32")
    size, size_at = r.read("u32")
    if size == 0:
        j.found("NAV2_SEARCH_CELL", size_at)
    j.leave_open("NAV2_SEARCH_CELL", r.read("u32")[1])  # the height: nobody says what divides by it
    (buckets, buckets_at), (entries, entries_at) = r.read("u32"), r.read("u32")
    size, size_at = r.read("u32")
    for value, place in origin:
        j.unsure.discard(("NAV2_HDR_FINITE", place))
        if not math.isfinite(value):
            j.found("NAV2_HDR_FINITE", place)
    if buckets != 48:
        j.found("NAV2_SEARCH_LAYOUT", buckets_at)
    r.at = at + buckets
    is_first = buckets == 48 and entries >= 56 and r.value("u32") == entries - 48
    if entries not in (48 + 8 * x * y * z, align(48 + 8 * x * y * z)):
        j.found(*(("NAV2_SEARCH_COUNT", x_at) if is_first else ("NAV2_SEARCH_LAYOUT", entries_at)))
    r.at = at + buckets
    listed = check_buckets(f, [Bucket(r) for _ in range(x * y * z)], at, entries, size, size_at, j)
    for index, group in f.groups.items():
        for number, segment in enumerate(group.segments):
            if segment.count(FACE) and (index, number) not in listed:
                j.found("NAV2_SEARCH_COVER", segment.at)


def end_of_entries(f, at, count, limit):
    """Where so many entries end; None if they leave the section."""
    r = f.r
    for _ in range(count):
        if at + 8 > limit:
            return None
        r.at = at + 4
        at += 8 + 2 * r.value("u32")
        if at > limit:
            return None
    return at


def check_buckets(f, buckets, at, entries, size, size_at, j):
    """Gives back the (group, segment) that are in some bucket."""
    listed = set()
    end, causes = at + entries, []
    for i, bucket in enumerate(buckets):
        if bucket.low > bucket.high:
            j.found("NAV2_SEARCH_HEIGHT", bucket.low_at)
        following = buckets[i + 1].start if i + 1 < len(buckets) else None
        wanted = end_of_entries(f, end, bucket.count, at + size)
        is_out = bucket.count and bucket.start >= at + size
        if is_out:
            causes.append(("NAV2_SEARCH_BUCKET", bucket.start_at))
        elif bucket.start != end:
            causes.append(("NAV2_SEARCH_ORDER", bucket.start_at))
        elif following not in (None, wanted) and i + 2 < len(buckets) \
                and end_of_entries(f, following, buckets[i + 1].count, at + size) == buckets[i + 2].start:
            causes.append(("NAV2_SEARCH_ENTRIES", bucket.at))
            wanted = following
        if bucket.count and not is_out:
            own = check_bucket(f, bucket, at + size, listed, j)
        else:
            own = end
        if bucket.start != end and not is_out and following != wanted:
            wanted = end_of_entries(f, bucket.start, bucket.count, at + size)
        end = wanted if wanted is not None else own
    for code, place in causes[:MOST_CAUSES]:
        j.found(code, place)
    for code, place in causes[MOST_CAUSES:]:
        j.leave_open(code, place)
    if not align(end - at) == size:
        j.found("NAV2_SEARCH_END", size_at)
    return listed


def check_bucket(f, bucket, limit, listed, j):
    r = f.r
    r.at = bucket.start
    for _ in range(bucket.count):
        if r.at + 8 > limit:
            j.found("NAV2_SEARCH_BUCKET", bucket.start_at)
            return r.at
        uid, uid_at = r.read("u32")
        count = r.value("u32")
        if r.at + 2 * count > limit:
            j.found("NAV2_SEARCH_BUCKET", bucket.start_at)
            return r.at
        group = f.groups.get(uid & 0x7FFF)
        if not group or group.uid != uid:
            j.found("NAV2_SEARCH_UID", uid_at)
        for segment, at in [r.read("u16") for _ in range(count)]:
            if group and group.uid == uid and segment >= len(group.segments):
                j.found("NAV2_SEARCH_SEGMENT", at)
            elif group:
                listed.add((group.index, segment))
    return r.at


# ---- The file ----


def judge(data):
    j = Judgement(HEADER_CODES)
    if len(data) < HEADER:
        j.found("NAV2_HDR_SHORT", 0)
        return j
    f = File(data, j)
    j.gives_way = OBJ2NAV2
    if f.size > len(data):
        return judge_cut(f)
    check_header(f, j)
    for axis in range(3):  # unless the section is reached
        j.leave_open("NAV2_HDR_FINITE", f.search_offset + 4 * axis)
    try:
        judge_chain(f, j)
        judge_groups(f, j)
    except (Broken, Truncated):
        pass
    leave_out_consequences(j)
    return j


SET_CODES = ["NAV2_SET_GROUP"]


def judge_set(files):
    """Of the two files of a split set, name -> data, each in order by itself: (name, code, offset) of what
    leads to a group that neither of them has."""
    pair = {name: File(data, Judgement()) for name, data in files.items()}
    for f in pair.values():
        judge_chain(f, f.j)
        judge_groups(f, f.j)
    groups = {number for f in pair.values() for number in f.groups}
    return {(name, "NAV2_SET_GROUP", at)
            for name, f in pair.items() for number, at in f.elsewhere if number not in groups}


def judge_cut(f):
    """Of a file that is shorter than it says, that is all that is told, or why: Obj2Nav2's faces of fewer
    than three corners are shorter than it counts, and all behind the mesh is too early."""
    j = Judgement(["NAV2_SIZE_CUT"])
    j.fields = f.r.fields
    j.gives_way = OBJ2NAV2 | {"NAV2_O2N_SHIFTED"}
    f.j = Judgement()
    try:
        f.read_descriptors()
        f.read_chain(Story(f.j))
    except (Broken, Truncated):
        mesh = next((chunk for chunk in getattr(f, "chunks", []) if chunk.type == MESH), None)
        if mesh and is_shifted(f, mesh):
            j.codes, j.gives_way = {"NAV2_O2N_SHIFTED"}, set()
            j.found("NAV2_O2N_SHIFTED", mesh.at)
            return j
    j.found("NAV2_SIZE_CUT", 4)
    return j


def is_shifted(f, mesh):
    """Whether the chunk behind the mesh stands as much too early as the file is too short."""
    missing = f.size - len(f.data)
    f.r.at = mesh.at + mesh.next - missing
    if mesh.next < 32 + missing or f.r.left() < 16:
        return False
    behind = Chunk(f.r)
    return ((behind.type, behind.uid, behind.data) == (SEGMENTS, mesh.uid, 16) and behind.next >= 32
            and behind.next % 16 == 0)


def leave_out_consequences(j):
    found = {code for code, _ in j.findings}
    for causes, codes in CONSEQUENCES:
        if found & {f"NAV2_{code}" for code in causes.split()}:
            j.codes -= {f"NAV2_{code}" for code in codes.split()}
    j.findings = {finding for finding in j.findings if finding[0] in j.codes}


def judge_chain(f, j):
    if len(f.data) != f.size:
        raise Broken
    j.codes.update(WALK_CODES)
    has_chunks = f.chunk_count == 0 or HEADER <= f.chunks_offset < len(f.data)
    if not has_chunks:
        j.found("NAV2_CHUNKS_RANGE", 8)
    descriptors = f.read_descriptors()
    if not has_chunks or 0 in f.denominators or f.version != VERSION:
        raise Broken
    if f.descs_offset < HEADER or f.chunk_count and f.chunks_offset < f.descs_offset + 4 + 36 * f.group_count:
        raise Broken
    story = Story(j)
    j.codes.update(("NAV2_CHUNK_NEXT", "NAV2_CHUNK_RANGE"))
    f.read_chain(story)
    j.codes.update(CHAIN_CODES)
    check_chain(f, j, story)
    if story.is_odd:  # which chunk is which is open
        j.codes -= {"NAV2_HDR_TILE", "NAV2_DESCS_SIZE", "NAV2_CHUNKS_OFFSET"}
        if not any(code == "NAV2_DESCS_COUNT" for code, _ in j.findings):
            j.codes.discard("NAV2_DESCS_COUNT")
        raise Broken
    check_descriptors(f, descriptors, j)
    j.codes.update(DESC_CODES)


def judge_groups(f, j):
    mild = {"NAV2_CHUNK_INDEX", "NAV2_CHUNK_TILE", "NAV2_CHUNK_ALIGN"}
    if any(code.startswith("NAV2_CHUNK_") and code not in mild for code, _ in j.findings):
        raise Broken
    j.codes.update(BLOCK_CODES)
    f.read_groups()
    j.codes.update(TABLE_CODES)
    if any(g.told for g in f.groups.values()):
        raise Broken
    j.codes.update(SECTION_CODES)
    j.codes.discard("NAV2_SECTION_OVERLAP")
    f.islands, _, f.tiles = read_sections(f)
    j.codes.add("NAV2_SECTION_OVERLAP")
    check_overlaps(f, j)
    counts = [tell_scope(j, SEGMENT_CAUSES, check_all_segments, g)[1] for g in f.groups.values()]
    j.codes.update(SEGMENT_CODES)
    if any(counts):
        return
    judge_records(f, j)


def check_all_segments(g, j):
    check_segments(g, j)
    check_segment_numbers(g, j)


def check_records(f, g, j):
    check_graph(f, g, j)
    check_mesh(f, g, j)
    check_seggraph(f, g, j)


def judge_records(f, j):
    told = [tell_scope(j, LINK_CAUSES, check_records, f, g)[0] for g in f.groups.values()]
    j.codes.update(GRAPH_CODES + MESH_CODES + SEGGRAPH_CODES)
    if any(told):
        j.codes -= set(GRAPH_CODES + MESH_CODES + SEGGRAPH_CODES) - set(LINK_CAUSES)
        return
    if all(g.has_corners for g in f.groups.values()):
        for g in f.groups.values():
            check_shapes(f, g, j)
        j.codes.update(GEO_CODES)
    check_islands(f, j)
    j.codes.update(ISLAND_CODES)
    if f.search_offset:
        check_search(f, j)
        j.codes.update(SEARCH_CODES)
    if f.tiles:
        f.tiles.check(f, j)
    j.codes.update(TILES_CODES)


def options(data):
    return ()


def is_comparable(report):
    return True
