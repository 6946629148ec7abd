"""Run what waits for the database on the event loop that suits it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TypeVar, TypeVarTuple

import anyio

from muniment.errors import first_of

Given = TypeVarTuple("Given")
Answer = TypeVar("Answer")


def run(whole: Callable[[*Given], Awaitable[Answer]], *given: *Given) -> Answer:
    """Run something to its end, and return what it answers.

    What fails beside other things that run is raised as itself, not as a group of one.
    """
    try:
        return anyio.run(whole, *given, backend_options=options())
    except BaseExceptionGroup as several:
        raise first_of(several) from several


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
