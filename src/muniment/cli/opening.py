"""Open the services for one command, and close them again however it ends."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any, ClassVar, Final, TypeVar

from anyio import current_time, sleep

from muniment.bootstrap.wiring import opened
from muniment.cli.chosen import Chosen, in_force
from muniment.cli.printing import console, visible
from muniment.errors import DatabaseUnavailable
from muniment.operations.catalogue import Effect, Operation, perform
from muniment.operations.namespaces import elsewhere, found_nothing
from muniment.operations.services import Services
from muniment.ports.progress import Seen, unseen
from muniment.recall.lookup.users import is_written_for
from muniment.settings import DEFAULT_TENANT, DEFAULT_USER, Settings
from muniment.settings.keys import CONFIG_VARIABLE
from muniment.store import event_loop

ALONE: Final = "Only this namespace was read: "
"""How the line begins that names the namespace that was read, and others."""

_NAMED: Final = 5
"""How many other namespaces are named."""

PATIENCE_S: Final = 30.0
"""How long a program that stays waits for its database when it starts."""

PAUSE_S: Final = 0.5

OF_NO_USER: Final = frozenset(
    {
        "changes",
        "grants",
        "keys",
        "schedules",
        "tasks",
        "get_task",
        "transactions",
        "users",
        "verify",
    }
)
"""The operations that read something else than what was written for a user."""

Answer = TypeVar("Answer")
Request = TypeVar("Request")


class TypedSettings(Settings):
    """The settings in force for a command: what was typed goes before all others."""

    given_where: ClassVar[str] = "on the command line"


def settings_of(chosen: Chosen, **more: Any) -> Settings:
    """Return the settings in force: what was chosen over environment over file over defaults.

    Raises:
        UnknownSetting: a key that does not exist, or a value that is not allowed.
    """
    if chosen.config is not None:
        os.environ[CONFIG_VARIABLE] = str(chosen.config)
    given: dict[str, Any] = chosen.settings()
    return TypedSettings(**given, **more)


def section(name: str, **given: object) -> dict[str, object]:
    """Return a section of the settings with what was given of it; nothing if nothing was."""
    said = {key: value for key, value in given.items() if value is not None}
    return {name: said} if said else {}


@asynccontextmanager
async def attended(settings: Settings, *, founding: bool = False) -> AsyncIterator[Services]:
    """Open the services, and say so on standard error if a tenant of a new name is opened.

    Where an error follows with --json, it is the one document there, and nothing else is said.
    """
    async with opened(settings, founding=founding) as services:
        if founding:
            _tell(services)
            yield services
            return
        try:
            yield services
        except BaseException:
            if not in_force().as_json:
                _tell(services)
            raise
        _tell(services)


@asynccontextmanager
async def lasting(settings: Settings, *, founding: bool = False) -> AsyncIterator[Services]:
    """Open the services for a program that stays, and wait for a database that is being started beside it.

    Raises:
        DatabaseUnavailable: it was not there for half a minute.
    """
    async with AsyncExitStack() as stack:
        patience = current_time() + PATIENCE_S
        services, is_told = None, in_force().as_json
        while services is None:
            try:
                services = await stack.enter_async_context(attended(settings, founding=founding))
            except DatabaseUnavailable as error:
                if current_time() > patience:
                    raise
                if not is_told:
                    _say(f"{error.message} It is waited for, {PATIENCE_S:g} s at most.")
                is_told = True
                await sleep(PAUSE_S)
        yield services


async def tell_if_unknown(services: Services) -> None:
    """Say on standard error that nothing was ever written for the user: its name may be mistyped."""
    user = services.principal.user
    if user == DEFAULT_USER or await is_written_for(services.store, services.principal):
        return
    _say(f"Nothing was ever written for the user {visible(user or '')}.")


async def tell_if_elsewhere(services: Services, namespace: str | None) -> None:
    """Say on standard error which namespace was read, where others were written to as well."""
    read = services.namespace_of(namespace)
    others = [visible(name) for name in await elsewhere(services, namespace)]
    if others:
        told = ", ".join(others[:_NAMED]) + (", …" if len(others) > _NAMED else "")
        _say(f"{ALONE}{visible(read)}. There is more in {told}: name one with `--namespace`.")


def _tell(services: Services) -> None:
    tenant = services.principal.tenant
    if services.tenancy.was_opened and tenant != DEFAULT_TENANT:
        told = f"Opened the tenant {visible(tenant)}, which is new."
        _say(told)


def _say(sentence: str) -> None:
    console(of_errors=True).print(sentence, markup=False, highlight=False, soft_wrap=True)


def run(
    settings: Settings,
    act: Callable[[Services], Awaitable[Answer]],
    *,
    founding: bool = False,
) -> Answer:
    """Run something with the services, and close them."""

    async def whole() -> Answer:
        async with attended(settings, founding=founding) as services:
            return await act(services)

    return event_loop.run(whole)


def run_operation(
    chosen: Chosen, what: Operation[Request, Answer], request: Request, seen: Seen = unseen
) -> Answer:
    """Run one operation of the catalogue; `seen` is told how far it is, if it takes long."""

    async def act(services: Services) -> Answer:
        answer = await perform(replace(services, seen=seen), what, request)
        if what.effect is Effect.READS and what.name not in OF_NO_USER:
            await tell_if_unknown(services)
        if found_nothing(what.name, answer):
            await tell_if_elsewhere(services, getattr(request, "namespace", None))
        return answer

    return run(settings_of(chosen), act)
