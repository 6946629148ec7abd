"""What is told on standard input is read ahead by so many lines and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO, cast

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
