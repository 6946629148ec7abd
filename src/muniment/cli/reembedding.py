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
    """Rebuild words, labels and totals from the ledger; every answer stays as it was.

    Others can read and write meanwhile. If interrupted, it continues when it is run again.
    """
    units = run_watched(chosen, writes.rebuild_indexes, Nothing())
    show(chosen, units, lambda: lines(f"{counted(units, 'unit')} indexed again."))


@app.command("reembed")
@with_chosen
def reembed(
    chosen: Chosen,
    *,
    reason: Annotated[str | None, typer.Option(help="Why, for the ledger.")] = None,
) -> None:
    """Adopt the configured embedder, and embed whatever it has not embedded yet.

    If the store already has this embedder, it embeds what was written while the embedder was away. If interrupted, it
    continues when it is run again. Recall works meanwhile, with what is embedded.
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
