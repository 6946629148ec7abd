"""Run a worker until it is told to stop, or until nothing is due."""

from __future__ import annotations

from typing import Annotated

import typer
from anyio import create_task_group

from muniment.bootstrap.wiring import opened
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import lasting, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import console, show
from muniment.cli.stopping import stop_on_signals
from muniment.cli.tasking import ran_line
from muniment.model.plain import plain
from muniment.model.tasks import TasksRun
from muniment.store import event_loop
from muniment.worker.serving import Worker

app = typer.Typer()


@app.command("worker")
@with_chosen
def worker(
    chosen: Chosen,
    *,
    concurrency: Annotated[
        int | None, typer.Option(min=1, max=256, help="How many tasks it runs at once.")
    ] = None,
    tenants: Annotated[
        list[str] | None,
        typer.Option(help="A tenant whose tasks it runs; may be given again. All if left out."),
    ] = None,
    once: Annotated[bool, typer.Option("--once", help="Run what is due, then end.")] = False,
) -> None:
    """Run the tasks of all tenants in the background, until SIGTERM or Ctrl-C.

    Told to stop, it finishes its running tasks and starts no other. Told again, it gives them back for another worker
    to start again. Several workers share one queue.
    """
    settings = settings_of(chosen)

    def tell(what: str) -> None:
        if not chosen.as_json:
            console(of_errors=True).print(what)

    async def whole() -> TasksRun:
        async with create_task_group() as group:
            async with opened(settings) if once else lasting(settings) as services:
                keepers = [services.principal.of_tenant(name) for name in tenants or ()]
                for keeper in keepers:
                    await services.tenancy.refuse_missing(keeper)
                named = [keeper.tenant_id for keeper in keepers] or None
                made = Worker(services, concurrency=concurrency, tenants=named)

                def stop() -> None:
                    made.stop()
                    tell("Finishing the running tasks. Ctrl-C again gives them back.")

                group.start_soon(stop_on_signals, stop, made.abandon)
                if not once:
                    tell("Working. Press Ctrl-C to stop.")
                await made.run(until_idle=once)
            group.cancel_scope.cancel()
        return made.ran

    ran = event_loop.run(whole)
    show(chosen, plain(ran), lambda: lines(ran_line(ran)))
