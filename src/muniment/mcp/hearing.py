"""Hear what is told on standard input by a thread that nobody waits for when the process is to end."""

from __future__ import annotations

import os
import sys
from asyncio import AbstractEventLoop, Queue, get_running_loop
from collections.abc import AsyncIterator
from contextlib import suppress
from threading import Semaphore, Thread
from typing import Final, TextIO

LINES_AHEAD: Final = 64
"""How many lines are read before the first of them is looked at."""


def standard_input() -> AsyncIterator[str]:
    """Return the lines of standard input, to be gone through once.

    A read cannot be broken off: waited for, a client that says nothing would keep a process that is
    told to stop. The lines are read from a copy, for Python takes the lock of its own at the end.
    """
    copied = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8", errors="replace")
    return _lines(copied)


async def _lines(stream: TextIO) -> AsyncIterator[str]:
    heard: Queue[str] = Queue()
    room = Semaphore(LINES_AHEAD)
    Thread(target=_read, args=(stream, heard, room, get_running_loop()), daemon=True).start()
    while line := await heard.get():
        room.release()
        yield line


def _read(stream: TextIO, heard: Queue[str], room: Semaphore, loop: AbstractEventLoop) -> None:
    with suppress(RuntimeError):  # the loop is closed: the process ends
        with suppress(OSError):  # a terminal that is gone says no more
            for line in stream:
                room.acquire()
                loop.call_soon_threadsafe(heard.put_nowait, line)
        loop.call_soon_threadsafe(heard.put_nowait, "")
