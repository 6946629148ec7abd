"""Make again what is derived from the ledger: embeddings, and the indexes of words and labels."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import run, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.cli.progress import passing_progress, run_watched
from muniment.errors import EmbedderUnavailable
from muniment.model.worded import counted
from muniment.operations import writes
from muniment.operations.catalogue import perform
from muniment.operations.reads import Nothing
from muniment.operations.services import Services

UNITS_PER_STEP: Final = 128

app = typer.Typer()


@app.command("rebuild-indexes")
@with_chosen
def rebuild_indexes(chosen: Chosen) -> None:
    """Make words, labels and totals again from the ledger; every answer stays as it was.

    Others read and write meanwhile. Broken off, it goes on when it is run again.
    """
    units = run_watched(chosen, writes.rebuild_indexes, Nothing())
    show(chosen, units, lambda: lines(f"{counted(units, 'unit')} indexed anew."))


@app.command("reembed")
@with_chosen
def reembed(
    chosen: Chosen,
    *,
    reason: Annotated[str | None, typer.Option(help="Why, for the ledger.")] = None,
) -> None:
    """Adopt the configured embedder, and embed with it whatever is not.

    With the embedder that the store has already, what was written while it was away is embedded.
    Broken off, it goes on when it is run again; recall works meanwhile, with what is embedded.
    """
    progress = passing_progress(chosen)

    async def act(services: Services) -> int:
        waiting = await perform(services, writes.adopt_embedder, writes.Adopt(reason=reason))
        task = progress.add_task("embedded", total=waiting)
        done = 0
        while waiting:
            request = writes.Heal(units_max=UNITS_PER_STEP)
            healed = await perform(services, writes.heal_backlog, request)
            if not healed.embedded:
                raise EmbedderUnavailable(
                    f"{healed.waiting} still wait and none could be embedded. Try again."
                )
            done, waiting = done + healed.embedded, healed.waiting
            progress.update(task, completed=done, total=done + waiting)
        return done

    with progress:
        done = run(settings_of(chosen), act, adopting=True)
    show(
        chosen,
        {"embedded": done, "waiting": 0},
        lambda: lines(f"{done} embedded; nothing waits." if done else "Everything is embedded."),
    )
