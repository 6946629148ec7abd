"""How deep the lanes look does not change what stands above what."""

from __future__ import annotations

import pytest

from muniment import AgentMemory
from muniment.settings import Settings
from tests.database import Database

SINCE = "2026-01-05"
BOTH, HOUSE = "I live in the old mill house in Bath and I keep bees.", "I live in a house"
BEES, LEEDS = "Mike keeps bees behind the shed of his aunt near the canal", "Mike is in Leeds"


@pytest.mark.parametrize("most", [3, 60])
def test_a_turn_comes_down_to_what_replaced_half_of_it_whether_the_other_half_is_found_or_not(
    database: Database, most: int
) -> None:
    settings = Settings(
        database_url=database.app, embedder={"name": "none"}, recall={"candidates_max": most}
    )
    with AgentMemory(settings=settings) as memory:
        turn, _ = memory.ingest_turns(
            [
                {"content": said, "speaker": "Mike", "session": said, "occurred_at": SINCE}
                for said in (BOTH, HOUSE)
            ]
        ).episodes
        for category, content in (("status", "Mike is in Bath"), ("hobby", BEES)):
            memory.add(
                content, entity="Mike", category=category, valid_from=SINCE, episode_id=str(turn)
            )
        for thing in ("cello", "boat", "lamp", "kite"):
            memory.add(f"Mike has a {thing}", entity="Mike", category=thing, valid_from=SINCE)
        memory.add(LEEDS, entity="Mike", category="status", valid_from="2026-02-05")

        found = memory.recall("Where does Mike live, in the old mill house?", limit=3)

    assert [each.memory.content for each in found] == [HOUSE, LEEDS, BOTH]
    assert [each.superseded for each in found] == [False, False, True]
