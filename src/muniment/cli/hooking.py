"""Run the hooks of a coding agent: within a deadline, and never in its way."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Annotated, Any, Final

import typer

from muniment.cli.chosen import Chosen, with_chosen
from muniment.errors import DiskFull, MunimentError, is_without_room
from muniment.hooks.complaining import complain
from muniment.hooks.deadline import DEADLINE_S, DONE, end_after
from muniment.hooks.events import read_event, settings_for
from muniment.settings.keys import CONFIG_VARIABLE

app = typer.Typer()

HOOKS: Final = {
    "session-start": "muniment.hooks.starting",
    "post-tool-use": "muniment.hooks.keeping",
    "stop": "muniment.hooks.stopping",
}
"""Where each hook is: keeping what a tool did must not wait for what the others load."""

_TOLD_FULL: Final = (
    "The disk that this hook writes to is full, so nothing was kept; free some space"
)


@app.command("hook")
@with_chosen
def hook(
    chosen: Chosen,
    *,
    name: Annotated[str, typer.Argument(help="session-start, post-tool-use or stop.")],
    per_repository: Annotated[
        bool,
        typer.Option(
            "--per-repository",
            help="Give each repository a tenant of its own, as `muniment mcp` does.",
        ),
    ] = False,
    deadline_s: Annotated[
        float, typer.Option(help="How many seconds it may take; then it stops where it is.")
    ] = DEADLINE_S,
) -> int:
    """Run a hook of Claude Code, which reads the event from standard input, as JSON.

    The exit code is always 0, so that it never stops an agent; errors go to standard error.
    """
    timer = end_after(deadline_s)
    if chosen.config is not None:
        os.environ[CONFIG_VARIABLE] = str(chosen.config)
    try:
        answer = _run(name, chosen.settings(), per_repository=per_repository)
        if answer:
            sys.stdout.write(f"{answer}\n")
            sys.stdout.flush()
    except MunimentError as error:
        complain(error)
    except Exception as error:  # noqa: BLE001 - a hook must never stop the agent it works for
        if is_without_room(error):
            complain(DiskFull(f"{_TOLD_FULL} ({error.strerror})."))
        else:
            kind = type(error).__name__
            sys.stderr.write(f"muniment: {kind}. This is a defect: please report it.\n")
    finally:
        timer.cancel()
    return DONE


def _run(name: str, given: dict[str, Any], *, per_repository: bool) -> str:
    if name not in HOOKS:
        sys.stderr.write(
            f"muniment: there is no hook {name!r:.80}; there are {', '.join(HOOKS)}.\n"
        )
        return ""
    event = read_event(sys.stdin.buffer.read().decode("utf-8", "replace"))
    settings = settings_for(event, per_repository=per_repository, **given)
    answer = importlib.import_module(HOOKS[name]).run(event, settings)
    assert isinstance(answer, str)
    return answer
