"""Tell which texts PostgreSQL and a model can be given."""

from __future__ import annotations

import re
from typing import Final

from muniment.errors import UnstorableText

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")


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
