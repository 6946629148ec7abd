"""Tell which texts PostgreSQL and a model can be given, and which say nothing."""

from __future__ import annotations

import re
from typing import Final

from muniment.errors import UnstorableText

HALF: Final = re.compile("[\ud800-\udfff]")
"""A surrogate that stands alone, as where a text was cut in the middle of a character."""

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")

_UNSEEN: Final = re.compile(
    "[\\s\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]*"
)


def is_blank(text: str) -> bool:
    """Return whether nothing of a text is seen: white space, controls, and what Unicode has ignored by default."""
    return _UNSEEN.fullmatch(text) is not None


def is_storable(text: str) -> bool:
    """Return whether a text holds neither a NUL nor a lone surrogate."""
    return not _UNSTORABLE.search(text)


def refuse_unstorable(text: str, what: str = "the text") -> None:
    """Refuse a text that cannot be stored or sent.

    Raises:
        UnstorableText: it holds a NUL or a lone surrogate.
    """
    if not is_storable(text):
        raise UnstorableText(f"{what} holds a NUL or a lone surrogate. Remove it.")
