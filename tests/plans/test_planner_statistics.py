"""What the database knows of how much there is keeps up with a first large load."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql

from tests.database import APP, VIEWER, Desk
from tests.store.ledgers import draft

LOADED = 1_200
TAKEN_FOR_FEWER = """
SELECT relname FROM pg_class
WHERE relnamespace = 'muniment'::regnamespace AND relname IN ('memories', 'versions', 'assertions', 'vectors')
  AND reltuples < %s
ORDER BY relname
"""


async def count_few(desk: Desk) -> None:
    """Have the tables counted while hardly anything is in them."""
    await desk.ledger.add_many(desk.principal, [draft("Mike lives in Bath")])
    with desk.database.as_admin() as connection:
        connection.execute("ANALYZE")


async def load(desk: Desk) -> list[tuple[object, ...]]:
    """Write much at once, and return the tables that are still taken for nearly empty."""
    await desk.ledger.add_many(
        desk.principal, [draft(f"number {n} is kept", category=None) for n in range(LOADED)]
    )
    with desk.database.as_admin() as connection:
        return connection.execute(TAKEN_FOR_FEWER, [LOADED]).fetchall()


async def test_a_large_load_into_what_was_counted_empty_is_counted_before_anyone_reads(
    desk: Desk,
) -> None:
    await count_few(desk)

    assert await load(desk) == []


@pytest.mark.parametrize(
    "meanwhile",
    [
        "LOCK TABLE muniment.vectors IN SHARE UPDATE EXCLUSIVE MODE",
        "GRANT SELECT ON muniment.vectors TO pg_monitor",
    ],
    ids=["vacuums or indexes", "gives rights to"],
)
async def test_a_table_that_somebody_else_holds_is_left_out_and_the_others_are_counted(
    desk: Desk, meanwhile: str
) -> None:
    await count_few(desk)
    with psycopg.connect(desk.database.admin) as connection:
        connection.execute(sql.SQL(meanwhile))

        assert await load(desk) == [("vectors",)]


@pytest.mark.parametrize("enters", [False, True], ids=["is shut out", "owns no table"])
async def test_a_large_load_is_written_where_the_owner_of_the_function_may_not_count(
    desk: Desk, enters: bool
) -> None:
    await count_few(desk)
    with desk.database.as_admin() as connection:
        connection.execute("ALTER FUNCTION muniment.count_anew() OWNER TO pg_monitor")
        if enters:
            connection.execute("GRANT USAGE ON SCHEMA muniment TO pg_monitor")

    assert len(await load(desk)) == 4


async def test_who_only_reads_has_nothing_counted(desk: Desk) -> None:
    with desk.database.as_admin() as connection:
        allowed = connection.execute(
            "SELECT rolname FROM pg_roles WHERE has_function_privilege(oid, 'muniment.count_anew()', 'EXECUTE')"
            " AND rolname = ANY (%s)",
            [[APP, VIEWER]],
        ).fetchall()
    assert allowed == [(APP,)]
