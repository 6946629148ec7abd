"""Begin, hold and end a task: only the worker that holds its lease does, each step one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from pgqueuer.domain.types import JOB_STATUS

from muniment.model.ids import TaskId
from muniment.model.tasks import TaskState
from muniment.store.work import Work
from muniment.tasks.enqueueing import Enqueued
from muniment.tasks.queue import Taken, drop, hold, put_back, settle

LOST: Final = "an attempt never ended: its worker died, or was silent for longer than its lease."
LOST_CODE: Final = "task_lost"

_STATUSES: Final[dict[TaskState, JOB_STATUS]] = {
    TaskState.DONE: "successful",
    TaskState.PARKED: "exception",
    TaskState.CANCELLED: "canceled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed(Enqueued):
    """A task as a worker begins it; in another state than `running` it ended instead."""

    task_id: TaskId
    kind: str
    arguments: str
    state: str
    job_no: int
    attempts: int
    attempts_max: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A task that this worker runs. Whoever claimed it later has another number of attempts."""

    taken: Taken
    claimed: Claimed

    @property
    def lease(self) -> dict[str, object]:
        """What names the holder in every statement about the task."""
        return {
            "tenant_id": self.claimed.tenant_id,
            "task_id": self.claimed.task_id,
            "worker_id": self.taken.worker_id,
            "attempts": self.claimed.attempts,
        }


@dataclass(slots=True, kw_only=True)
class Progress:
    """How far a task is, as its handler says."""

    done: int | None = None
    total: int | None = None

    def told(self, done: int, total: int) -> None:
        """Note how many of how many are done."""
        self.done, self.total = done, total

    @property
    def columns(self) -> dict[str, object]:
        """What is stored of it."""
        return {"progress_done": self.done, "progress_total": self.total}


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why an attempt failed, for people (`told`) and for programs (`code`)."""

    told: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BeatRow:
    """That the task is still held, and whether it is to be cancelled."""

    cancel_asked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRow:
    """The state that a task got."""

    state: str


async def claim(work: Work, taken: Taken) -> Claimed | None:
    """Begin a task, counting the attempt; None if the row of the queue stands for nothing any more."""
    asked = await work.change(
        "task_claim",
        Claimed,
        tenant_id=taken.tenant_id,
        task_id=taken.task_id,
        job_no=taken.job_no,
        worker_id=taken.worker_id,
        error=LOST,
        error_code=LOST_CODE,
    )
    claimed = await asked.one()
    if claimed is None:
        await drop(work, taken)
    elif claimed.state != TaskState.RUNNING:
        await settle(work, taken, _STATUSES[TaskState(claimed.state)])
    return claimed


async def beat(work: Work, held: Held, progress: Progress) -> BeatRow | None:
    """Renew the lease and tell how far the task is; None if somebody else holds it, or it ended."""
    asked = await work.change("task_beat", BeatRow, **held.lease, **progress.columns)
    kept = await asked.one()
    if kept is not None:
        await hold(work, held.taken)
    return kept


async def end(
    work: Work,
    held: Held,
    state: TaskState,
    *,
    progress: Progress,
    result: str | None = None,
    failure: Failure | None = None,
) -> bool:
    """End a task; False if this worker does not hold it any more, and nothing changed."""
    asked = await work.change(
        "task_end",
        StateRow,
        state=state.value,
        result=result,
        error=None if failure is None else failure.told,
        error_code=None if failure is None else failure.code,
        **held.lease,
        **progress.columns,
    )
    if await asked.one() is None:
        return False
    await settle(work, held.taken, _STATUSES[state])
    return True


async def postpone(
    work: Work,
    held: Held,
    delay: timedelta,
    *,
    failure: Failure | None = None,
    is_given_back: bool = False,
) -> TaskState | None:
    """Let a task wait for its next attempt; given back, the attempt does not count.

    Return the state it got: `cancelled` if that was asked for meanwhile or another with its key
    waits already, None if this worker does not hold it any more.

    Raises:
        IntegrityViolated: another took its key at this very moment.
    """
    asked = await work.change(
        "task_postpone",
        StateRow,
        delay=delay,
        given_back=int(is_given_back),
        error=None if failure is None else failure.told,
        error_code=None if failure is None else failure.code,
        **held.lease,
    )
    row = await asked.one()
    if row is None:
        return None
    if row.state == TaskState.CANCELLED:
        await settle(work, held.taken, _STATUSES[TaskState.CANCELLED])
    else:
        await put_back(work, held.taken, delay)
    return TaskState(row.state)
