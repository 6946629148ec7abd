"""Open a change: take the tenant's lock and read all that deciding needs, in one round trip."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from muniment.access.partition import PartitionFound, PartitionKey
from muniment.access.principal import Principal
from muniment.errors import TenantNotFound
from muniment.ledger.change import Change, KnownWriter
from muniment.ledger.embedding import backlog_key
from muniment.model.claims import HOLDS_MANY
from muniment.model.ids import EVERYBODY, NOBODY
from muniment.model.memory import Cardinality
from muniment.store.arrays import Texts, Uuids
from muniment.store.found import EmbedderFound, NamedRow
from muniment.store.rows import CategoryRow, HeadRow, PartitionRow, UserRow
from muniment.store.work import Pending, Work


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCategory(NamedRow):
    """A category whose cardinality was set."""

    cardinality: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerThere(NamedRow):
    """A container that is registered, open or ended."""

    id: UUID
    parent_id: UUID | None
    ended_at: datetime | None


@dataclass(slots=True, kw_only=True)
class Opening:
    """A change, and what the ledger says that it needs."""

    change: Change
    principal: Principal
    embedder: EmbedderFound | None
    backlog_due_at: datetime | None
    """When a task is due that will embed what this change leaves without a vector; None: there is none."""
    ids: list[UUID]
    partitions: dict[PartitionKey, int]
    categories: dict[str, Cardinality]
    registered: set[UUID] = field(default_factory=set)
    ended: dict[UUID, ContainerThere] = field(default_factory=dict)
    """The registered containers that have ended."""
    parents: Mapping[UUID, UUID | None] = field(default_factory=dict)
    """The projects of the containers that were registered before."""

    def new_id(self) -> UUID:
        """Take a fresh id; they rise in the order they are taken."""
        return self.ids.pop()

    def partition_no(self, key: PartitionKey) -> int:
        """Return the number of a partition, making it if nobody has.

        Raises:
            NotPermitted: it is beyond what the principal reaches.
        """
        known = self.partitions.get(key)
        if known is not None:
            return known
        self.principal.refuse_beyond(key.namespace, key.container_id)
        self._register_user(key)
        number = self.change.next_partition_no()
        self.change.write(
            PartitionRow(
                partition_no=number,
                scope=key.scope.value,
                owner_id=key.owner_id,
                container_id=key.container_id,
                namespace=key.namespace,
                visibility=key.visibility.value,
                agent=key.agent,
            )
        )
        self.partitions[key] = number
        return number

    def _register_user(self, key: PartitionKey) -> None:
        owner, name = key.owner_id, self.principal.user
        if owner not in (NOBODY, EVERYBODY) and name is not None and owner not in self.registered:
            self.change.write(UserRow(user_id=owner, name=name))
            self.registered.add(owner)

    def cardinality_of(
        self,
        category: str | None,
        category_key: str | None,
        unknown: Cardinality = Cardinality.ONE,
    ) -> Cardinality:
        """Return how many beliefs a category holds; of an unknown one that is noted from now on."""
        if category is None or category_key is None:
            return Cardinality.MANY
        known = self.categories.get(category_key)
        if known is None:
            known = Cardinality.MANY if category_key in HOLDS_MANY else unknown
            self.categories[category_key] = known
            self.change.write(
                CategoryRow(category_key=category_key, name=category, cardinality=known.value)
            )
        return known


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRow(KnownWriter):
    """The clock, fresh ids, and what is known of the writer and the embedder."""

    now: datetime
    ids: list[UUID]
    user_is_registered: bool
    holding_one: list[str]
    holding_many: list[str]
    backlog_due_at: datetime | None
    number: int | None
    ordinal: int | None
    embedder_no: int | None
    name: str | None
    dimensions: int | None
    digest: str | None

    @property
    def embedder(self) -> EmbedderFound | None:
        """The current embedder."""
        if self.number is None or self.ordinal is None or self.embedder_no is None:
            return None
        assert self.name is not None
        assert self.dimensions is not None
        assert self.digest is not None
        return EmbedderFound(
            number=self.number,
            ordinal=self.ordinal,
            embedder_no=self.embedder_no,
            name=self.name,
            dimensions=self.dimensions,
            digest=self.digest,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedOpening:
    """The queued lock, and the queued answers to what placing rows needs."""

    principal: Principal
    head: Pending[HeadRow]
    opening: Pending[OpeningRow]
    partitions: Pending[PartitionFound]
    containers: Pending[ContainerThere] | None

    async def opened(self) -> Opening:
        """Wait for the lock and the answers.

        Raises:
            TenantNotFound: the tenant is not there.
        """
        head, opening = await self.head.one(), await self.opening.one()
        if head is None or opening is None:
            raise TenantNotFound(
                f"there is no tenant {self.principal.tenant!r}. `muniment init` opens it."
            )
        containers = [] if self.containers is None else await self.containers.all()
        registered = {row.id for row in containers}
        if opening.user_is_registered:
            registered.add(self.principal.user_id)
        return Opening(
            change=Change(head=head, clock=opening.now, writer=opening),
            principal=self.principal,
            embedder=opening.embedder,
            backlog_due_at=opening.backlog_due_at,
            ids=opening.ids[::-1],
            partitions={found.key: found.partition_no for found in await self.partitions.all()},
            categories={
                **dict.fromkeys(opening.holding_one, Cardinality.ONE),
                **dict.fromkeys(opening.holding_many, Cardinality.MANY),
            },
            registered=registered,
            ended={row.id: row for row in containers if row.ended_at is not None},
            parents={row.id: row.parent_id for row in containers},
        )


def owners_and_namespaces(partition_keys: Collection[PartitionKey]) -> dict[str, object]:
    """Return the owners and the namespaces of partitions, as the parameters that they are looked up by."""
    return {
        "owner_ids": Uuids(list({key.owner_id for key in partition_keys})),
        "namespaces": Texts(list({key.namespace for key in partition_keys})),
    }


async def ask_opening(
    work: Work,
    principal: Principal,
    *,
    ids: int = 0,
    partition_keys: Collection[PartitionKey] = (),
    category_keys: Sequence[str] = (),
    container_ids: Sequence[UUID] = (),
) -> AskedOpening:
    """Queue the lock of the tenant's head first, then what placing rows needs.

    Whatever the caller queues next is read under the lock, in the same round trip.
    """
    tenant_id = principal.tenant_id
    head = await work.send("head_lock", HeadRow, tenant_id=tenant_id)
    opening = await work.send(
        "opening_read",
        OpeningRow,
        tenant_id=tenant_id,
        user_id=principal.user_id,
        ids=ids,
        category_keys=Texts(category_keys),
        session=principal.session,
        project=principal.project,
        project_named=principal.project_named,
        backlog_key=backlog_key(principal),
    )
    partitions = await work.send(
        "partitions_find",
        PartitionFound,
        tenant_id=tenant_id,
        **owners_and_namespaces(partition_keys),
    )
    containers = None
    if container_ids:
        containers = await work.send(
            "containers_there",
            ContainerThere,
            tenant_id=tenant_id,
            container_ids=Uuids(container_ids),
        )
    return AskedOpening(
        principal=principal,
        head=head,
        opening=opening,
        partitions=partitions,
        containers=containers,
    )


async def open_change(work: Work, principal: Principal, *, ids: int = 0) -> Opening:
    """Take the lock, and wait for the answers that a change without partitions needs."""
    return await (await ask_opening(work, principal, ids=ids)).opened()
