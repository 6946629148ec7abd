"""Find what a memory lacks of an entity, for a question, or in a namespace."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import InvalidValue
from muniment.knowledge.answering.lacking import (
    Compared,
    Lifetime,
    Profile,
    Vouched,
    asked_in_vain,
    expected_of,
    in_order,
    unknown,
    vouching,
)
from muniment.knowledge.answering.ways import names_of
from muniment.model.lacks import Lack, LackKind, Lacks, Severity
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.model.reading import AsOf
from muniment.model.recalled import Recalled
from muniment.model.worded import counted
from muniment.recall.grounds import Ask
from muniment.recall.lookup.entities import Names, follow, known_as
from muniment.recall.question import asked_names, name_keys
from muniment.recall.recaller import Recaller
from muniment.store.pool import Store
from muniment.temporal.basis import Point

PROFILES_MAX: Final = 2_000
"""How many entities are compared with, those with the most beliefs."""

ENTITIES_MAX: Final = 50
"""How many entities of a namespace are examined, those with the most beliefs."""

BELIEFS_MAX: Final = 5_000
ASKED_MAX: Final = 1_000

_FAR: Final = "what was found has no word of the question: it may be about something else."


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditGaps:
    """Ask what is lacking of an entity, for a question, or (neither) in a namespace."""

    entity: str | None = None
    question: str | None = None
    speaker: str | None = None
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFound:
    """A traced question."""

    question: str
    times: int
    speaker: str | None
    abstained: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class There:
    """How much there is to look at."""

    entities: int
    beliefs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """How many of a question's words occur in what was found."""

    words: int
    covered: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Audit:
    """One audit: what it looks at, and what for."""

    names: Names
    request: AuditGaps

    async def profiles(self) -> list[Profile]:
        return await self.names.work.all(
            "lack_profiles", Profile, limit=PROFILES_MAX, **self.names.holding
        )

    async def vouched(
        self, entity_keys: Collection[str], memory_ids: Sequence[UUID] = ()
    ) -> tuple[list[Vouched], list[Lack]]:
        """Return beliefs of some entities, or of some ids, and what cannot be vouched for of them."""
        beliefs = await self.names.work.all(
            "lack_beliefs",
            Vouched,
            entity_keys=sorted(entity_keys),
            memory_ids=list(memory_ids),
            limit=BELIEFS_MAX,
            **self.names.holding,
        )
        lifetimes = await self.names.work.all(
            "lack_lifetimes",
            Lifetime,
            category_keys=sorted({each.category_key for each in beliefs if each.category_key}),
            **self.names.holding,
        )
        return beliefs, vouching(beliefs, lifetimes, self.names.basis.valid_at)

    async def asked(self) -> list[AskedFound]:
        given, point = self.request.as_of, self.names.basis.as_of
        asked_by = point.time if isinstance(given, int | Point) else given
        return await self.names.work.all(
            "lack_asked",
            AskedFound,
            tenant_id=self.names.principal.tenant_id,
            user_id=self.names.principal.user_id,
            number=point.number,
            asked_by=asked_by,
            namespace=self.request.namespace,
            limit=ASKED_MAX,
        )

    def told(
        self,
        about: str,
        coverage: tuple[float | None, str],
        lacks: Sequence[Lack],
        *,
        examined: int,
        beliefs: int,
        asked: int,
        there: There | None = None,
    ) -> Lacks:
        return Lacks(
            about=about,
            coverage=coverage[0],
            coverage_note=coverage[1],
            lacks=tuple(in_order(lacks)[: self.request.limit]),
            total=len(lacks),
            examined=examined,
            beliefs=beliefs,
            entities_total=examined if there is None else there.entities,
            beliefs_total=beliefs if there is None else there.beliefs,
            asked=asked,
            basis=self.names.basis,
        )


async def audit_gaps(
    store: Store, recaller: Recaller, principal: Principal, request: AuditGaps
) -> Lacks:
    """Return what is lacking at a basis, the worst first.

    Of an entity: categories that comparable entities have and it lacks, questions about it that
    had no answer, and what holds of it that nobody can vouch for. In a namespace: the same of the
    fifty entities with the most beliefs, of how many it says, and every unanswered question. For a question: whether
    it is answered, and what the answer rests on.

    The coverage of an entity is the share of what is expected of it that is there: of the
    categories that at least half of the comparable entities have a belief in, each weighed by how
    many have it. That of a namespace is the mean over its entities. Where there is nothing to compare
    with, it is the share of the questions asked of it that found something, and where nobody asked
    there is none. That of a question is the share of its words, stemmed, that occur in what recall finds for it
    about those whom it names.

    Raises:
        InvalidValue: both an entity and a question are given.
        FutureBasis, TransactionNotFound: as everywhere.
    """
    if request.entity is not None and request.question is not None:
        raise InvalidValue("an audit is about an entity or for a question: give only one of them.")
    recalled = None
    if request.question is not None:
        recalled = await recaller.recall(principal, _ask(request, request.question), keep=False)
    place = (request.as_of, request.namespace, request.containers)
    async with Names.at(store, principal, *place, valid_at=request.valid_at) as names:
        audit = _Audit(names=names, request=request)
        if recalled is not None:
            return await _for_question(audit, recalled)
        if request.entity is not None:
            return await _of_entity(audit, request.entity)
        return await _in_namespace(audit)


def _ask(request: AuditGaps, question: str) -> Ask:
    return Ask(
        query=question,
        speaker=request.speaker,
        namespace=request.namespace,
        containers=request.containers,
        as_of=request.as_of,
        valid_at=request.valid_at,
    )


