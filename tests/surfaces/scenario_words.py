"""Say what a scenario is made of: steps with arguments, and the literal answers they must get."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

_NAMED: Final = re.compile(r"\$(\w+)((?:\.[\w*]+)*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One operation with its arguments, and what it must answer.

    A text `$name.path` among the arguments stands for a part of an earlier answer. `gives` names
    parts of the answer by path: `items.*.content` is the list of the contents, `items.#` their count,
    `items.name=Mike` the one whose name it is.
    """

    does: str
    given: Mapping[str, Any]
    gives: Mapping[str, Any]
    fails: str | None = None
    kept: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A few steps in a tenant of their own, the same on every surface."""

    name: str
    steps: tuple[Step, ...]


def do(
    does: str, kept: str | None = None, *, gives: Mapping[str, Any] | None = None, **given: Any
) -> Step:
    """Return a step that is done; its answer is kept under a name, if one is given."""
    return Step(does=does, given=given, gives=gives or {}, kept=kept)


def add(kept: str, content: str, *, gives: Mapping[str, Any] | None = None, **fields: Any) -> Step:
    """Return a step that adds one belief."""
    told = {f"0.{path}": value for path, value in (gives or {"outcome": "ADD"}).items()}
    return do("add_many", kept, memories=[{"content": content, **fields}], gives=told)


def refused(does: str, code: str, **given: Any) -> Step:
    """Return a step that is refused with a code."""
    return Step(does=does, given=given, gives={}, fails=code)


def scenario(name: str, *steps: Step) -> Scenario:
    """Return a scenario of some steps."""
    return Scenario(name=name, steps=steps)


def part(answer: Any, path: str) -> Any:
    """Return the part of an answer that a path names."""
    for at, name in enumerate(words := path.split(".")):
        if name == "*":
            return [part(item, ".".join(words[at + 1 :])) for item in answer]
        if name == "#":
            return len(answer)
        if "=" in name:
            field, value = name.split("=")
            (answer,) = [item for item in answer if item[field] == value]
        elif name:
            answer = answer[int(name)] if isinstance(answer, list) else answer[name]
    return answer


def filled(value: Any, kept: Mapping[str, Any]) -> Any:
    """Return arguments with parts of earlier answers put in."""
    if isinstance(value, Mapping):
        return {name: filled(item, kept) for name, item in value.items()}
    if isinstance(value, list):
        return [filled(item, kept) for item in value]
    if isinstance(value, str) and (named := _NAMED.fullmatch(value)):
        return part(kept[named[1]], named[2].lstrip("."))
    return value


def differences(step: Step, answer: Any, kept: Mapping[str, Any]) -> Iterator[str]:
    """Say where an answer is not what a step must get."""
    for path, expected in step.gives.items():
        wanted = filled(expected, kept)
        found = part(answer, path)
        if found != wanted:
            yield f"{step.does}: {path} is {found!r}, not {wanted!r}"
