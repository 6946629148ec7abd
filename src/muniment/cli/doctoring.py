"""Examine the installation, and end with what to do about each failure."""

from __future__ import annotations

from typing import Final

import typer
from rich.console import RenderableType

from muniment.cli.checkup import examine
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.hints import hint
from muniment.cli.pages import lines, table
from muniment.cli.printing import show, visible
from muniment.model.plain import plain
from muniment.model.reading import Health, Part
from muniment.store import event_loop

UNFIT: Final = 1

app = typer.Typer()


@app.command("doctor")
@with_chosen
def doctor(chosen: Chosen) -> int:
    """Check every part, and prove that row-level security holds for the connected role.

    It plants a canary in a tenant of its own, which that tenant must see and nobody else. The exit code is 0 if all
    is well, else 1.
    """
    health = event_loop.run(examine, chosen)
    show(chosen, {"ok": health.ok, "parts": plain(health.parts)}, lambda: health_page(health))
    return 0 if health.ok else UNFIT


def health_page(health: Health) -> RenderableType:
    """List the parts, then what to do."""
    unfit = [part for part in health.parts if not part.ok]
    worth = [part for part in health.parts if part.ok and part.mend is not None]
    return lines(
        table(
            ("", "part", "detail"),
            (("ok" if part.ok else "NO", part.name, part.detail) for part in health.parts),
        ),
        "",
        "All is well." if not unfit else "What to do:",
        *map(_advice, unfit),
        *(["Worth looking at:", *map(_advice, worth)] if worth else []),
    )


def _advice(part: Part) -> str:
    return f"- {part.name}: {visible(hint(part.mend or part.detail))}"
