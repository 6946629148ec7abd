"""Print values as people read them: what they say in a line, then a line for each of their items."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence, Sized
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any, Final, Generic, TypeVar, cast, overload
from uuid import UUID

from muniment.model.plain import plain
from muniment.model.quoting import written_out
from muniment.model.worded import basis_line, cut, moment, period
from muniment.temporal.basis import Basis, Point
from muniment.temporal.period import Period

Item = TypeVar("Item")
Answer = TypeVar("Answer")

ITEMS_SHOWN: Final = 20
"""How many items of a value are printed; the others are counted."""

TEXT_SHOWN: Final = 200
"""How many characters of a text are printed."""

DIGEST_SHOWN: Final = 12
"""How many characters of a digest are printed."""

_DIGEST: Final = re.compile("[0-9a-f]{64}")


class Printed:
    """A value that prints short. Nothing is lost: its fields hold everything, `plain` gives it whole."""

    __slots__ = ()

    def _line(self) -> str:
        """Return what it says in one line: fields that say nothing, or only the usual, are left out."""
        told = [(item, getattr(self, item.name)) for item in _fields(self)]
        listed = next((item.name for item, value in told if isinstance(value, tuple)), "")
        counted = [f"{listed} {len(self)}"] if isinstance(self, Sized) else []
        return ", ".join(
            counted
            + [
                f"{item.name.replace('_', ' ')} {_quoted(value)}"
                for item, value in told
                if not _is_part(value) and not _is_silent(item, value)
            ]
        )

    def _parts(self) -> Iterator[str]:
        """Return a line for each of its items, and the basis last."""
        named = [(item.name, getattr(self, item.name)) for item in _fields(self)]
        bases = [value for _, value in named if isinstance(value, Basis)]
        listed = [
            (name, value)
            for name, value in named
            if _is_part(value) and not isinstance(value, Basis)
        ]
        for name, value in listed:
            before = "" if len(listed) == 1 else f"{name.replace('_', ' ')}: "
            yield from (f"{before}{each}" for each in lines_of(value))
        yield from (basis_line(basis) for basis in bases)

    def __str__(self) -> str:
        head = f"{type(self).__name__}: {self._line()}".removesuffix(": ")
        return "\n  ".join((head, *self._parts()))

    def __repr__(self) -> str:
        return f"<{self}>"


class Walked(Printed, Generic[Item]):
    """A value that is gone through, counted and indexed as what it holds several of."""

    __slots__ = ()

    def _walked(self) -> tuple[Item, ...]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Item]:
        return iter(self._walked())

    def __len__(self) -> int:
        return len(self._walked())

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, place: int | slice) -> Item | tuple[Item, ...]:
        return listed(self._walked()[place])


class Several(Walked[Item]):
    """A value that has items, and is gone through as they are."""

    __slots__ = ()

    items: tuple[Item, ...]

    def _walked(self) -> tuple[Item, ...]:
        return self.items


class Listed(Printed, tuple[Item, ...]):
    """Values one after the other, equal to the tuple of them, that print a line each."""

    __slots__ = ()

    def _line(self) -> str:
        return f"items {len(self)}"

    def _parts(self) -> Iterator[str]:
        yield from lines_of(self)


def listed(answer: Answer) -> Answer:
    """Return an answer as it is, but for several values: those print a line each."""
    if isinstance(answer, tuple) and answer and isinstance(answer[0], Printed):
        return cast("Answer", Listed(answer))
    return answer


def said_line(words: str, about: str, times: str) -> str:
    """Return words in one line, with what they are about and when that is so."""
    return f"{short(words)} ({', '.join(part for part in (in_line(about), times) if part)})"


def with_reason(by: str, reason: str | None) -> str:
    """Return who did something, and why if that was told."""
    return by if reason is None else f"{by}, because “{short(reason)}”"


def lines_of(value: object) -> Iterator[str]:
    """Return a line for each item of a list, or for a value by itself."""
    items: Sequence[object] = value if isinstance(value, tuple) else (value,)
    yield from (in_line(each) for each in items[:ITEMS_SHOWN])
    if len(items) > ITEMS_SHOWN:
        yield f"… and {len(items) - ITEMS_SHOWN} more"


def in_line(value: object) -> str:
    """Return a value in one line, nothing in it misleading."""
    match value:
        case Printed():
            return value._line()
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
        case float():
            return f"{value:.4g}"
        case datetime():
            return moment(value)
        case Period():
            return period(value.start, value.end)
        case Point():
            return f"{value.number} ({moment(value.time)})"
        case tuple() if len(value) > 1 and all(isinstance(each, UUID) for each in value):
            return str(len(value))
        case tuple() | list():
            return ", ".join(in_line(each) for each in value)
        case Mapping():
            return short(json.dumps(plain(value), ensure_ascii=False))
        case _ if is_dataclass(value):
            told = ((item.name, getattr(value, item.name)) for item in _fields(value))
            return ", ".join(f"{name} {_quoted(each)}" for name, each in told if each is not None)
        case str() if _DIGEST.fullmatch(value):
            return f"{value[:DIGEST_SHOWN]}…"
        case _:
            return short(str(value))


def short(text: str, most: int = TEXT_SHOWN) -> str:
    """Return a text as one line, cut where it is long."""
    return cut(written_out(" ".join(text.split())), most)


def _quoted(value: object) -> str:
    told = in_line(value)
    return f"“{told}”" if isinstance(value, str) and " " in told else told


def _fields(value: object) -> Iterator[Field[Any]]:
    assert is_dataclass(value)
    return (item for item in fields(value) if item.repr)


def _is_part(value: object) -> bool:
    if isinstance(value, tuple):
        return bool(value) and is_dataclass(value[0])
    return is_dataclass(value) and not isinstance(value, Period | Point)


def _is_silent(item: Field[Any], value: object) -> bool:
    is_usual = item.default is not MISSING and value == item.default
    return is_usual or value is None or value in ((), "")
