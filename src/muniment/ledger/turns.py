"""Store conversation turns verbatim, each once."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from muniment.access.partition import PartitionKey, container_id, partition_for
from muniment.access.principal import Permission, Principal
from muniment.errors import EpisodeNotFound, InvalidValue
from muniment.ledger.change import Key, Unit
from muniment.ledger.drafts import checked_turn, metadata_text
from muniment.ledger.embedding import embeddings_of
from muniment.ledger.opening import Opening, ask_opening
from muniment.ledger.sealing import Sealed, seal
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.ids import ContainerId, EpisodeId
from muniment.model.memory import Scope
from muniment.model.names import called
from muniment.model.writes import Ingested, Turn
from muniment.ports.embedder import Vector
from muniment.store.rows import ContainerRow, EpisodeRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedTurn:
    """A turn with the keys it is found by and the vector it was given."""

    turn: Turn
    partition: PartitionKey
    session_id: ContainerId
    text: str
    embedding: Vector | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """A turn that is stored already."""

    episode_id: UUID
    session_id: UUID
    partition_no: int
    source_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnd:
    """The last position of a session."""

    session_id: UUID
    partition_no: int
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEpisode:
    """An episode that is not hidden."""

    number: int
    ordinal: int
    episode_id: UUID
    unit_no: int
    partition_no: int
    speaker: str | None
    content: str
    caption: str | None


def turn_text(speaker: str | None, content: str, caption: str | None) -> str:
    """Return what the words and the embedding of a turn are made from."""
    said = content if speaker is None else f"{speaker}: {content}"
    return said if not caption else f"{said} [{caption}]"


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
    """
    principal.require(Permission.WRITE)
    checked = [checked_turn(turn, ledger.limits) for turn in turns]
    if not checked:
        return Ingested(episodes=(), stored=0, known_already=0, transaction=None)
    if len(checked) > ledger.limits.batch_max:
        raise InvalidValue(
            f"{len(checked)} turns in one write; `limits.batch_max` allows {ledger.limits.batch_max}."
        )
    prepared = await _prepared(ledger, principal, checked, embed=embed)

    async def plan(work: Work) -> tuple[Ingested, Sealed | None]:
        return await _store(ledger, work, principal, prepared, reason)

    return await transact(ledger.store, principal, plan)


async def _prepared(
    ledger: Ledger, principal: Principal, turns: Sequence[Turn], *, embed: bool
) -> list[PreparedTurn]:
    known = await _known(ledger, principal, turns)
    sessions = [container_id(principal, turn.session) for turn in turns]
    texts = [turn_text(turn.speaker, turn.content, turn.caption) for turn in turns]
    new = [
        place for place, turn in enumerate(turns) if (sessions[place], turn.source_id) not in known
    ]
    embedder = ledger.embedder if embed else None
    vectors = dict(
        zip(new, await embeddings_of(embedder, [texts[place] for place in new]), strict=True)
    )
    return [
        PreparedTurn(
            turn=turn,
            partition=partition_for(
                principal,
                scope=Scope.USER,
                container=None,
                namespace=turn.namespace,
                visibility=turn.visibility,
            ),
            session_id=sessions[place],
            text=texts[place],
            embedding=vectors.get(place),
        )
        for place, turn in enumerate(turns)
    ]


async def _known(
    ledger: Ledger, principal: Principal, turns: Sequence[Turn]
) -> set[tuple[UUID, str | None]]:
    """Return which turns are stored already, so that they are not embedded for nothing."""
    named = [turn for turn in turns if turn.source_id is not None]
    if not named:
        return set()
    async with ledger.store.reading(principal.as_setting()) as work:
        rows = await work.all(
            "episodes_by_source",
            StoredTurn,
            tenant_id=principal.tenant_id,
            session_ids=[container_id(principal, turn.session) for turn in named],
            source_ids=[turn.source_id for turn in named],
        )
    return {(row.session_id, row.source_id) for row in rows}


