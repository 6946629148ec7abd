"""Compare words by their stems, with those that say the same of a slot made one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from muniment.knowledge.wordlists import words
from muniment.model.names import folded

_WORD: Final = re.compile(r"[^\W_]+(?:[.:,][^\W_]+)*", re.UNICODE)
IDLE: Final = words("""
a an the my our his her their its your this that these those some any of in on at to for with by from as and or is are
was were be been am do does did has have had not no it he she they we i you me him them us very really just now still
also too s m ve re d ll new old current currently one ones got get gets going go goes went will so more back up down out
over then than all there here again only about every each
""")
"""Words that say nothing by themselves."""
_SAME: Final = """
weigh weight scales
cost price costs
earn salary wage pay paid raise payrise
live lives living home house flat apartment address city town based move moved moving relocated unpack unpacked boxes settled
job role position title post
boss manager supervisor report reports reporting
coach trainer training trained
due deadline submission submit
standup stand-up daily
gp doctor
mobile phone number
tier level plan membership subscription
physio physiotherapist
maths math mathematics
favourite favorite fave prefer preferred
meeting meet call sync
car drive driving
programme program course
gym fitness
flat apartment
colour color
"""
_CANON: Final = {
    word: line.split()[0] for line in _SAME.strip().splitlines() for word in line.split()
}
_ENDINGS: Final = ("ings", "ing", "ies", "ied", "ers", "ed", "es", "er", "e", "s", "y")


def root(word: str) -> str:
    """Return a word without any ending, the same way for all forms of most words."""
    cut = _cut(word, (*_ENDINGS, "ic"))
    return word if cut == word else root(cut)


def _cut(word: str, endings: tuple[str, ...] = _ENDINGS) -> str:
    """Return a word without its last ending."""
    plain = word.removesuffix("ren") if word.endswith("children") else word
    if plain.endswith("s") and not plain.endswith(("ss", "ies", "es")) and len(plain) > 3:
        plain = plain[:-1]
    for ending in endings:
        if plain.endswith(ending) and len(plain) - len(ending) >= 3:
            return plain[: -len(ending)]
    return plain


def stem(word: str) -> str:
    """Return what a word has in common with those that say the same of a slot."""
    plain = folded(word)
    for form in (plain, plain.removesuffix("s")):
        if form in _CANON:
            return _CANON[form]
    return _cut(plain)[:STEM_MAX]


STEM_MAX: Final = 7
"""Of how many letters a stem is: "rehearsal" and "rehearse" have one."""


@lru_cache(maxsize=4096)
def stems(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that say something."""
    joined = re.sub(r"(?<=\w)[-’'](?=\w)", "", re.sub(r"['’]s\b", "", text))
    return frozenset(stem(word) for word in _WORD.findall(joined) if folded(word) not in IDLE)


TITLES: Final = stems("Mr Mrs Ms Miss Dr Prof")
"""What stands before names and tells nobody apart."""
