"""What becomes a candidate of what the lanes found."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import UUID

from muniment.recall.lane_rows import Labelled, Unit, candidate_of

UNIT = Unit(
    unit_no=1,
    id=UUID(int=1),
    kind="memory",
    item_id=str(UUID(int=1)),
    valid_from=datetime(2026, 5, 1, tzinfo=UTC),
    valid_until=None,
    names=("ada",),
    asks=False,
    session_id=None,
    position=None,
    confidence=1.0,
    is_contested=False,
    token_count=10,
    length=0,
)


def test_what_a_page_cites_is_cited_and_waits_for_nothing() -> None:
    found = candidate_of(UNIT, (0,), 5, Labelled(), -0.5, None, is_cited=True)
    assert found.cited
    assert not found.successors
