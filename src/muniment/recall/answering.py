"""Put an answer together: what was ranked, in full, and the receipt that says how."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from uuid import UUID

from muniment.audit.digests import canonical, sha256_of
from muniment.model.ids import RecallId
from muniment.model.plain import plain
from muniment.model.recalled import (
    Dropped,
    EmbedderUsed,
    LaneReport,
    LaneScore,
    Question,
    Recalled,
    Receipt,
    Result,
    Step,
)
from muniment.recall.candidates import Candidate
from muniment.recall.grounds import Grounds
from muniment.recall.hydration import Pairs, read_units
from muniment.recall.lanes import Found
from muniment.recall.ranking import RANKING_VERSION, Ranked
from muniment.store.work import Work
from muniment.temporal.basis import Basis


class Clockwork:
    """Measure the steps of one recall."""

    def __init__(self) -> None:
        self._last = perf_counter()
        self.steps: list[Step] = []

    def mark(self, name: str) -> None:
        """End a step."""
        now = perf_counter()
        self.steps.append(Step(name=name, milliseconds=round((now - self._last) * 1000, 3)))
        self._last = now


async def read_results(
    work: Work, tenant_id: UUID, basis: Basis, ranked: Ranked, pairs: Pairs
) -> tuple[Result, ...]:
    """Read the ranked beliefs and turns in full, in order."""
    chosen: Sequence[Candidate] = [placed.candidate for placed in ranked.results]
    if not chosen:
        return ()
    read = await read_units(work, tenant_id, basis, chosen, pairs)
    return tuple(
        Result(
            memory=read[placed.candidate.unit_no].memory,
            score=placed.score,
            tokens=placed.candidate.token_count,
            lanes=tuple(LaneScore(name=name, value=value) for name, value in placed.parts),
            superseded=placed.superseded,
            evidence=tuple(UUID(item) for item in placed.paired),
            source_episode_id=read[placed.candidate.unit_no].source,
        )
        for placed in ranked.results
    )


def answer(
    question: Question,
    grounds: Grounds,
    found: Found,
    ranked: Ranked,
    results: tuple[Result, ...],
    degraded: tuple[str, ...],
    embedder: EmbedderUsed | None,
    clock: Clockwork,
) -> Recalled:
    """Put an answer and its receipt together."""
    dropped = tuple(
        Dropped(
            id=found.ids[each.candidate.item_id],
            kind=each.candidate.kind,
            score=each.score,
            reason=each.reason,
        )
        for each in ranked.dropped
    )
    digested: list[object] = [
        plain(grounds.basis),
        plain(results),
        [[each.candidate.item_id, each.score, each.reason] for each in ranked.dropped],
        ranked.abstention,
    ]
    digest = sha256_of(canonical(digested))
    clock.mark("receipt")
    receipt = Receipt(
        recall_id=RecallId(grounds.row.recall_id),
        question=question,
        basis=grounds.basis,
        ranking_version=RANKING_VERSION,
        embedder=embedder,
        lanes=tuple(LaneReport(name=name, found=count) for name, count in found.counts.items()),
        steps=tuple(clock.steps),
        tokens=sum(result.tokens for result in results),
        dropped=dropped,
        degraded=degraded,
        abstained=ranked.abstention,
        digest=digest,
    )
    return Recalled(results=results, receipt=receipt)
