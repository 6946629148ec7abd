"""Note the guards that the migrations make: `python -m tests.migrations.guards`."""

from __future__ import annotations

from pathlib import Path

import psycopg

import muniment.sql
from muniment.sql import queries
from tests.docs.reference_pages import migrated

NOTED = Path(muniment.sql.__file__).with_name("guards.txt")


def guards_of(admin: str) -> str:
    """Return the lines of guards.txt as a database has them."""
    with psycopg.connect(admin) as connection:
        connection.execute(queries()["audit_names_whole"].text)
        rows = connection.execute(queries()["audit_guards"].text).fetchall()
    return "".join(f"{digest} {name}\n" for name, digest in rows)


def main() -> None:
    """Write the file."""
    with migrated() as admin:
        NOTED.write_text(guards_of(admin), encoding="utf-8")


if __name__ == "__main__":
    main()
