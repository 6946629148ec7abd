"""Raise for a problem document the error that the library would have raised."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast

from muniment.errors import AnswerUnreadable, MunimentError


def error_of(status: int, content: bytes) -> MunimentError:
    """Return the error that an answer tells."""
    try:
        told = json.loads(content)
    except ValueError:
        told = None
    if not isinstance(told, dict) or not isinstance(told.get("code"), str):
        return AnswerUnreadable(
            f"the service answered {status} without saying why. Is there a Muniment at this address, with nothing in between that answers for it?"
        )
    document = cast("Mapping[str, object]", told)
    kind = _by_code().get(str(document["code"]))
    if kind is None:
        return AnswerUnreadable(
            f"the service answered {document['code']!r:.80}, which this version does not know: "
            f"{document.get('detail')!s:.400}"
        )
    return kind(str(document.get("detail") or "") or None)


@cache
def _by_code() -> Mapping[str, type[MunimentError]]:
    return {error.code: error for error in _below(MunimentError) if "code" in vars(error)}


def _below(kind: type[MunimentError]) -> Iterator[type[MunimentError]]:
    for child in kind.__subclasses__():
        yield child
        yield from _below(child)
