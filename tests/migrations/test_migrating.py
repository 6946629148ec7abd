"""A database is brought to this version's schema once, however many start at the same moment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import anyio
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from muniment.errors import SchemaMismatch, WriteContention
from muniment.sql import migrations
from muniment.store import migrator
from muniment.store.checks import checksum_of, refuse_schema
from muniment.store.migrator import migrate
from muniment.store.translation import translate
from tests.database import APP, Database, Server
from tests.faults.processes import until

MIGRATE = """
import sys, anyio
from muniment.store.migrator import migrate
print(",".join(anyio.run(migrate, sys.argv[1])))
"""
NAMES = [
    "0001_ledger.sql", "0002_security.sql", "0003_knowledge.sql", "0004_pages.sql",
    "0005_tasks.sql", "0006_access.sql", "0007_agents.sql", "0008_viewing.sql", "0009_consolidation.sql",
    "0010_listing.sql", "0011_task_principals.sql", "0012_sight.sql", "0013_batches.sql",
    "0014_sight_compared.sql", "0015_bounds.sql", "0016_head_times.sql", "0017_questions.sql",
    "0018_reasons.sql", "0019_private_tasks.sql", "0020_listing_known.sql", "0021_backlog_noted.sql",
    "0022_grants_worded.sql", "0023_keys_within_bounds.sql", "0024_ids_in_order.sql",
    "0025_grants_in_force.sql",
    "0026_sight_counted.sql",
    "0027_reviews_by_belief.sql",
    "0028_sweeping.sql",
    "0029_receipts_kept.sql",
    "0030_containers_by_id.sql",
    "0031_keys_of_waiting.sql",
    "0032_answers_within_bounds.sql",
    "0033_turns_by_time.sql",
    "0034_counts_looked_up.sql",
    "0035_counted_anew.sql",
    "0036_users_and_actors.sql",
    "0037_keys_used.sql", "0038_erasing.sql", "0039_labels_among.sql", "0040_asked_overseen.sql",
    "0041_tombstones_looked_up.sql",
]  # fmt: skip


@pytest.fixture
def bare(server: Server) -> Iterator[Database]:
    with server.database("template0") as lent:
        yield lent


def applied(database: Database) -> list[tuple[object, ...]]:
    with psycopg.connect(database.admin) as connection:
        return connection.execute(
            "SELECT name, count(*) FROM public.muniment_migrations GROUP BY name ORDER BY name"
        ).fetchall()


async def test_tasks_that_migrate_at_once_migrate_once(bare: Database) -> None:
    done: list[list[str]] = []

    async def one() -> None:
        done.append(
            await migrate(bare.admin, app_role=APP, app_password=bare.server.lease.password)
        )

    async with anyio.create_task_group() as group:
        for _ in range(6):
            group.start_soon(one)

    assert sorted(done) == [[], [], [], [], [], NAMES]
    assert applied(bare) == [(name, 1) for name in NAMES]


def test_processes_that_migrate_at_once_migrate_once(bare: Database) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", MIGRATE, bare.admin],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for _ in range(3)
    ]
    told = [process.communicate()[0].strip() for process in running]

    assert [process.returncode for process in running] == [0, 0, 0]
    assert sorted(told) == ["", "", ",".join(NAMES)]
    assert applied(bare) == [(name, 1) for name in NAMES]


async def test_migrating_again_changes_nothing(database: Database) -> None:
    assert await migrate(database.admin) == []


async def test_a_migration_that_was_applied_with_other_text_is_refused(database: Database) -> None:
    with database.as_admin() as connection:
        connection.execute(
            "UPDATE public.muniment_migrations SET checksum = 'other' WHERE name ~ '0001'"
        )

    with pytest.raises(SchemaMismatch, match=r"0001_ledger\.sql was applied with other text"):
        await migrate(database.admin)


async def test_a_migration_of_a_later_version_is_refused(database: Database) -> None:
    with database.as_admin() as connection:
        connection.execute("INSERT INTO public.muniment_migrations VALUES ('0999_later.sql', 'x')")

    with pytest.raises(SchemaMismatch, match=r"does not know\. Upgrade muniment"):
        await migrate(database.admin)


def test_a_schema_that_lacks_a_migration_says_which_and_what_to_run() -> None:
    first = [(name, checksum_of(text)) for name, text in migrations().items()][:1]

    with pytest.raises(
        SchemaMismatch,
        match=r"lacks the migration 0002_security\.sql\. As the owner .* `muniment init --owner-url",
    ):
        refuse_schema(first)


async def test_a_migration_that_fails_leaves_nothing_behind(bare: Database) -> None:
    with psycopg.connect(bare.admin, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA muniment")

    with pytest.raises(Exception, match="already exists"):
        await migrate(bare.admin)

    assert applied(bare) == []
    with psycopg.connect(bare.admin) as connection:
        tables = connection.execute(
            "SELECT 1 FROM pg_tables WHERE schemaname = 'muniment'"
        ).fetchall()
    assert tables == []


def waits(database: Database, said: str) -> bool:
    """Tell whether a statement with some words waits for a lock."""
    with psycopg.connect(database.admin) as connection:
        found = connection.execute(
            "SELECT 1 FROM pg_stat_activity WHERE datname = current_database()"
            " AND wait_event_type = 'Lock' AND strpos(query, %s) > 0",
            (said,),
        ).fetchone()
    return found is not None


def test_a_process_that_is_killed_amid_a_migration_leaves_it_to_the_next_one(
    bare: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as older:
        older.setattr(migrator, "migrations", lambda: dict(list(migrations().items())[:27]))
        with pytest.raises(SchemaMismatch, match="0028"):
            anyio.run(migrate, bare.admin)
    assert applied(bare) == [(name, 1) for name in NAMES[:27]]

    with psycopg.connect(bare.admin) as reader:
        reader.execute("LOCK TABLE muniment.idempotent_answers IN ACCESS SHARE MODE")
        process = subprocess.Popen(
            [sys.executable, "-c", MIGRATE, bare.admin],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        until(lambda: waits(bare, "answer_is_swept"), "it is amid 0028")
        process.kill()
        process.wait()

    assert anyio.run(migrate, bare.admin) == NAMES[27:]
    assert applied(bare) == [(name, 1) for name in NAMES]


async def test_a_table_that_a_long_reader_holds_ends_the_migration_and_keeps_nobody_waiting(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = {"0099_later.sql": "ALTER TABLE muniment.memories ADD COLUMN later text"}
    monkeypatch.setattr(migrator, "migrations", lambda: dict(migrations()) | later)
    monkeypatch.setattr(migrator, "LOCK_TIMEOUT_S", 0.2)
    monkeypatch.setattr(migrator, "refuse_schema", lambda applied: None)
    with psycopg.connect(database.admin) as dump:
        dump.execute("LOCK TABLE muniment.memories IN ACCESS SHARE MODE")
        with pytest.raises(WriteContention, match=r"0099_later\.sql .*0\.2 s.*pg_stat_activity"):
            await migrate(database.admin)

    assert await migrate(database.admin) == ["0099_later.sql"]


async def test_a_migration_may_take_longer_than_other_statements_of_the_owner(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = {"0099_later.sql": "SELECT pg_sleep(0.2)"}
    monkeypatch.setattr(migrator, "migrations", lambda: dict(migrations()) | later)
    monkeypatch.setattr(migrator, "refuse_schema", lambda applied: None)
    hasty = make_conninfo(database.admin, options="-c statement_timeout=100ms")

    assert await migrate(hasty) == ["0099_later.sql"]


def test_no_password_is_sent_in_a_statement_that_the_server_may_log(bare: Database) -> None:
    role = f"keeper_of_{bare.name}"
    logging = make_conninfo(bare.admin, options="-c log_statement=all")
    try:
        for password in ("first-word", "second-word"):
            anyio.run(partial(migrate, logging, app_role=role, app_password=password))
            psycopg.connect(make_conninfo(bare.admin, user=role, password=password)).close()
        told = logged(bare)
    finally:
        bare.server.execute(
            sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(role)),
        )

    assert [line.count(f'"{role}"') for line in told.splitlines() if "ROLE" in line][-2:] == [1, 1]
    assert "first-word" not in told
    assert "second-word" not in told


def logged(database: Database) -> str:
    with psycopg.connect(database.admin) as connection:
        read = connection.execute("SELECT pg_read_file(pg_current_logfile())").fetchone()
    assert read is not None
    return str(read[0])


def test_a_service_that_wants_the_clear_password_leads_to_making_the_role_there() -> None:
    said = 'Received HTTP code 400: {"error":"Neon only supports being given plaintext passwords"}'

    told = translate(psycopg.errors.InternalError_(said))

    assert told.code == "not_permitted"
    assert "GRANT muniment_writer TO that role" in told.message


def test_a_name_with_the_letters_of_a_nul_in_it_is_no_text_that_cannot_be_stored() -> None:
    said = 'connection failed: FATAL: password authentication failed for user "NULLARBOR"'

    assert translate(psycopg.OperationalError(said)).code == "database_unavailable"
