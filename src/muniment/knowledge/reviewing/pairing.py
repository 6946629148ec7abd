"""Find beliefs that say the same, and beliefs that cannot both be so, at a basis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from uuid import UUID

from muniment.access.principal import Principal
from muniment.knowledge.resolution.families import OPPOSITES
from muniment.knowledge.reviewing.similar import (
    STATE_CATEGORIES,
    alike_pair,
    is_contradiction,
    is_duplicate,
    is_rivalry,
    told_pair,
)
from muniment.model.similar import BeliefPair, GetPairs, Pairs
from muniment.recall.lookup.pairs import AlikePair, read_pairs
from muniment.store.pool import Store
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Pairs with the partition that both beliefs are in, and the basis they were found at."""

    pairs: tuple[tuple[BeliefPair, int], ...]
    is_cut: bool
    basis: Basis


async def find_duplicates(store: Store, principal: Principal, request: GetPairs) -> Pairs:
    """Return pairs of beliefs that hold and say the same, those with most words in common first."""
    read = await read_pairs(store, principal, request)
    found = [*islice(_duplicates(read.alike), request.limit + 1)]
    return Pairs(
        items=tuple(found[: request.limit]), is_cut=len(found) > request.limit, basis=read.basis
    )


def _duplicates(pairs: Iterable[AlikePair]) -> Iterator[BeliefPair]:
    for pair in pairs:
        if (reason := is_duplicate(pair)) is not None:
            yield alike_pair(pair, reason)


async def find_contradictions(store: Store, principal: Principal, request: GetPairs) -> Pairs:
    """Return pairs of beliefs that hold and cannot both be so, and that nobody has noted yet."""
    found = await contradictory(store, principal, request)
    return Pairs(
        items=tuple(pair for pair, _ in found.pairs), is_cut=found.is_cut, basis=found.basis
    )


async def contradictory(store: Store, principal: Principal, request: GetPairs) -> Found:
    """Find contradictions; a pair is told once, with one reason, those that meet by place first."""
    read = await read_pairs(
        store, principal, request, opposites=OPPOSITES, states=STATE_CATEGORIES, rivals=True
    )
    found: dict[frozenset[UUID], tuple[BeliefPair, int]] = {}
    for rival in read.rivals:
        reason = is_rivalry(rival)
        if reason is not None:
            ids = frozenset((rival.first_id, rival.second_id))
            found.setdefault(ids, (told_pair(rival, reason), rival.partition_no))
    for pair in read.alike:
        reason = is_contradiction(pair)
        if reason is not None:
            ids = frozenset((pair.first_id, pair.second_id))
            found.setdefault(ids, (alike_pair(pair, reason), pair.partition_no))
    told = [each for ids, each in found.items() if ids not in read.noted]
    return Found(
        pairs=tuple(told[: request.limit]), is_cut=len(told) > request.limit, basis=read.basis
    )
