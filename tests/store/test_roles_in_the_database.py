"""What an agent may not do, the database refuses by itself: here nothing of ours stands before it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from muniment.access.acting import Acting
from muniment.access.principal import Principal
from muniment.access.roles import ROLE_PERMISSIONS, AgentRole
from muniment.errors import NotPermitted
from muniment.store.arrays import Flags, Integers, Texts
from muniment.tasks.enqueueing import AS_SET, columns_of
from tests.database import Database, Desk, Server, acting, open_desk
from tests.store.ledgers import write_a_bit_of_everything, write_teams

Connection = psycopg.Connection[tuple[object, ...]]
RESTRICTIVE = """
SELECT c.relname, p.polname FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
WHERE c.relnamespace = 'muniment'::regnamespace AND NOT p.polpermissive ORDER BY 1, 2
"""
LEFT: dict[str, dict[str, object]] = {
    "task_enqueue": {
        "task_ids": [None], "kinds": Texts(["embed_backlog"]), "arguments": Texts(["{}"]),
        "keys": [None], "keys_last": Flags([False]), "delays": [timedelta(0)],
        "attempts_max": Integers([1]), "schedule_ids": [None],
    },
    "schedule_write": {
        "called": "nightly", "kind": "embed_backlog", "arguments": "{}", "cron": "0 3 * * *",
        "zone": "UTC", "next_at": None, "attempts_max": 1,
        "schedule_id": None, "last_at": None, "last_task_id": None,
    },
}  # fmt: skip
"""What is left behind under each statement."""
GUARDS = [
    ("categories", "row_is_governed"),
    ("embedders", "row_is_governed"),
    ("memories", "memory_says_who"),
    ("recalls", "row_says_which_key"),
    ("schedules", "row_says_which_key"),
    ("tasks", "row_says_which_key"),
    ("tenants", "row_is_governed"),
    ("transactions", "erasing_is_permitted"),
    ("transactions", "forgetting_is_permitted"),
    ("transactions", "row_says_which_key"),
    ("transactions", "transaction_says_who"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A ledger with a bit of everything, and one of which every guard here is switched off."""

    desk: Desk
    mutant: Database
    unguarded: Desk
    """The other one, to write by."""


@pytest.fixture(scope="module")
async def scene(server: Server) -> AsyncIterator[Scene]:
    with server.database() as database, server.database() as other:
        async with open_desk(database) as desk, open_desk(other) as unguarded:
            await write_a_bit_of_everything(desk)
            await write_teams(desk)
            await write_a_bit_of_everything(unguarded)
            await write_teams(unguarded)
            with other.as_admin() as connection:
                for table, policy in GUARDS:
                    connection.execute(
                        sql.SQL("DROP POLICY {} ON muniment.{}").format(
                            sql.Identifier(policy), sql.Identifier(table)
                        )
                    )
            yield Scene(desk=desk, mutant=other, unguarded=unguarded)


def agent(desk: Desk, role: AgentRole) -> Principal:
    permissions = ROLE_PERMISSIONS[role]
    return Acting(agent="ada", role=role, permissions=permissions, trail=("chief", "ada")).narrowed(
        desk.principal
    )


def advance(connection: Connection) -> int:
    """Move the head, as every write does."""
    return connection.execute(
        "UPDATE muniment.heads SET number = number + 1, hash = 'x',"
        " recorded_at = greatest(clock_timestamp(), recorded_at + interval '1 microsecond')"
    ).rowcount


def note(connection: Connection, **said: object) -> None:
    """Write the transaction that the head has moved to, as no program of ours would."""
    honest = {"actor": "ada", "role": "planner", "operation": "add"}
    columns = {**honest, "user_id": None, "key_id": None, **said}
    connection.execute(
        "INSERT INTO muniment.transactions (tenant_id, number, recorded_at, actor, role, operation,"
        " entries, closings, units_total, partitions_total, previous_hash, hash, key_id, user_id)"
        " SELECT tenant_id, number, recorded_at, %(actor)s, %(role)s, %(operation)s, '[]', '[]',"
        " units_total, partitions_total, 'x', hash, %(key_id)s::uuid,"
        " coalesce(%(user_id)s::uuid, (muniment.principal() ->> 'user')::uuid) FROM muniment.heads",
        columns,
    )


