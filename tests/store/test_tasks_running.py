"""A task that is due is run for whom it was enqueued, is tried again, is parked, or is cancelled."""

from __future__ import annotations

from datetime import timedelta

import pytest
from anyio import create_task_group, fail_after

from muniment.access.principal import Permission
from muniment.errors import TaskInOtherState, TaskNotFound
from muniment.model.tasks import TasksRun, TaskState
from muniment.operations import tasks
from muniment.operations.background import KINDS
from muniment.operations.catalogue import perform
from muniment.operations.running import delay_before, new_runner
from muniment.operations.services import Services
from muniment.settings import WorkerSettings
from muniment.testing.embedder import FailingEmbedder, HashedEmbedder
from muniment.worker.serving import running
from tests.database import Database
from tests.store.ledgers import draft
from tests.store.task_kinds import Gate
from tests.store.tasking import (
    contents,
    drain,
    enqueue,
    get,
    jobs,
    limited,
    of_user,
    pass_time,
    rewrite,
    services_for,
    serving,
    with_worker,
)


def patient(services: Services) -> Services:
    """Return services that try nothing a second time while a test lasts."""
    return with_worker(services, backoff_first_s=3600.0, backoff_max_s=3600.0)


async def test_a_task_is_run_once_and_its_queue_is_empty_then(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    assert (task.state, task.attempts, task.started_at) == (TaskState.WAITING, 0, None)

    assert await drain(services) == TasksRun(done=1)
    assert await drain(services) == TasksRun()

    seen = await get(services, task)
    assert (seen.state, seen.attempts, seen.result) == (TaskState.DONE, 1, "local")
    assert (seen.progress_done, seen.progress_total, seen.error) == (1, 1, None)
    assert seen.enqueued_at < seen.started_at < seen.ended_at  # type: ignore[operator]  # all are there
    assert contents(database) == ["Mike lives in Bath"]
    assert jobs(database) == []


async def test_tasks_that_ended_long_ago_are_taken_away_whoever_they_were_of(
    services: Services, database: Database
) -> None:
    for user in ("anna", "ben"):
        await enqueue(of_user(services, user), "note", content="Mike lives in Bath")
    await enqueue(services, "fail", why="wrong")
    await drain(services)
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.tasks SET ended_at = ended_at - interval '8 days'")

    await enqueue(services, "note", content="Mike lives in Ely")
    await drain(services)

    with database.as_admin() as connection:
        left = connection.execute("SELECT kind, state FROM muniment.tasks ORDER BY kind").fetchall()
    assert left == [("fail", "parked"), ("note", "done")]


async def test_the_queue_carries_ids_only(services: Services, database: Database) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    principal = services.principal

    ((status, entrypoint, payload),) = jobs(database)
    assert (status, entrypoint) == ("queued", str(principal.tenant_id))
    assert payload == (
        f'{{"tenant" : "{principal.tenant_id}", "user" : "{principal.user_id}", '
        f'"task" : "{task.id}"}}'
    )


async def test_a_task_that_is_delayed_is_not_run_before_it_is_due(
    services: Services, database: Database
) -> None:
    await enqueue(services, "note", content="later", delay_s=3600)
    assert await drain(services) == TasksRun()
    runner = await new_runner(services)
    due_in = await runner.due_in()
    assert due_in is not None
    assert 3590 < due_in <= 3600
    assert contents(database) == []


async def test_what_waits_for_the_embedder_is_tried_every_minute_for_days(
    database: Database,
) -> None:
    embedder = FailingEmbedder(HashedEmbedder(), is_down=True)
    async with serving(database, embedder=embedder) as quick:
        services = with_worker(quick, backoff_first_s=5.0, backoff_max_s=3600.0)
        await services.ledger.add_many(services.principal, [draft("Mike lives in Bath")])
        rewrite(database, "attempts = 99")
        assert await drain(services) == TasksRun(postponed=1)
        due_in = await (await new_runner(services)).due_in()
        [task] = await perform(services, tasks.tasks, tasks.ListTasks())

    assert due_in is not None
    assert 50 < due_in <= 60
    assert task.attempts_max - task.attempts > 4 * 24 * 60


async def test_a_failed_attempt_is_tried_again_and_parked_with_its_error_after_the_last(
    services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    task = await enqueue(services, "fail", why="away")
    ran = TasksRun()
    with fail_after(120):
        while ran.parked == 0:
            ran += await drain(services)
    seen = await get(services, task)
    assert ran == TasksRun(postponed=2, parked=1)
    assert (seen.state, seen.attempts, seen.attempts_max) == (TaskState.PARKED, 3, 3)
    assert (seen.error, seen.error_code) == (
        "The embedder cannot be reached. The log of the worker says why.",
        "embedder_unavailable",
    )
    told = [each.getMessage() for each in caplog.records if each.name == "muniment.tasks"]
    assert [each.partition(" failed with ")[2] for each in told] == [
        "embedder_unavailable: the embedder is away."
    ] * 3


async def test_a_task_waits_for_room_on_the_disk_however_often_it_finds_none(
    services: Services, database: Database
) -> None:
    task = await enqueue(patient(services), "fail", why="full")
    for attempts in (1, 2, 2, 2):
        assert await drain(patient(services)) == TasksRun(postponed=1)
        seen = await get(services, task)
        assert (seen.state, seen.attempts, seen.error_code) == (
            TaskState.WAITING,
            attempts,
            "disk_full",
        )
        pass_time(database)


async def test_what_trying_again_cannot_mend_is_parked_at_once(services: Services) -> None:
    task = await enqueue(services, "fail", why="wrong")
    assert await drain(services) == TasksRun(parked=1)
    seen = await get(services, task)
    assert (seen.attempts, seen.error_code) == (1, "value_invalid")


async def test_an_error_that_nobody_foresaw_is_told_by_its_type_alone(services: Services) -> None:
    task = await enqueue(services, "fail", why="broken")
    assert await drain(patient(services)) == TasksRun(postponed=1)
    seen = await get(services, task)
    assert (seen.state, seen.error_code) == (TaskState.WAITING, "unexpected")
    assert seen.error == "RuntimeError. This is a defect: please report it."
    assert seen.due_at > seen.started_at  # type: ignore[operator]  # it was started


async def test_of_several_errors_the_first_is_told(services: Services) -> None:
    task = await enqueue(services, "fail", why="grouped")
    assert await drain(patient(services)) == TasksRun(postponed=1)
    assert (await get(services, task)).error_code == "embedder_unavailable"


async def test_a_kind_that_this_worker_does_not_know_is_left_to_another_one(
    services: Services, monkeypatch: pytest.MonkeyPatch, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    with monkeypatch.context() as patch:
        patch.delitem(KINDS, "note")
        assert await drain(patient(services)) == TasksRun(postponed=1)
        seen = await get(services, task)
        assert (seen.state, seen.attempts) == (TaskState.WAITING, 0)
        assert "kind is 'note'; it must be one of" in str(seen.error)
    pass_time(database)
    assert await drain(services) == TasksRun(done=1)
    assert contents(database) == ["Mike lives in Bath"]


async def test_arguments_that_a_kind_takes_no_more_park_the_task(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    rewrite(database, """arguments = '{"colour": "red"}'""")
    assert await drain(services) == TasksRun(parked=1)

    seen = await get(services, task)
    assert (seen.attempts, seen.error_code) == (1, "value_invalid")
    assert seen.error == (
        "the arguments of note do not fit: 'colour' is not a field of Note; it has content."
    )


async def test_a_permission_that_this_worker_does_not_know_is_none(
    services: Services, database: Database
) -> None:
    await enqueue(services, "note", content="Mike lives in Bath")
    rewrite(database, "permissions = '{write,fly}'")
    assert await drain(services) == TasksRun(done=1)
    task = await enqueue(services, "note", content="Mike lives in York")
    rewrite(database, "permissions = '{fly}'")
    assert await drain(services) == TasksRun(parked=1)
    assert (await get(services, task)).error_code == "not_permitted"


async def test_a_task_that_this_worker_cannot_read_fails_and_the_worker_goes_on(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    rewrite(database, """confined = '{"of": "another form"}'""")
    assert await drain(patient(services)) == TasksRun(postponed=1)
    assert (await get(services, task)).error_code == "unexpected"


async def test_a_parked_task_can_be_tried_again_with_all_its_attempts(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "fail", why="wrong")
    await drain(services)
    assert jobs(database) == []

    again = await perform(services, tasks.retry_task, tasks.OneTask(id=str(task.id)))
    assert (again.state, again.attempts, again.ended_at) == (TaskState.WAITING, 0, None)
    assert again.error == "this is wrong and stays so."
    assert await drain(services) == TasksRun(parked=1)


async def test_only_what_is_parked_is_tried_again(services: Services) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    with pytest.raises(TaskInOtherState, match="is waiting: only a parked task"):
        await perform(services, tasks.retry_task, tasks.OneTask(id=str(task.id)))


async def test_a_task_that_waits_is_cancelled_and_never_run(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    seen = await perform(services, tasks.cancel_task, tasks.OneTask(id=str(task.id)))
    assert seen.state is TaskState.CANCELLED
    assert jobs(database) == []
    assert await drain(services) == TasksRun()
    assert contents(database) == []
    with pytest.raises(TaskInOtherState, match="is cancelled: only a waiting"):
        await perform(services, tasks.cancel_task, tasks.OneTask(id=str(task.id)))


async def test_a_task_that_runs_is_stopped_when_it_is_cancelled(
    services: Services, database: Database, gate: Gate
) -> None:
    task = await enqueue(services, "pause", gate="here", content="never")
    async with running(services) as worker:
        with fail_after(120):
            await gate.begun.wait()
            asked = await perform(services, tasks.cancel_task, tasks.OneTask(id=str(task.id)))
            assert asked.state is TaskState.RUNNING
            assert asked.cancel_asked_at is not None
            worker.stop()
    assert worker.ran == TasksRun(cancelled=1)
    assert (await get(services, task)).state is TaskState.CANCELLED
    assert contents(database) == []
    assert jobs(database) == []


async def test_a_task_that_is_cut_off_is_given_back_and_its_attempt_does_not_count(
    services: Services, database: Database, gate: Gate
) -> None:
    task = await enqueue(services, "pause", gate="here", content="Mike")
    runner = await new_runner(services)
    with fail_after(120):
        async with create_task_group() as group:
            group.start_soon(runner.drain)
            await gate.begun.wait()
            group.cancel_scope.cancel()
    seen = await get(services, task)
    assert (seen.state, seen.attempts, seen.worker_id) == (TaskState.WAITING, 0, None)

    gate.go.set()
    assert await drain(services) == TasksRun(done=1)
    assert contents(database) == ["Mike"]


async def test_a_task_runs_as_its_enqueuer(services: Services) -> None:
    mine = limited(services, Permission.READ, Permission.WRITE, agent="planner")
    task = await enqueue(mine, "note", content="Mike lives in Bath")
    assert await drain(services) == TasksRun(done=1)
    assert (await get(services, task)).result == "planner"


async def test_a_task_gets_no_more_than_the_permissions_it_was_enqueued_with(
    services: Services, database: Database
) -> None:
    task = await enqueue(services, "note", content="Mike lives in Bath")
    with database.as_admin() as connection:
        connection.execute("UPDATE muniment.tasks SET permissions = '{read}'")
    assert await drain(services) == TasksRun(parked=1)
    assert (await get(services, task)).error_code == "not_permitted"
    assert contents(database) == []


async def test_another_users_task_is_seen_by_who_governs_alone(services: Services) -> None:
    anna = of_user(services, "anna")
    task = await enqueue(anna, "note", content="Anna lives in York")
    assert (await get(services, task)).user == "anna"
    with pytest.raises(TaskNotFound):
        await get(limited(services, Permission.READ, Permission.WRITE), task)
    with pytest.raises(TaskNotFound):
        await perform(
            limited(services, Permission.READ, Permission.WRITE),
            tasks.cancel_task,
            tasks.OneTask(id=str(task.id)),
        )


async def test_another_tenants_task_is_not_there(services: Services) -> None:
    acme = await services_for(services, "acme")
    task = await enqueue(acme, "note", content="Mike lives in Bath")
    with pytest.raises(TaskNotFound):
        await get(services, task)
    assert await drain(services, [services]) == TasksRun()
    assert await drain(services) == TasksRun(done=1)


async def test_tenants_take_turns_however_long_their_queues_are(
    services: Services, database: Database
) -> None:
    large, small = await services_for(services, "large"), await services_for(services, "small")
    for number in range(20):
        await enqueue(large, "note", content=f"large {number}")
    for number in range(2):
        await enqueue(small, "note", content=f"small {number}")
    runner = await new_runner(services)
    for _ in range(4):
        assert await runner.run_next() == TasksRun(done=1)
    assert sorted(contents(database)) == ["large 0", "large 1", "small 0", "small 1"]


def test_the_wait_between_attempts_doubles_up_to_a_bound() -> None:
    settings = WorkerSettings(backoff_first_s=5, backoff_max_s=60)
    waits = [delay_before(attempt, settings, "note") for attempt in (1, 2, 3, 4, 5, 99)]
    assert waits == [timedelta(seconds=each) for each in (5, 10, 20, 40, 60, 60)]
