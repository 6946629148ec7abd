"""Fit fusion weights on some conversations and prove them on another, with the product's own signals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np
import numpy.typing as npt
from anyio.from_thread import start_blocking_portal
from pgvector import HalfVector
from rich.console import Console

from muniment.bench.conversations import Outcome, Told, outcome
from muniment.bench.scores import Measured
from muniment.bootstrap.wiring import opened
from muniment.ingest.conversation import Question as Asked
from muniment.operations.services import Services
from muniment.recall.candidates import Candidate, Words
from muniment.recall.fusion import USUAL, Weights, measure, standardised
from muniment.recall.gathered import Sought
from muniment.recall.grounds import Ask, Grounds, question_on, read_grounds
from muniment.recall.hydration import pair
from muniment.recall.lanes import ask_words, found, gather_near, gather_words
from muniment.recall.question import QuestionRead
from muniment.recall.ranking import Ranking, settle, weigh
from muniment.settings import Settings

Floats = npt.NDArray[np.float64]

PLAIN: Final = ("named", "asks", "time")
FITTED: Final = (*USUAL, *PLAIN)
"""The signals whose weights are fitted; the others say nothing about turns, and stay as they are."""

DECAY: Final = 0.002
STEPS: Final = 300
STEP: Final = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The fitted signals of a question's candidates, and which of these are evidence."""

    signals: Floats
    """Shape (candidates, fitted signals)."""
    is_evidence: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question and all that the lanes found for it."""

    asked: Asked
    question: QuestionRead
    words: Words
    candidates: tuple[Candidate, ...]
    sources: dict[str, str]
    grounds: Grounds
    sample: Sample


def leave_one_out(console: Console, settings: Settings, conversations: Sequence[Told]) -> Measured:
    """Rank each conversation's questions with weights fitted on the others; print those weights."""
    with (
        start_blocking_portal("asyncio") as portal,
        portal.wrap_async_context_manager(opened(settings)) as services,
    ):
        cases = [
            [portal.call(_case, services, told, each) for each in told.questions]
            for told in conversations
        ]
    measured: Measured = []
    for held_out, told in enumerate(conversations):
        weights = fit(
            [case.sample for at, some in enumerate(cases) if at != held_out for case in some]
        )
        shown = ", ".join(f"{name} {value:.2f}" for name, value in weights.items())
        console.print(f"for {told.conversation.name}, fitted on the others: {shown}")
        ranking = Ranking(weights=Weights().with_changes(weights), limit=settings.recall.limit)
        measured.append((told, [_ranked(told, case, ranking) for case in cases[held_out]]))
    return measured


def fit(samples: Sequence[Sample]) -> dict[str, float]:
    """Return the weights under which evidence is likeliest to be drawn first.

    Each candidate is drawn with a probability proportional to exp(score), the score being linear
    in the signals (Cao et al., Learning to Rank: From Pairwise Approach to Listwise Approach,
    2007). The gradient is followed by Adam (Kingma and Ba, 2015), with a slight pull to zero; the
    loss is convex, and the same samples give the same weights.
    """
    weights = np.full(len(FITTED), 0.3)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    useful = [sample for sample in samples if sample.is_evidence.any()]
    for step in range(1, STEPS + 1):
        gradient = DECAY * weights
        for sample in useful:
            score = sample.signals @ weights
            odds = np.exp(score - score.max())
            odds /= odds.sum()
            wanted = sample.is_evidence / sample.is_evidence.sum()
            gradient = gradient + sample.signals.T @ (odds - wanted) / len(samples)
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        moved = (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-9)
        weights = weights - STEP * moved
    return {name: round(float(value), 4) for name, value in zip(FITTED, weights, strict=True)}


async def _case(services: Services, told: Told, asked: Asked) -> Case:
    principal = services.principal
    ask = Ask(query=asked.question, namespace=told.namespace, valid_at=asked.asked_at)
    async with services.store.reading(principal.as_setting()) as work:
        grounds = await read_grounds(work, principal, ask, services.settings.language)
        question = question_on(grounds, ask)
        assert services.embedder is not None, "the benchmark's settings name an embedder"
        vector = HalfVector(await services.embedder.embed_query(question.topic))
        sought = Sought.on(grounds, principal.tenant_id, services.settings.recall.candidates_max)
        gathered = await gather_words(sought, await ask_words(work, sought))
        await gather_near(work, sought, gathered, vector)
        lanes = await found(work, sought, gathered, vector)
        language = services.settings.language
        pairs = await pair(work, principal.tenant_id, grounds, lanes, language)
    sources = {str(episode_id): source for source, episode_id in told.episodes.items()}
    return Case(
        asked=asked,
        question=question,
        words=lanes.words,
        candidates=pairs.candidates,
        sources=sources,
        grounds=grounds,
        sample=Sample(
            signals=_signals(pairs.candidates, question, lanes.words),
            is_evidence=np.array(
                [sources[each.item_id] in asked.evidence for each in pairs.candidates], dtype=bool
            ),
        ),
    )


def _signals(candidates: Sequence[Candidate], question: QuestionRead, words: Words) -> Floats:
    if not candidates:
        return np.zeros((0, len(FITTED)))
    signals = measure(candidates, question, words)
    columns = [standardised(getattr(signals, name), usual) for name, usual in USUAL.items()]
    return np.array([*columns, *(getattr(signals, name) for name in PLAIN)]).T


def _ranked(told: Told, case: Case, ranking: Ranking) -> Outcome:
    began = perf_counter()
    weighed = weigh(
        case.candidates,
        question=case.question,
        words=case.words,
        valid_at=case.grounds.basis.valid_at,
        settings=ranking,
    )
    settled = settle(weighed, ranking)
    took = (perf_counter() - began) * 1000
    found = [case.sources[each.item_id] for each in settled.results]
    return outcome(told, case.asked, found, took)
