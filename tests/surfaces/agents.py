"""Connect the official MCP client to `muniment mcp`, a process of its own, over either transport."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.types import CallToolResult, Implementation, TextContent

PROGRAM = (sys.executable, "-m", "muniment")
CLIENT = Implementation(name="ada", version="1")


@asynccontextmanager
async def over_stdio(
    environment: Mapping[str, str], *arguments: str, directory: Path | None = None
) -> AsyncIterator[Client]:
    """Start `muniment mcp` as an agent does, and speak with it."""
    command, *before = PROGRAM
    server = stdio_client(
        StdioServerParameters(
            command=command,
            args=[*before, *(arguments or ("mcp",))],
            env=dict(environment),
            cwd=directory,
        )
    )
    async with Client(server, client_info=CLIENT) as client:
        yield client


@contextmanager
def listening(
    environment: Mapping[str, str], *arguments: str, command: tuple[str, ...] = ("mcp", "--http")
) -> Iterator[str]:
    """Start `muniment mcp --http`, or another service, on a free port, and lend its address."""
    process = subprocess.Popen(
        [*PROGRAM, *command, "--port", "0", "--json", *arguments],
        env=dict(environment),
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        told = ""
        while not told.endswith("}\n"):
            line = process.stdout.readline()
            assert line, "it ended before it listened"
            told += line
        yield json.loads(told)["url"]
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


@asynccontextmanager
async def over_http(
    environment: Mapping[str, str], *arguments: str, token: str | None = None
) -> AsyncIterator[Client]:
    """Start `muniment mcp --http` and speak with it."""
    with listening(environment, *arguments) as url:
        async with speaking(url, token) as client:
            yield client


@asynccontextmanager
async def speaking(url: str, token: str | None = None) -> AsyncIterator[Client]:
    """Speak with a service, perhaps with a key."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    async with (
        create_mcp_http_client(headers=headers) as http,
        Client(streamable_http_client(url, http_client=http), client_info=CLIENT) as client,
    ):
        yield client


def text_of(result: CallToolResult) -> str:
    """Return the one text of a tool's answer."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def good(result: CallToolResult) -> Any:
    """Return the object of an answer that is none of an error."""
    assert not result.is_error, text_of(result)
    return result.structured_content


def refusal(result: CallToolResult) -> tuple[str, str]:
    """Return code and message of an answer that is one of an error."""
    assert result.is_error
    assert json.loads(text_of(result)) == result.structured_content
    error = result.structured_content["error"]
    return error["code"], error["message"]
