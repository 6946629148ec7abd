"""Derive from a request what a surface checks and documents: one model per operation and part."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Final, Literal, cast, get_args, get_origin, get_type_hints
from uuid import UUID

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    Json,
    WithJsonSchema,
    create_model,
)

from muniment.errors import FieldRepeated
from muniment.ledger.changing import UNSET, Unset
from muniment.model.json_texts import read_json
from muniment.model.recalled import Receipt
from muniment.model.receipts import NUMBER_MAX, read_receipt
from muniment.operations.catalogue import Argument, arguments
from muniment.operations.fitting import kinds_of
from muniment.temporal.basis import Point

Reader = Callable[[Any], object]

_KINDS: Final = frozenset({"bool", "dict", "float", "int", "list", "str"})
_MOMENT_SCHEMA: Final[dict[str, Any]] = {
    "anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}],
    "examples": ["2026-03-01", "2026-03-01T09:00:00Z"],
}
_NUMBER_SCHEMA: Final[dict[str, Any]] = {"type": "integer", "minimum": 0, "maximum": NUMBER_MAX}
MomentText = Annotated[str, WithJsonSchema(_MOMENT_SCHEMA)]
"""A moment as it is written."""

BasisText = Annotated[
    int | str,
    WithJsonSchema({"anyOf": [_NUMBER_SCHEMA, *_MOMENT_SCHEMA["anyOf"]], "examples": [12]}),
]
"""The number of a transaction, or a moment."""


def _refuse_repeated(text: object) -> object:
    if isinstance(text, str):
        with suppress(ValueError, RecursionError):  # what is no JSON is told by the model
            read_json(text)
    return text


_ObjectText = Annotated[Json[dict[str, Any]], BeforeValidator(_refuse_repeated)]
"""An object in an address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Some fields of a request as a model, and the way from the model to their values."""

    model: type[BaseModel]
    readers: Mapping[str, Reader]
    repeated: frozenset[str]
    """The fields that an address may name more than once: those that are lists."""

    def values(self, read: BaseModel) -> dict[str, object]:
        """Return the fields that were given, as the request takes them."""
        return {name: self.readers[name](getattr(read, name)) for name in read.model_fields_set}

    def read(self, parameters: Iterable[tuple[str, str]]) -> BaseModel:
        """Return the model of an address's parameters.

        Raises:
            FieldRepeated: one that is no list is there twice.
            ValidationError: they do not fit.
        """
        given: dict[str, str] = {}
        lists: dict[str, list[str]] = {}
        for name, value in parameters:
            if name in self.repeated:
                lists.setdefault(name, []).append(value)
            elif name in given:
                raise FieldRepeated(f"{name!r:.80} appears twice in the address. Write it once.")
            else:
                given[name] = value
        return self.model.model_validate(given | lists)


class _Strict(BaseModel):
    """A JSON object: of the kinds that it says, with no field besides."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class _Text(BaseModel):
    """Parameters of an address: texts that are read."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


@cache
def shape_of(
    request: Hashable, names: tuple[str, ...], *, title: str, is_text: bool = False
) -> Shape:
    """Return the shape of some fields of a request.

    `is_text` is for addresses: what is no text is written as one there, an object as JSON.
    """
    hints = get_type_hints(request)
    by_name = {each.name: each for each in arguments(cast("type", request))}
    parts = {
        name: _field(by_name[name], kinds_of(hints[name]), is_text=is_text)
        for name in by_name
        if name in names
    }
    model = create_model(
        title,
        __base__=_Text if is_text else _Strict,
        **cast("Any", {name: (kind, info) for name, (kind, info, _) in parts.items()}),
    )
    return Shape(
        model=model,
        readers={name: reader for name, (_, _, reader) in parts.items()},
        repeated=frozenset(
            name
            for name, field in model.model_fields.items()
            if get_origin(field.annotation) is list
        ),
    )


def body_of(request: type) -> Shape:
    """Return the shape of a whole request as a JSON object."""
    return shape_of(request, tuple(each.name for each in fields(request)), title=request.__name__)


def broken_rules(found: Sequence[Mapping[str, object]]) -> tuple[list[str], str]:
    """Return the place of the first misfit of a model and the rules that it breaks.

    A value that is of no kind of several breaks a rule of each: they are told as one.
    """
    place = _place(found[0])
    first, *others = dict.fromkeys(str(each["msg"]) for each in found if _place(each) == place)
    others = [rule.removeprefix("Input should be ") for rule in others]
    return place, ", or ".join((first[:1].lower() + first[1:], *others))


def _place(error: Mapping[str, object]) -> list[str]:
    parts = [str(part) for part in cast("Sequence[object]", error["loc"])]
    names_kind = len(parts) > 1 and parts[-1].partition("[")[0] in _KINDS
    return parts[:-1] if names_kind else parts


def _field(argument: Argument, kinds: tuple[Any, ...], *, is_text: bool) -> tuple[Any, Any, Reader]:
    # An address cannot say null: what is left out there is None.
    written = tuple(each for each in kinds if each is not type(None)) if is_text else kinds
    kind, reader = _wire(written, argument, is_text=is_text)
    told: dict[str, Any] = {"description": argument.about}
    default = argument.default
    if argument.required:
        return kind, Field(**told), reader
    if default is UNSET:
        return kind, Field(default=None, json_schema_extra=_without_default, **told), reader
    return kind, Field(default=_listed(default), **told), reader


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def _listed(default: object) -> object:
    return list(default) if isinstance(default, tuple) else default


def _wire(kinds: tuple[Any, ...], argument: Argument, *, is_text: bool) -> tuple[Any, Reader]:
    """Return how a field is written in JSON or in an address, and the way back."""
    if datetime in kinds:
        kind: Any = BasisText if Point in kinds else MomentText
        return _optional(kind, kinds), _as_it_is
    if Receipt in kinds:
        return str | dict[str, Any], _receipt_or_text
    plain_kinds = [kind for kind in kinds if kind not in (type(None), Unset, UUID)]
    (only,) = plain_kinds
    kind, reader = _one(only, argument, is_text=is_text)
    return _optional(kind, kinds), _or_none(reader)


def _one(kind: Any, argument: Argument, *, is_text: bool) -> tuple[Any, Reader]:
    origin = get_origin(kind) or kind
    if origin is Mapping:
        return (_ObjectText if is_text else dict[str, Any]), _as_it_is
    if origin is tuple:
        length = len(get_args(kind))
        pair = Annotated[list[int], Field(min_length=length, max_length=length)]
        return pair, cast("Reader", tuple)
    if origin is Sequence:
        return _sequence(get_args(kind)[0], is_text=is_text)
    if kind is str and argument.words:
        return Literal[argument.words], _as_it_is
    if kind is int:
        least = -NUMBER_MAX if argument.least is None else argument.least
        most = NUMBER_MAX if argument.most is None else argument.most
        return Annotated[int, Field(ge=least, le=most)], _as_it_is
    if kind is float:
        return Annotated[float, Field(ge=argument.least, le=argument.most)], _as_it_is
    if kind is str:
        return _said(argument.name), _as_it_is
    return kind, _as_it_is


def _said(name: str) -> Any:
    """Return a text as it is documented: what is blank is refused by the operation, with its code."""
    if name in {"id", "episode_id"}:
        return Annotated[str, WithJsonSchema({"type": "string", "format": "uuid"})]
    return Annotated[str, WithJsonSchema({"type": "string", "pattern": r"\S"})]


def _sequence(item: Any, *, is_text: bool) -> tuple[Any, Reader]:
    kinds = kinds_of(item)
    if datetime in kinds:
        # A window: an address cannot carry null, so there an empty text is the open bound.
        bound = Annotated[str, WithJsonSchema(_WINDOW_BOUND)] if is_text else MomentText | None
        pair = Annotated[list[bound], Field(min_length=2, max_length=2)]  # type: ignore[valid-type]  # made at run time
        return pair, _window
    if is_dataclass(item):
        shape = body_of(cast("type", item))
        kind = Annotated[list[shape.model], FailFast()]  # type: ignore[name-defined]  # made at run time
        return kind, _each(cast("type", item), shape)
    return Annotated[list[item], FailFast()], cast("Reader", tuple)


_WINDOW_BOUND: Final[dict[str, Any]] = {
    "anyOf": [*_MOMENT_SCHEMA["anyOf"], {"type": "string", "maxLength": 0}]
}


def _each(kind: type, shape: Shape) -> Reader:
    def read(given: Sequence[BaseModel]) -> object:
        return tuple(kind(**shape.values(each)) for each in given)

    return read


def _window(given: Sequence[str | None]) -> object:
    return tuple(each or None for each in given)


def _receipt_or_text(given: object) -> object:
    return given if isinstance(given, str) else read_receipt(json.dumps(given))


def _optional(kind: Any, kinds: tuple[Any, ...]) -> Any:
    return kind | None if type(None) in kinds else kind


def _or_none(reader: Reader) -> Reader:
    def read(given: object) -> object:
        return None if given is None else reader(given)

    return read


def _as_it_is(given: Any) -> object:
    return given
