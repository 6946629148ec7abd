"""Check that a store of facts knows two times, and never mixes them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from muniment.errors import FutureBasis, TransactionNotFound
from muniment.testing.fact_store_words import (
    OpensFactStores,
    day,
    fact,
    in_a_loop,
    objects,
    refusal,
    told,
)


class FactStoreTimes(OpensFactStores):
    """What a store of facts does with time."""

    @in_a_loop
    async def test_known_times_rise_with_every_append(self) -> None:
        async with self.open_store() as store:
            for name in ("Bath", "Rome", "Oslo"):
                await store.append(fact(name, "lies_in", "Europe", day(3)))
            times = [each.recorded_at for each in await store.all_facts()]

            assert len(set(times)) == 3

    @in_a_loop
    async def test_a_fact_without_a_start_is_so_from_its_recording_on(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "Bath"))
            (found,) = await store.query(subject="Mike")

            assert found.valid_from == found.recorded_at

    @in_a_loop
    async def test_a_later_fact_ends_the_earlier_one_where_it_starts(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "London", day(3)))
            await store.append(fact("Mike", "lives_in", "Bath", day(6)))

            assert await told(store) == [("London", day(3), day(6)), ("Bath", day(6), None)]
            assert await objects(store, valid_at=day(5, 31)) == ["London"]
            assert await objects(store, valid_at=day(6)) == ["Bath"]
            assert await objects(store) == ["Bath"]

    @in_a_loop
    async def test_an_older_fact_that_arrives_late_does_not_retire_the_current_one(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "Tokyo", day(6, 20)))
            await store.append(fact("Mike", "lives_in", "Rome", day(6, 5)))

            assert await told(store) == [
                ("Rome", day(6, 5), day(6, 20)),
                ("Tokyo", day(6, 20), None),
            ]

    @in_a_loop
    async def test_the_order_of_arrival_does_not_matter(self) -> None:
        facts = [
            fact("Mike", "lives_in", "London", day(1)),
            replace(fact("Mike", "lives_in", "Rome", day(3)), valid_until=day(5)),
            fact("Mike", "lives_in", "Bath", day(8)),
        ]
        for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
            async with self.open_store() as store:
                await store.append_many(facts[place] for place in order)

                assert await told(store) == [
                    ("London", day(1), day(3)),
                    ("Rome", day(3), day(5)),
                    ("London", day(5), day(8)),
                    ("Bath", day(8), None),
                ]

    @in_a_loop
    async def test_at_equal_starts_the_later_arrival_holds(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "London", day(3)))
            await store.append(fact("Mike", "lives_in", "Bath", day(3)))

            assert await told(store) == [("Bath", day(3), None)]

    @in_a_loop
    async def test_what_was_known_earlier_is_answered_as_of_then(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "London", day(3)))
            (london,) = await store.query(subject="Mike", valid_at=day(7))
            await store.append(fact("Mike", "lives_in", "Bath", day(6)))
            then = london.recorded_at

            assert await objects(store, as_of=then, valid_at=day(7)) == ["London"]
            assert await objects(store, valid_at=day(7)) == ["Bath"]
            assert await told(store, as_of=then) == [("London", day(3), None)]
            assert [each.object for each in store.snapshot(as_of=then).values()] == ["London"]
            assert [
                each.object
                for each in await store.recall_text("Mike lives", as_of=then, valid_at=day(7))
            ] == ["London"]

    @in_a_loop
    async def test_valid_time_goes_with_the_known_time_where_it_is_left_out(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "London", day(3)))
            (london,) = await store.query(subject="Mike")
            assert london.recorded_at is not None
            ahead = london.recorded_at + timedelta(days=9999)
            await store.append(fact("Mike", "lives_in", "Bath", ahead))

            assert await objects(store, as_of=london.recorded_at) == ["London"]
            assert await objects(store) == ["London"]
            assert await objects(store, valid_at=ahead) == ["Bath"]

    @in_a_loop
    async def test_a_basis_that_is_not_there_is_refused(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "London", day(3)))

            with refusal(FutureBasis):
                await store.query(as_of=datetime(9999, 1, 1, tzinfo=UTC))
            with refusal(TransactionNotFound):
                await store.query(as_of=999_999)
            assert await store.query(as_of=0) == []

    @in_a_loop
    async def test_the_same_fact_for_longer_is_one_fact_that_grew(self) -> None:
        async with self.open_store() as store:
            spring = replace(fact("Mike", "lives_in", "Rome", day(3)), valid_until=day(5))
            first = await store.append(spring)
            longer = await store.append(replace(spring, valid_from=day(4), valid_until=day(8)))

            assert first == longer
            assert await told(store) == [("Rome", day(3), day(8))]
