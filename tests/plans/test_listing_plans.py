"""The list of memories stops when its page is full: it walks valid time from its latest end."""

from __future__ import annotations

from psycopg import sql

from tests.database import Desk
from tests.plans.planning import measured, nodes

NO_FILTERS = {
    "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "valid_at": "clock_timestamp()",
    "after_id": "NULL::uuid", "after_from": "NULL::timestamptz", "entity_key": "NULL::text",
    "category_key": "NULL::text", "scope": "NULL::text", "standings": "'{held,contested}'::text[]",
    "created_from": "NULL::timestamptz", "created_until": "NULL::timestamptz",
    "metadata": "NULL::jsonb", "terms": "NULL::text[]", "tags": "NULL::text[]",
    "window_from": "NULL::timestamptz", "window_until": "NULL::timestamptz",
    "status": "'current'::text", "limit": "51",
}  # fmt: skip


async def test_the_newest_memories_are_read_in_order_and_not_sorted(desk: Desk) -> None:
    plan = measured(
        desk.database,
        desk.principal,
        "memories_list",
        NO_FILTERS,
        sql.SQL("SET LOCAL enable_sort = off"),
    )
    steps = list(nodes(plan))
    assert "version_by_valid" in [step.get("Index Name") for step in steps]
    assert "Sort" not in [step["Node Type"] for step in steps]
