"""Addons of Garry's Mod: the rules of the fact sheet (containers/gmod_gma/README.md has the same facts) in the
most obvious way.
"""

import re
import zlib

from reader import Judgement, Reader, Truncated

MOST_SUMMED = 64 << 20
MOST_WINDOW = 64 << 20
LONGEST_PATH = 1023
SMALLEST_ADDON = 32
NAVIGATION = re.compile(rb"(?s).*\.(nav|nav2|path|esp|esm|esl)|(.*[/\\])?nodes[^/\\]*\.dat")
LISTED = re.compile(rb"(?s)maps/.*\.nav|gamemodes/.*/content/maps/.*\.nav")
CODES = """GMA_HEADER GMA_VERSION GMA_TRUNCATED GMA_STRINGS GMA_SIZE_NEGATIVE GMA_SIZE_BOUNDS GMA_LZMA_HEADER
    GMA_PACKED GMA_NUMBERS GMA_CRC_FILE GMA_EMPTY_FILE GMA_NAME_CASE GMA_NAME_SEPARATOR GMA_NAME_UNSAFE
    GMA_NAME_DUPLICATE GMA_WHITELIST GMA_CRC_ABSENT GMA_TAIL GMA_CRC_ALL GMA_NO_NAVIGATION""".split()


class File:
    """A row of the table."""

    def __init__(self, r):
        self.at = r.at
        self.number = r.value("u32")
        if self.number == 0:
            return
        self.path_at = r.at
        self.path = text(r)
        self.size_at = r.at
        if r.left() < 12:  # size and sum are one record
            raise Truncated(r.at)
        low, high = r.values("u32", 2)
        self.size = low + (high << 32)
        if self.size >= 1 << 63:
            self.size -= 1 << 64
        self.crc, self.crc_at = r.read("u32")
        self.bytes = None

    @property
    def folded(self):
        return self.path.lower()


class Unterminated(Exception):
    """A text without a NUL; args: where it starts."""


def text(r):
    start = r.at
    end = r.data.find(b"\0", start)
    if end < 0:
        raise Unterminated(start)
    r.fields.extend((at, 1) for at in range(start, end + 1))
    r.take(end + 1 - start)
    return r.data[start:end]


# ---- Packed ----


def windows():
    return {1 << n for n in range(16, 31)} | {3 << n - 1 for n in range(16, 31)}


def is_packed(data):
    if len(data) < 13 or int.from_bytes(data[1:5], "little") not in windows():
        return False
    size = int.from_bytes(data[5:13], "little")
    return size < 1 << 40 or size == (1 << 64) - 1


def judge_packed(data, j):
    r = Reader(data)
    properties = r.value("u8")
    window = r.value("u32")
    low, high = r.values("u32", 2)
    size = low + (high << 32)
    j.fields = r.fields
    if properties >= 225:
        j.found("GMA_LZMA_HEADER", 0)
    elif size < SMALLEST_ADDON:
        j.found("GMA_LZMA_HEADER", 5)
    elif len(data) < 18 or data[13] != 0:
        j.found("GMA_LZMA_HEADER", 0)
    elif window <= MOST_WINDOW and (size < 1 << 32 or size == (1 << 64) - 1):
        j.found("GMA_PACKED", 0)


# ---- Rows ----


def danger(path):
    parts = re.split(rb"[/\\]", path)
    return (
        path == b""
        or len(path) > LONGEST_PATH
        or any(byte < 0x20 or byte == 0x7F for byte in path)
        or path[:1] in (b"/", b"\\")
        or re.match(rb"[A-Za-z]:", path)
        or b".." in parts
    )


def judge_paths(files, j):
    seen = set()
    for file in files:
        if danger(file.path):
            j.found("GMA_NAME_UNSAFE", file.path_at)
        if re.search(rb"[A-Z]", file.path):
            j.found("GMA_NAME_CASE", file.path_at)
        if b"\\" in file.path:
            j.found("GMA_NAME_SEPARATOR", file.path_at)
        elif file.folded.endswith(b".nav") and not LISTED.fullmatch(file.folded):
            j.found("GMA_WHITELIST", file.path_at)
        if file.folded in seen:
            j.found("GMA_NAME_DUPLICATE", file.path_at)
        seen.add(file.folded)


