"""Lines 1 to 10 of the conformance list: what holds, through both times, against the oracle.

Each check tells a history, acts on it, and raises AssertionError where its line is broken.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise, permutations
from typing import TypeVar

from muniment.access.principal import Principal
from muniment.ledger.upkeep import heal
from tests.database import Desk
from tests.properties.answers import answers, refuse_changed
from tests.properties.histories import (
    QUESTIONED,
    QUESTIONED_CATEGORY,
    QUESTIONED_ENTITY,
    Add,
    Command,
    Retract,
    Target,
    Update,
    day,
)
from tests.properties.oracle import Oracle
from tests.properties.storyteller import StoredRow, Story

History = tuple[Command, ...]
Item = TypeVar("Item")
INSTANT = timedelta(microseconds=1)
FAR = datetime(2200, 1, 1, tzinfo=UTC)


def questioned(content: str, start: int, end: int | None = None) -> Add:
    """Say something of the questioned slot."""
    return Add(
        content=content,
        start=start,
        end=end,
        entity=QUESTIONED_ENTITY,
        category=QUESTIONED_CATEGORY,
    )


def spread(items: list[Item], count: int) -> list[Item]:
    """Pick some of many, the first and the last among them."""
    if len(items) <= count:
        return items
    step = (len(items) - 1) / (count - 1)
    return [items[round(place * step)] for place in range(count)]


async def check_01(desk: Desk, history: History) -> None:
    """Check that the axes are independent: any valid time may be asked as of any transaction."""
    story = await Story.begin(desk, history)
    story.compare()
    for number in spread(sorted(story.times()), 4):
        for valid in spread(story.oracle.instants(), 6):
            await story.ask(valid, number)


async def check_02(desk: Desk, history: History, later: History) -> None:
    """Check that the past never changes, whatever is written later."""
    story = await Story.begin(desk)
    for place, command in enumerate(history):
        await story.tell(command, embed=place % 2 == 0)
    memory_ids = tuple(sorted({str(receipt.id) for receipt in story.receipts}))[:4]
    numbers = spread(sorted(story.times()), 4)
    valid_times = (day(0), day(4), FAR)
    known = {receipt.known_from: receipt.transaction for receipt in story.receipts}
    before = {
        number: await answers(
            desk,
            story.principal,
            number,
            valid_times,
            tuple(one for one in memory_ids if _is_known(story, one, number)),
        )
        for number in numbers
    }
    for place, command in enumerate(later):
        await story.tell(command, embed=place % 2 == 0)
        if place % 3 == 2:
            await heal(desk.ledger, story.principal)
    for number in numbers:
        asked = tuple(one for one in memory_ids if _is_known(story, one, number))
        after = await answers(desk, story.principal, number, valid_times, asked)
        refuse_changed(before[number], after)
    for known_from, number in known.items():
        assert story.oracle.number_at(known_from) == number
    story.compare()


def _is_known(story: Story, memory_id: str, number: int) -> bool:
    return any(
        act.memory_id == memory_id
        for transaction in story.oracle.transactions
        if transaction.number <= number
        for act in transaction.acts
    )


async def check_03(desk: Desk, history: History, start: int) -> None:
    """Check that periods are closed-open and never empty; of equal instants the later transaction wins."""
    story = await Story.begin(desk, history)
    await story.tell(questioned("Said first", start, start + 2))
    await story.tell(questioned("Said later", start, start + 2))
    rows = story.stored()
    for row in rows:
        assert row.valid_until is None or row.valid_from < row.valid_until, row
        assert row.known_until is None or row.known_from < row.known_until, row
    times = story.times()
    rank_from = max(
        one.rank[0]
        for one in story.oracle.assertions(story.head)
        if one.rivals == ("slot", *QUESTIONED) and one.covers(day(start))
    )
    said = {content for _, content in await story.listed(day(start), story.head)}
    assert "Said first" not in said
    assert ("Said later" in said) == (rank_from == day(start))
    for bound in spread(story.said(), 8):
        for valid in (bound - INSTANT, bound):
            held_rows = {
                (r.memory_id, r.content) for r in rows if r.holds(valid, times[story.head])
            }
            assert held_rows == story.oracle.holds(valid, story.head)
            await story.ask(valid, story.head)
    for earlier, later in pairwise(sorted(times)):
        await _refuse_known_bound_wrong(story, rows, times[earlier], times[later])


async def _refuse_known_bound_wrong(
    story: Story, rows: list[StoredRow], earlier: datetime, later: datetime
) -> None:
    """Raise unless a row that the later transaction closed is known up to it, and not at it."""
    for row in rows:
        if row.known_until == later and not row.gap:
            middle = row.valid_from
            assert row.holds(middle, later - INSTANT)
            assert not row.holds(middle, later)
            number = story.oracle.number_at(later - INSTANT)
            assert (row.memory_id, row.content) in story.oracle.holds(middle, number)


OVERLAPS = """
    WITH held AS (
        SELECT v.number, v.ordinal, v.valid_from, v.known_from,
            coalesce(v.valid_until, 'infinity') AS valid_until,
            coalesce(v.known_until, 'infinity') AS known_until,
            ROW(p.scope, p.owner_id, p.container_id, p.namespace, p.agent,
                m.entity_key, m.category_key)::text AS slot
        FROM muniment.versions v
        JOIN muniment.memories m USING (tenant_id, unit_no)
        JOIN muniment.partitions p ON p.tenant_id = v.tenant_id
            AND p.partition_no = v.partition_no
        WHERE v.tenant_id = %s AND NOT v.gap AND m.standing = 'held' AND m.cardinality = 'one')
    SELECT a.slot, a.number, a.ordinal, b.number, b.ordinal FROM held a JOIN held b
        ON a.slot = b.slot AND (a.number, a.ordinal) < (b.number, b.ordinal)
        AND a.valid_from < b.valid_until AND b.valid_from < a.valid_until
        AND a.known_from < b.known_until AND b.known_from < a.known_until
