"""Hold what was measured beside what was asked, and print both."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from rich.console import Console
from rich.table import Table

WIDTH_UNKNOWN: Final = 150
"""Columns of a table that goes to a file or a pipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured figure. `bar` is what it may be at most, or at least if `is_floor`."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    is_floor: bool = False
    note: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether it keeps to its bar; None without one."""
        if self.bar is None:
            return None
        return self.value >= self.bar if self.is_floor else self.value <= self.bar


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed (nearest rank).

    Raises:
        ValueError: there are no values.
    """
    if not values:
        raise ValueError("a percentile of nothing")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1))]


def median(values: Sequence[float]) -> float:
    """Return the middle value."""
    return percentile(values, 0.5)


def console_for_tables(*, stderr: bool = False) -> Console:
    """Return a console wide enough for tables where it is no terminal that says its width."""
    plain = Console(stderr=stderr)
    return plain if plain.is_terminal else Console(stderr=stderr, width=WIDTH_UNKNOWN)


def print_figures(console: Console, title: str, figures: Iterable[Figure]) -> None:
    """Print figures as a table, each with its bar and whether it holds."""
    table = Table(title=title, title_justify="left", title_style="bold", pad_edge=False)
    table.add_column("figure")
    table.add_column("measured", justify="right")
    table.add_column("bar", justify="right")
    table.add_column("")
    table.add_column("note", style="dim")
    for figure in figures:
        sign = "≥" if figure.is_floor else "≤"
        table.add_row(
            figure.name,
            f"{_shown(figure.value, figure.unit)} {figure.unit}",
            "" if figure.bar is None else f"{sign} {_shown(figure.bar, figure.unit)}",
            {True: "[green]ok[/]", False: "[red]miss[/]", None: ""}[figure.holds],
            figure.note,
        )
    console.print(table)


def as_json(figures: Iterable[Figure]) -> str:
    """Return figures as a JSON list."""
    told = [{**asdict(figure), "holds": figure.holds} for figure in figures]
    return json.dumps(told, ensure_ascii=False, indent=2)


def _shown(value: float, unit: str) -> str:
    if not unit:
        return f"{value:.4f}"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"
