"""Read what somebody gives up or is done with, whatever kind of thing it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ADVERBS, MINE, OPENING
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

_GIVING_UP: Final = words("quit drop ditch")
_DONE: Final = words("done finished through")
POSTS: Final = words("job post position role")


_WORKPLACES: Final = words(
    "bakery shop bookshop restaurant cafe café company business pub farm studio garage library firm agency school hospital bank"
)
"""What one quits by working there no more, unless it is one's own."""


def read_ending(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause says that its subject has no more, or does no more."""
    verb, rest = reading.verb, reading.rest
    if verb.modal or verb.negated or verb.passive or verb.begun:
        return
    if verb.lemma == "be":
        spoken = [each for each in rest if each.norm not in ADVERBS]
        done = len(spoken) > 2 and spoken[0].norm in _DONE and spoken[1].norm == "with"
        if reading.holds_now and done:
            yield from _given_up(reading, spoken[2:])
    elif verb.progressive or not verb.is_past:
        return
    elif verb.lemma == "give":
        at = next((i for i, each in enumerate(rest[:6]) if each.norm in {"up", "away"}), None)
        if at is not None:
            yield from _given_up(reading, rest[1:] if at == 0 else rest[:at])
    elif [each.norm for each in rest[:2]] == ["out", "of"]:
        if verb.lemma == "drop":
            yield from _dropped_out(reading, rest[2:])
    elif verb.lemma in _GIVING_UP or (
        verb.lemma in {"lose", "leave"} and any(each.norm in POSTS for each in rest[:4])
    ):
        yield from _given_up(reading, rest)


def _dropped_out(reading: Reading, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Yield the end of what somebody studied or did together with others: "dropped out of her pottery course"."""
    lost = before_preposition(value(tokens, reading.timed))
    if lost and lost[-1].norm in _COURSES:
        subject = [each for each in lost if each.norm in lexicon.TAUGHT | lexicon.PASTIMES]
        yield reading.claim("studies", subject or lost, act=Act.END, end=lost[-1].end)


_COURSES: Final = words("course class degree programme program")


def _given_up(reading: Reading, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Yield the end of whatever is given up: a post, a food, a practice, a thing."""
    said = value(tokens, reading.timed)
    lost = before_preposition(said)
    if not lost:
        return
    head, first = lexicon.singular(lost[-1].norm), lost[0].norm
    owned = tokens[0].norm in OPENING
    if head in POSTS:
        employer = prepositional(said, {"at", "with"})
        if employer or first in POSTS:
            yield reading.claim("works_at", employer or lost, act=Act.END)
    elif lost[-1].norm in lexicon.FOODS or first in lexicon.DIETS:
        yield reading.claim("diet", lost, act=Act.END)
    elif any(each.norm in lexicon.PRACTICES for each in lost) and tokens[0].norm not in MINE:
        yield reading.claim("hobby", lost, act=Act.END)
    elif owned and reading.lemma == "quit" and head in _WORKPLACES and tokens[0].norm not in MINE:
        yield reading.claim("works_at", lost, act=Act.END)
    elif owned and head in lexicon.HAD and not is_name(lost[0]):
        yield reading.claim("owns", lost, act=Act.END)
