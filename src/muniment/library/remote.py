"""Offer the same library over a service: a program that takes an AgentMemory takes a MemoryClient."""

from __future__ import annotations

from typing import TypeVar

from muniment.access.acting import Acting
from muniment.client.decoding import decoded
from muniment.client.transport import ATTEMPTS_MAX, TIMEOUT_S, Asked, Transport
from muniment.errors import SettingsElsewhere
from muniment.library.asynchronous import AsyncAgentMemory
from muniment.library.connection import Connection
from muniment.library.synchronous import AgentMemory
from muniment.operations.catalogue import Effect, Operation
from muniment.operations.fitting import refuse_misfit
from muniment.operations.routes import ROUTES
from muniment.operations.sending import http_form
from muniment.settings import RecallSettings, Settings

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class OverHttp:
    """The operations of a service."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @property
    def settings(self) -> Settings:
        """Refuse: the configuration is the service's.

        Raises:
            SettingsElsewhere: always.
        """
        raise SettingsElsewhere

    @property
    def budget_tokens(self) -> int:
        """The budget of a recall with a context that names none: the service's is not known here."""
        return RecallSettings().budget_tokens

    @property
    def told(self) -> str:
        """For whom it works, and where, for people: no secret is in it."""
        return self._transport.told

    async def open(self) -> None:
        """See whether the service answers.

        Raises:
            ServiceUnavailable: it does not.
        """
        await self._transport.greet()

    async def close(self) -> None:
        """Close every connection."""
        await self._transport.close()

    async def perform(
        self, what: Operation[Request, Answer], request: Request, acting: Acting | None
    ) -> Answer:
        """Run an operation of the service's catalogue, as an agent if one is named."""
        refuse_misfit(request)
        form = http_form(what.name, request)
        asked = Asked(
            method=form.method,
            path=form.path,
            query=form.query,
            body=form.body,
            is_write=what.effect is Effect.WRITES,
            acting=None if acting is None else acting.told(),
            has_secret=ROUTES[what.name].has_secret,
        )
        answer: Answer = decoded(what.answer, await self._transport.send(asked))
        return answer


class AsyncMemoryClient(AsyncAgentMemory):
    """The library over a service that `muniment api` started.

    `token` is an API key or a JWT; `user` and `agent` say for whom and as what it acts, where the token allows it. A
    request that breaks off is sent again: reads, and writes under a key of their own, so that nothing is written
    twice.

    Raises:
        InvalidValue: the address is no http:// or https:// address.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        user: str | None = None,
        agent: str | None = None,
        timeout_s: float = TIMEOUT_S,
        attempts_max: int = ATTEMPTS_MAX,
    ) -> None:
        transport = Transport(
            url, token, user=user, agent=agent, timeout_s=timeout_s, attempts_max=attempts_max
        )
        Connection.__init__(self, OverHttp(transport))


class MemoryClient(AgentMemory):
    """The synchronous face of `AsyncMemoryClient`; it may be shared by threads.

    Raises:
        InvalidValue: the address is no http:// or https:// address.
        ServiceUnavailable: nobody answers there.
    """

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        user: str | None = None,
        agent: str | None = None,
        timeout_s: float = TIMEOUT_S,
        attempts_max: int = ATTEMPTS_MAX,
    ) -> None:
        self._start(
            AsyncMemoryClient(
                url, token, user=user, agent=agent, timeout_s=timeout_s, attempts_max=attempts_max
            )
        )
