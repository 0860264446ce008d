"""The geometry of a file as arrays: navlint_draw."""

from __future__ import annotations

import functools
import itertools
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional

from . import _abi
from ._callbacks import Visitor
from ._inputs import Inputs, Source, block, named
from ._library import expect_ok, library, optional_text, text_of
from ._options import DecodeOptions, Options
from .errors import NavlintError
from .report import Range

if TYPE_CHECKING:
    from typing_extensions import Unpack

Points = Sequence[Sequence[float]]
"""Rows of x, y, z in the game's units and axes: a NumPy array of float64, or a list of tuples."""

Indices = Sequence[int]
"""A NumPy array of int64, or an array.array."""

MAX_SHAPES = 1 << 23  # as `navlint draw`


@dataclass(frozen=True)
class Drawn:
    """The record of the file that shapes are drawn from.

    path: as findings and dumps have it. kind, id, record: as in `Subject`. offset, length: bytes of the whole record.
    """

    path: str
    kind: Optional[str]
    id: int
    record: Optional[str]
    offset: int
    length: int
    encoding: Optional[str] = None
    inner: Optional[Range] = None


@dataclass(frozen=True)
class Part:
    """A named part: a region, a mesh, one kind of nodes. Its shapes are those from these numbers on, up to the next part's."""

    name: str
    first_vertex: int
    first_face: int
    first_line: int
    first_mark: int


@dataclass(frozen=True)
class Axes:
    """Which number of a position grows upwards, northwards, eastwards: 1, 2, 3 for x, y, z; negative: it shrinks; 0: unknown."""

    up: int
    north: int
    east: int


@dataclass(frozen=True)
class Drawing:
    """The walkable surface or the graph that a file describes.

    vertices: points; faces and lines are made of their numbers.
    face_starts, face_corners: the corners of face i are face_corners[face_starts[i]:face_starts[i + 1]].
    lines: pairs of vertices. marks: points that are no vertices: hiding spots, doors.
    *_flags: one number for each, as it stands in the record; `words` says what it means.
    *_records: of each, its index in `records`.
    is_whole: False if the drawing ended at `max_shapes`.
    """

    format: str
    axes: Axes
    vertices: Points
    face_starts: Indices
    face_corners: Indices
    lines: Sequence[Sequence[int]]
    marks: Points
    vertex_flags: Indices
    face_flags: Indices
    line_flags: Indices
    mark_flags: Indices
    vertex_records: Indices
    face_records: Indices
    line_records: Indices
    mark_records: Indices
    records: tuple[Drawn, ...]
    parts: tuple[Part, ...]
    is_whole: bool

    def faces(self) -> list[tuple[int, ...]]:
        """The corners of each face, as Blender and others want them."""
        corners = [int(corner) for corner in self.face_corners]
        starts = [int(start) for start in self.face_starts]
        return [tuple(corners[first:end]) for first, end in itertools.pairwise(starts)]

    @functools.cached_property
    def _by_path(self) -> dict[str, int]:
        return {record.path: index for index, record in reversed(list(enumerate(self.records)))}

    def record_of(self, path: str) -> int | None:
        """The index in `records` of what a finding with this path is about: the record itself, or the one that it is in."""
        while path and path not in self._by_path:
            path = path.rpartition("/")[0]
        return self._by_path.get(path)

    def words(self, kind: str | None, flags: int) -> tuple[str, ...]:
        """The words for the flags of a shape of a record of this kind: "crouch", "no jump"."""
        found = library().navlint_format_by_id(self.format.encode())
        flag_at = library().navlint_flag_at
        rows = itertools.takewhile(bool, (flag_at(found, index) for index in itertools.count()))
        return tuple(text_of(row.contents.word) for row in rows
                     if text_of(row.contents.kind) == kind and int(flags) & row.contents.mask == row.contents.value)


def draw(source: Source, *, name: str | None = None, max_shapes: int = MAX_SHAPES, use_numpy: bool | None = None,
         **options: Unpack[DecodeOptions]) -> Drawing:
    """What a file describes, in the game's units and axes; of a damaged file what can be resolved.

    max_shapes: vertices, faces, lines and marks beyond these are left out.
    use_numpy: True: arrays are NumPy's; False: they are Python's; None: NumPy's if it is there.
    Raises NotRecognised, Unsupported (a format without geometry), OptionError, OSError.
    """
    checked, file, canvas = Options(options), named(source, name), _Canvas(max_shapes)
    visitor = Visitor(_abi.ShapeCallback, canvas.take)
    with Inputs([file], (), checked.limit_bytes) as inputs:
        found = library().navlint_detect_as(checked.c, inputs.array, _abi.NAMED)
        with block(library().navlint_memory_bound(checked.c, inputs.array, 1)) as memory:
            status = library().navlint_draw(checked.c, inputs.array, *memory, visitor.c, None)
    visitor.raise_failure()
    expect_ok(status, file[0])
    return canvas.drawing(found.contents, _numpy(use_numpy))


