"""Open the services while the client still says hello, and try again when that failed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from anyio import CancelScope, Event, Lock, create_task_group
from anyio.abc import TaskGroup

from muniment.errors import MunimentError
from muniment.operations.services import Services

Open = Callable[[], AbstractAsyncContextManager[Services]]


class Lazily:
    """Services that are opened once, by a task that also closes them."""

    def __init__(self, opening: Open, tasks: TaskGroup) -> None:
        self._opening = opening
        self._tasks = tasks
        self._lock = Lock()
        self._services: Services | None = None
        self._ended = Event()

    async def services(self) -> Services:
        """Return the services, opening them if they are not.

        Raises:
            MunimentError: they cannot be opened; the next call tries again.
        """
        async with self._lock:
            if self._services is None:
                self._services = await self._open()
            return self._services

    async def _open(self) -> Services:
        ready = Event()
        found: list[Services | BaseException] = []

        async def hold() -> None:
            try:
                async with self._opening() as services:
                    found.append(services)
                    ready.set()
                    with CancelScope(shield=True):
                        await self._ended.wait()
            except Exception as error:
                if ready.is_set():  # it did not close, and nobody waits any more
                    raise
                found.append(error)
                ready.set()

        self._tasks.start_soon(hold)
        await ready.wait()
        first = found[0]
        if isinstance(first, BaseException):
            raise first
        return first

    async def begin(self) -> None:
        """Open the services ahead of the first call, which tells what goes wrong."""
        with suppress(MunimentError):
            await self.services()

    def end(self) -> None:
        """Let the task close the services."""
        self._ended.set()


@asynccontextmanager
async def lazily(opening: Open) -> AsyncIterator[Lazily]:
    """Begin to open services, and close them when the block ends."""
    async with create_task_group() as tasks:
        lazy = Lazily(opening, tasks)
        tasks.start_soon(lazy.begin)
        try:
            yield lazy
        finally:
            lazy.end()
