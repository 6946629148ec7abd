"""Read one of a closed set of words."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeVar

from muniment.errors import InvalidValue

Choice = TypeVar("Choice", bound=StrEnum)


def choice(kind: type[Choice], value: str, field: str) -> Choice:
    """Return the member of an enumeration that a word names.

    Raises:
        InvalidValue: it names none; the message lists those there are.
    """
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(member.value for member in kind)
        raise InvalidValue(f"{field} is {value!r}; it is one of {allowed}.") from None
