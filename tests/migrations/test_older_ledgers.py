"""A ledger of an earlier version is brought to this one's schema, verifies as before, and is written on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from muniment.audit.verify import verify
from muniment.errors import SchemaMismatch
from muniment.model.reading import GetTransactions
from muniment.recall.lookup.transactions import transactions
from muniment.sql import migrations
from muniment.store import migrator
from muniment.store.migrator import migrate
from muniment.testing.embedder import HashedEmbedder
from tests.database import Database, Desk, Server, open_desk
from tests.store.ledgers import draft, write_a_bit_of_everything, write_access

BEFORE_KEYS = 36
TABLES = """
SELECT c.table_name, array_agg(c.column_name::text ORDER BY c.ordinal_position)
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE c.table_schema = 'muniment' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' GROUP BY 1 ORDER BY 1
"""
KEY = UUID(int=7)


@pytest.fixture
def bare(server: Server) -> Iterator[Database]:
    with server.database("template0") as lent:
        yield lent


def copied(source: Database, target: Database) -> None:
    """Bring the rows of a database to one of an earlier schema, column by column of that."""
    with source.as_admin() as rows, target.as_admin() as into:
        for table, columns in into.execute(TABLES).fetchall():
            assert isinstance(columns, list)
            place = sql.SQL("muniment.{} ({})").format(
                sql.Identifier(str(table)), sql.SQL(", ").join(map(sql.Identifier, columns))
            )
            into.execute(sql.SQL("TRUNCATE muniment.{}").format(sql.Identifier(str(table))))
            with (
                rows.cursor().copy(sql.SQL("COPY {} TO STDOUT").format(place)) as out,
                into.cursor().copy(sql.SQL("COPY {} FROM STDIN").format(place)) as taken,
            ):
                for block in out:
                    taken.write(block)


async def test_a_ledger_of_before_keys_were_noted_verifies_and_is_written_on(
    desk: Desk, bare: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await write_a_bit_of_everything(desk)
    await write_access(desk)
    written = await verify(desk.store, desk.principal)
    with monkeypatch.context() as older:
        older.setattr(migrator, "migrations", lambda: dict([*migrations().items()][:BEFORE_KEYS]))
        with pytest.raises(SchemaMismatch, match="0037"):
            await migrate(bare.admin)
    copied(desk.database, bare)

    assert (await migrate(bare.admin))[0] == "0037_keys_used.sql"
    async with open_desk(bare, HashedEmbedder(salt="other")) as later:
        before = await verify(later.store, desk.principal)
        by_key = replace(desk.principal, key_id=KEY)
        await later.ledger.add_many(by_key, [draft("Mike drinks mate", category="drink")])
        after = await verify(later.store, desk.principal)
        listed = await transactions(later.store, desk.principal, GetTransactions())
        found = await transactions(later.store, desk.principal, GetTransactions(key=KEY))

    assert (before.holds, before.head_hash) == (True, written.head_hash)
    assert (after.findings, after.transactions) == ((), before.transactions + 1)
    assert {each.key for each in listed[:-1]} == {None}
    assert found == listed[-1:]


async def test_a_key_that_is_put_into_an_older_transaction_is_named(desk: Desk) -> None:
    await desk.ledger.add_many(desk.principal, [draft("Mike drinks mate")])
    with psycopg.connect(desk.database.admin) as connection:
        connection.execute("UPDATE muniment.transactions SET key_id = %s WHERE number = 2", (KEY,))

    found = await verify(desk.store, desk.principal)

    assert [(each.table, each.number) for each in found.findings] == [("transactions", 2)]
