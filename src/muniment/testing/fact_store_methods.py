"""Check that every method of a store of facts keeps to the user and the basis that it is asked for."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from muniment.errors import FutureBasis, InvalidValue, TransactionNotFound
from muniment.model.facts import Fact, When
from muniment.ports.fact_store import FactStore
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.fact_store_words import (
    OpensFactStores,
    day,
    fact,
    in_a_loop,
    objects,
    refusal,
    told,
)


async def answers(
    store: FactStore, *, valid_at: When, as_of: When | int | None = None, user_id: str | None = None
) -> dict[str, list[Fact]]:
    """Return what every method of reading tells of Mike's home at a basis."""
    kept = store.snapshot(valid_at=valid_at, as_of=as_of, user_id=user_id).values()
    everything = await store.all_facts(as_of=as_of, user_id=user_id)
    return {
        "query": await store.query(valid_at=valid_at, as_of=as_of, user_id=user_id),
        "query by names": await store.query(
            subject="Mike", predicate="lives_in", valid_at=valid_at, as_of=as_of, user_id=user_id
        ),
        "recall_text": await store.recall_text(
            "Mike lives_in", valid_at=valid_at, as_of=as_of, user_id=user_id
        ),
        "all_facts": [each for each in everything if each.holds_at(_midnight(valid_at))],
        "all_facts at": await store.all_facts(valid_at=valid_at, as_of=as_of, user_id=user_id),
        "snapshot": [each for each in kept if each.holds_at(_midnight(valid_at))],
    }


def _midnight(when: When) -> datetime:
    return when if isinstance(when, datetime) else datetime.fromisoformat(f"{when}T00:00:00Z")


