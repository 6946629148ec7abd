"""Bind what a message leaves out to what is believed: "it's 980 euros now", "moved to Thursday".

Pure and careful. A value is bound to a belief of its own kind whose words were said, or of which
alone it can be; where two beliefs fit alike, neither is touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.fallback import typed_values
from muniment.knowledge.statements.fitting import Fit, Saying, fits
from muniment.knowledge.statements.forms import Statement, statements_of
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.replacing import rebound, without_restated
from muniment.knowledge.statements.values import new_value
from muniment.knowledge.statements.worded import worded
from muniment.model.claims import Act, Claim, Message, Role
from muniment.model.names import folded


def bound(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> tuple[Claim, ...]:
    """Return the claims of a message, with those that only what is believed makes clear."""
    if message.role is not Role.USER or not believed:
        return tuple(claims)
    kept = without_restated([rebound(message, claim, believed) for claim in claims], believed)
    found: list[tuple[Claim, Statement]] = []
    for saying in _sayings(message):
        if _is_said(saying.statement, kept, believed):
            continue
        fit = _best(saying, believed)
        if fit is not None and not any(
            _same_slot(fit.believed, each) for each in [*kept, *(c for c, _ in found)]
        ):
            found.append((_claim(saying.statement, fit), saying.statement))
    if not found:
        return tuple(kept)
    left = [each for each in kept if not any(_covers(each, statement) for _, statement in found)]
    return (*left, *(claim for claim, _ in found))


def _sayings(message: Message) -> list[Saying]:
    clauses = clauses_of(message.text)
    return [
        Saying(statement=statement, before=tuple(clauses[:index]), speaker=message.speaker)
        for index, clause in enumerate(clauses)
        for statement in _stated(clause, clauses[:index])
    ]


def _stated(clause: Clause, before: Sequence[Clause]) -> Iterator[Statement]:
    yield from statements_of(clause, before)
    if CHANGED.search(clause.said):
        yield from typed_values(clause, is_change=True)


def _is_said(statement: Statement, claims: Sequence[Claim], believed: Sequence[Believed]) -> bool:
    """Tell whether a claim of that clause is of a slot that is believed already."""
    start, end = statement.clause.start, statement.clause.end
    slots = {(folded(each.subject), each.category) for each in believed}
    return any(
        claim.span[0] < end
        and start < claim.span[1]
        and (folded(claim.subject), folded(claim.category)) in slots
        and claim.predicate != "event"
        for claim in claims
    )


def _best(saying: Saying, believed: Sequence[Believed]) -> Fit | None:
    found = [fit for each in believed for fit in fits(saying, each)]
    if not found:
        return None
    best = max(fit.score for fit in found)
    among = [fit for fit in found if fit.score == best]
    if (
        len({(each.believed.subject, each.believed.category) for each in among}) > 1
        or len(among) > 1
    ):
        latest = max(each.believed.order for each in among)
        among = [each for each in among if each.believed.order == latest] if best < 1 else among
    return among[0] if len(among) == 1 else None


def _same_slot(believed: Believed, claim: Claim) -> bool:
    return (folded(believed.subject), believed.category) == (
        folded(claim.subject),
        folded(claim.category),
    )


def _covers(claim: Claim, statement: Statement) -> bool:
    """Tell whether a claim was read from what a bound statement says."""
    start, end = statement.span
    return claim.act in (Act.STATE, Act.CORRECT) and claim.span[0] < end and start < claim.span[1]


def _claim(statement: Statement, fit: Fit) -> Claim:
    belief = fit.believed
    value, lead = new_value(statement, belief)
    return worded(
        subject=belief.subject,
        predicate=belief.predicate,
        object=value,
        of=belief.of,
        span=statement.span,
        lead=lead,
        replaces=belief.object,
        confidence=0.8,
    )
