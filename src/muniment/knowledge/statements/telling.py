"""Make claims of plain statements whose slot is clear from their own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Final

from muniment.knowledge.extraction.moods import puts_right
from muniment.knowledge.statements.beginning import begun, timed_by_change
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.conditions import conditions
from muniment.knowledge.statements.counting import counted, done
from muniment.knowledge.statements.forms import statements_of
from muniment.knowledge.statements.intending import intentions
from muniment.knowledge.statements.measures import measured
from muniment.knowledge.statements.referents import Referent, referent_of
from muniment.knowledge.statements.standing import standing
from muniment.knowledge.statements.valuing import is_telling, valued
from muniment.knowledge.statements.words import VALUED
from muniment.model.claims import Act, Claim, Message, Role

_HEARSAY: Final = re.compile(r"\bapparently,?\s+$", re.IGNORECASE)
_SOMETIME: Final = frozenset({"when", "until"})
"""What begins a clause that need not be so now: "when the office is empty", "until the exams are over"."""
_HEARSAY_MAX: Final = 64
"""How many characters before a clause may say that it is hearsay."""

_ANOTHER: Final = re.compile(
    r"(?:he|she|they|his|her|their)\b(?!.*\b(?:me|us|my|our)\b)", re.IGNORECASE
)

_BEFORE_MAX: Final = 6
"""How many clauses before one may say what it is about."""

_COUNTED: Final = frozenset({"counted", "there"})
_VALUED: Final = frozenset({"copula", "reversed", "has", "pointed", "colon"})


def told(message: Message, known: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return what a person's message states plainly, where nothing was read from the clause yet."""
    if message.role is not Role.USER:
        return ()
    found: list[Claim] = []
    clauses = clauses_of(message.text)
    right, sentence = False, None
    for index, clause in enumerate(clauses):
        if clause.sentence != sentence:
            right, sentence = right or puts_right(clause.said), clause.sentence
        if clause.before in _SOMETIME or _HEARSAY.search(
            message.text, max(0, clause.start - _HEARSAY_MAX), clause.start
        ):
            continue
        beside = [each for each in known if _is_beside(each, clause)]
        before = clauses[max(0, index - _BEFORE_MAX) : index]
        read = _claims(clause, before, message.speaker)
        claim = next(read, None)
        if claim is not None and all(_may_stand_beside(each, claim) for each in beside):
            listed = (claim, *takewhile(partial(_is_listed_with, claim), read))
            put_right = (replace(each, act=Act.CORRECT) if right else each for each in listed)
            found += (timed_by_change(message, begun(message, each)) for each in put_right)
    return tuple(found)


def _is_beside(known: Claim, clause: Clause) -> bool:
    """Tell whether a claim was read from a clause, or from it and what its value goes on with."""
    start, end = known.span
    goes_on = known.predicate == "attribute" and clause.start <= start < clause.end < end
    return goes_on or clause.start < end <= clause.end + 1


def _is_listed_with(first: Claim, claim: Claim) -> bool:
    """Tell whether a claim names one more of those that the first one names one of."""
    return (claim.predicate, claim.of, claim.span) == ("relation", first.of, first.span)


def _may_stand_beside(known: Claim, claim: Claim) -> bool:
    """Tell whether a claim may be told of a clause that only says by the way who is who."""
    if known.predicate in {"relation", "owns"} and claim.subject != known.subject:
        return True
    return known.predicate == "relation" and claim.predicate not in {"relation", "attribute"}


def _leaves_owner_open(referent: Referent) -> bool:
    return referent.owner is None and referent.head in VALUED and " " not in referent.noun


def _is_of_another(before: Sequence[Clause]) -> bool:
    """Tell whether the clause before is about somebody else: "She moves in on 1 May. Rent is 740"."""
    return bool(before) and _ANOTHER.match(before[-1].text) is not None


def _claims(clause: Clause, before: Sequence[Clause], speaker: str) -> Iterator[Claim]:
    yield from measured(clause, speaker)
    yield from conditions(clause, before, speaker)
    yield from intentions(clause, speaker)
    yield from standing(clause, speaker)
    for said in statements_of(clause, before):
        if said.form in _COUNTED:
            yield from counted(said, before, speaker)
        elif said.form == "done":
            yield from done(said, speaker)
        elif said.form in _VALUED:
            referent = referent_of(said.what, speaker)
            if referent is None or (_leaves_owner_open(referent) and _is_of_another(before)):
                continue
            if is_telling(said, referent):
                yield from valued(said, referent, speaker)
