"""What a recall asks is answered by look-ups, as the application's role, with statistics or without."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from psycopg import sql

from muniment.ledger.turns import ingest_turns
from muniment.model.writes import Turn
from tests.database import Desk, Server, acting, open_desk
from tests.plans.planning import leave_uncounted, nodes, plan_of, skip_before_17
from tests.store.ledgers import draft

MEMORIES = 2_000
UNITS = f"ARRAY{list(range(1, 201))}::bigint[]"
ARGUMENTS = {
    "user_id": "'00000000-0000-7000-8000-000000000000'::uuid",
    "namespace": "'default'",
    "container_ids": "ARRAY[]::uuid[]",
    "language": "'english'",
    "query": "'number 77'",
    "names": "ARRAY['number', 'entity 77']",
    "owner_places": "ARRAY[1]",
    "owners": "ARRAY['entity 77']",
    "link_places": "ARRAY[1]",
    "link_ends": "ARRAY[2]",
    "relations": "ARRAY['city']",
    "as_of_time": "NULL",
    "as_of_number": "NULL",
    "partitions": "ARRAY[1]",
    "known": "clock_timestamp()",
    "valid_first": "clock_timestamp()",
    "valid_last": "clock_timestamp()",
    "named_last": "clock_timestamp()",
    "said_first": "clock_timestamp()",
    "said_last": "clock_timestamp()",
    "embedder_no": "1",
    "vector": "NULL::halfvec",
    "wide": "400",
    "most": "100",
    "terms": "ARRAY['number', '77', '']",
    "own_terms": "2",
    "related": "ARRAY['numbers']",
    "tags": "ARRAY['tag']",
    "are_labels_cut": "true",
    "near_names": "ARRAY['entity 7', 'entity 8']",
    "near_hops": "ARRAY[0, 1]",
    "unnamed_terms": "ARRAY['number', '77', '']",
    "unnamed_places": "ARRAY[1, 2, 3]",
    "handed_on": UNITS,
    "known_nos": UNITS,
    "unit_nos": UNITS,
    "beside": "2",
    "partition_nos": "ARRAY[1]",
    "as_of": "clock_timestamp()",
    "valid_at": "clock_timestamp()",
    "name_keys": "ARRAY['entity 7']",
    "subject_keys": "ARRAY['entity 7']",
    "predicate_keys": "ARRAY['city']",
    "object_keys": "ARRAY['bath']",
    "name_key": "'entity 7'",
    "subject_key": "'entity 7'",
    "predicate_key": "NULL",
    "object_key": "NULL",
    "after_from": "NULL",
    "after_id": "NULL",
    "limit": "100",
    "memory_id": "'00000000-0000-7000-8000-000000000000'::uuid",
    "narrower_nos": "ARRAY[]::int[]",
    "entity_key": "NULL",
    "category_key": "NULL",
    "entity_keys": "ARRAY['entity 7']",
    "memory_ids": "ARRAY['00000000-0000-7000-8000-000000000000']::uuid[]",
    "episode_ids": "ARRAY['00000000-0000-7000-8000-000000000000']::uuid[]",
}
LOOKED_UP_BY = {
    "lane_words": {
        "postings": "term", "memories": "unit_no", "versions": "unit_no", "episodes": "unit_no",
    },
    "lane_labels": {"memories": "unit_no", "versions": "unit_no", "episodes": "unit_no"},
    "lane_vector": {
        "postings": "term", "memories": "unit_no", "versions": "unit_no", "episodes": "unit_no", "labels": "unit_no",
    },
    "lane_beside": {
        "postings": "term", "memories": "unit_no", "versions": "unit_no",
        "episodes": "(unit_no|session_id)", "vectors": "unit_no", "labels": "unit_no",
    },
    "recall_overruled": {
        "memories": r"(unit_no|(?=tenant_id.*\bentity_key\b)tenant_id)", "versions": "unit_no",
    },
    "recall_pairs": {
        "assertions": "episode_id", "versions": "(rivals_key|memory_id)", "memories": "(rivals_key|memory_id)",
        "episodes": "episode_id",
    },
    "recall_narrower": {
        "assertions": "episode_id", "versions": "(unit_no|memory_id)",
        "memories": r"(unit_no|(?=tenant_id.*\bentity_key\b)tenant_id)",
    },
    "memories_at": {"memories": "(unit_no|memory_id)", "versions": "memory_id"},
    "episodes_at": {"episodes": "episode_id"},
    "recall_memories": {
        "memories": "(unit_no|memory_id)", "versions": "unit_no", "assertions": "memory_id",
        "episodes": "episode_id",
    },
    "recall_episodes": {"episodes": "unit_no"},
    "recall_ground": {
        "labels": "label", "memories": r"(?=tenant_id.*\b(entity|object|category)_key\b)tenant_id", "versions": "unit_no",
    },
    "facts_named": {"memories": "(unit_no|memory_id)", "versions": "unit_no"},
    "page_beliefs": {"versions": "unit_no"},
    "facts_spelled": {"memories": "entity_key"},
    "names_spelled": {"memories": "unit_no"},
    "aliases_read": {"memories": "unit_no", "versions": "unit_no"},
    "graph_around": {"memories": "unit_no", "versions": "unit_no"},
    "names_of_units": {"labels": "unit_no"},
    "episodes_of": {"episodes": "episode_id"},
}  # fmt: skip
"""Which column, besides the tenant, each query reads its tables by."""


READ_THROUGH = {("recall_narrower", True), ("lane_beside", False)}
"""What PostgreSQL 16 reads through here, with statistics or without: no quotations, and vectors taken for few."""

FOUND_BY_NAME = ("facts_named", "names_spelled", "aliases_read", "graph_around")
"""What begins with a name, and finds its units by its label as soon as there are statistics."""

UNDER_REVIEW = """
INSERT INTO muniment.contradictions
    (tenant_id, number, ordinal, contradiction_id, partition_no, first_id, second_id, known_from)
