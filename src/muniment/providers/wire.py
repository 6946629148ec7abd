"""Read what a model server sent, and say what its refusals mean, without quoting them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeGuard

from muniment.errors import ModelUnavailable
from muniment.providers.retrying import Passing, is_passing

UNREADABLE = Passing(reason="gave no answer that can be read")
ANSWER_BYTES_MAX: Final = 16_777_216
"""Bytes of one answer of a language model that are read, longer than any model writes."""

_OF_THE_WIRE: Final = frozenset({"content-encoding", "content-length", "transfer-encoding"})


def bounded(kind: Any, bytes_max: int) -> Any:
    """Return a kind of httpx's client that reads no more of an answer than some bytes, unpacked.

    What is longer is cut off there, so that it is no JSON any more. The SDKs bring an httpx of
    their own, therefore the kind is given.
    """

    class Bounded(kind):  # type: ignore[misc]  # which kind it is, its caller knows
        async def send(self, request: Any, **options: Any) -> Any:
            answer = await super().send(request, **{**options, "stream": True})
            content = bytearray()
            try:
                async for part in answer.aiter_bytes():
                    content += part[: bytes_max - len(content)]
                    if len(content) == bytes_max:
                        break
            finally:
                await answer.aclose()
            told = answer.headers.multi_items()
            return type(answer)(
                answer.status_code,
                headers=[each for each in told if each[0].lower() not in _OF_THE_WIRE],
                content=bytes(content),
                request=answer.request,
            )

    return Bounded


def an_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Return whether a JSON value is an object."""
    return isinstance(value, Mapping)


def read_json(text: str) -> object:
    """Return the JSON value of a body, None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def text_of(told: Mapping[str, object], key: str) -> str:
    """Return a text of an object, empty if it is missing or no text."""
    value = told.get(key)
    return value if isinstance(value, str) else ""


def count_of(told: object, *keys: str) -> int:
    """Return the sum of counts of an object; what is missing or no count is 0."""
    if not an_object(told):
        return 0
    found = (told.get(key) for key in keys)
    return sum(value for value in found if isinstance(value, int) and value > 0)


def objects_of(told: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    """Return the objects in a list of an object; anything else is left out."""
    value = told.get(key)
    if not isinstance(value, Sequence) or isinstance(value, str):
        return []
    return [item for item in value if an_object(item)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What came back for a request: a body, under a status, perhaps with a pause that is asked for.

    A body may quote keys and texts, so it is kept out of errors, and out of what they came from.
    """

    status: int = 200
    body: str
    pause_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Unanswered:
    """That nothing came back, and the name of why; a server that was never there is not tried again."""

    why: str

    @classmethod
    def of(cls, error: Exception) -> Unanswered:
        """Return why a connection failed, without what it was to carry."""
        return cls(why=type(error.__cause__ or error).__name__)


def passing_of(place: str, role: str, sent: Sent | Unanswered) -> Passing:
    """Return a refusal or a broken connection that passes.

    Raises:
        ModelUnavailable: it does not pass; the message says what to set.
    """
    if isinstance(sent, Unanswered):
        if sent.why == "ConnectError":
            raise ModelUnavailable(f"The model server {place} cannot be reached ({sent.why}).")
        return Passing(reason=f"broke off ({sent.why})")
    status = sent.status
    if is_passing(status):
        return Passing(reason=f"answered {status}", pause_s=sent.pause_s)
    section = f"models.{role}"
    if status in {401, 403}:
        told = f"refused the key ({status}). Set {section}.api_key"
    elif status == 404:
        told = (
            f"knows no such model or address (404). Check {section}.model and {section}.base_url, "
            "which ends where the provider's paths begin"
        )
    elif 300 <= status < 400:
        told = f"answered {status}: it is somewhere else. Set {section}.base_url"
    else:
        told = f"refused the request ({status}{_code_of(sent.body)})"
    raise ModelUnavailable(f"The model server {place} {told}.")


def _code_of(body: str) -> str:
    """Return the code of a refusal if it is a plain word: servers repeat keys and texts in others."""
    told = read_json(body)
    error = told.get("error") if an_object(told) else None
    if not an_object(error):
        return ""
    words = (text_of(error, key) for key in ("code", "type"))
    return next((f", {word}" for word in words if re.fullmatch(r"[a-z_]{3,60}", word)), "")
