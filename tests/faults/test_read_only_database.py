"""A database that accepts no writes answers questions, refuses writes as what it is, and is told by who looks."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from psycopg import sql

from muniment import AgentMemory
from muniment.errors import DatabaseReadOnly
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database
from tests.faults.processes import refuse_damage
from tests.surfaces.service import serving


def memory_of(database: Database, *, read_only: bool = False) -> AgentMemory:
    return AgentMemory(database.app, embedder=HashedEmbedder(), read_only=read_only)


def set_read_only(database: Database, value: str) -> None:
    """Say what sessions that begin from now on may do, as who fails over or moves a database does."""
    with psycopg.connect(database.server.admin(), autocommit=True) as connection:
        connection.execute(
            sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = {}").format(
                sql.Identifier(database.name), sql.Literal(value)
            )
        )


@contextmanager
def only_read(database: Database) -> Iterator[None]:
    """Let a database be read only, for who connects anew."""
    set_read_only(database, "on")
    try:
        yield
    finally:
        set_read_only(database, "off")


def test_a_read_only_database_answers_and_refuses_each_write_as_what_it_is(
    database: Database,
) -> None:
    with memory_of(database) as memory:
        city = memory.add("Mike lives in London", entity="Mike", category="city")
    with only_read(database), memory_of(database) as memory:
        with pytest.raises(DatabaseReadOnly, match=r"accepts no writes.* Nothing was written"):
            memory.end(city.id)
        assert memory.get(city.id).content == "Mike lives in London"
        answer = memory.recall("Where does Mike live?")
        assert [each.memory.content for each in answer] == ["Mike lives in London"]
        assert any("not traced" in each for each in answer.receipt.degraded)
        assert memory.verify().holds
    with memory_of(database) as memory:
        assert refuse_damage(memory, database.admin) == 2


def test_a_connection_that_takes_no_writes_is_given_up_for_one_that_may(
    database: Database,
) -> None:
    memory_of(database).close()
    with only_read(database), memory_of(database) as memory:
        set_read_only(database, "off")
        with pytest.raises(DatabaseReadOnly):
            memory.add("Mike lives in London")
        assert memory.add("Mike lives in Bath").transaction == 2


def test_who_may_write_is_told_by_health_that_the_database_takes_none(database: Database) -> None:
    memory_of(database).close()
    with only_read(database), memory_of(database) as memory:
        told = next(part for part in memory.health().parts if part.name == "database")
        assert not told.ok
        assert "accepts no writes" in told.detail
        assert told.mend is not None
        assert "database_url" in told.mend
    with only_read(database), memory_of(database, read_only=True) as memory:
        assert next(part for part in memory.health().parts if part.name == "database").ok
    with memory_of(database) as memory:
        assert memory.health().ok


async def test_a_key_opens_a_service_that_reads_from_a_database_that_takes_no_writes(
    database: Database,
) -> None:
    asked: dict[str, Any] = {"access": {"keys": True}, "recall": {"trace": "off"}}
    async with serving(database, **asked) as service:
        token = await service.key()
    with only_read(database):
        async with (
            serving(database, read_only=True, **asked) as service,
            service.bearing(token) as caller,
        ):
            assert (await caller.get("/v1/stats"))["memories"] == 0


def test_a_worker_on_a_read_only_database_ends_and_says_why(database: Database) -> None:
    memory_of(database).close()
    with only_read(database):
        ended = subprocess.run(
            [sys.executable, "-m", "muniment", "worker", "--json"],
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join(sys.path),
                "MUNIMENT_DATABASE_URL": database.app,
                "MUNIMENT_EMBEDDER__NAME": "none",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert json.loads(ended.stderr)["error"]["code"] == "database_read_only"
    assert ended.returncode == 8
