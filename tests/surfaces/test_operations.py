"""Every operation of the catalogue runs as its example says, and says what it is."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import fields, is_dataclass

import pytest

from muniment import AsyncAgentMemory
from muniment.access.principal import Permission
from muniment.operations import reads, writes
from muniment.operations.catalogue import CATALOGUE, Effect, Operation, arguments
from muniment.operations.offered import OFFERED
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

NAMES = [
    "alias_add", "answer", "audit_verify", "backlog_heal", "bank_compile", "cardinality_set",
    "changes", "consolidate", "context_enhance", "contradictions_find",
    "contradictions_propose", "current_facts", "decisions", "deep_memory", "diff",
    "duplicates_find", "embedder_adopt", "entities_list", "entity_graph", "entity_resolve",
    "entity_timeline", "episode_forget", "episode_get", "explain", "facts_append", "facts_list",
    "faded_list", "gaps_audit", "grant_add", "grant_list", "grant_revoke", "graph_measures",
    "health", "indexes_rebuild", "key_create", "key_list", "key_revoke", "memory_add",
    "memory_end", "memory_forget", "memory_get", "memory_history", "memory_retract",
    "memory_search", "memory_update", "namespaces_list", "page_compile", "page_diff", "page_get",
    "page_revisions",
    "pages_index", "pages_lint", "pages_list", "pages_refresh", "persona_compile",
    "project_create", "project_end", "projects_list", "quota_get", "quota_set", "recall",
    "recall_pack", "reflect", "replay", "review_settle", "reviews", "round_ingest",
    "rounds_ingest", "schedule_set", "schedules_list", "session_create", "session_end",
    "sessions_list", "snapshot_get", "snapshot_take", "stats", "task_cancel", "task_enqueue",
    "task_get", "task_retry", "tasks_list", "tasks_run", "traces_list", "transactions", "turn_process",
    "turns_ingest",
]  # fmt: skip


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[AsyncAgentMemory]:
    settings = Settings(database_url=database.app)
    async with AsyncAgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        yield memory


def test_the_catalogue_lists_what_muniment_can_do() -> None:
    assert (reads.recall.name, writes.memory_add.name) == ("recall", "memory_add")
    assert sorted(OFFERED) == NAMES


@pytest.mark.parametrize("name", NAMES)
async def test_an_operation_runs_as_its_example_says(
    memory: AsyncAgentMemory, database: Database, name: str
) -> None:
    operation = CATALOGUE[name]
    request = operation.request(**(dict(operation.example) | await _named(memory, operation)))
    if name == "task_retry":
        park(database)

    assert await memory.perform(operation, request) is not _nothing(name)


async def _named(memory: AsyncAgentMemory, operation: Operation[object, object]) -> dict[str, str]:
    """Fill in the ids that an example cannot know."""
    example = dict(operation.example)
    added = await memory.add("Mike lives in London", valid_from="2026-03-01")
    await memory.add("Mike likes tea", entity="Mike", category="likes", valid_from="2026-03-01")
    turns = await memory.ingest_turns(
        [
            {
                "content": "I moved. Call me Mickey.", "speaker": "Mike",
                "occurred_at": "2026-06-20", "session": "chat",
            }
        ]
    )  # fmt: skip
    if example.get("episode_id") == "":
        return {"episode_id": str(turns.episodes[0])}
    if example.get("recall") == "":
        return {"recall": str((await memory.recall("Where does Mike live?")).receipt.recall_id)}
    if example.get("id") == "" and operation.name.startswith("task"):
        return {"id": str((await memory.enqueue("embed_backlog")).id)}
    if example.get("page") == "":
        return {"page": (await memory.compile_page("Mike")).slug}
    if operation.name == "review_settle":
        return {"id": await _contradiction(memory)}
    if operation.name == "snapshot_get":
        await memory.snapshot_take()
    if operation.name == "key_revoke":
        return {"id": str((await memory.create_key("web")).id)}
    if operation.name == "grant_revoke":
        return {"id": str((await memory.grant("ann")).id)}
    if example.get("id") == "":
        is_episode = operation.name.startswith("episode")
        return {"id": str(turns.episodes[0] if is_episode else added.id)}
    return {}


async def _contradiction(memory: AsyncAgentMemory) -> str:
    """Let Anna say otherwise what Mike said of himself; return the contradiction's id."""
    for speaker, text in (("Mike", "I live in London."), ("Anna", "Mike lives in Rome.")):
        await memory.ingest_round(text, session="chat", occurred_at="2026-06-20", speaker=speaker)
    return str((await memory.reviews())[0].id)


def park(database: Database) -> None:
    """Park every task, as its last attempt would have."""
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.tasks SET state = 'parked', error = 'no', ended_at = now()"
        )


def _nothing(name: str) -> object:
    """Return what an operation must not answer: nothing, where it has something to say."""
    return object() if name == "cardinality_set" else None


@pytest.mark.parametrize("name", NAMES)
def test_an_operation_documents_itself_and_each_of_its_fields(name: str) -> None:
    operation = CATALOGUE[name]

    assert operation.summary.endswith((".", ":"))
    assert is_dataclass(operation.request)
    assert [
        each.name for each in arguments(operation.request) if not each.about.endswith(".")
    ] == []
    assert [item.name for item in fields(operation.request) if not item.kw_only] == []
    assert (operation.effect is Effect.READS) == (operation.permission is Permission.READ)
