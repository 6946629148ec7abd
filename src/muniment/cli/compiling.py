"""Offer compiled knowledge: compile, list, show and mend pages, and the snapshot of a user."""

from __future__ import annotations

import typer

from muniment.cli.compiled_pages import (
    compiled_page,
    compiled_pages,
    diff_page,
    entries_page,
    indexed_page,
    lint_page,
    page_page,
    revisions_page,
    snapshot_page,
)
from muniment.cli.deriving import Derived, add_derived
from muniment.model.pages import Lint
from muniment.operations import pages

FOUND = 1
"""The exit code of `lint-pages` where something is wrong."""

app = typer.Typer()


def _found(lint: Lint) -> int:
    return 0 if lint.ok else FOUND


add_derived(app, Derived(what=pages.pages, page=entries_page))
add_derived(app, Derived(what=pages.get_page, page=page_page, first=("page",)))
add_derived(app, Derived(what=pages.page_revisions, page=revisions_page, first=("page",)))
add_derived(app, Derived(what=pages.page_diff, page=diff_page, first=("page", "earlier", "later")))
add_derived(app, Derived(what=pages.compile_page, page=compiled_page, first=("topic",)))
add_derived(app, Derived(what=pages.compile_persona_page, page=compiled_page, first=("topic",)))
add_derived(app, Derived(what=pages.compile_bank, page=compiled_pages))
add_derived(app, Derived(what=pages.index_page_vectors, page=indexed_page))
add_derived(app, Derived(what=pages.lint_pages, page=lint_page, code=_found))
add_derived(app, Derived(what=pages.refresh_pages, page=compiled_pages))
add_derived(app, Derived(what=pages.take_snapshot, page=compiled_page))
add_derived(app, Derived(what=pages.get_snapshot, page=snapshot_page))
