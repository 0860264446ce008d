"""Skyrim's plugins: the rules of the fact sheet (parsers/skyrim_navmesh/README.md has the same facts) in
the most obvious way, for one plugin by itself.

Slow on purpose: every question is answered by going through all that there is. skyrim_plugin.py reads
the container, skyrim_payloads.py the payloads, skyrim_mesh.py judges a navmesh by itself.
"""

import copy
import math
import struct
import zlib

from reader import Judgement, Truncated
from skyrim_cross import Known, check_cross, read_doors
from skyrim_mesh import MESH_CODES, check_mesh, far, finite
from skyrim_payloads import CELL_MARKER, DOOR_MARKER, Nvmi, Nvnm, Nvpp
from skyrim_plugin import COMPRESSED, DELETED, PARENTS, TOP_LABELS, Broken, Defect, Plugin, fields_of

CONTAINER_CODES = """HEDR_VERSION HEDR_COUNT MASTER_TWICE MASTER_DATA ONAM_SIZE ONAM_OWN ONAM_ORDER
    GROUP_PARENT GROUP_LABEL GROUP_TOPIC GROUP_SIGNATURE GROUP_TWICE GROUP_BLOCK RECORD_GROUP
    FORM_ID_NULL FORM_ID_TWICE FORM_ID_MASTER FORM_ID_LIGHT FORM_VERSION FORM_VERSION_NEWER
    DELETED_BODY NAVM_GROUP NAVI_ONE NAVI_FORM_ID NAVI_COMPRESSED ZLIB_SHORT ZLIB_SIZE ZLIB_DATA
    ZLIB_TAIL FIELD_SIZE LONG_FIELD LONG_FIELD_STATED LONG_FIELD_NEEDLESS""".split()
NAVI_CODES = """NAVI_FIELD_UNKNOWN NAVI_FIELD_TWICE NAVI_FIELD_ORDER NAVI_VERSION NAVI_VERSION_LENGTH
    NAVI_VERSION_MISSING NVMI_DUPLICATE NVMI_LENGTH NVMI_COUNT NVMI_TRAILING NVMI_CATEGORY NVMI_ISLAND_FLAG
    NVMI_ISLAND_CATEGORY NVMI_CELL_MARKER NVMI_DOOR_MARKER NVMI_FINITE NVMI_RANGE NVMI_FRACTION
    NVMI_FRACTION_ZERO NVMI_GRID NVMI_NULL NVMI_MASTER NVMI_LINK_TWICE NVMI_LINK_SELF NVMI_LINK_BOTH
    NVMI_DOOR_TWICE NVMI_BOX NVMI_BOX_VERTICES NVMI_BOX_CENTER NVMI_TRIANGLE_INDEX
    NVMI_TRIANGLE_DEGENERATE NVMI_TRIANGLES_ALONE NVMI_UNUSED_VERTEX NVPP_MISSING NVPP_LENGTH
    NVPP_COUNT NVPP_TRAILING NVPP_SQUARE NVPP_INDEX NVPP_NODE_TWICE NVPP_NULL NVPP_EMPTY_PATH
    NVPP_ENDS NVPP_MASTER NVSI_LENGTH NVSI_NULL NVSI_TWICE""".split()
CROSS_CODES = """NVMI_DOOR_SHARED NVMI_LINK_ONE_WAY NVMI_LINK_WORLD NVMI_LINK_CELL
    NVMI_LINK_UNKNOWN NVPP_NODE_UNKNOWN NVPP_STEP NVSI_LIVE NVNM_LINK_UNKNOWN NVNM_LINK_TRIANGLE
    NVNM_LINK_WORLD NVNM_LINK_RECIPROCAL NVNM_DOOR_REFERENCE NVNM_PARENT_CELL NVNM_PARENT_WORLD
    NVNM_PARENT_GRID NAVM_DELETED NAVM_DELETED_LISTED NAVI_MISSING NAVI_MISSING_OVERRIDES
    NAVM_NO_NVMI NAVM_NO_NVMI_ALONE NVMI_NO_NAVM NVMI_FOREIGN NVMI_DELETED NVMI_LINKS_MISSING
    NVMI_LINKS_EXTRA NVMI_PREFERRED_STALE NVMI_DOORS_MISSING NVMI_DOORS_EXTRA NVMI_FRACTION_STALE
    NVMI_PARENT_STALE NVMI_CENTER_STALE NVMI_BOX_STALE DOOR_NO_PLACE DOOR_LENGTH DOOR_NAVMESH
    DOOR_TRIANGLE DOOR_UNANSWERED""".split()
