"""What the records of a Skyrim plugin say of each other: sections 2.2 to 2.4 of the fact sheet.

Judged if all of them could be read, and no FormID is there twice.
"""

import math

from reader import Judgement
from skyrim_mesh import IS_PREFERRED
from skyrim_plugin import DELETED, Defect, fields_of

CROSS_CODES = """NVMI_DOOR_SHARED NVMI_LINK_ONE_WAY NVMI_LINK_SWITCHED NVMI_LINK_WORLD NVMI_LINK_CELL
    NVMI_LINK_UNKNOWN NVPP_NODE_UNKNOWN NVPP_STEP NVSI_LIVE NVNM_LINK_UNKNOWN NVNM_LINK_TRIANGLE
    NVNM_LINK_WORLD NVNM_LINK_RECIPROCAL NVNM_LINK_SWITCHED NVNM_DOOR_REFERENCE NVNM_PARENT_CELL NVNM_PARENT_WORLD
    NVNM_PARENT_GRID NAVM_DELETED NAVM_DELETED_LISTED NAVI_MISSING NAVI_MISSING_OVERRIDES
    NAVM_NO_NVMI NAVM_NO_NVMI_ALONE NVMI_NO_NAVM NVMI_FOREIGN NVMI_DELETED NVMI_LINKS_MISSING
    NVMI_LINKS_EXTRA NVMI_PREFERRED_STALE NVMI_DOORS_MISSING NVMI_DOORS_EXTRA NVMI_FRACTION_STALE
    NVMI_PARENT_STALE NVMI_CENTER_STALE NVMI_BOX_STALE DOOR_NO_PLACE DOOR_LENGTH DOOR_NAVMESH
    DOOR_TRIANGLE DOOR_UNANSWERED""".split()

PORTAL, LEDGE_UP, LEDGE_DOWN, SWITCHED_PORTAL = 0, 1, 2, 3
MOST_REFERENCE_BYTES = 1 << 20


class Known:
    """Who is there: navmeshes, entries, doors and cells by FormID."""

    def __init__(self, plugin, navi, meshes, cells, doors):
        self.plugin, self.navi, self.doors = plugin, navi, doors
        self.cells = {cell.form: cell for cell in cells}
        self.meshes = {mesh.form: mesh for mesh in meshes}
        self.entries = {entry.form: entry for entry in navi.entries if entry.form} if navi else {}
        self.deleted = [form for form, _ in navi.deleted] if navi else []
        self.nodes = [form for (form, _), _ in navi.nvpp.nodes] if navi and navi.nvpp else []

    def is_lost(self, form):
        """One of the plugin's own that it does not have."""
        return self.plugin.is_own(form) and form not in self.meshes


class Door:
    """A REFR; xtel: it leads elsewhere; xndp: the field that says on which triangle it is."""

    def __init__(self, record, j):
        self.record, self.form = record, record.form
        fields = list(fields_of(record.part(j, MOST_REFERENCE_BYTES), Judgement()))
        self.xtel = any(field.type == b"XTEL" for field in fields)
        self.xndp = [field for field in fields if field.type == b"XNDP"]


def read_doors(plugin, j):
    doors = {}
    for record in plugin.records:
        if record.type == b"REFR" and not record.flags & DELETED:
            try:
                doors[record.form] = Door(record, j)
            except Defect as defect:
                j.defect(defect)
    return doors


def check_cross(known, j):
    for mesh in known.meshes.values():
        check_registered(known, mesh, j)
        if mesh.body:
            check_parent(known, mesh, j)
            check_links(known, mesh, j)
            check_mesh_doors(known, mesh, j)
    check_portals(known, j)
    check_navi_missing(known, j)
    for door in known.doors.values():
        check_door(known, door, j)
    if known.navi:
        check_entries(known, j)


# ---- Navmeshes ----


def check_registered(known, mesh, j):
    if mesh.is_deleted:
        listed = mesh.form in known.deleted
        j.found("NAVM_DELETED_LISTED" if listed else "NAVM_DELETED", mesh.record.at)
    elif known.navi and mesh.form not in known.entries:
        joined = mesh.body.links or mesh.body.doors
        j.also("NAVM_NO_NVMI" if joined else "NAVM_NO_NVMI_ALONE", mesh.record.at, mesh.record.form_at)


