"""Write sets of words as the words themselves."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def phrases(text: str) -> frozenset[str]:
    """Return the phrases of a text that has commas between them."""
    return frozenset(" ".join(each.split()) for each in text.split(",") if each.strip())
