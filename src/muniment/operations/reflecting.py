"""The operations that look back: what is stable, what faded, what is said twice, what is in dispute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.knowledge.answering.phrasing import phrased_reflection
from muniment.knowledge.learning.consolidation import Consolidator
from muniment.knowledge.reviewing import pairing, proposing
from muniment.knowledge.reviewing.reflection import reflect as look_back
from muniment.model.claims import Role
from muniment.model.consolidation import Consolidated, GetDue, Proposed
from muniment.model.reflection import FadedBeliefs, GetFaded, GetReflection, Reflection
from muniment.model.similar import GetPairs, Pairs
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.learners import learner_of
from muniment.operations.moments import BasisLike, Moment, as_of, instant
from muniment.operations.services import Services
from muniment.ports.language_model import ModelRole
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.recall.lookup.reflected import faded_beliefs


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflect:
    """What to look back at."""

    episodes_min: int = about(
        "In how many turns something must be said to count as stable.", 3, least=1
    )
    since: Moment | None = about("Only changes since then; all if left out.", None)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries in each list.", 50, least=1, most=PAGE_MAX)


def asked_back(services: Services, request: Reflect) -> GetReflection:
    """Read what to look back at."""
    return GetReflection(
        episodes_min=request.episodes_min,
        since=instant(request.since, "since"),
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        limit=request.limit,
    )


@operation(Effect.READS, Permission.READ)
async def reflect(services: Services, request: Reflect) -> Reflection:
    """Look back: stable preferences and constraints, changed beliefs, contradictions for review.

    Each comes with its memories and the turns they rest on. Nothing is changed, and no contradiction settles by
    itself. Where a model plays the role `reflector`, it adds what it makes of them, and what its citations do not say
    is thrown away.
    """
    asked = asked_back(services, request)
    found = await look_back(services.store, services.principal, asked)
    model = services.models.get(ModelRole.REFLECTOR)
    return found if model is None else await phrased_reflection(model, found)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFaded:
    """Which beliefs have faded."""

    below: float = about("Only those whose confidence has fallen below this, up to 1.", 0.5)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries.", 100, least=1, most=PAGE_MAX)


def asked_faded(services: Services, request: ListFaded) -> GetFaded:
    """Read which beliefs are asked for."""
    return GetFaded(
        below=float(request.below),
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        limit=request.limit,
    )


@operation(Effect.READS, Permission.READ)
async def faded(services: Services, request: ListFaded) -> FadedBeliefs:
    """List beliefs that hold but whose confidence has faded with age, most faded first.

    Recall prefers others to them. What is believed does not change: fading is computed at the basis, and nothing of
    it is stored.
    """
    return await faded_beliefs(services.store, services.principal, asked_faded(services, request))


@dataclass(frozen=True, slots=True, kw_only=True)
class FindPairs:
    """Where to look for pairs of beliefs."""

    entity: str | None = about(
        "Whom or what they are about, aliases included; all if left out.", None
    )
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most pairs.", 100, least=1, most=PAGE_MAX)


def asked_pairs(services: Services, request: FindPairs) -> GetPairs:
    """Read where to look for pairs."""
    return GetPairs(
        entity=request.entity,
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        limit=request.limit,
    )


@operation(Effect.READS, Permission.READ)
async def find_duplicates(services: Services, request: FindPairs) -> Pairs:
    """Find pairs of beliefs that say the same in other words; a negation, number or name keeps two apart."""
    return await pairing.find_duplicates(
        services.store, services.principal, asked_pairs(services, request)
    )


@operation(Effect.READS, Permission.READ)
async def find_contradictions(services: Services, request: FindPairs) -> Pairs:
    """Find pairs of beliefs that hold, cannot both be so, and are not yet under review."""
    return await pairing.find_contradictions(
        services.store, services.principal, asked_pairs(services, request)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeContradictions:
    """Where to look for contradictions to review."""

    entity: str | None = about(
        "Whom or what they are about, aliases included; all if left out.", None
    )
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most pairs.", 100, least=1, most=PAGE_MAX)
    reason: str | None = about("Why, for the ledger.", None)


def asked_contradictions(services: Services, request: ProposeContradictions) -> GetPairs:
    """Read where to look for contradictions."""
    return GetPairs(
        entity=request.entity,
        namespace=services.namespace_of(request.namespace),
        containers=tuple(request.containers),
        limit=request.limit,
    )


@operation(Effect.WRITES, Permission.WRITE)
async def propose_contradictions(services: Services, request: ProposeContradictions) -> Proposed:
    """Find contradictions and put each under review, once; a person settles them.

    Both beliefs stay as they are until then.
    """
    asked = asked_contradictions(services, request)
    return await proposing.propose_contradictions(
        services.ledger, services.principal, asked, reason=request.reason
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidate:
    """Which turns to read again."""

    since: Moment | None = about("Only turns said since then; all if left out.", None)
    episodes_max: int = about("The most turns.", 100, least=1)
    assistants: Sequence[str] = about("The names of the assistants.", (Role.ASSISTANT.value,))
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE)
async def consolidate(services: Services, request: Consolidate) -> Consolidated:
    """Read the user's stored turns for claims: those not read yet, or read by another extractor.

    Claims are judged like those of a new round. What an earlier reading took from a turn stays. What was forgotten,
    retracted or corrected since is not learnt again from its words.
    """
    consolidator = Consolidator(
        learner=learner_of(services),
        assistants=tuple(request.assistants) or (Role.ASSISTANT.value,),
    )
    due = GetDue(
        namespace=services.namespace_of(request.namespace),
        since=instant(request.since, "since"),
        episodes_max=request.episodes_max,
    )
    return await consolidator.consolidate(services.principal, due, reason=request.reason)
