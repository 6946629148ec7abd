"""Offer the operations on schedules."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import lines, table
from muniment.model.tasks import Schedule
from muniment.operations import schedules

app = typer.Typer()


def schedules_page(found: tuple[Schedule, ...]) -> RenderableType:
    """List schedules."""
    if not found:
        return lines("There is no schedule.")
    return table(
        ("name", "kind", "cron", "zone", "next at", "last at", "user", "access key"),
        (
            (
                each.name,
                each.kind,
                each.cron,
                each.zone,
                each.next_at or "off",
                each.last_at,
                each.user,
                each.access_key,
            )
            for each in found
        ),
    )


add_derived(app, Derived(what=schedules.schedules, page=schedules_page))
add_derived(
    app,
    Derived(
        what=schedules.set_schedule,
        page=lambda made: schedules_page((made,)),
        first=("name", "kind", "cron"),
    ),
)
