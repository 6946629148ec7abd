"""Store turns and enqueue what will learn from them, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from muniment.access.partition import PartitionKey, container_id, kind_and_name, opened
from muniment.access.principal import Permission, Principal
from muniment.knowledge.learning.reading_rounds import prepared_turn
from muniment.ledger.attending import note_project
from muniment.ledger.embedding import embeddings_of
from muniment.ledger.opening import Opening, ask_opening
from muniment.ledger.placing import PreparedTurn, ask_places, unembedded
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.ids import EpisodeId
from muniment.model.tasks import Task
from muniment.model.writes import Turn
from muniment.store.rows import ContainerRow
from muniment.store.work import Work
from muniment.tasks.enqueueing import Defaults, NewTask, enqueue_one
from muniment.tasks.seeing import read_task


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The task that will learn, and what did not exist before."""

    task: Task
    created_user: bool
    created_containers: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """Where turns go, which containers are named with them, and the task that learns from them."""

    partition: PartitionKey
    containers: tuple[str, ...]
    task: Callable[[Sequence[EpisodeId]], NewTask]
    defaults: Defaults


async def accept_turns(
    ledger: Ledger, principal: Principal, turns: Sequence[Turn], given: Acceptance
) -> Accepted:
    """Store turns, and the task that learns from them; turns that are known have their task already.

    Raises:
        Incorrect: a turn is wrong; nothing is written or enqueued.
        TurnDiffers: a source id is known with other words; nothing is written or enqueued.
        NotPermitted: the principal may not write.
    """
    principal.require(Permission.WRITE)
    principal = opened(principal, given.containers)
    prepared = [prepared_turn(ledger, principal, turn, given.partition) for turn in turns]
    vectors = await embeddings_of(ledger.embedder, [item.text for item in prepared])
    prepared = [
        replace(item, embedding=vector) for item, vector in zip(prepared, vectors, strict=True)
    ]

    async def plan(work: Work) -> tuple[Accepted, Sealed | None]:
        return await _accept(ledger, work, principal, prepared, given)

    return await transact(ledger.store, principal, plan)


async def _accept(
    ledger: Ledger,
    work: Work,
    principal: Principal,
    prepared: Sequence[PreparedTurn],
    given: Acceptance,
) -> tuple[Accepted, Sealed | None]:
    named = {container_id(principal, name): name for name in given.containers}
    asked_opening = await ask_opening(
        work,
        principal,
        ids=len(prepared),
        partition_keys=[given.partition],
        container_ids=list({*named, *(item.session_id for item in prepared)}),
    )
    asked_places = await ask_places(work, principal, prepared)
    opening = await asked_opening.opened()
    before = frozenset(opening.registered)
    if not ledger.embeds_for(opening):
        prepared = unembedded(prepared)
    placing = await asked_places.placing(opening)
    episodes = [placing.place(item)[0] for item in prepared]
    for name in given.containers:
        _register(opening, principal, name)
    sealed = None
    if opening.change.written:
        sealed = await ledger.seal(work, opening, "ingest", None)
    task_id = await enqueue_one(work, principal, given.task(episodes), given.defaults)
    accepted = Accepted(
        task=await read_task(work, principal.tenant_id, task_id),
        created_user=principal.user_id in opening.registered - before,
        created_containers=tuple(name for id_, name in named.items() if id_ not in before),
    )
    return accepted, sealed


def _register(opening: Opening, principal: Principal, container: str) -> None:
    id_ = container_id(principal, container)
    if id_ in opening.registered:
        return
    opening.registered.add(id_)
    kind, name = kind_and_name(container)
    opening.change.write(
        ContainerRow(
            container_id=id_,
            user_id=principal.user_id,
            parent_id=note_project(opening.change, principal),
            kind=kind,
            name=name,
        )
    )
