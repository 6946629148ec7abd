"""Offer to erase by law, and say what was erased."""

from __future__ import annotations

import typer
from rich.console import RenderableType

from muniment.cli.deriving import Derived, add_derived
from muniment.cli.hints import hint
from muniment.cli.pages import lines, told
from muniment.cli.progress import run_watched
from muniment.model.erasing import Purged
from muniment.model.worded import counted, moment
from muniment.operations import erasing

app = typer.Typer()


def _purged_page(purged: Purged) -> RenderableType:
    """Say what was erased, where that is written, and what tells it still."""
    is_foreseen = not purged.certificates
    if is_foreseen and not purged.rows:
        return lines("No words of memories or turns are left to erase.")
    erased = (
        counted(len(purged.memories), "memory", "memories"),
        counted(len(purged.episodes), "turn"),
    )
    rows = ", ".join(f"{count} of {table}" for table, count in purged.rows.items())
    return lines(
        f"{'Would be erased' if is_foreseen else 'Erased'}: {' and '.join(erased)}; rows that "
        f"{'would lose' if is_foreseen else 'lost'} their words: {rows}",
        *(
            f"Certified by transaction {each.transaction} at {moment(each.recorded_at)}, {each.hash}"
            for each in purged.certificates
        ),
        f"Told in turns that keep their words: {told(purged.told_in)}" if purged.told_in else None,
        hint("Nothing was erased: this was a dry run.") if is_foreseen else None,
    )


add_derived(app, Derived(what=erasing.purge, page=_purged_page, run=run_watched))
