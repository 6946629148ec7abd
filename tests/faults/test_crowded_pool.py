"""Many callers share few connections; whoever gives up, waits too long or is cut off spoils nothing."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager
from typing import Any

import anyio
import psycopg
import pytest
from anyio.lowlevel import checkpoint
from psycopg import sql

from muniment import AgentMemory, AsyncAgentMemory
from muniment.errors import (
    ConnectionLost,
    ConnectionsSpent,
    DatabaseUnavailable,
    MemoryClosed,
    StatementTimedOut,
    WriteContention,
)
from muniment.store.pool import PoolLimits, Store
from muniment.testing.embedder import HashedEmbedder
from tests.database import APP, Database
from tests.faults.processes import refuse_damage, until

LIVES_IN_LONDON: dict[str, Any] = {
    "entity": "Mike",
    "category": "city",
    "valid_from": "2026-03-01",
}


def memory_of(database: Database, **settings: Any) -> AgentMemory:
    return AgentMemory(database.app, embedder=HashedEmbedder(), **settings)


@contextmanager
def head_held(database: Database) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Hold the lock that every write of every tenant waits for."""
    with psycopg.connect(database.admin) as connection:
        connection.execute("SELECT FROM muniment.heads FOR UPDATE")
        yield connection
        connection.rollback()


def others(database: Database, what: str) -> list[int]:
    """Return the processes that serve the application and wait for something."""
    with psycopg.connect(database.admin) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            f" AND application_name = 'muniment' AND {what}".encode()
        )
        return [int(str(pid)) for (pid,) in found.fetchall()]


def kept_waiting(database: Database, *, ended: int | None = None) -> int:
    """Return the process of the write that a transaction keeps waiting, other than one that was ended."""
    found: list[int] = []

    def waits() -> bool:
        found[:] = [pid for pid in others(database, FOR_A_TRANSACTION) if pid != ended]
        return found != []

    until(waits, "the write waits")
    return found[0]


def hang_up(database: Database) -> None:
    """End every connection of the application."""
    with psycopg.connect(database.admin) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'muniment'"
        )


WAITING = "wait_event_type = 'Lock'"
FOR_A_TRANSACTION = "wait_event = 'transactionid'"
"""Not for a table, which a vacuum may hold for a moment."""

IN_A_TRANSACTION = "state <> 'idle'"


def test_fifty_threads_share_eight_connections_without_an_error(database: Database) -> None:
    with memory_of(database, pool={"size_max": 8}) as memory:

        def live(number: int) -> str:
            written = memory.add(
                f"thread {number} lives", entity=f"thread {number}", category="state"
            )
            assert memory.get(written.id).content == f"thread {number} lives"
            return memory.recall(f"Does thread {number} live?", limit=1)[0].memory.content

        with ThreadPoolExecutor(50) as threads:
            told = list(threads.map(live, range(50)))
        assert len(told) == 50
        assert len(others(database, "true")) <= 8
        assert refuse_damage(memory, database.admin) == 51


async def test_after_a_crowd_one_caller_asks_the_same_process_again_and_again(
    database: Database,
) -> None:
    store = Store(database.app, PoolLimits())
    await store.open()
    processes: list[int] = []

    async def ask() -> None:
        async with store.lending() as statements:
            (told,) = await statements.fetch("SELECT pg_backend_pid() AS process")
            processes.append(int(str(told["process"])))

    async with AsyncExitStack() as crowd:
        for _ in range(4):
            await crowd.enter_async_context(store.lending())
    for _ in range(6):
        await ask()
    await store.close()

    assert len(set(processes)) == 1


# An interrupted pipeline of the driver may be collected after its connection, and then says so.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("kind", ["anyio", "asyncio"])
async def test_a_call_that_is_cancelled_at_any_moment_leaves_the_pool_whole_and_nothing_half(
    database: Database, kind: str
) -> None:
    async with AsyncAgentMemory(
        database.app,
        embedder=HashedEmbedder(),
        pool={"size_max": 2, "connect_timeout_s": 5.0},
    ) as memory:
        landed = 0
        for moment in range(60):

            async def add(number: int = moment) -> None:
                nonlocal landed
                await memory.add(f"belief {number}", entity=f"e{number % 7}", category="c")
                landed += 1

            if kind == "anyio":
                with anyio.move_on_after(moment / 4000):
                    await add()
            else:
                task = asyncio.ensure_future(add())
                await asyncio.sleep(moment / 4000)
                task.cancel()
                await asyncio.wait([task])
        with anyio.fail_after(30):
            await memory.add("the last belief")
            async with anyio.create_task_group() as group:
                for _ in range(8):
                    group.start_soon(memory.recall, "Which belief is the last?")
        told = await memory.verify()
        assert told.findings == ()
        found = (await memory.stats()).memories
        assert landed + 1 <= found <= 61
        until(lambda: others(database, IN_A_TRANSACTION) == [], "every transaction ends")
        assert len(others(database, "true")) <= 2


