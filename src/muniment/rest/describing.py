"""Say in the OpenAPI document what generators of clients need, and FastAPI does not tell."""

from __future__ import annotations

from collections.abc import Mapping
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
    shapes = document["components"]["schemas"]
    names = {name: _own_name(name) for name in shapes}
    places = {f"{_SHAPES}{name}": f"{_SHAPES}{own}" for name, own in names.items()}
    named: Document = _pointing(document, places)
    named["components"]["schemas"] = {
        own: {**named["components"]["schemas"][name], "title": own} for name, own in names.items()
    }
    return named


def _own_name(name: str) -> str:
    module, _, own = name.rpartition("__")
    return module.rpartition("__")[2].title() + own if module.startswith("muniment__") else name


def _pointing(within: Any, places: Mapping[str, str]) -> Any:
    """Return a copy of something in which what points to a shape points to its new place."""
    if isinstance(within, list):
        return [_pointing(each, places) for each in within]
    if isinstance(within, dict):
        return {name: _pointing(each, places) for name, each in within.items()}
    return places.get(within, within) if isinstance(within, str) else within


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
