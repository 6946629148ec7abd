"""Say candidates in few words, for the tests of ranking."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from muniment.recall.candidates import Candidate, Vector, Words
from muniment.recall.question import QuestionRead

NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)
THEN = datetime(2026, 5, 1, tzinfo=UTC)
ANYTHING = QuestionRead(text="anything?", topic="anything?")
ONE_RARE_WORD = Words(terms=("heron",), unit_counts=(1,), units=10, length_mean=10.0)


def toward(*parts: float) -> Vector:
    """Return a vector in that direction, of length one."""
    vector = np.array(parts, dtype=np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def belief(
    item_id: str,
    *,
    cosine: float | None = 0.5,
    heron: int = 0,
    sources: Sequence[str] = (),
    confidence: float = 1.0,
    valid_from: datetime = THEN,
    hops: int | None = None,
    tokens: int = 10,
    vector: Vector | None = None,
    names: Sequence[str] = (),
) -> Candidate:
    return Candidate(
        unit_no=1,
        kind="memory",
        item_id=item_id,
        valid_from=valid_from,
        cosine=cosine,
        vector=vector,
        term_counts=(heron,),
        length=10,
        hops=hops,
        names=tuple(names),
        confidence=confidence,
        token_count=tokens,
        sources=tuple(sources),
    )


def turn(
    item_id: str,
    session: str,
    position: int,
    *,
    cosine: float | None = 0.5,
    heron: int = 0,
    speaker: str = "Ada",
    asks: bool = False,
    successors: Sequence[str] = (),
    valid_from: datetime = THEN,
) -> Candidate:
    return Candidate(
        unit_no=1,
        kind="episode",
        item_id=item_id,
        valid_from=valid_from,
        cosine=cosine,
        term_counts=(heron,),
        length=10,
        names=(speaker,),
        asks=asks,
        session_id=session,
        position=position,
        token_count=10,
        successors=tuple(successors),
        is_superseded=bool(successors),
    )
