"""CrewAI's memory keeps its records in ours, and what it deletes can still be seen as of then."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest

from muniment import AgentMemory, AsyncAgentMemory
from muniment.errors import InvalidValue, MemoryNotFound, UnstorableText

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(autouse=True, scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Switch CrewAI's telemetry off before it is imported, and give it a directory of its own."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("CREWAI_DISABLE_TELEMETRY", "true")
        patched.setenv("CREWAI_DISABLE_TRACKING", "true")
        patched.setenv("CREWAI_TRACING_ENABLED", "false")
        patched.setenv("OTEL_SDK_DISABLED", "true")
        patched.setenv("CREWAI_STORAGE_DIR", str(tmp_path_factory.mktemp("crewai")))
        pytest.importorskip("crewai", reason="needs it: pip install 'muniment[crewai]'")
        yield


@pytest.fixture
def storage(memory: AgentMemory) -> Any:
    from muniment.integrations.crewai import MunimentStorage

    return MunimentStorage(memory)


def record(content: str, scope: str = "/", **given: Any) -> Any:
    from crewai.memory.types import MemoryRecord

    return MemoryRecord(content=content, scope=scope, **given)


@contextmanager
def remembering(storage: Any) -> Iterator[Any]:
    """Lend CrewAI's memory over a storage."""
    from crewai import LLM
    from crewai.memory.unified_memory import Memory

    nobody = LLM(model="openai/any", base_url="http://127.0.0.1:9/v1", api_key="none")
    memory = Memory(storage=storage, embedder=storage.embedder, llm=nobody)
    try:
        yield memory
    finally:
        memory.close()


def test_it_is_a_storage(storage: Any) -> None:
    from crewai.memory.storage.backend import StorageBackend

    assert isinstance(storage, StorageBackend)


def test_what_crewai_remembers_it_recalls(storage: Any, memory: AgentMemory) -> None:
    with remembering(storage) as crews:
        told: dict[str, Any] = {"scope": "/people", "importance": 0.8, "source": "mail:7"}
        saved = crews.remember(
            "Ann lives in Bath", categories=["home"], metadata={"by": "Bob"}, **told
        )
        crews.remember("The server room is on the second floor", scope="/office", categories=["x"])
        (match, *_) = crews.recall("Where does Ann live? In Bath?", depth="shallow")
    found = match.record
    assert (found.id, found.content, found.scope) == (saved.id, "Ann lives in Bath", "/people")
    assert (found.categories, found.metadata) == (["home"], {"by": "Bob"})
    assert (found.importance, found.source) == (0.8, "mail:7")
    (belief,) = memory.current_facts(namespace="crewai/people")
    assert memory.explain(belief.id).evidence[0].source == "mail:7"


@pytest.mark.parametrize("scope", ["/people/ann ", "/people /ann", "/people/zoe\u0308"])
def test_a_scope_is_found_as_it_was_written(storage: Any, scope: str) -> None:
    storage.save([record("The kettle is blue", scope=scope)])
    assert [each.content for each in storage.list_records(scope)] == ["The kettle is blue"]
    (found,) = storage.list_records("/people")
    storage.update(found.model_copy(update={"content": "The kettle is green"}))
    assert storage.count(scope) == 1
    assert storage.delete(scope_prefix=scope) == 1


def test_a_record_comes_back_whole(storage: Any) -> None:
    given = record("Ann lives in Bath", "/a/b", categories=["home"], private=True, source="s")
    storage.save([given])
    found = storage.get_record(given.id)
    assert found.model_dump(exclude={"last_accessed"}) == given.model_dump(
        exclude={"last_accessed"}
    )
    assert storage.get_record("none") is None


