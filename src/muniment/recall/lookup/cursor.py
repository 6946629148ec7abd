"""Carry on a list where a page ended, at the basis it was begun at."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, Self, TypeVar
from uuid import UUID

from muniment.errors import InvalidValue
from muniment.model.reading import Page
from muniment.temporal.basis import Basis

Row = TypeVar("Row")
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a page of a list ended; outside an opaque text that fits one question only.

    Its fields are numbers, texts, aware instants and ids, written in their order.
    """

    def write(self, question: str) -> str:
        """Write it as a text."""
        values = [getattr(self, item.name) for item in fields(self)]
        text = json.dumps([_digest(question), *values], separators=(",", ":"), default=_told)
        return urlsafe_b64encode(text.encode()).decode().rstrip("=")

    @classmethod
    def read(cls, text: str | None, question: str) -> Self | None:
        """Read the text form; None stays None.

        Raises:
            InvalidValue: it is no cursor, or one of another question.
        """
        if text is None:
            return None
        items = fields(cls)
        values = _unpacked(text, question, len(items))
        try:
            return cls(
                **{
                    item.name: _read(item.name, str(item.type), str(value))
                    for item, value in zip(items, values, strict=True)
                }
            )
        except ValueError:
            raise _no_cursor() from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor(Place):
    """The basis of a list, and the key of the last entry that was given."""

    number: int
    valid_at: datetime
    after_from: datetime
    after_id: UUID

    @classmethod
    def behind(cls, basis: Basis, after_from: datetime, after_id: UUID) -> Self:
        """Name an entry of a list at a basis."""
        return cls(
            number=basis.as_of.number,
            valid_at=basis.valid_at,
            after_from=after_from,
            after_id=after_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerCursor(Place):
    """The basis of a list in the order of the ledger, and the row that was given last."""

    as_of: int
    number: int
    ordinal: int

    @classmethod
    def behind(cls, basis: Basis, number: int, ordinal: int) -> Self:
        """Name a row of the ledger in a list at a basis."""
        return cls(as_of=basis.as_of.number, number=number, ordinal=ordinal)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionCursor(Place):
    """The basis of a list of versions, and the place of the one that was given last."""

    as_of: int
    after_from: datetime
    after_id: UUID
    number: int
    ordinal: int


def page_of(
    rows: Sequence[Row],
    limit: int | None,
    basis: Basis,
    question: str,
    *,
    shown: Callable[[Row], Item],
    place: Callable[[Row], Place],
) -> Page[Item]:
    """Return a page of rows, of which one more than the limit was read if there is one.

    `place` names a row for the cursor that carries on behind it.
    """
    given = rows[:limit]
    return Page(
        items=tuple(shown(row) for row in given),
        basis=basis,
        cursor=place(given[-1]).write(question) if len(rows) > len(given) else None,
    )


def _told(value: datetime | UUID) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    if instant.tzinfo is None:
        raise ValueError
    return instant


def _read(name: str, kind: str, text: str) -> Any:
    value = _READERS[kind](text)
    if kind == "int" and not 0 <= value < (2**31 if name == "ordinal" else 2**63):
        raise ValueError
    return value


_READERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "int": int,
    "str": str,
    "datetime": _instant,
    "UUID": UUID,
}
"""How a field is read, by its annotation."""


def _unpacked(text: str, question: str, count: int) -> list[object]:
    try:
        found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (NotBase64, ValueError, TypeError, RecursionError):
        raise _no_cursor() from None
    if not isinstance(found, list) or len(found) != count + 1:
        raise _no_cursor()
    if found[0] != _digest(question):
        raise InvalidValue(
            "the cursor belongs to another question. Ask the same again, with the cursor and nothing "
            "else changed, or leave the cursor out."
        )
    return found[1:]


def _digest(question: str) -> str:
    return sha256(question.encode()).hexdigest()[:12]


def _no_cursor() -> InvalidValue:
    return InvalidValue("this is no cursor. Give the `cursor` of a page, or leave it out.")
