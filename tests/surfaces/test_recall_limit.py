"""A recall may be asked for more results than a lane hands on by itself."""

from __future__ import annotations

from muniment import AgentMemory
from muniment.settings import RecallSettings, Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database


def test_as_many_results_come_as_are_asked_for(database: Database) -> None:
    recall = RecallSettings(candidates_max=2)
    settings = Settings(database_url=database.app, user="mike", recall=recall)
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        memory.add_many([f"Tea of sort {number} is ready" for number in range(9)])

        found = memory.recall("Which tea is ready?", limit=9)

        assert (len(found), found.receipt.question.candidates_max) == (9, 9)
        assert memory.replay(found.receipt.recall_id).same


def test_a_limit_beyond_all_there_is_asks_no_lane_for_all_of_it(database: Database) -> None:
    settings = Settings(database_url=database.app, user="mike")
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        memory.add("Tea is ready")

        found = memory.recall("Which tea is ready?", limit=10**12)

        assert (len(found), found.receipt.question.candidates_max) == (1, 1_000)