def test_a_search_keeps_to_scope_category_and_metadata(storage: Any) -> None:
    storage.save(
        [
            record("Ann likes green tea", "/a", categories=["drink"], metadata={"n": 1}),
            record("Ann likes black tea", "/a/b", categories=["drink"], metadata={"n": 2}),
            record("Ann likes tea cakes", "/ab", categories=["food"], metadata={"n": 3}),
        ]
    )
    (query,) = storage.embedder(["Ann likes tea"])

    def contents(*args: Any, **given: Any) -> set[str]:
        found = storage.search(query, *args, **given)
        assert all(0 <= score <= 1 for _, score in found)
        return {each.content for each, _ in found}

    assert len(contents()) == 3
    assert contents("/a") == {"Ann likes green tea", "Ann likes black tea"}
    assert contents("/a/b/") == {"Ann likes black tea"}
    assert contents(None, ["food"]) == {"Ann likes tea cakes"}
    assert contents(None, None, {"n": 1}) == {"Ann likes green tea"}
    assert contents(min_score=1.1) == set()
    assert len(contents(limit=1)) == 1


def test_a_vector_of_another_embedder_is_refused(storage: Any) -> None:
    with pytest.raises(InvalidValue, match=r"embedder=storage\.embedder"):
        storage.search([0.0, 1.0])


def test_scopes_and_categories_are_counted(storage: Any) -> None:
    storage.save(
        [
            record("one", "/a", categories=["x"]),
            record("two", "/a/b/c", categories=["x", "y"]),
            record("three", "/ab", categories=["z"]),
        ]
    )
    assert storage.list_scopes() == ["/a", "/ab"]
    assert storage.list_scopes("/a") == ["/a/b"]
    assert storage.list_scopes("/a/b/c") == []
    assert storage.list_categories("/a") == {"x": 2, "y": 1}
    assert (storage.count(), storage.count("/a"), storage.count("/none")) == (3, 2, 0)
    info = storage.get_scope_info("/a")
    assert (info.record_count, info.categories, info.child_scopes) == (2, ["x", "y"], ["/a/b"])
    assert info.oldest_record <= info.newest_record
    assert storage.get_scope_info("/none").record_count == 0


def test_records_are_listed_the_latest_first(storage: Any) -> None:
    first = datetime(2026, 1, 1)  # noqa: DTZ001 - CrewAI's moments have no zone
    storage.save(
        [record(f"number {n}", "/a", created_at=first + timedelta(days=n)) for n in range(4)]
    )
    listed = storage.list_records("/a", limit=2, offset=1)
    assert [each.content for each in listed] == ["number 2", "number 1"]


def test_what_is_deleted_is_forgotten_and_seen_as_of_then(
    storage: Any, memory: AgentMemory
) -> None:
    from muniment.integrations.crewai import MunimentStorage

    old = datetime(2026, 1, 1)  # noqa: DTZ001 - CrewAI's moments have no zone
    kept, other = record("one", "/a", categories=["x"]), record("two", "/b", created_at=old)
    storage.save([kept, other, record("three", "/b", metadata={"n": 3})])
    known = memory.transactions(limit=1000)[-1].number
    assert storage.delete(record_ids=[other.id]) == 1
    assert storage.delete(categories=["none"]) == 0
    assert storage.delete("/b", metadata_filter={"n": 3}) == 1
    assert storage.delete(older_than=old) == 0
    assert [each.id for each in storage.list_records()] == [kept.id]
    storage.reset("/a")
    assert storage.count() == 0
    then = MunimentStorage(memory, as_of=known)
    assert then.count() == 3
    with pytest.raises(InvalidValue, match=r"read-only\. Save into one made without"):
        then.reset()


def test_a_record_is_corrected_and_moved(storage: Any, memory: AgentMemory) -> None:
    given = record("Ann lives in Leeds", "/a", categories=["home"])
    storage.save([given])
    storage.update(given.model_copy(update={"content": "Ann lives in Bath", "importance": 0.9}))
    found = storage.get_record(given.id)
    assert (found.content, found.importance) == ("Ann lives in Bath", 0.9)
    storage.update(found.model_copy(update={"scope": "/b"}))
    assert (storage.count("/a"), storage.count("/b")) == (0, 1)
    assert storage.get_record(given.id).scope == "/b"
    with pytest.raises(MemoryNotFound, match="there is no record none"):
        storage.update(record("nothing", id="none"))


