"""Write an answer: the plain form of every surface as JSON, with a tag where it never changes."""

from __future__ import annotations

import hashlib
from json import JSONEncoder
from typing import Final

from fastapi import Request, Response
from pydantic_core import to_json

from muniment.model.plain import plain

MEDIA_TYPE: Final = "application/json"
LINES: Final = "application/x-ndjson"
"""What is read and given out line by line."""

_ascii: Final = JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def json_bytes(value: object) -> bytes:
    """Return a value's plain form as compact JSON."""
    return to_json(plain(value), inf_nan_mode="null")


def json_line(value: object) -> bytes:
    """Return a value's plain form as JSON in ASCII: nothing in it is taken for the end of a line."""
    return _ascii(plain(value)).encode()


def answered(request: Request, body: bytes, *, is_fixed: bool = False) -> Response:
    """Return an answer; one at a fixed basis has a tag, and is not sent to whoever has it already."""
    if not is_fixed:
        return Response(body, media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    told = {
        "Cache-Control": "private, no-cache",
        "Vary": "Authorization, X-Muniment-User, X-Muniment-Agent, X-Muniment-Acting",
        "ETag": tag,
    }
    listed = ",".join(request.headers.getlist("if-none-match")).split(",")
    known = {each.strip().removeprefix("W/") for each in listed}
    if tag in known or "*" in known:
        return Response(status_code=304, headers=told)
    return Response(body, media_type=MEDIA_TYPE, headers=told)
