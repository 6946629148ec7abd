"""Run tasks: take the next one of the tenant whose turn it is, hold its lease, and settle how it ended."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from datetime import timedelta
from math import inf
from typing import Final
from uuid import UUID

from anyio import (
    CancelScope,
    Event,
    create_task_group,
    current_time,
    get_cancelled_exc_class,
    move_on_after,
)

from muniment.access.principal import Confines, Permission, Principal
from muniment.errors import (
    DiskFull,
    EmbedderMismatch,
    Forbidden,
    Incorrect,
    IntegrityViolated,
    InvalidValue,
    MunimentError,
    NotFound,
    NotPermitted,
    Unexpected,
    Unsupported,
    first_of,
)
from muniment.model.ids import TenantId
from muniment.model.plain import plain
from muniment.model.tasks import TasksRun, TaskState
from muniment.model.worded import defect
from muniment.operations.abroad import told_to_all, told_to_log
from muniment.operations.background import KINDS
from muniment.operations.services import Services
from muniment.operations.standing_in import as_granted, on_behalf_of
from muniment.operations.task_kinds import kind_named, read_arguments
from muniment.settings import WorkerSettings
from muniment.tasks.enqueueing import Defaults, Enqueued, TaskFound
from muniment.tasks.holding import Claimed, Failure, Held, Progress, beat, claim, end, postpone
from muniment.tasks.queue import NO_PRINCIPAL, Queue, Reach, Taken, drop, follow_clock, put_back
from muniment.tasks.scheduling import fire, read_due, switch_off

HOPELESS: Final = (Incorrect, NotFound, Forbidden, Unsupported)
"""What trying again changes nothing about: such a task is parked at its first failure."""

TOLD_MAX: Final = 2_000
_BEATS_PER_LEASE: Final = 3
_BEAT_MAX_S: Final = 5.0

_log = logging.getLogger("muniment.tasks")
_log.addHandler(logging.NullHandler())


class _Watch:
    """What is known of a running attempt besides its handler's answer."""

    def __init__(self) -> None:
        self.scope = CancelScope()
        self.progress = Progress()
        self.is_lost = False


def delay_before(attempt: int, settings: WorkerSettings, kind: str) -> timedelta:
    """Return how long a task waits after its nth failed attempt: doubled each time, up to a bound."""
    doubled = settings.backoff_first_s * 2.0 ** min(attempt - 1, 60)
    of_kind = KINDS[kind].backoff_max_s if kind in KINDS else inf
    return timedelta(seconds=min(doubled, settings.backoff_max_s, of_kind))


async def new_runner(services: Services, tenants: Sequence[TenantId] | None = None) -> Runner:
    """Return a runner with a fresh id."""
    async with services.store.reading(NO_PRINCIPAL) as work:
        fresh = await work.one("id_new", TaskFound)
    assert fresh is not None, "a SELECT without FROM answers one row"
    return Runner(services, fresh.id, tenants)


