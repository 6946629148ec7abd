"""Tell every error as a problem document (RFC 9457) with the code that it has on all surfaces."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, Final, cast

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.routing import Match

from muniment.errors import (
    Busy,
    DiskFull,
    InvalidValue,
    MethodNotAllowed,
    MunimentError,
    RouteNotFound,
    Unavailable,
    Unexpected,
    UnstorableText,
    http_status_of,
    is_without_room,
)
from muniment.model.plain import Plain
from muniment.model.worded import cut, defect
from muniment.operations.abroad import told_abroad
from muniment.operations.shapes import broken_rules
from muniment.rest.answers import json_bytes

MEDIA_TYPE: Final = "application/problem+json"
RETRY_AFTER_S: Final = 1
"""The least to wait: what passes by itself has mostly passed by then."""

_QUESTION: Final = ("query", "question", "message")
"""What the endpoints that are asked something call it."""

_EXTRA: Final = "extra_forbidden"

_METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")

PROBLEM: Final = "Problem"
PROBLEM_SHAPE: Final[dict[str, Any]] = {
    "title": PROBLEM,
    "description": "What went wrong (RFC 9457), with a stable code.",
    "type": "object",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "request_id": {"type": ["string", "null"]},
    },
    "required": ["type", "title", "status", "detail", "code", "request_id"],
}
"""What OpenAPI is told of a problem: its name, and its shape."""

PROBLEMS: Final[dict[int | str, dict[str, Any]]] = {
    "default": {
        "description": "A problem document (RFC 9457).",
        "content": {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{PROBLEM}"}}},
        "headers": {
            "X-Request-ID": {
                "description": "The name of this request in the service's log.",
                "schema": {"type": "string"},
            },
            "Retry-After": {
                "description": "With 429 and 503: how many seconds to wait before sending it again.",
                "schema": {"type": "integer", "minimum": RETRY_AFTER_S},
            },
        },
    }
}
"""What OpenAPI is told of every answer that is none of those that were asked for."""


def problem(error: MunimentError, request_id: str | None = None) -> dict[str, Plain]:
    """Return the document that tells an error to whoever asks over a network."""
    title, _, _ = (type(error).__doc__ or "").strip().partition(". ")
    return {
        "type": f"urn:muniment:error:{error.code}",
        "title": title.rstrip("."),
        "status": http_status_of(error),
        "detail": told_abroad(error, request_id),
        "code": error.code,
        "request_id": request_id,
    }


def request_id_of(request: Request) -> str | None:
    """Return the id of a request, by which the log of the service names it."""
    found: str | None = request.scope.get("request_id")
    return found


def problem_response(error: MunimentError, request_id: str | None = None) -> Response:
    """Return the answer that tells an error."""
    return Response(
        json_bytes(problem(error, request_id)),
        status_code=http_status_of(error),
        media_type=MEDIA_TYPE,
        headers=_waiting(error),
    )


def worded_response(error: MunimentError, request_id: str | None = None) -> Response:
    """Return the answer that tells an error to a person who is shown no page, in words alone."""
    told = problem(error, request_id)
    return PlainTextResponse(
        f"{told['title']}: {told['detail']}\n",
        status_code=http_status_of(error),
        headers={**_waiting(error), "Cache-Control": "no-store"},
    )


def _waiting(error: MunimentError) -> dict[str, str]:
    if not isinstance(error, Busy | Unavailable):
        return {}
    wait_s = error.wait_s if isinstance(error, Unavailable) else 0.0
    return {"Retry-After": str(max(RETRY_AFTER_S, ceil(wait_s)))}


def tell_problems(app: FastAPI) -> None:
    """Have an app tell whatever goes wrong as a problem."""

    async def told(request: Request, error: Exception) -> Response:
        response = problem_response(_ours(request, error), request_id_of(request))
        if response.status_code == MethodNotAllowed.http_status:
            response.headers["Allow"] = _allowed(request)
        return response

    for kind in (MunimentError, RequestValidationError, HTTPException, ClientDisconnect, Exception):
        app.add_exception_handler(kind, told)


def _ours(request: Request, error: Exception) -> MunimentError:
    if isinstance(error, MunimentError):
        return error
    if isinstance(error, RequestValidationError):
        return misfit(error.errors())
    if isinstance(error.__cause__, MunimentError):  # raised while the body was read
        return error.__cause__
    if isinstance(error, ClientDisconnect):
        return InvalidValue("the body ended too early.")
    if isinstance(error, HTTPException):
        return _of_status(request, error)
    if is_without_room(error):
        return DiskFull(
            "The disk that the service keeps a long body on is full: free some space, then try again."
        )
    return Unexpected(defect(error))


def _of_status(request: Request, error: HTTPException) -> MunimentError:
    path = f"{request.url.path!r:.200}"
    if error.status_code == http_status_of(RouteNotFound()):
        return RouteNotFound(
            f"there is nothing at {path}. /openapi.json lists what there is; pages are at /ui/."
        )
    if error.status_code == MethodNotAllowed.http_status:
        return MethodNotAllowed(f"{path} accepts {_allowed(request)}, not {request.method}.")
    return InvalidValue(f"the request cannot be read: {error.detail}.")


def _allowed(request: Request) -> str:
    """Return the methods that a path is called with."""
    routes = request.app.routes
    return ", ".join(
        "GET, HEAD" if method == "GET" else method
        for method in _METHODS
        if any(
            each.matches({**request.scope, "method": method})[0] is Match.FULL for each in routes
        )
    )


def _named_otherwise(wanted: str, found: Sequence[object]) -> str | None:
    """Return the field of another endpoint that a question was given in, if one was and another is wanted."""
    given = (cast("Mapping[str, object]", each) for each in found)
    extra = {cast("Sequence[object]", each["loc"])[-1] for each in given if each["type"] == _EXTRA}
    others = [each for each in _QUESTION if each in extra]
    return others[0] if wanted in _QUESTION and others else None


def misfit(
    found: Sequence[object], example: object = None, *, whole: str = "the body"
) -> MunimentError:
    """Return the error that stands for the first thing that does not fit a model, which reads the `whole`.

    An `example` of a body that fits is told to whoever did not send the like of it.
    """
    first = cast("Mapping[str, object]", found[0])
    place, rule = broken_rules(cast("Sequence[Mapping[str, object]]", found))
    where = ".".join(place[1:] if place[:1] in (["body"], ["query"], ["path"]) else place)
    if first["type"] == "string_unicode":
        return UnstorableText(f"{where} holds a NUL or a lone surrogate. Remove it.")
    if first["type"] == "json_invalid":
        context = cast("Mapping[str, object]", first.get("ctx", {}))
        what = where if place[:1] == ["query"] else whole
        return InvalidValue(
            f"{what} is not valid JSON: {context.get('error', 'it cannot be read')}."
        )
    wanted = "Write it as /openapi.json says."
    is_shown = bool(example) and place[:1] == ["body"]
    if is_shown:
        wanted = f"Send, for example, {json.dumps(example, ensure_ascii=False)}."
    if first["type"] == "missing":
        named = _named_otherwise(where, found)
        if named is not None:
            return InvalidValue(
                f"the question is given as {named}, but this endpoint reads it from {where}. {wanted}"
            )
        return InvalidValue(f"{where or whole} is missing. {wanted}")
    if first["type"] == _EXTRA:
        told = f"{where} is not a field of this request. /openapi.json lists the fields."
        return InvalidValue(f"{told} {wanted}" if is_shown else told)
    shown = cut(repr(first.get("input")), 80)
    is_object = first["type"] in {"model_type", "model_attributes_type"}
    rule = "it should be an object" if is_object else rule
    is_unlike = example and (is_object or first["type"] == "list_type")
    told = f"{where or whole} is {shown}: {rule}."
    return InvalidValue(f"{told} {wanted}" if is_unlike else told)
