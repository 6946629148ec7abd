"""Offer the operations on schedules."""

from __future__ import annotations

from typing import Any

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.pages import lines, moment, table
from muniment.model.tasks import Schedule
from muniment.operations import schedules
from muniment.operations.catalogue import Argument, arguments

app = typer.Typer()
group = typer.Typer(no_args_is_help=True, help="Show and set what is enqueued again and again.")
app.add_typer(group, name="schedules")

OFF = Argument(
    name="off",
    about="Keep it, and enqueue nothing.",
    annotation="bool",
    required=False,
    default=False,
)


def schedules_page(found: tuple[Schedule, ...]) -> RenderableType:
    """List schedules."""
    if not found:
        return lines("There is no schedule.")
    return table(
        ("name", "kind", "cron", "zone", "next at", "last at", "user"),
        (
            (
                each.name,
                each.kind,
                each.cron,
                each.zone,
                "off" if each.next_at is None else moment(each.next_at),
                None if each.last_at is None else moment(each.last_at),
                each.user,
            )
            for each in found
        ),
    )


def _set(off: bool = False, **fields: Any) -> schedules.SetSchedule:
    return schedules.SetSchedule(on=not off, **fields)


add_derived(group, "list", Derived(what=schedules.schedules_list, page=schedules_page))
add_derived(
    group,
    "set",
    Derived(
        what=schedules.schedule_set,
        page=lambda made: schedules_page((made,)),
        first=("name", "kind", "cron"),
        fields=(
            *(each for each in arguments(schedules.SetSchedule) if each.name != "on"),
            OFF,
        ),
        request=_set,
    ),
)
