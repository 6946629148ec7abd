"""The ledger is followed page after page, and no page is longer than was asked for."""

from __future__ import annotations

from itertools import pairwise

import pytest

from muniment.errors import InvalidValue, TransactionNotFound
from muniment.ledger.upkeep import set_cardinality
from muniment.model.feed import Feed, GetFeed
from muniment.model.memory import Cardinality
from muniment.model.reading import Change, GetDiff, GetTransactions
from muniment.model.writes import Draft
from muniment.recall.lookup.changes import diff
from muniment.recall.lookup.feed import feed
from muniment.recall.lookup.transactions import transactions
from tests.database import Desk
from tests.store.lookup_words import add, day, lives_in


async def story(desk: Desk) -> None:
    """Write transactions of one change, of two, of ten, and one that changes nothing but a category."""
    await add(desk, lives_in("London", day(3)))
    await add(desk, lives_in("Bath", day(6)))
    await add(desk, *(Draft(content=f"Fact {n}", valid_from=day(1)) for n in range(10)))
    await set_cardinality(desk.ledger, desk.principal, "pet", Cardinality.MANY)
    await add(desk, lives_in("York", day(9)))


async def pages(desk: Desk, limit: int) -> list[Feed]:
    """Read to the end while others write, each page where the one before ended."""
    read: list[Feed] = []
    cursor: str | None = None
    while not read or cursor is not None:
        asked = GetFeed(after=1, limit=limit, cursor=cursor)
        read.append(await feed(desk.store, desk.principal, asked))
        cursor = read[-1].cursor if read[-1].last < 6 else None
        await add(desk, Draft(content=f"Intruder {len(read)}", valid_from=day(1)))
    return read


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 7, 11, 100])
async def test_pages_of_any_size_tell_every_change_once_and_none_is_longer(
    desk: Desk, limit: int
) -> None:
    await story(desk)
    whole = tuple(await diff(desk.store, desk.principal, GetDiff(until=6)))

    read = await pages(desk, limit)

    entries = [entry for page in read for entry in page.entries if entry.transaction.number <= 6]
    told: list[Change] = [change for entry in entries for change in entry.changes]
    assert tuple(told) == whole
    assert len(told) == 15
    assert all(len(page.entries) <= limit for page in read)
    assert all(sum(len(entry.changes) for entry in page.entries) <= limit for page in read)
    once = list(dict.fromkeys(entry.transaction.number for entry in entries))
    assert once == [2, 3, 4, 5, 6]
    for entry, behind in pairwise(entries):
        assert entry.goes_on == (behind.transaction == entry.transaction)


async def test_a_transaction_of_many_changes_is_behind_the_last_until_it_was_told_whole(
    desk: Desk,
) -> None:
    await story(desk)

    read = await pages(desk, 4)

    assert [page.last for page in read] == [3, 3, 3, 7]
    assert [[(e.transaction.number, len(e.changes)) for e in page.entries] for page in read] == [
        [(2, 1), (3, 2), (4, 1)],
        [(4, 4)],
        [(4, 4)],
        [(4, 1), (5, 0), (6, 2), (7, 1)],
    ]


async def test_the_last_page_has_no_cursor_and_is_gone_on_with_after_the_last(desk: Desk) -> None:
    await story(desk)
    (last,) = (
        each.number
        for each in await transactions(desk.store, desk.principal, GetTransactions(after=5))
    )

    end = await feed(desk.store, desk.principal, GetFeed(after=5))
    nothing = await feed(desk.store, desk.principal, GetFeed(after=end.last))

    assert (end.last, end.cursor) == (last, None)
    assert nothing == Feed(entries=(), last=last)


async def test_a_cursor_of_another_question_is_refused(desk: Desk) -> None:
    await story(desk)
    page = await feed(desk.store, desk.principal, GetFeed(limit=2))

    with pytest.raises(InvalidValue, match="another question"):
        await feed(desk.store, desk.principal, GetFeed(after=1, cursor=page.cursor))
    with pytest.raises(InvalidValue, match="not a cursor"):
        await feed(desk.store, desk.principal, GetFeed(cursor="x"))


async def test_a_reader_who_is_ahead_of_the_ledger_is_told(desk: Desk) -> None:
    await story(desk)

    assert (await feed(desk.store, desk.principal, GetFeed(after=6))).entries == ()
    with pytest.raises(TransactionNotFound, match="no transaction 7; the last one is 6"):
        await feed(desk.store, desk.principal, GetFeed(after=7))
