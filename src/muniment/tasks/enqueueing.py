"""Enqueue tasks in the caller's transaction: both are committed, or neither is."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Final, Protocol
from uuid import UUID

from muniment.errors import IdempotencyMismatch
from muniment.model.ids import ContainerId, TaskId, TenantId, UserId
from muniment.model.memory import Metadata
from muniment.store.arrays import Flags, Integers, Texts, Uuids
from muniment.store.work import Work

ATTEMPTS_MAX: Final = 8
"""How often a task is begun before it is parked, unless its kind says otherwise."""


class Enqueuer(Protocol):
    """Whom a task will run for: what a principal says of itself."""

    @property
    def tenant_id(self) -> TenantId:
        """The tenant."""

    @property
    def tenant(self) -> str:
        """The tenant's name."""

    @property
    def user_id(self) -> UserId:
        """Whose the task is."""

    @property
    def user(self) -> str | None:
        """The user's name, None for nobody."""

    @property
    def agent(self) -> str | None:
        """The agent, if there is one."""

    @property
    def role(self) -> str:
        """The role that its transactions are noted with."""

    @property
    def trail(self) -> Sequence[str]:
        """The agents from the first to this one."""

    @property
    def permissions(self) -> Collection[str]:
        """What it may do."""

    @property
    def containers(self) -> Sequence[UUID]:
        """Which containers are open to it."""

    @property
    def project(self) -> str:
        """The project of its session."""

    @property
    def session(self) -> str | None:
        """The session of its writes, None for that of the day."""

    @property
    def acting(self) -> str | None:
        """Who acts on the user's behalf, if another does."""

    @property
    def namespaces(self) -> Sequence[str] | None:
        """The namespaces beyond which it sees nothing, None for no such bound."""

    @property
    def confined(self) -> str | None:
        """What grants reach, as JSON; None for everything of the user."""

    @property
    def grantee_id(self) -> UserId | None:
        """Who acts on the user's behalf by grants, if anybody does."""

    @property
    def key_id(self) -> UUID | None:
        """The API key that it came in with, if it came with one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTask:
    """A task to enqueue.

    A `key` that the enqueuer used before enqueues nothing: for ever (as long as the task is kept)
    if `key_lasts`, else while the earlier task waits, so that work that piles up is done once.
    """

    kind: str
    arguments: Metadata
    key: str | None = None
    key_lasts: bool = True
    delay: timedelta = timedelta(0)
    attempts_max: int = ATTEMPTS_MAX
    schedule_id: UUID | None = None
    id: TaskId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Defaults:
    """What the writes of a task say of themselves unless they say otherwise; None: as the worker is set."""

    namespace: str | None = None
    visibility: str | None = None


AS_SET: Final = Defaults()


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFound:
    """The id of a task."""

    id: TaskId


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskKeyed:
    """The task that a key stands for."""

    id: TaskId
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enqueued:
    """For whom a task or a schedule is, as it was stored."""

    tenant_id: TenantId
    tenant_name: str
    owner_id: UserId
    user_name: str | None
    agent: str | None
    role: str
    trail: list[str]
    permissions: list[str]
    containers: list[ContainerId]
    project: str
    session: str | None
    acting: str | None
    namespaces: list[str] | None
    confined: str | None
    grantee_id: UserId | None
    key_id: UUID | None
    namespace: str | None
    visibility: str | None


def columns_of(enqueuer: Enqueuer, defaults: Defaults) -> dict[str, object]:
    """Return what a task or a schedule stores of whom it is for."""
    return {
        "tenant_id": enqueuer.tenant_id,
        "tenant_name": enqueuer.tenant,
        "owner_id": enqueuer.user_id,
        "user_name": enqueuer.user,
        "agent": enqueuer.agent,
        "role": enqueuer.role,
        "trail": Texts(enqueuer.trail),
        "permissions": Texts(sorted(str(permission) for permission in enqueuer.permissions)),
        "containers": Uuids(enqueuer.containers),
        "project": enqueuer.project,
        "session": enqueuer.session,
        "acting": enqueuer.acting,
        "namespaces": None if enqueuer.namespaces is None else list(enqueuer.namespaces),
        "confined": enqueuer.confined,
        "grantee_id": enqueuer.grantee_id,
        "key_id": enqueuer.key_id,
        "namespace": defaults.namespace,
        "visibility": defaults.visibility,
    }


async def enqueue(
    work: Work, enqueuer: Enqueuer, tasks: Sequence[NewTask], defaults: Defaults = AS_SET
) -> None:
    """Queue the statement that enqueues tasks for the transaction's principal; it costs no round trip.

    Row-level security refuses tasks for anybody else, and with permissions that the principal has not.
    """
    await work.write(
        "task_enqueue",
        kinds=Texts([task.kind for task in tasks]),
        arguments=Texts([arguments_text(task.arguments) for task in tasks]),
        keys=[task.key for task in tasks],
        keys_last=Flags([task.key_lasts for task in tasks]),
        delays=[task.delay for task in tasks],
        attempts_max=Integers([task.attempts_max for task in tasks]),
        task_ids=[task.id for task in tasks],
        schedule_ids=[task.schedule_id for task in tasks],
        **columns_of(enqueuer, defaults),
    )


async def enqueue_one(
    work: Work, enqueuer: Enqueuer, task: NewTask, defaults: Defaults = AS_SET
) -> TaskId:
    """Enqueue a task, and return its id, or the id of the one that its key stands for already.

    Raises:
        IdempotencyMismatch: the key stands for a task of another kind, or one that the enqueuer
            may not see; nothing is enqueued.
    """
    if task.key is None:
        fresh = await work.one("id_new", TaskFound)
        assert fresh is not None, "a SELECT without FROM answers one row"
        await enqueue(work, enqueuer, [replace(task, id=fresh.id)], defaults)
        return fresh.id
    await enqueue(work, enqueuer, [task], defaults)
    found = await work.one(
        "task_keyed",
        TaskKeyed,
        tenant_id=enqueuer.tenant_id,
        owner_id=enqueuer.user_id,
        key=task.key,
    )
    if found is None:
        raise IdempotencyMismatch(
            f"the key {task.key!r} stands for a task of {enqueuer.user or 'nobody'} that cannot be seen here. Use "
            f"another key."
        )
    if found.kind != task.kind:
        raise IdempotencyMismatch(
            f"the key {task.key!r} stands for a task of the kind {found.kind}, not {task.kind}: {found.id}. Use another key."
        )
    return found.id


def arguments_text(arguments: Metadata) -> str:
    """Return arguments as they are stored."""
    return json.dumps(arguments, ensure_ascii=False, sort_keys=True)
