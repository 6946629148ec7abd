"""Write and read an anchor: a transaction's number and hash, as they are noted outside the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from muniment.errors import InvalidValue

HASH_DIGITS: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A transaction's number, and its hash in hexadecimal."""

    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.number}:{self.hash}"


def read_anchor(text: str) -> Anchor:
    """Read `NUMBER:HASH`.

    Raises:
        InvalidValue: it is not.
    """
    number, colon, digest = text.strip().partition(":")
    is_hash = len(digest) == HASH_DIGITS and set(digest.lower()) <= set("0123456789abcdef")
    if not (colon and number.isascii() and number.isdigit() and len(number) < 19 and is_hash):
        raise InvalidValue(
            f"anchor is {text!r:.120}; write NUMBER:HASH, the head that a verification gave."
        )
    return Anchor(number=int(number), hash=digest.lower())
