"""Read what is planned: a future with its time, a progressive with one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction.drafting import TIMETABLED, Reading
from muniment.knowledge.extraction.events import happened
from muniment.knowledge.extraction.function_words import SAYING
from muniment.knowledge.extraction.phrases import without_articles
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

_NO_PLANS: Final = (
    SAYING | words("need want try hope do let remember love like miss keep be have expect look")
) - {"see"}
_ONGOING: Final = words("work live stay study use")
_JOINED: Final = words("come go attend join visit fly travel")
_CANCELLED: Final = words(
    "trip wedding holiday vacation party appointment meeting flight booking reservation interview plans"
)


_POINTERS: Final = words("it that this them these those up")
_SOMETHING: Final = words("it that this them these those")
"""What a plan ends with that leaves open what is planned: "go with them"."""


def read_plan(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause plans or says is not planned."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if verb.modal:
        return
    if verb.lemma in {"book", "reserve"} and verb.is_past:
        if not verb.negated and said and said[0].norm not in _POINTERS:
            yield from _booked(reading, said)
    elif verb.negated:
        ahead = verb.tense is Tense.FUTURE or _is_ongoing(reading)
        if ahead and verb.lemma in _JOINED and (said or reading.has_future):
            yield reading.claim("plan", [verb.main, *said])
    elif (
        verb.lemma in _NO_PLANS
        or (said and said[0].norm in _POINTERS and len(said) == 1)
        or (said and said[-1].norm in _SOMETHING)
        or (_is_ongoing(reading) and verb.lemma in _ONGOING)
        or (not said and verb.lemma not in TIMETABLED)
    ):
        return
    elif reading.is_ahead and reading.has_future:
        yield reading.claim("plan", happened(reading))


def _booked(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "booked a table", "booked us a table", "booked us into the Grand": where one is to stay is a plan."""
    if said[0].norm in _FOR_WHOM:
        said = without_articles(said[1:])
    if not said or said[0].norm in _FOR_WHOM:
        return
    if said[0].norm in {"in", "into"}:
        place = reading.scene.text[said[0].end : said[-1].end].strip()
        draft = reading.claim("plan", f"stay in {place}", end=said[-1].end)
    else:
        draft = reading.claim("plan", said)
    yield replace(draft, timeless=not reading.has_future)


_FOR_WHOM: Final = words("me us you him her them myself ourselves")


def read_cancelled(reading: Reading) -> Iterator[Draft]:
    """Yield the plan that a clause says was cancelled."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    done = verb.is_past and not verb.negated and not verb.passive
    noun = before_preposition(said)
    if verb.lemma == "cancel" and done and noun and noun[-1].norm in _CANCELLED:
        yield reading.claim("plan", said, act=Act.END)


def _is_ongoing(reading: Reading) -> bool:
    return reading.verb.progressive and reading.verb.tense is Tense.PRESENT
