"""Judging files: navlint_check."""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _abi
from ._inputs import Files, Head, Inputs, Named, Source, block, c_text, listed, named
from ._library import expect_ok, json_of, library
from ._options import CheckOptions, Options
from .report import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack


def check(source: Source, *, name: str | None = None, masters: Iterable[Named] = (), digest: bool = False,
          **options: Unpack[CheckOptions]) -> Report:
    """Judges one file.

    source: its bytes (bytes, bytearray, memoryview, mmap), which are not copied, or its path.
    name: as it will appear in the report; by default the path, or "-".
    masters: files that are read for what it refers to, and not judged: those of a plugin.
    digest: show the SHA-256 of the bytes.
    Raises OptionError, OutOfMemory, and OSError for a path that cannot be read. A damaged file is no error.
    """
    return _judged([named(source, name)], masters, digest, Options(options))


def check_set(files: Files, *, set_name: str = "set", masters: Iterable[Named] = (), digest: bool = False,
              **options: Unpack[CheckOptions]) -> Report:
    """Judges files of one map together: what one refers to in another is looked up.

    files: paths, (name, bytes or path) pairs, or a mapping from names to bytes or paths.
    set_name: of the set, as it will appear in the report.
    Of more than one file the report is that of the set, with `members`; of one file it is that file's own.
    Raises as `check`.
    """
    return _judged(listed(files), masters, digest, Options(options, set_name=c_text(set_name)))


def _judged(files: list[tuple[str, Source]], masters: Iterable[Named], digest: bool, options: Options) -> Report:
    with Inputs(files, listed(masters), options.limit_bytes) as inputs:
        bound = library().navlint_memory_bound(options.c, inputs.array, inputs.count)
        with block(bound) as memory:
            report = ctypes.c_void_p()
            expect_ok(library().navlint_check(options.c, inputs.array, inputs.count, *memory, ctypes.byref(report)))
            return Report.from_dict(_rendered(report, _digests(inputs) if digest else None))


def _digests(inputs: Inputs) -> Any:
    """Of the files that are judged, which stand in front of the masters; none of those that are too large to be read."""
    judged = inputs.buffers[:len(inputs.names)]
    digests = [None if isinstance(buffer, Head) else hashlib.sha256(buffer).hexdigest().encode() for buffer in judged]
    return (ctypes.c_char_p * len(digests))(*digests)


def _rendered(report: ctypes.c_void_p, digests: Any) -> Any:
    if library().navlint_report_member_count(report):
        return json_of(library().navlint_set_json(report, _abi.JSON_COMPACT, digests))
    return json_of(library().navlint_report_json(report, _abi.JSON_COMPACT, digests[0] if digests else None))
