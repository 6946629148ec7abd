"""Say nothing where there is nothing to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from muniment.recall.candidates import Candidate
from muniment.recall.fusion import Signals

COVERED_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Hold what a recall must reach to be an answer at all.

    A question's relevance is the best cosine plus half of its greatest coverage: the part of its
    words, weighed by rarity and names apart, that one window holds. What is about whom it names
    may be less near by `named_gain`. `relevance_min` lets pass questions about what the store
    speaks of, and stops those about things it never heard of. It is set for the default embedder:
    another one's cosines may lie higher. `covered_min` judges alone where there are no vectors.
    """

    relevance_min: float = 0.33
    named_gain: float = 0.12
    covered_min: float = 0.35
    cosine_unrelated: float = 0.025


def abstention(candidates: Sequence[Candidate], signals: Signals, gate: Gate) -> str | None:
    """Return why nothing of what was found should be answered, or None if something may be."""
    if any(candidate.tag_hits for candidate in candidates):
        return None
    covered = float(signals.covered.max())
    cosines = [c.cosine for c in candidates if c.cosine is not None]
    if not cosines:
        if covered >= gate.covered_min:
            return None
        return f"without vectors, {covered:.2f} of the question's words is too little to go by"
    nearness, is_named = max(
        (c.cosine + gate.named_gain * named, named > 0)
        for c, named in zip(candidates, signals.named.tolist(), strict=True)
        if c.cosine is not None
    )
    relevance = nearness + COVERED_SHARE * covered
    if relevance >= gate.relevance_min:
        return None
    return (
        f"nothing is close to the question: relevance {relevance:.2f}, at least "
        f"{gate.relevance_min:.2f} is asked (best cosine {max(cosines):.2f}, words {covered:.2f}"
        f"{', about whom is asked' if is_named else ''})"
    )


def related(candidates: Sequence[Candidate], signals: Signals, gate: Gate) -> npt.NDArray[np.bool_]:
    """Tell which candidates have anything to do with the question: a word, a meaning, a link."""
    linked = np.array(
        [c.tag_hits > 0 or c.hops is not None or c.cited for c in candidates], dtype=bool
    )
    kept: npt.NDArray[np.bool_] = (
        (signals.words_around > 0.0)
        | (signals.cosine_around >= gate.cosine_unrelated)
        | (signals.time > 0.5)
        | linked
    )
    return kept
