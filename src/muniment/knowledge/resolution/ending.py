"""Judge a claim that something is so no more, or is not so."""

from __future__ import annotations

from datetime import datetime

from muniment.knowledge.resolution.drafting import ends_at
from muniment.knowledge.resolution.judged import Adding, Ending, Heard, Held, Verdict, known_already
from muniment.knowledge.resolution.likeness import best_fit, is_generic
from muniment.knowledge.resolution.picking import Field, is_disputed, is_told_late, listed, quoted
from muniment.model.claims import DENIED, Act
from muniment.model.decisions import Result
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.temporal.instants import format_instant
from muniment.temporal.period import ends_after


def resolve_end(heard: Heard, field: Field) -> Verdict:
    """Return what a claim comes to that something is so no more, or is not so."""
    at = ends_at(heard.claim, heard.occurred_at)
    meant = _meant(heard, field, at)
    if not meant and (late := _told_late(heard, _meant(heard, field, heard.occurred_at), at)):
        meant, at = late, heard.occurred_at
    if len(meant) > 1:
        return _nothing(field, f"it fits several beliefs alike: {listed(meant)}.")
    if not meant:
        return _unheld(heard, field, at)
    belief = meant[0]
    if not any(ends_after(row, at) for row in belief.rows):
        return _ended_before(heard, field, belief, at)
    if belief.begins_at(at):
        return _nothing(field, f"it begins at that very instant: {quoted(belief)}.")
    if not belief.holds_at(at):
        return _unheld(heard, field, at)
    if heard.claim.act is Act.DENY and is_disputed(heard, belief):
        return _denial(heard, field, at, against=belief)
    return Verdict(
        decision=Outcome.INVALIDATE,
        outcome=Result.ENDED,
        rationale=f"it ends {quoted(belief)} at {format_instant(at)}.",
        considered=field.considered,
        touched=belief.memory_id,
        ending=_ending(heard, belief, at),
    )


def _ending(heard: Heard, belief: Held, at: datetime) -> Ending:
    """Return the end of a belief; in a slot for one, of nothing but what the claim names."""
    specific = not is_generic(heard.claim.object, heard.claim.of)
    alone = specific and heard.cardinality is Cardinality.ONE
    return Ending(memory_id=belief.memory_id, at=at, alone=alone)


def _ended_before(heard: Heard, field: Field, belief: Held, at: datetime) -> Verdict:
    """Judge an end of what had ended."""
    why = f"it had ended by then: {quoted(belief)}."
    return known_already(heard, belief, field.considered, why, ending=_ending(heard, belief, at))


def _meant(heard: Heard, field: Field, at: datetime) -> list[Held]:
    """Return the beliefs that an end is about: one, or none, or several that fit alike."""
    claim = heard.claim
    # Who is no partner any more may be known as a wife.
    beliefs = [*field.beliefs, *(field.related if claim.predicate == "relation" else ())]
    # Who has no cats any more has not two of them either.
    counted = field.related if claim.predicate == "owns" else ()
    same = [*field.same(beliefs), *counted]
    if not same and not is_generic(claim.object, claim.of):
        fitting = best_fit(claim.object, [(each.value, each) for each in beliefs])
        same = list(fitting)
    elif not same and heard.cardinality is Cardinality.ONE:
        same = [each for each in field.beliefs if each.holds_at(at)]
    begun = [each for each in same if each.since < at]
    going_on = [each for each in begun if any(ends_after(row, at) for row in each.rows)]
    return going_on or begun[-1:] or [each for each in same if each.begins_at(at)]


def _told_late(heard: Heard, meant: list[Held], at: datetime) -> list[Held]:
    """Return what was told, without a time, only shortly after the end that is told now.

    "I have a dog called Rex", and the day after "Rex died last week": that he was had then is all
    that was ever known, so it ends where the end is told.
    """
    if heard.claim.act is not Act.END:
        return []
    return [each for each in meant if is_told_late(heard, each, at)]


def _unheld(heard: Heard, field: Field, at: datetime) -> Verdict:
    """Judge an end of what is not believed for then: that it is not so is worth keeping."""
    if is_generic(heard.claim.object, heard.claim.of):
        return _nothing(
            field, "it does not say of what, and nothing is believed that it could end."
        )
    return _denial(heard, field, at, against=None)


def _denial(heard: Heard, field: Field, at: datetime, *, against: Held | None) -> Verdict:
    """Believe that something is not so; against a belief of somebody else's it is contested."""
    same = [each for each in field.same(field.denials) if each.holds_at(at)]
    category = f"{DENIED}{heard.claim.category}"
    if same and against is None:
        return known_already(
            heard,
            same[0],
            field.considered,
            f"it is known already: {quoted(same[0])}.",
            adding=Adding(
                category=category, cardinality=Cardinality.MANY, twins=(same[0].memory_id,)
            ),
        )
    later = [row.start for each in field.same(field.beliefs) for row in each.rows if row.start > at]
    return Verdict(
        decision=Outcome.ADD,
        outcome=Result.NEW if against is None else Result.CONTRADICTED,
        rationale="nothing was believed of it that it could end."
        if against is None
        else f"{' and '.join(against.said_by) or 'somebody'} said so: {quoted(against)}."
        " A person has to decide.",
        considered=field.considered,
        adding=Adding(
            category=category,
            cardinality=Cardinality.MANY,
            standing=Standing.HELD if against is None else Standing.CONTESTED,
            until=min(later, default=None) if against is None else None,
        ),
        against=None if against is None else against.memory_id,
    )


def _nothing(field: Field, why: str) -> Verdict:
    return Verdict(
        decision=Outcome.NOOP,
        outcome=Result.UNCLEAR,
        rationale=f"nothing was changed: {why}",
        considered=field.considered,
    )