async def _store(
    ledger: Ledger,
    work: Work,
    principal: Principal,
    prepared: Sequence[PreparedTurn],
    reason: str | None,
) -> tuple[Ingested, Sealed | None]:
    sessions = list({item.session_id for item in prepared})
    asked_opening = await ask_opening(
        work,
        principal,
        ids=len(prepared),
        partition_keys=[item.partition for item in prepared],
        container_ids=sessions,
    )
    named = [(item.session_id, item.turn.source_id) for item in prepared if item.turn.source_id]
    asked = await work.send(
        "episodes_by_source",
        StoredTurn,
        tenant_id=principal.tenant_id,
        session_ids=[session_id for session_id, _ in named],
        source_ids=[source_id for _, source_id in named],
    )
    asked_ends = await work.send(
        "sessions_end", SessionEnd, tenant_id=principal.tenant_id, session_ids=sessions
    )
    opening = await asked_opening.opened()
    if not ledger.embeds_for(opening):
        prepared = [replace(item, embedding=None) for item in prepared]
    known = {
        (row.session_id, row.partition_no, row.source_id): row.episode_id
        for row in await asked.all()
    }
    positions: defaultdict[tuple[UUID, int], int] = defaultdict(
        lambda: -1,
        {(end.session_id, end.partition_no): end.position for end in await asked_ends.all()},
    )
    placed = [_place(ledger, opening, item, known, positions) for item in prepared]
    stored = len(opening.change.opened_units)
    sealed = None
    if stored:
        sealed = await seal(
            work, opening.change, ledger.cause(principal, "ingest", reason), opening.embedder
        )
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


def _place(
    ledger: Ledger,
    opening: Opening,
    item: PreparedTurn,
    known: dict[tuple[UUID, int, str], UUID],
    positions: defaultdict[tuple[UUID, int], int],
) -> EpisodeId:
    change, turn = opening.change, item.turn
    partition_no = opening.partition_no(item.partition)
    if turn.source_id is not None:
        there = known.get((item.session_id, partition_no, turn.source_id))
        if there is not None:
            return EpisodeId(there)
    _register_session(opening, item)
    episode_id = EpisodeId(opening.new_id())
    positions[(item.session_id, partition_no)] += 1
    unit_no = change.next_unit_no()
    change.write(
        EpisodeRow(
            episode_id=episode_id,
            unit_no=unit_no,
            partition_no=partition_no,
            session_id=item.session_id,
            position=positions[(item.session_id, partition_no)],
            speaker=turn.speaker,
            content=turn.content,
            caption=turn.caption,
            occurred_at=turn.occurred_at,
            source_id=turn.source_id,
            metadata=metadata_text(turn.metadata, ledger.limits),
            salt=secrets.token_bytes(16),
        )
    )
    change.opened_units.append(
        Unit(
            unit_no=unit_no,
            partition_no=partition_no,
            text=item.text,
            speakers=() if turn.speaker is None else called(turn.speaker),
            embedding=item.embedding,
        )
    )
    if turn.source_id is not None:
        known[(item.session_id, partition_no, turn.source_id)] = episode_id
    return episode_id


def _register_session(opening: Opening, item: PreparedTurn) -> None:
    if item.session_id in opening.registered:
        return
    opening.registered.add(item.session_id)
    opening.change.write(
        ContainerRow(
            container_id=item.session_id,
            user_id=opening.principal.user_id,
            parent_id=None,
            kind="session",
            name=item.turn.session,
        )
    )


async def forget_episode(
    ledger: Ledger, principal: Principal, episode_id: EpisodeId, *, reason: str | None = None
) -> int:
    """Hide a turn from now on; an earlier `as_of` still shows it. Return the transaction's number."""
    principal.require(Permission.FORGET)

    async def plan(work: Work) -> tuple[int, Sealed]:
        opening = await (await ask_opening(work, principal)).opened()
        row = await work.one(
            "episode_open", OpenEpisode, tenant_id=principal.tenant_id, episode_id=episode_id
        )
        if row is None:
            raise EpisodeNotFound(f"there is no episode {episode_id}.")
        opening.change.close("episodes", Key(row.number, row.ordinal))
        text = turn_text(row.speaker, row.content, row.caption)
        opening.change.closed_units.append(
            Unit(unit_no=row.unit_no, partition_no=row.partition_no, text=text)
        )
        cause = ledger.cause(principal, "forget_episode", reason)
        sealed = await seal(work, opening.change, cause, opening.embedder)
        return sealed.number, sealed

    return await transact(ledger.store, principal, plan)
