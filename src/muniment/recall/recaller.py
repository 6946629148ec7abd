"""Answer a question at a basis: lanes in one snapshot, then pure ranking, then the receipt."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Final

import numpy as np
from pgvector import HalfVector

from muniment.access.partition import container_id, opened
from muniment.access.principal import Permission, Principal
from muniment.errors import (
    Busy,
    EmbedderUnavailable,
    NotComparable,
    RecallNotFound,
    Unavailable,
)
from muniment.model.ids import RecallId
from muniment.model.recalled import EmbedderUsed, Question, Recalled, Receipt, Replayed
from muniment.model.receipts import read_receipt
from muniment.model.worded import counted
from muniment.ports.embedder import Embedder, Vector
from muniment.recall.answering import Clockwork, answer, read_results, told_of
from muniment.recall.asking import ask_without_vector
from muniment.recall.at_once import both
from muniment.recall.expressions import left_unread
from muniment.recall.fusion import Weights
from muniment.recall.gathered import Sought
from muniment.recall.grounds import Ask, GroundRow, Grounds, refuse_wrong
from muniment.recall.guessing import Guesser
from muniment.recall.hydration import ask_units, pair
from muniment.recall.lanes import found, gather_near
from muniment.recall.ranking import RANKING_VERSION, Ranking, settle, told, weigh
from muniment.recall.reranking import Rerank, lessened, reordered, reranked
from muniment.recall.trace import Tracer
from muniment.settings import RecallSettings
from muniment.store.pool import Store
from muniment.store.work import Work

CANDIDATES_ASKED_MAX: Final = 1_000
"""As many candidates as a great limit asks of each lane; the setting may ask for more."""

_VECTORS: Final = "vector lane: "
_ERASED: Final = "known then, erased since"
_OTHER_INDEX: Final = (
    "the nearest vectors were looked up in an index: where it has grown or was made anew, it may lead "
    "to others."
)


class Recaller:
    """The reading side of one store, as far as questions go."""

    def __init__(
        self,
        store: Store,
        embedder: Embedder | None,
        settings: RecallSettings,
        language: str,
        tracer: Tracer,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._settings = settings
        self._language = language
        self._tracer = tracer
        self._weights = Weights().with_changes(settings.weights)
        self._guesser = Guesser()

    def speaking(self, language: str) -> Recaller:
        """Return a recaller for a tenant of another language."""
        return Recaller(self._store, self._embedder, self._settings, language, self._tracer)

    async def recall(
        self,
        principal: Principal,
        ask: Ask,
        *,
        rerank: Rerank | None = None,
        lacking: tuple[str, ...] = (),
        keep: bool = True,
        is_private: bool = False,
    ) -> Recalled:
        """Answer a question; `rerank` is asked for another order of the results, if there are any.

        `lacking` is what the question itself lacked, for the receipt. One that nobody asked is not
        kept; a private one is kept for the agent alone that asks.

        Raises:
            InvalidValue: the question is blank.
            FutureBasis, TransactionNotFound: the basis is not there.
            NotPermitted: the principal may not read.
        """
        kept_at_once = keep and rerank is None and self._tracer.in_database
        recalled: Recalled | None = None
        try:
            asked = self._question(ask)
            async with self._answering(principal, ask, asked, self._weights) as (work, answered):
                recalled = lessened(answered, *lacking)
                if kept_at_once:
                    await self._tracer.keep_next(work, principal, recalled, is_private=is_private)
            if rerank is not None and len(recalled) > 1:
                recalled = await reranked(recalled, rerank)
            if keep and not kept_at_once:
                await self._tracer.keep(principal, recalled, is_private=is_private)
            if keep:
                self._tracer.kept()
        except (Busy, Unavailable, OSError) as error:
            if recalled is None:
                raise
            return lessened(recalled, f"this answer was not traced: {self._tracer.failed(error)}")
        return recalled

    async def traced(self, principal: Principal, recall_id: RecallId) -> Receipt:
        """Return the receipt of a traced recall.

        Raises:
            RecallNotFound: there is none of this id that the principal may read.
        """
        text = await self._tracer.find(principal, recall_id)
        if text is None:
            raise RecallNotFound
        receipt = read_receipt(text)
        if not _is_within(principal, receipt.question):
            raise RecallNotFound
        return receipt

    async def replay(self, principal: Principal, receipt: Receipt) -> Replayed:
        """Give the answer of a receipt again at its basis, and compare the digests.

        Raises:
            NotComparable: the embedder or the ranking version has changed since.
        """
        asked = receipt.question
        weights = Weights().with_changes({each.name: each.value for each in asked.weights})
        ask = Ask(
            query=asked.query,
            namespace=asked.namespace,
            speaker=asked.speaker,
            containers=asked.containers,
            as_of=receipt.basis.as_of,
            valid_at=receipt.basis.valid_at,
            window=receipt.basis.window,
            limit=asked.limit,
            budget_tokens=asked.budget_tokens,
            passages=asked.passages,
            wordings=asked.wordings,
        )
        if receipt.ranking_version != RANKING_VERSION:
            raise NotComparable(
                f"the answer was ranked by version {receipt.ranking_version}; this is version "
                f"{RANKING_VERSION}."
            )
        question = replace(asked, order=())
        async with self._answering(principal, ask, question, weights) as (_, again):
            pass
        if asked.order:
            again = reordered(again, asked.order)
        now = again.receipt.embedder
        if now != receipt.embedder:
            raise NotComparable(
                f"the answer compared vectors of {_told(receipt.embedder)}; now "
                + (f"they are of {_told(now)}." if now else f"none are compared{_why_none(again)}.")
            )
        same = again.receipt.digest == receipt.digest
        return Replayed(
            same=same,
            digest_then=receipt.digest,
            digest_now=again.receipt.digest,
            recalled=again,
            note=None if same else _why_other(receipt, again.receipt, principal.actor),
        )

    @asynccontextmanager
    async def _answering(
        self,
        principal: Principal,
        ask: Ask,
        question: Question,
        weights: Weights,
    ) -> AsyncIterator[tuple[Work, Recalled]]:
        """Answer a question; the transaction that answered it ends with the block."""
        principal.require(Permission.READ)
        refuse_wrong(ask.query)
        acting = opened(principal, ask.containers)
        clock = Clockwork()
        ranking = Ranking(
            weights=weights,
            limit=question.limit,
            budget_tokens=question.budget_tokens,
            mmr_lambda=question.mmr_lambda,
        )
        async with AsyncExitStack() as stack:
            opening = partial(stack.enter_async_context, self._store.reading(acting.as_setting()))
            topic = self._guesser.topic(principal, ask.query)
            embedded, asking = await both(
                partial(self._embed, topic, ask),
                partial(ask_without_vector, opening, acting, ask, self._language, question, clock),
            )
            work, grounds, sought, read = asking.work, asking.grounds, asking.sought, asking.read
            self._guesser.note(principal, grounds.row.speakers)
            if read.topic != topic:
                embedded = await self._embed(read.topic, ask)
            vector, degraded = self._comparable(embedded, grounds.row)
            clock.mark("embedding")
            await gather_near(work, sought, asking.gathered, vector)
            lanes = await found(work, sought, asking.gathered, vector)
            clock.mark("lanes")
            pairs = await pair(work, acting.tenant_id, grounds, lanes, self._language)
            weighed = weigh(
                pairs.candidates,
                question=read,
                words=lanes.words,
                valid_at=grounds.basis.valid_at,
                settings=ranking,
            )
            settled = settle(weighed, ranking)
            clock.mark("ranking")
            asked = await ask_units(work, acting.tenant_id, grounds, settled.results)
            # What is told of the ranking is put together while the database reads the results.
            ranked = told(settled)
            passed_over = told_of(ranked, lanes)
            results = await read_results(asked, ranked, pairs, grounds.basis.valid_at)
            clock.mark("reading")
            yield (
                work,
                answer(
                    question=question,
                    grounds=grounds,
                    found=lanes,
                    ranked=ranked,
                    results=results,
                    passed_over=passed_over,
                    degraded=(
                        *degraded,
                        *left_unread(grounds.times),
                        *_lacking(sought, grounds),
                    ),
                    embedder=_compared(vector, grounds),
                    clock=clock,
                    asked_by=acting.actor,
                ),
            )

    def _question(self, ask: Ask) -> Question:
        settings = self._settings
        return Question(
            query=ask.query,
            namespace=ask.namespace,
            speaker=ask.speaker,
            containers=ask.containers,
            limit=ask.limit,
            budget_tokens=ask.budget_tokens,
            candidates_max=max(settings.candidates_max, min(ask.limit, CANDIDATES_ASKED_MAX)),
            mmr_lambda=settings.mmr_lambda,
            weights=self._weights.told(),
            passages=ask.passages,
            wordings=ask.wordings,
            approximate=settings.is_approximate,
        )

    async def _embed(self, topic: str, ask: Ask) -> HalfVector | str:
        """Return the vector of a question, or why there is none."""
        if self._embedder is None:
            return "vector lane: no embedder is configured"
        try:
            texts = (topic, *ask.passages, *ask.wordings)
            return HalfVector(await _middle(self._embedder, texts))
        except EmbedderUnavailable:
            return "vector lane: embedder unreachable (`muniment doctor` says why)"

    def _comparable(
        self, embedded: HalfVector | str, ground: GroundRow
    ) -> tuple[HalfVector | None, tuple[str, ...]]:
        """Return a vector if the store's can be compared with it, and what is lacking if not."""
        if self._embedder is not None and ground.digest != self._embedder.identity.digest:
            return None, (f"vector lane: the store was embedded with {ground.name}",)
        if isinstance(embedded, str):
            return None, (embedded,)
        if ground.is_adopted_later:
            return None, (f"vector lane: nothing was embedded with {ground.name} then",)
        return embedded, ()


