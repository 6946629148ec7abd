"""Cut the new value of a belief out of the words that give it."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.kinds import CLOCK, DATE, DAY, NUMBER, Kind, is_when
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.likening import AMOUNTS, WITH_WHOM
from muniment.knowledge.statements.spans import Span
from muniment.knowledge.statements.trimming import bare, trimmed, with_month, without_on
from muniment.knowledge.stems import stem, stems
from muniment.knowledge.wordlists import words

_LED: Final = re.compile(
    r"\b(?P<prep>in|on|at|under|behind|inside|beside|with|near|out of|above|below|by|to)(?: (?P<det>the|a|an|my|our|his|her|their))?\s+$",
    re.IGNORECASE,
)
_LEVEL: Final = words("floor shelf wall desk table counter roof hook")
"""On what a thing is that was moved to it; else it is in it."""
_FIRST_NUMBER: Final = re.compile(rf"^{NUMBER}\b", re.IGNORECASE)


def new_value(span: Span, belief: Believed) -> tuple[str, str]:
    """Return the value as the belief would have it, and what stands before it in a sentence."""
    value = span.text
    if belief.predicate == "count":
        number = _FIRST_NUMBER.match(value)
        return ("" if number is None else number[0], "")
    if belief.predicate in {"plan", "hobby"}:
        return moved_plan(_new_hour(span), belief), ""
    if belief.predicate == "status":
        return _state(span), ""
    if belief.kind is Kind.WHEN and span.kind is Kind.WHEN:
        return with_month(without_on(value), belief.object), ""
    if belief.predicate == "attribute" and belief.of == "location":
        keeper = WITH_WHOM.search(span.before)
        if keeper is not None:
            who = f"{keeper['role'] or ''}{span.text}"
            return who, f"with {keeper['det'] or ''}".strip()
        placed = _LED.search(span.before)
        prep, det = (placed["prep"], placed["det"] or "") if placed is not None else ("in", "")
        place = trimmed(span.clause.text[span.start :])
        if prep.lower() == "to":
            prep = "on" if place.split()[-1].lower() in _LEVEL else "in"
        return place, f"{prep} {det}".strip().lower()
    if belief.medicine and span.kind in AMOUNTS:
        return f"{belief.medicine} {bare(value)}", ""
    return _without_slot(bare(value), belief), ""


def _state(span: Span) -> str:
    """Return a state with the words that it begins with: "on leave", "back in rehab"."""
    being = _BEING.search(span.before)
    if being is not None:
        return trimmed(span.clause.text[being.end() : span.end])
    led = _LED.search(span.before)
    start = span.start if led is None else led.start()
    return span.clause.text[start : span.end]


_BEING: Final = re.compile(
    r"(?:\b(?:am|is|are|been|feels?|became)|['’](?:m|s|re))(?=(?: \w+){0,3} $) ", re.IGNORECASE
)


def _without_slot(value: str, belief: Believed) -> str:
    """Leave out the words of the slot where the old value does without: "Platinum membership"."""
    words = value.split()
    own = stems(belief.of or "")
    if any(word in own for word in stems(belief.object)):
        return value
    while len(words) > 1 and stem(words[-1]) in own:
        words = words[:-1]
    return " ".join(words)


def _new_hour(span: Span) -> str:
    """Return a new day with the bare hour behind it: "to 9 March at 2"."""
    hour = _HOUR.match(span.after)
    return span.text if hour is None or _CLOCK.search(span.text) else f"{span.text}{hour[0]}"


_HOUR: Final = re.compile(r" at \d{1,2}\b(?![.:]?\d| (?:[A-Z]|euros|dollars|pounds|percent))")


def moved_plan(value: str, belief: Believed) -> str:
    """Return what is planned with another time, in the place of a time of that kind or of its whole."""
    said = with_month(without_on(value), belief.object)
    if said.isdigit():
        moved = _AT_HOUR.sub(f" at {said}", belief.object, count=1)
        return "" if moved == belief.object else moved
    day, at, hour = said.partition(" at ")
    if at and hour.isdigit():
        moved = moved_plan(day, belief)
        return f"{_AT_AN_HOUR.sub('', moved)} at {hour}" if moved else ""
    for pattern in (_CLOCK, _DATE, _DAY):
        if pattern.fullmatch(said) and pattern.search(belief.object):
            return pattern.sub(said, belief.object, count=1)
    words = belief.object.split()
    for index, word in enumerate(words[1:], start=1):
        if word.lower() in _TIMING and is_when(" ".join(words[index:])):
            lead = (
                "at" if _CLOCK.match(said) else "on" if word.lower() not in {"on", "in"} else word
            )
            return " ".join([*words[:index], lead, said])
    return ""


_AT_AN_HOUR: Final = re.compile(rf" at (?:\d{{1,2}}$|{CLOCK})", re.IGNORECASE)
_AT_HOUR: Final = re.compile(rf" at (?:{CLOCK}|\d{{1,2}}\b(?![:.]?\d))", re.IGNORECASE)
_TIMING: Final = frozenset({"on", "at", "in", "next", "this", "tomorrow", "every"})
_CLOCK: Final = re.compile(CLOCK, re.IGNORECASE)
_DAY: Final = re.compile(DAY, re.IGNORECASE)
_DATE: Final = re.compile(DATE, re.IGNORECASE)
