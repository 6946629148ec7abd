"""Send one request to a service, and again where nothing can happen twice."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import quote

import httpx
from anyio import sleep

from muniment.client.problems import error_of
from muniment.errors import (
    Busy,
    InvalidValue,
    MemoryClosed,
    MunimentError,
    ServiceUnavailable,
    Unavailable,
    WriteOutcomeUnknown,
)
from muniment.model.redaction import redacted
from muniment.settings.addresses import plain_http

TIMEOUT_S: Final = 60.0
ATTEMPTS_MAX: Final = 4
PAUSE_S: Final = 0.1
PAUSE_MAX_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request, and the names that it keeps when it is sent again."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    is_write: bool = False
    acting: str | None = None
    """As which agent, as the header has it."""
    has_secret: bool = False
    """Whether the service keeps no answer of it, so that it is not safe to send again."""
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    key: str = field(default_factory=lambda: secrets.token_hex(16))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    """What one attempt came to."""

    content: bytes = b""
    error: MunimentError | None = None
    wait_s: float = 0.0
    """For how long it is in vain to ask again, as the service says."""


class Transport:
    """Connections to one service, as one principal."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        user: str | None = None,
        agent: str | None = None,
        timeout_s: float = TIMEOUT_S,
        attempts_max: int = ATTEMPTS_MAX,
        http: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._url = _address(url)
        headers = {"Accept": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {_sendable(token)}"
        if user is not None:
            headers["X-Muniment-User"] = quote(user)
        if agent is not None:
            headers["X-Muniment-Agent"] = quote(agent)
        if attempts_max < 1:
            raise InvalidValue(f"attempts_max is {attempts_max}; it must be at least 1.")
        self._attempts_max = attempts_max
        self._user = user
        self._opened = partial(
            httpx.AsyncClient,
            base_url=self._url,
            headers=headers,
            timeout=timeout_s,
            transport=http,
        )
        self._http = self._opened()

    @property
    def told(self) -> str:
        """For whom it works, if that is said here, and where, for people: no secret is in it."""
        named = "" if self._user is None else f"user={self._user!r} "
        return f"{named}at {redacted(self._url)}"

    async def close(self) -> None:
        """Close every connection."""
        await self._http.aclose()

    async def greet(self) -> None:
        """See whether somebody answers, also after it was closed.

        Raises:
            ServiceUnavailable: nobody does.
        """
        if self._http.is_closed:
            self._http = self._opened()
        await self.send(Asked(method="GET", path="/health"))

    async def send(self, asked: Asked) -> bytes:
        """Return the content of the answer.

        Readings are sent again when they break off, and writes under the key of the first try,
        with which the service writes them once; neither where the service asks for a longer wait than
        `PAUSE_MAX_S`.

        Raises:
            MunimentError: what the service told, with the class that the library would raise.
            ServiceUnavailable: nobody answers.
            WriteOutcomeUnknown: the connection broke after a write was sent, each time.
            MemoryClosed: it was closed.
        """
        for attempt in range(1, self._attempts_max + 1):
            if self._http.is_closed:
                raise MemoryClosed
            outcome = await self._attempt(asked)
            if outcome.error is None:
                return outcome.content
            passes = isinstance(outcome.error, Busy | Unavailable)
            may_have_landed = isinstance(outcome.error, WriteOutcomeUnknown) and asked.has_secret
            in_vain = may_have_landed or outcome.wait_s > PAUSE_MAX_S
            if not passes or in_vain or attempt == self._attempts_max:
                raise outcome.error
            await sleep(pause_s(asked.id, attempt, outcome.wait_s))
        raise AssertionError("there is at least one attempt")

    async def _attempt(self, asked: Asked) -> _Outcome:
        headers = {"X-Request-ID": asked.id}
        if asked.body is not None:
            headers["Content-Type"] = "application/json"
        if asked.is_write and not asked.has_secret:
            headers["Idempotency-Key"] = asked.key
        if asked.acting is not None:
            headers["X-Muniment-Acting"] = asked.acting
        try:
            answer = await self._http.request(
                asked.method, asked.path, params=asked.query, content=asked.body, headers=headers
            )
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            told = f"nobody answers at {self._url}: {_kind(error)}. Is the service running?"
            return _Outcome(error=ServiceUnavailable(told))
        except httpx.HTTPError as error:
            return _Outcome(error=self._broken_off(asked, error))
        if answer.status_code == httpx.codes.OK:
            return _Outcome(content=answer.content)
        wait = answer.headers.get("retry-after", "")
        wait_s = float(wait) if wait.isdigit() else 0.0
        refused = error_of(answer.status_code, answer.content)
        if isinstance(refused, Unavailable):
            refused.wait_s = wait_s
        return _Outcome(error=refused, wait_s=wait_s)

    def _broken_off(self, asked: Asked, error: httpx.HTTPError) -> MunimentError:
        if asked.is_write:
            return WriteOutcomeUnknown(
                f"the connection to {self._url} broke before the answer to a write came: "
                f"{_kind(error)}. It landed whole or not at all. Send it again with the Idempotency-Key "
                f"{asked.key}: it is not written twice."
            )
        return ServiceUnavailable(
            f"the connection to {self._url} broke before an answer came: {_kind(error)}."
        )


def pause_s(request_id: str, attempt: int, asked_s: float) -> float:
    """Return how long to wait before the next attempt, in seconds.

    Twice as long each time, and apart from others that wait too: how far apart is read off the
    request's id, so that it can be told afterwards. `asked_s` is what the service asked for.
    """
    digest = hashlib.sha256(f"{request_id}:{attempt}".encode()).digest()
    doubled = PAUSE_S * 2.0 ** (attempt - 1)
    return min(PAUSE_MAX_S, max(doubled, asked_s) * (1 + digest[0] / 255))


def _address(url: str) -> str:
    try:
        return plain_http(url)
    except ValueError:
        raise InvalidValue(
            "the address of the service cannot be used. Write http://host:port or https://host, "
            "without user, password and parameters; give the token separately."
        ) from None


def _sendable(token: str) -> str:
    if not re.fullmatch(r"[!-~]+", token):
        raise InvalidValue(
            "the token holds characters that no header can carry. Copy the whole token and nothing else."
        )
    return token


def _kind(error: httpx.HTTPError) -> str:
    return str(error) or type(error).__name__
