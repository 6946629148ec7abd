"""Read the values of a model's answer, each as strictly as if a stranger had sent it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

from muniment.errors import ModelAnswerUnusable
from muniment.model.plain import Plain
from muniment.model.storable import is_storable
from muniment.ports.language_model import JsonObject

Checked = TypeVar("Checked")
Choice = TypeVar("Choice", bound=StrEnum)


def a_list(told: JsonObject, key: str, items_max: int) -> list[Plain]:
    """Return a list of at most so many items.

    Raises:
        ModelAnswerUnusable: it is none, or too long.
    """
    value = told.get(key)
    if not isinstance(value, list):
        raise ModelAnswerUnusable(f"{key} is {value!r:.80}; it is a list.")
    if len(value) > items_max:
        raise ModelAnswerUnusable(f"{key} has {len(value)} items; {items_max} are allowed.")
    return value


def objects(told: JsonObject, key: str, items_max: int) -> Iterator[JsonObject | None]:
    """Give the items of a list; one that is no object is None.

    Raises:
        ModelAnswerUnusable: there is no list, or it is too long.
    """
    for item in a_list(told, key, items_max):
        yield item if isinstance(item, Mapping) else None


def standing(
    told: JsonObject, key: str, items_max: int, check: Callable[[JsonObject | None], Checked]
) -> tuple[tuple[Checked, ...], tuple[str, ...]]:
    """Return what stands of the items of a list, and why each of the others fell.

    Raises:
        ModelAnswerUnusable: there is no list, or it is too long.
    """
    stand: list[Checked] = []
    refused: list[str] = []
    for item in objects(told, key, items_max):
        try:
            stand.append(check(item))
        except ModelAnswerUnusable as error:
            refused.append(error.message)
    return tuple(stand), tuple(refused)


def a_text(told: JsonObject, key: str, characters_max: int) -> str:
    """Return a text that is not blank, without white space around it.

    Raises:
        ModelAnswerUnusable: it is none, blank, too long, or cannot be stored.
    """
    value = told.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ModelAnswerUnusable(f"{key} is {value!r:.80}; it is a text.")
    if len(value) > characters_max:
        raise ModelAnswerUnusable(
            f"{key} has {len(value)} characters, of at most {characters_max}."
        )
    if not is_storable(value):
        raise ModelAnswerUnusable(f"{key} holds a NUL or a lone surrogate.")
    return value.strip()


def perhaps_text(told: JsonObject, key: str, characters_max: int) -> str | None:
    """Return a text, or None where it is missing, null or blank.

    Raises:
        ModelAnswerUnusable: it is something else.
    """
    value = told.get(key)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    return a_text(told, key, characters_max)


def a_choice(told: JsonObject, key: str, kind: type[Choice]) -> Choice:
    """Return a member of a closed set.

    Raises:
        ModelAnswerUnusable: it is none.
    """
    value = told.get(key)
    try:
        return kind(value)  # type: ignore[arg-type]  # what is no text is no member either
    except ValueError:
        allowed = ", ".join(member.value for member in kind)
        raise ModelAnswerUnusable(f"{key} is {value!r:.80}; it must be one of {allowed}.") from None


def a_score(told: JsonObject, key: str) -> float:
    """Return a number from 0 to 1.

    Raises:
        ModelAnswerUnusable: it is none.
    """
    value = told.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ModelAnswerUnusable(f"{key} is {value!r:.80}; it is a number.")
    if not (math.isfinite(value) and 0 <= value <= 1):
        raise ModelAnswerUnusable(f"{key} is {value!r:.80}; it is from 0 to 1.")
    return float(value)


def a_flag(told: JsonObject, key: str) -> bool:
    """Return true or false.

    Raises:
        ModelAnswerUnusable: it is neither.
    """
    value = told.get(key)
    if not isinstance(value, bool):
        raise ModelAnswerUnusable(f"{key} is {value!r:.80}; it is true or false.")
    return value


def keys_of(told: JsonObject, key: str, known: Mapping[str, object], items_max: int) -> list[str]:
    """Return the keys that a list names, each once, in their order.

    Raises:
        ModelAnswerUnusable: one was never shown, or it is no list.
    """
    named = a_list(told, key, items_max)
    for item in named:
        if not isinstance(item, str) or item not in known:
            raise ModelAnswerUnusable(f"{key} names {item!r:.80}, which was not shown.")
    return [item for item in dict.fromkeys(named) if isinstance(item, str)]
