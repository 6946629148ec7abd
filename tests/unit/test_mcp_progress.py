"""A client of MCP that asks for progress hears that a tool which takes long is still at work."""

from __future__ import annotations

import anyio
import pytest
from mcp import Client

from muniment.access.principal import Permission
from muniment.errors import DatabaseUnavailable
from muniment.mcp import server
from muniment.operations.services import Services

pytestmark = pytest.mark.anyio


async def test_a_client_hears_that_its_tool_is_at_work_and_then_its_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "BEAT_S", 0.001)
    heard: list[float] = []
    is_enough = anyio.Event()

    async def reach(_: object, __: Permission) -> Services:
        await is_enough.wait()
        raise DatabaseUnavailable("the server is away")

    async def permits(_: object, __: Permission) -> bool:
        return True

    async def told(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)
        if len(heard) == 2:
            is_enough.set()

    async with Client(server.make_server(reach, permits)) as client:
        answer = await client.call_tool("memory_stats", {}, progress_callback=told)

    assert heard[:2] == [1, 2]
    assert answer.is_error
    assert answer.structured_content["error"]["code"] == "database_unavailable"
