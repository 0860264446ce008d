"""GTA San Andreas path nodes: what is wrong with a file as a whole. Each known mistake is undone in a
copy; if that one is exact to its last byte, and no other is, that was the mistake."""

import functools
from collections import namedtuple

Layout = namedtuple("Layout", "counts node navi navi_link extended")
VANILLA = Layout(0, 28, 14, 2, False)
VERSIONS = {b"VER2": Layout(24, 40, 22, 4, True), b"VER3": Layout(24, 42, 22, 4, True)}
FLA4 = Layout(8, 44, 24, 4, True)

MARKER = b"\xff\xff\xff\xff"
NICKNAME = b"\x00fastman92\x00"
SPARE = 192  # slots for links that are added at run time: section 0, fact 2
FILLER = b"\xff\xff\x00\x00" * SPARE
ZEROS = bytes(SPARE)
SECTOR = 2048
NAMES = ["nodes", "vehicles", "peds", "navis", "links"]
Counts = namedtuple("Counts", NAMES)

# found: (code, offset) of all that is wrong with the whole. data, layout, counts: as they should be,
# for judging the rest; layout None: the rest is not judged.
Structure = namedtuple("Structure", "found data layout counts")


def counts_of(data, layout):
    words = [int.from_bytes(data[layout.counts + 4 * i :][:4], "little") for i in range(5)]
    return Counts(*words)


def places(layout, counts):
    """Where the sections start, with the right number of everything: section 1.13."""
    at = {"nodes": layout.counts + 20}
    at["navis"] = at["nodes"] + counts.nodes * layout.node
    at["links"] = at["navis"] + counts.navis * layout.navi
    at["filler"] = at["links"] + 4 * counts.links
    spare = SPARE if counts.links else 0
    at["naviLinks"] = at["filler"] + 4 * spare
    at["lengths"] = at["naviLinks"] + layout.navi_link * counts.links
    at["lengthPad"] = at["lengths"] + counts.links
    at["flags"] = at["lengthPad"] + spare
    at["flagPad"] = at["flags"] + counts.links
    at["marker"] = at["flagPad"] + spare
    at["end"] = at["marker"] + (4 if layout.extended else 0)
    return at


def is_end(data, at):
    """Whether nothing follows, or the zeros that fill the last sector of an archive."""
    rest = data[at:]
    return at <= len(data) and (not rest or (len(data) % SECTOR == 0 and len(rest) < SECTOR and not any(rest)))


def is_exact(data, layout, counts):
    if len(data) < layout.counts + 20:
        return False
    at = places(layout, counts)
    marked = not layout.extended or data[at["marker"] : at["end"]] == b"EOF\0"
    ends = data[at["filler"] :][:4], data[at["naviLinks"] - 4 :][:4]
    shown = len(data) == at["end"] or not counts.links or ends == (FILLER[:4], FILLER[:4])
    return marked and is_end(data, at["end"]) and shown  # with zeros behind, many counts seem to fit


def is_sure(data, layout, counts):
    """Exact, and the spare link slots are where they should be."""
    at = places(layout, counts)
    return is_exact(data, layout, counts) and (not counts.links or data[at["filler"] : at["naviLinks"]] == FILLER)


# ---- The header ----


def stated(data):
    """What the header says it is; None if that is nothing."""
    if data[:4] != MARKER:
        tagged = any(data[at : at + 4] in (b"FM92", b"FLA4") for at in (0, 4))
        return None if tagged else VANILLA
    if data[4:8] == b"FLA4":
        return FLA4
    whole = data[4:8] == b"FM92" and data[8:20] == b"\x0b" + NICKNAME
    return VERSIONS.get(data[20:24]) if whole else None


def undone_headers(data):
    """(code, offset, data with one mistake of the header undone)"""
    tagged = data[4:8] in (b"FM92", b"FLA4")
    if tagged and data[:4] != MARKER:
        yield "NODES_HDR_MARKER", 0, MARKER + data[4:]
    if data[:4] in (b"FM92", b"FLA4"):
        yield "NODES_HDR_MARKER", 0, MARKER + data
    if data[:4] != MARKER:
        return
    for tag in (b"FM92", b"FLA4"):
        code = "NODES_HDR_LAYOUT" if tagged else "NODES_HDR_FORMAT"
        yield code, 4, data[:4] + tag + data[8:]
    yield "NODES_HDR_NICKLEN", 8, data[:8] + b"\x0b" + data[9:]
    yield "NODES_HDR_NICK", 9, data[:9] + NICKNAME + data[20:]
    for version in VERSIONS:
        code = "NODES_HDR_LAYOUT" if data[20:24] in VERSIONS else "NODES_HDR_VERSION"
        yield code, 20, data[:20] + version + data[24:]


