"""Ask what the pages cite that fit a question, and what the reader's snapshot cites: two lanes of recall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from muniment.recall.lane_rows import CitedRow
from muniment.store.arrays import Texts
from muniment.store.work import Pending, Work

PAGES_MAX: Final = 5
DISTANCE_MAX: Final = -0.4
"""How near a page is to a question that does not name it, if it is to count."""


async def ask_cited(
    work: Work, names: Sequence[str], terms: Sequence[str], measuring: Mapping[str, object]
) -> Pending[CitedRow]:
    """Queue the question what fitting pages cite, by the revisions that were known at the basis.

    A page fits that is about an entity of the question, whose title's words are all in it, or
    that is near to it.
    """
    return await work.send(
        "lane_pages",
        CitedRow,
        names=Texts(names),
        terms=Texts(terms),
        distance_max=DISTANCE_MAX,
        pages_max=PAGES_MAX,
        **measuring,
    )
