"""Make the page of the schema, from the catalogue of a migrated database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, LiteralString

import psycopg

from tests.docs.markdown import table

_PAGE = """
# Schema

The schema is called `muniment`. Every table leads with `tenant_id`. A row of the ledger is named by (`tenant_id`, `number`,
`ordinal`): the transaction that wrote it, and its place therein. `known_from` and `known_until` are stamped by triggers;
an open end is null.

Two group roles are made by the migrations: `muniment_writer`, which the role that Muniment works as belongs to, and
`muniment_reader`, which may read only. Neither owns anything. Row-level security is enabled and forced on every table;
[isolation](../explanation/isolation.md) says how the policies work.

`muniment.principal` is the setting that names for whom a transaction runs. Queries of your own need it too:

```sql
BEGIN;
SET LOCAL muniment.principal = '{"tenant": "…", "user": "…", "agent": null, "containers": [], "permissions": ["read"]}';
SELECT content, known_from FROM muniment.memories WHERE known_until IS NULL;
COMMIT;
```

The queue of tasks stands beside it, in the schema `muniment_queue`: PgQueuer's own tables and `workers`, of no tenant. They
hold ids and times only.

Names of tables and columns may change with the version. What is stable is the library.
"""

_TABLES: Final[LiteralString] = """
SELECT c.relname, obj_description(c.oid), c.relrowsecurity, c.relforcerowsecurity FROM pg_class c
WHERE c.relnamespace = 'muniment'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY c.relname
"""
_COLUMNS: Final[LiteralString] = """
SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, col_description(a.attrelid, a.attnum)
FROM pg_attribute a WHERE a.attrelid = ('muniment.' || %s)::regclass AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum
"""
_CONSTRAINTS: Final[LiteralString] = """
SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = ('muniment.' || %s)::regclass AND contype <> 'n' ORDER BY contype, conname
"""
_INDEXES: Final[LiteralString] = """
SELECT i.relname, pg_get_indexdef(x.indexrelid) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
WHERE x.indrelid = ('muniment.' || %s)::regclass
  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid) ORDER BY i.relname
"""
_POLICIES: Final[LiteralString] = """
SELECT polname, CASE polcmd WHEN 'r' THEN 'SELECT' WHEN 'a' THEN 'INSERT' WHEN 'w' THEN 'UPDATE'
    WHEN 'd' THEN 'DELETE' ELSE 'all' END
FROM pg_policy WHERE polrelid = ('muniment.' || %s)::regclass ORDER BY polcmd, polname
"""
_PRIVILEGES: Final[LiteralString] = """
SELECT DISTINCT privilege_type, '' FROM information_schema.role_table_grants
WHERE table_schema = 'muniment' AND table_name = %(table)s AND grantee = 'muniment_writer'
UNION ALL
SELECT 'UPDATE', string_agg(column_name::text, ', ' ORDER BY column_name::text COLLATE "C")
FROM information_schema.role_column_grants g
WHERE table_schema = 'muniment' AND table_name = %(table)s AND grantee = 'muniment_writer'
  AND privilege_type = 'UPDATE' HAVING count(*) > 0
ORDER BY 1, 2
"""


def tables(connection: psycopg.Connection[Any]) -> list[str]:
    """Return the tables of the schema."""
    return [str(name) for name, *_ in connection.execute(_TABLES)]


def schema_page(admin: str) -> str:
    """Return the page."""
    with psycopg.connect(admin) as connection:
        parts = [_PAGE]
        for name, comment, enabled, forced in connection.execute(_TABLES).fetchall():
            parts += [f"\n## {name}\n"]
            if comment:
                parts += [f"{comment}\n"]
            parts += [_columns(connection, name), ""]
            parts += _listed("Constraints", connection.execute(_CONSTRAINTS, (name,)))
            parts += _listed("Indexes", _indexes(connection, name))
            if enabled and forced:
                parts += _listed("Policies", connection.execute(_POLICIES, (name,)))
            parts += [_privileges(connection, name)]
    return "\n".join(parts)


def _columns(connection: psycopg.Connection[Any], name: str) -> str:
    found = connection.execute(_COLUMNS, (name,)).fetchall()
    has_words = any(comment for *_, comment in found)
    rows = (
        (
            f"`{column}`",
            kind,
            "" if required else "may be null",
            *((comment or "",) if has_words else ()),
        )
        for column, kind, required, comment in found
    )
    return table(("column", "type", "null", *(("meaning",) if has_words else ())), rows)


def _indexes(connection: psycopg.Connection[Any], name: str) -> Iterator[tuple[str, str]]:
    for index, definition in connection.execute(_INDEXES, (name,)).fetchall():
        unique = "UNIQUE " if definition.startswith("CREATE UNIQUE") else ""
        yield index, unique + definition.partition(" USING ")[2]


def _listed(title: str, found: Iterable[Any]) -> list[str]:
    lines = [f"- `{name}`: `{' '.join(str(what).split())}`" for name, what in found]
    return [f"{title}:\n", *lines, ""] if lines else []


def _privileges(connection: psycopg.Connection[Any], name: str) -> str:
    found = connection.execute(_PRIVILEGES, {"table": name}).fetchall()
    told = [what if not columns else f"{what} of `{columns}`" for what, columns in found]
    return f"The writer may: {', '.join(told) or 'nothing'}."
