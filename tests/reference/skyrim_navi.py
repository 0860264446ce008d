"""The rules of the NAVI record by itself: section 2.2 of the fact sheet."""

import math

from skyrim_mesh import far, finite
from skyrim_payloads import CELL_MARKER, DOOR_MARKER, Nvmi, Nvpp
from skyrim_plugin import COMPRESSED, Defect, fields_of, repeats

NAVI_CODES = """NAVI_FIELD_UNKNOWN NAVI_FIELD_TWICE NAVI_FIELD_ORDER NAVI_VERSION NAVI_VERSION_LENGTH
    NAVI_VERSION_MISSING NVMI_DUPLICATE NVMI_LENGTH NVMI_COUNT NVMI_TRAILING NVMI_CATEGORY NVMI_ISLAND_FLAG
    NVMI_ISLAND_CATEGORY NVMI_CELL_MARKER NVMI_DOOR_MARKER NVMI_FINITE NVMI_RANGE NVMI_FRACTION
    NVMI_FRACTION_ZERO NVMI_GRID NVMI_NULL NVMI_MASTER NVMI_LINK_TWICE NVMI_LINK_SELF NVMI_LINK_BOTH
    NVMI_DOOR_TWICE NVMI_BOX NVMI_BOX_VERTICES NVMI_BOX_CENTER NVMI_TRIANGLE_INDEX
    NVMI_TRIANGLE_DEGENERATE NVMI_TRIANGLES_ALONE NVMI_UNUSED_VERTEX NVPP_MISSING NVPP_LENGTH
    NVPP_COUNT NVPP_TRAILING NVPP_SQUARE NVPP_INDEX NVPP_NODE_TWICE NVPP_NULL NVPP_PATH_NULL NVPP_EMPTY_PATH
    NVPP_ENDS NVPP_MASTER NVSI_LENGTH NVSI_NULL NVSI_TWICE""".split()

NAVI_FORM = 0x00012FB4
NAVI_ORDER = [b"EDID", b"NVER", b"NVMI", b"NVPP", b"NVSI"]
MOST_BYTES = 1 << 26


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
        fields = list(fields_of(record.part(j, MOST_BYTES), j))
    except Defect as defect:
        j.defect(defect)
        return navi
    check_navi_fields(record, fields, j)
    for field in fields:
        read_navi_field(navi, field, j)
    if not any(f.type == b"NVPP" for f in fields) or navi.nvpp and navi.nvpp.is_empty():
        j.found("NVPP_MISSING", record.at)
    elif navi.nvpp is None or navi.nvpp.trailing_at is not None:
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


def check_duplicates(plugin, navi, j):
    for form, place in repeats((plugin.key(entry.form), entry.form_at) for entry in navi.entries):
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
    for form, place in (step for _, path in nvpp.paths for step in path):
        if form == 0:
            j.found("NVPP_PATH_NULL", place)
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
        for (form, place), wanted in ((path[0], by_index[first]), (path[-1], by_index[last])):
            if form not in (0, wanted):
                j.found("NVPP_ENDS", place)
