"""Two versions of a file: navlint_diff_make."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Optional, Union

from . import _abi
from ._inputs import Inputs, Source, named
from ._library import expect_ok, json_of, library
from ._options import DecodeOptions, Options, number
from ._records import Record
from .report import Position, Range

if TYPE_CHECKING:
    from typing_extensions import Unpack


@dataclass(frozen=True)
class DiffInput(Record):
    """One of the versions. bytes: how many; damaged: compared as far as it could be decoded."""

    name: str
    bytes: int
    damaged: bool
    version: Optional[str] = None
    dialect: Optional[str] = None


@dataclass(frozen=True)
class KindSummary(Record):
    """How many records of a kind there are, and what became of them."""

    kind: str
    old: int
    new: int
    added: int
    removed: int
    changed: int
    moved: int
    renumbered: int


@dataclass(frozen=True)
class DiffRecord(Record):
    """A record of one version: "area 40"."""

    subject: str
    path: str
    offset: Optional[int] = None
    length: Optional[int] = None
    encoding: Optional[str] = None
    inner: Optional[Range] = None
    position: Optional[Position] = None


@dataclass(frozen=True)
class DiffValue(Record):
    """A field's value in one version. target: the record that a reference leads to."""

    path: str
    type: str
    value: Union[int, float, str, None]
    offset: int
    length: int
    target: Optional[str] = None
    encoding: Optional[str] = None
    inner: Optional[Range] = None


@dataclass(frozen=True)
class ChangedField(Record):
    """A field whose value is another, or that one version alone has."""

    field: str
    old: Optional[DiffValue] = None
    new: Optional[DiffValue] = None
    differs_at: Optional[int] = None


@dataclass(frozen=True)
class ChangedLink(Record):
    """An item of a list that came or went."""

    status: Literal["added", "removed"]
    list: str
    item: str
    path: Optional[str] = None
    offset: Optional[int] = None
    length: Optional[int] = None
    encoding: Optional[str] = None
    inner: Optional[Range] = None


@dataclass(frozen=True)
class Change(Record):
    """A record that came, went or is otherwise. distance: units of the game that it has moved."""

    status: Literal["added", "removed", "changed"]
    kind: str
    old: Optional[DiffRecord] = None
    new: Optional[DiffRecord] = None
    distance: Union[float, str, None] = None
    fields: tuple[ChangedField, ...] = ()
    links: tuple[ChangedLink, ...] = ()

    def to_dict(self) -> dict[str, object]:
        document = super().to_dict()
        if self.status == "changed":
            document = {**document, "fields": document.get("fields", []), "links": document.get("links", [])}
        return document


@dataclass(frozen=True)
class Diff(Record):
    """What has changed, as schemas/diff.schema.json has it.

    same: both say the same; their bytes may differ. whole: all of both was compared. change_count: exact, however many are kept.
    """

    format: str
    old: DiffInput
    new: DiffInput
    same: bool
    whole: bool
    different_bytes: int
    summary: tuple[KindSummary, ...]
    change_count: int
    changes: tuple[Change, ...]
    schema: str

    _names = {"schema": "$schema"}


def diff(old: Source, new: Source, *, old_name: str | None = None, new_name: str | None = None, max_changes: int = 1000,
         **options: Unpack[DecodeOptions]) -> Diff:
    """What one version of a file says and the other does not.

    old, new: bytes or paths. max_changes: changes beyond these are counted and not kept.
    Raises NotRecognised, Unsupported (files of different formats, or a limit), OptionError, OutOfMemory, OSError.
    """
    checked, most = Options(options), number("max_changes", max_changes, 64)
    files = [named(old, old_name), named(new, new_name)]
    with Inputs(files, (), checked.limit_bytes) as inputs:
        made = ctypes.c_void_p()
        expect_ok(library().navlint_diff_make(checked.c, inputs.array[0], inputs.array[1], most, ctypes.byref(made)),
                  " and ".join(inputs.names))
        return Diff.from_dict(_rendered(made))


def _rendered(made: ctypes.c_void_p) -> Any:
    try:
        return json_of(library().navlint_diff_text(made, _abi.DIFF_JSON, False))
    finally:
        library().navlint_diff_free(made)
