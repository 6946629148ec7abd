"""Do two things at once: what computes, and what waits for the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from muniment.errors import first_of

Answer = TypeVar("Answer")


async def alongside(
    computing: Callable[[], Awaitable[Answer]], waiting: Callable[[], Awaitable[None]]
) -> Answer:
    """Run both until both are done, and return what the first answers.

    An error of either ends the other and is raised as itself.
    """
    answers: list[Answer] = []

    async def compute() -> None:
        answers.append(await computing())

    try:
        async with anyio.create_task_group() as group:
            group.start_soon(compute)
            await waiting()
    except BaseExceptionGroup as several:
        raise first_of(several) from None
    return answers[0]
