"""Who may read a reason, the database says by itself; ledgers that kept them elsewhere say the same."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Final

import psycopg
import pytest
from psycopg import sql

from muniment.access.principal import OWN, Confines, Principal
from muniment.audit.verify import verify
from muniment.ledger.sessions import create_project
from muniment.model.memory import Scope, Visibility
from muniment.sql import migrations
from muniment.store.migrator import migrate
from tests.database import Database, Desk, Server, acting, open_desk, principal_of
from tests.store.ledgers import draft

Connection = psycopg.Connection[tuple[object, ...]]
SINCE_0018 = """
ALTER TABLE muniment.transactions ADD reason text;
UPDATE muniment.transactions t SET reason = r.reason FROM muniment.reasons r
WHERE r.tenant_id = t.tenant_id AND r.number = t.number;
DROP TABLE muniment.reasons;
DROP FUNCTION muniment.stamp_reason;
DROP VIEW muniment.touched;
DELETE FROM public.muniment_migrations WHERE name = '0018_reasons.sql';
"""
MADE: Final = "CREATE OR REPLACE FUNCTION muniment.stamp_reason"
OWNED = """
SELECT format('ALTER TABLE %I.%I OWNER TO keeper', n.nspname, c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v') AND (n.nspname IN ('muniment', 'muniment_queue') OR c.relname = 'muniment_migrations')
UNION ALL SELECT format('ALTER SCHEMA %I OWNER TO keeper', s) FROM unnest(ARRAY['muniment', 'muniment_queue']) s
UNION ALL SELECT 'GRANT CREATE, USAGE ON SCHEMA public TO keeper'
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A ledger whose writers said why."""

    desk: Desk
    critic: Principal


@pytest.fixture(scope="module")
async def scene(server: Server) -> AsyncIterator[Scene]:
    with server.database() as database:
        async with open_desk(database) as desk:
            yield Scene(desk=desk, critic=await _write(desk))


async def _write(desk: Desk) -> Principal:
    """Write in places that others read, or do not, and say why; return the agent with a secret."""
    mike = replace(desk.principal, permissions=OWN)
    critic = replace(mike, agent="critic")
    mood = draft("Mike is tired", category="mood", visibility=Visibility.PRIVATE)
    (told,) = await desk.ledger.add_many(critic, [mood], reason="private")
    await desk.ledger.retract(critic, told.id, reason="private and over")
    await desk.ledger.add_many(mike, [draft("Mike rows", category="hobby")], reason="shared")
    box = draft("Mike packs", category="b", scope=Scope.CONTAINER, container="project:move")
    await desk.ledger.add_many(mike, [box], reason="boxed")
    tea = draft("Tea is at four", category="tea", scope=Scope.GLOBAL)
    await desk.ledger.add_many(mike, [tea], reason="everybody's")
    both = [draft("Lunch is at one", category="lunch", scope=Scope.GLOBAL), draft("Mike naps")]
    await desk.ledger.add_many(mike, both, reason="everybody's and mike's")
    work = draft("Mike codes", category="job", namespace="work")
    await desk.ledger.add_many(mike, [work], reason="work")
    await create_project(desk.ledger, mike, "move", reason="nowhere")
    return critic


def reasons(database: Database, principal: Principal) -> list[str]:
    with acting(database, principal) as connection:
        found = connection.execute("SELECT reason FROM muniment.reasons ORDER BY number")
        return [str(reason) for (reason,) in found]


MIKES = ["shared", "boxed", "everybody's", "everybody's and mike's", "work", "nowhere"]
ALL = ["private", "private and over", *MIKES]


async def test_a_reason_is_read_raw_by_who_may_read_what_was_written(scene: Scene) -> None:
    bob = replace(principal_of(scene.critic.tenant, "bob"), permissions=OWN)
    bobs_critic = replace(bob, agent="critic")
    plugin = replace(scene.critic, agent=None, namespaces=("work",))
    granted = replace(plugin, namespaces=None, confines=Confines(namespaces=("work",)))
    seen = {
        "critic": scene.critic,
        "planner": replace(scene.critic, agent="planner"),
        "mike": replace(scene.critic, agent=None),
        "bob": bob,
        "his critic": bobs_critic,
        "a key of a namespace": plugin,
        "a grant of a namespace": granted,
        "who governs": principal_of(scene.critic.tenant, "keeper"),
        "the auditor": scene.critic.auditing(),
    }
    told = {name: reasons(scene.desk.database, each) for name, each in seen.items()}

    assert told == {
        "critic": ALL,
        "planner": MIKES,
        "mike": MIKES,
        "bob": ["everybody's"],
        "his critic": ["everybody's"],
        "a key of a namespace": ["work"],
        "a grant of a namespace": ["work"],
        "who governs": MIKES,
        "the auditor": ALL,
    }


async def test_with_the_guard_off_the_same_question_is_answered(server: Server) -> None:
    """The mutant: the policy of other tables of the whole tenant in its place."""
    with server.database() as database:
        async with open_desk(database) as desk:
            critic = await _write(desk)
            with database.as_admin() as connection:
                connection.execute(
                    "ALTER POLICY reason_is_visible ON muniment.reasons"
                    " USING (tenant_id = (SELECT muniment.tenant()))"
                )
            assert reasons(database, replace(critic, agent="planner")) == ALL


async def test_a_reason_is_given_in_its_own_transaction_alone(scene: Scene) -> None:
    with (
        acting(scene.desk.database, scene.critic) as connection,
        pytest.raises(psycopg.errors.IntegrityConstraintViolation) as refused,
    ):
        connection.execute(
            "INSERT INTO muniment.reasons (tenant_id, number, private, partition_nos, reason)"
            " VALUES (muniment.tenant(), 1, false, '{}', 'an afterthought')"
        )

    assert refused.value.diag.constraint_name == "reason_is_of_the_head"


@pytest.mark.parametrize("statement", ["UPDATE {} SET reason = 'x'", "DELETE FROM {}"])
async def test_a_reason_is_neither_changed_nor_taken_away(scene: Scene, statement: str) -> None:
    with (
        acting(scene.desk.database, scene.critic) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(sql.SQL(statement).format(sql.SQL("muniment.reasons")))


async def test_an_older_ledger_is_read_by_the_same_readers_and_verifies(server: Server) -> None:
    """Its owner is no superuser: row-level security binds it, too."""
    with server.database() as database:
        async with open_desk(database) as desk:
            await _write(desk)
            kept = "SELECT * FROM muniment.reasons ORDER BY number"
            with database.as_admin() as connection:
                before = connection.execute(kept).fetchall()
                connection.execute(SINCE_0018)
                connection.execute("CREATE ROLE keeper LOGIN PASSWORD 'keeper'")
                for (statement,) in connection.execute(OWNED).fetchall():
                    connection.execute(str(statement))
            try:
                owner = psycopg.conninfo.make_conninfo(
                    database.admin, user="keeper", password="keeper"
                )
                assert await migrate(owner) == ["0018_reasons.sql"]
                with database.as_admin() as connection:
                    assert connection.execute(kept).fetchall() == before
                    connection.execute(MADE + migrations()["0038_erasing.sql"].split(MADE)[1])
                seen = await verify(desk.store, desk.principal)
            finally:
                with database.as_admin() as connection:
                    connection.execute("REASSIGN OWNED BY keeper TO CURRENT_USER")
                    connection.execute("DROP OWNED BY keeper")
                    connection.execute("DROP ROLE keeper")

    assert (len(before), seen.findings) == (len(ALL), ())
