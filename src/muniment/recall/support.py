"""Let a turn inherit from the turns around it, from what they score themselves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from muniment.recall.candidates import Candidate, Words

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

SATURATION = 1.2
LENGTH_NORM = 0.75
WORDS_REACH = 2
COSINE_REACH = 1

_POSITIONS_MAX = 1 << 32
"""More than a session has positions."""


def around(candidates: Sequence[Candidate], reach: int) -> Indices:
    """Return, for each candidate, the indices of its window: itself, then its neighbours.

    The shape is (candidates, 2 · reach + 1). A neighbour that is not among the candidates, and
    every neighbour of a belief, has the index `len(candidates)`: a row of zeros.
    """
    nobody = len(candidates)
    window = np.full((nobody, 2 * reach + 1), nobody, dtype=np.intp)
    window[:, 0] = np.arange(nobody)
    turns, keys = _places(candidates)
    if not turns.size:
        return window
    order = np.argsort(keys, kind="stable")
    sorted_keys = keys[order]
    offsets = [step for step in range(-reach, reach + 1) if step]
    for column, step in enumerate(offsets, start=1):
        at = np.searchsorted(sorted_keys, keys + step, side="right") - 1
        is_there = (at >= 0) & (sorted_keys[at] == keys + step)
        window[turns, column] = np.where(is_there, turns[order[at]], nobody)
    return window


def _places(candidates: Sequence[Candidate]) -> tuple[Indices, Indices]:
    """Return which candidates are turns, and a number for the place of each: one more for the next place."""
    sessions: dict[str, int] = {}
    turns, keys = [], []
    for row, candidate in enumerate(candidates):
        if candidate.session_id is not None and candidate.position is not None:
            session = sessions.setdefault(candidate.session_id, len(sessions))
            turns.append(row)
            keys.append(session * _POSITIONS_MAX + candidate.position)
    return np.array(turns, dtype=np.intp), np.array(keys, dtype=np.int64)


def nearer(window: Indices, reach: int) -> Indices:
    """Return the windows of a lesser reach: those that `around` would return."""
    wide = window.shape[1] // 2
    before = range(1 + wide - reach, 1 + wide)
    after = range(1 + wide, 1 + wide + reach)
    return window[:, [0, *before, *after]]


def rarity(words: Words) -> Floats:
    """Return each term's inverse document frequency, never negative.

    ln(1 + (N - n + ½) / (n + ½)): Robertson and Spärck Jones' weight, as Lucene bounds it.
    """
    holding = np.asarray(words.unit_counts, dtype=np.float64)
    return np.log1p((words.units - holding + 0.5) / (holding + 0.5))


def told_by(counts: Floats, words: Words, alone: Floats) -> Floats:
    """Return the counts of the question's own terms, and in a belief what tells of a term's matter for the term.

    A turn is heard in its own words: what it is about, its neighbours say too.
    """
    told = counts[:, : len(words.terms)].copy()
    for place, others in enumerate(words.telling):
        if others:
            said = np.minimum(counts[:, others].max(axis=1), 1.0) * alone
            told[:, place] = np.maximum(told[:, place], said)
    return told


def bm25(counts: Floats, lengths: Floats, rarities: Floats, mean: float) -> Floats:
    """Score texts by the question's terms.

    Okapi BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009) with k₁ = 1.2
    and b = 0.75. `counts` has the shape (texts, terms); `mean` is the mean length of a text.
    """
    if not counts.size:
        return np.zeros(len(lengths))
    ratio = lengths / mean if mean > 0 else np.ones_like(lengths)
    damping = SATURATION * (1 - LENGTH_NORM + LENGTH_NORM * ratio)
    return added_up(counts * (SATURATION + 1) / (counts + damping[:, None]), rarities)


def added_up(values: Floats, rarities: Floats) -> Floats:
    """Add up what each text's terms count for, in the same order whatever stands beside it: a product of matrices does not."""
    total: Floats = (values * rarities).sum(axis=1)
    return total


def spread(values: Floats, window: Indices) -> Floats:
    """Return the values of each window, zero where there is no neighbour."""
    missing = np.zeros((1, *values.shape[1:]))
    found: Floats = np.concatenate([values, missing])[window]
    return found


def words_around(
    counts: Floats, lengths: Floats, rarities: Floats, mean: float, window: Indices, alone: Floats
) -> Floats:
    """Score each turn's window as if it were one text, from summed counts and lengths.

    A belief (`alone` is 1) has no window and keeps the score of its own text. A window that is
    cut short by the ends of its session counts as a short text.
    """
    total = spread(counts, window).sum(axis=1)
    length = spread(lengths, window).sum(axis=1)
    joined = bm25(total, length, rarities, mean * window.shape[1])
    single = bm25(counts, lengths, rarities, mean)
    return np.where(alone > 0, single, joined)


def cosine_around(cosines: Floats, window: Indices) -> Floats:
    """Return the mean cosine of each window's present members."""
    present = (window < len(cosines)).sum(axis=1)
    mean: Floats = spread(cosines, window).sum(axis=1) / present
    return mean
