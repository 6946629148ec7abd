"""The list of memories stops when its page is full: it walks valid time from its latest end."""

from __future__ import annotations

import pytest
from psycopg import sql

from muniment.sql import queries
from tests.database import Desk
from tests.plans.planning import measured, nodes

NO_FILTERS = {
    "partition_nos": "ARRAY[1]", "as_of": "clock_timestamp()", "valid_at": "clock_timestamp()",
    "after_id": "NULL::uuid", "after_from": "NULL::timestamptz", "entity_key": "NULL::text",
    "category_key": "NULL::text", "standings": "'{held,contested}'::text[]",
    "created_from": "NULL::timestamptz", "created_until": "NULL::timestamptz",
    "metadata": "NULL::jsonb", "terms": "NULL::text[]", "tags": "NULL::text[]",
    "window_from": "NULL::timestamptz", "window_until": "NULL::timestamptz",
    "status": "'current'::text", "limit": "51",
}  # fmt: skip


@pytest.mark.parametrize("status", ["current", "ended", "all"])
async def test_the_newest_memories_are_read_in_order_and_not_sorted(
    desk: Desk, status: str
) -> None:
    plan = measured(
        desk.database,
        desk.principal,
        "memories_list",
        NO_FILTERS | {"status": f"'{status}'::text"},
        sql.SQL(queries()["walk_in_order"].text),
    )
    steps = list(nodes(plan))
    walked = [step.get("Index Name") for step in steps if "Index Name" in step]
    assert "version_by_valid" in walked
    assert "memory_is_one_unit" in walked
    assert "Sort" not in [step["Node Type"] for step in steps]


async def test_a_later_page_begins_where_the_one_before_ended(desk: Desk) -> None:
    page = {"after_id": "gen_random_uuid()", "after_from": "'2026-01-01Z'::timestamptz"}
    plan = measured(
        desk.database,
        desk.principal,
        "memories_list",
        NO_FILTERS | page,
        sql.SQL(queries()["walk_in_order"].text),
    )
    (walk,) = [step for step in nodes(plan) if step.get("Index Name") == "version_by_valid"]
    assert "2026-01-01" in str(walk["Index Cond"])
