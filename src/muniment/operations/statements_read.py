"""Read in full what the statements of an answer quote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from muniment.model.answers import Statement
from muniment.model.memory import Episode, Memory
from muniment.model.recalled import Result
from muniment.recall.lookup.one import ask_episodes, ask_memories, standing
from muniment.recall.lookup.opening import Reading


async def statements_read(
    reading: Reading, statements: Sequence[Statement], found: Sequence[Result]
) -> list[Result]:
    """Return what statements quote, each as near to the question as what it was found with. One round trip."""
    sources = [each.source for each in statements]
    memories = await ask_memories(reading, [each.id for each in sources if each.kind == "memory"])
    turns = await ask_episodes(reading, [each.id for each in sources if each.kind != "memory"])
    said: dict[UUID, Memory | Episode] = {**standing(await memories.all())}
    said |= {row.episode_id: row.episode() for row in await turns.all() if row.content is not None}
    return [
        replace(
            next((r for r in found if each.source.id in (r.memory.id, *r.evidence)), found[0]),
            memory=said[each.source.id],
            superseded=each.superseded,
            is_over=each.is_over,
        )
        for each in statements
        if each.source.id in said
    ]
