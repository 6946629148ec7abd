"""What an erasure looks up for each row does not grow with what was erased before."""

from __future__ import annotations

import psycopg

from muniment.ledger.erasing import purge
from muniment.ledger.upkeep import open_tenant
from muniment.ledger.writer import Ledger
from muniment.model.writes import Draft
from muniment.settings import LimitSettings
from muniment.store.pool import PoolLimits, Store
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, principal_of
from tests.faults.processes import until

ERASED_BEFORE = 40_000


async def _erase_one(database: Database) -> int:
    """Erase a memory where much was erased before; return what had been looked at until then."""
    store, mike = Store(database.app, PoolLimits()), principal_of("tenant 1")
    await store.open()
    try:
        ledger = Ledger(store, HashedEmbedder(), LimitSettings(), "english")
        await open_tenant(ledger, mike)
        added = await ledger.add_many(mike, [Draft(content="Mike rows")])
        with database.as_admin() as connection:
            connection.execute(
                "INSERT INTO muniment.tombstones SELECT tenant_id, number, 1000 + i, 'memories', number, 1000 + i, recorded_at"
                " FROM muniment.transactions, generate_series(1, %s) AS i WHERE number = 1",
                (ERASED_BEFORE,),
            )
            connection.execute("ANALYZE muniment.tombstones")
            connection.execute("SELECT pg_stat_force_next_flush()")
        before = looked_at(database)
        await purge(
            ledger, mike, memories=[added[0].id], episodes=[], with_beliefs=True, reason=None
        )
    finally:
        await store.close()
    return before


def looked_at(database: Database) -> int:
    """Return how many pages of the table of tombstones and of its indexes were looked at, as far as they are counted yet."""
    with psycopg.connect(database.admin) as connection:
        found = connection.execute(
            "SELECT heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read"
            " FROM pg_statio_user_tables WHERE relname = 'tombstones'"
        ).fetchone()
    assert found is not None
    return int(str(found[0]))


async def test_a_tombstone_is_looked_up_by_its_whole_key(database: Database) -> None:
    before = await _erase_one(database)

    until(lambda: looked_at(database) > before, "what was looked at is counted")

    assert looked_at(database) - before < 100
