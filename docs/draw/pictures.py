"""Draws the pictures of this folder: a map of rooms, ramps and yards that is made up here, and a seed of the corpus of
each other format.

Usage: pictures.py NAVLINT
"""

import pathlib
import random
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CELL = 64
SEEDS = {"gta-nodes": ("gta_nodes/seed/00-0-vanilla-small.dat", "NODES0.DAT"),
         "metroid-path": ("metroid_path/seed/01-6-echoes-small.PATH", "room.PATH"),
         "mgs-nav2": ("mgs_nav2/seed/04-201403242-tile-small.nav2", "tile.nav2"),
         "skyrim-navmesh": ("skyrim_navmesh/seed/00-44-se-small.esp", "plugin.esp")}
CROUCH, JUMP, PRECISE = 1, 2, 4

# left, top, width, height in cells; the height of its floor at the west and at the east side.
ROOMS = [
    (0, 0, 12, 8, 0, 0), (12, 2, 6, 3, 0, 96), (18, 0, 12, 9, 96, 96), (30, 3, 5, 3, 96, 160), (35, 0, 11, 10, 160, 160),
    (3, 8, 4, 6, 0, 0), (0, 14, 14, 9, 0, 0), (14, 16, 7, 4, 0, -64), (21, 14, 12, 10, -64, -64), (24, 9, 3, 5, 96, 96),
    (33, 18, 5, 3, -64, -64), (38, 13, 8, 11, -64, -64), (41, 10, 2, 3, 160, 160),
]


def split(random_, left, top, width, height):
    """A room as a mesh generator leaves it: rectangles of all sizes."""
    if width * height <= random_.choice((4, 9, 16, 25, 36)):
        return [(left, top, width, height)]
    if width >= height:
        at = random_.randint(1, width - 1)
        return split(random_, left, top, at, height) + split(random_, left + at, top, width - at, height)
    at = random_.randint(1, height - 1)
    return split(random_, left, top, width, at) + split(random_, left, top + at, width, height - at)


def areas_of(random_):
    found = []
    for left, top, width, height, west, east in ROOMS:
        for x, y, w, h in split(random_, left, top, width, height):
            low, high = (west + (east - west) * (at - left) / width for at in (x, x + w))
            found.append((x, y, w, h, low, high))
    return found


def overlap(a, a_length, b, b_length):
    return min(a + a_length, b + b_length) > max(a, b)


def sides_of(areas, index):
    """Connections to the north (-y), east, south and west."""
    x, y, w, h, low, high = areas[index]
    sides = [[], [], [], []]
    for i, (x2, y2, w2, h2, low2, high2) in enumerate(areas):
        side = None
        if overlap(x, w, x2, w2) and abs(low - low2) < 60:
            side = 0 if y2 + h2 == y else 2 if y + h == y2 else None
        if overlap(y, h, y2, h2):
            if x + w == x2 and abs(high - low2) < 60:
                side = 1
            if x2 + w2 == x and abs(low - high2) < 60:
                side = 3
        if side is not None and i != index:
            sides[side].append(i + 1)
    return sides


def record(random_, areas, index):
    x, y, w, h, low, high = areas[index]
    flags = 0
    if low != high:
        flags = JUMP if w == 1 else 0
    elif w * h == 1:
        flags = random_.choice((CROUCH, CROUCH, PRECISE, 0))
    # Seen from above with y up: the first row of rooms is at the top.
    west, north, east, south = (n * CELL for n in (x, -(y + h), x + w, -y))
    box = struct.pack("<IB8f", index + 1, flags, west, north, low, east, south, high, high, low)
    sides = sides_of(areas, index)
    sides[0], sides[2] = sides[2], sides[0]
    if index in (17, 60):
        sides[1] = sides[1] + [900 + index]
    links = b"".join(struct.pack(f"<I{len(side)}I", len(side), *side) for side in sides)
    spots = [(west + 20, north + 20)] if w * h > 8 else []
    hiding = b"".join(struct.pack("<I3fB", index + 1, sx, sy, low, random_.choice((1, 2, 4))) for sx, sy in spots)
    return box + links + struct.pack("<B", len(spots)) + hiding + struct.pack("<BIH", 0, 0, 0)


def town():
    random_ = random.Random(11)
    areas = areas_of(random_)
    records = b"".join(record(random_, areas, index) for index in range(len(areas)))
    return struct.pack("<IIIHI", 0xFEEDFACE, 5, 1234, 0, len(areas)) + records


def main(navlint):
    def run(*words, data=b""):
        return subprocess.run([navlint, *words], input=data, capture_output=True, check=True).stdout

    with tempfile.TemporaryDirectory() as folder:
        map_file = pathlib.Path(folder) / "de_example.nav"
        map_file.write_bytes(town())
        run("draw", map_file, "--width", "1200", "-o", HERE / "source-nav.svg")
        for name, (seed, shown_as) in SEEDS.items():
            file = pathlib.Path(folder) / shown_as
            file.write_bytes((HERE.parents[1] / "corpus" / seed).read_bytes())
            run("draw", file, "--width", "800", "-o", HERE / f"{name}.png")


main(sys.argv[1])
