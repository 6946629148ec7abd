"""Write the forms that answers must have, in the part of JSON Schema that every server knows.

Ranges and lengths are left out: not every server allows them, and they are checked anyway.
"""

from __future__ import annotations

from collections.abc import Iterable

from muniment.model.plain import Plain
from muniment.ports.language_model import AnswerForm

Shape = dict[str, Plain]

TEXT: Shape = {"type": "string"}
PERHAPS_TEXT: Shape = {"anyOf": [TEXT, {"type": "null"}]}
NUMBER: Shape = {"type": "number"}
FLAG: Shape = {"type": "boolean"}


def one_of(words: Iterable[str]) -> Shape:
    """Return the shape of one of a closed set of words, in the order of the alphabet."""
    return {"type": "string", "enum": [*sorted(words)]}


def list_of(shape: Shape) -> Shape:
    """Return the shape of a list."""
    return {"type": "array", "items": shape}


def object_of(**shapes: Shape) -> Shape:
    """Return the shape of an object that has these keys, all of them, and no others."""
    return {
        "type": "object",
        "properties": {**shapes},
        "required": [*shapes],
        "additionalProperties": False,
    }


def form(name: str, **shapes: Shape) -> AnswerForm:
    """Return the form of an answer: an object that has these keys."""
    return AnswerForm(name=name, schema=object_of(**shapes))
