"""Read a correction that names nothing but a value: "sorry, 950", "make that Thursday", "not 9, 10"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Flag, auto
from functools import lru_cache
from typing import Final

from muniment.knowledge.extraction.function_words import AUXILIARIES
from muniment.knowledge.kinds import CLOCK, DATE, Kind, family_of, moment_of
from muniment.knowledge.statements.clauses import Clause, sentences_of
from muniment.knowledge.statements.likening import AMOUNTS
from muniment.knowledge.statements.pointing import NAMED
from muniment.knowledge.statements.spans import names_of, typed_in
from muniment.knowledge.wordlists import any_of, words
from muniment.recall.time_words import DAYS


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """An amount, a code, a name or a time in a text; of times one day, date or time of day.

    The right value of a correction may be a day and a time of it.
    """

    text: str
    kind: Kind
    start: int

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.start + len(self.text)

    def may_follow(self, old: Value) -> bool:
        """Tell whether it could be what was meant by another value: a bare number by any amount."""
        if self.kind is Kind.WHEN and old.kind is Kind.WHEN:
            return moment_of(self.text) == moment_of(old.text)
        if self.kind is Kind.MEASURE and old.kind is Kind.MEASURE:
            return family_of(self.text) == family_of(old.text)
        if self.kind is Kind.NUMBER:
            return old.kind in AMOUNTS
        return self.kind is old.kind or (self.kind is Kind.MONEY and old.kind is Kind.NUMBER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """A value that a sentence says is the right one; `start` and `end` are those of its words in the message.

    `old` is the wrong one, where it is named.
    """

    value: Value
    start: int
    end: int
    old: str | None = None
    is_outright: bool = False
    """Whether it says outright that its speaker was wrong: "I mean 950"."""
    is_denial: bool = False
    """Whether it may deny what another one said: "no, 14"."""
    is_called: bool = False
    """Whether it may call somebody by name: "sorry, Tom"."""
    is_open: bool = False
    """Whether other readers may make something of it: it names the wrong value, has a verb, or goes on a sentence."""
    is_change: bool = False
    """Whether it makes something otherwise, and does not say that it was wrong: "make that Thursday"."""


class _Mark(Flag):
    """What words around a value say of it."""

    OUTRIGHT = auto()
    WEAK = auto()
    DENYING = auto()
    MAKING = auto()
    STATING = auto()
    FILLING = auto()


_NONE: Final = _Mark(0)
_WORDED: Final = (
    (_Mark.MAKING | _Mark.OUTRIGHT, any_of("(?:let's )?make (?:that|it)")),
    (
        _Mark.OUTRIGHT,
        any_of("""
        i mean(?:t)?(?: to say)?, correction, (?:scratch|strike|scrap|forget) (?:that|it), my (?:mistake|bad|error), typo, rather, oops, whoops,
        i should(?: have|'ve) said, i (?:misread|mistyped|misspoke|miscounted)(?: [a-z]+){0,3}
        """),
    ),
    (_Mark.DENYING | _Mark.WEAK, any_of("no, nope")),
    (_Mark.WEAK, any_of("sorry, apologies, wait, hang on, hold on, actually")),
    (_Mark.STATING, any_of("(?:it|that)(?:'s| is| was), (?:(?:it|that) )?should (?:be|say|read)")),
    (
        _Mark.FILLING,
        any_of("oh, ah, well, ok(?:ay)?, hm+, um, er, so, and, but, yes, yeah, though"),
    ),
)
_MARKS: Final = re.compile(r"[\s,:;.…–—!-]*")
_SEGMENT: Final = re.compile(
    r"(?:\.{3}|[,;:…])\s+|\s+[-–—]+\s+|\s*—\s*|\s+but\s+|\s+(?=(?:not|instead of|rather than)\s)",
    re.IGNORECASE,
)
_NOT: Final = re.compile(r"(?:not|instead of|rather than)\s+", re.IGNORECASE)
_BEFORE_VALUE: Final = re.compile(
    r"(?:(?P<prep>on|at|in|by|for|from|until|till|to)|the|an?|only|just)\s+", re.IGNORECASE
)
_WEEKDAY: Final = re.compile(rf"\b(?:{'|'.join(DAYS)})s?\b", re.IGNORECASE)
_CLOCK: Final = re.compile(CLOCK, re.IGNORECASE)
_DATE: Final = re.compile(DATE, re.IGNORECASE)
_MOMENTS: Final = (_DATE, _CLOCK, _WEEKDAY)


AT_TIME: Final = re.compile(
    rf"(?: (?:morning|afternoon|evening|night))?(?:,? at \d{{1,2}}(?![\w:.])|,? (?:at )?{CLOCK})?",
    re.IGNORECASE,
)
"""What stands behind a day and says when on it."""
DAY_AND_TIME: Final = re.compile(
    rf"(?P<which>(?:next|this|this coming) )?(?:(?:{'|'.join(DAYS)})s?|{DATE})(?P<time>{AT_TIME.pattern})",
    re.IGNORECASE,
)
"""A day that is told more exactly: "next Thursday", "Thursday at 3"."""


_ASKING: Final = re.compile(rf"(?:{'|'.join(sorted(AUXILIARIES))})\s+", re.IGNORECASE)
"""What a question begins with, written large before a name: "Is Tom"."""
NAME_MAX: Final = 3
"""How many words a name has at most that stands alone."""
_NO_NAMES: Final = frozenset(DAYS) | words(
    "i it that this he she they we you what thanks please today tomorrow tonight"
)


@lru_cache(maxsize=512)
def values_in(text: str) -> tuple[Value, ...]:
    """Return the values in a text, in order: each amount, code, name, day, date and time of day."""
    found = [
        Value(text=match[0], kind=Kind.WHEN, start=match.start())
        for pattern in _MOMENTS
        for match in pattern.finditer(text)
    ]
    whole = Clause(text=text, start=0, sentence=0, said=text)
    found += [
        Value(text=each.text, kind=each.kind, start=each.start)
        for each in typed_in(whole)
        if each.kind is not Kind.WHEN
    ]
    for start, said in sentences_of(text):
        found += [
            Value(text=name, kind=Kind.NAME, start=at)
            for name, at in _names_in(text[start : start + len(said)], start)
        ]
    kept: list[Value] = []
    taken = bytearray(len(text))
    for each in found:
        if not any(taken[each.start : each.end]):
            kept.append(each)
            taken[each.start : each.end] = b"\1" * len(each.text)
    return tuple(sorted(kept, key=lambda each: each.start))


def _names_in(said: str, start: int) -> Iterator[tuple[str, int]]:
    """Yield the names of a sentence, also one that is all of it, with where each begins."""
    alone = said.strip(" .!?")
    if NAMED.fullmatch(alone) is not None and alone.lower() not in _NO_NAMES:
        yield alone, start + said.index(alone)
        return
    asking = _ASKING.match(said)
    lead = 0 if asking is None else asking.end()
    plain = said[lead:].rstrip()
    for each in names_of(Clause(text=plain, start=start + lead, sentence=0, said=plain)):
        yield each.text, start + lead + each.start


@lru_cache(maxsize=128)
def amendments_of(message: str) -> tuple[Amendment, ...]:
    """Return the sentences of a message that give nothing but the right value of something."""
    return tuple(_amendments(message))


def _amendments(message: str) -> Iterator[Amendment]:
    led, begun = _NONE, None
    for start, said in sentences_of(message):
        text = said.strip()
        begin = start + said.find(text)
        marks, rest = _led(text)
        if not rest:
            is_answer = _Mark.DENYING in marks and _Mark.OUTRIGHT not in marks
            led, begun = (_NONE, None) if is_answer else (led | marks, begun or begin)
            continue
        if not text.endswith("?"):
            found = _amendment(text, rest, led | marks, begin)
            if found is not None:
                yield found if begun is None else replace(found, start=begun)
            else:
                yield from _behind(text, begin)
        led, begun = _NONE, None


def _behind(text: str, start: int) -> Iterator[Amendment]:
    """Yield the value that puts right what its own sentence told before: "it is 900, sorry, 950"."""
    led = 0
    for match in _SEGMENT.finditer(text):
        if match.start() < led:
            continue  # it stands among words that lead, which were read as one
        said = text[match.end() :]
        marks, rest = _led(said)
        led = len(text) - len(rest)
        if rest and marks & (_Mark.OUTRIGHT | _Mark.WEAK):
            found = _amendment(said, rest, marks, start + match.end())
            told = values_in(text[: match.start()])
            if found is not None and any(found.value.may_follow(each) for each in told):
                yield replace(found, is_open=True)
                return


def _led(text: str) -> tuple[_Mark, str]:
    """Return what the words say that a text begins with, and what stands behind them."""
    marks, at = _NONE, 0
    while at < len(text):
        found = next(
            ((mark, match) for mark, each in _WORDED if (match := each.match(text, at))), None
        )
        if found is None:
            break
        marks |= found[0]
        marked = _MARKS.match(text, found[1].end())
        at = found[1].end() if marked is None else marked.end()
    return marks, text[at:]


def _amendment(text: str, rest: str, marks: _Mark, start: int) -> Amendment | None:
    """Return what a sentence gives as right, if it gives nothing else."""
    value: Value | None = None
    old: str | None = None
    is_placed = False
    at = len(text) - len(rest)
    for begin, said in _segments(rest):
        denied = _NOT.match(said)
        tail, left = _led(said)
        if denied is not None and old is None:
            gone = _alone(said[denied.end() :])
            old = None if gone is None else gone[0].text
            if old is None:
                return None
        elif value is not None and not left:
            marks |= tail
        else:
            found = _alone(left)
            if found is None or value is not None:
                return None
            alone, is_placed = found
            marks |= tail
            value = replace(alone, start=start + at + begin + len(said) - len(left) + alone.start)
    if value is None or not (old or marks & (_Mark.OUTRIGHT | _Mark.WEAK)):
        return None
    is_begun = value.kind is Kind.NAME and value.start == start
    if is_begun and old is None:
        return None  # "Eggs, I mean": any word is written large there
    is_outright = old is not None or _Mark.OUTRIGHT in marks
    return Amendment(
        value=value,
        start=start,
        end=start + len(text),
        old=old,
        is_outright=_Mark.OUTRIGHT in marks and _Mark.MAKING not in marks,
        is_denial=_Mark.DENYING in marks and not is_outright,
        is_called=value.kind is Kind.NAME and not (is_outright or is_placed),
        is_open=old is not None or _Mark.STATING in marks,
        is_change=_Mark.MAKING in marks,
    )


def _segments(text: str) -> Iterator[tuple[int, str]]:
    """Yield the words between marks, with where they begin."""
    begin = 0
    for match in (*_SEGMENT.finditer(text), None):
        end = len(text) if match is None else match.start()
        said = text[begin:end]
        if said.strip(" .!"):
            yield begin, said
        begin = end if match is None else match.end()


def _alone(text: str) -> tuple[Value, bool] | None:
    """Return the value that words are, and whether one as "in" stands before it; None if they say more."""
    at, is_placed = 0, False
    while (before := _BEFORE_VALUE.match(text, at)) is not None:
        at, is_placed = before.end(), is_placed or before["prep"] is not None
    said = text[at:].rstrip(" .!")
    name = NAMED.fullmatch(said)
    found = values_in(said)
    if len(found) == 1 and found[0].text == said:
        return replace(found[0], start=at), is_placed
    if DAY_AND_TIME.fullmatch(said) is not None:
        return Value(text=said, kind=Kind.WHEN, start=at), is_placed
    if found or name is None or len(said.split()) > NAME_MAX or said.lower() in _NO_NAMES:
        return None
    return Value(text=said, kind=Kind.NAME, start=at), is_placed
