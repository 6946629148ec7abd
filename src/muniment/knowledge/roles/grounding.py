"""Tell whether words rest on other words: what a model adds of its own is not believed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from muniment.knowledge.wordlists import words

_WORD: Final = re.compile(r"\w+")
_FUNCTION_WORDS: Final = words("""
a about above after again against all also although always an and another any are aren as at be because been before
being below between both but by can could did do does doing done during each either else ever every few first for
former formerly from further had has have having he hence her here hers him his how however i if in instead into is it
its itself just last later least less like many may me might mine more most much must my never no nor not now of off
often on once one only onto or other others our out over own per perhaps same she should since so some still such than
that the their them then there these they this those though through thus to together too under until up upon us was we
were what when where which while who whom whose why will with within without would yet you your s t re ve ll d m
""")
_NEGATION: Final = re.compile(
    r"\b(?:not|no|never|neither|nor|none|without|cannot|former|formerly)\b|n['’]t\b", re.IGNORECASE
)
_KEPT_MIN: Final = 2 / 3
"""Of the words that carry meaning, how many must stand in what is cited."""


def words_of(text: str) -> list[str]:
    """Return the words of a text as they are compared: NFKC, case-folded."""
    return _WORD.findall(normalize("NFKC", text).casefold())


def is_said(words: str, text: str, *, stems: bool = True) -> bool:
    """Tell whether every word stands in a text, itself or, with `stems`, another form of it.

    A word with a capital stands there itself.
    """
    there = set(words_of(text))
    return all(
        _stands(word.casefold(), there, stems=stems and not word[0].isupper())
        for word in _WORD.findall(normalize("NFKC", words))
    )


def is_grounded(sentence: str, sources: Sequence[str], *, may_negate: bool) -> bool:
    """Tell whether a sentence says nothing but what its sources say, as far as words can tell.

    Every number and every name stands in the sources as it is: a word with a capital that is no
    function word. A first word may be another form of a common word. Of all words that carry
    meaning, at least two thirds stand there, in some form. A negation is not added, unless `may_negate`
    (a source says until when it was so), and not lost where every source has one.
    """
    there = {word for source in sources for word in words_of(source)}
    common = {word for source in sources for word in _WORD.findall(source) if word.islower()}
    carrying = kept = 0
    for place, written in enumerate(_WORD.findall(normalize("NFKC", sentence))):
        word = written.casefold()
        if word in _FUNCTION_WORDS:
            continue
        carrying += 1
        kept += _stands(word, there, stems=True)
        is_exact = written[0].isupper() or any(character.isdigit() for character in written)
        if is_exact and word not in there and (place or not _stands(word, common, stems=True)):
            return False
    if negates(sentence):
        says_no = may_negate or any(negates(source) for source in sources)
    else:
        says_no = not sources or not all(negates(source) for source in sources)
    return says_no and carrying > 0 and kept >= carrying * _KEPT_MIN


def negates(text: str) -> bool:
    """Tell whether a text says that something is not so."""
    return _NEGATION.search(text) is not None


def _stands(word: str, there: set[str], *, stems: bool) -> bool:
    if word in there:
        return True
    if not stems or word.isdigit() or len(word) < 4:
        return False
    return any(_is_form_of(word, other) for other in there)


def _is_form_of(word: str, other: str) -> bool:
    """Tell whether two words begin alike and differ in an ending of at most three letters."""
    alike = 0
    for one, two in zip(word, other, strict=False):
        if one != two:
            break
        alike += 1
    return alike >= 3 and max(len(word), len(other)) - alike <= 3
