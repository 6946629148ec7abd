"""Keep an asynchronous memory open on a thread of its own, for callers who wait."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future, InvalidStateError
from contextlib import ExitStack, suppress
from threading import RLock, Thread, current_thread
from typing import Any, Final, TypeVar

from anyio import CancelScope
from anyio.abc import TaskStatus
from anyio.from_thread import BlockingPortal

from muniment.errors import MemoryClosed
from muniment.library.asynchronous import AsyncAgentMemory
from muniment.store import event_loop

Answer = TypeVar("Answer")
_RUNNING: Final[set[OwnThread]] = set()


class OwnThread:
    """A thread on which a memory is open until it is told to end: then it begins no call, and ends those it has.

    A forked child has no such thread: what it calls here is refused, and it has nothing to end.
    """

    def __init__(self, memory: AsyncAgentMemory, name: str) -> None:
        self._name = name
        self._beginning = RLock()  # a signal handler may close what it interrupts
        self._told: Future[None] = Future()
        ready: Future[BlockingPortal] = Future()
        self._thread = Thread(target=_run, args=(ready,), name=name, daemon=True)
        self._thread.start()
        self._whole = ready.result()
        self._ended: Future[None]
        self._loop: asyncio.AbstractEventLoop
        self._calls: set[Future[Any]] = set()
        try:
            self._ended, self._loop = self._whole.start_task(self._keep, memory)
        except BaseException:
            self.tell()
            self._thread.join()
            raise

    async def _keep(
        self, memory: AsyncAgentMemory, *, task_status: TaskStatus[asyncio.AbstractEventLoop]
    ) -> None:
        _RUNNING.add(self)
        try:
            async with memory:
                task_status.started(asyncio.get_running_loop())
                await asyncio.wrap_future(self._told)
                calls = tuple(self._calls)
                await asyncio.gather(*map(asyncio.wrap_future, calls), return_exceptions=True)
        finally:
            _RUNNING.discard(self)
            await self._whole.stop()

    def call(self, what: Callable[[], Awaitable[Answer]]) -> Answer:
        """Do something on the thread, and return what it answers; whoever no longer waits has it cancelled.

        Raises:
            MemoryClosed: it was told to end, it is the thread of a parent, or it would wait for itself.
        """
        if current_thread() is self._thread:
            raise MemoryClosed(
                f"this {self._name} is called on the thread that it works on, as by a function that it was "
                "given: it would wait for itself. Call an AsyncAgentMemory there."
            )
        waiting: Future[None] = Future()
        try:
            return self._begin(_while_awaited(waiting, what)).result()
        except BaseException:
            waiting.cancel()
            raise

    def _begin(self, what: Coroutine[Any, Any, Answer]) -> Future[Answer]:
        if self._thread.is_alive():
            with self._beginning:
                if not self._told.done():
                    call = asyncio.run_coroutine_threadsafe(what, self._loop)
                    self._calls.add(call)
                    call.add_done_callback(self._calls.discard)
                    return call
        what.close()
        raise MemoryClosed(
            f"this {self._name} was closed, or belongs to the parent of this forked process. "
            "Open a new one."
        )

    def tell(self) -> None:
        """Tell it to end, without waiting for that: a collector of garbage may do so on any thread."""
        if self._thread.is_alive():
            with suppress(InvalidStateError):
                self._told.set_result(None)

    def end(self) -> None:
        """Tell it to end, and wait for that; again is nothing."""
        if self._thread.is_alive():
            with self._beginning:
                self.tell()
        self._thread.join()
        if self._ended.done():
            self._ended.result()


def _run(ready: Future[BlockingPortal]) -> None:
    try:
        event_loop.run(_run_portal, ready)
    except BaseException as error:
        if ready.done():
            raise
        ready.set_exception(error)


async def _run_portal(ready: Future[BlockingPortal]) -> None:
    """Run what is called through a portal, until a call stops it.

    What stops when it is collected would, in a forked child, wait for ever for a thread that is not there.
    """
    async with BlockingPortal() as portal:
        ready.set_result(portal)
        await portal.sleep_until_stopped()


async def _while_awaited(waiting: Future[None], what: Callable[[], Awaitable[Answer]]) -> Answer:
    """Do something, unless and until nobody waits for it."""
    loop = asyncio.get_running_loop()
    with CancelScope() as scope:
        waiting.add_done_callback(lambda _: loop.call_soon_threadsafe(scope.cancel))
        try:
            return await what()
        finally:
            waiting.set_running_or_notify_cancel()
    raise AssertionError("nobody hears this")


@atexit.register
def _end_all() -> None:
    with ExitStack() as ending:
        for each in _RUNNING:
            ending.callback(each.end)
