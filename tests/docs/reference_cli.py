"""Make the page of the command line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muniment.cli.chosen import PANEL
from muniment.cli.commands import COMMANDS
from muniment.cli.group import PROGRAM, loaded
from muniment.errors import TELLINGS
from tests.docs.markdown import table
from tests.docs.reference_tables import said

_PAGE = """
# Command line

`muniment COMMAND …`. Each command opens the store, does one thing, and closes it again. `muniment --help` and `muniment
COMMAND --help` say the same.

A command is a process: 1.6 s of processor time (the median of ten `muniment list`, on two cores), nearly all of it to load the
program. If nobody else holds the bundled server open, it is also started and stopped: 0.2 s more, and the wait for it. To call
often, use the [library](library.md) or [`muniment api`](#api); for many turns, `muniment ingest`.

Times are ISO 8601: a date is its midnight in UTC, a time of day needs a zone. `--as-of` also takes the number of a
transaction. Where leaving out an option keeps a value, `null` removes it.
"""


def commands() -> Iterator[tuple[str, Any]]:
    """Return every command with its full name, in the order of the list."""
    for name in COMMANDS:
        command = loaded(name)
        below = getattr(command, "commands", None)
        if below is None:
            yield name, command
        else:
            for inner, found in below.items():
                yield f"{name} {inner}", found


def cli_page() -> str:
    """Return the page."""
    found = list(commands())
    overview = table(
        ("command", "what it does"),
        (
            (f"[{name}](#{name.replace(' ', '-')})", _first_sentence(command.help))
            for name, command in found
        ),
    )
    shared = [each for each in found[0][1].params if _is_shared(each)]
    parts = [_PAGE, overview, "\n## For every command\n", _options(shared)]
    parts += ["\n## Exit codes\n", _exit_codes()]
    for name, command in found:
        own = [each for each in command.params if not _is_shared(each) and each.name != "help"]
        placed = [each for each in own if each.param_type_name == "argument"]
        named = [each for each in own if each.param_type_name == "option"]
        parts += [f"\n## {name}\n", f"```text\n{_usage(name, placed, named)}\n```\n", command.help]
        if placed:
            rows = (
                (f"`{_metavar(each)}`", "yes" if each.required else "", each.help or "")
                for each in placed
            )
            parts += ["", table(("argument", "required", "meaning"), rows)]
        if named:
            parts += ["", _options(named)]
    return "\n".join(parts)


def _is_shared(parameter: Any) -> bool:
    return getattr(parameter, "rich_help_panel", None) == PANEL


def _options(options: list[Any]) -> str:
    rows = (
        (
            " ".join(f"`{each}`" for each in option.opts),
            "flag" if option.is_flag else "repeat" if _repeats(option) else "value",
            option.help or "",
        )
        for option in options
    )
    return table(("option", "takes", "meaning"), rows)


def _repeats(option: Any) -> bool:
    return "list[" in str(option.type_descriptor.annotation)


def _metavar(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _usage(name: str, placed: list[Any], named: list[Any]) -> str:
    words = [PROGRAM, name]
    words += [_metavar(each) if each.required else f"[{_metavar(each)}]" for each in placed]
    return " ".join([*words, *(["[OPTIONS]"] if named else [])])


def _exit_codes() -> str:
    rows = [
        ("0", "done"),
        ("1", "the answer is no: a check that failed, an answer that is not the same"),
        *(
            (str(telling.exit_code), f"{category.__name__}: {said(category)}")
            for category, telling in TELLINGS.items()
        ),
        ("130", "interrupted; what was acknowledged is stored"),
        (
            "143",
            "stopped by SIGTERM before it could end by itself; what was acknowledged is stored",
        ),
    ]
    return table(("exit code", "meaning"), iter(rows))


def _first_sentence(text: str) -> str:
    return text.partition("\n")[0].partition(". ")[0].rstrip(".") + "."