def check_navi_missing(known, j):
    if known.navi or not known.meshes:
        return
    live = [m for m in known.meshes.values() if not m.is_deleted and known.plugin.is_own(m.form)]
    if live:
        j.found("NAVI_MISSING", live[0].record.at)
    else:
        j.found("NAVI_MISSING_OVERRIDES", list(known.meshes.values())[0].record.at)


def check_parent(known, mesh, j):
    place, group = mesh.body.place, mesh.record.group
    around, world = group.around(6), group.around(1)
    if j.is_told(mesh.record.at, *[at for g in group.path() for at in (g.type_at, g.label_at)]):
        j.leave_open("NVNM_PARENT_GRID", place.y_at)
        j.leave_open("NVNM_PARENT_GRID", place.x_at)
    if j.is_told(mesh.record.at, *[g.type_at for g in group.path()]):
        j.leave_open("NVNM_PARENT_CELL", place.cell_at)
        j.leave_open("NVNM_PARENT_WORLD", place.world_at)
    if place.world == 0:
        if around and place.cell != around.number:
            j.found("NVNM_PARENT_CELL", place.cell_at)
        return
    if place.world != (world.number if world else 0):
        j.found("NVNM_PARENT_WORLD", place.world_at)
    cell = known.cells.get(around.number) if around else None
    if cell and cell.grid:
        for value, at, grid in ((place.x, place.x_at, cell.grid[0]), (place.y, place.y_at, cell.grid[1])):
            if value != grid:
                j.also("NVNM_PARENT_GRID", at, place.world_at, place.x_at)


def check_links(known, mesh, j):
    for number, link in enumerate(mesh.body.links):
        target = known.meshes.get(link.mesh)
        if known.is_lost(link.mesh):
            j.found("NVNM_LINK_UNKNOWN", link.mesh_at)
        if not target or not target.body:
            continue
        if not 0 <= link.triangle < len(target.body.triangles):
            j.found("NVNM_LINK_TRIANGLE", link.triangle_at)
        if target.body.place.world != mesh.body.place.world:
            j.also("NVNM_LINK_WORLD", link.mesh_at, link.triangle_at)


def check_portals(known, j):
    for mesh in known.meshes.values():
        for number, link in enumerate(mesh.body.links if mesh.body else []):
            target = known.meshes.get(link.mesh)
            if target and target.body and link.type == PORTAL:
                check_back(mesh, number, target, j)
            if target and target.body and link.type == SWITCHED_PORTAL:
                check_switched(mesh, number, target, j)


def check_back(mesh, number, target, j):
    """The triangle that a portal leads to has an edge that leads to one of those that it starts from."""
    link = mesh.body.links[number]
    starts = mesh.body.users_of(number)
    backs = [(n, back) for n, back in enumerate(target.body.links) if back.mesh == mesh.form]
    told = [at for one in [link] + [b for _, b in backs] for at in (one.mesh_at, one.triangle_at)]
    if j.is_told(*told):
        j.leave_open("NVNM_LINK_RECIPROCAL", link.triangle_at)
    elif starts and not any(b.triangle in starts and link.triangle in target.body.users_of(n) for n, b in backs):
        j.found("NVNM_LINK_RECIPROCAL", link.triangle_at)


def leads_to(mesh, form):
    return any(link.mesh == form for link in mesh.body.links)


def check_switched(mesh, number, target, j):
    """A portal that the game opens and closes: the other navmesh has a link back, of any type."""
    link = mesh.body.links[number]
    if link.triangle_at and j.is_told(link.mesh_at, link.triangle_at):
        j.leave_open("NVNM_LINK_SWITCHED", link.triangle_at)
    elif mesh.body.users_of(number) and not leads_to(target, mesh.form):
        j.found("NVNM_LINK_SWITCHED", link.triangle_at)