async def _of_entity(audit: _Audit, entity: str) -> Lacks:
    meant = (await follow(audit.names, folded(entity))).ends
    keys = await known_as(audit.names, meant[0] if len(meant) == 1 else folded(entity))
    profiles = await audit.profiles()
    own = [each for each in profiles if each.key in keys]
    whole = _whole(entity, own)
    compared = Compared.of(each for each in profiles if each.key not in keys)
    expected = expected_of(whole, compared)
    beliefs, lacks = await audit.vouched(keys)
    asked = [
        each
        for each in await audit.asked()
        if not keys.isdisjoint(asked_names(each.question, each.speaker))
    ]
    lacks += (
        unknown(whole, expected)
        if own or beliefs
        else [_unknown(f"nothing holds of {entity}.", entity)]
    )
    return audit.told(
        whole.name,
        _or_of_asked(expected.coverage(whole.categories), expected.note(whole.categories), asked),
        [*lacks, *_in_vain(asked, whole.name)],
        examined=1 if own or beliefs else 0,
        beliefs=len(beliefs),
        asked=len(asked),
    )


def _whole(entity: str, own: Sequence[Profile]) -> Profile:
    """Return an entity and its aliases as one."""
    return Profile(
        key=folded(entity),
        name=own[0].name if own else entity,
        categories=sorted({category for each in own for category in each.categories}),
        speaks=any(each.speaks for each in own),
    )


def _unknown(sentence: str, entity: str | None = None, severity: Severity = Severity.HIGH) -> Lack:
    return Lack(
        kind=LackKind.UNKNOWN,
        severity=severity,
        entity=entity,
        category=None,
        sentence=sentence,
    )


def _or_of_asked(
    coverage: float | None, note: str, asked: Sequence[AskedFound]
) -> tuple[float | None, str]:
    """Return a coverage and its note; where nothing can be compared, the share of the questions that were answered."""
    if coverage is not None or not asked:
        return coverage, note
    answered = sum(each.abstained is None for each in asked)
    of_these = counted(len(asked), "question that was asked", "questions that were asked")
    return round(answered / len(asked), 3), f"{note}; {answered} of {of_these} found something"


def _in_vain(asked: Sequence[AskedFound], entity: str | None) -> list[Lack]:
    return [
        asked_in_vain(each.question, each.times, each.abstained, entity)
        for each in asked
        if each.abstained is not None
    ]


async def _in_namespace(audit: _Audit) -> Lacks:
    asked_there = await audit.names.work.send("lack_there", There, **audit.names.holding)
    profiles = await audit.profiles()
    there = await asked_there.one()
    assert there is not None, "an aggregate answers one row"
    examined = profiles[:ENTITIES_MAX]
    beliefs, lacks = await audit.vouched([each.key for each in examined])
    coverages: list[float] = []
    compared = Compared.of(profiles)
    for each in examined:
        expected = expected_of(each, compared)
        lacks += unknown(each, expected)
        coverage = expected.coverage(each.categories)
        if coverage is not None:
            coverages.append(coverage)
    asked = await audit.asked()
    mean = round(sum(coverages) / len(coverages), 3) if coverages else None
    note = "nothing can be compared"
    if coverages:
        note = f"the mean of {counted(len(coverages), 'entity', 'entities')}"
    if len(examined) < there.entities:
        note += f", among the {len(examined)} of {there.entities} with the most beliefs"
    return audit.told(
        audit.request.namespace,
        _or_of_asked(mean, note, asked),
        [*lacks, *_in_vain(asked, None)],
        examined=len(examined),
        beliefs=len(beliefs),
        asked=len(asked),
        there=there,
    )


async def _for_question(audit: _Audit, recalled: Recalled) -> Lacks:
    question = recalled.receipt.question.query
    found = [each.memory for each in recalled]
    named = set(name_keys(question))
    profiles = await audit.profiles()
    mentioned = [each for each in profiles if each.key in named]
    covered = await audit.names.work.one(
        "lack_covered",
        Covered,
        tenant_id=audit.names.principal.tenant_id,
        question=question,
        texts=[each.content for each in _about(recalled, named, is_named=bool(mentioned))],
    )
    memory_ids = [each.id for each in found if each.kind == "memory"]
    beliefs, lacks = await audit.vouched((), memory_ids)
    spoken = set(asked_names(question, recalled.receipt.question.speaker))
    asked = [each for each in profiles if each.key in spoken]
    compared = Compared.of(profiles if asked else ())
    for each in asked:
        wanted = unknown(each, expected_of(each, compared))
        lacks += [lack for lack in wanted if lack.category in named]
    if recalled.receipt.abstained is not None:
        lacks.append(_unknown(f"nothing answers the question: {recalled.receipt.abstained}."))
    elif found and covered is not None and covered.words and not covered.covered:
        lacks.append(_unknown(_FAR, severity=Severity.MEDIUM))
    return audit.told(
        question,
        _covered(covered),
        lacks,
        examined=len(mentioned),
        beliefs=len(beliefs),
        asked=1,
    )


def _about(recalled: Recalled, named: set[str], *, is_named: bool) -> list[Memory | Episode]:
    """Return what was found that is about those whom a question names, and what leads to them; else all."""
    about = [
        each.memory
        for each in recalled
        if any(part.name == "named" and part.value > 0 for part in each.lanes)
    ]
    if not about and not is_named:
        return [each.memory for each in recalled]
    met = named.union(*map(names_of, about))
    leading = [each.memory for each in recalled if len(names_of(each.memory) & met) > 1]
    return [*about, *(each for each in leading if each not in about)]


def _covered(row: Covered | None) -> tuple[float | None, str]:
    if row is None or not row.words:
        return None, "the question has no word that is indexed"
    share = round(row.covered / row.words, 3)
    words = counted(row.words, "word of the question occurs", "words of the question occur")
    return share, f"{row.covered} of {words} in what was found"
