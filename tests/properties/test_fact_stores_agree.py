"""The store in memory and the one in PostgreSQL tell the same of any facts in any order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from muniment import Fact, FactStore, InMemoryFactStore, PostgresFactStore
from muniment.settings import Settings
from tests.database import Desk

START = datetime(2026, 3, 1, tzinfo=UTC)
TENANTS = count()
Told = tuple[str | None, str, str, str, datetime | None, datetime | None, float, tuple[str, ...]]


def day(number: int) -> datetime:
    return START + timedelta(days=number)


@st.composite
def facts(draw: st.DrawFn) -> Fact:
    start = draw(st.integers(0, 8))
    length = draw(st.none() | st.integers(1, 6))
    return Fact(
        subject=draw(st.sampled_from(["Mike", "mike", "Ann"])),
        predicate=draw(st.sampled_from(["lives_in", "speaks"])),
        object=draw(st.sampled_from(["Rome", "ROME", "Bath"])),
        valid_from=day(start),
        valid_until=None if length is None else day(start + length),
        confidence=draw(st.sampled_from([0.5, 1.0])),
        user_id=draw(st.sampled_from([None, "ann", "bob"])),
        sources=tuple(draw(st.lists(st.sampled_from("ab"), max_size=2, unique=True))),
    )


async def told(store: FactStore, batches: list[list[Fact]]) -> list[list[Told]]:
    """Return all facts of every user after each batch, asked for when all have been recorded."""
    places: dict[str, str] = {}
    known: list[datetime] = []
    for batch in batches:
        for place, fact_id in enumerate(await store.append_many(batch)):
            places.setdefault(fact_id, f"{len(known)}.{place}")
        times = [
            each.recorded_at
            for user in (None, "ann", "bob")
            for each in await store.all_facts(user_id=user)
            if each.recorded_at is not None
        ]
        known.append(max(times))
    return [
        [
            (
                places[each.id or ""],
                *each.key,
                each.valid_from,
                each.valid_until,
                each.confidence,
                each.sources,
            )
            for user in (None, "ann", "bob")
            for each in await store.all_facts(user_id=user, as_of=point)
        ]
        for point in known
    ]


@settings(max_examples=15)
@given(batches=st.lists(st.lists(facts(), min_size=1, max_size=5), min_size=1, max_size=4))
async def test_both_stores_tell_the_same_at_every_basis(
    shared_desk: Desk, batches: list[list[Fact]]
) -> None:
    configured = Settings(
        database_url=shared_desk.database.app,
        tenant=f"facts {next(TENANTS)}",
        embedder={"name": "none"},
    )
    in_memory = InMemoryFactStore(many=("speaks",))
    async with PostgresFactStore(settings=configured, many=("speaks",)) as in_postgresql:
        assert await told(in_postgresql, batches) == await told(in_memory, batches)
