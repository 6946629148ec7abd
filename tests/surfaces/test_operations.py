"""Every operation of the catalogue runs as its example says, and says what it is."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from muniment import AsyncAgentMemory
from muniment.access.principal import Permission
from muniment.operations import reads, writes
from muniment.operations.catalogue import CATALOGUE, Effect, Operation, arguments
from muniment.operations.offered import OFFERED
from tests.database import Database

NAMES = [
    "add_alias", "add_many", "adopt_embedder", "answer", "append_facts", "audit_gaps",
    "cancel_task", "changes", "compile_bank", "compile_page", "compile_persona_page",
    "consolidate", "create_key", "create_project", "create_session", "current_facts", "decisions",
    "deep_memory", "diff", "end", "end_project", "end_session", "enhance_context", "enqueue",
    "entities", "explain", "facts", "faded", "find_contradictions", "find_duplicates", "forget",
    "forget_episode", "get", "get_episode", "get_page", "get_quota", "get_snapshot", "get_task",
    "grant", "grants", "graph", "graph_measures", "heal_backlog", "health", "history",
    "index_page_vectors", "ingest_round", "ingest_rounds", "ingest_turns", "keys", "lint_pages",
    "namespaces", "page_diff", "page_revisions", "pages", "process_turn", "projects",
    "propose_contradictions", "purge", "rebuild_indexes", "recall", "recall_as_pack", "reflect",
    "refresh_pages", "replay", "resolve_entity", "retract", "retry_task", "review",
    "revoke_grant", "revoke_key", "run_pending", "schedules", "search", "sessions",
    "set_cardinality", "set_quota", "set_schedule", "settle_review", "stats", "take_snapshot",
    "tasks", "timeline", "traces", "transactions", "update", "users", "verify",
]  # fmt: skip

FOR_WHO_GOVERNS = {"users"}
"""What is read by nobody but who governs."""


def test_the_catalogue_lists_what_muniment_can_do() -> None:
    assert (reads.recall.name, writes.add_many.name) == ("recall", "add_many")
    assert sorted(OFFERED) == NAMES


@pytest.mark.parametrize("name", NAMES)
async def test_an_operation_runs_as_its_example_says(
    memory: AsyncAgentMemory, database: Database, name: str
) -> None:
    operation = CATALOGUE[name]
    request = operation.request(**(dict(operation.example) | await _named(memory, operation)))
    if name == "retry_task":
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
    if example.get("id") == "" and operation.name.endswith("_task"):
        return {"id": str((await memory.enqueue("embed_backlog")).id)}
    if example.get("page") == "":
        return {"page": (await memory.compile_page("Mike")).slug}
    if operation.name == "settle_review":
        return {"id": await _contradiction(memory)}
    if operation.name == "get_snapshot":
        await memory.take_snapshot()
    if operation.name == "revoke_key":
        return {"id": str((await memory.create_key("web")).id)}
    if operation.name == "revoke_grant":
        return {"id": str((await memory.grant("ann")).id)}
    if example.get("id") == "":
        is_episode = operation.name.endswith("_episode")
        return {"id": str(turns.episodes[0] if is_episode else added.id)}
    return {}


async def _contradiction(memory: AsyncAgentMemory) -> str:
    """Let Anna say otherwise what Mike said of himself; return the contradiction's id."""
    for speaker, text in (("Mike", "I live in London."), ("Anna", "Mike lives in Rome.")):
        await memory.ingest_round(text, session="chat", occurred_at="2026-06-20", speaker=speaker)
    return str((await memory.review())[0].id)


def park(database: Database) -> None:
    """Park every task, as its last attempt would have."""
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.tasks SET state = 'parked', error = 'no', ended_at = now()"
        )


def _nothing(name: str) -> object:
    """Return what an operation must not answer: nothing, where it has something to say."""
    return object() if name == "set_cardinality" else None


@pytest.mark.parametrize("name", NAMES)
def test_an_operation_documents_itself_and_each_of_its_fields(name: str) -> None:
    operation = CATALOGUE[name]

    assert operation.summary.endswith((".", ":"))
    assert is_dataclass(operation.request)
    assert [
        each.name for each in arguments(operation.request) if not each.about.endswith(".")
    ] == []
    assert [item.name for item in fields(operation.request) if not item.kw_only] == []
    reads = Permission.GOVERN if name in FOR_WHO_GOVERNS else Permission.READ
    assert (operation.effect is Effect.READS) == (operation.permission is reads)


BOUNDED_ELSEWHERE = {
    ("recall", "limit"): "a lane hands on a thousand at most",
    ("recall_as_pack", "limit"): "as in recall",
    ("deep_memory", "max_candidate_memories"): "as in recall",
    ("enhance_context", "max_candidate_memories"): "as in recall",
    ("consolidate", "episodes_max"): "the setting limits.batch_max",
}


def test_how_much_is_done_at_once_is_bounded() -> None:
    amounts = {
        (name, each.name): each.most
        for name, operation in OFFERED.items()
        for each in arguments(operation.request)
        if each.name == "limit" or each.name.endswith("_max") or each.name.endswith("_memories")
    }

    unbounded = {where for where, most in amounts.items() if most is None}
    assert unbounded == BOUNDED_ELSEWHERE.keys()
    assert amounts["answer", "limit"] == 1_000
    assert (
        amounts["heal_backlog", "units_max"] == amounts["index_page_vectors", "pages_max"] == 10_000
    )
