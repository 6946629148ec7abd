"""Both stores of facts keep the contract, and the contract bites."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from typing import Any

import anyio
import pytest

from muniment import AsyncAgentMemory, Fact, FactStore, InMemoryFactStore, PostgresFactStore
from muniment.errors import DatabaseUnavailable, EmptyPeriod, InvalidValue, UnstorableText
from muniment.ports.embedder import Embedder, Matrix
from muniment.ports.facts_in_memory import _Shelf
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from muniment.testing.fact_store_contract import FactStoreContract, closing
from tests.database import Database

MARCH = datetime(2026, 3, 1, tzinfo=UTC)
BATH = Fact(subject="Mike", predicate="lives_in", object="Bath", valid_from=MARCH)


class TestInMemoryFactStore(FactStoreContract):
    def open_store(
        self, *, embedder: Embedder | None = None, many: Collection[str] = ()
    ) -> AbstractAsyncContextManager[FactStore]:
        return closing(InMemoryFactStore(embedder=embedder, many=many))


class TestPostgresFactStore(FactStoreContract):
    @pytest.fixture(autouse=True)
    def _lend(self, database: Database) -> None:
        self.database = database
        self.tenants = count()

    @asynccontextmanager
    async def open_store(
        self, *, embedder: Embedder | None = None, many: Collection[str] = ()
    ) -> AsyncIterator[FactStore]:
        settings = Settings(
            database_url=self.database.app,
            tenant=f"tenant {next(self.tenants)}",
            embedder={"name": "none"},
        )
        async with PostgresFactStore(settings=settings, embedder=embedder, many=many) as store:
            yield store


class Leaking(InMemoryFactStore):
    """Give everybody everybody's facts."""

    def _shelf(self, user_id: str | None) -> _Shelf:
        everything = _Shelf()
        for user, shelf in self._shelves.items():
            everything.beliefs |= shelf.beliefs
            everything.slots |= {(str(user), *key): slot for key, slot in shelf.slots.items()}
        return everything


class Mingling(InMemoryFactStore):
    """Let a batch compete across users."""

    async def append_many(self, facts: Iterable[Fact]) -> list[str]:
        return await super().append_many([replace(fact, user_id="bob") for fact in facts])


class Forgetful(InMemoryFactStore):
    """Answer every basis with what is known now."""

    def _point(self, as_of: object) -> tuple[int, datetime]:
        return super()._point(None)


class ByArrival(InMemoryFactStore):
    """Let whatever arrives last be the current fact."""

    async def append(self, fact: Fact) -> str:
        open_ = await self.query(subject=fact.subject, predicate=fact.predicate)
        start = max((each.valid_from for each in open_ if each.valid_from), default=fact.valid_from)
        return await super().append(replace(fact, valid_from=start))


class OneOfEach(InMemoryFactStore):
    """Hold one fact, whatever the predicate."""

    def __init__(self, *, embedder: Embedder | None = None, many: Collection[str] = ()) -> None:
        super().__init__(embedder=embedder)
        self._many = frozenset()


class Ranking(InMemoryFactStore):
    """Rank by age."""

    async def recall_text(self, query: str, **basis: Any) -> list[Fact]:
        return list(reversed(await super().recall_text(query, **basis)))


class Nearest(InMemoryFactStore):
    """Compare a question with the vectors of everybody."""

    async def recall_text(
        self, query: str, *, user_id: str | None = None, **basis: Any
    ) -> list[Fact]:
        users = {user_id, *self._shelves} if self.embedder else {user_id}
        recall = super().recall_text
        found = [await recall(query, user_id=user, **basis) for user in users]
        return [fact for facts in found for fact in facts]


class Lowering(InMemoryFactStore):
    """Take the names of users as names of people are taken."""

    def _shelf(self, user_id: str | None) -> _Shelf:
        alike = [name for name in self._shelves if str(name).lower() == str(user_id).lower()]
        return super()._shelf(alike[0] if alike else user_id)


class Now(InMemoryFactStore):
    """Compare a question with what is known now."""

    async def recall_text(self, query: str, *, as_of: Any = None, **rest: Any) -> list[Fact]:
        return await super().recall_text(query, **rest)


class Unnumbered(InMemoryFactStore):
    """Know no transaction by its number."""

    def _point(self, as_of: Any) -> tuple[int, datetime]:
        return super()._point(None if isinstance(as_of, int) and 0 < as_of < 99 else as_of)


class Cutting(InMemoryFactStore):
    """Cut to the limit, and look at the names afterwards."""

    async def query(self, *, subject: str | None = None, **rest: Any) -> list[Fact]:
        return [fact for fact in await super().query(**rest) if subject in (None, fact.subject)]


