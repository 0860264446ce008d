"""What a file holds, field for field: navlint_dump, as an iterator."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, Union

from . import _abi
from ._callbacks import Visitor
from ._inputs import Inputs, Source, block, c_text, named
from ._library import expect_ok, library, text_of
from ._options import DecodeOptions, Options, number
from ._producer import Producer
from .report import Range

if TYPE_CHECKING:
    from typing_extensions import Unpack

_BATCH_ROWS = 1024


class Row(NamedTuple):
    r"""One field. A named tuple, for there may be millions: `pandas.DataFrame(navlint.dump(path))` is a table of them.

    path: JSON Pointer, as findings have it. role: "plain", "count", "reference", "identity".
    offset, length: bytes from the start of the input; with an encoding, of the packed bytes, and the place is `inner` in what
    they unpack to.
    value: a number, which may be NaN or infinite; of bytes a text, in which those that do not print are \xNN; or None.
    """

    path: str
    type: str
    role: str
    offset: int
    length: int
    value: Union[int, float, str, None]
    encoding: Optional[str] = None
    inner: Optional[Range] = None


def dump(source: Source, *, name: str | None = None, path: str | None = None, start: int = 0, stop: int = 0,
         **options: Unpack[DecodeOptions]) -> Iterator[Row]:
    """The fields of a file, in its order; of a damaged file those in front of the damage.

    path: only the record or field with this path and what is below it: "/areas/40".
    start, stop: only fields that have bytes from here up to there, itself excluded; 0: to the end.
    Rows are decoded while they are read, in a thread: who stops reading ends the work, by closing the iterator or letting it go.
    Raises NotRecognised, Unsupported, OptionError and OSError before the first row is asked for.
    """
    window = {"dump_path": c_text(path), "dump_from": number("start", start, 64), "dump_to": number("stop", stop, 64)}
    checked = Options(options, **window)
    batches = Producer[list[Row]](lambda put: _decode(named(source, name), checked, put)).items()
    return _rows(next(batches, []), batches)


def _rows(batch: list[Row], others: Iterator[list[Row]]) -> Iterator[Row]:
    yield from batch
    for batch in others:
        yield from batch


def _decode(file: tuple[str, Source], options: Options, put: Callable[[list[Row]], bool]) -> None:
    batch: list[Row] = []

    def take(field: _abi.Field) -> bool:
        batch.append(_row(field))
        return len(batch) < _BATCH_ROWS or put_batch()

    def put_batch() -> bool:
        whole = batch[:]
        batch.clear()
        return put(whole)

    visitor = Visitor(_abi.FieldCallback, take)
    with Inputs([file], (), options.limit_bytes) as inputs:
        with block(library().navlint_memory_bound(options.c, inputs.array, 1)) as memory:
            status = library().navlint_dump(options.c, inputs.array, *memory, visitor.c, None)
    visitor.raise_failure()
    expect_ok(status, file[0])
    put_batch()


def _row(field: _abi.Field) -> Row:
    encoding = field.encoding
    inner = Range(field.inner.offset, field.inner.length) if encoding else None
    return Row(text_of(field.path), _word(field.type), _role(field.role), field.offset, field.length, _value(field.value),
               encoding and _word(encoding), inner)


_VALUES: dict[int, Callable[[Any], Any]] = {
    _abi.UINT: attrgetter("uint"), _abi.INT: attrgetter("sint"), _abi.REAL: attrgetter("real"),
    _abi.TEXT: lambda value: text_of(value.text)}


def _value(value: _abi.Value) -> int | float | str | None:
    read = _VALUES.get(value.kind)
    found: int | float | str | None = read(value.of) if read else None
    return found


@functools.cache
def _word(word: bytes) -> str:
    """Types and encodings are few."""
    return text_of(word)


@functools.cache
def _role(role: int) -> str:
    return text_of(library().navlint_role_text(role))
