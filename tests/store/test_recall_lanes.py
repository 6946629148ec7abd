"""What is known of a candidate does not depend on which lane found it, nor on how deep the lanes look."""

from __future__ import annotations

from random import Random
from uuid import UUID

import pytest
from pgvector import HalfVector

from muniment.ledger.turns import ingest_turns
from muniment.model.writes import Draft, Turn
from muniment.recall.candidates import Candidate
from muniment.recall.gathered import Sought
from muniment.recall.grounds import Ask, question_on, read_grounds
from muniment.recall.lanes import ask_words, found, gather_near, gather_words
from muniment.testing.embedder import HashedEmbedder
from tests.database import Desk
from tests.store.lookup_words import day
from tests.store.page_words import compiled

NAMES = ("Mike", "Zoe", "Ann", "Piotr", "Ida")
THINGS = ("cello", "boat", "harbour", "garden", "bees", "bread", "ledger", "lamp")
TAGS = ("home", "work", "music")
QUESTION = "Does Mike keep bees at home, or bread for his work in the harbour garden?"
LINES = 150


def beliefs(random: Random) -> list[Draft]:
    return [
        Draft(
            content=f"{name} keeps {random.choice(THINGS)} {n} by the {' '.join(random.choices(THINGS, k=4))}",
            entity=name,
            object=random.choice((None, *NAMES)),
            category=random.choice(("knows", "general")),
            tags=tuple(random.sample(TAGS, k=random.randrange(3))),
        )
        for n in range(LINES)
        for name in random.choices(NAMES, weights=(6, 2, 1, 1, 1))
    ]


def turns(random: Random) -> list[Turn]:
    return [
        Turn(
            content=f"I saw {random.choice(THINGS)} and {random.choice(THINGS)} {n}",
            speaker=random.choice(NAMES),
            occurred_at=day(1),
            session="harbour",
        )
        for n in range(LINES)
    ]


def told(candidate: Candidate) -> tuple[object, ...]:
    """Return all of a candidate that no depth may change: how much further than a name somebody is may be."""
    bare = candidate._replace(vector=None, hops=None)
    vector = candidate.vector
    return (*bare, candidate.hops == 0, None if vector is None else vector.tobytes())


async def candidates(desk: Desk, most: int) -> dict[UUID, tuple[object, ...]]:
    embedder = HashedEmbedder()
    ask = Ask(query=QUESTION, namespace="default")
    async with desk.store.reading(desk.principal.as_setting()) as work:
        grounds = await read_grounds(work, desk.principal, ask, "english")
        vector = HalfVector(await embedder.embed_query(question_on(grounds, ask).topic))
        sought = Sought.on(grounds, desk.principal.tenant_id, most)
        gathered = await gather_words(sought, await ask_words(work, sought))
        await gather_near(work, sought, gathered, vector)
        lanes = await found(work, sought, gathered, vector)
    return {lanes.ids[each.item_id]: told(each) for each in lanes.candidates}


@pytest.mark.parametrize("seed", range(3))
async def test_a_candidate_is_the_same_however_deep_the_lanes_look(desk: Desk, seed: int) -> None:
    random = Random(seed)
    await desk.ledger.add_many(desk.principal, beliefs(random))
    await ingest_turns(desk.ledger, desk.principal, turns(random))
    await compiled(desk, "Mike")

    shallow, deep = await candidates(desk, 5), await candidates(desk, 2 * LINES)

    assert len(shallow) < len(deep) / 2
    assert {unit: deep[unit] for unit in shallow} == shallow
