"""Read pairs of beliefs that may say the same or exclude each other: slice by slice, never all with all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from anyio import to_thread

from muniment.access.principal import Principal
from muniment.model.similar import GetPairs
from muniment.recall.lookup.alike import BESIDE, Alike, Comparing
from muniment.recall.lookup.entities import Names, follow
from muniment.recall.lookup.opening import key_named
from muniment.store.arrays import Bigints, Integers
from muniment.store.pool import Store
from muniment.store.work import Work
from muniment.temporal.basis import Basis

ALIKE_MAX: Final = 20_000
"""How many pairs are looked at, the likest first."""

_BELIEFS: Final = 5_000
"""The words of how many beliefs are read at once."""
_PAIRS: Final = 1_000
"""How many pairs are read at once."""


class JoinSettings(NamedTuple):
    """How the planner may join in the transaction."""

    setting: str
    sort: str
    seqscan: str
    workers: str


class NotedPair(NamedTuple):
    """Two beliefs that somebody noted as a contradiction."""

    first_id: UUID
    second_id: UUID

    @property
    def pair(self) -> frozenset[UUID]:
        """Both, in no order."""
        return frozenset((self.first_id, self.second_id))


class AliasMeant(NamedTuple):
    """A name that stands for one other name."""

    partition_no: int
    alias_key: str
    entity_key: str


class Words(NamedTuple):
    """A belief with its words, each once."""

    unit_no: int
    memory_id: UUID
    partition_no: int
    entity_key: str
    words: list[str]


class AlikePair(NamedTuple):
    """Two beliefs with words in common: of the first's and the second's words, how many."""

    first_id: UUID
    second_id: UUID
    partition_no: int
    first_content: str
    second_content: str
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
    """Two beliefs that meet where one holds at a time: `place` is one, opposite, state or contested, of the second."""

    first_id: UUID
    second_id: UUID
    partition_no: int
    first_content: str
    second_content: str
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
    """
    place = (request.as_of, request.namespace, request.containers)
    async with Names.at(store, principal, *place, valid_at=request.valid_at) as names:
        work, where = names.work, names.holding
        key = None
        if request.entity is not None:
            key = (await follow(names, key_named(request.entity, "entity"))).ends[0]
            await work.plan_anew()
        aliases = await work.all("pairs_aliases", AliasMeant, **where)
        keys = (
            None if key is None else [key, *(a.alias_key for a in aliases if a.entity_key == key)]
        )
        compared = await _read_words(work, where, aliases, key, keys)
        likest = await to_thread.run_sync(compared.alike, ALIKE_MAX, abandon_on_cancel=True)
        alike = await _read_alike(work, where, likest)
        if not rivals:
            return ReadPairs(alike=tuple(alike), basis=names.basis)
        await work.one("pairs_join_sets", JoinSettings)
        met = await work.all(
            "pairs_rivalling",
            RivalPair,
            opposites=sorted(opposites),
            states=sorted(states),
            entity_key=key,
            entity_keys=keys,
            beside=BESIDE,
            limit=ALIKE_MAX,
            **where,
        )
        noted = await work.all("contradictions_between", NotedPair, **names.where)
    return ReadPairs(
        alike=tuple(alike),
        rivals=tuple(met),
        noted=frozenset(each.pair for each in noted),
        basis=names.basis,
    )


async def _read_words(
    work: Work,
    where: dict[str, object],
    aliases: Sequence[AliasMeant],
    key: str | None,
    keys: list[str] | None,
) -> Comparing:
    """Read the beliefs about an entity under its names, or all, by what they are about, with their words."""
    meant = {(row.partition_no, row.alias_key): row.entity_key for row in aliases}
    compared = Comparing()
    after = 0
    if keys is None:
        await work.walk_in_order()
    while rows := await work.all(
        "pairs_words", Words, entity_keys=keys, after=after, limit=_BELIEFS, **where
    ):
        for row in rows:
            about = meant.get((row.partition_no, row.entity_key), row.entity_key)
            if key is None or about == key:
                compared.take(row.unit_no, row.memory_id, row.partition_no, about, row.words)
        if len(rows) < _BELIEFS:
            break
        after = rows[-1].unit_no
    return compared


async def _read_alike(
    work: Work, where: dict[str, object], likest: Sequence[Alike]
) -> list[AlikePair]:
    """Read what pairs say."""
    alike: list[AlikePair] = []
    for start in range(0, len(likest), _PAIRS):
        pairs = likest[start : start + _PAIRS]
        alike += await work.all(
            "pairs_read",
            AlikePair,
            tenant_id=where["tenant_id"],
            as_of=where["as_of"],
            first_nos=Bigints([pair.first_no for pair in pairs]),
            second_nos=Bigints([pair.second_no for pair in pairs]),
            words=Integers([pair.words for pair in pairs]),
            first_words=Integers([pair.first_words for pair in pairs]),
            second_words=Integers([pair.second_words for pair in pairs]),
        )
    return alike
