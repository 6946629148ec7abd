"""Work until told to stop: several tasks at once, woken by the database, alive for all to see."""

from __future__ import annotations

import logging
import os
import platform
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from anyio import CancelScope, Event, create_task_group, move_on_after, sleep

from muniment.errors import Busy, MunimentError, Unavailable
from muniment.model.ids import TenantId
from muniment.model.tasks import TasksRun
from muniment.operations.running import Runner
from muniment.operations.services import Services
from muniment.tasks.counting import ALIVE
from muniment.tasks.queue import NO_PRINCIPAL, follow_clock

PAUSE_MIN_S: Final = 0.1
LOG_KEPT: Final = timedelta(days=1)
"""How long what PgQueuer notes of jobs is kept, and a worker that died without saying so."""

_CANCELLING: Final = '"cancellation_event"'
_PASSING: Final = (Busy, Unavailable)
"""Errors that a worker waits out."""
_UNREACHED: Final = "the queue cannot be reached"
_UNHEARD: Final = "nothing is heard of new tasks"
_UNSEEN: Final = "this worker could not say that it is alive"
_OVER: Final = {
    _UNREACHED: "the queue is reached again",
    _UNHEARD: "new tasks are heard of again",
    _UNSEEN: "this worker said again that it is alive",
}
"""What is told when a trouble is over."""

_log = logging.getLogger("muniment.worker")
_log.addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerFound:
    """A worker's id."""

    id: UUID


class Worker:
    """Runs tasks of all tenants, or of some, with as many at once as the settings say."""

    def __init__(
        self,
        services: Services,
        *,
        concurrency: int | None = None,
        tenants: Sequence[TenantId] | None = None,
    ) -> None:
        settings = services.settings.worker
        self.ran = TasksRun()
        self._store = services.store
        self._services = services
        self._tenants = tenants
        self._concurrency = settings.concurrency if concurrency is None else concurrency
        self._poll_s = settings.poll_s
        self._woken = Event()
        self._is_stopping = False
        self._failure: MunimentError | None = None
        self._lasting: set[str] = set()
        """What fails and was told of: it is told of again when it is over."""
        self._scope = CancelScope()

    def stop(self) -> None:
        """Begin no task any more; those that run come to their end, and then `run` returns."""
        self._is_stopping = True
        self._wake()

    def abandon(self) -> None:
        """Stop at once: tasks that run are given back, for another worker to begin anew."""
        self.stop()
        self._scope.cancel()

    async def run(self, *, until_idle: bool = False) -> None:
        """Work until told to stop, or until nothing is due.

        Raises:
            MunimentError: the database cannot serve; what passes by itself is waited out.
        """
        worker_id = await self._join()
        runner = Runner(self._services, worker_id, self._tenants)
        try:
            with self._scope:
                async with create_task_group() as around:
                    around.start_soon(self._listen, runner)
                    around.start_soon(self._stay_seen, worker_id)
                    async with create_task_group() as slots:
                        for _ in range(self._concurrency):
                            slots.start_soon(self._work, runner, until_idle)
                    around.cancel_scope.cancel()
        finally:
            with CancelScope(shield=True):
                await self._leave(worker_id)
        if self._failure is not None:
            raise self._failure

    async def _work(self, runner: Runner, until_idle: bool) -> None:
        while not self._is_stopping:
            woken = self._woken
            try:
                ran = await runner.run_next()
                pause = None if ran is not None else await runner.due_in()
                self._is_over(_UNREACHED)
            except _PASSING as error:
                self._fails(_UNREACHED, error)
                await sleep(self._poll_s)
                continue
            except MunimentError as error:
                self._failure = error
                self.stop()
                return
            if ran is not None:
                self.ran += ran
                continue
            if until_idle:
                return
            seconds = self._poll_s if pause is None else min(self._poll_s, max(pause, PAUSE_MIN_S))
            with move_on_after(seconds):
                await woken.wait()

    def _wake(self) -> None:
        self._woken.set()
        self._woken = Event()

    def _fails(self, what: str, error: MunimentError) -> None:
        if what not in self._lasting:
            self._lasting.add(what)
            _log.warning("%s: %s", what, error)

    def _is_over(self, what: str) -> None:
        if what in self._lasting:
            self._lasting.remove(what)
            _log.warning("%s", _OVER[what])

    async def _listen(self, runner: Runner) -> None:
        def heard(payload: str) -> None:
            self._is_over(_UNHEARD)
            if _CANCELLING in payload:
                runner.nudge()
            else:
                self._wake()

        while True:
            try:
                await self._store.listen("queue_listen", heard)
            except MunimentError as error:
                self._fails(_UNHEARD, error)
            await sleep(self._poll_s)

    @property
    def _told(self) -> dict[str, object]:
        """What it says of itself."""
        return {
            "called": f"{platform.node()}:{os.getpid()}",
            "concurrency": self._concurrency,
        }

    async def _join(self) -> UUID:
        async with self._store.writing(NO_PRINCIPAL) as work:
            asked = await work.change(
                "worker_join",
                WorkerFound,
                **self._told,
            )
            await follow_clock(work)
            joined = await asked.one()
        assert joined is not None, "an INSERT answers the row it stored"
        return joined.id

    async def _stay_seen(self, worker_id: UUID) -> None:
        while True:
            try:
                async with self._store.writing(NO_PRINCIPAL) as work:
                    await work.write("worker_beat", worker_id=worker_id, **self._told)
                    await work.write("queue_trim", kept=LOG_KEPT)
                    await follow_clock(work)
                self._is_over(_UNSEEN)
            except _PASSING as error:
                self._fails(_UNSEEN, error)
            await sleep(ALIVE.total_seconds() / 3)

    async def _leave(self, worker_id: UUID) -> None:
        try:
            async with self._store.writing(NO_PRINCIPAL) as work:
                await work.write("worker_leave", worker_id=worker_id)
        except _PASSING as error:
            _log.warning("this worker could not say that it ends: %s", error)


@asynccontextmanager
async def running(services: Services) -> AsyncIterator[Worker]:
    """Run a worker for as long as the block lasts; then let its tasks come to their end.

    What has not ended after `worker.stop_timeout_s` is given back.
    """
    worker = Worker(services)
    ended = Event()

    async def work() -> None:
        try:
            await worker.run()
        finally:
            ended.set()

    async with create_task_group() as group:
        group.start_soon(work)
        try:
            yield worker
        finally:
            worker.stop()
            with move_on_after(services.settings.worker.stop_timeout_s, shield=True):
                await ended.wait()
            worker.abandon()
