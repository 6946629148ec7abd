"""A server whose clock is set back keeps nothing waiting, and does nothing twice."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from muniment.model.tasks import Schedule, TasksRun, TaskState
from muniment.operations import schedules
from muniment.operations.catalogue import perform
from muniment.operations.reads import Nothing, health
from muniment.operations.services import Services
from muniment.tasks.queue import Queue, Reach
from tests.database import Database
from tests.store.tasking import contents, drain, enqueue, get, pass_time

LEASE = Reach(lease=timedelta(seconds=1))


def set_back(database: Database, by: str = "5 hours") -> None:
    """Put all that was noted of tasks ahead, so that for whoever looks now the clock was set back."""
    with database.as_admin() as connection:
        for table, columns in {
            "muniment_queue.pgqueuer": ("created", "updated", "heartbeat", "execute_after"),
            "muniment_queue.workers": ("started_at", "seen_at"),
            "muniment.schedules": ("set_at", "next_at", "last_at"),
            "muniment.tasks": ("enqueued_at", "due_at", "started_at", "beat_at"),
        }.items():
            moved = ", ".join(f"{each} = {each} + interval '{by}'" for each in columns)
            connection.execute(f"UPDATE {table} SET {moved}".encode())


def due_in_s(database: Database) -> list[float]:
    with database.as_admin() as connection:
        rows = connection.execute(
            "SELECT extract(epoch FROM execute_after - clock_timestamp())::float8"
            " FROM muniment_queue.pgqueuer ORDER BY id"
        ).fetchall()
    return [float(str(each)) for (each,) in rows]


async def test_what_waited_when_the_clock_was_set_back_runs_at_once(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    set_back(database)
    assert await drain(services) == TasksRun(done=1)
    assert (await get(services, task)).state is TaskState.DONE
    assert contents(database) == ["Mike lives in Bath"]


async def test_what_was_put_off_waits_as_long_as_it_was_to(
    services: Services, database: Database
) -> None:
    await enqueue(services, "note", content="Mike lives in Bath", delay_s=600)
    set_back(database)
    assert await drain(services) == TasksRun()
    (seconds,) = due_in_s(database)
    assert 540 < seconds <= 600


async def test_a_dead_worker_s_task_waits_for_its_lease_and_not_for_the_clock(
    services: Services, database: Database
) -> None:
    await enqueue(services, "note", content="Mike lives in Bath")
    taken = await Queue(services.store).take(str(services.principal.tenant_id), UUID(int=1), LEASE)
    assert taken is not None
    set_back(database)
    assert await drain(services) == TasksRun()
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE muniment_queue.pgqueuer SET heartbeat = heartbeat - interval '2 seconds'"
        )
    assert await drain(services) == TasksRun(done=1)


async def hourly(services: Services) -> Schedule:
    await perform(
        services,
        schedules.set_schedule,
        schedules.SetSchedule(
            name="hourly", kind="note", cron="@hourly", arguments={"content": "Mike lives in Bath"}
        ),
    )
    return (await perform(services, schedules.schedules, Nothing()))[0]


async def test_a_schedule_goes_on_when_the_clock_comes_back_from_a_year_ahead(
    services: Services, database: Database
) -> None:
    made = await hourly(services)
    set_back(database, "365 days")
    assert await drain(services) == TasksRun()
    with database.as_admin() as connection:  # the hour has passed
        connection.execute("UPDATE muniment_queue.pgqueuer SET execute_after = now()")
    assert await drain(services) == TasksRun()

    (seen,) = await perform(services, schedules.schedules, Nothing())
    assert made.next_at is not None
    assert seen.next_at is not None
    assert seen.next_at - made.next_at <= timedelta(hours=1)
    assert max(due_in_s(database)) <= 3600
    pass_time(database)
    assert await drain(services) == TasksRun(done=1)


async def test_a_worker_that_was_seen_at_a_time_to_come_is_not_alive(
    services: Services, database: Database
) -> None:
    with database.as_admin() as connection:
        connection.execute(
            "INSERT INTO muniment_queue.workers (worker_id, name, concurrency)"
            " VALUES (muniment.new_id(), 'dead', 1)"
        )
    set_back(database)
    parts = {part.name: part for part in (await perform(services, health, Nothing())).parts}
    assert "no worker is alive" in parts["tasks"].detail
