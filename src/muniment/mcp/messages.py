"""Say what is wrong with what is no message, and answer every call before a client's end is heard."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, cast

from anyio import Condition, create_memory_object_stream, create_task_group
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from muniment.errors import FieldRepeated
from muniment.mcp.sdk import cancelled_request_id_from_params, coerce_request_id, types
from muniment.model.json_texts import read_json
from muniment.model.storable import HALF

Incoming = ObjectReceiveStream[SessionMessage | Exception]
Outgoing = ObjectSendStream[SessionMessage]

_NO_MESSAGE: Final = 'This is no message of JSON-RPC 2.0. Write {"jsonrpc": "2.0", "id": …, "method": …, "params": …}, the id a text or a whole number.'
_NO_JSON: Final = "This is not valid JSON. Write one JSON-RPC 2.0 message."
_ARRAY: Final = "This is an array. Send each message by itself."
_HALVED: Final = "A text in this message holds a lone surrogate: it was cut in the middle of a character. Cut it between two."


def message_of(text: str | bytes) -> SessionMessage | types.JSONRPCError:
    """Return the message that a JSON text is, or the answer to one that is none or that the SDK cannot read.

    A text cut in the middle of a character is such a one: who wrote it is told, by the id of the call.

    Raises:
        FieldRepeated: an object names a field twice.
        ValueError, RecursionError: it is no JSON, or nested too deeply.
    """
    told = read_json(text)
    try:
        message = types.jsonrpc_message_adapter.validate_python(
            {} if _is_unanswerable(told) else told, by_name=False
        )
    except ValidationError:
        return _refusal(types.INVALID_REQUEST, _ARRAY if isinstance(told, list) else _NO_MESSAGE)
    if HALF.search(json.dumps(told, ensure_ascii=False)):
        return _refusal(types.INVALID_PARAMS, _HALVED, _call_of(told))
    return SessionMessage(message)


def _message_of_line(line: str) -> SessionMessage | types.JSONRPCError:
    try:
        try:
            return message_of(line)
        except FieldRepeated as error:
            call = _call_of(json.loads(line, object_pairs_hook=_without_doubles))
            return _refusal(types.INVALID_PARAMS, error.message, call)
    except (ValueError, RecursionError):
        return _refusal(types.PARSE_ERROR, _NO_JSON)


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = Counter(name for name, _ in pairs)
    return {name: value for name, value in pairs if names[name] == 1}


def _is_unanswerable(told: object) -> bool:
    """Tell whether a JSON value is a call whose id MCP allows none: the SDK would take it for a notification."""
    return (
        isinstance(told, dict) and "method" in told and "id" in told and not _is_id(told.get("id"))
    )


def _call_of(told: object) -> types.RequestId | None:
    """Return the id by which a JSON value that is refused can be answered."""
    call = told.get("id") if isinstance(told, dict) and "method" in told else None
    return cast("types.RequestId", call) if _is_id(call) and not HALF.search(str(call)) else None


def _is_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _refusal(code: int, message: str, call: types.RequestId | None = None) -> types.JSONRPCError:
    error = types.ErrorData(code=code, message=message)
    return types.JSONRPCError(jsonrpc="2.0", id=call, error=error)


@asynccontextmanager
async def answering_all(
    lines: AsyncIterable[str], outgoing: Outgoing
) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Lend streams to a server that breaks off its calls when its client says no more.

    Each line is a message; what is none is answered here, and the end is passed on when every call is answered.
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
            async for line in lines:
                item = _message_of_line(line)
                if isinstance(item, types.JSONRPCError):
                    await outgoing.send(SessionMessage(item))
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
