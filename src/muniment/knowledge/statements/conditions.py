"""Read in which state somebody is, where somebody is based, where somebody works."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.resolution.families import STATE_FAMILIES
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.statements.pointing import NAMED, names_in
from muniment.knowledge.statements.referents import owner_of
from muniment.knowledge.statements.trimming import trimmed
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.wordlists import words
from muniment.model.claims import Claim

_PERSONAL: Final = frozenset().union(*STATE_FAMILIES[:5]) | lexicon.STATUSES
_BEING: Final = re.compile(
    r"^(?P<who>i|we|he|she|[\w'’ -]+?)(?:['’]m|['’]s|['’]re|['’]ve| am| is| are| have| has| went| got| feels?| seems?)"
    r"(?: (?:now|officially|been|gone|currently|finally|just|got|back to being|still|also|happily|actually|newly|recently|become|became|turned|fully|no longer))*"
    r" (?P<state>[\w-]+(?: [\w-]+){0,3})$",
    re.IGNORECASE,
)
_PERSON: Final = re.compile(r"[^\W\d_a-z][a-z\u00df-\u00ff]+(?: [^\W\d_a-z][a-z\u00df-\u00ff]+)?")
_AFTER: Final = re.compile(
    r" (?:after|following|because of|due to|thanks to|with a|for the) .*$", re.IGNORECASE
)
_ANYBODYS: Final = words("fine well better home healthy")
"""What anybody is on a good day: only who was ill or away is told to be it."""
_SINCE: Final = re.compile(r"\b(?:now|again|finally|at last|since|after)\b", re.IGNORECASE)
_BASED: Final = re.compile(
    r"^(?P<who>.*?) ?(?:is|are|['’]s|['’]re|is now|are now) (?:now |currently |still |both )?(?:based|headquartered|located|living) (?:in|at|out of) (?P<place>[^\W\d_a-z][\w'’-]*(?: [^\W\d_a-z][\w'’-]*){0,3})\b",
)


def conditions(clause: Clause, before: Sequence[Clause], speaker: str) -> Iterator[Claim]:
    """Yield what a clause says of somebody's state or place."""
    yield from _states(clause, before, speaker)
    yield from _based(clause, before, speaker)
    yield from _apposed(clause, before)


def _states(clause: Clause, before: Sequence[Clause], speaker: str) -> Iterator[Claim]:
    match = _BEING.match(_AFTER.sub("", trimmed(clause.text)))
    if match is None or re.search(r"\bnot\b|n['’]t\b|no longer", clause.text):
        return
    state = _AFTER.sub("", trimmed(match["state"]))
    plain = state.lower().removeprefix("a ").removeprefix("the ")
    if plain not in _PERSONAL and state.lower() not in _PERSONAL:
        return
    if plain in _ANYBODYS and _SINCE.search(clause.text) is None:
        return
    who = person_of(match["who"], before, speaker)
    is_named = plain in lexicon.STATUSES or state.lower() in lexicon.STATUSES
    if who is None or who[:1].islower():
        return
    if is_named or who != match["who"] or (" " in plain and _PERSON.fullmatch(who)):
        yield worded(subject=who, predicate="status", object=state, of=None, span=clause.span)


def person_of(words: str, before: Sequence[Clause], speaker: str) -> str | None:
    """Return who is meant, "she" being whoever was named last."""
    if words.lower() in {"he", "she"}:
        named = [
            name
            for each in before[-6:]
            for name in re.findall(
                r"(?:^|(?<=\s))[^\W\d_a-z][\w-]+(?: [^\W\d_a-z][\w-]+)?", each.text
            )
            if name.lower() not in _NO_NAMES
        ]
        return named[-1] if len(set(named)) == 1 else None
    return owner_of(words, speaker)


_NO_NAMES: Final = words(
    "i we he she they it the a an my our his her their this that so and but in on at for with after before new"
)


def _based(clause: Clause, before: Sequence[Clause], speaker: str) -> Iterator[Claim]:
    match = _BASED.match(clause.text)
    if match is None:
        return
    who = match["who"].strip()
    named = owner_of(who, speaker) if who else None
    if not who and before and before[-1].sentence == clause.sentence:
        last = before[-1].text
        named = (
            last
            if re.fullmatch(r"[^\W\d_a-z][\w'’&-]*(?: [^\W\d_a-z][\w'’&-]*){0,3}", last)
            else None
        )
    if named is not None and not named[:1].islower():
        end = clause.start + match.end("place")
        yield worded(
            subject=named,
            predicate="lives_in",
            object=match["place"],
            of=None,
            span=(clause.start, end),
        )


_WHOSE: Final = re.compile(r"\b(?:his|her) (?P<relation>[\w-]+(?: [\w-]+)?)$", re.IGNORECASE)


def _apposed(clause: Clause, before: Sequence[Clause]) -> Iterator[Claim]:
    """Read "Peter complains about his manager, Mr. Odhiambo"."""
    last = before[-1] if before else None
    whose = (
        None
        if last is None or clause.before != "," or last.sentence != clause.sentence
        else _WHOSE.search(last.text)
    )
    if last is None or whose is None or not re.fullmatch(NAMED, clause.text):
        return
    relation = whose["relation"].split()[-1].lower()
    names = names_in(last.text)
    if relation in lexicon.RELATIONS and len(names) == 1:
        span = (last.start, clause.end)
        yield worded(
            subject=names[0],
            predicate="relation",
            object=clause.text,
            of=lexicon.standard(relation),
            span=span,
        )
