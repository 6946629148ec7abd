"""What is told on standard input is read ahead by so many lines and no more."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from typing import TextIO, cast

from anyio import fail_after

from muniment.mcp.hearing import LINES_AHEAD, _lines

TOLD = 200 * LINES_AHEAD


async def test_no_more_lines_are_read_ahead_than_there_is_room_for() -> None:
    taken: list[str] = []
    ahead: list[int] = []

    def told() -> Iterator[str]:
        for number in range(TOLD):
            ahead.append(number - len(taken))
            yield f"{number}\n"

    async for line in _lines(cast("TextIO", told())):
        taken.append(line)  # noqa: PERF401 - how many are taken is looked at meanwhile
    assert taken == [f"{number}\n" for number in range(TOLD)]
    assert LINES_AHEAD <= max(ahead) <= LINES_AHEAD + 1  # one more waits for room


async def test_a_terminal_that_is_gone_says_no_more() -> None:
    def told() -> Iterator[str]:
        yield "the last\n"
        raise OSError(errno.EIO, "Input/output error")

    with fail_after(10):
        heard = [line async for line in _lines(cast("TextIO", told()))]
    assert heard == ["the last\n"]
