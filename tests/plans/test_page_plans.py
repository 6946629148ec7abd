"""What became of the beliefs that a page cites is read in one walk of their slots, and not in one for each."""

from __future__ import annotations

from datetime import timedelta

from psycopg import sql

from muniment.model.writes import Draft
from tests.database import Desk
from tests.plans.planning import measured, nodes
from tests.store.lookup_words import day

VALUES = 40


async def test_the_values_of_a_slot_are_read_once_for_all_that_cite_them(desk: Desk) -> None:
    drafts = [
        Draft(
            content=f"Ann works at firm {n}", entity="Ann", category="employer",
            valid_from=day(1) + timedelta(hours=n),
        )
        for n in range(VALUES)
    ]  # fmt: skip
    written = await desk.ledger.add_many(desk.principal, drafts, embed=False)
    with desk.database.as_admin() as connection:
        connection.execute("ANALYZE")
    cited = ", ".join(f"'{each.id}'" for each in written)
    given = {"memory_ids": f"ARRAY[{cited}]::uuid[]", "as_of": "clock_timestamp()"}

    plan = measured(
        desk.database, desk.principal, "page_sources", given, sql.SQL("SET enable_seqscan = off")
    )

    walked = sum(
        int(str(step.get(rows, 0)).partition(".")[0]) * int(str(step["Actual Loops"]))
        for step in nodes(plan)
        if step.get("Relation Name") in {"memories", "versions"}
        for rows in ("Actual Rows", "Rows Removed by Filter")
    )
    assert 4 * VALUES <= walked <= 8 * VALUES
