"""Who reads little of a large store is answered as in a small one, from what is theirs."""

from __future__ import annotations

from muniment import AgentMemory
from muniment.settings import RecallSettings, Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database

ASKED = "Where is the anchor kept?"


def _reads_few(database: Database) -> bool:
    with database.as_admin() as connection:
        connection.execute("ANALYZE muniment.vectors")
        row = connection.execute(
            "SELECT c.reltuples > 8 * 3 FROM pg_class c WHERE c.oid = 'muniment.vectors'::regclass"
        ).fetchone()
    return row is not None and bool(row[0])


def test_an_answer_from_few_vectors_is_that_from_all(database: Database) -> None:
    settings = Settings(database_url=database.app, namespace="notes", embedder={"name": "none"})
    with AgentMemory(settings=settings, embedder=HashedEmbedder()) as memory:
        for said in ("The anchor is kept in the shed", "The oars are kept aboard", "Tea is hot"):
            memory.add(said)
        alone = memory.recall(ASKED)
        assert not _reads_few(database)
        memory.add_many([{"content": f"number {n}", "namespace": "large"} for n in range(100)])
        assert _reads_few(database)
        beside = memory.recall(ASKED, as_of=alone.receipt.basis.as_of.number)
        assert memory.replay(alone.receipt).same
    approximately = settings.model_copy(
        update={"recall": RecallSettings(vector_search="approximate")}
    )
    with AgentMemory(settings=approximately, embedder=HashedEmbedder()) as memory:
        assert memory.recall(ASKED).receipt.degraded == ()
        assert len(memory.recall(ASKED, namespace="large").receipt.degraded) == 1
    assert [each.score for each in beside] == [each.score for each in alone]
    assert beside[0].memory.content == "The anchor is kept in the shed"
