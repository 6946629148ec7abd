"""Be a toolset of Pydantic AI: its agents get the tools of a memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic_core import SchemaValidator, core_schema

from muniment.integrations.faces import extra_missing
from muniment.integrations.tools import answered, offered, schema_of
from muniment.library.wrapped import Memory
from muniment.mcp.wording import INSTRUCTIONS

try:
    from pydantic_ai import RunContext, ToolDefinition, ToolFailed
    from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
except ModuleNotFoundError as missing:
    raise extra_missing("pydantic-ai") from missing

_ANY = SchemaValidator(schema=core_schema.dict_schema(keys_schema=core_schema.str_schema()))


class MunimentToolset(AbstractToolset[Any]):
    """The tools of a memory: those named, or the usual ones; `read_only` leaves out those that write.

    What the memory's role does not allow is left out too.

    An error is the tool's answer, with a code, and does not fail the run. `instructions` says how to use them.

    Raises:
        InvalidValue: there is no tool of a name.
    """

    def __init__(
        self,
        memory: Memory,
        names: Sequence[str] | None = None,
        *,
        read_only: bool = False,
        instructions: str | None = INSTRUCTIONS,
        id: str = "muniment",
    ) -> None:
        self._memory = memory
        self._tools = {tool.name: tool for tool in offered(memory, names, read_only=read_only)}
        self._instructions = instructions
        self._id = id

    @property
    def id(self) -> str:
        """The name of the toolset among those of an agent."""
        return self._id

    async def get_instructions(self, ctx: RunContext[Any]) -> str | None:
        """Say how to use the tools."""
        return self._instructions

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        """Return the tools."""
        return {
            tool.name: ToolsetTool(
                toolset=self,
                tool_def=ToolDefinition(
                    name=tool.name, description=tool.about, parameters_json_schema=schema_of(tool)
                ),
                max_retries=ctx.max_retries,  # for arguments that are no JSON object
                args_validator=_ANY,  # the tool reads its arguments itself, and says what is wrong
            )
            for tool in self._tools.values()
        }

    async def call_tool(
        self,
        name: str,
        tool_args: Mapping[str, object],
        ctx: RunContext[Any],
        tool: ToolsetTool[Any],
    ) -> str:
        """Run a tool; its answer is quoted data."""
        said = await answered(self._memory, self._tools[name], tool_args)
        if said.failed:
            raise ToolFailed(said.text)
        return said.text
