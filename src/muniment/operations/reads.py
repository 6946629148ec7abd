"""The operations that only read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from muniment.access.principal import Permission
from muniment.model.ids import EpisodeId, MemoryId, RecallId, read_uuid
from muniment.model.memory import Episode, Memory, Scope, Standing, Transaction, Version
from muniment.model.reading import (
    GetCurrentFacts,
    GetEpisode,
    GetHistory,
    GetMemory,
    GetTimeline,
    GetTransactions,
    Health,
    Page,
    Provenance,
    Stats,
    Status,
    TimelineEntry,
)
from muniment.model.reading import Search as Filters
from muniment.model.recalled import ContextPack, Recalled, Receipt, Replayed
from muniment.model.receipts import NUMBER_MAX
from muniment.operations.abroad import unfit_abroad
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.model_parts import model_parts, tagger_parts
from muniment.operations.moments import BasisLike, Moment, as_of, instant, refuse_empty, window
from muniment.operations.recalling import recalled
from muniment.operations.services import Services
from muniment.recall.grounds import Ask
from muniment.recall.lookup.condition import health as read_health
from muniment.recall.lookup.condition import stats as read_stats
from muniment.recall.lookup.condition import told_here, without_installation
from muniment.recall.lookup.facts import current_facts as read_current_facts
from muniment.recall.lookup.history import history as read_history
from muniment.recall.lookup.history import timeline as read_timeline
from muniment.recall.lookup.listing import search as read_search
from muniment.recall.lookup.one import get as read_memory
from muniment.recall.lookup.one import get_episode as read_episode
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.recall.lookup.provenance import provenance as read_provenance
from muniment.recall.lookup.transactions import transactions as read_transactions
from muniment.recall.packing import context_pack


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """A question and the basis to answer it at."""

    query: str = about("The question, in plain words.")
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    time_window: Sequence[Moment | None] | None = about(
        "What was true at any time between two moments; replaces valid_at.", None
    )
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    speaker: str | None = about("Who I and my refer to; the user if left out.", None)
    limit: int | None = about("The most results; `recall.limit` if left out.", None, least=1)
    budget: int | None = about(
        "The most tokens, at four characters each; `recall.budget_tokens` if left out.",
        None,
        least=1,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallResults(Recall):
    """A question, and how much is to be told of its answer."""

    full_receipt: bool = about("Whether the receipt lists what was dropped, and why.", False)


def _ask(services: Services, request: Recall) -> Ask:
    recall = services.settings.recall
    limit = recall.limit if request.limit is None else request.limit
    budget = recall.budget_tokens if request.budget is None else request.budget
    return Ask(
        query=request.query,
        namespace=services.namespace_of(request.namespace),
        speaker=services.speaker_of(request.speaker),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        window=window(request.time_window),
        limit=limit,
        budget_tokens=budget,
    )


@operation(Effect.READS, Permission.READ, query="Where does Mike live?")
async def recall(services: Services, request: RecallResults) -> Recalled:
    """Find what bears on a question, best first, with a receipt.

    The same question at the same basis gives the same answer, for ever. Where nothing bears on it, the answer is
    empty and the receipt says why. Any receipt can be replayed, full or not; the replay says what was dropped.
    """
    found = await recalled(services, _ask(services, request))
    if request.full_receipt:
        return found
    return replace(found, receipt=replace(found.receipt, dropped=()))


@operation(Effect.READS, Permission.READ, query="Where does Mike live?")
async def recall_as_pack(services: Services, request: Recall) -> ContextPack:
    """Recall, laid out for a language model's prompt: quoted data with ids, to be cited."""
    return context_pack(await recalled(services, _ask(services, request)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A past answer."""

    recall: str | Receipt = about("The id of a traced recall, or its receipt.")


@operation(Effect.READS, Permission.READ, recall="")
async def replay(services: Services, request: Replay) -> Replayed:
    """Give a past answer again at its basis, and compare the two byte for byte."""
    past = request.recall
    if isinstance(past, Receipt):
        return await services.recaller.replay(services.principal, past)
    recall_id = RecallId(read_uuid(past, field="recall"))
    receipt = await services.recaller.traced(services.principal, recall_id)
    return await services.recaller.replay(services.principal, receipt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Get:
    """One memory at a basis."""

    id: str = about("The id of the memory.")
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


def _named(request: Get) -> GetMemory:
    return GetMemory(
        memory_id=MemoryId(read_uuid(request.id, field="id")),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        containers=tuple(request.containers),
    )


@operation(Effect.READS, Permission.READ, id="")
async def get(services: Services, request: Get) -> Memory:
    """Show one memory as it stands at a basis; if it has ended by then, as it last stood."""
    return await read_memory(services.store, services.principal, _named(request))


@dataclass(frozen=True, slots=True, kw_only=True)
class GetTurn:
    """One conversation turn at a basis."""

    id: str = about("The id of the turn.")
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("Only if said by then; as_of or now if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())


@operation(Effect.READS, Permission.READ, id="")
async def get_episode(services: Services, request: GetTurn) -> Episode:
    """Show one conversation turn, verbatim."""
    asked = GetEpisode(
        episode_id=EpisodeId(read_uuid(request.id, field="id")),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        containers=tuple(request.containers),
    )
    return await read_episode(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What to list."""

    text: str | None = about("Words that must all occur, stemmed.", None)
    kind: str | None = about(
        "memory or episode; both if left out.", None, words=("memory", "episode")
    )
    status: str = about("current, ended or all.", "current", words=Status)
    entity: str | None = about("Whom or what it is about; the speaker of a turn.", None)
    category: str | None = about("The category, such as city.", None)
    tags: Sequence[str] = about("Tags that it must all have.", ())
    scope: str | None = about("global, user or container.", None, words=Scope)
    standing: str | None = about(
        "held, contested (also what is under review) or quarantined.", None, words=Standing
    )
    metadata: Mapping[str, object] | None = about("Keys and values its metadata must have.", None)
    created_from: Moment | None = about("First known at or after.", None)
    created_until: Moment | None = about("First known before.", None)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    time_window: Sequence[Moment | None] | None = about(
        "What was true at any time in this window.", None
    )
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries on a page.", 50, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ, entity="Mike")
async def search(services: Services, request: Search) -> Page[Memory | Episode]:
    """List memories and turns that match filters, latest valid time first, without ranking."""
    created_from = instant(request.created_from, "created_from")
    created_until = instant(request.created_until, "created_until")
    refuse_empty(created_from, created_until)
    asked = Filters(
        text=request.text,
        kind=cast("Literal['memory', 'episode'] | None", request.kind),
        status=Status(request.status),
        entity=request.entity,
        category=request.category,
        tags=tuple(request.tags),
        scope=None if request.scope is None else Scope(request.scope),
        standing=None if request.standing is None else Standing(request.standing),
        metadata=request.metadata,
        created_from=created_from,
        created_until=created_until,
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        window=window(request.time_window),
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_search(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One memory through both times."""

    id: str = about("The id of the memory.")
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int | None = about(
        "The most entries on a page; all if left out.", None, least=1, most=PAGE_MAX
    )
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ, id="")
async def history(services: Services, request: History) -> Page[Version]:
    """Show every row of a memory: what it said, when it held, and when we thought so."""
    asked = GetHistory(
        memory_id=MemoryId(read_uuid(request.id, field="id")),
        as_of=as_of(request.as_of),
        containers=tuple(request.containers),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_history(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """One entity through valid time."""

    entity: str = about("Whom or what it is about.")
    category: str | None = about("A category, such as city; all if left out.", None)
    objects: bool = about("Include facts whose object it is.", False)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int | None = about(
        "The most entries on a page; all if left out.", None, least=1, most=PAGE_MAX
    )
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ, entity="Mike")
async def timeline(services: Services, request: Timeline) -> Page[TimelineEntry]:
    """Show one entity through valid time, earliest first, as it was known."""
    asked = GetTimeline(
        entity=request.entity,
        category=request.category,
        objects=request.objects,
        as_of=as_of(request.as_of),
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_timeline(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentFacts:
    """What holds at a basis."""

    entity: str | None = about("Whom or what it is about; all if left out.", None)
    category: str | None = about("A category, such as city; all if left out.", None)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ, entity="Mike")
async def current_facts(services: Services, request: CurrentFacts) -> Page[Memory]:
    """List what holds at a basis; where a slot holds one belief, the narrower scope wins."""
    asked = GetCurrentFacts(
        entity=request.entity,
        category=request.category,
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_current_facts(services.store, services.principal, asked)


@operation(Effect.READS, Permission.READ, id="")
async def explain(services: Services, request: Get) -> Provenance:
    """Say why a memory is believed: its words, its evidence down to the turn, the beliefs before and after it."""
    return await read_provenance(services.store, services.principal, _named(request))


@dataclass(frozen=True, slots=True, kw_only=True)
class Transactions:
    """Part of the ledger."""

    after: int = about("Only transactions with a greater number.", 0, least=0)
    before: int | None = about(
        "Only transactions with a smaller number.", None, least=0, most=NUMBER_MAX
    )
    actor: str | None = about("Who did it, as named in the answer.", None)
    key: str | None = about("The id of the API key it was written with.", None)
    latest_first: bool = about("Whether the latest come first.", False)
    limit: int = about("The most transactions.", 100, least=1, most=PAGE_MAX)


@operation(Effect.READS, Permission.READ)
async def transactions(services: Services, request: Transactions) -> tuple[Transaction, ...]:
    """List transactions: who did what, when and why; of other users', only what and when, unless you govern."""
    asked = GetTransactions(
        after=request.after,
        before=request.before,
        actor=request.actor,
        key=None if request.key is None else read_uuid(request.key, field="key"),
        latest_first=request.latest_first,
        limit=request.limit,
    )
    return await read_transactions(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """Nothing to say."""


@operation(Effect.READS, Permission.READ)
async def stats(services: Services, request: Nothing) -> Stats:
    """Count what is stored."""
    found = await read_stats(services.store, services.principal)
    return found if may_know_size(services) else replace(found, size_bytes=None)


def may_know_size(services: Services) -> bool:
    """Whether the principal is told what the whole store takes: who governs it."""
    return services.tenancy.keeps_store and Permission.GOVERN in services.principal.permissions


@operation(Effect.READS, Permission.READ)
async def health(services: Services, request: Nothing) -> Health:
    """Say whether each part is fit, and how to mend it if not."""
    embedder = services.embedder
    approximate = services.settings.recall.is_approximate
    told = await read_health(
        services.store,
        services.principal,
        None if embedder is None else embedder.identity,
        unreached=None if embedder is None else embedder.unreached,
        approximate=approximate,
        word=unfit_abroad if services.is_abroad else told_here,
    )
    parts = (*told.parts, *tagger_parts(services.tagger), *model_parts(services.models))
    return Health(parts=parts if services.is_keeper else tuple(map(without_installation, parts)))