class Runner:
    """Runs one task after another, those of each tenant in turn; of all tenants unless some are named."""

    def __init__(
        self, services: Services, worker_id: UUID, tenants: Sequence[TenantId] | None = None
    ) -> None:
        self.worker_id = worker_id
        self._services = services
        self._settings = services.settings.worker
        self._queue = Queue(services.store)
        self._reach = Reach(
            lease=timedelta(seconds=self._settings.lease_s),
            tenants=None if tenants is None else tuple(str(tenant) for tenant in tenants),
        )
        self._after = ""
        self._nudged = Event()

    async def due_in(self) -> float | None:
        """Return in how many seconds something comes due; None if nothing ever does."""
        return await self._queue.due_in(self._reach)

    def nudge(self) -> None:
        """Let every running task look at once whether it is to be cancelled."""
        self._nudged.set()
        self._nudged = Event()

    async def drain(self) -> TasksRun:
        """Run what is due, one after the other, until nothing is."""
        async with self._services.store.writing(NO_PRINCIPAL) as work:
            await follow_clock(work)
        ran = TasksRun()
        while (more := await self.run_next()) is not None:
            ran += more
        return ran

    async def run_next(self) -> TasksRun | None:
        """Run one task, or enqueue what a schedule is due for; None if nothing is due.

        Cancelled, it gives its task back: another worker begins it at once.
        """
        tenant = await self._queue.tenant_after(self._after, self._reach)
        if tenant is None:
            return None
        self._after = tenant
        with CancelScope(shield=True):  # what is taken is begun, or waits for its lease to run out
            begun = await self._begin(tenant)
        return await self._run(begun) if isinstance(begun, Held) else begun

    async def _begin(self, tenant: str) -> Held | TasksRun:
        taken = await self._queue.take(tenant, self.worker_id, self._reach)
        if taken is None:
            return TasksRun()
        if taken.schedule_id is not None:
            await self._fire(taken)
            return TasksRun()
        async with self._services.store.writing(_worker_for(taken).as_setting()) as work:
            claimed = await claim(work, taken)
        if claimed is None:
            return TasksRun()
        if claimed.state != TaskState.RUNNING:
            return _counted(TaskState(claimed.state))
        return Held(taken=taken, claimed=claimed)

    async def _fire(self, taken: Taken) -> None:
        """Enqueue what a schedule is due for. One whose zone is not known here is left to another worker."""
        store = self._services.store
        async with store.writing(_worker_for(taken).as_setting()) as work:
            row = await read_due(work, taken)
            if row is None:
                await drop(work, taken)
                return
        principal = _principal_of(row)
        try:
            if row.kind in KINDS:
                await as_granted(store, principal, KINDS[row.kind].permission)
        except NotPermitted as error:
            _log.warning("the schedule %s is switched off: %s", row.schedule_id, error)
            async with store.writing(_worker_for(taken).as_setting()) as work:
                await switch_off(work, taken)
            return
        try:
            async with store.writing(principal.working().as_setting()) as work:
                await fire(work, principal, taken)
        except InvalidValue as error:
            _log.warning("the schedule %s cannot be read here: %s", row.schedule_id, error)
            async with store.writing(_worker_for(taken).as_setting()) as work:
                await put_back(work, taken, timedelta(seconds=self._settings.backoff_max_s))

    async def _run(self, held: Held) -> TasksRun:
        watch = _Watch()
        result, failure = None, None
        try:
            async with create_task_group() as group:
                group.start_soon(self._keep, held, watch)
                try:
                    with watch.scope:
                        result = await self._handled(held.claimed, watch.progress)
                except MunimentError as error:
                    failure = error
                group.cancel_scope.cancel()
        except get_cancelled_exc_class():
            with CancelScope(shield=True):
                await self._postpone(held, timedelta(0), failure=None, is_given_back=True)
            raise
        if watch.is_lost:
            _log.warning("the task %s was lost to another worker", held.claimed.task_id)
            return TasksRun()
        if watch.scope.cancelled_caught:
            return _counted(await self._end(held, watch, TaskState.CANCELLED))
        if failure is not None:
            return _counted(await self._fail(held, watch, failure))
        return _counted(await self._end(held, watch, TaskState.DONE, result=result))

    async def _handled(self, claimed: Claimed, progress: Progress) -> str | None:
        try:
            kind = kind_named(claimed.kind)
            store = self._services.store
            principal = await as_granted(store, _principal_of(claimed), kind.permission)
            principal.require(kind.permission)
            defaults = Defaults(namespace=claimed.namespace, visibility=claimed.visibility)
            services = await on_behalf_of(self._services, principal, defaults)
            request = read_arguments(services, kind, json.loads(claimed.arguments))
            answer = await kind.run(services, request, progress)
            return None if answer is None else json.dumps(plain(answer), ensure_ascii=False)
        except Exception as error:
            raise _told(error) from error

    async def _keep(self, held: Held, watch: _Watch) -> None:
        """Renew the lease until the attempt ends; stop the handler if it is cancelled or lost."""
        lease = self._settings.lease_s
        kept_until = current_time() + lease
        while True:
            nudged = self._nudged
            with move_on_after(min(lease / _BEATS_PER_LEASE, _BEAT_MAX_S)):
                await nudged.wait()
            asked_at = current_time()
            try:
                async with self._services.store.writing(
                    _worker_for(held.taken).as_setting()
                ) as work:
                    kept = await beat(work, held, watch.progress)
            except MunimentError as error:
                _log.warning("the lease of %s was not renewed: %s", held.claimed.task_id, error)
                if current_time() < kept_until:
                    continue
                kept = None
            if kept is None or kept.cancel_asked:
                watch.is_lost = kept is None
                watch.scope.cancel()
                return
            kept_until = asked_at + lease

    async def _end(
        self,
        held: Held,
        watch: _Watch,
        state: TaskState,
        *,
        result: str | None = None,
        failure: Failure | None = None,
    ) -> TaskState | None:
        principal = _worker_for(held.taken)
        async with self._services.store.writing(principal.as_setting()) as work:
            ended = await end(
                work, held, state, progress=watch.progress, result=result, failure=failure
            )
            await work.become(principal.sweeping().as_setting())
            await work.write(
                "task_sweep",
                tenant_id=principal.tenant_id,
                kept=timedelta(days=self._settings.kept_days),
            )
        return state if ended else None

    async def _fail(self, held: Held, watch: _Watch, error: MunimentError) -> TaskState | None:
        failure = Failure(told=told_to_all(error, by="worker")[:TOLD_MAX], code=error.code)
        claimed, is_strange = held.claimed, held.claimed.kind not in KINDS
        _log.warning(
            "attempt %s of the task %s (%s) failed with %s",
            claimed.attempts,
            claimed.task_id,
            claimed.kind,
            told_to_log(error),
            exc_info=error if isinstance(error, Unexpected) else None,
        )
        is_last = isinstance(error, HOPELESS) or claimed.attempts >= claimed.attempts_max
        # What this version does not know is left, uncounted, to a worker that does; and however long the disk is
        # full or an embedder waits to be adopted, what could not be done is done when it can.
        is_kept = is_strange or (is_last and isinstance(error, (DiskFull, EmbedderMismatch)))
        if is_last and not is_kept:
            return await self._end(held, watch, TaskState.PARKED, failure=failure)
        delay = delay_before(claimed.attempts, self._settings, claimed.kind)
        return await self._postpone(held, delay, failure=failure, is_given_back=is_kept)

    async def _postpone(
        self, held: Held, delay: timedelta, *, failure: Failure | None, is_given_back: bool
    ) -> TaskState | None:
        """Let a task wait again. One that took its key at this very moment is there when it is asked anew."""

        async def postponed() -> TaskState | None:
            async with self._services.store.writing(_worker_for(held.taken).as_setting()) as work:
                return await postpone(
                    work, held, delay, failure=failure, is_given_back=is_given_back
                )

        try:
            return await postponed()
        except IntegrityViolated:
            return await postponed()


