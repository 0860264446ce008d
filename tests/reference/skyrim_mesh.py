"""The rules of one NVNM by itself: section 2.3 of the fact sheet."""

import math

from skyrim_payloads import CELL_MARKER, DOOR_MARKER

MESH_CODES = """NVNM_VERSION NVNM_LENGTH NVNM_COUNT NVNM_TRAILING NVNM_CELL_MARKER NVNM_DIVISOR
    NVNM_EMPTY NVNM_TRIANGLE_COUNT NVNM_FINITE NVNM_BOUND_FINITE NVNM_BOUNDS_ORDER NVNM_BOUNDS
    NVNM_UNUSED_VERTEX NVNM_EXTENT NVNM_VERTEX_INDEX NVNM_DEGENERATE NVNM_EDGE_INDEX NVNM_LINK_INDEX
    NVNM_EDGE_SELF NVNM_EDGE_TWICE NVNM_EDGE_SYMMETRY NVNM_EDGE_VERTICES NVNM_FLAG_UNKNOWN NVNM_AREA
    NVNM_DOWN NVNM_OPPOSITE NVNM_LINK_TYPE NVNM_LINK_NULL NVNM_LINK_USED NVNM_MASTER
    NVNM_DOOR_TRIANGLE NVNM_DOOR_FLAG NVNM_DOOR_COUNT NVNM_DOOR_MARKER NVNM_DOOR_NULL
    NVNM_COVER_INDEX NVNM_COVER_TWICE NVNM_COVER_FLAGS NVNM_COVER_MISSING NVNM_GRID_STEP
    NVNM_GRID_INDEX NVNM_GRID_TWICE NVNM_GRID_OVERLAP NVNM_GRID_MISSING NAVM_FIELD_UNKNOWN
    NAVM_GEOMETRY_MISSING NAVM_GEOMETRY_TWICE NAVM_LIST_LENGTH NAVM_LIST_VERTEX
    NAVM_LIST_NULL NVNM_LIMIT""".split()

IS_DELETED, IS_PREFERRED, IS_DOOR, KNOWN_FLAGS = 0x8, 0x40, 0x400, 0x0E7F
IS_COVER = 0x0FFF
CELL = 4096


def finite(value):
    return math.isfinite(value)


def far(point, low, high, distance):
    """Whether a point is out of the box by more than the distance."""
    return any(v < a - distance or v > b + distance for v, a, b in zip(point, low, high))


def check_mesh(plugin, m, j):
    check_head(plugin, m, j)
    for triangle in m.triangles:
        check_triangle(m, triangle, j)
    check_vertices(m, j)
    check_bounds(m, j)
    for number in range(len(m.triangles)):
        check_edges(m, number, j)
    check_backs(m, j)
    check_shapes(m, j)
    check_links(plugin, m, j)
    check_doors(plugin, m, j)
    check_cover(m, j)
    if m.divisor:
        check_step(m, j)
        check_grid(m, j)


def check_head(plugin, m, j):
    if m.marker[0] != CELL_MARKER:
        j.found("NVNM_CELL_MARKER", m.marker[1])
    form, place = (m.place.world, m.place.world_at) if m.place.world else (m.place.cell, m.place.cell_at)
    if plugin.is_beyond(form):
        j.found("NVNM_MASTER", place)
    lists = ((m.vertices, m.vertex_count, 65535), (m.triangles, m.triangle_count, 32767),
             (m.links, m.link_count, 32767))
    for listed, (_, at), most in lists:
        if len(listed) > most:
            j.found("NVNM_LIMIT", at)
    if len(m.vertices) < 3:
        j.found("NVNM_EMPTY", m.vertex_count[1])
    elif not m.triangles:
        j.found("NVNM_EMPTY", m.triangle_count[1])
    if len(m.triangles) > (3500 if m.place.world else 5000):
        j.found("NVNM_TRIANGLE_COUNT", m.triangle_count[1])


def is_sound(m):
    return all(finite(v) for point in m.points() for v in point)


def check_vertices(m, j):
    used = {v for triangle in m.triangles for v in triangle.corners()}
    for number, (at, values) in enumerate(m.vertices):
        if number not in used and m.triangles:
            j.also("NVNM_UNUSED_VERTEX", at, *[place for t in m.triangles for _, place in t.vertices])
        for value, place in values:
            if not finite(value):
                j.found("NVNM_FINITE", place)
    if m.place.world and m.vertices and is_sound(m):
        low = [m.place.x * CELL, m.place.y * CELL]
        high = [v + CELL for v in low]
        if any(far(point[:2], low, high, 1) for point in m.points()):
            j.found("NVNM_EXTENT", m.vertices[0][0])


