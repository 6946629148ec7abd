"""A user's quota is exact, however many write at once, whatever else the tenant does."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import anyio
import pytest

from muniment.access.roles import AgentRole, restricted
from muniment.audit.verify import verify
from muniment.errors import InvalidValue, NotPermitted, QuotaExceeded
from muniment.ledger.changing import Correction
from muniment.ledger.counting import counted_writes
from muniment.ledger.quotas import set_quota
from muniment.ledger.turns import ingest_turns
from muniment.model.memory import Scope, Visibility
from muniment.model.quotas import day_of, writes_of_day
from muniment.model.writes import Turn
from muniment.recall.lookup.quota import quota
from tests.database import Database, Desk, open_desk, principal_of
from tests.store.ledgers import JUNE, draft

WRITERS = 8
EACH = 4


@pytest.mark.parametrize("limits", [{"daily_writes": 10}, {"memories": 10}])
def test_eight_writers_at_once_write_exactly_as_much_as_the_quota_allows(
    database: Database, limits: dict[str, int]
) -> None:
    anyio.run(_limit, database, limits)
    with ThreadPoolExecutor(max_workers=WRITERS) as pool:
        done = list(pool.map(lambda n: anyio.run(_write, database, n), range(WRITERS)))

    assert sum(done) == 10
    assert anyio.run(_kept, database) == (10, 10, True)


async def _limit(database: Database, limits: dict[str, int]) -> None:
    async with open_desk(database) as desk:
        given: dict[str, int | None] = {"daily_writes": None, "memories": None, **limits}
        await set_quota(
            desk.ledger,
            desk.principal,
            "mike",
            daily_writes=given["daily_writes"],
            memories=given["memories"],
        )


async def _write(database: Database, number: int) -> int:
    async with open_desk(database) as desk:
        done = 0
        for n in range(EACH):
            try:
                await desk.ledger.add_many(
                    desk.principal, [draft(f"{number} wrote {n}", category=None)], embed=False
                )
                done += 1
            except QuotaExceeded:
                continue
        return done


async def _kept(database: Database) -> tuple[int, int, bool]:
    async with open_desk(database) as desk:
        told = await quota(desk.store, desk.principal, "mike")
        return (
            told.writes_today,
            told.memories_kept,
            (await verify(desk.store, desk.principal)).holds,
        )


async def test_a_write_beyond_the_day_is_refused_whole_and_says_when_it_resets(desk: Desk) -> None:
    await set_quota(desk.ledger, desk.principal, "mike", daily_writes=3, memories=None)
    await desk.ledger.add_many(desk.principal, [draft("one", category=None)])

    with pytest.raises(QuotaExceeded) as refused:
        await desk.ledger.add_many(
            desk.principal, [draft(text, category=None) for text in ("two", "three", "four")]
        )

    told = await quota(desk.store, desk.principal, "mike")
    day = told.resets_at.date().isoformat()
    assert refused.value.message == (
        "mike wrote 1 memory or turn today, and this would be 3 more; the quota allows 3 a day. "
        f"It resets at {day}T00:00:00+00:00."
    )
    assert (told.writes_today, told.memories_kept, told.daily_writes) == (1, 1, 3)
    await desk.ledger.add_many(
        desk.principal, [draft(text, category=None) for text in ("two", "three")]
    )


async def test_turns_and_corrections_are_writes_and_taking_back_is_none(desk: Desk) -> None:
    mike, ledger = desk.principal, desk.ledger
    (london,) = await ledger.add_many(mike, [draft("Mike lives in London")])
    await ingest_turns(
        ledger, mike, [Turn(content="Hello.", speaker="Mike", occurred_at=JUNE, session="s")]
    )
    await ledger.update(mike, london.id, Correction(content="Mike lives in Londres"))
    told = await quota(desk.store, mike, "mike")
    assert (told.writes_today, told.memories_kept) == (3, 1)

    await set_quota(ledger, mike, "mike", daily_writes=3, memories=None)
    await ledger.end(mike, london.id)
    await ledger.forget(mike, london.id)

    told = await quota(desk.store, mike, "mike")
    assert (told.writes_today, told.memories_kept) == (3, 0)
    with pytest.raises(QuotaExceeded):
        await ledger.add_many(mike, [draft("Mike lives in Bath")])


async def test_the_same_again_counts_as_a_write_and_not_as_a_memory(desk: Desk) -> None:
    await set_quota(desk.ledger, desk.principal, "mike", daily_writes=None, memories=1)
    for _ in range(3):
        await desk.ledger.add_many(desk.principal, [draft("Mike lives in London")])

    told = await quota(desk.store, desk.principal, "mike")
    assert (told.writes_today, told.memories_kept) == (3, 1)


async def test_what_other_agents_and_closed_containers_keep_counts_too(desk: Desk) -> None:
    mike, ledger = desk.principal, desk.ledger
    clerk = replace(mike, agent="clerk")
    await ledger.add_many(
        clerk, [draft("Mike is tired", category=None, visibility=Visibility.PRIVATE)]
    )
    await ledger.add_many(
        mike,
        [draft("The plan", category=None, scope=Scope.CONTAINER, container="project:move")],
    )
    await ledger.add_many(mike, [draft("Tea is at four", category=None, scope=Scope.GLOBAL)])
    await set_quota(ledger, mike, "mike", daily_writes=None, memories=3)

    await ledger.add_many(mike, [draft("Mike rows", category=None)])
    with pytest.raises(QuotaExceeded, match=r"mike would keep 4 memories; the quota allows 3"):
        await ledger.add_many(mike, [draft("Mike swims", category=None)])
    assert (await quota(desk.store, mike, "mike")).memories_kept == 3


async def test_turns_are_no_memories(desk: Desk) -> None:
    mike, ledger = desk.principal, desk.ledger
    await set_quota(ledger, mike, "mike", daily_writes=None, memories=1)
    said = [Turn(content=f"{n}", speaker=None, occurred_at=JUNE, session="s") for n in range(5)]
    await ingest_turns(ledger, mike, said)

    await ledger.add_many(mike, [draft("Mike rows", category=None)])
    with pytest.raises(QuotaExceeded):
        await ledger.add_many(mike, [draft("Mike swims", category=None)])


async def test_room_is_made_by_forgetting_and_none_is_needed_to_correct(desk: Desk) -> None:
    mike, ledger = desk.principal, desk.ledger
    (one,) = await ledger.add_many(mike, [draft("Mike rows", category=None)])
    (two,) = await ledger.add_many(mike, [draft("Mike sings", category=None)])
    await set_quota(ledger, mike, "mike", daily_writes=None, memories=1)

    await ledger.update(mike, one.id, Correction(content="Mike rows well"))
    with pytest.raises(QuotaExceeded):
        await ledger.add_many(mike, [draft("Mike swims", category=None)])
    await ledger.forget(mike, one.id)
    await ledger.forget(mike, two.id)
    await ledger.add_many(mike, [draft("Mike swims", category=None)])


async def test_one_user_s_quota_is_not_another_s(desk: Desk) -> None:
    await set_quota(desk.ledger, desk.principal, "mike", daily_writes=1, memories=1)
    ann = principal_of(desk.principal.tenant, "ann")
    for text in ("one", "two"):
        await desk.ledger.add_many(ann, [draft(text, category=None)])
    await desk.ledger.add_many(desk.principal, [draft("one", category=None)])

    assert (await quota(desk.store, desk.principal, "ann")).writes_today == 2
    assert (await quota(desk.store, desk.principal, "mike")).writes_today == 1


async def test_a_quota_is_given_and_seen_by_who_may(desk: Desk) -> None:
    mike = desk.principal
    agent = restricted(mike, AgentRole.ORCHESTRATOR)
    with pytest.raises(NotPermitted):
        await set_quota(desk.ledger, agent, "mike", daily_writes=1, memories=None)
    with pytest.raises(NotPermitted):
        await quota(desk.store, agent, "ann")
    with pytest.raises(InvalidValue, match="daily_writes is -1"):
        await set_quota(desk.ledger, mike, "mike", daily_writes=-1, memories=None)
    assert (await quota(desk.store, agent, "mike")).daily_writes is None


async def test_a_quota_that_is_taken_away_limits_nobody(desk: Desk) -> None:
    await set_quota(desk.ledger, desk.principal, "mike", daily_writes=0, memories=0)
    with pytest.raises(QuotaExceeded):
        await desk.ledger.add_many(desk.principal, [draft("one", category=None)])
    await set_quota(desk.ledger, desk.principal, "mike", daily_writes=None, memories=None)
    await set_quota(desk.ledger, desk.principal, "mike", daily_writes=None, memories=None)

    await desk.ledger.add_many(desk.principal, [draft("one", category=None)])
    assert (await verify(desk.store, desk.principal)).holds


def test_a_count_is_of_one_day_in_utc() -> None:
    evening = datetime(2026, 6, 1, 23, 59, 59, tzinfo=UTC)

    assert writes_of_day(evening, 7, evening) == 7
    assert writes_of_day(evening, 7, evening + timedelta(seconds=1)) == 0
    assert writes_of_day(None, None, evening) == 0
    assert day_of(JUNE) == datetime(2026, 6, 1, tzinfo=UTC)


async def test_without_the_check_the_limit_does_not_hold(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant: nobody looks at the day's limit."""

    def unlimited(change: object, principal: object) -> int | None:
        writer = change.writer  # type: ignore[attr-defined]  # a change has one
        change.writer = replace(writer, daily_writes=None)  # type: ignore[attr-defined]  # as above
        return counted_writes(change, principal)  # type: ignore[arg-type]  # as above

    monkeypatch.setattr("muniment.ledger.sealing.counted_writes", unlimited)
    await set_quota(desk.ledger, desk.principal, "mike", daily_writes=1, memories=None)
    for text in ("one", "two"):
        await desk.ledger.add_many(desk.principal, [draft(text, category=None)])
    assert (await quota(desk.store, desk.principal, "mike")).writes_today == 2
