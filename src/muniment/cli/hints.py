"""Complete the commands that are named for the next step, so that they work where the last one did."""

from __future__ import annotations

import re
import shlex
from typing import Final

from muniment.cli.chosen import Chosen, in_force
from muniment.cli.commands import COMMANDS
from muniment.model.redaction import redacted

CARRIED: Final = ("home", "database_url", "config", "tenant", "user", "namespace")
"""What says where a command works and for whom."""

_NAMED: Final = re.compile(r"`(muniment [^`]+)`")
_OPERATION: Final = re.compile("|".join(f"`{name.replace('-', '_')}`" for name in COMMANDS))


def options_of(chosen: Chosen) -> str:
    """Return the options that were given, as a shell reads them; an address with a secret in it is left out."""
    options: list[str] = []
    for name in CARRIED:
        value = getattr(chosen, name)
        if value is not None and (name != "database_url" or redacted(value) == value):
            options += ["--" + name.replace("_", "-"), str(value)]
    return f" {shlex.join(options)}" if options else ""


def hint(sentence: str, chosen: Chosen | None = None) -> str:
    """Return a sentence of ours; the commands in it, between backticks, get the options that were given."""
    options = options_of(chosen or in_force())
    return _NAMED.sub(lambda found: f"`{found[1]}{options}`", sentence)


def in_commands(message: str) -> str:
    """Return a message of an error; the operations in it, between backticks, are named as their commands."""
    options = options_of(in_force())
    return _OPERATION.sub(
        lambda found: f"`muniment {found[0].strip('`').replace('_', '-')}{options}`", message
    )
