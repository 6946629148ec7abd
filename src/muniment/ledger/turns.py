"""Store conversation turns verbatim, each once, and hide them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from muniment.access.principal import Permission, Principal
from muniment.errors import EpisodeNotFound
from muniment.ledger.asked import ask_memory
from muniment.ledger.change import Unit
from muniment.ledger.composing import Composing
from muniment.ledger.drafts import checked_turn, each_checked, refuse_many
from muniment.ledger.embedding import embeddings_of
from muniment.ledger.opening import Opening, ask_opening, open_change
from muniment.ledger.placing import (
    PreparedTurn,
    ask_places,
    known_sources,
    prepare_turn,
    turn_text,
    unembedded,
)
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.writes import EpisodeHidden, Ingested, Turn
from muniment.store.found import NamedRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeSaid(NamedRow):
    """An episode, and since when it is hidden."""

    unit_no: int
    partition_no: int
    speaker: str | None
    content: str
    caption: str | None
    known_until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeliefRow:
    """A belief."""

    memory_id: UUID


async def ingest_turns(
    ledger: Ledger,
    principal: Principal,
    turns: Sequence[Turn],
    *,
    reason: str | None = None,
    embed: bool = True,
) -> Ingested:
    """Store turns in one transaction; a turn whose source id is known in its session is passed over.

    Raises:
        Incorrect: a turn is wrong; nothing of the batch is written.
        TurnDiffers: a source id is known with other words; nothing of the batch is written.
    """
    principal.require(Permission.WRITE)
    refuse_many(len(turns), "turns", ledger.limits.batch_max)
    checked = each_checked("turns", turns, lambda turn: checked_turn(turn, ledger.limits))
    if not checked:
        return Ingested(episodes=(), stored=0, known_already=0, transaction=None)
    prepared = await _prepared(ledger, principal, checked, embed=embed)

    async def plan(work: Work) -> tuple[Ingested, Sealed | None]:
        return await _store(ledger, work, principal, prepared, reason)

    return await transact(ledger.store, principal, plan)


async def _prepared(
    ledger: Ledger, principal: Principal, turns: Sequence[Turn], *, embed: bool
) -> list[PreparedTurn]:
    prepared = [prepare_turn(principal, turn) for turn in turns]
    known = await known_sources(ledger.store, principal, prepared)
    new = [place for place, item in enumerate(prepared) if item.source not in known]
    embedder = ledger.embedder if embed else None
    vectors = await embeddings_of(embedder, [prepared[place].text for place in new])
    for place, vector in zip(new, vectors, strict=True):
        prepared[place] = replace(prepared[place], embedding=vector)
    return prepared


async def _store(
    ledger: Ledger,
    work: Work,
    principal: Principal,
    prepared: Sequence[PreparedTurn],
    reason: str | None,
) -> tuple[Ingested, Sealed | None]:
    asked_opening = await ask_opening(
        work,
        principal,
        ids=len(prepared),
        partition_keys=[item.partition for item in prepared],
        container_ids=list({item.session_id for item in prepared}),
    )
    asked_places = await ask_places(work, principal, prepared)
    opening = await asked_opening.opened()
    if not ledger.embeds_for(opening):
        prepared = unembedded(prepared)
    placing = await asked_places.placing(opening)
    placed = [placing.place(item)[0] for item in prepared]
    stored = len(opening.change.opened_units)
    sealed = None
    if stored:
        sealed = await ledger.seal(work, opening, "ingest", reason)
    return (
        Ingested(
            episodes=tuple(placed),
            stored=stored,
            known_already=len(placed) - stored,
            transaction=None if sealed is None else sealed.number,
            embedded=all(unit.embedding is not None for unit in opening.change.opened_units),
        ),
        sealed,
    )


async def forget_episode(
    ledger: Ledger,
    principal: Principal,
    episode_id: EpisodeId,
    *,
    with_beliefs: bool = False,
    reason: str | None = None,
) -> EpisodeHidden:
    """Hide a turn from now on, and forget the beliefs that rest on nothing else if that is asked; in one transaction.

    An earlier `as_of` still shows both. What was done already is not done again: of a turn that is
    hidden, the beliefs can be forgotten later.

    Raises:
        EpisodeNotFound: there is none of this id, or it was erased.
        NotPermitted: the principal may not forget.
    """
    principal.require(Permission.FORGET)
    named = {"tenant_id": principal.tenant_id, "episode_id": episode_id}

    async def plan(work: Work) -> tuple[EpisodeHidden, Sealed | None]:
        opening = await open_change(work, principal)
        asked_beliefs = await work.send("episode_beliefs", BeliefRow, **named)
        row = await work.one("episode_said", EpisodeSaid, **named)
        if row is None:
            raise EpisodeNotFound(f"there is no episode {episode_id}.")
        beliefs = tuple(MemoryId(each.memory_id) for each in await asked_beliefs.all())
        if row.known_until is None:
            hide(opening, row)
        forgotten = beliefs if with_beliefs else ()
        displaced = await forget_together(work, opening, forgotten)
        sealed = None
        if row.known_until is None or forgotten:
            sealed = await ledger.seal(work, opening, "forget_episode", reason)
        hidden = EpisodeHidden(
            id=episode_id,
            transaction=None if sealed is None else sealed.number,
            beliefs=() if with_beliefs else beliefs,
            forgotten=forgotten,
            displaced=displaced,
        )
        return hidden, sealed

    return await transact(ledger.store, principal, plan)


def hide(opening: Opening, row: EpisodeSaid) -> None:
    """Hide a turn within a change."""
    opening.change.close("episodes", row.key)
    text = turn_text(row.speaker, row.content, row.caption)
    opening.change.closed_units.append(
        Unit(unit_no=row.unit_no, partition_no=row.partition_no, text=text)
    )


async def forget_together(
    work: Work, opening: Opening, beliefs: Sequence[MemoryId]
) -> tuple[MemoryId, ...]:
    """Forget beliefs within a change; return the others that they had displaced."""
    if not beliefs:
        return ()
    tenant_id = opening.principal.tenant_id
    asked = [await ask_memory(work, tenant_id, each, None) for each in beliefs]
    composing = await Composing.of(opening, asked)
    displaced: set[MemoryId] = set()
    for each in beliefs:
        displaced |= composing.forget(each)
    composing.finish()
    return tuple(sorted(displaced.difference(beliefs)))
