"""Make the pages of docs/reference from the code: `python -m tests.docs.reference_pages`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anyio

from muniment.embedded import lease
from muniment.store.migrator import make_database, migrate
from tests.docs.markdown import REFERENCE
from tests.docs.reference_cli import cli_page
from tests.docs.reference_library import library_page, operations_page
from tests.docs.reference_schema import schema_page
from tests.docs.reference_tables import errors_page, settings_page

MADE = "<!-- Made from the code by `python -m tests.docs.reference_pages`. Do not edit. -->\n\n"


def pages(admin: str) -> dict[str, str]:
    """Return every page by file name. `admin` connects to a migrated database as its superuser."""
    made = {
        "cli.md": cli_page(),
        "errors.md": errors_page(),
        "library.md": library_page(),
        "operations.md": operations_page(),
        "settings.md": settings_page(),
        "sql-schema.md": schema_page(admin),
    }
    return {name: MADE + text.strip() + "\n" for name, text in made.items()}


async def _prepared(admin: str, conninfo: str) -> None:
    await make_database(admin, "muniment")
    await migrate(conninfo)


@contextmanager
def migrated() -> Iterator[str]:
    """Lend a migrated database on a server of its own, as its superuser."""
    with tempfile.TemporaryDirectory(prefix="muniment-reference-") as directory:
        Path(directory).chmod(0o711)  # root's server runs as another user
        with lease(Path(directory) / "home") as held:
            conninfo = held.conninfo("muniment")
            anyio.run(_prepared, held.conninfo("postgres"), conninfo)
            yield conninfo


def main() -> None:
    """Write the pages."""
    with migrated() as admin:
        for name, text in pages(admin).items():
            (REFERENCE / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
