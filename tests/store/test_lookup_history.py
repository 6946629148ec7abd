"""Follow a memory through both times, an entity through valid time, and a belief to its evidence."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from muniment.errors import MemoryNotFound
from muniment.ledger.changing import Correction
from muniment.ledger.turns import forget_episode, ingest_turns
from muniment.model.ids import MemoryId
from muniment.model.memory import Standing, Version, Withdrawal
from muniment.model.reading import GetHistory, GetMemory, GetTimeline, Provenance
from muniment.model.writes import Draft, Turn
from muniment.recall.lookup.history import history, timeline
from muniment.recall.lookup.one import get
from muniment.recall.lookup.provenance import provenance
from tests.database import Desk
from tests.store.lookup_words import add, day, lives_in

Told = tuple[str | None, datetime, datetime | None, int, int | None]


async def told(desk: Desk, memory_id: MemoryId, as_of: int | None = None) -> list[Told]:
    """Return a history: content (None for a gap), valid period, who wrote and who closed."""
    rows = await history(desk.store, desk.principal, GetHistory(memory_id=memory_id, as_of=as_of))
    return [
        (None if row.gap else row.content, row.valid_from, row.valid_until, row.transaction,
         row.closed_by)
        for row in rows
    ]  # fmt: skip


async def versions(desk: Desk, memory_id: MemoryId, as_of: int | None = None) -> list[Version]:
    request = GetHistory(memory_id=memory_id, as_of=as_of)
    return list(await history(desk.store, desk.principal, request))


async def test_a_move_of_house_is_three_rows(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6)))

    assert await told(desk, london) == [
        ("Mike lives in London", day(3), None, 2, 3),
        ("Mike lives in London", day(3), day(6), 3, None),
    ]
    assert await told(desk, bath) == [("Mike lives in Bath", day(6), None, 3, None)]
    first, second = await versions(desk, london)
    (third,) = await versions(desk, bath)
    assert first.known_until == second.known_from == third.known_from
    assert (first.supersedes, first.superseded_by) == (None, None)
    assert (second.supersedes, second.superseded_by) == (None, bath)
    assert (third.supersedes, third.superseded_by) == (london, None)


async def test_what_is_put_in_other_words_leaves_its_neighbours_for_those_of_the_new_words(
    desk: Desk,
) -> None:
    def likes(drink: str, since: datetime, until: datetime | None = None) -> Draft:
        said = Draft(content=f"Mike likes {drink}", entity="Mike", category="hobby")
        return replace(said, valid_from=since, valid_until=until)

    (once,) = await add(desk, likes("coffee", day(1), day(3)))
    await desk.ledger.update(desk.principal, once, Correction(content="Mike likes tea"))
    (_, tea) = await add(desk, likes("coffee", day(3)), likes("tea", day(3)))

    assert [(row.content, row.superseded_by) for row in await versions(desk, once)] == [
        ("Mike likes coffee", None),
        ("Mike likes tea", tea),
    ]
    found = await provenance(desk.store, desk.principal, GetMemory(memory_id=once))
    assert [each.memory_id for each in found.later] == [tea]


async def test_a_history_at_an_earlier_transaction_is_the_history_of_then(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    before = await versions(desk, london)
    await add(desk, lives_in("Bath", day(6)))

    assert await told(desk, london, as_of=2) == [("Mike lives in London", day(3), None, 2, None)]
    assert await versions(desk, london, as_of=2) == before
    with pytest.raises(MemoryNotFound):
        await versions(desk, london, as_of=1)


async def test_a_back_dated_insert_splits_what_held_and_both_halves_know_it(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(1)))
    (paris,) = await add(desk, lives_in("Paris", day(3), valid_until=day(5)))

    assert await told(desk, london) == [
        ("Mike lives in London", day(1), None, 2, 3),
        ("Mike lives in London", day(1), day(3), 3, None),
        ("Mike lives in London", day(5), None, 3, None),
    ]
    _, early, late = await versions(desk, london)
    (between,) = await versions(desk, paris)
    assert (early.supersedes, early.superseded_by) == (None, paris)
    assert (late.supersedes, late.superseded_by) == (paris, None)
    assert (between.supersedes, between.superseded_by) == (london, london)


async def test_a_correction_keeps_what_was_said_before(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await desk.ledger.update(
        desk.principal, london, Correction(content="Mike lives in Londres", valid_from=day(2))
    )

    assert await told(desk, london) == [
        ("Mike lives in London", day(3), None, 2, 3),
        ("Mike lives in Londres", day(2), None, 3, None),
    ]


async def test_an_end_is_a_gap(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await desk.ledger.end(desk.principal, london, at=day(9))

    assert await told(desk, london) == [
        ("Mike lives in London", day(3), None, 2, 3),
        ("Mike lives in London", day(3), day(9), 3, None),
        (None, day(9), None, 3, None),
    ]


async def test_forgetting_leaves_a_gap_and_retracting_leaves_nothing(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6)))
    await desk.ledger.forget(desk.principal, bath)
    await desk.ledger.retract(desk.principal, bath)

    assert await told(desk, bath) == [
        ("Mike lives in Bath", day(6), None, 3, 4),
        (None, day(6), None, 4, 5),
    ]
    assert await told(desk, london) == [
        ("Mike lives in London", day(3), None, 2, 3),
        ("Mike lives in London", day(3), day(6), 3, 5),
        ("Mike lives in London", day(3), None, 5, None),
    ]
    _, cut, _ = await versions(desk, london)
    assert cut.superseded_by is None, (
        "what it was superseded by was forgotten before the row closed"
    )


async def test_a_history_of_another_tenant_is_not_found(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    other = await desk.fresh_tenant()

    with pytest.raises(MemoryNotFound):
        await history(desk.store, other, GetHistory(memory_id=london))
    with pytest.raises(MemoryNotFound):
        await provenance(desk.store, other, GetMemory(memory_id=london))


async def lives(desk: Desk, **others: Any) -> list[tuple[str, datetime, datetime | None]]:
    request = GetTimeline(**({"entity": "Mike"} | others))
    return [
        (entry.memory.content, entry.memory.valid_from, entry.memory.valid_until)
        for entry in await timeline(desk.store, desk.principal, request)
    ]


async def test_a_timeline_runs_through_valid_time_as_one_transaction_knew_it(desk: Desk) -> None:
    await add(desk, lives_in("London", day(1)))
    await add(desk, lives_in("Paris", day(3), valid_until=day(5)))
    await add(desk, lives_in("Rome", day(8)))

    assert await lives(desk) == [
        ("Mike lives in London", day(1), day(3)),
        ("Mike lives in Paris", day(3), day(5)),
        ("Mike lives in London", day(5), day(8)),
        ("Mike lives in Rome", day(8), None),
    ]
    assert await lives(desk, as_of=3) == [
        ("Mike lives in London", day(1), day(3)),
        ("Mike lives in Paris", day(3), day(5)),
        ("Mike lives in London", day(5), None),
    ]
    assert await lives(desk, as_of=2) == [("Mike lives in London", day(1), None)]
    assert await lives(desk, as_of=1) == []


async def test_a_timeline_tells_the_neighbours_in_the_slot(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(1)))
    (tea,) = await add(desk, replace(lives_in("tea", day(2)), category="drink"))
    (bath,) = await add(desk, lives_in("Bath", day(3)))
    await desk.ledger.end(desk.principal, bath, at=day(5))
    (rome,) = await add(desk, lives_in("Rome", day(7)))

    entries = await timeline(desk.store, desk.principal, GetTimeline(entity="mike"))

    assert [(e.memory.id, e.supersedes, e.superseded_by) for e in entries] == [
        (london, None, bath),
        (tea, None, None),
        (bath, london, None),
        (rome, None, None),
    ]


async def test_a_timeline_finds_an_entity_however_it_is_written(desk: Desk) -> None:
    await add(
        desk,
        Draft(content="a", entity="ﬁne İda", category="city", valid_from=day(1)),
        Draft(content="b", entity="FINE  İda", category="role", valid_from=day(2)),
    )

    assert [content for content, _, _ in await lives(desk, entity="Fine i̇da")] == ["a", "b"]
    assert await lives(desk, entity="fine ida") == []
    assert [content for content, _, _ in await lives(desk, entity="fine İDA", category="Role")] == [
        "b"
    ]


async def test_a_timeline_has_the_facts_of_an_object_if_they_are_asked_for(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(1), object="London"))
    (bath,) = await add(desk, lives_in("Bath", day(4), object="Bath"))

    assert await lives(desk, entity="london") == []
    (entry,) = await timeline(
        desk.store, desk.principal, GetTimeline(entity="london", objects=True)
    )
    assert (entry.memory.id, entry.memory.valid_until) == (london, day(4))
    assert entry.superseded_by == bath


async def test_a_timeline_keeps_to_its_namespace_and_leaves_out_quarantine(desk: Desk) -> None:
    await add(desk, lives_in("London", day(1)))
    await add(desk, lives_in("Rome", day(2), namespace="project:acme"))
    await add(desk, lives_in("Bath", day(3), standing=Standing.CONTESTED))
    await add(desk, lives_in("Hell", day(4), standing=Standing.QUARANTINED))
    other = await desk.fresh_tenant()

    assert [content for content, _, _ in await lives(desk)] == [
        "Mike lives in London", "Mike lives in Bath",
    ]  # fmt: skip
    assert await lives(desk, namespace="project:acme") == [("Mike lives in Rome", day(2), None)]
    assert len(await timeline(desk.store, other, GetTimeline(entity="Mike"))) == 0


async def test_a_belief_leads_to_the_words_it_rests_on(desk: Desk) -> None:
    turn = Turn(content="Well, I moved to Bath.", speaker="Mike", occurred_at=day(6), session="s1")
    (episode_id,) = (await ingest_turns(desk.ledger, desk.principal, [turn])).episodes
    (bath,) = await add(desk, lives_in("Bath", day(6), episode_id=episode_id, span=(6, 21)))
    clerk = replace(desk.principal, agent="clerk")
    await add(desk, lives_in("Bath", day(7), source="a letter", confidence=0.5), principal=clerk)

    found = await provenance(desk.store, desk.principal, GetMemory(memory_id=bath))

    first, second = found.evidence
    assert first.quotation == "I moved to Bath"
    assert first.episode is not None
    assert (first.episode.id, first.episode.session) == (episode_id, "s1")
    assert (first.actor, first.transaction, first.gap) == ("mike", 3, False)
    assert (second.actor, second.transaction, second.source) == ("clerk", 4, "a letter")
    assert (second.valid_from, second.confidence, second.quotation) == (day(7), 0.5, None)

    await forget_episode(desk.ledger, desk.principal, episode_id)
    hidden = await provenance(desk.store, desk.principal, GetMemory(memory_id=bath))
    assert hidden.evidence[0].episode is None
    earlier = await provenance(desk.store, desk.principal, GetMemory(memory_id=bath, as_of=3))
    assert earlier.evidence == (first,)


async def explained(desk: Desk, memory_id: MemoryId, **at: Any) -> Provenance:
    return await provenance(desk.store, desk.principal, GetMemory(memory_id=memory_id, **at))


async def test_what_is_explained_is_told_as_it_is_got(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(1)))
    await add(desk, lives_in("Paris", day(3), valid_until=day(5)))
    await desk.ledger.update(desk.principal, london, Correction(content="Mike lives in Londres"))
    await desk.ledger.end(desk.principal, london, at=day(9))

    for at in ({}, {"as_of": 2}, {"as_of": 3}, {"valid_at": day(2)}, {"valid_at": day(4)}):
        found = await explained(desk, london, **at)
        got = await get(desk.store, desk.principal, GetMemory(memory_id=london, **at))
        assert found.memory == got
        assert found.missing is None
    early = await explained(desk, london, valid_at=day(2))
    assert early.memory is not None
    assert (early.memory.valid_from, early.memory.valid_until) == (day(1), day(3))


async def test_of_what_is_not_believed_any_more_the_last_words_are_told_and_why(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await desk.ledger.retract(desk.principal, london)
    (oslo,) = await add(desk, lives_in("Oslo", day(4), valid_until=day(5)))
    await add(desk, lives_in("Lund", day(4), valid_until=day(8)))
    (kiel,) = await add(desk, lives_in("Kiel", day(1), valid_until=day(2)))
    await desk.ledger.forget(desk.principal, kiel)

    retracted, displaced, forgotten = [await explained(desk, each) for each in (london, oslo, kiel)]
    then = await explained(desk, london, as_of=2)

    assert retracted.memory is not None
    assert then.memory is not None
    assert (retracted.memory.content, retracted.memory.valid_from) == (
        "Mike lives in London",
        day(3),
    )
    assert retracted.memory.known_until == retracted.evidence[0].known_until is not None
    assert "forgotten or retracted" in str(retracted.missing)
    assert (then.memory.known_until, then.missing) == (None, None)
    assert displaced.memory is not None
    assert (displaced.memory.content, displaced.memory.valid_until) == (
        "Mike lives in Oslo",
        day(5),
    )
    assert "displaced by another" in str(displaced.missing)
    assert forgotten.memory is not None
    assert (forgotten.memory.content, forgotten.memory.valid_until) == (
        "Mike lives in Kiel",
        day(2),
    )


async def test_of_what_never_held_the_time_that_was_said_is_told(desk: Desk) -> None:
    (oslo,) = await add(desk, lives_in("Oslo", day(4), valid_until=day(5)))
    await add(desk, lives_in("Lund", day(4), valid_until=day(8)))
    await desk.ledger.update(desk.principal, oslo, Correction(content="Mike lives in Asker"))

    found = await explained(desk, oslo)

    assert found.memory is not None
    assert found.memory.content == "Mike lives in Asker"
    assert (found.memory.valid_from, found.memory.valid_until) == (day(4), day(5))
    assert "displaced by another" in str(found.missing)


async def test_withdrawn_evidence_says_until_when_it_was_known(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    await desk.ledger.retract(desk.principal, london)

    found = await provenance(desk.store, desk.principal, GetMemory(memory_id=london))
    before = await provenance(desk.store, desk.principal, GetMemory(memory_id=london, as_of=2))

    assert [each.known_until for each in found.evidence] == [found.basis.as_of.time]
    assert [each.known_until for each in before.evidence] == [None]
    assert (found.earlier, found.later) == ((), ())


async def test_evidence_says_why_it_was_said_and_why_it_was_withdrawn(desk: Desk) -> None:
    (bath,) = await desk.ledger.add_many(
        desk.principal, [lives_in("Bath", day(3))], reason="order 8812"
    )
    await desk.ledger.update(
        desk.principal, bath.id, Correction(content="Mike lives in Bude"), reason="misread"
    )
    await desk.ledger.retract(desk.principal, bath.id, reason="Mike never moved")

    then = await explained(desk, bath.id, as_of=2)
    now = await explained(desk, bath.id)

    assert [(each.reason, each.withdrawal) for each in then.evidence] == [("order 8812", None)]
    assert [each.reason for each in now.evidence] == ["order 8812", "misread"]
    assert [each.withdrawal for each in now.evidence] == [
        Withdrawal(transaction=3, actor="mike", operation="update", reason="misread"),
        Withdrawal(transaction=4, actor="mike", operation="retract", reason="Mike never moved"),
    ]
    assert str(now.evidence[1]).endswith(
        "retract by mike in transaction 4, because “Mike never moved”)"
    )


async def test_the_chain_of_supersession_runs_both_ways_up_to_a_break(desk: Desk) -> None:
    (oslo,) = await add(desk, lives_in("Oslo", day(1), valid_until=day(2)))
    (london,) = await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(5)))
    (rome,) = await add(desk, lives_in("Rome", day(7)))

    found = await provenance(desk.store, desk.principal, GetMemory(memory_id=bath, valid_at=day(6)))
    then = await provenance(desk.store, desk.principal, GetMemory(memory_id=bath, as_of=4))

    assert [each.memory_id for each in found.earlier] == [london]
    assert [each.memory_id for each in found.later] == [rome]
    assert found.earlier[0].superseded_by == bath
    assert found.later[0].supersedes == bath
    assert oslo not in {each.memory_id for each in found.earlier}
    assert [each.memory_id for each in then.earlier] == [london]
    assert then.later == ()
