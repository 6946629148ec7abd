"""Ask what the pages cite that fit a question, and what the reader's snapshot cites: two lanes of recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from pgvector import HalfVector

from muniment.store.work import Pending, Work

PAGES_MAX: Final = 5
DISTANCE_MAX: Final = -0.4
"""How near a page is to a question that does not name it, if it is to count."""


class CitedRow(NamedTuple):
    """A unit that a page cites, the lane that the page belongs to, and how near the unit is."""

    lane: str
    unit_no: int
    distance: float | None


async def ask_cited(
    work: Work,
    where: Mapping[str, object],
    embedder_no: int,
    vector: HalfVector | None,
    names: Sequence[str],
    terms: Sequence[str],
) -> Pending[CitedRow]:
    """Queue the question what fitting pages cite, by the revisions that were known at the basis.

    A page fits that is about an entity of the question, whose title's words are all in it, or
    that is near to it.
    """
    return await work.send(
        "lane_pages",
        CitedRow,
        embedder_no=embedder_no,
        vector=vector,
        names=list(names),
        terms=list(terms),
        distance_max=DISTANCE_MAX,
        pages_max=PAGES_MAX,
        **where,
    )


def by_lane(rows: Sequence[CitedRow]) -> dict[str, list[int]]:
    """Return the units of each of the two lanes, best page first, each once."""
    return {
        lane: list(dict.fromkeys(row.unit_no for row in rows if row.lane == lane))
        for lane in ("pages", "snapshot")
    }
