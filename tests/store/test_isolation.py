"""Row-level security holds for the application's role, whatever the Python above it asks for."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from muniment.access.principal import EVERYTHING, OWN, Principal
from muniment.access.roles import AgentRole, restricted
from muniment.ledger.quotas import set_quota
from muniment.model.ids import ContainerId
from muniment.model.memory import Scope, Visibility
from muniment.recall.grounds import Ask, read_grounds
from tests.database import Database, Desk, Server, acting, open_desk, principal_of
from tests.store.ledgers import draft, plant, write_access, write_round, write_turns
from tests.store.page_words import compiled

Connection = psycopg.Connection[tuple[object, ...]]

TENANT_TABLES = """
SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'muniment'::regnamespace AND c.relkind IN ('r', 'p')
ORDER BY c.relname
"""
OF_PARTITIONS = (
    "assertions", "backlog", "contradictions", "decisions", "episodes", "labels", "memories", "page_revisions", "page_vectors", "pages", "postings",
    "rival_groups", "vectors", "versions", "word_statistics",
)  # fmt: skip
OF_USERS = (
    "containers", "idempotent_answers", "partitions", "recalls", "schedules", "tasks", "users",
)  # fmt: skip
OF_TENANT = (
    "access_grants", "access_key_uses", "access_keys", "categories", "embedders", "heads", "quotas", "reasons",
    "tenants", "tombstones", "transactions",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Houses:
    """Two tenants that say the same, and the principals who may or may not read it."""

    desk: Desk
    mike: Principal
    ann: Principal
    clerk: Principal
    stranger: Principal

    @property
    def database(self) -> Database:
        return self.desk.database


@pytest.fixture(scope="module")
async def houses(server: Server) -> AsyncIterator[Houses]:
    with server.database() as database:
        async with open_desk(database) as desk:
            mike = desk.principal
            stranger = await desk.fresh_tenant()
            clerk = replace(mike, agent="clerk")
            ann = principal_of(mike.tenant, "ann")
            for principal in (mike, ann, stranger):
                await _write(desk, principal)
            await desk.ledger.add_many(
                clerk, [draft("Mike is tired", category="mood", visibility=Visibility.PRIVATE)]
            )
            await write_turns(desk)
            await write_access(desk)
            for principal in (mike, ann, stranger):
                await write_round(desk, principal)
            with database.as_admin() as connection:
                plant(connection, mike)
            yield Houses(desk=desk, mike=mike, ann=ann, clerk=clerk, stranger=stranger)


async def _write(desk: Desk, principal: Principal) -> None:
    await desk.ledger.add_many(
        principal,
        [
            draft("Mike lives in London", tags=("home",)),
            draft(
                "The plan is secret",
                category="plan",
                scope=Scope.CONTAINER,
                container="project:move",
            ),
        ],
    )
    await desk.ledger.add_many(principal, [draft("Mike waits", category="wait")], embed=False)
    await compiled(desk, "Mike", principal)
    await set_quota(desk.ledger, principal, principal.user, daily_writes=900, memories=None)


def rows_seen(connection: Connection, table: str, where: str = "true") -> int:
    query = sql.SQL("SELECT count(*) FROM muniment.{} WHERE " + where).format(sql.Identifier(table))
    (count,) = connection.execute(query).fetchone() or (None,)
    return int(str(count))


def rows_there(database: Database, table: str, where: str) -> int:
    with database.as_admin() as connection:
        return rows_seen(connection, table, where)


def of_tenant(principal: Principal) -> str:
    return f"tenant_id = '{principal.tenant_id}'"


def of_user(principal: Principal, table: str) -> str:
    owner = "user_id" if table in ("users", "containers") else "owner_id"
    if table in OF_USERS:
        return f"{owner} = '{principal.user_id}'"
    return (
        "(tenant_id, partition_no) IN (SELECT p.tenant_id, p.partition_no FROM muniment.partitions p"
        f" WHERE p.owner_id = '{principal.user_id}')"
    )


async def test_every_table_of_the_schema_is_tried_here(houses: Houses) -> None:
    with houses.database.as_admin() as connection:
        tables = {str(name) for (name,) in connection.execute(TENANT_TABLES)}
    assert tables == {*OF_PARTITIONS, *OF_USERS, *OF_TENANT}


@pytest.mark.parametrize("table", [*OF_PARTITIONS, *OF_USERS, *OF_TENANT])
async def test_a_tenant_sees_its_own_rows_and_no_row_of_another(houses: Houses, table: str) -> None:
    foreign = of_tenant(houses.mike)
    assert rows_there(houses.database, table, foreign) > 0
    with acting(houses.database, houses.mike) as connection:
        assert rows_seen(connection, table, foreign) > 0
    assert foreign_rows_seen(houses, table) == 0


@pytest.mark.parametrize("table", [*OF_PARTITIONS, *OF_USERS, *OF_TENANT])
async def test_without_a_principal_nothing_is_seen(houses: Houses, table: str) -> None:
    for setting in (None, "", "{}"):
        with acting(houses.database, None) as connection:
            if setting is not None:
                connection.execute(
                    sql.SQL("SET LOCAL muniment.principal = {}").format(sql.Literal(setting))
                )
            assert rows_seen(connection, table) == 0


@pytest.mark.parametrize("table", [*OF_PARTITIONS, *OF_USERS])
async def test_a_user_sees_no_row_of_another_user(houses: Houses, table: str) -> None:
    foreign = of_user(houses.mike, table)
    assert rows_there(houses.database, table, foreign) > 0
    with acting(houses.database, houses.ann) as connection:
        assert rows_seen(connection, table, foreign) == 0


@pytest.mark.parametrize("table", OF_PARTITIONS)
async def test_what_a_reader_was_found_to_see_counts_for_no_other(
    houses: Houses, table: str
) -> None:
    foreign = of_tenant(houses.mike)
    with acting(houses.database, houses.ann) as connection:
        as_ann = rows_seen(connection, table, foreign)
    for other, seen in ((houses.ann, as_ann), (houses.stranger, 0)):
        async with houses.desk.store.reading(houses.mike.as_setting()) as work:
            await read_grounds(work, houses.mike, Ask(query="Mike", namespace="default"), "english")
            await work.become(other.as_setting())
            rows = await work.send_about(
                "audit_head", table, ("tenant_id",), tenant_id=houses.mike.tenant_id
            )
            assert len(await rows.all()) == seen


@pytest.mark.parametrize("table", ["access_keys", "access_grants"])
async def test_keys_and_grants_of_others_are_seen_by_who_governs_alone(
    houses: Houses, table: str
) -> None:
    bob = principal_of(houses.mike.tenant, "bob")
    for permissions, seen in ((OWN, False), (EVERYTHING, True)):
        with acting(houses.database, replace(bob, permissions=permissions)) as connection:
            assert (rows_seen(connection, table) > 0) is seen
    with acting(houses.database, replace(houses.mike, permissions=OWN)) as connection:
        assert rows_seen(connection, table) > 0


async def test_what_is_private_to_an_agent_is_seen_by_that_agent_alone(houses: Houses) -> None:
    other = replace(houses.mike, agent="other")
    seen = {}
    for agent, principal in (("clerk", houses.clerk), ("other", other), (None, houses.mike)):
        with acting(houses.database, principal) as connection:
            seen[agent] = {
                table: rows_seen(
                    connection,
                    table,
                    "partition_no IN (SELECT partition_no FROM muniment.partitions WHERE agent = 'clerk')",
                )
                for table in ("memories", "assertions", "versions", "postings", "labels", "vectors")
            }
    assert all(count > 0 for count in seen["clerk"].values())
    assert set(seen["other"].values()) == {0}
    assert set(seen[None].values()) == {0}


async def test_a_container_is_seen_only_when_it_is_named(houses: Houses) -> None:
    with houses.database.as_admin() as connection:
        found = connection.execute(
            "SELECT container_id FROM muniment.partitions WHERE owner_id = %s AND scope = 'container'",
            (houses.mike.user_id,),
        ).fetchone()
    assert found is not None
    named = replace(houses.mike, containers=(ContainerId(UUID(str(found[0]))),))
    secret = "content = 'The plan is secret'"
    with acting(houses.database, houses.mike) as connection:
        assert rows_seen(connection, "memories", secret) == 0
    with acting(houses.database, named) as connection:
        assert rows_seen(connection, "memories", secret) == 1
    with acting(houses.database, replace(named, user_id=houses.ann.user_id)) as connection:
        assert rows_seen(connection, "memories", secret) == 0


async def test_who_does_not_govern_sees_no_quota_of_another_user(houses: Houses) -> None:
    of_ann = f"user_id = '{houses.ann.user_id}'"
    agent = restricted(houses.mike, AgentRole.ORCHESTRATOR)
    with acting(houses.database, agent) as connection:
        assert rows_seen(connection, "quotas", of_ann) == 0
        assert rows_seen(connection, "quotas") == 1
    with acting(houses.database, houses.mike) as connection:
        assert rows_seen(connection, "quotas", of_ann) == 1


async def test_the_auditor_of_one_tenant_sees_no_row_of_another(houses: Houses) -> None:
    with acting(houses.database, houses.stranger.auditing()) as connection:
        for table in (*OF_PARTITIONS, *OF_USERS, *OF_TENANT):
            assert rows_seen(connection, table, of_tenant(houses.mike)) == 0


async def test_switching_the_guard_off_shows_foreign_rows(server: Server, houses: Houses) -> None:
    """The mutant: the same questions see through every table once its security is off."""
    with server.database() as database:
        async with open_desk(database) as desk:
            mike, stranger = desk.principal, await desk.fresh_tenant()
            for principal in (mike, stranger):
                await _write(desk, principal)
            mutant = replace(houses, desk=desk, mike=mike, stranger=stranger)
            await write_turns(desk)
            await write_access(desk)
            for principal in (mike, stranger):
                await write_round(desk, principal)
            with database.as_admin() as connection:
                plant(connection, mike)
                for table in (*OF_PARTITIONS, *OF_USERS, *OF_TENANT):
                    connection.execute(
                        sql.SQL("ALTER TABLE muniment.{} DISABLE ROW LEVEL SECURITY").format(
                            sql.Identifier(table)
                        )
                    )
            assert all(
                foreign_rows_seen(mutant, table) > 0
                for table in (*OF_PARTITIONS, *OF_USERS, *OF_TENANT)
            )


def foreign_rows_seen(houses: Houses, table: str) -> int:
    """Return how many rows of Mike's tenant a stranger sees."""
    with acting(houses.database, houses.stranger) as connection:
        return rows_seen(connection, table, of_tenant(houses.mike))


def test_a_setting_says_what_policies_read() -> None:
    assert sorted(json.loads(principal_of("t").as_setting())) == [
        "actor", "agent", "containers", "permissions", "role", "tenant", "user",
    ]  # fmt: skip
