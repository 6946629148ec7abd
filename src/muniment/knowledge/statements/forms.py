"""Read what a clause states: of what, and which value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.kinds import Kind, kind_of, may_count
from muniment.knowledge.statements import patterns
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.pointing import pointed
from muniment.knowledge.statements.trimming import trimmed


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a clause says, in a `form`: of `what` (or nothing, where it leaves that out) the `value`."""

    clause: Clause
    form: str
    what: str
    value: str
    start: int

    @property
    def span(self) -> tuple[int, int]:
        """Where the message says so."""
        at = self.clause.text.find(self.value)
        end = self.clause.end if at < 0 else self.clause.start + at + len(self.value)
        return (self.start, end)


_FORMS: Final = (
    ("there", patterns.THERE),
    ("done", patterns.HOW_MANY_DONE),
    ("counted", patterns.COUNTED),
    ("has", patterns.HAS),
    ("pointed", patterns.POINTED),
    ("reversed", patterns.REVERSED),
    ("copula", patterns.COPULA),
    ("copula", patterns.COPULA_SHORT),
)
_COUNTING: Final = frozenset({"there", "done", "counted"})
"""The forms whose value is a number."""
_OPEN: Final = re.compile(
    r"^(?:it|that|this|he|she|they|those|these|there|here|what|who|i|we|you|which|one|everything|nothing|something|everyone|mine|ours)$",
    re.IGNORECASE,
)
_THING: Final = re.compile(r"\b(?:an?|the|my|our) (?P<noun>[a-z][\w-]*(?: [a-z][\w-]*){0,2})$")
_OBTAINED: Final = re.compile(
    r"^((?:the|my|our) [\w -]+?) (?:that |which )?(?:i|we)(?:['’]ve| have)? (?:ordered|bought|booked|reserved|rented|requested|submitted|sent(?: in| off)?|applied for)$",
    re.IGNORECASE,
)
"""A thing, and what the speaker did to have it: "the desk I ordered"."""
_NEAR: Final = re.compile(
    r"^((?!The |A |An |My |Our )[^\W\d_a-z][\w'’&-]*(?: [^\W\d_a-z][\w'’&-]*)*) (?:by|near|on|in|at|opposite|behind|beside|next to) (?:the|my|our) .+$"
)
"""A name, and where that is: "La Cale by the river"."""
_LIKED: Final = re.compile(
    r"^the ([\w -]{2,30}?) (?:that )?(?:i|we) (?:love|like|enjoy|prefer) (?:the )?(?:best|most)$",
    re.IGNORECASE,
)
_TYPED: Final = frozenset({Kind.MONEY, Kind.MEASURE, Kind.WHEN})
_DETERMINED: Final = ("my ", "our ", "the ", "his ", "her ", "their ", "a ", "an ", "its ")


def statements_of(clause: Clause, before: Sequence[Clause]) -> Iterator[Statement]:
    """Yield what a clause may state, the surest form first; `before` are the clauses before it."""
    yield from _behind_colon(clause, before)
    counts = may_count(clause.text)
    for form, pattern in _FORMS:
        if form in _COUNTING and not counts:
            continue
        match = (pattern.search if form == "pointed" else pattern.match)(clause.text)
        said = None if match is None else _said(form, match.groupdict(), clause, before)
        if said is not None:
            what, value = said
            yield Statement(clause=clause, form=form, what=what, value=value, start=clause.start)


def _said(
    form: str, given: dict[str, str | None], clause: Clause, before: Sequence[Clause]
) -> tuple[str, str] | None:
    """Return what a form is of and its value; None where either is no phrase."""
    value, what = trimmed(given.get("value") or ""), trimmed(given.get("what") or "")
    what = _OBTAINED.sub(r"\1", what)
    if form == "reversed":
        value, what = _NEAR.sub(r"\1", value), _LIKED.sub(r"my favourite \1", what)
    whose = given.get("whose")
    if whose and what:
        noun = what.split(" ", 1)[-1] if what.lower().startswith(_DETERMINED) else what
        owner = {"i": "my", "we": "our"}.get(whose.lower(), f"{whose}'s")
        what = f"{owner} {noun}"
    if form == "pointed":
        value = pointed(clause, before)
    with_as = patterns.VALUE_AS.match(value)
    if with_as is not None:
        value = trimmed(with_as["value"] or with_as["value2"])
        what = trimmed(with_as["what"] or with_as["what2"])
    elif is_open(what):
        what = _thing_of(what, value, before) if form == "copula" else ""
        if form == "copula" and not what:
            return None
    if not value or len(value) > 80 or is_open(value):
        return None
    return what, value


def _thing_of(what: str, value: str, before: Sequence[Clause]) -> str:
    """Return what "it" is, if the clause before ends with it: "I joined a book club. It meets on Mondays"."""
    last = _THING.search(before[-1].text) if before and what.lower() == "it" else None
    return "" if last is None or kind_of(value) not in _TYPED else f"the {last['noun']}"


def _behind_colon(clause: Clause, before: Sequence[Clause]) -> Iterator[Statement]:
    """Yield what stands behind a colon: "new price: 40 euros"."""
    last = before[-1] if before else None
    if clause.before != ":" or last is None or last.sentence != clause.sentence:
        return
    value = trimmed(clause.text)
    if len(last.text.split()) <= 4 and len(value.split()) <= 4:
        yield Statement(
            clause=clause,
            form="colon",
            what=last.text,
            value=value,
            start=last.start,
        )


def is_open(what: str) -> bool:
    """Tell whether words leave open what they mean: "it", "that", "mine"."""
    return _OPEN.match(what) is not None
