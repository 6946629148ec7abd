"""The operations that learn from conversation, and those that show what was learnt, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from muniment.access.partition import opened
from muniment.access.principal import Permission
from muniment.errors import InvalidValue
from muniment.knowledge.learning.reading_rounds import Place, Round, Said
from muniment.knowledge.reviewing.settling import settle
from muniment.ledger.drafts import each_checked
from muniment.model.claims import Role
from muniment.model.decisions import Decided, Result, RoundIngested
from muniment.model.ids import ContradictionId, EpisodeId, MemoryId, read_uuid
from muniment.model.memory import Metadata, Scope
from muniment.model.names import folded
from muniment.model.reading import Page
from muniment.model.reviews import GetDecisions, GetReviews, Review, Settled, Side
from muniment.model.writes import Turn
from muniment.operations.catalogue import Effect, about, about_readers, operation
from muniment.operations.learners import learner_of
from muniment.operations.moments import BasisLike, Moment, as_of, said_at
from muniment.operations.services import Services
from muniment.operations.writes import NewTurn
from muniment.recall.lookup.decisions import decisions as read_decisions
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.recall.lookup.reviews import reviews as read_reviews


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRound:
    """What was said in one round: a message, and perhaps the answer to it."""

    session: str | None = about("The session it belongs to; today's if left out.", None)
    occurred_at: Moment | None = about(
        "When it was said; relative times are read in its zone. Now if left out.", None
    )
    user_message: str | None = about("What the user said; optional where there is an answer.", None)
    assistant_message: str | None = about("What was answered.", None)
    speaker: str | None = about("Who said it; the user if left out.", None)
    assistant: str = about("Who answered.", "assistant")
    assistant_role: str = about(
        "assistant, or user if a person answered and speaks for themselves.",
        "assistant",
        words=Role,
    )
    user_message_id: str | None = about("The id of the message at its source.", None)
    assistant_message_id: str | None = about("The id of the answer at its source.", None)
    caption: str | None = about("What a picture with the message shows.", None)
    metadata: Metadata | None = about("A JSON object kept with its turns.", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestRound(NewRound):
    """One round of conversation to store and to learn from."""

    namespace: str | None = about("Namespace; the configured one if left out.", None)
    scope: str = about("Who it is for: global, user or container.", "user", words=Scope)
    container: str | None = about("The thread, project or session it is for.", None)
    visibility: str | None = about_readers()
    reason: str | None = about("Why, for the ledger.", None)
    embed: bool = about("Whether to embed now or leave it to a later run.", True)


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestRounds:
    """Rounds of conversation to store and to learn from, in one transaction."""

    rounds: Sequence[NewRound] = about("The rounds, in the order they were held.")
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    scope: str = about("Who it is for: global, user or container.", "user", words=Scope)
    container: str | None = about("The thread, project or session it is for.", None)
    visibility: str | None = about_readers()
    reason: str | None = about("Why, for the ledger.", None)
    embed: bool = about("Whether to embed now or leave it to a later run.", True)


def round_of(turn: NewTurn) -> NewRound:
    """Return a turn by itself as a round: its speaker's, or the assistant's if it is called so."""
    answers = turn.speaker is not None and folded(turn.speaker) == Role.ASSISTANT.value
    return NewRound(
        session=turn.session,
        occurred_at=turn.occurred_at,
        user_message=None if answers else turn.content,
        assistant_message=turn.content if answers else None,
        speaker=None if answers else turn.speaker,
        user_message_id=None if answers else turn.source_id,
        assistant_message_id=turn.source_id if answers else None,
        caption=turn.caption,
        metadata=turn.metadata,
    )


@operation(
    Effect.WRITES,
    Permission.WRITE,
    user_message="I moved to Bath last month.",
    assistant_message="How do you like it there?",
    session="chat",
    occurred_at="2026-06-20T09:00:00+01:00",
    speaker="Mike",
)
async def ingest_round(services: Services, request: IngestRound) -> RoundIngested:
    """Store a round of conversation and learn from it, in one transaction.

    Each message is read for what its speaker claims, and each claim is judged against what is believed: ADD, UPDATE,
    INVALIDATE or NOOP, with a rationale that is kept. A round that is already known writes nothing and gets the same
    answer.
    """
    (ingested,) = await _ingest(services, [request], request)
    return ingested


@operation(
    Effect.WRITES,
    Permission.WRITE,
    rounds=(
        NewRound(
            user_message="My sister Maria lives in Porto.",
            session="chat",
            occurred_at="2026-06-20T09:00:00+01:00",
            speaker="Mike",
        ),
    ),
)
async def ingest_rounds(services: Services, request: IngestRounds) -> tuple[RoundIngested, ...]:
    """Store rounds of conversation in one transaction and learn from each, in order."""
    return tuple(await _ingest(services, request.rounds, request))


async def _ingest(
    services: Services, rounds: Sequence[NewRound], given: IngestRound | IngestRounds
) -> list[RoundIngested]:
    learner = learner_of(services)
    place = Place(
        namespace=services.namespace_of(given.namespace),
        scope=Scope(given.scope),
        container=given.container,
        visibility=services.visibility_of(given.visibility),
    )
    is_told = all(each.session is not None and each.occurred_at is not None for each in rounds)
    now = None if is_told else await services.now()
    return await learner.ingest_rounds(
        services.principal,
        each_checked("rounds", rounds, lambda each: _round(services, each, place, now)),
        place,
        reason=given.reason,
        embed=given.embed,
    )


def _round(services: Services, given: NewRound, place: Place, now: datetime | None) -> Round:
    if given.user_message is None and given.assistant_message is None:
        raise InvalidValue(
            "a round has a message, or an answer, or both: give user_message or assistant_message."
        )
    moment = now if given.occurred_at is None else said_at(given.occurred_at)
    session = services.principal.session if given.session is None else given.session
    if session is None and now is not None:
        session = services.principal.session_of(now.date())
    assert moment is not None, "the time was read for whoever left it out"
    assert session is not None, "and it names the session of the day"
    speaker = services.speaker_of(given.speaker)
    said: list[Said] = []
    if given.user_message is not None:
        turn = Turn(
            content=given.user_message,
            speaker=speaker,
            occurred_at=moment,
            session=session,
            source_id=given.user_message_id,
            caption=given.caption,
            metadata=given.metadata,
            namespace=place.namespace,
        )
        said.append(Said(turn=turn, role=Role.USER))
    if given.assistant_message is not None:
        turn = Turn(
            content=given.assistant_message,
            speaker=given.assistant,
            occurred_at=moment,
            session=session,
            source_id=given.assistant_message_id,
            caption=given.caption if given.user_message is None else None,
            metadata=given.metadata,
            namespace=place.namespace,
        )
        said.append(Said(turn=turn, role=Role(given.assistant_role)))
    return Round(said=tuple(said), assistant=given.assistant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """Which decisions to list."""

    memory: str | UUID | None = about("Only decisions that wrote or touched this memory.", None)
    episode: str | UUID | None = about("Only decisions on this turn.", None)
    transaction: int | None = about("Only decisions of this transaction.", None)
    outcome: str | None = about("Only decisions with this outcome.", None, words=Result)
    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("The namespace; every readable one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries on a page.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ, outcome="new")
async def decisions(services: Services, request: Decisions) -> Page[Decided]:
    """List the decisions on what turns claim, and the reasons, in ledger order."""
    memory, episode = request.memory, request.episode
    asked = GetDecisions(
        memory_id=None if memory is None else MemoryId(read_uuid(memory, field="memory")),
        episode_id=None if episode is None else EpisodeId(read_uuid(episode, field="episode")),
        transaction=request.transaction,
        outcome=None if request.outcome is None else Result(request.outcome),
        namespace=request.namespace,
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_decisions(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reviews:
    """Which contradictions to list."""

    as_of: BasisLike | None = about("As known at this time or transaction number.", None)
    namespace: str | None = about("The namespace; every readable one if left out.", None)
    containers: Sequence[str] = about("Containers to read too.", ())
    limit: int = about("The most entries on a page.", 20, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous page.", None)


@operation(Effect.READS, Permission.READ)
async def review(services: Services, request: Reviews) -> Page[Review]:
    """List the contradictions that wait for a person, with both beliefs and their evidence."""
    asked = GetReviews(
        namespace=request.namespace,
        containers=tuple(request.containers),
        as_of=as_of(request.as_of),
        limit=request.limit,
        cursor=request.cursor,
    )
    return await read_reviews(services.store, services.principal, asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settle:
    """What a person decides on a contradiction."""

    id: str = about("The id of the contradiction.")
    keep: str = about("first, second or both.", words=Side)
    containers: Sequence[str] = about("Containers that the beliefs are in.", ())
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.FORGET, id="", keep="second")
async def settle_review(services: Services, request: Settle) -> Settled:
    """Settle a contradiction as a person decides; nothing ever settles by itself.

    Keep the first: the second was never so. Keep the second: it holds, and the first was so until the second began,
    or never. Keep both: they hold side by side. An agent is refused. What is private to an agent is seen under its
    name alone: a person settles it there, in no agent's role.
    """
    principal = opened(services.principal, request.containers)
    return await settle(
        services.ledger,
        principal,
        ContradictionId(read_uuid(request.id, field="id")),
        Side(request.keep),
        reason=request.reason,
    )
