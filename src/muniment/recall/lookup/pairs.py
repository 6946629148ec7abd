"""Read pairs of beliefs that may say the same or exclude each other: set by set, never all with all."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from muniment.access.principal import Principal
from muniment.model.names import folded
from muniment.model.similar import GetPairs
from muniment.recall.lookup.asking import ask, numbers_of, reader, refuse_limit
from muniment.recall.lookup.entities import Names, follow
from muniment.store.pool import Store
from muniment.temporal.basis import Basis

BESIDE: Final = 12
"""With how many that stand beside it where they meet a belief is compared."""

ALIKE_MAX: Final = 20_000
"""How many pairs are looked at, the likest first."""


class Setting(NamedTuple):
    """A setting of the transaction."""

    setting: str


class NotedPair(NamedTuple):
    """Two beliefs that somebody noted as a contradiction."""

    first_id: UUID
    second_id: UUID

    @property
    def pair(self) -> frozenset[UUID]:
        """Both, in no order."""
        return frozenset((self.first_id, self.second_id))


class AlikePair(NamedTuple):
    """Two beliefs with words in common: of the first's and the second's words, how many."""

    first_id: UUID
    second_id: UUID
    partition_no: int
    first_content: str
    second_content: str
    first_entity: str | None
    second_entity: str | None
    first_category: str | None
    second_category: str | None
    first_object: str | None
    second_object: str | None
    words: int
    first_words: int
    second_words: int
    cosine: float | None

    @property
    def overlap(self) -> float:
        """The share of their words that both have."""
        return round(self.words / (self.first_words + self.second_words - self.words), 4)


class RivalPair(NamedTuple):
    """Two beliefs that meet where one holds at a time: `place` is one, opposite or state."""

    first_id: UUID
    second_id: UUID
    partition_no: int
    first_content: str
    second_content: str
    first_entity: str
    second_entity: str
    first_category: str | None
    second_category: str | None
    first_object: str | None
    second_object: str | None
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPairs:
    """The pairs that meet by words, those that meet by place, and those that were noted already."""

    alike: tuple[AlikePair, ...]
    rivals: tuple[RivalPair, ...] = ()
    noted: frozenset[frozenset[UUID]] = frozenset()
    basis: Basis


async def read_pairs(
    store: Store,
    principal: Principal,
    request: GetPairs,
    *,
    opposites: Collection[str] = (),
    states: Collection[str] = (),
    rivals: bool = False,
) -> ReadPairs:
    """Return the pairs of beliefs that hold at a basis and meet by words.

    If asked for rivals: those that meet by place too, and the pairs that were noted already.

    Raises:
        InvalidValue: the limit is no good.
    """
    refuse_limit(request.limit)
    principal = reader(principal, request.containers)
    async with store.reading(principal.as_setting()) as work:
        asked = await ask(work, principal, request.as_of, request.namespace)
        basis, partitions = await asked.answers(request.valid_at)
        names = Names(
            work=work,
            tenant_id=principal.tenant_id,
            partition_nos=numbers_of(partitions),
            basis=basis,
        )
        key = None
        if request.entity is not None:
            key = (await follow(names, folded(request.entity))).ends[0]
        where = {
            "tenant_id": principal.tenant_id,
            "partition_nos": numbers_of(partitions),
            "as_of": basis.as_of.time,
            "valid_at": basis.valid_at,
            "entity_key": key,
            "beside": BESIDE,
            "limit": ALIKE_MAX,
        }
        await work.one("pairs_join_sets", Setting)
        alike = await work.all("pairs_alike", AlikePair, **where)
        if not rivals:
            return ReadPairs(alike=tuple(alike), basis=basis)
        met = await work.all(
            "pairs_rivalling",
            RivalPair,
            opposites=sorted(opposites),
            states=sorted(states),
            **where,
        )
        noted = await work.all(
            "contradictions_between",
            NotedPair,
            tenant_id=principal.tenant_id,
            partition_nos=numbers_of(partitions),
            as_of=basis.as_of.time,
        )
    return ReadPairs(
        alike=tuple(alike),
        rivals=tuple(met),
        noted=frozenset(each.pair for each in noted),
        basis=basis,
    )
