"""Turn what the lanes found into what is answered, in one deterministic order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from muniment.model.recalled import LaneScore
from muniment.recall import decay
from muniment.recall.affinity import affinity
from muniment.recall.budget import packed
from muniment.recall.candidates import Candidate, Words
from muniment.recall.diversity import marginal, seated
from muniment.recall.fusion import Signals, Weights, fuse, measure
from muniment.recall.gate import Gate, abstention, related
from muniment.recall.pairing import below_successors, paired
from muniment.recall.question import QuestionRead
from muniment.recall.support import Floats, Indices

RANKING_VERSION = "23"
"""Changes whenever any ranking may come out otherwise than before."""

DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Hold the settings of a ranking. `mmr_lambda` is 1 for relevance alone, less for variety."""

    weights: Weights = field(default_factory=Weights)
    gate: Gate = field(default_factory=Gate)
    limit: int = 10
    budget_tokens: int = 20_000
    mmr_lambda: float = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Hold one result: its score, what the score is made of, and what it stands for.

    `paired` are the item ids of the belief or turn that count as the same result. `superseded`
    says that what is asked of this turn has been replaced.
    """

    candidate: Candidate
    score: float
    parts: tuple[LaneScore, ...]
    paired: tuple[str, ...] = ()
    superseded: bool = False


class Unplaced(NamedTuple):
    """Hold one candidate that is not among the results, and why."""

    candidate: Candidate
    score: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """Hold the outcome of a ranking. `abstention` is the reason for having no results."""

    results: tuple[Placed, ...] = ()
    dropped: tuple[Unplaced, ...] = ()
    abstention: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """Hold the candidates with their scores, before they are told apart by their vectors.

    `pool` is in the order of item ids; `kept` are the indices of what has anything to do with the
    question, best first. `abstention` is the reason for answering nothing.
    """

    pool: tuple[Candidate, ...] = ()
    signals: Signals | None = None
    extras: Mapping[str, Floats] = field(default_factory=dict)
    scores: Floats = field(default_factory=lambda: np.zeros(0))
    kept: Indices = field(default_factory=lambda: np.zeros(0, dtype=np.intp))
    abstention: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Hold what is answered, before it is told: indices into the pool of what was weighed.

    `final` are the scores of what was placed, `taken` the results in order, `absorbed` what each
    of them stands for besides itself, `passed` why each other candidate is none.
    """

    weighed: Weighed
    final: Mapping[int, float]
    taken: Sequence[int] = ()
    absorbed: Mapping[int, Sequence[int]] = field(default_factory=dict)
    passed: Mapping[int, str]

    @property
    def results(self) -> list[Candidate]:
        """The candidates that are results, in order."""
        return [self.weighed.pool[index] for index in self.taken]


def weigh(
    candidates: Iterable[Candidate],
    *,
    question: QuestionRead,
    words: Words,
    valid_at: datetime,
    settings: Ranking,
) -> Weighed:
    """Score the union of the lanes: the same candidates are scored alike, in any order.

    Scores are rounded to six decimals. Neighbours that are to lend support must be among the
    candidates. About a millisecond for 200 candidates.
    """
    pool = tuple(sorted(candidates, key=attrgetter("item_id")))
    if not pool:
        return Weighed(abstention="nothing was found")
    asked = question.asked_by(each.names for each in pool if each.kind == "episode")
    signals = measure(pool, asked, words)
    scores, extras = _scored(pool, signals, valid_at, settings.weights)
    reason = abstention(pool, signals, settings.gate)
    related_ones = np.flatnonzero(related(pool, signals, settings.gate))
    return Weighed(
        pool=pool,
        signals=signals,
        extras=extras,
        scores=scores,
        kept=_best_first(scores, np.arange(0) if reason else related_ones),
        abstention=reason,
    )


