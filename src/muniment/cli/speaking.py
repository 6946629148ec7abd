"""Speak MCP with an agent, over standard input and output or over HTTP."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from muniment.access.roles import allowed
from muniment.bootstrap.boards import boards
from muniment.bootstrap.loading import load_model, loading
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import attended, lasting, section, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.hooks.repository import tenant_of
from muniment.mcp.serving import PATH, OverHttp, serve_stdio
from muniment.rest.app import create_app
from muniment.rest.serving import address_of, listening, refuse_open_address, serve
from muniment.settings import Settings
from muniment.store import event_loop

app = typer.Typer()

PerRepository = Annotated[
    bool,
    typer.Option(
        "--per-repository",
        help="Give each repository a tenant of its own, named after its remote or its path.",
    ),
]
OverHttpToo = Annotated[
    bool, typer.Option("--http", help="Serve over HTTP, with the other paths of the service.")
]
Host = Annotated[str | None, typer.Option(help="With --http: the address to listen at.")]
Port = Annotated[int | None, typer.Option(help="With --http: the port; 0 takes a free one.")]


@app.command("mcp")
@with_chosen
def mcp(
    chosen: Chosen,
    *,
    path: Annotated[
        str | None, typer.Option(help="The directory of the bundled server, as --home.")
    ] = None,
    per_repository: PerRepository = False,
    http: OverHttpToo = False,
    host: Host = None,
    port: Port = None,
) -> None:
    """Serve an agent over MCP until it hangs up. It needs no configuration.

    Without --http it speaks over standard input and output, as agents that start it expect. With --http it listens at
    http://127.0.0.1:…/mcp until interrupted. Without authentication only this machine can reach it.
    """
    if path is not None:
        chosen = replace(chosen, home=path)
    _speak(chosen, per_repository=per_repository, http=http, host=host, port=port)


@app.command("serve")
@with_chosen
def serve_directory(
    chosen: Chosen,
    *,
    directory: Annotated[str, typer.Argument(help="The directory of the bundled server.")],
    per_repository: PerRepository = False,
    http: OverHttpToo = False,
    host: Host = None,
    port: Port = None,
) -> None:
    """Serve an agent over MCP from the bundled server of a directory, as `muniment mcp --path` does.

    `muniment api` serves the operations over HTTP.
    """
    _speak(
        replace(chosen, home=directory),
        per_repository=per_repository,
        http=http,
        host=host,
        port=port,
    )


def _speak(
    chosen: Chosen, *, per_repository: bool, http: bool, host: str | None, port: int | None
) -> None:
    if per_repository:
        chosen = replace(chosen, tenant=tenant_of(Path.cwd()))
    settings = settings_of(chosen, **section("rest", host=host, port=port))
    if http:
        event_loop.run(_serve_http, chosen, settings)
    else:
        able = allowed(settings.role, read_only=settings.read_only)
        event_loop.run(serve_stdio, lambda: loading(attended(settings, founding=True)), able)


async def _serve_http(chosen: Chosen, settings: Settings) -> None:
    refuse_open_address(settings.rest.host, is_authenticated=settings.access.is_on)
    mcp = OverHttp()
    with listening(settings.rest.host, settings.rest.port) as listener:
        async with (
            lasting(settings, founding=True) as services,
            mcp.running(),
            boards(services) as pages,
        ):
            await load_model(services)
            served = create_app(services, routers=(mcp.router,), mounts=pages)
            address = f"{address_of(listener)}{PATH}"
            show(chosen, {"url": address}, lambda: lines(f"Listening at {address}"))
            await serve(served, listener)
