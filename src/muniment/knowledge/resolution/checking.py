"""Check a claim before it is believed: what is wrong is refused with its reason, and noted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from muniment.errors import Incorrect, InvalidValue
from muniment.ledger.drafts import (
    checked_content,
    checked_name,
    checked_note,
)
from muniment.model.claims import Claim, Message
from muniment.model.facts import checked_confidence
from muniment.settings import LimitSettings
from muniment.temporal.period import Period
from muniment.temporal.utc import as_utc

YEARS_MAX: Final = 500
"""How far from its turn a claim may lie."""

_KEPT_MAX: Final = 500


def checked_claim(claim: Claim, message: Message, limits: LimitSettings) -> Claim:
    """Return a claim in normal form, its times in the message's zone.

    Raises:
        Incorrect: its span is not in the message, its time is absurd, a name is blank or too long.
    """
    _refuse_span(claim, message.text)
    valid_from = _instant(claim.valid_from, "valid_from", message.occurred_at)
    valid_until = _instant(claim.valid_until, "valid_until", message.occurred_at)
    if valid_from is not None and valid_until is not None:
        Period(start=valid_from, end=valid_until)
    return replace(
        claim,
        subject=checked_name(claim.subject, "subject", limits),
        predicate=checked_name(claim.predicate, "predicate", limits),
        object=checked_name(claim.object, "object", limits),
        of=checked_name(claim.of, "of", limits),
        replaces=checked_name(claim.replaces, "replaces", limits),
        time_words=checked_note(claim.time_words, "time_words", limits),
        sentence=checked_content(claim.sentence, limits),
        confidence=checked_confidence(claim.confidence),
        valid_from=valid_from,
        valid_until=valid_until,
    )


def refused(claim: Claim, message: Message, limits: LimitSettings) -> tuple[Claim, str | None]:
    """Return a claim in normal form, or as it is with the reason why it is refused."""
    try:
        return checked_claim(claim, message, limits), None
    except Incorrect as error:
        return claim, error.message


def _refuse_span(claim: Claim, text: str) -> None:
    start, end = claim.span
    if not 0 <= start < end <= len(text):
        raise InvalidValue(
            f"the span {claim.span} is not in the message of {len(text)} characters."
        )
    if not text[start:end].strip():
        raise InvalidValue(f"the span {claim.span} of the message is blank.")


def _instant(value: datetime | None, field: str, near: datetime) -> datetime | None:
    if value is None:
        return None
    instant = as_utc(value, field=field)
    if abs(instant - near) > timedelta(days=366 * YEARS_MAX):
        raise InvalidValue(
            f"{field} is {instant.isoformat()}, more than {YEARS_MAX} years from the turn."
        )
    return instant.astimezone(near.tzinfo)


def kept_claim(claim: Claim) -> Claim:
    """Return a refused claim as it can be kept: what cannot be stored is replaced, what is long is cut."""

    def text(value: object) -> str:
        plain = str(value).encode("utf-8", "replace").decode().replace("\x00", "�")
        return plain[:_KEPT_MAX]

    def instant(value: datetime | None) -> datetime | None:
        return None if value is None or value.tzinfo is None else value

    start, end = claim.span
    return Claim(
        subject=text(claim.subject),
        predicate=text(claim.predicate),
        object=text(claim.object),
        act=claim.act,
        sentence=text(claim.sentence),
        span=(int(start), int(end)),
        of=None if claim.of is None else text(claim.of),
        valid_from=instant(claim.valid_from),
        valid_until=instant(claim.valid_until),
        time_words=None if claim.time_words is None else text(claim.time_words),
        replaces=None if claim.replaces is None else text(claim.replaces),
        confidence=claim.confidence if 0 <= claim.confidence <= 1 else 0.0,
    )