def check_bounds(m, j):
    for value, place in m.low + m.high + m.step:
        if not finite(value):
            j.found("NVNM_BOUND_FINITE", place)
    every = [place for _, place in m.low + m.high + m.step]
    for (low, place), (high, _) in zip(m.low, m.high):
        if low > high:
            j.also("NVNM_BOUNDS_ORDER", place, *every)
    if not j.is_told(*every):
        check_box(m, j)


def check_box(m, j):
    """The bounds are those of the vertices that triangles have, and hold all others."""
    used = {v for triangle in m.triangles for v in triangle.corners()}
    if not used or max(used) >= len(m.vertices) or not is_sound(m):
        return
    points, every = [m.point(v) for v in used], m.points()
    for axis, ((low, low_at), (high, high_at)) in enumerate(zip(m.low, m.high)):
        lowest, highest = min(p[axis] for p in points), max(p[axis] for p in points)
        if abs(low - lowest) > 0.01 or low > min(p[axis] for p in every) + 0.01:
            j.found("NVNM_BOUNDS", low_at)
        if abs(high - highest) > 0.01 or high < max(p[axis] for p in every) - 0.01:
            j.found("NVNM_BOUNDS", high_at)


# ---- Triangles ----


def check_triangle(m, triangle, j):
    for vertex, place in triangle.vertices:
        if vertex >= len(m.vertices):
            j.found("NVNM_VERTEX_INDEX", place)
    if len(set(triangle.corners())) < 3:
        j.also("NVNM_DEGENERATE", triangle.at, *[place for _, place in triangle.vertices])
    if triangle.flags & ~KNOWN_FLAGS:
        j.found("NVNM_FLAG_UNKNOWN", triangle.flags_at)
    for edge, (index, place) in enumerate(triangle.edges):
        if triangle.is_link(edge) and not 0 <= index < len(m.links):
            j.found("NVNM_LINK_INDEX", place)
        if not triangle.is_link(edge) and not -1 <= index < len(m.triangles):
            j.found("NVNM_EDGE_INDEX", place)


def check_edges(m, number, j):
    triangle = m.triangles[number]
    seen = []
    for edge, other, place in triangle.neighbours():
        if not 0 <= other < len(m.triangles):
            continue
        if other == number:
            j.found("NVNM_EDGE_SELF", place)
            continue
        if other in seen:
            j.found("NVNM_EDGE_TWICE", place)
        seen.append(other)


def check_backs(m, j):
    for number, triangle in enumerate(m.triangles):
        for edge, other, place in triangle.neighbours():
            if 0 <= other < len(m.triangles) and other != number:
                check_back(m, number, edge, place, j)


def check_back(m, number, edge, place, j):
    """The neighbour over an edge leads back, and over an edge with the same two vertices."""
    triangle = m.triangles[number]
    other = m.triangles[triangle.edges[edge][0]]
    backs = [e for e, t, _ in other.neighbours() if t == number]
    if not backs:
        j.also("NVNM_EDGE_SYMMETRY", place, place)
    elif all(other.sides()[back] != triangle.sides()[edge] for back in backs):
        told = [at for t in (triangle, other) for at in [t.at] + [at for _, at in t.vertices + t.edges]]
        j.also("NVNM_EDGE_VERTICES", place, *told)


def normal(m, triangle):
    """Of a triangle whose corners are there; z is twice the area seen from above."""
    a, b, c = (m.point(v) for v in triangle.corners())
    u = [q - p for p, q in zip(a, b)]
    w = [q - p for p, q in zip(a, c)]
    return [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]]


def can_be_seen(m, triangle):
    corners = triangle.corners()
    return max(corners) < len(m.vertices) and all(finite(v) for c in corners for v in m.point(c))


def can_be_drawn(m, triangle):
    return can_be_seen(m, triangle) and len(set(triangle.corners())) == 3


def check_shapes(m, j):
    told = [at for _, point in m.vertices for _, at in point]
    for number, triangle in enumerate(m.triangles):
        if not can_be_drawn(m, triangle):
            continue
        area = normal(m, triangle)[2]
        if area == 0:
            j.also("NVNM_AREA", triangle.at, *told)
        elif area < 0:
            j.also("NVNM_DOWN", triangle.at, *told)
        for edge, other, place in triangle.neighbours():
            if 0 <= other < len(m.triangles) and other != number and can_be_drawn(m, m.triangles[other]):
                check_fold(m, number, other, place, j)


