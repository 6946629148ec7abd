"""What a connection leaves behind when it is closed: nothing."""

from __future__ import annotations

import gc

from psycopg.adapt import Dumper

from muniment.store.pool import PoolLimits, Store
from tests.database import Database


def _below(kind: type[object]) -> int:
    return sum(1 + _below(each) for each in kind.__subclasses__())


async def _opened_and_closed(database: Database) -> None:
    store = Store(database.app, PoolLimits())
    await store.open()
    await store.close()


async def test_connections_that_are_closed_leave_no_class_behind(database: Database) -> None:
    counts = []
    for _ in range(3):
        await _opened_and_closed(database)
        gc.collect()
        counts.append(_below(Dumper))

    assert counts[0] == counts[1] == counts[2]
