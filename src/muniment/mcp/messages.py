"""Say what is wrong with what is no message, and answer every call before a client's end is heard."""

from __future__ import annotations

import json
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from anyio import Condition, create_memory_object_stream, create_task_group
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from muniment.errors import MunimentError
from muniment.mcp.sdk import cancelled_request_id_from_params, coerce_request_id, types
from muniment.model.json_texts import read_json
from muniment.model.storable import HALF

Incoming = ObjectReceiveStream[SessionMessage | Exception]
Outgoing = ObjectSendStream[SessionMessage]

_NO_MESSAGE: Final = 'This is no message of JSON-RPC 2.0. Write {"jsonrpc": "2.0", "id": …, "method": …, "params": …}, the id a text or a whole number.'
_HALVED: Final = "A text in this message holds a lone surrogate: it was cut in the middle of a character. Cut it between two."


def refusal_of(told: object) -> types.JSONRPCError | None:
    """Return the answer to a JSON value that is no message, or one that the SDK cannot read; None if it can.

    A text cut in the middle of a character is such a one: who wrote it is told, by the id of the call.
    """
    try:
        message = types.jsonrpc_message_adapter.validate_python(
            {} if _is_unanswerable(told) else told, by_name=False
        )
    except ValidationError as error:
        return refused(error)
    if not HALF.search(json.dumps(told, ensure_ascii=False)):
        return None
    call = message.id if isinstance(message, types.JSONRPCRequest) else None
    return types.JSONRPCError(
        jsonrpc="2.0",
        id=None if HALF.search(str(call)) else call,
        error=types.ErrorData(code=types.INVALID_PARAMS, message=_HALVED),
    )


def _is_unanswerable(told: object) -> bool:
    """Tell whether a JSON value is a call whose id MCP allows none: the SDK would take it for a notification."""
    if not isinstance(told, dict) or "method" not in told or "id" not in told:
        return False
    return not isinstance(told["id"], str | int) or isinstance(told["id"], bool)


async def answerable(lines: AsyncIterable[str]) -> AsyncIterator[str]:
    """Give lines on, and in the place of a call that could not be answered by its id what is no message."""
    async for line in lines:
        told: object = None
        with suppress(ValueError, RecursionError, MunimentError):  # what is no JSON is told later
            told = read_json(line)
        yield "{}" if _is_unanswerable(told) else line


def refused(error: Exception) -> types.JSONRPCError:
    """Return the answer to what could not be read as a message."""
    first = error.errors()[0] if isinstance(error, ValidationError) else None
    if first is not None and first["type"] == "json_invalid":
        with suppress(ValueError, RecursionError, MunimentError):
            refusal = refusal_of(read_json(first["input"]))
            if refusal is not None:
                return refusal
    if first is None or first["type"] == "json_invalid":
        code, message = types.PARSE_ERROR, "This is no JSON. Write one message of JSON-RPC 2.0."
    elif isinstance(first["input"], list):
        code, message = types.INVALID_REQUEST, "This is an array. Send each message by itself."
    else:
        code = types.INVALID_REQUEST
        message = _NO_MESSAGE
    return types.JSONRPCError(
        jsonrpc="2.0", id=None, error=types.ErrorData(code=code, message=message)
    )


@asynccontextmanager
async def answering_all(
    incoming: Incoming, outgoing: Outgoing
) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Lend streams to a server that breaks off its calls when its client says no more.

    What is no message is answered here, and the end is passed on when every call is answered.
    """
    to_server, heard = create_memory_object_stream[SessionMessage | Exception]()
    said, from_server = create_memory_object_stream[SessionMessage]()
    under_way: set[types.RequestId] = set()
    settled = Condition()

    async def settle(call: types.RequestId | None) -> None:
        if call is None:
            return
        async with settled:
            under_way.discard(coerce_request_id(call))
            settled.notify_all()

    async def listen() -> None:
        async with to_server:
            async for item in incoming:
                if isinstance(item, Exception):
                    await outgoing.send(SessionMessage(refused(item)))
                    continue
                match item.message:
                    case types.JSONRPCRequest():
                        under_way.add(coerce_request_id(item.message.id))
                    case types.JSONRPCNotification(method="notifications/cancelled"):
                        await settle(cancelled_request_id_from_params(item.message.params))
                    case _:
                        pass
                await to_server.send(item)
            async with settled:
                while under_way:
                    await settled.wait()

    async def speak() -> None:
        async with outgoing:
            async for item in from_server:
                await outgoing.send(item)
                if isinstance(item.message, types.JSONRPCResponse | types.JSONRPCError):
                    await settle(item.message.id)

    async with create_task_group() as tasks:
        tasks.start_soon(listen)
        tasks.start_soon(speak)
        yield heard, said
