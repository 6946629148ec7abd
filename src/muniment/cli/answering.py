"""Offer answers by rules, and what is lacking."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import degraded_lines, lines, nothing_known, table
from muniment.cli.printing import one_line, visible
from muniment.model.answers import Answer, Quotation, Statement
from muniment.model.lacks import Lacks
from muniment.model.worded import basis_line, moment
from muniment.operations import answers

app = typer.Typer()


def answer_page(answer: Answer) -> RenderableType:
    """Lay out statements, each with what it rests on."""
    if answer.abstained is not None:
        return lines(
            f"No answer: {visible(answer.abstained)}",
            nothing_known() if answer.basis.as_of.number <= 1 else None,
            *degraded_lines(answer.degraded),
            basis_line(answer.basis),
        )
    return lines(
        *(one_line(each.told) for each in answer.phrases),
        *(part for each in answer.statements for part in _statement(each)),
        *degraded_lines(answer.degraded),
        f"{basis_line(answer.basis)}; recall {answer.recall_id}",
    )


def _statement(statement: Statement) -> list[str]:
    marks = "".join(f", {each}" for each in statement.marks)
    via = f" {', '.join(str(each) for each in statement.via)}" if statement.via else ""
    return [
        one_line(statement.text),
        f"  {statement.source.kind} {statement.source.id}, {statement.when}, {statement.path.value}{via}{marks}",
        *(f"  {_quotation(each)}" for each in statement.quotations),
    ]


def _quotation(quotation: Quotation) -> str:
    words = "…" if quotation.words is None else one_line(quotation.words)
    who = one_line(quotation.speaker or "somebody")
    return f"{who}, {moment(quotation.occurred_at)}: “{words}” ({quotation.episode_id})"


def _looked_at(lacks: Lacks) -> str:
    return (
        f"Looked at {lacks.examined} of {lacks.entities_total} entities, those with the most beliefs, "
        f"and {lacks.beliefs} of {lacks.beliefs_total} beliefs: this says nothing of the rest."
    )


def lacks_page(lacks: Lacks) -> RenderableType:
    """List what is lacking, the worst first."""
    coverage = "none" if lacks.coverage is None else f"{lacks.coverage:.0%}"
    found = table(
        ("severity", "kind", "entity", "category", "what", "memories"),
        (
            (
                each.severity.value,
                each.kind.value,
                each.entity,
                each.category,
                each.sentence,
                len(each.memories) or None,
            )
            for each in lacks.lacks
        ),
    )
    more = lacks.total - len(lacks.lacks)
    return lines(
        found if lacks.lacks else "Nothing is lacking that could be found.",
        f"{more} more: raise --limit." if more else None,
        _looked_at(lacks) if lacks.is_of_a_part else None,
        f"Coverage of {one_line(lacks.about)}: {coverage} ({lacks.coverage_note}).",
        basis_line(lacks.basis),
    )


add_derived(app, Derived(what=answers.answer, page=answer_page, first=("question",)))
add_derived(app, Derived(what=answers.audit_gaps, page=lacks_page, first=("entity",)))
