"""Turn a claim into a draft: its words, its period, and what it says of time."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Final

from muniment.errors import Incorrect
from muniment.knowledge.resolution.tagging import tags_of
from muniment.model.claims import Act, Claim
from muniment.model.memory import Metadata, Scope, Visibility
from muniment.model.writes import Draft
from muniment.recall.time_words import MONTHS
from muniment.temporal.instants import format_instant
from muniment.temporal.period import Period

_HAPPENINGS: Final = frozenset({"event", "plan"})
"""Predicates of which the same words can be so more than once."""

_LASTING: Final = re.compile(
    r"\b(?:from|between|to|till|until|through|for|during|all)\b|\d\s?[-–]\s?\d", re.IGNORECASE
)
"""What says of a time that something goes on through all of it: "from 3 to 5 June"."""

_MONTHS: Final = [month.capitalize() for month in MONTHS]


def period_of(claim: Claim, occurred_at: datetime) -> Period:
    """Return when a claim's belief holds.

    A state holds for the time that the turn gives, else from the turn on. That something happened
    stays so from its beginning on, and that something is no more from its end on. A plan is held from
    the turn that tells it until its time is over.
    """
    start = claim.valid_from
    if claim.act is Act.END:
        return Period(start=ends_at(claim, occurred_at), end=None)
    if claim.predicate == "event":
        return Period(start=start or occurred_at, end=None)
    if claim.predicate == "plan":
        start = occurred_at
    end = claim.valid_until
    if start is None:
        start = occurred_at
    return Period(start=start, end=end if end is not None and end > start else None)


def ends_at(claim: Claim, occurred_at: datetime) -> datetime:
    """Return since when it is so no more: as the turn says, else since the turn.

    The time of a plan is when it would have been, not when it was given up.
    """
    if claim.predicate in _HAPPENINGS:
        return occurred_at
    if claim.act is Act.END and claim.valid_until is not None:
        return claim.valid_until
    return claim.valid_from if claim.valid_from is not None else occurred_at


def content_of(claim: Claim) -> str:
    """Return the words of a belief; what happens at a time says when, to be told from another time."""
    lasts = claim.time_words is None or _LASTING.search(claim.time_words) is not None
    told = _when(claim.valid_from, claim.valid_until, lasts=lasts)
    if claim.predicate not in _HAPPENINGS or told is None:
        return claim.sentence
    sentence = claim.sentence.rstrip()
    stop = sentence[-1] if sentence[-1:] in ".!" else ""
    return f"{sentence.removesuffix(stop)} ({told}){stop}"


def metadata_of(claim: Claim) -> Metadata | None:
    """Return what is kept of the time that a turn speaks of."""
    kept: dict[str, object] = {}
    if claim.time_words is not None:
        kept["time_words"] = claim.time_words
    if claim.predicate in _HAPPENINGS:
        if claim.valid_from is not None:
            kept["time_from"] = format_instant(claim.valid_from)
        if claim.valid_until is not None:
            kept["time_until"] = format_instant(claim.valid_until)
    return kept or None


def time_of(metadata: str | None) -> Period | None:
    """Return the time that kept metadata speak of, if they give a beginning."""
    kept = {} if metadata is None else json.loads(metadata)
    start, end = kept.get("time_from"), kept.get("time_until")
    if not isinstance(start, str) or not (end is None or isinstance(end, str)):
        return None
    try:
        return Period(
            start=datetime.fromisoformat(start),
            end=None if end is None else datetime.fromisoformat(end),
        )
    except (ValueError, Incorrect):
        return None


def tells_time(metadata: str | None) -> bool:
    """Tell whether the words that a belief was taken from say when."""
    return metadata is not None and "time_words" in json.loads(metadata)


def draft_of(
    claim: Claim,
    period: Period,
    *,
    namespace: str,
    scope: Scope,
    container: str | None,
    visibility: Visibility,
) -> Draft:
    """Return the draft of a claim's belief."""
    return Draft(
        content=content_of(claim),
        entity=claim.subject,
        category=claim.category,
        object=claim.object,
        namespace=namespace,
        scope=scope,
        container=container,
        visibility=visibility,
        tags=tags_of(claim),
        metadata=metadata_of(claim),
        confidence=claim.confidence,
        valid_from=period.start,
        valid_until=period.end,
        span=claim.span,
    )


def _when(start: datetime | None, end: datetime | None, *, lasts: bool) -> str | None:
    """Return a time in words: a day, a month, a year, or from one day until another.

    What only happened on some day of it, and did not last all that while, was between its days.
    """
    if start is None:
        return None if end is None else f"until {_day(end)}"
    if end is None:
        return f"from {_day(start)}"
    length = end - start
    if length <= timedelta(days=1, hours=2):
        return f"on {_day(start)}"
    if start.day == 1 and timedelta(days=27) < length < timedelta(days=32):
        return f"in {_MONTHS[start.month - 1]} {start.year}"
    if (start.day, start.month) == (1, 1) and timedelta(days=364) < length < timedelta(days=367):
        return f"in {start.year}"
    if lasts:
        return f"from {_day(start)} until {_day(end)}"
    return f"between {_day(start)} and {_day(end - timedelta(days=1))}"


def _day(instant: datetime) -> str:
    return f"{instant.day} {_MONTHS[instant.month - 1]} {instant.year}"
