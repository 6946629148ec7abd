"""Say in the OpenAPI document what generators of clients need, and FastAPI does not tell."""

from __future__ import annotations

import json
from typing import Any, Final

from muniment.rest.authenticating import HEADERS, OPEN_PATHS
from muniment.rest.problems import PROBLEM, PROBLEM_SHAPE

Document = dict[str, Any]
"""An OpenAPI document, as FastAPI has it."""

KEY: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "A key of `muniment create-key`, or a token of the configured issuer.",
}
_TEXT: Final = {"type": "string", "minLength": 1, "pattern": "^[ -~]+$"}
_SHAPES: Final = "#/components/schemas/"


def described(document: Document) -> Document:
    """Return a document that says as whom a request may ask, and what each shape is called and holds."""
    _declare_headers(document)
    document["components"]["schemas"][PROBLEM] = PROBLEM_SHAPE
    named = _named(document)
    _require_what_is_told(named)
    return named


def _declare_headers(document: Document) -> None:
    for path in document["paths"].keys() - OPEN_PATHS:
        for operation in document["paths"][path].values():
            operation.setdefault("parameters", []).extend(
                {"name": name, "in": "header", "schema": _TEXT, "description": about}
                for name, about in HEADERS.items()
            )


def _named(document: Document) -> Document:
    """Call each shape by a name of its own, in its title too: clients' classes are named by either.

    Of two shapes of one name FastAPI tells the modules with all their packages.
    """
    text = json.dumps(document)
    for name in document["components"]["schemas"]:
        module, _, own = name.rpartition("__")
        if module.startswith("muniment__"):
            told = module.rpartition("__")[2].title() + own
            text = text.replace(f'"{name}"', f'"{told}"').replace(
                f'{_SHAPES}{name}"', f'{_SHAPES}{told}"'
            )
    named: Document = json.loads(text)
    for name, shape in named["components"]["schemas"].items():
        shape["title"] = name
    return named


def _require_what_is_told(document: Document) -> None:
    """Say of each shape that only answers have that its fields are there: none is ever left out."""
    asked: set[str] = set()
    told: set[str] = set()
    shapes = document["components"]["schemas"]
    for operations in document["paths"].values():
        for operation in operations.values():
            _gather(shapes, {**operation, "responses": {}}, asked)
            _gather(shapes, operation["responses"], told)
    for name in told - asked - {PROBLEM}:
        if "properties" in shapes[name]:
            shapes[name]["required"] = list(shapes[name]["properties"])


def _gather(shapes: Document, within: object, found: set[str]) -> None:
    """Add the names of the shapes that are referred to within something, and within those."""
    if isinstance(within, list):
        for each in within:
            _gather(shapes, each, found)
    elif isinstance(within, dict):
        name = str(within.get("$ref", "")).removeprefix(_SHAPES)
        if name and name not in found:
            found.add(name)
            _gather(shapes, shapes[name], found)
        _gather(shapes, list(within.values()), found)
