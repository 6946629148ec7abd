"""Serve tools, resources and prompts: translate, run one operation, translate back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from itertools import count
from typing import Any, Final, TypeVar

from anyio import create_task_group, sleep
from mcp.server.lowlevel import Server

from muniment.access.principal import Permission
from muniment.errors import InvalidValue, MunimentError, Unexpected, first_of, telling_of
from muniment.mcp import resources
from muniment.mcp.answers import with_elsewhere
from muniment.mcp.prompts import PROMPTS
from muniment.mcp.sdk import MCPError, types
from muniment.mcp.tools import TOOLS
from muniment.mcp.wording import INSTRUCTIONS, told
from muniment.model.plain import Plain
from muniment.model.quoting import quoted
from muniment.model.worded import defect
from muniment.operations.catalogue import perform
from muniment.operations.namespaces import elsewhere, found_nothing
from muniment.operations.services import Services

Context = Any
"""What the SDK knows of one request."""

Reach = Callable[[Context, Permission], Awaitable[Services]]
"""Return the services as the principal of a request, for what it needs a permission for."""

Word = Callable[[Context, MunimentError], str]
"""Return the message of what went wrong with a request, for whoever sent it."""

Permits = Callable[[Context, Permission], Awaitable[bool]]
"""Tell whether who sends a request has a permission."""

NAME: Final = "muniment"

BEAT_S: Final = 5.0
"""How often a client that waits for a tool hears of it: clients give up on what is silent, many after a minute."""

Answer = TypeVar("Answer")


@cache
def _offered(tool: str) -> types.Tool:
    return TOOLS[tool].offered()


def _plainly(_: Context, error: MunimentError) -> str:
    return error.message


def make_server(reach: Reach, permits: Permits, word: Word = _plainly) -> Server[Any]:
    """Return the server; `reach` says as whom each request runs, `word` what is told of an error.

    Tools and prompts that need a permission that the agent lacks are not listed.
    """

    async def list_tools(context: Context, asked: object) -> types.ListToolsResult:
        needed = [each.what.permission for each in TOOLS.values()]
        allowed = await _permitted(permits, context, needed)
        found = [_offered(name) for name, each in TOOLS.items() if each.what.permission in allowed]
        return types.ListToolsResult(tools=found)

    async def call_tool(
        context: Context, asked: types.CallToolRequestParams
    ) -> types.CallToolResult:
        return await _called(reach, word, context, asked)

    async def list_resources(context: Context, asked: object) -> types.ListResourcesResult:
        async def listed() -> list[types.Resource]:
            return await resources.listed(await reach(context, Permission.READ))

        found = await _or_protocol_error(word, context, listed())
        return types.ListResourcesResult(resources=found)

    async def list_templates(context: Context, asked: object) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(resource_templates=resources.templates())

    async def read_resource(
        context: Context, asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        async def read() -> types.TextResourceContents:
            services = await reach(context, resources.permission_of(asked.uri))
            return await resources.read(services, asked.uri)

        return types.ReadResourceResult(contents=[await _or_protocol_error(word, context, read())])

    async def list_prompts(context: Context, asked: object) -> types.ListPromptsResult:
        needed = [each.permission for each in PROMPTS.values()]
        allowed = await _permitted(permits, context, needed)
        found = [each.offered() for each in PROMPTS.values() if each.permission in allowed]
        return types.ListPromptsResult(prompts=found)

    async def get_prompt(
        context: Context, asked: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        async def made() -> types.GetPromptResult:
            prompt = PROMPTS.get(asked.name)
            if prompt is None:
                known = ", ".join(PROMPTS)
                raise InvalidValue(f"there is no prompt {asked.name!r:.80}; there are {known}.")
            services = await reach(context, prompt.permission)
            services.principal.require(prompt.permission)
            return await prompt.made(services, asked.arguments)

        return await _or_protocol_error(word, context, made())

    return Server(
        NAME,
        version=version(NAME),
        title="Muniment",
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


async def _permitted(
    permits: Permits, context: Context, needed: Iterable[Permission]
) -> set[Permission]:
    """Return what whoever sends a request is permitted, having asked about each permission once."""
    return {each for each in dict.fromkeys(needed) if await permits(context, each)}


async def _called(
    reach: Reach, word: Word, context: Context, asked: types.CallToolRequestParams
) -> types.CallToolResult:
    """Run a tool. What goes wrong is its answer, so that the agent reads it and can mend it."""
    tool = TOOLS.get(asked.name)
    if tool is None:
        known = ", ".join(TOOLS)
        raise MCPError(
            types.INVALID_PARAMS, f"There is no tool {asked.name!r:.80}; there are {known}."
        )
    try:
        request = tool.asked(asked.arguments)
        async with _at_work(context):
            services = await reach(context, tool.what.permission)
            answer = await perform(services, tool.what, request)
            text, found = tool.said(answer)
            if found_nothing(tool.what.name, answer):
                others = await elsewhere(services, getattr(request, "namespace", None))
                text, found = with_elsewhere(text, found, others)
    except Exception as error:  # noqa: BLE001 - the outermost loop tells what nobody foresaw
        failure = _ours(error)
        return _failed(told(failure, word(context, failure)))
    return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=found)


@asynccontextmanager
async def _at_work(context: Context) -> AsyncIterator[None]:
    """Tell a client that asked for progress, every few seconds, that its tool is still at work."""

    async def tell() -> None:
        for beat in count(1):
            await sleep(BEAT_S)
            await context.session.report_progress(beat)

    try:
        async with create_task_group() as telling:
            telling.start_soon(tell)
            yield
            telling.cancel_scope.cancel()
    except BaseExceptionGroup as several:
        raise first_of(several) from None


def _failed(told: dict[str, Plain]) -> types.CallToolResult:
    return types.CallToolResult(
        content=[types.TextContent(text=quoted(told))],
        structured_content=told,
        is_error=True,
    )


def _ours(error: Exception) -> MunimentError:
    return error if isinstance(error, MunimentError) else Unexpected(defect(error))


async def _or_protocol_error(word: Word, context: Context, doing: Awaitable[Answer]) -> Answer:
    """Wait for something; what goes wrong is an error of the protocol, with our code beside its own."""
    try:
        return await doing
    except Exception as error:  # noqa: BLE001 - the outermost loop tells what nobody foresaw
        failure = _ours(error)
    message = word(context, failure)
    raise MCPError(telling_of(failure).mcp_code, message, told(failure, message))
