"""The payloads of the fact sheet: NVMI (1.3), NVPP (1.4) and NVNM (1.5), read front to back.

A list is [(value, place), ...]; whatever is remembered with its place is such a pair.
"""

from collections import namedtuple

from skyrim_plugin import Defect

CELL_MARKER, DOOR_MARKER = 0xA5E9A03C, 0xE48B73F3
MOST_DIVISOR = 12

Parent = namedtuple("Parent", "world world_at cell cell_at y y_at x x_at")


class Payload:
    """PREFIX: of the codes that its defects have."""

    def __init__(self, field):
        self.at, self.r = field.at, field.part
        self.size = self.r.left()

    def need(self, size):
        if self.r.left() < size:
            raise Defect(self.PREFIX + "_LENGTH", self.at)

    def read(self, kind, size=4):
        self.need(size)
        return self.r.read(kind)

    def floats(self, count):
        self.need(4 * count)
        return [self.r.read("f32") for _ in range(count)]

    def count(self, least_bytes):
        number, place = self.read("u32")
        if number * least_bytes > self.r.left():
            raise Defect(self.PREFIX + "_COUNT", place)
        return number, place

    def ids(self, counted):
        return [self.read("u32") for _ in range(counted[0])]

    def parent(self):
        self.need(8)
        world, world_at = self.read("u32")
        if world == 0:
            return Parent(world, world_at, *self.read("u32"), None, None, None, None)
        y, y_at = self.read("i16", 2)
        x, x_at = self.read("i16", 2)
        return Parent(world, world_at, None, None, y, y_at, x, x_at)

    def end(self):
        self.trailing_at = self.r.place() if self.r.left() else None


class Island:
    def __init__(self, p):
        self.low, self.high = p.floats(3), p.floats(3)
        self.triangle_count = p.count(6)
        self.triangles = [[p.read("u16", 2) for _ in range(3)] for _ in range(self.triangle_count[0])]
        self.vertex_count = p.count(12)
        self.vertices = [p.floats(3) for _ in range(self.vertex_count[0])]


class Nvmi(Payload):
    PREFIX = "SKYRIM_NVMI"

    def __init__(self, field):
        super().__init__(field)
        self.form, self.form_at = self.read("u32")
        self.category, self.category_at = self.read("u32")
        self.center = self.floats(3)
        self.fraction, self.fraction_at = self.read("f32")
        self.link_count = self.count(4)
        self.links = self.ids(self.link_count)
        self.preferred_count = self.count(4)
        self.preferred = self.ids(self.preferred_count)
        self.door_count = self.count(8)
        self.doors = [(self.read("u32"), self.read("u32")) for _ in range(self.door_count[0])]
        self.has_island, self.has_island_at = self.read("u8", 1)
        if self.has_island > 1:
            raise Defect("SKYRIM_NVMI_ISLAND_FLAG", self.has_island_at)
        self.island = Island(self) if self.has_island else None
        self.marker = self.read("u32")
        self.place = self.parent()
        self.end()

    def all_links(self):
        return self.links + self.preferred

    def linked(self):
        return {form for form, _ in self.all_links()}


class Nvpp(Payload):
    PREFIX = "SKYRIM_NVPP"

    def __init__(self, field):
        super().__init__(field)
        self.path_count = self.read("u32")  # each has a count of its own
        self.paths = []
        for _ in range(self.path_count[0]):
            count = self.count(4)
            self.paths.append((count, self.ids(count)))
        self.node_count = self.count(8)
        self.nodes = [(self.read("u32"), self.read("u32")) for _ in range(self.node_count[0])]
        self.end()

    def is_empty(self):
        return not self.paths and not self.nodes and self.trailing_at is None


class Triangle:
    def __init__(self, p):
        self.at = p.r.place()
        self.vertices = [p.read("u16", 2) for _ in range(3)]
        self.edges = [p.read("i16", 2) for _ in range(3)]
        self.flags, self.flags_at = p.read("u16", 2)
        self.cover, self.cover_at = p.read("u16", 2)

    def is_link(self, edge):
        return bool(self.flags & 1 << edge)

    def corners(self):
        return [v for v, _ in self.vertices]

    def sides(self):
        """The two vertices of each edge."""
        a, b, c = self.corners()
        return [{a, b}, {b, c}, {c, a}]

    def neighbours(self):
        """(edge, triangle, place) of those inside the mesh."""
        return [(e, t, at) for e, (t, at) in enumerate(self.edges) if not self.is_link(e) and t != -1]


class Link:
    def __init__(self, p):
        self.at = p.r.place()
        self.type, self.type_at = p.read("u32")
        self.mesh, self.mesh_at = p.read("u32")
        self.triangle, self.triangle_at = p.read("i16", 2)


class Door:
    def __init__(self, p):
        self.triangle, self.triangle_at = p.read("i16", 2)
        self.marker = p.read("u32")
        self.form, self.form_at = p.read("u32")


class Nvnm(Payload):
    PREFIX = "SKYRIM_NVNM"

    def __init__(self, field):
        super().__init__(field)
        self.version = self.read("u32")
        if self.version[0] != 12:
            raise Defect("SKYRIM_NVNM_VERSION", self.version[1])
        self.marker = self.read("u32")
        self.place = self.parent()
        self.vertex_count = self.count(12)
        self.vertices = [(self.r.place(), self.floats(3)) for _ in range(self.vertex_count[0])]
        self.triangle_count = self.count(16)
        self.triangles = [Triangle(self) for _ in range(self.triangle_count[0])]
        self.link_count = self.count(10)
        self.links = [Link(self) for _ in range(self.link_count[0])]
        self.door_count = self.count(10)
        self.doors = [Door(self) for _ in range(self.door_count[0])]
        self.cover = [self.read("i16", 2) for _ in range(self.count(2)[0])]
        self.need(36)
        self.divisor, self.divisor_at = self.read("u32")
        if self.divisor > MOST_DIVISOR:
            raise Defect("SKYRIM_NVNM_DIVISOR", self.divisor_at)
        self.step = self.floats(2)
        self.low, self.high = self.floats(3), self.floats(3)
        self.cells = []
        for _ in range(self.divisor**2):
            self.cells.append([self.read("i16", 2) for _ in range(self.count(2)[0])])
        self.end()

    def point(self, index):
        return [value for value, _ in self.vertices[index][1]]

    def points(self):
        return [self.point(index) for index in range(len(self.vertices))]

    def users_of(self, link):
        """The triangles whose edges are that link, once for each edge."""
        return [
            number
            for number, triangle in enumerate(self.triangles)
            for edge, (index, _) in enumerate(triangle.edges)
            if triangle.is_link(edge) and index == link
        ]
