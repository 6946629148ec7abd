"""Read an answer back into the value that it is the plain form of."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from muniment.errors import AnswerUnreadable


def decoded(kind: Any, content: bytes) -> Any:
    """Return the value of a type that JSON is the plain form of.

    Raises:
        AnswerUnreadable: it is the form of something else.
    """
    try:
        return _reader(kind).validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise AnswerUnreadable(
            f"the service's answer cannot be read: {where or 'it'}: {first['msg']}. Is the service "
            "of the same version as this client?"
        ) from None


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)
