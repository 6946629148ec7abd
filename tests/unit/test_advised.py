"""What advice may do to a verdict: pick among candidates; never settle what a person has to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from muniment.knowledge.resolution.advised import advised
from muniment.knowledge.resolution.judged import Heard, Held, Verdict
from muniment.knowledge.resolution.resolving import resolve
from muniment.model.advice import Advice
from muniment.model.claims import Act, Claim, Role
from muniment.model.decisions import Result
from muniment.model.ids import MemoryId
from muniment.model.memory import Cardinality, Outcome, Standing
from muniment.temporal.period import Period

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
JUNE = datetime(2026, 6, 20, tzinfo=UTC)
HIKING = UUID(int=1)
TREKS = UUID(int=2)
STRANGER = UUID(int=9)
BY = "openai:m"


def heard(
    act: Act = Act.STATE,
    object: str = "trekking",
    speaker: str = "Mike",
    role: Role = Role.USER,
    subject: str = "Mike",
) -> Heard:
    claim = Claim(
        subject=subject,
        predicate="likes",
        object=object,
        act=act,
        sentence=f"{subject} likes {object}.",
        span=(0, 5),
    )
    return Heard(
        claim=claim,
        speaker=speaker,
        role=role,
        occurred_at=JUNE,
        period=Period(start=JUNE, end=None),
        cardinality=Cardinality.MANY,
        names=frozenset({subject.casefold()}),
    )


def held(
    memory_id: UUID = HIKING,
    object: str = "hiking",
    speakers: frozenset[str] = frozenset({"mike"}),
    since: datetime = MARCH,
    **changed: bool,
) -> Held:
    return Held(
        memory_id=memory_id,
        entity_key="mike",
        category_key="likes",
        content=f"Mike likes {object}.",
        object=object,
        standing=Standing.HELD,
        rows=(Period(start=since, end=None),),
        speakers=speakers,
        by_assistant=changed.get("by_assistant", False),
    )


def advice(decision: Outcome, memory_id: UUID | None = HIKING, **changed: UUID) -> Advice:
    return Advice(
        decision=decision,
        by=BY,
        memory_id=None if memory_id is None else MemoryId(memory_id),
        merged=MemoryId(changed["merged"]) if "merged" in changed else None,
        against=MemoryId(changed["against"]) if "against" in changed else None,
        rationale="Because.",
    )


def verdict(said: Heard, candidates: list[Held], given: Advice) -> Verdict:
    return advised(said, candidates, given, resolve(said, candidates))


def test_what_rules_hold_for_new_can_be_known_already() -> None:
    assert resolve(heard(), [held()]).outcome is Result.NEW
    made = verdict(heard(), [held()], advice(Outcome.NOOP))
    assert (made.decision, made.outcome, made.touched) == (
        Outcome.NOOP,
        Result.DUPLICATE,
        HIKING,
    )
    assert made.adding is not None
    assert (made.adding.beside, made.adding.twins) == (HIKING, (HIKING,))
    assert (made.decided_by, made.rationale) == (BY, "Because.")


def test_an_assistant_that_repeats_is_no_evidence() -> None:
    said = heard(role=Role.ASSISTANT, speaker="Helper", subject="Mike")
    made = verdict(said, [held(speakers=frozenset())], advice(Outcome.NOOP))
    assert (made.decision, made.adding) == (Outcome.NOOP, None)


def test_a_correction_corrects_the_belief_that_is_meant() -> None:
    made = verdict(heard(Act.CORRECT), [held(), held(TREKS, "treks")], advice(Outcome.UPDATE))
    assert (made.decision, made.outcome, made.corrects) == (
        Outcome.UPDATE,
        Result.CORRECTED,
        HIKING,
    )


def test_a_change_ends_what_it_takes_the_place_of() -> None:
    made = verdict(heard(), [held()], advice(Outcome.UPDATE))
    assert (made.decision, made.outcome) == (Outcome.ADD, Result.SUPERSEDED)
    assert [(each.memory_id, each.at) for each in made.replaced] == [(HIKING, JUNE)]
    assert made.adding is not None


def test_an_end_ends_the_belief_that_is_meant() -> None:
    said = heard(Act.END, "long walks")
    assert resolve(said, [held(), held(TREKS, "treks")]).ending is None
    made = verdict(said, [held(), held(TREKS, "treks")], advice(Outcome.INVALIDATE))
    assert (made.decision, made.outcome) == (Outcome.INVALIDATE, Result.ENDED)
    assert made.ending is not None
    assert (made.ending.memory_id, made.ending.at) == (HIKING, JUNE)


def test_a_merge_ends_the_belief_that_says_the_same() -> None:
    given = advice(Outcome.NOOP, merged=TREKS)
    made = verdict(heard(object="hikes"), [held(), held(TREKS, "treks")], given)
    assert (made.decision, made.touched) == (Outcome.NOOP, HIKING)
    assert [each.memory_id for each in made.replaced] == [TREKS]


def test_a_contradiction_is_stored_beside_what_it_contradicts() -> None:
    made = verdict(heard(), [held()], advice(Outcome.ADD, None, against=HIKING))
    assert (made.outcome, made.against) == (Result.CONTRADICTED, HIKING)
    assert made.adding is not None
    assert made.adding.standing is Standing.CONTESTED


@pytest.mark.parametrize(
    "said, given, candidates",
    [
        (heard(), advice(Outcome.NOOP, STRANGER), [held()]),
        (heard(), advice(Outcome.UPDATE, STRANGER), [held()]),
        (heard(), advice(Outcome.NOOP, HIKING, merged=STRANGER), [held()]),
        (heard(), advice(Outcome.ADD, None, against=STRANGER), [held()]),
        (heard(), advice(Outcome.NOOP), [held(since=datetime(2026, 7, 1, tzinfo=UTC))]),
        (heard(), advice(Outcome.UPDATE), [held(since=JUNE)]),
        (heard(object="hiking"), advice(Outcome.ADD, None), [held()]),
        (heard(Act.END, "long walks"), advice(Outcome.ADD, None), [held()]),
        (heard(Act.END, "long walks"), advice(Outcome.NOOP), [held()]),
        (heard(Act.END, "long walks"), advice(Outcome.INVALIDATE), [held(since=JUNE)]),
    ],
)
def test_advice_that_does_not_fit_leaves_the_verdict_to_rules(
    said: Heard, given: Advice, candidates: list[Held]
) -> None:
    ruled = resolve(said, candidates)
    made = advised(said, candidates, given, ruled)
    assert made == ruled
    assert made.decided_by == "rules-22"


@pytest.mark.parametrize("decision", [Outcome.UPDATE, Outcome.NOOP])
def test_advice_changes_nothing_that_another_person_said_of_themselves(decision: Outcome) -> None:
    said = heard(Act.CORRECT, speaker="Ann")
    made = verdict(said, [held()], advice(decision))
    assert made.corrects is None
    assert made.decided_by == "rules-22"


def test_what_somebody_else_said_is_not_denied_by_advice() -> None:
    said = heard(Act.DENY, "hiking", speaker="Ann")
    made = verdict(said, [held()], advice(Outcome.INVALIDATE))
    assert made.outcome is Result.CONTRADICTED
    assert made.ending is None


def test_what_a_third_person_said_is_not_denied_by_advice() -> None:
    said = heard(Act.DENY, "long walks", speaker="Ann")
    candidates = [held(speakers=frozenset({"bob"}))]
    made = verdict(said, candidates, advice(Outcome.INVALIDATE))
    assert made == resolve(said, candidates)
    assert made.ending is None


def test_a_contradiction_is_of_rules_though_advice_calls_it_new() -> None:
    said = in_bath("Ann")
    candidates = [in_london()]
    ruled = resolve(said, candidates)
    assert ruled.outcome is Result.CONTRADICTED
    assert advised(said, candidates, advice(Outcome.ADD, None), ruled) is ruled


def in_bath(speaker: str) -> Heard:
    said = heard(speaker=speaker)
    claim = replace(said.claim, predicate="lives_in", object="Bath", sentence="Mike lives in Bath.")
    return replace(said, claim=claim, cardinality=Cardinality.ONE)


def in_london() -> Held:
    return replace(held(object="London"), category_key="lives_in", content="Mike lives in London.")
