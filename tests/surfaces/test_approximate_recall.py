"""Vectors are looked up in an index where the settings say so, and the answer tells."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from pathlib import Path

import anyio
import psycopg
import pytest
from psycopg import sql

from muniment import AsyncAgentMemory
from muniment.bootstrap.wiring import opened
from muniment.errors import NotPermitted
from muniment.model.reading import Part
from muniment.recall.lookup.condition import vector_index
from muniment.settings import Settings
from muniment.store.vector_index import VectorIndex, make_index
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.faults.processes import until
from tests.surfaces.terminal import Terminal

OPEN_FILES = Path("/proc/self/fd")
THINGS = ["a red kite", "an oak door", "a cello", "two boats", "a blue bicycle", "an old map"]
QUESTION = "Who has a cello?"
APPROXIMATE = "vector lane: approximate, the nearest vectors were looked up in an index"


def settings_of(database: Database, search: str) -> Settings:
    return Settings(
        database_url=database.app,
        embedder={"name": "none"},
        recall={"vector_search": search, "candidates_max": 3},
    )


def memory_of(database: Database, search: str) -> AsyncAgentMemory:
    return AsyncAgentMemory(settings=settings_of(database, search), embedder=HashedEmbedder())


async def filled(database: Database) -> None:
    async with memory_of(database, "exact") as memory:
        for number, thing in enumerate(THINGS):
            await memory.add(f"Neighbour {number} has {thing}")


async def index_of(database: Database) -> VectorIndex:
    settings = settings_of(database, "exact")
    async with opened(settings, embedder=HashedEmbedder()) as services:
        index = await vector_index(services.store, services.principal)
    assert index is not None
    return index


async def indexed(database: Database) -> VectorIndex:
    """Make the index, and leave a small table no other way that costs less."""
    await make_index(database.admin, await index_of(database), memory_mb=64, seen=lambda _: None)
    with psycopg.connect(database.admin, autocommit=True) as connection:
        for setting in ("enable_seqscan", "enable_sort"):
            connection.execute(
                sql.SQL("ALTER ROLE muniment_app IN DATABASE {} SET {} = off").format(
                    sql.Identifier(database.name), sql.Identifier(setting)
                )
            )
    return await index_of(database)


def sockets() -> int:
    """Return how many sockets this process has open."""
    found = 0
    for each in list(OPEN_FILES.iterdir()):
        with suppress(FileNotFoundError):  # it was that of the listing
            found += str(each.readlink()).startswith("socket:")
    return found


def scans_of(database: Database, index: VectorIndex) -> int:
    with psycopg.connect(database.admin, autocommit=True) as connection:
        row = connection.execute(
            "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = %s", [index.name]
        ).fetchone()
    assert row is not None
    return int(row[0])


async def test_an_approximate_recall_is_led_by_the_index_and_says_so(database: Database) -> None:
    await filled(database)
    index = await indexed(database)
    async with memory_of(database, "approximate") as memory:
        answers = [await memory.recall(QUESTION) for _ in range(7)]
        replayed = await memory.replay(answers[0].receipt)
        by_id = await memory.replay(answers[0].receipt.recall_id)
    assert answers[0][0].memory.content == "Neighbour 2 has a cello"
    assert index.is_complete
    assert scans_of(database, index) >= len(answers)
    assert all(each.receipt.question.approximate for each in answers)
    assert APPROXIMATE in answers[0].receipt.degraded
    assert replayed.same
    assert by_id.recalled.receipt.question.approximate


async def test_an_exact_recall_looks_nothing_up_and_answers_alike(database: Database) -> None:
    await filled(database)
    index = await indexed(database)
    async with memory_of(database, "exact") as memory:
        exact = await memory.recall(QUESTION)
        replayed = await memory.replay(exact.receipt)
    assert scans_of(database, index) == 0
    assert not exact.receipt.question.approximate
    assert exact.receipt.degraded == ()
    async with memory_of(database, "approximate") as memory:
        approximate = await memory.recall(QUESTION)
        still = await memory.replay(exact.receipt)
    assert [each.memory.id for each in approximate] == [each.memory.id for each in exact]
    assert replayed.same
    assert still.same
    assert not still.recalled.receipt.question.approximate, "a replay asks as was asked then"


async def test_a_replay_that_an_index_leads_elsewhere_says_why(database: Database) -> None:
    await filled(database)
    await indexed(database)
    async with memory_of(database, "approximate") as memory:
        receipt = (await memory.recall(QUESTION)).receipt
        with database.as_admin() as connection:
            connection.execute("UPDATE muniment.vectors SET known_from = 'infinity'")
        replayed = await memory.replay(receipt)
    assert not replayed.same
    assert replayed.note is not None
    assert "index" in replayed.note


async def test_without_an_index_all_vectors_are_compared_and_health_says_so(
    database: Database,
) -> None:
    await filled(database)
    async with memory_of(database, "approximate") as memory:
        answer = await memory.recall(QUESTION)
        before = await part_of(memory)
        await indexed(database)
        after = await part_of(memory)
    assert answer[0].memory.content == "Neighbour 2 has a cello"
    assert (before.ok, after.ok) == (True, True)
    assert "all vectors are compared" in before.detail
    assert "index-vectors" in str(before.mend)
    assert after.mend is None


async def part_of(memory: AsyncAgentMemory) -> Part:
    (part,) = [each for each in (await memory.health()).parts if each.name == "vector index"]
    return part


async def test_an_index_that_is_broken_off_leaves_nothing_behind(database: Database) -> None:
    await filled(database)
    index = await index_of(database)
    given_up = anyio.CancelScope()

    async def make() -> None:
        with given_up:
            await make_index(database.admin, index, memory_mb=64, seen=lambda _: None)

    with psycopg.connect(database.admin) as writer:
        writer.execute("LOCK TABLE muniment.vectors IN ROW EXCLUSIVE MODE")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(make)
            await until_waiting(database, "CREATE INDEX")
            given_up.cancel()
            await until_waiting(database, "DROP INDEX")
            writer.rollback()
    assert given_up.cancelled_caught
    assert (await index_of(database)).is_complete is None


MAKING = """
import asyncio, sys
from uuid import UUID
from muniment.store.vector_index import VectorIndex, make_index

