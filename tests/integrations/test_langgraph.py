"""LangGraph's store keeps its contract over a memory, and what was put stays in the timeline."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any, TypedDict

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from muniment import AgentMemory, AsyncAgentMemory, MemoryClient
from muniment.errors import InvalidValue, UnstorableText
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.surfaces.service import listening_service

pytest.importorskip("langgraph", reason="needs langgraph: pip install 'muniment[langgraph]'")

from langgraph.graph import START, StateGraph
from langgraph.runtime import Runtime
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)
from langgraph.store.memory import InMemoryStore

from muniment.integrations.langgraph import MunimentStore

ANN = ("users", "ann")
BOB = ("users", "bob")


@pytest.fixture
def store(memory: AgentMemory) -> MunimentStore:
    return MunimentStore(memory)


def test_what_was_put_is_got(store: MunimentStore) -> None:
    store.put(ANN, "food", {"text": "Ann likes pizza", "since": 2024})
    item = store.get(ANN, "food")
    assert item is not None
    assert (item.namespace, item.key) == (ANN, "food")
    assert item.value == {"text": "Ann likes pizza", "since": 2024}
    assert item.created_at == item.updated_at
    assert store.get(ANN, "drink") is None
    assert store.get(BOB, "food") is None


@pytest.mark.parametrize(
    "value", [datetime(2026, 3, 1, tzinfo=UTC), {1, 2}, b"tea", float("nan")], ids=repr
)
@pytest.mark.parametrize("index", [None, False, ["text"]])
def test_a_value_that_is_no_json_is_refused_before_anything_is_written(
    store: MunimentStore, value: object, index: Any
) -> None:
    store.put(ANN, "drink", {"text": "Ann likes tea"})
    put = PutOp(ANN, "food", {"text": "Ann likes pizza", "beside": value}, index)
    with pytest.raises(InvalidValue, match="the item's value is not valid JSON"):
        store.batch([PutOp(ANN, "drink", None), put])
    assert store.get(ANN, "drink") is not None


@pytest.mark.parametrize("label", ["ann ", "zoe\u0308"])
def test_a_namespace_that_would_be_stored_as_another_is_refused(
    store: MunimentStore, label: str
) -> None:
    store.put(ANN, "food", {"text": "Ann likes pizza"})
    with pytest.raises(InvalidValue, match="is stored as"):
        store.put(("users", label), "food", {"text": "somebody else's"})
    with pytest.raises(InvalidValue, match="is stored as"):
        store.get(("users", label), "food")
    found = store.search(("users",))
    assert [(each.namespace, each.value["text"]) for each in found] == [(ANN, "Ann likes pizza")]


def test_what_is_put_again_takes_its_place_and_the_one_before_stays_in_the_timeline(
    store: MunimentStore, memory: AgentMemory
) -> None:
    store.put(ANN, "food", {"text": "Ann likes pizza"})
    first = store.get(ANN, "food")
    store.put(ANN, "food", {"text": "Ann likes ramen"})
    second = store.get(ANN, "food")
    assert first is not None
    assert second is not None
    assert second.value == {"text": "Ann likes ramen"}
    assert second.created_at == first.created_at
    assert second.updated_at > first.updated_at
    line = memory.timeline("food", namespace="users.ann")
    assert [entry.memory.content for entry in line] == ["Ann likes pizza", "Ann likes ramen"]
    was = store.at(valid_at=first.updated_at).get(ANN, "food")
    assert was is not None
    assert was.value == {"text": "Ann likes pizza"}


def test_another_value_of_the_same_words_is_kept(store: MunimentStore) -> None:
    store.put(ANN, "food", {"text": "pizza", "sure": False}, index=["text"])
    store.put(ANN, "food", {"text": "pizza", "sure": True}, index=["text"])
    item = store.get(ANN, "food")
    assert item is not None
    assert item.value == {"text": "pizza", "sure": True}


def test_what_is_deleted_is_forgotten_and_can_be_put_again(
    store: MunimentStore, memory: AgentMemory
) -> None:
    store.put(ANN, "food", {"text": "Ann likes pizza"})
    known = memory.transactions(limit=1000)[-1].number
    store.delete(ANN, "food")
    store.delete(ANN, "nothing")
    assert store.get(ANN, "food") is None
    assert store.search(ANN) == []
    before = store.at(as_of=known).get(ANN, "food")
    assert before is not None
    assert before.value == {"text": "Ann likes pizza"}
    store.put(ANN, "food", {"text": "Ann likes pizza"})
    assert store.get(ANN, "food") is not None


def test_what_several_agents_delete_and_put_at_once_stops_none_of_them(
    store: MunimentStore,
) -> None:
    def change(number: int) -> None:
        if number % 3:
            store.put(ANN, "food", {"text": "pizza", "number": number}, index=["text"])
        else:
            store.delete(ANN, "food")

    store.put(ANN, "food", {"text": "pizza"})
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(change, range(24)))
        store.put(ANN, "food", {"text": "ramen"})
        list(threads.map(lambda _: store.delete(ANN, "food"), range(6)))
    assert store.get(ANN, "food") is None


@pytest.mark.parametrize("key", ["", " ", "https://example.org/" + "a/" * 300, "B" * 256])
@pytest.mark.parametrize("index", [None, False, ["blank"]])
def test_any_text_is_a_key(store: MunimentStore, key: str, index: Any) -> None:
    store.put(ANN, key, {"n": 1, "blank": " "}, index=index)
    store.put(ANN, f"{key}b", {"n": 2})
    item = store.get(ANN, key)
    assert item is not None
    assert (item.key, item.value["n"]) == (key, 1)


@pytest.mark.parametrize("key", ["a\ud800", "A\ud800", "\ud800" * 300, "a\x00", "A\x00"])
def test_a_key_that_no_database_keeps_is_refused(store: MunimentStore, key: str) -> None:
    with pytest.raises(UnstorableText, match="NUL or a lone surrogate"):
        store.put(ANN, key, {"n": 1})


def test_an_item_of_the_same_words_is_told_when_it_was_last_put(store: MunimentStore) -> None:
    for number in range(2):
        store.put(ANN, "food", {"text": "pizza", "number": number}, index=["text"])
    store.put(ANN, "drink", {"text": "tea"})
    item = store.get(ANN, "food")
    assert item is not None
    assert item.updated_at > item.created_at


def test_keys_and_labels_are_told_apart_as_they_are_written(store: MunimentStore) -> None:
    keys = ["Food", "food", "ﬁsh", "fish", "two  spaces", "two spaces"]
    for key in keys:
        store.put(ANN, key, {"key": key})
    assert [item.value["key"] for key in keys if (item := store.get(ANN, key))] == keys
    store.put(("users", "Ann"), "food", {"key": "another"})
    assert len(store.search(ANN, limit=100)) == 6


def test_a_search_without_a_query_lists_the_latest_first(store: MunimentStore) -> None:
    for number in range(5):
        store.put(ANN if number % 2 else BOB, f"n{number}", {"number": number})
    assert [item.value["number"] for item in store.search(("users",))] == [4, 3, 2, 1, 0]
    assert [item.value["number"] for item in store.search(ANN)] == [3, 1]
    page = store.search((), limit=2, offset=1)
    assert [item.value["number"] for item in page] == [3, 2]


def test_a_search_with_a_query_finds_what_bears_on_it(store: MunimentStore) -> None:
    store.put(ANN, "a", {"text": "Ann likes pizza with olives"})
    store.put(ANN, "b", {"text": "The server room is on the second floor"})
    (found,) = store.search(("users",), query="pizza with olives", limit=1)
    assert found.key == "a"
    assert found.score is not None
    assert store.search(BOB, query="pizza with olives") == []


def test_a_question_that_is_blank_or_very_long_stops_no_graph(store: MunimentStore) -> None:
    store.put(ANN, "a", {"text": "Ann likes pizza"})
    assert [item.key for item in store.search(ANN, query=" ")] == ["a"]
    assert [item.key for item in store.search(ANN, query="What does Ann like? " * 2_000)] == ["a"]


@pytest.mark.parametrize(
    "filters, keys",
    [
        ({"kind": "x"}, ["c", "a"]),
        ({"kind": {"$ne": "x"}}, ["b"]),
        ({"size": {"$gte": 2, "$lt": 3}}, ["b"]),
        ({"size": {"$gt": 2}, "kind": "x"}, ["c"]),
        ({"deep": {"in": True}}, ["a"]),
        ({"kind": {"$gt": 1}}, []),
    ],
)
def test_filters_pass_what_fits(
    store: MunimentStore, filters: dict[str, object], keys: list[str]
) -> None:
    store.put(ANN, "a", {"kind": "x", "size": 1, "deep": {"in": True}})
    store.put(ANN, "b", {"kind": "y", "size": 2})
    store.put(ANN, "c", {"kind": "x", "size": 3})
    assert [item.key for item in store.search(ANN, filter=filters)] == keys


def test_an_unknown_operator_is_refused(store: MunimentStore) -> None:
    store.put(ANN, "a", {"kind": "x"})
    with pytest.raises(ValueError, match=r"\$in is not an operator; there are \$eq"):
        store.search(ANN, filter={"kind": {"$in": ["x"]}})


def test_namespaces_are_listed_by_how_they_begin_and_end(store: MunimentStore) -> None:
    for namespace in (ANN, BOB, ("users", "ann", "drafts"), ("docs", "drafts")):
        store.put(namespace, "k", {"n": 1})
    assert store.list_namespaces(prefix=("users",)) == [ANN, ("users", "ann", "drafts"), BOB]
    assert store.list_namespaces(suffix=("drafts",)) == [
        ("docs", "drafts"),
        ("users", "ann", "drafts"),
    ]
    assert store.list_namespaces(prefix=("*", "ann")) == [ANN, ("users", "ann", "drafts")]
    assert store.list_namespaces(max_depth=1) == [("docs",), ("users",)]
    assert store.list_namespaces(limit=1, offset=1) == [ANN]


def test_a_namespace_that_only_begins_with_the_same_letters_is_another(
    store: MunimentStore,
) -> None:
    store.put(("users", "annabel"), "food", {"text": "soup"})
    assert store.search(ANN) == []


def test_a_batch_reads_before_it_writes_and_the_last_put_of_a_key_counts(
    store: MunimentStore, memory: AgentMemory
) -> None:
    before = memory.stats().transactions
    answers = store.batch(
        [
            PutOp(ANN, "a", {"n": 1}),
            PutOp(ANN, "a", {"n": 2}),
            PutOp(BOB, "b", {"n": 3}),
            GetOp(ANN, "a"),
        ]
    )
    assert answers == [None, None, None, None]
    assert memory.stats().transactions - before <= 2  # the first use of a store opens its tenant
    got, found, names = store.batch(
        [
            GetOp(ANN, "a"),
            SearchOp(("users",), filter={"n": {"$gt": 0}}),
            ListNamespacesOp(match_conditions=(MatchCondition("prefix", ("users",)),)),
        ]
    )
    assert getattr(got, "value", None) == {"n": 2}
    assert isinstance(found, list)
    assert len(found) == 2
    assert names == [ANN, BOB]


@pytest.mark.parametrize("more", [0, 30], ids=["all listed", "more than are listed"])
def test_a_batch_of_many_keys_finds_what_each_key_finds(
    store: MunimentStore, memory: AgentMemory, more: int
) -> None:
    theirs = memory.add("Ann rows", entity="Ann", category="sport", namespace="users.ann")
    added = memory.add("Ann's item", entity="Food", category="item", namespace="users.ann")
    keys = ["food", "Food", "k", "K", "gone", "", str(theirs.id), str(added.id), "nothing"]
    store.batch([PutOp(ANN, key, {"n": n}) for n, key in enumerate(keys[:6])])
    store.batch([PutOp(BOB, "food", {"n": 9}), PutOp(ANN, "gone", None)])
    store.batch([PutOp(ANN, f"other {n}", {"n": n}) for n in range(more)])
    gets = [*(GetOp(ANN, key) for key in keys), GetOp(BOB, "food"), GetOp(BOB, "k")]
    found = store.batch(gets)
    assert found == [store.get(each.namespace, each.key) for each in gets]
    assert [getattr(each, "value", None) for each in found] == [
        *({"n": n} for n in range(4)),
        None,
        {"n": 5},
        {"content": "Ann rows", "entity": "Ann", "category": "sport"},
        {"content": "Ann's item", "entity": "Food", "category": "item"},
        None,
        {"n": 9},
        None,
    ]


async def test_a_batch_asks_once_for_many_keys_of_a_namespace(database: Database) -> None:
    class Watched(AsyncAgentMemory):
        """A memory that notes what it is asked."""

        async def perform(self, what: Any, request: Any, context: Any = None) -> Any:
            asked.append(what.name)
            return await super().perform(what, request, context)

    asked: list[str] = []
    opened = Settings(database_url=database.app)
    async with Watched(settings=opened, embedder=HashedEmbedder()) as memory:
        store = MunimentStore(memory)
        await store.abatch([PutOp(ANN, f"k{n}", {"n": n}) for n in range(20)])
        assert asked == ["current_facts", "add_many"]
        asked.clear()
        found = await store.abatch([GetOp(ANN, f"k{n}") for n in range(25)])
        assert asked == ["current_facts"]
    assert [getattr(each, "value", None) for each in found] == [
        *({"n": n} for n in range(20)),
        *[None] * 5,
    ]


def test_what_others_wrote_is_an_item_by_its_id(store: MunimentStore, memory: AgentMemory) -> None:
    added = memory.add("Ann lives in Bath", entity="Ann", category="city", namespace="users.ann")
    (item,) = store.search(ANN, query="Where does Ann live?")
    assert item.key == str(added.id)
    assert item.value == {"content": "Ann lives in Bath", "entity": "Ann", "category": "city"}
    assert store.get(ANN, str(added.id)) is not None
    assert store.get(BOB, str(added.id)) is None
    store.delete(ANN, str(added.id))
    assert store.search(ANN) == []


def test_an_item_is_a_belief_to_everybody_else(store: MunimentStore, memory: AgentMemory) -> None:
    store.put(ANN, "food", {"text": "Ann likes pizza"})
    (result,) = memory.recall("What does Ann like?", namespace="users.ann")
    assert result.memory.content == "Ann likes pizza"
    (evidence,) = memory.explain(result.memory.id).evidence
    assert evidence.source == "langgraph"


def test_fields_that_are_not_indexed_are_not_found_by(store: MunimentStore) -> None:
    store.put(ANN, "one", {"title": "apples", "body": "granite"}, index=["title"])
    store.put(ANN, "two", {"title": "pears"}, index=False)
    assert [item.key for item in store.search(ANN, query="apples")] == ["one"]
    assert store.search(ANN, query="granite") == []
    assert store.search(ANN, query="pears") == []


def test_a_store_of_another_time_is_only_read(store: MunimentStore) -> None:
    store.put(ANN, "food", {"text": "Ann likes pizza"})
    with pytest.raises(InvalidValue, match="shows another time"):
        store.at(as_of=1).put(ANN, "food", {"text": "Ann likes ramen"})
    assert store.at(as_of=1).list_namespaces() == []


def test_a_label_that_could_stand_for_two_is_refused(store: MunimentStore) -> None:
    with pytest.raises(InvalidNamespaceError):
        store.batch([GetOp(("users.ann",), "food")])


async def test_asynchronous_code_asks_either_kind_of_memory(
    memory: AgentMemory, async_memory: AsyncAgentMemory
) -> None:
    for each in (MunimentStore(memory), MunimentStore(async_memory)):
        await each.aput(ANN, "food", {"text": "Ann likes pizza"})
        item = await each.aget(ANN, "food")
        assert item is not None
        assert len(await each.asearch(ANN, query="What does Ann like?")) == 1
        assert await each.alist_namespaces() == [ANN]
        await each.adelete(ANN, "food")
        assert await each.aget(ANN, "food") is None


async def test_synchronous_code_is_told_to_take_a_synchronous_memory(
    async_memory: AsyncAgentMemory,
) -> None:
    with pytest.raises(InvalidValue, match="Give an AgentMemory or a MemoryClient"):
        MunimentStore(async_memory).get(ANN, "food")


def test_it_stands_on_a_service_and_works_as_an_agent(database: Database) -> None:
    with listening_service(database) as url, MemoryClient(url) as client:
        store = MunimentStore(client.context("planner"))
        store.put(ANN, "food", {"text": "Ann likes pizza"})
        assert store.get(ANN, "food") is not None
        assert client.transactions(limit=1000)[-1].actor == "planner"


KEYS = st.sampled_from(["a", "A", "b b"])
SPACES = st.sampled_from([("x",), ("x", "y"), ("xy",), ("z", "y")])
VALUES = st.fixed_dictionaries(
    {"n": st.integers(0, 3), "kind": st.sampled_from(["p", "q"])},
    optional={"text": st.text(st.characters(codec="utf-8", exclude_characters="\x00"))},
)
STEPS = st.lists(
    st.tuples(SPACES, KEYS, st.one_of(st.none(), VALUES)), min_size=1, max_size=12
)  # a value is put, none deletes


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_it_answers_as_langgraphs_own_store_does(
    memory: AgentMemory, steps: list[tuple[tuple[str, ...], str, dict[str, Any] | None]]
) -> None:
    user = f"user {len(memory.transactions(limit=1000))}"
    ours = MunimentStore(memory.context("prover", user=user))
    theirs = InMemoryStore()
    for space, key, value in steps:
        for store in (ours, theirs):
            store.put(space, key, value) if value is not None else store.delete(space, key)

    def told(store: BaseStore, prefix: tuple[str, ...], **asked: Any) -> list[Any]:
        found = store.search(prefix, limit=100, **asked)
        return sorted(
            repr((item.namespace, item.key, sorted(item.value.items()))) for item in found
        )

    for prefix in ((), ("x",), ("x", "y"), ("z",)):
        assert told(ours, prefix) == told(theirs, prefix)
        filters = {"n": {"$gte": 2}, "kind": "p"}
        assert told(ours, prefix, filter=filters) == told(theirs, prefix, filter=filters)
    for space, key, _ in steps:
        mine, other = ours.get(space, key), theirs.get(space, key)
        assert (mine and mine.value) == (other and other.value)
    put = {space for space, _, value in steps if value is not None}
    assert ours.list_namespaces(prefix=("x",)) == sorted(each for each in put if each[0] == "x")
    assert ours.list_namespaces(max_depth=1) == sorted({each[:1] for each in put})


class State(TypedDict):
    told: str


def test_a_graph_remembers_across_its_runs(store: MunimentStore) -> None:
    def learn(state: State, runtime: Runtime[None]) -> State:
        given: BaseStore | None = runtime.store
        assert given is not None
        seen = given.search(ANN, query="pizza")
        given.put(ANN, "food", {"text": "Ann likes pizza"})
        return {"told": ", ".join(item.value["text"] for item in seen)}

    graph = StateGraph(State).add_node("learn", learn).add_edge(START, "learn")
    compiled = graph.compile(store=store)
    assert compiled.invoke({"told": ""})["told"] == ""
    assert compiled.invoke({"told": ""})["told"] == "Ann likes pizza"


def test_a_new_tenant_is_an_empty_store_that_the_first_item_opens(new_tenant: AgentMemory) -> None:
    store = MunimentStore(new_tenant)
    assert store.get(ANN, "food") is None
    assert store.get(ANN, "0192d3a0-0000-7000-8000-000000000000") is None
    assert store.search(ANN, query="pizza") == store.search(ANN) == []
    assert store.list_namespaces() == []
    store.delete(ANN, "food")
    store.put(ANN, "food", {"text": "Ann likes pizza"})
    assert [item.key for item in store.search(ANN)] == ["food"]


def test_a_value_that_is_too_large_is_told_as_what_was_put(store: MunimentStore) -> None:
    small, large = PutOp(ANN, "food", {"text": "pizza"}), PutOp(ANN, "doc", {"text": "x" * 100_000})
    with pytest.raises(InvalidValue) as refused:
        store.batch([small, large])
    assert refused.value.message == (
        "the value put under 'doc' in ('users', 'ann') has 100012 bytes as JSON, more than the setting "
        "`limits.metadata_bytes_max` allows for an item. Put less, such as a reference to the rest, or raise "
        "the setting."
    )
    assert store.get(ANN, "food") is None
