"""How far ahead a belief is of what else was found is told without what it took the place of."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from muniment.knowledge.answering.findings import Finding, Told
from muniment.knowledge.answering.likelihood import Ahead, ahead
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Episode, Memory

SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def belief(no: int, content: str) -> Memory:
    return Memory(
        id=MemoryId(UUID(int=no)),
        content=content,
        valid_from=SAID_AT,
        valid_until=None,
        known_from=SAID_AT,
        known_until=None,
        entity="flat 5",
        category="tenant",
    )


def turn(no: int, content: str) -> Episode:
    return Episode(
        id=EpisodeId(UUID(int=no)),
        content=content,
        speaker="Irma",
        caption=None,
        occurred_at=SAID_AT,
        session="s",
        position=no,
        source_id=None,
        known_from=SAID_AT,
        known_until=None,
    )


def test_what_a_belief_took_the_place_of_is_no_rival_of_it() -> None:
    old, new = belief(1, "The tenant is Daniel."), belief(2, "The tenant is Lucía.")
    replaced = Told(belief=old, words="The tenant is Daniel", is_over=True, successor=new)
    before = Finding(
        said=turn(3, "The tenant is Daniel."), place=1, strength=1, cosine=0.8, score=5, told=(replaced,)
    )  # fmt: skip
    others = [
        Finding(said=turn(10 + no, "The lift works."), place=no, strength=0, cosine=0.25, score=1)
        for no in range(2, 8)
    ]
    found = Finding(said=new, place=0, strength=1, cosine=0.75, score=4)
    assert ahead(found, [before, *others]) == Ahead(cosine=0.5, score=3)
