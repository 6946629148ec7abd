"""Answer a question at a basis: lanes in one snapshot, then pure ranking, then the receipt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from time import perf_counter
from uuid import UUID

from pgvector import HalfVector

from muniment.access.partition import PartitionFound, container_id
from muniment.access.principal import Permission, Principal
from muniment.audit.digests import canonical, sha256_of
from muniment.errors import (
    ContentTooLong,
    EmbedderUnavailable,
    InvalidValue,
    NotComparable,
    RecallNotFound,
    UnstorableText,
)
from muniment.model.ids import RecallId
from muniment.model.memory import Episode, Memory
from muniment.model.plain import plain
from muniment.model.receipts import read_receipt
from muniment.model.recalled import (
    Dropped,
    EmbedderUsed,
    LaneReport,
    LaneScore,
    Question,
    Recalled,
    Receipt,
    Replayed,
    Result,
    Step,
)
from muniment.ports.embedder import Embedder
from muniment.model.reading import AsOf
from muniment.recall.basis import ask_basis, basis_of
from muniment.recall.candidates import Candidate
from muniment.recall.fusion import Weights
from muniment.recall.hydration import Pairs, pair, read_units
from muniment.recall.lanes import Found, Sought, run_lanes
from muniment.recall.question import Question as ReadQuestion
from muniment.recall.question import name_keys, read_question
from muniment.recall.ranking import RANKING_VERSION, Ranked, Ranking, rank
from muniment.recall.trace import Tracer
from muniment.settings import RecallSettings
from muniment.store.pool import Store
from muniment.store.work import Work
from muniment.temporal.basis import Basis
from muniment.temporal.period import Period

QUERY_CHARACTERS_MAX = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """A question, where to look for its answer, and at which basis."""

    query: str
    namespace: str
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    window: Period | None = None
    limit: int = 10
    budget_tokens: int = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenRow:
    """A fresh id, and the embedder whose vectors are compared."""

    recall_id: UUID
    embedder_no: int | None
    name: str | None
    digest: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TermRow:
    """One stemmed word of a question."""

    term: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRow:
    """A name in the question that is known as a tag, an entity or a speaker."""

    kind: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingRow:
    """How many units had no embedding yet."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What the first round trip says: where the answer is sought."""

    basis: Basis
    opened: OpenRow
    partitions: tuple[int, ...]
    terms: tuple[str, ...]
    tags: tuple[str, ...]
    names: tuple[str, ...]
    speakers: tuple[str, ...]


