"""Ask what an option could have said, where somebody sits at a terminal; and write the settings file."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import typer

from muniment.cli.chosen import Chosen
from muniment.cli.opening import settings_of
from muniment.errors import InvalidValue, is_without_room
from muniment.settings import EmbedderName, Settings
from muniment.settings.sources import settings_file

_PRIVATE: Final = 0o600


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be prepared, by options or answers; None is left to the settings in force."""

    owner_url: str | None = None
    embedder: str | None = None
    save: bool | None = None


def is_attended(chosen: Chosen) -> bool:
    """Say whether somebody can be asked: both ends are a terminal, and no document is wanted."""
    return not chosen.as_json and sys.stdin.isatty() and sys.stdout.isatty()


def interviewed(chosen: Chosen, wanted: Wanted) -> tuple[Chosen, Wanted]:
    """Ask for what neither an option nor a setting says, one question for each option."""
    settings = settings_of(chosen)
    typer.echo("A few questions; Enter accepts what is in brackets. Options say the same: --help.")
    is_ours = settings.database_url is None and settings.owner_url is None
    if wanted.owner_url is None and is_ours:
        url = _asked(
            "URL of your own PostgreSQL as the schema's owner (Enter: the one in the package)", ""
        )
        wanted = replace(wanted, owner_url=url or None)
    if chosen.tenant is None:
        chosen = replace(chosen, tenant=_asked("Tenant: a sealed boundary", settings.tenant))
    if chosen.user is None:
        chosen = replace(
            chosen, user=_asked("User: who the memories belong to", settings.user or "null")
        )
    if wanted.embedder is None:
        known = ", ".join(EmbedderName)
        named = _asked(f"Embedder: {known}", settings.embedder.name.value)
        wanted = replace(wanted, embedder=_embedder(named))
    if wanted.save is None and not settings_file().exists():
        wanted = replace(wanted, save=typer.confirm(f"Write {settings_file()}?", default=True))
    return chosen, wanted


def _asked(question: str, default: str) -> str:
    shown = bool(default)
    return str(typer.prompt(question, default=default, show_default=shown)).strip()


def _embedder(named: str) -> str:
    if named not in set(EmbedderName):
        raise InvalidValue(
            f"there is no embedder {named!r:.60}; choose one of {', '.join(EmbedderName)}."
        )
    return named


def write_settings(chosen: Chosen, settings: Settings) -> Path:
    """Write what was chosen into a settings file that only its user may read.

    Raises:
        InvalidValue: there is one already, or it cannot be written, or could not say what was chosen.
    """
    path = settings_file()
    if settings.user is None:
        raise InvalidValue(
            "a file cannot say that there is no user: set MUNIMENT_USER=null instead."
        )
    told = {"tenant": settings.tenant, "user": settings.user}
    if settings.database_url is not None:
        told["database_url"] = settings.database_url.get_secret_value()
    elif chosen.home is not None:
        told["home"] = str(settings.home)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
    except FileExistsError:
        raise InvalidValue(
            f"there is a settings file already: {path}. Edit it, or leave out --save."
        ) from None
    except OSError as error:
        if is_without_room(error):
            raise
        raise InvalidValue(
            f"the settings file {path} cannot be written ({error.strerror}). Leave out --save, or make its directory writable."
        ) from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(_toml(told) + f"\n[embedder]\nname = {json.dumps(settings.embedder.name)}\n")
    except OSError:  # half of one would say something else
        path.unlink()
        raise
    return path


def _toml(values: Mapping[str, str]) -> str:
    # A JSON string is a string of TOML too.
    return "".join(
        f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in values.items()
    )
