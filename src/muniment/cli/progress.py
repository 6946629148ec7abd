"""Show people how far a command is that takes long, on standard error."""

from __future__ import annotations

from typing import TypeVar

from rich.progress import Progress, ProgressColumn

from muniment.cli.chosen import Chosen
from muniment.cli.opening import run_operation
from muniment.cli.printing import console
from muniment.operations.catalogue import Operation

Answer = TypeVar("Answer")
Request = TypeVar("Request")


def passing_progress(chosen: Chosen, *columns: ProgressColumn) -> Progress:
    """Return a progress bar that is gone when done; who wants a document is shown none."""
    seen = console(of_errors=True)
    is_hidden = chosen.as_json or not seen.is_terminal
    return Progress(*columns, console=seen, disable=is_hidden, transient=True)


def run_watched(chosen: Chosen, what: Operation[Request, Answer], request: Request) -> Answer:
    """Run one operation of the catalogue, and show how far it is."""
    with passing_progress(chosen) as progress:
        task = progress.add_task(what.name.replace("_", "-"), total=None)

        def seen(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return run_operation(chosen, what, request, seen)
