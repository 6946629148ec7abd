"""Ask a server that speaks Anthropic's `/v1/messages`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from muniment.ports.language_model import Ask, Part, Reply, Said, Stop, ToolCall, ToolResult
from muniment.providers.retrying import Passing
from muniment.providers.sdk_server import SdkModelServer
from muniment.providers.wire import UNREADABLE, an_object, count_of, objects_of, read_json, text_of

STOPS: Final = {
    "tool_use": Stop.CALLS,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "refusal": Stop.REFUSED,
}

Block = Mapping[str, object]


class AnthropicModelServer(SdkModelServer):
    """Reply over HTTP, one attempt at a time.

    The protocol knows no temperature any more. Blocks of thinking count as tokens of the answer,
    are no part of its text, and are handed back unchanged when a conversation goes on.
    """

    provider = "anthropic"
    address = "https://api.anthropic.com"

    async def _create(self, client: Any, ask: Ask, tokens_max: int) -> Any:
        return await client.messages.with_raw_response.create(**self._request(ask, tokens_max))

    def _request(self, ask: Ask, tokens_max: int) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self._identity.model,
            "system": ask.instructions,
            "messages": _messages(ask.parts),
            "max_tokens": tokens_max,
        }
        if ask.tools:
            request["tools"] = [
                {"name": tool.name, "description": tool.about, "input_schema": tool.parameters}
                for tool in ask.tools
            ]
        if ask.form is not None:
            form = {"type": "json_schema", "schema": ask.form.schema}
            request["output_config"] = {"format": form}
        return request

    def _made(self) -> object:
        return self._sdk().AsyncAnthropic(
            base_url=self.place,
            api_key=self._key(),
            max_retries=0,
            timeout=None,
            http_client=self._http(),
            open_telemetry=False,
        )

    def _read(self, body: str) -> Reply | Passing:
        told = read_json(body)
        if not an_object(told) or not isinstance(told.get("content"), list):
            return UNREADABLE
        blocks = objects_of(told, "content")
        usage = told.get("usage")
        return Reply(
            text="".join(text_of(block, "text") for block in blocks if block.get("type") == "text"),
            calls=tuple(
                ToolCall(
                    id=text_of(block, "id"),
                    name=text_of(block, "name"),
                    arguments=json.dumps(block.get("input"), ensure_ascii=False),
                )
                for block in blocks
                if block.get("type") == "tool_use"
            ),
            stop=STOPS.get(text_of(told, "stop_reason"), Stop.DONE),
            tokens_in=count_of(
                usage, "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"
            ),
            tokens_out=count_of(usage, "output_tokens"),
            native=json.dumps(blocks, ensure_ascii=False),
        )


def _messages(parts: Sequence[Part]) -> list[dict[str, object]]:
    """Return the conversation; what we say in a row is one message, as the protocol wants it."""
    messages: list[dict[str, object]] = []
    for part in parts:
        role = "assistant" if isinstance(part, Reply) else "user"
        blocks = _blocks(part)
        if messages and messages[-1]["role"] == role:
            cast("list[Block]", messages[-1]["content"]).extend(blocks)
        else:
            messages.append({"role": role, "content": blocks})
    return messages


def _blocks(part: Part) -> list[Block]:
    if isinstance(part, Said):
        return [{"type": "text", "text": part.text}]
    if isinstance(part, ToolResult):
        return [
            {
                "type": "tool_result",
                "tool_use_id": part.call_id,
                "content": part.text,
                "is_error": part.is_refusal,
            }
        ]
    if part.native:
        return cast("list[Block]", json.loads(part.native))
    said: list[Block] = [{"type": "text", "text": part.text}] if part.text else []
    return said + [
        {
            "type": "tool_use",
            "id": call.id,
            "name": call.name,
            "input": arguments if an_object(arguments := read_json(call.arguments)) else {},
        }
        for call in part.calls
    ]
