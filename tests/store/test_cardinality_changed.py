"""What was told before a category got another cardinality is recognised when it is told again."""

from __future__ import annotations

from datetime import datetime

import pytest

from muniment.ledger.upkeep import set_cardinality
from muniment.model.memory import Cardinality, Outcome
from muniment.model.reading import GetCurrentFacts, GetMemory
from muniment.model.writes import Draft, Written
from muniment.recall.lookup.facts import current_facts
from muniment.recall.lookup.provenance import provenance
from tests.database import Desk
from tests.store.lookup_words import day

ONE, MANY = Cardinality.ONE, Cardinality.MANY


async def tell(desk: Desk, sport: str, since: datetime, until: datetime | None = None) -> Written:
    draft = Draft(
        content=f"Mike plays {sport}", entity="Mike", category="sport", valid_from=since,
        valid_until=until,
    )  # fmt: skip
    (written,) = await desk.ledger.add_many(desk.principal, [draft])
    return written


async def turn(desk: Desk, cardinality: Cardinality) -> None:
    await set_cardinality(desk.ledger, desk.principal, "sport", cardinality)


async def played(desk: Desk, at: datetime) -> list[str]:
    found = await current_facts(desk.store, desk.principal, GetCurrentFacts(valid_at=at))
    return sorted(memory.content.removeprefix("Mike plays ") for memory in found)


@pytest.mark.parametrize("before, after", [(ONE, MANY), (MANY, ONE)])
async def test_the_same_told_again_adds_its_evidence_alone(
    desk: Desk, before: Cardinality, after: Cardinality
) -> None:
    await turn(desk, before)
    first = await tell(desk, "tennis", day(3))
    await turn(desk, after)

    again = await tell(desk, "tennis", day(4))

    assert (again.id, again.outcome, again.displaced) == (first.id, Outcome.NOOP, ())
    assert await played(desk, day(5)) == ["tennis"]
    told = await provenance(desk.store, desk.principal, GetMemory(memory_id=first.id))
    assert [each.valid_from for each in told.evidence] == [day(3), day(4)]


@pytest.mark.parametrize("before, after", [(ONE, MANY), (MANY, ONE)])
async def test_the_same_for_longer_is_told_anew(
    desk: Desk, before: Cardinality, after: Cardinality
) -> None:
    await turn(desk, before)
    first = await tell(desk, "tennis", day(3), day(5))
    await turn(desk, after)

    again = await tell(desk, "tennis", day(4))

    assert again.outcome is Outcome.ADD
    assert again.id != first.id
    assert await played(desk, day(6)) == ["tennis"]


async def test_what_had_ended_is_told_anew_in_the_slot_as_it_is_now(desk: Desk) -> None:
    await turn(desk, MANY)
    first = await tell(desk, "tennis", day(3))
    await desk.ledger.end(desk.principal, first.id, at=day(5))
    await turn(desk, ONE)

    again = await tell(desk, "tennis", day(6))

    assert (again.outcome, await played(desk, day(7))) == (Outcome.ADD, ["tennis"])
    with desk.database.as_admin() as connection:
        rows = connection.execute(
            "SELECT exclusive FROM muniment.versions WHERE memory_id = %s", [again.id]
        ).fetchall()
    assert rows == [(True,)], "one belief at a time is what the constraint sees to"


async def test_what_was_displaced_holds_again_once_many_do(desk: Desk) -> None:
    await turn(desk, ONE)
    await tell(desk, "tennis", day(3))
    await tell(desk, "golf", day(5))
    await turn(desk, MANY)

    again = await tell(desk, "tennis", day(4))

    assert again.outcome is Outcome.ADD
    assert await played(desk, day(6)) == ["golf", "tennis"]


async def test_what_holds_since_many_did_displaces_what_came_since(desk: Desk) -> None:
    await turn(desk, MANY)
    await tell(desk, "tennis", day(3))
    await turn(desk, ONE)
    golf = await tell(desk, "golf", day(5))

    again = await tell(desk, "tennis", day(6))

    assert (again.outcome, again.displaced) == (Outcome.ADD, (golf.id,))


@pytest.mark.parametrize("category", ["allergy", "likes", "Friend"])
async def test_what_one_has_many_of_takes_no_place_whoever_writes_first(
    desk: Desk, category: str
) -> None:
    told = [
        Draft(content=f"Mike, {category}: {name}", entity="Mike", category=category, valid_from=at)
        for name, at in (("one", day(3)), ("two", day(4)))
    ]
    written = [(await desk.ledger.add_many(desk.principal, [each]))[0] for each in told]

    assert [each.displaced for each in written] == [(), ()]
    found = await current_facts(desk.store, desk.principal, GetCurrentFacts(valid_at=day(5)))
    assert sorted(memory.content for memory in found) == sorted(each.content for each in told)


async def beliefs_displaced(desk: Desk, category: str) -> list[int]:
    """Write two beliefs down, a day apart, and return how many each of them displaced."""
    displaced: list[int] = []
    for n, text in enumerate(("Mike writes this down", "Mike notes that"), start=3):
        draft = Draft(content=text, entity="Mike", category=category, valid_from=day(n))
        (written,) = await desk.ledger.add_many(desk.principal, [draft])
        displaced.append(len(written.displaced))
    return displaced


@pytest.mark.parametrize("category", ["medication", "appointment", "plan", "preference", "trip"])
async def test_what_one_has_several_of_does_not_displace_from_the_start(
    desk: Desk, category: str
) -> None:
    assert await beliefs_displaced(desk, category) == [0, 0]


async def test_a_category_keeps_how_many_it_held_when_it_was_first_written(desk: Desk) -> None:
    await set_cardinality(desk.ledger, desk.principal, "medication", ONE)
    assert await beliefs_displaced(desk, "medication") == [0, 1]
