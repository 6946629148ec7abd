"""What `verify` compares policies and functions with is what the migrations make, and what a restored dump has."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from muniment.embedded.programs import find_programs
from tests.database import Database, Server
from tests.migrations.guards import NOTED, guards_of

MADE_ANEW = "a migration made other policies or functions: `python -m tests.migrations.guards`"


def test_the_noted_guards_are_those_of_the_migrations(database: Database) -> None:
    assert NOTED.read_text(encoding="utf-8") == guards_of(database.admin), MADE_ANEW


def test_a_restored_dump_has_the_same_guards(
    database: Database, server: Server, tmp_path: Path
) -> None:
    if server.connection.info.server_version < 170000:
        pytest.skip("the package has pg_dump of PostgreSQL 18, which writes for none before 17")
    dump = tmp_path / "schema.sql"
    programs = find_programs(None)
    with server.database("template0") as restored:
        subprocess.run(
            [programs / "pg_dump", "--schema-only", "-d", database.admin, "-f", dump], check=True
        )
        subprocess.run(
            [programs / "psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-d", restored.admin, "-f", dump],
            check=True,
        )

        assert guards_of(restored.admin) == NOTED.read_text(encoding="utf-8")
