"""The graph lane is led on by what holds at the basis: the rest is passed over before the lane is cut."""

from __future__ import annotations

from muniment.model.memory import Standing
from muniment.model.writes import Draft
from tests.database import Desk
from tests.properties.asking import ask_at, recaller_on
from tests.store.lookup_words import day


async def test_the_names_of_a_question_are_looked_up_once_however_little_of_them_holds(
    desk: Desk, asked: list[str]
) -> None:
    early = Draft(
        content="Mike plays the cello", entity="Mike", category="general", valid_from=day(1)
    )
    later = [
        Draft(content=f"Mike bought {n} apples", entity="Mike", category="general", valid_from=day(6))
        for n in range(100)
    ]  # fmt: skip
    await desk.ledger.add_many(desk.principal, [early, *later])

    recaller = recaller_on(desk.store, candidates_max=2)
    recalled = await recaller.recall(desk.principal, ask_at("What does Mike do?", None, day(2)))

    assert [one.memory.content for one in recalled] == ["Mike plays the cello"]
    assert asked.count("lane_labels") == 1
    assert {lane.name: lane.found for lane in recalled.receipt.lanes}["graph"] == 1


async def test_a_belief_that_did_not_hold_then_leads_nowhere(desk: Desk) -> None:
    known = Draft(
        content="Mike knows Ann", entity="Mike", category="knows", object="Ann", valid_from=day(6)
    )
    hers = Draft(content="Ann owns a boat", entity="Ann", category="general", valid_from=day(1))
    await desk.ledger.add_many(desk.principal, [known, hers])
    recaller = recaller_on(desk.store)

    async def found(month: int) -> int:
        ask = ask_at("What does Mike do?", None, day(month))
        lanes = (await recaller.recall(desk.principal, ask)).receipt.lanes
        return {lane.name: lane.found for lane in lanes}["graph"]

    assert (await found(2), await found(7)) == (0, 2)


async def test_a_quarantined_belief_leads_nowhere(desk: Desk) -> None:
    known = Draft(
        content="Mike knows Ann",
        entity="Mike",
        category="knows",
        object="Ann",
        standing=Standing.QUARANTINED,
    )
    hers = Draft(content="Ann owns a boat", entity="Ann", category="general")
    await desk.ledger.add_many(desk.principal, [known, hers])

    answer = await recaller_on(desk.store).recall(
        desk.principal, ask_at("What does Mike do?", None, None)
    )

    lanes = {lane.name: lane.found for lane in answer.receipt.lanes}
    assert lanes["graph"] == 0
    assert "Ann owns a boat" not in [result.memory.content for result in answer]


async def test_beliefs_of_one_name_gain_alike_however_many_there_are(desk: Desk) -> None:
    first = Draft(content="Mike keeps bees", entity="Mike", tags=("garden",))
    later = [
        Draft(content=f"Mike bought {n} apples", entity="Mike", tags=("garden",)) for n in range(60)
    ]
    await desk.ledger.add_many(desk.principal, [first, *later])

    recalled = await recaller_on(desk.store, candidates_max=5).recall(
        desk.principal, ask_at("Does Mike keep bees in his garden?", None, None)
    )

    assert recalled[0].memory.content == "Mike keeps bees"
    gained = {
        tuple(lane.value for lane in one.lanes if lane.name in ("tags", "affinity"))
        for one in recalled
    }
    assert gained == {(1.0, 0.3)}
