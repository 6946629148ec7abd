"""Only who holds a task's lease may renew it, end it or put it back; a worker stops as it is told."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from anyio import create_task_group, fail_after, to_thread
from psycopg import Connection
from psycopg.rows import TupleRow

from muniment.access.principal import Permission, Principal
from muniment.model.ids import UserId
from muniment.model.tasks import Task, TasksRun, TaskState
from muniment.operations import tasks
from muniment.operations.catalogue import perform
from muniment.operations.running import new_runner
from muniment.operations.services import Services
from muniment.tasks.counting import ALIVE, TaskCounts
from muniment.tasks.holding import Claimed, Held, Progress, beat, claim, end, postpone
from muniment.tasks.queue import Queue, Reach, Taken
from muniment.worker.serving import Worker, running
from tests.database import Database
from tests.faults.processes import until
from tests.store.task_kinds import Gate
from tests.store.tasking import contents, drain, enqueue, get, jobs, with_worker

FIRST, SECOND = UUID(int=1), UUID(int=2)
NONE = Reach(lease=timedelta(0))
"""A lease that has run out as soon as it begins."""


def acting(services: Services) -> str:
    """Return the setting of a worker's transaction."""
    who = services.principal
    return Principal(
        tenant_id=who.tenant_id,
        tenant=who.tenant,
        user_id=UserId(who.user_id),
        user=None,
        permissions=frozenset({Permission.WORK}),
    ).as_setting()


async def taken(services: Services, worker_id: UUID) -> Taken:
    found = await Queue(services.store).take(str(services.principal.tenant_id), worker_id, NONE)
    assert found is not None
    return found


async def workers_seen(services: Services) -> int:
    async with services.store.reading(services.principal.as_setting()) as work:
        named = {"tenant_id": services.principal.tenant_id, "seen_within": ALIVE}
        counts = await work.one("tasks_count", TaskCounts, **named)
    assert counts is not None
    return counts.workers


def listening(database: Database) -> int:
    with database.as_admin() as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE '%LISTEN ch_pgqueuer%'"
            " AND pid <> pg_backend_pid() AND state = 'idle'"
        ).fetchone()
    assert row is not None
    return int(str(row[0]))


def held_for(task: Task) -> timedelta:
    assert task.started_at is not None
    assert task.beat_at is not None
    return task.beat_at - task.started_at


async def begun(services: Services, mine: Taken) -> Claimed | None:
    async with services.store.writing(acting(services)) as work:
        return await claim(work, mine)


async def held(services: Services, worker_id: UUID) -> Held:
    mine = await taken(services, worker_id)
    claimed = await begun(services, mine)
    assert claimed is not None
    return Held(taken=mine, claimed=claimed)