def check_fold(m, number, other, place, j):
    one, two = normal(m, m.triangles[number]), normal(m, m.triangles[other])
    if one[2] <= 0 or two[2] <= 0:
        return
    cosine = sum(p * q for p, q in zip(one, two)) / math.hypot(*one) / math.hypot(*two)
    if cosine < -0.9 and number < other:
        j.found("NVNM_OPPOSITE", place)


# ---- Links, doors, cover, grid ----


def check_links(plugin, m, j):
    for index, link in enumerate(m.links):
        if link.type > 3:
            j.found("NVNM_LINK_TYPE", link.type_at)
        if link.mesh == 0:
            j.found("NVNM_LINK_NULL", link.mesh_at)
        elif plugin.is_beyond(link.mesh):
            j.found("NVNM_MASTER", link.mesh_at)
        if len(m.users_of(index)) != 1:
            j.found("NVNM_LINK_USED", link.at)


def check_doors(plugin, m, j):
    count = len(m.triangles)
    for door in m.doors:
        if door.marker[0] != DOOR_MARKER:
            j.found("NVNM_DOOR_MARKER", door.marker[1])
        if door.form == 0:
            j.found("NVNM_DOOR_NULL", door.form_at)
        elif plugin.is_beyond(door.form):
            j.found("NVNM_MASTER", door.form_at)
        if not 0 <= door.triangle < count:
            j.found("NVNM_DOOR_TRIANGLE", door.triangle_at)
        elif not m.triangles[door.triangle].flags & IS_DOOR:
            j.found("NVNM_DOOR_FLAG", door.triangle_at)
    used = {door.triangle for door in m.doors}
    if any(t.flags & IS_DOOR and number not in used for number, t in enumerate(m.triangles)):
        j.found("NVNM_DOOR_COUNT", m.door_count[1])
    if not all(0 <= triangle < count for triangle in used):
        j.leave_open("NVNM_DOOR_COUNT", m.door_count[1])


def check_cover(m, j):
    seen = []
    for triangle, place in m.cover:
        if not 0 <= triangle < len(m.triangles):
            j.found("NVNM_COVER_INDEX", place)
        elif triangle in seen:
            j.found("NVNM_COVER_TWICE", place)
        elif not m.triangles[triangle].cover & IS_COVER:
            j.found("NVNM_COVER_FLAGS", place)
        seen.append(triangle)
    for number, triangle in enumerate(m.triangles):
        if triangle.cover & IS_COVER and number not in seen:
            j.found("NVNM_COVER_MISSING", triangle.cover_at)


def check_step(m, j):
    for (step, place), (low, _), (high, _) in zip(m.step, m.low, m.high):
        if all(finite(v) for v in (step, low, high)) and low <= high:
            if abs(step - (high - low) / m.divisor) > 1e-3:
                j.also("NVNM_GRID_STEP", place, *[at for _, at in m.low + m.high + m.step])


def check_grid(m, j):
    count = len(m.triangles)
    told = [at for _, at in m.low + m.high + m.step]
    told += [at for triangle in m.triangles for _, at in triangle.vertices]
    told += [at for _, point in m.vertices for _, at in point]
    for cell, listed in enumerate(m.cells):
        seen = []
        for triangle, place in listed:
            if not 0 <= triangle < count:
                j.found("NVNM_GRID_INDEX", place)
            elif triangle in seen:
                j.found("NVNM_GRID_TWICE", place)
            elif can_be_seen(m, m.triangles[triangle]) and not touches(m, triangle, cell):
                j.also("NVNM_GRID_OVERLAP", place, *told)
            seen.append(triangle)
    held = {triangle for listed in m.cells for triangle, _ in listed}
    for number, triangle in enumerate(m.triangles):
        if number not in held and not triangle.flags & IS_DELETED:
            j.found("NVNM_GRID_MISSING", triangle.at)


def touches(m, triangle, cell):
    """Whether the box of the triangle comes within a unit of the cell: y * G + x."""
    corners = [m.point(v) for v in m.triangles[triangle].corners()]
    for axis, number in ((0, cell % m.divisor), (1, cell // m.divisor)):
        start = m.low[axis][0] + number * m.step[axis][0]
        end = start + m.step[axis][0]
        values = [corner[axis] for corner in corners]
        if max(values) < start - 1 or min(values) > end + 1:
            return False
    return True
