"""The application's role adds and closes; it rewrites, deletes, back-dates and moves nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import psycopg
import pytest
from psycopg import sql

from muniment.access.principal import Permission, Principal
from tests import database as databases
from tests.database import Desk, Server, open_desk, principal_of
from tests.store.ledgers import plant, write_a_bit_of_everything, write_access, write_teams
from tests.store.tampering import COLUMNS

Connection = psycopg.Connection[tuple[object, ...]]
LEDGER = (
    "access_grants", "access_keys", "assertions", "categories", "containers", "contradictions",
    "decisions", "embedders", "episodes", "memories", "partitions", "quotas", "tenants", "tombstones",
    "users", "versions",
)  # fmt: skip
CLOSED_BY_THE_ROLE = (
    "access_grants", "access_keys", "assertions", "categories", "containers", "contradictions",
    "embedders", "episodes", "memories", "page_revisions", "pages", "quotas", "tenants", "users",
    "versions",
)  # fmt: skip
ALL = (
    *LEDGER, "heads", "transactions", "access_key_uses", "backlog", "labels", "postings", "recalls", "rival_groups",
    "vectors", "word_statistics",
)  # fmt: skip
REBUILT = ("labels", "postings", "rival_groups", "vectors", "word_statistics")
MOVED = {"number", "recorded_at", "hash", "units_total", "partitions_total"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A ledger and another tenant beside it."""

    desk: Desk
    stranger: Principal


@pytest.fixture(scope="module")
async def scene(server: Server) -> AsyncIterator[Scene]:
    with server.database() as database:
        async with open_desk(database) as desk:
            await write_a_bit_of_everything(desk)
            await write_access(desk)
            await write_teams(desk)
            with database.as_admin() as connection:
                plant(connection, desk.principal)
            yield Scene(desk=desk, stranger=await desk.fresh_tenant())


def acting(scene: Scene, principal: Principal | None = None) -> AbstractContextManager[Connection]:
    """Connect as the application for whose ledger it is, or for another principal."""
    return databases.acting(scene.desk.database, principal or scene.desk.principal)


def advance(connection: Connection) -> None:
    """Move the head, as every write does."""
    connection.execute(
        "UPDATE muniment.heads SET number = number + 1,"
        " recorded_at = greatest(clock_timestamp(), recorded_at + interval '1 microsecond')"
    )


def copy_of(table: str, **changes: str) -> sql.Composed:
    """Return the statement that adds a copy of a row with some columns changed."""
    made = sql.SQL(", ").join(
        sql.SQL("{} AS {}").format(sql.SQL(value), sql.Identifier(name))
        for name, value in changes.items()
    )
    return sql.SQL(
        "INSERT INTO muniment.{table} SELECT (json_populate_record(NULL::muniment.{table},"
        " (to_jsonb(t) || to_jsonb(c))::json)).* FROM (SELECT * FROM muniment.{table} LIMIT 1) t, (SELECT {made}) c"
    ).format(table=sql.Identifier(table), made=made)


def outcome(connection: Connection, statement: sql.Composed) -> int | str | None:
    """Return how many rows a statement reached, or the constraint that refused it."""
    try:
        return connection.execute(statement).rowcount
    except psycopg.errors.IntegrityConstraintViolation as refused:
        return refused.diag.constraint_name


@pytest.mark.parametrize("table", sorted(set(ALL) - {*REBUILT, "recalls"}))
async def test_no_row_is_deleted(scene: Scene, table: str) -> None:
    for statement in ("DELETE FROM muniment.{}", "TRUNCATE muniment.{}"):
        with acting(scene) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(sql.SQL(statement).format(sql.Identifier(table)))


@pytest.mark.parametrize("table", REBUILT)
async def test_what_is_derived_is_taken_away_only_by_who_governs(scene: Scene, table: str) -> None:
    keeper = scene.desk.principal
    writer = replace(keeper, permissions=keeper.permissions - {Permission.GOVERN})
    delete = sql.SQL("DELETE FROM muniment.{}").format(sql.Identifier(table))
    with acting(scene, writer) as connection:
        assert connection.execute(delete).rowcount == 0
    with acting(scene, scene.stranger) as connection:
        assert connection.execute(delete).rowcount == 0
    with acting(scene) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(sql.SQL("TRUNCATE muniment.{}").format(sql.Identifier(table)))


