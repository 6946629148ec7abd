"""Whatever fails in a recall is one coded error, also while the question is embedded."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muniment import AgentMemory
from muniment.errors import Unexpected
from muniment.sql import queries
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database


@pytest.mark.parametrize(
    "name", ["basis_head", "recall_ground", "lane_words", "lane_vector", "recall_memories"]
)
def test_a_statement_that_fails_is_a_coded_error(
    database: Database, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with AgentMemory(database.app, embedder=HashedEmbedder()) as memory:
        memory.add("Anna lives in Leeds")
        query = queries()[name]
        broken = query.text.replace("%(tenant_id)s", "(1 / 0)::text::uuid", 1)
        with monkeypatch.context() as patched:
            patched.setitem(queries(), name, replace(query, text=broken))
            with pytest.raises(Unexpected, match="division by zero"):
                memory.recall("Where does Anna live?")

        assert len(memory.recall("Where does Anna live?")) == 1
