"""Open the services for one command, and close them again however it ends."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio

from muniment.bootstrap.wiring import opened
from muniment.cli.chosen import Chosen
from muniment.operations.catalogue import Operation, perform
from muniment.operations.services import Services
from muniment.settings import Settings

Answer = TypeVar("Answer")
Request = TypeVar("Request")

CONFIG_VARIABLE = "MUNIMENT_CONFIG"


def settings_of(chosen: Chosen, **more: Any) -> Settings:
    """Return the settings in force: what was chosen over environment over file over defaults.

    Raises:
        UnknownSetting: a key that does not exist, or a value that is not allowed.
    """
    if chosen.config is not None:
        os.environ[CONFIG_VARIABLE] = str(chosen.config)
    names = ("home", "database_url", "tenant", "user", "namespace", "agent")
    given = {name: value for name in names if (value := getattr(chosen, name)) is not None}
    if given.get("user") == "null":
        given["user"] = None
    return Settings(**given, **more)


def run(
    settings: Settings, act: Callable[[Services], Awaitable[Answer]], *, adopting: bool = False
) -> Answer:
    """Run something with the services, and close them."""

    async def whole() -> Answer:
        async with opened(settings, adopting=adopting) as services:
            return await act(services)

    return anyio.run(whole)


def run_operation(chosen: Chosen, what: Operation[Request, Answer], request: Request) -> Answer:
    """Run one operation of the catalogue."""

    async def act(services: Services) -> Answer:
        return await perform(services, what, request)

    return run(settings_of(chosen), act)