async def test_a_call_that_is_cancelled_while_it_waits_for_a_lock_writes_nothing(
    database: Database,
) -> None:
    async with AsyncAgentMemory(
        database.app, embedder=HashedEmbedder(), pool={"size_max": 1}
    ) as memory:
        with head_held(database):
            async with anyio.create_task_group() as group:
                group.start_soon(memory.add, "belief")
                await anyio.to_thread.run_sync(
                    until, lambda: others(database, WAITING) != [], "the write waits"
                )
                group.cancel_scope.cancel()
        with anyio.fail_after(30):
            written = await memory.add("another belief")
        assert written.transaction == 2


async def test_a_connection_on_which_a_call_was_cancelled_is_not_used_again(
    database: Database,
) -> None:
    store = Store(database.app, PoolLimits(pool_min=1, pool_max=1))
    await store.open()
    before = others(database, "true")
    with anyio.CancelScope() as scope:
        async with store.reading("{}"):
            scope.cancel()
            await checkpoint()
    async with store.lending() as statements:
        (told,) = await statements.fetch("SELECT pg_backend_pid() AS process")
    await store.close()
    assert told["process"] not in before


def test_waiting_too_long_for_other_writers_is_contention_and_writes_nothing(
    database: Database,
) -> None:
    with memory_of(database, pool={"lock_timeout_s": 0.2}) as memory:
        with (
            head_held(database),
            pytest.raises(WriteContention, match=r"`pool.lock_timeout_s`.* nothing was written"),
        ):
            memory.add("Mike lives in London", entity="Mike", category="city")
        assert memory.add("Mike lives in Bath", entity="Mike", category="city").transaction == 2
        assert refuse_damage(memory, database.admin) == 2


async def test_whoever_tells_a_known_fact_again_does_not_wait_longer_for_other_writers(
    database: Database,
) -> None:
    pool = {"lock_timeout_s": 0.2}
    async with AsyncAgentMemory(database.app, embedder=HashedEmbedder(), pool=pool) as memory:
        fact = {"subject": "Mike", "predicate": "lives_in", "object": "London"}
        await memory.append_facts([fact])
        with head_held(database), anyio.fail_after(10), pytest.raises(WriteContention):
            await memory.append_facts([fact])


def test_a_statement_that_takes_too_long_is_told_as_that_and_writes_nothing(
    database: Database,
) -> None:
    with memory_of(database, pool={"statement_timeout_s": 1.0}) as memory:
        with (
            head_held(database),
            pytest.raises(
                StatementTimedOut, match=r"`pool.statement_timeout_s`.* nothing was written"
            ),
        ):
            memory.add("Mike lives in London", entity="Mike", category="city")
        assert memory.add("Mike lives in Bath", entity="Mike", category="city").transaction == 2
        assert refuse_damage(memory, database.admin) == 2