async def test_receipts_are_taken_away_only_by_who_sweeps(scene: Scene) -> None:
    keeper = scene.desk.principal
    for principal in (keeper, keeper.auditing(), keeper.working(), scene.stranger.sweeping()):
        with acting(scene, principal) as connection:
            assert connection.execute("DELETE FROM muniment.recalls").rowcount == 0
    with acting(scene, keeper.sweeping()) as connection:
        assert connection.execute("DELETE FROM muniment.recalls").rowcount > 0
        connection.rollback()
    with acting(scene) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("TRUNCATE muniment.recalls")


async def test_no_column_is_rewritten_but_those_that_close_a_row_or_move_the_head(
    scene: Scene,
) -> None:
    with scene.desk.database.as_admin() as connection:
        columns = connection.execute(COLUMNS).fetchall()
    rewritten = []
    for table, name, _ in columns:
        with acting(scene) as connection:
            try:
                connection.execute(
                    sql.SQL("UPDATE muniment.{} SET {} = {}").format(
                        sql.Identifier(str(table)),
                        sql.Identifier(str(name)),
                        sql.Identifier(str(name)),
                    )
                )
            except psycopg.errors.InsufficientPrivilege:
                continue
            except psycopg.errors.IntegrityConstraintViolation as refused:
                if str(refused.diag.constraint_name).startswith("erasure_"):
                    continue
                # it was permitted, and the trigger refused it
            rewritten.append((table, name))

    assert rewritten == sorted(
        [(table, "known_until") for table in CLOSED_BY_THE_ROLE]
        + [("heads", name) for name in MOVED],
        key=lambda each: (each[0], [(t, n) for t, n, _ in columns].index(each)),
    )


@pytest.mark.parametrize("table", CLOSED_BY_THE_ROLE)
async def test_a_closed_row_is_neither_reopened_nor_closed_again(scene: Scene, table: str) -> None:
    for value in ("NULL", "known_until + interval '1 day'"):
        with acting(scene) as connection:
            advance(connection)
            close = sql.SQL(
                f"UPDATE muniment.{{}} SET known_until = {value} WHERE known_until IS NOT NULL"
            ).format(sql.Identifier(table))
            assert outcome(connection, close) in (0, "ledger_row_closes_once")


@pytest.mark.parametrize("table", CLOSED_BY_THE_ROLE)
async def test_a_row_that_is_closed_is_stamped_with_the_head_s_time(
    scene: Scene, table: str
) -> None:
    with acting(scene) as connection:
        advance(connection)
        stamped = connection.execute(
            sql.SQL(
                "UPDATE muniment.{} t SET known_until = '2020-01-01' FROM muniment.heads h"
                " WHERE t.known_until IS NULL RETURNING t.known_until = h.recorded_at"
            ).format(sql.Identifier(table))
        ).fetchall()
    assert set(stamped) == {(True,)}


@pytest.mark.parametrize("table", LEDGER)
async def test_a_row_is_not_written_outside_a_transaction_of_the_ledger(
    scene: Scene, table: str
) -> None:
    with (
        acting(scene) as connection,
        pytest.raises(psycopg.errors.IntegrityConstraintViolation) as refused,
    ):
        connection.execute(copy_of(table, ordinal="1000"))
    assert refused.value.diag.constraint_name == "ledger_advances_its_head"


async def test_a_row_names_the_transaction_that_writes_it(scene: Scene) -> None:
    with acting(scene) as connection:
        advance(connection)
        with pytest.raises(psycopg.errors.IntegrityConstraintViolation) as refused:
            connection.execute(copy_of("assertions", number="1", ordinal="1000"))
    assert refused.value.diag.constraint_name == "ledger_advances_its_head"


