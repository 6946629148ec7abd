"""Tell how much there is, and whether every part of an installation is fit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from muniment.access.principal import Permission, Principal
from muniment.errors import (
    ConnectionsSpent,
    DatabaseReadOnly,
    DatabaseTooOld,
    DatabaseUnavailable,
    MunimentError,
    NotPermitted,
    PreparedStatementsLost,
    RoleBypassesSecurity,
    TenantNotFound,
)
from muniment.model.reading import Health, Part, Stats, TenantEmbedded
from muniment.model.worded import counted, moment
from muniment.ports.embedder import EmbedderIdentity
from muniment.recall.lookup.opening import reader
from muniment.store.checks import Fitness, handing_over, refuse_role, refuse_schema, refuse_server
from muniment.store.found import Count, EmbedderFound
from muniment.store.pool import Store
from muniment.store.rows import HeadRow
from muniment.store.vector_index import VectorIndex
from muniment.store.work import Work
from muniment.tasks.counting import ALIVE, TaskCounts
from muniment.temporal.basis import Point

AHEAD_MAX: Final = timedelta(minutes=1)
"""How far the head may be ahead of the clock: many writes at once put it some microseconds ahead."""

MENDS: Final[dict[type[MunimentError], str]] = {
    ConnectionsSpent: "Lower pool.size_max of each process, or let the database accept more connections.",
    DatabaseUnavailable: "Start the database, or correct database_url.",
    DatabaseReadOnly: "Point database_url to a server that accepts writes. If nobody is to write, set read_only, "
    "and recall.trace to off or jsonl.",
    DatabaseTooOld: "Move to PostgreSQL 16 or newer.",
    RoleBypassesSecurity: "Connect as a role that owns nothing; `muniment init --owner-url …` makes one.",
    PreparedStatementsLost: "Use PgBouncer 1.21 or newer with max_prepared_statements = 200, or pool_mode = session.",
    NotPermitted: "As the owner: GRANT muniment_writer TO the role, and GRANT CONNECT ON DATABASE … TO it. "
    "Where both are so, muniment_writer lacks a grant that it has in an empty database after `muniment "
    "init`: psql shows grants with \\dp muniment.*; give it back.",
}


_OF_INSTALLATION: Final = ("database", "role", "schema", "model ")
"""How the parts are named that say what an installation is made of, and what all its tenants ask of it."""


def told_here(error: MunimentError) -> str:
    """Return the message for whoever has the database: all of it."""
    return error.message


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much there is."""

    memories: int
    memories_current: int
    episodes: int
    entities: int
    categories: int
    transactions: int
    not_embedded: int
    recorded_at: datetime
    user_found: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """How much room there is taken."""

    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """A migration that was applied."""

    name: str
    checksum: str


async def stats(store: Store, principal: Principal) -> Stats:
    """Count, at the head, what the principal may read of all namespaces.

    Raises:
        TenantNotFound: the tenant is not there.
    """
    principal = reader(principal)
    async with store.reading(principal.as_setting()) as work:
        asked = await work.send(
            "counts_read", Counts, tenant_id=principal.tenant_id, user_id=principal.user_id
        )
        size_bytes = await _size(work)
        row = await asked.one()
    if row is None:
        raise TenantNotFound(f"there is no tenant {principal.tenant!r}. `muniment init` opens it.")
    return Stats(
        memories=row.memories,
        memories_current=row.memories_current,
        episodes=row.episodes,
        entities=row.entities,
        categories=row.categories,
        transactions=row.transactions,
        not_embedded=row.not_embedded,
        size_bytes=size_bytes,
        head=Point(number=row.transactions, time=row.recorded_at),
        user_found=row.user_found or principal.user is None,
    )


async def size_taken(store: Store, principal: Principal) -> int:
    """Return how many bytes the whole schema takes; nothing is counted."""
    async with store.reading(reader(principal).as_setting()) as work:
        return await _size(work)


async def _size(work: Work) -> int:
    taken = await work.one("schema_size", Taken)
    assert taken is not None, "an aggregate answers one row"
    return taken.size_bytes


