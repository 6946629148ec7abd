"""The operations on facts: what a fact store is made of, for every surface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from muniment.access.principal import Permission
from muniment.knowledge.names.spelling import add_as_spelled
from muniment.model.facts import Fact
from muniment.model.memory import Visibility
from muniment.model.reading import GetFacts, Page
from muniment.model.writes import Draft, Written
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.moments import BasisLike, Moment, as_of, instant
from muniment.operations.services import Services
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.recall.lookup.triples import Spelled
from muniment.recall.lookup.triples import facts as read_facts


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFact:
    """One fact to record."""

    subject: str = about("Whom or what it is about.")
    predicate: str = about("The predicate, such as works_for.")
    object: str = about("The object that the subject is related to.")
    valid_from: Moment | None = about("When it became so; now if left out.", None)
    valid_until: Moment | None = about(
        "When it stops being so (exclusive); open if left out.", None
    )
    confidence: float = about("How sure the writer is, from 0 to 1.", 1.0, least=0, most=1)
    sources: Sequence[str] = about("Where it comes from.", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendFacts:
    """Facts to record in one transaction."""

    facts: Sequence[NewFact] = about("The facts, in order.")
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    reason: str | None = about("Why, for the ledger.", None)


@operation(
    Effect.WRITES,
    Permission.WRITE,
    facts=(NewFact(subject="Mike", predicate="lives_in", object="London"),),
)
async def append_facts(services: Services, request: AppendFacts) -> tuple[Written, ...]:
    """Record facts of the user: subject, predicate and object.

    Each is so from its valid_from on. Where the predicate holds one, the latest to become valid holds.
    The same triple again, whatever its case and spacing, is a NOOP that adds its sources.
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
    namespace, visibility = services.namespace_of(request.namespace), services.visibility_of()

    def drafts_of(known: Mapping[int, Spelled]) -> list[Draft]:
        said: dict[tuple[str, str, str], Spelled | Fact] = {}
        return [
            draft
            for place, fact in enumerate(given)
            for draft in _drafts(
                fact, said.setdefault(fact.key, known.get(place, fact)), namespace, visibility
            )
        ]

    written = await add_as_spelled(
        services.ledger, services.principal, namespace, given, drafts_of, reason=request.reason
    )
    first = accumulate((len(_sources(fact)) for fact in given[:-1]), initial=0)
    return tuple(written[place] for place in first)


def _sources(fact: Fact) -> Sequence[str | None]:
    """Return what a fact's assertions name as their source: each names one."""
    return fact.sources or (None,)


def _drafts(
    fact: Fact, spelling: Spelled | Fact, namespace: str, visibility: Visibility
) -> list[Draft]:
    """Return a draft for each source."""
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
        for source in _sources(fact)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFacts:
    """Which facts to list."""

    subject: str | None = about("Whom or what they are about.", None)
    predicate: str | None = about("The predicate, such as works_for.", None)
    object: str | None = about("The object that the subject is related to.", None)
    text: str | None = about("A question: the best matches first, in place of the filters.", None)
    always: bool = about("All of valid time, not only what holds at valid_at.", False)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    valid_at: Moment | None = about("What was true then; as_of or now if left out.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    limit: int = about("The most facts on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ, subject="Mike")
async def facts(services: Services, request: ListFacts) -> Page[Fact]:
    """List the user's own facts: those that hold at a basis, latest valid time first.

    With a text, the best matches come first: by cosine, or by shared words where there is no embedder.
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
