"""Leave out of what somebody said what they only supposed, guessed or quoted: it does not say what is so; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Final

from muniment.knowledge.extraction.clauses import Clause, Sentence, sentences_of
from muniment.knowledge.extraction.function_words import AUXILIARIES, SUPPOSING, UNSURE
from muniment.knowledge.extraction.moods import (
    CONDITIONS,
    is_dreamt,
    is_joke,
    is_supposed,
    is_to_come,
    is_unsure,
    opens_dream,
    pretends,
    without_quotations,
)
from muniment.knowledge.extraction.tokens import tokens_of
from muniment.knowledge.wordlists import words
from muniment.recall.time_words import MONTHS
from muniment.recall.times import read_times
from muniment.temporal.utc import BEGINNING

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+|\n+")
_GOES_ON: Final = re.compile(
    r"\W*(?:or|and) (?!(?:i|we|he|she|they|it|my|our|the)\b)", re.IGNORECASE
)
"""What begins a sentence that says more of what the one before says: "I might get a cat. Or buy a boat"."""
_WORD: Final = re.compile(r"\w")
_DAY: Final = datetime(2000, 1, 1, tzinfo=BEGINNING.tzinfo)
_UNREAL: Final = words("would 'd could might")
_LEANING: Final = words("will probably apparently presumably supposedly")
_MUSING: Final = (SUPPOSING | UNSURE) - {*MONTHS}
_WISHING: Final = words(
    "hope hopes hoping wish wishes wonder guess dream dreamt imagine want wants wanted need needs plan plans planning"
    " planned intend think thinks thinking thought consider considered fancy like likes love joke joking will"
    " say said tell told suggest suggested advise advised recommend recommended can"
)
_WANTING: Final = words("want need")


class Mood(StrEnum):
    """What a question asks for."""

    WHATEVER = "whatever"
    """What is wished or supposed as well."""
    WHAT = "what"
    WHETHER = "whether"
    """Whether something is so: a guess says neither."""


@lru_cache(maxsize=512)
def mood_of(question: str) -> Mood:
    """Return what a question asks for."""
    if not (_MUSING | _WISHING).isdisjoint(each.norm for each in tokens_of(question)):
        return Mood.WHATEVER
    return Mood.WHETHER if asks_whether(question) else Mood.WHAT


def asks_whether(question: str) -> bool:
    """Tell whether a question asks if something is so, and not what."""
    first = tokens_of(question)[:1]
    return bool(first) and first[0].norm in AUXILIARIES


@lru_cache(maxsize=128)
def earnest(text: str, mood: Mood) -> tuple[str, ...]:
    """Return the sentences of a text without what is not meant as so, and without those that ask.

    What is quoted, told as a joke or guessed does not tell whether something is so, but may tell what.
    """
    said = without_quotations(text) if mood is Mood.WHETHER else text
    found: list[str] = []
    is_left_out = False
    for each in sentences_in(said):
        if mood is not Mood.WHATEVER and opens_dream(each):
            break
        if is_left_out and _GOES_ON.match(each):
            continue
        if asks(each) or (mood is Mood.WHETHER and is_joke(each)):
            continue
        left = each if mood is Mood.WHATEVER else _meant(each, mood)
        is_left_out = _WORD.search(left) is None
        if left:
            found.append(left)
    return tuple(found)


def sentences_in(text: str) -> Sequence[str]:
    """Return the sentences of a text with their marks."""
    return _SENTENCE.split(text)


def questions_in(text: str) -> Iterator[str]:
    """Yield the sentences of a text that ask, but for those that the next one goes on from: "You have my number? It's 555"."""
    sentences = sentences_in(text)
    for sentence, after in zip(sentences, (*sentences[1:], ""), strict=True):
        if asks(sentence) and not _ANSWERED.match(after):
            yield sentence if _TURNED.match(sentence) else sentence.rpartition(", ")[2]


_ANSWERED: Final = re.compile(
    r"(?:yes|no|yeah|it|its|he|she|they|that|this|his|her|their)\b", re.IGNORECASE
)


def asks(sentence: str) -> bool:
    """Tell whether a sentence is marked as a question, or has no mark and the order of one: "what does he do"."""
    said = sentence.rstrip()
    return said.endswith("?") or (not said.endswith((".", "!")) and _TURNED.match(said) is not None)


_TURNED: Final = re.compile(
    r"(?:(?:so|and|but|ok|okay|oh|hey|wait|btw),? )*"
    r"(?:(?:what|who|whom|where|when|why|how|which)(?:['’]?s| (?:is|are|was|were|do|does|did|has|have|can|will|would|should))"
    r"|(?:is|are|was|were|do|does|did|has|have|can|will|would|could|should) (?:you|he|she|they|it|we|i))\b",
    re.IGNORECASE,
)


def _meant(text: str, mood: Mood) -> str:
    if is_dreamt(text):
        return ""
    timed = frozenset(
        offset for each in read_times(text, _DAY) for offset in range(each.start, each.end)
    )
    left = text
    for sentence in sentences_of(tokens_of(text), timed):
        for start, end in _unmeant(sentence, timed, mood):
            left = left[:start] + " " * (end - start) + left[end:]
    return left.strip()


def _unmeant(sentence: Sentence, timed: frozenset[int], mood: Mood) -> Iterator[tuple[int, int]]:
    """Yield where the clauses stand that do not say what is so."""
    norms = {each.norm for each in sentence.tokens}
    is_unreal = not (norms.isdisjoint(SUPPOSING) or norms.isdisjoint(_UNREAL))
    starts = [min(token.start for token in each.tokens) for each in sentence.clauses]
    is_pretended = depends = False
    for clause, (start, end) in zip(
        sentence.clauses, pairwise([*starts, sentence.end]), strict=True
    ):
        is_pretended = is_pretended or pretends(clause)
        depends = mood is Mood.WHETHER and (depends or clause.before in CONDITIONS)
        waits = depends and (not clause.subject or clause.verb is None or is_to_come(clause.verb))
        if is_pretended or waits or _is_open(clause, timed, mood, is_unreal=is_unreal):
            yield start, end


def _is_open(clause: Clause, timed: frozenset[int], mood: Mood, *, is_unreal: bool) -> bool:
    is_guess = is_supposed(clause) or (is_unsure(clause, timed) and not _wants_a_thing(clause))
    is_likely = mood is Mood.WHAT or not _LEANING.isdisjoint(clause.norms)
    return is_guess and (is_unreal or not is_likely)


def _wants_a_thing(clause: Clause) -> bool:
    """Tell whether somebody wants something, and not to do it: who wants forty plates orders them."""
    verb = clause.verb
    is_plain = verb is not None and verb.lemma in _WANTING and not verb.modal
    return is_plain and all(each.norm != "to" for each in clause.rest)
