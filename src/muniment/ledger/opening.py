"""Open a change: take the tenant's lock and read all that deciding needs, in one round trip."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from muniment.access.partition import PartitionFound, PartitionKey
from muniment.access.principal import Principal
from muniment.errors import SchemaMissing
from muniment.ledger.change import Change, IdRow, KnownEmbedder
from muniment.model.ids import EVERYBODY, NOBODY
from muniment.model.memory import Cardinality
from muniment.store.rows import CategoryRow, ClockRow, HeadRow, IdsRow, PartitionRow, UserRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCategory:
    """A category whose cardinality was set."""

    number: int
    ordinal: int
    category_key: str
    name: str
    cardinality: str


@dataclass(slots=True, kw_only=True)
class Opening:
    """A change, and what the ledger says that it needs."""

    change: Change
    principal: Principal
    embedder: KnownEmbedder | None
    ids: list[UUID]
    partitions: dict[PartitionKey, int]
    categories: dict[str, Cardinality]
    registered: set[UUID] = field(default_factory=set)

    def new_id(self) -> UUID:
        """Take a fresh id; they rise in the order they are taken."""
        return self.ids.pop(0)

    def partition_no(self, key: PartitionKey) -> int:
        """Return the number of a partition, making it if nobody has."""
        known = self.partitions.get(key)
        if known is not None:
            return known
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

    def cardinality_of(self, category: str | None, category_key: str | None) -> Cardinality:
        """Return how many beliefs a category holds; an unknown one is noted as holding one."""
        if category is None or category_key is None:
            return Cardinality.MANY
        known = self.categories.get(category_key)
        if known is None:
            known = DEFAULT_CARDINALITIES.get(category_key, Cardinality.ONE)
            self.categories[category_key] = known
            self.change.write(
                CategoryRow(category_key=category_key, name=category, cardinality=known.value)
            )
        return known


DEFAULT_CARDINALITIES = {
    "general": Cardinality.MANY,
    "hobby": Cardinality.MANY,
    "skill": Cardinality.MANY,
}
"""The categories whose slots hold many beliefs from the start (1-product: vocabulary)."""


async def open_change(
    work: Work,
    principal: Principal,
    *,
    ids: int,
    partition_keys: Iterable[PartitionKey],
    category_keys: Sequence[str] = (),
    container_ids: Sequence[UUID] = (),
) -> Opening:
    """Lock the tenant's head and read what placing rows needs. One round trip.

    Statements queued by the caller beforehand are sent along; the lock is taken first if this
    is called first.
    """
    tenant_id = principal.tenant_id
    keys = list(partition_keys)
    head = await work.send("head_lock", HeadRow, tenant_id=tenant_id)
    clock = await work.send("clock_read", ClockRow)
    fresh = await work.send("ids_make", IdsRow, count=ids)
    embedder = await work.send("embedder_current", KnownEmbedder, tenant_id=tenant_id)
    partitions = await work.send(
        "partitions_find",
        PartitionFound,
        tenant_id=tenant_id,
        owner_ids=list({key.owner_id for key in keys}),
        namespaces=list({key.namespace for key in keys}),
    )
    categories = await work.send(
        "categories_read", KnownCategory, tenant_id=tenant_id, category_keys=list(category_keys)
    )
    registered = await work.send(
        "identities_read",
        IdRow,
        tenant_id=tenant_id,
        user_ids=[principal.user_id],
        container_ids=list(container_ids),
    )
    head_row = await head.one()
    clock_row = await clock.one()
    if head_row is None or clock_row is None:
        raise SchemaMissing(f"the tenant {principal.tenant} is not there. Run `muniment init`.")
    fresh_row = await fresh.one()
    return Opening(
        change=Change(head=head_row, clock=clock_row.now),
        principal=principal,
        embedder=await embedder.one(),
        ids=[] if fresh_row is None else fresh_row.ids,
        partitions={found.key: found.partition_no for found in await partitions.all()},
        categories={
            found.category_key: Cardinality(found.cardinality) for found in await categories.all()
        },
        registered={found.id for found in await registered.all()},
    )