async def test_whose_lease_another_worker_took_over_changes_nothing(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    late, now = await held(services, FIRST), await held(services, SECOND)
    assert (late.claimed.attempts, now.claimed.attempts) == (1, 2)
    before = jobs(database)

    async with services.store.writing(acting(services)) as work:
        assert await beat(work, late, Progress(done=7)) is None
        assert not await end(work, late, TaskState.DONE, progress=Progress(done=7))
        assert await postpone(work, late, timedelta(0)) is None
    seen = await get(services, task)
    assert (seen.state, seen.worker_id, seen.progress_done) == (TaskState.RUNNING, SECOND, None)
    assert jobs(database) == before

    async with services.store.writing(acting(services)) as work:
        assert await beat(work, now, Progress(done=1)) is not None
        assert await end(work, now, TaskState.DONE, progress=Progress(done=2))
    seen = await get(services, task)
    assert (seen.state, seen.worker_id, seen.progress_done) == (TaskState.DONE, None, 2)
    assert jobs(database) == []


async def test_who_took_a_row_and_lost_it_before_beginning_begins_nothing(
    services: Services,
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    late = await taken(services, FIRST)
    await taken(services, SECOND)
    assert await begun(services, late) is None
    assert (await get(services, task)).attempts == 0


async def test_a_task_that_ended_is_not_begun_again_though_its_row_is_left(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    mine = await held(services, FIRST)
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment.tasks SET state = 'done', worker_id = NULL, ended_at = now()"
        )
    assert len(jobs(database)) == 1
    assert await begun(services, await taken(services, SECOND)) is None
    assert jobs(database) == []
    assert (await get(services, task)).attempts == mine.claimed.attempts == 1


async def test_without_the_guard_the_late_worker_ends_the_task_of_another(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mutant: the same late end passes once a holder is not told from another."""
    task = await enqueue(services, "note", content="Mike lives in Bath")
    late, now = await held(services, FIRST), await held(services, SECOND)
    monkeypatch.setattr(Held, "lease", now.lease)
    async with services.store.writing(acting(services)) as work:
        assert await end(work, late, TaskState.DONE, progress=Progress())
    assert (await get(services, task)).state is TaskState.DONE


async def test_a_task_that_is_to_be_cancelled_is_not_tried_again(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    mine = await held(services, FIRST)
    await perform(services, tasks.cancel_task, tasks.OneTask(id=str(task.id)))
    async with services.store.writing(acting(services)) as work:
        assert await postpone(work, mine, timedelta(0)) is TaskState.CANCELLED
    assert jobs(database) == []
    assert (await get(services, task)).state is TaskState.CANCELLED


async def test_a_task_that_was_cancelled_while_its_worker_was_dead_is_not_begun_again(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    await held(services, FIRST)
    await perform(services, tasks.cancel_task, tasks.OneTask(id=str(task.id)))
    claimed = await begun(services, await taken(services, SECOND))
    assert claimed is not None
    assert claimed.state == "cancelled"
    assert (await get(services, task)).state is TaskState.CANCELLED
    assert (jobs(database), contents(database)) == ([], [])


async def test_a_task_that_runs_longer_than_its_lease_is_kept(
    services: Services, database: Database, gate: Gate
) -> None:
    task = await enqueue(services, "pause", gate="here", content="Mike lives in Bath")
    with fail_after(30):
        async with running(services) as worker:
            await gate.begun.wait()
            while held_for(seen := await get(services, task)) < timedelta(seconds=1.5):
                pass  # the lease is of one second
            assert (seen.progress_done, seen.progress_total) == (1, 2)
            async with running(services):
                assert await drain(services) == TasksRun()
                gate.go.set()
    assert worker.ran == TasksRun(done=1)
    assert (await get(services, task)).attempts == 1


async def test_a_worker_is_woken_by_a_task_that_is_enqueued(
    services: Services, database: Database
) -> None:
    patient = Worker(with_worker(services, poll_s=600.0))
    with fail_after(30):
        async with create_task_group() as group:
            group.start_soon(patient.run)
            while not listening(database):
                await workers_seen(services)
            task = await enqueue(services, "note", content="Mike lives in Bath")
            while (await get(services, task)).state is not TaskState.DONE:
                pass
            patient.stop()
    assert contents(database) == ["Mike lives in Bath"]


async def test_what_does_not_end_in_time_is_given_back_when_a_worker_stops(
    services: Services, gate: Gate
) -> None:
    task = await enqueue(services, "pause", gate="here", content="Mike lives in Bath")
    with fail_after(30):
        async with running(with_worker(services, stop_timeout_s=0.01)):
            await gate.begun.wait()
    seen = await get(services, task)
    assert (seen.state, seen.attempts) == (TaskState.WAITING, 0)
    assert await workers_seen(services) == 0


async def test_a_runner_has_an_id_of_its_own(services: Services) -> None:
    first, second = await new_runner(services), await new_runner(services)
    assert first.worker_id != second.worker_id


async def test_a_worker_that_was_away_until_another_took_it_away_is_alive_again(
    services: Services, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muniment.worker.serving.ALIVE", timedelta(seconds=0.1))
    async with running(services):
        with database.as_admin() as connection:
            await to_thread.run_sync(until, lambda: _workers(connection) == 1, "it joins")
            await to_thread.run_sync(_take_away, connection)
            await to_thread.run_sync(until, lambda: _workers(connection) == 1, "it is seen")


def _take_away(connection: Connection[TupleRow]) -> None:
    """Take every worker away: not on the loop of a worker, which may hold its row until the loop goes on."""
    connection.execute("DELETE FROM muniment_queue.workers")
    connection.commit()


def _workers(connection: Connection[TupleRow]) -> int:
    (count,) = connection.execute("SELECT count(*) FROM muniment_queue.workers").fetchone() or (0,)
    return int(count)
