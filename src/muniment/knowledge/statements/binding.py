"""Bind what a message tells to what is believed: an old value says what to look for in it.

Pure and careful. Each value of the message is weighed against each belief of its kind; where two
beliefs fit alike, neither is touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from muniment.knowledge.kinds import Kind
from muniment.knowledge.statements.amended import Turn, amended
from muniment.knowledge.statements.beginning import begun, is_to_come, passing, planned
from muniment.knowledge.statements.believed import PLAIN, Believed
from muniment.knowledge.statements.evidence import OPEN, Evidence, evidence_of
from muniment.knowledge.statements.likening import may_change
from muniment.knowledge.statements.parting import parted
from muniment.knowledge.statements.replacing import FEW, rebound, spelled, without_restated
from muniment.knowledge.statements.spans import Span, spans_of
from muniment.knowledge.statements.spoken import Spoken
from muniment.knowledge.statements.staying import stayed
from muniment.knowledge.statements.undergone import undergone
from muniment.knowledge.statements.upgrading import upgraded
from muniment.knowledge.statements.values import new_value
from muniment.knowledge.statements.worded import worded
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act, Claim, Message, Role
from muniment.model.names import called, folded

ENOUGH: Final = 10.0
"""From which score on words are a belief's new value."""

MARGIN: Final = 0.4
"""By how much they have to fit it better than any other belief."""

Slot = tuple[str, str]

