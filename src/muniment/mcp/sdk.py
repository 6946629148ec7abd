"""Take from the SDK of MCP what only its second version has, and say so where that is missing."""

from __future__ import annotations

from importlib.metadata import version

from muniment.errors import ExtraMissing

try:
    from mcp import MCPError, types
    from mcp.server.streamable_http_manager import (
        StreamableHTTPASGIApp,
        StreamableHTTPSessionManager,
    )
    from mcp.shared.dispatcher import coerce_request_id
    from mcp.shared.jsonrpc_dispatcher import cancelled_request_id_from_params
except ImportError as error:
    raise ExtraMissing(
        f"this speaks MCP and needs its SDK of version 2.3 or newer; {version('mcp')} is installed, "
        "as CrewAI demands. Use another environment for this: pip install muniment"
    ) from error

__all__ = [
    "MCPError",
    "StreamableHTTPASGIApp",
    "StreamableHTTPSessionManager",
    "cancelled_request_id_from_params",
    "coerce_request_id",
    "types",
]
