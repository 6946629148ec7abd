"""Refuse a database that cannot keep Muniment's promises, with the statement that mends it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Final

from psycopg import AsyncConnection
from psycopg.rows import TupleRow

from muniment import errors
from muniment.sql import migrations, queries
from muniment.store.entry import of_catalogue, quoted

VERSION_MIN: Final = 160000
EXTENSIONS: Final = ("vector", "btree_gist")
MAKE_VIEWER: Final = (
    "As the owner run: CREATE ROLE muniment_viewer LOGIN PASSWORD '…' NOSUPERUSER NOBYPASSRLS IN ROLE muniment_reader; "
    "GRANT CONNECT ON DATABASE … TO muniment_viewer; then put its URL into the setting web.database_url."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitness:
    """What the connected role and its database are."""

    version: int
    extensions: list[str]
    vector_too_old: str | None
    vector_out_of_sight: str | None
    vector_withheld: bool
    search_path: str
    schema_there: bool
    keeps_letters: bool
    """Whether it keeps every letter there is and tells one from its capital."""
    is_read_only: bool
    now: datetime
    role: str
    is_superuser: bool
    bypasses_security: bool
    owns_schema: bool
    may_read: bool
    may_write: bool
    owners: list[str]
    """Whose the schema and its tables are."""
    owners_beyond: list[str]
    """Those of them that the connected role may not act as."""
    database_owner: str
    first_superuser: str
    """Who made the server: what is that one's cannot be handed over at once."""


async def fitness(connection: AsyncConnection[TupleRow]) -> Fitness:
    """Ask the database what it is."""
    return await of_catalogue(connection, "database_fitness", Fitness)


async def refuse_unfit(connection: AsyncConnection[TupleRow], *, only_reads: bool) -> None:
    """Raise the error that says what the database lacks, and what to do.

    Raises:
        DatabaseTooOld, ExtensionMissing, SchemaMissing, SchemaMismatch, RoleBypassesSecurity.
        NotPermitted: the role may not use the schema, or may write where it `only_reads`.
    """
    found = await fitness(connection)
    refuse_server(found)
    if not found.schema_there:
        raise errors.SchemaMissing
    refuse_role(found)
    if only_reads and found.may_write:
        raise errors.NotPermitted(
            f"the role {found.role} may write, but reading needs a role that may not. "
            + MAKE_VIEWER
        )
    refuse_schema(await applied_migrations(connection))


async def is_pooled(connection: AsyncConnection[TupleRow]) -> bool:
    """Tell whether something between here and the server hands its connections on: it made up the number of this one."""
    cursor = await connection.execute(queries()["database_backend"].text, prepare=True)
    return await cursor.fetchone() != (connection.info.backend_pid,)


async def applied_migrations(connection: AsyncConnection[TupleRow]) -> list[tuple[str, str]]:
    """Return the names of the migrations that were applied, each with its checksum, in order."""
    cursor = await connection.execute(queries()["migration_list"].text)
    return [(str(name), str(checksum)) for name, checksum in await cursor.fetchall()]


def refuse_version(found: Fitness) -> None:
    """Raise if the server is too old."""
    if found.version < VERSION_MIN:
        raise errors.DatabaseTooOld(
            f"this is PostgreSQL {found.version // 10000}; Muniment needs PostgreSQL 16 or newer."
        )


def refuse_encoding(found: Fitness) -> None:
    """Raise if what is told could not be kept, or not be found in small letters; where a schema is, it may be read on."""
    if not found.schema_there and not found.keeps_letters:
        raise errors.DatabaseEncodingUnfit(
            "this database is not in UTF-8, or its locale (C) knows no letters beyond ASCII. Make another: "
            "CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';"
        )


