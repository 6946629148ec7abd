"""What the words of a belief score does not depend on which lane found it."""

from __future__ import annotations

from muniment import AgentMemory
from muniment.settings import RecallSettings, Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database


def test_the_same_words_score_alike_also_where_the_words_lane_does_not_name_them(
    database: Database,
) -> None:
    settings = Settings(
        database_url=database.app, user="mike", recall=RecallSettings(candidates_max=5)
    )
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        memory.add_many([f"Berth {number} of the harbour is free" for number in range(60)])
        tagged = memory.add("Berth 60 of the harbour is free", tags=["quay"]).id

        found = memory.recall("Which berth of the harbour is free at the quay?", limit=5)

    scored = {each.memory.id: {lane.name: lane.value for lane in each.lanes} for each in found}
    words = {each["words"] for each in scored.values()}
    assert scored[tagged]["tags"] > 0
    assert len(scored) > 1
    assert len(words) == 1
