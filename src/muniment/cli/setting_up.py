"""Set up a coding agent: show what is changed in its files, change it, and take it back."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import RenderableType

from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.errors import InvalidValue
from muniment.hooks.agent_files import AGENTS, NAME, Wish, pieces
from muniment.hooks.installing import Change, carry_out, planned, take_away_empty
from muniment.model.plain import plain

app = typer.Typer()

_WRITTEN: Final = ("home", "tenant", "user", "namespace", "agent", "config")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What became of one file."""

    file: str
    what: str
    changes: tuple[str, ...]
    backup: str | None


@app.command("setup")
@with_chosen
def setup(
    chosen: Chosen,
    *,
    program: Annotated[str, typer.Argument(metavar="AGENT", help=f"One of {', '.join(AGENTS)}.")],
    project: Annotated[
        bool, typer.Option("--project", help="Set up this directory, for whoever works in it.")
    ] = False,
    per_repository: Annotated[
        bool, typer.Option("--per-repository", help="Give each repository a tenant of its own.")
    ] = False,
    no_hooks: Annotated[
        bool, typer.Option("--no-hooks", help="Set up the tools but no hooks.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")
    ] = False,
    undo: Annotated[bool, typer.Option("--undo", help="Undo what was set up.")] = False,
) -> None:
    """Give a coding agent this memory: tools over MCP; for Claude Code also hooks, a command and a skill.

    It shows each change to each file, then makes it. A file that existed is backed up beside itself, and --undo
    restores it. The options for every command (--tenant, --home and so on) are written into the agent's file too,
    except a database URL: put that into ~/.muniment.toml.
    """
    if chosen.database_url is not None:
        raise InvalidValue(
            "a database URL may hold a password, which does not belong in an agent's file. "
            "Write database_url into ~/.muniment.toml."
        )
    wish = Wish(
        program=_program(is_shared=project),
        options=_options(chosen, per_repository=per_repository),
        with_hooks=not no_hooks or undo,
    )
    found = pieces(program, wish, Path.cwd() if project else None)
    changes = [planned(piece, undo=undo) for piece in found]
    if not dry_run:
        folders = [change.file.resolve().parent for change in changes]
        for change in changes:
            carry_out(change, undo=undo)
        if undo:
            take_away_empty(folders)
    told = tuple(_told(change, is_kept=not (dry_run or undo)) for change in changes)
    show(
        chosen,
        {"agent": program, "done": not dry_run, "files": plain(told)},
        lambda: _page(program, told, is_shared=project, is_done=not dry_run, is_undone=undo),
    )


def _program(*, is_shared: bool) -> tuple[str, ...]:
    """Return how we are started: by name where others share the file, else by where we are."""
    if is_shared:
        return (NAME,)
    found = shutil.which(NAME)
    return (sys.executable, "-m", "muniment") if found is None else (found,)


def _options(chosen: Chosen, *, per_repository: bool) -> tuple[str, ...]:
    given: list[str] = ["--per-repository"] if per_repository else []
    for name in _WRITTEN:
        value = getattr(chosen, name)
        if value is not None:
            written = str(Path(value).absolute()) if isinstance(value, Path) else str(value)
            given += [f"--{name}", written]
    return tuple(given)


def _told(change: Change, *, is_kept: bool) -> Told:
    has_backup = is_kept and change.backup.is_file()
    return Told(
        file=str(change.file),
        what=change.what,
        changes=() if change.what == "unchanged" else change.told,
        backup=str(change.backup) if has_backup else None,
    )


def _page(
    program: str, told: tuple[Told, ...], *, is_shared: bool, is_done: bool, is_undone: bool
) -> RenderableType:
    parts: list[str | None] = []
    for each in told:
        parts.append(f"{each.file}: {each.what}")
        parts += [f"  {line}" for line in each.changes]
        parts.append(None if each.backup is None else f"  backup: {each.backup}")
    if not is_done:
        parts.append("Nothing was changed: this was a dry run.")
    elif is_undone:
        parts.append("It is as it was before.")
    else:
        target = f"{program} --project" if is_shared else program
        parts.append(f"Restart {program}. `muniment setup {target} --undo` undoes this.")
    return lines(*parts)
