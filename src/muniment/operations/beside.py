"""Gather the evidence of a question and put it into words, with diagnostics of what bore on it alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Protocol
from uuid import UUID

from muniment.access.partition import container_id
from muniment.errors import PageNotFound
from muniment.knowledge.answering import packets
from muniment.knowledge.answering.answers import grounded_answer
from muniment.knowledge.answering.packets import Written
from muniment.knowledge.pages.snapshots import snapshot_get
from muniment.knowledge.roles.answering import Answered, answer_deeply, enhance_context
from muniment.knowledge.roles.records import Record, record_of
from muniment.model.ids import TenantId
from muniment.model.memory import Episode, Memory, Scope
from muniment.model.recalled import Recalled, Result
from muniment.model.sidecar import DeepAnswer, Diagnostics, Enhanced, EvidenceUsed, SourceBreakdown
from muniment.model.tokens import tokens_estimated
from muniment.operations.recalling import recalled
from muniment.operations.services import Services
from muniment.operations.statements_read import statements_read
from muniment.ports.language_model import LanguageModel, ModelRole
from muniment.recall.grounds import Ask
from muniment.recall.lookup.one import memories_at
from muniment.recall.lookup.opening import Reading, reading_at

SCOPES: Final = ("user", "user_global", "user_global_container")
MODES: Final = {"simple": 8, "balanced": 20, "deep": 40}
"""How many candidates each mode looks at."""

WEAK: Final = 0.35
"""The least strength of evidence that the mode deep answers from."""

NOTHING: Final = "nothing in memory bears on it"
NO_ROOM: Final = "what bears on it does not fit into the budget"
DISPUTED: Final = "the evidence is contested"


class Asking(Protocol):
    """What both questions say of where to look."""

    @property
    def containers(self) -> Sequence[str]:
        """Containers to read too."""

    @property
    def scope_level(self) -> str:
        """Which scopes to read."""

    @property
    def read_mode(self) -> str:
        """How many candidates to consider."""

    @property
    def max_output_tokens(self) -> int:
        """The most tokens to say."""

    @property
    def max_candidate_memories(self) -> int | None:
        """The most candidates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SidecarKnown:
    """Whether a user is known, and which containers."""

    user_found: bool
    containers: list[UUID]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceFound:
    """Where a belief or a turn lies."""

    id: UUID
    scope: str
    container_id: UUID | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What bears on a question, and where it lies."""

    question: str
    asking: Asking
    results: tuple[Result, ...]
    places: dict[UUID, PlaceFound]
    buckets: dict[UUID, str]
    known: SidecarKnown
    snapshot: frozenset[UUID]
    recalled: Recalled
    abstained: str | None


def thread_named(id_: str) -> str:
    """Name the thread of an id that a program gives a container: its type tells nothing of which it is."""
    return f"thread:{id_}"


async def asked_of(services: Services, asking: Asking, question: str) -> Evidence:
    """Return what bears on a question within its scope.

    Raises:
        InvalidValue: the question is blank.
        NotPermitted: the principal may not read.
    """
    scope, limit = asking.scope_level, MODES[asking.read_mode]
    if asking.max_candidate_memories is not None:
        limit = min(limit, asking.max_candidate_memories)
    settings, principal = services.settings, services.principal
    names: dict[UUID, str] = {
        container_id(principal, thread_named(each)): each for each in asking.containers
    }
    opened = names if scope == "user_global_container" else {}
    threads = tuple(thread_named(each) for each in opened.values())
    found = await recalled(
        services,
        Ask(
            query=question,
            namespace=services.namespace_of(None),
            speaker=services.speaker_of(),
            containers=threads,
            limit=limit,
            budget_tokens=settings.recall.budget_tokens,
        ),
    )
    try:
        snapshot = await snapshot_get(services.store, principal, settings.namespace)
        refs = frozenset[UUID](snapshot.memory_refs)
    except PageNotFound:
        refs = frozenset()
    basis = found.receipt.basis
    at = (basis.as_of.number, threads)
    async with reading_at(services.store, principal, *at, valid_at=basis.valid_at) as reading:
        told = await _told_before_turns(reading, packets.bearing(found.results))
        within = _in_scope(scope, told)[:limit]
        known = await reading.work.one(
            "sidecar_known",
            SidecarKnown,
            tenant_id=principal.tenant_id,
            user_id=principal.user_id,
            container_ids=list(names),
        )
        places = await _places(reading, principal.tenant_id, within)
    assert known is not None, "a SELECT without FROM answers one row"
    return Evidence(
        question=question,
        asking=asking,
        results=within,
        places=places,
        buckets=names,
        known=known,
        snapshot=refs,
        recalled=found,
        abstained=found.receipt.abstained,
    )


async def _told_before_turns(reading: Reading, found: Iterable[Result]) -> list[Result]:
    """Return what was found, before each turn the beliefs that it stands for, as near as the turn is."""
    results = [
        (result, result.evidence if isinstance(result.memory, Episode) else ()) for result in found
    ]
    memories = await memories_at(reading, {id_ for _, ids in results for id_ in ids})
    told: list[Result] = []
    for result, beliefs in results:
        told += [
            replace(result, memory=memories[each], superseded=False, is_over=False)
            for each in beliefs
            if each in memories
        ]
        told.append(result)
    return told


def _in_scope(scope: str, results: Iterable[Result]) -> tuple[Result, ...]:
    if scope != "user":
        return tuple(results)
    return tuple(
        each
        for each in results
        if isinstance(each.memory, Episode) or each.memory.scope is not Scope.GLOBAL
    )


async def _places(
    reading: Reading, tenant_id: TenantId, results: Iterable[Result]
) -> dict[UUID, PlaceFound]:
    """Return where beliefs and turns lie, by their ids."""
    ids = [each.memory.id for each in results]
    found = await reading.work.all("sidecar_places", PlaceFound, tenant_id=tenant_id, ids=ids)
    return {each.id: each for each in found}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Worded:
    """What evidence was put into, or why into nothing."""

    written: Written | None
    reason: str
    warnings: tuple[str, ...] = ()


async def _worded(
    evidence: Evidence,
    model: LanguageModel | None,
    ask: Callable[[LanguageModel, str, Sequence[Record]], Awaitable[Answered]],
    dressed: Callable[[str], str],
    by_rules: Callable[[Sequence[Result], int], Written | None],
) -> _Worded:
    """Put evidence into words: a model's, or the rules' where there is none or it is away."""
    tokens = evidence.asking.max_output_tokens
    if not evidence.results:
        return _Worded(written=None, reason=evidence.abstained or NOTHING)
    if model is None:
        return _Worded(written=by_rules(evidence.results, tokens), reason=NO_ROOM)
    told = await ask(model, evidence.question, [record_of(each) for each in evidence.results])
    written: Written | None = None
    if told.degraded is not None:
        written = by_rules(evidence.results, tokens)
    elif told.sentences:
        written = _fitting(Written(text=dressed(told.text), used=_cited(told)), tokens)
    return _Worded(written=written, reason=told.abstained or NO_ROOM, warnings=told.lacking)


async def enhanced(services: Services, evidence: Evidence) -> Enhanced:
    """Return the block for a prompt, or why there is none."""
    scope = evidence.asking.scope_level
    worded = await _worded(
        evidence,
        services.models.get(ModelRole.CONTEXT_ENHANCER),
        enhance_context,
        lambda text: packets.block(scope, [text], ()),
        partial(packets.context_by_rules, scope),
    )
    written = worded.written
    used = () if written is None else written.used
    return Enhanced(
        has_usable_context=written is not None,
        context_enhancement=None if written is None else written.text,
        abstained_reason=worded.reason if written is None else None,
        diagnostics=_diagnostics(evidence, used, worded.warnings),
    )


async def answered_deeply(services: Services, evidence: Evidence) -> DeepAnswer:
    """Return the answer to a question with what it rests on, or why there is none.

    It is made from what the operation `answer` quotes, as far as it lies in scope, and from nothing where
    that abstains.
    """
    grounded = await _grounded(services, evidence)
    worded = await _worded(
        grounded,
        services.models.get(ModelRole.DEEP_MEMORY),
        answer_deeply,
        str,
        packets.answer_by_rules,
    )
    written, reason = worded.written, worded.reason
    doubt = None if written is None else _doubt(grounded, written.used)
    if doubt is not None:
        written, reason = None, doubt
    used = () if written is None else written.used
    return DeepAnswer(
        answer=None if written is None else written.text,
        abstained=written is None,
        abstained_reason=reason if written is None else None,
        used_memory_count=len(used),
        diagnostics=replace(
            _diagnostics(evidence, used, worded.warnings),
            evidence_strength=_strength(grounded, used),
        ),
        evidence=tuple(
            _used(grounded, each) for each in grounded.results if each.memory.id in used
        ),
    )


async def _grounded(services: Services, evidence: Evidence) -> Evidence:
    """Return what `answer` quotes of what was found, in its order, as evidence; without any, why there is no answer."""
    if not evidence.results:
        return evidence
    store, principal, found = services.store, services.principal, evidence.recalled
    told = await grounded_answer(store, principal, found, language=services.ledger.language)
    question, basis = found.receipt.question, found.receipt.basis
    at = (basis.as_of.number, question.containers)
    async with reading_at(store, principal, *at, valid_at=basis.valid_at) as reading:
        stated = await statements_read(reading, told.statements, found.results)
        results = _in_scope(evidence.asking.scope_level, stated)
        places = await _places(reading, principal.tenant_id, results)
    return replace(evidence, results=results, places=places, abstained=told.abstained)


def _doubt(evidence: Evidence, used: Sequence[UUID]) -> str | None:
    if packets.is_contested(evidence.results, used):
        return DISPUTED
    strength = _strength(evidence, used)
    if evidence.asking.read_mode == "deep" and strength < WEAK:
        return f"the evidence is weak: {strength:.2f}, at least {WEAK:.2f} is asked"
    return None


def _fitting(written: Written, tokens_max: int) -> Written | None:
    return written if tokens_estimated(len(written.text)) <= tokens_max else None


def _cited(told: Answered) -> tuple[UUID, ...]:
    return tuple(dict.fromkeys(id_ for each in told.sentences for id_ in each.cites))


def _strength(evidence: Evidence, used: Sequence[UUID]) -> float:
    return max(
        (
            round(packets.relevance(each) * packets.support(each), 3)
            for each in evidence.results
            if each.memory.id in used
        ),
        default=0.0,
    )


def _diagnostics(
    evidence: Evidence, used: Sequence[UUID], warnings: tuple[str, ...]
) -> Diagnostics:
    known, asking = evidence.known, evidence.asking
    return Diagnostics(
        scope_applied=asking.scope_level,
        read_mode=asking.read_mode,
        user_found=known.user_found,
        candidate_count=len(evidence.results),
        used_memory_count=len(used),
        missing_containers=tuple(
            name for id_, name in evidence.buckets.items() if id_ not in known.containers
        ),
        source_breakdown=_sources(evidence),
        evidence_strength=_strength(evidence, used),
        warnings=(*evidence.recalled.receipt.degraded, *warnings),
    )


def _sources(evidence: Evidence) -> SourceBreakdown:
    lanes = [{lane.name: lane.value for lane in each.lanes} for each in evidence.results]
    return SourceBreakdown(
        snapshot=sum(each.memory.id in evidence.snapshot for each in evidence.results),
        vector=sum(each.get("cosine", 0.0) > 0 for each in lanes),
        metadata=sum(
            any(each.get(name, 0.0) > 0 for name in ("words", "named", "tags", "time"))
            for each in lanes
        ),
        graph=sum(each.get("affinity", 0.0) > 0 for each in lanes),
    )


def _used(evidence: Evidence, result: Result) -> EvidenceUsed:
    said = result.memory
    place = evidence.places[said.id]
    entity = said.entity if isinstance(said, Memory) else said.speaker
    relation = said.category if isinstance(said, Memory) and said.object is not None else None
    bucket = None if place.container_id is None else evidence.buckets.get(place.container_id)
    return EvidenceUsed(
        memory_id=said.id,
        scope_type=place.scope,
        bucket_id=bucket,
        relevance=packets.relevance(result),
        support=packets.support(result),
        relation_refs=() if relation is None else (relation,),
        entity_refs=() if entity is None else (entity,),
    )
