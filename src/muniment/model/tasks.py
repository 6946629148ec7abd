"""Describe what is due: tasks, their states, and the schedules that enqueue them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from muniment.model.ids import TaskId
from muniment.model.memory import Metadata
from muniment.model.printed import Printed, Several


class TaskState(StrEnum):
    """Where a task is: the last three are ends, and a parked one can be tried again."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    PARKED = "parked"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Task(Printed):
    """Something to be done in the background, for the user and agent that enqueued it.

    `attempts` counts how often it was begun. `error` is that of the last failed attempt. `due_at` is when it is or
    was due, `beat_at` when its worker last reported.
    """

    id: TaskId
    kind: str
    arguments: Metadata
    state: TaskState
    user: str | None
    agent: str | None
    key: str | None
    schedule_id: UUID | None
    attempts: int
    attempts_max: int
    progress_done: int | None
    progress_total: int | None
    result: object
    error: str | None
    error_code: str | None
    worker_id: UUID | None
    enqueued_at: datetime
    due_at: datetime
    started_at: datetime | None
    beat_at: datetime | None
    cancel_asked_at: datetime | None
    ended_at: datetime | None
    access_key: UUID | None = None
    """The id of the API key that it was enqueued with, if it was with one."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TaskList(Several[Task]):
    """Part of the tasks, latest first; `cursor` asks for the part that follows, None after the last."""

    items: tuple[Task, ...]
    cursor: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Schedule(Printed):
    """What is enqueued again and again; `next_at` is None while it is off."""

    id: UUID
    name: str
    kind: str
    arguments: Metadata
    cron: str
    zone: str
    user: str | None
    agent: str | None
    set_at: datetime
    next_at: datetime | None
    last_at: datetime | None
    last_task_id: TaskId | None
    access_key: UUID | None = None
    """The id of the API key that it was set with, if it was with one."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TasksRun(Printed):
    """How the tasks ended that were run: `postponed` ones are tried again later."""

    done: int = 0
    postponed: int = 0
    parked: int = 0
    cancelled: int = 0

    def __add__(self, other: TasksRun) -> TasksRun:
        return TasksRun(
            done=self.done + other.done,
            postponed=self.postponed + other.postponed,
            parked=self.parked + other.parked,
            cancelled=self.cancelled + other.cancelled,
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class PendingRun(Printed):
    """What was caught up on: units embedded, units that still wait, and tasks by how they ended."""

    embedded: int
    waiting: int
    tasks: TasksRun
