"""Sum up what the questions of conversations found, by conversation, by category and overall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from muniment.bench.conversations import Outcome, Told
from muniment.bench.figures import Figure, median, percentile
from muniment.ingest.locomo import CATEGORIES

FRACTION_BAR: Final = 0.82
SESSION_BAR: Final = 0.96
"""Both bars are for LoCoMo."""

ROWS_MAX: Final = 20
"""Of more conversations than that, no row is printed for each."""

Measured = list[tuple[Told, list[Outcome]]]
"""Conversations, and what came of each of their questions."""


def print_measured(console: Console, title: str, measured: Measured) -> None:
    """Print fraction and session hit by conversation, by category and overall."""
    table = Table(title=title, title_justify="left", title_style="bold", pad_edge=False)
    for heading in ("", "questions", "evidence in top 10", "session in top 5", "abstained", "ms"):
        table.add_column(heading, justify="left" if not heading else "right")
    everything = [outcome for _, outcomes in measured for outcome in outcomes]
    for told, outcomes in measured if len(measured) <= ROWS_MAX else ():
        _add_row(table, told.conversation.name, outcomes)
    table.add_section()
    for category in sorted({each.question.category or "" for each in everything}):
        _add_row(
            table,
            category or "no category",
            [each for each in everything if (each.question.category or "") == category],
        )
    table.add_section()
    _add_row(table, "overall", everything)
    console.print(table)


def figures_of(measured: Measured, how: str) -> list[Figure]:
    """Return the two figures overall, with their bars where all of it is LoCoMo's."""
    everything = [outcome for _, outcomes in measured for outcome in outcomes]
    is_locomo = all(each.question.category in CATEGORIES.values() for each in everything)
    return [
        Figure(
            name=f"evidence in the top 10, {how}",
            value=fraction_of(everything),
            unit="",
            bar=FRACTION_BAR if is_locomo else None,
            is_floor=True,
        ),
        Figure(
            name=f"session in the top 5, {how}",
            value=session_hits_of(everything),
            unit="",
            bar=SESSION_BAR if is_locomo else None,
            is_floor=True,
        ),
    ]


def fraction_of(outcomes: Sequence[Outcome]) -> float:
    """Return the mean over questions of the fraction of evidence found."""
    return sum(each.fraction for each in outcomes) / max(1, len(outcomes))


def session_hits_of(outcomes: Sequence[Outcome]) -> float:
    """Return the share of questions that found a session with evidence."""
    return sum(each.session_hit for each in outcomes) / max(1, len(outcomes))


def _add_row(table: Table, name: str, outcomes: Sequence[Outcome]) -> None:
    times = [each.milliseconds for each in outcomes]
    table.add_row(
        name,
        str(len(outcomes)),
        f"{fraction_of(outcomes):.4f}",
        f"{session_hits_of(outcomes):.4f}",
        str(sum(not each.found for each in outcomes)),
        f"{median(times):.1f} / {percentile(times, 0.95):.1f}" if times else "",
    )
