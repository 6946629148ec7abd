"""Read where somebody is: a home, an employer, a field of work, a medicine, a year of study."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.health import is_medicine
from muniment.knowledge.parsed.nouns import WORKPLACES, is_name, is_place, is_pronoun
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word
from muniment.recall.times import Extent

_STUDY_YEARS: Final = words("year semester grade term")
_ON: Final = words("crutch crutches duty standby")
_NO_EMPLOYERS: Final = frozenset({"PERSON", "GPE", "DATE", "TIME"})


def is_somewhere(said: Statement) -> Iterator[Draft]:
    """Read "I'm from Hull", "she's in Porto", "he's at Flutterwave now", "I'm into chess"."""
    for preposition, noun in said.clause.prepositions:
        if is_pronoun(noun):
            continue
        read = _READERS.get(preposition.norm)
        if read is not None:
            yield from read(said, noun)
        return


def _from(said: Statement, noun: Word) -> Iterator[Draft]:
    if is_name(noun) or is_place(noun):
        yield said.claim("from", said.value(noun, "near", "in"), timeless=True)


def _into(said: Statement, noun: Word) -> Iterator[Draft]:
    for item in said.tree.items(noun):
        yield said.claim("likes", said.value(item))


def _in(said: Statement, noun: Word) -> Iterator[Draft]:
    clause = said.clause
    if noun.norm in _STUDY_YEARS:
        field = next(
            (n for p, n in clause.prepositions if p.norm == "of" and n.index > noun.index), None
        )
        if field is not None:
            yield said.claim("studies", said.value(field, "at"))
    elif is_name(noun) and noun.pos == "PROPN" and noun.norm not in lexicon.FIELDS:
        now = clause.tense is Tense.PERFECT or any(each.norm == "now" for each in clause.own)
        passing = any(each.extent is Extent.DURING for each in said.times)
        if (now or not passing) and not _is_to_come(said):
            yield said.claim("lives_in", said.value(noun))
    elif noun.norm in lexicon.FIELDS:
        yield said.claim("works_as", f"in {said.text(said.value(noun))}", at=said.value(noun))
    elif noun.lemma == "home" and said.tree.kid(noun, "compound", "amod") is not None:
        yield said.claim("lives_in", said.value(noun))


def _at(said: Statement, noun: Word) -> Iterator[Draft]:
    employed = noun.entity == "ORG" or (is_name(noun) and noun.entity not in _NO_EMPLOYERS)
    if (said.clause.ended and noun.lemma in WORKPLACES) or (employed and not _is_to_come(said)):
        yield said.claim("works_at", said.value(noun, "in"))


def _on(said: Statement, noun: Word) -> Iterator[Draft]:
    if is_medicine(noun):
        yield said.claim("attribute", said.value(noun), of="medication")
    elif noun.lemma in _ON:
        yield said.claim("status", f"on {said.text(said.value(noun))}", at=said.value(noun))
    elif noun.lemma == "diet":
        yield said.claim("diet", said.value(noun))


def _off(said: Statement, noun: Word) -> Iterator[Draft]:
    if is_medicine(noun):
        yield said.claim("attribute", said.value(noun), of="medication", act=Act.END)


def _is_to_come(said: Statement) -> bool:
    return any(phrase.is_ahead for phrase in said.times)


_READERS: Final = {
    "from": _from,
    "into": _into,
    "in": _in,
    "at": _at,
    "with": _at,
    "on": _on,
    "off": _off,
}
