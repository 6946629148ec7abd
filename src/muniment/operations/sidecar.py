"""The operations of a program that has its memory beside it: before a turn, after it, and in depth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from muniment.access.partition import partition_for
from muniment.access.principal import Permission
from muniment.errors import EpisodeNotFound, InvalidValue, NotPermitted, PageNotFound
from muniment.knowledge.learning.accepting import Acceptance, accept_turns
from muniment.knowledge.learning.reading_rounds import Place, Round, Said
from muniment.knowledge.pages.snapshots import snapshot_get
from muniment.ledger.drafts import metadata_text
from muniment.model.claims import Role
from muniment.model.ids import EpisodeId, read_uuid
from muniment.model.memory import Metadata, Scope
from muniment.model.reading import GetEpisode
from muniment.model.sidecar import DeepAnswer, Enhanced, TurnAccepted
from muniment.model.writes import Turn
from muniment.operations.background import task_kind
from muniment.operations.beside import (
    MODES,
    SCOPES,
    answered_deeply,
    asked_of,
    enhanced,
    thread_named,
)
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.learners import learner_of
from muniment.operations.moments import Moment, said_at
from muniment.operations.services import Services
from muniment.operations.standing_in import defaults_of
from muniment.recall.lookup.one import get_episode
from muniment.tasks.enqueueing import NewTask, enqueue
from muniment.tasks.holding import Progress

WRITE: Final = ("auto", "yes", "no")
SESSION: Final = "sidecar"
"""The session of turns that name no container."""

SNAPSHOT_DELAY: Final = timedelta(minutes=1)
"""How long a snapshot waits for more turns: taking one reads all that the user may read."""

_WHENEVER: Final = datetime(9999, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessTurn:
    """A turn that was held, and where what is learnt from it may go."""

    user_message: str = about("What the user said.")
    assistant_response: str | None = about("What was answered.", None)
    containers: Sequence[str] = about(
        "The containers it took place in; the first one keeps it.", ()
    )
    occurred_at: Moment | None = about("When it was said; now if left out.", None)
    user_message_id: str | None = about("The id of the message at its source.", None)
    assistant_message_id: str | None = about("The id of the answer at its source.", None)
    write_user: str = about(
        "Whether beliefs are stored for the user; auto means yes.", "auto", words=WRITE
    )
    write_global: str = about(
        "Whether beliefs are stored for everybody; auto means no.", "auto", words=WRITE
    )
    write_container: bool = about("Whether the container may keep words and beliefs.", True)
    metadata: Metadata | None = about("A JSON object kept with its turns.", None)


@operation(
    Effect.WRITES,
    Permission.WRITE,
    user_message="Remember that I prefer pytest.",
    assistant_response="I will.",
    containers=("thread-abc",),
)
async def process_turn(services: Services, request: ProcessTurn) -> TurnAccepted:
    """Store a turn verbatim and, in the same transaction, enqueue the task that learns from it.

    A turn sent again under the same message ids is stored once, and answered with the task that it has.
    """
    principal, settings = services.principal, services.settings
    if principal.confines is not None:
        raise NotPermitted("this needs a grant for the whole user, to whom belongs what is learnt.")
    containers = tuple(thread_named(each) for each in request.containers)
    scope, told_in = _places(request, containers)
    metadata_text(request.metadata, settings.limits)
    partition = partition_for(
        principal,
        scope=Scope.USER if told_in is None else Scope.CONTAINER,
        container=told_in,
        namespace=settings.namespace,
        visibility=services.visibility_of(),
    )
    turns = await _turns(services, request, containers[0] if containers else SESSION)

    def task(episodes: Sequence[EpisodeId]) -> NewTask:
        return NewTask(
            kind=learn_turn.name,
            arguments={
                "episodes": [str(each) for each in episodes],
                "scope": scope.value,
                "told_in": told_in,
                "session": turns[0].session,
            },
            key=f"process_turn:{episodes[0]}:{len(episodes)}",
            attempts_max=learn_turn.attempts_max,
        )

    accepted = await accept_turns(
        services.ledger,
        principal,
        turns,
        Acceptance(
            partition=partition, containers=containers, task=task, defaults=defaults_of(services)
        ),
    )
    bare = {thread_named(each): each for each in request.containers}
    return TurnAccepted(
        job_id=accepted.task.id,
        created_user=accepted.created_user,
        created_containers=tuple(bare[each] for each in accepted.created_containers),
        accepted_at=accepted.task.enqueued_at,
    )


def _places(request: ProcessTurn, containers: Sequence[str]) -> tuple[Scope, str | None]:
    """Return whose the beliefs are, and the container that keeps the words, if one does."""
    told_in = containers[0] if containers and request.write_container else None
    if request.write_global == "yes":
        return Scope.GLOBAL, told_in
    if request.write_user != "no":
        return Scope.USER, told_in
    if told_in is None:
        raise InvalidValue(
            "this turn may be written nowhere. Name a container, or allow writing for the user or for everybody."
        )
    return Scope.CONTAINER, told_in


async def _turns(services: Services, request: ProcessTurn, session: str) -> list[Turn]:
    """Return the turns; whose words they are is told by their speaker."""
    said = [(request.user_message, services.speaker_of())]
    ids = [request.user_message_id]
    if request.assistant_response is not None:
        said.append((request.assistant_response, Role.ASSISTANT.value))
        ids.append(request.assistant_message_id)
    told = request.occurred_at
    moment = await services.now() if told is None else said_at(told)
    return [
        Turn(
            content=content,
            speaker=speaker,
            occurred_at=moment,
            session=session,
            source_id=source_id,
            metadata=request.metadata,
            namespace=services.settings.namespace,
        )
        for (content, speaker), source_id in zip(said, ids, strict=True)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnTurn:
    """Stored turns to learn from: the user's first, then the assistant's, if there is one."""

    episodes: Sequence[str] = about("The ids of the turns.")
    scope: str = about("Whose the beliefs are.", words=Scope)
    told_in: str | None = about("The container that keeps the turns.", None)
    session: str | None = about("The session that they were said in.", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLearnt:
    """What a turn came to: numbers, and no words."""

    turns: int
    decisions: int
    transaction: int | None


def _episode_ids(services: Services, request: LearnTurn) -> list[EpisodeId]:
    return [EpisodeId(read_uuid(each, field="episodes")) for each in request.episodes]


@task_kind("process_turn", Permission.WRITE, read=_episode_ids)
async def learn_turn(services: Services, request: LearnTurn, progress: Progress) -> TurnLearnt:
    """Learn from a stored turn, then see to it that the snapshot of its user is taken.

    The first one at once, a later one within a minute, for all the turns that were learnt from by
    then. A turn that was forgotten meanwhile is passed over; one that was learnt from already is not
    learnt from again.
    """
    principal, namespace = services.principal, services.settings.namespace
    scope = Scope(request.scope)
    said = await _said(services, request)
    if not said:
        return TurnLearnt(turns=0, decisions=0, transaction=None)
    place = Place(
        namespace=namespace,
        scope=scope,
        container=request.told_in if scope is Scope.CONTAINER else None,
        told_in=request.told_in,
        visibility=services.visibility_of(),
    )
    (learnt,) = await learner_of(services).ingest_rounds(
        principal, [Round(said=tuple(said), assistant=Role.ASSISTANT.value)], place
    )
    await _snapshot_due(services)
    return TurnLearnt(
        turns=len(said), decisions=len(learnt.decisions), transaction=learnt.transaction
    )


async def _snapshot_due(services: Services) -> None:
    """Enqueue the snapshot of the principal's user, unless one waits already."""
    principal, namespace = services.principal, services.settings.namespace
    delay = SNAPSHOT_DELAY
    try:
        await snapshot_get(services.store, principal, namespace)
    except PageNotFound:
        delay = timedelta(0)
    task = NewTask(
        kind="snapshot",
        arguments={"namespace": namespace},
        key=f"snapshot after turns: {namespace} {principal.reach}",
        key_lasts=False,
        delay=delay,
    )
    async with services.store.writing(principal.as_setting()) as work:
        await enqueue(work, principal, [task], defaults_of(services))