def _is_within(principal: Principal, question: Question) -> bool:
    """Tell whether who sees a part of its user may know what was asked: a question may tell of the rest."""
    if principal.reaches(question.namespace):
        return True
    granted = () if principal.confines is None else principal.confines.containers
    named = [container_id(principal, name) for name in question.containers]
    return bool(named) and all(each in granted for each in named)


async def _middle(embedder: Embedder, texts: Sequence[str]) -> Vector:
    """Return the vector of a question; with other words for it, the one in their middle."""
    vectors = [await embedder.embed_query(text) for text in texts]
    if len(vectors) == 1:
        return vectors[0]
    total = np.sum(np.stack(vectors), axis=0, dtype=np.float64)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length, dtype=np.float32) if length else vectors[0]


def _lacking(sought: Sought, grounds: Grounds) -> Iterator[str]:
    """Return what an answer lacks whatever is asked."""
    if sought.approximate:
        yield "vector lane: approximate, the nearest vectors were looked up in an index"
    if waiting := grounds.row.waiting:
        yield f"{counted(waiting, 'memory or turn is', 'memories or turns are')} not embedded yet"
    if erased := grounds.erased:
        yield f"{counted(erased, 'memory or turn', 'memories or turns')} {_ERASED}"


def _compared(vector: HalfVector | None, grounds: Grounds) -> EmbedderUsed | None:
    name, digest = grounds.row.name, grounds.row.digest
    if vector is None or name is None or digest is None:
        return None
    return EmbedderUsed(name=name, digest=digest)


def _told(embedder: EmbedderUsed | None) -> str:
    return "no embedder" if embedder is None else f"{embedder.name} ({embedder.digest[:12]})"


def _why_none(again: Recalled) -> str:
    lacks = (each for each in again.receipt.degraded if each.startswith(_VECTORS))
    return next((f": {each.removeprefix(_VECTORS)}" for each in lacks), "")


def _why_other(receipt: Receipt, again: Receipt, now: str) -> str | None:
    gone = next((each for each in again.degraded if each.endswith(_ERASED)), None)
    if gone is not None:
        return f"{gone}: what the answer had of them is not there any more."
    then = receipt.asked_by
    if then is None or then == now:
        return _OTHER_INDEX if receipt.question.approximate else None
    return (
        f"{then} asked then, {now} asks now: what is private to an agent is read by that agent only. "
        f"To compare byte for byte, ask as {then}."
    )
