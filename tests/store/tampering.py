"""What somebody with the disk can do to a ledger, and how to undo it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from muniment.audit.chain import Link
from muniment.audit.digests import canonical, json_value, written_row
from tests.database import Database

COLUMNS = """
SELECT table_name, column_name, data_type FROM information_schema.columns c
WHERE table_schema = 'muniment' AND (table_name IN ('heads', 'reasons', 'transactions') OR EXISTS (
    SELECT FROM information_schema.columns o
    WHERE o.table_schema = 'muniment' AND o.table_name = c.table_name AND o.column_name = 'ordinal'))
ORDER BY table_name, ordinal_position
"""
CONSTRAINTS = """
SELECT conrelid::regclass::text, conname FROM pg_constraint
WHERE connamespace = 'muniment'::regnamespace AND contype IN ('c', 'x')
"""
UNIQUE = """
SELECT indexrelid::regclass::text FROM pg_index
WHERE indisunique AND NOT indisprimary AND indrelid IN
    (SELECT oid FROM pg_class WHERE relnamespace = 'muniment'::regnamespace)
    AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)
"""
CHANGES = {
    "uuid": "coalesce(translate({0}::text, '0123456789abcdef', '123456789abcdef0')::uuid, gen_random_uuid())",
    "bigint": "coalesce({0} + 100000, 1)",
    "integer": "coalesce({0} + 100000, 1)",
    "boolean": "NOT {0}",
    "timestamp with time zone": "coalesce({0} + interval '1 microsecond', '2026-01-01')",
    "double precision": "{0} - 1e-15",
    "bytea": "coalesce(set_byte({0}, 0, get_byte({0}, 0) # 1), '\\x00')",
    "text": "coalesce(overlay({0} PLACING chr(ascii({0}) # 1) FROM 1 FOR 1), 'x')",
    "ARRAY": "array_append({0}, NULL)",
}
"""For each type, a value that differs in as little as it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a ledger table, as the catalogue has it."""

    table: str
    name: str
    type: str

    def changed(self) -> sql.Composed:
        """Return the expression of another value."""
        return sql.SQL(CHANGES[self.type]).format(sql.Identifier(self.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Intruder:
    """A superuser who has switched the triggers off."""

    connection: psycopg.Connection[tuple[object, ...]]

    def run(self, statement: str | sql.Composed, *parameters: object) -> int:
        """Run a statement and return how many rows it reached."""
        text = sql.SQL(statement) if isinstance(statement, str) else statement
        return self.connection.execute(text, parameters or None).rowcount

    def ask(self, query: str, *parameters: object) -> list[tuple[object, ...]]:
        """Return the rows of a query."""
        return self.connection.execute(query, parameters).fetchall()

    def columns(self) -> list[Column]:
        """Return every column of every ledger table."""
        return [Column(table=str(t), name=str(n), type=str(k)) for t, n, k in self.ask(COLUMNS)]

    def break_in(self) -> None:
        """Drop every constraint that would refuse a lie, and keep a copy of every table."""
        for table, name in self.ask(CONSTRAINTS):
            self.run(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        for (index,) in self.ask(UNIQUE):
            self.run(f"DROP INDEX {index}")
        for column in self.columns():
            if column.name not in ("tenant_id", "number", "ordinal", "partition_no"):
                self.run(f"ALTER TABLE muniment.{column.table} ALTER {column.name} DROP NOT NULL")
        self.run("CREATE SCHEMA kept")
        for table in sorted({column.table for column in self.columns()}):
            self.run(f"CREATE TABLE kept.{table} AS TABLE muniment.{table}")

    def restore(self, *tables: str) -> None:
        """Put tables (all if none are named) back as they were."""
        for table in tables or sorted({column.table for column in self.columns()}):
            self.run(f"DELETE FROM muniment.{table}")
            self.run(f"INSERT INTO muniment.{table} TABLE kept.{table}")

    def undo_after(self, number: int) -> None:
        """Take back every transaction after one, with all it wrote and closed, but leave the head."""
        (time,) = self.ask(
            "SELECT recorded_at FROM muniment.transactions WHERE number = %s", number
        )[0]
        for table in sorted({column.table for column in self.columns()} - {"heads"}):
            self.run(
                sql.SQL("DELETE FROM muniment.{} WHERE number > %s").format(sql.Identifier(table)),
                number,
            )
            if table not in ("reasons", "transactions"):
                self.run(
                    sql.SQL(
                        "UPDATE muniment.{} SET known_until = NULL WHERE known_until > %s"
                    ).format(sql.Identifier(table)),
                    time,
                )

    def move_head_to(self, number: int) -> None:
        """Make the head say that a transaction is the last one."""
        self.run(
            "UPDATE muniment.heads h SET number = t.number, recorded_at = t.recorded_at, hash = t.hash,"
            " units_total = t.units_total, partitions_total = t.partitions_total"
            " FROM muniment.transactions t WHERE t.tenant_id = h.tenant_id AND t.number = "
            + str(number)
        )

    def erase_memory(self, number: int, ordinal: int) -> None:
        """Erase a memory's words as the law wants it: a chained tombstone, and the words gone."""
        with self.connection.cursor(row_factory=dict_row) as cursor:
            head = cursor.execute("SELECT * FROM muniment.heads").fetchone()
        assert head is not None
        following, time = head["number"] + 1, head["recorded_at"] + timedelta(seconds=1)
        row = {
            "tenant_id": head["tenant_id"],
            "number": following,
            "ordinal": 1,
            "erased_table": "memories",
            "erased_number": number,
            "erased_ordinal": ordinal,
            "known_from": time,
        }
        columns = {name: json_value(value) for name, value in row.items()}
        plain = written_row("tombstones", columns, None)[0].plain
        link = Link(
            tenant_id=head["tenant_id"],
            number=following,
            recorded_at=time,
            actor="eraser",
            role="user",
            operation="purge",
            reason=None,
            entries=canonical([[1, "tombstones", plain, None]]).decode(),
            closings="[]",
            units_total=head["units_total"],
            partitions_total=head["partitions_total"],
            previous_hash=head["hash"],
        )
        self._insert("tombstones", row)
        said = {name: value for name, value in _values(link).items() if name != "reason"}
        self._insert("transactions", {**said, "hash": link.hash()})
        self.run(
            "UPDATE muniment.memories SET content = NULL, entity = NULL, entity_key = NULL,"
            " category = NULL, category_key = NULL, object = NULL, object_key = NULL, tags = '{}',"
            " metadata = NULL, match_key = NULL, salt = NULL WHERE number = %s AND ordinal = %s",
            number,
            ordinal,
        )
        self.move_head_to(following)

    def _insert(self, table: str, row: dict[str, object]) -> None:
        statement = sql.SQL("INSERT INTO muniment.{} ({}) VALUES ({})").format(
            sql.Identifier(table),
            sql.SQL(", ").join(map(sql.Identifier, row)),
            sql.SQL(", ").join(sql.Placeholder() * len(row)),
        )
        self.run(statement, *row.values())


def _values(link: Link) -> dict[str, object]:
    return {name: getattr(link, name) for name in Link.__slots__}


@contextmanager
def intruder(database: Database) -> Iterator[Intruder]:
    """Let an intruder in."""
    with database.as_admin() as connection:
        yield Intruder(connection=connection)


def memory_ids(found: list[tuple[object, ...]]) -> list[UUID]:
    """Return the ids of a query's first column."""
    return [value for (value, *_) in found if isinstance(value, UUID)]