async def _said(services: Services, request: LearnTurn) -> list[Said]:
    said: list[Said] = []
    containers = () if request.told_in is None else (request.told_in,)
    ids = _episode_ids(services, request)
    for role, id_ in zip((Role.USER, Role.ASSISTANT), ids, strict=False):
        asked = GetEpisode(episode_id=id_, valid_at=_WHENEVER, containers=containers)
        try:
            episode = await get_episode(services.store, services.principal, asked)
        except EpisodeNotFound:
            continue
        turn = Turn(
            content=episode.content,
            speaker=episode.speaker,
            occurred_at=episode.occurred_at,
            # An episode tells the bare name of its session: read again under that, it is another turn.
            session=request.session or request.told_in or episode.session,
            source_id=episode.source_id,
            metadata=episode.metadata,
            namespace=episode.namespace,
        )
        said.append(Said(turn=turn, role=role))
    return said


@dataclass(frozen=True, slots=True, kw_only=True)
class EnhanceContext:
    """A message that is about to be answered, and where to look for what bears on it."""

    message: str = about("What the user says.")
    containers: Sequence[str] = about("Containers to read too.", ())
    scope_level: str = about("Which scopes to read.", "user_global", words=SCOPES)
    read_mode: str = about("How many candidates to consider.", "balanced", words=tuple(MODES))
    max_output_tokens: int = about("The most tokens, at four characters each.", 400, least=1)
    max_candidate_memories: int | None = about("The most candidates.", None, least=1)


@operation(Effect.READS, Permission.READ, message="Which tests shall I write?")
async def enhance_context(services: Services, request: EnhanceContext) -> Enhanced:
    """Make a block of context for a message, or abstain where nothing bears on it.

    Stored text is escaped in it. Without a model the block quotes; with one, each sentence is checked against what it
    cites.
    """
    return await enhanced(services, await asked_of(services, request, request.message))


@dataclass(frozen=True, slots=True, kw_only=True)
class AskDeeply:
    """A question to the memory, and where to look for its answer."""

    query: str = about("The question, in plain words.")
    containers: Sequence[str] = about("Containers to read too.", ())
    scope_level: str = about("Which scopes to read.", "user_global", words=SCOPES)
    read_mode: str = about("How many candidates to consider.", "balanced", words=tuple(MODES))
    max_output_tokens: int = about("The most tokens, at four characters each.", 500, least=1)
    max_candidate_memories: int | None = about("The most candidates.", None, least=1)


@operation(Effect.READS, Permission.READ, query="Which framework does Mike prefer?")
async def deep_memory(services: Services, request: AskDeeply) -> DeepAnswer:
    """Answer a question and give the evidence, or abstain.

    The answer is made from what `answer` quotes. It abstains where that does, where the evidence is contested or
    under an open review, and, in the mode deep, where the evidence is weak.
    """
    return await answered_deeply(services, await asked_of(services, request, request.query))
