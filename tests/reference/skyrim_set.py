"""Skyrim's plugins together with their masters, and by their own names: what the fact sheet says of a
reference into a master that is there, and of a plugin that names itself. For plugins whose structure is in
order."""

from skyrim_navi import read_navi
from skyrim_navmesh import Rules, read_meshes
from skyrim_plugin import Plugin

SET_CODES = ["SKYRIM_MASTER_SELF", "SKYRIM_MASTER_REFERENCE"]


def base_name(name):
    return name.rsplit("/", 1)[-1].lower().encode()


def parent_of(place):
    return [("WRLD", place.world, place.world_at)] if place.world else [("CELL", place.cell, place.cell_at)]


def references_of(plugin):
    """(what it must be, FormID, place) of all in NVMI, NVPP and NVNM."""
    j = Rules()
    navi = read_navi(plugin, j)
    for entry in navi.entries if navi else []:
        yield from (("NAVM", form, at) for form, at in [(entry.form, entry.form_at)] + entry.all_links())
        yield from (("REFR", form, at) for _, (form, at) in entry.doors)
        yield from parent_of(entry.place)
    if navi and navi.nvpp:
        for _, path in navi.nvpp.paths:
            yield from (("NAVM", form, at) for form, at in path)
        yield from (("NAVM", form, at) for (form, at), _ in navi.nvpp.nodes)
    for mesh in read_meshes(plugin, j):
        if mesh.body:
            yield from (("NAVM", link.mesh, link.mesh_at) for link in mesh.body.links)
            yield from (("REFR", door.form, door.form_at) for door in mesh.body.doors)
            yield from parent_of(mesh.body.place)


def has(master, kind, form):
    """Of navmeshes the kind is looked at; of others, that something has the FormID."""
    own = len(master.masters) << 24 | form & 0xFFFFFF
    return any(r.form == own and (kind != "NAVM" or r.type == b"NAVM") for r in master.records)


def judge_set(files):
    """files: name -> data. Gives back (name, code, place) of all that is wrong."""
    plugins = {name: Plugin(data, Rules()) for name, data in files.items()}
    by_name = {base_name(name): plugin for name, plugin in plugins.items()}
    found = set()
    for name, plugin in plugins.items():
        if base_name(name) in plugin.masters:
            place = plugin.master_places[plugin.masters.index(base_name(name))]
            found.add((name, "SKYRIM_MASTER_SELF", place))
        for kind, form, place in references_of(plugin):
            index = form >> 24
            master = by_name.get(plugin.masters[index]) if form and index < len(plugin.masters) else None
            if master and not has(master, kind, form):
                found.add((name, "SKYRIM_MASTER_REFERENCE", place))
    return found
