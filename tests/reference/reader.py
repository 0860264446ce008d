"""Reads a file field by field and remembers where each field stands."""

import struct

FORMATS = {"u8": "B", "i8": "b", "u16": "H", "i16": "h", "u32": "I", "i32": "i", "f32": "f"}


class Truncated(Exception):
    """The file ends before the field does."""


class Reader:
    """fields: (offset, bytes) of all that was read, for whoever wants to change some of it."""

    def __init__(self, data, order="<"):
        self.data = data
        self.order = order
        self.at = 0
        self.fields = []

    def left(self):
        return len(self.data) - self.at

    def take(self, count):
        if count > self.left():
            raise Truncated(self.at)
        self.at += count
        return self.data[self.at - count : self.at]

    def read(self, kind):
        """A value, little-endian unless said otherwise, and its offset."""
        offset = self.at
        size = struct.calcsize(FORMATS[kind])
        raw = self.take(size)
        self.fields.append((offset, size))
        return struct.unpack(self.order + FORMATS[kind], raw)[0], offset

    def value(self, kind):
        return self.read(kind)[0]

    def values(self, kind, count):
        return [self.value(kind) for _ in range(count)]

    def count(self, kind, least_bytes):
        """How many records follow, of which each takes at least so many bytes."""
        number = self.value(kind)
        if number * least_bytes > self.left():
            raise Truncated(self.at)
        return number


class Judgement:
    """What a reference says of a file.

    findings: set of (code, offset). unsure: those that the fact sheet leaves open, which are not
    compared. codes: the rules that were judged at all; others are not compared.
    broken: the structure cannot be followed, so the file must not pass; if it is judged, one of
    broken_as (if that is not empty) is said of it. gives_way: the validator may
    say one of these of a damaged file instead of all that is here.
    """

    def __init__(self, codes=(), broken=False, broken_as=()):
        self.codes = set(codes)
        self.broken = broken
        self.broken_as = set(broken_as)
        self.findings = set()
        self.unsure = set()
        self.fields = []
        self.gives_way = set()
        self.choices = []

    def found(self, code, offset):
        self.findings.add((code, offset))

    def one_of(self, code, offsets):
        """At least one of them is found; which is not for the sheet to say."""
        self.choices.append({(code, offset) for offset in offsets})

    def leave_open(self, code, offset):
        self.unsure.add((code, offset))

    def is_open(self, code, offset):
        return (code, offset) in self.unsure