def _told(error: BaseException) -> MunimentError:
    """Return what a handler failed of: of a group of errors the first, and ours as it is."""
    error = first_of(error)
    return error if isinstance(error, MunimentError) else Unexpected(defect(error))


def _worker_for(taken: Taken) -> Principal:
    """Return the principal that begins and ends a user's tasks, and may nothing else."""
    return Principal(
        tenant_id=taken.tenant_id,
        tenant=str(taken.tenant_id),
        user_id=taken.user_id,
        user=None,
        role="worker",
        permissions=frozenset({Permission.WORK}),
    )


def _principal_of(row: Enqueued) -> Principal:
    """Return the principal that enqueued a task or set a schedule, with what it was permitted then.

    A permission that another version knows is none here.
    """
    return Principal(
        tenant_id=row.tenant_id,
        tenant=row.tenant_name,
        user_id=row.owner_id,
        user=row.user_name,
        agent=row.agent,
        role=row.role,
        permissions=frozenset(each for each in Permission if each in row.permissions),
        containers=tuple(row.containers),
        trail=tuple(row.trail),
        acting=row.acting,
        namespaces=None if row.namespaces is None else tuple(row.namespaces),
        confines=None if row.confined is None else Confines.read(row.confined),
        grantee_id=row.grantee_id,
        key_id=row.key_id,
        project=row.project,
        session=row.session,
    )


def _counted(state: TaskState | None) -> TasksRun:
    match state:
        case None | TaskState.RUNNING:
            return TasksRun()
        case TaskState.DONE:
            return TasksRun(done=1)
        case TaskState.WAITING:
            return TasksRun(postponed=1)
        case TaskState.PARKED:
            return TasksRun(parked=1)
        case TaskState.CANCELLED:
            return TasksRun(cancelled=1)
