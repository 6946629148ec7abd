"""Perform a write once, however often its request is sent: under a key, with the answer kept."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, get_origin

from pydantic import TypeAdapter, ValidationError

from muniment.access.principal import Principal
from muniment.errors import AnswerLost, IdempotencyMismatch, InvalidValue, MunimentError
from muniment.ledger.alongside import Alongside, written_alongside
from muniment.model.plain import plain
from muniment.operations.catalogue import Operation, perform
from muniment.operations.routes import ROUTES
from muniment.operations.sending import http_form
from muniment.operations.services import Services
from muniment.store.work import Work

_KEY: Final = re.compile(r"[!-~]{1,255}")
_PARTS: Final = "/parts"
"""What stands behind the key of a write that was refused as a whole, and is done in parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerKept:
    """What a write was answered."""

    request_digest: bytes
    answer: str


class _Answered(Exception):
    """Another request landed under the key while this one was under way."""


async def perform_once(
    services: Services, what: Operation[Any, Any], request: object, key: str
) -> str:
    """Perform a write under a key and return its answer as JSON.

    The answer is kept in the transaction of the write. The same request under the same key gets
    it again, and writes nothing, also where it was sent while the first was under way and found
    nothing left to do. What failed is not kept, and may be sent again.

    Raises:
        IdempotencyMismatch: another request was sent under this key, or this one as another agent.
        AnswerLost: the write landed and its answer was lost; it is not written again.
        InvalidValue: the key is none, or the answer holds a secret and is not kept.
    """
    if not _KEY.fullmatch(key):
        raise InvalidValue(
            "the Idempotency-Key is invalid: write 1 to 255 visible ASCII characters."
        )
    if ROUTES[what.name].has_secret:
        raise InvalidValue(
            f"the answer of {what.name} holds a secret and is not kept. Send it without an "
            f"Idempotency-Key."
        )
    once = _Once(services, what, key, _digest(services, what.name, request))
    kept = await once.kept()
    if kept is not None:
        return kept
    alongside = Alongside(write=once.keep)
    try:
        with written_alongside(alongside):
            answer = _text(await perform(services, what, request))
        await once.finish(answer, landed=alongside.landed)
    except _Answered:
        found = await once.kept()
        if found is None:  # it was given to somebody who sees another part of the user
            raise once.mismatch() from None
        return found
    except MunimentError:
        of_another = None if alongside.landed else await once.kept()
        if of_another is None:
            raise
        return of_another
    return answer


async def is_parted(
    services: Services, what: Operation[Any, Any], request: object, key: str
) -> bool:
    """Tell whether a write under a key was refused as a whole before, and was done in parts.

    Raises:
        IdempotencyMismatch: it was another one.
    """
    once = _Once(services, what, key + _PARTS, _digest(services, what.name, request))
    return await once.found() is not None


async def part(services: Services, what: Operation[Any, Any], request: object, key: str) -> None:
    """Note that a write is done in parts, so that it is when it is sent again: some of them may land."""
    once = _Once(services, what, key + _PARTS, _digest(services, what.name, request))
    with suppress(_Answered):
        await once.finish("[]", landed=False)


class _Once:
    """One request under a key."""

    def __init__(
        self, services: Services, what: Operation[Any, Any], key: str, digest: bytes
    ) -> None:
        self._services = services
        self._what = what
        self._key = key
        self._digest = digest
        self._provisional = ""

    @property
    def _principal(self) -> Principal:
        return self._services.principal

    @property
    def _named(self) -> dict[str, object]:
        principal = self._principal
        return {"tenant_id": principal.tenant_id, "owner_id": principal.user_id, "key": self._key}

    async def found(self) -> str | None:
        """Return what is kept under the key, None if there is nothing."""
        async with self._services.store.reading(self._principal.as_setting()) as work:
            found = await work.one("idempotent_answer_read", AnswerKept, **self._named)
        if found is None:
            return None
        if found.request_digest != self._digest:
            raise self.mismatch()
        return found.answer

    def mismatch(self) -> IdempotencyMismatch:
        """Return the error of a key that stands for another request."""
        return IdempotencyMismatch(
            f"another request was sent under the Idempotency-Key {self._key!r}. Use a new key for each write, and the same key only to send the same request again."
        )

    async def kept(self) -> str | None:
        """Return the answer that is kept, None if there is none."""
        answer = await self.found()
        if answer is None:
            return None
        try:
            TypeAdapter(self._what.answer).validate_json(answer)
        except ValidationError:
            raise AnswerLost from None
        return answer

    async def keep(self, work: Work, result: object) -> None:
        """Keep what a transaction came to, in the same transaction."""
        self._provisional = _text(self._answer_of(result))
        principal = self._principal
        kept = await work.change(
            "idempotent_answer_keep",
            AnswerKept,
            request_digest=self._digest,
            answer=self._provisional,
            agent=principal.agent,
            namespaces=None if principal.namespaces is None else list(principal.namespaces),
            confined=principal.confined,
            **self._named,
        )
        if await kept.one() is None:
            raise _Answered
        await work.become(self._principal.sweeping().as_setting())
        await work.write(
            "idempotent_answers_sweep",
            tenant_id=self._principal.tenant_id,
            hours=self._services.settings.rest.idempotency_hours,
        )
        await work.become(self._principal.as_setting())

    def _answer_of(self, result: object) -> object:
        """Return what a transaction came to as the operation answers it: one of one is told by itself."""
        tells_many = get_origin(self._what.answer) in (list, tuple)
        return (
            result if tells_many or not isinstance(result, list) or len(result) != 1 else result[0]
        )

    async def finish(self, answer: str, *, landed: bool) -> None:
        """Keep the whole answer, where the transaction kept another or there was none."""
        if landed and answer == self._provisional:
            return
        async with self._services.store.writing(self._principal.as_setting()) as work:
            if landed:
                await work.write("idempotent_answer_finish", answer=answer, **self._named)
            else:
                await self.keep(work, json.loads(answer))


def _text(value: object) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))


def _digest(services: Services, name: str, request: object) -> bytes:
    """Return what tells requests under one key of a user apart: what is asked, as whom and within what.

    The same words come to something else as another agent, or in another namespace or session.
    """
    form = http_form(name, request)
    principal, settings = services.principal, services.settings
    told = [
        form.method,
        form.path,
        form.query,
        (form.body or b"").decode(),
        principal.actor,
        principal.agent,
        principal.namespaces,
        principal.confined,
        principal.project,
        principal.session,
        settings.namespace,
        settings.visibility,
    ]
    return sha256(json.dumps(told).encode()).digest()
