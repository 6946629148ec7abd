"""The queue's tables are those of the installed PgQueuer, whatever its environment variables say."""

from __future__ import annotations

import psycopg
import pytest
from pgqueuer.adapters.drivers.psycopg import PsycopgDriver
from pgqueuer.adapters.persistence.qb import (
    QueryBuilderEnvironment,
    QueryQueueBuilder,
    QuerySchedulerBuilder,
)
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.domain.settings import DBSettings

from muniment.sql import migrations
from muniment.tasks.queue import NAMES
from tests.database import Database


async def upgrades(database: Database) -> tuple[str, ...]:
    """Return what PgQueuer would change about its tables."""
    connection = await psycopg.AsyncConnection.connect(database.admin, autocommit=True)
    async with connection:
        queries = Queries(
            PsycopgDriver(connection),
            QueryBuilderEnvironment(NAMES),
            QueryQueueBuilder(NAMES),
            QuerySchedulerBuilder(NAMES),
        )
        plan = await queries.plan_upgrade()
    return (*plan.statements, *plan.notes)


async def test_the_installed_pgqueuer_would_change_nothing(database: Database) -> None:
    assert await upgrades(database) == ()


async def test_a_column_that_is_missing_is_noticed(database: Database) -> None:
    with database.as_admin() as connection:
        connection.execute("ALTER TABLE muniment_queue.pgqueuer DROP COLUMN slot")
    assert any("slot" in statement for statement in await upgrades(database))


def test_the_migration_holds_its_schema_as_it_writes_it() -> None:
    written = QueryBuilderEnvironment(NAMES).build_install_query(create_schema=False)
    assert written.partition("\n")[2].strip() in migrations()["0005_tasks.sql"]


def test_the_names_do_not_follow_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {name: getattr(NAMES, name) for name in DBSettings.model_fields}
    for name in ("PREFIX", "SCHEMA", "CHANNEL", "QUEUE_TABLE", "QUEUE_TABLE_LOG"):
        monkeypatch.setenv(f"PGQUEUER_{name}", "other")
    assert DBSettings(**{name: given[name] for name in NAMES.model_fields_set}) == NAMES
