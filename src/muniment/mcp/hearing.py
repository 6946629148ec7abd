"""Hear what is told on standard input by a thread that nobody waits for when the process is to end."""

from __future__ import annotations

import os
import sys
from asyncio import AbstractEventLoop, Queue, get_running_loop
from collections.abc import AsyncIterator
from contextlib import suppress
from threading import Thread
from typing import TextIO, cast

from anyio import AsyncFile


def standard_input() -> AsyncFile[str]:
    """Return the lines of standard input, to be gone through once.

    A read cannot be broken off: waited for, a client that says nothing would keep a process that is
    told to stop. The lines are read from a copy, for Python takes the lock of its own at the end.
    """
    copied = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8", errors="replace")
    return cast("AsyncFile[str]", _lines(copied))


async def _lines(stream: TextIO) -> AsyncIterator[str]:
    heard: Queue[str] = Queue()
    Thread(target=_read, args=(stream, heard, get_running_loop()), daemon=True).start()
    while line := await heard.get():
        yield line


def _read(stream: TextIO, heard: Queue[str], loop: AbstractEventLoop) -> None:
    with suppress(RuntimeError):  # the loop is closed: the process ends
        for line in stream:
            loop.call_soon_threadsafe(heard.put_nowait, line)
        loop.call_soon_threadsafe(heard.put_nowait, "")