def judge_numbers(files, j):
    before = 0
    for row, file in enumerate(files):
        if file.number not in (row + 1, before + 1):
            j.found("GMA_NUMBERS", file.at)
        before = file.number


def has_navigation(file):
    return NAVIGATION.fullmatch(file.folded) is not None or file.folded.endswith(b".bsp")


def judge_bytes(files, j):
    """Whether all sums of files are right."""
    right = True
    for file in files:
        if file.size == 0:
            j.found("GMA_EMPTY_FILE", file.size_at)
        known = has_navigation(file) and file.bytes is not None and len(file.bytes) <= MOST_SUMMED
        if known and file.crc not in (0, zlib.crc32(file.bytes)):
            j.found("GMA_CRC_FILE", file.crc_at)
            right = False
    return right


def place_files(data, at, files, j):
    """Where the last one ends; None if that is not to be known."""
    for file in files:
        left = len(data) - at
        if file.size < 0:
            j.found("GMA_SIZE_NEGATIVE", file.size_at)
            return None
        if file.size > left:
            j.found("GMA_SIZE_BOUNDS", file.size_at)
            return None
        file.bytes = data[at : at + file.size]
        at += file.size
    return at


def judge_end(data, end, sums_are_right, j):
    tail = len(data) - end
    if tail == 0:
        j.found("GMA_CRC_ABSENT", end)
    elif tail != 4:
        j.found("GMA_TAIL", end + 4 if tail > 4 else end)
    elif sums_are_right and len(data) <= MOST_SUMMED:
        stated = int.from_bytes(data[end:], "little")
        if stated not in (0, zlib.crc32(data[:end])):
            j.found("GMA_CRC_ALL", end)


# ---- All of it ----


def read_header(r, version):
    if version > 1:
        while text(r):
            pass
    for _ in range(3):
        text(r)
    r.value("i32")


def judge_table(data, r, j):
    files = []
    try:
        file = File(r)
        while file.number != 0:
            files.append(file)
            file = File(r)
    except Unterminated as text_without_end:
        j.found("GMA_STRINGS", text_without_end.args[0])
    except Truncated as cut:
        j.found("GMA_TRUNCATED", cut.args[0])
    else:
        end = place_files(data, r.at, files, j)
        if not any(has_navigation(each) for each in files):
            j.found("GMA_NO_NAVIGATION", r.at - 4)
        judge_numbers(files, j)
        judge_paths(files, j)
        right = judge_bytes(files, j)
        if end is not None:
            judge_end(data, end, right, j)
            if len(data) - end == 4:
                j.fields.append((end, 4))
        return
    judge_numbers(files, j)
    judge_paths(files, j)
    judge_bytes(files, j)


def judge_open(data, j):
    r = Reader(data)
    j.fields = r.fields
    try:
        r.take(4)
        version, version_at = r.read("u8")
        r.take(0 if len(data) >= 21 else 1 << 20)
        if not 1 <= version <= 3:
            j.found("GMA_VERSION", version_at)
            return
        r.values("u32", 4)
        read_header(r, version)
    except Unterminated as text_without_end:
        j.found("GMA_STRINGS", text_without_end.args[0])
        return
    except Truncated as cut:
        j.found("GMA_TRUNCATED", cut.args[0] if len(data) >= 21 else 0)
        return
    judge_table(data, r, j)


def judge(data):
    j = Judgement(CODES)
    if data[:4] == b"GMAD":
        judge_open(data, j)
    elif is_packed(data):
        judge_packed(data, j)
    else:
        j.found("GMA_HEADER", 0)
    return j


def options(data):
    del data
    return ()


def is_comparable(report):
    del report
    return True
