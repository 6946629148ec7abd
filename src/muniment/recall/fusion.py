"""Weigh the lanes against each other: one score from everything known about a candidate."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from itertools import accumulate
from typing import Final

import numpy as np

from muniment.errors import UnknownSetting
from muniment.model.names import folded
from muniment.model.recalled import LaneScore
from muniment.recall import support
from muniment.recall.candidates import Candidate, Words
from muniment.recall.question import QuestionRead
from muniment.recall.support import Floats
from muniment.temporal.period import Period, in_time_order
from muniment.temporal.utc import ENDING

NEARNESS = timedelta(days=7)

USUAL: Final[Mapping[str, float]] = {
    "words": 0.6,
    "words_around": 1.2,
    "cosine": 0.09,
    "cosine_around": 0.07,
    "length": 0.49,
}
"""How far each signal usually deviates among the candidates of a question.

Medians over a conversation's questions; of the words half of that, since what a word counts for
grows with the store.
"""

USUAL_WEIGHT: Final = 10
"""As many candidates as what is usual counts for: it decides among three, and hardly among hundreds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Hold what each signal counts for. The scores of a lane are standardised first.

    The defaults are the rounded mean of weights fitted on two conversations at a time, each proven
    on the third; those of beliefs (`words_alone` and its like) were chosen on what five people had
    written down and proven on what five others had; `cosine` is more than was fitted with MiniLM as it
    was published, as questions in other words want it of the default embedder (`benchmarks/questions`);
    `tags`, `confidence` and `recency` are set by hand.
    """

    words_alone: float = 0.1  # a belief has no window, and says one thing in few words
    covered_alone: float = 1.3  # which part of the question's words it has counts for more
    cosine_alone: float = 1.0  # it is one sentence about one thing, as most questions are
    words: float = 0.1  # the turn's own BM25: what is left of it beside its window
    words_around: float = 0.8  # an answer shares few words with its question, its exchange many
    cosine: float = 0.7  # meaning, where the words differ
    cosine_around: float = 0.4  # short turns say little alone
    named: float = 1.2  # a question about one person is mostly answered by that person
    length: float = 0.4  # a long turn carries more to be asked about than a greeting
    asks: float = -1.2  # a turn that asks seldom answers
    time: float = 3.8  # a date in the question is rarely there by chance
    tags: float = 0.3  # a tag is somebody's word that this is the subject
    confidence: float = 0.5  # doubt costs as much as half a deviation of a lane
    recency: float = 0.1  # breaks near-ties for what was learnt last

    def of_belief(self, lane: str) -> float:
        """Return what the standard score of a lane counts for where a unit has no neighbours."""
        return {"words": self.words_alone, "cosine": self.cosine_alone}.get(lane, 0.0)

    def told(self) -> tuple[LaneScore, ...]:
        """Return the weights as a receipt tells them."""
        return tuple(
            LaneScore(name=item.name, value=getattr(self, item.name)) for item in fields(self)
        )

    def with_changes(self, changes: Mapping[str, float]) -> Weights:
        """Return the weights with some replaced.

        Raises:
            UnknownSetting: a name is no weight.
        """
        known = [field.name for field in fields(self)]
        for name in changes:
            if name not in known:
                raise UnknownSetting(
                    f"recall.weights has {name!r}. It may have {', '.join(known)}."
                )
        return replace(self, **dict(changes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """Hold one array per signal, each of the length of the candidates, as measured."""

    alone: Floats
    words: Floats
    words_around: Floats
    cosine: Floats
    cosine_around: Floats
    named: Floats
    length: Floats
    asks: Floats
    time: Floats
    tags: Floats
    covered: Floats


def measure(candidates: Sequence[Candidate], question: QuestionRead, words: Words) -> Signals:
    """Measure every signal of every candidate. Needs their neighbours among them."""
    alone = np.array([c.session_id is None for c in candidates], dtype=np.float64)
    counts = np.array([c.term_counts for c in candidates], dtype=np.float64)
    counts = support.told_by(counts, words, alone)
    counts = _credited(counts, candidates, question, words)
    lengths = np.array([c.length for c in candidates], dtype=np.float64)
    near = support.around(candidates, support.WORDS_REACH)
    nearest = support.nearer(near, support.COSINE_REACH)
    rarities = support.rarity(words)
    cosine = _cosines(candidates)
    return Signals(
        alone=alone,
        words=support.bm25(counts, lengths, rarities, words.length_mean),
        words_around=support.words_around(
            counts, lengths, rarities, words.length_mean, near, alone
        ),
        cosine=cosine,
        cosine_around=support.cosine_around(cosine, nearest),
        named=_named(candidates, question),
        length=np.where(alone > 0, np.nan, np.log1p(lengths)),
        asks=np.array([c.asks for c in candidates], dtype=np.float64),
        time=_nearness(candidates, question.windows),
        tags=np.minimum(np.array([c.tag_hits for c in candidates], dtype=np.float64), 2.0),
        covered=_covered(counts, near, rarities, question.names_among(words.terms)),
    )


def fuse(signals: Signals, weights: Weights) -> Floats:
    """Add the signals up: lanes as standard scores, the yes-or-no signals as they are."""
    alone = signals.alone > 0
    score: Floats = (
        sum(
            np.where(alone, weights.of_belief(name), getattr(weights, name))
            * standardised(getattr(signals, name), usual)
            for name, usual in USUAL.items()
        )
        + weights.covered_alone * signals.alone * signals.covered
        + weights.named * signals.named
        + weights.asks * signals.asks
        + weights.time * signals.time
        + weights.tags * signals.tags
    )
    return score


def standardised(values: Floats, usual: float) -> Floats:
    """Return the values as z-scores; a missing one (NaN) is taken for the mean.

    Values that are all alike tell nothing: they are all 0. The variance is drawn towards that of
    the `usual` deviation, as far as there are few values: two that are nearly alike stay so.
    """
    missing = np.isnan(values)
    known = values[~missing]
    if not known.size:
        return np.zeros_like(values)
    offsets = known - known.sum() / known.size
    squares = (offsets * offsets).sum()
    if squares < 1e-18 * known.size:
        return np.zeros_like(values)
    variance = (squares + USUAL_WEIGHT * usual * usual) / (known.size + USUAL_WEIGHT)
    scores = np.zeros_like(values)
    scores[~missing] = offsets / np.sqrt(variance)
    return scores


def _cosines(candidates: Sequence[Candidate]) -> Floats:
    values = np.array(
        [np.nan if c.cosine is None else c.cosine for c in candidates], dtype=np.float64
    )
    known = values[~np.isnan(values)]
    filled: Floats = np.nan_to_num(values, nan=float(known.mean()) if known.size else 0.0)
    return filled


def _credited(
    counts: Floats, candidates: Sequence[Candidate], question: QuestionRead, words: Words
) -> Floats:
    """Count the words that mean somebody by other names ("Mike's sister") for what names them."""
    for said, names in question.said_of(words.terms):
        about = [not names.isdisjoint(candidate.names) for candidate in candidates]
        both = np.ix_(about, said)
        counts[both] = np.maximum(counts[both], 1.0)
    return counts


def _named(candidates: Sequence[Candidate], question: QuestionRead) -> Floats:
    """Mark the candidates that somebody named in the question says, or that are about them.

    A fact that only says who is meant is not about them.
    """
    if not question.names:
        return np.zeros(len(candidates))
    spellings = {name for candidate in candidates for name in candidate.names}
    asked = {name for name in spellings if folded(name) in question.names}
    leading = question.leading
    marks = [
        not asked.isdisjoint(each.names) and frozenset(each.names) not in leading
        for each in candidates
    ]
    return np.array(marks, dtype=np.float64)


def _nearness(candidates: Sequence[Candidate], windows: Sequence[Period]) -> Floats:
    """Return 1 within the question's windows, falling by the factor e for each week outside.

    People tell of a day some days later: a window that stopped at its last day would miss them.
    """
    if not windows:
        return np.zeros(len(candidates))
    ordered = sorted(windows, key=in_time_order)
    starts = [window.start for window in ordered]
    ends = list(accumulate((window.end or ENDING for window in ordered), max))
    gaps = (_gap(c.valid_from, _until(c), starts, ends) for c in candidates)
    return np.array([float(np.exp(-(gap / NEARNESS))) for gap in gaps])


def _until(candidate: Candidate) -> datetime | None:
    return candidate.valid_from if candidate.kind == "episode" else candidate.valid_until


def _gap(
    start: datetime,
    until: datetime | None,
    starts: Sequence[datetime],
    ends: Sequence[datetime],
) -> timedelta:
    """Return how long it is to the nearest window. `ends` are the latest of those that started by then.

    A belief that ended before a window starts, if only as it does, is far from it: it no longer held. So is
    one that begins after a window ends: it did not hold yet.
    """
    ends_before = until is not None and until > start
    least = NEARNESS if ends_before else timedelta(0)
    started = (
        len(starts)
        if until is None
        else (bisect_left if ends_before else bisect_right)(starts, until)
    )
    gaps = []
    if started:
        after = start - ends[started - 1]
        is_late = until != start and after >= timedelta(0)
        gaps.append(max(after, NEARNESS if is_late else timedelta(0)))
    if until is not None and started < len(starts):
        gaps.append(max(starts[started] - until, least))
    return min(gaps)


def _covered(
    counts: Floats, near: support.Indices, rarities: Floats, names: Sequence[bool]
) -> Floats:
    """Return which part of the question's words, by rarity, occurs in each window.

    Names do not count: that we know a person does not mean that we know the answer.
    """
    kept = np.array([not name for name in names], dtype=bool)
    if not kept.any():
        kept[:] = True
    asked = np.where(kept, rarities, 0.0)
    total = float(asked.sum())
    if total <= 0.0:
        return np.zeros(len(counts))
    found = support.spread((counts > 0).astype(np.float64), near).max(axis=1)
    return support.added_up(found, asked) / total
