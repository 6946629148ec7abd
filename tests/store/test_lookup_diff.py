"""What changed in what is known, between two transactions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muniment.errors import FutureBasis, InvalidValue, TransactionNotFound
from muniment.ledger.changing import Correction
from muniment.model.memory import Scope, Visibility
from muniment.model.reading import Change, ChangeKind, GetDiff
from muniment.model.writes import Draft
from muniment.recall.lookup.changes import diff
from muniment.temporal.period import Period
from tests.database import Desk, principal_of
from tests.store.lookup_words import add, day, lives_in


async def changed(desk: Desk, **asked: Any) -> list[tuple[int, str, str | None, str | None]]:
    """Return transaction, kind, and the words before and after, of each change."""
    return [
        (each.transaction, each.kind.value, each.content_before, each.content_after)
        for each in await diff(desk.store, desk.principal, GetDiff(**asked))
    ]


LONDON, BATH = "Mike lives in London", "Mike lives in Bath"


async def test_learning_supersedes_what_held(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6)))

    found = await diff(desk.store, desk.principal, GetDiff(since=2))

    superseded, learnt = found.changes
    assert (superseded.kind, superseded.memory_id) == (ChangeKind.SUPERSEDED, london)
    assert superseded.periods_before == (Period(start=day(3), end=None),)
    assert superseded.periods_after == (Period(start=day(3), end=day(6)),)
    assert (learnt.kind, learnt.memory_id) == (ChangeKind.LEARNT, bath)
    assert learnt.periods_before == ()
    assert learnt.periods_after == (Period(start=day(6), end=None),)
    assert (learnt.entity, learnt.category, learnt.namespace) == ("Mike", "city", "default")
    assert (learnt.actor, learnt.transaction) == ("mike", 3)
    assert learnt.recorded_at == found.until.time
    assert (found.since.number, found.until.number) == (2, 3)


async def test_every_verb_is_told_by_its_name_in_the_order_of_the_ledger(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6)))
    correction = Correction(content="Mike lives in Aquae Sulis")
    await desk.ledger.update(desk.principal, bath, correction, reason="its old name")
    await desk.ledger.end(desk.principal, bath, at=day(9))
    await desk.ledger.retract(desk.principal, bath)
    await desk.ledger.forget(desk.principal, london)

    assert await changed(desk) == [
        (2, "learnt", None, LONDON),
        (3, "superseded", LONDON, LONDON),
        (3, "learnt", None, BATH),
        (4, "corrected", BATH, "Mike lives in Aquae Sulis"),
        (5, "ended", "Mike lives in Aquae Sulis", "Mike lives in Aquae Sulis"),
        (6, "restored", LONDON, LONDON),
        (6, "retracted", "Mike lives in Aquae Sulis", None),
        (7, "forgotten", LONDON, None),
    ]
    found = await diff(desk.store, desk.principal, GetDiff(since=3, until=4))
    assert [each.reason for each in found] == ["its old name"]


async def test_a_forgotten_memory_restores_nothing_and_a_retracted_one_does(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    (bath,) = await add(desk, lives_in("Bath", day(6)))
    await desk.ledger.forget(desk.principal, bath)
    await desk.ledger.retract(desk.principal, bath)

    assert await changed(desk, since=3, until=4) == [(4, "forgotten", BATH, None)]
    restored = (await diff(desk.store, desk.principal, GetDiff(since=4))).changes
    assert [(each.kind, each.periods_after) for each in restored] == [
        (ChangeKind.RESTORED, (Period(start=day(3), end=None),)),
    ]


async def test_evidence_alone_is_no_change_and_a_longer_period_is(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("London", day(5)))
    await add(desk, lives_in("London", day(1)))

    assert await changed(desk, since=2) == [(4, "extended", LONDON, LONDON)]


async def test_a_late_older_fact_takes_no_time_from_the_current_one(desk: Desk) -> None:
    await add(desk, lives_in("Bath", day(6)))
    await add(desk, lives_in("London", day(3)))

    assert await changed(desk, since=2) == [(3, "learnt", None, LONDON)]


async def test_an_end_silences_what_would_have_held_again(desk: Desk) -> None:
    (london,) = await add(desk, lives_in("London", day(1)))
    (paris,) = await add(desk, lives_in("Paris", day(3), valid_until=day(5)))
    await desk.ledger.end(desk.principal, paris, at=day(4))

    found = (await diff(desk.store, desk.principal, GetDiff(since=3))).changes

    assert [(each.kind, each.memory_id, each.periods_after) for each in found] == [
        (ChangeKind.ENDED, london, (Period(start=day(1), end=day(3)),)),
        (ChangeKind.ENDED, paris, (Period(start=day(3), end=day(4)),)),
    ]


async def test_times_name_the_transactions_they_fall_on(desk: Desk) -> None:
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(6)))
    middle = (await diff(desk.store, desk.principal, GetDiff(until=2))).until.time

    assert await changed(desk, since=day(1), until=middle) == [(2, "learnt", None, LONDON)]
    assert await changed(desk, since=middle) == [
        (3, "superseded", LONDON, LONDON), (3, "learnt", None, BATH),
    ]  # fmt: skip
    assert await changed(desk, since=3) == []
    with pytest.raises(InvalidValue, match="earlier one first"):
        await changed(desk, since=3, until=2)
    with pytest.raises(TransactionNotFound):
        await changed(desk, until=9)
    for field in ("since", "until"):
        with pytest.raises(
            FutureBasis, match=rf"^{field} is 9999-.* nothing is known there yet\.$"
        ):
            await changed(desk, **{field: day(1).replace(year=9999)})


async def test_a_difference_is_asked_of_a_namespace_an_entity_or_the_user(desk: Desk) -> None:
    await add(
        desk,
        lives_in("London", day(1)),
        lives_in("Rome", day(1), namespace="project:acme"),
        replace(lives_in("Oslo", day(1)), entity="Ann"),
        lives_in("Hull", day(1), scope=Scope.CONTAINER, container="project:move"),
    )

    def learnt(*cities: str) -> list[tuple[int, str, str | None, str | None]]:
        return [(2, "learnt", None, f"Mike lives in {city}") for city in cities]

    assert await changed(desk) == learnt("London", "Rome", "Oslo")
    assert await changed(desk, namespace="default") == learnt("London", "Oslo")
    assert await changed(desk, namespace="project:acme") == learnt("Rome")
    assert await changed(desk, entity="ANN") == learnt("Oslo")
    assert await changed(desk, containers=("project:move",)) == learnt(
        "London", "Rome", "Oslo", "Hull"
    )


async def test_no_foreign_change_is_told(desk: Desk) -> None:
    clerk = replace(desk.principal, agent="clerk")
    await add(desk, lives_in("London", day(1)))
    await add(desk, lives_in("Oslo", day(1), visibility=Visibility.PRIVATE), principal=clerk)
    other = await desk.fresh_tenant()

    assert await changed(desk) == [(2, "learnt", None, LONDON)]
    for stranger in (other, principal_of("tenant 1", "ann"), principal_of("tenant 1", None)):
        assert len(await diff(desk.store, stranger, GetDiff())) == 0
    assert len(await diff(desk.store, clerk, GetDiff())) == 2


async def test_a_difference_comes_in_pages(desk: Desk) -> None:
    for month in range(1, 5):
        await add(desk, lives_in(f"city {month}", day(month)))
    await add(desk, *(Draft(content=f"n{n}", valid_from=day(1)) for n in range(3)))
    whole = (await diff(desk.store, desk.principal, GetDiff())).changes
    seen: list[Change] = []
    cursor: str | None = None
    while not seen or cursor is not None:
        page = await diff(desk.store, desk.principal, GetDiff(limit=4, cursor=cursor))
        seen += page.changes
        cursor = page.cursor
        await add(desk, Draft(content=f"intruder {len(seen)}", valid_from=day(1)))

    assert len(seen) == 10
    assert tuple(seen) == whole
    page = await diff(desk.store, desk.principal, GetDiff(limit=4))
    with pytest.raises(InvalidValue, match="another question"):
        await diff(desk.store, desk.principal, GetDiff(entity="Mike", cursor=page.cursor))
