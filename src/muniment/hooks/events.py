"""Read what a coding agent tells its hooks."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from muniment.errors import InvalidValue
from muniment.hooks.repository import PREFIX, tenant_of
from muniment.settings import Settings

Event = Mapping[str, object]
"""What the agent tells a hook."""

SESSION_CHARACTERS_MAX: Final = 200
"""The most of a session's id, which is a part of a name."""


def read_event(told: str) -> Event:
    """Return an event, half of a character as a question mark; nothing is an empty one.

    Raises:
        InvalidValue: it is no JSON object.
    """
    try:
        event = json.loads(told or "{}")
        # A tool may cut an emoji in two: nothing could store that, nor what was put aside with it.
        event = json.loads(json.dumps(event, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        event = None
    if not isinstance(event, dict):
        raise InvalidValue("the hook's input is not a JSON object. The hook did nothing.")
    return event


def settings_for(event: Event, *, per_repository: bool, **given: Any) -> Settings:
    """Return the settings that a hook works with.

    Raises:
        UnknownSetting: a setting does not exist or its value is not allowed.
        InvalidValue: the agent works in no directory that can be read.
    """
    if per_repository:
        given["tenant"] = _tenant(event)
    return Settings(**given)


def session_of(event: Event) -> str:
    """Return the id of the agent's session, as much of it as a memory takes for a name."""
    said = str(event.get("session_id") or "").replace("\0", "")
    return said.strip()[:SESSION_CHARACTERS_MAX].strip() or "no session"


def directory_of(event: Event) -> Path:
    """Return the directory that the agent works in."""
    return Path(str(event.get("cwd") or "") or Path.cwd())


def repository_of(event: Event) -> str:
    """Return what the repository that the agent works in is called.

    Raises:
        InvalidValue: the agent works in no directory that can be read.
    """
    return _tenant(event).removeprefix(PREFIX)


def _tenant(event: Event) -> str:
    directory = directory_of(event)
    try:
        return tenant_of(directory)
    except (OSError, ValueError, RuntimeError):  # the last is a home that nobody has
        raise InvalidValue(
            f"cwd is {str(directory)!r:.80}, and its repository cannot be read."
        ) from None
