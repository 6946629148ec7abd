"""Hold a conversation that was read: its turns, in order, and the questions that came with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Final

from muniment.ingest.json_values import Unfit
from muniment.model.writes import Turn

STEP: Final = timedelta(seconds=1)
"""How far apart the turns of a session are put where only the session's beginning is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a conversation, with the turns that answer it.

    `evidence` holds source ids, and only those that name a turn of the conversation. `category`
    is as the file calls it; `answer` is None where there is none, `asked_at` where nobody says.
    """

    question: str
    answer: str | None
    evidence: tuple[str, ...]
    category: str | None
    asked_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One conversation. `turns` can be walked more than once, in the order they were said.

    Every session's name begins with the conversation's, so that two of them do not mix.
    """

    name: str
    turns: Iterable[Turn]
    turns_total: int
    questions: tuple[Question, ...] = ()


def turn_fields(turn: Turn) -> Mapping[str, object]:
    """Return the fields of a turn, but for where it goes: the settings say that."""
    return {
        item.name: getattr(turn, item.name)
        for item in fields(turn)
        if item.name not in ("namespace", "visibility")
    }


def said_at(began: datetime, place: int, where: str) -> datetime:
    """Return when a turn was said, by its place in a session of which only the beginning is known.

    Raises:
        Unfit: that is after the year 9999.
    """
    try:
        return began + place * STEP
    except OverflowError:
        raise Unfit(f"{where} would be said after the year 9999") from None
