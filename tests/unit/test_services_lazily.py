"""How an MCP server opens its services, and what it says when they do not close."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import cast

import pytest

from muniment.errors import DatabaseUnavailable
from muniment.mcp.lazily import lazily
from muniment.operations.services import Services

pytestmark = pytest.mark.anyio


async def test_what_goes_wrong_while_closing_is_told_to_whoever_serves() -> None:
    @asynccontextmanager
    async def opening() -> AsyncIterator[Services]:
        yield cast(Services, object())
        raise DatabaseUnavailable("the server does not stop")

    with pytest.raises(ExceptionGroup) as told:
        async with lazily(opening) as lazy:
            await lazy.services()

    (error,) = told.value.exceptions
    assert isinstance(error, DatabaseUnavailable)
    assert error.message == "the server does not stop"


async def test_what_cannot_be_opened_is_told_to_each_who_asks_and_to_nobody_else() -> None:
    def opening() -> AbstractAsyncContextManager[Services]:
        raise DatabaseUnavailable("there is no server")

    async with lazily(opening) as lazy:
        for _ in range(2):
            with pytest.raises(DatabaseUnavailable, match="there is no server"):
                await lazy.services()