def refuse_server(found: Fitness) -> None:
    """Raise if the server is too old, or an extension is missing, too old or out of sight."""
    refuse_version(found)
    for extension in EXTENSIONS:
        if extension not in found.extensions:
            raise errors.ExtensionMissing(
                f"the extension {extension} is missing. As a superuser of this database run: "
                f"CREATE EXTENSION {extension};"
            )
    if found.vector_too_old is not None:
        raise errors.ExtensionMissing(
            f"the extension vector of this database is version {found.vector_too_old}; Muniment needs pgvector 0.7 or "
            "newer. Install it on the server, then as a superuser of this database run: ALTER EXTENSION vector UPDATE;"
        )
    if found.vector_out_of_sight is not None:
        place = found.vector_out_of_sight
        raise errors.ExtensionMissing(
            f"the role {found.role} may not use the schema {place}, where the extension vector is. As the "
            f"owner of that schema run: GRANT USAGE ON SCHEMA {place} TO PUBLIC;"
            if found.vector_withheld
            else f"the extension vector is in the schema {place}, which is not on the search path. As the owner "
            f"of the database run: ALTER DATABASE … SET search_path = {found.search_path}, {place};"
        )


def refuse_role(found: Fitness) -> None:
    """Raise if the role could see past row-level security, or may not work here."""
    if found.is_superuser or found.bypasses_security or found.owns_schema:
        why = (
            "is a superuser"
            if found.is_superuser
            else "may bypass row-level security"
            if found.bypasses_security
            else "owns the schema or a table of it"
        )
        raise errors.RoleBypassesSecurity(
            f"the role {found.role} {why} (itself or through a role it belongs to), so nothing would separate tenants. Connect as another role: CREATE ROLE muniment_app LOGIN PASSWORD '…' "
            "NOSUPERUSER NOBYPASSRLS IN ROLE muniment_writer; then put that role into database_url. "
            "`muniment init --owner-url …` does this for you."
        )
    if not found.may_read:
        raise errors.NotPermitted(
            f"the role {found.role} may not use the schema. "
            f'As its owner run: GRANT muniment_writer TO "{found.role}";'
        )


def refuse_owner(found: Fitness) -> None:
    """Raise if the schema, or a table of it, belongs to another than the connected role."""
    if found.owners_beyond:
        raise errors.NotPermitted(
            f"Muniment's tables belong to {', '.join(found.owners_beyond)}, and {found.role} does not own "
            f"them. {handing_over(found, found.owners_beyond, found.role)} Or give the URL of whoever owns them as "
            "--owner-url."
        )


def handing_over(found: Fitness, owners: list[str], heir: str) -> str:
    """Return what gives an heir what these owners have of the schema."""
    if found.first_superuser in owners:
        return (
            "To give them to that role, restore the dump anew, as a superuser, into an empty database in which the "
            "extensions vector and btree_gist were made: "
            f"`pg_restore --no-owner --no-comments --role={heir} …`."
        )
    given = ", ".join(quoted(each) for each in owners)
    return f"As a superuser of this database run: REASSIGN OWNED BY {given} TO {quoted(heir)};"


def refuse_schema(applied: list[tuple[str, str]]) -> None:
    """Raise if the applied migrations are not the ones of this version."""
    expected = {name: checksum_of(text) for name, text in migrations().items()}
    for name, checksum in applied:
        if name not in expected:
            raise errors.SchemaMismatch(
                f"the database has the migration {name}, which this version does not know. "
                "Upgrade muniment."
            )
        if expected[name] != checksum:
            raise errors.SchemaMismatch(
                f"the migration {name} was applied with other text: another build of "
                "muniment made this database. Use that build, or make a new database."
            )
    missing = [name for name in expected if name not in {name for name, _ in applied}]
    if missing:
        raise errors.SchemaMismatch(
            f"the database lacks the migration {missing[0]}. As the owner of the schema: "
            "`muniment init --owner-url …`."
        )


def checksum_of(text: str) -> str:
    """Return the checksum under which a migration is recorded."""
    return sha256(text.encode()).hexdigest()
