"""Read what somebody does again and again for pleasure, and what they have stopped doing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import AGAIN
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import SAYING
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.verbs import gerund_of
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_HABITS: Final = (
    " every ", " each week", " each morning", " on weekends", " at weekends", " on the weekend", " free time", " spare time",
    " twice a ", " once a ", " times a ", " most days", " regularly", " for fun", " as a hobby", " these days", " mostly ",
    " usually ", " in a choir", " in a band", " on mondays", " on tuesdays", " on wednesdays", " on thursdays", " on fridays",
    " on saturdays", " on sundays", " a lot", " to relax", " in the evenings", " after work", " for pleasure",
)  # fmt: skip
_NO_HABITS: Final = SAYING | words(
    "be have care matter want need see hear get talk speak sleep shower leave chat check stop do"
)
_OUTINGS: Final = words("gym church choir club pool")


def read_end(reading: Reading) -> Iterator[Draft]:
    """Yield what ended where no row knows the verb: "I stopped smoking", "I no longer row"."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if not reading.who.is_person or verb.modal or verb.passive or verb.lemma in _NO_HABITS:
        return
    leisurely = verb.lemma in lexicon.LEISURE
    since = verb.tense is Tense.PERFECT and verb.negated and reading.since and not reading.ended
    if since and leisurely:
        text = f"{gerund_of(verb.lemma)} {reading.text(said)}".strip()
        yield reading.claim("hobby", text, act=Act.END, end=(said or verb.tokens)[-1].end)
    elif reading.ended and (reading.who.is_speaker or verb.lemma in lexicon.TRADES):
        at_work = verb.lemma in lexicon.TRADES
        predicate = "hobby" if leisurely or _is_outing(verb.lemma, said) else "status"
        predicate = "works_as" if at_work else "diet" if verb.lemma == "drink" else predicate
        doing: list[Token] | str = [verb.main, *said] if said else gerund_of(verb.lemma)
        yield reading.claim(predicate, doing, act=Act.END)


def read_inability(reading: Reading) -> Iterator[Draft]:
    """Yield what somebody does not do at all: "I don't drive"."""
    verb = reading.verb
    plain = verb.negated and verb.tense is Tense.PRESENT and not verb.modal and not verb.progressive
    alone = not value(reading.rest, reading.timed) and not reading.has_time
    if plain and alone and not reading.ended and reading.who.is_person and verb.lemma in _ABLE:
        yield reading.claim("skill", [verb.main])


_ABLE: Final = words("drive swim ski cook sew knit skate")


def read_hobby(reading: Reading) -> Iterator[Draft]:
    """Yield what somebody does again and again for pleasure."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if verb.modal or verb.negated or reading.has_future or not reading.who.is_person:
        return
    ongoing = verb.tense is Tense.PERFECT and verb.progressive
    if not (verb.tense is Tense.PRESENT or ongoing or verb.begun):
        return
    if verb.lemma == "go":
        sport = next((i for i, e in enumerate(said[:3]) if _is_going(e.norm)), None)
        if sport is not None and not verb.progressive:
            yield reading.claim("hobby", said[: sport + 1] if sport else said)
        return
    always = verb.lemma in lexicon.LEISURE_ALWAYS and not verb.progressive
    if always or (verb.lemma in lexicon.LEISURE and (is_habit(reading) or verb.begun)):
        yield reading.claim("hobby", [verb.main, *said] if said else gerund_of(verb.lemma))


def _is_going(norm: str) -> bool:
    """Tell whether one goes there again and again: climbing, skiing, to the gym."""
    return norm in lexicon.PASTIMES | {"gym", "choir"} and norm != "writing"


def _is_outing(lemma: str, said: Sequence[Token]) -> bool:
    if lemma != "go":
        return False
    pastime = any(each.norm in lexicon.PASTIMES for each in said[:2])
    return pastime or any(each.norm in _OUTINGS for each in said)


def is_habit(reading: Reading) -> bool:
    """Tell whether it is done again and again, or for pleasure."""
    behind = [token for segment in reading.clause.tail for token in segment.tokens]
    spoken = [each.norm for each in (*reading.clause.tokens, *behind)]
    text = " ".join(spoken)
    return any(mark in f" {text} " for mark in _HABITS) or bool(AGAIN & set(spoken))
