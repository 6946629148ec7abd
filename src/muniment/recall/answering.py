"""Put an answer together: what was ranked, in full, and the receipt that says how."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from time import perf_counter
from typing import Final
from uuid import UUID

from muniment.audit.digests import canonical, sha256_of
from muniment.model.ids import RecallId
from muniment.model.plain import plain
from muniment.model.recalled import (
    Dropped,
    EmbedderUsed,
    LaneReport,
    Question,
    Recalled,
    Receipt,
    Result,
    Step,
)
from muniment.recall.gathered import Found
from muniment.recall.grounds import Grounds
from muniment.recall.hydration import Pairs, UnitsAsked, read_units
from muniment.recall.ranking import RANKING_VERSION, Ranked

OVERRULED: Final = "a narrower scope says otherwise"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOver:
    """What is not among the results, for the receipt and for its digest."""

    dropped: tuple[Dropped, ...]
    digested: bytes


def told_of(ranked: Ranked, found: Found) -> PassedOver:
    """Return what is not among the results."""
    passed = [
        *((each.item_id, each.kind, score, why) for each, score, why in ranked.dropped),
        *((each.item_id, each.kind, 0.0, OVERRULED) for each in found.overruled),
    ]
    return PassedOver(
        dropped=tuple(
            Dropped(id=found.ids[item_id], kind=kind, score=score, reason=reason)
            for item_id, kind, score, reason in passed
        ),
        digested=canonical([(item_id, score, reason) for item_id, _, score, reason in passed]),
    )


async def read_results(
    asked: UnitsAsked, ranked: Ranked, pairs: Pairs, valid_at: datetime
) -> tuple[Result, ...]:
    """Wait for the ranked beliefs and turns in full, in order."""
    read = await read_units(asked, pairs, valid_at)
    return tuple(
        Result(
            memory=read[placed.candidate.unit_no].memory,
            score=placed.score,
            tokens=placed.candidate.token_count,
            lanes=placed.parts,
            superseded=placed.superseded,
            is_over=read[placed.candidate.unit_no].is_over,
            evidence=tuple(UUID(item) for item in placed.paired),
            source_episode_id=read[placed.candidate.unit_no].source,
        )
        for placed in ranked.results
    )


def answer(
    *,
    question: Question,
    grounds: Grounds,
    found: Found,
    ranked: Ranked,
    results: tuple[Result, ...],
    passed_over: PassedOver,
    degraded: tuple[str, ...],
    embedder: EmbedderUsed | None,
    clock: Clockwork,
    asked_by: str,
) -> Recalled:
    """Put an answer and its receipt together."""
    digested = (
        canonical(plain(grounds.basis)),
        canonical(plain(results)),
        passed_over.digested,
        canonical(ranked.abstention),
    )
    digest = sha256_of(b"[" + b",".join(digested) + b"]")
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
        dropped=passed_over.dropped,
        dropped_total=len(passed_over.dropped),
        degraded=degraded,
        abstained=ranked.abstention,
        digest=digest,
        asked_by=asked_by,
    )
    return Recalled(results=results, receipt=receipt)
