"""Read, under the lock, all that claims could meet: memories, their rivals, and who said so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.ledger.asked import GroupVersion, OpenAssertion, PlaceRow, RevisionRow, rivals_of
from muniment.ledger.group import Rivals
from muniment.store.arrays import Texts, Uuids
from muniment.store.work import Pending, Work

CANDIDATES_MAX: Final = 48
"""How many beliefs of one slot are considered, the newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Where to look for candidates: a whole slot, or what has one object in it."""

    entity_key: str
    category_key: str
    object_key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MetAssertion(OpenAssertion):
    """An open assertion, who said it in a turn, and the unit and the partition of its memory."""

    unit_no: int
    unit_partition_no: int
    speaker: str | None

    @property
    def place(self) -> PlaceRow:
        """Where the rows of its memory go."""
        return PlaceRow(
            rivals_key=self.rivals_key,
            memory_id=self.memory_id,
            unit_no=self.unit_no,
            partition_no=self.unit_partition_no,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRow:
    """A name that an asked entity goes by."""

    asked: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """Where the rivals of a match key are."""

    match_key: UUID
    rivals_key: UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """What claims could meet."""

    names: dict[str, frozenset[str]]
    """The folded names that an asked entity goes by, its own included."""
    matches: dict[UUID, UUID]
    memories: list[RevisionRow]
    assertions: list[MetAssertion]
    rivals: dict[UUID, Rivals]


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedMet:
    """The queued answers."""

    names: Pending[NameRow]
    matches: Pending[MatchRow]
    memories: Pending[RevisionRow]
    assertions: Pending[MetAssertion]
    versions: Pending[GroupVersion]

    async def met(self) -> Met:
        """Wait for the answers."""
        names: defaultdict[str, set[str]] = defaultdict(set)
        for row in await self.names.all():
            names[row.asked].add(row.name)
        assertions = await self.assertions.all()
        return Met(
            names={asked: frozenset(found) for asked, found in names.items()},
            matches={row.match_key: row.rivals_key for row in await self.matches.all()},
            memories=await self.memories.all(),
            assertions=assertions,
            rivals=rivals_of(
                assertions, await self.versions.all(), [each.place for each in assertions]
            ),
        )


async def ask_met(
    work: Work,
    tenant_id: UUID,
    partition: PartitionKey,
    match_keys: Iterable[UUID],
    slots: Sequence[Slot],
) -> AskedMet:
    """Queue the reading of every group that match keys and slots lead to, whole."""
    within = {"tenant_id": tenant_id, **partition.where}
    keys = Uuids(list(dict.fromkeys(match_keys)))
    slots = list(dict.fromkeys(slots))
    entities = [slot.entity_key for slot in slots]
    met = {
        **within,
        "match_keys": keys,
        "entity_keys": Texts(entities),
        "category_keys": Texts([slot.category_key for slot in slots]),
        "object_keys": [slot.object_key for slot in slots],
        "candidates_max": CANDIDATES_MAX,
    }
    named = Texts(list(dict.fromkeys(entities)))
    return AskedMet(
        names=await work.send("rival_names", NameRow, entity_keys=named, **within),
        matches=await work.send("rival_matches", MatchRow, tenant_id=tenant_id, match_keys=keys),
        memories=await work.send("rival_memories", RevisionRow, **met),
        assertions=await work.send("rival_assertions", MetAssertion, **met),
        versions=await work.send("rival_versions", GroupVersion, **met),
    )