"""


def refuse_overlaps(desk: Desk, principal: Principal) -> None:
    """Join all rows of a tenant with themselves: a slot of one never has two at one point."""
    with desk.database.as_admin() as connection:
        found = connection.execute(OVERLAPS, (principal.tenant_id,)).fetchall()
    assert found == []


async def check_04(desk: Desk, history: History) -> None:
    """Check that beliefs of a `one` slot never overlap, at any `as_of`."""
    story = await Story.begin(desk, history)
    refuse_overlaps(desk, story.principal)
    story.compare()


def head_runs(story: Story) -> set[tuple[str, bool, datetime, datetime | None]]:
    """List the rows that are known now."""
    return {
        (row.memory_id, row.gap, row.valid_from, row.valid_until)
        for row in story.stored()
        if row.known_until is None
    }


async def check_05(desk: Desk, history: History, start: int, length: int | None) -> None:
    """Check that a back-dated insert splits what held, and its retraction restores it, row for row."""
    story = await Story.begin(desk, history)
    before = head_runs(story)
    end = None if length is None else start + length
    (told,) = await story.tell(questioned("Back-dated", start, end))
    story.compare()
    for valid in (day(start) - INSTANT, day(start), day(start + (length or 1)) - INSTANT):
        await story.ask(valid, story.head)
    await story.change(Retract(target=Target(index=0, questioned=True)), str(told.id))
    assert head_runs(story) == before
    story.compare()


async def check_order(desk: Desk, adds: tuple[Add, ...]) -> None:
    """Check that any order of arrival of assertions with distinct starts gives the same timeline."""
    assert len({add.start for add in adds}) == len(adds)
    timelines = []
    for order in permutations(adds):
        story = await Story.begin(desk, order)
        story.compare()
        rows = [row for row in story.stored() if row.known_until is None]
        said = sorted((row.valid_from, row.valid_until or FAR, row.content) for row in rows)
        timelines.append(_joined(said))
    assert all(timeline == timelines[0] for timeline in timelines), timelines


def _joined(
    said: list[tuple[datetime, datetime, str]],
) -> list[tuple[datetime, datetime, str]]:
    """Join neighbours that say the same: which memory says it may depend on the order."""
    joined: list[tuple[datetime, datetime, str]] = []
    for start, end, content in said:
        if joined and joined[-1][1] == start and joined[-1][2] == content:
            joined[-1] = (joined[-1][0], end, content)
        else:
            joined.append((start, end, content))
    return joined


async def check_06(desk: Desk, history: History, index: int) -> None:
    """Check that a correction goes for all of a memory's time, and a change leaves the past."""
    story = await Story.begin(desk, (questioned("London", 0), *history))
    target = Target(index=index, questioned=True)
    memory_id = story.written.find(target)
    assert memory_id is not None
    number = story.head
    held = [v for v in story.said() if memory_id in _ids(story.oracle, v, number)]
    corrected = Update(target=target, content="Corrected", start=None, end=None)
    if not await story.change(corrected, memory_id):
        return
    for valid in spread(held, 5):
        assert (memory_id, "Corrected") in await story.listed(valid, story.head)
        assert (memory_id, "Corrected") not in await story.listed(valid, number)
    (changed,) = await story.tell(questioned("Changed", 30))
    for valid in spread([one for one in held if one < day(30)], 5):
        assert (memory_id, "Corrected") in await story.listed(valid, changed.transaction)
    assert str(changed.id) in _ids(story.oracle, day(30), story.head)
    await story.ask(day(30), story.head)
    story.compare()