class OneAfterTheOther(InMemoryFactStore):
    """Record each fact of a batch by itself."""

    async def append_many(self, facts: Iterable[Fact]) -> list[str]:
        append = super().append_many
        ids = [await append([fact]) for fact in facts]
        return [id_ for (id_,) in ids]


class Bare(InMemoryFactStore):
    """Leave sources out of lists."""

    async def all_facts(self, **basis: Any) -> list[Fact]:
        return [replace(fact, sources=()) for fact in await super().all_facts(**basis)]


@pytest.mark.parametrize(
    "broken, guarded",
    [
        (Leaking, "test_a_user_is_a_hard_partition_in_every_method"),
        (Mingling, "test_a_user_is_a_hard_partition_in_every_method"),
        (Forgetful, "test_what_was_known_earlier_is_answered_as_of_then"),
        (Forgetful, "test_a_basis_that_is_not_there_is_refused"),
        (ByArrival, "test_an_older_fact_that_arrives_late_does_not_retire_the_current_one"),
        (OneOfEach, "test_a_predicate_of_many_keeps_what_it_holds"),
        (Ranking, "test_without_an_embedder_shared_words_rank_then_brevity"),
        (Ranking, "test_with_an_embedder_the_cosine_ranks"),
        (Nearest, "test_every_method_reads_one_user_with_an_embedder_and_without"),
        (Lowering, "test_every_method_reads_one_user_with_an_embedder_and_without"),
        (Now, "test_every_method_reads_at_one_basis_with_an_embedder_and_without"),
        (Unnumbered, "test_every_method_reads_at_the_number_of_a_transaction"),
        (Now, "test_every_method_refuses_a_basis_that_is_not_there"),
        (Cutting, "test_what_does_not_hold_or_fit_or_belong_to_the_user_takes_no_place"),
        (OneAfterTheOther, "test_the_facts_of_a_user_in_a_batch_are_known_together"),
        (Bare, "test_every_method_tells_a_fact_whole"),
    ],
)
def test_the_contract_turns_red_on_a_store_that_breaks_it(
    broken: type[InMemoryFactStore], guarded: str
) -> None:
    class Broken(FactStoreContract):
        def open_store(
            self, *, embedder: Embedder | None = None, many: Collection[str] = ()
        ) -> AbstractAsyncContextManager[FactStore]:
            return closing(broken(embedder=embedder, many=many))

    with pytest.raises(AssertionError):
        getattr(Broken(), guarded)()


@pytest.fixture
async def store(database: Database) -> AsyncIterator[PostgresFactStore]:
    settings = Settings(database_url=database.app, user="mike")
    async with PostgresFactStore(settings=settings, embedder=HashedEmbedder()) as store:
        yield store


@pytest.fixture
async def memory(database: Database, store: PostgresFactStore) -> AsyncIterator[AsyncAgentMemory]:
    settings = Settings(database_url=database.app, user="mike")
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        yield memory


async def test_facts_are_memories_of_the_ledger(
    store: PostgresFactStore, memory: AsyncAgentMemory
) -> None:
    fact_id = await store.append(replace(BATH, user_id="mike", sources=("a letter",)))

    assert (await memory.get(fact_id)).content == "Mike lives_in Bath"
    assert [each.source for each in (await memory.explain(fact_id)).evidence] == ["a letter"]
    await memory.forget(fact_id)
    assert await store.query(user_id="mike") == []
    assert store.snapshot(user_id="mike") == {}
    assert (await memory.verify()).findings == ()


async def test_beliefs_that_are_no_facts_or_not_the_users_own_stay_out(
    store: PostgresFactStore, memory: AsyncAgentMemory
) -> None:
    await memory.add("Mike lives in Bath", entity="Mike", category="city")
    triple: dict[str, Any] = {"subject": "Mike", "predicate": "lives_in", "object": "Bath"}
    await memory.add(**triple, scope="global")
    await memory.add(**triple, scope="container", container="session:one")
    await memory.add(**triple, standing="contested")

    assert await store.all_facts(user_id="mike") == []


async def test_a_fact_that_rests_on_a_turn_names_it_as_a_source(
    store: PostgresFactStore, memory: AsyncAgentMemory
) -> None:
    turns = await memory.ingest_turns(
        [{"content": "I live in Bath.", "occurred_at": "2026-03-01", "session": "chat"}]
    )
    await memory.add(
        subject="Mike", predicate="lives_in", object="Bath", episode_id=str(turns.episodes[0]),
        source="a chat", valid_from=MARCH,
    )  # fmt: skip
    (found,) = await store.query(user_id="mike")

    assert found.sources == (str(turns.episodes[0]), "a chat")