CODES = ["SKYRIM_" + c for c in CONTAINER_CODES + NAVI_CODES + CROSS_CODES] + MESH_CODES

# What is missing may stand behind the end of a file that was cut off.
ABSENCE_CODES = """NVPP_MISSING NVMI_LINK_UNKNOWN NVMI_NO_NAVM NVMI_FOREIGN NVNM_LINK_UNKNOWN
    NVNM_DOOR_REFERENCE NVNM_LINK_RECIPROCAL DOOR_NAVMESH NAVM_NO_NVMI NAVM_NO_NVMI_ALONE NAVI_MISSING
    NAVI_MISSING_OVERRIDES""".split()

NAVI_FORM = 0x00012FB4
NAVI_ORDER = [b"EDID", b"NVER", b"NVMI", b"NVPP", b"NVSI"]
NAVM_FIELDS = [b"EDID", b"NVNM", b"ONAM", b"PNAM", b"NNAM"]
MIB = 1 << 20


class Rules(Judgement):
    """Codes without the prefix. is_whole: all that the cross references speak of could be read.
    unread: fields that could not: how much of them is judged nevertheless is open.
    """

    def __init__(self):
        super().__init__(CODES)
        self.is_whole = True
        self.unread = []

    def found(self, code, place):
        super().found(code if code.startswith("SKYRIM_") else "SKYRIM_" + code, place)

    def leave_open(self, code, place):
        super().leave_open(code if code.startswith("SKYRIM_") else "SKYRIM_" + code, place)

    def also(self, code, place, *others):
        """Found, but where something is wrong with what it depends on: one fault is told once."""
        (self.leave_open if self.is_told(*others) else self.found)(code, place)

    def is_told(self, *places):
        return any(place in places for _, place in self.findings)

    def is_open(self, code, place):
        unread = any(field.has(place) for field in self.unread)
        return unread or code not in self.codes or super().is_open(code, place)

    def defect(self, defect):
        self.found(defect.code, defect.place)
        self.is_whole = False

    def read(self, payload, field):
        """The payload of a field, None if it cannot be read to its end."""
        start = copy.copy(field.part)
        try:
            read = payload(field)
        except Defect as defect:
            self.defect(defect)
            self.unread.append(start)
            return None
        if read.trailing_at is not None:
            self.defect(Defect(payload.PREFIX + "_TRAILING", read.trailing_at))
        return read


def repeats(pairs):
    """Of (value, place) those whose value was there before."""
    seen = set()
    for value, place in pairs:
        if value in seen:
            yield value, place
        seen.add(value)


# ---- Container: 2.1 ----


def check_header(plugin, j):
    nearest = min(abs(plugin.game - known) for known in (0.94, 1.7, 1.71))
    if not nearest < 1e-6:
        (j.leave_open if nearest < 0.002 else j.found)("HEDR_VERSION", plugin.game_at)
    if plugin.count != len(plugin.records) + len(plugin.groups):
        j.found("HEDR_COUNT", plugin.count_at)
    highest = -1
    for form, place in plugin.onam:
        if form >> 24 >= len(plugin.masters):
            j.found("ONAM_OWN", place)
        if form >> 24 < highest:
            j.found("ONAM_ORDER", place)
        highest = max(highest, form >> 24)


