"""List the facts of one user at a basis, and rank them by a question where one is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pgvector import HalfVector

from muniment.access.partition import PartitionFound
from muniment.access.principal import Principal
from muniment.errors import EmbedderMismatch, InvalidValue
from muniment.model.facts import Fact, ranked_by_words
from muniment.model.memory import Scope
from muniment.model.reading import GetFacts, Page
from muniment.ports.embedder import Embedder
from muniment.recall.grounds import refuse_wrong
from muniment.recall.lookup.cursor import Cursor, Listing
from muniment.recall.lookup.entities import Names
from muniment.recall.lookup.opening import Known, ask_partitions, key_of, numbers_of, reader
from muniment.store.pool import Store
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class FactFound:
    """One stretch of a fact."""

    memory_id: UUID
    subject: str
    predicate: str
    object: str
    valid_from: datetime
    valid_until: datetime | None
    recorded_at: datetime
    confidence: float
    sources: list[str]

    def fact(self, user: str | None) -> Fact:
        """Return it as a fact of a user."""
        return Fact(
            id=str(self.memory_id),
            subject=self.subject,
            predicate=self.predicate,
            object=self.object,
            valid_from=self.valid_from,
            valid_until=self.valid_until,
            recorded_at=self.recorded_at,
            confidence=self.confidence,
            user_id=user,
            sources=tuple(self.sources),
        )


async def facts(
    store: Store, principal: Principal, request: GetFacts, embedder: Embedder | None
) -> Page[Fact]:
    """Return the user's own facts, those of the tenant and of containers aside.

    Without a text: the latest `valid_from` first, then by id, page by page. With one, the best
    first: by cosine where there is an embedder, else by shared words.

    Raises:
        InvalidValue: the cursor is no good, or the text is blank or not alone.
        EmbedderMismatch: the tenant was embedded with another model, or was so at the basis.
        EmbedderUnavailable: the text cannot be embedded now.
    """
    if request.text is not None:
        return await _ranked(store, principal, request, request.text, embedder)
    listing = Listing.of(Cursor, request)
    place = (listing.as_of, request.namespace)
    async with Known.at(store, principal, *place, valid_at=listing.valid_at) as known:
        rows = await _rows(known, request, listing)
    return listing.page(
        rows,
        known.basis,
        shown=lambda row: row.fact(principal.user),
        place=lambda row: Cursor.behind(known.basis, row.valid_from, row.memory_id),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelled:
    """How a triple is written."""

    place: int
    subject: str
    predicate: str
    object: str
    content: str


async def spellings(
    work: Work, principal: Principal, namespace: str, given: Sequence[Fact]
) -> dict[int, Spelled]:
    """Return how those of some facts that the user has already are written, by their place from 0."""
    keys = [fact.key for fact in given]
    partitions = await (await ask_partitions(work, reader(principal), namespace)).all()
    rows = await work.all(
        "facts_spelled",
        Spelled,
        tenant_id=principal.tenant_id,
        partition_nos=_own(principal, partitions),
        subject_keys=[subject for subject, _, _ in keys],
        predicate_keys=[predicate for _, predicate, _ in keys],
        object_keys=[object_ for _, _, object_ in keys],
    )
    return {row.place - 1: row for row in rows}


async def _rows(known: Known, request: GetFacts, listing: Listing[Cursor]) -> list[FactFound]:
    subject, object_ = key_of(request.subject, "subject"), key_of(request.object, "object")
    predicate = {"predicate_key": key_of(request.predicate, "predicate")}
    shared = _holding(known, request) | listing.part | predicate
    if subject is None and object_ is None:
        await known.work.plan_anew()
        return await known.work.all("facts_list", FactFound, **shared)
    return await known.work.all(
        "facts_named",
        FactFound,
        name_key=object_ if subject is None else subject,
        subject_key=subject,
        object_key=object_,
        **shared,
    )


def _holding(known: Known, request: GetFacts) -> dict[str, object]:
    return known.where | {
        "partition_nos": _own(known.principal, known.partitions),
        "valid_at": None if request.always else known.basis.valid_at,
    }


async def _ranked(
    store: Store, principal: Principal, request: GetFacts, text: str, embedder: Embedder | None
) -> Page[Fact]:
    refuse_wrong(text)
    if (request.subject, request.predicate, request.object, request.cursor) != (None,) * 4:
        raise InvalidValue(
            "a text ranks all facts: leave out either the text, or subject, predicate, object and cursor."
        )
    vector = None if embedder is None else HalfVector(await embedder.embed_query(text))
    place = (request.as_of, request.namespace)
    async with Names.at(store, principal, *place, valid_at=request.valid_at) as known:
        opened = await known.embedded_with()
        if (
            opened is not None
            and embedder is not None
            and opened.digest != embedder.identity.digest
        ):
            raise EmbedderMismatch
        if opened is not None and vector is not None and opened.is_adopted_later:
            raise EmbedderMismatch(
                f"nothing was embedded with {opened.name} at the basis, so a text cannot rank facts there. Leave out the text, or ask as "
                f"of a time when something was."
            )
        where = _holding(known, request)
        if vector is None:
            await known.work.plan_anew()
            part = {"predicate_key": None, "after_from": None, "after_id": None, "limit": None}
            rows = await known.work.all("facts_list", FactFound, **where, **part)
        else:
            rows = await known.work.all(
                "facts_nearest",
                FactFound,
                vector=vector,
                embedder_no=0 if opened is None else opened.embedder_no,
                limit=request.limit,
                **where,
            )
    found = [row.fact(principal.user) for row in rows]
    best = found if embedder is not None else ranked_by_words(text, found, request.limit)
    return Page(items=tuple(best), basis=known.basis)


def _own(principal: Principal, partitions: Sequence[PartitionFound]) -> list[int]:
    return numbers_of(
        found
        for found in partitions
        if found.scope == Scope.USER.value and found.owner_id == principal.user_id
    )
