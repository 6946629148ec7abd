"""List every setting for the reference page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pydantic_core import PydanticUndefined

from muniment.settings.configuration import Settings
from muniment.settings.keys import Key, keys_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingEntry:
    """One setting as the reference page shows it."""

    name: str
    variable: str
    default: str
    description: str


def settings_reference() -> tuple[SettingEntry, ...]:
    """Return every setting, in the order of its type, sections left out.

    Defaults are written as TOML writes them; an unset one is empty.
    """
    return tuple(
        SettingEntry(
            name=key.dotted,
            variable=key.variable,
            default=_default_of(key),
            description=key.field.description or "",
        )
        for key in keys_of(Settings)
        if not key.is_section
    )


def _default_of(key: Key) -> str:
    default = key.field.default
    if key.is_mapping:
        return "{}"
    if default is None or default is PydanticUndefined:
        return ""
    if isinstance(default, bool):
        return str(default).lower()
    if isinstance(default, Enum):
        return f'"{default.value}"'
    return f'"{default}"' if isinstance(default, str) else str(default)
