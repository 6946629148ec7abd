"""Offer the operations over HTTP, until it is interrupted."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Annotated

import anyio
import typer

from muniment.bootstrap.boards import UI, boards
from muniment.bootstrap.wiring import opened
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.operations.services import Services
from muniment.rest.app import create_app
from muniment.rest.serving import listening, refuse_open_address, serve
from muniment.worker.serving import running

app = typer.Typer()


@app.command("api")
@with_chosen
def api(
    chosen: Chosen,
    *,
    host: Annotated[str | None, typer.Option(help="The address to listen at.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
) -> None:
    """Serve the operations over HTTP until it is interrupted.

    It prints where it listens as soon as it does. Without authentication it can be reached from this
    machine alone. What is believed and why is shown to people under /ui, in pages that can only read.
    """
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = settings_of(chosen, **({"rest": given} if given else {}))
    refuse_open_address(settings.rest.host, is_authenticated=settings.access.is_on)

    async def whole() -> None:
        with listening(settings.rest.host, settings.rest.port) as listener:
            async with (
                opened(settings) as services,
                _background(services),
                boards(services) as pages,
            ):
                address = f"http://{_host(listener.getsockname())}"
                show(
                    chosen,
                    {"url": address, "ui": f"{address}{UI}/"},
                    lambda: lines(f"Listening at {address}, with pages for people at {UI}/"),
                )
                await serve(create_app(services, mounts=pages), listener)

    anyio.run(whole)


def _background(services: Services) -> AbstractAsyncContextManager[object]:
    """Run a worker beside the service, if the settings say so."""
    return running(services) if services.settings.worker.auto_start else nullcontext()


def _host(name: tuple[str, int]) -> str:
    host, port = name[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
