"""Make JSON schemas small: every agent reads those of all tools, whatever it then calls."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, cast

Schema = dict[str, Any]

NULL: Final = "null"
_TOLD: Final = ("description", "default", "enum", "minLength", "maxLength", "minItems", "maxItems")
_BOUNDS: Final = ("minimum", "maximum")
_BOUND_MAX: Final = 2**53
"""A bound beyond this says only what a number is stored in."""

DEPTH: Final = 2
"""How many objects deep an answer is described: what is further in describes itself."""


def lean_arguments(schema: Schema) -> Schema:
    """Return the schema of arguments with what a caller can tell from it, and nothing else.

    What may be left out says no null: leaving it out means the same.
    """
    defined = schema.get("$defs", {})
    told: Schema = {
        "type": "object",
        "properties": {
            name: _argument(each, defined) for name, each in schema.get("properties", {}).items()
        },
        "additionalProperties": False,
    }
    if required := schema.get("required"):
        told["required"] = required
    return told


def _argument(schema: Schema, defined: Mapping[str, Schema]) -> Schema:
    lean = _kind(schema, defined, DEPTH)
    if "integer" in lean.get("type", ()):  # nobody needs to be shown a number
        lean.pop("examples", None)
    if "default" in schema and not schema["default"]:
        if schema["default"] is None:
            lean = _without_null(lean)
        lean.pop("default", None)
    return lean


def lean_answer(schema: Schema) -> Schema:
    """Return the schema of an answer by names and types, as deep as `DEPTH`."""
    return _kind(schema, schema.get("$defs", {}), DEPTH, is_answer=True)


def _kind(
    schema: Schema, defined: Mapping[str, Schema], depth: int, *, is_answer: bool = False
) -> Schema:
    schema = _resolved(schema, defined)
    options = schema.get("anyOf") or schema.get("oneOf")
    if options:
        kinds = [_kind(each, defined, depth, is_answer=is_answer) for each in options]
        lean = _either(kinds)
    elif "const" in schema:
        lean = {"type": schema.get("type", "string"), "enum": [schema["const"]]}
    else:
        lean = {"type": schema["type"]} if "type" in schema else {}
        if "properties" in schema and depth > 0:
            lean["properties"] = {
                name: _kind(each, defined, depth - 1, is_answer=is_answer)
                for name, each in schema["properties"].items()
            }
        if isinstance(schema.get("items"), dict):
            lean["items"] = _kind(schema["items"], defined, depth, is_answer=is_answer)
    if is_answer:
        lean.pop("enum", None)
        return lean
    return lean | {name: schema[name] for name in _TOLD if name in schema} | _hints(schema)


def _hints(schema: Schema) -> Schema:
    told = {
        name: schema[name] for name in _BOUNDS if abs(schema.get(name, _BOUND_MAX)) < _BOUND_MAX
    }
    if schema.get("format") == "uuid":
        told["format"] = "uuid"
    if examples := schema.get("examples"):
        told["examples"] = examples[:1]
    return told


def _resolved(schema: Schema, defined: Mapping[str, Schema]) -> Schema:
    if "$ref" not in schema:
        return schema
    found = defined[str(schema["$ref"]).rpartition("/")[2]]
    beside = {name: value for name, value in schema.items() if name != "$ref"}
    return {name: each for name, each in found.items() if name != "description"} | beside


def _either(kinds: Iterable[Schema]) -> Schema:
    """Return one schema for what is of one of several kinds."""
    lean: Schema = {}
    types: list[str] = []
    words: list[object] | None = []
    for kind in kinds:
        own = kind.get("type", [])
        types += [own] if isinstance(own, str) else own
        if own != NULL:
            words = None if words is None or "enum" not in kind else [*words, *kind["enum"]]
        for name, each in kind.items():
            if name == "properties" and name in lean:
                lean[name] = _both(cast("Schema", lean[name]), cast("Schema", each))
            elif name not in ("type", "enum"):
                lean[name] = each
    every = list(dict.fromkeys(types))
    lean["type"] = every[0] if len(every) == 1 else every
    if words:
        lean["enum"] = [*words, None] if NULL in every else words
    return lean


def _both(first: Schema, second: Schema) -> Schema:
    return {
        name: _either([each[name] for each in (first, second) if name in each])
        for name in {**first, **second}
    }


def _without_null(schema: Schema) -> Schema:
    kinds = schema.get("type")
    if not isinstance(kinds, list):
        return schema
    left = [each for each in kinds if each != NULL]
    lean = schema | {"type": left[0] if len(left) == 1 else left}
    if "enum" in lean:
        lean["enum"] = [each for each in lean["enum"] if each is not None]
    return lean
