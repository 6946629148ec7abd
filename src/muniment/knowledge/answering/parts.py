"""Split a question, or what is said, into what it says of each of its subjects, its persons, names and times; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from muniment.knowledge.answering.designations import times_in
from muniment.knowledge.answering.ways import names_of
from muniment.knowledge.attributes import base, content_words, is_same
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.names.name_forms import parts_of, without_accents
from muniment.knowledge.wordlists import NUMBERS
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.recall.question import name_keys
from muniment.recall.whose import words_of

_WHO: Final = re.compile(r"^\W*(?:(?:with|to|for|from|by) )?(?:who|whom)\b", re.IGNORECASE)
_NAME: Final = re.compile(r"(?<!\bin )[^\W\d_a-z][\w’'-]*")
_NOBODY: Final = frozenset(["not", "no", "nobody", "never", "alone"])
_GROUPS: Final = lexicon.COLLECTIVES - {"office", "class"}
"""Of people who do something together, not where they do it."""
_PERSONS: Final = lexicon.RELATIONS | _GROUPS | _NOBODY
_OURS: Final = frozenset({"we", "our", "ours", "us"})
_NEXT_CLAUSE: Final = re.compile(
    r"(?:,? (?:and|but|so|while|whereas|because) |; )"
    r"(?=(?:i|we|he|she|they|it|my|our|his|her|their|the|a|an)\b|(?-i:[A-ZÀ-ÖØ-Þ])[\w’'-]*\s+\w)"
    r"|, (?=(?:i|we)\b)",
    re.IGNORECASE,
)
_OR: Final = re.compile(
    r"(?<![\w’'-])([\w’'-]+),? or (?:(?:a|an|any|the|my|our) )?([\w’'-]+)", re.IGNORECASE
)
_CLAUSE_WORDS_MIN: Final = 3


def clauses(texts: Iterable[str]) -> Iterable[str]:
    """Yield what sentences say of each of their subjects: "I work at Acme" and "Tom brings cake"."""
    for text in texts:
        begun = ""
        for part in _NEXT_CLAUSE.split(text):
            begun = f"{begun} and {part}" if begun else part
            if len(begun.split()) >= _CLAUSE_WORDS_MIN:
                yield begun
                begun = ""
        if begun:
            yield begun


def of_others(text: str, names: frozenset[str]) -> Iterable[str]:
    """Yield what a sentence says but of its speaker alone: "Ann is off" of "Ann is off today, I moved to Bath"."""
    parts = list(clauses([text]))
    told = [each for each in parts if not _is_of_speaker(each, names)]
    yield from [text] if told == parts else told


def _is_of_speaker(clause: str, names: frozenset[str]) -> bool:
    """Tell whether a clause is of its speaker, and neither of others by name nor of anybody by a pronoun."""
    words = words_of(clause)
    return words[:1] == ["i"] and names.isdisjoint(words) and _THEY.isdisjoint(words)


_THEY: Final = frozenset(["he", "she", "they", "him", "her", "them", "his", "their", "we", "us"])


def names_told(said: Memory | Episode) -> frozenset[str]:
    """Return the names in a belief or a turn, and what may be one, without accents."""
    return frozenset(map(without_accents, names_of(said).union(name_keys(said.content))))


def plain_words(text: str) -> Iterable[str]:
    """Return the words of a text without accents, and their parts."""
    return parts_of(without_accents(" ".join(words_of(text))))


def timed_words(question: str) -> frozenset[str]:
    """Return the bases of the words of a question's times."""
    spans = [question[start:end] for start, end in times_in(question)]
    return frozenset(base(word) for span in spans for word in words_of(span))


def alternatives_in(question: str) -> Iterable[frozenset[str]]:
    """Yield words of which one is enough: "brothers or sisters"."""
    for each in _OR.finditer(question):
        yield content_words(each[1]) | content_words(each[2])


def asks_for_person(question: str) -> bool:
    """Tell whether a question asks who."""
    return _WHO.match(question) is not None


def whole(belief: Memory) -> str:
    """Return what a belief says with its category and tags; a cost has no pay, which its category tells: nobody earns their rent."""
    category = belief.category or ""
    is_cost = is_same(base("cost"), base(folded(category)))
    tags = (each for each in belief.tags if not (is_cost and each == "pay"))
    return " ; ".join((belief.content, category, *tags))


def asks_with_whom(question: str) -> bool:
    """Tell whether a question ends with what somebody is to something: "Who is the insurance with?"."""
    return _STRANDED.search(question) is not None


_STRANDED: Final = re.compile(r" (?:with|for|by|to|from|under)\W*$", re.IGNORECASE)


def tells_date_for_amount(question: str, said: str) -> bool:
    """Tell whether it is asked how much something is, and no number is told but that of a day: "due on 20 March"."""
    if _HOW_MUCH.search(question) is None or not any(map(str.isdigit, said)):
        return False
    left = said
    for start, end in times_in(said):
        left = left[:start] + " " * (end - start) + left[end:]
    return _NUMBER.search(left) is None


_HOW_MUCH: Final = re.compile(r"\bhow much\b(?! (?:time|longer))", re.IGNORECASE)
_NUMBER: Final = re.compile(rf"\d|\b(?:{'|'.join(NUMBERS)}|half|free|nothing)\b", re.IGNORECASE)


def says_we(text: str) -> bool:
    """Tell whether a text says "we", "our" or "us", or has it in a short form: "we're"."""
    return not _OURS.isdisjoint(re.split(r"\W+", folded(text)))


def persons_in(text: str) -> frozenset[str]:
    """Return the words of a text for somebody who is not named, or nobody."""
    return _PERSONS.intersection(words_of(text))


def persons_named(text: str) -> set[str]:
    """Return the words of a text that may be a name of somebody, folded: none has digits, or is of a time."""
    times = times_in(text)
    found = {
        folded(re.sub(r"['’]s?$", "", each[0]))
        for each in _NAME.finditer(text)
        if not any(start <= each.start() < end for start, end in times)
    }
    return {each for each in found if not any(map(str.isdigit, each))}
