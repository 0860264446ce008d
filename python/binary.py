"""What a shared library is made for, read from its own bytes: the tag of the wheel that carries it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

# What every Linux with glibc has: PEP 600 leaves the list to auditwheel's policy for manylinux_2_5 and later.
_OF_GLIBC = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libgcc_s.so.1",
             "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}

_ELF_MACHINES = {62: "x86_64", 183: "aarch64"}  # e_machine: elf.h
_PE_MACHINES = {0x8664: "win_amd64", 0xAA64: "win_arm64"}  # PE format, "Machine types"
_DYNAMIC, _VERSIONS_NEEDED = 6, 0x6FFFFFFE  # sh_type
_NEEDED = 1  # d_tag


@dataclass(frozen=True)
class Section:
    kind: int
    link: int
    offset: int
    size: int


class Elf:
    """A little-endian ELF of 64 bits; gABI, "Sections" and "Dynamic section", LSB, "Symbol versioning"."""

    def __init__(self, content: bytes) -> None:
        if content[:6] != b"\x7fELF\x02\x01":
            raise ValueError("no little-endian ELF of 64 bits")
        self._content = content
        self.machine = _ELF_MACHINES[struct.unpack_from("<H", content, 18)[0]]
        first, = struct.unpack_from("<Q", content, 40)
        size, count = struct.unpack_from("<HH", content, 58)
        self._sections = [self._section(first + size * index) for index in range(count)]

    def _section(self, at: int) -> Section:
        _, kind, _, _, offset, size, link = struct.unpack_from("<IIQQQQI", self._content, at)
        return Section(kind, link, offset, size)

    def _each(self, kind: int) -> Iterator[Section]:
        return (section for section in self._sections if section.kind == kind)

    def _text(self, section: Section, offset: int) -> str:
        start = self._sections[section.link].offset + offset
        return self._content[start:self._content.index(b"\0", start)].decode()

    def needed(self) -> list[str]:
        """The libraries that it wants."""
        return [self._text(section, value) for section in self._each(_DYNAMIC)
                for tag, value in struct.iter_unpack("<QQ", self._content[section.offset:section.offset + section.size])
                if tag == _NEEDED]

    def versions(self) -> list[str]:
        """The versions of symbols that it wants: "GLIBC_2.14"."""
        return [version for section in self._each(_VERSIONS_NEEDED) for version in self._versions(section)]

    def _versions(self, section: Section) -> Iterator[str]:
        file = section.offset
        while True:
            _, count, _, first, following = struct.unpack_from("<HHIII", self._content, file)
            at = file + first
            for _ in range(count):
                _, _, _, name, step = struct.unpack_from("<IHHII", self._content, at)
                yield self._text(section, name)
                at += step
            if not following:
                return
            file += following


def _glibc(versions: list[str]) -> tuple[int, int]:
    """The oldest glibc that has all of them; 2.5 is the first that PEP 600 can name."""
    numbers = [version.removeprefix("GLIBC_").split(".") for version in versions if version.startswith("GLIBC_2.")]
    return max([(2, 5), *((int(number[0]), int(number[1])) for number in numbers)])


def _elf_tag(elf: Elf) -> str:
    strange = set(elf.needed()) - _OF_GLIBC
    if strange:
        return f"linux_{elf.machine}"
    return "manylinux_{}_{}_{}".format(*_glibc(elf.versions()), elf.machine)


def platform_tag(content: bytes) -> str:
    """The platform of a wheel that carries this library: manylinux_2_14_x86_64; win_amd64; linux_x86_64 for one that needs more
    than glibc, which the machine it is installed on must have."""
    if content[:2] == b"MZ":
        header, = struct.unpack_from("<I", content, 60)
        return _PE_MACHINES[struct.unpack_from("<H", content, header + 4)[0]]
    return _elf_tag(Elf(content))
