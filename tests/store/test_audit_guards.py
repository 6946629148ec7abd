"""Whoever changes what decides who reads is named by the audit, also where a row is hidden from it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from psycopg import sql

from muniment.audit import checks
from muniment.audit.verify import verify
from tests.database import Desk
from tests.store.ledgers import draft

CHANGES = {
    "ADDED: the migrations did not make the policy row_is_hidden of memories.":
        "CREATE POLICY row_is_hidden ON muniment.memories AS RESTRICTIVE FOR SELECT USING "
        "(content <> 'Mike sleeps' OR NOT (SELECT muniment.may('audit')))",
    "ALTERED: the policy row_is_visible of memories is not as the migrations made it.":
        "ALTER POLICY row_is_visible ON muniment.memories USING "
        "(tenant_id = (SELECT muniment.tenant()))",
    "DELETED: the policy row_is_within_bounds of tasks is gone.":
        "DROP POLICY row_is_within_bounds ON muniment.tasks",
    "ALTERED: the function open_containers() is not as the migrations made it.":
        "CREATE OR REPLACE FUNCTION muniment.open_containers() RETURNS uuid[] LANGUAGE sql STABLE "
        "PARALLEL SAFE RETURN NULL::uuid[]",
    "ALTERED: the function count_anew() is not as the migrations made it.":
        "REVOKE EXECUTE ON FUNCTION muniment.count_anew() FROM muniment_writer",
    "ADDED: the migrations did not make the function sees().":
        "CREATE FUNCTION muniment.sees() RETURNS boolean LANGUAGE sql RETURN true",
    "ALTERED: the table memories is not as the migrations made it.":
        "ALTER TABLE muniment.memories NO FORCE ROW LEVEL SECURITY",
    "DELETED: the trigger known_is_stamped of memories is gone.":
        "DROP TRIGGER known_is_stamped ON muniment.memories",
    "ADDED: the migrations did not make the grant to muniment_app of memories.":
        "GRANT UPDATE ON muniment.memories TO muniment_app",
    "ALTERED: the grant to muniment_writer of memories is not as the migrations made it.":
        "GRANT UPDATE (confidence) ON muniment.memories TO muniment_writer",
}  # fmt: skip


async def found(desk: Desk) -> list[str]:
    await desk.ledger.add_many(desk.principal, [draft("Mike wakes")])
    seen = await verify(desk.store, desk.principal)
    return [f"{each.what.name}: {each.sentence}" for each in seen.findings]


@pytest.mark.parametrize("sentence", CHANGES)
async def test_what_decides_who_reads_is_compared_with_the_migrations(
    desk: Desk, sentence: str
) -> None:
    with desk.database.as_admin() as connection:
        connection.execute(sql.SQL(CHANGES[sentence]))

    assert await found(desk) == [sentence]


@pytest.mark.parametrize("sentence", CHANGES)
async def test_without_the_check_it_is_missed(
    desk: Desk, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object) -> Iterator[object]:
        return iter(())

    monkeypatch.setattr(checks, "check_guards", nothing)
    with desk.database.as_admin() as connection:
        connection.execute(sql.SQL(CHANGES[sentence]))

    assert await found(desk) == []


async def test_who_may_only_read_the_tables_is_not_named(desk: Desk) -> None:
    with desk.database.as_admin() as connection:
        older = connection.info.server_version < 170000
        allowed = sql.SQL("SELECT" if older else "SELECT, MAINTAIN")
        connection.execute(
            sql.SQL("GRANT {} ON ALL TABLES IN SCHEMA muniment TO muniment_app").format(allowed)
        )

    assert await found(desk) == []


async def test_names_are_compared_whatever_the_role_finds_without_a_schema(desk: Desk) -> None:
    named = sql.Identifier(desk.database.name)
    with desk.database.as_admin() as connection:
        connection.execute(
            sql.SQL("ALTER DATABASE {} SET search_path = muniment, public").format(named)
        )
    await desk.store.close()
    await desk.store.open()

    assert await found(desk) == []
