"""Hold what was chosen on the command line for every command: where to, who asks, how to print."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final

import typer

PANEL: Final = "For every command"
SETTINGS: Final = ("home", "database_url", "tenant", "user", "namespace", "agent")
"""What is chosen among the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What was given; None is left to the environment, the settings file and the defaults."""

    home: str | None = None
    database_url: str | None = None
    tenant: str | None = None
    user: str | None = None
    namespace: str | None = None
    agent: str | None = None
    config: Path | None = None
    as_json: bool = False
    debug: bool = False

    def over(self, other: Chosen) -> Chosen:
        """Return this, and where it is silent, the other."""
        ours = {item.name: getattr(self, item.name) for item in fields(self)}
        return replace(
            other, **{name: value for name, value in ours.items() if value not in (None, False)}
        )

    def settings(self) -> dict[str, object]:
        """Return the settings that were given; the user `null` is nobody."""
        given = {name: value for name in SETTINGS if (value := getattr(self, name)) is not None}
        return given | {"user": None} if self.user == "null" else given


_IN_FORCE: Final[ContextVar[Chosen]] = ContextVar("chosen")


def in_force() -> Chosen:
    """Return what was chosen for the command that runs."""
    return _IN_FORCE.get(Chosen())


def _option(name: str, kind: Any, about: str) -> inspect.Parameter:
    flag = "--json" if name == "as_json" else "--" + name.replace("_", "-")
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=False if kind is bool else None,
        annotation=Annotated[kind, typer.Option(flag, help=about, rich_help_panel=PANEL)],
    )


OPTIONS: Final = (
    _option("home", str | None, "The directory of the bundled server."),
    _option("database_url", str | None, "Your own PostgreSQL instead of the bundled one."),
    _option("tenant", str | None, "The tenant to work in; the first write opens a new one."),
    _option(
        "user", str | None, "The user to work for; null for no user, who sees what no user owns."
    ),
    _option("namespace", str | None, "The namespace of writes and reads."),
    _option("agent", str | None, "The agent that writes, noted as provenance."),
    _option("config", Path | None, "The settings file instead of ~/.muniment.toml."),
    _option("as_json", bool, "Print one JSON document; errors print one on standard error."),
    _option("debug", bool, "Show the traceback of an unexpected error."),
)
_NAMES: Final = frozenset(option.name for option in OPTIONS)


def with_chosen(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that every command has, before it as well as after it.

    The function's first parameter is `chosen`; typer sees all others, and these options.
    """
    first, *own = inspect.signature(function, eval_str=True).parameters.values()
    assert first.name == "chosen", "a command takes what was chosen first"
    context = inspect.Parameter(
        "context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context
    )
    own = [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in own]

    @wraps(function)
    def command(context: typer.Context, **values: Any) -> Any:
        here = Chosen(**{name: values.pop(name) for name in _NAMES})
        above = context.obj if isinstance(context.obj, Chosen) else Chosen()
        context.obj = here.over(above)
        _IN_FORCE.set(context.obj)
        return function(context.obj, **values)

    parameters = [context, *own, *OPTIONS]
    command.__doc__ = help_of(function)
    del command.__wrapped__  # typer would read the annotations of what is wrapped
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # inspect reads it
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def help_of(function: Callable[..., Any]) -> str:
    """Return a docstring as help: each paragraph one line, without its `Raises:`."""
    paragraphs = (inspect.getdoc(function) or "").partition("Raises:")[0].split("\n\n")
    return "\n\n".join(" ".join(each.split()) for each in paragraphs if each.strip())
