"""Read verbs of what abides that no row can hold: what one can, cannot bear, does for a living."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.fitting import is_employer
from muniment.knowledge.extraction.frames import listed
from muniment.knowledge.extraction.function_words import ADVERBS, PREPOSITIONS
from muniment.knowledge.extraction.habits import is_habit
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.wordlists import words

_COURSES: Final = words(
    "phd doctorate master's masters master bachelor's bachelor degree apprenticeship mba diploma a-levels course"
)
_POINTERS: Final = words("it that this you me them him her anything everything")
_OF_SOMETHING: Final = words("play speak whistle fly paint draw row")
"""Verbs that tell no skill of somebody else by themselves: who "can whistle" may be told so in anger."""
_ALWAYS_SKILLS: Final = words("drive sew knit bake ride cook code program crochet weld swim type")


_PRACTISED: Final = lexicon.LANGUAGES | lexicon.PLAYED
_WORK_DONE: Final = lexicon.FIELDS | words("books qa pr")


def read_ability(reading: Reading) -> Iterator[Draft]:
    """Yield what "can" and "cannot" say of somebody."""
    verb = reading.verb
    if verb.modal not in {"can", "learn"}:
        return
    able = before_preposition(value(reading.rest, reading.timed))
    if verb.lemma in {"stand", "bear", "abide"} and verb.negated:
        if able and reading.rest[0].norm not in PREPOSITIONS:
            for disliked in (able, *listed(reading)):
                yield reading.claim("dislikes", disliked, act=reading.stated)
    elif _is_skill(reading, able):
        yield reading.claim("skill", [verb.main, *able])


def _is_skill(reading: Reading, able: Sequence[Token]) -> bool:
    """Tell whether "can" says what somebody is able to, not what is allowed or possible now."""
    lemma = reading.lemma
    if lemma not in lexicon.ABILITIES or reading.has_time:
        return False
    if lemma in _ALWAYS_SKILLS:
        return len(able) <= 6
    if not able:
        return reading.who.is_speaker or lemma not in _OF_SOMETHING
    return len(able) <= 3 and any(each.norm in _PRACTISED for each in able)


def read_abiding(reading: Reading) -> Iterator[Draft]:
    """Yield what somebody does for a living or for a degree."""
    verb = reading.verb
    if verb.modal or verb.passive or verb.negated or verb.tense is not Tense.PRESENT:
        return
    said = value(reading.rest, reading.timed)
    if verb.lemma == "do":
        yield from _do(reading, said)
    elif verb.lemma in lexicon.TRADES and _is_trade(reading, before_preposition(said)):
        yield reading.claim("works_as", [verb.main, *before_preposition(said)])


def _do(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I'm doing a PhD in marine biology", "she does QA", "I do the accounts"."""
    of = before_preposition(said)
    if said and said[0].norm in _COURSES:
        yield reading.claim("studies", said)
    elif said and said[0].norm in lexicon.TAUGHT and reading.verb.progressive:
        for subject in (of, *listed(reading)):
            yield reading.claim("studies", subject)
    elif of and _is_work(reading, of):
        definite = any(each.norm in {"the", "all"} for each in reading.rest[:2])
        yield reading.claim("works_as", [reading.verb.main, *of] if definite else of)
        employer = prepositional(said, {"for", "at"})
        if employer and is_employer(employer):
            yield reading.claim("works_at", employer)


def _is_work(reading: Reading, of: Sequence[Token]) -> bool:
    """Tell whether it is a field of work, not a chore: "does the accounts", not "does the dishes"."""
    if reading.verb.progressive or len(of) > 2:
        return False
    return bool({of[0].norm, of[-1].norm} & _WORK_DONE)


def _is_trade(reading: Reading, of: Sequence[Token]) -> bool:
    """Tell whether it is "I translate patents", "I groom poodles": a plain plural, no habit."""
    if not of or reading.verb.progressive or is_habit(reading):
        return False
    first = next((each for each in reading.rest if each.norm not in ADVERBS), of[0]).norm
    return of[-1].norm.endswith("s") and first == of[0].norm and first not in _POINTERS
