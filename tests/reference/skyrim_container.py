"""The rules of the container of a Skyrim plugin: section 2.1 of the fact sheet."""

import math

from skyrim_plugin import DELETED, PARENTS, TOP_LABELS, Defect, fields_of, repeats

CONTAINER_CODES = """HEDR_VERSION HEDR_COUNT MASTER_TWICE MASTER_COUNT MASTER_DATA ONAM_SIZE ONAM_NULL ONAM_OWN ONAM_ORDER
    GROUP_PARENT GROUP_LABEL GROUP_TOPIC GROUP_SIGNATURE GROUP_TWICE GROUP_BLOCK RECORD_GROUP
    FORM_ID_NULL FORM_ID_TWICE FORM_ID_MASTER FORM_ID_LIGHT FORM_VERSION FORM_VERSION_NEWER
    DELETED_BODY NAVM_GROUP NAVM_PERSISTENT NAVI_ONE NAVI_FORM_ID NAVI_COMPRESSED ZLIB_SHORT ZLIB_SIZE ZLIB_DATA
    ZLIB_TAIL FIELD_SIZE LONG_FIELD LONG_FIELD_STATED LONG_FIELD_NEEDLESS""".split()

MOST_CELL_BYTES = 1 << 20
MOST_OTHER_BYTES = 1 << 24


def check_header(plugin, j):
    nearest = min(abs(plugin.game - known) for known in (0.94, 1.7, 1.71))
    if not nearest < 1e-6:
        (j.leave_open if nearest < 0.002 else j.found)("HEDR_VERSION", plugin.game_at)
    if plugin.count != len(plugin.records) + len(plugin.groups):
        j.found("HEDR_COUNT", plugin.count_at)
    before = 0
    for form, place in plugin.onam:
        if form == 0:
            j.found("ONAM_NULL", place)
        elif form >> 24 >= len(plugin.masters):
            j.found("ONAM_OWN", place)
        elif form >> 24 < before:
            j.found("ONAM_ORDER", place)
        before = form >> 24


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
    beyond, heavy, misplaced = [], [], []
    for record in plugin.records:
        group = record.group
        if group.type == 0 and is_at_home(group) and record.type != group.label:
            if group not in misplaced:  # one for a group
                j.found("RECORD_GROUP", record.at)
            misplaced.append(group)
        if record.form == 0:
            j.found("FORM_ID_NULL", record.form_at)
        elif plugin.is_beyond(record.form):
            beyond.append(record.form_at)
        if record.type in (b"NAVI", b"NAVM"):
            check_version(plugin, record, j)
        if is_heavy(plugin, record):
            heavy.append(record.form_at)
    for code, places in (("FORM_ID_MASTER", beyond), ("FORM_ID_LIGHT", heavy)):
        if places:  # one for all of them
            j.found(code, places[0])
    for form, place in repeats((r.form, r.form_at) for r in plugin.records):
        if form != 0:
            j.found("FORM_ID_TWICE", place)
            j.is_whole = False


def check_version(plugin, record, j):
    if not 40 <= record.version <= 44:
        j.found("FORM_VERSION", record.version_at)
    elif record.version > plugin.header.version >= 40:
        j.found("FORM_VERSION_NEWER", record.version_at)


def is_heavy(plugin, record):
    if record.form == 0 or not plugin.header.flags & 0x200 or not plugin.is_own(record.form):
        return False
    least = 0 if plugin.game > 1.705 else 0x800
    return not least <= record.form & 0xFFFFFF <= 0xFFF


def check_data(plugin, j):
    """The fields of records that nothing else reads: navmeshes, references, cells and the NAVI are."""
    navis = [r for r in plugin.records if r.type == b"NAVI"]
    for record in plugin.records:
        deleted = record.flags & DELETED
        others = {b"NAVI": record in navis[1:], b"CELL": False, b"NAVM": deleted, b"REFR": deleted}
        if not others.get(record.type, True) or deleted and not record.size:
            continue
        try:
            for _ in fields_of(record.part(j, MOST_OTHER_BYTES), j):
                pass
        except Defect as defect:
            j.found(defect.code, defect.place)


# ---- Cells ----


class Cell:
    """grid: (x, y) of XCLC, if it has one."""

    def __init__(self, record):
        self.record, self.form, self.grid, self.is_whole = record, record.form, None, True

    def read(self, j):
        record = self.record
        for field in fields_of(record.part(j, MOST_CELL_BYTES), j):
            if field.type == b"XCLC" and field.part.left() >= 8:
                self.grid = (field.part.value("i32"), field.part.value("i32"))


def read_cells(plugin, j):
    cells = []
    for record in plugin.records:
        if record.type == b"CELL":
            cells.append(Cell(record))
            try:
                cells[-1].read(j)
            except Defect as defect:
                j.found(defect.code, defect.place)
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