async def test_pages_follow_each_other_at_one_basis(memory: AsyncAgentMemory) -> None:
    await memory.append_facts(
        {"subject": "Mike", "predicate": f"p{n}", "object": "x", "valid_from": f"2026-03-0{n}"}
        for n in (1, 2, 3)
    )
    first = await memory.facts("Mike", limit=2)
    await memory.append_facts([{"subject": "Mike", "predicate": "p4", "object": "x"}])
    second = await memory.facts("Mike", limit=2, cursor=first.cursor)

    assert [each.predicate for each in (*first, *second)] == ["p3", "p2", "p1"]
    assert second.cursor is None
    every = await memory.facts(limit=2)
    rest = await memory.facts(limit=2, cursor=every.cursor)
    assert [each.predicate for each in (*every, *rest)] == ["p4", "p3", "p2", "p1"]


async def test_a_text_stands_alone(memory: AsyncAgentMemory) -> None:
    with pytest.raises(InvalidValue, match="or subject, predicate, object and cursor"):
        await memory.facts("Mike", text="Where does Mike live?")


async def test_a_fact_that_waits_for_its_embedding_comes_last(memory: AsyncAgentMemory) -> None:
    await memory.add_many(
        [{"subject": "Mike", "predicate": "likes", "object": "green tea"}], embed=False
    )
    await memory.append_facts([{"subject": "Mike", "predicate": "lives_in", "object": "Bath"}])

    found = await memory.facts(text="Mike likes green tea")

    assert [each.object for each in found] == ["Bath", "green tea"]


class Meeting(HashedEmbedder):
    """Embed nothing before two have come with what they would store."""

    def __init__(self) -> None:
        super().__init__()
        self.came = 0
        self.both = anyio.Event()

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        self.came += 1
        if self.came == 2:
            self.both.set()
        await self.both.wait()
        return await super().embed_documents(texts)


@pytest.mark.parametrize("many", [(), ("likes",)])
async def test_two_who_tell_a_fact_at_once_in_other_letters_tell_one(
    database: Database, many: Collection[str]
) -> None:
    told = [
        Fact(subject=who, predicate="likes", object=what, valid_from=MARCH, sources=(who,))
        for who, what in (("Mike", "tea"), ("mike", "Tea"))
    ]
    settings = Settings(database_url=database.app)
    async with PostgresFactStore(settings=settings, embedder=Meeting(), many=many) as store:
        await store.query()
        with anyio.fail_after(30):
            async with anyio.create_task_group() as group:
                for fact in told:
                    group.start_soon(store.append, fact)
        (found,) = await store.all_facts()

    assert (found.subject, found.object) in {("Mike", "tea"), ("mike", "Tea")}
    assert sorted(found.sources) == ["Mike", "mike"]


async def test_a_store_that_is_not_open_says_so(database: Database) -> None:
    store = PostgresFactStore(settings=Settings(database_url=database.app))

    with pytest.raises(DatabaseUnavailable, match="Call `open` first"):
        store.snapshot()


@pytest.mark.parametrize(
    "wrong, kind",
    [
        ({"subject": " "}, InvalidValue),
        ({"predicate": 3}, InvalidValue),
        ({"object": "a\x00b"}, UnstorableText),
        ({"confidence": 1.5}, InvalidValue),
        ({"confidence": True}, InvalidValue),
        ({"sources": "a letter"}, InvalidValue),
        ({"sources": ("",)}, InvalidValue),
        ({"user_id": ""}, InvalidValue),
        ({"valid_until": MARCH}, EmptyPeriod),
    ],
)
def test_a_fact_that_is_none_cannot_be_made(wrong: dict[str, Any], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        replace(BATH, **wrong)


@pytest.mark.parametrize("kind", [InMemoryFactStore, PostgresFactStore])
def test_predicates_that_hold_many_are_a_list(kind: Callable[..., object]) -> None:
    with pytest.raises(InvalidValue, match="write a list of predicates"):
        kind(many="speaks")


def test_known_times_rise_though_the_clock_stands_still() -> None:
    store = InMemoryFactStore(clock=lambda: MARCH)

    async def use() -> list[datetime | None]:
        await store.append(BATH)
        await store.append(replace(BATH, predicate="works_in"))
        return [each.recorded_at for each in await store.all_facts()]

    assert sorted(map(str, anyio.run(use))) == [
        "2026-03-01 00:00:00+00:00",
        "2026-03-01 00:00:00.000001+00:00",
    ]


async def test_facts_of_a_predicate_that_holds_many_are_appended_at_once(
    database: Database,
) -> None:
    settings = Settings(database_url=database.app, embedder={"name": "none"})
    async with PostgresFactStore(settings=settings, many=["hobby", "skill"]) as store:
        async with anyio.create_task_group() as tasks:
            for name in ("chess", "judo", "golf"):
                tasks.start_soon(store.append, Fact(subject="Mike", predicate="hobby", object=name))
        found = await store.query(subject="Mike", predicate="hobby")

    assert {fact.object for fact in found} == {"chess", "judo", "golf"}
