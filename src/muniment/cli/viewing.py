"""Offer the pages for people, until it is interrupted."""

from __future__ import annotations

from typing import Annotated

import typer

from muniment.bootstrap.boards import board_of
from muniment.bootstrap.wiring import opened, viewing
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import section, settings_of
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.rest.app import create_pages
from muniment.rest.serving import address_of, listening, refuse_open_address, serve
from muniment.store import event_loop

app = typer.Typer()


@app.command("ui")
@with_chosen
def ui(
    chosen: Chosen,
    *,
    host: Annotated[str | None, typer.Option(help="The address to listen at.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 takes a free one.")] = None,
) -> None:
    """Show what is believed, since when and why, on read-only pages in a browser.

    The pages are read through a database role that may not write, and load nothing from elsewhere. With `access`
    configured the browser asks for a key (as the password, with any name); without it, only this machine can reach
    them. `muniment api` serves the same pages under /ui.
    """
    settings = settings_of(chosen, **section("web", host=host, port=port))
    refuse_open_address(settings.web.host, is_authenticated=settings.access.is_on)

    async def whole() -> None:
        with listening(settings.web.host, settings.web.port) as listener:
            async with opened(settings) as services, viewing(services) as viewer:
                await services.tenancy.enter(services.principal)
                address = f"{address_of(listener)}/"
                show(chosen, {"url": address}, lambda: lines(f"Open {address}"))
                await serve(create_pages(services, board_of(viewer, settings.web.prefix)), listener)

    event_loop.run(whole)
