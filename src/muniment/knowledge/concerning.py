"""Tell whether a belief or a sentence is about somebody else than whom a question is about; pure, in English."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.attributes import asks_of_trade, attributes_of, base, content_words, is_same
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.verbs import form_of
from muniment.model.memory import Memory
from muniment.model.names import folded
from muniment.recall.possessing import words_of
from muniment.recall.time_words import DAYS, MONTHS

_LEAD: Final = r"^(?:(?:and|but|so|oh|yeah|yes|well)\W+)*"
_SAYS: Final = r"(?:says?|said|thinks?|thought|believes?|reckons?|confirm(?:s|ed)|(?:told|tells) me|found(?: out)?)"
_OF_ANOTHER: Final = re.compile(
    rf"{_LEAD}(?:(?:my|our|his|her|their) (?P<relation>[\w-]+)|he|she|they)\b(?! and (?:i|me)\b)"
    rf"(?! {_SAYS}(?: that)? (?:i|we)\b)",
    re.IGNORECASE,
)
_OF_A_NAME: Final = re.compile(
    rf"{_LEAD}(?P<name>(?-i:[^\W\d_a-z][\w’'-]*(?: [^\W\d_a-z][\w’'-]*){{0,2}}))(?:(?<=['’]s) [a-z-]+)?"
    rf"(?! {_SAYS}(?: that)? (?:i|we)\b) (?P<verb>[a-z]+)\b",
    re.IGNORECASE,
)
_SELF: Final = re.compile(r"\b(?:i|me|we|us|mine|ours)\b", re.IGNORECASE)
_OWN: Final = re.compile(r"\b(?:my|our) (?P<noun>[\w-]+)", re.IGNORECASE)
_FINITE: Final = frozenset({"s", "past"})
_NO_NAMES: Final = (
    frozenset({*DAYS, *MONTHS, *(f"{day}s" for day in DAYS)})
    | lexicon.OCCASIONS
    | lexicon.PROPERTIES
    | lexicon.GOODS
    | lexicon.LEISURE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Whom:
    """Whom a question is about by name, the words of all names in it, and the bases of what it asks."""

    about: frozenset[str]
    spoken: frozenset[str]
    words: frozenset[str]

    def is_of_another(self, belief: Memory) -> bool:
        """Tell whether a belief is about somebody whom those have that are asked about, and is not asked of that one.

        "Ann's brother works at Shell" is, where it is asked where Ann works.
        """
        entity = folded(belief.entity or "")
        if entity in self.about:
            return False
        return any(
            entity.startswith(f"{name}'s ") and not self._asks_for(entity[len(name) + 3 :])
            for name in self.about
        )

    def is_of_somebody_else(self, belief: Memory) -> bool:
        """Tell whether a belief is about another person than those that are asked about, and not about a thing."""
        entity = belief.entity or ""
        if not self.about or folded(entity) in self.about:
            return False
        if any(folded(entity).startswith(f"{name}'s ") for name in self.about):
            return self.is_of_another(belief)
        owner, _, had = entity.rpartition("'s ")
        is_kin = any(each in lexicon.RELATIONS | lexicon.PETS for each in words_of(had))
        return is_kin or (not owner and had[:1].isupper())

    def tells_of_another(self, text: str) -> bool:
        """Tell whether a sentence of somebody who is asked about says something of another: "my brother", "she", "Carol".

        Not where the other says it of the speaker, or is asked for.
        """
        if not self.spoken.isdisjoint(words_of(text)):
            return False
        found = _OF_ANOTHER.match(text)
        if found is not None:
            return found["relation"] is None or not self._asks_for(folded(found["relation"]))
        return self._has_a_name_for_subject(text)

    def _asks_for(self, relation: str) -> bool:
        """Tell whether somebody's somebody is asked for, or is nobody but a thing."""
        words = words_of(relation)
        if not any(each in lexicon.RELATIONS | lexicon.PETS for each in words):
            return True
        return not self.spoken.isdisjoint(words) or any(
            is_same(asked, base(each)) and not asks_of_trade(asked)
            for asked in self.words
            for each in words
        )

    def _has_a_name_for_subject(self, text: str) -> bool:
        found = _OF_A_NAME.match(text)
        form = None if found is None else form_of(found["verb"])
        if found is None or form is None or form.tags.isdisjoint(_FINITE):
            return False
        names = words_of(found["name"])
        if any(self._is_no_name(each) for each in names) or _SELF.search(text) is not None:
            return False
        return not any(self._asks_for_thing(each["noun"]) for each in _OWN.finditer(text))

    def _is_no_name(self, word: str) -> bool:
        stem = base(word)
        return (
            word in _NO_NAMES
            or form_of(word) is not None
            or bool(attributes_of(stem))
            or not content_words(word)
            or any(is_same(asked, stem) for asked in self.words)
        )

    def _asks_for_thing(self, noun: str) -> bool:
        return any(is_same(asked, base(folded(noun))) for asked in self.words)
