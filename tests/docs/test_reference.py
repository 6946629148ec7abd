"""That the reference pages say what the code says, and leave nothing out."""

from __future__ import annotations

import pytest

from muniment.cli.commands import COMMANDS
from muniment.errors import TELLINGS
from muniment.operations.offered import OFFERED
from muniment.settings import ModelsSettings, settings_reference
from muniment.store.rows import LEDGER_TABLES
from tests.database import Database
from tests.docs.markdown import REFERENCE, anchors
from tests.docs.reference_cli import commands
from tests.docs.reference_library import VALUES, methods
from tests.docs.reference_pages import pages
from tests.docs.reference_tables import leaves_of, row_of

PAGES = ["cli.md", "errors.md", "library.md", "operations.md", "settings.md", "sql-schema.md"]


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


def test_every_page_is_as_the_code_makes_it(database: Database) -> None:
    stale = [name for name, made in pages(database.admin).items() if page(name) != made]
    assert stale == [], "run: python -m tests.docs.reference_pages"


def test_there_are_no_other_pages() -> None:
    assert sorted(path.name for path in REFERENCE.iterdir()) == PAGES


def test_every_method_of_the_library_is_there() -> None:
    assert {"add", "recall", "replay", "verify"} <= methods().keys()
    assert methods().keys() <= anchors(page("library.md"))
    assert {value.__name__.lower() for value in VALUES} <= anchors(page("library.md"))


def test_every_command_is_there() -> None:
    named = {name.replace(" ", "-") for name, _ in commands()}
    assert named <= anchors(page("cli.md"))
    assert {name.split()[0] for name, _ in commands()} == COMMANDS.keys()


def test_every_setting_is_there() -> None:
    told = page("settings.md")
    assert [role for role in ModelsSettings.model_fields if f"`{role}`" not in told] == ["default"]
    missing = [
        each.name
        for each in settings_reference()
        if f"| `{row_of(each.name)}` |" not in page("settings.md")
    ]
    assert missing == []


@pytest.mark.parametrize("category", TELLINGS, ids=lambda category: category.__name__)
def test_every_error_is_there(category: type) -> None:
    told = page("errors.md")
    assert [leaf.code for leaf in leaves_of(category) if f"| `{leaf.code}` |" not in told] == []


def test_every_operation_is_there() -> None:
    assert OFFERED.keys() <= anchors(page("operations.md"))


def test_every_table_of_the_ledger_is_there() -> None:
    assert {*LEDGER_TABLES, "heads", "transactions", "recalls"} <= anchors(page("sql-schema.md"))
