"""Ask a server that speaks Anthropic's `/v1/messages`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import anyio
import anyio.to_thread

from muniment.errors import ModelUnavailable
from muniment.ports.language_model import (
    Ask,
    ModelIdentity,
    Part,
    Reply,
    Said,
    Stop,
    ToolCall,
    ToolResult,
)
from muniment.providers.model_calls import Passing
from muniment.providers.wire import (
    UNREADABLE,
    Sent,
    Unanswered,
    an_object,
    count_of,
    objects_of,
    passing_of,
    read_json,
    text_of,
)

if TYPE_CHECKING:
    import anthropic

    from muniment.settings import SecretStr

ADDRESS: Final = "https://api.anthropic.com"

STOPS: Final = {
    "tool_use": Stop.CALLS,
    "max_tokens": Stop.LENGTH,
    "model_context_window_exceeded": Stop.LENGTH,
    "refusal": Stop.REFUSED,
}

Block = Mapping[str, object]


class AnthropicModelServer:
    """Reply over HTTP, one attempt at a time.

    The protocol knows no temperature any more. Blocks of thinking count as tokens of the answer,
    are no part of its text, and are handed back unchanged when a conversation goes on.
    """

    def __init__(
        self,
        *,
        role: str,
        model: str,
        base_url: str | None = None,
        api_key: SecretStr | None = None,
        timeout_s: float = 60.0,
    ) -> None:
        self._role = role
        self._api_key = api_key
        self._timeout_s = timeout_s
        self._identity = ModelIdentity(provider="anthropic", model=model)
        self._client: anthropic.AsyncAnthropic | None = None
        self.place = base_url or ADDRESS

    @property
    def identity(self) -> ModelIdentity:
        """Return who replies."""
        return self._identity

    async def attempt(self, ask: Ask, tokens_max: int) -> Reply | Passing:
        """Send an ask once.

        Raises:
            ModelUnavailable: the SDK is missing, or the server refuses for good.
        """
        sent = await self._sent(ask, tokens_max)
        if isinstance(sent, Passing):
            return sent
        if isinstance(sent, Sent) and sent.status == 200:
            return _read(sent.body)
        return passing_of(self.place, self._role, sent)

    async def _sent(self, ask: Ask, tokens_max: int) -> Sent | Unanswered | Passing:
        client = await self._opened()
        import anthropic

        try:
            with anyio.fail_after(self._timeout_s):
                raw = await client.messages.with_raw_response.create(
                    **self._request(ask, tokens_max)
                )
                return Sent(body=(await raw.http_response.aread()).decode(errors="replace"))
        except (TimeoutError, anthropic.APITimeoutError):
            return Passing(reason=f"did not answer within {self._timeout_s:g} s")
        except anthropic.APIStatusError as error:
            asked = error.response.headers.get("retry-after")
            return Sent(status=error.status_code, body=error.response.text, retry_after=asked)
        except anthropic.APIConnectionError as error:
            return Unanswered.of(error)

    async def aclose(self) -> None:
        """Close the connections; the next ask opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

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

    async def _opened(self) -> anthropic.AsyncAnthropic:
        if self._client is None:
            self._client = await anyio.to_thread.run_sync(self._made)
        return self._client

    def _made(self) -> anthropic.AsyncAnthropic:
        try:
            import anthropic
        except ImportError:
            raise ModelUnavailable(
                "The provider 'anthropic' needs its SDK. Run: pip install 'muniment[anthropic]'"
            ) from None
        key = "none" if self._api_key is None else self._api_key.get_secret_value()
        return anthropic.AsyncAnthropic(
            base_url=self.place,
            api_key=key,
            max_retries=0,
            timeout=self._timeout_s,
            open_telemetry=False,
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


def _read(body: str) -> Reply | Passing:
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
