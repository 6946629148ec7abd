"""Show tasks, cancel them, and let parked ones wait again."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.errors import TaskInOtherState, TaskNotFound
from muniment.model.ids import TaskId, TenantId
from muniment.model.tasks import Task, TaskState
from muniment.store.work import Work
from muniment.tasks.queue import ask_to_stop, withdraw


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """A task as it is stored."""

    task_id: TaskId
    kind: str
    arguments: str
    state: str
    user_name: str | None
    agent: str | None
    key: str | None
    schedule_id: UUID | None
    attempts: int
    attempts_max: int
    progress_done: int | None
    progress_total: int | None
    result: str | None
    error: str | None
    error_code: str | None
    worker_id: UUID | None
    enqueued_at: datetime
    due_at: datetime
    started_at: datetime | None
    beat_at: datetime | None
    cancel_asked_at: datetime | None
    ended_at: datetime | None
    key_id: UUID | None

    def task(self) -> Task:
        """Return it as it is shown."""
        return Task(
            id=self.task_id,
            kind=self.kind,
            arguments=json.loads(self.arguments),
            state=TaskState(self.state),
            user=self.user_name,
            agent=self.agent,
            key=self.key,
            schedule_id=self.schedule_id,
            attempts=self.attempts,
            attempts_max=self.attempts_max,
            progress_done=self.progress_done,
            progress_total=self.progress_total,
            result=None if self.result is None else json.loads(self.result),
            error=self.error,
            error_code=self.error_code,
            worker_id=self.worker_id,
            enqueued_at=self.enqueued_at,
            due_at=self.due_at,
            started_at=self.started_at,
            beat_at=self.beat_at,
            cancel_asked_at=self.cancel_asked_at,
            ended_at=self.ended_at,
            access_key=self.key_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The state that a task got, and its row of the queue."""

    state: str
    job_no: int


async def read_tasks(
    work: Work,
    tenant_id: TenantId,
    *,
    state: TaskState | None,
    kind: str | None,
    before: TaskId | None,
    limit: int,
) -> list[Task]:
    """Return tasks, latest first, that come after one in that order."""
    rows = await work.all(
        "tasks_read",
        TaskRow,
        tenant_id=tenant_id,
        state=state,
        kind=kind,
        before=before,
        limit=limit,
    )
    return [row.task() for row in rows]


async def read_task(work: Work, tenant_id: TenantId, task_id: TaskId) -> Task:
    """Return a task.

    Raises:
        TaskNotFound: there is none that the principal may see.
    """
    row = await work.one("task_read", TaskRow, tenant_id=tenant_id, task_id=task_id)
    if row is None:
        raise TaskNotFound(f"there is no task {task_id}.")
    return row.task()


async def cancel(work: Work, tenant_id: TenantId, task_id: TaskId) -> None:
    """Cancel a task; one that is running is told to stop, and ends as cancelled when it has.

    Raises:
        TaskNotFound, TaskInOtherState: there is none, or it ended.
    """
    asked = await work.change("task_cancel", Moved, tenant_id=tenant_id, task_id=task_id)
    moved = await asked.one()
    if moved is None:
        task = await read_task(work, tenant_id, task_id)
        raise TaskInOtherState(
            f"the task {task_id} is {task.state.value}: only a waiting, running or parked task can be cancelled."
        )
    if moved.state == TaskState.RUNNING:
        await ask_to_stop(work, moved.job_no)
    else:
        await withdraw(work, moved.job_no)


async def retry(work: Work, tenant_id: TenantId, task_id: TaskId) -> None:
    """Put a parked task back in the queue, with all its attempts again.

    Raises:
        TaskNotFound, TaskInOtherState: there is none, or it is not parked.
    """
    asked = await work.change("task_retry", Moved, tenant_id=tenant_id, task_id=task_id)
    if await asked.one() is None:
        task = await read_task(work, tenant_id, task_id)
        raise TaskInOtherState(
            f"the task {task_id} is {task.state.value}: only a parked task can be retried."
        )
