"""Show people how far a command is that takes long, on standard error."""

from __future__ import annotations

from rich.progress import Progress, ProgressColumn

from muniment.cli.chosen import Chosen
from muniment.cli.printing import console


def passing_progress(chosen: Chosen, *columns: ProgressColumn) -> Progress:
    """Return a progress bar that is gone when done; who wants a document is shown none."""
    seen = console(of_errors=True)
    is_hidden = chosen.as_json or not seen.is_terminal
    return Progress(*columns, console=seen, disable=is_hidden, transient=True)