class FactStoreMethods(OpensFactStores):
    """What holds for all methods alike."""

    @in_a_loop
    async def test_every_method_reads_one_user_with_an_embedder_and_without(self) -> None:
        homes = {"Ann": "Rome", "ann": "Oslo", "None": "Bath", None: "Paris", "nobody": None}
        for embedder in (None, HashedEmbedder()):
            async with self.open_store(embedder=embedder) as store:
                await store.append_many(
                    replace(fact("Mike", "lives_in", home, day(3)), user_id=user)
                    for user, home in homes.items()
                    if home is not None
                )
                for user, home in homes.items():
                    seen = await answers(store, valid_at=day(4), user_id=user)
                    for method, found in seen.items():
                        assert [each.object for each in found] == ([home] if home else []), method
                        assert {each.user_id for each in found} <= {user}, method

    @in_a_loop
    async def test_every_method_reads_at_one_basis_with_an_embedder_and_without(self) -> None:
        for embedder in (None, HashedEmbedder()):
            async with self.open_store(embedder=embedder) as store:
                await store.append(fact("Mike", "lives_in", "London", day(3)))
                (london,) = await store.query(valid_at=day(4))
                rome = replace(fact("Mike", "lives_in", "Rome", day(6)), valid_until=day(8))
                await store.append(rome)
                known = london.recorded_at
                assert known is not None

                for as_of, at, home in (
                    (known - timedelta(microseconds=1), day(7), []),
                    (known, day(7), ["London"]),
                    (known, day(2), []),
                    (None, day(6) - timedelta(microseconds=1), ["London"]),
                    (None, day(6), ["Rome"]),
                    (None, day(8), ["London"]),
                    (None, date(2026, 7, 1), ["Rome"]),
                    (None, "2026-07-01", ["Rome"]),
                ):
                    seen = await answers(store, valid_at=at, as_of=as_of)
                    for method, found in seen.items():
                        assert [each.object for each in found] == home, (method, as_of, at)

    @in_a_loop
    async def test_every_method_reads_at_the_number_of_a_transaction(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "London", day(3)))
            await store.append(fact("Mike", "lives_in", "Rome", day(6)))
            now = await answers(store, valid_at=day(7))
            seen: dict[str, list[list[str]]] = {method: [[]] for method in now}
            for number in range(20):
                try:
                    then = await answers(store, valid_at=day(7), as_of=number)
                except TransactionNotFound:
                    continue
                for method, found in then.items():
                    homes = [each.object for each in found]
                    if homes != seen[method][-1]:
                        seen[method].append(homes)

            for method, homes_known in seen.items():
                assert homes_known == [[], ["London"], ["Rome"]], method

    @in_a_loop
    async def test_every_method_refuses_a_basis_that_is_not_there(self) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike", "lives_in", "London", day(3)))
            for as_of, kind in (
                (datetime(9999, 1, 1, tzinfo=UTC), FutureBasis),
                (999_999, TransactionNotFound),
            ):
                with refusal(kind):
                    await store.query(as_of=as_of)
                with refusal(kind):
                    await store.recall_text("Mike", as_of=as_of)
                with refusal(kind):
                    await store.all_facts(as_of=as_of)
                with refusal(kind):
                    store.snapshot(as_of=as_of)
            with refusal(InvalidValue):
                await store.recall_text("Mike", limit=0)

    @in_a_loop
    async def test_every_method_tells_a_fact_whole(self) -> None:
        async with self.open_store() as store:
            london = replace(
                fact("Mike", "lives_in", "London", day(3)), confidence=0.5, sources=("a letter",)
            )
            fact_id = await store.append(london)
            (first,) = await store.query(valid_at=day(4))
            await store.append(fact("Mike", "lives_in", "Rome", day(6)))
            whole = replace(london, valid_until=day(6), id=fact_id, recorded_at=first.recorded_at)

            for method, found in (await answers(store, valid_at=day(4))).items():
                if method != "snapshot":
                    assert found == [whole], method
            assert store.snapshot()[fact_id] == whole

    @in_a_loop
    async def test_what_does_not_hold_or_fit_or_belong_to_the_user_takes_no_place(self) -> None:
        for embedder in (None, HashedEmbedder()):
            async with self.open_store(embedder=embedder, many=("likes",)) as store:
                tea = fact("Mike", "likes", "tea", day(4))
                late = [fact("Mike", "likes", f"tea {name}", day(3)) for name in ("hot", "iced")]
                await store.append_many(
                    [
                        *(replace(each, valid_until=day(5)) for each in late),
                        replace(tea, user_id="ann"),
                        fact("Ann", "drinks", "tea", day(9)),
                        fact("Mike", "likes", "chess and tea in the evening", day(3)),
                    ]
                )
                for found in (
                    await store.recall_text("Mike likes tea", valid_at=day(10), limit=1),
                    await store.query(subject="Mike", valid_at=day(10), limit=1),
                ):
                    assert [each.object for each in found] == ["chess and tea in the evening"]

    @in_a_loop
    async def test_ten_are_told_and_five_recalled_where_no_limit_is_given(self) -> None:
        for embedder in (None, HashedEmbedder()):
            async with self.open_store(embedder=embedder, many=("likes",)) as store:
                await store.append_many(
                    fact("Mike", "likes", f"tea {number}", day(3)) for number in range(12)
                )

                assert len(await store.query(valid_at=day(4))) == 10
                assert len(await store.recall_text("Mike likes", valid_at=day(4))) == 5
                assert len(await store.all_facts(valid_at=day(4))) == 12

    @in_a_loop
    async def test_a_batch_is_recorded_in_its_order(self) -> None:
        for homes in (("Rome", "Bath"), ("Bath", "Rome")):
            async with self.open_store() as store:
                await store.append_many(fact("Mike", "lives_in", home, day(3)) for home in homes)

                assert await told(store) == [(homes[-1], day(3), None)]

    @in_a_loop
    async def test_the_facts_of_a_user_in_a_batch_are_known_together(self) -> None:
        async with self.open_store() as store:
            await store.append_many(
                replace(fact("Mike", "likes", what, day(3)), user_id=user)
                for what in ("tea", "chess", "golf")
                for user in ("ann", "bob")
            )
            for user in ("ann", "bob"):
                known = min(
                    each.recorded_at
                    for each in await store.all_facts(user_id=user)
                    if each.recorded_at is not None
                )
                then = await store.query(valid_at=day(4), as_of=known, user_id=user)

                assert len(then) == 3

    @in_a_loop
    async def test_a_fact_holds_up_to_its_end_and_not_at_it(self) -> None:
        async with self.open_store() as store:
            await store.append(
                replace(fact("Mike", "lives_in", "Rome", day(3)), valid_until=day(5))
            )

            assert await objects(store, valid_at=day(5) - timedelta(microseconds=1)) == ["Rome"]
            assert await objects(store, valid_at=day(5)) == []
