"""Read what happened once, on a day that is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import PREPOSITIONS, SAYING
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.recall.times import time_beside

_POINTERS: Final = words(
    "it this that them these those so what how everything nothing something you"
)
_TRIVIAL: Final = SAYING | words("""
be have do go get see look try watch sleep wake sit stand wait want need like love hate eat drink talk chat seem
happen start begin keep let make put stay come use call hope sound check notice decide realise realize remember forget
spend work live own prefer enjoy end cook show laugh cry rain snow matter understand choose learn wonder hit reach
catch
""")
_ARRANGED: Final = words("plan schedule expect intend suppose mean")
"""What is done to something that has yet to happen: "it was planned for Thursday"."""
_ENDURED: Final = words(
    "surgery operation accident stroke miscarriage baby twins heart-attack fall seizure biopsy transplant breakdown"
    " appendix child"
)
_COMPARED: Final = words("more less fewer better worse")
"""What says of nothing that it never was: "never seen more than thirty"."""
_THINGS_MEANT: Final = _POINTERS - {"nothing", "something"}
_WITHOUT_OBJECT: Final = words("marry divorce graduate retire die leave separate elope move")


def read_event(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause says happened once, or never did."""
    verb, said = reading.verb, value(reading.rest, reading.timed)
    if not reading.who.is_person or verb.modal or verb.ended or not verb.is_past:
        return
    if verb.negated:
        yield from _never(reading, said)
    elif (
        verb.progressive
        or verb.begun
        or (said and said[0].norm in _POINTERS)
        or (verb.lemma == "marry" and said and not is_name(said[0]))
        or (verb.lemma == "leave" and not said)
        or (verb.lemma == "pass" and said and said[0].norm in PREPOSITIONS)
        or (verb.passive and verb.main.norm in lexicon.STATUSES)
    ):
        return
    elif reading.has_time and _may_have_its_day(reading, said):
        yield _event(reading, happened(reading))


def befell(reading: Reading) -> bool:
    """Tell whether something happened on some day, to whatever the clause is about."""
    verb = reading.verb
    told = (
        verb.is_past
        and _has_its_day(reading)
        and not (verb.negated or verb.modal or verb.progressive)
    )
    is_arranged = verb.passive and verb.lemma in _ARRANGED
    return told and verb.lemma not in _TRIVIAL and not is_arranged


def _has_its_day(reading: Reading) -> bool:
    """Tell whether a time is said of what happened: what "was moved to 12 June" was not moved then."""
    before = (reading.scene.text[: each.start] for each in reading.times)
    return reading.has_time and not any(each.endswith(" to ") for each in before)


def happened(reading: Reading) -> list[Token]:
    """Return the words that say what happened: the verb, its particle, what it was done to."""
    rest, said = reading.rest, value(reading.rest, reading.timed)
    follows = rest[:1] if rest and rest[0].start not in reading.timed else []
    particle = [each for each in follows if each.norm in _PARTICLES and each not in said]
    return [reading.verb.main, *particle, *said]


_PARTICLES: Final = words("out up down off away over through in")


def read_death(reading: Reading) -> Iterator[Draft]:
    """Yield that a pet is had no more, where it was named as one's own and has died."""
    verb, drafts = reading.verb, reading.scene.drafts
    first = reading.rest[0].norm if reading.rest else ""
    if verb.negated or verb.modal or not verb.is_past:
        return
    if verb.lemma != "die" and (verb.lemma, first) != ("pass", "away"):
        return
    for index, draft in enumerate(drafts):
        if draft.predicate == "owns" and draft.object.endswith(reading.who.name):
            drafts[index] = replace(
                draft, act=Act.END, time=time_beside(reading.times, 0), timeless=False
            )
    owner = reading.scene.relation_of(reading.who.name)
    if owner is not None and owner[1] in lexicon.PETS:
        yield reading.claim("owns", owner[1], subject=owner[0], act=Act.END)


def _event(reading: Reading, doing: Sequence[Token]) -> Draft:
    """Draft an event: what happened corrects nothing by itself."""
    right = Act.CORRECT if reading.scene.putting_right else Act.STATE
    return reading.claim("event", doing, act=Act.DENY if reading.verb.negated else right)


def _never(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I've never been to Africa", "we never signed anything"."""
    verb = reading.verb
    never = any(each.norm == "never" for each in verb.tokens)
    if not said or said[0].norm in _COMPARED or any(e.norm in _POINTERS for e in said[1:]):
        return
    if verb.lemma == "be":
        ever = verb.tense is Tense.PERFECT
        stands = ever and (said[0].norm in PREPOSITIONS or said[0].norm.endswith("ing"))
    elif verb.tense is Tense.PERFECT:
        stands = never
    else:
        stands = never and verb.lemma not in _TRIVIAL and said[0].norm not in _THINGS_MEANT
    if stands:
        yield _event(reading, [verb.main, *said])


def _may_have_its_day(reading: Reading, said: Sequence[Token]) -> bool:
    lemma = reading.lemma
    if lemma in {"have", "suffer"}:
        return any(each.norm in _ENDURED or lexicon.is_ailment(each.norm) for each in said)
    if lemma in _TRIVIAL:
        return False
    return bool(said) or lemma in _WITHOUT_OBJECT
