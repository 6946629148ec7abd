"""Who reads little of a store reads theirs: what is listed, counted or audited does not grow with the rest."""

from __future__ import annotations

import psycopg
import pytest
from psycopg import sql

from muniment.model.writes import Draft
from muniment.sql import queries
from tests.database import Desk, acting
from tests.plans.planning import Plan, measured, nodes
from tests.store.lookup_words import day

LITTLE, MUCH = 5, 600
GIVEN = {
    "as_of": "clock_timestamp()", "valid_at": "clock_timestamp()", "limit": "20",
    "after_id": "NULL::uuid", "after_from": "NULL::timestamptz", "after_key": "NULL::text",
    "after_count": "NULL::int", "starts_with": "NULL::text",
    "predicate_key": "NULL::text", "vector": "NULL", "embedder_no": "0", "half_life_s": "1e7",
    "below": "0.5",
}  # fmt: skip


@pytest.fixture
async def shared(desk: Desk) -> Desk:
    """Believe much in one namespace, and little in another."""
    for namespace, count in (("much", MUCH), ("little", LITTLE)):
        drafts = [
            Draft(
                content=f"Ann {n} likes tea {n}", entity=f"Ann {n}", category="likes",
                object=f"tea {n}", namespace=namespace, valid_from=day(1),
            )
            for n in range(count)
        ]  # fmt: skip
        await desk.ledger.add_many(desk.principal, drafts, embed=False)
    with psycopg.connect(desk.database.admin, autocommit=True) as connection:
        connection.execute("ANALYZE")
    return desk


@pytest.mark.parametrize(
    "name",
    [
        "beliefs_faded", "entities_list", "facts_list", "facts_nearest", "graph_whole", "lack_profiles",
        "snapshot_beliefs", "snapshot_health",
    ],
)  # fmt: skip
async def test_the_beliefs_of_a_small_namespace_are_read_alone(shared: Desk, name: str) -> None:
    partition = (
        "ARRAY(SELECT p.partition_no FROM muniment.partitions p WHERE p.namespace = 'little')"
    )
    with psycopg.connect(shared.database.admin) as connection:
        (found,) = connection.execute(sql.SQL(f"SELECT {partition}")).fetchone() or ([],)
    given = GIVEN | {"partition_nos": f"ARRAY{found}"}

    plan = measured(
        shared.database, shared.principal, name, given, sql.SQL("SET enable_seqscan = off")
    )

    walked = [
        sum(
            int(str(step.get(rows, 0)).partition(".")[0])
            for rows in ("Actual Rows", "Rows Removed by Filter")
        )
        * int(str(step["Actual Loops"]))
        for step in nodes(plan)
        if step.get("Relation Name") in {"memories", "versions"}
    ]
    assert walked
    assert max(walked) <= LITTLE


@pytest.mark.parametrize("name", ["basis_head", "basis_at_time", "basis_at_number"])
async def test_what_a_reader_sees_is_worked_out_once_in_a_reading(shared: Desk, name: str) -> None:
    """It takes longer the more partitions there are, whosever they are, and each table of each statement asks."""
    given = {"tenant_id": shared.principal.tenant_id, "time": day(1), "number": 1}
    with acting(shared.database, shared.principal) as connection:
        connection.execute(sql.SQL(queries()[name].text), given)
        noted = connection.execute(
            "SELECT current_setting('muniment.seen', true), current_setting('muniment.seen_by', true)"
        ).fetchone()

    assert noted == ("{1,2}", shared.principal.as_setting())


async def test_how_much_may_be_read_is_known_when_a_statement_is_planned(shared: Desk) -> None:
    for relation in ("memories", "assertions", "versions"):
        plan = _walked(shared, f"SELECT FROM muniment.{relation}")
        assert plan["Actual Rows"] == LITTLE + MUCH
        assert int(str(plan["Plan Rows"])) > (LITTLE + MUCH) / 4, relation


async def test_how_often_and_when_beliefs_were_said_is_read_once_for_all(shared: Desk) -> None:
    given = GIVEN | {
        "partition_nos": "(SELECT array_agg(p.partition_no) FROM muniment.partitions p)"
    }

    plan = measured(shared.database, shared.principal, "snapshot_beliefs", given, sql.SQL("SELECT"))

    (evidence,) = [step for step in nodes(plan) if step.get("Relation Name") == "assertions"]
    assert (evidence["Actual Rows"], evidence["Actual Loops"]) == (LITTLE + MUCH, 1)


def _walked(desk: Desk, statement: str) -> Plan:
    """Return how a statement was run as the application's role, and how many rows were expected."""
    with acting(desk.database, desk.principal) as connection:
        row = connection.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}").fetchone()
    assert row is not None
    plan: Plan = row[0][0]["Plan"]
    return plan