class Clockwork:
    """Measure the steps of one recall."""

    def __init__(self) -> None:
        self._last = perf_counter()
        self.steps: list[Step] = []

    def mark(self, name: str) -> None:
        """End a step."""
        now = perf_counter()
        self.steps.append(Step(name=name, milliseconds=round((now - self._last) * 1000, 3)))
        self._last = now


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

    async def recall(self, principal: Principal, ask: Ask) -> Recalled:
        """Answer a question.

        Raises:
            InvalidValue: the question is blank.
            FutureBasis, TransactionNotFound: the basis is not there.
            NotPermitted: the principal may not read.
        """
        recalled = await self._recall(principal, ask, self._weights)
        await self._tracer.keep(principal, recalled.receipt)
        return recalled

    async def traced(self, principal: Principal, recall_id: RecallId) -> Receipt:
        """Return the receipt of a traced recall.

        Raises:
            RecallNotFound: there is none of this id that the principal may read.
        """
        text = await self._tracer.find(principal, recall_id)
        if text is None:
            raise RecallNotFound
        return read_receipt(text)

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
            containers=asked.containers,
            as_of=receipt.basis.as_of.number,
            valid_at=receipt.basis.valid_at,
            window=receipt.basis.window,
            limit=asked.limit,
            budget_tokens=asked.budget_tokens,
        )
        if receipt.ranking_version != RANKING_VERSION:
            raise NotComparable(
                f"the answer was ranked by version {receipt.ranking_version}, this is "
                f"{RANKING_VERSION}."
            )
        again = await self._recall(
            principal,
            ask,
            weights,
            candidates_max=asked.candidates_max,
            mmr_lambda=asked.mmr_lambda,
        )
        now = again.receipt.embedder
        if now != receipt.embedder:
            raise NotComparable(
                f"the answer compared vectors of {_told(receipt.embedder)}, now they are of {_told(now)}."
            )
        return Replayed(
            same=again.receipt.digest == receipt.digest,
            digest_then=receipt.digest,
            digest_now=again.receipt.digest,
            recalled=again,
        )

    async def _recall(
        self,
        principal: Principal,
        ask: Ask,
        weights: Weights,
        *,
        candidates_max: int | None = None,
        mmr_lambda: float | None = None,
    ) -> Recalled:
        principal.require(Permission.READ)
        _refuse_wrong(ask.query)
        question = Question(
            query=ask.query,
            namespace=ask.namespace,
            containers=ask.containers,
            limit=ask.limit,
            budget_tokens=ask.budget_tokens,
            candidates_max=self._settings.candidates_max
            if candidates_max is None
            else candidates_max,
            mmr_lambda=self._settings.mmr_lambda if mmr_lambda is None else mmr_lambda,
            weights=weights.told(),
        )
        acting = principal
        for name in ask.containers:
            acting = acting.within(container_id(principal, name))
        clock = Clockwork()
        async with self._store.reading(acting.as_setting()) as work:
            grounds = await self._grounds(work, acting, ask)
            clock.mark("question")
            read = read_question(
                ask.query,
                reference=grounds.basis.valid_at,
                speakers=grounds.speakers,
                entities=grounds.names,
            )
            vector, degraded = await self._embed(read.topic, grounds.opened)
            clock.mark("embedding")
            found, waiting = await self._lanes(work, acting, question, grounds, vector)
            if waiting:
                degraded = (*degraded, f"{waiting} memories or turns are not embedded yet")
            clock.mark("lanes")
            pairs = await pair(work, acting.tenant_id, grounds.basis, found.candidates)
            ranked = rank(
                pairs.candidates,
                question=read,
                words=found.words,
                valid_at=grounds.basis.valid_at,
                settings=Ranking(
                    weights=weights,
                    limit=question.limit,
                    budget_tokens=question.budget_tokens,
                    mmr_lambda=question.mmr_lambda,
                ),
            )
            clock.mark("ranking")
            results = await _results(work, acting.tenant_id, grounds.basis, ranked, pairs)
            clock.mark("reading")
        compared = None
        if vector is not None and grounds.opened.name is not None and grounds.opened.digest is not None:
            compared = EmbedderUsed(name=grounds.opened.name, digest=grounds.opened.digest)
        return _recalled(question, grounds, found, ranked, results, degraded, compared, clock)

    async def _grounds(self, work: Work, principal: Principal, ask: Ask) -> Grounds:
        where = {
            "tenant_id": principal.tenant_id,
            "user_id": principal.user_id,
            "namespace": ask.namespace,
            "container_ids": list(principal.containers),
        }
        asked_basis = await ask_basis(work, principal, ask.as_of)
        opened = await work.send("recall_open", OpenRow, tenant_id=principal.tenant_id)
        partitions = await work.send("partitions_readable", PartitionFound, **where)
        terms = await work.send("recall_terms", TermRow, language=self._language, query=ask.query)
        names = await work.send("recall_names", NameRow, names=list(name_keys(ask.query)), **where)
        basis = basis_of(await asked_basis.one(), ask.as_of, ask.valid_at, ask.window)
        opened_row = await opened.one()
        assert opened_row is not None
        found = tuple(row.partition_no for row in await partitions.all())
        stems = tuple(row.term for row in await terms.all())
        known = await names.all()
        return Grounds(
            basis=basis,
            opened=opened_row,
            partitions=found,
            terms=stems,
            tags=tuple(row.name for row in known if row.kind == "tag"),
            names=tuple(row.name for row in known if row.kind == "entity"),
            speakers=tuple(row.name for row in known if row.kind == "speaker"),
        )

    async def _embed(
        self, topic: str, opened: OpenRow
    ) -> tuple[HalfVector | None, tuple[str, ...]]:
        if self._embedder is None:
            return None, ("vector lane: no embedder is configured",)
        if opened.digest != self._embedder.identity.digest:
            return None, (f"vector lane: the store was embedded with {opened.name}",)
        try:
            return HalfVector(await self._embedder.embed_query(topic)), ()
        except EmbedderUnavailable as error:
            return None, (f"vector lane: embedder unreachable ({error.message})",)

    async def _lanes(
        self,
        work: Work,
        principal: Principal,
        question: Question,
        grounds: Grounds,
        vector: HalfVector | None,
    ) -> tuple[Found, int]:
        embedder_no = grounds.opened.embedder_no or 0
        waiting = await work.send(
            "recall_waiting",
            WaitingRow,
            tenant_id=principal.tenant_id,
            embedder_no=embedder_no,
            partitions=list(grounds.partitions),
            known=grounds.basis.as_of.time,
        )
        found = await run_lanes(
            work,
            Sought(
                tenant_id=principal.tenant_id,
                basis=grounds.basis,
                partitions=grounds.partitions,
                embedder_no=embedder_no,
                vector=vector,
                terms=grounds.terms,
                tags=grounds.tags,
                names=grounds.names,
                candidates_max=question.candidates_max,
            ),
        )
        row = await waiting.one()
        return found, 0 if row is None else row.count


