"""Place turns: each in its session, at the next position, and each source id once."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from uuid import UUID

from muniment.access.partition import (
    PartitionFound,
    PartitionKey,
    container_id,
    kind_and_name,
    partition_for,
)
from muniment.access.principal import Principal
from muniment.errors import TurnDiffers
from muniment.ledger.attending import note_project, refuse_elsewhere
from muniment.ledger.change import Unit
from muniment.ledger.drafts import metadata_written
from muniment.ledger.opening import Opening, owners_and_namespaces
from muniment.model.ids import ContainerId, EpisodeId
from muniment.model.memory import Scope
from muniment.model.names import called
from muniment.model.writes import Turn
from muniment.ports.embedder import Vector
from muniment.store.arrays import Texts, Uuids
from muniment.store.pool import Store
from muniment.store.rows import ContainerRow, EpisodeRow
from muniment.store.work import Pending, Work

Source = tuple[UUID, PartitionKey, str | None]
"""What a turn is known by: its session, its partition, and its id where it comes from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedTurn:
    """A turn with the keys it is found by and the vector it was given."""

    turn: Turn
    partition: PartitionKey
    session_id: ContainerId
    text: str
    embedding: Vector | None = None

    @property
    def source(self) -> Source:
        """What it is known by."""
        return (self.session_id, self.partition, self.turn.source_id)


def turn_text(speaker: str | None, content: str, caption: str | None) -> str:
    """Return what the words and the embedding of a turn are made from."""
    said = content if speaker is None else f"{speaker}: {content}"
    return said if not caption else f"{said} [{caption}]"


