"""Repairs what rules find: navlint_fix_apply."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Union

from . import _abi
from ._inputs import Files, Inputs, Named, Source, block, c_text, listed, named
from ._library import expect_ok, json_of, library
from ._options import CheckOptions, Options, code_array, codes_of, number
from ._records import Record
from .report import Limit, Report, Safety

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class Edit(Record):
    """One change of a fix. input: which of the files; old, new: of a field that is a number; *_bytes: the first 16, in
    hexadecimal."""

    input: int
    path: str
    offset: int
    removed: int
    added: int
    new_bytes: str
    type: Optional[str] = None
    encoding: Optional[str] = None
    inner_offset: Optional[int] = None
    old: Union[int, float, str, None] = None
    new: Union[int, float, str, None] = None
    old_bytes: Optional[str] = None


@dataclass(frozen=True)
class Fix(Record):
    """What was done about one finding. reason: why it was refused."""

    code: str
    safety: Safety
    deed: str
    input: int
    round: int
    message: str
    path: str
    offset: int
    edits: tuple[Edit, ...]
    reason: Optional[str] = None


@dataclass(frozen=True)
class Fixed(Record):
    """What a fix did, as schemas/fixed.schema.json has it, and `files`.

    files: the repaired bytes of each file, in the order in which they were given; None: it was not changed.
    report: of the files as they are now.
    """

    fixed: tuple[Fix, ...]
    fixed_total: int
    refused: tuple[Fix, ...]
    refused_total: int
    report: Report
    limit: Optional[Limit] = None
    files: tuple[Optional[bytes], ...] = ()

    def to_dict(self) -> dict[str, object]:
        document = super().to_dict()
        document.pop("files", None)
        return document

    @property
    def repaired(self) -> Optional[bytes]:
        """Of the one file, or the first: the repaired bytes; None: it was not changed."""
        return self.files[0]


def fix(source: Source, *, name: str | None = None, unsafe: bool = False, fix_only: Sequence[str] = (), max_rounds: int = 0,
        masters: Iterable[Named] = (), **options: Unpack[CheckOptions]) -> Fixed:
    """Repairs what can be repaired of one file. Nothing is written: `Fixed.repaired` has the repaired bytes.

    unsafe: fix also what loses something, or what is chosen among several values that may be right.
    fix_only: only what these rules find. max_rounds: fixes that overlap are made one after the other; 0: 16.
    Others as of `check`; what they ignore is not fixed. Raises as `check`.
    """
    return _fixed([named(source, name)], masters, Options(options), _wishes(unsafe, fix_only, max_rounds))


def fix_set(files: Files, *, set_name: str = "set", unsafe: bool = False, fix_only: Sequence[str] = (), max_rounds: int = 0,
            masters: Iterable[Named] = (), **options: Unpack[CheckOptions]) -> Fixed:
    """The same of files that are judged together: `Fixed.files` has the bytes of each."""
    checked = Options(options, set_name=c_text(set_name))
    return _fixed(listed(files), masters, checked, _wishes(unsafe, fix_only, max_rounds))


def _wishes(unsafe: bool, fix_only: Sequence[str], max_rounds: int) -> _abi.FixOptions:
    wishes = _abi.FixOptions()
    library().navlint_fix_options_init(wishes, ctypes.sizeof(wishes))
    codes = codes_of("fix_only", fix_only)
    wishes.unsafe, wishes.max_rounds = bool(unsafe), number("max_rounds", max_rounds, 32)
    wishes.only, wishes.only_count = code_array(codes), len(codes)
    return wishes


def _fixed(files: list[tuple[str, Source]], masters: Iterable[Named], options: Options, wishes: _abi.FixOptions) -> Fixed:
    with Inputs(files, listed(masters), options.limit_bytes) as inputs:
        with block(library().navlint_fix_bound(options.c, inputs.array, inputs.count)) as memory:
            fixed = ctypes.c_void_p()
            expect_ok(library().navlint_fix_apply(options.c, wishes, inputs.array, inputs.count, *memory, ctypes.byref(fixed)))
            document = json_of(library().navlint_fixed_json(fixed, _abi.JSON_COMPACT))
            document["files"] = [_bytes_of(fixed, index) for index in range(len(inputs.names))]
            return Fixed.from_dict(document)


def _bytes_of(fixed: ctypes.c_void_p, index: int) -> Optional[bytes]:
    length = ctypes.c_size_t()
    address = library().navlint_fixed_bytes(fixed, index, ctypes.byref(length))
    return ctypes.string_at(address, length.value) if address else None
