"""Turn what a page tells into HTML: the templates, and how values are written in them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from muniment.model.plain import plain
from muniment.model.quoting import written_out
from muniment.model.worded import cut, named
from muniment.operations.moments import number_written
from muniment.temporal.period import Period

NAVIGATION: Final = (
    ("/", "Overview"),
    ("/memories", "Memories"),
    ("/entities", "Entities"),
    ("/graph", "Graph"),
    ("/ask", "Ask"),
    ("/conversations", "Conversations"),
    ("/pages", "Pages"),
    ("/reviews", "Reviews"),
    ("/ledger", "Ledger"),
    ("/changes", "Changes"),
    ("/agents", "Agents"),
    ("/tasks", "Tasks"),
    ("/traces", "Traces"),
)
"""The pages that every page links to."""

PREFIX: Final = "muniment.prefix"
"""Where a request says what a proxy took away from the start of its path."""

_DOTS: Final = re.compile(r"\.\.?/*")
"""Names that are written with a slash more in an address, so that none is written as another."""

BRIEF: Final = 200
"""How many characters of a belief or a turn are shown where it is one of many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What one page shows: its title, and the values that it tells."""

    title: str
    told: Mapping[str, object]
    status: int = 200


def page(request: Request, template: str, shown: Shown, form_of: str | None = None) -> Response:
    """Return a page; `form_of` names a template whose form stands on it too."""
    mounted_at = request.scope.get("root_path", "")
    here = _written(request).removeprefix(mounted_at) or "/"
    told = {
        "root": request.scope.get(PREFIX, "") + mounted_at,
        "here": here,
        "title": shown.title,
        "navigation": NAVIGATION,
        "asked": dict(request.query_params),
        "is_unknown": getattr(request.state, "is_unknown", False),
        "wrong": None,
        **shown.told,
    }
    told["form"] = "" if form_of is None else _form(form_of, told)
    text = _TEMPLATES.get_template(template).render(told)
    return HTMLResponse(text, status_code=shown.status)


def _written(request: Request) -> str:
    """Return the path of a request as it was written: read, a name in it might be taken for more of the path."""
    raw: bytes | None = request.scope.get("raw_path")
    return quote(request.scope["path"]) if raw is None else raw.decode("latin-1")


def _form(template: str, told: Mapping[str, object]) -> str:
    """Return the form of a page by itself; empty if the page has none."""
    found = _TEMPLATES.get_template(template)
    block = found.blocks.get("form")
    if block is None:
        return ""
    parts = _TEMPLATES.get_template("parts.html").make_module(dict(told))
    return "".join(block(found.new_context({**told, "parts": parts})))


def _moment(value: datetime | None, precision: str = "seconds") -> str:
    if value is None:
        return "open"
    text = value.isoformat(" ", precision).replace("+00:00", "Z")
    return text.removesuffix(" 00:00:00Z") if value.microsecond == 0 else text


def _period(value: Period) -> str:
    return f"{_moment(value.start)} → {_moment(value.end)}"


def _short(value: object) -> str:
    text = str(value)
    return f"…{text[-8:]}" if len(text) > 12 else text


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3f}"


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{_number(number)} {named(number, one, many)}"


@pass_context
def _query(context: Context, values: Mapping[str, object], **changes: object) -> str:
    """Return the query of an address with some values changed, for whom the page is; None takes one out."""
    merged = {"user": context["asked"].get("user"), **values, **changes}
    return urlencode({name: value for name, value in merged.items() if value not in (None, "")})


@pass_context
def _at(context: Context, values: Mapping[str, object], **changes: object) -> str:
    """Return the end of an address that keeps what it shows at the basis of a page."""
    query = _query(
        context,
        {name: values.get(name) for name in ("as_of", "valid_at", "namespace", "container")},
        **changes,
    )
    return f"?{query}" if query else ""


def _path(name: str) -> str:
    """Return a name as a part of an address. One or two dots would be a way to a browser: a slash goes with them."""
    return quote(f"{name}/" if _DOTS.fullmatch(name) else name, safe="")


def name_in_path(part: str) -> str:
    """Return the name that a part of an address stands for."""
    return part[:-1] if part.endswith("/") and _DOTS.fullmatch(part) else part


def _as_json(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def _with_code(text: str) -> Markup:
    """Return a sentence as HTML, with what stands between backticks as code."""
    parts = (escape(written_out(part)) for part in text.split("`"))
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if number % 2 else part
        for number, part in enumerate(parts)
    )


def _as_data(value: object) -> object:
    return value if isinstance(value, Markup) or not isinstance(value, str) else written_out(value)


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        finalize=_as_data,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        moment=_moment,
        exactly=partial(_moment, precision="auto"),
        period=_period,
        short=_short,
        number=_number,
        transaction=number_written,
        counted=_counted,
        named=named,
        cut=cut,
        query=_query,
        at=_at,
        brief=partial(cut, most=BRIEF),
        path=_path,
        as_json=_as_json,
        with_code=_with_code,
    )
    return environment


_TEMPLATES: Final = _environment()