def _ids(oracle: Oracle, valid: datetime, number: int) -> set[str]:
    return {memory_id for memory_id, _ in oracle.holds(valid, number)}


async def check_07(desk: Desk, history: History, days: int) -> None:
    """Check that a future-dated fact waits: it holds from its start on, and nothing ends before."""
    story = await Story.begin(desk, history)
    start = (FAR - day(0)).days + days
    now = max(story.times().values())
    before = await story.listed(None, None)
    (told,) = await story.tell(questioned("On Mars", start))
    assert await story.listed(None, None) == before == story.oracle.holds(now, story.head)
    assert str(told.id) not in {one for one, _ in await story.listed(day(start) - INSTANT, None)}
    assert (str(told.id), "On Mars") in await story.listed(day(start), None)
    for valid in (now, day(start) - INSTANT, day(start)):
        await story.ask(valid, story.head)
    story.compare()


async def check_08(desk: Desk, history: History, start: int) -> None:
    """Check that a late, older fact never overrides one that starts later."""
    story = await Story.begin(desk, (*history, questioned("Current", 9)))
    number = story.head
    newer: dict[datetime, set[tuple[str, str]]] = {}
    for valid in story.said():
        outranking = [
            one
            for one in story.oracle.assertions(number)
            if one.rivals == ("slot", *QUESTIONED)
            and one.covers(valid)
            and one.rank[0] > day(start)
        ]
        if outranking:
            held = story.oracle.holds(valid, number, QUESTIONED)
            newer[valid] = held & await story.listed(valid, number)
    await story.tell(questioned("Older", start))
    for valid, before in newer.items():
        now = await story.listed(valid, story.head)
        assert before <= now, f"at {valid}: {now} lacks {before}"
        assert "Older" not in {content for _, content in now}
    story.compare()


async def check_09(desk: Desk, history: History, start: int) -> None:
    """Check that supersession ends at the successor's start, never at the clock."""
    story = await Story.begin(desk, (*history, questioned("Before", 11), questioned("After", 12)))
    said = {
        bound
        for transaction in story.oracle.transactions
        for one in story.oracle.assertions(transaction.number)
        for bound in (one.belief.start, one.belief.end)
    }
    for row in story.stored():
        assert row.valid_from in said, row
        assert row.valid_until in said, row
    before = next(row for row in reversed(story.stored()) if row.content == "Before")
    assert before.valid_until == day(12)
    await story.tell(questioned("Earlier still", start))
    story.compare()


async def check_10(desk: Desk, history: History, moved: Update) -> None:
    """Check that editing a closed period keeps the earlier belief, as it was known before."""
    story = await Story.begin(desk, (questioned("Closed", 0, 3), *history, questioned("Open", 10)))
    first = str(story.receipts[0].id)
    number, points = story.head, spread(story.said(), 6)
    before = {valid: await story.listed(valid, number) for valid in points}
    if not await story.change(moved, first):
        return
    for valid in points:
        assert await story.listed(valid, number) == before[valid]
        await story.ask(valid, story.head)
    story.compare()
