"""Load a command when it is called, and none of them to show the list."""

from __future__ import annotations

import importlib
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

import muniment
from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.commands import COMMANDS

PROGRAM = "muniment"


class LazyGroup(TyperGroup):
    """The commands: by name and summary until one of them is called."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, place in COMMANDS.items():
            shown = TyperCommand(name, help=place.about, rich_help_panel=place.panel)
            self.add_command(shown, name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        """Find the command that is called, and load it."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, found if name is None else loaded(name), rest


def loaded(name: str) -> Any:
    """Return a command with all its parameters."""
    module = importlib.import_module(COMMANDS[name].module)
    return get_group(module.app).commands[name]


app = typer.Typer(
    cls=LazyGroup,
    name=PROGRAM,
    no_args_is_help=True,
    epilog="New here? Run muniment quickstart. Help on one command: muniment recall --help.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"{PROGRAM} {muniment.__version__}")
        raise typer.Exit


@app.callback()
@with_chosen
def root(
    chosen: Chosen,
    *,
    version: Annotated[
        bool,
        typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Memory for agent teams: two times, exact recall, and answers that can be replayed."""