def test_the_guards_that_are_tried_here_are_there(database: Database) -> None:
    with database.as_admin() as connection:
        assert set(GUARDS) <= set(connection.execute(RESTRICTIVE).fetchall())


@pytest.mark.parametrize("role", [AgentRole.REVIEWER, AgentRole.MONITOR])
async def test_who_only_reads_moves_no_head(scene: Scene, role: AgentRole) -> None:
    with acting(scene.desk.database, agent(scene.desk, role)) as connection:
        assert advance(connection) == 0
        assert connection.execute("UPDATE muniment.versions SET known_until = now()").rowcount == 0


@pytest.mark.parametrize("role", [AgentRole.PLANNER, AgentRole.EXECUTOR, AgentRole.RESEARCHER])
@pytest.mark.parametrize("operation", ["forget", "retract", "forget_episode", "purge"])
async def test_who_may_not_forget_records_no_forgetting(
    scene: Scene, role: AgentRole, operation: str
) -> None:
    for database, is_refused in ((scene.desk.database, True), (scene.mutant, False)):
        with acting(database, agent(scene.desk, role)) as connection:
            assert advance(connection) == 1
            if is_refused:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    note(connection, role=role.value, operation=operation)
            else:
                note(connection, role=role.value, operation=operation)


async def test_who_may_forget_does(scene: Scene) -> None:
    chief = agent(scene.desk, AgentRole.ORCHESTRATOR)
    with acting(scene.desk.database, chief) as connection:
        advance(connection)
        note(connection, role="orchestrator", operation="forget")


@pytest.mark.parametrize(
    "lie",
    [
        {"actor": "boss"},
        {"role": "orchestrator"},
        {"user_id": "00000000-0000-7000-8000-000000000000"},
    ],
)
async def test_an_agent_writes_under_its_own_name_role_and_user(
    scene: Scene, lie: dict[str, object]
) -> None:
    planner = agent(scene.desk, AgentRole.PLANNER)
    with acting(scene.desk.database, planner) as connection:
        advance(connection)
        note(connection)
    with acting(scene.desk.database, planner) as connection:
        advance(connection)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            note(connection, **lie)
    with acting(scene.mutant, planner) as connection:
        advance(connection)
        note(connection, **lie)


KEY, OTHER_KEY = UUID(int=1), UUID(int=2)


@pytest.mark.parametrize(
    "key_id, lie", [(KEY, None), (KEY, OTHER_KEY), (None, KEY)], ids=["none", "another", "invented"]
)
@pytest.mark.parametrize("governs", [True, False])
async def test_nobody_writes_with_another_key_than_it_came_in_with(
    scene: Scene, key_id: UUID | None, lie: UUID | None, *, governs: bool
) -> None:
    whole = scene.desk.principal if governs else agent(scene.desk, AgentRole.PLANNER)
    caller = replace(whole, key_id=key_id)
    said = {"actor": caller.actor, "role": caller.role}
    with acting(scene.desk.database, caller) as connection:
        advance(connection)
        note(connection, key_id=key_id, **said)
    with acting(scene.desk.database, caller) as connection:
        advance(connection)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            note(connection, key_id=lie, **said)
    with acting(scene.mutant, caller) as connection:
        advance(connection)
        note(connection, key_id=lie, **said)


