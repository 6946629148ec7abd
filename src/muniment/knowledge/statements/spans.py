"""Find the words of a clause that may be a new value of something: amounts, times, names, phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from muniment.knowledge import kinds
from muniment.knowledge.differing import is_difference
from muniment.knowledge.extraction import function_words as small
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.kinds import Kind
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.pointing import names_in
from muniment.knowledge.statements.trimming import trimmed
from muniment.knowledge.wordlists import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Words of a clause; `start` and `end` are places in its text.

    `fits` is how surely the words stand where values stand, from 0 to 1.
    """

    clause: Clause
    text: str
    start: int
    end: int
    kind: Kind
    fits: float = 1.0

    @property
    def place(self) -> tuple[int, int]:
        """Where the message says so."""
        return (self.clause.start + self.start, self.clause.start + self.end)

    @property
    def before(self) -> str:
        """What the clause says before it."""
        return self.clause.text[: self.start]

    @property
    def after(self) -> str:
        """What the clause says behind it."""
        return self.clause.text[self.end :]


_WHEN: Final = re.compile(
    rf"(?:{kinds.DAY}|{kinds.DATE}|{kinds.CLOCK})(?:,? (?:the |at |on |of )*(?:{kinds.DAY}|{kinds.DATE}|{kinds.CLOCK}|mornings?|evenings?|afternoons?|nights?))*",
    re.IGNORECASE,
)
_TYPED: Final = (
    (Kind.CODE, kinds.may_mail, re.compile(kinds.EMAIL)),
    (Kind.MONEY, kinds.may_count, re.compile(kinds.MONEY, re.IGNORECASE)),
    (Kind.WHEN, kinds.may_tell_time, _WHEN),
    (Kind.MEASURE, kinds.may_count, re.compile(kinds.MEASURE, re.IGNORECASE)),
    (
        Kind.CODE,
        bool,
        re.compile(
            r"(?<![\w.,:+])(?=(?:\W?\d){6})(?:(?:\+|0)\d+(?:[ /-]\d+)+|\d+(?:[/-]\d+)+"
            r"|(?!\d{1,3}(?: \d{3})+(?![\d ]))\d{2,}(?: \d{2,})+)(?![\w:])"
        ),
    ),
    (
        Kind.NUMBER,
        kinds.may_count,
        re.compile(
            rf"(?<![\w.,:])(?<![^\W\d]-){kinds.NUMBER}(?: and a half)?(?![\w:])", re.IGNORECASE
        ),
    ),
    (
        Kind.CODE,
        bool,
        re.compile(
            r"(?<!\w)(?!\d+(?:st|nd|rd|th)\b)(?=\S*\d)(?=\S*[^\W\d])[\w+-]+(?!\w)|(?<!\w)(?:[A-H](?: ?[+-])?|(?:AB|O) ?[+-])(?![\w'’])"
        ),
    ),
)
"""Each kind of value, a quick look whether a text may hold one, and the pattern of it."""
_PAST: Final = re.compile(
    r"\b(?:from|instead of|rather than|not|was|were|than|after|no longer|used to be|before)"
    r"(?: (?:a|the|on|at|in|my|just|only))*\s*$",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(r"\wn['’]t\b", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W_]+(?:['’&.-][^\W_]+)*")
_TAKING: Final = words(
    "got get gets getting bought buy use uses using drive drives took take chose picked prefer prefers want wants like love"
)
_SHAPE: Final = (
    small.PREPOSITIONS
    | small.AUXILIARIES
    | small.DETERMINERS
    | small.ADVERBS
    | small.SPEAKER
    | small.ANAPHORS
    | small.NOBODY
    | small.CONJUNCTIONS
    | small.WH
    | _TAKING
    | words("me us him them myself not no n't 's 'm 're 've 'll")
    | words("i'm i've it's we're we've he's she's they're that's there's")
)
_TO_VALUE: Final = _TAKING | words(
    "is are was were be been am 's 're 'm become became becomes turned called named to into with as myself my our his her their"
)


@lru_cache(maxsize=512)
def spans_of(clause: Clause) -> tuple[Span, ...]:
    """Return what may be a value in a clause, in order.

    What it gives as past is left out, and by how much something changed.
    """
    return tuple(
        each
        for each in _spans(clause)
        if not _PAST.search(each.before) and not is_difference(each.kind, each.before, each.after)
    )


@lru_cache(maxsize=512)
def typed_in(clause: Clause) -> tuple[Span, ...]:
    """Return the amounts, times, numbers and codes of a clause, what is past included."""
    found: list[Span] = []
    taken = bytearray(len(clause.text))
    for kind, may_hold, pattern in _TYPED:
        if not may_hold(clause.text):
            continue
        for match in pattern.finditer(clause.text):
            start, end = match.span()
            if start < end and not any(taken[start:end]):
                taken[start:end] = b"\1" * (end - start)
                found.append(
                    Span(clause=clause, text=match[0].strip(), start=start, end=end, kind=kind)
                )
    return tuple(found)


@lru_cache(maxsize=512)
def names_of(clause: Clause) -> tuple[Span, ...]:
    """Return the names of a clause, without what is written large only because it comes first."""
    found = []
    for name in names_in(clause.text):
        plain = re.sub(r"['’]s$", "", name)
        at = clause.text.find(name)
        if at >= 0 and plain.lower() not in small.NOBODY and not _is_begun(clause, plain, at):
            found.append(
                Span(clause=clause, text=plain, start=at, end=at + len(plain), kind=Kind.NAME)
            )
    return tuple(found)


def _spans(clause: Clause) -> Iterator[Span]:
    typed = typed_in(clause)
    yield from typed
    named = [
        each
        for each in names_of(clause)
        if not any(other.start <= each.start < other.end for other in typed)
    ]
    yield from named
    taken = [(each.start, each.end) for each in (*typed, *named)]
    yield from _phrases(clause, taken)


_BEHIND: Final = re.compile(r" \d{1,4}\b(?! (?:a|per)\b)")


def _leads(clause: Clause, start: int, end: int) -> bool:
    """Tell whether words begin a clause and are what it says something is."""
    return start <= _DETERMINED_MAX and _IS.match(clause.text[end:]) is not None


_DETERMINED_MAX: Final = 4
"""Where a phrase begins that a clause begins with, behind "my" or "the"."""


_IS: Final = re.compile(
    r"(?: (?:is|are|became|has become|have become|will be)\b|['’]s (?:now |my |our |the ))",
    re.IGNORECASE,
)


def _is_begun(clause: Clause, name: str, at: int) -> bool:
    """Tell whether a word is written large only because a sentence begins with it."""
    if at > 0 or " " in name or clause.before:
        return False
    plain = name.lower()
    return (
        plain in _SHAPE
        or plain.endswith(("ing", "ed"))
        or re.match(
            r"(?:['’]s|,| (?:is|was|has|took|takes|will|leads|runs|gets|got|became)\b)",
            clause.text[len(name) :],
        )
        is None
    )


def _phrases(clause: Clause, taken: list[tuple[int, int]]) -> Iterator[Span]:
    """Yield the runs of words that are no small words: "sage green", "window seat", "pixel 9"."""
    for start, end, before in _runs(clause.text):
        if any(start < stop and begin < end for begin, stop in taken):
            continue
        number = _BEHIND.match(clause.text, end)
        text = trimmed(clause.text[start : end if number is None else number.end()])
        at = clause.text.find(text, start)
        if text and at >= 0 and not _is_none(clause, text, start):
            is_subject = start <= _DETERMINED_MAX and before in small.MINE
            is_value = _leads(clause, start, end) or (before in _TO_VALUE and not is_subject)
            yield Span(
                clause=clause,
                text=text,
                start=at,
                end=at + len(text),
                kind=Kind.WORDS,
                fits=1.0 if is_value else 0.5,
            )


def _is_none(clause: Clause, text: str, start: int) -> bool:
    """Tell whether words are no value: a denial, what "at last" ends with, what somebody "has stopped"."""
    form = form_of(text.split(" ", 1)[0].lower())
    if form is not None and not form.tags.isdisjoint(_DONE) and _WHO.search(clause.text[:start]):
        return True
    idiom = _IDIOM.search(clause.text, 0, start) is not None and text.lower() in _IN_IDIOMS
    return idiom or _DENIED.search(text) is not None


_DONE: Final = words("past pp")
_WHO: Final = re.compile(
    rf"\b(?:i|we|he|she|they)(?:['’](?:ve|s|d)| have| has| had)?(?: (?:{'|'.join(sorted(small.ADVERBS))}))*\s+$",
    re.IGNORECASE,
)
"""Who does what stands behind: "I've finally stopped"."""
_IDIOM: Final = re.compile(r"\bat\s+$", re.IGNORECASE)
_IN_IDIOMS: Final = words("last least first once most best all long length")


def _runs(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield where words that are no small words stand together, and the small word before them."""
    begin, end, before = -1, -1, ""
    for word in _WORD.finditer(text):
        plain = word[0].lower().replace("’", "'")
        is_small = plain in _SHAPE or plain[0].isdigit()
        if begin >= 0 and (is_small or text[end : word.start()].strip()):
            yield begin, end, before
            begin = -1
        if not is_small:
            begin, end = (word.start() if begin < 0 else begin), word.end()
        elif plain not in small.ARTICLES:
            before = "is" if "'" in plain else plain
    if begin >= 0:
        yield begin, end, before
