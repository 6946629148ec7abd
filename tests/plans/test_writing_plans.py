"""What every write asks is answered from indexes, as the application's role, under its security."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import anyio
import pytest
from psycopg import sql

from muniment.access.principal import Principal
from tests.database import Database, Server, open_desk
from tests.plans.planning import Plan, leave_uncounted, nodes, plan_of
from tests.store.ledgers import draft

ROWS = 20_000
LARGE = {"memories", "assertions", "versions", "rival_groups"}
ONE = {
    "match_key": "md5('77')::uuid",
    "match_keys": "ARRAY[md5('77')]::uuid[]",
    "valid_froms": "ARRAY['2026-05-01']::timestamptz[]",
    "include_now": "ARRAY[false]",
    "valid_untils": "ARRAY[NULL]::timestamptz[]",
    "memory_id": "md5('77')::uuid",
    "unit_no": "77",
    "numbers": "ARRAY[1077]::bigint[]",
    "ordinals": "ARRAY[3]::int[]",
}
ASKED = [
    "rivals_read", "beaters_read", "memory_latest", "partition_of_memory", "group_assertions",
    "group_versions", "group_places", "memories_close", "assertions_close", "versions_close",
]  # fmt: skip
FILL = """
INSERT INTO muniment.memories (tenant_id, number, ordinal, memory_id, unit_no, partition_no, rivals_key,
    match_key, cardinality, standing, content, entity, entity_key, category, category_key, tags,
    confidence, salt, known_from)
SELECT %(tenant)s, 1000 + n, 1, md5(n::text)::uuid, 1000 + n, 1, md5(n::text)::uuid, md5(n::text)::uuid,
    'one', 'held', 'words ' || n, 'e' || n, 'e' || n, 'city', 'city', '{}', 1, 'salt', '2026-01-01'
FROM generate_series(1, %(rows)s) n;
INSERT INTO muniment.assertions (tenant_id, number, ordinal, memory_id, partition_no, rivals_key, gap,
    valid_from, rank_from, rank_number, rank_ordinal, confidence, actor, salt, known_from)
SELECT %(tenant)s, 1000 + n, 2, md5(n::text)::uuid, 1, md5(n::text)::uuid, false,
    '2026-01-01', '2026-01-01', 1000 + n, 1, 1, 'mike', 'salt', '2026-01-01'
FROM generate_series(1, %(rows)s) n;
INSERT INTO muniment.versions (tenant_id, number, ordinal, memory_id, unit_no, partition_no, rivals_key,
    exclusive, gap, valid_from, known_from)
SELECT %(tenant)s, 1000 + n, 3, md5(n::text)::uuid, 1000 + n, 1, md5(n::text)::uuid, true, false,
    '2026-01-01', '2026-01-01'
FROM generate_series(1, %(rows)s) n;
INSERT INTO muniment.rival_groups (tenant_id, match_key, partition_no, rivals_key)
SELECT %(tenant)s, md5(n::text)::uuid, 1, md5(n::text)::uuid FROM generate_series(1, %(rows)s) n;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A database with many beliefs in one tenant."""

    database: Database
    principal: Principal

    def plan(self, name: str, mode: str) -> Plan:
        """Return the plan of a named query for one belief."""
        return plan_of(self.database, self.principal, name, ONE, mode)


@pytest.fixture(scope="module", params=["with statistics", "without statistics"])
def filled(server: Server, request: pytest.FixtureRequest) -> Iterator[Filled]:
    with server.database() as database:
        yield anyio.run(_fill, database, request.param == "with statistics")


async def _fill(database: Database, analysed: bool) -> Filled:
    async with open_desk(database) as desk:
        await desk.ledger.add_many(desk.principal, [draft("Mike lives in London")])
        tenant = sql.Literal(desk.principal.tenant_id)
        leave_uncounted(database, *LARGE)
        with database.as_admin() as connection:
            for statement in FILL.split(";\n"):
                if statement.strip():
                    text = statement.replace("%(tenant)s", "{tenant}").replace("'{}'", "'{{}}'")
                    connection.execute(
                        sql.SQL(text.replace("%(rows)s", str(ROWS))).format(tenant=tenant)
                    )
            if analysed:
                connection.execute("ANALYZE")
        return Filled(database=database, principal=desk.principal)


def wide_reads(plan: Plan) -> list[str]:
    """Return where a plan reads a large table otherwise than by an index, or by the tenant alone."""
    return [
        f"{node['Node Type']} on {node.get('Relation Name', node.get('Index Name'))}: {node.get('Index Cond')}"
        for node in nodes(plan)
        if (node.get("Relation Name") in LARGE and node["Node Type"] not in ("Index Scan", "Index Only Scan", "Bitmap Heap Scan", "Tid Scan", "ModifyTable"))
        or (str(node["Node Type"]).endswith(("Index Scan", "Index Only Scan"))
            and node.get("Relation Name", "memories") in LARGE
            and " AND " not in str(node.get("Index Cond")))
    ]  # fmt: skip


@pytest.mark.parametrize("mode", ["force_generic_plan", "force_custom_plan"])
@pytest.mark.parametrize("name", ASKED)
def test_what_a_write_asks_about_one_belief_is_read_by_index(
    filled: Filled, name: str, mode: str
) -> None:
    plan = filled.plan(name, mode)

    assert any(node.get("Relation Name") in LARGE for node in nodes(plan))
    assert wide_reads(plan) == []


@pytest.mark.parametrize(
    "name, index",
    [("rivals_read", "version_by_rivals"), ("beaters_read", "assertion_by_rivals")],
)
def test_a_missing_index_is_noticed(filled: Filled, name: str, index: str) -> None:
    with filled.database.as_admin() as connection:
        (definition,) = connection.execute(
            "SELECT pg_get_indexdef(%s::regclass)", (f"muniment.{index}",)
        ).fetchone() or ("",)
        connection.execute(sql.SQL("DROP INDEX muniment.{}").format(sql.Identifier(index)))
        try:
            assert wide_reads(filled.plan(name, "force_custom_plan")) != []
        finally:
            connection.execute(str(definition))