_BY_THE_WAY: Final = words("event plan works_as status")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Words that may be the new value of a belief, and what speaks for it."""

    span: Span
    belief: Believed
    evidence: Evidence
    is_put_right: bool = False
    """Whether the old value was wrong from the start."""

    @property
    def fact(self) -> tuple[str, str]:
        """What the belief says of whom, in whatever slot."""
        return (folded(self.belief.subject), folded(self.belief.object))

    def overlaps(self, other: Fit) -> bool:
        """Tell whether it is of words that another one is of."""
        (start, end), (begin, stop) = self.span.place, other.span.place
        return start < stop and begin < end

    def is_clear_of(self, others: Sequence[Fit]) -> bool:
        """Tell whether no other belief fits its words nearly as well; one fact told twice is no other."""
        return all(
            self.evidence.score - each.evidence.score >= MARGIN
            for each in others
            if self.overlaps(each) and each.fact != self.fact
        )


def bound(
    message: Message,
    claims: Sequence[Claim],
    believed: Sequence[Believed],
    beside: Sequence[Claim] = (),
    before: Sequence[Turn] = (),
) -> tuple[Claim, ...]:
    """Return the claims of a message, with those that only what is believed makes clear.

    What is told `beside` is left out where its value is that of another claim. What names only a
    value puts right what the turns `before` told.
    """
    if message.role is not Role.USER:
        return (*claims, *beside)
    believed = [each.heard_from(message.speaker) for each in believed]
    right = amended(message, claims, believed, before)
    claims, beside = right.leaves(claims), right.leaves(beside)
    if not believed:
        return (*claims, *beside, *right.claims)
    claims, beside = spelled(claims, believed), spelled(beside, believed)
    spoken = Spoken(message=message, known=_known(message, believed))
    changing = [each for each in believed if not spoken.keeps(each)]
    kept = without_restated(
        [rebound(message, each, believed, changing) for each in claims], believed
    )
    found: list[tuple[Fit, Claim]] = []
    taken = {each.slot for each in (*kept, *right.claims)}
    fits = [
        each
        for each in _fits(spoken, changing, believed, kept)
        if not right.covers(each.span.place)
    ]
    for fit in _best(fits, taken):
        claim = _claim(fit)
        dated = None if claim is None else passing(message, planned(message, begun(message, claim)))
        if dated is not None and not is_to_come(message, dated):
            found.append((fit, dated))
    left = [each for each in kept if not any(_takes(fit, each) for fit, _ in found)]
    told = [claim for _, claim in found]
    others = [
        rebound(message, each, believed, changing)
        for each in beside
        if not any(_is_value_of(each, claim) for claim in told)
    ]
    read = (*left, *told, *right.claims, *without_restated(others, believed))
    newer = tuple(upgraded(message, read, changing))
    read = (*(each for each in read if not _is_place_of(each, newer)), *newer)
    read = (*read, *undergone(message, read, changing))
    read = (*read, *stayed(message, read, believed))
    ends = tuple(parted(message, read, changing))
    return (*(each for each in read if not _is_told_by(each, ends, believed)), *ends)


def _is_place_of(claim: Claim, newer: Sequence[Claim]) -> bool:
    """Tell whether a claim takes a version for the place where something is: "the service is on Postgres 16"."""
    return claim.of == "location" and any(
        claim.span[0] < each.span[1] and each.span[0] < claim.span[1] for each in newer
    )


def _is_told_by(claim: Claim, ends: Sequence[Claim], believed: Sequence[Believed]) -> bool:
    """Tell whether an end of nothing that is believed is the end of a plan: "we cancelled Brittany"."""
    start, stop = claim.span
    is_plan = any(
        each.predicate == "plan" and start < each.span[1] and each.span[0] < stop for each in ends
    )
    return (
        is_plan
        and claim.act is Act.END
        and claim.predicate in {"owns", "hobby"}
        and not any(each.slot == claim.slot for each in believed)
    )


def _best(fits: Sequence[Fit], taken: set[Slot]) -> Iterator[Fit]:
    """Yield what fits well enough, the best first; no slot twice, and no words for two facts."""
    ranked = sorted(
        fits, key=lambda each: (-each.evidence.score, each.span.place, each.belief.slot)
    )
    chosen: list[Fit] = []
    for fit in ranked:
        if fit.evidence.score < ENOUGH:
            return
        is_used = any(fit.overlaps(each) and fit.fact != each.fact for each in chosen)
        if fit.belief.slot not in taken and not is_used and fit.is_clear_of(ranked):
            taken.add(fit.belief.slot)
            chosen.append(fit)
            yield fit


def _fits(
    spoken: Spoken,
    changing: Sequence[Believed],
    believed: Sequence[Believed],
    claims: Sequence[Claim],
) -> Iterator[Fit]:
    slots = frozenset(each.slot for each in believed)
    near = [each for each in changing if may_change(each)]
    of = frozenset(word for each in believed for word in stems(each.of or ""))
    for index, clause in enumerate(spoken.clauses):
        for span in spans_of(clause):
            if span.kind in OPEN and stems(span.text) <= of:
                continue
            said = [each for each in claims if _tells(each, span)]
            is_somebody = any(_is_about(each, span) for each in claims)
            for belief in near:
                if _is_none_for(span, belief) or (is_somebody and belief.predicate in _NO_PEOPLE):
                    continue
                if any(_is_of_another(each, span, belief, slots) for each in said):
                    continue
                evidence = evidence_of(spoken, index, span, belief)
                if evidence is not None and _is_change(evidence, belief, spoken):
                    right = spoken.puts_right(span) and not spoken.change(index)
                    yield Fit(span=span, belief=belief, evidence=evidence, is_put_right=right)


def _is_about(claim: Claim, span: Span) -> bool:
    """Tell whether a name is that of somebody of whom a message says more: "Rex is home. He's nine weeks old"."""
    return claim.predicate in _OF_PEOPLE and folded(claim.subject) == folded(span.text)


_OF_PEOPLE: Final = PLAIN - words("status event")
_NO_PEOPLE: Final = words("lives_in works_at")


def _is_none_for(span: Span, belief: Believed) -> bool:
    """Tell whether words cannot be a value of a belief.

    That is a street of a home, "his notice" of a name, the number of a house of a weight, half of
    "134 over 82", and who "still" does something: they did it before.
    """
    if _STILL.match(span.after) is not None:
        return True
    if span.kind is Kind.NUMBER and (_OVER.search(span.before) or _UNDER.match(span.after)):
        return True
    if span.kind is Kind.NUMBER and _NUMBERED.match(span.after) is not None:
        return True
    if belief.predicate == "lives_in":
        return _STREET.match(span.after) is not None
    return belief.kind is Kind.NAME and _THEIRS.search(span.before) is not None


def _is_change(evidence: Evidence, belief: Believed, spoken: Spoken) -> bool:
    """Tell whether anything says that a value is a new one, and not one more."""
    is_told = evidence.old and (belief.predicate != "relation" or belief.of in FEW)
    if belief.predicate in _ONE_MORE and belief.is_many and not is_told:
        text = spoken.message.text
        is_gone = _GONE.search(text) is not None
        if belief.of in _ADDED:
            return is_gone and evidence.slot > 0.5
        is_gone = is_gone or f"new {belief.of}" in folded(text)
        return (evidence.slot > 0.5 and evidence.change == 1) or (
            is_gone and (evidence.slot > 0.5 or evidence.like == 1)
        )
    if evidence.old or evidence.change:
        return True
    return evidence.slot > 0.95 and evidence.subject > 0.75 and not evidence.other


_THEIRS: Final = re.compile(r"\b(?:his|her|their|its)\s+$", re.IGNORECASE)
_STILL: Final = re.compile(r"(?:['’]s| is| are| has| have)? still\b", re.IGNORECASE)
_STREET: Final = re.compile(r" \d+\b")
"""What stands behind the name of a street: "Mechelininkatu 12" is no town."""
_NUMBERED: Final = re.compile(r" [^\W\d_a-z][a-z]")
"""What stands behind the number of a house or a room: "8 Garden Lane"."""
_OVER: Final = re.compile(r"\d (?:over|out of) $", re.IGNORECASE)
_UNDER: Final = re.compile(r" (?:over|out of) \d", re.IGNORECASE)
"""What stands between the two numbers of one reading or score."""
_ONE_MORE: Final = words("relation owns studies")
_ADDED: Final = words("client customer friend colleague coworker student patient")
"""Of whom a new one comes beside the others."""
_GONE: Final = re.compile(
    r"\b(?:replac\w+|scrap(?:ped|yard|heap)|sold|traded (?:it|her|him|them|in)|swapped|written off)\b",
    re.IGNORECASE,
)


def _known(message: Message, believed: Sequence[Believed]) -> frozenset[str]:
    """Return the parts of the names that are believed in."""
    names = [*called(message.speaker)]
    names += [folded(each.subject) for each in believed if not each.is_thing]
    names += [folded(each.object) for each in believed if each.kind is Kind.NAME]
    parts = {part.strip(".") for name in names for part in name.split(" ")}
    return frozenset(part for part in parts if len(part) > 2) - {"the"}


def _tells(claim: Claim, span: Span) -> bool:
    return _covers(claim, span) or folded(claim.object) == folded(span.text)


def _covers(claim: Claim, span: Span) -> bool:
    """Tell whether a claim was read from the words of a value."""
    start, end = span.place
    return claim.act.asserts and claim.span[0] < end and start < claim.span[1]


def _takes(fit: Fit, claim: Claim) -> bool:
    """Tell whether a claim was read from words that say something else; who keeps a thing is somebody still."""
    is_keeper = fit.belief.of == "location" and claim.predicate == "relation"
    return not is_keeper and _covers(claim, fit.span)


def _is_value_of(claim: Claim, other: Claim) -> bool:
    """Tell whether the value of a claim is within that of another, or the other way round."""
    one, two = f" {folded(claim.object)} ", f" {folded(other.object)} "
    return one in two or two in one


def _is_of_another(claim: Claim, span: Span, belief: Believed, slots: frozenset[Slot]) -> bool:
    """Tell whether the claim of some words is of another property than a belief, or of another's."""
    if claim.slot in slots and claim.predicate != "event":
        return True
    if claim.predicate == "count" and span.kind is not Kind.NUMBER:
        return False
    if claim.of is None:
        is_same = folded(claim.subject) == folded(belief.subject)
        is_whole = folded(claim.object) == folded(span.text)
        return is_whole and not is_same and claim.predicate not in _BY_THE_WAY
    if belief.of == "location" and claim.predicate == "relation":
        return False
    if belief.of is None or folded(claim.subject) in folded(belief.object):
        return False
    said, own = stems(claim.of), stems(belief.of)
    around = own | stems(belief.subject) if belief.is_thing else own
    return not (said <= around or own <= said)


def _claim(fit: Fit) -> Claim | None:
    belief = fit.belief
    value, lead = new_value(fit.span, belief)
    if not value:
        return None
    return worded(
        subject=belief.subject,
        predicate=belief.predicate,
        object=value,
        of=belief.of,
        span=fit.span.place,
        lead=lead,
        act=Act.CORRECT if fit.is_put_right else Act.STATE,
        replaces=belief.object,
        confidence=0.8,
    )
