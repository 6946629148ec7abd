"""Bind what a message leaves out to what is believed: "it's 980 euros now", "moved to Thursday".

Pure and careful. A value is bound to a belief of its own kind whose words were said, or of which
alone it can be; where two beliefs fit alike, neither is touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.fallback import typed_values
from muniment.knowledge.statements.fitting import Fit, fits
from muniment.knowledge.statements.forms import Statement, statements_of
from muniment.knowledge.statements.kinds import Kind, kind_of, number_of
from muniment.knowledge.statements.patterns import CHANGED
from muniment.knowledge.statements.replacing import rebound, without_restated
from muniment.knowledge.statements.sayings import Saying
from muniment.knowledge.statements.stems import stems
from muniment.knowledge.statements.values import new_value
from muniment.knowledge.statements.worded import worded
from muniment.model.claims import Act, Claim, Message, Role
from muniment.model.names import called, folded


def bound(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> tuple[Claim, ...]:
    """Return the claims of a message, with those that only what is believed makes clear."""
    if message.role is not Role.USER or not believed:
        return tuple(claims)
    kept = without_restated([rebound(message, claim, believed) for claim in claims], believed)
    found: list[tuple[Claim, Statement]] = []
    near = _near(message, believed)
    for sayings in _sayings(message):
        fitting = [
            (fit, saying.statement)
            for saying in sayings
            if not _is_said(saying.statement, kept, believed)
            for fit in _best(saying, near if saying.statement.old is None else believed)
            if not any(_is_of_another(claim, saying.statement, fit.believed) for claim in kept)
        ]
        best = max((fit.score for fit, _ in fitting), default=0.0)
        for fit, statement in fitting:
            taken = [*kept, *(claim for claim, _ in found)]
            if fit.score == best and not any(_same_slot(fit.believed, each) for each in taken):
                found.append((_claim(statement, fit), statement))
    if not found:
        return tuple(kept)
    left = [each for each in kept if not any(_covers(each, statement) for _, statement in found)]
    return (*left, *(claim for claim, _ in found))


def _near(message: Message, believed: Sequence[Believed]) -> list[Believed]:
    """Return the beliefs of which a word was said, or that a bare value could be of."""
    said = stems(message.text)
    own = frozenset(called(message.speaker))
    return [
        each
        for each in believed
        if each.words & said
        or (each.predicate in {"relation", "owns"} and stems(each.object) & said)
        or kind_of(each.object) in {Kind.MONEY, Kind.MEASURE, Kind.WHEN}
        or (not each.names & own and stems(each.subject) & said)
    ]


def _sayings(message: Message) -> Iterator[list[Saying]]:
    """Yield what each clause may state: one of it is meant."""
    clauses = clauses_of(message.text)
    for index, clause in enumerate(clauses):
        before = tuple(clauses[:index])
        yield [
            Saying(statement=statement, before=before, speaker=message.speaker)
            for statement in _stated(clause, before)
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


def _best(saying: Saying, believed: Sequence[Believed]) -> list[Fit]:
    """Return the belief that a statement fits best, or all that are one fact told twice; of a tie, none."""
    found = [fit for each in believed for fit in fits(saying, each)]
    best = max((fit.score for fit in found), default=0.0)
    among = [fit for fit in found if fit.score == best]
    if best < 1 and len(among) > 1:
        among = [each for each in among if _is_near(each.believed.object, saying.statement.value)]
    facts = {(each.believed.subject, folded(each.believed.object)) for each in among}
    return among if len(facts) == 1 else []


def _is_near(old: str, new: str) -> bool:
    """Tell whether a bare number may be the next of another: a rent of 900 becomes 980, a bill of 40 does not."""
    one, other = number_of(old), number_of(new)
    return one is not None and other is not None and 0.6 * one <= other <= 1.7 * one


def _same_slot(believed: Believed, claim: Claim) -> bool:
    return (folded(believed.subject), believed.category) == (
        folded(claim.subject),
        folded(claim.category),
    )


def _is_of_another(claim: Claim, statement: Statement, belief: Believed) -> bool:
    """Tell whether a statement was read, and of another property: a note-taking app is no drawing app."""
    if claim.of is None or belief.of is None or not _covers(claim, statement):
        return False
    said, own = stems(claim.of), stems(belief.of)
    return not (said <= own or own <= said)


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
