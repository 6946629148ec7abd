"""Four times as much to look through takes about four times the work, and not sixteen."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import cast
from uuid import UUID

from muniment.knowledge.answering.lacking import Compared, Profile, expected_of
from muniment.knowledge.names.entities import alike
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.context import Context
from muniment.ledger.asked import RevisionRow
from muniment.ledger.changing import Changing
from muniment.ledger.group import Place, Rivals
from muniment.ledger.opening import Opening
from muniment.store.found import Key
from muniment.temporal.holding import Assertion, Rank
from muniment.temporal.period import Period
from tests.unit.counted_steps import steps
from tests.unit.statement_words import SPEAKER, said

FEW, MANY = 150, 600
GROWTH_MAX = 6
FIRST = UUID(int=0)
DAY = datetime(2026, 3, 1, tzinfo=UTC)


def context(size: int) -> Context:
    return Context(
        believed=[
            Believed(subject=SPEAKER, predicate="owns", of=None, object=f"kettle {n}", order=n)
            for n in range(size)
        ]
    )


def told_one_more(size: int) -> int:
    """Count what it takes to hear of one thing more that somebody owns."""
    message, claims = said("I bought a lamp.", 1)
    context(size).bind(message, claims)  # what is remembered of words is remembered now
    beliefs = context(size)
    return steps(lambda: beliefs.bind(message, claims))


def test_what_somebody_has_is_not_compared_with_itself_for_one_thing_more() -> None:
    assert told_one_more(MANY) < GROWTH_MAX * told_one_more(FEW)


def slot(size: int) -> Rivals:
    """Return a slot that another belief held in each day."""
    rivals = Rivals.of(FIRST)
    for n in range(size):
        memory_id, key, start = UUID(int=n), Key(1, n), DAY + timedelta(days=n)
        period = Period(start=start, end=start + timedelta(days=1))
        place = Place(unit_no=n, partition_no=1)
        rivals.group.load(key, memory_id, period, gap=False, place=place)
        rivals.assertions[str(key)] = Assertion(
            assertion_id=str(key),
            memory_id=str(memory_id),
            period=Period(start=start, end=None),
            rank=Rank(rank_from=start, number=1, ordinal=n),
        )
    return rivals


def changing(rivals: Rivals) -> Changing:
    opening = cast(Opening, SimpleNamespace(change=None))
    return Changing(opening, cast(RevisionRow, SimpleNamespace(memory_id=FIRST)), [], rivals)


def test_when_each_belief_of_a_slot_holds_is_found_without_walking_the_slot() -> None:
    def read(size: int) -> int:
        group = slot(size).group
        return steps(lambda: [group.rows_of(str(UUID(int=n))) for n in range(size)])

    assert read(MANY) < GROWTH_MAX * read(FEW)


def test_what_a_belief_displaced_is_read_in_one_walk_of_its_slot() -> None:
    def read(size: int) -> int:
        one = changing(slot(size))
        return steps(lambda: one.beneath)

    assert read(MANY) < GROWTH_MAX * read(FEW)


def test_a_belief_holds_in_the_rows_that_are_its_own_and_no_gaps() -> None:
    rivals = slot(3)
    place = Place(unit_no=9, partition_no=1)
    early = Period(start=DAY - timedelta(days=9), end=DAY - timedelta(days=8))
    gap = Period(start=DAY - timedelta(days=7), end=DAY - timedelta(days=6))
    rivals.group.load(Key(2, 1), FIRST, early, gap=False, place=place)
    rivals.group.load(Key(2, 2), FIRST, gap, gap=True, place=place)

    starts = [row.period.start for row in rivals.group.rows_of(str(FIRST))]
    rivals.group.drop(str(Key(2, 1)))

    assert starts == [early.start, DAY]
    assert [row.period.start for row in rivals.group.rows_of(str(FIRST))] == [DAY]


def test_a_name_with_nothing_in_common_is_passed_over() -> None:
    def compared(known: list[str]) -> int:
        return steps(lambda: alike("karolina bosch", known))

    alike("karolina bosch", ["karolina bosch"])
    like = [f"karolina bosc{n}h" for n in range(FEW)]
    unlike = [f"temi uvyxes{n}" for n in range(FEW)]

    assert 4 * compared(unlike) < compared(like)


def test_what_is_expected_of_each_person_is_not_counted_anew_for_each() -> None:
    def expected(size: int) -> int:
        persons = [
            Profile(key=f"person {n}", name=f"Person {n}", categories=["city", "pet"], speaks=True)
            for n in range(size)
        ]
        return steps(
            lambda: [
                expected_of(each, compared)
                for compared in [Compared.of(persons)]
                for each in persons
            ]
        )

    assert expected(MANY) < GROWTH_MAX * expected(FEW)
