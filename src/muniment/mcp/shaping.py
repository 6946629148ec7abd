"""Derive a tool's schemas from its operation, and read its arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import NoneType
from typing import Any, Final, cast, get_args

from pydantic import BaseModel, TypeAdapter, ValidationError

from muniment.errors import InvalidValue, UnstorableText
from muniment.mcp.lean import Schema, lean_answer, lean_arguments
from muniment.mcp.wording import ERROR
from muniment.model.worded import cut
from muniment.operations.shapes import Shape, broken_rules, shape_of

NOTICE: Final = "notice"
"""The field that says, beside what was stored, that it is data."""

CURSOR: Final = "cursor"
"""The field that says that there is more, and where it begins."""

ITEMS: Final = "items"
"""The field that holds a list, where an answer is one: MCP's answers are objects."""

_GIVEN_MAX: Final = 80


def shape(request: type, without: tuple[str, ...]) -> Shape:
    """Return the shape of a tool's arguments."""
    names = tuple(item.name for item in fields(request) if item.name not in without)
    return shape_of(request, names, title=request.__name__)


def input_schema(request: type, without: tuple[str, ...]) -> Schema:
    """Return the JSON schema of a tool's arguments."""
    return lean_arguments(shape(request, without).model.model_json_schema())


def output_schema(answer: Any, *, tells: bool) -> Schema:
    """Return the JSON schema of a tool's answer, which is an object whatever the operation's is.

    It requires no field, for an error fits it too: clients check what is told of one against the same
    schema.
    """
    schema = lean_answer(TypeAdapter(answer).json_schema(mode="serialization"))
    if not is_object(answer):
        schema = {"type": "object", "properties": {ITEMS: schema}}
    if tells:
        schema["properties"] = {NOTICE: {"type": "string"}, **schema["properties"]}
    properties = _each_once(schema["properties"])
    return {**schema, "properties": {**properties, ERROR: {"type": "object"}}}


def _each_once(properties: Mapping[str, Schema]) -> Schema:
    """Return the schemas of an object's fields, of two fields alike that have fields themselves the second by reference."""
    found: dict[str, Schema] = {}
    for name, schema in properties.items():
        same = next((other for other, told in found.items() if told == schema), None)
        is_nested = same is not None and "properties" in schema.get("items", schema)
        found[name] = {"$ref": f"#/properties/{same}"} if is_nested else schema
    return found


def is_object(answer: Any) -> bool:
    """Tell whether an answer's plain form is an object, as a dataclass's is, and not a list."""
    kind = getattr(answer, "__origin__", answer)
    return hasattr(kind, "__dataclass_fields__")


def values(shaped: Shape, given: Mapping[str, object] | None) -> dict[str, object]:
    """Return a tool's arguments as the request takes them.

    What is null although it may not be is taken as left out: agents write it for what they do not
    want to say.

    Raises:
        InvalidValue, UnstorableText: an argument is missing, unknown, or of the wrong kind.
    """
    said = {
        name: value
        for name, value in (given or {}).items()
        if value is not None or _takes_null(shaped.model, name)
    }
    try:
        return shaped.values(shaped.model.model_validate(said))
    except ValidationError as error:
        raise _misfit(shaped.model, error) from None


def _takes_null(model: type[BaseModel], name: str) -> bool:
    field = model.model_fields.get(name)
    return field is None or NoneType in get_args(field.annotation)


def _misfit(model: type[BaseModel], error: ValidationError) -> InvalidValue | UnstorableText:
    found = cast("Sequence[Mapping[str, object]]", error.errors(include_url=False))
    first, (place, rule) = found[0], broken_rules(found)
    where = ".".join(place)
    if first["type"] == "string_unicode":
        return UnstorableText(f"{where} holds a NUL or a lone surrogate. Remove it.")
    if first["type"] == "missing":
        return InvalidValue(f"{where} is missing: {_about(model, where)}")
    if first["type"] == "extra_forbidden":
        known = ", ".join(model.model_fields) or "none"
        return InvalidValue(f"{where!r:.80} is not an argument of this tool; it has {known}.")
    shown = cut(repr(first.get("input")), _GIVEN_MAX)
    return InvalidValue(f"{where} is {shown}: {rule}.")


def _about(model: type[BaseModel], name: str) -> str:
    field = model.model_fields.get(name)
    return (field.description if field is not None else None) or "write it."
