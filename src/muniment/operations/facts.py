"""The operations on facts: what a fact store is made of, for every surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.model.facts import Fact
from muniment.model.memory import Visibility
from muniment.model.reading import GetFacts, Page
from muniment.model.writes import Draft, Written
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, Moment, as_of, instant
from muniment.operations.services import Services
from muniment.recall.lookup.opening import PAGE_MAX, reader
from muniment.recall.lookup.triples import Spelled, spellings
from muniment.recall.lookup.triples import facts as read_facts
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact:
    """One fact to record."""

    subject: str = about("Whom or what it is about.")
    predicate: str = about("What of the subject.")
    object: str = about("What the subject is related to.")
    valid_from: Moment | None = about("Since when it is so; now if left out.", None)
    valid_until: Moment | None = about("Until when it is so, exclusive; open if left out.", None)
    confidence: float = about("How sure the writer is, from 0 to 1.", 1.0, least=0, most=1)
    sources: Sequence[str] = about("Where it comes from.", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendFacts:
    """Facts to record in one transaction."""

    facts: Sequence[NewFact] = about("The facts, in order.")
    namespace: str | None = about("The namespace; else the configured one.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(
    Effect.WRITES,
    Permission.WRITE,
    facts=(NewFact(subject="Mike", predicate="lives_in", object="London"),),
)
async def append_facts(services: Services, request: AppendFacts) -> tuple[Written, ...]:
    """Record facts of the user: subject, predicate and object.

    Each is so from its valid_from on. Where the predicate holds one, the latest to become valid holds.
    The same triple again, in whatever letters, is a NOOP that adds its sources.
    """
    given = [
        Fact(
            subject=fact.subject,
            predicate=fact.predicate,
            object=fact.object,
            valid_from=instant(fact.valid_from, "valid_from"),
            valid_until=instant(fact.valid_until, "valid_until"),
            confidence=fact.confidence,
            sources=tuple(fact.sources),
        )
        for fact in request.facts
    ]
    if not given:
        return ()
    writing = _Writing(services, services.namespace_of(request.namespace), given)
    async with services.store.reading(reader(services.principal).as_setting()) as work:
        await writing.spell(work)
    while True:
        drafts, first = writing.drafts()
        try:
            written = await services.ledger.add_many(
                services.principal,
                drafts,
                reason=request.reason,
                under_lock=writing.refuse_respelled,
            )
        except _Respelled:
            continue
        return tuple(written[place] for place in first)


class _Respelled(Exception):
    """Somebody wrote one of the facts meanwhile, in other letters."""


class _Writing:
    """Facts that are written as the user wrote them first: what others wrote meanwhile counts."""

    def __init__(self, services: Services, namespace: str, given: Sequence[Fact]) -> None:
        self._services = services
        self._namespace = namespace
        self._given = given
        self._known: dict[int, Spelled] = {}

    async def spell(self, work: Work) -> None:
        """Read how the facts are written that the user has already."""
        self._known = await spellings(work, self._services.principal, self._namespace, self._given)

    async def refuse_respelled(self, work: Work) -> None:
        """Read it again under the lock; raise _Respelled where it is not what the drafts say."""
        before = self._known
        await self.spell(work)
        if self._known != before:
            raise _Respelled

    def drafts(self) -> tuple[list[Draft], list[int]]:
        """Return the drafts of all facts, and where the first of each is."""
        said: dict[tuple[str, str, str], Spelled | Fact] = {}
        drafts: list[Draft] = []
        first: list[int] = []
        for place, fact in enumerate(self._given):
            first.append(len(drafts))
            spelling = said.setdefault(fact.key, self._known.get(place, fact))
            drafts += _drafts(fact, spelling, self._namespace, self._services.visibility_of())
        return drafts, first


def _drafts(
    fact: Fact, spelling: Spelled | Fact, namespace: str, visibility: Visibility
) -> list[Draft]:
    """Return a draft for each source: an assertion names one."""
    return [
        Draft(
            content=spelling.text if isinstance(spelling, Fact) else spelling.content,
            entity=spelling.subject,
            category=spelling.predicate,
            object=spelling.object,
            namespace=namespace,
            visibility=visibility,
            confidence=fact.confidence,
            valid_from=fact.valid_from,
            valid_until=fact.valid_until,
            source=source,
        )
        for source in fact.sources or (None,)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFacts:
    """Which facts to list."""

    subject: str | None = about("Whom or what they are about.", None)
    predicate: str | None = about("What of the subject.", None)
    object: str | None = about("What the subject is related to.", None)
    text: str | None = about("A question: the best first, instead of filters.", None)
    always: bool = about("Every stretch of valid time, not what holds at valid_at.", False)
    as_of: BasisLike | None = about("What was known then: a time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; else as_of or now.", None)
    namespace: str | None = about("The namespace; else the configured one.", None)
    limit: int = about("The most facts of a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Where the page before ended.", None)


@operation(Effect.READS, Permission.READ, subject="Mike")
async def facts(services: Services, request: ListFacts) -> Page[Fact]:
    """List the user's own facts: those that hold at a basis, latest valid time first.

    With a text, the best first: by cosine, or by shared words where there is no embedder.
    """
    asked = GetFacts(
        subject=request.subject,
        predicate=request.predicate,
        object=request.object,
        text=request.text,
        always=request.always,
        namespace=services.namespace_of(request.namespace),
        as_of=as_of(request.as_of),
        valid_at=instant(request.valid_at, "valid_at"),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_facts(services.store, services.principal, asked, services.embedder)
