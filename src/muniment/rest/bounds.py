"""Stand before every request: name it, bound it, and let its answer be taken for data alone."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from typing import Final
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from muniment.errors import (
    BodyTooLarge,
    FieldRepeated,
    InvalidValue,
    MediaTypeUnsupported,
    MunimentError,
    NotPermitted,
)
from muniment.rest.answers import LINES, MEDIA_TYPE
from muniment.rest.authenticating import HEADERS
from muniment.rest.problems import problem_response

REQUEST_ID: Final = "X-Request-ID"
BULK: Final = "/bulk"
"""How the paths end whose bodies are read line by line, and may be larger."""

_FIT: Final = re.compile(r"[!-~]{1,128}")
_DOCUMENT: Final = re.compile(r"application/(json|[\w.-]+\+json)")
_SAID_ONCE: Final = ("Authorization", *HEADERS, "Idempotency-Key")
"""The headers that say who asks, and which write it is: of two, each proxy on the way may read another one."""

_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""What keeps a browser from taking data for anything else. A router may set its own before."""


class Bounded:
    """An app whose requests are bounded, and whose answers cannot be taken for pages.

    `hosts` are the names that it answers to, None for any.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        hosts: Collection[str] | None,
        body_bytes_max: int,
        bulk_bytes_max: int,
    ) -> None:
        self._app = app
        self._hosts = hosts
        self._body_bytes_max = body_bytes_max
        self._bulk_bytes_max = bulk_bytes_max

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get(REQUEST_ID, "")
        scope["request_id"] = name = given if _FIT.fullmatch(given) else secrets.token_hex(8)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                told[REQUEST_ID] = name
                for header, value in _HEADERS.items():
                    told.setdefault(header, value)
                if "location" in told:
                    told["Location"] = _from_here(told["location"], str(scope["path"]))
            await send(message)

        bytes_max = self._bulk_bytes_max if _is_bulk(scope) else self._body_bytes_max
        refusal = self._refusal(scope, headers, bytes_max)
        if refusal is not None:
            await problem_response(refusal, name)(scope, receive, sent)
            return
        # Whoever serves us sends no body for HEAD; it is in all else what GET is.
        asked = {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope
        await self._app(asked, _counted(receive, bytes_max), sent)

    def _refusal(self, scope: Scope, headers: Headers, bytes_max: int) -> MunimentError | None:
        # A page of a stranger can make a browser call this machine by another name, and send forms,
        # plain texts and nothing at all without asking: all are refused.
        if self._hosts is not None:
            names = ", ".join(sorted(self._hosts))
            host, origin = headers.get("host", ""), headers.get("origin")
            if _named(host) not in self._hosts:
                return InvalidValue(
                    f"the Host is {host!r:.100}; without authentication this service answers only to {names}."
                )
            if origin is not None and _named(origin.partition("://")[2]) not in self._hosts:
                return NotPermitted(
                    f"a page of {origin!r:.100} sent this request; without authentication this service answers "
                    f"only pages of {names}."
                )
        for name in _SAID_ONCE:
            if len(headers.getlist(name)) > 1:
                return FieldRepeated(
                    f"{name} appears twice in the headers of the request, so it is unclear which counts. "
                    f"Send it once; a proxy that sets it must remove its caller's."
                )
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > bytes_max:
            return _too_large(bytes_max)
        has_body = length != "0" or "transfer-encoding" in headers
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        is_fit = kind == LINES if _is_bulk(scope) else _DOCUMENT.fullmatch(kind)
        coding = headers.get("content-encoding", "identity").strip().lower()
        if has_body and coding != "identity":
            return MediaTypeUnsupported(
                f"the body is encoded as {coding!r:.100}; send it plain, without Content-Encoding."
            )
        if has_body and scope["method"] in {"POST", "PUT", "PATCH"} and not is_fit:
            wanted = f"{LINES}, one JSON object a line" if _is_bulk(scope) else MEDIA_TYPE
            return MediaTypeUnsupported(
                f"the body is {kind or 'of no media type'!r:.100}; send {wanted}."
            )
        return None


def _from_here(location: str, path: str) -> str:
    """Return the way to the same path with a slash more or less, as seen from this path.

    The service does not know under which name, prefix and scheme a proxy offers it.
    """
    _, _, query = location.partition("?")
    kept = path.rstrip("/")
    last = quote(kept.rpartition("/")[2])
    way = f"{last}/" if kept == path else "../" * (len(path) - len(kept)) + last
    return f"{way}?{query}" if query else way


def _is_bulk(scope: Scope) -> bool:
    return str(scope["path"]).endswith(BULK)


def _counted(receive: Receive, bytes_max: int) -> Receive:
    count = 0

    async def counted() -> Message:
        nonlocal count
        message = await receive()
        count += len(message.get("body", b""))
        if count > bytes_max:
            raise _too_large(bytes_max)
        return message

    return counted


def _too_large(bytes_max: int) -> BodyTooLarge:
    return BodyTooLarge(
        f"the body is larger than {bytes_max} bytes, which is all that the setting allows "
        "(`rest.body_bytes_max`, `rest.bulk_bytes_max`). Send it in parts."
    )


def _named(host: str) -> str:
    """Return the name in a host with its port."""
    if host.startswith("["):
        return host.partition("]")[0].lstrip("[")
    return host.partition(":")[0].lower()
