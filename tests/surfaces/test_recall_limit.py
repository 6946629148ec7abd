"""A recall may be asked for more results than a lane hands on by itself, up to a bound."""

from __future__ import annotations

import pytest

from muniment import AgentMemory
from muniment.errors import InvalidValue
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


@pytest.mark.parametrize("limit", [0, 1_001, 10**18])
def test_no_more_may_be_asked_for_than_a_page_holds(database: Database, limit: int) -> None:
    settings = Settings(database_url=database.app, user="mike")
    with (
        AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory,
        pytest.raises(InvalidValue, match="from 1 to 1000"),
    ):
        memory.recall("Which tea is ready?", limit=limit)
