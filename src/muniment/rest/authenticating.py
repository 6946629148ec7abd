"""Ask every request who sends it, before anything of it is read; and as whom it is to run."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import quote, unquote

from fastapi import Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from muniment.access.acting import NAME_MAX, read_acting
from muniment.access.admission import Admission
from muniment.access.authority import Holder
from muniment.access.principal import Permission
from muniment.errors import InvalidValue, MunimentError, NotAuthenticated
from muniment.model.names import refuse_decomposed
from muniment.operations.services import Services
from muniment.operations.tenants import Tenants
from muniment.rest.problems import problem_response, worded_response

OPEN_PATHS: Final = frozenset({"/health", "/ready", "/openapi.json"})
"""What anybody may ask: nothing of it is anybody's."""

USER: Final = "X-Muniment-User"
AGENT: Final = "X-Muniment-Agent"
ACTING: Final = "X-Muniment-Acting"
"""The header that says as which agent of a team a request is made.

Its user is named as by `USER`. All else in it can only narrow, and says no more of whoever sends it
than its key does.
"""

HEADERS: Final = {
    USER: f"The user to ask for, if the caller may name one: percent-encoded as UTF-8 if the name is not "
    f"ASCII or has a percent sign; at most {NAME_MAX} characters.",
    AGENT: "The agent to ask as, percent-encoded like the user.",
    ACTING: "The agent of a team to ask as, as JSON in ASCII: agent, role, permissions, trail, user, "
    "namespace, visibility, project and session; null for what is not set.",
}
"""What each header says that names somebody."""

_ASKED: Final = 'Bearer realm="muniment"'
_REFUSED: Final = f'{_ASKED}, error="invalid_token"'
"""What is said to whoever did show something; whoever showed nothing made no error (RFC 6750, 3.1)."""
_ASKED_OF_A_PERSON: Final = 'Basic realm="muniment: any name, and a key", charset="UTF-8"'
_SHOWN: Final = "muniment.shown"
_HOLDER: Final = "muniment.holder"


class Authenticated:
    """An app that nobody reaches without being known; what is mounted in it as well.

    Under `pages` a browser may ask its person for the key: as a password, whatever the name. It
    sends that along with every request from then on, a stranger's form included. So it counts for
    pages alone, which change nothing.
    """

    def __init__(self, app: ASGIApp, admission: Admission, pages: Sequence[str] = ()) -> None:
        self._app = app
        self._admission = admission
        self._pages = pages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request of somebody who is known."""
        if scope["type"] == "http" and scope["path"] not in OPEN_PATHS:
            is_page = any(f"{scope['path']}/".startswith(f"{each}/") for each in self._pages)
            # What a proxy asks its own people for is forwarded as Basic, and is none of ours.
            token = _shown(Headers(scope=scope), is_page=is_page and self._admission.is_on)
            try:
                scope[_HOLDER] = await self._admission.holder(token)
                scope[_SHOWN] = token
            except MunimentError as error:
                response = worded_response if is_page else problem_response
                refusal = response(error, scope.get("request_id"))
                if isinstance(error, NotAuthenticated):
                    asked = _ASKED if token is None else _REFUSED
                    refusal.headers["WWW-Authenticate"] = _ASKED_OF_A_PERSON if is_page else asked
                await refusal(scope, receive, send)
                return
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        await self._app(scope, receive, send)


class Admitting:
    """The way from a request to the services as its principal."""

    def __init__(self, services: Services, admission: Admission) -> None:
        self._tenants = Tenants(services)
        self._admission = admission

    async def __call__(
        self,
        request: Request,
        permission: Permission,
        *,
        user: str | None = None,
        called: str | None = None,
        anew: bool = False,
    ) -> Services:
        """Return the services as the principal of a request that needs a permission.

        A `user` that the request's own shape names is refused where a header names another one.
        `called` is the agent that the sender says it is without being asked: it is taken for it only if
        it may be that one. What takes long asks `anew`, so that a key or a grant that is taken back
        meanwhile ends it.

        Raises:
            InvalidValue: what it names is no name, or it names two users.
            NotAuthenticated: asked anew, nobody is known any more by what it shows.
            NotPermitted: who sends it may not act as whom it names.
        """
        found = replace(
            await self._admitted(request, permission, user=user, called=called, anew=anew),
            is_abroad=True,
        )
        if not self._admission.is_on:
            return found
        governs = Permission.GOVERN in found.principal.permissions
        return replace(found, is_keeper=governs and found.tenancy.keeps_store)

    async def _admitted(
        self,
        request: Request,
        permission: Permission,
        *,
        user: str | None,
        called: str | None,
        anew: bool,
    ) -> Services:
        if anew:
            request.scope[_HOLDER] = await self._admission.holder(request.scope[_SHOWN])
        holder: Holder = request.scope[_HOLDER]
        told = request.headers.get(ACTING)
        acting = None if told is None else read_acting(told)
        if acting is not None and acting.user is not None:
            if user not in (None, acting.user):
                raise InvalidValue(
                    f"the request names the user {user!r:.80}, and {ACTING} {acting.user!r:.80}. Name the "
                    "same one in both, or null in the header."
                )
            user = acting.user
        else:
            named = _named(request, USER)
            if named is not None and user not in (None, named):
                raise InvalidValue(
                    f"the request names the user {user!r:.80}, and {USER} {named!r:.80}. Name the same "
                    "one in both, or leave the header out."
                )
            user = named if user is None else user
        if acting is not None:
            principal = await self._admission.principal_as(holder, permission, acting, user=user)
            principal.require(permission)
            return (await self._tenants.services_of(principal)).acting_as(acting)
        agent = _named(request, AGENT)
        refuse_decomposed(agent, AGENT)
        trail: tuple[str, ...] = ()
        if agent is None and called is not None and self._admission.may_be(holder, user, called):
            agent, trail = called, (called,)
        principal = await self._admission.principal(holder, permission, user=user, agent=agent)
        principal.require(permission)
        return await self._tenants.services_of(replace(principal, trail=trail or principal.trail))


def _shown(headers: Headers, *, is_page: bool) -> str | None:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic" and is_page:
        return _password(token.strip())
    return token.strip() or None if scheme.lower() == "bearer" else None


def _password(given: str) -> str | None:
    try:
        return b64decode(given, validate=True).decode().partition(":")[2].strip() or None
    except ValueError:
        return None


def _meant(value: str) -> str:
    """Return the name that whoever wrote bytes beyond ASCII into a header is likely to have meant."""
    written = unquote(value, encoding="latin-1").encode("latin-1")
    try:
        return written.decode()
    except UnicodeDecodeError:
        return written.decode("latin-1")


def _named(request: Request, header: str) -> str | None:
    value = request.headers.get(header)
    if value is None:
        return None
    try:
        name = unquote(value, errors="strict") if value.isascii() else ""
    except UnicodeDecodeError:
        name = ""
    if not name and value:
        raise InvalidValue(
            f"{header} cannot be read: it must be ASCII, with other characters percent-encoded as UTF-8. Write {quote(_meant(value))[:NAME_MAX]}"
        )
    if not name.strip() or len(name) > NAME_MAX:
        raise InvalidValue(
            f"{header} names nobody. Leave it out, or write 1 to {NAME_MAX} characters."
        )
    return name
