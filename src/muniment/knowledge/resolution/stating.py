"""Judge a claim that something is so: new, known already, a change, or a contradiction."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from muniment.knowledge.resolution.judged import Adding, Ending, Heard, Held, Verdict, known_already
from muniment.knowledge.resolution.picking import Field, contradicts, listed, quoted
from muniment.model.claims import Role
from muniment.model.decisions import Result
from muniment.model.memory import Cardinality, Outcome, Standing


def resolve_state(heard: Heard, field: Field) -> Verdict:
    """Return what a claim that something is so comes to."""
    start = heard.period.start
    same = _same_happening(heard, field.same(field.beliefs))
    known = [each for each in same if each.holds_at(start)]
    if known:
        return _known(heard, field, known, same)
    overtaken = _overtaken(heard, field)
    rivals = _rivals(heard, field)
    replaced = field.replaced()
    disputed = [each for each in (*rivals, *overtaken, *replaced) if contradicts(heard, each)]
    disputed += [each for each in field.same(field.denials) if _is_disputed_denial(heard, each)]
    if disputed:
        return _contested(heard, field, disputed[0])
    if overtaken:
        return corrected(field, overtaken[0], "which was so no longer when it was told")
    return _added(heard, field, rivals, replaced, same)


def corrected(field: Field, wrong: Held, why: str) -> Verdict:
    """Return that a claim takes the place of what was never so."""
    return Verdict(
        decision=Outcome.UPDATE,
        outcome=Result.CORRECTED,
        rationale=f"it was {quoted(wrong)}, {why}.",
        considered=field.considered,
        touched=wrong.memory_id,
        corrects=wrong.memory_id,
    )


def _known(heard: Heard, field: Field, known: list[Held], same: list[Held]) -> Verdict:
    belief = known[0]
    why = f"it is known already: {quoted(belief)}."
    if heard.role is Role.ASSISTANT:
        why = f"{why} An assistant that repeats it is no evidence for it."
    adding = adding_of(heard, field, same)
    return known_already(heard, belief, field.considered, why, adding=adding)


def _rivals(heard: Heard, field: Field) -> list[Held]:
    """Return what holds at the claim's beginning and cannot hold beside it."""
    if heard.cardinality is not Cardinality.ONE:
        return []
    same = {each.memory_id for each in field.same(field.beliefs)}
    start = heard.period.start
    return [each for each in field.beliefs if each.memory_id not in same and each.holds_at(start)]


def _later(heard: Heard, field: Field) -> list[tuple[datetime, Held]]:
    """Return what begins during the claim and cannot hold beside it, latest first; each with its beginning.

    It lasts, or ends where another of these begins.
    """
    if heard.cardinality is not Cardinality.ONE:
        return []
    same = {each.memory_id for each in field.same(field.beliefs)}
    rows = [
        (row, each) for each in field.beliefs if each.memory_id not in same for row in each.rows
    ]
    found: dict[datetime, list[Held]] = defaultdict(list)
    for row, each in sorted(rows, key=lambda told: told[0].start, reverse=True):
        if row.end is not None and row.end not in found:
            continue
        if heard.period.start < row.start and heard.period.contains(row.start):
            found[row.start].append(each)
    return [(at, each) for at, beliefs in found.items() for each in beliefs]


def _is_apart(heard: Heard, belief: Held) -> bool:
    return (belief.entity_key, belief.category_key) != heard.claim.slot


def _overtaken(heard: Heard, field: Field) -> list[Held]:
    """Return what was told, without a time, after a beginning that the claim tells only now.

    "I live in Leeds", and days later "I moved to York last week": Leeds begins later than York,
    but only because nobody had said since when.
    """
    at, start = heard.occurred_at, heard.period.start
    if heard.cardinality is not Cardinality.ONE or not heard.period.contains(at):
        return []
    same = {each.memory_id for each in field.same(field.beliefs)}
    return [
        each
        for each in field.beliefs
        if each.memory_id not in same
        and each.speakers
        and not each.tells_time
        and each.holds_at(at)
        and each.since > start
    ]


def _contested(heard: Heard, field: Field, against: Held) -> Verdict:
    again = [each for each in field.same(field.contested) if each.holds_at(heard.period.start)]
    if again:
        return known_already(
            heard,
            again[0],
            field.considered,
            f"it is contested already: {quoted(again[0])}.",
            adding=Adding(
                category=heard.claim.category,
                cardinality=heard.cardinality,
                standing=Standing.CONTESTED,
                twins=(again[0].memory_id,),
            ),
        )
    said = " and ".join(against.said_by) or "somebody"
    return Verdict(
        decision=Outcome.ADD,
        outcome=Result.CONTRADICTED,
        rationale=f"{said} said otherwise: {quoted(against)}. A person has to decide.",
        considered=field.considered,
        adding=Adding(
            category=heard.claim.category,
            cardinality=heard.cardinality,
            standing=Standing.CONTESTED,
        ),
        against=against.memory_id,
    )


def _added(
    heard: Heard, field: Field, rivals: list[Held], replaced: list[Held], same: list[Held]
) -> Verdict:
    start = heard.period.start
    # What goes by another name has a slot of its own, which the holding function does not join.
    apart = [each for each in rivals if _is_apart(heard, each)]
    later = _later(heard, field)
    denied = [each for each in field.same(field.denials) if each.holds_at(start)]
    ending = [
        Ending(
            memory_id=each.memory_id,
            at=field.gives_way_at(each) or start,
            rationale=f"it ends: {quoted(each)}.",
        )
        for each in {each.memory_id: each for each in (*replaced, *apart, *denied)}.values()
    ]
    gone = [*rivals, *replaced]
    if gone:
        outcome, why = Result.SUPERSEDED, f"it takes the place of {listed(gone)}."
    elif same:
        outcome, why = Result.NEW, f"it holds at another time too: {quoted(same[0])}."
    else:
        outcome, why = Result.NEW, "nothing was believed of it for this time."
    if later:
        why = f"{why} Later it is otherwise: {listed([each for _, each in reversed(later)])}."
    return Verdict(
        decision=Outcome.ADD,
        outcome=outcome,
        rationale=why,
        considered=field.considered,
        adding=adding_of(heard, field, same),
        replaced=tuple(ending),
    )


def adding_of(heard: Heard, field: Field, same: list[Held]) -> Adding:
    """Return the belief that a claim becomes, with the end that was told before it.

    What begins later in a slot of its own cuts it short: the holding function does not join the two.
    """
    start, is_many = heard.period.start, heard.cardinality is Cardinality.MANY
    beside = same[0].memory_id if same and is_many else None
    # Where one belief holds, an end that names it silences it no further than it was said.
    ends = [] if is_many else [at for each in same for at in each.ends if at > start]
    ends += [at for each in field.same(field.denials) for at in each.begins if at > start]
    apart = [at for at, each in _later(heard, field) if _is_apart(heard, each)]
    return Adding(
        category=heard.claim.category,
        cardinality=heard.cardinality,
        twins=tuple(each.memory_id for each in same),
        beside=beside,
        until=min(apart, default=None),
        ended_at=min(ends, default=None),
    )


def _is_disputed_denial(heard: Heard, denial: Held) -> bool:
    return denial.holds_at(heard.period.start) and contradicts(heard, denial)


def _same_happening(heard: Heard, same: list[Held]) -> list[Held]:
    """Leave out what happened at another time, if the claim says when."""
    if heard.claim.predicate != "event" or heard.claim.valid_from is None:
        return same
    return [each for each in same if each.begins_at(heard.period.start)]
