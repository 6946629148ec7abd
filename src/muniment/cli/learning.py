"""Offer what learns from a round of conversation, and what shows and settles what was learnt."""

from __future__ import annotations

from collections.abc import Iterable

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.hints import hint
from muniment.cli.pages import NOTHING_FITS, degraded_lines, lines, more_line, pairs, table, told
from muniment.model.decisions import Decided, RoundIngested, claim_and_why
from muniment.model.memory import Evidence, Memory
from muniment.model.reading import Page
from muniment.model.reviews import Review, Settled
from muniment.model.worded import basis_line, counted, moment, period
from muniment.operations import rounds

app = typer.Typer()


def learnt_page(ingested: RoundIngested) -> RenderableType:
    """Show what a round came to."""
    known = "known already" if ingested.known_already else f"in transaction {ingested.transaction}"
    return lines(
        f"{counted(len(ingested.episodes), 'turn')} {known}, "
        f"{counted(len(ingested.decisions), 'decision')}.",
        _decisions_table(ingested.decisions) if ingested.decisions else None,
        *degraded_lines(ingested.degraded),
        None if ingested.embedded else hint("Not embedded yet: `muniment reembed` does it."),
    )


def decisions_page(page: Page[Decided]) -> RenderableType:
    """List decisions."""
    if not page.items:
        return lines(NOTHING_FITS)
    return lines(_decisions_table(page), basis_line(page.basis), more_line(page.cursor))


def _decisions_table(decisions: Iterable[Decided]) -> RenderableType:
    """Lay out decisions, one a row."""
    return table(
        ("decision", "outcome", "id", "transaction", "by", "content"),
        (
            (
                each.decision.value,
                each.outcome.value,
                each.memory_id,
                each.transaction,
                each.decided_by,
                claim_and_why(each),
            )
            for each in decisions
        ),
    )


def reviews_page(page: Page[Review]) -> RenderableType:
    """Show contradictions, both sides of each below each other."""
    if not page.items:
        return lines(
            "Nothing waits for a person.",
            hint("`muniment propose-contradictions` looks for what should."),
            basis_line(page.basis),
        )
    blocks: list[RenderableType | str | None] = []
    for each in page:
        blocks += [
            f"{each.id}  since transaction {each.transaction} ({moment(each.known_from)})",
            pairs(
                [
                    ("first", _side(each.first, each.first_evidence)),
                    ("second", _side(each.second, each.second_evidence)),
                    ("why", each.rationale),
                ]
            ),
            "",
        ]
    return lines(
        *blocks,
        hint("Settle: `muniment settle-review ID KEEP`, where KEEP is first, second or both"),
        basis_line(page.basis),
        more_line(page.cursor),
    )


def _side(memory: Memory | None, evidence: tuple[Evidence, ...]) -> str:
    if memory is None:
        return "(only its history is left)"
    said = [
        f"{each.episode.speaker or 'somebody'}: “{each.quotation}”"
        for each in evidence
        if each.episode is not None and each.quotation is not None
    ]
    when = period(memory.valid_from, memory.valid_until)
    return "  ".join([memory.content, f"({when}, {memory.standing.value})", *said])


def settled_page(settled: Settled) -> RenderableType:
    """Say what was settled."""
    return lines(
        f"Kept {settled.kept.value} in transaction {settled.transaction}.",
        f"changed: {told(settled.changed)}" if settled.changed else None,
    )


add_derived(
    app,
    Derived(
        what=rounds.ingest_round, page=learnt_page, first=("user_message", "assistant_message")
    ),
)
add_derived(app, Derived(what=rounds.decisions, page=decisions_page))
add_derived(app, Derived(what=rounds.review, page=reviews_page))
add_derived(app, Derived(what=rounds.settle_review, page=settled_page, first=("id", "keep")))
