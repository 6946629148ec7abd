"""Find the value that a clause gives to a property: a number, a name, a time."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_name, is_number, is_pronoun, singular
from muniment.knowledge.wordlists import words
from muniment.ports.parser import Word

_COLOURS: Final = words("green blue red brown black white grey gray purple orange yellow")
_WORDS_MAX: Final = 7


def value_of(said: Statement, head: Word | None) -> list[Word]:
    """Return the words of a value; without a head, or within a time, the time that is said."""
    if head is None:
        for phrase in said.times:
            run = said.timed_behind_verb(phrase)
            if run:
                return run
        return []
    if head.index in said.tree.timed:
        return said.behind_verb_timed()
    if is_pronoun(head):
        return []
    return said.value(head) if is_name(head) else said.value(head, "per", "in", "at", "by")


def is_telling(run: list[Word]) -> bool:
    """Tell whether a value is one to keep by itself: a number, a name, a date, a code."""
    if not run or len(run) > _WORDS_MAX:
        return False
    numeric = any(is_number(each) or "@" in each.text for each in run)
    return numeric or (is_name(run[0]) and run[0].pos == "PROPN")


def judges(run: list[Word]) -> bool:
    """Tell whether a value only says how something is found: "my boss's tone is awful"."""
    return run[-1].pos == "ADJ" and run[-1].norm not in _COLOURS


def counted(said: Statement, noun: Word) -> str:
    """Return what is counted, in the singular: "loading bay"."""
    before = [each.norm for each in said.tree.kids(noun, "compound") if each.index < noun.index]
    return " ".join([*before, singular(noun)])


def number_of(said: Statement, noun: Word | None) -> list[Word]:
    """Return the number that counts a noun in the plural."""
    number = None if noun is None or noun.tag != "NNS" else said.tree.kid(noun, "nummod")
    return [] if number is None else said.numeral(number)
