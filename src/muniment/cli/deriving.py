"""Derive a command from an operation of the catalogue: its fields become arguments and options."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, cast

import typer
from rich.console import RenderableType

from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import run_operation
from muniment.cli.printing import show
from muniment.errors import InvalidValue
from muniment.ledger.changing import Unset
from muniment.model.plain import plain
from muniment.operations.catalogue import Argument, Operation, arguments

NOTHING: Final = "null"
"""What is written for None where leaving an option out means something else."""

STANDARD_INPUT: Final = "-"
_SINGULAR: Final = {"tags": "tag", "containers": "container", "objects": "objects"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """Another operation with the same request, chosen by a flag."""

    flag: str
    about: str
    what: Operation[Any, Any]
    page: Callable[[Any], RenderableType]


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """How an operation becomes a command.

    `first` names the fields that are written without an option's name, `without` those that the
    command does not offer. `request` is made from `fields`, by name, if it is not the
    operation's own.
    """

    what: Operation[Any, Any]
    page: Callable[[Any], RenderableType]
    first: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    fields: tuple[Argument, ...] = ()
    request: Callable[..., Any] | None = None
    answer: Callable[[Any], Any] | None = None
    other: Other | None = None
    summary: str = ""
    presets: Mapping[str, object] = field(default_factory=dict)


def add_derived(app: typer.Typer, name: str, derived: Derived) -> None:
    """Add the command to an app."""
    offered = [
        each
        for each in derived.fields or arguments(derived.what.request)
        if each.name not in (*derived.without, "namespace")
    ]
    takes_namespace = any(
        each.name == "namespace"
        for each in derived.fields or arguments(derived.what.request)
    )

    def command(chosen: Chosen, **values: Any) -> None:
        is_other = bool(values.pop("is_other", False))
        given = {each.name: read(each, values[each.name]) for each in offered}
        given = {key: value for key, value in given.items() if value is not None}
        given = {
            key: None if value == NOTHING and _may_be_nothing(key, offered) else value
            for key, value in given.items()
        }
        if takes_namespace and chosen.namespace is not None:
            given["namespace"] = chosen.namespace
        request = (derived.request or derived.what.request)(**{**derived.presets, **given})
        what, page = derived.what, derived.page
        if is_other and derived.other is not None:
            what, page = derived.other.what, derived.other.page
        answer = run_operation(chosen, what, request)
        if derived.answer is not None:
            answer = derived.answer(answer)
        show(chosen, plain(answer), lambda: page(answer))

    command.__doc__ = derived.summary or derived.what.documentation
    command.__signature__ = _signature(derived, offered)  # type: ignore[attr-defined]  # inspect reads it
    app.command(name)(with_chosen(command))


def _signature(derived: Derived, offered: Sequence[Argument]) -> inspect.Signature:
    chosen = inspect.Parameter(
        "chosen", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Chosen
    )
    placed = [each for name in derived.first for each in offered if each.name == name]
    named = [each for each in offered if each.name not in derived.first]
    parameters = [chosen, *(_parameter(each, placed=True) for each in placed)]
    parameters += [_parameter(each, placed=False) for each in named]
    if derived.other is not None:
        parameters.append(_flag("is_other", derived.other.flag, derived.other.about))
    return inspect.Signature(parameters)


def _parameter(argument: Argument, *, placed: bool) -> inspect.Parameter:
    kind = kind_of(argument.annotation)
    about = argument.about
    if placed:
        info: object = typer.Argument(help=about, metavar=argument.name.upper())
    else:
        option = _SINGULAR.get(argument.name, argument.name).replace("_", "-")
        if kind is bool:
            return _flag(argument.name, f"--{option}", about)
        info = typer.Option(f"--{option}", help=about)
    default = inspect.Parameter.empty if argument.required else None
    return inspect.Parameter(
        argument.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[kind if argument.required else kind | None, info],  # type: ignore[operator]  # a type made at run time
    )


def _flag(name: str, option: str, about: str) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=False,
        annotation=Annotated[bool, typer.Option(option, help=about)],
    )


def kind_of(annotation: str) -> type:
    """Return the type that the terminal reads for a field: texts, but for numbers and lists."""
    if annotation.startswith("Sequence[Moment"):
        return cast("type", tuple[str, str])
    if annotation.startswith("Sequence[str]"):
        return cast("type", list[str])
    if annotation.startswith("tuple[int, int]"):
        return cast("type", tuple[int, int])
    word = annotation.partition(" ")[0]
    return {"int": int, "float": float, "bool": bool}.get(word, str)


def read(argument: Argument, value: Any) -> Any:
    """Return a field's value from what was typed; None if nothing was."""
    if value is None or value == [] or value is False:
        return None
    if argument.annotation.startswith(("Metadata", "Mapping")):
        return None if value is None else _json_object(argument.name, value)
    if argument.annotation.startswith("Sequence[Moment"):
        return tuple(None if each in (NOTHING, "") else each for each in value)
    if argument.name == "content" and value == STANDARD_INPUT:
        return sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    if argument.annotation.startswith("Sequence[str]") and isinstance(argument.default, Unset):
        return () if value == [""] else tuple(value)
    return tuple(value) if isinstance(value, list) else value


def _may_be_nothing(name: str, offered: Sequence[Argument]) -> bool:
    """Say whether `null` is a value of its own: where silence means that it stays."""
    return any(
        each.name == name and "None" in each.annotation and isinstance(each.default, Unset)
        for each in offered
    )


def _json_object(name: str, text: str) -> object:
    if text == NOTHING:
        return NOTHING
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"{name} is no JSON: {error}. Write '{{\"key\": \"value\"}}'.") from None
    if not isinstance(value, dict):
        raise InvalidValue(f"{name} is no JSON object. Write '{{\"key\": \"value\"}}'.")
    return value
