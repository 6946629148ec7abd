"""Offer compiled knowledge: compile, list, show and mend pages, and the snapshot of a user."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.hints import hint
from muniment.cli.pages import NOTHING_FITS, lines, more_line, pairs, table
from muniment.cli.printing import one_line, visible
from muniment.cli.progress import run_watched
from muniment.model.pages import (
    Compiled,
    CompiledPage,
    Lint,
    Mark,
    PageDiff,
    PageEntry,
    PageRevision,
    Sentence,
    Snapshot,
)
from muniment.model.reading import Page
from muniment.model.worded import basis_line, counted, moment, named, period
from muniment.operations import pages

FOUND = 1
"""The exit code of `lint-pages` where something is wrong."""

app = typer.Typer()


def compiled_page(compiled: Compiled) -> RenderableType:
    """Say what compiling did to a page."""
    return compiled_pages((compiled,))


def compiled_pages(compiled: Sequence[Compiled]) -> RenderableType:
    """Say what compiling did to pages."""
    if not compiled:
        return lines("There was nothing to compile.")
    rows = (
        (
            each.outcome.value,
            each.slug,
            each.kind.value,
            each.revision,
            each.sentences,
            each.transaction,
        )
        for each in compiled
    )
    waiting = [each for each in compiled if not each.embedded]
    return lines(
        table(("outcome", "page", "kind", "revision", "sentences", "transaction"), rows),
        hint(f"{len(waiting)} not embedded yet: `muniment index-page-vectors` does it.")
        if waiting
        else None,
    )


def indexed_page(pages: int) -> RenderableType:
    """Say how many pages were embedded."""
    return lines(f"{counted(pages, 'page')} embedded.")


def entries_page(page: Page[PageEntry]) -> RenderableType:
    """List pages."""
    if not page.items:
        return lines(
            NOTHING_FITS, hint("`muniment compile-bank` compiles pages."), basis_line(page.basis)
        )
    rows = (
        (
            each.slug,
            each.kind.value,
            each.scope.value,
            each.revision,
            each.sentences,
            each.known_from,
            each.title,
        )
        for each in page
    )
    return lines(
        table(("page", "kind", "scope", "revision", "sentences", "known from", "title"), rows),
        basis_line(page.basis),
        more_line(page.cursor),
    )


def page_page(page: CompiledPage) -> RenderableType:
    """Lay out a page, section by section."""
    blocks: list[RenderableType | str | None] = [
        pairs(
            [
                ("page", f"{page.title} ({page.kind.value} {page.slug})"),
                ("id", page.id),
                ("revision", f"{page.revision}, derived from transaction {page.derived_at}"),
                ("known", period(page.known_from, page.known_until)),
                ("note", page.note),
            ]
        )
    ]
    if page.phrases:
        blocks += ["", *(f"  {one_line(each.told)}" for each in page.phrases)]
    for section, sentences in groupby(page.sentences, key=lambda each: each.section):
        blocks += ["", one_line(section)]
        blocks += [_line(each) for each in sentences]
    stale = sum(each.since is not None for each in page.sentences)
    told = f"{stale} of {counted(len(page.sentences), 'sentence')} {named(stale, 'is', 'are')} no longer so."
    return lines(*blocks, "", told if stale else None, basis_line(page.basis))


def _line(sentence: Sentence) -> str:
    when = (
        moment(sentence.valid_from)
        if sentence.mark is Mark.SAID
        else period(sentence.valid_from, sentence.valid_until)
    )
    cites = ", ".join(f"{cite.kind} {cite.id}" for cite in sentence.citations)
    since = "" if sentence.since is None else f" ({sentence.since.value} since)"
    text = one_line(sentence.text)
    quoted = f"“{text}”" if sentence.mark is Mark.SAID else text
    return f"  - {quoted} [{when}]{since}\n    {cites}"


def revisions_page(revisions: tuple[PageRevision, ...]) -> RenderableType:
    """List the revisions of a page."""
    return table(
        ("revision", "sentences", "derived from", "known", "transaction"),
        (
            (
                each.revision,
                each.sentences,
                each.derived_at,
                period(each.known_from, each.known_until),
                each.transaction,
            )
            for each in revisions
        ),
    )


def diff_page(diff: PageDiff) -> RenderableType:
    """Show what two revisions say differently."""
    return lines(
        f"{diff.slug}: revision {diff.earlier} to {diff.later}",
        *(f"- {one_line(each.text)} [{_when(each)}]" for each in diff.removed),
        *(f"+ {one_line(each.text)} [{_when(each)}]" for each in diff.added),
    )


def _when(sentence: Sentence) -> str:
    return f"{sentence.mark.value}, {period(sentence.valid_from, sentence.valid_until)}"


def lint_page(lint: Lint) -> RenderableType:
    """List what is wrong with pages."""
    if lint.ok:
        return lines(
            f"Nothing is wrong with {counted(lint.pages, 'page')}.", basis_line(lint.basis)
        )
    rows = (
        (
            each.slug,
            each.flaw.value,
            each.sentence,
            each.sources,
        )
        for each in lint.findings
    )
    return lines(
        table(("page", "flaw", "what", "sources"), rows),
        hint("`muniment refresh-pages` compiles them again."),
        basis_line(lint.basis),
    )


def snapshot_page(snapshot: Snapshot) -> RenderableType:
    """Show a snapshot."""
    return lines(
        visible(snapshot.summary),
        pairs(
            [
                ("health", snapshot.health_note),
                ("generated at", snapshot.generated_at),
                ("stale", snapshot.is_stale),
                ("cites", snapshot.memory_refs),
            ]
        ),
    )


def _found(lint: Lint) -> int:
    return 0 if lint.ok else FOUND


add_derived(app, Derived(what=pages.pages, page=entries_page))
add_derived(app, Derived(what=pages.get_page, page=page_page, first=("page",)))
add_derived(app, Derived(what=pages.page_revisions, page=revisions_page, first=("page",)))
add_derived(app, Derived(what=pages.page_diff, page=diff_page, first=("page", "earlier", "later")))
add_derived(app, Derived(what=pages.compile_page, page=compiled_page, first=("topic",)))
add_derived(app, Derived(what=pages.compile_persona_page, page=compiled_page, first=("topic",)))
add_derived(app, Derived(what=pages.compile_bank, run=run_watched, page=compiled_pages))
add_derived(app, Derived(what=pages.index_page_vectors, page=indexed_page))
add_derived(app, Derived(what=pages.lint_pages, page=lint_page, code=_found))
add_derived(app, Derived(what=pages.refresh_pages, page=compiled_pages))
add_derived(app, Derived(what=pages.take_snapshot, page=compiled_page))
add_derived(app, Derived(what=pages.get_snapshot, page=snapshot_page))