def check_groups(plugin, j):
    tops = [g for g in plugin.groups if g.type == 0 and g.parent is None]
    for _, place in repeats((g.label, g.label_at) for g in tops):
        j.found("GROUP_TWICE", place)
    for group in plugin.groups:
        check_label(group, j)
        if not is_at_home(group):
            j.found("GROUP_PARENT", group.type_at)
            for code in ("GROUP_LABEL", "GROUP_TOPIC", "GROUP_SIGNATURE"):
                j.leave_open(code, group.label_at)


def is_at_home(group):
    parent = group.parent
    if group.type == 0 or parent is None:
        return group.type == 0 and parent is None
    if parent.type not in PARENTS[group.type]:
        return False
    return parent.type != 0 or parent.label == TOP_LABELS.get(group.type)


def check_label(group, j):
    if group.type == 0 and not all(65 <= byte <= 90 for byte in group.label):
        known = all(32 < byte < 127 for byte in group.label)
        (j.leave_open if known else j.found)("GROUP_SIGNATURE", group.label_at)
    front = {1: b"WRLD", 6: b"CELL", 7: b"DIAL"}.get(group.type)
    code = "GROUP_TOPIC" if group.type == 7 else "GROUP_LABEL"
    if front and not (group.front and group.front.type == front and group.front.form == group.number):
        j.found(code, group.label_at)
    if group.type in (8, 9) and group.parent and group.number != group.parent.number:
        j.found(code, group.label_at)


def check_records(plugin, j):
    for record in plugin.records:
        group = record.group
        if group.type == 0 and is_at_home(group) and record.type != group.label:
            j.found("RECORD_GROUP", record.at)
        if record.form == 0:
            j.found("FORM_ID_NULL", record.form_at)
        elif plugin.is_beyond(record.form):
            j.found("FORM_ID_MASTER", record.form_at)
        if record.type in (b"NAVI", b"NAVM"):
            check_version(plugin, record, j)
        check_light(plugin, record, j)
    for form, place in repeats((r.form, r.form_at) for r in plugin.records):
        if form != 0:
            j.found("FORM_ID_TWICE", place)
            j.is_whole = False


def check_version(plugin, record, j):
    if not 40 <= record.version <= 44:
        j.found("FORM_VERSION", record.version_at)
    elif record.version > plugin.header.version:
        j.found("FORM_VERSION_NEWER", record.version_at)


def check_light(plugin, record, j):
    if not plugin.header.flags & 0x200 or not plugin.is_own(record.form):
        return
    least = 0 if plugin.game > 1.705 else 0x800
    if not least <= record.form & 0xFFFFFF <= 0xFFF:
        j.found("FORM_ID_LIGHT", record.form_at)


# ---- Cells ----


class Cell:
    """grid: (x, y) of XCLC, if it has one."""

    def __init__(self, record):
        self.record, self.form, self.grid, self.is_whole = record, record.form, None, True

    def read(self, j):
        record = self.record
        for field in fields_of(record.part(j, 16 * MIB), j):
            if field.type == b"XCLC" and field.part.left() >= 8:
                self.grid = (field.part.value("i32"), field.part.value("i32"))


def read_cells(plugin, j):
    """Those of navmeshes; of others only what can be read."""
    groups = [r.group.around(6) for r in plugin.records if r.type == b"NAVM"]
    owners = [group.front for group in groups if group and group.front and group.front.form == group.number]
    cells = []
    for record in plugin.records:
        if record.type == b"CELL":
            cells.append(Cell(record))
            try:
                cells[-1].read(j)
            except Defect as defect:
                (j.found if record in owners else j.leave_open)(defect.code, defect.place)
                cells[-1].grid, cells[-1].is_whole = None, False
    return cells


