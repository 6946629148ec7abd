"""Time what a recall cannot do without: its embedding, and the smallest statement of each lane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Final

from pgvector import HalfVector

from muniment.operations.services import Services
from muniment.recall.grounds import Ask, question_on, read_grounds


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


LANES: Final[Mapping[str, tuple[str, type[NearRow | WordedRow | LabelledRow]]]] = {
    "vector": ("bench_lane_vector", NearRow),
    "words": ("bench_lane_words", WordedRow),
    "labels": ("bench_lane_labels", LabelledRow),
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
    ask = Ask(query=query, namespace=services.settings.namespace)
    async with services.store.reading(principal.as_setting()) as work:
        grounds = await read_grounds(work, principal, ask, services.settings.language)
        read = question_on(grounds, ask)
        started = perf_counter()
        vector = await services.embedder.embed_query(read.topic)
        embedding = (perf_counter() - started) * 1000
        asked = {
            "known": grounds.basis.as_of.time,
            "partitions": list(grounds.row.partitions),
            "candidates": services.settings.recall.candidates_max,
        }
        own: dict[str, dict[str, object]] = {
            "vector": {"vector": HalfVector(vector), "embedder_no": grounds.row.embedder_no},
            "words": {"terms": list(grounds.row.terms)},
            "labels": {"labels": [*grounds.row.tags, *grounds.row.names]},
        }
        lanes: dict[str, float] = {}
        for name, (query_name, row) in LANES.items():
            started = perf_counter()
            await work.all(query_name, row, tenant_id=tenant_id, **asked, **own[name])
            lanes[name] = (perf_counter() - started) * 1000
    return Parts(embedding=embedding, lanes=lanes)
