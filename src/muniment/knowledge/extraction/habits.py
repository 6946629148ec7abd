"""Read what somebody does again and again for pleasure, and what they have stopped doing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import AGAIN
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.verbs import gerund_of
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

_HABITS: Final = (
    " every ", " each ", " at weekends", " free time", " spare time", " twice a ", " once a ", " times a ", " most days",
    " regularly", " for fun", " as a hobby", " these days", " usually ", " in a choir", " in a band", " to relax",
    " in the evenings", " after work", " for pleasure",
)  # fmt: skip


def read_end(reading: Reading) -> Iterator[Draft]:
    """Yield what ended where no row knows the verb: "I stopped smoking", "I no longer row"."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if verb.lemma == "drink" and not said and verb.tense is Tense.PRESENT and verb.negated:
        yield reading.claim("diet", "alcohol", act=Act.END if reading.ended else Act.DENY)
    since = verb.tense is Tense.PERFECT and verb.negated and reading.since
    if not (reading.ended or (since and verb.lemma in lexicon.LEISURE)):
        return
    if verb.lemma in lexicon.LEISURE:
        doing = gerund_of(verb.lemma) if verb.negated else verb.main.text
        text = f"{doing} {reading.text(said)}".strip()
        end = (said or verb.tokens)[-1].end
        yield reading.claim("hobby", text, act=Act.END, end=end)


def read_hobby(reading: Reading) -> Iterator[Draft]:
    """Yield what somebody does again and again for pleasure."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if verb.modal or verb.negated or reading.has_future:
        return
    if said and said[0].norm in {"it", "this", "that", "them"}:
        return
    ongoing = verb.tense is Tense.PERFECT and verb.progressive
    if not (verb.tense is Tense.PRESENT or ongoing or verb.begun):
        return
    if verb.lemma == "go":
        going = next((i for i, e in enumerate(said[:3]) if e.norm in lexicon.PASTIMES), None)
        if going is not None and not verb.progressive:
            yield reading.claim("hobby", said[: going + 1])
        return
    always = verb.lemma in lexicon.LEISURE_ALWAYS and not verb.progressive
    if always or (verb.lemma in lexicon.LEISURE and (is_habit(reading) or verb.begun)):
        yield reading.claim("hobby", [verb.main, *_done(said)])


def _done(said: Sequence[Token]) -> Sequence[Token]:
    """Return what is done, without how often."""
    often = (i for i, each in enumerate(said) if each.norm in _OFTEN)
    return said[: next(often, len(said))]


_OFTEN: Final = words("every each basically most twice once regularly usually")


def is_habit(reading: Reading) -> bool:
    """Tell whether it is done again and again, or for pleasure."""
    behind = [token for segment in reading.clause.tail for token in segment.tokens]
    spoken = [each.norm for each in (*reading.clause.tokens, *behind)]
    text = f" {' '.join(spoken)} "
    return any(mark in text for mark in _HABITS) or not AGAIN.isdisjoint(spoken)
