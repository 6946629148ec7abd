"""A look back tells what is stable, changed, faded and in dispute, at any basis, and changes nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from muniment.errors import InvalidValue
from muniment.knowledge.learning.reading_rounds import Place, Round, Said
from muniment.knowledge.learning.rounds import Learner
from muniment.knowledge.reviewing.reflection import reflect
from muniment.ledger.turns import forget_episode
from muniment.model.claims import Claim, Role
from muniment.model.ids import EpisodeId
from muniment.model.reflection import GetFaded, GetReflection, Reflection
from muniment.model.writes import Draft, Turn
from muniment.recall.decay import HALF_LIFE
from muniment.recall.lookup.reflected import faded_beliefs
from muniment.testing.extractor import ScriptedExtractor, claim_of
from tests.database import Desk, principal_of
from tests.store.lookup_words import day


async def hear(
    desk: Desk, text: str, at: datetime, *claims: Claim, speaker: str = "Mike"
) -> EpisodeId:
    """Learn from a turn that makes some claims."""
    learner = Learner(ledger=desk.ledger, extractor=ScriptedExtractor({text: claims}))
    turn = Turn(content=text, speaker=speaker, occurred_at=at, session="chat")
    said = Round(said=(Said(turn=turn, role=Role.USER),), assistant="assistant")
    (ingested,) = await learner.ingest_rounds(desk.principal, [said], Place())
    return ingested.episodes[0]


async def looked(desk: Desk, **request: Any) -> Reflection:
    return await reflect(desk.store, desk.principal, GetReflection(**request))


LIKES = claim_of("Mike", "likes", "tea")
DIET = claim_of("Mike", "diet", "vegan")


async def test_what_was_said_in_three_turns_is_stable(desk: Desk) -> None:
    turns = [
        await hear(desk, f"I like tea, day {n}, and eat no meat.", day(3, n), LIKES, DIET)
        for n in (1, 2, 3)
    ]
    await hear(desk, "I like rowing.", day(3, 4), claim_of("Mike", "likes", "rowing"))

    found = await looked(desk)

    (tea,) = found.stable_preferences
    (vegan,) = found.stable_constraints
    assert (tea.content, tea.category, tea.entity) == ("Mike likes tea.", "likes", "Mike")
    assert tea.episodes == tuple(turns)
    assert (vegan.content, vegan.episodes) == ("Mike diet vegan.", tuple(turns))
    assert [each.content for each in (await looked(desk, episodes_min=1)).stable_preferences] == [
        "Mike likes tea.",
        "Mike likes rowing.",
    ]
    assert (await looked(desk, episodes_min=4)).stable_preferences == ()


async def test_what_is_stable_depends_on_the_basis(desk: Desk) -> None:
    for n in (1, 2, 3):
        last = await hear(desk, f"I like tea, day {n}.", day(3, n), LIKES)
    head = (await looked(desk)).basis.as_of.number

    assert len((await looked(desk)).stable_preferences) == 1
    assert (await looked(desk, as_of=head - 1)).stable_preferences == ()
    assert (await looked(desk, valid_at=day(3, 2))).stable_preferences == ()
    await forget_episode(desk.ledger, desk.principal, last)
    assert (await looked(desk)).stable_preferences == ()
    assert len((await looked(desk, as_of=head, valid_at=day(4))).stable_preferences) == 1


async def test_the_words_tell_where_the_category_leaves_it_open(desk: Desk) -> None:
    turns = [await hear(desk, f"Hello {n}.", day(3, n)) for n in (1, 2, 3)]
    for content, category in (
        ("Mike prefers the window seat", "general"),
        ("Mike must not eat nuts", "general"),
        ("Mike never met Ann", "event"),
        ("Mike owns a bicycle", "general"),
    ):
        await desk.ledger.add_many(
            desk.principal,
            [
                Draft(
                    content=content, entity="Mike", category=category, valid_from=day(3), episode_id=turn,
                )
                for turn in turns
            ],
        )  # fmt: skip

    found = await looked(desk)

    assert [each.content for each in found.stable_preferences] == ["Mike prefers the window seat"]
    assert [each.content for each in found.stable_constraints] == ["Mike must not eat nuts"]


async def test_a_changed_belief_names_both_when_and_the_turns(desk: Desk) -> None:
    first = await hear(desk, "I live in Bath.", day(3), claim_of("Mike", "lives_in", "Bath"))
    second = await hear(desk, "I moved to Rome.", day(6), claim_of("Mike", "lives_in", "Rome"))

    (changed,) = (await looked(desk)).changed_beliefs

    assert (changed.old_content, changed.new_content) == (
        "Mike lives_in Bath.",
        "Mike lives_in Rome.",
    )
    assert (changed.entity, changed.category) == ("Mike", "lives_in")
    assert changed.changed_at == day(6)
    assert (changed.old_episodes, changed.new_episodes) == ((first,), (second,))
    assert (await looked(desk, valid_at=day(5))).changed_beliefs == ()
    assert (await looked(desk, as_of=2)).changed_beliefs == ()
    assert (await looked(desk, since=day(7))).changed_beliefs == ()
    assert len((await looked(desk, since=day(6))).changed_beliefs) == 1


async def test_a_state_that_took_the_place_of_another_is_a_changed_belief_too(desk: Desk) -> None:
    await hear(desk, "I am single.", day(3), claim_of("Mike", "status", "single"))
    await hear(desk, "I am married now.", day(6), claim_of("Mike", "status", "married"))

    (changed,) = (await looked(desk)).changed_beliefs

    assert (changed.old_content, changed.new_content) == (
        "Mike status single.",
        "Mike status married.",
    )
    assert changed.changed_at == day(6)


async def test_a_contradiction_waits_and_nothing_settles_it(desk: Desk) -> None:
    mine = await hear(
        desk, "I live in Bath now.", day(3), claim_of("Mike", "lives_in", "Bath", time_words="now")
    )
    other = await hear(
        desk, "Mike lives in Rome.", day(4), claim_of("Mike", "lives_in", "Rome"), speaker="Ann"
    )

    (open_,) = (await looked(desk)).contradictions_for_review

    assert (open_.first_content, open_.second_content) == (
        "Mike lives_in Bath.", "Mike lives_in Rome.",
    )  # fmt: skip
    assert (open_.first_episodes, open_.second_episodes) == ((mine,), (other,))
    assert (await looked(desk)).contradictions_for_review == (open_,)
    assert (await looked(desk, as_of=2)).contradictions_for_review == ()


async def test_a_look_back_is_cut_and_refused_like_any_list(desk: Desk) -> None:
    for n, city in enumerate(("Bath", "Rome", "Oslo", "Wien"), 1):
        await hear(desk, f"I live in {city}.", day(n), claim_of("Mike", "lives_in", city))

    found = await looked(desk, limit=2)

    assert [each.new_content for each in found.changed_beliefs] == [
        "Mike lives_in Wien.",
        "Mike lives_in Oslo.",
    ]
    assert found.is_cut
    assert not (await looked(desk, limit=3)).is_cut


async def test_a_look_back_is_the_readers_own(desk: Desk) -> None:
    for n in (1, 2, 3):
        await hear(desk, f"I like tea, day {n}.", day(3, n), LIKES)
    ann = principal_of("tenant 1", "ann")

    found = await reflect(desk.store, ann, GetReflection())

    assert (found.stable_preferences, found.changed_beliefs) == ((), ())


async def test_what_fades_is_told_and_stays_believed(desk: Desk) -> None:
    drafts = [
        Draft(content=f"Mike {n}", entity="Mike", category=f"c{n}", confidence=n, valid_from=day(3))
        for n in (1.0, 0.8, 0.5)
    ]
    await desk.ledger.add_many(desk.principal, drafts)

    async def faded(at: datetime, below: float = 0.5) -> list[tuple[str, float]]:
        found = await faded_beliefs(desk.store, desk.principal, GetFaded(valid_at=at, below=below))
        return [(each.content, each.faded) for each in found.items]

    assert await faded(day(3)) == []
    assert await faded(day(3), below=0.6) == [("Mike 0.5", 0.5)]
    assert await faded(day(3) + HALF_LIFE) == [("Mike 0.5", 0.25)]
    assert await faded(day(3) + 4 * HALF_LIFE) == [("Mike 0.5", 0.03125), ("Mike 0.8", 0.32768)]
    again = GetFaded(as_of=1, valid_at=day(3) + HALF_LIFE)
    assert (await faded_beliefs(desk.store, desk.principal, again)).items == ()
    for wrong in (0.0, 1.5):
        with pytest.raises(InvalidValue, match="write a number above 0, up to 1"):
            await faded(day(3), below=wrong)
    many = GetFaded(valid_at=day(3) + timedelta(days=3000), limit=1)
    assert (await faded_beliefs(desk.store, desk.principal, many)).is_cut


async def test_what_has_been_so_for_ages_fades_to_nothing(desk: Desk) -> None:
    begun = datetime(1, 1, 1, tzinfo=UTC)
    drafts = [
        Draft(content=f"Mike {confidence}", valid_from=begun, confidence=confidence)
        for confidence in (0.0, 1e-300, 0.5, 1.0)
    ]
    await desk.ledger.add_many(desk.principal, drafts)
    asked = GetFaded(valid_at=day(3), below=0.5)
    found = await faded_beliefs(desk.store, desk.principal, asked)
    assert [(each.content, each.faded) for each in found.items] == [
        ("Mike 0.0", 0.0),
        ("Mike 1e-300", 0.0),
        ("Mike 0.5", 0.0),
    ]
