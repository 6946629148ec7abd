"""Digest a row twice: what an erasure removes, salted, and what stays, plain."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from json.encoder import encode_basestring
from math import isfinite
from typing import Any, Final, NamedTuple
from uuid import UUID

Json = None | bool | int | float | str | list["Json"]

ERASABLE: Final[Mapping[str, frozenset[str]]] = {
    "memories": frozenset(
        {
            "content",
            "entity",
            "entity_key",
            "category",
            "category_key",
            "object",
            "object_key",
            "tags",
            "metadata",
            "match_key",
            "salt",
        }
    ),
    "assertions": frozenset({"source", "salt"}),
    "episodes": frozenset({"content", "caption", "speaker", "source_id", "metadata", "salt"}),
    "pages": frozenset(
        {"slug", "title", "entity", "entity_key", "category", "category_key", "terms", "salt"}
    ),
    "page_revisions": frozenset({"body", "note", "salt"}),
    "decisions": frozenset({"claim", "rationale", "salt"}),
    "contradictions": frozenset({"rationale", "salt"}),
}
"""The columns that an erasure empties. Every other column of the ledger is in the plain digest."""

_encode: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode

UNDIGESTED: Final = frozenset({"known_until"})
"""Set after the row was written; it is checked against the closings of the chain instead."""


class _Column(NamedTuple):
    """A column as it stands in a row's canonical form."""

    name: str
    key: str
    is_erasable: bool


class Digests(NamedTuple):
    """The two digests of a row, in hexadecimal; `salted` is None where nothing is erasable."""

    plain: str
    salted: str | None


def json_value(value: object) -> Json:
    """Return a column's value as the JSON that digests and inserts share."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, list):
        return [json_value(item) for item in value]
    raise TypeError(f"a column of type {type(value).__name__} has no canonical form")


def canonical(value: object) -> bytes:
    """Return JSON with sorted keys and no spaces, as UTF-8 (after RFC 8785, for our value types)."""
    return _encode(value).encode()


def sha256_of(content: bytes) -> str:
    """Return a SHA-256 in hexadecimal."""
    return sha256(content).hexdigest()


def digest_rows(
    table: str, columns: Sequence[str], rows: Sequence[tuple[object, ...]]
) -> list[Digests | None]:
    """Return both digests of rows by their columns, as `written_row` does of each.

    None stands for those of a row with a value that has no canonical form. A walk meets millions of
    values: column by column they are written with few steps for each.
    """
    if not rows:
        return []
    values = dict(zip(columns, zip(*rows, strict=True), strict=True))
    plain: list[list[str]] = []
    salted: list[list[str]] = []
    try:
        for name, key, is_erasable in _layout(table, tuple(columns)):
            (salted if is_erasable else plain).append(_written(key, values[name]))
    except TypeError:
        return [_digests_of(table, dict(zip(columns, row, strict=True))) for row in rows]
    salts = values.get("salt", (None,) * len(rows))
    firsts, seconds = _joined(plain, len(rows)), _joined(salted, len(rows))
    return [
        _digests(table, first, second, salt)
        for first, second, salt in zip(firsts, seconds, salts, strict=True)
    ]


def _written(key: str, values: Sequence[object]) -> list[str]:
    """Return a column of rows as each of them has it, nothing where it is null."""
    kinds = set(map(type, values))
    if len(kinds) == 1:
        (kind,) = kinds
        if kind is type(None):
            return [""] * len(values)
        return [key + written for written in map(_WRITERS.get(kind, _written_any), values)]
    return [
        "" if value is None else key + _WRITERS.get(type(value), _written_any)(value)
        for value in values
    ]


def _joined(columns: Sequence[Sequence[str]], count: int) -> Iterable[str]:
    """Return what each row says, of what it says in each column."""
    if not columns:
        return [""] * count
    return (",".join(filter(None, row)) for row in zip(*columns, strict=True))


def _digests_of(table: str, row: Mapping[str, object]) -> Digests | None:
    salt = row.get("salt")
    try:
        return written_row(table, row, salt if isinstance(salt, bytes) else None)[0]
    except TypeError:
        return None


def written_row(
    table: str, columns: Mapping[str, object], salt: bytes | None
) -> tuple[Digests, str]:
    """Return both digests (SHA-256) of a row, and the JSON that it is inserted as, made of the same parts.

    A column that is null is left out: one that a later schema adds leaves the digests of older
    rows as they are, and giving it a value there still shows.

    Raises:
        TypeError: a column's value has no canonical form.
    """
    plain: list[str] = []
    salted: list[str] = []
    for name, key, is_erasable in _layout(table, tuple(columns)):
        value = columns[name]
        if value is not None:
            written = _WRITERS.get(type(value), _written_any)(value)
            (salted if is_erasable else plain).append(key + written)
    first, second = ",".join(plain), ",".join(salted)
    digests = _digests(table, first, second, salt)
    return digests, f"{{{','.join(part for part in (first, second) if part)}}}"


def _digests(table: str, first: str, second: str, salt: object) -> Digests:
    """Return the digests of what stays of a row, and of what an erasure removes."""
    salt = salt if isinstance(salt, bytes) else b""
    return Digests(
        plain=sha256(f'["{table}",{{{first}}}]'.encode()).hexdigest(),
        salted=sha256(salt + f'["{table}",{{{second}}}]'.encode()).hexdigest()
        if table in ERASABLE
        else None,
    )


@lru_cache(maxsize=256)
def _layout(table: str, names: tuple[str, ...]) -> tuple[_Column, ...]:
    """Return the columns that digests cover, in the order of the canonical form."""
    erasable = ERASABLE.get(table, frozenset())
    return tuple(
        _Column(name=name, key=f"{_encode(name)}:", is_erasable=name in erasable)
        for name in sorted(names)
        if name not in UNDIGESTED
    )


@lru_cache(maxsize=16_384)
def _written_instant(instant: datetime) -> str:
    return f'"{json_value(instant)}"'


def _written_any(value: object) -> str:
    return _encode(json_value(value))


_WRITERS: Final[Mapping[type, Callable[[Any], str]]] = {
    str: encode_basestring,
    int: str,
    bool: lambda value: "true" if value else "false",
    float: lambda value: repr(value) if isfinite(value) else _encode(value),
    UUID: lambda value: f'"{value}"',
    datetime: _written_instant,
    bytes: lambda value: f'"\\\\x{value.hex()}"',
    list: lambda value: _encode(json_value(value)) if value else "[]",
}
"""How the commonest values of columns are written: a walk meets millions of them."""