def header_mistakes(data):
    for code, offset, better in undone_headers(data):
        layout = stated(better) if better != data else None
        if layout and layout.extended and is_exact(better, layout, counts_of(better, layout)):
            found, counts = kinds(better, layout, counts_of(better, layout))
            rest = layout if counts and len(better) == len(data) else None  # else all is found elsewhere
            yield Structure([(code, offset), *(found if rest else [])], better, rest, counts)


# ---- Counts ----


def with_count(counts, name, value):
    return counts._replace(**{name: value})


def better_counts(data, layout, counts):
    """(name, counts with that one corrected)"""
    total = counts.vehicles + counts.peds
    if total != counts.nodes:
        return [("nodes", with_count(counts, "nodes", total))]
    names = ["links", "navis"] if counts.links else ["links"]
    return [(name, with_count(counts, name, n)) for name in names for n in fitting(data, layout, counts, name)
            if n != getattr(counts, name)]


def fitting(data, layout, counts, name):
    """Numbers with which the file ends in its last sector."""
    none, one, two = (places(layout, with_count(counts, name, n))["end"] for n in (0, 1, 2))
    most = (len(data) - one) // (two - one) + 1
    least = max(1, most - SECTOR // (two - one))
    return ([0] if none <= len(data) else []) + list(range(least, most + 1))


def count_mistakes(data, layout, counts):
    for name, better in better_counts(data, layout, counts):
        if is_sure(data, layout, better):
            offset = layout.counts + 4 * NAMES.index(name)
            yield Structure([("NODES_CNT_SIZE", offset)], data, layout, better)


def kinds(data, layout, counts):
    """Of a file that is exact: its nodes are vehicle nodes, then ped nodes."""
    if counts.vehicles + counts.peds == counts.nodes:
        return [], counts
    vehicles = with_count(counts, "vehicles", counts.nodes - counts.peds)
    peds = with_count(counts, "peds", counts.nodes - counts.vehicles)
    odd = {}
    for name, choice in (("vehicles", vehicles), ("peds", peds)):
        if min(choice) >= 0:
            odd[name] = misfits(data, layout, choice), choice
    beyond = counts.vehicles > counts.nodes
    code = "NODES_CNT_VEHICLES" if beyond else "NODES_CNT_SUM"
    best = [name for name in odd if odd[name][0] == min(o[0] for o in odd.values())]
    if len(best) != 1:  # the flags do not tell
        return [(code, layout.counts + (4 if beyond else 0))], None
    return [(code, layout.counts + 4 * NAMES.index(best[0]))], odd[best[0]][1]


def misfits(data, layout, counts):
    """How many nodes have flags that only the other kind has: vehicle nodes have a speed."""
    odd = 0
    first = places(layout, counts)["nodes"]
    for node in range(counts.nodes):
        at = first + node * layout.node + 24
        flags = int.from_bytes(data[at : at + 4], "little")
        speed = flags >> 12 & 3
        odd += speed == 0 if node < counts.vehicles else bool(speed or flags & 0xF000D0)
    return odd


def beyond_limits(layout, counts):
    """LIM-NODES, LIM-LINKS, SIZE-OVERFLOW."""
    found = []
    for name, spare, size, limits in (
        ("nodes", 0, layout.node, [(65535, "NODES_LIM_NODES")]),
        ("navis", 0, layout.navi, []),
        ("links", SPARE, 4, [(32767, "NODES_LIM_LINKS"), (32767 - SPARE - 12, "NODES_LIM_DYNAMIC")]),
    ):
        count = getattr(counts, name)
        codes = [code for limit, code in limits if count > limit]
        if (count + spare) * size > 0x7FFFFFFF:
            codes = ["NODES_SIZE_OVERFLOW"]
        found += [(code, layout.counts + 4 * NAMES.index(name)) for code in codes[:1]]
    return found


# ---- Sections that known writers get wrong ----


def with_inserted(data, parts):
    """data itself if a place is not there."""
    out = data
    for at, part in parts:
        if at > len(out):
            return data
        out = out[:at] + part + out[at:]
    return out


def undone_sections(data, layout, counts):
    """(code, offset, data with the mistake undone)"""
    at = places(layout, counts)
    links = counts.links
    pads = [(at["lengthPad"], ZEROS), (at["flagPad"], ZEROS)]
    filler = [(at["filler"], FILLER)]
    yield "NODES_SIZE_ONE_PAD", at["lengthPad"], with_inserted(data, pads[:1])
    has_filler = data[at["filler"] :][:3] == FILLER[:3]  # at least the start of it
    for missing in (pads,) if has_filler else (pads, filler, filler + pads):
        yield "NODES_SIZE_NO_PADS", at["filler"], with_inserted(data, missing)
    for more in (n for n in (SPARE, 2 * SPARE) if len(data) >= at["marker"] + n):
        yield "NODES_SIZE_EXTRA_PAD", at["filler"], data[: at["marker"]] + data[at["marker"] + more :]
    missing = layout.navi_link * (links - counts.navis)
    if missing > 0:
        yield "NODES_SIZE_UNEQUAL", at["filler"], with_inserted(data, [(at["lengths"] - missing, bytes(missing))])
    if not is_end(data, at["links"] + 8 * links):
        return
    wide = [int.from_bytes(data[at["links"] + 4 * i :][:4], "little") for i in range(2 * links)]
    if all(number < counts.nodes for number in wide):
        yield "NODES_SIZE_WIDE_LINKS", at["filler"] + 4 * links, exact_stub(data, layout, counts)


def exact_stub(data, layout, counts):
    """A file with these counts and nothing else that is right."""
    return data[: places(layout, counts)["links"]] + bytes(places(layout, counts)["end"] - places(layout, counts)["links"])


def section_mistakes(data, layout, counts):
    at = places(layout, counts)
    if counts.vehicles + counts.peds != counts.nodes:
        return
    if at["end"] > 8 * len(data) + SECTOR:
        return  # no such mistake makes a file so small
    if not counts.links:
        behind = 4 * SPARE + 2 * SPARE
        better = data[: at["marker"]] + data[at["marker"] + behind :]
        if layout.extended and len(better) < len(data) and is_exact(better, layout, counts):
            yield Structure([("NODES_LINKLESS_SECTIONS", at["marker"])], data, None, counts)
        return
    mistakes = {
        code: offset
        for code, offset, better in undone_sections(data, layout, counts)
        if better != data and is_exact(better, layout, counts) and not is_lost(better, at)
    }
    if "NODES_SIZE_WIDE_LINKS" in mistakes:  # by chance a few of them are as long as sections without pads
        mistakes = {"NODES_SIZE_WIDE_LINKS": mistakes["NODES_SIZE_WIDE_LINKS"]}
    for code, offset in mistakes.items():
        yield Structure([(code, offset)], data, None, counts)


def marker_mistakes(data, layout, counts):
    at = places(layout, counts)
    better = data[: at["marker"]] + b"EOF\0"
    summed = counts.vehicles + counts.peds == counts.nodes
    if summed and layout.extended and at["marker"] <= len(data) <= at["end"] and is_exact(better, layout, counts):
        if counts.links and is_lost(data, at):
            return
        yield Structure([("NODES_EOF_MISSING", at["marker"])], better, layout, counts)


# ---- All of it ----


def is_lost(data, at):
    """Whether the spare link slots are elsewhere: the first and the last one show it, if they are there."""
    if at["naviLinks"] > len(data):
        return data.find(FILLER, at["nodes"]) >= 0
    first = data[at["filler"] : at["filler"] + 4]
    last = data[at["naviLinks"] - 4 : at["naviLinks"]]
    return first not in (FILLER[:4], bytes(4)) or first != last


def unexplained(data, layout, counts):
    """No single mistake: it is cut off, or the sections are lost. None: not for us to say."""
    at = places(layout, counts)
    if counts.links and is_lost(data, at):
        return Structure([("NODES_CNT_LOST", layout.counts)], data, None, counts)
    if at["end"] <= len(data) or counts.vehicles + counts.peds != counts.nodes:
        return None
    found = beyond_limits(layout, counts) or [("NODES_SIZE_TRUNC", len(data))]
    return Structure(found, data, None, counts)


@functools.lru_cache(maxsize=1024)
def structure(data):
    """A Structure; None if it is broken in a way that has no name here."""
    layout = stated(data)
    if layout and len(data) < layout.counts + 20:
        return Structure([("NODES_HDR_SHORT", 0)], data, None, None)
    counts = counts_of(data, layout) if layout else None
    if layout and is_exact(data, layout, counts):
        found, better = kinds(data, layout, counts)
        found += beyond_limits(layout, counts)
        return Structure(found, data, layout if better else None, better)
    mistakes = list(header_mistakes(data))
    if data[:4] == MARKER and not layout and data[4:8] not in (b"FM92", b"FLA4"):
        mistakes += count_mistakes(data, VANILLA, counts_of(data, VANILLA))
    if layout:
        for reading in (count_mistakes, section_mistakes, marker_mistakes):
            mistakes += reading(data, layout, counts)
    if len(mistakes) == 1:
        return mistakes[0]
    return unexplained(data, layout, counts) if layout and not mistakes else None
