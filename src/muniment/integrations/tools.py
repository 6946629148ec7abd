"""Offer the tools of the MCP server to agents in this process: the same words, schemas and quotations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from muniment.errors import InvalidValue, MunimentError
from muniment.integrations.faces import awaited, permitted
from muniment.library.wrapped import Memory
from muniment.mcp.tool import Tool
from muniment.mcp.tools import TOOLS
from muniment.mcp.wording import told
from muniment.model.quoting import quoted
from muniment.operations.catalogue import Effect

USUAL: Final = (
    "memory_recall",
    "memory_add",
    "memory_update",
    "memory_end",
    "memory_forget",
    "memory_timeline",
    "memory_explain",
)
"""The tools that an agent gets where none are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a tool answers: quoted data, or what went wrong and how to mend it."""

    text: str
    failed: bool = False


def offered(
    memory: Memory, names: Sequence[str] | None = None, *, read_only: bool = False
) -> tuple[Tool, ...]:
    """Return those of some tools that a memory's role allows, as MCP lists them.

    Raises:
        InvalidValue: there is no tool of a name.
    """
    allowed = permitted(memory)
    found = chosen(names, read_only=read_only)
    return tuple(tool for tool in found if tool.what.permission in allowed)


def chosen(names: Sequence[str] | None = None, *, read_only: bool = False) -> tuple[Tool, ...]:
    """Return tools by name, or the usual ones; `read_only` leaves out those that write.

    Raises:
        InvalidValue: there is no tool of a name.
    """
    for name in names or ():
        if name not in TOOLS:
            raise InvalidValue(f"there is no tool {name!r:.80}; there are {', '.join(TOOLS)}.")
    found = (TOOLS[name] for name in names or USUAL)
    return tuple(tool for tool in found if not read_only or tool.what.effect is Effect.READS)


def schema_of(tool: Tool) -> dict[str, object]:
    """Return the JSON schema of a tool's arguments."""
    return cast("dict[str, object]", tool.offered().input_schema)


async def answered(memory: Memory, tool: Tool, arguments: Mapping[str, object]) -> Said:
    """Run a tool. What goes wrong is its answer, so that the agent reads it and can mend it."""
    try:
        answer = await awaited(memory).perform(tool.what, tool.asked(arguments))
    except MunimentError as error:
        return Said(text=quoted(told(error)), failed=True)
    text, _ = tool.said(answer)
    return Said(text=text)
