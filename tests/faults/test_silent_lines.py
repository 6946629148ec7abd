"""Somebody between holds the line open and says nothing: it is given up, and who waits on it comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import anyio
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from muniment.errors import DatabaseUnavailable
from muniment.store import pool
from muniment.store.pool import PoolLimits, Store
from muniment.tasks.enqueueing import TaskFound
from muniment.tasks.queue import NO_PRINCIPAL
from tests.database import Database
from tests.faults.proxies import Proxy

IMPATIENT = PoolLimits(pool_min=0, connect_timeout_s=1.0, statement_timeout_s=0.2)
"""A server that says nothing for a second is given up."""


@pytest.fixture
def proxy(database: Database, files: Path) -> Iterator[Proxy]:
    made = Proxy(files, Path(database.server.lease.host) / ".s.PGSQL.5432")
    yield made
    made.close()


@pytest.fixture
def url(database: Database, files: Path, proxy: Proxy) -> str:
    return make_conninfo(database.app, host=str(files))


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    made = Store(url, IMPATIENT)
    await made.open()
    yield made
    await made.close()


async def until_asked(database: Database) -> None:
    """Wait until the server was asked something by who listens."""
    async with await psycopg.AsyncConnection.connect(database.admin, autocommit=True) as asking:
        while True:
            found = await asking.execute(
                "SELECT FROM pg_stat_activity WHERE datname = current_database()"
                " AND usename = 'muniment_app' AND query = ''"
            )
            if found.rowcount:
                return


async def test_a_line_on_which_nothing_can_be_heard_any_more_is_given_up(
    url: str, proxy: Proxy
) -> None:
    def silence(_: str) -> None:
        proxy.fall_silent()

    with anyio.fail_after(20):
        with pytest.raises(DatabaseUnavailable, match="has said nothing for 1 seconds"):
            await Store(url, IMPATIENT).listen("queue_listen", silence)


async def test_a_line_on_which_nothing_is_to_be_heard_is_kept(database: Database, url: str) -> None:
    heard: list[str] = []
    listens, hears = anyio.Event(), anyio.Event()

    def hear(payload: str) -> None:
        heard.append(payload)
        (hears if payload else listens).set()

    with anyio.fail_after(20):
        async with anyio.create_task_group() as group:
            group.start_soon(Store(url, IMPATIENT).listen, "queue_listen", hear)
            await listens.wait()
            await until_asked(database)
            with database.as_admin() as connection:
                connection.execute("NOTIFY ch_pgqueuer, 'a task'")
            await hears.wait()
            group.cancel_scope.cancel()
    assert heard == ["", "a task"]


async def test_a_line_that_fell_silent_at_rest_is_found_out_before_anything_is_asked_of_it(
    store: Store, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "REST_S", 0.0)
    with anyio.fail_after(20):
        assert await is_answered(store)
        proxy.fall_silent()
        proxy.speak()
        assert await is_answered(store)


async def is_answered(store: Store) -> bool:
    """Ask for something that needs nothing but a server."""
    async with store.reading(NO_PRINCIPAL) as work:
        return await work.one("id_new", TaskFound) is not None
