"""Turn any value of ours into plain JSON, the same way for every surface, trace and digest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from operator import attrgetter
from types import NoneType
from typing import Any, Final
from uuid import UUID

from muniment.temporal.instants import format_instant

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]

_WRITERS: Final[dict[type, Callable[[Any], Plain]]] = {}
"""How the values of each type that was met are written: an answer holds hundreds of values."""

_PLAIN: Final = frozenset({NoneType, bool, int, float, str})


def plain(value: object) -> Plain:
    """Return a value as JSON can hold it: dataclasses as objects, times as ISO 8601 in UTC."""
    kind = type(value)
    writer = _WRITERS.get(kind)
    if writer is None:
        writer = _WRITERS[kind] = _writer_of(kind)
    return writer(value)


def _writer_of(kind: type) -> Callable[[Any], Plain]:
    if issubclass(kind, Enum):
        return lambda value: plain(value._value_)  # what `value` gives, without a descriptor
    if issubclass(kind, (NoneType, bool, int, float, str)):
        return lambda value: value
    if issubclass(kind, datetime):
        return format_instant
    if issubclass(kind, date):
        return date.isoformat
    if issubclass(kind, UUID):
        return str
    if is_dataclass(kind):
        return _object_writer(tuple(item.name for item in fields(kind)))
    if issubclass(kind, Mapping):
        return lambda value: {str(key): plain(item) for key, item in value.items()}
    if issubclass(kind, (frozenset, set)):
        return lambda value: [plain(item) for item in sorted(value, key=str)]
    if issubclass(kind, Sequence):
        return lambda value: [plain(item) for item in value]
    raise TypeError(f"{kind.__name__} has no JSON form")


def _object_writer(names: tuple[str, ...]) -> Callable[[Any], Plain]:
    if len(names) < 2:
        return lambda value: {name: plain(getattr(value, name)) for name in names}
    values_of = attrgetter(*names)
    return lambda value: {
        name: item if type(item) in _PLAIN else plain(item)
        for name, item in zip(names, values_of(value), strict=True)
    }