async def tenant_embedded(
    store: Store, principal: Principal, ours: EmbedderIdentity | None
) -> TenantEmbedded:
    """Return what the principal's tenant was embedded with, and how many units of it were not."""
    principal = reader(principal)
    named = {"tenant_id": principal.tenant_id}
    async with store.reading(principal.overseeing().as_setting()) as work:
        asked = await work.send("embedder_current", EmbedderFound, **named)
        waiting = await work.one("backlog_count", Count, **named)
        known = await asked.one()
    return TenantEmbedded(
        tenant=principal.tenant,
        embedder=None if known is None else known.name,
        dimensions=None if known is None else known.dimensions,
        digest=None if known is None else known.digest,
        is_configured=known is not None and (ours is None or known.digest == ours.digest),
        not_embedded=0 if waiting is None else waiting.count,
    )


async def vector_index(store: Store, principal: Principal) -> VectorIndex | None:
    """Return the index of the tenant's vectors, there or not; None while the tenant has no embedder."""
    async with store.reading(reader(principal).as_setting()) as work:
        return await work.one("vector_index_found", VectorIndex, tenant_id=principal.tenant_id)


async def health(
    store: Store,
    principal: Principal,
    embedder: EmbedderIdentity | None,
    *,
    unreached: str | None = None,
    approximate: bool = False,
    word: Callable[[MunimentError], str] = told_here,
) -> Health:
    """Look at every part; what is not fit is told with what mends it, and never raised.

    `embedder` is the one that the settings name, None if there is none; `unreached` why it could not be
    reached when it was asked last. `approximate` says whether vectors are to be looked up in an index,
    `word` what is told where the database cannot be asked.
    """
    principal = reader(principal)
    try:
        async with store.reading(principal.overseeing().as_setting()) as work:
            asked_index = await work.send(
                "vector_index_found", VectorIndex, tenant_id=principal.tenant_id
            )
            parts = await _parts(work, principal, embedder, unreached)
            index = (_index(await asked_index.one()),) if approximate else ()
            return Health(parts=(*parts, *index))
    except MunimentError as error:
        return Health(parts=(_unfit("database", error, word(error)),))


def without_installation(part: Part) -> Part:
    """Return a part for whoever does not keep the installation: whether it is fit, and no more."""
    if not part.name.startswith(_OF_INSTALLATION):
        return part
    if part.ok:
        return Part(name=part.name, ok=True, detail="fit")
    return Part(name=part.name, ok=False, detail="not fit", mend="Tell whoever runs the service.")


async def _parts(
    work: Work, principal: Principal, embedder: EmbedderIdentity | None, unreached: str | None
) -> list[Part]:
    named = {"tenant_id": principal.tenant_id}
    asked_fitness = await work.send("database_fitness", Fitness)
    asked_applied = await work.send("migration_list", Applied)
    asked_embedder = await work.send("embedder_current", EmbedderFound, **named)
    asked_waiting = await work.send("backlog_count", Count, **named)
    asked_head = await work.send("head_read", HeadRow, **named)
    asked_tasks = await work.send("tasks_count", TaskCounts, seen_within=ALIVE, **named)
    fitness = await asked_fitness.one()
    assert fitness is not None, "a SELECT without FROM answers one row"
    applied = [(row.name, row.checksum) for row in await asked_applied.all()]
    known = await asked_embedder.one()
    waiting = await asked_waiting.one()
    head = await asked_head.one()
    tasks = await asked_tasks.one()
    assert tasks is not None, "counting answers one row"
    return [
        _database(fitness, writes=Permission.WRITE in principal.permissions),
        _role(fitness),
        _schema(applied, fitness),
        _head(head, fitness.now),
        _tasks(tasks),
        _embedder(known, embedder, unreached),
        _backlog(0 if waiting is None else waiting.count),
    ]


def _database(fitness: Fitness, *, writes: bool) -> Part:
    try:
        refuse_server(fitness)
        if writes and fitness.is_read_only:
            raise DatabaseReadOnly
    except MunimentError as error:
        return _unfit("database", error)
    version = f"{fitness.version // 10000}.{fitness.version % 10000}"
    return Part(
        name="database",
        ok=True,
        detail=f"PostgreSQL {version} with {', '.join(fitness.extensions)}",
    )


def _role(fitness: Fitness) -> Part:
    try:
        refuse_role(fitness)
    except MunimentError as error:
        return _unfit("role", error)
    return Part(name="role", ok=True, detail=f"{fitness.role} cannot bypass row-level security")


