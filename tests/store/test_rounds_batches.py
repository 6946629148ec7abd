"""Rounds that are learnt from in one transaction come to what they come to one by one, on the same evidence."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import pytest

from muniment.knowledge.learning.reading_rounds import Round, Said
from muniment.model.claims import Act, Claim, Role
from muniment.model.memory import Memory
from muniment.model.reading import GetMemory, GetTimeline
from muniment.recall.lookup.history import timeline
from muniment.recall.lookup.provenance import provenance
from muniment.testing.extractor import claim_of
from tests.database import Desk
from tests.store.lookup_words import day
from tests.store.round_words import Talk

Told = tuple[int, Claim]
"""The day of a message, and what it claims."""


def corrected(predicate: str, value: str, old: str, **others: object) -> Claim:
    return claim_of("Mike", predicate, value, act=Act.CORRECT, replaces=old, **others)


def no_more(value: str, since: int) -> Claim:
    return claim_of("Mike", "likes", value, act=Act.END, valid_from=day(since), time_words="then")


STORIES: dict[str, tuple[Sequence[Told], Sequence[Told]]] = {
    "corrected with a time": (
        (),
        [
            (5, claim_of("Mike", "lives_in", "Bath", valid_from=day(5))),
            (6, corrected("lives_in", "Rome", "Bath", valid_from=day(2), time_words="then")),
        ],
    ),
    "corrected without a time": (
        (),
        [(5, claim_of("Mike", "likes", "tea")), (6, corrected("likes", "coffee", "tea"))],
    ),
    "said again, then corrected": (
        [(3, claim_of("Mike", "likes", "tea"))],
        [(5, claim_of("Mike", "likes", "tea")), (6, corrected("likes", "coffee", "tea"))],
    ),
    "said again, then corrected with a time": (
        [(3, claim_of("Mike", "lives_in", "Bath"))],
        [
            (5, claim_of("Mike", "lives_in", "Bath")),
            (6, corrected("lives_in", "Rome", "Bath", valid_from=day(2), time_words="then")),
        ],
    ),
    "ended, and ended earlier": ((), [(9, no_more("tea", 8)), (10, no_more("tea", 4))]),
}

Row = tuple[str, str, datetime, datetime | None, list[datetime]]


async def lived(desk: Desk, before: Sequence[Told], after: Sequence[Told], size: int) -> list[Row]:
    """Tell what was before one by one, and the rest so many at a time; return beliefs and evidence."""
    talk = Talk.at(desk, await desk.fresh_tenant())
    rounds = [
        Round(
            said=(Said(turn=talk.turn("Mike", day(when), claim), role=Role.USER),),
            assistant="assistant",
        )
        for when, claim in (*before, *after)
    ]
    for each in rounds[: len(before)]:
        await talk.ingest(each)
    for first in range(len(before), len(rounds), size):
        await talk.ingest(*rounds[first : first + size])
    page = await timeline(desk.store, talk.principal, GetTimeline(entity="Mike"))
    return [await _row(talk, entry.memory) for entry in page]


async def _row(talk: Talk, memory: Memory) -> Row:
    asked = GetMemory(memory_id=memory.id, valid_at=memory.valid_from)
    why = await provenance(talk.desk.store, talk.principal, asked)
    said = {
        each.episode.occurred_at
        for each in why.evidence
        if each.known_until is None and each.episode is not None
    }
    return (
        memory.content,
        memory.category or "",
        memory.valid_from,
        memory.valid_until,
        sorted(said),
    )


@pytest.mark.parametrize("story", STORIES)
async def test_a_batch_comes_to_what_its_rounds_come_to_one_by_one(
    shared_desk: Desk, story: str
) -> None:
    before, after = STORIES[story]
    one_by_one = await lived(shared_desk, before, after, 1)

    at_once = await lived(shared_desk, before, after, len(after))

    assert len(one_by_one) == 1
    assert at_once == one_by_one
