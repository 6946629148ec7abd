"""Turn any value of ours into plain JSON, the same way for every surface, trace and digest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from typing import Final
from uuid import UUID

from muniment.temporal.instants import format_instant

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]

_NAMES: Final[dict[type, tuple[str, ...] | None]] = {}


def plain(value: object) -> Plain:
    """Return a value as JSON can hold it: dataclasses as objects, times as ISO 8601 in UTC."""
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, datetime):
        return format_instant(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    names = _names_of(type(value))
    if names is not None:
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (Sequence, frozenset, set)):
        items = sorted(value, key=str) if isinstance(value, (frozenset, set)) else value
        return [plain(item) for item in items]
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _names_of(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a dataclass, None for any other type."""
    if kind not in _NAMES:
        names = tuple(item.name for item in fields(kind)) if is_dataclass(kind) else None
        _NAMES[kind] = names
    return _NAMES[kind]
