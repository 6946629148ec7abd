from __future__ import annotations

import numpy as np

from muniment.bench.weighing import FITTED, Sample, fit


def sample(seed: int, *, evidence: int, telling: str) -> Sample:
    """Make candidates of which one signal tells the evidence, and the others are noise."""
    signals = np.random.default_rng(seed).standard_normal((40, len(FITTED)))
    signals[:, FITTED.index(telling)] = 0.0
    signals[evidence, FITTED.index(telling)] = 2.0
    return Sample(signals=signals, is_evidence=np.arange(40) == evidence)


def test_the_signal_that_tells_the_evidence_gets_the_weight() -> None:
    samples = [sample(seed, evidence=seed % 40, telling="cosine") for seed in range(60)]

    weights = fit(samples)

    assert weights["cosine"] > 2.0
    assert all(abs(value) < 0.5 for name, value in weights.items() if name != "cosine")


def test_the_same_samples_give_the_same_weights() -> None:
    samples = [sample(seed, evidence=3, telling="time") for seed in range(10)]

    assert fit(samples) == fit(samples)


def test_a_question_whose_evidence_no_lane_found_teaches_nothing() -> None:
    lost = Sample(signals=np.ones((5, len(FITTED))), is_evidence=np.zeros(5, dtype=bool))
    samples = [sample(seed, evidence=3, telling="time") for seed in range(10)]

    assert fit([*samples, lost])["time"] > 1.0
