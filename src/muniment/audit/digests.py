"""Digest a row twice: what an erasure removes, salted, and what stays, plain."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

Json = None | bool | int | float | str | list[str]

ERASABLE: Final[Mapping[str, frozenset[str]]] = {
    "memories": frozenset(
        {"content", "entity", "entity_key", "category", "category_key", "object", "object_key",
         "tags", "metadata", "match_key", "salt"}
    ),
    "assertions": frozenset({"source", "salt"}),
    "episodes": frozenset({"content", "caption", "speaker", "source_id", "metadata", "salt"}),
}
"""The columns that an erasure empties. Every other column of the ledger is in the plain digest."""

UNDIGESTED: Final = frozenset({"known_until"})
"""Set after the row was written; it is checked against the closings of the chain instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Digests:
    """The two digests of a row, in hexadecimal; `salted` is None where nothing is erasable."""

    plain: str
    salted: str | None


def json_value(value: object) -> Json:
    """Return a column's value as the JSON that digests and inserts share."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, list):
        return [str(item) for item in value]
    raise TypeError(f"a column of type {type(value).__name__} has no canonical form")


def canonical(value: object) -> bytes:
    """Return JSON with sorted keys and no spaces, as UTF-8 (after RFC 8785, for our value types)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest_row(table: str, columns: Mapping[str, Json], salt: bytes | None) -> Digests:
    """Return both digests (SHA-256) of a row given by its columns."""
    erasable = ERASABLE.get(table, frozenset())
    plain = {
        name: value for name, value in columns.items()
        if name not in erasable and name not in UNDIGESTED
    }
    salted = {name: columns[name] for name in columns if name in erasable}
    return Digests(
        plain=sha256(canonical([table, plain])).hexdigest(),
        salted=sha256((salt or b"") + canonical([table, salted])).hexdigest() if erasable else None,
    )
