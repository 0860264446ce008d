"""Options of navlint_options, by the names that the npm package and .navlint.json give them."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypedDict

from . import _abi
from ._inputs import c_text
from ._library import json_of, library, optional_text
from .errors import OptionError


class DecodeOptions(TypedDict, total=False):
    """How a file is read: navlint_options of navlint.h says what each does."""

    input_format: str | None
    """The id of the format, or of a part of one; None: the bytes tell."""
    game: str | None
    scope: Literal["all", "navmesh"]
    max_input_bytes: int
    max_steps: int


class CheckOptions(DecodeOptions, total=False):
    """How files are judged."""

    ignore: Sequence[str]
    only: Sequence[str]
    """Codes, and beginnings of codes: `NAV_LADDER_*`."""
    severity: Mapping[str, Literal["error", "warning", "info", "off"]]
    min_severity: Literal["error", "warning", "info"]
    pedantic: bool
    max_findings: int
    max_findings_per_rule: int


def unknown(what: str, name: str) -> OptionError:
    return OptionError(f"no {what} has the name {name!r}", f"unknown{what.capitalize()}", name)


def number(name: str, value: Any, bits: int) -> int:
    """A count as C takes it: ctypes would cut it without a word."""
    try:
        number = operator.index(value)
    except TypeError:
        raise OptionError(f"{name} must be an integer, not {value!r}", culprit=name) from None
    if not 0 <= number < 1 << bits:
        raise OptionError(f"{name} must be from 0 to 2**{bits} - 1, not {number}", culprit=name)
    return number


def _word(name: str, value: Any, words: Sequence[str]) -> int:
    if value not in words:
        raise OptionError(f"{name} must be one of {', '.join(words)}, not {value!r}", culprit=str(value))
    return words.index(value)


def codes_of(name: str, given: Any) -> list[bytes]:
    """Codes, with those that a star stands for."""
    if isinstance(given, (str, bytes)):
        raise OptionError(f"{name} is a list of codes, not {given!r}", culprit=name)
    return [code for one in given for code in _expanded(one)]


def _expanded(code: str) -> list[bytes]:
    encoded = c_text(code) or b""
    if not encoded.endswith(b"*"):
        if not library().navlint_rule_by_code(encoded, None):
            raise unknown("rule", code)
        return [encoded]
    rules = json_of(library().navlint_rules_json(None, _abi.JSON_COMPACT))["rules"]
    found = [rule["code"].encode() for rule in rules if rule["code"].startswith(code[:-1])]
    if not found or code == "*":
        raise unknown("rule", code)
    return found


def code_array(codes: list[bytes]) -> Any:
    """They are kept alive with the struct that points to the array."""
    return (ctypes.c_char_p * len(codes))(*codes)


class Options:
    """A navlint_options and what it borrows. Raises OptionError for what the library does not know."""

    def __init__(self, given: Mapping[str, Any], **more: Any) -> None:
        self.c = _abi.Options()
        library().navlint_options_init(ctypes.byref(self.c), ctypes.sizeof(self.c))
        for name, value in given.items():
            _take(self.c, name, value)
        for name, value in more.items():
            setattr(self.c, name, value)
        self._expect_known()

    def _expect_known(self) -> None:
        culprit = ctypes.c_char_p()
        status = library().navlint_options_check(ctypes.byref(self.c), ctypes.byref(culprit))
        names = {_abi.UNKNOWN_FORMAT: "format", _abi.UNKNOWN_RULE: "rule", _abi.UNKNOWN_GAME: "game"}
        if status in names:
            raise unknown(names[status], optional_text(culprit.value) or "")
        if status != _abi.OK:
            raise OptionError("the library refuses the options")

    @property
    def limit_bytes(self) -> int:
        return int(self.c.max_input_bytes)


# ctypes keeps alive what a member of a struct points to.


def _set_text(c: _abi.Options, name: str, value: Any) -> None:
    setattr(c, "format" if name == "input_format" else name, c_text(value))


def _set_codes(c: _abi.Options, name: str, value: Any) -> None:
    codes = codes_of(name, value)
    setattr(c, name, code_array(codes))
    setattr(c, f"{name}_count", len(codes))


def _set_severities(c: _abi.Options, name: str, value: Any) -> None:
    rows = [_abi.Override(c_text(code), _word(name, word, _abi.SEVERITIES)) for code, word in value.items()]
    c.overrides, c.override_count = (_abi.Override * len(rows))(*rows), len(rows)


def _set_min_severity(c: _abi.Options, name: str, value: Any) -> None:
    c.min_severity = _word(name, value, _abi.SEVERITIES[:3])


def _set_scope(c: _abi.Options, name: str, value: Any) -> None:
    c.scope = _word(name, value, _abi.SCOPES)


def _set_pedantic(c: _abi.Options, _: str, value: Any) -> None:
    c.pedantic = bool(value)


def _set_number(c: _abi.Options, name: str, value: Any) -> None:
    setattr(c, name, number(name, value, 8 * getattr(_abi.Options, name).size))


_SETTERS: dict[str, Callable[[_abi.Options, str, Any], None]] = {
    "input_format": _set_text, "game": _set_text, "scope": _set_scope, "ignore": _set_codes, "only": _set_codes,
    "severity": _set_severities, "min_severity": _set_min_severity, "pedantic": _set_pedantic,
    "max_findings": _set_number, "max_findings_per_rule": _set_number, "max_input_bytes": _set_number, "max_steps": _set_number}


def _take(c: _abi.Options, name: str, value: Any) -> None:
    if name not in _SETTERS:
        raise TypeError(f"no option has the name {name!r}")
    _SETTERS[name](c, name, value)
