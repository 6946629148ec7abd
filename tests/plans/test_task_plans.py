"""Finding whose turn it is, and taking a task, costs the same however long the queues are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import anyio
import psycopg
import pytest
from psycopg import sql

from muniment.access.principal import Principal
from tests.database import Database, Server, open_desk
from tests.plans.planning import Plan, nodes, plan_of

ROWS = 20_000
LARGE = {"pgqueuer", "tasks"}
ONE = {
    "after": "''",
    "lease": "interval '1 minute'",
    "tenants": "NULL::text[]",
    "task_id": "md5('77')::uuid",
    "worker_id": "md5('1')::uuid",
    "job_no": "77",
    "error": "''",
    "error_code": "''",
    "attempts": "1",
    "progress_done": "NULL::bigint",
    "progress_total": "NULL::bigint",
    "state": "'done'",
    "result": "NULL::text",
    "kind": "NULL::text",
    "before": "NULL::uuid",
    "limit": "10",
    "owner_id": "md5('1')::uuid",
    "kept": "interval '7 days'",
    "key": "'k'",
}
ASKED = [
    "queue_tenant_next", "task_claim", "task_beat", "task_end", "task_read", "task_keyed", "task_sweep",
]  # fmt: skip
FILL = """
INSERT INTO muniment.tasks (tenant_id, task_id, kind, arguments, state, tenant_name, owner_id, role, trail,
    permissions, containers, key_lasts, job_no, attempts, attempts_max, enqueued_at, due_at, ended_at, key)
SELECT {tenant}, md5(n::text)::uuid, 'note', '{{}}', CASE WHEN n % 2 = 0 THEN 'waiting' ELSE 'done' END, 't',
    md5('1')::uuid, 'user', '{{}}', '{{write}}', '{{}}', true, n, 0, 8, now(), now(),
    CASE WHEN n % 2 = 1 THEN now() END, 'k' || n
FROM generate_series(1, {rows}) n;
INSERT INTO muniment_queue.pgqueuer (id, priority, entrypoint, payload, execute_after, status)
SELECT n, 0, CASE WHEN n % 100 = 0 THEN md5(n::text) ELSE {tenant}::text END, '', now() - interval '1 hour',
    'queued'
FROM generate_series(1, {rows}) n;
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A database in which many tasks wait."""

    database: Database
    principal: Principal

    def plan(self, name: str) -> Plan:
        """Return the generic plan of a named query, as the store prepares it."""
        return plan_of(self.database, self.principal, name, ONE, "force_generic_plan")


@pytest.fixture(scope="module", params=["with statistics", "without statistics"])
def filled(server: Server, request: pytest.FixtureRequest) -> Iterator[Filled]:
    with server.database() as database:
        yield anyio.run(_fill, database, request.param == "with statistics")


async def _fill(database: Database, analysed: bool) -> Filled:
    async with open_desk(database) as desk:
        principal = desk.principal.working()
    with psycopg.connect(database.admin, autocommit=True) as connection:
        for table in ("muniment.tasks", "muniment_queue.pgqueuer"):
            connection.execute(
                sql.SQL("ALTER TABLE {} SET (autovacuum_enabled = false)").format(
                    sql.Identifier(*table.split("."))
                )
            )
        connection.execute(
            sql.SQL(FILL).format(tenant=sql.Literal(principal.tenant_id), rows=sql.Literal(ROWS))
        )
        if analysed:
            connection.execute("ANALYZE")
    return Filled(database=database, principal=principal)


def scanned(plan: Plan) -> list[object]:
    """Return the large tables that a plan reads from one end to the other."""
    return [
        node["Relation Name"]
        for node in nodes(plan)
        if node["Node Type"] == "Seq Scan" and node["Relation Name"] in LARGE
    ]


@pytest.mark.parametrize("name", ASKED)
def test_what_a_worker_asks_walks_no_table(filled: Filled, name: str) -> None:
    assert scanned(filled.plan(name)) == []


def test_a_walk_is_noticed(filled: Filled) -> None:
    with psycopg.connect(filled.database.admin, autocommit=True) as connection:
        for index in (
            "pgqueuer_ep_ea_idx",
            "pgqueuer_ep_prio_id_idx",
            "pgqueuer_priority_id_id1_idx",
        ):
            connection.execute(
                sql.SQL("DROP INDEX muniment_queue.{}").format(sql.Identifier(index))
            )
    assert "pgqueuer" in scanned(filled.plan("queue_tenant_next"))
