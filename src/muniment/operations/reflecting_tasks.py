"""Look back in the background: consolidate, reflect, find pairs, see what faded, check what was written.

The answers that are kept with a task name memories by their ids, never by their words.
"""

from __future__ import annotations

from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.knowledge.reviewing.checks import check_edges, check_times
from muniment.model.consolidation import Checked, Consolidated, Proposed
from muniment.model.ids import ContradictionId, MemoryId
from muniment.model.reflection import FadedBeliefs, Reflection
from muniment.model.similar import BeliefPair, Pairs
from muniment.operations import reflecting
from muniment.operations.background import also_in_background, namespace, task_kind
from muniment.operations.catalogue import about
from muniment.operations.services import Services
from muniment.tasks.holding import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class InNamespace:
    """Where to look."""

    namespace: str | None = about("Namespace; the configured one if left out.", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairFound:
    """Two beliefs by their ids, and why they are told together."""

    first: MemoryId
    second: MemoryId
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsFound:
    """Pairs by their ids; `proposed` are the contradictions that were put under review."""

    pairs: tuple[PairFound, ...]
    is_cut: bool
    proposed: tuple[ContradictionId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflected:
    """A look back by ids."""

    stable_preferences: tuple[MemoryId, ...]
    stable_constraints: tuple[MemoryId, ...]
    changed_beliefs: tuple[tuple[MemoryId, MemoryId], ...]
    contradictions_for_review: tuple[ContradictionId, ...]
    as_of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FadedFound:
    """What has faded, by ids, the most faded first."""

    faded: tuple[MemoryId, ...]
    is_cut: bool
    as_of: int


@task_kind("consolidate", Permission.WRITE, read=namespace)
async def consolidate(services: Services, request: InNamespace, progress: Progress) -> Consolidated:
    """Read the turns that the current extractor has not read, until none is left."""
    read = changed = repeated = 0
    transactions: list[int] = []
    while True:
        done = await reflecting.consolidate.run(
            services, reflecting.Consolidate(namespace=request.namespace)
        )
        read, changed, repeated = read + done.read, changed + done.changed, repeated + done.repeated
        transactions += done.transactions
        progress.done = read
        if not done.has_more or not done.read:
            return Consolidated(
                read=read,
                changed=changed,
                repeated=repeated,
                transactions=tuple(transactions),
                has_more=done.has_more,
                extracted_by=done.extracted_by,
                degraded=done.degraded,
            )


def _reflected(found: Reflection) -> Reflected:
    return Reflected(
        stable_preferences=tuple(each.memory_id for each in found.stable_preferences),
        stable_constraints=tuple(each.memory_id for each in found.stable_constraints),
        changed_beliefs=tuple((each.old_id, each.new_id) for each in found.changed_beliefs),
        contradictions_for_review=tuple(each.id for each in found.contradictions_for_review),
        as_of=found.basis.as_of.number,
    )


def _faded(found: FadedBeliefs) -> FadedFound:
    return FadedFound(
        faded=tuple(each.memory_id for each in found),
        is_cut=found.is_cut,
        as_of=found.basis.as_of.number,
    )


def _paired(found: Pairs) -> PairsFound:
    return PairsFound(pairs=tuple(_pair(each) for each in found), is_cut=found.is_cut)


def _proposed(found: Proposed) -> PairsFound:
    return PairsFound(
        pairs=tuple(_pair(each.pair) for each in found.items),
        is_cut=found.is_cut,
        proposed=tuple(each.id for each in found.items),
    )


def _pair(pair: BeliefPair) -> PairFound:
    return PairFound(first=pair.first, second=pair.second, reason=pair.reason.value)


also_in_background("reflect", reflecting.reflect, _reflected, read=reflecting.asked_back)
also_in_background("decay", reflecting.faded, _faded, read=reflecting.asked_faded)
also_in_background(
    "find_duplicates", reflecting.find_duplicates, _paired, read=reflecting.asked_pairs
)
also_in_background(
    "find_contradictions",
    reflecting.propose_contradictions,
    _proposed,
    read=reflecting.asked_contradictions,
)


@task_kind("normalize_temporal_facts", Permission.READ, read=namespace)
async def normalize_temporal_facts(
    services: Services, request: InNamespace, progress: Progress
) -> Checked:
    """List the beliefs that begin with the turn they rest on although their words name another time."""
    return await check_times(services.store, services.principal, namespace(services, request))


@task_kind("project_entity_edges", Permission.READ, read=namespace)
async def project_entity_edges(
    services: Services, request: InNamespace, progress: Progress
) -> Checked:
    """List the facts that the graph does not find by both their subject and their object."""
    return await check_edges(services.store, services.principal, namespace(services, request))
