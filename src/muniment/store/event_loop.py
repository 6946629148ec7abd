"""Run what waits for the database on the loop that asks least of the processor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import TypeVarTuple

import anyio

Given = TypeVarTuple("Given")


def run(whole: Callable[[*Given], Awaitable[None]], *given: *Given) -> None:
    """Run something to its end: on uvloop, or on asyncio's own loop where there is none."""
    anyio.run(whole, *given, backend_options={"use_uvloop": find_spec("uvloop") is not None})
