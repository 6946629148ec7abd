"""Make a verdict of advice, as far as what is believed under the lock allows it.

Advice picks among the candidates of a claim, and nothing else. Where two voices contradict each
other a person decides, whatever is advised; where a belief is not there any more, or advice does
not fit the claim, the rules' verdict stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from muniment.knowledge.resolution.drafting import ends_at
from muniment.knowledge.resolution.judged import Adding, Ending, Heard, Held, Verdict, known_already
from muniment.knowledge.resolution.picking import Field, contradicts, is_disputed, quoted
from muniment.model.advice import Advice
from muniment.model.claims import Act
from muniment.model.decisions import Result
from muniment.model.memory import Cardinality, Outcome, Standing


def advised(heard: Heard, candidates: Sequence[Held], advice: Advice, ruled: Verdict) -> Verdict:
    """Return the verdict that advice comes to, or the rules' own."""
    if ruled.outcome is Result.CONTRADICTED:
        return ruled
    field = Field.of(heard, candidates)
    made = _made(heard, field, advice, ruled)
    return ruled if made is None else replace(made, decided_by=advice.by)


def _made(heard: Heard, field: Field, advice: Advice, ruled: Verdict) -> Verdict | None:
    if advice.against is not None:
        return _contested(heard, field, advice)
    if advice.memory_id is None:
        return _added(heard, advice, ruled) if advice.decision is Outcome.ADD else None
    belief = _found(field, advice.memory_id)
    if belief is None or contradicts(heard, belief):
        return None
    is_stated = heard.claim.act.asserts
    match advice.decision:
        case Outcome.NOOP if is_stated:
            return _known(heard, field, advice, belief)
        case Outcome.UPDATE if heard.claim.act is Act.CORRECT:
            return Verdict(
                decision=Outcome.UPDATE,
                outcome=Result.CORRECTED,
                rationale=_why(advice, f"it was {quoted(belief)}, which was wrong."),
                considered=field.considered,
                touched=belief.memory_id,
                corrects=belief.memory_id,
            )
        case Outcome.UPDATE | Outcome.INVALIDATE if is_stated:
            return _changed(heard, field, advice, belief)
        case Outcome.INVALIDATE:
            return _ended(heard, field, advice, belief)
        case _:
            return None


def _found(field: Field, memory_id: UUID | None) -> Held | None:
    return next((each for each in field.beliefs if each.memory_id == memory_id), None)


def _why(advice: Advice, otherwise: str) -> str:
    return advice.rationale or otherwise


def _adding(heard: Heard) -> Adding:
    return Adding(category=heard.claim.category, cardinality=heard.cardinality)


def _added(heard: Heard, advice: Advice, ruled: Verdict) -> Verdict | None:
    """Let what is new be new; what rules know to be believed already is not believed twice."""
    if ruled.decision is not Outcome.ADD or not heard.claim.act.asserts:
        return None
    return replace(ruled, rationale=_why(advice, ruled.rationale))


def _contested(heard: Heard, field: Field, advice: Advice) -> Verdict | None:
    against = _found(field, advice.against)
    if against is None or heard.claim.act is not Act.STATE:
        return None
    return Verdict(
        decision=Outcome.ADD,
        outcome=Result.CONTRADICTED,
        rationale=_why(advice, f"it contradicts {quoted(against)}. A person has to decide."),
        considered=field.considered,
        adding=replace(_adding(heard), standing=Standing.CONTESTED),
        against=against.memory_id,
    )


def _known(heard: Heard, field: Field, advice: Advice, belief: Held) -> Verdict | None:
    """Add evidence to what says the same; an assistant that repeats it is none."""
    start = heard.period.start
    if not belief.holds_at(start):
        return None
    merged = _found(field, advice.merged)
    if advice.merged is not None and merged is None:
        return None
    endings = (
        () if merged is None else _endings(heard, merged, f"it says what {quoted(belief)} says.")
    )
    return known_already(
        heard,
        belief,
        field.considered,
        _why(advice, f"it is known already: {quoted(belief)}."),
        adding=replace(_adding(heard), twins=(belief.memory_id,)),
        replaced=endings,
    )


def _changed(heard: Heard, field: Field, advice: Advice, belief: Held) -> Verdict | None:
    """Put what is so in the place of what was so until then."""
    start = heard.period.start
    if not belief.holds_at(start) or belief.begins_at(start):
        return None
    is_one = heard.cardinality is Cardinality.ONE
    why = _why(advice, f"it takes the place of {quoted(belief)}.")
    return Verdict(
        decision=Outcome.ADD,
        outcome=Result.SUPERSEDED,
        rationale=why,
        considered=field.considered,
        adding=_adding(heard),
        replaced=() if is_one else _endings(heard, belief, why),
    )


def _ended(heard: Heard, field: Field, advice: Advice, belief: Held) -> Verdict | None:
    at = ends_at(heard.claim, heard.occurred_at)
    if not belief.holds_at(at) or belief.begins_at(at):
        return None
    if heard.claim.act is Act.DENY and is_disputed(heard, belief):
        return None
    return Verdict(
        decision=Outcome.INVALIDATE,
        outcome=Result.ENDED,
        rationale=_why(advice, f"it ends {quoted(belief)}."),
        considered=field.considered,
        touched=belief.memory_id,
        ending=Ending(
            memory_id=belief.memory_id, at=at, alone=heard.cardinality is Cardinality.ONE
        ),
    )


def _endings(heard: Heard, belief: Held, why: str) -> tuple[Ending, ...]:
    start = heard.period.start
    if not belief.holds_at(start) or belief.begins_at(start):
        return ()
    return (Ending(memory_id=belief.memory_id, at=start, rationale=why),)