def prepare_turn(
    principal: Principal, turn: Turn, partition: PartitionKey | None = None
) -> PreparedTurn:
    """Return a checked turn with its keys, not embedded; it is its user's unless told otherwise."""
    return PreparedTurn(
        turn=turn,
        partition=partition
        or partition_for(
            principal,
            scope=Scope.USER,
            container=None,
            namespace=turn.namespace,
            visibility=turn.visibility,
        ),
        session_id=container_id(principal, turn.session),
        text=turn_text(turn.speaker, turn.content, turn.caption),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """A turn that is stored already."""

    episode_id: UUID
    session_id: UUID
    partition_no: int
    source_id: str
    words: bytes | None
    """A digest of what was said; None if that was erased."""
    is_done: bool
    """Whether nothing is to be learnt from it: it is hidden, or it was learnt from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnd:
    """The last position of a session."""

    session_id: UUID
    partition_no: int
    position: int


async def _ask_known(
    work: Work, principal: Principal, turns: Sequence[PreparedTurn]
) -> Pending[StoredTurn]:
    named = [
        (item.session_id, source_id)
        for item in turns
        if (source_id := item.turn.source_id) is not None
    ]
    return await work.send(
        "episodes_by_source",
        StoredTurn,
        tenant_id=principal.tenant_id,
        session_ids=Uuids([session_id for session_id, _ in named]),
        source_ids=Texts([source_id for _, source_id in named]),
        **owners_and_namespaces([item.partition for item in turns]),
    )


async def known_sources(
    store: Store, principal: Principal, turns: Sequence[PreparedTurn]
) -> dict[Source, bool]:
    """Return which turns are stored already, and whether nothing is to be learnt from them.

    So no model works on them for nothing.
    """
    if not any(item.turn.source_id is not None for item in turns):
        return {}
    async with store.reading(principal.as_setting()) as work:
        asked = await _ask_known(work, principal, turns)
        partitions = await work.all(
            "partitions_find",
            PartitionFound,
            tenant_id=principal.tenant_id,
            **owners_and_namespaces([item.partition for item in turns]),
        )
        rows = await asked.all()
    keys = {found.partition_no: found.key for found in partitions}
    return {
        (row.session_id, keys[row.partition_no], row.source_id): row.is_done
        for row in rows
        if row.partition_no in keys
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedPlaces:
    """The queued answers about which turns are known, and where their sessions end."""

    known: Pending[StoredTurn]
    ends: Pending[SessionEnd]

    async def placing(self, opening: Opening) -> Placing:
        """Wait for the answers."""
        placing = Placing(opening=opening)
        for row in await self.known.all():
            place = (row.session_id, row.partition_no, row.source_id)
            placing.known[place] = KnownTurn(episode_id=EpisodeId(row.episode_id), words=row.words)
            if row.is_done:
                placing.done.add(row.episode_id)
        for end in await self.ends.all():
            placing.positions[end.session_id, end.partition_no] = end.position
        return placing


async def ask_places(
    work: Work, principal: Principal, turns: Sequence[PreparedTurn]
) -> AskedPlaces:
    """Queue what placing turns needs; sent after the lock, it is read under it."""
    return AskedPlaces(
        known=await _ask_known(work, principal, turns),
        ends=await work.send(
            "sessions_end",
            SessionEnd,
            tenant_id=principal.tenant_id,
            session_ids=Uuids(list({item.session_id for item in turns})),
            **owners_and_namespaces([item.partition for item in turns]),
        ),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownTurn:
    """A turn that has its place, and a digest of its words, None if they were erased."""

    episode_id: EpisodeId
    words: bytes | None


@dataclass(slots=True, kw_only=True)
class Placing:
    """The turns that a transaction stores, and those that are known already."""

    opening: Opening
    known: dict[tuple[UUID, int, str], KnownTurn] = field(default_factory=dict)
    done: set[UUID] = field(default_factory=set)
    """The known turns that nothing is to be learnt from."""
    positions: defaultdict[tuple[UUID, int], int] = field(
        default_factory=lambda: defaultdict(lambda: -1)
    )

    def place(self, item: PreparedTurn) -> tuple[EpisodeId, bool]:
        """Store a turn, or pass over one whose source id is known; return its id, and whether it is new.

        Raises:
            TurnDiffers: the source id is that of a turn with other words.
        """
        partition_no = self.opening.partition_no(item.partition)
        source_id = item.turn.source_id
        if source_id is None:
            return self._stored(item, partition_no), True
        place = (item.session_id, partition_no, source_id)
        words = sha256(item.turn.content.encode()).digest()
        there = self.known.get(place)
        if there is None:
            there = KnownTurn(episode_id=self._stored(item, partition_no), words=words)
            self.known[place] = there
            return there.episode_id, True
        if there.words not in (words, None):
            raise _differs(item.turn, there)
        return there.episode_id, False

    def _stored(self, item: PreparedTurn, partition_no: int) -> EpisodeId:
        self._register_session(item)
        episode_id = EpisodeId(self.opening.new_id())
        self._write(item, episode_id, partition_no)
        return episode_id

    def _write(self, item: PreparedTurn, episode_id: EpisodeId, partition_no: int) -> None:
        change, turn = self.opening.change, item.turn
        self.positions[item.session_id, partition_no] += 1
        unit_no = change.next_unit_no()
        change.write(
            EpisodeRow(
                episode_id=episode_id,
                unit_no=unit_no,
                partition_no=partition_no,
                session_id=item.session_id,
                position=self.positions[item.session_id, partition_no],
                speaker=turn.speaker,
                content=turn.content,
                caption=turn.caption,
                occurred_at=turn.occurred_at,
                source_id=turn.source_id,
                metadata=None if turn.metadata is None else metadata_written(turn.metadata),
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

    def _register_session(self, item: PreparedTurn) -> None:
        """Open the session of a turn: make it, or open it again if it had ended."""
        opening = self.opening
        kind, name = kind_and_name(item.turn.session)
        if item.session_id in opening.parents:
            project = opening.principal.project_named
            refuse_elsewhere(opening.principal, name, opening.parents[item.session_id], project)
        ended = opening.ended.pop(item.session_id, None)
        if ended is None and item.session_id in opening.registered:
            return
        opening.registered.add(item.session_id)
        if ended is None:
            parent_id: UUID | None = note_project(opening.change, opening.principal)
        else:
            parent_id = ended.parent_id
            opening.change.close("containers", ended.key)
        opening.change.write(
            ContainerRow(
                container_id=item.session_id,
                user_id=opening.principal.user_id,
                parent_id=parent_id,
                kind=kind,
                name=name,
            )
        )


def _differs(turn: Turn, there: KnownTurn) -> TurnDiffers:
    return TurnDiffers(
        f"the turn {turn.source_id!r} of the session {turn.session!r} is stored with other words (episode {there.episode_id}), and a turn never changes. Nothing was written with it. Send it as it was, or give the new words an id of their own."
    )


def unembedded(turns: Sequence[PreparedTurn]) -> list[PreparedTurn]:
    """Return turns without their vectors: another embedder was adopted meanwhile."""
    return [replace(item, embedding=None) for item in turns]
