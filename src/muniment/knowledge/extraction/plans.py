"""Read what is planned: a future with its time, a progressive with one, a move that is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import SAYING
from muniment.knowledge.extraction.phrases import is_name, is_number
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_NO_PLANS: Final = (
    SAYING | words("need want try hope do know let remember love like miss keep")
) - {"see"}
_ONGOING: Final = words("work live stay study use")
_JOINED: Final = words("come go attend join visit fly travel meet take celebrate host stay")
_SETTLED: Final = words("move emigrate relocate retire marry divorce graduate")
_SETTLED_IF_SAID: Final = _SETTLED | words("fly travel leave visit sail host launch return")
_CANCELLED: Final = words(
    "trip wedding holiday vacation party appointment meeting move flight booking reservation interview plans"
)


def read_plan(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause plans or says is not planned."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if not reading.who.is_person or verb.modal not in {"", "must"}:
        return
    if verb.modal == "must":
        if reading.has_future and not verb.negated and verb.lemma not in _NO_PLANS:
            yield reading.claim("plan", [verb.main, *said])
        return
    if verb.lemma in {"book", "reserve"} and verb.tense in {Tense.PAST, Tense.PERFECT}:
        yield from _booked(reading, said)
        return
    if verb.lemma == "be":
        yield from _away(reading, said)
    elif verb.negated:
        yield from _off(reading, said)
    elif verb.lemma in _NO_PLANS or (_is_ongoing(reading) and verb.lemma in _ONGOING):
        return
    elif (reading.is_ahead and reading.has_future) or _is_settled(reading, said):
        yield reading.claim("plan", [verb.main, *said])


def read_cancelled(reading: Reading) -> Iterator[Draft]:
    """Yield the plan that a clause says was cancelled."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    done = verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.negated and not verb.passive
    noun = before_preposition(said)
    if verb.lemma == "cancel" and done and noun and noun[-1].norm in _CANCELLED:
        yield reading.claim("plan", said, act=Act.END)


def _is_ongoing(reading: Reading) -> bool:
    return reading.verb.progressive and reading.verb.tense is Tense.PRESENT


def _is_settled(reading: Reading, said: Sequence[Token]) -> bool:
    """Tell whether it is planned although no time is named: "I'm moving to Ghent"."""
    verb = reading.verb
    if _is_ongoing(reading):
        begins = bool(reading.clause.subject)
        return begins and verb.lemma in _SETTLED and bool(said) and not reading.has_time
    is_going_to = verb.tense is Tense.FUTURE and verb.tokens[0].norm != "will"
    return is_going_to and verb.lemma in _SETTLED_IF_SAID and bool(said) and not reading.has_time


def _off(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we won't be coming for Thanksgiving", "he isn't coming to the wedding"."""
    verb = reading.verb
    ahead = verb.tense is Tense.FUTURE or _is_ongoing(reading)
    if ahead and verb.lemma in _JOINED and (said or reading.has_future):
        yield reading.claim("plan", [verb.main, *said])


def _booked(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we've booked flights to Tokyo for May"."""
    if not reading.verb.negated and said and said[0].norm not in words("it that this them up"):
        yield reading.claim("plan", said)


def _away(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I'll be in Rotterdam from the 3rd to the 9th"."""
    if reading.verb.tense is Tense.FUTURE and said and is_number(said[0].norm) and len(said) == 1:
        yield reading.claim("age", said, changes=True)
    gone = len(said) == 1 and said[0].norm in {"away", "abroad", "off"}
    if gone and reading.verb.tense is Tense.FUTURE and reading.has_future:
        yield reading.claim("plan", said)
    placed = len(said) > 1 and said[0].norm in {"in", "at"} and is_name(said[1])
    if reading.verb.tense is Tense.FUTURE and placed and reading.has_future:
        yield reading.claim("plan", [reading.verb.main, *said])