def _numpy(use_numpy: bool | None) -> Any:
    """The module, or None."""
    if use_numpy is False:
        return None
    try:
        import numpy
    except ImportError:
        if use_numpy:
            raise NavlintError("NumPy is not installed") from None
        return None
    return numpy


_WORDS = {_abi.VERTEX: "vertex", _abi.FACE: "face", _abi.LINE: "line", _abi.MARK: "mark"}


class _Shapes:
    """Shapes of one kind: what their arrays are made of."""

    def __init__(self) -> None:
        self.flags, self.records = array("Q"), array("q")

    def add(self, flags: int, record: int) -> None:
        self.flags.append(flags)
        self.records.append(record)


class _Canvas:
    """Takes the shapes of a drawing, one after the other."""

    def __init__(self, max_shapes: int) -> None:
        self._left = max_shapes
        self._is_whole = True
        self._shapes = {kind: _Shapes() for kind in _WORDS}
        self._points = {_abi.VERTEX: array("d"), _abi.MARK: array("d")}
        self._corners = {_abi.FACE: array("q"), _abi.LINE: array("q")}
        self._starts = array("q", [0])
        self._records: list[Drawn] = []
        self._parts: list[Part] = []
        self._last_path: bytes | None = None

    def take(self, shape: _abi.Shape) -> bool:
        kind = shape.kind
        if kind == _abi.OBJECT:
            self._parts.append(Part(text_of(shape.name), *(len(shapes.flags) for shapes in self._shapes.values())))
            return True
        if self._left == 0:
            self._is_whole = False
            return False
        self._left -= 1
        self._shapes[kind].add(shape.flags, self._record(shape))
        if kind in self._points:
            self._points[kind].extend(shape.position)
        else:
            self._corners[kind].extend(shape.corners[:shape.corner_count])
        if kind == _abi.FACE:
            self._starts.append(len(self._corners[kind]))
        return True

    def _record(self, shape: _abi.Shape) -> int:
        """Shapes of one record come one after the other."""
        path = shape.path
        if path != self._last_path or not self._records:
            self._last_path = path
            self._records.append(_drawn(shape))
        return len(self._records) - 1

    def drawing(self, format: _abi.Format, numpy: Any) -> Drawing:
        columns = {f"{_WORDS[kind]}_{name}": _column(getattr(shapes, name), numpy)
                   for kind, shapes in self._shapes.items() for name in ("flags", "records")}
        return Drawing(
            format=text_of(format.id), axes=Axes(format.axes.up, format.axes.north, format.axes.east),
            vertices=_rows(self._points[_abi.VERTEX], 3, numpy), marks=_rows(self._points[_abi.MARK], 3, numpy),
            lines=_rows(self._corners[_abi.LINE], 2, numpy), face_starts=_column(self._starts, numpy),
            face_corners=_column(self._corners[_abi.FACE], numpy), records=tuple(self._records), parts=tuple(self._parts),
            is_whole=self._is_whole, **columns)


def _drawn(shape: _abi.Shape) -> Drawn:
    subject, encoding = shape.subject, optional_text(shape.encoding)
    return Drawn(text_of(shape.path), optional_text(subject.kind), subject.id, optional_text(subject.record), shape.offset,
                 shape.length, encoding, Range(shape.inner.offset, shape.inner.length) if encoding else None)


def _column(numbers: array[Any], numpy: Any) -> Any:
    """NumPy's array looks at the same memory."""
    return numpy.frombuffer(numbers, dtype=numbers.typecode) if numpy and numbers else _empty(numbers, numpy)


def _empty(numbers: array[Any], numpy: Any) -> Any:
    return numpy.empty(0, dtype=numbers.typecode) if numpy else numbers


def _rows(numbers: array[Any], width: int, numpy: Any) -> Any:
    if numpy:
        return _column(numbers, numpy).reshape(-1, width)
    each = iter(numbers)
    return list(zip(*[each] * width))
