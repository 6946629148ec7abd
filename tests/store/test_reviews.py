"""Contradictions are shown with both sides and settled by a person, never by themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from muniment.access.acting import Acting
from muniment.access.principal import EVERYTHING, Permission, Principal
from muniment.access.roles import AgentRole
from muniment.audit.verify import verify
from muniment.errors import (
    AlreadySettled,
    ContradictionNotFound,
    InvalidValue,
    MemoryNotFound,
    NotPermitted,
)
from muniment.knowledge.learning.reading_rounds import Place
from muniment.knowledge.reviewing.settling import settle
from muniment.model.claims import Act, Role
from muniment.model.ids import NOBODY, ContradictionId, MemoryId
from muniment.model.memory import Standing, Visibility
from muniment.model.reading import GetMemory, GetTransactions, Page
from muniment.model.reviews import GetReviews, Review, Settled, Side
from muniment.recall.lookup.one import get
from muniment.recall.lookup.reviews import reviews
from muniment.recall.lookup.transactions import transactions
from muniment.testing.extractor import claim_of
from tests.database import Desk, principal_of
from tests.store.erasing_words import erase
from tests.store.lookup_words import day
from tests.store.round_words import Talk, lives_in, told


async def open_reviews(
    desk: Desk, principal: Principal | None = None, **asked: object
) -> Page[Review]:
    request = GetReviews(**asked)  # type: ignore[arg-type]  # the tests name fields of a request
    return await reviews(desk.store, principal or desk.principal, request)


async def contradiction(talk: Talk) -> Review:
    """Let Ann say otherwise what Mike said of himself."""
    await talk.say("Mike", day(3), lives_in("Bath"))
    decided = await talk.say("Ann", day(5), lives_in("Rome"))
    assert told(decided) == [("ADD", "contradicted")]
    (review,) = await open_reviews(talk.desk)
    return review


async def settled(talk: Talk, review: Review, keep: Side) -> Settled:
    return await settle(talk.desk.ledger, talk.principal, review.id, keep, reason="I asked him")


async def test_both_sides_are_shown_with_what_they_rest_on(desk: Desk) -> None:
    review = await contradiction(Talk.at(desk))

    assert review.first is not None
    assert review.second is not None
    assert (review.first.object, review.first.standing) == ("Bath", Standing.HELD)
    assert (review.second.object, review.second.standing) == ("Rome", Standing.CONTESTED)
    assert [each.episode.speaker for each in review.first_evidence if each.episode] == ["Mike"]
    assert [each.episode.speaker for each in review.second_evidence if each.episode] == ["Ann"]
    assert review.rationale == (
        "Mike said otherwise: “Mike lives_in Bath.” (since 2021-03-01T00:00:00+00:00). "
        "A person has to decide."
    )


async def test_neither_wins_by_itself(desk: Desk) -> None:
    talk = Talk.at(desk)
    await contradiction(talk)
    await talk.say("Mike", day(6), claim_of("Mike", "likes", "tea"))

    assert await talk.current("Mike", "lives_in") == ["Bath"]
    assert len(await open_reviews(desk)) == 1


async def test_to_keep_the_first_is_to_say_that_the_second_was_never_so(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    assert review.second is not None

    done = await settled(talk, review, Side.FIRST)

    assert done.changed == (review.second.id,)
    assert await talk.stretches("Mike", "lives_in") == [("Bath", day(3), None)]
    with pytest.raises(MemoryNotFound, match="forgotten or retracted"):
        await get(desk.store, desk.principal, GetMemory(memory_id=review.second.id))
    assert len(await open_reviews(desk)) == 0


async def test_to_keep_the_second_is_to_say_that_the_first_was_so_until_then(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)

    await settled(talk, review, Side.SECOND)

    assert await talk.stretches("Mike", "lives_in") == [
        ("Bath", day(3), day(5)),
        ("Rome", day(5), None),
    ]
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_what_was_said_again_since_falls_too(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    await talk.say("Mike", day(7), lives_in("Bath"))

    await settled(talk, review, Side.SECOND)

    assert await talk.stretches("Mike", "lives_in") == [
        ("Bath", day(3), day(5)),
        ("Rome", day(5), None),
    ]


async def test_of_two_that_begin_at_once_the_loser_was_never_so(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(3), claim_of("Oak Room", "attribute", "Friday", of="day"))
    await talk.say("Ann", day(3), claim_of("Oak Room", "attribute", "Monday", of="day"))
    (review,) = await open_reviews(desk)

    await settled(talk, review, Side.SECOND)

    assert await talk.stretches("Oak Room", "day") == [("Monday", day(3), None)]


async def test_both_may_be_kept_beside_each_other(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)

    done = await settled(talk, review, Side.BOTH)

    assert done.kept is Side.BOTH
    assert await talk.current("Mike", "lives_in") == ["Bath", "Rome"]
    assert (await verify(desk.store, desk.principal)).findings == ()


async def test_a_denial_by_somebody_else_is_contested_and_can_be_kept(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(3), claim_of("Mike", "skill", "French"))
    denied = claim_of("Mike", "skill", "French", act=Act.DENY)
    assert told(await talk.say("Ann", day(5), denied)) == [("ADD", "contradicted")]
    assert await talk.current("Mike", "skill") == ["French"]
    (review,) = await open_reviews(desk)

    await settled(talk, review, Side.SECOND)

    assert await talk.stretches("Mike", "skill") == [("French", day(3), day(5))]
    assert await talk.current("Mike", "not skill") == ["French"]


async def test_a_person_may_deny_what_an_assistant_alone_said(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("assistant", day(3), lives_in("Rome"), role=Role.ASSISTANT)
    denied = await talk.say("Mike", day(5), lives_in("Rome", act=Act.DENY))

    assert told(denied) == [("INVALIDATE", "ended")]


async def test_somebody_who_tells_of_a_change_contradicts_nobody(desk: Desk) -> None:
    talk = Talk.at(desk)
    await talk.say("Mike", day(3), lives_in("Bath"))
    moved = lives_in("Rome", valid_from=day(4), time_words="in April")
    decided = await talk.say("Ann", day(5), moved)

    assert told(decided) == [("ADD", "superseded")]


async def test_the_same_contradiction_again_is_no_other_one(desk: Desk) -> None:
    talk = Talk.at(desk)
    await contradiction(talk)
    again = await talk.say("Ann", day(6), lives_in("Rome"))

    assert told(again) == [("NOOP", "duplicate")]
    (review,) = await open_reviews(desk)
    assert len(review.second_evidence) == 2


async def test_reviews_are_read_as_of_an_earlier_transaction(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    done = await settled(talk, review, Side.SECOND)

    assert len(await open_reviews(desk, as_of=review.transaction - 1)) == 0
    (then,) = await open_reviews(desk, as_of=done.transaction - 1)
    assert then == review
    assert len(await open_reviews(desk, as_of=done.transaction)) == 0


async def test_reviews_come_page_by_page_at_one_basis(desk: Desk) -> None:
    talk = Talk.at(desk)
    for n in range(3):
        await talk.say("Mike", day(3), claim_of(f"Room {n}", "attribute", "red", of="colour"))
        await talk.say("Ann", day(3), claim_of(f"Room {n}", "attribute", "blue", of="colour"))
    first = await open_reviews(desk, limit=2)
    await settled(talk, first[0], Side.FIRST)

    second = await open_reviews(desk, limit=2, cursor=first.cursor)

    assert [each.first.entity for each in (*first, *second) if each.first] == [
        "Room 0", "Room 1", "Room 2",
    ]  # fmt: skip
    assert second.basis == replace(first.basis, valid_at=second.basis.valid_at)
    assert second.cursor is None
    with pytest.raises(InvalidValue, match="another question"):
        await open_reviews(desk, limit=2, namespace="other", cursor=first.cursor)


@pytest.mark.parametrize("keep", Side)
async def test_nothing_is_left_to_settle_where_the_second_was_erased(
    desk: Desk, keep: Side
) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    assert review.second is not None
    await erase(desk, review.second.id)

    with pytest.raises(MemoryNotFound, match="was erased: nothing is left to settle"):
        await settled(talk, review, keep)
    assert (await open_reviews(desk)).items == ()
    assert (await verify(desk.store, desk.principal)).holds


async def test_a_contested_belief_can_be_kept_where_the_first_was_erased(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    assert review.first is not None
    assert review.second is not None
    await erase(desk, review.first.id)

    (left,) = await open_reviews(desk)
    assert left.first is None
    assert left.rationale is None
    done = await settled(talk, review, Side.SECOND)
    assert review.second.id in done.changed
    assert (await verify(desk.store, desk.principal)).holds


async def test_a_contradiction_is_settled_once(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    await settled(talk, review, Side.FIRST)

    with pytest.raises(AlreadySettled, match="kept first"):
        await settled(talk, review, Side.SECOND)


async def test_what_is_not_there_is_not_settled(desk: Desk) -> None:
    nowhere = ContradictionId(NOBODY)
    with pytest.raises(ContradictionNotFound):
        await settle(desk.ledger, desk.principal, nowhere, Side.FIRST)


async def test_another_user_sees_and_settles_nothing(desk: Desk) -> None:
    review = await contradiction(Talk.at(desk))
    ann = principal_of(desk.principal.tenant, "ann")

    assert len(await open_reviews(desk, ann)) == 0
    with pytest.raises(ContradictionNotFound):
        await settle(desk.ledger, ann, review.id, Side.FIRST)


async def test_an_agent_does_not_settle(desk: Desk) -> None:
    review = await contradiction(Talk.at(desk))
    agent = replace(desk.principal, agent="clerk")
    keeper = replace(desk.principal, permissions=desk.principal.permissions - {Permission.FORGET})

    with pytest.raises(NotPermitted, match="settled by a person"):
        await settle(desk.ledger, agent, review.id, Side.FIRST)
    with pytest.raises(NotPermitted, match="lacks the permission forget"):
        await settle(desk.ledger, keeper, review.id, Side.FIRST)


async def test_what_is_private_to_an_agent_is_settled_under_its_name_by_a_person(
    desk: Desk,
) -> None:
    clerk = replace(desk.principal, agent="clerk")
    talk = Talk(desk=desk, principal=clerk, place=Place(visibility=Visibility.PRIVATE))
    await talk.say("Mike", day(3), lives_in("Bath"))
    assert told(await talk.say("Ann", day(5), lives_in("Rome"))) == [("ADD", "contradicted")]
    (review,) = await open_reviews(desk, clerk)
    working = Acting(
        agent="clerk", role=AgentRole.ORCHESTRATOR, permissions=EVERYTHING, trail=("clerk",)
    ).narrowed(desk.principal)

    for other in (desk.principal, replace(clerk, agent="critic")):
        assert len(await open_reviews(desk, other)) == 0
        with pytest.raises(ContradictionNotFound):
            await settle(desk.ledger, other, review.id, Side.SECOND)
    assert len(await open_reviews(desk, working)) == 1
    with pytest.raises(NotPermitted, match=r"clerk \(orchestrator\) is an agent at work"):
        await settle(desk.ledger, working, review.id, Side.SECOND)
    await settle(desk.ledger, clerk, review.id, Side.SECOND, reason="Ann showed me the lease")

    assert await talk.current("Mike", "lives_in") == ["Rome"]
    assert len(await open_reviews(desk, clerk)) == 0
    assert await Talk.at(desk).current("Mike", "lives_in") == []
    assert (await verify(desk.store, desk.principal)).findings == ()
    for principal, told_why in ((clerk, "Ann showed me the lease"), (desk.principal, None)):
        listed = await transactions(desk.store, principal, GetTransactions())
        assert (listed[-1].operation, listed[-1].reason) == ("settle", told_why)


async def test_what_was_forgotten_meanwhile_cannot_be_kept(desk: Desk) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    assert review.second is not None
    await desk.ledger.forget(desk.principal, MemoryId(review.second.id))

    assert (await open_reviews(desk)).items == ()
    with pytest.raises(MemoryNotFound, match="keep the first"):
        await settled(talk, review, Side.BOTH)
    done = await settled(talk, review, Side.FIRST)
    assert done.changed == ()


async def test_what_is_contested_waits_also_where_what_it_contests_was_forgotten(
    desk: Desk,
) -> None:
    talk = Talk.at(desk)
    review = await contradiction(talk)
    assert review.first is not None
    await desk.ledger.forget(desk.principal, MemoryId(review.first.id))

    (left,) = await open_reviews(desk)
    assert (left.id, left.first) == (review.id, None)
    assert left.second is not None
    assert (left.second.standing, left.second.under_review) == (Standing.CONTESTED, True)
    await settled(talk, review, Side.SECOND)
    assert (await open_reviews(desk)).items == ()
    kept = await get(desk.store, desk.principal, GetMemory(memory_id=left.second.id))
    assert (kept.standing, kept.under_review) == (Standing.HELD, False)


async def test_the_same_instant_in_other_mouths_is_a_contradiction(desk: Desk) -> None:
    talk = Talk.at(desk)
    at = day(3) + timedelta(hours=9)
    await talk.say("Mike", at, claim_of("Oak Room", "attribute", "Friday", of="day"))
    same = await talk.say("Mike", at, claim_of("Oak Room", "attribute", "Monday", of="day"))
    other = await talk.say("Ann", at, claim_of("Oak Room", "attribute", "Sunday", of="day"))

    assert told(same) == [("ADD", "superseded")]
    assert told(other) == [("ADD", "contradicted")]
