"""Somebody between holds the line open and says nothing: it is given up, and who waits on it comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import anyio
import httpx
import psycopg
import pytest

from muniment.errors import DatabaseUnavailable
from muniment.store import connection
from muniment.store.pool import PoolLimits, Store
from muniment.tasks.enqueueing import TaskFound
from muniment.tasks.queue import NO_PRINCIPAL
from tests.database import Database
from tests.faults.processes import until
from tests.faults.proxies import Behind, Proxy
from tests.faults.workers import until_settled, worker, workers_alive
from tests.store import tasking
from tests.surfaces.service import Service, code_of, serving

IMPATIENT = PoolLimits(pool_min=0, connect_timeout_s=1.0, statement_timeout_s=0.2)
"""A server that says nothing for a second is given up."""


@pytest.fixture
def proxy(database: Database, files: Path) -> Iterator[Proxy]:
    made = Proxy(files, Path(database.server.lease.host) / ".s.PGSQL.5432")
    yield made
    made.close()


@pytest.fixture
def behind(database: Database, files: Path, proxy: Proxy) -> Behind:
    return Behind(server=database.server, name=database.name, directory=files)


@pytest.fixture
def url(behind: Behind) -> str:
    return behind.app


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
    monkeypatch.setattr(connection, "REST_S", 0.0)
    with anyio.fail_after(20):
        assert await is_answered(store)
        proxy.fall_silent()
        proxy.speak()
        assert await is_answered(store)


async def is_answered(store: Store) -> bool:
    """Ask for something that needs nothing but a server."""
    async with store.reading(NO_PRINCIPAL) as work:
        return await work.one("id_new", TaskFound) is not None


@pytest.mark.slow
async def test_a_worker_goes_on_after_a_silence_and_has_told_of_it_once(
    database: Database, behind: Behind, proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MUNIMENT_POOL__STATEMENT_TIMEOUT_S", "0.5")
    monkeypatch.setenv("MUNIMENT_POOL__CONNECT_TIMEOUT_S", "1")
    async with tasking.serving(database, embeds=False) as services:
        with worker(behind, "--concurrency", "1") as one:
            until(lambda: workers_alive(database) == 1, "it works")
            proxy.fall_silent()
            until(lambda: proxy.unheard > 8, "it tries again and again")
            told = one.said()
            proxy.speak()
            await tasking.enqueue(services, "note", content="after the silence")
            until_settled(database, "the task ends")
            until(lambda: "the queue is reached again" in one.said(), "it tells that it goes on")
            assert one.process.poll() is None
    assert tasking.contents(database) == ["after the silence"]
    assert told.count("the queue cannot be reached") == 1
    assert told.count("nothing is heard of new tasks") == 1
    assert database.server.lease.password not in told


async def test_a_service_goes_on_after_a_silence_and_keeps_what_it_acknowledged(
    behind: Behind, proxy: Proxy, caplog: pytest.LogCaptureFixture
) -> None:
    limits = {"statement_timeout_s": 0.5, "connect_timeout_s": 1.0}
    async with serving(behind, pool=limits, recall={"trace": "off"}) as service:
        await service.add("Mike lives in Bath")
        proxy.fall_silent()
        lost = await remember(service, "Mike likes chess")
        assert code_of(lost)[0] == 503
        proxy.speak()
        while (later := await remember(service, "Mike plays the oboe")).status_code != 200:
            assert code_of(later)[0] == 503  # the pool is still waiting for a line from before
        kept = await service.get("/v1/search")
    assert sorted(each["content"] for each in kept["items"]) == [
        "Mike lives in Bath",
        "Mike plays the oboe",
    ]
    logged = [each.getMessage() for each in caplog.records if each.name == "muniment.service"]
    assert lost.headers["X-Request-ID"] in logged[0]
    assert behind.server.lease.password not in "".join(logged)


async def remember(service: Service, content: str) -> httpx.Response:
    """Ask for a belief to be added."""
    return await service.http.post("/v1/memories", json={"memories": [{"content": content}]})