def check_mesh_doors(known, mesh, j):
    for door in mesh.body.doors:
        if known.plugin.is_own(door.form):
            there = known.doors.get(door.form)
            if not there or not there.xtel:
                j.found("NVNM_DOOR_REFERENCE", door.form_at)


# ---- Doors ----


def check_door(known, door, j):
    if not door.xndp:
        if door.xtel:
            j.found("DOOR_NO_PLACE", door.record.at)
        return
    field = door.xndp[0]
    if field.part.left() != 8:
        j.found("DOOR_LENGTH", field.at)
        return
    form, form_at = field.part.read("u32")
    triangle, triangle_at = field.part.read("i16")
    mesh = known.meshes.get(form)
    if known.is_lost(form):
        j.found("DOOR_NAVMESH", form_at)
    elif mesh and mesh.body:
        check_door_triangle(door, mesh.body, triangle, triangle_at, j)


def check_door_triangle(door, body, triangle, place, j):
    if not 0 <= triangle < len(body.triangles):
        j.found("DOOR_TRIANGLE", place)
    elif (door.form, triangle) not in [(d.form, d.triangle) for d in body.doors]:
        j.also("DOOR_UNANSWERED", place, *[d.triangle_at for d in body.doors if d.form == door.form])


# ---- Entries ----


def check_entries(known, j):
    doors = {}
    for entry in known.navi.entries:
        check_entry_target(known, entry, j)
        check_entry_links(known, entry, j)
    for entry in known.navi.entries:
        for form, place in {form: place for _, (form, place) in reversed(entry.doors)}.items():
            if doors.setdefault(form, entry) is not entry and form:
                j.found("NVMI_DOOR_SHARED", place)
        mesh = known.meshes.get(entry.form)
        if entry.form and mesh and mesh.body:
            check_digest(known, entry, mesh.body, j)
    check_foreign(known, j)
    check_deleted(known, j)
    check_nodes(known, j)


def check_entry_target(known, entry, j):
    if known.is_lost(entry.form):
        j.found("NVMI_NO_NAVM", entry.form_at)
    elif entry.form in known.meshes and known.meshes[entry.form].is_deleted:
        j.found("NVMI_DELETED", entry.form_at)


def is_apart(entry, other):
    """In another worldspace, or another interior."""
    one, two = entry.place, other.place
    return one.world != two.world or (one.world == 0 and one.cell != two.cell)


def check_entry_links(known, entry, j):
    for form, place in entry.all_links():
        if known.is_lost(form):
            j.also("NVMI_LINK_UNKNOWN", place, place)
        other = known.entries.get(form)
        if not other or other is entry:
            continue
        if entry.form not in other.linked():
            check_one_way(known, entry, form, place, j)
        if is_apart(entry, other):
            same = other.place.world == entry.place.world
            j.also("NVMI_LINK_CELL" if same else "NVMI_LINK_WORLD", place, place)


def check_one_way(known, entry, form, place, j):
    """Links of an entry whose own navmesh is lost lead from nowhere."""
    mesh, other = known.meshes.get(entry.form), known.meshes.get(form)
    types = {link.type for link in mesh.body.links if link.mesh == form} if mesh and mesh.body else set()
    if known.is_lost(entry.form):
        return
    if types != {SWITCHED_PORTAL}:
        j.also("NVMI_LINK_ONE_WAY", place, place)
    elif not other or not other.body or leads_to(other, entry.form):
        j.also("NVMI_LINK_SWITCHED", place, place)


def check_foreign(known, j):
    """Of an NVPP that does not say which entries are those of road markers, none can be told."""
    if not known.nodes or any(form not in known.entries for form in known.nodes):
        return
    for entry in known.navi.entries:
        form = entry.form
        if form >> 24 < len(known.plugin.masters) and form not in known.meshes and form not in known.nodes:
            j.found("NVMI_FOREIGN", entry.form_at)
            return


def check_deleted(known, j):
    for listed, place in known.navi.deleted:
        form = known.plugin.key(listed)
        mesh = known.meshes.get(form)
        if listed and (form in known.entries or mesh and not mesh.is_deleted):
            j.found("NVSI_LIVE", place)


