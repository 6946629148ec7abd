"""Translate LangGraph's items and beliefs into each other, and judge its filters."""

from __future__ import annotations

import hashlib
import json
import operator
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, TypedDict, cast
from unicodedata import normalize

from muniment.errors import InvalidValue
from muniment.integrations.faces import extra_missing
from muniment.model.memory import Memory, Metadata
from muniment.model.names import folded
from muniment.model.storable import is_blank

try:
    from langgraph.store.base import PutOp, get_text_at_path, tokenize_path
except ModuleNotFoundError as missing:
    raise extra_missing("langgraph") from missing

CATEGORY: Final = "item"
"""The category that items are beliefs of; it holds one belief of a key at a time."""

_NAME: Final = 256
"""The most characters of an entity's name."""

_BESIDE: Final = "langgraph"
"""Where in the metadata of a belief its item is."""

_SIZE_MAX: Final = "limits.metadata_bytes_max"
"""The setting that says how large what is kept beside words may be: an item is."""

_COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}


class Told(TypedDict):
    """What LangGraph's items are made of."""

    namespace: tuple[str, ...]
    key: str
    value: dict[str, Any]
    created_at: datetime
    updated_at: datetime


def name_of(namespace: Sequence[str]) -> str:
    """Return our name of a namespace: no label has a full stop.

    Raises:
        InvalidValue: it would be stored as another, with what that has in it.
    """
    name = ".".join(namespace)
    stored = normalize("NFC", name).strip()
    if name != stored:
        raise InvalidValue(
            f"the namespace {tuple(namespace)!r:.300} is stored as {path_of(stored)!r:.300}. Name that, or another."
        )
    return name


def path_of(name: str) -> tuple[str, ...]:
    """Return LangGraph's name of a namespace."""
    return tuple(name.split("."))


def entity_of(key: str) -> str:
    """Return the entity of a key: that, or with a mark.

    Entities are equal under folding, keys are not. A key may be empty, and longer than a name.
    """
    if key and key == folded(key) and len(key) <= _NAME:
        return key
    mark = f" ({hashlib.sha256(key.encode(errors='surrogatepass')).hexdigest()[:12]})"
    return key[: _NAME - len(mark)] + mark


def text_of(value: Mapping[str, object], index: Literal[False] | list[str] | None, key: str) -> str:
    """Return the words that an item is found by: those of its indexed fields.

    Without a choice of fields it is the one text of the value, or all of it as JSON; with `False`,
    and where they are blank, it is the key alone.
    """
    named = entity_of(key) if is_blank(key) else key
    if index is False:
        return named
    if index:
        found = [text for path in index for text in get_text_at_path(value, tokenize_path(path))]
        words = "\n".join(found)
        return named if is_blank(words) else words
    if len(value) == 1:
        (only,) = value.values()
        if isinstance(only, str) and not is_blank(only):
            return only
    return json_of(value)


def json_of(value: Mapping[str, object]) -> str:
    """Return a value as JSON, which is how it is kept.

    Raises:
        InvalidValue: it holds what JSON does not have.
    """
    try:
        return json.dumps(dict(value), sort_keys=True, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidValue(
            f"the item's value is not valid JSON: {error}. Write times and your own objects as "
            f"text, and read them back from text."
        ) from None


def told_of_item(error: InvalidValue, puts: Sequence[PutOp]) -> InvalidValue:
    """Return an error as one of the item that is too large, where it tells of what items are kept as."""
    if _SIZE_MAX not in error.message:
        return error
    size, put = max(
        ((len(json_of(put.value or {}).encode()), put) for put in puts), key=lambda each: each[0]
    )
    return InvalidValue(
        f"the value put under {put.key!r:.300} in {put.namespace!r:.300} has {size} bytes as JSON, more "
        f"than the setting `{_SIZE_MAX}` allows for an item. Put less, such as a reference to the rest, or raise the setting."
    )


def metadata_of(value: Mapping[str, object], key: str, before: Memory | None) -> Metadata:
    """Return what is kept beside the words: the item, and since when there is one of its key."""
    item: dict[str, object] = {"key": key, "value": dict(value)}
    if before is not None:
        item["created_at"] = told(before)["created_at"].isoformat()
    return {_BESIDE: item}


def value_in(memory: Memory) -> Mapping[str, object] | None:
    """Return the value of the item that a belief is; None if others wrote it."""
    item = _item(memory)
    return None if item is None else cast("Mapping[str, object]", item["value"])


def told(memory: Memory) -> Told:
    """Return a belief as an item; one that others wrote has its words as `content`, its id as key."""
    item = _item(memory) or {}
    written = {"content": memory.content, "entity": memory.entity, "category": memory.category}
    return Told(
        namespace=path_of(memory.namespace),
        key=item.get("key", str(memory.id)),
        value=item["value"] if item else {name: said for name, said in written.items() if said},
        created_at=_moment(item.get("created_at")) or memory.known_from,
        # One that holds no more is known anew since it ended.
        updated_at=memory.valid_from if item and memory.valid_until else memory.known_from,
    )


def fits(value: Mapping[str, object], filters: Mapping[str, object] | None) -> bool:
    """Tell whether a value passes LangGraph's filters."""
    return all(_fits(value.get(name), wanted) for name, wanted in (filters or {}).items())


def matches(kind: str, pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Tell whether a namespace begins (or ends) as a pattern does; `*` stands for any label."""
    if len(path) < len(pattern):
        return False
    part = path[: len(pattern)] if kind == "prefix" else path[len(path) - len(pattern) :]
    return all(wanted in ("*", label) for wanted, label in zip(pattern, part, strict=True))


def _fits(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict):
        return bool(value == wanted)
    if any(name.startswith("$") for name in wanted):
        return all(_compares(value, name, other) for name, other in wanted.items())
    return isinstance(value, dict) and fits(value, wanted)


def _compares(value: Any, name: str, other: Any) -> bool:
    match name:
        case "$eq":
            return bool(value == other)
        case "$ne":
            return bool(value != other)
        case _ if name not in _COMPARED:
            raise ValueError(
                f"{name} is not an operator; there are $eq, $ne, {', '.join(_COMPARED)}."
            )
        case _:
            try:
                return _COMPARED[name](value, other)
            except TypeError:
                return False


def _item(memory: Memory) -> dict[str, Any] | None:
    found = (memory.metadata or {}).get(_BESIDE)
    return found if isinstance(found, dict) and "value" in found else None


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
