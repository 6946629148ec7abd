"""Keep one subject, or one session, from taking every place."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from muniment.recall.candidates import Candidate
from muniment.recall.support import Floats, Indices

POOL = 50
SEATS = 5
KEPT = 3
MARGIN = 0.8
"""How far ahead a turn stays before those of other sessions, in score."""

_AT_ONCE = 96
"""Dimensions of one product: 50 x 50 x 96 stays below what OpenBLAS shares among threads (2¹⁸)."""


def marginal(
    scores: Floats, candidates: Sequence[Candidate], order: Indices, balance: float
) -> list[tuple[int, float]]:
    """Choose by maximal marginal relevance; return (index, marginal score), best first.

    Carbonell and Goldstein 1998: λ · relevance - (1 - λ) · greatest cosine to what is chosen, with
    the relevance of the first 50 of `order` scaled to 0 to 1. The marginal score is stretched back
    to the scale of the scores, and falls or stays at every step. What lies beyond the pool follows
    in its own order. A candidate without a vector resembles nothing.
    """
    pool = order[:POOL]
    best, worst = float(scores[pool[0]]), float(scores[pool[-1]])
    reach = best - worst
    if reach < 1e-9 or len(pool) < 2 or balance >= 1.0:
        return [(int(i), float(scores[i])) for i in order]
    relevance = (scores[pool] - worst) / reach
    likeness = _likeness([candidates[i] for i in pool])
    # Rounding and taking away keep the order: the greatest penalty leaves the least.
    penalties = ((1 - balance) * np.maximum(likeness, 0.0)).round(9)
    gain = (balance * relevance).round(9)
    left = list(gain - penalties)
    stretched = max(balance, 0.01)
    indices: list[int] = pool.tolist()
    chosen: list[tuple[int, float]] = []
    for _ in indices:
        pick = int(gain.argmax())
        chosen.append((indices[pick], worst + reach * gain.item(pick) / stretched))
        gain[pick] = -np.inf
        np.minimum(gain, left[pick], out=gain)
    drop = min(chosen[-1][1] - worst, 0.0)
    return chosen + [(int(i), float(scores[i]) + drop) for i in order[POOL:]]


def seated(
    ranked: Sequence[tuple[int, float]], candidates: Sequence[Candidate]
) -> list[tuple[int, float]]:
    """Give the turns in the first five places to different sessions, as far as that costs little.

    One of a session that has a place already stays among the first three where it is ahead of the next one of
    another session by the `MARGIN`. What belongs to no session keeps its place. The scores stay with the places, so that
    they still fall.
    """
    sessions = {index: candidates[index].session_id for index, _ in ranked}
    scores = dict(ranked)
    turns = [index for index, session in sessions.items() if session is not None]
    places = sum(sessions[index] is not None for index, _ in ranked[:SEATS])
    front: list[int] = []
    while len(front) < places:
        waiting = [index for index in turns if index not in front]
        seen = {sessions[index] for index in front}
        best = waiting[0]
        other = next((each for each in waiting if sessions[each] not in seen), best)
        keeps = len(front) < KEPT and scores[best] - scores[other] >= MARGIN
        front.append(best if keeps else other)
    order = iter(dict.fromkeys([*front, *turns]))
    return [(index if sessions[index] is None else next(order), score) for index, score in ranked]


def _likeness(candidates: Sequence[Candidate]) -> Floats:
    """Return the cosines of unit vectors, a few dimensions at a time.

    A larger product would be shared among threads, which then keep a core busy for 20 ms in wait
    for more: the database's, where there are two. Products of half floats add up exactly in
    float64, so the parts may be added in any order.
    """
    size = next((len(c.vector) for c in candidates if c.vector is not None), 0)
    vectors = np.zeros((len(candidates), size))
    for row, candidate in enumerate(candidates):
        if candidate.vector is not None:
            vectors[row] = candidate.vector
    likeness = np.zeros((len(candidates), len(candidates)))
    for start in range(0, size, _AT_ONCE):
        part = vectors[:, start : start + _AT_ONCE]
        likeness += part @ part.T
    return likeness
