"""Refuse a request whose values are of the wrong kind, before a room below meets them."""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from muniment.errors import InvalidValue
from muniment.ledger.changing import Unset
from muniment.ledger.drafts import each_checked
from muniment.model.receipts import NUMBER_MAX
from muniment.model.storable import refuse_unstorable

Request = TypeVar("Request")
Item = TypeVar("Item")
_CALLED: dict[object, str] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    Sequence: "a list",
    Mapping: "an object",
    tuple: "a pair",
    type(None): "null",
}


def read_request(kind: type[Request], given: object) -> Request:
    """Return a request, or one made of an object with its fields as keys.

    Raises:
        InvalidValue: it is neither, or has keys that are no fields, or lacks one.
    """
    if isinstance(given, kind):
        return given
    if not isinstance(given, Mapping):
        raise InvalidValue(
            f"{given!r:.80} is of type {type(given).__name__}; write a {kind.__name__} or an object "
            f"with its fields."
        )
    known, needed = _fields(cast("Hashable", kind))
    strange = [str(key) for key in given if key not in known]
    if strange:
        raise InvalidValue(
            f"{strange[0]!r:.80} is not a field of {kind.__name__}; it has {', '.join(known)}."
        )
    lacking = [name for name in needed if name not in given]
    if lacking:
        raise InvalidValue(f"a {kind.__name__} needs {' and '.join(lacking)}.")
    return kind(**given)


@cache
def _fields(kind: Hashable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of a request's fields, and of those that have no default."""
    items = fields(cast("Any", kind))
    return tuple(each.name for each in items), tuple(
        each.name for each in items if each.default is MISSING
    )


def read_each(given: Iterable[Item], where: str, read: Callable[[Item], Request]) -> list[Request]:
    """Return what is read of the items of anything but a text or an object.

    Raises:
        InvalidValue: there are none to be had, or one cannot be read.
    """
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise InvalidValue(
            f"{where} is {given!r:.80}, of type {type(given).__name__}; write a list."
        )
    return each_checked(where, list(given), read)


def refuse_misfit(request: object) -> None:
    """Raise unless every field holds what it says, in its words and bounds, and every text can be stored.

    Times are left to those who read them.

    Raises:
        InvalidValue: a value is of another kind, or a number that no column holds.
        UnstorableText: a text holds a NUL or a lone surrogate.
    """
    for name, kinds, default, told in _shape(cast("Hashable", type(request))):
        value = getattr(request, name)
        if value is not default and (value is not None or type(None) not in kinds):
            _refuse(value, kinds, name)
            _refuse_beyond(value, told, name)


@cache
def _shape(request: Hashable) -> tuple[tuple[str, tuple[Any, ...], object, Mapping[str, Any]], ...]:
    hints = get_type_hints(request)
    return tuple(
        (item.name, kinds_of(hints[item.name]), item.default, item.metadata)
        for item in fields(cast("Any", request))
    )


@cache
def kinds_of(hint: Any) -> tuple[Any, ...]:
    """Return the kinds that a type hint allows."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _refuse(value: object, kinds: tuple[Any, ...], where: str) -> None:
    if isinstance(value, str) and str in kinds and datetime not in kinds:
        refuse_unstorable(value, where)
    elif datetime not in kinds or isinstance(value, int):
        for kind in kinds:
            if _fits(value, kind):
                _refuse_within(value, kind, where)
                return
        if datetime not in kinds:
            named = (_called(kind) for kind in kinds if kind is not Unset)
            expected = " or ".join(dict.fromkeys(named))
            raise InvalidValue(
                f"{where} is {value!r:.80}, of type {type(value).__name__}; write {expected}."
            )


def _refuse_beyond(value: Any, told: Mapping[str, Any], where: str) -> None:
    words, least, most = (told.get(name) for name in ("words", "least", "most"))
    if words and value not in words:
        raise InvalidValue(f"{where} is {value!r:.80}; it must be one of {', '.join(words)}.")
    if least is None:
        return
    if most is None and not value >= least:
        raise InvalidValue(f"{where} is {value}; it must be at least {least}.")
    if most is not None and not least <= value <= most:
        raise InvalidValue(f"{where} is {value}; write a number from {least} to {most}.")


def _fits(value: object, kind: Any) -> bool:
    if kind is object:
        return True
    if isinstance(value, bool):
        return kind is bool
    if kind is float:
        return isinstance(value, int | float)
    plain = _plain(kind)
    if plain is Sequence:
        return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)
    if plain is tuple:
        return isinstance(value, tuple | list) and len(value) == len(get_args(kind))
    return isinstance(value, plain)


def _refuse_within(value: object, kind: Any, where: str) -> None:
    if isinstance(value, int) and abs(value) > NUMBER_MAX:
        raise InvalidValue(f"{where} is {value}, which is beyond what can be counted.")
    if _is_request(kind):
        refuse_misfit(value)
    elif _plain(kind) is tuple:
        for item, hint in zip(_items(value), get_args(kind), strict=True):
            _refuse(item, kinds_of(hint), f"an item of {where}")
    elif _plain(kind) is Sequence:
        kinds = kinds_of(get_args(kind)[0])

        def refuse(item: object) -> None:
            _refuse(item, kinds, f"an item of {where}")

        each_checked(where, _items(value), refuse)


@cache
def _plain(kind: Any) -> Any:
    return get_origin(kind) or kind


@cache
def _is_request(kind: Any) -> bool:
    return is_dataclass(kind) and all("about" in item.metadata for item in fields(kind))


def _items(value: object) -> Sequence[object]:
    assert isinstance(value, Sequence)
    return value


def _called(kind: Any) -> str:
    plain = _plain(kind)
    if plain is Sequence:
        (item,) = get_args(kind)
        return f"a list, each item {' or '.join(_called(each) for each in kinds_of(item))}"
    return _CALLED.get(plain, f"a {getattr(plain, '__name__', plain)}")
