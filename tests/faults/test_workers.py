"""Workers are killed, paused and stopped in the middle of a task: nothing is lost, nothing doubled."""

from __future__ import annotations

import json
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import psycopg
import pytest

from muniment.operations.services import Services
from muniment.store.pool import Store
from tests.database import Database
from tests.faults.processes import kill, until
from tests.faults.workers import program, states, until_settled, worker, workers_alive
from tests.store.tasking import contents, enqueue, jobs, services_for, serving

pytestmark = pytest.mark.slow

ALONE = ("--concurrency", "1")
"""A worker that does one task at a time never takes over its own, however slow the machine is."""

LONG_S = 3
"""A lease that outlasts the pauses of a slow machine."""


@pytest.fixture
async def services(database: Database) -> AsyncIterator[Services]:
    async with serving(database, embeds=False) as lent:
        yield lent


def begun(file: Path) -> list[str]:
    """Return the processes that began the task that notes them here."""
    return file.read_text().split() if file.exists() else []


async def test_a_task_whose_worker_is_killed_is_run_again_by_another(
    services: Services, database: Database, tmp_path: Path
) -> None:
    file, go = tmp_path / "begun", tmp_path / "go"
    await enqueue(services, "stall", begun=str(file), go=str(go), content="Mike")
    with worker(database) as first:
        until(lambda: len(begun(file)) == 1, "the first worker begins")
        kill(first.pid)
    assert states(database) == [("running", 1)]
    with worker(database, *ALONE) as second:
        until(lambda: len(begun(file)) == 2, "the second worker begins")
        assert begun(file) == [str(first.pid), str(second.pid)]
        go.touch()
        until_settled(database, "the task ends")
    assert states(database) == [("done", 2)]
    assert contents(database) == ["Mike"]
    assert jobs(database) == []


async def test_a_task_that_kills_every_worker_is_parked_after_its_last_attempt(
    services: Services, database: Database, tmp_path: Path
) -> None:
    file, go = tmp_path / "begun", tmp_path / "go"
    await enqueue(services, "stall", begun=str(file), go=str(go), content="Mike")
    for attempt in (1, 2, 3):
        with worker(database, *ALONE) as one:
            until(lambda attempt=attempt: len(begun(file)) == attempt, "it begins")  # type: ignore[misc]  # bound now
            kill(one.pid)
    with worker(database):
        until_settled(database, "the task is parked")
    assert states(database) == [("parked", 3)]
    with psycopg.connect(database.admin) as connection:
        assert connection.execute("SELECT error_code, error FROM muniment.tasks").fetchone() == (
            "task_lost",
            "an attempt never ended: its worker died, or was silent for longer than its lease.",
        )
    assert len(begun(file)) == 3
    assert jobs(database) == []


async def test_a_worker_that_was_paused_for_too_long_changes_nothing_when_it_comes_back(
    services: Services, database: Database, tmp_path: Path
) -> None:
    file, go = tmp_path / "begun", tmp_path / "go"
    await enqueue(services, "stall", begun=str(file), go=str(go), content="Mike")
    # it takes nothing over itself, and is paused between two beats: within one it would keep a lock
    with worker(database, lease_s=LONG_S) as first:
        until(lambda: len(begun(file)) == 1, "the first worker begins")
        first.send(signal.SIGSTOP)
        with worker(database, *ALONE) as second:
            until(lambda: len(begun(file)) == 2, "the second worker begins")
            first.send(signal.SIGCONT)
            go.touch()
            until_settled(database, "the task ends")
            second.send(signal.SIGTERM)
            assert second.ended()[0] == 0
        first.send(signal.SIGTERM)
        code, printed = first.ended()
    assert (code, printed) == (
        0,
        "Tasks: 0 done, 0 to be tried again, 0 parked, 0 cancelled.\n",
    )
    assert states(database) == [("done", 2)]
    assert contents(database) == ["Mike"]
    assert jobs(database) == []


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT], ids=lambda each: each.name)
async def test_a_worker_that_is_told_to_stop_ends_its_task_and_begins_no_other(
    services: Services, database: Database, tmp_path: Path, how: signal.Signals
) -> None:
    file, go = tmp_path / "begun", tmp_path / "go"
    await enqueue(services, "stall", begun=str(file), go=str(go), content="first")
    await enqueue(services, "note", content="second")
    with worker(database, *ALONE) as one:
        until(lambda: len(begun(file)) == 1, "it begins")
        assert workers_alive(database) == 1
        one.send(how)
        go.touch()
        assert one.ended() == (0, "Tasks: 1 done, 0 to be tried again, 0 parked, 0 cancelled.\n")
    assert states(database) == [("done", 1), ("waiting", 0)]
    assert contents(database) == ["first"]
    assert workers_alive(database) == 0