async def test_nobody_asks_with_another_key_than_it_came_in_with(scene: Scene) -> None:
    keep = (
        "INSERT INTO muniment.recalls (tenant_id, recall_id, owner_id, number, digest, request, receipt, key_id)"
        " SELECT tenant_id, gen_random_uuid(), (muniment.principal() ->> 'user')::uuid, 1, '', 'Who?', '{}',"
        " %s::uuid FROM muniment.heads"
    )
    caller = replace(agent(scene.desk, AgentRole.MONITOR), key_id=KEY)
    for database, key_id, is_refused in (
        (scene.desk.database, KEY, False),
        (scene.desk.database, None, True),
        (scene.mutant, None, False),
    ):
        with acting(database, caller) as connection:
            if is_refused:
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(keep, (key_id,))
            else:
                connection.execute(keep, (key_id,))


@pytest.mark.parametrize("statement", ["task_enqueue", "schedule_write"])
async def test_nobody_leaves_work_behind_under_another_key_than_it_came_in_with(
    scene: Scene, statement: str
) -> None:
    for desk, key_id, is_refused in (
        (scene.desk, KEY, False),
        (scene.desk, None, True),
        (scene.unguarded, None, False),
    ):
        caller = replace(agent(desk, AgentRole.PLANNER), key_id=KEY)
        refusal = pytest.raises(NotPermitted, match="row-level security")
        with refusal if is_refused else nullcontext():
            async with desk.store.writing(caller.as_setting()) as work:
                said = columns_of(replace(caller, key_id=key_id), AS_SET)
                await work.write(statement, **said, **LEFT[statement])


async def test_an_agent_signs_a_memory_with_no_other_name(scene: Scene) -> None:
    copy = (
        "INSERT INTO muniment.memories SELECT (json_populate_record(m, json_build_object('ordinal', 99,"
        " 'number', h.number, 'unit_no', 99999, 'agent', %s::text))).*"
        " FROM muniment.memories m CROSS JOIN muniment.heads h"
        " WHERE m.known_until IS NULL AND m.content = 'Mike lives in Londres'"
    )
    planner = agent(scene.desk, AgentRole.PLANNER)
    for name in ("boss", None):
        with acting(scene.desk.database, planner) as connection:
            advance(connection)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(copy, (name,))
    for database, name in ((scene.desk.database, "ada"), (scene.mutant, "boss")):
        with acting(database, planner) as connection:
            advance(connection)
            assert connection.execute(copy, (name,)).rowcount == 1


@pytest.mark.parametrize("table", ["categories", "embedders", "tenants"])
async def test_what_is_the_whole_tenant_s_is_closed_by_who_governs_alone(
    scene: Scene, table: str
) -> None:
    close = sql.SQL("UPDATE muniment.{} SET known_until = now() WHERE known_until IS NULL").format(
        sql.Identifier(table)
    )
    chief = agent(scene.desk, AgentRole.ORCHESTRATOR)
    for database, principal, is_reached in (
        (scene.desk.database, chief, False),
        (scene.desk.database, scene.desk.principal, True),
        (scene.mutant, chief, True),
    ):
        with acting(database, principal) as connection:
            advance(connection)
            assert (connection.execute(close).rowcount > 0) is is_reached


async def test_who_does_not_govern_gives_no_quota(scene: Scene) -> None:
    give = (
        "INSERT INTO muniment.quotas (tenant_id, number, ordinal, user_id, memories)"
        " SELECT tenant_id, number, 99, (muniment.principal() ->> 'user')::uuid, 1000000 FROM muniment.heads"
    )
    chief = agent(scene.desk, AgentRole.ORCHESTRATOR)
    with acting(scene.desk.database, chief) as connection:
        advance(connection)
        assert connection.execute("UPDATE muniment.quotas SET known_until = now()").rowcount == 0
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(give)
    with acting(scene.desk.database, replace(scene.desk.principal)) as connection:
        advance(connection)
        assert connection.execute(
            "UPDATE muniment.quotas SET known_until = now() WHERE known_until IS NULL"
        ).rowcount
        connection.execute(give)
