"""Offer the operations over HTTP, until it is interrupted."""

from __future__ import annotations

import socket
import sys
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial
from multiprocessing.synchronize import Semaphore
from typing import Annotated

import typer

from muniment.bootstrap.boards import UI, boards
from muniment.bootstrap.loading import load_model
from muniment.bootstrap.wiring import opened
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.hints import in_commands
from muniment.cli.opening import lasting, section, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import print_error, show
from muniment.cli.streams import tell_warnings
from muniment.errors import MunimentError, telling_of
from muniment.operations.services import Services
from muniment.rest.app import create_app
from muniment.rest.processes import keep_serving, orphaned
from muniment.rest.serving import address_of, listening, refuse_open_address, serve
from muniment.settings import Settings
from muniment.store import event_loop
from muniment.worker.serving import running

app = typer.Typer()


@app.command("api")
@with_chosen
def api(
    chosen: Chosen,
    *,
    host: Annotated[str | None, typer.Option(help="The address to listen at.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
    processes: Annotated[
        int | None, typer.Option(help="How many processes serve, to use several cores.")
    ] = None,
) -> None:
    """Serve the operations over HTTP until interrupted.

    It prints its address as soon as it answers there. Without authentication only this machine can reach it.
    Read-only pages under /ui show people what is believed and why.
    """
    settings = settings_of(chosen, **section("rest", host=host, port=port, processes=processes))
    refuse_open_address(settings.rest.host, is_authenticated=settings.access.is_on)
    event_loop.run(_whole, chosen, settings)


async def _whole(chosen: Chosen, settings: Settings) -> None:
    with listening(settings.rest.host, settings.rest.port) as listener:
        async with lasting(settings, founding=True) as services, _background(services):
            if settings.rest.processes == 1:
                async with boards(services) as pages:
                    await load_model(services)
                    service = create_app(services, mounts=pages)
                    _tell(chosen, listener)
                    await serve(service, listener)
            else:
                tell = partial(_tell, chosen, listener)
                await keep_serving(settings.rest.processes, tell, _serve_beside, settings, listener)


def _tell(chosen: Chosen, listener: socket.socket) -> None:
    address = address_of(listener)
    show(
        chosen,
        {"url": address, "ui": f"{address}{UI}/"},
        lambda: lines(f"Listening at {address}, with pages for people at {UI}/"),
    )


def _serve_beside(settings: Settings, listener: socket.socket, serves: Semaphore) -> None:
    """Serve in a process of its own, beside others at the same address."""
    tell_warnings()
    try:
        event_loop.run(_beside, settings, listener, serves)
    except MunimentError as error:
        print_error(error.code, in_commands(error.message), as_json=False)
        sys.exit(telling_of(error).exit_code)


async def _beside(settings: Settings, listener: socket.socket, serves: Semaphore) -> None:
    async with opened(settings) as services, boards(services) as pages, orphaned() as gone:
        await load_model(services)
        service = create_app(services, mounts=pages)
        serves.release()
        await serve(service, listener, until=gone)


def _background(services: Services) -> AbstractAsyncContextManager[object]:
    """Run a worker beside the service, if the settings say so."""
    return running(services) if services.settings.worker.auto_start else nullcontext()
