"""Reach PgQueuer's queue through the store: who is next, what is taken, held and given back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, cast
from uuid import UUID

from pgqueuer.adapters.persistence.qb import (
    QueryBuilderEnvironment,
    QueryQueueBuilder,
    QuerySchedulerBuilder,
)
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain.models import Job
from pgqueuer.domain.settings import DBSettings, Durability
from pgqueuer.domain.types import JOB_STATUS, Channel, JobId, QueueEntrypoint, QueueManagerId
from pgqueuer.ports.driver import Driver
from pgqueuer.ports.repository import EntrypointExecutionParameter

from muniment.model.ids import TaskId, TenantId, UserId
from muniment.store.pool import Store
from muniment.store.work import Work

NAMES: Final = DBSettings(
    prefix="",
    db_schema="muniment_queue",
    channel=Channel("ch_pgqueuer"),
    function="fn_pgqueuer_changed",
    statistics_table="pgqueuer_statistics",
    queue_status_type="pgqueuer_status",
    queue_table="pgqueuer",
    queue_table_log="pgqueuer_log",
    trigger="tg_pgqueuer_changed",
    schedules_table="pgqueuer_schedules",
    durability=Durability.durable,
)
"""What PgQueuer's things are called, all of it given: what `PGQUEUER_…` variables say is not asked."""

UNLIMITED: Final = EntrypointExecutionParameter(concurrency_limit=0)
NO_PRINCIPAL: Final = ""
"""The setting of a transaction that reads no tenant's rows: row-level security refuses them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantTurn:
    """Whose turn it is: a tenant's id as a text, which is how the queue holds it."""

    tenant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDue:
    """In how many seconds something comes due."""

    seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A row of the queue that a worker holds: ids, and nothing else."""

    job: Job
    worker_id: UUID
    tenant_id: TenantId
    user_id: UserId
    task_id: TaskId | None
    schedule_id: UUID | None

    @property
    def job_no(self) -> int:
        """The number of the row."""
        return self.job.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Which rows of the queue a worker takes: of which tenants (None: all), and held for how long."""

    lease: timedelta
    tenants: tuple[str, ...] | None = None

    @property
    def parameters(self) -> dict[str, object]:
        """What the statements about the queue take."""
        tenants = None if self.tenants is None else list(self.tenants)
        return {"lease": self.lease, "tenants": tenants}


class Queue:
    """PgQueuer's queue, as its own statements read and change it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queries = _queries(_PooledDriver(store))

    async def tenant_after(self, after: str, reach: Reach) -> str | None:
        """Return the next tenant, round again, that has something due; None if none has."""
        async with self._store.reading(NO_PRINCIPAL) as work:
            turn = await work.one("queue_tenant_next", TenantTurn, after=after, **reach.parameters)
        return None if turn is None else turn.tenant

    async def due_in(self, reach: Reach) -> float | None:
        """Return in how many seconds something comes due; None if nothing ever does."""
        async with self._store.reading(NO_PRINCIPAL) as work:
            due = await work.one("queue_next_due", NextDue, **reach.parameters)
        return None if due is None else due.seconds

    async def take(self, tenant: str, worker_id: UUID, reach: Reach) -> Taken | None:
        """Take what is first in a tenant's queue, or what a dead worker left; None if others were quicker."""
        jobs = await self._queries.dequeue(
            batch_size=1,
            entrypoints={QueueEntrypoint(tenant): UNLIMITED},
            queue_manager_id=QueueManagerId(worker_id),
            global_concurrency_limit=None,
            heartbeat_timeout=reach.lease,
        )
        return _taken(jobs[0], worker_id) if jobs else None


async def follow_clock(work: Work) -> None:
    """Let nothing in the queue wait for a time that the clock, set back since, has yet to come to again."""
    await work.write("queue_follow_clock")


async def drop(work: Work, taken: Taken) -> None:
    """Take a row away that stands for nothing any more, if it is still held here."""
    await work.write("queue_drop", job_no=taken.job_no, worker_id=taken.worker_id)


async def hold(work: Work, taken: Taken) -> None:
    """Renew the lease of a row."""
    await _within(work).update_heartbeat([taken.job.id])


async def settle(work: Work, taken: Taken, status: JOB_STATUS) -> None:
    """Take a row away because what it stood for ended."""
    await _within(work).log_jobs([(taken.job, status, None)])


async def put_back(work: Work, taken: Taken, delay: timedelta) -> None:
    """Let a row come up again after a while."""
    await _within(work).retry_job(taken.job, delay, None)


async def withdraw(work: Work, job_no: int) -> None:
    """Take a row away, whoever holds it, because what it stood for was cancelled."""
    await _within(work).mark_job_as_cancelled([JobId(job_no)])


async def ask_to_stop(work: Work, job_no: int) -> None:
    """Tell whoever holds a row that it is to be cancelled."""
    await _within(work).notify_job_cancellation([JobId(job_no)])


def _within(work: Work) -> Queries:
    return _queries(_TransactionDriver(work))


def _queries(driver: _TransactionDriver | _PooledDriver) -> Queries:
    return Queries(
        cast("Driver", driver),  # it sends statements; to listen is not asked of it
        QueryBuilderEnvironment(NAMES),
        QueryQueueBuilder(NAMES),
        QuerySchedulerBuilder(NAMES),
    )


def _taken(job: Job, worker_id: UUID) -> Taken:
    ids = {name: UUID(text) for name, text in json.loads(job.payload or b"{}").items()}
    task_id = ids.get("task")
    return Taken(
        job=job,
        worker_id=worker_id,
        tenant_id=TenantId(ids["tenant"]),
        user_id=UserId(ids["user"]),
        task_id=None if task_id is None else TaskId(task_id),
        schedule_id=ids.get("schedule"),
    )


class _TransactionDriver:
    """Send PgQueuer's statements within a transaction of ours."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._statements = work.statements

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        return await self._statements.fetch(query, *args)

    async def execute(self, query: str, *args: object) -> str:
        return await self._statements.execute(query, *args)

    async def notify(self, channel: str, payload: str) -> None:
        await self._work.write("queue_notify", channel=channel, payload=payload)


class _PooledDriver:
    """Send PgQueuer's statements each by itself, on a connection of the pool."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def fetch(self, query: str, *args: object) -> list[dict[str, object]]:
        async with self._store.lending() as statements:
            return await statements.fetch(query, *args)
