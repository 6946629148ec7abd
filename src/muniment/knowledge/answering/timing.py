"""Tell whether a belief held, or a turn was said, at one of the times that a question asks for; pure, in English."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from muniment.model.memory import Episode, Memory
from muniment.recall.times import read_times
from muniment.temporal.period import Period
from muniment.temporal.utc import BEGINNING, ENDING

TOLD_WITHIN: Final = timedelta(days=7)
"""For how long after a day people tell of it as if it were now."""

_INSTANT: Final = timedelta(microseconds=1)


def held(said: Memory | Episode, windows: Sequence[Period]) -> bool:
    """Tell whether something was so at one of some times, or speaks of one."""
    return _meet([_span(said), *_told_times(said)], windows)


def was_told_of(said: Memory | Episode, windows: Sequence[Period]) -> bool:
    """Tell whether something was so at one of some times, or may have been, as it was told soon after; or speaks of one."""
    since, until = _span(said)
    began = since if _is_dated(said) else since - TOLD_WITHIN
    return _meet([(began, until), *_told_times(said)], windows)


def _meet(spans: Iterable[tuple[datetime, datetime]], windows: Sequence[Period]) -> bool:
    return any(
        start < (window.end or ENDING) and window.start < end
        for start, end in spans
        for window in windows
    )


def _span(said: Memory | Episode) -> tuple[datetime, datetime]:
    if isinstance(said, Episode):
        return said.occurred_at, said.occurred_at + _INSTANT
    return said.valid_from, said.valid_until or ENDING


def _is_dated(said: Memory | Episode) -> bool:
    """Tell whether a belief begins with a day, as it was told then; others begin when they were told."""
    return isinstance(said, Memory) and said.valid_from.timetz() == BEGINNING.timetz()


def _told_times(said: Memory | Episode) -> Sequence[tuple[datetime, datetime]]:
    return _times_of(said.content, said.valid_from)


@lru_cache(maxsize=128)
def _times_of(text: str, told_at: datetime) -> tuple[tuple[datetime, datetime], ...]:
    return tuple(
        (start or BEGINNING, end or ENDING)
        for each in read_times(text, told_at)
        for start, end in (each.behind, each.ahead)
    )
