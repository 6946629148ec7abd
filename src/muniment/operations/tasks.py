"""The operations on tasks: what is due, in progress or ended in the background."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from muniment.access.principal import Permission
from muniment.errors import EmbedderMismatch, EmbedderUnavailable
from muniment.ledger.drafts import checked_name, metadata_text
from muniment.ledger.embedding import EMBEDDED_AT_ONCE_MAX
from muniment.ledger.transacting import transact_beside
from muniment.ledger.upkeep import backlog_size
from muniment.model.ids import TaskId, TenantId, read_uuid
from muniment.model.memory import Metadata
from muniment.model.tasks import PendingRun, Task, TaskList, TaskState
from muniment.operations.background import TaskKind
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.embedding_tasks import embed_waiting
from muniment.operations.running import new_runner
from muniment.operations.services import Services
from muniment.operations.standing_in import defaults_of
from muniment.operations.task_kinds import kind_named, read_arguments
from muniment.recall.lookup.cursor import Place
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.store.work import Work
from muniment.tasks import seeing
from muniment.tasks.enqueueing import NewTask, enqueue_one
from muniment.tasks.holding import Progress

DELAY_MAX_S = 10 * 366 * 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTasks:
    """Which tasks to list."""

    state: str | None = about("Only tasks in this state.", None, words=tuple(TaskState))
    kind: str | None = about("Only tasks of this kind.", None)
    limit: int = about("The most tasks.", 100, least=1, most=PAGE_MAX)
    cursor: str | None = about("Cursor of the previous answer.", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cursor(Place):
    """The task that was given last."""

    id: UUID


@operation(Effect.READS, Permission.READ)
async def tasks(services: Services, request: ListTasks) -> TaskList:
    """List tasks, latest first: the user's own; with the permission `govern`, all of the tenant's."""
    state = None if request.state is None else TaskState(request.state)
    question = f"tasks {state} {request.kind}"
    after = _Cursor.read(request.cursor, question)
    principal = services.principal.overseeing()
    async with services.store.reading(principal.as_setting()) as work:
        found = await seeing.read_tasks(
            work,
            principal.tenant_id,
            state=state,
            kind=request.kind,
            before=None if after is None else TaskId(after.id),
            limit=request.limit + 1,
        )
    items = tuple(found[: request.limit])
    more = len(found) > request.limit
    return TaskList(items=items, cursor=_Cursor(id=items[-1].id).write(question) if more else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class OneTask:
    """Which task."""

    id: str = about("The id of the task.")


@operation(Effect.READS, Permission.READ, id="")
async def get_task(services: Services, request: OneTask) -> Task:
    """Show a task: its state, its progress, and why it failed if it did."""
    principal = services.principal.overseeing()
    async with services.store.reading(principal.as_setting()) as work:
        return await seeing.read_task(work, principal.tenant_id, _task(request.id))


@operation(Effect.WRITES, Permission.WRITE, id="")
async def cancel_task(services: Services, request: OneTask) -> Task:
    """Cancel a task. A running task is told to stop, and is cancelled once it has."""
    return await _moved(services, _task(request.id), seeing.cancel)


@operation(Effect.WRITES, Permission.WRITE, id="")
async def retry_task(services: Services, request: OneTask) -> Task:
    """Put a parked task back in the queue, with all its attempts again."""
    return await _moved(services, _task(request.id), seeing.retry)


async def _moved(
    services: Services, task_id: TaskId, move: Callable[[Work, TenantId, TaskId], Awaitable[None]]
) -> Task:
    """Move a task to another state and show it."""
    principal = services.principal.overseeing()

    async def plan(work: Work) -> Task:
        await move(work, principal.tenant_id, task_id)
        return await seeing.read_task(work, principal.tenant_id, task_id)

    return await transact_beside(services.store, principal, plan)


def _task(text: str) -> TaskId:
    return TaskId(read_uuid(text, field="id"))


@dataclass(frozen=True, slots=True, kw_only=True)
class EnqueueTask:
    """A task to enqueue."""

    kind: str = about("The kind of task.")
    arguments: Metadata | None = about("The arguments of this kind, as a JSON object.", None)
    key: str | None = about("A key: the same one enqueues only once.", None)
    delay_s: float = about(
        "How many seconds to wait before it is due.", 0.0, least=0, most=DELAY_MAX_S
    )


@operation(Effect.WRITES, Permission.WRITE, kind="embed_backlog", key="tonight")
async def enqueue(services: Services, request: EnqueueTask) -> Task:
    """Enqueue a task for a worker to run as this user, with the user's permissions at most.

    A key that was used before enqueues nothing: the answer is the task enqueued with it, if it is of that kind.
    """
    kind, arguments = checked_kind(services, request.kind, request.arguments)
    task = NewTask(
        kind=kind.name,
        arguments=arguments,
        key=checked_name(request.key, "key", services.settings.limits),
        delay=timedelta(seconds=request.delay_s),
        attempts_max=kind.attempts_max,
    )
    principal = services.principal

    async def plan(work: Work) -> Task:
        task_id = await enqueue_one(work, principal, task, defaults_of(services))
        return await seeing.read_task(work, principal.tenant_id, task_id)

    return await transact_beside(services.store, principal, plan)


def checked_kind(
    services: Services, name: str, arguments: Metadata | None
) -> tuple[TaskKind[object], Metadata]:
    """Return a kind and the arguments that it can be enqueued with.

    Raises:
        InvalidValue, UnstorableText: there is no such kind, or the arguments do not fit it.
        UnreadableTime, ZonelessTime, AbsurdTime: a time among them is none.
        NotPermitted: the principal may not do what the kind does.
    """
    kind: TaskKind[object] = kind_named(name)
    services.principal.require(kind.permission)
    taken = {} if arguments is None else arguments
    metadata_text(taken, services.settings.limits, "arguments")
    read_arguments(services, kind, taken)
    return kind, taken


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPending:
    """How to run what is due."""

    units_max: int = about(
        "The most memories and turns to embed in one transaction.",
        256,
        least=1,
        most=EMBEDDED_AT_ONCE_MAX,
    )


@operation(Effect.WRITES, Permission.WRITE)
async def run_pending(services: Services, request: RunPending) -> PendingRun:
    """Embed what waits, then run every task of the tenant that is due, here and now.

    It does what a worker would; where one is alive, the two share the work.
    """
    embedded, away = 0, None
    try:
        embedded = (await embed_waiting(services, request.units_max, Progress())).embedded
    except (EmbedderUnavailable, EmbedderMismatch) as error:
        away = error
    runner = await new_runner(services, [services.principal.tenant_id])
    ran = await runner.drain()
    if away is not None:
        raise away
    waiting = await backlog_size(services.ledger, services.principal)
    return PendingRun(embedded=embedded, waiting=waiting, tasks=ran)
