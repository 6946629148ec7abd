"""Do two things at once: what computes, and what waits for the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from muniment.errors import MunimentError

Answer = TypeVar("Answer")


async def alongside(
    computing: Callable[[], Awaitable[Answer]], waiting: Callable[[], Awaitable[None]]
) -> Answer:
    """Run both until both are done, and return what the first answers.

    An error of either ends the other and is raised as itself.
    """
    answers: list[Answer] = []
    failed: MunimentError | None = None

    async def compute() -> None:
        nonlocal failed
        try:
            answers.append(await computing())
        except MunimentError as error:
            failed = error
            group.cancel_scope.cancel()

    async with anyio.create_task_group() as group:
        group.start_soon(compute)
        try:
            await waiting()
        except MunimentError as error:
            failed = error
            group.cancel_scope.cancel()
    if failed is not None:
        raise failed
    return answers[0]
