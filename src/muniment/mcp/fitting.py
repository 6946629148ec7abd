"""Cut the long texts of a list, where all of them would be more than an agent reads at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from muniment.model.plain import Plain
from muniment.model.worded import cut

CHARACTERS_MAX: Final = 40_000
"""How much of what is said a list tells: ten thousand tokens."""

EACH_MIN: Final = 2_000
"""How much of a text is told however long the list is: who asks for many wants them."""

_SAID: Final = "content"
_ABOUT: Final = "memory"


def fitting(entries: Sequence[Plain]) -> list[Plain]:
    """Return the entries of a list, each text no longer than its share where all are too much."""
    if sum(len(_said(entry)) for entry in entries) <= CHARACTERS_MAX:
        return list(entries)
    share = max(CHARACTERS_MAX // len(entries), EACH_MIN)
    return [_shortened(entry, share) for entry in entries]


def _said(entry: Plain) -> str:
    if not isinstance(entry, dict):
        return ""
    said = entry.get(_SAID)
    return said if isinstance(said, str) else _said(entry.get(_ABOUT))


def _shortened(entry: Plain, most: int) -> Plain:
    said = _said(entry)
    if len(said) <= most or not isinstance(entry, dict):
        return entry
    if _SAID not in entry:
        return {**entry, _ABOUT: _shortened(entry[_ABOUT], most)}
    kept = cut(said, most)
    more = f"{kept} ({len(said) - len(kept) + 1} characters more: list fewer at once)"
    return {**entry, _SAID: more}