async def test_a_worker_that_is_told_twice_gives_its_task_back(
    services: Services, database: Database, tmp_path: Path
) -> None:
    file, go = tmp_path / "begun", tmp_path / "go"
    await enqueue(services, "stall", begun=str(file), go=str(go), content="first")
    with worker(database, *ALONE) as one:
        until(lambda: len(begun(file)) == 1, "it begins")
        one.send(signal.SIGTERM)
        one.heard()  # two at once would reach it as one
        one.send(signal.SIGTERM)
        until(lambda: states(database) == [("waiting", 0)], "it is given back")
        go.touch()
        assert one.ended()[0] == 0
    with worker(database, "--once") as other:
        assert other.ended() == (0, "Tasks: 1 done, 0 to be tried again, 0 parked, 0 cancelled.\n")
    assert contents(database) == ["first"]


async def test_workers_that_share_a_queue_and_are_killed_run_every_task(
    services: Services, database: Database
) -> None:
    tenants = [services, *[await services_for(services, name) for name in ("acme", "initech")]]
    for number in range(60):
        await enqueue(tenants[number % 3], "note", content=f"{number:02}")
    with worker(database) as first, worker(database) as second:
        until(lambda: sum(state == "done" for state, _ in states(database)) > 5, "some are done")
        kill(first.pid)
        with worker(database, "--concurrency", "4"):
            until(lambda: sum(state == "done" for state, _ in states(database)) > 20, "more are")
            kill(second.pid)
            until_settled(database, "all tasks end")
    assert {state for state, _ in states(database)} == {"done"}
    assert sorted(contents(database)) == [f"{number:02}" for number in range(60)]
    assert jobs(database) == []


async def test_a_worker_waits_until_the_database_is_back(
    services: Services, database: Database
) -> None:
    with worker(database) as one:
        until(lambda: workers_alive(database) == 1, "it works")
        with database.as_admin() as connection:
            for _ in range(3):
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        await reopened(services.store)
        await enqueue(services, "note", content="after the break")
        until_settled(database, "the task ends")
        assert one.process.poll() is None
    assert contents(database) == ["after the break"]


async def reopened(store: Store) -> None:
    """Connect anew, as a program does that heard of it."""
    await store.close()
    await store.open()


async def test_a_worker_of_some_tenants_leaves_the_others_alone(
    services: Services, database: Database
) -> None:
    acme = await services_for(services, "acme")
    await enqueue(services, "note", content="local")
    await enqueue(acme, "note", content="acme")
    with worker(database, "--once", "--tenants", "acme", "--json") as one:
        code, printed = one.ended()
    assert (code, json.loads(printed)) == (
        0,
        {"done": 1, "postponed": 0, "parked": 0, "cancelled": 0},
    )
    assert contents(database) == ["acme"]


async def test_a_service_that_is_told_to_stop_lets_the_worker_inside_it_end_its_task(
    services: Services, database: Database, tmp_path: Path
) -> None:
    file, go = tmp_path / "begun", tmp_path / "go"
    await enqueue(services, "stall", begun=str(file), go=str(go), content="Mike")
    with program(database, "api", "--port", "0", auto_start=True, lease_s=LONG_S) as service:
        until(lambda: len(begun(file)) == 1, "it begins")
        service.send(signal.SIGTERM)
        go.touch()
        assert service.ended()[0] == 0
    assert states(database) == [("done", 1)]
    assert workers_alive(database) == 0
