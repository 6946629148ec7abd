"""What the database knows of how much there is keeps up with a first large load."""

from __future__ import annotations

from tests.database import APP, VIEWER, Desk
from tests.store.ledgers import draft

LOADED = 1_200
TAKEN_FOR_FEWER = """
SELECT relname FROM pg_class
WHERE relnamespace = 'muniment'::regnamespace AND relname IN ('memories', 'versions', 'assertions', 'vectors')
  AND reltuples < %s
"""


async def test_a_large_load_into_what_was_counted_empty_is_counted_before_anyone_reads(
    desk: Desk,
) -> None:
    await desk.ledger.add_many(desk.principal, [draft("Mike lives in Bath")])
    with desk.database.as_admin() as connection:
        connection.execute("ANALYZE")
    await desk.ledger.add_many(
        desk.principal, [draft(f"number {n} is kept", category=None) for n in range(LOADED)]
    )

    with desk.database.as_admin() as connection:
        assert connection.execute(TAKEN_FOR_FEWER, [LOADED]).fetchall() == []


async def test_who_only_reads_has_nothing_counted(desk: Desk) -> None:
    with desk.database.as_admin() as connection:
        allowed = connection.execute(
            "SELECT rolname FROM pg_roles WHERE has_function_privilege(oid, 'muniment.count_anew()', 'EXECUTE')"
            " AND rolname = ANY (%s)",
            [[APP, VIEWER]],
        ).fetchall()
    assert allowed == [(APP,)]
