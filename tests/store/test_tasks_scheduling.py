"""A schedule enqueues its task at its times, once for each, for the user that set it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from anyio import create_task_group, to_thread

from muniment.access.principal import Permission
from muniment.errors import InvalidValue, NotPermitted, ScheduleNotFound
from muniment.ledger.transacting import await_turn
from muniment.model.tasks import Schedule, TasksRun
from muniment.operations import schedules, tasks
from muniment.operations.catalogue import perform
from muniment.operations.reads import Nothing
from muniment.operations.services import Services
from muniment.tasks.enqueueing import Defaults
from muniment.tasks.scheduling import NewSchedule
from muniment.tasks.scheduling import set_schedule as keep_schedule
from tests.database import Database
from tests.faults.processes import until
from tests.store.tasking import (
    contents,
    drain,
    jobs,
    limited,
    of_user,
    pass_time,
    somebody_waits,
)

NOTE = {"content": "Mike lives in Bath"}


async def set_schedule(
    services: Services, name: str = "nightly", kind: str | None = "note", cron: str | None = "0 3 * * *",
    **more: object,
) -> Schedule:  # fmt: skip
    given = {"arguments": NOTE} if kind is not None else {}
    request = schedules.SetSchedule(name=name, kind=kind, cron=cron, **(given | more))  # type: ignore[arg-type]  # as a caller gives them
    return await perform(services, schedules.set_schedule, request)


async def listed(services: Services) -> tuple[Schedule, ...]:
    return await perform(services, schedules.schedules, Nothing())


async def ran(services: Services) -> list[str]:
    return sorted(each.name for each in await listed(services) if each.last_at is not None)


async def tasks_of(services: Services) -> list[tuple[str, str | None]]:
    found = await perform(services, tasks.tasks, tasks.ListTasks())
    return [(task.state.value, task.user) for task in found]


async def test_a_schedule_enqueues_nothing_before_it_is_due(
    services: Services, database: Database
) -> None:
    made = await set_schedule(services)
    assert made.next_at is not None
    assert (made.next_at.hour, made.next_at.minute, made.zone) == (3, 0, "UTC")
    assert await drain(services) == TasksRun()
    assert [status for status, *_ in jobs(database)] == ["queued"]


async def test_a_schedule_that_is_due_enqueues_one_task_and_is_due_again(
    services: Services, database: Database
) -> None:
    made = await set_schedule(services)
    pass_time(database)
    assert await drain(services) == TasksRun(done=1)
    assert await drain(services) == TasksRun()
    assert contents(database) == ["Mike lives in Bath"]

    (seen,) = await listed(services)
    assert seen.next_at == made.next_at
    assert seen.next_at is not None
    assert seen.last_at == seen.next_at - timedelta(days=2)
    (task,) = await perform(services, tasks.tasks, tasks.ListTasks())
    assert (task.schedule_id, seen.last_task_id) == (seen.id, task.id)
    assert [status for status, *_ in jobs(database)] == ["queued"]

    pass_time(database, "3 days")
    assert await drain(services) == TasksRun(done=1)


async def test_a_time_that_was_met_is_not_met_again(services: Services, database: Database) -> None:
    await set_schedule(services)
    for _ in range(2):
        pass_time(database)
        await drain(services)
    assert await tasks_of(services) == [("done", "local")]


async def test_times_that_were_missed_are_made_up_for_by_one_task(
    services: Services, database: Database
) -> None:
    await set_schedule(services, cron="@hourly")
    pass_time(database, "30 days")
    assert await drain(services) == TasksRun(done=1)
    assert await drain(services) == TasksRun()


async def test_a_schedule_runs_for_the_user_that_set_it(
    services: Services, database: Database
) -> None:
    await set_schedule(of_user(services, "anna"))
    assert [each.user for each in await listed(services)] == ["anna"]
    reader = limited(services, Permission.READ)
    assert await listed(reader) == ()
    pass_time(database)
    assert await drain(services) == TasksRun(done=1)
    assert await tasks_of(services) == [("done", "anna")]
    assert await tasks_of(reader) == []


async def test_a_permission_that_this_worker_does_not_know_ends_no_schedule(
    services: Services, database: Database
) -> None:
    await set_schedule(services)
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.schedules SET permissions = '{read,write,fly}'")
    pass_time(database)
    assert await drain(services) == TasksRun(done=1)


async def test_a_schedule_that_is_set_again_takes_the_place_of_the_first(
    services: Services, database: Database
) -> None:
    await set_schedule(services)
    changed = await set_schedule(services, kind=None, cron="0 4 * * *")
    assert (changed.kind, changed.arguments, changed.cron) == ("note", NOTE, "0 4 * * *")
    assert await listed(services) == (changed,)
    assert len(jobs(database)) == 1


async def test_a_schedule_that_is_set_again_still_says_when_it_last_ran_and_does_not_run_again(
    services: Services, database: Database
) -> None:
    await set_schedule(services)
    pass_time(database)
    await drain(services)
    (ran_once,) = await listed(services)
    assert ran_once.last_at is not None

    off = await set_schedule(services, kind=None, cron=None, off=True)
    on = await set_schedule(services, kind=None, cron="0 4 * * *")

    assert {(each.id, each.last_at, each.last_task_id) for each in (ran_once, off, on)} == {
        (ran_once.id, ran_once.last_at, ran_once.last_task_id)
    }
    assert await drain(services) == TasksRun()


async def test_a_schedule_that_is_off_enqueues_nothing_until_it_is_on_again(
    services: Services, database: Database
) -> None:
    await set_schedule(services, zone="Europe/London")
    off = await set_schedule(services, kind=None, cron=None, off=True)
    assert (off.next_at, off.cron, off.zone) == (None, "0 3 * * *", "Europe/London")
    assert jobs(database) == []
    on = await set_schedule(services, kind=None, cron=None)
    assert on.next_at is not None
    assert len(jobs(database)) == 1


async def test_an_alarm_whose_schedule_was_replaced_rings_for_nobody(
    services: Services, database: Database
) -> None:
    await set_schedule(services)
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.schedules SET job_no = job_no + 1000")
    pass_time(database)
    assert await drain(services) == TasksRun()
    assert jobs(database) == []
    assert await tasks_of(services) == []


async def test_a_schedule_whose_arguments_fit_no_longer_can_be_switched_off_and_not_on(
    services: Services, database: Database
) -> None:
    await set_schedule(services, kind="decay", arguments={"below": 0.5})
    with database.as_admin() as connection:
        connection.execute("""UPDATE muniment.schedules SET arguments = '{"below": 5}'""")
    off = await set_schedule(services, kind=None, cron=None, off=True)
    assert (off.next_at, off.arguments) == (None, {"below": 5})
    with pytest.raises(InvalidValue, match="the arguments of decay do not fit: below is 5"):
        await set_schedule(services, kind=None, cron=None)


async def test_what_a_schedule_lacks_is_told_and_nothing_is_stored(
    services: Services, database: Database
) -> None:
    with pytest.raises(InvalidValue, match="is new: give a kind and a cron expression"):
        await set_schedule(services, cron=None)
    with pytest.raises(InvalidValue, match="cron is 'nightly'; write five fields"):
        await set_schedule(services, cron="nightly")
    with pytest.raises(InvalidValue, match="zone is 'Mars'"):
        await set_schedule(services, zone="Mars")
    with pytest.raises(InvalidValue, match="the arguments of note do not fit"):
        await set_schedule(services, arguments={})
    with pytest.raises(InvalidValue, match="name is blank"):
        await set_schedule(services, name=" ")
    with pytest.raises(
        ScheduleNotFound, match="no schedule 'nightly' to switch off; `schedules` lists"
    ):
        await set_schedule(services, off=True)
    with pytest.raises(NotPermitted):
        await set_schedule(limited(services, Permission.READ))
    assert await listed(services) == ()
    assert jobs(database) == []


async def test_who_sets_a_schedule_while_another_sets_it_is_not_passed_over(
    services: Services, database: Database
) -> None:
    later: list[Schedule] = []
    earlier = NewSchedule(
        name="nightly",
        kind="note",
        arguments=NOTE,
        cron="0 3 * * *",
        zone="UTC",
        is_on=True,
        attempts_max=3,
    )

    async def set_later() -> None:
        later.append(await set_schedule(services, cron="0 5 * * *"))

    principal = services.principal
    async with (
        create_task_group() as group,
        services.store.writing(principal.as_setting()) as work,
    ):
        await await_turn(work, principal)
        await keep_schedule(work, principal, earlier, Defaults())
        group.start_soon(set_later)
        with database.as_admin() as watching:
            await to_thread.run_sync(until, lambda: somebody_waits(watching), "the later one waits")
    assert [each.cron for each in later] == ["0 5 * * *"]
    assert [each.cron for each in await listed(services)] == ["0 5 * * *"]
    assert len(jobs(database)) == 1


async def test_a_schedule_of_a_zone_that_is_not_known_here_is_left_to_another_worker(
    services: Services, database: Database
) -> None:
    await set_schedule(services, "strange")
    await set_schedule(services, "nightly")
    strange = "UPDATE muniment.schedules SET zone = %s WHERE name = 'strange'"
    with database.as_admin() as connection:
        connection.execute(strange, ["Europe/Atlantis"])
    pass_time(database)
    assert await drain(services) == TasksRun(done=1)
    assert [status for status, *_ in jobs(database)] == ["queued", "queued"]

    with database.as_admin() as connection:
        connection.execute(strange, ["UTC"])
    assert await ran(services) == ["nightly"]
    pass_time(database, "2 hours")
    await drain(services)
    assert await ran(services) == ["nightly", "strange"]
