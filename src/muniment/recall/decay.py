"""Let doubtful and old beliefs fall, relative to the basis and never to the clock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np

from muniment.recall.candidates import Candidate
from muniment.recall.support import Floats

HALF_LIFE = timedelta(days=180)


def doubt(candidates: Sequence[Candidate], ages: Floats) -> Floats:
    """Return how much confidence each candidate of an age lacks, from 0 (none) to 1.

    1 - c^(1 + age / 180 days): what was certain stays so, what was doubtful fades with age. The
    age runs from `valid_from`. Turns, being what was said, do not fade: their confidence is 1.
    """
    confidences = np.array([c.confidence for c in candidates], dtype=np.float64)
    return 1.0 - np.clip(confidences, 0.0, 1.0) ** (1.0 + ages)


def recency(ages: Floats) -> Floats:
    """Return 1 for what has just begun, half of that for each 180 days of age."""
    gained: Floats = 0.5**ages
    return gained


def ages_at(candidates: Sequence[Candidate], valid_at: datetime) -> Floats:
    """Return how old each candidate is at `valid_at`, in half-lives; never negative."""
    ages = [(valid_at - c.valid_from) / HALF_LIFE for c in candidates]
    return np.maximum(np.array(ages, dtype=np.float64), 0.0)
