"""Bytes on their way to the library: borrowed, not copied."""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from io import FileIO
from typing import TypeVar, Union

from . import _abi
from .errors import OptionError, OutOfMemory

Buffer = Union[bytes, bytearray, memoryview, mmap.mmap]
Path = Union[str, "os.PathLike[str]"]
Source = Union[Buffer, Path]
"""A file: its bytes, or its path. A str is a path."""

Named = Union[Source, "tuple[str, Source]"]
"""A file, or its name and the file."""

Files = Union[Iterable[Named], Mapping[str, Source]]

# Of a file that is too large to be judged so much is read, so that its report can be made.
_HEAD_BYTES = 1 << 20
_CHUNK_BYTES = 1 << 20


class _View(ctypes.Structure):
    """Py_buffer of CPython's Include/pybuffer.h, part of its stable ABI."""

    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.c_void_p), ("len", ctypes.c_ssize_t),
                ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
                ("format", ctypes.c_void_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


_SIMPLE = 0  # PyBUF_SIMPLE: contiguous bytes, read only
_get_buffer = ctypes.pythonapi.PyObject_GetBuffer
_get_buffer.argtypes, _get_buffer.restype = [ctypes.py_object, ctypes.POINTER(_View), ctypes.c_int], ctypes.c_int
_release_buffer = ctypes.pythonapi.PyBuffer_Release
_release_buffer.argtypes, _release_buffer.restype = [ctypes.POINTER(_View)], None


@contextmanager
def borrowed(buffer: Buffer) -> Iterator[tuple[int | None, int]]:
    """Address and length of the bytes. Until the end nobody can resize the buffer or close it."""
    view = _View()
    _get_buffer(buffer, ctypes.byref(view), _SIMPLE)
    try:
        yield view.buf, view.len
    finally:
        _release_buffer(ctypes.byref(view))


class Pages(mmap.mmap):
    """Zeros, of which the system takes pages only when they are written."""


class Head(Pages):
    """The head of a file that is too large, and zeros for the rest."""


# Linux' asm-generic/mman.h, where Python has no name for it.
_NO_RESERVE = getattr(mmap, "MAP_NORESERVE", {"x86_64": 0x4000, "aarch64": 0x4000}.get(platform.machine(), 0))

AnyPages = TypeVar("AnyPages", bound=Pages)


def _pages(kind: type[AnyPages], length: int) -> AnyPages:
    try:
        if sys.platform == "win32":
            return kind(-1, length)
        return kind(-1, length, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE)
    except (OSError, OverflowError, ValueError) as error:
        raise OutOfMemory(f"navlint: no {length:,} bytes of memory: {error}") from None


@contextmanager
def block(length: int) -> Iterator[tuple[int, int]]:
    """Memory for a call."""
    with _pages(Pages, max(length, 1)) as pages, borrowed(pages) as (address, size):
        yield address or 0, size


def read(path: Path, limit_bytes: int) -> Buffer:
    """The bytes of a file. Of one that is larger than the limit no more than its head is real: nobody looks at the rest."""
    with open(path, "rb", buffering=0) as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit_bytes:
            return _with_head(file.read(min(_HEAD_BYTES, size)), size)
        return _read_to(file, size, limit_bytes + 1)


def _read_to(file: FileIO, expected_bytes: int, most_bytes: int) -> bytes:
    """Up to so many bytes: a pipe or a device may never end."""
    parts: list[bytes] = []
    wanted_bytes = expected_bytes + 1
    while most_bytes > 0:
        part = file.read(min(wanted_bytes, most_bytes))
        if not part:
            break
        parts.append(part)
        most_bytes -= len(part)
        wanted_bytes = _CHUNK_BYTES
    return b"".join(parts)


def _with_head(head: bytes, size: int) -> Buffer:
    pages = _pages(Head, size)
    pages[:len(head)] = head
    return pages


def named(one: Named, name: str | None = None) -> tuple[str, Source]:
    """A file with the name that reports give it: the given one, its path, or "-"."""
    if isinstance(one, tuple):
        return one
    if name is not None:
        return name, one
    return (os.fspath(one) if isinstance(one, (str, os.PathLike)) else "-"), one


def listed(files: Files) -> list[tuple[str, Source]]:
    """A str or bytes would be taken for its letters."""
    if isinstance(files, (str, bytes, bytearray, memoryview, mmap.mmap, os.PathLike)):
        raise TypeError("several files are wanted: a list of them, or a mapping from names to files")
    return list(files.items()) if isinstance(files, Mapping) else [named(one) for one in files]


def loaded(source: Source, limit_bytes: int) -> Buffer:
    if isinstance(source, (str, os.PathLike)):
        return read(source, limit_bytes)
    return source


class Inputs:
    """Files as the library takes them, good inside of `with`."""

    def __init__(self, files: Iterable[tuple[str, Source]], masters: Iterable[tuple[str, Source]], limit_bytes: int) -> None:
        self._named = [(*one, False) for one in files] + [(*one, True) for one in masters]
        self._limit_bytes = limit_bytes
        self._stack = ExitStack()

    def __enter__(self) -> Inputs:
        with ExitStack() as stack:
            self.names = [name for name, _, is_master in self._named if not is_master]
            self.buffers: list[Buffer] = []
            rows = [self._row(stack, *one) for one in self._named]
            self.array = (_abi.Input * max(len(rows), 1))(*rows)
            self.count = len(rows)
            self._stack = stack.pop_all()
        return self

    def _row(self, stack: ExitStack, name: str, source: Source, is_master: bool) -> _abi.Input:
        buffer = loaded(source, self._limit_bytes)
        self.buffers.append(buffer)
        address, length = stack.enter_context(borrowed(buffer))
        is_path = isinstance(source, (str, os.PathLike)) and name == os.fspath(source)
        return _abi.Input(c_text(name), address, length, is_master, c_text(name) if is_path else None)

    def __exit__(self, *_: object) -> None:
        self._stack.close()


def c_text(text: str | None) -> bytes | None:
    """A text for C. One with a NUL in it is refused: C would see only its beginning."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise OptionError(f"a name is a str, not {text!r}")
    if "\0" in text:
        raise OptionError(f"a NUL in a name: {text!r}", culprit=text)
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise OptionError(f"no bytes stand for the name {text!r}", culprit=text) from None
