"""Write a request as HTTP carries it: the counterpart of what the service reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import datetime
from typing import Any, Final, cast
from urllib.parse import quote

from muniment.ledger.changing import Unset
from muniment.model.plain import Plain, plain
from muniment.model.recalled import Receipt
from muniment.operations.moments import as_of, number_written, point_written
from muniment.operations.routes import ROOT, ROUTES, Method, Part
from muniment.temporal.basis import Basis, Point

_RECEIPTS: Final = "recall"
"""The field that takes a whole receipt; elsewhere a receipt stands for its basis."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpForm:
    """A request, taken apart; `body` is JSON, None where there is none."""

    method: Method
    path: str
    query: tuple[tuple[str, str], ...]
    body: bytes | None


def http_form(name: str, request: object) -> HttpForm:
    """Return a request of an operation as HTTP carries it. What is as it is by default is left out.

    Raises:
        ZonelessTime: a datetime has no zone.
        InvalidValue: a basis is none.
    """
    route = ROUTES[name]
    path, query, body = route.path, list[tuple[str, str]](), dict[str, Plain]()
    for field, value in _given(request):
        match route.part_of(field):
            case Part.PATH:
                path = path.replace("{" + field + "}", quote(_text(value), safe=""))
            case Part.QUERY:
                query += [(field, text) for text in _texts(value)]
            case Part.BODY:
                body[field] = _json(field, value)
    has_body = route.method is not Method.GET
    return HttpForm(
        method=route.method,
        path=ROOT + path,
        query=tuple(query),
        body=json.dumps(body).encode() if has_body else None,
    )


def _given(request: object) -> Iterator[tuple[str, object]]:
    for item in fields(cast("Any", request)):
        value = getattr(request, item.name)
        if not isinstance(value, Unset) and value != item.default:
            yield item.name, value


def _json(field: str, value: object) -> Plain:
    if isinstance(value, Point | Basis) or (isinstance(value, Receipt) and field != _RECEIPTS):
        point = as_of(value)
        return point_written(point) if isinstance(point, Point) else plain(point)
    if is_dataclass(value) and not isinstance(value, Receipt):
        return {name: _json(name, item) for name, item in _given(value)}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_json(field, item) for item in value]
    return plain(value)


def _texts(value: object) -> list[str]:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_text(item) for item in value]
    return [_text(value)]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return json.dumps(plain(value))
    if isinstance(value, datetime):
        return str(plain(value))
    told = _json("", value)
    return number_written(told) if isinstance(told, int) else str(told)
