"""Digest a row twice: what an erasure removes, salted, and what stays, plain."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Digests:
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


def digest_row(table: str, columns: Mapping[str, Json], salt: bytes | None) -> Digests:
    """Return both digests (SHA-256) of a row given by its columns.

    A column that is null is left out: one that a later schema adds leaves the digests of older
    rows as they are, and giving it a value there still shows.
    """
    return written_row(table, columns, salt)[0]


def written_row(table: str, columns: Mapping[str, Json], salt: bytes | None) -> tuple[Digests, str]:
    """Return both digests of a row and the JSON that it is inserted as, which are made of the same parts."""
    erasable = ERASABLE.get(table, frozenset())
    plain: dict[str, Json] = {}
    salted: dict[str, Json] = {}
    for name, value in columns.items():
        if value is None or name in UNDIGESTED:
            continue
        if name in erasable:
            salted[name] = value
        else:
            plain[name] = value
    first, second = _encode(plain), _encode(salted)
    digests = Digests(
        plain=sha256(f'["{table}",{first}]'.encode()).hexdigest(),
        salted=sha256((salt or b"") + f'["{table}",{second}]'.encode()).hexdigest()
        if erasable
        else None,
    )
    return digests, f"{first[:-1]},{second[1:]}" if plain and salted else first if plain else second