conninfo, tenant, name, dimensions = sys.argv[1:]
index = VectorIndex(
    tenant_id=UUID(tenant), embedder_no=1, dimensions=int(dimensions), name=name, is_complete=None, size_bytes=None
)
asyncio.run(make_index(conninfo, index, memory_mb=64, seen=lambda _: None))
"""


async def test_the_server_makes_no_index_for_who_is_gone(database: Database) -> None:
    await filled(database)
    index = await index_of(database)
    given = (database.admin, str(index.tenant_id), index.name, str(index.dimensions))
    with psycopg.connect(database.admin) as writer:
        writer.execute("LOCK TABLE muniment.vectors IN ROW EXCLUSIVE MODE")
        async with await anyio.open_process([sys.executable, "-c", MAKING, *given]) as process:
            await until_waiting(database, "CREATE INDEX")
            process.kill()
        await until_waiting(database, "CREATE INDEX", is_so=False)
        writer.rollback()
    assert (await index_of(database)).is_complete is False
    assert (await indexed(database)).is_complete


async def until_waiting(database: Database, said: str, *, is_so: bool = True) -> None:
    """Return when somebody waits for a lock with a statement that says so, or nobody does any more."""
    with psycopg.connect(database.admin, autocommit=True) as connection:

        def is_waiting() -> bool:
            found = connection.execute(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
                " AND wait_event_type = 'Lock' AND strpos(query, %s) > 0",
                [said],
            )
            return (found.fetchone() is not None) is is_so

        await anyio.to_thread.run_sync(until, is_waiting, f"{said} waits")


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="the system does not list open files")
async def test_whoever_looked_on_is_gone_when_the_index_is_made(database: Database) -> None:
    await filled(database)
    gc.disable()  # it would close what was forgotten, some time
    try:
        before = sockets()
        await indexed(database)
        after = sockets()
    finally:
        gc.enable()
    assert after == before


async def test_who_does_not_own_the_schema_makes_no_index(database: Database) -> None:
    await filled(database)
    with pytest.raises(NotPermitted):
        await make_index(database.app, await index_of(database), memory_mb=64, seen=lambda _: None)


def test_the_command_makes_the_index_anew_and_drops_it(
    terminal: Terminal, database: Database
) -> None:
    terminal.json("add", "Mike has a cello")
    owner = ("--owner-url", database.admin)
    made = terminal.json("index-vectors", *owner)
    again = terminal("index-vectors", *owner)
    dropped = terminal.json("index-vectors", "--drop", *owner)
    assert made == {"index": again.out.split()[2], "made": True}
    assert "until recall.vector_search is 'approximate'" in " ".join(again.out.split())
    assert dropped == {"index": made["index"], "dropped": True}


def test_the_command_says_who_may_make_an_index(terminal: Terminal) -> None:
    terminal.json("add", "Mike has a cello")
    code, name, message = terminal.refusal("index-vectors")
    assert (code, name) == (5, "not_permitted")
    assert "--owner-url" in message


def test_an_approximate_answer_says_so_on_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal.json("add", "Mike has a cello")
    assert APPROXIMATE not in " ".join(terminal("recall", QUESTION).out.split())
    monkeypatch.setenv("MUNIMENT_RECALL__VECTOR_SEARCH", "approximate")
    assert APPROXIMATE in " ".join(terminal("recall", QUESTION).out.split())
