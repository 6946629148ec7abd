"""Get one memory or one turn by its id."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

import pytest

from muniment.errors import EpisodeNotFound, FutureBasis, MemoryNotFound, NotPermitted
from muniment.ledger.changing import Correction
from muniment.ledger.turns import forget_episode, ingest_turns
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Scope, Visibility
from muniment.model.reading import GetEpisode, GetMemory
from muniment.model.writes import Turn
from muniment.recall.lookup.one import get, get_episode
from tests.database import Desk, principal_of
from tests.store.lookup_words import add, day, lives_in


async def test_a_memory_is_told_as_it_was_written(desk: Desk) -> None:
    (london,) = await add(
        desk,
        lives_in(
            "London",
            day(3),
            tags=("home", "Big"),
            metadata={"é": [1, 2.5]},
            confidence=0.75,
            namespace="project:acme",
            object="London",
        ),
    )

    memory = await get(desk.store, desk.principal, GetMemory(memory_id=london))

    assert memory.id == london
    assert memory.content == "Mike lives in London"
    assert (memory.subject, memory.predicate, memory.object) == ("Mike", "city", "London")
    assert (memory.valid_from, memory.valid_until) == (day(3), None)
    assert memory.tags == ("home", "Big")
    assert memory.metadata == {"é": [1, 2.5]}
    assert memory.confidence == 0.75
    assert memory.namespace == "project:acme"
    assert memory.scope is Scope.USER
    assert memory.known_until is None


async def test_two_times_give_two_answers(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6)))

    before = await get(desk.store, desk.principal, GetMemory(memory_id=london, as_of=2))
    after = await get(desk.store, desk.principal, GetMemory(memory_id=london, as_of=3))

    assert before.valid_until is None
    assert after.valid_until == day(6)
    with pytest.raises(MemoryNotFound, match="there is no memory"):
        await get(desk.store, desk.principal, GetMemory(memory_id=bath, as_of=2))


async def test_a_memory_that_holds_twice_is_told_by_the_row_that_holds(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(1)))
    await add(desk, lives_in("Paris", day(3), valid_until=day(5)))

    early = await get(desk.store, desk.principal, GetMemory(memory_id=london, valid_at=day(2)))
    late = await get(desk.store, desk.principal, GetMemory(memory_id=london, valid_at=day(6)))

    assert (early.valid_from, early.valid_until) == (day(1), day(3))
    assert (late.valid_from, late.valid_until) == (day(5), None)


async def test_a_memory_that_has_ended_is_told_with_its_end(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await desk.ledger.end(desk.principal, london, at=day(9))

    memory = await get(desk.store, desk.principal, GetMemory(memory_id=london, valid_at=day(12)))

    assert (memory.valid_from, memory.valid_until) == (day(3), day(9))


async def test_what_is_written_later_does_not_change_an_earlier_answer(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    request = GetMemory(memory_id=london, as_of=2, valid_at=day(12))
    before = await get(desk.store, desk.principal, request)

    await add(desk, lives_in("Bath", day(6)))
    await desk.ledger.update(desk.principal, london, Correction(content="Mike lives in Londres"))
    await desk.ledger.forget(desk.principal, london)

    assert await get(desk.store, desk.principal, request) == before
    assert before.known_until is None


async def test_a_correction_is_read_from_its_transaction_on(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await desk.ledger.update(desk.principal, london, Correction(content="Mike lives in Londres"))

    old = await get(desk.store, desk.principal, GetMemory(memory_id=london, as_of=2))
    new = await get(desk.store, desk.principal, GetMemory(memory_id=london))

    assert old.content == "Mike lives in London"
    assert new.content == "Mike lives in Londres"
    assert new.id == old.id


@pytest.mark.parametrize("verb", ["forget", "retract"])
async def test_what_was_forgotten_or_retracted_is_got_at_an_earlier_transaction_only(
    desk: Desk, verb: str
) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await getattr(desk.ledger, verb)(desk.principal, london)

    before = await get(desk.store, desk.principal, GetMemory(memory_id=london, as_of=2))

    assert before.content == "Mike lives in London"
    with pytest.raises(MemoryNotFound, match="forgotten or retracted"):
        await get(desk.store, desk.principal, GetMemory(memory_id=london))


async def test_a_memory_displaced_altogether_says_so(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(3)))

    with pytest.raises(MemoryNotFound, match="displaced"):
        await get(desk.store, desk.principal, GetMemory(memory_id=london))


async def test_a_memory_of_another_tenant_is_not_found(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    other = await desk.fresh_tenant()

    with pytest.raises(MemoryNotFound, match="there is no memory"):
        await get(desk.store, other, GetMemory(memory_id=london))
    with pytest.raises(MemoryNotFound):
        await get(desk.store, other, GetMemory(memory_id=MemoryId(UUID(int=7))))


async def test_a_memory_of_another_user_is_not_found_and_a_global_one_is(desk: Desk) -> None:
    ann = principal_of("tenant 1", "ann")
    own, shared = await add(
        desk, lives_in("London", day(3)), lives_in("Rome", day(3), scope=Scope.GLOBAL)
    )

    with pytest.raises(MemoryNotFound):
        await get(desk.store, ann, GetMemory(memory_id=own))
    assert (await get(desk.store, ann, GetMemory(memory_id=shared))).scope is Scope.GLOBAL


async def test_a_private_memory_is_read_by_its_agent_only(desk: Desk) -> None:
    clerk = replace(desk.principal, agent="clerk")
    (secret,) = await add(
        desk, lives_in("Oslo", day(3), visibility=Visibility.PRIVATE), principal=clerk
    )

    assert (await get(desk.store, clerk, GetMemory(memory_id=secret))).agent == "clerk"
    with pytest.raises(MemoryNotFound):
        await get(desk.store, desk.principal, GetMemory(memory_id=secret))


async def test_a_memory_of_a_container_is_found_if_the_container_is_named(desk: Desk) -> None:
    (boxed,) = await add(
        desk, lives_in("Rome", day(3), scope=Scope.CONTAINER, container="project:move")
    )

    found = await get(
        desk.store, desk.principal, GetMemory(memory_id=boxed, containers=("project:move",))
    )

    assert found.scope is Scope.CONTAINER
    with pytest.raises(MemoryNotFound):
        await get(desk.store, desk.principal, GetMemory(memory_id=boxed))


async def test_a_basis_in_the_future_is_refused(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))

    with pytest.raises(FutureBasis):
        await get(
            desk.store,
            desk.principal,
            GetMemory(memory_id=london, as_of=day(3).replace(year=9999)),
        )


async def test_a_principal_without_the_permission_reads_nothing(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    nobody = replace(desk.principal, permissions=frozenset())

    with pytest.raises(NotPermitted):
        await get(desk.store, nobody, GetMemory(memory_id=london))


async def test_a_turn_is_told_verbatim_until_it_is_hidden(desk: Desk) -> None:
    turn = Turn(
        content=" I moved.\n",
        speaker="Mike",
        occurred_at=day(6),
        session="s1",
        source_id="D1:1",
        caption="a van",
        metadata={"n": 1},
    )
    ingested = await ingest_turns(desk.ledger, desk.principal, [turn])
    (episode_id,) = ingested.episodes
    await forget_episode(desk.ledger, desk.principal, episode_id)

    episode = await get_episode(
        desk.store, desk.principal, GetEpisode(episode_id=episode_id, as_of=2, valid_at=day(7))
    )

    assert episode.content == " I moved.\n"
    assert (episode.speaker, episode.caption, episode.source_id) == ("Mike", "a van", "D1:1")
    assert (episode.session, episode.position) == ("s1", 0)
    assert episode.metadata == {"n": 1}
    assert episode.occurred_at == day(6)
    with pytest.raises(EpisodeNotFound):
        await get_episode(desk.store, desk.principal, GetEpisode(episode_id=episode_id))
    with pytest.raises(EpisodeNotFound):
        await get_episode(
            desk.store,
            desk.principal,
            GetEpisode(episode_id=episode_id, as_of=2, valid_at=day(5)),
        )
    with pytest.raises(EpisodeNotFound):
        await get_episode(desk.store, desk.principal, GetEpisode(episode_id=EpisodeId(UUID(int=7))))


async def test_a_memory_that_was_moved_to_an_earlier_start_ends_when_it_is_said_to(
    desk: Desk,
) -> None:
    (bath,) = await add(desk, lives_in("Bath", day(9)))
    await desk.ledger.update(desk.principal, bath, Correction(valid_from=day(1)))
    await desk.ledger.end(desk.principal, bath, at=day(3))
    ended = await get(desk.store, desk.principal, GetMemory(memory_id=bath, valid_at=day(2)))
    (rome,) = await add(desk, lives_in("Rome", day(6)))
    later = await get(desk.store, desk.principal, GetMemory(memory_id=rome, valid_at=day(12)))
    before = await get(desk.store, desk.principal, GetMemory(memory_id=bath, as_of=3))

    assert (ended.valid_from, ended.valid_until) == (day(1), day(3))
    assert (later.valid_from, later.valid_until) == (day(6), None)
    assert (before.valid_from, before.valid_until) == (day(1), None)
