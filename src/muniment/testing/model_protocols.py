"""Read and write the two protocols of model servers, as strictly as the servers themselves."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from muniment.testing.model_script import Refuses, Replies

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request as the server understood it."""

    path: str
    key: str | None
    model: str
    instructions: str
    texts: tuple[str, ...]
    """What was said to the model, results of tools included, in order."""
    results: tuple[str, ...]
    """The results of tools alone, in order."""
    tools: tuple[str, ...]
    schema: Body | None
    tokens_max: int
    headers: Mapping[str, str]
    body: Body


class Violated(Exception):
    """The request is not what the protocol says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """How one protocol reads a request and writes a reply or a refusal."""

    read: Callable[[str, Body, Mapping[str, str]], Asked]
    reply: Callable[[Asked, Replies, int], object]
    refusal: Callable[[Refuses], object]


def _demand(holds: object, what: str) -> None:
    if not holds:
        raise Violated(what)


def _bearer(headers: Mapping[str, str]) -> str | None:
    said = headers.get("authorization", "")
    return said.removeprefix("Bearer ") if said.startswith("Bearer ") else None


def _read_openai(path: str, body: Body, headers: Mapping[str, str]) -> Asked:
    _demand(isinstance(body.get("model"), str), "model is required")
    _demand(isinstance(body.get("messages"), list) and body["messages"], "messages is required")
    open_calls: list[str] = []
    texts, results, instructions = [], [], ""
    for message in body["messages"]:
        role = message.get("role")
        if role == "tool":
            _demand(message.get("tool_call_id") in open_calls, "a tool message answers no call")
            open_calls.remove(message["tool_call_id"])
            results.append(message["content"])
            texts.append(message["content"])
            continue
        _demand(not open_calls, "a call of a tool is not answered")
        _demand(role in {"system", "user", "assistant"}, f"no such role: {role}")
        if role == "system":
            instructions = message["content"]
        elif role == "user":
            texts.append(message["content"])
        else:
            open_calls = [call["id"] for call in message.get("tool_calls", ())]
            _demand(open_calls or message.get("content"), "an assistant message is empty")
    _demand(not open_calls, "a call of a tool is not answered")
    form = body.get("response_format")
    return Asked(
        path=path,
        key=_bearer(headers),
        model=body["model"],
        instructions=instructions,
        texts=tuple(texts),
        results=tuple(results),
        tools=tuple(tool["function"]["name"] for tool in body.get("tools", ())),
        schema=None if form is None else form["json_schema"]["schema"],
        tokens_max=body.get("max_completion_tokens") or body.get("max_tokens") or 0,
        headers=headers,
        body=body,
    )


def _reply_openai(asked: Asked, reply: Replies, number: int) -> object:
    message: dict[str, object] = {"role": "assistant", "content": reply.text or None}
    finish = "tool_calls" if reply.calls else "stop"
    if reply.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{number}_{place}",
                "type": "function",
                "function": {"name": call.tool, "arguments": call.text},
            }
            for place, call in enumerate(reply.calls)
        ]
    if reply.is_refusal:
        message["refusal"] = "I cannot help with that."
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 0,
        "model": asked.model,
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": "length" if reply.is_cut_at_its_budget else finish,
            }
        ],
        "usage": {
            "prompt_tokens": reply.tokens_in,
            "completion_tokens": reply.tokens_out,
            "total_tokens": reply.tokens_in + reply.tokens_out,
        },
    }


def _refusal_openai(refusal: Refuses) -> object:
    return {
        "error": {
            "message": refusal.message,
            "type": "invalid_request_error",
            "param": refusal.param,
            "code": refusal.code or None,
        }
    }


def _read_anthropic(path: str, body: Body, headers: Mapping[str, str]) -> Asked:
    _demand(headers.get("anthropic-version"), "anthropic-version is required")
    for name in ("model", "max_tokens", "messages"):
        _demand(body.get(name), f"{name}: Field required")
    for name in ("temperature", "top_p", "top_k"):
        _demand(name not in body, f"{name}: Extra inputs are not permitted")
    open_calls: list[str] = []
    texts, results = [], []
    role_before = "assistant"
    for message in body["messages"]:
        role = message["role"]
        _demand(role != role_before and role in {"user", "assistant"}, "roles must alternate")
        role_before = role
        for block in _blocks(message["content"]):
            kind = block["type"]
            if kind == "tool_result":
                _demand(block["tool_use_id"] in open_calls, "unexpected tool_use_id")
                open_calls.remove(block["tool_use_id"])
                results.append(block["content"])
                texts.append(block["content"])
            elif role == "user":
                _demand(block.get("text"), "text content blocks must be non-empty")
                texts.append(block["text"])
            elif kind == "tool_use":
                open_calls.append(block["id"])
        if role == "user":
            _demand(not open_calls, "tool_use ids were found without tool_result blocks")
    _demand(role_before == "user", "the conversation must end with a user message")
    form = (body.get("output_config") or {}).get("format")
    return Asked(
        path=path,
        key=_bearer(headers),
        model=body["model"],
        instructions=body.get("system", ""),
        texts=tuple(texts),
        results=tuple(results),
        tools=tuple(tool["name"] for tool in body.get("tools", ())),
        schema=None if form is None else form["schema"],
        tokens_max=body["max_tokens"],
        headers=headers,
        body=body,
    )


def _blocks(content: str | Sequence[Body]) -> Sequence[Body]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _reply_anthropic(asked: Asked, reply: Replies, number: int) -> object:
    blocks: list[object] = [{"type": "thinking", "thinking": "Well.", "signature": f"s{number}"}]
    if reply.text:
        blocks.append({"type": "text", "text": reply.text})
    for place, call in enumerate(reply.calls):
        blocks.append(
            {
                "type": "tool_use",
                "id": f"toolu_{number}_{place}",
                "name": call.tool,
                "input": call.raw if call.raw is not None else dict(call.arguments or {}),
            }
        )
    stop = "tool_use" if reply.calls else "end_turn"
    if reply.is_refusal:
        stop = "refusal"
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": asked.model,
        "content": blocks,
        "stop_reason": "max_tokens" if reply.is_cut_at_its_budget else stop,
        "stop_sequence": None,
        "usage": {"input_tokens": reply.tokens_in, "output_tokens": reply.tokens_out},
    }


def _refusal_anthropic(refusal: Refuses) -> object:
    kind = refusal.code or "invalid_request_error"
    return {"type": "error", "error": {"type": kind, "message": refusal.message}}


PROTOCOLS: Final = {
    "/v1/chat/completions": Protocol(
        read=_read_openai, reply=_reply_openai, refusal=_refusal_openai
    ),
    "/v1/messages": Protocol(
        read=_read_anthropic, reply=_reply_anthropic, refusal=_refusal_anthropic
    ),
}
"""The protocols by their paths."""


def as_json(value: object) -> bytes:
    """Return a value as a body."""
    return json.dumps(value).encode()
