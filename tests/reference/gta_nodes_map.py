"""GTA San Andreas path nodes: the error rules of names and of whole maps (section 2.6 of the fact
sheet), for files that are in order by themselves."""

import re
from collections import namedtuple

import gta_nodes
from gta_nodes_structure import structure

Member = namedtuple("Member", "name area file named")
DIMS = (8, 16, 32, 64, 128, 256)
NAME_CODES = ["NODES_NAME_AREA", "NODES_NAME_RANGE"]
SET_CODES = ["NODES_SET_MISSING", "NODES_SET_DUPLICATE", "NODES_SET_DIM", "NODES_SET_FLOOD_LIMIT"]


def number_of(name):
    match = re.fullmatch(r"nodes(\d+)\.dat", name.rsplit("/", 1)[-1], re.I)
    return int(match[1]) if match else None


def member(name, data):
    """None if the file is not in order."""
    whole = structure(data)
    if whole is None or whole.layout is None or whole.found:
        return None
    file = gta_nodes.File(whole)
    named = number_of(name)
    area = gta_nodes.area_of(file) if file.nodes else named
    return Member(name, area, file, named)


def name_findings(one, vanilla):
    """The unmodified game has areas 0 to 63; an area number has 16 bits, and 65535 is none."""
    if one.named is None:
        return set()
    if one.named >= (64 if vanilla else 65535):
        return {"NODES_NAME_RANGE"}
    return {"NODES_NAME_AREA"} if one.area != one.named else set()


def links_of(one):
    for index, node in enumerate(one.file.nodes):
        for row in one.file.rows_of(node):
            yield index, row


def groups_of(members):
    """How many separate groups the vehicle nodes and the ped nodes make."""
    nodes = {(m.area, i): m.file.is_vehicle(i) for m in members for i in range(m.file.n)}
    neighbours = {node: set() for node in nodes}
    for m in members:
        for index, row in links_of(m):
            here, there = (m.area, index), (row.area, row.node)
            if there in nodes and nodes[here] == nodes[there]:
                neighbours[here].add(there)
                neighbours[there].add(here)
    counts = {True: 0, False: 0}
    while neighbours:
        start, todo = next(iter(neighbours.items()))
        todo = [start]
        counts[nodes[start]] += 1
        while todo:
            todo += neighbours.pop(todo.pop(), ())
    return counts


def judge_map(members, vanilla):
    """The codes of what is wrong with the map."""
    areas = [m.area for m in members]
    there = set(areas)
    found = {"NODES_SET_DUPLICATE"} if len(there) != len(areas) else set()
    dim = 8 if vanilla else next(d for d in DIMS if d * d > max(there))
    odd = len(there) == max(there) + 1 and len(there) > 64 and len(there) != dim * dim
    if max(there) >= dim * dim or odd:
        return found | {"NODES_SET_DIM"}
    leads_to = {row.area for m in members for _, row in links_of(m) if row.area < dim * dim}
    missing = leads_to - there
    if missing and 2 * len(there) >= dim * dim:
        found.add("NODES_SET_MISSING")
    narrow = any(m.file.layout.node < 42 for m in members)
    if not missing and narrow and max(groups_of(members).values()) > 255:
        found.add("NODES_SET_FLOOD_LIMIT")
    return found
