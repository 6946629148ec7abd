"""A pooler that loses prepared statements is refused, with what to set."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from muniment import AgentMemory
from muniment.errors import DatabaseUnavailable, PreparedStatementsLost
from muniment.store.found import Count
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Desk
from tests.directories import open_directory

LOSE = "DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$"
PGBOUNCER = shutil.which("pgbouncer")


async def test_a_statement_that_was_lost_leads_to_the_pooler(desk: Desk) -> None:
    async def count_twice() -> None:
        async with desk.store.reading(desk.principal.as_setting()) as work:
            for _ in range(2):
                await work.one("backlog_count", Count, tenant_id=desk.principal.tenant_id)
                await work.statements.execute(LOSE)

    with pytest.raises(PreparedStatementsLost, match=r"PgBouncer 1\.21 .*max_prepared_statements"):
        await count_twice()


@pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed")
@pytest.mark.parametrize("mode", ["transaction", "session"])
def test_a_pooler_is_refused_if_it_loses_statements_and_serves_if_it_keeps_them(
    database: Database, mode: str
) -> None:
    with pooled(database, mode) as (url, keeps):
        for _ in range(2):
            try:
                with AgentMemory(url, embedder=HashedEmbedder()) as memory:
                    memory.add("Mike lives in Bath")
                    said = [
                        each.memory.content
                        for each in memory.recall("Where does Mike live?").results
                    ]
            except PreparedStatementsLost:
                said = ["refused"]
            assert said == (["Mike lives in Bath"] if keeps else ["refused"])


@pytest.mark.skipif(PGBOUNCER is None, reason="PgBouncer is not installed")
def test_a_pooler_that_refuses_settings_is_told_of_with_what_to_set(database: Database) -> None:
    with (
        pooled(database, "transaction", ignored="extra_float_digits") as (url, _),
        pytest.raises(DatabaseUnavailable, match=r"Set `ignore_startup_parameters = options`"),
        AgentMemory(url, embedder=HashedEmbedder()) as memory,
    ):
        memory.add("Mike lives in Bath")


@contextmanager
def pooled(database: Database, mode: str, ignored: str = "options") -> Iterator[tuple[str, bool]]:
    """Start PgBouncer before a database; yield how to connect, and whether it keeps statements apart."""
    assert PGBOUNCER is not None
    said = subprocess.run([PGBOUNCER, "--version"], capture_output=True, text=True, check=True)
    version = tuple(int(each) for each in said.stdout.split()[1].split(".")[:2])
    tracked = version >= (1, 21)
    there = conninfo_to_dict(database.app)
    named = " ".join(
        f"{key}='{there[key]}'" for key in ("host", "port", "dbname", "user", "password")
    )
    with open_directory() as place:
        place.chmod(0o777)
        (place / "pgbouncer.ini").write_text(
            f"[databases]\n{there['dbname']} = {named}\n[pgbouncer]\n"
            f"unix_socket_dir = {place}\nlisten_port = 6432\nauth_type = any\n"
            f"pool_mode = {mode}\nignore_startup_parameters = {ignored}\n"
            + ("max_prepared_statements = 200\n" if tracked else "")
        )
        as_user = ["-u", "nobody"] if os.geteuid() == 0 else []
        running = subprocess.Popen(
            [PGBOUNCER, *as_user, str(place / "pgbouncer.ini")], stderr=subprocess.PIPE, text=True
        )
        assert running.stderr is not None
        try:
            told = next((line for line in running.stderr if "process up" in line), None)
            assert told is not None, "PgBouncer does not start"
            yield (
                make_conninfo(database.app, host=str(place), port=6432),
                (tracked or mode == "session"),
            )
        finally:
            running.terminate()
            running.communicate()
