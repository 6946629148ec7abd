"""Nothing is learnt from an echo, from a claim that is no good, or by a decision about something else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from muniment.errors import InvalidValue
from muniment.knowledge.resolution.judged import Ending, Heard, Verdict
from muniment.model.claims import Claim, Role
from muniment.model.decisions import Result
from muniment.model.memory import Outcome
from muniment.model.reading import GetMemory
from muniment.recall.lookup.provenance import provenance
from muniment.testing.extractor import claim_of
from tests.database import Desk
from tests.store.lookup_words import day
from tests.store.round_words import Talk, decided_in, head_of, lives_in, told


async def test_an_assistant_that_repeats_a_belief_is_no_evidence_for_it(desk: Desk) -> None:
    talk = Talk.at(desk)
    (said,) = await talk.say("Mike", day(3), lives_in("London"))
    (echo,) = await talk.say("assistant", day(4), lives_in("London"), role=Role.ASSISTANT)

    assert (echo.decision, echo.outcome) == (Outcome.NOOP, Result.DUPLICATE)
    assert echo.memory_id == said.memory_id
    assert said.memory_id is not None
    told_of = await provenance(desk.store, desk.principal, GetMemory(memory_id=said.memory_id))
    assert len(told_of.evidence) == 1


async def test_what_comes_out_of_a_recall_teaches_nothing(desk: Desk) -> None:
    talk = Talk.at(desk)
    record = '{"id": "0198c0de-1111-7222-8333-444455556666", "says": "Mike lives in Rome"}'
    text = f"Here you are:\n{record}\nAnd I like tea."
    blank = text.replace(record, "\n" * len(record))
    talk.script[blank] = [claim_of("Mike", "likes", "tea", span=(len(text) - 11, len(text) - 1))]

    recalled, liked = await talk.say("Mike", day(3), text=text)

    assert (recalled.decision, recalled.outcome) == (Outcome.NOOP, Result.RECALLED)
    assert recalled.claim is None
    assert recalled.span is not None
    assert text[slice(*recalled.span)] == record
    assert (liked.decision, liked.sentence) == (Outcome.ADD, "Mike likes tea.")
    assert await talk.current("Mike", "lives_in") == []


@pytest.mark.parametrize(
    "claim, why",
    [
        (lives_in("London", span=(0, 400)), "is not in the message"),
        (lives_in("London", span=(3, 3)), "is not in the message"),
        (lives_in("London", span=(7, 8)), "is blank"),
        (lives_in(" "), "object is blank"),
        (lives_in("L" * 300), "object has 300 characters"),
        (lives_in("London", sentence=" "), "content is empty"),
        (lives_in("London", valid_from=day(5), valid_until=day(4)), "holds no instant"),
        (lives_in("London", valid_from=day(5).replace(tzinfo=None)), "valid_from"),
        (lives_in("London", valid_from=datetime(1, 5, 1, tzinfo=UTC)), "years from the turn"),
        (lives_in("London", confidence=1.5), "confidence is 1.5"),
        (lives_in("Lon\x00don"), "NUL"),
    ],
)
async def test_a_claim_that_is_no_good_is_refused_by_itself(
    desk: Desk, claim: Claim, why: str
) -> None:
    talk = Talk.at(desk)
    refused, kept = await talk.say("Mike", day(3), claim, claim_of("Mike", "likes", "tea"))

    assert (refused.decision, refused.outcome) == (Outcome.NOOP, Result.REFUSED)
    assert why in str(refused.rationale)
    assert refused.memory_id is None
    assert told([kept]) == [("ADD", "new")]
    assert [each.rationale for each in await decided_in(talk, outcome=Result.REFUSED)] == [
        refused.rationale
    ]


async def test_a_decision_about_a_memory_that_was_no_candidate_is_refused(desk: Desk) -> None:
    talk = Talk.at(desk)
    (tea,) = await talk.say("Mike", day(3), claim_of("Mike", "likes", "tea"))
    assert tea.memory_id is not None
    foreign = tea.memory_id

    def strange(heard: Heard, candidates: object) -> Verdict:
        return Verdict(
            decision=Outcome.INVALIDATE,
            outcome=Result.ENDED,
            rationale="because.",
            ending=Ending(memory_id=foreign, at=heard.occurred_at),
        )

    head = await head_of(desk)
    talk.resolver = strange
    with pytest.raises(InvalidValue, match="was not among its candidates"):
        await talk.say("Mike", day(4), lives_in("London"))

    assert await head_of(desk) == head
    assert await talk.current("Mike", "likes") == ["tea"]
