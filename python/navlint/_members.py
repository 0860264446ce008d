"""What a container holds: navlint_each_member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional

from . import _abi
from ._callbacks import Visitor
from ._inputs import Inputs, Source, block, named
from ._library import expect_ok, library, text_of
from ._options import DecodeOptions, Options

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Member:
    """A file in a container (GMA, VPK, BSP, IMG, FPK, PAK).

    packing: "stored": its bytes are container[offset:offset + length]; else how they are packed.
    size: bytes when unpacked, as the directory claims; None: it does not. crc32: of those, as it claims.
    head_offset, head_length: bytes that the member starts with and that stand apart (VPK).
    volume: 0: in this file; else 1 + the number of the file that it is in (VPK). is_absent: its bytes are not all here.
    is_passed_over: the game takes another one for it, or finds none.
    """

    name: str
    offset: int
    length: int
    size: Optional[int]
    packing: str
    head_offset: int
    head_length: int
    volume: int
    is_absent: bool
    crc32: Optional[int]
    is_passed_over: bool = False


def members(source: Source, *, name: str | None = None, **options: Unpack[DecodeOptions]) -> list[Member]:
    """The members of a container, in the order of its directory; of a damaged one those that can be told.

    Raises NotRecognised for what is no container, Unsupported, OptionError, OSError.
    """
    found: list[Member] = []
    checked, file = Options(options), named(source, name)

    def take(member: _abi.Member) -> bool:
        found.append(_member(member))
        return True

    visitor = Visitor(_abi.MemberCallback, take)
    with Inputs([file], (), checked.limit_bytes) as inputs:
        with block(library().navlint_memory_bound(checked.c, inputs.array, 1)) as memory:
            status = library().navlint_each_member(checked.c, inputs.array, *memory, visitor.c, None)
    visitor.raise_failure()
    expect_ok(status, file[0])
    return found


def _member(member: _abi.Member) -> Member:
    return Member(text_of(member.name), member.offset, member.length,
                  None if member.size == _abi.UNKNOWN_SIZE else member.size,
                  text_of(library().navlint_packing_text(member.packing)), member.head_offset, member.head_length,
                  member.volume, member.is_absent, member.crc32 if member.has_crc32 else None,
                  member.is_passed_over)
