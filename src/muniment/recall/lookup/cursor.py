"""Carry on a list where a page ended, at the basis it was begun at."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar, cast
from uuid import UUID

from muniment.errors import InvalidValue
from muniment.model.reading import AsOf, Page
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
class BasisPlace(Place):
    """A place of a list at a basis; `after_…` is the key of the last entry that was given."""

    BEFORE_ALL: ClassVar[int | None] = None
    """What stands for the key where no entry was given yet."""

    as_of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor(BasisPlace):
    """A place of a list by valid time, the newest first."""

    valid_at: datetime
    after_from: datetime
    after_id: UUID

    @classmethod
    def behind(cls, basis: Basis, after_from: datetime, after_id: UUID) -> Self:
        """Name an entry of a list at a basis."""
        return cls(
            as_of=basis.as_of.number,
            valid_at=basis.valid_at,
            after_from=after_from,
            after_id=after_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerCursor(BasisPlace):
    """A place of a list in the order of the ledger."""

    BEFORE_ALL: ClassVar[int | None] = 0

    after_number: int
    after_ordinal: int

    @classmethod
    def behind(cls, basis: Basis, number: int, ordinal: int) -> Self:
        """Name a row of the ledger in a list at a basis."""
        return cls(as_of=basis.as_of.number, after_number=number, after_ordinal=ordinal)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionCursor(BasisPlace):
    """A place of a list of versions."""

    after_from: datetime
    after_id: UUID
    after_number: int
    after_ordinal: int


At = TypeVar("At", bound=BasisPlace)


class _Asks(Protocol):
    @property
    def as_of(self) -> AsOf: ...
    @property
    def limit(self) -> int | None: ...
    @property
    def cursor(self) -> str | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing(Generic[At]):
    """Which part of a list is asked for: behind which place, how many entries, and at which basis.

    A page that follows is of the basis of the first one, whatever was written since.
    """

    kind: type[At]
    question: str
    after: At | None
    limit: int | None
    as_of: AsOf
    valid_at: datetime | None

    @classmethod
    def of(cls, kind: type[At], request: _Asks, question: str | None = None) -> Self:
        """Read what a request asks for; `question` is what its cursor is bound to, unless that is all of it.

        Raises:
            InvalidValue: the cursor is no good.
        """
        if question is None:
            question = repr(replace(cast("Any", request), cursor=None, limit=1))
        after = kind.read(request.cursor, question)
        begun = request if after is None else after
        return cls(
            kind=kind,
            question=question,
            after=after,
            limit=request.limit,
            as_of=begun.as_of,
            valid_at=getattr(begun, "valid_at", None),
        )

    @property
    def part(self) -> dict[str, object]:
        """The parameters of what reads it: one row more than is shown, if there is one."""
        keys = [item.name for item in fields(self.kind) if item.name.startswith("after_")]
        return {
            **{name: getattr(self.after, name, self.kind.BEFORE_ALL) for name in keys},
            "limit": None if self.limit is None else self.limit + 1,
        }

    def page(
        self,
        rows: Sequence[Row],
        basis: Basis,
        *,
        shown: Callable[[Row], Item],
        place: Callable[[Row], At],
    ) -> Page[Item]:
        """Return the rows that were read as a page; `place` names one for the cursor that goes on behind it."""
        given = rows[: self.limit]
        return Page(
            items=tuple(shown(row) for row in given),
            basis=basis,
            cursor=place(given[-1]).write(self.question) if len(rows) > len(given) else None,
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
    if kind == "int" and not 0 <= value < (2**31 if name == "after_ordinal" else 2**63):
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
            "the cursor belongs to another question. Repeat the same question with nothing changed but the cursor, or leave out the "
            "cursor."
        )
    return found[1:]


def _digest(question: str) -> str:
    return sha256(question.encode()).hexdigest()[:12]


def _no_cursor() -> InvalidValue:
    return InvalidValue("this is not a cursor. Give the `cursor` of a page, or leave it out.")