def _refuse_wrong(query: object) -> None:
    if not isinstance(query, str):
        raise InvalidValue(f"the question is a {type(query).__name__}; write a text.")
    if not query.strip():
        raise InvalidValue("the question is blank. Write what you want to know.")
    if len(query) > QUERY_CHARACTERS_MAX:
        raise ContentTooLong(f"the question has more than {QUERY_CHARACTERS_MAX} characters.")
    if "\x00" in query or any("\ud800" <= letter <= "\udfff" for letter in query):
        raise UnstorableText("the question holds a NUL or a lone surrogate. Remove it.")


def _told(embedder: EmbedderUsed | None) -> str:
    return "no embedder" if embedder is None else f"{embedder.name} ({embedder.digest[:12]})"


async def _results(
    work: Work, tenant_id: UUID, basis: Basis, ranked: Ranked, pairs: Pairs
) -> tuple[Result, ...]:
    chosen: Sequence[Candidate] = [placed.candidate for placed in ranked.results]
    if not chosen:
        return ()
    read: dict[int, Memory | Episode] = await read_units(work, tenant_id, basis, chosen, pairs)
    return tuple(
        Result(
            memory=read[placed.candidate.unit_no],
            score=placed.score,
            tokens=placed.candidate.token_count,
            lanes=tuple(LaneScore(name=name, value=value) for name, value in placed.parts),
            superseded=placed.superseded,
            evidence=tuple(UUID(item) for item in placed.paired),
        )
        for placed in ranked.results
    )


def _recalled(
    question: Question,
    grounds: Grounds,
    found: Found,
    ranked: Ranked,
    results: tuple[Result, ...],
    degraded: tuple[str, ...],
    embedder: EmbedderUsed | None,
    clock: Clockwork,
) -> Recalled:
    dropped = tuple(
        Dropped(
            id=UUID(each.candidate.item_id),
            kind=each.candidate.kind,
            score=each.score,
            reason=each.reason,
        )
        for each in ranked.dropped
    )
    digested = [plain(grounds.basis), plain(results), plain(dropped), ranked.abstention]
    clock.mark("receipt")
    receipt = Receipt(
        recall_id=RecallId(grounds.opened.recall_id),
        question=question,
        basis=grounds.basis,
        ranking_version=RANKING_VERSION,
        embedder=embedder,
        lanes=tuple(LaneReport(name=name, found=count) for name, count in found.counts.items()),
        steps=tuple(clock.steps),
        tokens=sum(result.tokens for result in results),
        dropped=dropped,
        degraded=degraded,
        abstained=ranked.abstention,
        approximate=False,
        digest=sha256_of(canonical(digested)),
    )
    return Recalled(results=results, receipt=receipt)
