"""Run what waits for the database on the event loop that suits it."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TypeVar, TypeVarTuple

import anyio

from muniment.errors import first_of
from muniment.store.interrupting import RUNNING

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def run(whole: Callable[[*Given], Awaitable[Answer]], *given: *Given) -> Answer:
    """Run something to its end, and return what it answers.

    What fails beside other things that run is raised as itself, not as a group of one.
    """
    running: list[asyncio.Task[object]] = []
    is_cancelled = False

    async def noted() -> Answer:
        task = asyncio.current_task()
        if task is not None and threading.current_thread() is threading.main_thread():
            running.append(task)
        return await whole(*given)

    def cancel() -> bool:
        nonlocal is_cancelled
        if is_cancelled or not any(task.cancel() for task in running):
            return False
        is_cancelled = True
        running[0].get_loop().call_soon_threadsafe(lambda: None)  # it may be asleep
        return True

    RUNNING.append(cancel)
    try:
        return anyio.run(noted, backend_options=options())
    except asyncio.CancelledError:
        if is_cancelled:
            raise KeyboardInterrupt from None
        raise
    except BaseExceptionGroup as several:
        raise first_of(several) from several
    finally:
        RUNNING.remove(cancel)


def options() -> dict[str, object]:
    """Return what anyio has to know of the loop.

    It is uvloop where that is installed, because it asks least of the processor, and on Windows the
    one that the driver can wait with.
    """
    _keep_standard_places()
    if sys.platform == "win32":
        return {"loop_factory": asyncio.SelectorEventLoop}
    return {"use_uvloop": find_spec("uvloop") is not None}


def _keep_standard_places() -> None:
    """Put the null device where standard input, output or error is closed, as it may be in the background.

    The next socket would take its place: uvloop then aborts the process, and what is written to
    standard error goes to the database.
    """
    for place in range(3):
        try:
            os.fstat(place)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
