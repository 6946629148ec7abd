"""Read what somebody gives up, leaves or is done with, whatever kind of thing it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ADVERBS
from muniment.knowledge.extraction.phrases import is_name, without_articles
from muniment.knowledge.extraction.placing import is_drug
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_OURS: Final = words("the our my")
_GIVING_UP: Final = words("quit drop ditch kick abandon")
_PARTICLES: Final = {"give": "up", "pack": "in", "jack": "in", "knock": "off"}
_RETURNING: Final = words("hand give send take bring")
_DONE: Final = words("done finished through over")
_POSTS: Final = words("job post position role")
_NO_LOSS: Final = words("out it off by in everything that this on to him her me them you us with")
_PRACTICES: Final = lexicon.PASTIMES | lexicon.GAMES | lexicon.INSTRUMENTS


def read_ending(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause says that its subject has no more, or does no more."""
    verb, rest = reading.verb, reading.rest
    if verb.modal or verb.negated or verb.passive or verb.begun:
        return
    if verb.lemma == "be":
        spoken = [each for each in rest if each.norm not in ADVERBS]
        norms = [each.norm for each in spoken[:2]]
        if reading.holds_now and len(spoken) > 2 and norms[0] in _DONE and norms[1] == "with":
            yield from given_up(reading, spoken[2:])
        return
    if verb.progressive or verb.tense not in {Tense.PAST, Tense.PERFECT}:
        return
    back = next((i for i, each in enumerate(rest[:5]) if each.norm == "back"), None)
    if back is not None and verb.lemma in _RETURNING:
        what = value(rest[1:] if back == 0 else rest[:back])
        if what and lexicon.singular(before_preposition(what)[-1].norm) in lexicon.POSSESSIONS:
            yield reading.claim("owns", before_preposition(what), act=Act.END)
        return
    if verb.lemma == "leave" and reading.who.is_speaker and _names_group(rest):
        yield reading.claim("hobby", before_preposition(value(rest, reading.timed)), act=Act.END)
        return
    particle = _PARTICLES.get(verb.lemma)
    if particle is not None:
        at = next((i for i, each in enumerate(rest[:6]) if each.norm in {particle, "away"}), None)
        if at == 0:
            yield from given_up(reading, rest[1:])
        elif at is not None and rest[0].norm in _OURS:
            yield from given_up(reading, rest[:at])
    elif verb.lemma in {"remove", "decommission", "drop"} and rest and rest[0].norm == "the":
        yield reading.claim("owns", before_preposition(value(rest)), act=Act.END)
    elif (
        verb.lemma in _GIVING_UP
        or (verb.lemma == "lose" and _names_post(rest))
        or (verb.lemma == "leave" and _names_post(rest))
    ):
        yield from given_up(reading, rest)


def _names_group(rest: Sequence[Token]) -> bool:
    return rest[:1] != [] and rest[0].norm in _OURS and rest[-1].norm in _GROUPS | {"years"}


_GROUPS: Final = words("choir band orchestra club society troupe ensemble")


def _names_post(rest: Sequence[Token]) -> bool:
    return any(each.norm in _POSTS for each in rest[:4])


def given_up(reading: Reading, tokens: Sequence[Token]) -> Iterator[Draft]:
    """Yield the end of whatever is given up: a habit, a food, a post, a drug, a thing."""
    said = value(tokens, reading.timed)
    lost = before_preposition(said)
    if not lost or lost[0].norm in _NO_LOSS:
        return
    head, first = lexicon.singular(lost[-1].norm), lost[0].norm
    if head in _POSTS or first in _POSTS:
        employer = prepositional(said, {"at", "with"})
        role = prepositional(said, {"as"})
        if employer:
            yield reading.claim("works_at", employer, act=Act.END)
        if role:
            yield reading.claim("works_as", role, act=Act.END)
    elif any(is_drug(each) for each in lost):
        yield reading.claim("attribute", lost, of="medication", act=Act.END)
    elif lost[-1].norm in lexicon.FOODS or first in lexicon.DIETS:
        yield reading.claim("diet", lost, act=Act.END)
    elif any(each.norm in _PRACTICES for each in lost) and tokens[0].norm != "my":
        yield reading.claim("hobby", lost, act=Act.END)
    elif head in lexicon.POSSESSIONS | lexicon.LAPSING or reading.lemma == "give":
        if not (reading.lemma == "drop" and tokens[0].norm == "my") and not is_name(lost[0]):
            yield reading.claim("owns", without_articles(lost), act=Act.END)
    elif first.endswith("ing"):
        yield reading.claim("hobby", lost, act=Act.END)