def test_correcting_a_record_takes_no_longer_with_more_scopes(
    storage: Any, asked: list[str]
) -> None:
    given = record("Ann lives in Leeds", "/m")
    storage.save([given, record("one", "/a")])
    storage.update(given.model_copy(update={"content": "Ann lives in Bath"}))
    asked.clear()
    storage.update(given.model_copy(update={"content": "Ann lives in York"}))
    before = len(asked)
    storage.save([record(f"number {n}", f"/b{n}") for n in range(8)])
    asked.clear()
    storage.update(given.model_copy(update={"content": "Ann lives in Rome"}))
    assert len(asked) == before


def test_the_same_words_are_one_belief_by_both_ids(storage: Any) -> None:
    one, two = record("Ann lives in Bath", "/a"), record("Ann lives in Bath", "/a")
    storage.save([one])
    storage.save([two])
    assert storage.count() == 1
    assert storage.get_record(one.id).content == storage.get_record(two.id).content
    assert storage.delete(record_ids=[two.id]) == 1


def test_what_others_wrote_is_a_record_by_its_id(storage: Any, memory: AgentMemory) -> None:
    added = memory.add("Ann lives in Bath", entity="Ann", namespace="crewai/people")
    elsewhere = memory.add("Ann lives in Leeds", entity="Ann")
    found = storage.get_record(str(added.id))
    assert (found.scope, found.metadata) == ("/people", {"entity": "Ann"})
    assert storage.get_record(str(elsewhere.id)) is None


def test_what_is_deleted_twice_at_once_is_counted_once(storage: Any) -> None:
    storage.save([record(f"number {number}", "/a") for number in range(8)])
    with ThreadPoolExecutor(4) as threads:
        counts = list(threads.map(lambda _: storage.delete("/a"), range(4)))
    assert (sum(counts), storage.count("/a")) == (8, 0)


def test_a_question_that_is_blank_or_very_long_stops_no_crew(storage: Any) -> None:
    storage.save([record("Ann lives in Bath", "/a")])
    blank, long = storage.embedder([" ", "Where does Ann live? " * 2_000])
    assert storage.search(blank) == []
    assert [each.content for each, _ in storage.search(long)] == ["Ann lives in Bath"]


def test_words_that_are_no_unicode_are_refused_by_name(storage: Any) -> None:
    storage.save([record("Ann lives in Bath", "/a")])
    (handle,) = storage.embedder(["Ann \ud800"])
    with pytest.raises(UnstorableText, match="query holds a NUL or a lone surrogate"):
        storage.search(handle)


async def test_asynchronous_code_asks_either_kind_of_memory(
    storage: Any, async_memory: AsyncAgentMemory
) -> None:
    from muniment.integrations.crewai import MunimentStorage

    for each in (storage, MunimentStorage(async_memory)):
        await each.asave([record("Ann lives in Bath", "/a")])
        (query,) = each.embedder(["Ann lives in Bath"])
        assert len(await each.asearch(query)) == 1
        assert await each.adelete("/a") == 1


def test_the_first_record_opens_a_new_tenant(new_tenant: AgentMemory) -> None:
    from muniment.integrations.crewai import MunimentStorage

    storage = MunimentStorage(new_tenant)
    with remembering(storage) as crews:
        assert crews.recall("Where does Ann live?", depth="shallow") == []
        assert storage.get_record("none") is None
        assert storage.get_record("0192d3a0-0000-7000-8000-000000000000") is None
        assert (storage.count(), storage.delete("/a")) == (0, 0)
        crews.remember("Ann lives in Bath", scope="/people", categories=["home"], importance=0.5)
    assert storage.count() == 1


def test_a_record_that_cannot_be_moved_stays_where_it_was(storage: Any) -> None:
    given = record("Ann lives in Bath", "/a")
    storage.save([given])
    with pytest.raises(InvalidValue):
        storage.update(given.model_copy(update={"scope": f"/{'b' * 1000}"}))
    assert storage.get_record(given.id).scope == "/a"
