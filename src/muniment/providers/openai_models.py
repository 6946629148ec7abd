"""Ask any server that speaks OpenAI's `/v1/chat/completions`: OpenAI, Ollama, vLLM and others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

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
    import openai

    from muniment.settings import SecretStr

ADDRESS: Final = "https://api.openai.com/v1"

STOPS: Final = {
    "stop": Stop.DONE,
    "tool_calls": Stop.CALLS,
    "length": Stop.LENGTH,
    "content_filter": Stop.REFUSED,
}

GIVES_WAY: Final = ("temperature", "max_tokens", "response_format")
"""What is left out, or put otherwise, once a server has refused it by name."""


class OpenAiModelServer:
    """Reply over HTTP, one attempt at a time, at temperature 0.

    Key, address, organisation and project of the SDK's own variables are not sent: the settings
    are the one configuration. Some models refuse a temperature, `max_tokens` or a schema; the server says so, once, and is asked without.
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
        self._identity = ModelIdentity(provider="openai", model=model)
        self._client: openai.AsyncOpenAI | None = None
        self._refused: set[str] = set()
        self.place = base_url or ADDRESS

    @property
    def identity(self) -> ModelIdentity:
        """Return who replies."""
        return self._identity

    async def attempt(self, ask: Ask, tokens_max: int) -> Reply | Passing:
        """Send an ask once, and once more for each thing that the server will not have.

        Raises:
            ModelUnavailable: the SDK is missing, or the server refuses for good.
        """
        while True:
            sent = await self._sent(ask, tokens_max)
            if isinstance(sent, Passing):
                return sent
            if isinstance(sent, Sent) and sent.status == 200:
                return _read(sent.body)
            if not (isinstance(sent, Sent) and self._gives_way(sent)):
                return passing_of(self.place, self._role, sent)

    async def _sent(self, ask: Ask, tokens_max: int) -> Sent | Unanswered | Passing:
        client = await self._opened()
        import openai

        try:
            with anyio.fail_after(self._timeout_s):
                raw = await client.chat.completions.with_raw_response.create(
                    **self._request(ask, tokens_max)
                )
                return Sent(body=(await raw.http_response.aread()).decode(errors="replace"))
        except (TimeoutError, openai.APITimeoutError):
            return Passing(reason=f"did not answer within {self._timeout_s:g} s")
        except openai.APIStatusError as error:
            asked = error.response.headers.get("retry-after")
            return Sent(status=error.status_code, body=error.response.text, retry_after=asked)
        except openai.APIConnectionError as error:
            return Unanswered.of(error)

    async def aclose(self) -> None:
        """Close the connections; the next ask opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    def _request(self, ask: Ask, tokens_max: int) -> dict[str, Any]:
        import openai

        limit = "max_completion_tokens" if "max_tokens" in self._refused else "max_tokens"
        request: dict[str, Any] = {
            "model": self._identity.model,
            "messages": [
                {"role": "system", "content": ask.instructions},
                *(_message(part) for part in ask.parts),
            ],
            limit: tokens_max,
            "extra_headers": dict.fromkeys(("OpenAI-Organization", "OpenAI-Project"), openai.omit),
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

    async def _opened(self) -> openai.AsyncOpenAI:
        if self._client is None:
            self._client = await anyio.to_thread.run_sync(self._made)
        return self._client

    def _made(self) -> openai.AsyncOpenAI:
        try:
            import openai
        except ImportError:
            raise ModelUnavailable(
                "The provider 'openai' needs its SDK. Run: pip install 'muniment[openai]'"
            ) from None
        key = "none" if self._api_key is None else self._api_key.get_secret_value()
        return openai.AsyncOpenAI(
            base_url=self.place,
            api_key=key,
            admin_api_key="",
            organization="",
            project="",
            max_retries=0,
            timeout=self._timeout_s,
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


def _read(body: str) -> Reply | Passing:
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
