"""Give beliefs and turns out as lines of JSON, and read lines of beliefs as what to add."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, fields, replace
from json import JSONDecodeError
from typing import Final, cast

from pydantic import ValidationError

from muniment.access.partition import kind_and_name, opened
from muniment.errors import InvalidValue, UnstorableText
from muniment.model.json_texts import read_json
from muniment.model.memory import Episode, Memory, Scope
from muniment.model.plain import plain
from muniment.model.worded import cut
from muniment.operations import reads
from muniment.operations.catalogue import perform
from muniment.operations.services import Services
from muniment.operations.shapes import body_of, broken_rules
from muniment.operations.writes import NewMemory
from muniment.temporal.basis import Basis

UNASKED: Final = ("text", "kind", "status", "limit", "cursor")
"""What of a search cannot be asked of the beliefs that are given out."""

UNASKED_OF_TURNS: Final = (*UNASKED, "category", "tags", "standing")
"""What of a search cannot be asked of the turns that are given out."""

ASKED: Final = tuple(each.name for each in fields(reads.Search) if each.name not in UNASKED)
"""What can be asked of the beliefs that are given out."""

_PAGE: Final = 500
_EXAMPLE: Final = '{"content": "Mike lives in London"}'

_OWN: Final = {each.name for each in fields(Memory)} - {each.name for each in fields(NewMemory)}
"""What a memory that is given out says of the ledger that it was in, and one that is loaded is given anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """A page of what is given out, and the basis that all of it is read at."""

    basis: Basis
    lines: tuple[dict[str, object], ...]


async def given_out(
    admit: Callable[[], Awaitable[Services]], asked: reads.Search
) -> AsyncIterator[Lines]:
    """Read what is asked for, memories unless it says otherwise, page by page, at one basis.

    Who reads is admitted for each page. What is in a container follows what is in none, and says which it is in.
    """
    opened((await admit()).principal, asked.containers)
    for part, told in _parts(replace(asked, kind=asked.kind or "memory", limit=_PAGE)):
        asked = replace(part, as_of=asked.as_of, valid_at=asked.valid_at)
        while True:
            page = await perform(await admit(), reads.search, asked)
            yield Lines(basis=page.basis, lines=tuple(_line(each) | told for each in page.items))
            asked = replace(asked, cursor=page.cursor)
            if page.cursor is None:
                break
        asked = replace(asked, as_of=page.basis, valid_at=page.basis.valid_at)


def _line(told: Memory | Episode) -> dict[str, object]:
    return cast("dict[str, object]", plain(told))


def _parts(asked: reads.Search) -> Iterator[tuple[reads.Search, dict[str, object]]]:
    """Return what to ask for what is in no container, and for each container, and what their lines say more."""
    yield replace(asked, containers=()), {}
    if asked.scope in {None, Scope.CONTAINER}:
        for name in {kind_and_name(each): each for each in asked.containers}.values():
            yield (
                replace(asked, scope=Scope.CONTAINER, containers=(name,)),
                {"container": name},
            )


def as_new(line: object) -> object:
    """Return a line that was given out as what to load: the memory that it was is its source. Others stay."""
    if not isinstance(line, dict) or line.get("kind") != "memory":
        return line
    said = {name: value for name, value in line.items() if name not in _OWN}
    if said.get("object") is not None:
        said |= {"subject": said.get("entity"), "predicate": said.get("category")}
    return {"source": line.get("id")} | said


def read_belief(line: str) -> NewMemory:
    """Return the belief that a line says: the fields of `NewMemory`, or a memory that was given out.

    Raises:
        FieldRepeated: it names a field twice.
        InvalidValue: it is no JSON, or another object.
        UnstorableText: a text in it holds a NUL or a lone surrogate.
    """
    shape = body_of(NewMemory)
    try:
        return NewMemory(**shape.values(shape.model.model_validate(as_new(read_json(line)))))  # type: ignore[arg-type]  # the model saw to it
    except ValidationError as error:
        found = error.errors(include_url=False)
    except JSONDecodeError as error:
        said = f"{error.msg.removesuffix(' at')} at column {error.colno}"
        raise InvalidValue(
            f"not valid JSON: {said}. Write one object per line, such as {_EXAMPLE}."
        ) from None
    except (ValueError, RecursionError) as error:
        raise InvalidValue(f"not valid JSON: {error}.") from None
    place, rule = broken_rules(found)
    where = ".".join(place) or "the line"
    match found[0]["type"]:
        case "extra_forbidden":
            known = ", ".join(shape.model.model_fields)
            raise InvalidValue(f"{where} is not a field of a belief. Its fields: {known}.")
        case "string_unicode":
            raise UnstorableText(f"{where} holds a NUL or a lone surrogate. Remove it.")
        case "model_type":
            rule = f"write one object per line, such as {_EXAMPLE}"
        case _:
            pass
    raise InvalidValue(f"{where} is {cut(repr(found[0]['input']), 80)}: {rule}.")
