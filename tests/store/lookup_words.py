"""Short words for tests of reading: days of one year, and beliefs about Mike."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from muniment.access.principal import Principal
from muniment.model.ids import MemoryId
from muniment.model.writes import Draft
from tests.database import Desk


def day(month: int, number: int = 1) -> datetime:
    """Return a midnight of 2021, which has passed."""
    return datetime(2021, month, number, tzinfo=UTC)


def lives_in(city: str, since: datetime, **others: object) -> Draft:
    """Return that Mike lives in a city."""
    said = Draft(content=f"Mike lives in {city}", entity="Mike", category="city", valid_from=since)
    return replace(said, **others)  # type: ignore[arg-type]  # the tests name fields of a draft


async def add(desk: Desk, *drafts: Draft, principal: Principal | None = None) -> list[MemoryId]:
    """Add beliefs in one transaction and return their ids."""
    written = await desk.ledger.add_many(principal or desk.principal, drafts)
    return [each.id for each in written]
