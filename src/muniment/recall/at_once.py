"""Do two things at once: what computes, and what waits for the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio
from anyio.lowlevel import checkpoint

from muniment.errors import first_of

Computed = TypeVar("Computed")
Awaited = TypeVar("Awaited")


async def both(
    computing: Callable[[], Awaitable[Computed]], waiting: Callable[[], Awaitable[Awaited]]
) -> tuple[Computed, Awaited]:
    """Run both until both are done, and return what they answer.

    An error of either ends the other and is raised as itself.
    """
    answers: list[Computed] = []

    async def compute() -> None:
        answers.append(await computing())

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(compute)
            await checkpoint()
            awaited = await waiting()
    except BaseExceptionGroup as several:
        raise first_of(several) from None
    return answers[0], awaited
