"""Derive a command from an operation of the catalogue: its fields become arguments and options."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, cast

import typer
from rich.console import RenderableType

from muniment.cli.chosen import Chosen, with_chosen
from muniment.cli.opening import run_operation
from muniment.cli.pages import lines
from muniment.cli.printing import show
from muniment.errors import InvalidValue, UnstorableText
from muniment.ledger.changing import Unset
from muniment.model.json_texts import read_json
from muniment.model.plain import plain
from muniment.operations.catalogue import Argument, Operation, arguments

NOTHING: Final = "null"
"""What is written for None where leaving an option out means something else."""

STANDARD_INPUT: Final = "-"
_FROM_STANDARD_INPUT: Final = frozenset(
    {"content", "user_message", "assistant_message", "message", "query", "question"}
)
"""What is read from standard input where a hyphen is written for it: whatever one says or asks."""
CHOSEN: Final = ("namespace", "user")
"""The fields of requests that an option of every command fills."""
BOUND: Final = "namespaces"
"""The field that the namespace of every command fills if it is left out: who writes one means that one alone."""

_SINGULAR: Final = {
    "assistants": "assistant",
    "tags": "tag",
    "containers": "container",
    "sources": "source",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """How an operation becomes a command, which has its name with hyphens unless another is given.

    `run` asks it, with a progress bar where it takes long. `first` names the fields that are written
    without an option's name, `without` those that the command does not offer. `request` is made from
    `fields`, by name, if it is not the operation's own. `code` makes the exit code of an answer that
    is not always 0. `act` runs and shows what is not one answer on one page.
    """

    what: Operation[Any, Any]
    run: Callable[[Chosen, Operation[Any, Any], Any], Any] = run_operation
    page: Callable[[Any], RenderableType] = lines
    first: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    fields: tuple[Argument, ...] = ()
    request: Callable[..., Any] | None = None
    answer: Callable[[Any], Any] | None = None
    code: Callable[[Any], int] | None = None
    act: Callable[[Chosen, Any], int] | None = None
    name: str = ""
    summary: str = ""


def add_derived(app: typer.Typer, derived: Derived) -> None:
    """Add the command to an app."""
    every = derived.fields or arguments(derived.what.request)
    offered = [each for each in every if each.name not in (*derived.without, *CHOSEN)]
    filled = [each.name for each in every if each.name in CHOSEN]

    def command(chosen: Chosen, **values: Any) -> int:
        fields = given(offered, values)
        for name in filled:
            if (value := getattr(chosen, name)) not in (None, NOTHING):
                fields[name] = value
        if chosen.namespace is not None and any(each.name == BOUND for each in offered):
            fields.setdefault(BOUND, (chosen.namespace,))
        request = (derived.request or derived.what.request)(**fields)
        return (derived.act or partial(_answer, derived))(chosen, request)

    command.__doc__ = derived.summary or derived.what.documentation
    command.__signature__ = _signature(derived, offered)  # type: ignore[attr-defined]  # inspect reads it
    name = derived.name or derived.what.name.replace("_", "-")
    app.command(name)(with_chosen(command))


def _answer(derived: Derived, chosen: Chosen, request: object) -> int:
    answer = derived.run(chosen, derived.what, request)
    if derived.answer is not None:
        answer = derived.answer(answer)
    show(chosen, plain(answer), lambda: derived.page(answer))
    return 0 if derived.code is None else derived.code(answer)


def _signature(derived: Derived, offered: Sequence[Argument]) -> inspect.Signature:
    chosen = inspect.Parameter("chosen", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Chosen)
    placed = [each for name in derived.first for each in offered if each.name == name]
    named = [each for each in offered if each.name not in derived.first]
    parameters = [chosen, *(_parameter(each, placed=True) for each in placed)]
    parameters += [_parameter(each, placed=False) for each in named]
    return inspect.Signature(parameters)


def _parameter(argument: Argument, *, placed: bool) -> inspect.Parameter:
    kind = kind_of(argument.annotation)
    about = _about(argument)
    info: object = typer.Option(_option(argument), help=about)
    if placed:
        info = typer.Argument(help=about, metavar=argument.name.upper())
    is_flag = kind is bool
    return inspect.Parameter(
        argument.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if argument.required else False if is_flag else None,
        annotation=Annotated[kind if argument.required or is_flag else kind | None, info],
    )


def _option(argument: Argument) -> str:
    return "--" + _SINGULAR.get(argument.name, argument.name).replace("_", "-")


def _about(argument: Argument) -> str:
    """Return what a field is, with the words it may say and what it is if left out."""
    told = argument.about
    if any(word not in told for word in argument.words):
        told += f" One of {', '.join(argument.words)}."
    if isinstance(argument.default, str | float | int) and kind_of(argument.annotation) is not bool:
        told = f"{told.removesuffix('.')}; {_written(argument.default)} if left out."
    return (
        f"{told} Write - to read it from standard input."
        if argument.name in _FROM_STANDARD_INPUT
        else told
    )


def _written(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:g}"


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


def given(offered: Sequence[Argument], values: Mapping[str, object]) -> dict[str, object]:
    """Return the fields that were given, as the request takes them."""
    return {
        each.name: read(each, values[each.name])
        for each in offered
        if not is_left_out(values[each.name])
    }


def is_left_out(value: object) -> bool:
    """Say whether nothing was typed; a zero was."""
    return value is None or value is False or value == []


def read(argument: Argument, value: Any) -> object:
    """Return a field's value from what was typed.

    Raises:
        InvalidValue: JSON is wanted, and this is none; or several texts, and this is a list as JSON.
        UnstorableText: standard input is no UTF-8.
    """
    kind = argument.annotation
    stays_if_left_out = isinstance(argument.default, Unset)
    if stays_if_left_out and "None" in kind and value == NOTHING:
        return None
    if kind.startswith(("Metadata", "Mapping")):
        return _json_object(argument.name, value)
    if kind.startswith("Sequence[Moment"):
        return tuple(None if each in (NOTHING, "") else each for each in value)
    if argument.name in _FROM_STANDARD_INPUT and value == STANDARD_INPUT:
        return _standard_input()
    if stays_if_left_out and value == [""]:
        return ()
    if isinstance(value, list):
        _refuse_json_lists(_option(argument), value)
        return tuple(value)
    return value


def _refuse_json_lists(option: str, values: Sequence[object]) -> None:
    """Refuse a list as REST takes it: it would be stored as one name with brackets."""
    for each in values:
        try:
            is_list = isinstance(read_json(str(each)), list)
        except (ValueError, RecursionError):
            continue
        if is_list:
            raise InvalidValue(
                f"{option} is {each!r:.80}; write the option once for each: {option} A {option} B."
            )


def _standard_input() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8").removesuffix("\n").removesuffix("\r")
    except UnicodeDecodeError as error:
        raise UnstorableText(
            f"standard input is not UTF-8: byte {error.start} cannot be read. Convert it first."
        ) from None


def _json_object(name: str, text: str) -> object:
    try:
        value = read_json(text)
    except (ValueError, RecursionError) as error:
        raise InvalidValue(
            f'{name} is not valid JSON: {error}. Write \'{{"key": "value"}}\'.'
        ) from None
    if not isinstance(value, dict):
        raise InvalidValue(f'{name} is not a JSON object. Write \'{{"key": "value"}}\'.')
    return value
