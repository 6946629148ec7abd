"""Run the operations that read, and no others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.requests import Request

from muniment.access.partition import opened
from muniment.errors import InvalidValue
from muniment.operations.catalogue import Effect, perform
from muniment.operations.moments import as_of, instant
from muniment.operations.offered import OFFERED
from muniment.operations.services import Services
from muniment.recall.lookup.users import is_written_for


async def ask(services: Services, name: str, **fields: object) -> Any:
    """Run an operation that reads, by name; a field that is None is left out.

    Raises:
        InvalidValue: the operation writes.
    """
    what = OFFERED[name]
    if what.effect is not Effect.READS:
        raise InvalidValue(f"{name} writes, but pages may only read.")
    given = {field: value for field, value in fields.items() if value is not None}
    return await perform(services, what, what.request(**given))


def within(services: Services, request: Request) -> Services:
    """Return the services with the container open that a page is asked for."""
    name = given(request, "container")
    if name is None:
        return services
    return replace(services, principal=opened(services.principal, (name,)))


async def is_unknown(services: Services, request: Request) -> bool:
    """Tell whether a page is asked for a user that nothing was ever written for."""
    if given(request, "user") is None:
        return False
    return not await is_written_for(services.store, services.principal)


def given(request: Request, name: str) -> str | None:
    """Return what was typed into a field; None if nothing was."""
    return request.query_params.get(name, "").strip() or None


def number(request: Request, name: str) -> str | int | None:
    """Return a whole number of 18 digits at most; what is none stays as it was typed.

    A point of known time is none: the operations read it, where eight digits are a date.
    """
    text = given(request, name)
    return int(text) if text is not None and text.isdecimal() and len(text) < 19 else text


def transaction_number(request: Request, name: str) -> int | None:
    """Return the number of a transaction that was typed into a field.

    Raises:
        InvalidValue: something else was typed.
    """
    typed = number(request, name)
    if isinstance(typed, str):
        raise InvalidValue(f"{name} is {typed!r:.60}. Write the number of a transaction.")
    return typed


def basis(request: Request, suffix: str = "") -> dict[str, object]:
    """Return the basis that a page is asked at; `suffix` names another one beside it.

    Raises:
        UnreadableTime, ZonelessTime, AbsurdTime: a field holds no time; the message names it.
    """
    typed = {axis: given(request, f"{axis}{suffix}") for axis in ("as_of", "valid_at")}
    if typed["as_of"] is not None:
        as_of(typed["as_of"], f"as_of{suffix}")
    instant(typed["valid_at"], f"valid_at{suffix}")
    return {**typed, "namespace": given(request, "namespace")}
