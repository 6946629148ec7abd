"""Carry on a list where a page ended, at the basis it was begun at."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from muniment.errors import InvalidValue
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class Cursor:
    """The basis of a list, and the key of the last entry that was given."""

    number: int
    valid_at: datetime
    after_from: datetime
    after_id: UUID

    def write(self, question: str) -> str:
        """Write it as an opaque text that fits one question only."""
        return pack(
            question,
            [
                self.number,
                self.valid_at.isoformat(),
                self.after_from.isoformat(),
                str(self.after_id),
            ],
        )

    @classmethod
    def read(cls, text: str, question: str) -> Cursor:
        """Read the text form.

        Raises:
            InvalidValue: it is no cursor, or one of another question.
        """
        values = unpack(text, question, 4)
        try:
            return cls(
                number=int(values[0]),
                valid_at=datetime.fromisoformat(values[1]),
                after_from=datetime.fromisoformat(values[2]),
                after_id=UUID(values[3]),
            )
        except ValueError:
            raise no_cursor() from None


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerCursor:
    """The basis of a list in the order of the ledger, and the row that was given last."""

    as_of: int
    number: int
    ordinal: int

    def write(self, question: str) -> str:
        """Write it as an opaque text that fits one question only."""
        return pack(question, [self.as_of, self.number, self.ordinal])

    @classmethod
    def read(cls, text: str, question: str) -> LedgerCursor:
        """Read the text form.

        Raises:
            InvalidValue: it is no cursor, or one of another question.
        """
        values = unpack(text, question, 3)
        try:
            as_of, number, ordinal = (int(value) for value in values)
        except ValueError:
            raise no_cursor() from None
        return cls(as_of=as_of, number=number, ordinal=ordinal)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionCursor:
    """The basis of a list of versions, and the place of the one that was given last."""

    as_of: int
    after_from: datetime
    after_id: UUID
    number: int
    ordinal: int

    def write(self, question: str) -> str:
        """Write it as an opaque text that fits one question only."""
        after = (self.after_from.isoformat(), str(self.after_id), self.number, self.ordinal)
        return pack(question, [self.as_of, *after])

    @classmethod
    def read(cls, text: str, question: str) -> VersionCursor:
        """Read the text form.

        Raises:
            InvalidValue: it is no cursor, or one of another question.
        """
        values = unpack(text, question, 5)
        try:
            return cls(
                as_of=int(values[0]),
                after_from=datetime.fromisoformat(values[1]),
                after_id=UUID(values[2]),
                number=int(values[3]),
                ordinal=int(values[4]),
            )
        except ValueError:
            raise no_cursor() from None


def cursor_after(basis: Basis, after_from: datetime, after_id: UUID, question: str) -> str:
    """Return the cursor that carries on behind an entry."""
    return Cursor(
        number=basis.as_of.number,
        valid_at=basis.valid_at,
        after_from=after_from,
        after_id=after_id,
    ).write(question)


def pack(question: str, values: list[int | str]) -> str:
    """Write values as an opaque text, bound to a question."""
    text = json.dumps([_digest(question), *values], separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def unpack(text: str, question: str, count: int) -> list[str]:
    """Read what `pack` wrote, each value as a text.

    Raises:
        InvalidValue: it is no cursor, or one of another question.
    """
    try:
        found = json.loads(urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    except (NotBase64, ValueError, TypeError):
        raise no_cursor() from None
    if not isinstance(found, list) or len(found) != count + 1:
        raise no_cursor()
    if found[0] != _digest(question):
        raise InvalidValue(
            "the cursor belongs to another question. Ask the same again, with the cursor and nothing "
            "else changed, or leave the cursor out."
        )
    return [str(value) for value in found[1:]]


def _digest(question: str) -> str:
    return sha256(question.encode()).hexdigest()[:12]


def no_cursor() -> InvalidValue:
    """Return the error for a text that is no cursor."""
    return InvalidValue("this is no cursor. Give the `cursor` of a page, or leave it out.")
