"""Lift what the graph connects to the question's entities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from muniment.recall.candidates import Candidate
from muniment.recall.support import Floats

BY_HOPS = (0.30, 0.20, 0.10)
UNREACHABLE = -0.05


def affinity(candidates: Sequence[Candidate]) -> Floats:
    """Return what each candidate gains: +0.30, +0.20, +0.10 for 0, 1, 2 hops, -0.05 beyond.

    If nothing can be reached, the graph knows nothing of what is asked and nobody is punished.
    The steps are Attestor's.
    """
    if all(candidate.hops is None for candidate in candidates):
        return np.zeros(len(candidates))
    return np.array([_gain(candidate.hops) for candidate in candidates], dtype=np.float64)


def _gain(hops: int | None) -> float:
    if hops is None or hops >= len(BY_HOPS):
        return UNREACHABLE
    return BY_HOPS[hops]
