"""Frozen dataclasses for the objects of the JSON schemas."""

from __future__ import annotations

import dataclasses
import functools
import types
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from typing_extensions import Self

Decode = Callable[[Any], Any]


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _decoder(hint: Any) -> Decode | None:
    """What makes a value of this type of one in a document; None if it is one as it is."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint.from_dict
    if get_origin(hint) is tuple:
        return _each(_decoder(get_args(hint)[0]))
    if get_origin(hint) in (Union, types.UnionType):
        return next((_unless_plain(arm) for arm in map(_decoder, get_args(hint)) if arm), None)
    return None


def _each(decode: Decode | None) -> Decode:
    item = decode or (lambda value: value)
    return lambda items: tuple(map(item, items))


def _unless_plain(decode: Decode) -> Decode:
    return lambda value: decode(value) if isinstance(value, (dict, list)) else value


def _plain(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return dict(value) if isinstance(value, Mapping) else value


class Record:
    """An object of a schema: its members are attributes, `detectedBy` is `detected_by`. What a document may leave out has a
    default here."""

    __slots__ = ()
    _names: ClassVar[Mapping[str, str]] = {}  # of members that are called otherwise in the document

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Self:
        """Made of a document of the schema, as `json.load` gives it."""
        known = {}
        for name, key, decode in _members(cls):  # type: ignore[arg-type]
            if key in document:
                value = document[key]
                known[name] = decode(value) if decode else value
        return cls(**known)

    def to_dict(self) -> dict[str, Any]:
        """The document again: `json.dumps` takes it."""
        document = {}
        for field in dataclasses.fields(self):
            value = getattr(self, field.name)
            if field.default is dataclasses.MISSING or value != field.default:
                document[self._names.get(field.name) or _camel(field.name)] = _plain(value)
        return document


@functools.cache
def _members(cls: type[Record]) -> list[tuple[str, str, Decode | None]]:
    """Attribute, key in the document, and how its value is decoded."""
    hints = get_type_hints(cls)
    return [(field.name, cls._names.get(field.name) or _camel(field.name), _decoder(hints[field.name]))
            for field in dataclasses.fields(cls)]
