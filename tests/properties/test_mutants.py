"""For each line of the conformance list, a guard switched off, and its check turned red.

Line 17 (no half-visible write after a crash) has its mutant beside its test, in `tests/faults`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from muniment.errors import MunimentError
from muniment.ledger import adding, changing, group, verbs
from muniment.ledger.change import Change
from muniment.ledger.changing import Changing, Correction
from muniment.model.writes import Written
from muniment.ports.embedder import Vector
from muniment.recall import gathered
from muniment.sql import queries
from muniment.store.rows import AssertionRow, VersionRow
from muniment.temporal import holding
from muniment.temporal.holding import Assertion, Claim, Rank, Splice
from muniment.testing.embedder import HashedEmbedder
from tests.database import Desk
from tests.properties.checks_known import check_11, check_12, check_writers
from tests.properties.checks_past import check_02_long, check_18, check_19
from tests.properties.checks_recall import (
    check_02_ranked,
    check_11_ranked,
    check_13,
    check_14,
    check_15,
    check_16,
)
from tests.properties.checks_valid import (
    check_01,
    check_02,
    check_03,
    check_04,
    check_05,
    check_06,
    check_07,
    check_08,
    check_09,
    check_10,
    check_order,
    questioned,
)
from tests.properties.histories import Add, Target, Update
from tests.properties.mutating import as_owner, claim_losing, claim_of_the_last_word

LONDON_BATH = (questioned("London", 1), questioned("Bath", 3, 5))
MOVED = (questioned("Mike lives in London", 0), questioned("Mike lives in Bath", 3, 5))
HOBBIES = tuple(
    Add(content=content, start=0, end=None, entity="mike", category="hobby")
    for content in ("chess", "Go", "darts")
)
FIRST = Target(index=0, questioned=True)
SINCE_EARLIER = (
    questioned("London", 6),
    Update(target=Target(index=-1, questioned=True), content=None, start=1, end=None),
)
KNOWN = (
    r"AND (\w)\.known_from <= %\((known|as_of)\)s\s+"
    r"AND \(\1\.known_until IS NULL OR \1\.known_until > %\(\2\)s\)"
)
"""How a query applies the known side of the basis."""


@contextmanager
def turns_red(*stumbles: type[Exception]) -> Iterator[None]:
    """Expect a check to fail by its own assertion, or as the product may stumble instead."""
    with pytest.raises((AssertionError, *stumbles)):
        yield


Mutate = Callable[[str, str, str], None]


@pytest.fixture
def mutate(monkeypatch: pytest.MonkeyPatch) -> Mutate:
    """Lend a way to put other text into a named query, which must have held what is replaced."""

    def change(name: str, pattern: str, instead: str) -> None:
        query = queries()[name]
        text, count = re.subn(pattern, instead, query.text)
        assert count, f"{name} has nothing like {pattern}"
        monkeypatch.setitem(queries(), name, replace(query, text=text))

    return change


async def test_01_turns_red_if_a_list_ignores_what_was_known(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("memories_list", KNOWN, r"AND \1.known_until IS NULL")
    with turns_red():
        await check_01(shared_desk, LONDON_BATH)


async def test_02_turns_red_if_history_tells_what_was_closed_later(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate(
        "memory_history",
        r"CASE WHEN v\.known_until <= %\(as_of\)s THEN v\.known_until END",
        "v.known_until",
    )
    with turns_red():
        await check_02(shared_desk, LONDON_BATH, (questioned("York", 2),))


async def test_02_turns_red_if_the_words_of_later_beliefs_are_counted(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("lane_words", KNOWN.replace(r"(\w)", "(o)", 1), "")
    with turns_red():
        await check_02_ranked(shared_desk, MOVED, MOVED)


async def test_02_turns_red_if_a_healed_embedding_counts_for_the_past(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("lane_vector", KNOWN.replace(r"(\w)", "(v)"), "")
    mutate("lane_vector", r"AND o\.known_from <= %\(known\)s(\s+OFFSET 0\) w)", r"\1")
    with turns_red():
        await check_02_long(shared_desk, writes=250, batch=20)


async def test_03_turns_red_if_a_period_includes_its_end(shared_desk: Desk, mutate: Mutate) -> None:
    mutate("memories_list", r"v\.valid_until > %\(valid_at\)s", "v.valid_until >= %(valid_at)s")
    with turns_red():
        await check_03(shared_desk, (), 0)


async def test_03_turns_red_if_of_equal_instants_the_earlier_transaction_wins(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first_come(item: Assertion) -> tuple[object, ...]:
        return (item.rank.rank_from, -item.rank.number, -item.rank.ordinal)

    monkeypatch.setattr(holding, "_by_rank", first_come)
    monkeypatch.setattr(adding, "claim", claim_losing(lambda made: replace(made, splice=NOTHING)))
    with turns_red():
        await check_03(shared_desk, (), 0)


NOTHING = Splice(closed=(), opened=())


async def test_04_turns_red_if_nothing_is_closed_and_no_constraint_refuses_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closing_nothing(made: Claim) -> Claim:
        return replace(made, splice=Splice(closed=(), opened=made.splice.opened))

    as_owner(desk, "ALTER TABLE muniment.versions DROP CONSTRAINT memory_one_belief_at_a_time")
    monkeypatch.setattr(adding, "claim", claim_losing(closing_nothing))
    with turns_red():
        await check_04(desk, LONDON_BATH)


async def test_04_the_constraint_alone_refuses_two_beliefs_at_one_point(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closing_nothing(made: Claim) -> Claim:
        return replace(made, splice=Splice(closed=(), opened=made.splice.opened))

    monkeypatch.setattr(adding, "claim", claim_losing(closing_nothing))
    with pytest.raises(MunimentError, match="memory_one_belief_at_a_time"):
        await check_04(shared_desk, LONDON_BATH)


async def test_04_turns_red_if_writers_do_not_wait_for_each_other(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("head_lock", "FOR UPDATE", "AND pg_sleep(0.1) IS NOT NULL")
    with turns_red(MunimentError, ExceptionGroup):
        await check_writers(shared_desk)


async def test_05_turns_red_if_what_was_split_does_not_go_on(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_off(made: Claim) -> Claim:
        opened = made.splice.opened[:2]
        return replace(made, splice=Splice(closed=made.splice.closed, opened=opened))

    monkeypatch.setattr(adding, "claim", claim_losing(cut_off))
    with turns_red():
        await check_05(shared_desk, (questioned("London", 1),), 3, 2)


async def test_05_turns_red_if_the_order_of_arrival_decides(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "claim", claim_of_the_last_word)
    with turns_red():
        await check_order(shared_desk, LONDON_BATH)


async def test_06_turns_red_if_a_correction_only_counts_from_some_time_on(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    correct = verbs.update

    def change(memory: Changing, correction: Correction, *rest: object) -> Written:
        later = memory.own_rows[0].period.start + timedelta(hours=1)
        dated = replace(correction, valid_from=later)
        return correct(memory, dated, *rest)  # type: ignore[arg-type]  # a mutant passes on what it was given

    monkeypatch.setattr(verbs, "update", change)
    with turns_red():
        await check_06(shared_desk, LONDON_BATH, 0)


async def test_07_turns_red_if_a_future_fact_holds_at_once(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("memories_list", r"v\.valid_from <= %\(valid_at\)s AND", "")
    with turns_red():
        await check_07(shared_desk, LONDON_BATH, 0)


async def test_08_turns_red_if_the_last_word_wins(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adding, "claim", claim_of_the_last_word)
    with turns_red():
        await check_08(shared_desk, (questioned("Bath", 5),), 1)


async def test_08_turns_red_if_a_correction_outranks_what_it_had_not_won_over(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_before(before: list[Assertion], _: object, __: object, own: Rank) -> Rank:
        return replace(own, rank_from=max(own.rank_from, *(one.rank.rank_from for one in before)))

    monkeypatch.setattr(changing, "rank_corrected", as_before)
    with turns_red():
        await check_08(shared_desk, SINCE_EARLIER, 3)


async def test_08_turns_red_if_a_correction_does_not_win_over_what_it_had_won_over(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changing, "rank_corrected", lambda *given: given[-1])
    with turns_red():
        await check_08(shared_desk, (questioned("Bath", 4), *SINCE_EARLIER), 3)


async def test_09_turns_red_if_a_superseded_belief_ends_at_the_clock(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def clocked(**columns: object) -> VersionRow:
        if columns["valid_until"] is not None:
            columns["valid_until"] = datetime.now(UTC)
        return VersionRow(**columns)  # type: ignore[arg-type]  # a mutant passes on what it was given

    as_owner(desk, "ALTER TABLE muniment.versions DROP CONSTRAINT memory_one_belief_at_a_time")
    monkeypatch.setattr(group, "VersionRow", clocked)
    with turns_red():
        await check_09(desk, (), 1)


async def test_10_turns_red_if_an_edit_rewrites_what_was_known(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate(
        "memories_list",
        r"m\.unit_no = v\.unit_no",
        "m.memory_id = v.memory_id AND m.known_until IS NULL",
    )
    moved = Update(target=FIRST, content="York", start=None, end=None)
    with turns_red():
        await check_10(shared_desk, (), moved)


@pytest.mark.parametrize("verb, instead", [("forget", "retract"), ("retract", "forget")])
async def test_11_turns_red_if_to_forget_and_to_retract_are_one(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch, verb: str, instead: str
) -> None:
    monkeypatch.setattr(verbs, verb, getattr(verbs, instead))
    with turns_red():
        await check_11(shared_desk, (questioned("London", 0),), 3)
    with turns_red():
        await check_11_ranked(shared_desk)


async def test_12_turns_red_if_the_clock_alone_says_when(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    as_owner(desk, "ALTER TABLE muniment.heads DISABLE TRIGGER head_is_stamped")
    monkeypatch.setattr(Change, "recorded_at", property(lambda change: change.clock))
    with turns_red():
        await check_12(desk, LONDON_BATH, (), timedelta(days=1))


async def test_12_the_database_alone_refuses_a_head_that_goes_back(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Change, "recorded_at", property(lambda change: change.clock))
    with pytest.raises(MunimentError, match="head_moves_forward"):
        await check_12(shared_desk, LONDON_BATH, (), timedelta(days=1))


async def test_12_turns_red_if_known_times_are_stamped_by_nobody(desk: Desk) -> None:
    as_owner(desk, "ALTER TABLE muniment.assertions DISABLE TRIGGER known_is_stamped")
    corrected = Update(target=FIRST, content="York", start=None, end=None)
    with turns_red():
        await check_12(desk, LONDON_BATH, (corrected,), timedelta(days=1))


async def test_13_turns_red_if_a_lane_is_cut_before_the_basis(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathered.Gathered, "fell_short", lambda *_: [])
    with turns_red():
        await check_13(shared_desk)


async def test_14_turns_red_if_word_statistics_are_those_of_now(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("lane_words", r"AND t\.known_from <= %\(known\)s", "")
    with turns_red():
        await check_14(shared_desk, MOVED, MOVED)


async def test_15_turns_red_if_chance_has_a_part_in_a_score(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    embed = HashedEmbedder.embed_query

    async def wavering(self: HashedEmbedder, text: str) -> Vector:
        return await embed(self, f"{text} {random.random()}")

    monkeypatch.setattr(HashedEmbedder, "embed_query", wavering)
    with turns_red():
        await check_15(shared_desk, MOVED)


async def test_16_turns_red_if_row_level_security_is_off(desk: Desk) -> None:
    with desk.database.as_admin() as connection:
        found = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'muniment'::regnamespace "
            "AND relkind = 'r' AND relrowsecurity"
        ).fetchall()
    assert len(found) > 10
    as_owner(
        desk, *(f"ALTER TABLE muniment.{name} DISABLE ROW LEVEL SECURITY" for (name,) in found)
    )
    with turns_red():
        await check_16(desk, LONDON_BATH)


async def test_18_turns_red_if_a_correction_loses_its_source(
    shared_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(**columns: object) -> AssertionRow:
        return AssertionRow(**{**columns, "episode_id": None})  # type: ignore[arg-type]  # a mutant passes on what it was given

    monkeypatch.setattr(changing, "AssertionRow", forgetful)
    corrected = Update(target=FIRST, content="York", start=None, end=None)
    with turns_red():
        await check_18(shared_desk, (corrected,))


async def test_19_turns_red_if_the_words_of_a_closed_unit_stay_open(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("words_close", r"WHERE p\.tenant_id", "WHERE false AND p.tenant_id")
    corrected = Update(target=FIRST, content="Mike lives in York", start=None, end=None)
    with turns_red():
        await check_19(shared_desk, (corrected,))


async def test_19_turns_red_if_what_is_rebuilt_is_known_for_ever(
    shared_desk: Desk, mutate: Mutate
) -> None:
    for name in ("words_compare", "words_rebuild"):
        mutate(name, r"t\.known_from", "'-infinity'::timestamptz")
    with turns_red():
        await check_19(shared_desk, MOVED)


async def test_19_turns_red_if_an_answer_depends_on_where_rows_lie(
    shared_desk: Desk, mutate: Mutate
) -> None:
    mutate("facts_current", r"ORDER BY v\.valid_from DESC, v\.memory_id", "ORDER BY v.ctid")
    with turns_red():
        await check_19(shared_desk, HOBBIES)


CORRECTED = Update(target=FIRST, content="York", start=None, end=None)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    "check, told",
    [
        (check_01, (LONDON_BATH,)),
        (check_02, (LONDON_BATH, (questioned("York", 2),))),
        (check_02_ranked, (MOVED, MOVED)),
        (check_02_long, (250, 20)),
        (check_03, ((), 0)),
        (check_04, (LONDON_BATH,)),
        (check_05, ((questioned("London", 1),), 3, 2)),
        (check_order, (LONDON_BATH,)),
        (check_06, (LONDON_BATH, 0)),
        (check_07, (LONDON_BATH, 0)),
        (check_08, ((questioned("Bath", 5),), 1)),
        (check_08, (SINCE_EARLIER, 3)),
        (check_08, ((questioned("Bath", 4), *SINCE_EARLIER), 3)),
        (check_09, ((), 1)),
        (check_10, ((), CORRECTED)),
        (check_11, ((questioned("London", 0),), 3)),
        (check_12, (LONDON_BATH, (CORRECTED,), DAY)),
        (check_14, (MOVED, MOVED)),
        (check_15, (MOVED,)),
        (check_16, (LONDON_BATH,)),
        (check_18, ((CORRECTED,),)),
        (check_19, (HOBBIES,)),
    ],
)
async def test_the_same_histories_are_green_as_long_as_the_guard_stands(
    shared_desk: Desk, check: Callable[..., Awaitable[None]], told: tuple[object, ...]
) -> None:
    await check(shared_desk, *told)
