"""Offer compiled knowledge: compile, list, show and mend pages, and the snapshot of a user."""

from __future__ import annotations

from typing import Annotated

import typer

from muniment.cli.chosen import Chosen, with_chosen
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
from muniment.cli.opening import run_operation
from muniment.cli.printing import show
from muniment.errors import InvalidValue
from muniment.model.plain import plain
from muniment.operations import pages
from muniment.operations.fitting import read_request

FOUND = 1
"""The exit code of `lint` where something is wrong."""

app = typer.Typer()

add_derived(app, "pages", Derived(what=pages.pages_list, page=entries_page))

Reason = Annotated[str | None, typer.Option("--reason", help="Why, for the ledger.")]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", help="What was known then: a time or a transaction number."),
]
Containers = Annotated[
    list[str] | None, typer.Option("--container", help="Containers to read besides.")
]


@app.command("compile")
@with_chosen
def compile_pages(
    chosen: Chosen,
    topic: Annotated[
        str | None, typer.Argument(help="An entity, a category, or the slug of a page.")
    ] = None,
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Every page that there are enough beliefs for.")
    ] = False,
    persona: Annotated[bool, typer.Option("--persona", help="It is a person.")] = False,
    index: Annotated[
        bool, typer.Option("--index", help="Embed the pages that have no vector yet.")
    ] = False,
    beliefs_min: Annotated[
        int | None, typer.Option("--beliefs-min", help="With --all: how many beliefs make a page.")
    ] = None,
    scope: Annotated[
        str, typer.Option("--scope", help="Whose beliefs: global, user or container.")
    ] = "user",
    container: Annotated[
        str | None, typer.Option("--container", help="The thread, project or session it is for.")
    ] = None,
    visibility: Annotated[
        str | None,
        typer.Option("--visibility", help="Which agents may read it: private, team or public."),
    ] = None,
    reason: Reason = None,
) -> None:
    """Compile pages from what is believed: grouped, quoted, each sentence with its citations.

    What did not change is not written. A page of which nothing is left is closed.
    """
    if [topic is not None, every, index].count(True) != 1:
        raise InvalidValue("name one topic to compile, or --all, or --index.")
    if index:
        done = run_operation(chosen, pages.pages_index, pages.IndexPages())
        show(chosen, plain(done), lambda: indexed_page(done))
        return
    given = {"scope": scope, "container": container, "visibility": visibility, "reason": reason}
    if topic is not None:
        what = pages.persona_compile if persona else pages.page_compile
        one = run_operation(chosen, what, read_request(pages.CompilePage, given | {"topic": topic}))
        show(chosen, plain(one), lambda: compiled_page(one))
        return
    least = {} if beliefs_min is None else {"beliefs_min": beliefs_min}
    request = read_request(pages.CompileBank, given | least)
    many = run_operation(chosen, pages.bank_compile, request)
    show(chosen, plain(many), lambda: compiled_pages(many))


@app.command("page")
@with_chosen
def page(
    chosen: Chosen,
    page: Annotated[str, typer.Argument(help="Its slug, its id, or what it is about.")],
    *,
    revision: Annotated[
        int | None, typer.Option("--revision", help="One of its revisions.")
    ] = None,
    revisions: Annotated[bool, typer.Option("--revisions", help="List its revisions.")] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what this revision changed of the one before.")
    ] = False,
    as_of: AsOf = None,
    containers: Containers = None,
) -> None:
    """Show a page as it was known, with what became of its sources by then."""
    if revisions and diff:
        raise InvalidValue("--revisions and --diff are two questions: ask one of them.")
    named = tuple(containers or ())
    asked = pages.GetPage(page=page, revision=revision, as_of=as_of, containers=named)
    if revisions:
        listed = run_operation(chosen, pages.page_revisions, asked)
        show(chosen, plain(listed), lambda: revisions_page(listed))
    elif diff:
        request = pages.DiffPage(page=page, later=revision, as_of=as_of, containers=named)
        found = run_operation(chosen, pages.page_diff, request)
        show(chosen, plain(found), lambda: diff_page(found))
    else:
        shown = run_operation(chosen, pages.page_get, asked)
        show(chosen, plain(shown), lambda: page_page(shown))


@app.command("lint")
@with_chosen
def lint(
    chosen: Chosen,
    *,
    mend: Annotated[
        bool, typer.Option("--mend", help="Compile again what is stale, close what is orphaned.")
    ] = False,
    as_of: AsOf = None,
    containers: Containers = None,
    reason: Reason = None,
) -> int:
    """Find the pages that are stale, orphaned or contradictory; the exit code is 1 if there are any.

    A contradiction is for a person to settle: --mend leaves it marked on its page.
    """
    named = tuple(containers or ())
    if mend:
        done = run_operation(
            chosen, pages.pages_refresh, pages.RefreshPages(containers=named, reason=reason)
        )
        show(chosen, plain(done), lambda: compiled_pages(done))
        return 0
    found = run_operation(chosen, pages.pages_lint, pages.LintPages(as_of=as_of, containers=named))
    show(chosen, plain(found), lambda: lint_page(found))
    return 0 if found.ok else FOUND


@app.command("snapshot")
@with_chosen
def snapshot(
    chosen: Chosen,
    *,
    take: Annotated[bool, typer.Option("--take", help="Take it anew first.")] = False,
    as_of: AsOf = None,
    reason: Reason = None,
) -> None:
    """Show the latest bulletin of the user, from memory of the user and of the tenant."""
    if take and as_of is not None:
        raise InvalidValue("--take makes a snapshot of now; leave --as-of out.")
    if take:
        run_operation(chosen, pages.snapshot_take, pages.TakeSnapshot(reason=reason))
    found = run_operation(chosen, pages.snapshot_get, pages.GetSnapshot(as_of=as_of))
    show(chosen, plain(found), lambda: snapshot_page(found))
