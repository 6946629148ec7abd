"""Name every key of the configuration, as a dotted path and as an environment variable."""

from __future__ import annotations

import difflib
import typing
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import BaseModel
from pydantic.fields import FieldInfo

ENV_PREFIX = "MUNIMENT_"
ENV_DELIMITER = "__"
CONFIG_VARIABLE = "MUNIMENT_CONFIG"
"""The environment variable that names the settings file; it is no setting itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key: a value, a section of further keys, or a mapping whose keys are free."""

    path: tuple[str, ...]
    field: FieldInfo
    is_section: bool
    is_mapping: bool

    @property
    def dotted(self) -> str:
        """Return the key as the file and the messages write it: `embedder.name`."""
        return ".".join(self.path)

    @property
    def variable(self) -> str:
        """Return the environment variable: `MUNIMENT_EMBEDDER__NAME`."""
        return variable_of(self.path)


def variable_of(path: Iterable[object]) -> str:
    """Return the environment variable of a key's path."""
    return ENV_PREFIX + ENV_DELIMITER.join(str(part) for part in path).upper()


def keys_of(model: type[BaseModel], above: tuple[str, ...] = ()) -> tuple[Key, ...]:
    """Return every key of a settings type, sections before what they hold, in their order."""
    keys: list[Key] = []
    for name, field in model.model_fields.items():
        annotation = field.annotation
        path = (*above, name)
        section = isinstance(annotation, type) and issubclass(annotation, BaseModel)
        mapping = typing.get_origin(annotation) is dict
        keys.append(Key(path=path, field=field, is_section=section, is_mapping=mapping))
        if isinstance(annotation, type) and issubclass(annotation, BaseModel):
            keys += keys_of(annotation, path)
    return tuple(keys)


def nearest(word: str, words: Iterable[str]) -> str:
    """Return the word that looks most like another; ties go to the first in the alphabet."""
    return max(
        sorted(words),
        key=lambda other: difflib.SequenceMatcher(None, word.lower(), other.lower()).ratio(),
    )