def settle(weighed: Weighed, settings: Ranking) -> Settled:
    """Put what was weighed in order and choose the results; ties go to the lesser item id."""
    pool, scores = weighed.pool, weighed.scores
    if weighed.abstention is not None:
        return Settled(
            weighed=weighed,
            final=dict(enumerate(scores.tolist())),
            passed=dict.fromkeys(range(len(pool)), "the gate is closed"),
        )
    final = _diversified(pool, scores, weighed.kept, settings)
    standing, absorbed = paired(_falling(final, final), pool)
    taken, passed = packed(
        standing, pool, budget_tokens=settings.budget_tokens, limit=settings.limit
    )
    for host, guests in absorbed.items():
        passed.update((g, f"one result with {pool[host].item_id}") for g in guests)
    unrelated = "shares no word, meaning or link with the question"
    passed.update((index, unrelated) for index in range(len(pool)) if index not in final)
    return Settled(weighed=weighed, final=final, taken=taken, absorbed=absorbed, passed=passed)


def told(settled: Settled) -> Ranked:
    """Tell what each score is made of, and why the others are no results."""
    pool, final, weighed = settled.weighed.pool, settled.final, settled.weighed
    return Ranked(
        abstention=weighed.abstention,
        results=tuple(
            Placed(
                candidate=pool[i],
                score=final[i],
                parts=parts,
                paired=tuple(pool[g].item_id for g in settled.absorbed.get(i, ())),
                superseded=pool[i].is_superseded,
            )
            for i, parts in zip(settled.taken, _parts(weighed, settled.taken), strict=True)
        ),
        dropped=tuple(
            Unplaced(
                candidate=pool[i],
                score=final[i] if i in final else float(weighed.scores[i]),
                reason=settled.passed[i],
            )
            for i in _falling(settled.passed, final)
        ),
    )


def _falling(indices: Iterable[int], final: Mapping[int, float]) -> list[int]:
    """Order indices by falling score, those without one last, and alike ones by item id, as in the pool."""
    return sorted(sorted(indices), key=lambda index: final.get(index, -np.inf), reverse=True)


def _scored(
    pool: Sequence[Candidate], signals: Signals, valid_at: datetime, weights: Weights
) -> tuple[Floats, dict[str, Floats]]:
    ages = decay.ages_at(pool, valid_at)
    extras = {
        "affinity": affinity(pool),
        "doubt": decay.doubt(pool, ages),
        "recency": decay.recency(ages),
    }
    scores = (
        fuse(signals, weights)
        + extras["affinity"]
        - weights.confidence * extras["doubt"]
        + weights.recency * extras["recency"]
    )
    return np.round(scores, DECIMALS), extras


def _best_first(scores: Floats, kept: Indices) -> Indices:
    """Order by falling score; candidates come sorted by item id, and a stable sort keeps that."""
    order: Indices = kept[np.argsort(-scores[kept], kind="stable")]
    return order


def _diversified(
    pool: Sequence[Candidate], scores: Floats, order: Indices, settings: Ranking
) -> dict[int, float]:
    if not order.size:
        return {}
    varied = marginal(scores, pool, order, settings.mmr_lambda)
    placed = below_successors(seated(varied, pool), pool)
    return {index: round(score, DECIMALS) for index, score in placed}


def _parts(weighed: Weighed, indices: Sequence[int]) -> list[tuple[LaneScore, ...]]:
    """Return what the score of each of some candidates is made of."""
    signals = weighed.signals
    if signals is None:
        return []
    measured = {
        "words": signals.words,
        "words_around": signals.words_around,
        "cosine": signals.cosine,
        "cosine_around": signals.cosine_around,
        "named": signals.named,
        "time": signals.time,
        "tags": signals.tags,
        "covered": signals.covered,
        **weighed.extras,
    }
    rows = np.array(list(measured.values()))[:, indices].T.tolist()
    return [
        tuple(
            LaneScore(name=name, value=round(value, DECIMALS))
            for name, value in zip(measured, row, strict=True)
        )
        for row in rows
    ]
