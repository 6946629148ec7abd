"""Time what a recall cannot do without: its embedding, and the smallest statement of each lane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from uuid import UUID

from pgvector import HalfVector

from muniment.access.partition import PartitionFound
from muniment.operations.services import Services
from muniment.recall.basis import resolve_basis
from muniment.recall.question import name_keys, read_question
from muniment.recall.recaller import NameRow, OpenRow, TermRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class NearRow:
    """A unit and its distance."""

    unit_no: int
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class WordedRow:
    """A unit and its score."""

    unit_no: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRow:
    """A unit and how many of the labels it has."""

    unit_no: int
    labels: int


LANES: Mapping[str, type[NearRow | WordedRow | LabelledRow]] = {
    "bench_lane_vector": NearRow,
    "bench_lane_words": WordedRow,
    "bench_lane_labels": LabelledRow,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """How long the embedding of a question and each lane's statement took, in milliseconds."""

    embedding: float
    lanes: Mapping[str, float]

    @property
    def total(self) -> float:
        """All of it."""
        return self.embedding + sum(self.lanes.values())


async def time_parts(services: Services, query: str) -> Parts:
    """Embed a question and run each lane's statement alone, as the application's role.

    The statements run in a transaction that is open already, with the parameters that a recall
    would give them; neither is counted.
    """
    principal, tenant_id = services.principal, services.principal.tenant_id
    assert services.embedder is not None
    async with services.store.reading(principal.as_setting()) as work:
        parameters, topic = await _parameters(services, work, query)
        started = perf_counter()
        vector = await services.embedder.embed_query(topic)
        embedding = (perf_counter() - started) * 1000
        lanes: dict[str, float] = {}
        for name, row in LANES.items():
            named = {"vector": HalfVector(vector), **parameters}
            started = perf_counter()
            await work.all(name, row, tenant_id=tenant_id, **named)
            lanes[name.removeprefix("bench_lane_")] = (perf_counter() - started) * 1000
    return Parts(embedding=embedding, lanes=lanes)


async def _parameters(
    services: Services, work: Work, query: str
) -> tuple[dict[str, object], str]:
    principal = services.principal
    where: dict[str, object] = {
        "tenant_id": principal.tenant_id,
        "user_id": principal.user_id,
        "namespace": services.settings.namespace,
        "container_ids": list[UUID](),
    }
    basis = await resolve_basis(work, principal, None, None)
    opened = await work.one("recall_open", OpenRow, tenant_id=principal.tenant_id)
    partitions = await work.all("partitions_readable", PartitionFound, **where)
    terms = await work.all(
        "recall_terms", TermRow, language=services.settings.language, query=query
    )
    names = await work.all("recall_names", NameRow, names=list(name_keys(query)), **where)
    read = read_question(
        query,
        reference=basis.valid_at,
        speakers=[row.name for row in names if row.kind == "speaker"],
        entities=[row.name for row in names if row.kind == "entity"],
    )
    assert opened is not None
    return {
        "known": basis.as_of.time,
        "partitions": [row.partition_no for row in partitions],
        "embedder_no": opened.embedder_no,
        "terms": [row.term for row in terms],
        "labels": [row.name for row in names],
        "candidates": services.settings.recall.candidates_max,
    }, read.topic
