"""Show a demonstration step by step, and keep count of what did not hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from muniment.model.worded import counted


@dataclass(slots=True)
class Showing:
    """What is being shown, and the claims that turned out wrong."""

    console: Console
    failed: list[str] = field(default_factory=list)
    _steps: int = 0

    def step(self, title: str, about: str) -> None:
        """Begin a step, with a line that says what is shown."""
        self._steps += 1
        self.console.print(f"\n[bold cyan]{self._steps}. {escape(title)}[/]")
        self.console.print(f"[dim]{escape(about)}[/]")

    def say(self, text: str) -> None:
        """Print a line as it is."""
        self.console.print(text, markup=False, highlight=False)

    def check(self, claim: str, holds: bool) -> None:
        """Print a claim and whether it holds."""
        mark = "[bold green]✓[/]" if holds else "[bold red]✗ does not hold:[/]"
        self.console.print(f"{mark} {escape(claim)}", highlight=False)
        if not holds:
            self.failed.append(claim)

    def table(
        self, headings: Sequence[str], rows: Iterable[Sequence[str]], *, most: int | None = None
    ) -> None:
        """Print rows of plain text, the first of them if no more are to be shown, and count the rest."""
        told = list(rows)
        shown = told[:most]
        table = Table(pad_edge=False, box=None, header_style="dim")
        for heading in headings:
            table.add_column(heading, overflow="fold")
        for row in shown:
            table.add_row(*(escape(cell) for cell in row))
        self.console.print(table)
        if len(told) > len(shown):
            self.say(f"… and {len(told) - len(shown)} more")

    def quotation(self, speaker: str | None, text: str, span: tuple[int, int] | None) -> None:
        """Print a turn with some of its words highlighted."""
        shown = Text(text)
        if span is not None:
            shown.stylize("bold black on yellow", *span)
        self.console.print(
            Panel(
                shown,
                title=None if speaker is None else Text(speaker),
                title_align="left",
                expand=False,
            )
        )

    def end(self) -> int:
        """Print the outcome and return the exit code."""
        if self.failed:
            self.console.print(f"\n[bold red]{counted(len(self.failed), 'claim')} did not hold.[/]")
            return 1
        self.console.print("\n[bold green]Everything shown holds.[/]")
        return 0
