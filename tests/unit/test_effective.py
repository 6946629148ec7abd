"""What is due of a group of rivals is compared with what is there, at as many states as there is time for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from muniment.audit.effective import ASSERTION, REVISION, VERSION, BeliefRow, differences

BEGAN = datetime(2024, 1, 1, tzinfo=UTC)
LONDON = "01a00000-0000-7000-8000-000000000001"


def at(day: int) -> datetime:
    return BEGAN + timedelta(days=day)


def row(kind: str, number: int, since: int, *, until: int | None = None) -> BeliefRow:
    """Return a row of transaction `number`, about the time from a day on."""
    is_revision = kind == REVISION
    return BeliefRow(
        rivals_key=LONDON,
        kind=kind,
        number=number,
        ordinal=1,
        memory_id=LONDON,
        known_from=at(number),
        known_until=None if until is None else at(until),
        gap=None if is_revision else False,
        valid_from=None if is_revision else at(since),
        valid_until=None,
        rank_from=at(since) if kind == ASSERTION else None,
        rank_number=number if kind == ASSERTION else None,
        rank_ordinal=1 if kind == ASSERTION else None,
        unit_no=None if kind == ASSERTION else 7,
        partition_no=1,
    )


def told_again(times: int) -> list[BeliefRow]:
    """Return a belief that was told time and again, each time since a day earlier."""
    rows = [row(REVISION, 1, 0)]
    for number in range(1, times + 1):
        until = None if number == times else number + 1
        rows += [row(ASSERTION, number, -number), row(VERSION, number, -number, until=until)]
    return rows


def test_a_belief_that_grew_with_what_was_told_differs_nowhere() -> None:
    assert list(differences(told_again(1))) == []
    assert list(differences(told_again(300))) == []


def test_a_version_that_began_a_day_late_differs_from_its_transaction_on() -> None:
    rows = [replace_valid(each, 3) if each.kind == VERSION else each for each in told_again(1)]

    (found,) = differences(rows)

    assert (found.since, found.until) == (at(1), None)
    assert str(found) == (
        f"memory {LONDON} holds [2024-01-04T00:00:00+00:00, open), where by what was asserted "
        f"memory {LONDON} holds [2023-12-31T00:00:00+00:00, open)"
    )


def test_what_was_put_right_is_told_with_when_it_was() -> None:
    rows = [
        replace_valid(each, 0) if (each.kind, each.number) == (VERSION, 2) else each
        for each in told_again(4)
    ]

    (found,) = differences(rows)

    assert (found.since, found.until) == (at(2), at(3))


def test_of_a_long_past_the_last_state_is_always_recomputed() -> None:
    rows = [
        replace_valid(each, 0) if (each.kind, each.number) == (VERSION, 300) else each
        for each in told_again(300)
    ]

    (found,) = differences(rows)

    assert (found.since, found.until) == (at(300), None)


def test_the_same_version_twice_differs() -> None:
    rows = told_again(1)

    (found,) = differences([*rows, rows[-1]._replace(ordinal=9)])

    assert found.due is None
    assert str(found).endswith("which nothing asserted makes so")


def test_a_belief_whose_words_were_closed_differs() -> None:
    rows = [
        each._replace(known_until=at(2)) if each.kind == REVISION else each
        for each in told_again(1)
    ]

    (found,) = differences(rows)

    assert (found.since, str(found)) == (
        at(2),
        f"memory {LONDON} holds [2023-12-31T00:00:00+00:00, open) in words not its own then",
    )


def replace_valid(version: BeliefRow, day: int) -> BeliefRow:
    """Return a version that begins on another day."""
    return version._replace(valid_from=at(day))
