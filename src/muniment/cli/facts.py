"""Offer facts: record one, and list them at a basis."""

from __future__ import annotations

from typing import Any

import typer
from rich.console import RenderableType

from muniment.cli.answer_pages import written_page
from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import lines, more_line, nothing, table
from muniment.model.facts import Fact
from muniment.model.reading import Page
from muniment.model.worded import basis_line, period
from muniment.operations import facts
from muniment.operations.catalogue import arguments

app = typer.Typer()


def facts_page(page: Page[Fact]) -> RenderableType:
    """List facts."""
    if not page.items:
        return nothing(page.basis)
    return lines(
        table(
            ("id", "valid", "subject", "predicate", "object", "recorded at", "sources"),
            (
                (
                    each.id,
                    "" if each.valid_from is None else period(each.valid_from, each.valid_until),
                    each.subject,
                    each.predicate,
                    each.object,
                    each.recorded_at,
                    each.sources,
                )
                for each in page
            ),
        ),
        basis_line(page.basis),
        more_line(page.cursor),
    )


def _append(
    reason: str | None = None, namespace: str | None = None, **fields: Any
) -> facts.AppendFacts:
    fact = facts.NewFact(**fields)
    return facts.AppendFacts(facts=(fact,), namespace=namespace, reason=reason)


add_derived(
    app,
    Derived(
        what=facts.append_facts,
        page=written_page,
        first=("subject", "predicate", "object"),
        fields=(*arguments(facts.NewFact), *arguments(facts.AppendFacts)[1:]),
        request=_append,
        answer=lambda written: written[0],
        summary="Record a fact of the user; the same triple again adds its sources.",
    ),
)
add_derived(app, Derived(what=facts.facts, page=facts_page, first=("subject",)))
