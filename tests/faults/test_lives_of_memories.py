"""A memory is left open, closed while it works, interrupted, cancelled: its user is told, and nothing stays."""

from __future__ import annotations

import asyncio
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import anyio
import psycopg
import pytest

from muniment import AgentMemory, AsyncAgentMemory
from muniment.errors import MemoryClosed
from muniment.model.reading import Stats
from muniment.ports.embedder import Matrix
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.faults.processes import until


class Held(HashedEmbedder):
    """Embeds documents when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = threading.Event()
        self.let_go = threading.Event()

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        self.asked.set()
        await anyio.to_thread.run_sync(self.let_go.wait)
        return await super().embed_documents(texts)


def connections(database: Database) -> int:
    with psycopg.connect(database.admin) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = 'muniment'"
        ).fetchone()
    assert row is not None
    return int(row[0])


def threads_of_memories() -> int:
    return sum(each.name == "AgentMemory" for each in threading.enumerate())


def test_a_memory_that_nobody_holds_any_more_is_closed(database: Database) -> None:
    before = threads_of_memories()
    memory = AgentMemory(database.app, embedder=HashedEmbedder())
    memory.add("Mike lives in London")
    assert (threads_of_memories() - before, connections(database)) == (1, 1)

    del memory
    gc.collect()

    until(lambda: threads_of_memories() == before, "its thread ends")
    until(lambda: connections(database) == 0, "its connections end")


def test_what_is_at_work_when_a_memory_is_closed_comes_to_its_end(database: Database) -> None:
    embedder = Held()
    memory = AgentMemory(database.app, embedder=embedder)

    def is_closing() -> bool:
        try:
            memory.stats()
        except MemoryClosed:
            return True
        return False

    with ThreadPoolExecutor(2) as threads:
        adding = threads.submit(memory.add, "Mike lives in London")
        assert embedder.asked.wait(60)
        closing = threads.submit(memory.close)
        until(is_closing, "a call is refused")
        assert not closing.done()
        embedder.let_go.set()
        written = adding.result(60)
        closing.result(60)

    with AgentMemory(database.app, embedder=embedder) as again:
        assert [each.id for each in again.search().items] == [written.id]


INTERRUPTED = """
import os, signal, sys
import anyio
from muniment import AgentMemory
from muniment.testing.embedder import HashedEmbedder

class Slow(HashedEmbedder):
    async def embed_documents(self, texts):
        os.kill(os.getpid(), signal.SIGINT)
        await anyio.sleep_forever()

with AgentMemory(sys.argv[1], embedder=Slow()) as memory:
    try:
        memory.add("Mike lives in London")
    except KeyboardInterrupt:
        print("interrupted", len(memory.search().items))
print("closed")
"""


def test_a_call_that_is_interrupted_is_not_waited_for(database: Database) -> None:
    told = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, database.app],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (told.stdout, told.stderr) == ("interrupted 0\nclosed\n", "")


async def test_what_waits_for_a_connection_when_an_asynchronous_memory_is_closed_is_told(
    database: Database,
) -> None:
    embedder = Held()
    memory = AsyncAgentMemory(database.app, embedder=embedder, pool={"size_max": 1})
    async with memory:
        adding = asyncio.create_task(memory.add("Mike lives in London"))
        await anyio.to_thread.run_sync(embedder.asked.wait)
        asking = [asyncio.create_task(memory.stats()) for _ in range(3)]
        await asyncio.sleep(0)
    embedder.let_go.set()

    first, *waiting = await asyncio.gather(*asking, return_exceptions=True)
    assert isinstance(first, Stats)
    assert [type(each) for each in waiting] == [MemoryClosed] * 2
    with pytest.raises(MemoryClosed, match=r"was closed\. Open a new one"):
        await adding


async def test_a_memory_does_not_outlive_its_block_and_can_be_opened_again(
    database: Database,
) -> None:
    memory = AsyncAgentMemory(database.app, embedder=HashedEmbedder())
    async with memory:
        await memory.add("Mike lives in London")
    for call in (memory.recall("Where does Mike live?"), memory.add("Mike lives in Bath")):
        with pytest.raises(MemoryClosed):
            await call
    assert connections(database) == 0

    async with memory:
        assert [each.content for each in (await memory.search()).items] == ["Mike lives in London"]


def test_a_memory_serves_the_event_loop_that_opened_it_and_tells_another(
    database: Database,
) -> None:
    memory = AsyncAgentMemory(database.app, embedder=HashedEmbedder())

    async def stored() -> int:
        return len((await memory.search()).items)

    assert asyncio.run(stored()) == 0
    with pytest.raises(MemoryClosed, match="belong to another event loop"):
        asyncio.run(stored())


async def test_a_block_that_is_cancelled_leaves_no_lease(home: Path) -> None:
    with anyio.CancelScope() as scope:
        async with AsyncAgentMemory(home=home, embedder=HashedEmbedder()):
            assert len(list((home / "leases").iterdir())) == 1
            scope.cancel()
            await anyio.sleep_forever()
    assert list((home / "leases").iterdir()) == []
