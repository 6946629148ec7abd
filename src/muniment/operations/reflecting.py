"""The operations that look back: what is stable, what faded, what is said twice, what is in dispute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.knowledge import pairing, proposing
from muniment.knowledge.consolidation import Consolidator
from muniment.knowledge.phrasing import phrased_reflection
from muniment.knowledge.reflection import reflect as look_back
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

    episodes_min: int = about("In how many turns something was said to be stable.", 3, least=1)
    since: Moment | None = about("Changes since then; all if left out.", None)
    as_of: BasisLike | None = about("What was known then: a time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; else as_of or now.", None)
    namespace: str | None = about("The namespace; else the configured one.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries of each list.", 50, least=1, most=PAGE_MAX)


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

    Each with its memories and the turns they rest on. Nothing is changed, and no contradiction
    settles by itself. Where a model plays the role `reflector`, it says beside them what it makes of
    them, and what its citations do not say is thrown away.
    """
    asked = asked_back(services, request)
    found = await look_back(services.store, services.principal, asked)
    model = services.models.get(ModelRole.REFLECTOR)
    return found if model is None else await phrased_reflection(model, found)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFaded:
    """Which beliefs have faded."""

    below: float = about("Those whose confidence is less than this by now, up to 1.", 0.5)
    as_of: BasisLike | None = about("What was known then: a time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; else as_of or now.", None)
    namespace: str | None = about("The namespace; else the configured one.", None)
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
    """List beliefs that hold and whose confidence has faded with age, the most faded first.

    Recall prefers others to them. What is believed is as it was: decay is computed from the basis, and
    nothing of it is stored.
    """
    return await faded_beliefs(services.store, services.principal, asked_faded(services, request))


@dataclass(frozen=True, slots=True, kw_only=True)
class FindPairs:
    """Where to look for pairs of beliefs."""

    entity: str | None = about(
        "About whom or what, with its aliases; everything if left out.", None
    )
    as_of: BasisLike | None = about("What was known then: a time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; else as_of or now.", None)
    namespace: str | None = about("The namespace; else the configured one.", None)
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
    """Find pairs of beliefs that say the same in other words; a no, a number or a name keeps two apart."""
    return await pairing.find_duplicates(
        services.store, services.principal, asked_pairs(services, request)
    )


@operation(Effect.READS, Permission.READ)
async def find_contradictions(services: Services, request: FindPairs) -> Pairs:
    """Find pairs of beliefs that hold and cannot both be so, and that are not under review yet."""
    return await pairing.find_contradictions(
        services.store, services.principal, asked_pairs(services, request)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeContradictions:
    """Where to look for contradictions to review."""

    entity: str | None = about(
        "About whom or what, with its aliases; everything if left out.", None
    )
    namespace: str | None = about("The namespace; else the configured one.", None)
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
    """Put the contradictions that are found under review, each once; a person settles them.

    Both beliefs stay as they are until then.
    """
    asked = asked_contradictions(services, request)
    return await proposing.propose_contradictions(
        services.ledger, services.principal, asked, reason=request.reason
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidate:
    """Which turns to read again."""

    since: Moment | None = about("Turns said since then; all if left out.", None)
    episodes_max: int = about("The most turns.", 100, least=1)
    assistants: Sequence[str] = about("The names that assistants go by.", (Role.ASSISTANT.value,))
    namespace: str | None = about("The namespace; else the configured one.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE)
async def consolidate(services: Services, request: Consolidate) -> Consolidated:
    """Read the user's stored turns for claims: those not read yet, or read by another extractor.

    Claims are judged as those of a new round are. What an earlier reading took from a turn stays, and
    what was forgotten, retracted or corrected since is not learnt again from its words.
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
