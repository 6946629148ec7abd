"""Say when two names are the same name."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize


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
