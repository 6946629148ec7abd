"""Map the rows of the ledger: what is written, column by column."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantRow:
    """A tenant's name and the language its words are stemmed in."""

    table: ClassVar[str] = "tenants"
    name: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UserRow:
    """A user's name."""

    table: ClassVar[str] = "users"
    user_id: UUID
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerRow:
    """A project, session or thread of a user."""

    table: ClassVar[str] = "containers"
    container_id: UUID
    user_id: UUID
    parent_id: UUID | None
    kind: str
    name: str
    ended_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaRow:
    """How much a user may write in a day, and keep; None is without limit."""

    table: ClassVar[str] = "quotas"
    user_id: UUID
    daily_writes: int | None
    memories: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryRow:
    """How many beliefs the slots of a category hold."""

    table: ClassVar[str] = "categories"
    category_key: str
    name: str
    cardinality: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderRow:
    """The embedder whose vectors are compared from now on."""

    table: ClassVar[str] = "embedders"
    embedder_no: int
    name: str
    dimensions: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionRow:
    """Who may read the rows that name this partition."""

    table: ClassVar[str] = "partitions"
    partition_no: int
    scope: str
    owner_id: UUID
    container_id: UUID | None
    namespace: str
    visibility: str
    agent: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One revision of what a memory says."""

    memory_id: UUID
    unit_no: int
    partition_no: int
    rivals_key: UUID
    match_key: UUID
    cardinality: str | None
    standing: str
    content: str
    entity: str | None
    entity_key: str | None
    category: str | None
    category_key: str | None
    object: str | None
    object_key: str | None
    tags: list[str]
    metadata: str | None
    confidence: float
    agent: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryRow(Revision):
    """A revision as it is written."""

    table: ClassVar[str] = "memories"
    salt: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Asserted:
    """One assertion: that a memory holds, or (gap) that it does not, for a period."""

    memory_id: UUID
    partition_no: int
    rivals_key: UUID
    gap: bool
    valid_from: datetime
    valid_until: datetime | None
    rank_from: datetime
    rank_number: int
    rank_ordinal: int
    confidence: float
    actor: str
    episode_id: UUID | None
    span_from: int | None
    span_until: int | None
    source: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AssertionRow(Asserted):
    """An assertion as it is written."""

    table: ClassVar[str] = "assertions"
    salt: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRow:
    """One effective row: when a memory holds."""

    table: ClassVar[str] = "versions"
    memory_id: UUID
    unit_no: int
    partition_no: int
    rivals_key: UUID
    exclusive: bool
    gap: bool
    valid_from: datetime
    valid_until: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRow:
    """One conversation turn."""

    table: ClassVar[str] = "episodes"
    episode_id: UUID
    unit_no: int
    partition_no: int
    session_id: UUID
    position: int
    speaker: str | None
    content: str
    caption: str | None
    occurred_at: datetime
    source_id: str | None
    metadata: str | None
    salt: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRow:
    """What a page is about and called."""

    table: ClassVar[str] = "pages"
    page_id: UUID
    partition_no: int
    kind: str
    slug: str
    title: str
    entity: str | None
    entity_key: str | None
    category: str | None
    category_key: str | None
    terms: list[str]
    salt: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRevisionRow:
    """What a page said."""

    table: ClassVar[str] = "page_revisions"
    page_id: UUID
    partition_no: int
    revision: int
    derived_at: int
    valid_at: datetime
    memory_ids: list[UUID]
    episode_ids: list[UUID]
    body: str
    note: str | None
    salt: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessKeyRow:
    """An API key: for whom and as what it acts, and the hash of its secret."""

    table: ClassVar[str] = "access_keys"
    key_id: UUID
    name: str
    owner_id: UUID
    owner: str | None
    agent: str | None
    role: str
    namespaces: list[str] | None
    secret_hash: bytes
    expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessGrantRow:
    """That one user may act on behalf of another."""

    table: ClassVar[str] = "access_grants"
    grant_id: UUID
    owner_id: UUID
    owner: str | None
    grantee_id: UUID
    grantee: str
    level: str
    namespace: str | None
    container: str | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TombstoneRow:
    """A row whose words were erased by law."""

    table: ClassVar[str] = "tombstones"
    erased_table: str
    erased_number: int
    erased_ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """What was made of one claim of a turn."""

    table: ClassVar[str] = "decisions"
    partition_no: int
    episode_id: UUID
    span_from: int | None
    span_until: int | None
    decision: str
    outcome: str
    memory_id: UUID | None
    candidates: list[UUID]
    claim: str | None
    rationale: str
    extracted_by: str
    decided_by: str
    salt: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionRow:
    """Two beliefs that cannot both hold: unsettled, or as a person settled them."""

    table: ClassVar[str] = "contradictions"
    contradiction_id: UUID
    partition_no: int
    first_id: UUID
    second_id: UUID
    kept: str | None
    settled_by: str | None
    rationale: str
    salt: bytes


LedgerRow = (
    TenantRow
    | UserRow
    | ContainerRow
    | QuotaRow
    | CategoryRow
    | EmbedderRow
    | PartitionRow
    | MemoryRow
    | AssertionRow
    | VersionRow
    | EpisodeRow
    | TombstoneRow
    | DecisionRow
    | ContradictionRow
    | PageRow
    | PageRevisionRow
    | AccessKeyRow
    | AccessGrantRow
)
LEDGER_TABLES: tuple[str, ...] = (
    "tenants",
    "users",
    "containers",
    "quotas",
    "categories",
    "embedders",
    "partitions",
    "memories",
    "assertions",
    "versions",
    "episodes",
    "tombstones",
    "decisions",
    "contradictions",
    "pages",
    "page_revisions",
    "access_keys",
    "access_grants",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadRow:
    """The last transaction of a tenant."""

    number: int
    recorded_at: datetime
    hash: bytes
    units_total: int
    partitions_total: int
