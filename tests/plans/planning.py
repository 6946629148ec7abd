"""Ask PostgreSQL how it would run a named query, as the application's role under its security."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

import pytest
from psycopg import sql

from muniment.access.principal import Principal
from muniment.sql import queries
from tests.database import Database, acting

Plan = Mapping[str, object]


def skip_before_17(database: Database) -> None:
    """Skip on PostgreSQL 16, to which looking up each member of an array is dear: of few rows it reads all."""
    if database.server.connection.info.server_version < 170000:
        pytest.skip("PostgreSQL 16 looks an array up only where there are many rows")


def leave_uncounted(database: Database, *tables: str) -> None:
    """Have nobody gather statistics of some tables but the test."""
    with database.as_admin() as connection:
        for table in tables:
            connection.execute(
                sql.SQL("ALTER TABLE muniment.{} SET (autovacuum_enabled = off)").format(
                    sql.Identifier(table)
                )
            )
        connection.execute(
            "CREATE OR REPLACE FUNCTION muniment.count_anew() RETURNS void LANGUAGE sql RETURN NULL"
        )


def plan_of(
    database: Database,
    principal: Principal,
    name: str,
    arguments: Mapping[str, str],
    mode: str,
    setting: sql.SQL | None = None,
) -> Plan:
    """Return the plan of a query, prepared as the store prepares it; arguments are SQL literals."""
    given = {"tenant_id": f"'{principal.tenant_id}'::uuid", **arguments}
    names: list[str] = []

    def numbered(found: re.Match[str]) -> str:
        if found[1] not in names:
            names.append(found[1])
        return f"${names.index(found[1]) + 1}"

    text = re.sub(r"%\((\w+)\)[sb]", numbered, queries()[name].text)
    values = ", ".join(given[name] for name in names)
    with acting(database, principal) as connection:
        connection.execute(sql.SQL("SET LOCAL plan_cache_mode = {}").format(sql.Literal(mode)))
        if setting is not None:
            connection.execute(setting)
        connection.execute(sql.SQL(f"PREPARE asked AS {text}"))
        row = connection.execute(
            sql.SQL(f"EXPLAIN (FORMAT JSON) EXECUTE asked({values})")
        ).fetchone()
    assert row is not None
    planned = row[0] if isinstance(row[0], list) else json.loads(str(row[0]))
    plan: Plan = planned[0]["Plan"]
    return plan


def measured(
    database: Database,
    principal: Principal,
    name: str,
    arguments: Mapping[str, str],
    setting: sql.SQL,
) -> Plan:
    """Return the plan of a query that was run, with the rows that each step walked."""
    given = {"tenant_id": f"'{principal.tenant_id}'::uuid", **arguments}
    text = re.sub(r"%\((\w+)\)[sb]", lambda found: given[found[1]], queries()[name].text)
    with acting(database, principal) as connection:
        connection.execute(setting)
        row = connection.execute(
            sql.SQL(f"EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) {text}")
        ).fetchone()
    assert row is not None
    planned = row[0] if isinstance(row[0], list) else json.loads(str(row[0]))
    plan: Plan = planned[0]["Plan"]
    return plan


def nodes(plan: Plan) -> Iterator[Plan]:
    """Walk a plan from its root."""
    yield plan
    children = plan.get("Plans", [])
    assert isinstance(children, list)
    for child in children:
        yield from nodes(child)
