"""Ask any server that speaks OpenAI's `/v1/chat/completions`: OpenAI, Ollama, vLLM and others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from muniment.ports.language_model import Ask, Part, Reply, Said, Stop, ToolCall, ToolResult
from muniment.providers.retrying import Passing
from muniment.providers.sdk_server import SdkModelServer
from muniment.providers.wire import (
    UNREADABLE,
    Sent,
    an_object,
    count_of,
    objects_of,
    read_json,
    text_of,
)

STOPS: Final = {
    "stop": Stop.DONE,
    "tool_calls": Stop.CALLS,
    "length": Stop.LENGTH,
    "content_filter": Stop.REFUSED,
}

GIVES_WAY: Final = ("temperature", "max_tokens", "response_format")
"""What is left out, or put otherwise, once a server has refused it by name."""


class OpenAiModelServer(SdkModelServer):
    """Reply over HTTP, one attempt at a time, at temperature 0.

    Key, address, organisation and project of the SDK's own variables are not sent: the settings
    are the one configuration. Some models refuse a temperature, `max_tokens` or a schema; the server says so, once, and is asked without.
    """

    provider = "openai"
    address = "https://api.openai.com/v1"

    async def _create(self, client: Any, ask: Ask, tokens_max: int) -> Any:
        return await client.chat.completions.with_raw_response.create(
            **self._request(ask, tokens_max)
        )

    def _request(self, ask: Ask, tokens_max: int) -> dict[str, Any]:
        limit = "max_completion_tokens" if "max_tokens" in self._refused else "max_tokens"
        request: dict[str, Any] = {
            "model": self._identity.model,
            "messages": [
                {"role": "system", "content": ask.instructions},
                *(_message(part) for part in ask.parts),
            ],
            limit: tokens_max,
            "extra_headers": dict.fromkeys(
                ("OpenAI-Organization", "OpenAI-Project"), self._sdk().omit
            ),
        }
        if "temperature" not in self._refused:
            request["temperature"] = 0
        if ask.tools:
            request["tools"] = [
                {
                    "type": "function",
                    "function": {
                        "name": tool.name,
                        "description": tool.about,
                        "parameters": tool.parameters,
                    },
                }
                for tool in ask.tools
            ]
        if ask.form is not None and "response_format" not in self._refused:
            form = {"name": ask.form.name, "schema": ask.form.schema, "strict": True}
            request["response_format"] = {"type": "json_schema", "json_schema": form}
        return request

    def _gives_way(self, sent: Sent) -> bool:
        """Note what a refusal names, and return whether asking without it is worth it."""
        told = read_json(sent.body) if sent.status == 400 else None
        error = told.get("error") if an_object(told) else None
        if not an_object(error):
            return False
        said = f"{text_of(error, 'param')} {text_of(error, 'message')}"
        for name in GIVES_WAY:
            if name in said and name not in self._refused:
                self._refused.add(name)
                return True
        return False

    def _made(self) -> object:
        return self._sdk().AsyncOpenAI(
            base_url=self.place,
            api_key=self._key(),
            admin_api_key="",
            organization="",
            project="",
            max_retries=0,
            timeout=None,
            http_client=self._http(),
        )

    def _read(self, body: str) -> Reply | Passing:
        told = read_json(body)
        choices = objects_of(told, "choices") if an_object(told) else []
        message = choices[0].get("message") if choices else None
        if not an_object(told) or not an_object(message):
            return UNREADABLE
        calls = tuple(
            ToolCall(
                id=text_of(call, "id"),
                name=text_of(function, "name"),
                arguments=text_of(function, "arguments"),
            )
            for call in objects_of(message, "tool_calls")
            if an_object(function := call.get("function"))
        )
        stop = STOPS.get(text_of(choices[0], "finish_reason"), Stop.DONE)
        if message.get("refusal"):
            stop = Stop.REFUSED
        elif calls and stop is Stop.DONE:
            stop = Stop.CALLS
        usage = told.get("usage")
        return Reply(
            text=text_of(message, "content"),
            calls=calls,
            stop=stop,
            tokens_in=count_of(usage, "prompt_tokens"),
            tokens_out=count_of(usage, "completion_tokens"),
        )


def _message(part: Part) -> Mapping[str, object]:
    if isinstance(part, Said):
        return {"role": "user", "content": part.text}
    if isinstance(part, ToolResult):
        return {"role": "tool", "tool_call_id": part.call_id, "content": part.text}
    message: dict[str, object] = {"role": "assistant", "content": part.text or None}
    if part.calls:
        message["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for call in part.calls
        ]
    return message