def check_nodes(known, j):
    if not known.navi.nvpp:
        return
    for (form, place), _ in known.navi.nvpp.nodes:
        if form and form not in known.entries:
            j.found("NVPP_NODE_UNKNOWN", place)
    for _, path in known.navi.nvpp.paths:
        for (one, _), (two, place) in zip(path, path[1:]):
            if one in known.entries and two in known.entries and two not in known.entries[one].linked():
                j.found("NVPP_STEP", place)


# ---- An entry is a digest of its navmesh ----


def check_digest(known, entry, body, j):
    check_digest_links(known, entry, body, j)
    check_digest_doors(entry, body, j)
    check_digest_parent(entry, body, j)
    if body.triangles:
        preferred = sum(1 for t in body.triangles if t.flags & IS_PREFERRED)
        if not abs(entry.fraction - preferred / len(body.triangles)) <= 1e-4:
            j.also("NVMI_FRACTION_STALE", entry.fraction_at, entry.fraction_at)
    if body.vertices:
        told = [at for _, at in entry.center] + [entry.place.x_at, entry.place.y_at]
        told += [at for _, point in body.vertices for _, at in point]
        for axis, (value, place) in enumerate(entry.center):
            mean = sum(point[axis] for point in body.points()) / len(body.vertices)
            if math.isfinite(mean) and not abs(value - mean) <= 0.6:
                j.also("NVMI_CENTER_STALE", place, *told)
    if entry.island:
        check_digest_box(entry, body, j)


def check_digest_box(entry, body, j):
    box, bounds = entry.island.low + entry.island.high, body.low + body.high
    told = [place for _, place in box + bounds]
    for (value, place), (bound, _) in zip(box, bounds):
        if not abs(value - bound) <= 0.05:
            j.also("NVMI_BOX_STALE", place, *told)


def preferred_targets(body):
    targets = set()
    for triangle in body.triangles:
        for edge, (index, _) in enumerate(triangle.edges):
            if triangle.is_link(edge) and 0 <= index < len(body.links) and triangle.flags & IS_PREFERRED:
                targets.add(body.links[index].mesh)
    return targets


def check_digest_links(known, entry, body, j):
    targets = {link.mesh for link in body.links} - {entry.form, 0}
    preferred = preferred_targets(body)
    for target in targets - entry.linked():
        other = known.entries.get(target)
        if other and is_apart(entry, other):
            j.leave_open("NVMI_LINKS_MISSING", entry.link_count[1])  # it would be wrong to list it
        told = [at for form, at in other.all_links() if form == entry.form] if other else []
        told += [link.mesh_at for link in body.links if link.mesh == target]
        j.also("NVMI_LINKS_MISSING", entry.link_count[1], *told)
    for listed, is_preferred in ((entry.links, False), (entry.preferred, True)):
        for form, place in listed:
            same = [at for other, at in entry.all_links() if other == form]
            if form not in targets:
                j.also("NVMI_LINKS_EXTRA", place, *same)
            elif (form in preferred) != is_preferred:
                j.also("NVMI_PREFERRED_STALE", place, *same)


def check_digest_doors(entry, body, j):
    there = {door.form for door in body.doors} - {0}
    listed = [door for _, door in entry.doors]
    for form in there - {form for form, _ in listed}:
        told = [door.form_at for door in body.doors if door.form == form]
        j.also("NVMI_DOORS_MISSING", entry.door_count[1], *told)
    for form, place in listed:
        if form not in there:
            j.also("NVMI_DOORS_EXTRA", place, place)


def check_digest_parent(entry, body, j):
    one, two = entry.place, body.place
    if one.world != two.world:
        j.also("NVMI_PARENT_STALE", one.world_at, one.world_at, one.cell_at, two.world_at, two.cell_at)
    elif one.world == 0 and one.cell != two.cell:
        j.also("NVMI_PARENT_STALE", one.cell_at, one.cell_at, two.cell_at)
    elif one.world and (one.y, one.x) != (two.y, two.x):
        place = one.y_at if one.y != two.y else one.x_at
        j.also("NVMI_PARENT_STALE", place, one.y_at, one.x_at)
