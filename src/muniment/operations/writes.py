"""The operations that change the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar
from uuid import UUID

from muniment.access.partition import opened, partition_for
from muniment.access.principal import Permission
from muniment.errors import InvalidValue
from muniment.ledger import rebuilding, upkeep
from muniment.ledger import turns as episodes
from muniment.ledger.changing import UNSET, Correction, Unset
from muniment.ledger.drafts import (
    checked_content,
    checked_draft,
    checked_name,
    checked_tags,
    each_checked,
    metadata_text,
)
from muniment.ledger.embedding import EMBEDDED_AT_ONCE_MAX
from muniment.model.facts import checked_confidence, sentence_of
from muniment.model.ids import EpisodeId, MemoryId, read_uuid
from muniment.model.memory import Cardinality, Metadata, Scope, Standing
from muniment.model.writes import Draft, EpisodeHidden, Healed, Ingested, Turn, Written
from muniment.operations.catalogue import Effect, about, about_readers, operation
from muniment.operations.moments import Moment, instant
from muniment.operations.reads import Nothing
from muniment.operations.services import Services
from muniment.temporal.instants import read_instant

Given = TypeVar("Given")
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMemory:
    """One belief to add."""

    content: str | None = about("What is so, as a sentence; optional for a fact.", None)
    entity: str | None = about("Whom or what it is about.", None)
    category: str | None = about("The category: role, city, hobby …", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    tags: Sequence[str] = about("Tags to find it by.", ())
    valid_from: Moment | None = about("When it became so; now if left out.", None)
    valid_until: Moment | None = about(
        "When it stops being so (exclusive); open if left out.", None
    )
    confidence: float = about("How sure the writer is, from 0 to 1.", 1.0, least=0, most=1)
    metadata: Metadata | None = about("A JSON object kept with it.", None)
    subject: str | None = about("The subject of a fact; its entity.", None)
    predicate: str | None = about("The predicate of a fact; its category.", None)
    object: str | None = about("The object of a fact.", None)
    scope: str = about("Who it is for: global, user or container.", "user", words=Scope)
    container: str | None = about("The thread, project or session it is for.", None)
    visibility: str | None = about_readers()
    standing: str = about("held, contested or quarantined.", "held", words=Standing)
    episode_id: str | UUID | None = about("The id of the turn it comes from.", None)
    span: tuple[int, int] | None = about("Where in the turn, as character offsets.", None)
    source: str | None = about("Where else it comes from.", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """Beliefs to add in one transaction."""

    memories: Sequence[NewMemory] = about("The beliefs, in order.")
    reason: str | None = about("Why, for the ledger.", None)
    embed: bool = about("Whether to embed now or leave it to a later run.", True)


@operation(
    Effect.WRITES,
    Permission.WRITE,
    memories=(NewMemory(content="Mike lives in London", entity="Mike", category="city"),),
)
async def add_many(services: Services, request: Add) -> tuple[Written, ...]:
    """Add beliefs, each so from its valid_from on.

    In a slot that holds one belief, the latest to become valid holds. The same belief again is
    a NOOP that adds evidence.
    """
    drafts = each_checked("memories", request.memories, lambda memory: _draft(services, memory))
    written = await services.ledger.add_many(
        services.principal, drafts, reason=request.reason, embed=request.embed
    )
    return tuple(written)


def refuse_unfit(services: Services, memory: NewMemory) -> None:
    """Raise what is wrong with a belief by itself, whatever else is believed.

    Raises:
        Incorrect: it cannot be added.
    """
    draft = checked_draft(_draft(services, memory), services.settings.limits)
    partition_for(
        services.principal,
        scope=draft.scope,
        container=draft.container,
        namespace=draft.namespace,
        visibility=draft.visibility,
    )


def _draft(services: Services, memory: NewMemory) -> Draft:
    entity, category, content = _slot_and_sentence(memory)
    return Draft(
        content=content,
        entity=entity,
        category=category,
        object=memory.object,
        namespace=services.namespace_of(memory.namespace),
        scope=Scope(memory.scope),
        container=memory.container,
        visibility=services.visibility_of(memory.visibility),
        tags=tuple(memory.tags),
        metadata=memory.metadata,
        confidence=float(memory.confidence),
        standing=Standing(memory.standing),
        valid_from=instant(memory.valid_from, "valid_from"),
        valid_until=instant(memory.valid_until, "valid_until"),
        episode_id=_episode(memory.episode_id),
        span=memory.span,
        source=memory.source,
    )


def _slot_and_sentence(memory: NewMemory) -> tuple[str | None, str | None, str]:
    subject, predicate, object_ = memory.subject, memory.predicate, memory.object
    if any(part is not None for part in (subject, predicate, object_)):
        if subject is None or predicate is None or object_ is None:
            raise InvalidValue("a fact has subject, predicate and object: give all three or none.")
        if memory.entity not in (None, subject) or memory.category not in (None, predicate):
            raise InvalidValue("a fact's entity is its subject and its category its predicate.")
        return subject, predicate, memory.content or sentence_of(subject, predicate, object_)
    if memory.content is None:
        raise InvalidValue("a memory needs a content, or subject, predicate and object.")
    return memory.entity, memory.category, memory.content


def _episode(text: str | UUID | None) -> EpisodeId | None:
    return None if text is None else EpisodeId(read_uuid(text, field="episode_id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Update:
    """What a memory should have said; what is left out stays."""

    id: str = about("The id of the memory.")
    content: str | Unset = about("What is so.", UNSET)
    object: str | Unset = about("The object of a fact.", UNSET)
    tags: Sequence[str] | Unset = about("Tags to find it by.", UNSET)
    metadata: Metadata | Unset | None = about("A JSON object kept with it.", UNSET)
    confidence: float | Unset = about(
        "How sure the writer is, from 0 to 1.", UNSET, least=0, most=1
    )
    valid_from: Moment | Unset = about("When it became so.", UNSET)
    valid_until: Moment | Unset | None = about(
        "When it stops being so (exclusive); null: open.", UNSET
    )
    containers: Sequence[str] = about("Containers to look in too.", ())
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE, id="", content="Mike lives in Londonderry")
async def update(services: Services, request: Update) -> Written:
    """Correct a memory: we had it wrong, and this is so.

    Its id stays; an earlier as_of still answers what we believed before. Correct the sentence and the object of a
    fact together; a sentence that merely states the triple follows its object by itself.
    """
    limits = services.settings.limits
    correction = Correction(
        content=_read(request.content, lambda text: checked_content(text, limits)),
        object=_read(request.object, lambda name: checked_name(name, "object", limits)),
        tags=_read(request.tags, lambda tags: checked_tags(tuple(tags), limits)),
        metadata=_read(request.metadata, lambda given: metadata_text(given, limits)),
        confidence=_read(request.confidence, checked_confidence),
        valid_from=_read(request.valid_from, partial(read_instant, field="valid_from")),
        valid_until=_read(request.valid_until, lambda at: instant(at, "valid_until")),
    )
    principal = opened(services.principal, request.containers)
    return await services.ledger.update(
        principal, _memory(request.id), correction, reason=request.reason
    )


def _read(given: Given | Unset, read: Callable[[Given], Read]) -> Read | Unset:
    return given if isinstance(given, Unset) else read(given)


def _memory(text: str) -> MemoryId:
    return MemoryId(read_uuid(text, field="id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """A memory that stopped being so."""

    id: str = about("The id of the memory.")
    at: Moment | None = about("When it stopped being so; now if left out.", None)
    containers: Sequence[str] = about("Containers to look in too.", ())
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.WRITE, id="")
async def end(services: Services, request: End) -> Written:
    """Say that a memory stopped being so; what came before it does not come back."""
    return await services.ledger.end(
        opened(services.principal, request.containers),
        _memory(request.id),
        at=instant(request.at, "at"),
        reason=request.reason,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Forget:
    """A memory or a turn that is not to be used."""

    id: str = about("Its id.")
    containers: Sequence[str] = about("Containers to look in too.", ())
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.FORGET, id="")
async def forget(services: Services, request: Forget) -> Written:
    """Stop using a memory. It leaves a gap; the answer names what it had displaced."""
    principal = opened(services.principal, request.containers)
    return await services.ledger.forget(principal, _memory(request.id), reason=request.reason)


@operation(Effect.WRITES, Permission.FORGET, id="")
async def retract(services: Services, request: Forget) -> Written:
    """Say that a memory was never so. What it had displaced holds again."""
    principal = opened(services.principal, request.containers)
    return await services.ledger.retract(principal, _memory(request.id), reason=request.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetEpisode:
    """A turn that is not to be shown any more."""

    id: str = about("Its id.")
    with_beliefs: bool = about("Also forget the beliefs that rest on nothing else.", False)
    containers: Sequence[str] = about("Containers to look in too.", ())
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.FORGET, id="")
async def forget_episode(services: Services, request: ForgetEpisode) -> EpisodeHidden:
    """Hide a conversation turn from now on. The answer names the beliefs that rest on nothing else.

    These are still believed, unless they are forgotten with it in the same transaction. If the turn is hidden
    already, they can still be forgotten.
    """
    episode_id = EpisodeId(read_uuid(request.id, field="id"))
    principal = opened(services.principal, request.containers)
    return await episodes.forget_episode(
        services.ledger,
        principal,
        episode_id,
        with_beliefs=request.with_beliefs,
        reason=request.reason,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTurn:
    """One conversation turn to store."""

    content: str = about("What was said, verbatim.")
    occurred_at: Moment = about("When it was said.")
    session: str | None = about("The session it belongs to; that of the context if left out.", None)
    speaker: str | None = about("Who said it.", None)
    source_id: str | None = about(
        "Its id at its source: a turn is stored once and never changes.", None
    )
    caption: str | None = about("What a picture with it shows.", None)
    metadata: Metadata | None = about("A JSON object kept with it.", None)
    namespace: str | None = about("Namespace; the configured one if left out.", None)
    visibility: str | None = about_readers()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingest:
    """Conversation turns to store in one transaction."""

    turns: Sequence[NewTurn] = about("The turns, in the order they were said.")
    reason: str | None = about("Why, for the ledger.", None)
    embed: bool = about("Whether to embed now or leave it to a later run.", True)


@operation(
    Effect.WRITES,
    Permission.WRITE,
    turns=(
        NewTurn(
            content="I moved to Bath.",
            occurred_at="2026-06-20T09:00:00Z",
            session="chat",
            speaker="Mike",
            source_id="1",
        ),
    ),
)
async def ingest_turns(services: Services, request: Ingest) -> Ingested:
    """Store conversation turns verbatim, each once, and make them searchable."""
    turns = each_checked("turns", request.turns, lambda turn: _turn(services, turn))
    return await episodes.ingest_turns(
        services.ledger, services.principal, turns, reason=request.reason, embed=request.embed
    )


def _turn(services: Services, turn: NewTurn) -> Turn:
    session = services.principal.session if turn.session is None else turn.session
    if session is None:
        raise InvalidValue("the turn names no session. Name one, or work in a context of one.")
    return Turn(
        content=turn.content,
        occurred_at=read_instant(turn.occurred_at, field="occurred_at"),
        session=session,
        speaker=turn.speaker,
        source_id=turn.source_id,
        caption=turn.caption,
        metadata=turn.metadata,
        namespace=services.namespace_of(turn.namespace),
        visibility=services.visibility_of(turn.visibility),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCardinality:
    """How many beliefs the slots of a category hold."""

    category: str = about("The category.")
    cardinality: str = about("one or many.", words=Cardinality)
    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.GOVERN, category="hobby", cardinality="many")
async def set_cardinality(services: Services, request: SetCardinality) -> int | None:
    """Say how many beliefs a slot of this category holds at one instant; later writes follow it."""
    return await upkeep.set_cardinality(
        services.ledger,
        services.principal,
        request.category,
        Cardinality(request.cardinality),
        reason=request.reason,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Heal:
    """How much of the backlog to embed."""

    units_max: int = about(
        "The most memories and turns to embed in this step.",
        256,
        least=1,
        most=EMBEDDED_AT_ONCE_MAX,
    )


@operation(Effect.WRITES, Permission.WRITE)
async def heal_backlog(services: Services, request: Heal) -> Healed:
    """Embed what was written while the embedder was away, oldest first.

    Once nothing waits, the tasks that were to embed it are done.
    """
    ledger, units_max = services.ledger, request.units_max
    return await upkeep.heal_at_once(ledger, services.principal, units_max=units_max)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adopt:
    """The wish to use the configured embedder from now on."""

    reason: str | None = about("Why, for the ledger.", None)


@operation(Effect.WRITES, Permission.GOVERN)
async def adopt_embedder(services: Services, request: Adopt) -> int:
    """Adopt the configured embedder; return how many units wait to be embedded with it."""
    return await upkeep.adopt_embedder(services.ledger, services.principal, reason=request.reason)


@operation(Effect.WRITES, Permission.GOVERN)
async def rebuild_indexes(services: Services, request: Nothing) -> int:
    """Rebuild words, labels and totals from the ledger; return how many units were indexed.

    Every answer stays as it was, at every basis. Others can read and write meanwhile: a writer waits for one slice,
    and at the end for the totals. If interrupted, it continues when it is run again.
    """
    return await rebuilding.rebuild_indexes(services.ledger, services.principal, services.seen)
