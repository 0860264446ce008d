"""Finds the shared library, once, and says what is wrong with one that does not fit."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
import sys
import threading
from collections.abc import Iterator
from typing import Any

from . import _abi
from ._version import __version__
from .errors import LibraryError, NotRecognised, OptionError, OutOfMemory, Unsupported

VARIABLE = "NAVLINT_LIBRARY"
_IN_WHEEL = "navlint.dll" if sys.platform == "win32" else "libnavlint.so"
_OF_SYSTEM = None if sys.platform == "win32" else "libnavlint.so.0"  # Windows would look in every folder of PATH

_lock = threading.Lock()
_loaded: ctypes.CDLL | None = None


def library() -> ctypes.CDLL:
    """The library, loaded on first use. Raises LibraryError."""
    global _loaded
    with _lock:
        if _loaded is None:
            _loaded = _load()
        return _loaded


def version() -> str:
    """The version of the library: "0.2.0"."""
    return text_of(library().navlint_version())


def _places() -> Iterator[str]:
    """Where the library may be. A name in the environment is an order: nothing else is looked at then."""
    if os.environ.get(VARIABLE):
        yield os.environ[VARIABLE]
        return
    yield str(pathlib.Path(__file__).with_name(_IN_WHEEL))
    if _OF_SYSTEM:
        yield _OF_SYSTEM


def _load() -> ctypes.CDLL:
    failures = []
    for place in _places():
        try:
            loaded = ctypes.CDLL(place)
        except OSError as error:
            failures.append(f"{place}: {error}")
        else:
            return _declared(loaded, place)
    raise LibraryError("navlint: no shared library: " + "; ".join(failures)
                       + f". Install a wheel that carries it, the system's libnavlint0, or name a file in {VARIABLE}")


def _declared(loaded: ctypes.CDLL, place: str) -> ctypes.CDLL:
    """With the types of its functions, after the version: another one may lack some."""
    try:
        loaded.navlint_version.restype = ctypes.c_char_p
    except AttributeError:
        raise LibraryError(f"navlint: {place} is not libnavlint") from None
    _compare_versions(text_of(loaded.navlint_version()), place)
    for name, (result, arguments) in _abi.FUNCTIONS.items():
        try:
            function = getattr(loaded, name)
        except AttributeError:
            raise LibraryError(f"navlint: {place} has no function {name}: it is damaged or was built otherwise") from None
        function.restype, function.argtypes = result, arguments
    return loaded


def _compare_versions(found: str, place: str) -> None:
    """A later library serves this package as long as its first number is the same; before 1.0 the second one, too."""
    major, minor = (int(part) for part in found.split(".")[:2])
    wanted_major, wanted_minor = (int(part) for part in __version__.split(".")[:2])
    fits = minor == wanted_minor if wanted_major == 0 else minor >= wanted_minor
    if major != wanted_major or not fits:
        raise LibraryError(f"navlint: {place} is libnavlint {found}; this package, {__version__}, needs "
                           f"{wanted_major}.{wanted_minor}" + ("" if wanted_major == 0 else " or later"))


def text_of(text: bytes | None) -> str:
    """A text of the library's own. Names that a file has may hold any bytes: they survive as os.fsdecode has them."""
    return (text or b"").decode("utf-8", "surrogateescape")


def optional_text(text: bytes | None) -> str | None:
    return None if text is None else text_of(text)


def json_of(text: _abi.Text) -> Any:
    """The document in a text, which is freed."""
    if not text.text:
        raise OutOfMemory("navlint: memory ran out while a report was rendered")
    try:
        return json.loads(ctypes.string_at(text.text, text.length))
    finally:
        library().navlint_text_free(text)


def expect_ok(status: int, name: str = "-") -> None:
    """Raises what a status means. name: of the input."""
    if status == _abi.OK:
        return
    if status == _abi.NO_MEMORY:
        raise OutOfMemory(f"{name}: memory ran out")
    if status == _abi.NOT_RECOGNISED:
        raise NotRecognised(f"{name}: no format recognises the bytes")
    if status == _abi.UNSUPPORTED:
        raise Unsupported(f"{name}: its format cannot do this, or a limit keeps it from being decoded")
    raise OptionError(f"{name}: the library refuses the arguments (status {status})")
