"""Let what is told of a time to come begin then, and not when it is told."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from muniment.knowledge.kinds import Kind, kind_of, moment_of
from muniment.knowledge.statements.clauses import clauses_of
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act, Claim, Message
from muniment.recall.times import TimePhrase, read_times

_BE: Final = (
    r"(?:(?:\b(?:am|is|are|i['’]?m)|['’](?:m|s|re))(?: (?:now|also|soon|then|finally|both))*)"
)
_COMING: Final = re.compile(
    rf"\bwill\b|['’]ll\b|{_BE} (?:going to|moving|relocating|starting|joining|transferring|switching)\b",
    re.IGNORECASE,
)
"""What says of a home or a post that it is still to come."""
_ONWARDS: Final = re.compile(
    r"(?:from|as of|as from|starting|beginning|effective)\b", re.IGNORECASE
)
_LASTING: Final = words(
    "lives_in works_at works_as relation attribute status count diet favourite owns studies"
)
_TO_COME: Final = words("lives_in works_at works_as")


def is_to_come(message: Message, claim: Claim) -> bool:
    """Tell whether a clause says of a home or a post only that it is to come, and not when."""
    if claim.predicate not in _TO_COME or _is_timed(claim):
        return False
    start, end = _clause(message, claim)
    return _COMING.search(message.text, start, end) is not None


def begun(message: Message, claim: Claim) -> Claim:
    """Return a claim that begins at the one time to come that its clause tells.

    "My manager will be Eva from July", "I'm starting at Acme in November".
    """
    if not claim.act.asserts or claim.predicate not in _LASTING or _is_timed(claim):
        return claim
    start, end = _clause(message, claim)
    if kind_of(claim.object) is Kind.WHEN:
        return claim
    times = times_within(message, start, end)
    if len(times) != 1:
        return claim
    begins, _ = times[0].bounds(looks_ahead=True)
    told = message.text[times[0].start : times[0].end]
    is_coming = _COMING.search(message.text, start, end) or _ONWARDS.match(told)
    if not is_coming or " to " in told or begins is None or begins <= message.occurred_at:
        return claim
    return replace(claim, valid_from=begins, time_words=told)


def times_within(message: Message, start: int, end: int) -> list[TimePhrase]:
    """Return the time expressions of a part of a message."""
    return [
        each
        for each in read_times(message.text, message.occurred_at)
        if start <= each.start and each.end <= end
    ]


def planned(message: Message, claim: Claim) -> Claim:
    """Return a plan that was moved with the time that its date tells: "wedding on 19 June"."""
    return claim if moment_of(claim.object) != "date" else timed_by_value(message, claim)


def timed_by_value(message: Message, claim: Claim) -> Claim:
    """Return a plan with the time that its words tell, the next such day: "launch on Thursday"."""
    is_moved = claim.predicate == "plan" and claim.act.asserts
    if not is_moved or claim.time_words is not None:
        return claim
    times = read_times(claim.object, message.occurred_at)
    start, end = times[0].bounds(looks_ahead=True) if len(times) == 1 else (None, None)
    if start is None:
        return claim
    told = claim.object[times[0].start : times[0].end]
    return replace(claim, valid_from=start, valid_until=end, time_words=told)


def timed_by_change(message: Message, claim: Claim) -> Claim:
    """Return a plan with the time that the message says plans have changed for: "change of plan for August"."""
    said = _CHANGE_OF_PLAN.search(message.text, 0, claim.span[0])
    if claim.predicate != "plan" or claim.act is not Act.STATE or _is_timed(claim) or said is None:
        return claim
    times = read_times(message.text, message.occurred_at)
    time = next((each for each in times if said.start() < each.start <= said.end()), None)
    if time is None:
        return claim
    start, end = time.bounds(looks_ahead=True)
    told = message.text[time.start : time.end]
    return replace(claim, valid_from=start, valid_until=end, time_words=told)


def passing(message: Message, claim: Claim) -> Claim:
    """Return the day of something as it is told from the day of telling, "this Saturday", until that is over."""
    is_day = claim.predicate == "attribute" and claim.of in _DAYS
    if not is_day or claim.act is not Act.STATE or _is_timed(claim):
        return claim
    if _FROM_TODAY.match(claim.object) is None:
        return claim
    times = read_times(claim.object, message.occurred_at)
    _, end = times[0].bounds(looks_ahead=True) if len(times) == 1 else (None, None)
    if end is None or end <= message.occurred_at:
        return claim
    return replace(claim, valid_until=end, time_words=claim.object[times[0].start : times[0].end])


_DAYS: Final = words("day date")
_FROM_TODAY: Final = re.compile(
    r"(?:today|tonight|tomorrow|(?:this|next|the coming) [a-z]+)\b", re.IGNORECASE
)
_CHANGE_OF_PLAN: Final = re.compile(r"\bchange of plans? (?=(?:for|in|on)\b)", re.IGNORECASE)


def _is_timed(claim: Claim) -> bool:
    return claim.valid_from is not None or claim.time_words is not None


def _clause(message: Message, claim: Claim) -> tuple[int, int]:
    """Return where the clause of a claim stands, that of its value if the claim is longer."""
    at = message.text.find(claim.object, claim.span[0])
    at = at if 0 <= at < claim.span[1] else claim.span[0]
    for clause in clauses_of(message.text):
        if clause.start <= at <= clause.end:
            return clause.span
    return claim.span
