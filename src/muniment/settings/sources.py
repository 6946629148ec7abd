"""Refuse keys that do not exist, and say where a wrong value was given."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ValidationError

from muniment.errors import UnknownSetting
from muniment.settings.keys import (
    CONFIG_VARIABLE,
    ENV_DELIMITER,
    ENV_PREFIX,
    Key,
    nearest,
    variable_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What each source gave: dotted paths from code and file, names of variables.

    `where` says where the code has it from.
    """

    where: str
    code: frozenset[str]
    variables: frozenset[str]
    file: frozenset[str]


def settings_file() -> Path:
    """Return the file that settings are read from; `MUNIMENT_CONFIG` names another one."""
    named = os.environ.get(CONFIG_VARIABLE)
    return Path(named).expanduser() if named else Path.home() / ".muniment.toml"


def given(keys: Sequence[Key], code: Mapping[str, object], where: str) -> Given:
    """Collect what every source gave.

    Raises:
        UnknownSetting: a source has a key that does not exist, or `MUNIMENT_CONFIG` names no
            file.
        OSError, UnicodeDecodeError, tomllib.TOMLDecodeError: the file cannot be read.
    """
    path = settings_file()
    variables = {name.upper() for name in os.environ if name.upper().startswith(ENV_PREFIX)}
    if os.environ.get(CONFIG_VARIABLE) and not path.is_file():
        raise UnknownSetting(
            f"There is no settings file {path}, which {CONFIG_VARIABLE} or --config names."
        )
    file = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    from_code, from_file = tuple(_paths(code)), tuple(_paths(file))
    _refuse_unknown_paths(keys, from_code, where)
    _refuse_unknown_variables(keys, variables - {CONFIG_VARIABLE})
    _refuse_unknown_paths(keys, from_file, f"in {path}")
    return Given(
        where=where,
        code=frozenset(".".join(path) for path in from_code),
        variables=frozenset(variables),
        file=frozenset(".".join(path) for path in from_file),
    )


def told(wrong: ValidationError, sources: Given | None) -> str:
    """Return one line about every wrong value: key, source, rule; never the value."""
    lines = []
    for error in wrong.errors(include_url=False, include_context=False, include_input=False):
        path = tuple(str(part) for part in error["loc"])
        rule = error["msg"].removeprefix("Value error, ")
        rule = rule[:1].lower() + rule[1:]
        where = _source_of(path, sources)
        lines.append(f"{'.'.join(path) or 'settings'}{where}: {rule}")
    return "; ".join(lines) + "."


def _paths(source: Mapping[str, object], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for name, value in source.items():
        path = (*above, str(name))
        yield path
        if isinstance(value, BaseModel):
            yield from _paths({name: getattr(value, name) for name in value.model_fields_set}, path)
        elif isinstance(value, Mapping):
            yield from _paths(value, path)


def _refuse_unknown_paths(
    keys: Sequence[Key], paths: Sequence[tuple[str, ...]], where: str
) -> None:
    known = {key.path: key for key in keys}
    values = {key.path for key in keys if not key.is_section}
    for path in paths:
        inside_value = any(path[:length] in values for length in range(1, len(path)))
        if path not in known and not inside_value:
            written = ".".join(path)
            likely = nearest(written, [key.dotted for key in keys])
            raise UnknownSetting(
                f"There is no setting {written!r} ({where}). Did you mean {likely!r}?"
            )


def _refuse_unknown_variables(keys: Sequence[Key], variables: set[str]) -> None:
    known = {key.variable for key in keys}
    free = tuple(key.variable + ENV_DELIMITER for key in keys if key.is_mapping)
    for variable in sorted(variables - known):
        if not variable.startswith(free):
            likely = nearest(variable, [*known, CONFIG_VARIABLE])
            raise UnknownSetting(
                f"There is no setting {variable} (in the environment). Did you mean {likely}?"
            )


def _source_of(path: tuple[str, ...], sources: Given | None) -> str:
    if sources is None or not path:
        return ""
    if ".".join(path) in sources.code:
        return f" ({sources.where})"
    for length in range(len(path), 0, -1):
        variable = variable_of(path[:length])
        if variable in sources.variables:
            return f" ({variable})"
    return f" (in {settings_file()})" if ".".join(path) in sources.file else ""
