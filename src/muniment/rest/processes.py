"""Serve one address from several processes, and replace one that dies."""

from __future__ import annotations

import logging
import multiprocessing
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Final, Generic, Protocol, TypeVar

from anyio import Event, create_task_group, current_time, sleep, to_thread
from uvicorn.server import HANDLED_SIGNALS

LOOK_EVERY_S: Final = 0.25
"""How often the parent looks whether its children live, and they whether it does."""

PAUSE_MAX_S: Final = 5.0
"""How long the parent waits at most before it replaces a child that died soon again."""

LIVED_S: Final = 30.0
"""How long a child has to live to be replaced at once."""

_log = logging.getLogger("muniment.rest")
_log.addHandler(logging.NullHandler())


class Child(Protocol):
    """What is looked at of a process."""

    @property
    def pid(self) -> int | None:
        """Its number."""

    @property
    def exitcode(self) -> int | None:
        """How it ended; None while it lives, minus the signal that killed it."""


Served = TypeVar("Served", bound=Child)


class Place(Generic[Served]):
    """A place among those that serve: its process, and the next one when that has died.

    One that died soon is replaced after a pause, which doubles each time until one lives a while.
    """

    def __init__(self, start: Callable[[], Served], now: float) -> None:
        self._start = start
        self._pause_s = 0.0
        self._due_at: float | None = None
        self._started_at = now
        self.process = start()

    def look(self, now: float) -> None:
        """Note whether the process has died, and start the next one when it is due."""
        if self._due_at is None and self.process.exitcode is not None:
            self._note_death(now)
        if self._due_at is not None and now >= self._due_at:
            self._due_at, self._started_at = None, now
            self.process = self._start()

    def _note_death(self, now: float) -> None:
        lived_s = now - self._started_at
        if lived_s >= LIVED_S:
            self._pause_s = 0.0
        else:
            self._pause_s = min(max(LOOK_EVERY_S, 2 * self._pause_s), PAUSE_MAX_S)
        self._due_at = now + self._pause_s
        _log.warning(
            "the serving process %s ended with %s after %.1f s; another one is started in %s s",
            self.process.pid,
            self.process.exitcode,
            lived_s,
            self._pause_s,
        )


async def keep_serving(
    count: int, tell: Callable[[], None], serve_alone: Callable[..., None], *given: object
) -> None:
    """Keep so many processes at it until SIGINT or SIGTERM, then let each end what it does.

    `serve_alone` is a function of a module, and what it is given can be sent to another process. Last
    it is given a semaphore that it releases when it serves; `tell` is called when the first one does.
    """
    context = multiprocessing.get_context("spawn")
    serves = context.Semaphore(0)
    is_told = False

    def started() -> SpawnProcess:
        process = context.Process(target=serve_alone, args=(*given, serves))
        process.start()
        return process

    heard: list[int] = []
    with ends_heard(lambda number, _: heard.append(number)):
        serving = [Place(started, current_time()) for _ in range(count)]
        try:
            while not heard:
                await sleep(LOOK_EVERY_S)
                for each in serving:
                    each.look(current_time())
                if not is_told and serves.acquire(block=False):
                    is_told = True
                    tell()
        finally:
            for each in serving:
                each.process.terminate()
            for each in serving:
                await to_thread.run_sync(each.process.join)


@asynccontextmanager
async def orphaned() -> AsyncIterator[Event]:
    """Tell when the process that started this one is gone, so that the address becomes free."""
    parent = multiprocessing.parent_process()
    gone = Event()

    async def look() -> None:
        while parent is not None and parent.is_alive():  # noqa: ASYNC110 - nothing tells of its end
            await sleep(LOOK_EVERY_S)
        gone.set()

    async with create_task_group() as group:
        group.start_soon(look)
        yield gone
        group.cancel_scope.cancel()


@contextmanager
def ends_heard(hear: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have the signals that ask for an end heard, instead of ending at once."""
    before = {each: signal.signal(each, hear) for each in HANDLED_SIGNALS}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