def check_blocks(cells, j):
    for cell in cells:
        group = cell.record.group
        path = {g.type: g for g in group.path()}
        is_open = group.type == 5 and not cell.is_whole
        if is_open or not all(is_at_home(g) for g in group.path()):
            for g in group.path():
                j.leave_open("GROUP_BLOCK", g.label_at)
        elif group.type == 3:
            number = cell.form & 0xFFFFFF
            expect_block(path[2], number % 10, j)
            expect_block(path[3], number // 10 % 10, j)
        elif group.type == 5 and cell.grid:
            for kind, side in ((4, 32), (5, 8)):
                expect_block(path[kind], label_of([math.floor(c / side) for c in cell.grid]), j)


def label_of(grid):
    """y and x, each in 16 bits; None if they are too large."""
    if not all(-0x8000 <= c < 0x8000 for c in grid):
        return None
    return (grid[0] & 0xFFFF) << 16 | grid[1] & 0xFFFF


def expect_block(group, number, j):
    if group.number != number:
        j.found("GROUP_BLOCK", group.label_at)


# ---- NAVI: 2.2 ----


class Navi:
    def __init__(self, record):
        self.record = record
        self.entries, self.nvpp, self.deleted = [], None, []


def read_navi(plugin, j):
    records = [r for r in plugin.records if r.type == b"NAVI"]
    for record in records[1:]:
        j.found("NAVI_ONE", record.at)
        j.leave_open("FORM_VERSION", record.version_at)  # not judged further
        j.leave_open("FORM_VERSION_NEWER", record.version_at)
        j.is_whole = False
    if not records:
        return None
    record = records[0]
    if record.form != NAVI_FORM or plugin.masters[:1] != [b"skyrim.esm"]:
        j.found("NAVI_FORM_ID", record.form_at)
    if record.flags & COMPRESSED:
        j.found("NAVI_COMPRESSED", record.flags_at)
    navi = Navi(record)
    try:
        fields = list(fields_of(record.part(j, 64 * MIB), j))
    except Defect as defect:
        j.defect(defect)
        return navi
    check_navi_fields(record, fields, j)
    for field in fields:
        read_navi_field(navi, field, j)
    if not any(f.type == b"NVPP" for f in fields) or navi.nvpp and navi.nvpp.is_empty():
        j.found("NVPP_MISSING", record.at)
    elif navi.nvpp is None:
        j.leave_open("NVPP_MISSING", record.at)  # its count of paths may be 0
    return navi


def check_navi_fields(record, fields, j):
    before = 0
    for number, field in enumerate(fields):
        if field.type not in NAVI_ORDER:
            j.found("NAVI_FIELD_UNKNOWN", field.at)
            continue
        if field.type in (b"NVER", b"NVPP", b"NVSI") and field.type in [f.type for f in fields[:number]]:
            j.found("NAVI_FIELD_TWICE", field.at)
            j.is_whole = False
            continue
        rank = NAVI_ORDER.index(field.type)
        if rank < before and rank > 0:
            j.found("NAVI_FIELD_ORDER", field.at)
        before = rank or before
    if not any(field.type == b"NVER" for field in fields):
        j.found("NAVI_VERSION_MISSING", record.at)


def read_navi_field(navi, field, j):
    try:
        if field.type == b"NVER":
            read_version(field, j)
        elif field.type == b"NVMI":
            navi.entries += filter(None, [j.read(Nvmi, field)])
        elif field.type == b"NVPP" and navi.nvpp is None:
            navi.nvpp = j.read(Nvpp, field)
        elif field.type == b"NVSI" and not navi.deleted:
            read_deleted(navi, field, j)
    except Defect as defect:
        j.defect(defect)


def read_version(field, j):
    if field.part.left() != 4:
        raise Defect("NAVI_VERSION_LENGTH", field.at)
    version, place = field.part.read("u32")
    if version != 12:
        raise Defect("NAVI_VERSION", place)


def read_deleted(navi, field, j):
    if field.part.left() % 4:
        raise Defect("NVSI_LENGTH", field.at)
    while field.part.left():
        navi.deleted.append(field.part.read("u32"))
    for form, place in navi.deleted:
        if form == 0:
            j.found("NVSI_NULL", place)
    for form, place in repeats(navi.deleted):
        (j.found if form else j.leave_open)("NVSI_TWICE", place)


def check_duplicates(navi, j):
    for form, place in repeats((entry.form, entry.form_at) for entry in navi.entries):
        (j.found if form else j.leave_open)("NVMI_DUPLICATE", place)
        j.is_whole = False


def check_entry(plugin, n, j):
    check_entry_head(n, j)
    check_entry_ids(plugin, n, j)
    check_entry_grid(n, j)
    for listed in (n.links, n.preferred):
        for _, place in repeats(listed):
            j.found("NVMI_LINK_TWICE", place)
    for form, place in n.all_links():
        if form == n.form and form:
            j.found("NVMI_LINK_SELF", place)
    for form, place in n.preferred:
        if form in [other for other, _ in n.links]:
            j.also("NVMI_LINK_BOTH", place, place)
    for _, place in repeats(door for _, door in n.doors):
        j.found("NVMI_DOOR_TWICE", place)
    if n.island:
        check_island(n, j)


def check_entry_head(n, j):
    if n.category not in (0, 0x20, 0x40):
        j.found("NVMI_CATEGORY", n.category_at)
    if bool(n.category & 0x20) != bool(n.has_island):
        j.also("NVMI_ISLAND_CATEGORY", n.category_at, n.category_at)
    if n.marker[0] != CELL_MARKER:
        j.found("NVMI_CELL_MARKER", n.marker[1])
    for (marker, place), _ in n.doors:
        if marker != DOOR_MARKER:
            j.found("NVMI_DOOR_MARKER", place)
    for value, place in n.center:
        check_number(value, place, j)
    if not finite(n.fraction):
        j.found("NVMI_FINITE", n.fraction_at)
    elif not 0 <= n.fraction <= 1:
        j.found("NVMI_FRACTION", n.fraction_at)
    elif n.preferred and n.fraction == 0:
        j.found("NVMI_FRACTION_ZERO", n.fraction_at)


def check_number(value, place, j, *others):
    if not finite(value):
        j.found("NVMI_FINITE", place)
    elif abs(value) > 1e6:
        j.also("NVMI_RANGE", place, *others)


def check_entry_ids(plugin, n, j):
    parent = (n.place.world, n.place.world_at) if n.place.world else (n.place.cell, n.place.cell_at)
    ids = [(n.form, n.form_at), parent] + n.all_links() + [door for _, door in n.doors]
    for form, place in ids:
        if form == 0:
            j.found("NVMI_NULL", place)
        elif plugin.is_beyond(form):
            j.found("NVMI_MASTER", place)


def check_entry_grid(n, j):
    if not n.place.world:
        return
    x, y = n.center[0][0], n.center[1][0]
    told = [place for _, place in n.center]
    if finite(x) and math.floor(x / 4096) != n.place.x:
        j.also("NVMI_GRID", n.place.x_at, *told)
    if finite(y) and math.floor(y / 4096) != n.place.y:
        j.also("NVMI_GRID", n.place.y_at, *told)


def check_island(n, j):
    island = n.island
    for value, place in island.low + island.high:
        check_number(value, place, j)
    told = [place for _, place in island.low + island.high]
    finite_box = not j.is_told(*told)
    for (low, place), (high, _) in zip(island.low, island.high):
        if low > high:
            (j.found if finite_box else j.leave_open)("NVMI_BOX", place)
    check_island_box(n, j)
    for vertex in island.vertices:
        for value, place in vertex:
            check_number(value, place, j, vertex[0][1], *[at for _, at in island.low + island.high])
    check_island_triangles(island, j)


def check_island_box(n, j):
    low, high = [v for v, _ in n.island.low], [v for v, _ in n.island.high]
    center = [v for v, _ in n.center]
    if not all(finite(v) for v in low + high) or any(a > b for a, b in zip(low, high)):
        return
    if all(finite(v) for v in center) and far(center, low, high, 1) is True:
        j.found("NVMI_BOX_CENTER", n.center[0][1])
    for vertex in n.island.vertices:
        values = [v for v, _ in vertex]
        if all(finite(v) for v in values) and far(values, low, high, 0.01):
            j.found("NVMI_BOX_VERTICES", vertex[0][1])


def check_island_triangles(island, j):
    count = len(island.vertices)
    if bool(island.triangles) != bool(island.vertices):
        j.found("NVMI_TRIANGLES_ALONE", island.vertex_count[1])
        return
    for triangle in island.triangles:
        for vertex, place in triangle:
            if vertex >= count:
                j.found("NVMI_TRIANGLE_INDEX", place)
        if len({vertex for vertex, _ in triangle}) < 3:
            j.found("NVMI_TRIANGLE_DEGENERATE", triangle[0][1])
    used = {vertex for triangle in island.triangles for vertex, _ in triangle}
    for number, vertex in enumerate(island.vertices):
        if number not in used:
            j.found("NVMI_UNUSED_VERTEX", vertex[0][1])


def check_roads(plugin, navi_at, nvpp, j):
    if nvpp.is_empty():
        return
    n = len(nvpp.nodes)
    if not nvpp.paths:
        j.leave_open("NVPP_MISSING", navi_at)  # nodes without paths
    if len(nvpp.paths) != n * n:
        j.found("NVPP_SQUARE", nvpp.path_count[1])
    for index, place in (node[1] for node in nvpp.nodes):
        if index >= n:
            j.found("NVPP_INDEX", place)
    for index, place in repeats(node[1] for node in nvpp.nodes):
        if index < n:
            j.found("NVPP_INDEX", place)
    for form, place in repeats(node[0] for node in nvpp.nodes):
        if form:
            j.found("NVPP_NODE_TWICE", place)
    for (form, place), _ in nvpp.nodes:
        if form == 0:
            j.found("NVPP_NULL", place)
    for form, place in [node[0] for node in nvpp.nodes] + [step for _, path in nvpp.paths for step in path]:
        if plugin.is_beyond(form):
            j.found("NVPP_MASTER", place)
    nodes = [place for node in nvpp.nodes for _, place in node]
    if len(nvpp.paths) == n * n and not j.is_told(*nodes):
        check_paths(nvpp, j)


def check_paths(nvpp, j):
    by_index = {index: form for (form, _), (index, _) in nvpp.nodes}
    for number, (count, path) in enumerate(nvpp.paths):
        if not path:
            j.found("NVPP_EMPTY_PATH", count[1])
            continue
        first, last = divmod(number, len(nvpp.nodes))
        if path[0][0] != by_index[first]:
            j.found("NVPP_ENDS", path[0][1])
        if path[-1][0] != by_index[last]:
            j.found("NVPP_ENDS", path[-1][1])


# ---- NAVM ----


class Mesh:
    """A NAVM record; body: its NVNM, None if it is deleted or cannot be read."""

    def __init__(self, record):
        self.record, self.form, self.body = record, record.form, None
        self.is_deleted = bool(record.flags & DELETED)


def read_meshes(plugin, j):
    meshes = []
    for record in plugin.records:
        if record.type == b"NAVM":
            mesh = Mesh(record)
            meshes.append(mesh)
            read_mesh(plugin, mesh, j)
    return meshes


def read_mesh(plugin, mesh, j):
    record = mesh.record
    group = record.group
    if group.type != 9 or not group.parent or group.parent.type != 6:
        j.found("NAVM_GROUP", record.at)
    if mesh.is_deleted:
        if record.size:
            j.found("DELETED_BODY", record.at + 4)
        return
    try:
        fields = list(fields_of(record.part(j, 16 * MIB), j))
        check_navm_fields(mesh, fields, j)
    except Defect as defect:
        j.defect(defect)
    if mesh.body:
        check_mesh(plugin, mesh.body, j)


def check_navm_fields(mesh, fields, j):
    for field in fields:
        if field.type not in NAVM_FIELDS:
            j.found("NAVM_FIELD_UNKNOWN", field.at)
        unit = {b"ONAM": 4, b"PNAM": 2, b"NNAM": 2}.get(field.type, 1)
        if field.part.left() % unit:
            j.found("NAVM_LIST_LENGTH", field.at)
    shapes = [field for field in fields if field.type == b"NVNM"]
    for field in shapes[1:]:
        j.found("NAVM_GEOMETRY_TWICE", field.at)
        j.is_whole = False
    if not shapes:
        raise Defect("NAVM_GEOMETRY_MISSING", mesh.record.at)
    mesh.body = j.read(Nvnm, shapes[0])
    for field in fields:
        if field.type in (b"PNAM", b"NNAM"):
            if mesh.body:
                check_vertex_list(mesh.body, field.part, j)
            else:
                j.unread.append(field.part)


def check_vertex_list(body, part, j):
    while part.left() >= 2:
        vertex, place = part.read("u16")
        if vertex >= len(body.vertices):
            j.found("NAVM_LIST_VERTEX", place)


def judge(data):
    j = Rules()
    try:
        plugin = Plugin(data, j)
    except (Broken, Truncated):
        return Judgement(broken=True)
    j.fields = plugin.fields
    check_header(plugin, j)
    check_groups(plugin, j)
    check_records(plugin, j)
    cells = read_cells(plugin, j)
    check_blocks(cells, j)
    navi = read_navi(plugin, j)
    if navi:
        check_duplicates(navi, j)
        for entry in navi.entries:
            check_entry(plugin, entry, j)
        if navi.nvpp:
            check_roads(plugin, navi.record.at, navi.nvpp, j)
    meshes = read_meshes(plugin, j)
    doors = read_doors(plugin, j)
    # Tools differ on what an id of no master means.
    if j.is_whole and not any(code.endswith("_MASTER") for code, _ in j.findings):
        check_cross(Known(plugin, navi, meshes, cells, doors), j)
    else:
        j.codes -= {"SKYRIM_" + code for code in CROSS_CODES}
    if plugin.count > len(plugin.records) + len(plugin.groups):
        j.codes -= {"SKYRIM_" + code for code in ABSENCE_CODES}
    return j


def options(data):
    return ()


def is_comparable(report):
    return True


# ---- Packed records ----


def with_records(data, change):
    """The plugin with other data in its navmeshes; change(record, body) gives None to leave them."""
    j = Rules()
    try:
        plugin = Plugin(data, j)
    except (Broken, Truncated):
        return data
    out = bytearray(data)
    for record in reversed(plugin.records):
        body = data[record.body : record.body + record.size]
        other = change(record, body) if record.type == b"NAVM" else None
        if other is not None:
            replace_body(out, record, other)
    return bytes(out)


def replace_body(out, record, body):
    """Packs what was plain, and the other way round; the groups around it change their sizes."""
    out[record.body : record.body + record.size] = body
    struct.pack_into("<II", out, record.at + 4, len(body), record.flags ^ COMPRESSED)
    for group in record.group.path():
        size = struct.unpack_from("<I", out, group.at + 4)[0]
        struct.pack_into("<I", out, group.at + 4, size + len(body) - record.size)


def unpacked(data):
    """The plugin with its navmeshes plain, so that they can be changed."""

    def change(record, body):
        try:
            return zlib.decompress(body[4:]) if record.flags & COMPRESSED else None
        except zlib.error:
            return None

    return with_records(data, change)


def repacked(data, dice):
    """The plugin with some of its navmeshes packed."""

    def change(record, body):
        if record.flags & (COMPRESSED | DELETED) or dice.random() < 0.3:
            return None
        return struct.pack("<I", len(body)) + zlib.compress(body)

    return with_records(data, change)
