"""Say when two names are the same name."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final
from unicodedata import is_normalized, normalize

from muniment.errors import InvalidValue

SLUG_CHARACTERS_MAX: Final = 80


def is_composed(name: str | None) -> bool:
    """Return whether a name is in NFC, the form in which names are kept."""
    return name is None or is_normalized("NFC", name)


def refuse_decomposed(name: str | None, what: str) -> None:
    """Refuse a name that looks like another one and is not the same text.

    Raises:
        InvalidValue: it is not in NFC; the message says what to write.
    """
    if name is not None and not is_composed(name):
        composed = normalize("NFC", name)
        raise InvalidValue(
            f"{what} is {name!a:.80}, which is not in the Unicode form of names (NFC): it looks like "
            f"{composed!r:.80} but would be a different one. Write {composed!a:.80}."
        )


@lru_cache(maxsize=8192)
def folded(name: str) -> str:
    """Return the form in which entities and categories are equal: NFKC, case-folded, single spaces."""
    return " ".join(normalize("NFKC", normalize("NFKC", name).casefold()).split())


@lru_cache(maxsize=8192)
def called(name: str) -> tuple[str, ...]:
    """Return the folded forms that a speaker goes by: the whole name, and a first name of 3 letters or more."""
    whole = folded(name)
    first = whole.split(" ")[0] if whole else ""
    return (whole, first) if first != whole and len(first) >= 3 else (whole,)


def slug_of(name: str) -> str:
    """Return the slug of a name: its folded words with hyphens between them.

    A name with anything but letters, digits and spaces, or a very long one, ends in eight digits
    of a SHA-256 besides: two names never share a slug.
    """
    key = folded(name)
    plain = "".join(letter if letter.isalnum() else " " for letter in key)
    slug = "-".join(plain.split())[:SLUG_CHARACTERS_MAX].rstrip("-")
    if slug.replace("-", " ") == key:
        return slug
    digest = sha256(key.encode()).hexdigest()[:8]
    return f"{slug}-{digest}" if slug else digest
