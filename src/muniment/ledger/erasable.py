"""What an erasure takes, as it is looked up: memories, turns, pages, and the rows that hold their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from muniment.ledger.turns import EpisodeSaid
from muniment.ledger.upkeep import UnitWords
from muniment.model.erasing import Certificate, Purged
from muniment.model.ids import EpisodeId, MemoryId
from muniment.store.found import NamedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryToErase:
    """A memory, whether it is believed still, and whether it has no words any more."""

    memory_id: UUID
    is_open: bool
    is_erased: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeToErase(EpisodeSaid):
    """A turn, and whether it has no words any more."""

    episode_id: UUID
    is_erased: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldInRow:
    """A turn that told a memory."""

    episode_id: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitToErase(UnitWords):
    """A searchable unit, and the key that its rivals are found by."""

    match_key: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RowToErase(NamedRow):
    """A row that has words, whether it is to be closed, and which page goes with it."""

    kept_in: str
    is_open: bool
    page_id: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Erasable:
    """The memories, turns and pages whose words go, and where their words are."""

    believed: Sequence[MemoryId]
    """The memories that are believed still, whether they have words or not."""
    memories: Sequence[MemoryId]
    turns: Sequence[EpisodeToErase]
    pages: Sequence[UUID]
    rows: Sequence[RowToErase]
    told_in: Sequence[ToldInRow]

    @property
    def episodes(self) -> list[EpisodeId]:
        """The ids of the turns."""
        return [EpisodeId(each.episode_id) for each in self.turns]

    def purged(self, tables: Iterable[str], *certificates: Certificate) -> Purged:
        """Return what an erasure tells of them; `tables` has one for each row that loses its words."""
        return Purged(
            memories=tuple(self.memories),
            episodes=tuple(self.episodes),
            rows=dict(sorted(Counter(tables).items())),
            told_in=tuple(EpisodeId(each.episode_id) for each in self.told_in),
            certificates=certificates,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitNo:
    """The number of a unit."""

    unit_no: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfUser:
    """The next memories, turns and pages of a user that have words."""

    memory_ids: list[UUID]
    episode_ids: list[UUID]
    page_ids: list[UUID]
    count: int
    """How many memories and turns there are, these among them."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left."""
        return not (self.memory_ids or self.episode_ids or self.page_ids)

    @property
    def named(self) -> tuple[set[MemoryId], set[EpisodeId]]:
        """Their memories and turns."""
        return set(map(MemoryId, self.memory_ids)), set(map(EpisodeId, self.episode_ids))