SELECT %(tenant)s, t.number, n, gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), t.recorded_at
FROM generate_series(10001, 12000) AS g (n)
CROSS JOIN (SELECT h.number, h.recorded_at FROM muniment.transactions h ORDER BY h.number DESC LIMIT 1) t
ON CONFLICT DO NOTHING
"""

EMBEDDED = """
INSERT INTO muniment.backlog (tenant_id, embedder_no, partition_no, unit_no, known_from, known_until)
SELECT %(tenant)s, 1, 1, n, h.recorded_at, h.recorded_at + interval '1 microsecond'
FROM generate_series(100001, 104000) AS g (n), muniment.heads h WHERE h.tenant_id = %(tenant)s
ON CONFLICT DO NOTHING
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A store with many memories."""

    desk: Desk
    counted: bool


@pytest.fixture(scope="module", params=["with statistics", "without statistics"])
async def filled(server: Server, request: pytest.FixtureRequest) -> AsyncIterator[Filled]:
    with server.database() as database:
        leave_uncounted(database, "memories", "versions", "postings", "vectors", "episodes")
        async with open_desk(database) as desk:
            for start in range(0, MEMORIES, 500):
                batch = [
                    draft(f"number {n} is kept", entity=f"entity {n}")
                    for n in range(start, start + 500)
                ]
                await desk.ledger.add_many(desk.principal, batch)
            for start in range(0, MEMORIES, 500):
                turns = [
                    Turn(
                        content=f"I keep number {n}",
                        speaker="Mike",
                        occurred_at=datetime(2026, 3, 1, tzinfo=UTC),
                        session=f"session {n // 50}",
                    )
                    for n in range(start, start + 500)
                ]
                await ingest_turns(desk.ledger, desk.principal, turns)
            counted = request.param == "with statistics"
            if counted:
                with database.as_admin() as connection:
                    connection.execute("ANALYZE")
            yield Filled(desk=desk, counted=counted)


@pytest.mark.parametrize("name", sorted(LOOKED_UP_BY))
async def test_a_reading_looks_up_what_it_names_one_by_one(filled: Filled, name: str) -> None:
    columns, desk = LOOKED_UP_BY[name], filled.desk
    if (name, filled.counted) in READ_THROUGH:
        skip_before_17(desk.database)
    read = [
        (str(node["Relation Name"]), str(node.get("Index Cond", node.get("Recheck Cond"))))
        for node in nodes(
            plan_of(desk.database, desk.principal, name, ARGUMENTS, "force_generic_plan")
        )
        if node.get("Relation Name") in columns
    ]

    assert {table for table, _ in read} == set(columns)
    assert [each for each in read if not re.search(rf"\b{columns[each[0]]} =", each[1])] == []


async def test_a_page_of_all_facts_looks_up_what_each_stretch_says(filled: Filled) -> None:
    """Where there are statistics they say that this store has no fact to fill the page with."""
    desk = filled.desk
    plan = plan_of(desk.database, desk.principal, "facts_list", ARGUMENTS, "force_custom_plan")
    read = [
        str(node.get("Index Cond", node.get("Recheck Cond")))
        for node in nodes(plan)
        if node.get("Relation Name") == "memories"
    ]

    assert read
    assert [each for each in read if "partition_no" in each] == []
    if not filled.counted:
        assert [each for each in read if not re.search(r"\b(unit_no|memory_id) =", each)] == []


@pytest.mark.parametrize("name", FOUND_BY_NAME)
async def test_what_begins_with_a_name_finds_its_label(filled: Filled, name: str) -> None:
    desk = filled.desk
    with desk.database.as_admin() as connection:
        connection.execute("ANALYZE muniment.labels")
    plan = plan_of(desk.database, desk.principal, name, ARGUMENTS, "force_generic_plan")
    found = [
        str(node.get("Index Cond", node.get("Recheck Cond")))
        for node in nodes(plan)
        if node.get("Relation Name") == "labels"
    ]

    assert found
    assert [each for each in found if "label =" not in each] == []


@pytest.mark.parametrize("name", ["recall_memories", "memories_at", "facts_current"])
async def test_what_is_under_review_is_looked_up_by_the_belief(filled: Filled, name: str) -> None:
    desk = filled.desk
    with desk.database.as_admin() as connection:
        connection.execute(UNDER_REVIEW, {"tenant": desk.principal.tenant_id})
        connection.execute("ANALYZE muniment.contradictions")
    plan = plan_of(desk.database, desk.principal, name, ARGUMENTS, "force_generic_plan")
    found = [
        str(node.get("Index Cond"))
        for node in nodes(plan)
        if node.get("Relation Name") == "contradictions"
    ]

    assert [re.findall(r"\w+_id", each)[1] for each in found] == ["first_id", "second_id"]


async def test_what_the_best_share_with_a_question_is_not_compared_with_all_that_share_a_word(
    filled: Filled,
) -> None:
    desk = filled.desk
    tempting = sql.SQL("SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off")
    plan = plan_of(
        desk.database, desk.principal, "lane_words", ARGUMENTS, "force_generic_plan", tempting
    )
    (hits,) = [step for step in nodes(plan) if step.get("Subplan Name") == "CTE hits"]
    joins = [step["Node Type"] for step in nodes(hits) if "Join Type" in step]

    assert joins in (["Hash Join"], ["Merge Join"])


@pytest.mark.parametrize("step", ["tagged", "hop0", "hop1", "hop2"])
async def test_labels_are_followed_in_order_until_there_are_enough(
    filled: Filled, step: str
) -> None:
    desk = filled.desk
    plan = plan_of(desk.database, desk.principal, "lane_labels", ARGUMENTS, "force_generic_plan")
    (limit,) = [each for each in nodes(plan) if each.get("Subplan Name") == f"CTE {step}"]
    children = limit["Plans"]

    assert limit["Node Type"] == "Limit"
    assert isinstance(children, list)
    assert children[0]["Node Type"] == "Subquery Scan"


async def test_what_was_embedded_long_ago_is_passed_over_where_what_waits_is_counted(
    filled: Filled,
) -> None:
    desk = filled.desk
    with desk.database.as_admin() as connection:
        connection.execute(EMBEDDED, {"tenant": desk.principal.tenant_id})
        connection.execute("ANALYZE muniment.backlog")
    plan = plan_of(desk.database, desk.principal, "recall_ground", ARGUMENTS, "force_generic_plan")
    read = [step for step in nodes(plan) if str(step.get("Index Name")).startswith("backlog")]

    assert len(read) == 2
    assert [
        step["Index Name"]
        for step in read
        if step["Index Name"] != "backlog_waiting" and "known_until" not in str(step["Index Cond"])
    ] == []


async def test_what_a_user_keeps_is_counted_in_an_index(filled: Filled) -> None:
    desk = filled.desk
    looked_up = sql.SQL("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    user = {"user_id": f"'{desk.principal.user_id}'::uuid"}
    plan = plan_of(
        desk.database, desk.principal, "memories_kept", user, "force_generic_plan", looked_up
    )
    (read,) = [step for step in nodes(plan) if step.get("Relation Name") == "memories"]

    assert (read["Node Type"], read["Index Name"]) == ("Index Only Scan", "memory_open")


async def test_a_reader_of_few_vectors_reads_theirs_alone(filled: Filled) -> None:
    desk = filled.desk
    if not filled.counted:
        skip_before_17(desk.database)
    plan = plan_of(
        desk.database, desk.principal, "lane_vector_of_few", ARGUMENTS, "force_generic_plan"
    )
    read = [
        str(node.get("Index Cond"))
        for node in nodes(plan)
        if node.get("Relation Name") == "vectors"
    ]

    compared = [each for each in read if "unit_no" not in each]
    assert len(compared) == 1
    assert "(partition_no >= p.partition_no)" in compared[0]


async def test_the_vectors_are_scanned_by_more_than_one_process_where_that_pays(
    filled: Filled,
) -> None:
    desk = filled.desk
    with desk.database.as_admin() as connection:
        connection.execute("ANALYZE muniment.vectors")
    pays = sql.SQL(
        "SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL parallel_setup_cost = 0; "
        "SET LOCAL parallel_tuple_cost = 0"
    )
    plan = plan_of(
        desk.database, desk.principal, "lane_vector", ARGUMENTS, "force_generic_plan", pays
    )
    gathered = [
        str(each.get("Relation Name"))
        for node in nodes(plan)
        if node["Node Type"] in ("Gather", "Gather Merge")
        for each in nodes(node)
        if each.get("Parallel Aware")
    ]

    assert "vectors" in gathered


@pytest.mark.parametrize("noted", [True, False], ids=["noted", "not noted"])
async def test_what_is_visible_is_compared_with_rows_and_not_unpacked_for_each(
    filled: Filled, noted: bool
) -> None:
    desk = filled.desk
    with acting(desk.database, desk.principal) as connection:
        if noted:
            told = sql.Literal(desk.principal.as_setting())
            connection.execute(sql.SQL("SET LOCAL muniment.seen = '{1}'"))
            connection.execute(sql.SQL("SET LOCAL muniment.seen_by = {}").format(told))
        row = connection.execute(
            "SELECT (SELECT muniment.visible_partitions()),"
            " pg_column_size((SELECT muniment.visible_partitions()))"
        ).fetchone()
        connection.rollback()

    assert row == ([1], 28)  # packed, it would be 25
