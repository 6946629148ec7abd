"""Be an MCP server in the process of the Claude Agent SDK, with the tools of a memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from muniment.integrations.faces import extra_missing
from muniment.integrations.tools import answered, chosen, offered, schema_of
from muniment.library.wrapped import Memory
from muniment.mcp.tool import Tool

try:
    from claude_agent_sdk import McpSdkServerConfig, SdkMcpTool, create_sdk_mcp_server
except ModuleNotFoundError as missing:
    raise extra_missing("claude-agent-sdk") from missing

NAME: Final = "muniment"
"""The name of the server."""


def memory_server(
    memory: Memory, names: Sequence[str] | None = None, *, read_only: bool = False
) -> McpSdkServerConfig:
    """Return a server for `ClaudeAgentOptions(mcp_servers={"muniment": …})`.

    It has the tools named, or the usual ones, without what the memory's role does not allow.

    Raises:
        InvalidValue: there is no tool of a name.
    """
    return create_sdk_mcp_server(
        NAME, tools=[_offered(memory, tool) for tool in offered(memory, names, read_only=read_only)]
    )


def allowed_tools(names: Sequence[str] | None = None, *, read_only: bool = False) -> list[str]:
    """Return the same tools as `ClaudeAgentOptions(allowed_tools=…)` names them."""
    return [f"mcp__{NAME}__{tool.name}" for tool in chosen(names, read_only=read_only)]


def _offered(memory: Memory, tool: Tool) -> SdkMcpTool[Any]:
    return SdkMcpTool(
        name=tool.name,
        description=tool.about,
        input_schema=schema_of(tool),
        handler=partial(_handle, memory, tool),
        annotations=tool.offered().annotations,
    )


async def _handle(memory: Memory, tool: Tool, arguments: Any) -> Any:
    said = await answered(memory, tool, arguments)
    return {"content": [{"type": "text", "text": said.text}], "is_error": said.failed}
