"""Say nothing where there is nothing to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from muniment.recall.candidates import Candidate
from muniment.recall.fusion import Signals


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Hold what a recall must reach to be an answer at all.

    The floors were set so that a question about the store's own subjects passes and one about
    things it never heard of does not: the best cosine, and the rarity-weighted part of the
    question's words, names apart, that one window holds. Either is enough.
    """

    cosine_min: float = 0.30
    covered_min: float = 0.50
    cosine_unrelated: float = 0.05


def abstention(candidates: Sequence[Candidate], signals: Signals, gate: Gate) -> str | None:
    """Return why nothing should be answered, or None if something may be."""
    if not candidates:
        return "nothing was found"
    if any(c.tag_hits for c in candidates):
        return None
    cosine = max((c.cosine for c in candidates if c.cosine is not None), default=0.0)
    covered = float(signals.covered.max())
    if cosine >= gate.cosine_min or covered >= gate.covered_min:
        return None
    return (
        f"nothing is close to the question: best cosine {cosine:.2f} (at least "
        f"{gate.cosine_min:.2f} is asked), {covered:.0%} of its words known together (at least "
        f"{gate.covered_min:.0%})"
    )


def related(candidates: Sequence[Candidate], signals: Signals, gate: Gate) -> npt.NDArray[np.bool_]:
    """Tell which candidates have anything to do with the question: a word, a meaning, a link."""
    linked = np.array([c.tag_hits > 0 or c.hops is not None for c in candidates], dtype=bool)
    kept: npt.NDArray[np.bool_] = (
        (signals.words_around > 0.0)
        | (signals.cosine_around >= gate.cosine_unrelated)
        | (signals.time > 0.5)
        | linked
    )
    return kept