def test_a_reading_that_takes_too_long_is_no_contention_of_writers(database: Database) -> None:
    with memory_of(database, pool={"statement_timeout_s": 1.0}) as memory:
        memory.add("Mike lives in Bath", entity="Mike", category="city")
        with psycopg.connect(database.admin) as holder:
            holder.execute("LOCK TABLE muniment.memories IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StatementTimedOut, match="Ask for less at once"):
                memory.current_facts()
        assert len(memory.current_facts()) == 1


def test_a_pool_whose_connections_are_all_taken_says_so(database: Database) -> None:
    with (
        memory_of(database, pool={"size_max": 1, "connect_timeout_s": 1.5}) as memory,
        ThreadPoolExecutor(1) as threads,
    ):
        with head_held(database):
            held_up = threads.submit(memory.add, "Mike lives in London")
            until(lambda: others(database, WAITING) != [], "the first write waits")
            with pytest.raises(DatabaseUnavailable, match=r"`pool.size_max`"):
                memory.stats()
        assert held_up.result().transaction == 2


def test_a_database_that_takes_no_more_connections_is_told_as_that_and_used_again(
    database: Database,
) -> None:
    limit = sql.SQL("ALTER DATABASE {} CONNECTION LIMIT {}")
    name = sql.Identifier(database.name)
    with memory_of(database, pool={"connect_timeout_s": 1.0}) as memory:
        database.server.execute(limit.format(name, sql.Literal(0)))
        hang_up(database)
        with pytest.raises(ConnectionsSpent, match=r"too many connections.*max_connections"):
            memory.stats()
        with pytest.raises(ConnectionsSpent, match=r"Lower `pool\.size_max`"):
            memory_of(database)
        database.server.execute(limit.format(name, sql.Literal(-1)))
        until(lambda: answers(memory), "the memory connects again")
        assert memory.add("Mike lives in Bath").transaction == 2


def answers(memory: AgentMemory) -> bool:
    try:
        return memory.stats().transactions == 1
    except DatabaseUnavailable:
        return False


def test_a_transaction_that_took_longer_than_the_database_allows_is_a_lost_connection(
    database: Database,
) -> None:
    if database.server.connection.info.server_version < 170000:
        pytest.skip("PostgreSQL 16 has no transaction_timeout")
    bounded = sql.SQL("ALTER ROLE {} IN DATABASE {} {} transaction_timeout")
    named = [sql.Identifier(APP), sql.Identifier(database.name)]
    with memory_of(database) as memory:
        database.server.execute(bounded.format(*named, sql.SQL("SET")) + sql.SQL(" = 500"))
        hang_up(database)
        with (
            head_held(database),
            pytest.raises(ConnectionLost, match=r"transaction timeout.*Nothing was written"),
        ):
            memory.add("Mike lives in London")
        database.server.execute(bounded.format(*named, sql.SQL("RESET")))
        hang_up(database)
        assert memory.add("Mike lives in Bath").transaction == 2


async def test_a_server_that_is_gone_without_a_word_is_noticed_within_a_minute_unless_told_otherwise(
    database: Database,
) -> None:
    async def told(conninfo: str) -> list[str]:
        store = Store(conninfo, PoolLimits())
        await store.open()
        async with store.lending() as statements:
            given = statements._connection.info.get_parameters()
        await store.close()
        return [given[name] for name in ("keepalives_idle", "keepalives_count", "tcp_user_timeout")]

    assert await told(database.app) == ["30", "3", "60000"]
    assert await told(f"{database.app} keepalives_idle=7 tcp_user_timeout=0") == ["7", "3", "0"]


@pytest.mark.parametrize("often", [1, 5])
def test_a_write_whose_connection_is_ended_in_the_middle_lands_once(
    database: Database, often: int
) -> None:
    with memory_of(database) as memory, ThreadPoolExecutor(1) as threads:
        for round_ in range(often):
            with head_held(database) as holder:
                adding = threads.submit(memory.add, f"belief {round_}")
                pid = kept_waiting(database)
                with psycopg.connect(database.admin) as connection:
                    connection.execute("SELECT pg_terminate_backend(%s)", [pid])
                kept_waiting(database, ended=pid)  # it is made again
                holder.rollback()
                assert adding.result().transaction == 2 + round_
        assert refuse_damage(memory, database.admin) == 1 + often


def test_connections_that_were_ended_while_idle_are_not_noticed(database: Database) -> None:
    with memory_of(database, pool={"size_max": 4}) as memory:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(lambda n: memory.add(f"belief {n}"), range(8)))
        hang_up(database)
        assert memory.stats().memories == 8
        assert memory.add("belief 8").transaction == 10


def test_two_memories_of_one_process_write_one_ledger(database: Database) -> None:
    with memory_of(database, agent="clerk") as first, memory_of(database, agent="bee") as second:
        with ThreadPoolExecutor(8) as threads:
            list(
                threads.map(
                    lambda n: (first, second)[n % 2].add(f"place {n}", **LIVES_IN_LONDON),
                    range(24),
                )
            )
        assert first.verify().head_hash == second.verify().head_hash
        assert len(first.current_facts("Mike", "city").items) == 1
        first.close()
        assert refuse_damage(second, database.admin) == 25


FORKED = """
import os, signal, sys
from muniment import AgentMemory
from muniment.errors import MunimentError
from muniment.testing.embedder import HashedEmbedder

def open_memory():
    return AgentMemory(sys.argv[1], embedder=HashedEmbedder())

memory = open_memory()
memory.add("of the parent")
child = os.fork()
if child == 0:
    signal.alarm(60)
    try:
        with open_memory() as own:
            own.add("of the child")
    except BaseException as error:
        print(repr(error), flush=True)
        os._exit(1)
    os._exit(0)
_, status = os.waitpid(child, 0)
memory.add("of the parent again")
assert memory.verify().findings == ()
print(status, sorted(each.content for each in memory.search().items))
memory.close()
"""


def test_a_forked_child_that_opens_a_memory_of_its_own_disturbs_nobody(database: Database) -> None:
    told = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKED, database.app],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.stderr == ""
    assert told.stdout == "0 ['of the child', 'of the parent', 'of the parent again']\n"


FORGETFUL = """
import os, signal, sys
from muniment import AgentMemory
from muniment.testing.embedder import HashedEmbedder

memory = AgentMemory(sys.argv[1], embedder=HashedEmbedder())
child = os.fork()
if child == 0:
    signal.alarm(30)
    memory.add("of the child")
_, status = os.waitpid(child, 0)
memory.add("of the parent")
print(os.waitstatus_to_exitcode(status), [each.content for each in memory.search().items])
"""


def test_a_forked_child_that_uses_its_parents_memory_is_told_and_ends(database: Database) -> None:
    told = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORGETFUL, database.app],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert told.stdout == "1 ['of the parent']\n"
    assert "belongs to the parent of this forked process. Open a new one" in told.stderr


def test_a_memory_that_was_closed_says_so(database: Database) -> None:
    memory = memory_of(database)
    memory.close()
    memory.close()
    with pytest.raises(MemoryClosed, match="this AgentMemory was closed"):
        memory.stats()
