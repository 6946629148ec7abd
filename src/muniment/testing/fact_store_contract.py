"""Check that a store of facts is one: tests to inherit, for pytest or any other runner.

A store's own test module inherits the class and says how a store is opened:

    class TestMyFactStore(FactStoreContract):
        def open_store(self, *, embedder=None, many=()):
            return closing(MyFactStore(embedder=embedder, many=many))

Each test opens a store of its own, which has to be empty, in an event loop of its own. With
`pytest.register_assert_rewrite("muniment.testing.fact_store_contract")` before the import, pytest
shows what differs.
"""

from __future__ import annotations

from dataclasses import replace

from muniment.errors import EmptyPeriod, InvalidValue
from muniment.model.facts import Fact
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.fact_store_methods import FactStoreMethods
from muniment.testing.fact_store_times import FactStoreTimes
from muniment.testing.fact_store_words import (
    closing,
    day,
    fact,
    in_a_loop,
    objects,
    refusal,
    subjects,
    told,
)

__all__ = ["FactStoreContract", "closing"]


class FactStoreContract(FactStoreTimes, FactStoreMethods):
    """What every store of facts does."""

    @in_a_loop
    async def test_a_fact_is_stamped_by_the_store_and_comes_back(self) -> None:
        said = Fact(
            subject=" Mike ", predicate="lives_in", object="Łódź", valid_from=day(3), valid_until=day(9),
            confidence=0.5, user_id="ann", sources=("a letter", "a call"), id="mine",
            recorded_at=day(1),
        )  # fmt: skip
        async with self.open_store() as store:
            fact_id = await store.append(said)
            (found,) = await store.query(subject="Mike", valid_at=day(4), user_id="ann")

            assert (found.subject, found.predicate, found.object) == ("Mike", "lives_in", "Łódź")
            assert (found.valid_from, found.valid_until) == (day(3), day(9))
            assert (found.confidence, found.user_id) == (0.5, "ann")
            assert found.sources == ("a letter", "a call")
            assert found.id == fact_id != "mine"
            assert found.recorded_at is not None
            assert found.recorded_at > day(1)

    @in_a_loop
    async def test_a_user_is_a_hard_partition_in_every_method(self) -> None:
        async with self.open_store() as store:
            tea = replace(fact("user", "prefers", "tea", day(3)), user_id="alice")
            coffee = replace(fact("user", "prefers", "coffee", day(6)), user_id="bob")
            water = fact("user", "prefers", "water", day(9))
            await store.append_many([tea, coffee, water])
            await store.append(replace(coffee, object="juice", valid_from=day(7)))

            for user, seen in (
                ("alice", [("tea", day(3), None)]),
                ("bob", [("coffee", day(6), day(7)), ("juice", day(7), None)]),
                (None, [("water", day(9), None)]),
                ("nobody", []),
            ):
                now = [object_ for object_, _, until in seen if until is None]
                at = day(10)
                assert await told(store, user_id=user) == seen
                assert await objects(store, valid_at=at, user_id=user) == now
                recalled = await store.recall_text("user prefers", valid_at=at, user_id=user)
                assert [each.object for each in recalled] == now
                kept = store.snapshot(user_id=user).values()
                assert sorted(each.object for each in kept) == sorted(each[0] for each in seen)
                assert {each.user_id for each in kept} <= {user}

    @in_a_loop
    async def test_ids_come_back_in_the_order_of_the_facts(self) -> None:
        async with self.open_store() as store:
            tea = replace(fact("user", "prefers", "tea", day(3)), user_id="bob")
            water = fact("user", "prefers", "water", day(3))
            juice = replace(fact("user", "drinks", "juice", day(3)), user_id="bob")
            ids = await store.append_many([tea, water, juice])

            assert store.snapshot(user_id="bob")[ids[0]].object == "tea"
            assert store.snapshot()[ids[1]].object == "water"
            assert store.snapshot(user_id="bob")[ids[2]].object == "juice"
            assert await store.append_many([]) == []

    @in_a_loop
    async def test_a_predicate_of_many_keeps_what_it_holds(self) -> None:
        async with self.open_store(many=("Speaks",)) as store:
            await store.append(fact("Mike", "speaks", "French", day(3)))
            await store.append(fact("Mike", "speaks", "German", day(6)))
            await store.append(fact("Mike", "hobby", "chess", day(3)))
            await store.append(fact("Mike", "hobby", "rowing", day(6)))

            held = await store.query(subject="Mike", valid_at=day(7))
            assert [each.object for each in held if each.predicate == "speaks"] == [
                "German",
                "French",
            ]
            assert len(held) == 4

    @in_a_loop
    async def test_the_same_fact_again_is_one_fact_with_the_sources_of_both(self) -> None:
        async with self.open_store(many=("speaks",)) as store:
            for first in (fact("Mike", "lives_in", "Rome"), fact("Mike", "speaks", "German")):
                one = replace(first, valid_from=day(3), sources=("a letter",), confidence=0.5)
                again = replace(
                    one,
                    subject=first.subject.upper(),
                    predicate=first.predicate.title(),
                    object=first.object.lower(),
                    valid_from=day(4),
                    sources=("a letter", "a call"),
                    confidence=0.9,
                )
                ids = await store.append_many([one, one])
                (then,) = await store.query(predicate=first.predicate, valid_at=day(5))

                assert {*ids, await store.append(again)} == {ids[0]}
                (kept,) = await store.query(predicate=first.predicate, valid_at=day(5))
                assert (kept.object, kept.confidence) == (first.object, 0.5)
                assert (kept.valid_from, kept.valid_until) == (day(3), None)
                assert kept.sources == ("a letter", "a call")
                before = await store.query(
                    predicate=first.predicate, valid_at=day(5), as_of=then.recorded_at
                )
                assert [each.sources for each in before] == [("a letter",)]

    @in_a_loop
    async def test_a_query_fits_what_is_given_and_names_are_equal_when_they_read_the_same(
        self,
    ) -> None:
        async with self.open_store() as store:
            await store.append(fact("Mike Weiss", "works_for", "Acme", day(3)))
            await store.append(fact("Ann", "works_for", "Acme", day(4)))
            await store.append(fact("Ann", "lives_in", "Bath", day(5)))
            at = day(6)

            assert await subjects(store, object_="ACME", valid_at=at) == ["Ann", "Mike Weiss"]
            assert await subjects(store, subject="mike  weiß", valid_at=at) == ["Mike Weiss"]
            assert await subjects(store, predicate="Lives_In", valid_at=at) == ["Ann"]
            assert await subjects(store, subject="Ann", object_="Acme", valid_at=at) == ["Ann"]
            assert await subjects(store, subject="Acme", valid_at=at) == []
            assert await subjects(store, valid_at=at, limit=2) == ["Ann", "Ann"]
            assert len(await store.query(valid_at=day(12))) == 3

    @in_a_loop
    async def test_without_an_embedder_shared_words_rank_then_brevity(self) -> None:
        async with self.open_store(many=("likes", "eats")) as store:
            assert store.embedder is None
            for each in (
                fact("Mike", "likes", "black tea with milk", day(3)),
                fact("Mike", "likes", "black tea", day(3)),
                fact("Mike", "likes", "chess", day(3)),
                fact("Ann", "eats", "the_black_forest_cake", day(3)),
                fact("Ann", "eats", "fish", day(3)),
            ):
                await store.append(each)
            found = await store.recall_text("Does Mike drink BLACK tea?", valid_at=day(4))

            assert [each.object for each in found] == [
                "black tea",
                "black tea with milk",
                "chess",
                "the_black_forest_cake",
            ]
            assert await store.recall_text("What is it?", valid_at=day(4)) == []
            assert await store.recall_text("Mike", valid_at=day(2)) == []
            first = await store.recall_text("black tea", limit=1, valid_at=day(4))
            assert [each.object for each in first] == ["black tea"]

    @in_a_loop
    async def test_equal_matches_are_in_the_order_of_their_ids(self) -> None:
        async with self.open_store(many=("likes",)) as store:
            ids = [
                await store.append(fact("Mike", "likes", name, day(3))) for name in ("elm", "ash")
            ]
            found = await store.recall_text("likes", valid_at=day(4))

            assert [each.id for each in found] == sorted(ids)

    @in_a_loop
    async def test_with_an_embedder_the_cosine_ranks(self) -> None:
        embedder = HashedEmbedder()
        async with self.open_store(embedder=embedder, many=("likes",)) as store:
            assert store.embedder is embedder
            for each in ("green tea", "black tea of the finest kind", "chess"):
                await store.append(fact("Mike", "likes", each, day(3)))
            found = await store.recall_text("Mike likes green tea", valid_at=day(4))

            assert [each.object for each in found] == [
                "green tea",
                "chess",
                "black tea of the finest kind",
            ]
            assert len(await store.recall_text("Mike", limit=2, valid_at=day(4))) == 2
            assert await store.recall_text("Mike", valid_at=day(2)) == []

    @in_a_loop
    async def test_a_snapshot_is_the_callers_own(self) -> None:
        async with self.open_store() as store:
            await store.append(
                replace(fact("Mike", "lives_in", "Rome", day(1)), valid_until=day(2))
            )
            lives = fact("Mike", "works_for", "Acme", day(3))
            fact_id = await store.append(lives)
            taken = store.snapshot()
            await store.append(replace(lives, object="Umbrella", valid_from=day(9)))

            assert sorted(each.object for each in taken.values()) == ["Acme", "Rome"]
            assert taken[fact_id].valid_until is None
            assert store.snapshot()[fact_id].valid_until == day(9)
            taken.clear()
            assert len(store.snapshot()) == 3

    @in_a_loop
    async def test_a_snapshot_tells_the_stretch_that_holds(self) -> None:
        async with self.open_store() as store:
            fact_id = await store.append(fact("Mike", "lives_in", "London", day(1)))
            away = replace(fact("Mike", "lives_in", "Rome", day(3)), valid_until=day(5))
            await store.append(away)

            assert store.snapshot(valid_at=day(2))[fact_id].valid_until == day(3)
            assert store.snapshot(valid_at=day(4))[fact_id].valid_until == day(3)
            assert store.snapshot(valid_at=day(6))[fact_id].valid_from == day(5)

    @in_a_loop
    async def test_what_is_wrong_is_refused_whole(self) -> None:
        async with self.open_store() as store:
            ended = replace(fact("Mike", "lives_in", "Rome"), valid_until=day(1, 2))
            with refusal(EmptyPeriod):
                await store.append_many([fact("Mike", "lives_in", "Bath", day(3)), ended])
            for wrong in (0, -1):
                with refusal(InvalidValue):
                    await store.query(limit=wrong)
            with refusal(InvalidValue):
                await store.recall_text("  ")

            assert await store.all_facts() == []

    @in_a_loop
    async def test_closing_twice_is_allowed(self) -> None:
        async with self.open_store() as store:
            await store.aclose()
            await store.aclose()