@pytest.mark.parametrize("table", ["users", "categories", "assertions"])
async def test_known_from_cannot_be_back_dated(scene: Scene, table: str) -> None:
    keys = {
        "users": {"user_id": "%s"}, "categories": {"category_key": "'new'"}, "assertions": {},
    }[table]  # fmt: skip
    with acting(scene) as connection:
        advance(connection)
        values = {
            name: f"'{scene.desk.principal.user_id}'" if v == "%s" else v
            for name, v in keys.items()
        }
        if table == "users":
            connection.execute(
                "UPDATE muniment.users SET known_until = now() WHERE known_until IS NULL"
            )
        connection.execute(
            copy_of(
                table,
                number="(SELECT number FROM muniment.heads)",
                ordinal="1000",
                known_from="'2020-01-01'",
                known_until="'2020-02-01'",
                **values,
            )
        )
        row = connection.execute(
            sql.SQL(
                "SELECT t.known_from = h.recorded_at, t.known_until FROM muniment.{} t, muniment.heads h"
                " WHERE t.ordinal = 1000"
            ).format(sql.Identifier(table))
        ).fetchone()
    assert row == (True, None)


async def test_no_type_of_the_role_s_own_chooses_a_known_time(scene: Scene) -> None:
    with acting(scene) as connection:
        connection.execute("CREATE DOMAIN pg_temp.timestamptz AS date")
        advance(connection)
        connection.execute(
            copy_of(
                "assertions",
                number="(SELECT number FROM muniment.heads)",
                ordinal="1000",
            )
        )
        row = connection.execute(
            "SELECT t.known_from = h.recorded_at FROM muniment.assertions t, muniment.heads h"
            " WHERE t.ordinal = 1000"
        ).fetchone()
    assert row == (True,)


async def test_the_head_moves_neither_back_nor_ahead_of_the_clock(scene: Scene) -> None:
    for change in (
        "number = number - 1, recorded_at = clock_timestamp()",
        "number = number + 2, recorded_at = clock_timestamp()",
        "number = number + 1, recorded_at = recorded_at",
        "number = number + 1, recorded_at = recorded_at - interval '1 hour'",
        "number = number + 1, recorded_at = clock_timestamp() + interval '1 hour'",
    ):
        with (
            acting(scene) as connection,
            pytest.raises(psycopg.errors.IntegrityConstraintViolation) as refused,
        ):
            connection.execute(sql.SQL("UPDATE muniment.heads SET " + change))
        assert refused.value.diag.constraint_name == "head_moves_forward"


async def test_the_head_does_not_move_to_a_time_that_was_answered_for_already(scene: Scene) -> None:
    with (
        acting(scene) as connection,
        pytest.raises(psycopg.errors.IntegrityConstraintViolation) as refused,
    ):
        connection.execute(
            "UPDATE muniment.heads SET number = number + 1,"
            " recorded_at = recorded_at + interval '1 microsecond'"
        )
    assert refused.value.diag.constraint_name == "head_moves_forward"


@pytest.mark.parametrize(
    "number, recorded_at",
    [("0", "'1999-01-01'"), ("0", "'2999-01-01'"), ("7", "clock_timestamp()")],
)
async def test_a_tenant_begins_at_zero_and_now(scene: Scene, number: str, recorded_at: str) -> None:
    newcomer = principal_of("newcomer")
    begun = (
        "INSERT INTO muniment.heads (tenant_id, number, recorded_at, hash, units_total, partitions_total)"
        f" VALUES ('{newcomer.tenant_id}', {number}, {recorded_at}, 'x', 0, 0)"
    )
    with (
        acting(scene, newcomer) as connection,
        pytest.raises(psycopg.errors.IntegrityConstraintViolation) as refused,
    ):
        connection.execute(sql.SQL(begun))
    assert refused.value.diag.constraint_name == "head_moves_forward"


@pytest.mark.parametrize(
    "named",
    [
        {"number": "h.number + 1"},
        {"recorded_at": "h.recorded_at - interval '1 second'"},
        {"hash": "sha256('another')"},
    ],
    ids=["number", "time", "hash"],
)
async def test_a_transaction_is_written_as_the_head_that_it_moved(
    scene: Scene, named: dict[str, str]
) -> None:
    head = {"number": "h.number", "recorded_at": "h.recorded_at", "hash": "h.hash"}
    for moves, columns in ((True, head | named), (False, head)):
        written = {name: f"(SELECT {said} FROM muniment.heads h)" for name, said in columns.items()}
        with acting(scene) as connection:
            if moves:
                advance(connection)
            assert outcome(connection, copy_of("transactions", **written)) == (
                "transaction_is_the_head"
            )


