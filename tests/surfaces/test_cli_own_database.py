"""Two databases of one server share the roles of their groups, and nobody of one gets into the other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.database import Database, Server
from tests.surfaces.terminal import Terminal


@pytest.fixture
def own(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Lend a terminal whose environment names no database."""
    monkeypatch.delenv("MUNIMENT_DATABASE_URL")
    return terminal


@contextmanager
def empty_database(server: Server) -> Iterator[Database]:
    """Lend a database without a schema; the roles that are called after it go with it."""
    with server.database(template="template0") as empty:
        with psycopg.connect(empty.admin, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector; CREATE EXTENSION btree_gist")
        yield empty
    found = server.connection.execute(
        "SELECT rolname FROM pg_roles WHERE rolname LIKE %s ORDER BY rolname",
        (f"{empty.name}\\_%",),
    )
    for (role,) in found.fetchall():
        server.execute(sql.SQL("DROP ROLE {}").format(sql.Identifier(str(role))))


@pytest.fixture
def one(server: Server) -> Iterator[Database]:
    with empty_database(server) as lent:
        yield lent


@pytest.fixture
def other(server: Server) -> Iterator[Database]:
    with empty_database(server) as lent:
        yield lent


def init(terminal: Terminal, database: Database, *more: str) -> Any:
    role = ("--app-role", f"{database.name}_app")
    return terminal.json("init", "--owner-url", database.admin, *role, *more)


def open_to_all(database: Database) -> None:
    """Make a database what earlier versions left it as."""
    database.server.execute(
        sql.SQL("GRANT CONNECT ON DATABASE {} TO PUBLIC").format(sql.Identifier(database.name))
    )


def connections_of(terminal: Terminal, url: str) -> Any:
    told = terminal("doctor", "--json", "--database-url", url)
    return next(part for part in json.loads(told.out)["parts"] if part["name"] == "connections")


def test_who_works_in_one_database_gets_into_no_other(
    own: Terminal, one: Database, other: Database
) -> None:
    here, there = init(own, one)["database_url"], init(own, other)["database_url"]
    own.add("Mike lives in Bath", "--database-url", here)

    code, error, told = own.refusal("list", "--database-url", make_conninfo(there, dbname=one.name))

    assert (code, error) == (5, "not_permitted")
    assert f'permission denied for database "{one.name}"' in told
    assert connections_of(own, here)["ok"] is True


def test_the_doctor_finds_a_database_that_all_who_share_its_roles_may_connect_to(
    own: Terminal, one: Database, other: Database
) -> None:
    here, there = init(own, one)["database_url"], init(own, other)["database_url"]
    open_to_all(one)

    found = connections_of(own, here)

    assert found["ok"] is False
    assert other.name in found["detail"]
    assert f'REVOKE CONNECT ON DATABASE "{one.name}" FROM PUBLIC;' in found["mend"]
    assert connections_of(own, there)["ok"] is True


def test_a_database_of_an_earlier_version_is_closed_by_init_and_goes_on_working(
    own: Terminal, one: Database, other: Database
) -> None:
    here, there = init(own, one)["database_url"], init(own, other)["database_url"]
    one.server.execute(
        sql.SQL("REVOKE CONNECT ON DATABASE {} FROM {}").format(
            sql.Identifier(one.name), sql.Identifier(f"{one.name}_app")
        )
    )
    open_to_all(one)

    again = init(own, one, "--database-url", here)
    last = init(own, one, "--database-url", here)

    assert (again["closed_database"], again["database_url"]) == (one.name, None)
    assert f"{other.name}_app" in again["shut_out"]
    assert f"{one.name}_app" not in again["shut_out"]
    assert (last["closed_database"], last["shut_out"]) == (None, [])
    assert own("list", "--database-url", here).code == 0
    assert own("list", "--database-url", make_conninfo(there, dbname=one.name)).code == 5


def test_what_closes_a_database_is_told_with_how_to_let_somebody_in(
    own: Terminal, one: Database
) -> None:
    here = init(own, one)["database_url"]
    open_to_all(one)

    told = own("init", "--owner-url", one.admin, "--database-url", here).out

    assert f'GRANT CONNECT ON DATABASE "{one.name}" TO' in told


def test_who_was_given_something_in_the_schema_by_name_is_let_in(
    own: Terminal, one: Database, other: Database
) -> None:
    here = init(own, one)["database_url"]
    init(own, other)
    keeper = sql.Identifier(f"{one.name}_backups")
    one.server.execute(sql.SQL("CREATE ROLE {} LOGIN BYPASSRLS").format(keeper))
    with psycopg.connect(one.admin, autocommit=True) as connection:
        connection.execute(sql.SQL("GRANT USAGE ON SCHEMA muniment TO {}").format(keeper))
    open_to_all(one)

    init(own, one, "--database-url", here)

    assert one.server.connection.execute(
        "SELECT has_database_privilege(%s, %s, 'CONNECT'), has_database_privilege(%s, %s, 'CONNECT')",
        (f"{one.name}_backups", one.name, f"{other.name}_app", one.name),
    ).fetchone() == (True, False)


def test_a_database_that_the_settings_name_besides_does_not_let_its_role_in(
    own: Terminal, one: Database, other: Database
) -> None:
    there = init(own, other)["database_url"]

    init(own, one, "--database-url", there)

    assert one.server.connection.execute(
        "SELECT has_database_privilege(%s, %s, 'CONNECT')", (f"{other.name}_app", one.name)
    ).fetchone() == (False,)


def test_a_role_that_works_elsewhere_does_not_get_another_password_unasked(
    own: Terminal, one: Database, other: Database
) -> None:
    here = init(own, one)["database_url"]

    code, error, told = own.refusal(
        "init", "--owner-url", other.admin, "--app-role", f"{one.name}_app"
    )

    assert (code, error) == (2, "value_invalid")
    assert "--app-role" in told
    assert own("list", "--database-url", here).code == 0


def test_an_owner_whose_database_is_another_s_is_told_what_its_owner_is_to_run(
    own: Terminal, one: Database
) -> None:
    url = owner_of(one, "CREATEROLE")
    with psycopg.connect(one.admin, autocommit=True) as connection:
        connection.execute(
            sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(
                sql.Identifier(one.name), sql.Identifier(f"{one.name}_owner")
            )
        )
        connection.execute("GRANT CREATE ON SCHEMA public TO PUBLIC")
    pass_on_groups(one)

    role = ("--app-role", f"{one.name}_app")
    made = own.json("init", "--owner-url", url, *role)

    assert made["open_database"] == one.name


def test_a_second_owner_is_told_what_a_superuser_is_to_run_and_then_gets_on(
    own: Terminal, one: Database
) -> None:
    url = owner_of(one, "CREATEROLE")
    one.server.execute(
        sql.SQL("ALTER DATABASE {} OWNER TO {}").format(
            sql.Identifier(one.name), sql.Identifier(f"{one.name}_owner")
        )
    )
    begun = ("init", "--owner-url", url, "--app-role", f"{one.name}_app")

    code, error, told = own.refusal(*begun)
    statement = told.split("As a superuser run: ")[1].split(";")[0]
    with psycopg.connect(one.server.admin(), autocommit=True) as connection:
        connection.execute(statement.encode())
    made = own.json(*begun)

    assert (code, error) == (5, "not_permitted")
    assert statement == (
        f'GRANT "muniment_writer", "muniment_reader" TO "{one.name}_owner" '
        "WITH ADMIN TRUE, INHERIT FALSE, SET FALSE"
    )
    assert own("add", "x", "--database-url", made["database_url"]).code == 0
    assert made["open_database"] is None


def test_an_owner_who_may_make_no_role_is_told_so(own: Terminal, one: Database) -> None:
    url = owner_of(one, "")
    one.server.execute(
        sql.SQL("ALTER DATABASE {} OWNER TO {}").format(
            sql.Identifier(one.name), sql.Identifier(f"{one.name}_owner")
        )
    )

    told = own.refusal("init", "--owner-url", url, "--app-role", f"{one.name}_app")

    assert told[:2] == (5, "not_permitted")
    assert f'As a superuser run: ALTER ROLE "{one.name}_owner" CREATEROLE;' in told[2]


def test_an_address_that_names_the_owner_among_its_parameters_leads_to_the_role_to_work_as(
    own: Terminal, one: Database
) -> None:
    named = conninfo_to_dict(one.admin)
    url = "postgresql:///{dbname}?host={host}&port={port}&user={user}&password={password}"

    made = own.json("init", "--owner-url", url.format(**named), "--app-role", f"{one.name}_app")

    reached = conninfo_to_dict(made["database_url"])
    assert (reached["user"], reached["host"]) == (f"{one.name}_app", named["host"])
    assert made["database_url"].startswith(f"postgresql://{one.name}_app:")
    assert own("add", "x", "--database-url", made["database_url"]).code == 0


def test_a_bracket_in_the_owner_s_password_is_no_part_of_the_host(
    own: Terminal, one: Database
) -> None:
    name = f"{one.name}_owner"
    one.server.execute(
        sql.SQL("CREATE ROLE {} LOGIN SUPERUSER PASSWORD 'p[1'").format(sql.Identifier(name))
    )
    url = f"postgresql://{name}:p[1@/{one.name}?host={conninfo_to_dict(one.admin)['host']}"

    made = own.json("init", "--owner-url", url, "--app-role", f"{one.name}_app")

    assert own("add", "x", "--database-url", made["database_url"]).code == 0


def test_the_doctor_leads_to_another_pgvector_where_it_is_too_old(
    own: Terminal, one: Database
) -> None:
    url = init(own, one)["database_url"]
    with one.as_admin() as connection:
        connection.execute(
            "UPDATE pg_extension SET extversion = '0.6.2' WHERE extname = 'vector';"
            "UPDATE pg_type SET typname = 'halves' WHERE typname = 'halfvec'"
        )

    told = own("doctor", "--database-url", url)

    assert told.code != 0
    mended = told.out.split("What to do:")[1]
    assert "Install it on the server" in mended
    assert "ALTER EXTENSION vector UPDATE;" in mended
    assert "CREATE EXTENSION" not in mended


def owner_of(database: Database, power: str) -> str:
    """Make an owner who is no superuser, and return how it connects."""
    name, password = f"{database.name}_owner", database.server.lease.password
    database.server.execute(
        sql.SQL("CREATE ROLE {} LOGIN " + power + " PASSWORD {}").format(
            sql.Identifier(name), sql.Literal(password)
        )
    )
    return make_conninfo(database.admin, user=name, password=password)


def pass_on_groups(database: Database) -> None:
    database.server.execute(
        sql.SQL("GRANT muniment_writer, muniment_reader TO {} WITH ADMIN TRUE").format(
            sql.Identifier(f"{database.name}_owner")
        )
    )


def test_what_was_done_to_a_database_is_told_where_the_store_cannot_be_opened(
    own: Terminal, one: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = init(own, one)["database_url"]
    again = ("init", "--owner-url", one.admin, "--app-role", f"{one.name}_app")
    with psycopg.connect(one.admin, autocommit=True) as connection:
        connection.execute("DROP FUNCTION muniment.labels_among")
        connection.execute(
            "DELETE FROM public.muniment_migrations WHERE name = '0039_labels_among.sql'"
        )

    _, code, without_url = own.refusal(*again)

    assert code == "value_invalid"
    assert without_url.endswith(" Done before that: applied 0039_labels_among.sql.")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__NAME", "openai")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("MUNIMENT_EMBEDDER__MODEL", "another")
    _, code, embedded_otherwise = own.refusal(
        *again, "--database-url", url, "--app-password", "s3cret"
    )
    assert code == "embedder_mismatch"
    assert embedded_otherwise.endswith(
        f" Done before that: set the password of {one.name}_app (one that was made is lost: give --app-password)."
    )
    assert "s3cret" not in embedded_otherwise
