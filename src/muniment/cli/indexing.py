"""Make the index by which a tenant's vectors are looked up, where recall may be approximate."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.progress import Progress

from muniment.bootstrap.wiring import owning
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import attended, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.cli.progress import passing_progress
from muniment.errors import InvalidValue
from muniment.operations.services import Services
from muniment.recall.lookup.condition import vector_index
from muniment.settings import Settings
from muniment.store import event_loop
from muniment.store.vector_index import IndexProgress, VectorIndex, drop_index, make_index

app = typer.Typer()


@app.command("index-vectors")
@with_chosen
def index_vectors(
    chosen: Chosen,
    *,
    drop: Annotated[
        bool, typer.Option("--drop", help="Drop the index; every vector is compared again.")
    ] = False,
    memory_mb: Annotated[
        int,
        typer.Option(
            min=64, max=1_048_576, help="Memory for the build; 2 kB for each vector is enough."
        ),
    ] = 1024,
    owner_url: Annotated[
        str | None, typer.Option(help="Your own PostgreSQL, as the role that owns the schema.")
    ] = None,
) -> None:
    """Build an index of the tenant's vectors, for recall.vector_search 'approximate'.

    It finds near vectors, not always the nearest, and results may change as it grows; the receipt of such an answer
    says so. Others can read and write meanwhile. If interrupted, it leaves nothing behind. An existing index is
    rebuilt.
    """
    given: dict[str, Any] = {} if owner_url is None else {"owner_url": owner_url}
    settings = settings_of(chosen, **given)
    progress = passing_progress(chosen)
    with progress:
        index = event_loop.run(_index, settings, progress, drop, memory_mb)
    told = "dropped" if drop else "made"
    show(
        chosen,
        {"index": index.name, told: True},
        lambda: lines(
            f"The index {index.name} is {told}.",
            None
            if drop or settings.recall.is_approximate
            else "Recall does not use it until recall.vector_search is 'approximate'.",
        ),
    )


async def _index(settings: Settings, progress: Progress, drop: bool, memory_mb: int) -> VectorIndex:
    async with attended(settings) as services, owning(settings) as conninfo:
        index = await _index_of(services)
        if drop:
            await drop_index(conninfo, index)
            return index
        task = progress.add_task("indexed")

        def seen(far: IndexProgress) -> None:
            progress.update(task, completed=far.done, total=max(far.total, far.done) or None)

        await make_index(conninfo, index, memory_mb=memory_mb, seen=seen)
    return index


async def _index_of(services: Services) -> VectorIndex:
    index = await vector_index(services.store, services.principal)
    if index is None:
        raise InvalidValue("nothing is embedded in this tenant yet, so there is nothing to index.")
    return index