@pytest.mark.parametrize("table", ALL)
async def test_a_row_of_another_tenant_is_not_written(scene: Scene, table: str) -> None:
    foreign = f"'{scene.stranger.tenant_id}'"
    with acting(scene) as connection:
        advance(connection)
        with pytest.raises(
            (psycopg.errors.InsufficientPrivilege, psycopg.errors.IntegrityConstraintViolation)
        ):
            connection.execute(copy_of(table, tenant_id=foreign))


@pytest.mark.parametrize(
    "place",
    [
        {"owner_id": "gen_random_uuid()"},
        {"scope": "'container'", "container_id": "gen_random_uuid()"},
        {"visibility": "'private'", "agent": "'clerk'"},
    ],
    ids=["another user", "a container that is not open", "another agent"],
)
async def test_a_place_is_made_by_who_sees_it_alone(scene: Scene, place: dict[str, str]) -> None:
    own = {
        "number": "(SELECT number FROM muniment.heads)",
        "ordinal": "1000",
        "partition_no": "1000",
        "scope": "'user'",
        "owner_id": f"'{scene.desk.principal.user_id}'",
        "container_id": "NULL::uuid",
        "namespace": "'elsewhere'",
        "visibility": "'team'",
        "agent": "NULL::text",
    }
    with acting(scene) as connection:
        advance(connection)
        assert connection.execute(copy_of("partitions", **own)).rowcount == 1
    with acting(scene) as connection:
        advance(connection)
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute(copy_of("partitions", **own | place))


@pytest.mark.parametrize("table", ["memories", "assertions", "versions", "episodes"])
async def test_nothing_is_written_where_its_writer_may_not_read(scene: Scene, table: str) -> None:
    name = sql.Identifier(table)
    with scene.desk.database.as_admin() as connection:
        row = connection.execute(
            sql.SQL("SELECT to_jsonb(t)::text FROM muniment.{} t ORDER BY number LIMIT 1").format(
                name
            )
        ).fetchone()
    with acting(scene, principal_of(scene.desk.principal.tenant, "another")) as connection:
        advance(connection)
        written = sql.SQL(
            "INSERT INTO muniment.{table} SELECT (json_populate_record(NULL::muniment.{table},"
            " (%s::jsonb || jsonb_build_object('number', h.number, 'ordinal', 1000))::json)).* FROM muniment.heads h"
        )
        with pytest.raises(psycopg.errors.InsufficientPrivilege, match="row-level security"):
            connection.execute(written.format(table=name), row)


@pytest.mark.parametrize("permissions", [frozenset({Permission.READ}), frozenset[Permission]()])
async def test_who_may_only_read_writes_nothing(
    scene: Scene, permissions: frozenset[Permission]
) -> None:
    reader = principal_of(scene.desk.principal.tenant)
    object.__setattr__(reader, "permissions", permissions)
    with acting(scene, reader) as connection:
        assert connection.execute("UPDATE muniment.memories SET known_until = now()").rowcount == 0
        assert connection.execute("UPDATE muniment.heads SET number = number + 1").rowcount == 0
        with pytest.raises(
            (psycopg.errors.InsufficientPrivilege, psycopg.errors.IntegrityConstraintViolation)
        ):
            connection.execute(copy_of("transactions", number="1000"))


async def test_what_is_for_everybody_is_closed_only_with_the_permission(scene: Scene) -> None:
    keeper = scene.desk.principal
    reader = principal_of(keeper.tenant)
    object.__setattr__(reader, "permissions", keeper.permissions - {Permission.GOVERN})
    closing = "UPDATE muniment.memories SET known_until = now() WHERE content = 'Tea is at four'"
    for principal, reached in ((reader, 0), (keeper, 1)):
        with acting(scene, principal) as connection:
            advance(connection)
            assert connection.execute(sql.SQL(closing)).rowcount == reached
