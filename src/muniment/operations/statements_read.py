"""Read in full what the statements of an answer quote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muniment.model.answers import Statement
from muniment.model.memory import Episode, Memory
from muniment.model.recalled import Result
from muniment.recall.lookup.opening import Reading
from muniment.recall.lookup.rows import EpisodeFound, MemoryFound


async def statement_read(
    reading: Reading, statement: Statement, found: Sequence[Result]
) -> Result | None:
    """Return what a statement quotes, as near to the question as what it was found with."""
    id_ = statement.source.id
    said: Memory | Episode | None = None
    if statement.source.kind == "memory":
        row = await reading.work.one("memory_at", MemoryFound, memory_id=id_, **reading.holding)
        said = None if row is None or row.content is None else row.memory()
    else:
        turn = await reading.work.one("episode_at", EpisodeFound, episode_id=id_, **reading.holding)
        said = None if turn is None or turn.content is None else turn.episode()
    if said is None:
        return None
    own = (each for each in found if id_ in (each.memory.id, *each.evidence))
    return replace(
        next(own, found[0]),
        memory=said,
        superseded=statement.superseded,
        is_over=statement.is_over,
    )
