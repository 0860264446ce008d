"""Formats and rules: what the library knows."""

from __future__ import annotations

import ctypes
import os
from dataclasses import dataclass
from typing import Any, Literal, Optional

from . import _abi
from ._inputs import Buffer, Inputs, Source, c_text, named
from ._library import expect_ok, json_of, library, optional_text, text_of
from ._options import unknown
from ._records import Record
from .report import Impact, Safety

_WITNESS_BYTES = 1 << 20  # navlint.h: 1 MiB holds every witness
_HEAD_BYTES = 1 << 20  # navlint.h: detection wants no more


@dataclass(frozen=True)
class RuleFix(Record):
    """What `fix` does about it: it goes on after "navlint fix"."""

    safety: Safety
    deed: str


@dataclass(frozen=True)
class Rule(Record):
    """A rule of schemas/rules.schema.json."""

    format: str
    code: str
    severity: Literal["error", "warning", "info", "off"]
    impact: Impact
    message: str
    explanation: str
    remedy: str
    source: str
    help_uri: str
    pedantic: bool = False
    fix: Optional[RuleFix] = None


@dataclass(frozen=True)
class Titled(Record):
    """A game, or a part of a format."""

    id: str
    title: str


@dataclass(frozen=True)
class Format(Record):
    """A format of schemas/formats.schema.json. rules: how many it has."""

    id: str
    title: str
    summary: str
    extensions: tuple[str, ...]
    games: tuple[Titled, ...]
    parts: tuple[Titled, ...]
    sets: bool
    container: bool
    rules: int


@dataclass(frozen=True)
class Recognised:
    """What some bytes are. format: None if they are none of the formats; other_game: whose files have this form, but are laid
    out otherwise; needs: files that it refers to, the masters of a plugin."""

    format: Optional[str]
    detected_by: Optional[str]
    other_game: Optional[str]
    needs: tuple[str, ...]


def formats() -> tuple[Format, ...]:
    """What is known of each format."""
    return tuple(map(Format.from_dict, json_of(library().navlint_formats_json(_abi.JSON_COMPACT))["formats"]))


def rules(format: str | None = None) -> tuple[Rule, ...]:
    """The rules of a format, or all. Raises OptionError for an unknown format."""
    document = json_of(library().navlint_rules_json(_format_of(format), _abi.JSON_COMPACT))
    return tuple(map(Rule.from_dict, document["rules"]))


def explain(code: str) -> Rule:
    """One rule: what it is about, why it matters, how to repair. Raises OptionError for an unknown code."""
    rule = library().navlint_rule_by_code(c_text(code), None)
    if not rule:
        raise unknown("rule", code)
    return Rule.from_dict(json_of(library().navlint_rule_json(rule, _abi.JSON_COMPACT)))


def layouts(format: str | None = None) -> list[dict[str, Any]]:
    """Where the fields of a format's records are, or of all formats: `layouts` of schemas/layout.schema.json."""
    layouts: list[dict[str, Any]] = json_of(library().navlint_layout_json(_format_of(format), _abi.JSON_COMPACT))["layouts"]
    return layouts


def _format_of(id: str | None) -> Any:
    found = library().navlint_format_by_id(c_text(id)) if id is not None else None
    if id is not None and not found:
        raise unknown("format", id)
    return found


def witness(code: str) -> bytes:
    """A smallest file that breaks the rule. Raises OptionError for an unknown code."""
    explain(code)
    room, length = ctypes.create_string_buffer(_WITNESS_BYTES), ctypes.c_size_t()
    expect_ok(library().navlint_witness(c_text(code), room, len(room), ctypes.byref(length)), code)
    return room.raw[:length.value]


def recognise(source: Source, *, name: str | None = None) -> Recognised:
    """What a file is: its bytes, of which the first megabyte suffices, or its path."""
    detected_by, needs = ctypes.c_char_p(), []
    visit = _abi.NameCallback(lambda _, needed: needs.append(text_of(needed)))
    with Inputs([(named(source, name)[0], _head(source))], (), _HEAD_BYTES) as inputs:
        found = library().navlint_detect(inputs.array, ctypes.byref(detected_by))
        other_game = library().navlint_other_game(inputs.array)
        library().navlint_each_needed(inputs.array, visit, None)
    return Recognised(text_of(found.contents.id) if found else None, optional_text(detected_by.value),
                      optional_text(other_game), tuple(needs))


def _head(source: Source) -> Buffer:
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return file.read(_HEAD_BYTES)
    return source
