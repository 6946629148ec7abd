"""Whoever lists tools is looked up for each permission, and not for each tool."""

from __future__ import annotations

import pytest
from mcp import Client

from muniment.access.principal import Permission
from muniment.errors import DatabaseUnavailable
from muniment.mcp.server import make_server
from muniment.operations.services import Services

pytestmark = pytest.mark.anyio


async def test_a_permission_that_several_tools_need_is_asked_about_once() -> None:
    asked: list[Permission] = []

    async def reach(_: object, __: Permission) -> Services:
        raise DatabaseUnavailable("no tool is called here")

    async def permits(_: object, permission: Permission) -> bool:
        asked.append(permission)
        return permission is Permission.FORGET

    async with Client(make_server(reach, permits)) as client:
        asked.clear()
        listed = await client.list_tools()
        prompts = await client.list_prompts()

    forgetting = ["memory_forget", "memory_retract", "memory_forget_episode"]
    assert [tool.name for tool in listed.tools] == forgetting
    assert prompts.prompts == []
    assert asked == ["read", "write", "forget", "read", "write"]
