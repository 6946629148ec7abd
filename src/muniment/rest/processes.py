"""Serve one address from several processes, and replace one that dies."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from multiprocessing.context import SpawnProcess
from typing import Final

from anyio import Event, create_task_group, sleep, to_thread
from uvicorn.server import HANDLED_SIGNALS

LOOK_EVERY_S: Final = 0.25
"""How often the parent looks whether its children live, and they whether it does."""


async def keep_serving(count: int, serve_alone: Callable[..., None], *given: object) -> None:
    """Keep so many processes at it until SIGINT or SIGTERM, then let each end what it does.

    `serve_alone` is a function of a module, and what it is given can be sent to another process.
    """
    context = multiprocessing.get_context("spawn")

    def started() -> SpawnProcess:
        process = context.Process(target=serve_alone, args=given)
        process.start()
        return process

    with _signals_noted() as heard:
        serving = [started() for _ in range(count)]
        try:
            while not heard:
                await sleep(LOOK_EVERY_S)
                serving = [each if each.is_alive() else started() for each in serving]
        finally:
            for each in serving:
                each.terminate()
            for each in serving:
                await to_thread.run_sync(each.join)


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
def _signals_noted() -> Iterator[list[int]]:
    """Note the signals that ask for an end, instead of ending at once."""
    heard: list[int] = []
    before = {
        each: signal.signal(each, lambda number, _: heard.append(number))
        for each in HANDLED_SIGNALS
    }
    try:
        yield heard
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
