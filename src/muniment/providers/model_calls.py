"""Ask a language model with patience: attempts, rests, a budget, and counts of what it cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Final, Protocol

from muniment.errors import ModelBudgetSpent, ModelUnavailable
from muniment.model.storable import refuse_unstorable
from muniment.model.tokens import tokens_estimated
from muniment.ports.language_model import Ask, ModelIdentity, ModelUsage, Reply
from muniment.providers.retrying import BACK_OFF_S, Passing, patiently
from muniment.providers.token_budget import Breaker, Clock, TokenBudget

TIMEOUT_S: Final = 60.0
"""Seconds that one answer may take, unless the settings say otherwise."""


class ModelServer(Protocol):
    """One server that replies: one attempt at a time, and no patience of its own."""

    @property
    def identity(self) -> ModelIdentity:
        """Return who replies."""

    @property
    def place(self) -> str:
        """Return where it is, as errors name it."""

    async def attempt(self, ask: Ask, tokens_max: int) -> Reply | Passing:
        """Send an ask once.

        Raises:
            ModelUnavailable: sending it again would change nothing.
        """

    async def aclose(self) -> None:
        """Let go of the connections."""


class AskedModel:
    """A language model as the rest of Muniment meets it.

    Attempts are repeated after 408, 429, any 5xx and a broken answer, for `timeout_s` at most. After
    several failures in a row the server is left alone for a while, and then tried by one ask.
    """

    def __init__(
        self,
        server: ModelServer,
        *,
        role: str,
        tokens_max: int,
        timeout_s: float = TIMEOUT_S,
        tokens_per_day_max: int | None = None,
        back_off_s: Sequence[float] = BACK_OFF_S,
        clock: Clock = time.monotonic,
    ) -> None:
        self._server = server
        self._role = role
        self._tokens_max = tokens_max
        self._timeout_s = timeout_s
        self._back_off_s = tuple(back_off_s)
        self._budget = TokenBudget(tokens_per_day_max, clock)
        self._breaker = Breaker(clock)
        self._usage = ModelUsage()

    @property
    def identity(self) -> ModelIdentity:
        """Return who replies; the server is not asked."""
        return self._server.identity

    @property
    def usage(self) -> ModelUsage:
        """Return what it did in this process."""
        return replace(self._usage, is_resting=self._breaker.rest_left_s > 0)

    async def reply(self, ask: Ask) -> Reply:
        """Return what the model says.

        Raises:
            ModelUnavailable: its server cannot be reached, refuses, answers nonsense, or rests.
            ModelBudgetSpent: the tokens of the day are spent.
            UnstorableText: a text holds a NUL or a lone surrogate.
        """
        for text in ask.texts:
            refuse_unstorable(text)
        needed = tokens_estimated(ask.characters)
        granted = self._budget.take(
            needed, min(ask.tokens_max or self._tokens_max, self._tokens_max)
        )
        if granted == 0:
            raise ModelBudgetSpent(
                f"The {self._role} {self.identity.name} has spent its tokens for the day: "
                f"models.{self._role}.tokens_per_day_max is {self._budget.tokens_max}."
            )
        used = 0
        if not self._breaker.lets_ask():
            self._budget.settle(needed + granted, used)
            raise self._resting()
        self._count(asks=1)
        try:
            with _span(self._role, self.identity) as told:
                reply = await self._patiently(ask, granted)
                told(reply)
            whole = replace(ask, parts=(*ask.parts, reply))
            used = reply.tokens_in + reply.tokens_out or tokens_estimated(whole.characters)
            self._count(tokens_in=reply.tokens_in, tokens_out=reply.tokens_out)
        except ModelUnavailable as error:
            self._breaker.failed()
            error.wait_s = self._breaker.rest_left_s
            self._count(failures=1)
            raise
        finally:
            self._budget.settle(needed + granted, used)
        self._breaker.succeeded()
        return reply

    async def aclose(self) -> None:
        """Let go of the connections; the next ask opens new ones."""
        await self._server.aclose()

    async def _patiently(self, ask: Ask, tokens_max: int) -> Reply:
        answer = await patiently(
            partial(self._server.attempt, ask, tokens_max),
            timeout_s=self._timeout_s,
            back_off_s=self._back_off_s,
            again=partial(self._count, retries=1),
        )
        if isinstance(answer, Passing):
            raise ModelUnavailable(f"The model server {self._server.place} {answer.reason}.")
        return answer

    def _resting(self) -> ModelUnavailable:
        left_s = self._breaker.rest_left_s
        resting = ModelUnavailable(
            f"The model server {self._server.place} failed {self._breaker.failures} times in a row. "
            f"It will be asked again in {left_s:.0f} s."
        )
        resting.wait_s = left_s
        return resting

    def _count(
        self,
        *,
        asks: int = 0,
        retries: int = 0,
        failures: int = 0,
        tokens_in: int = 0,
        tokens_out: int = 0,
    ) -> None:
        was = self._usage
        self._usage = ModelUsage(
            asks=was.asks + asks,
            retries=was.retries + retries,
            failures=was.failures + failures,
            tokens_in=was.tokens_in + tokens_in,
            tokens_out=was.tokens_out + tokens_out,
        )


@contextmanager
def _span(role: str, identity: ModelIdentity) -> Iterator[Callable[[Reply], None]]:
    """Open an OpenTelemetry span if that is installed; it holds counts, never a text."""
    try:
        from opentelemetry import trace
    except ImportError:
        yield lambda _: None
        return
    attributes = {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": identity.provider,
        "gen_ai.request.model": identity.model,
        "muniment.model_role": role,
    }
    with trace.get_tracer("muniment").start_as_current_span(
        f"chat {identity.model}", attributes=attributes
    ) as span:

        def told(reply: Reply) -> None:
            span.set_attribute("gen_ai.usage.input_tokens", reply.tokens_in)
            span.set_attribute("gen_ai.usage.output_tokens", reply.tokens_out)

        yield told