def _schema(applied: list[tuple[str, str]], fitness: Fitness) -> Part:
    try:
        refuse_schema(applied)
    except MunimentError as error:
        return _unfit("schema", error)
    owners, heir = fitness.owners, fitness.database_owner
    return Part(
        name="schema",
        ok=True,
        detail=f"{applied[-1][0]} is the last migration; its owner is {', '.join(owners)}",
        mend=None
        if owners == [heir]
        else f"The database belongs to {heir}, but `muniment init` runs as the owner of the tables. "
        + handing_over(fitness, owners, heir),
    )


def _head(head: HeadRow | None, now: datetime) -> Part:
    if head is None:
        return Part(
            name="head", ok=False, detail="there is no such tenant", mend="Run `muniment init`."
        )
    detail = f"transaction {head.number} at {moment(head.recorded_at)}"
    if head.recorded_at <= now + AHEAD_MAX:
        return Part(name="head", ok=True, detail=detail)
    return Part(
        name="head",
        ok=True,
        detail=f"{detail}, and the database's clock says {moment(now)}",
        mend="Correct the clock of the database's server. If it is right now, it was ahead when that was "
        "written: until it has caught up, `now` is the time of the head; give `valid_from` and `valid_at`.",
    )


def _tasks(counts: TaskCounts) -> Part:
    """Tell what is due. The memory is fit without it: what was stored is there and is found."""
    workers = counted(counts.workers, "worker is", "workers are")
    since = counts.oldest_due_at
    detail = (
        f"{workers if counts.workers else 'no worker is'} alive; tasks: {counts.waiting} waiting, {counts.running} running, "
        f"{counts.parked} parked"
        + ("" if since is None else f"; the oldest due has waited since {moment(since)}")
    )
    if counts.parked:
        mend = (
            "See `muniment tasks --state parked`; then `muniment retry-task` or `cancel-task` each."
        )
    elif since is not None and counts.workers == 0:
        mend = "Run `muniment worker`, or `muniment run-pending` now and then."
    else:
        mend = None
    return Part(name="tasks", ok=True, detail=detail, mend=mend)


def _embedder(
    known: EmbedderFound | None, ours: EmbedderIdentity | None, unreached: str | None
) -> Part:
    if ours is None:
        return Part(
            name="embedder",
            ok=False,
            detail="the settings name no embedder: recall runs without its vector lane",
            mend="Set `embedder`.",
        )
    if known is None:
        return Part(
            name="embedder",
            ok=False,
            detail="the tenant has no embedder yet",
            mend="Run `muniment init`.",
        )
    if known.digest != ours.digest:
        return Part(
            name="embedder",
            ok=False,
            detail=f"the store was embedded with {known.name} ({known.digest[:12]}), "
            f"but the settings name {ours.name} ({ours.digest[:12]})",
            mend=known.way_to(ours.name),
        )
    detail = f"{ours.name}, {ours.dimensions} dimensions"
    if unreached is not None:
        return Part(
            name="embedder",
            ok=False,
            detail=f"{detail}; it could not be reached when last asked ({unreached})",
            mend="Fix what the log or `muniment doctor`, which asks it, says is wrong. Until then "
            "recall runs without its vector lane, and what is written is embedded later.",
        )
    return Part(name="embedder", ok=True, detail=detail)


def _index(found: VectorIndex | None) -> Part:
    """Tell of the index by which vectors are looked up. Without it all of them are compared."""
    if found is not None and found.is_complete:
        return Part(name="vector index", ok=True, detail=f"{found.name}, {found.size_bytes} bytes")
    missing = found is None or found.is_complete is None
    return Part(
        name="vector index",
        ok=True,
        detail=f"{'there is none' if missing else 'it is not complete'}: all vectors are compared",
        mend="Run `muniment index-vectors`, or set `recall.vector_search` to 'exact'.",
    )


def _backlog(waiting: int) -> Part:
    if waiting == 0:
        return Part(name="backlog", ok=True, detail="everything is embedded")
    return Part(
        name="backlog",
        ok=False,
        detail=f"{waiting} not embedded yet",
        mend="Run `muniment reembed` to embed what is waiting.",
    )


def _unfit(name: str, error: MunimentError, told: str | None = None) -> Part:
    mend = next((text for kind, text in MENDS.items() if isinstance(error, kind)), None)
    detail = told or error.message
    return Part(name=name, ok=False, detail=detail, mend=mend or detail)
