"""Skyrim's plugins: the rules of the fact sheet (parsers/skyrim_navmesh/README.md has the same facts) in
the most obvious way, for one plugin by itself.

Slow on purpose: every question is answered by going through all that there is. skyrim_plugin.py reads the
container, skyrim_payloads.py the payloads; skyrim_container.py, skyrim_navi.py, skyrim_mesh.py and
skyrim_cross.py judge them.
"""

import copy
import struct
import zlib

from reader import Judgement, Truncated
from skyrim_container import CONTAINER_CODES, check_blocks, check_groups, check_header
from skyrim_container import check_data, check_records, read_cells
from skyrim_cross import CROSS_CODES, Known, check_cross, read_doors
from skyrim_mesh import MESH_CODES, check_mesh
from skyrim_navi import NAVI_CODES, check_duplicates, check_entry, check_roads, read_navi
from skyrim_payloads import Nvnm
from skyrim_plugin import COMPRESSED, DELETED, Broken, Defect, Plugin, fields_of

CODES = ["SKYRIM_" + code for code in CONTAINER_CODES + NAVI_CODES + CROSS_CODES + MESH_CODES]

NAVM_FIELDS = [b"EDID", b"NVNM", b"ONAM", b"PNAM", b"NNAM"]
MOST_NAVM_BYTES = 1 << 24
PERSISTENT = 0x400


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
            self.unread.append(start)  # what a wrong count leads to is counted only
            self.defect(Defect(payload.PREFIX + "_TRAILING", read.trailing_at))
        return read


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
    if group.type != 9:
        j.found("NAVM_GROUP", record.at)
    elif not group.parent or group.parent.type != 6:
        j.also("NAVM_GROUP", record.at, group.type_at)
    if record.flags & PERSISTENT:
        j.found("NAVM_PERSISTENT", record.flags_at)
    if mesh.is_deleted:
        if record.size:
            j.found("DELETED_BODY", record.at + 4)
        return
    try:
        fields = list(fields_of(record.part(j, MOST_NAVM_BYTES), j))
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
        if field.type == b"ONAM":
            check_object_list(field.part, j)
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


def check_object_list(part, j):
    while part.left() >= 4:
        form, place = part.read("u32")
        if form == 0:
            j.found("NAVM_LIST_NULL", place)


def check_vertex_list(body, part, j):
    while part.left() >= 2:
        vertex, place = part.read("u16")
        if vertex >= len(body.vertices):
            j.found("NAVM_LIST_VERTEX", place)


def judge(data):
    j = Rules()
    try:
        plugin = Plugin(data, j)
    except Broken as broken:
        return Judgement(broken=True, broken_as=broken.codes)
    except Truncated:
        return Judgement(broken=True)
    j.fields = plugin.fields
    check_header(plugin, j)
    check_groups(plugin, j)
    check_records(plugin, j)
    check_data(plugin, j)
    cells = read_cells(plugin, j)
    check_blocks(cells, j)
    navi = read_navi(plugin, j)
    if navi:
        check_duplicates(plugin, navi, j)
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
    return j


def options(data):
    return ()


def is_comparable(report):
    return True


# ---- Packed records ----


def with_records(data, change):
    """The plugin with other data in its navmeshes and references; change(record, body) gives None to
    leave them."""
    j = Rules()
    try:
        plugin = Plugin(data, j)
    except (Broken, Truncated):
        return data
    out = bytearray(data)
    for record in reversed(plugin.records):
        body = data[record.body : record.body + record.size]
        other = change(record, body) if record.type in (b"NAVM", b"REFR") else None
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
    """The plugin with both plain, so that they can be changed."""

    def change(record, body):
        try:
            return zlib.decompress(body[4:]) if record.flags & COMPRESSED else None
        except zlib.error:
            return None

    return with_records(data, change)


def repacked(data, dice):
    """The plugin with some of them packed."""

    def change(record, body):
        if record.flags & (COMPRESSED | DELETED) or dice.random() < 0.3:
            return None
        return struct.pack("<I", len(body)) + zlib.compress(body)

    return with_records(data, change)
