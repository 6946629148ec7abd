"""What is derived is made again slice by slice: nobody waits for all of it, and no answer is another one."""

from __future__ import annotations

from dataclasses import replace
from typing import LiteralString

import anyio
import pytest

from muniment.ledger import rebuilding
from muniment.ledger.rebuilding import rebuild_indexes
from muniment.ledger.turns import ingest_turns
from muniment.model.claims import Act
from muniment.model.tasks import TaskState
from muniment.model.writes import Draft, Turn
from muniment.operations import writes
from muniment.operations.once import perform_once
from muniment.operations.reads import Nothing
from muniment.ports.progress import Seen
from muniment.testing.extractor import claim_of
from tests.database import Database, Desk
from tests.properties.asking import recaller_on, recalls
from tests.store.lookup_words import add, day, lives_in
from tests.store.round_words import Talk
from tests.store.tasking import drain, enqueue, get, serving

DERIVED = ("postings", "labels", "word_statistics", "rival_groups")
STRAY_WORD: LiteralString = "INSERT INTO muniment.postings SELECT tenant_id, partition_no, 'stray'"
STRAY_LABEL: LiteralString = (
    "INSERT INTO muniment.labels SELECT tenant_id, partition_no, 'tag', 'stray'"
)
DAMAGE: tuple[LiteralString, ...] = (
    "DELETE FROM muniment.postings WHERE unit_no IN (1, 4, 9) AND term <> ''",
    "DELETE FROM muniment.postings WHERE unit_no = 8",
    "UPDATE muniment.postings SET frequency = 7 WHERE unit_no = 5",
    "UPDATE muniment.postings SET known_until = known_from + interval '1 h' WHERE unit_no = 2",
    f"{STRAY_WORD}, unit_no, 1, 1, known_from, NULL FROM muniment.postings WHERE term = ''",
    f"{STRAY_WORD}, 99, 1, 1, known_from, NULL FROM muniment.postings WHERE term = '' LIMIT 1",
    "DELETE FROM muniment.labels WHERE unit_no IN (2, 7)",
    f"{STRAY_LABEL}, 99, known_from, NULL FROM muniment.labels LIMIT 1",
    "UPDATE muniment.word_statistics SET units = units + 3",
    "DELETE FROM muniment.rival_groups",
)


@pytest.fixture(autouse=True)
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "_BATCH", 3)


async def story(desk: Desk) -> None:
    """Write ten units: beliefs of which one was closed, and two turns."""
    await add(desk, lives_in("London", day(3)), lives_in("Bath", day(6)))
    await add(
        desk,
        *(
            Draft(content=f"Zoe plays chess {n}", entity="Zoe", valid_from=day(1), tags=("game",))
            for n in range(5)
        ),
    )
    turns = [
        Turn(content=f"I row at {n}.", occurred_at=day(n), session="s", speaker="Mike")
        for n in (2, 4)
    ]
    await ingest_turns(desk.ledger, desk.principal, turns)
    await add(desk, lives_in("York", day(8)))


def derived(desk: Desk) -> dict[str, list[tuple[object, ...]]]:
    with desk.database.as_admin() as connection:
        return {
            table: sorted(connection.execute(f"SELECT t::text FROM muniment.{table} t").fetchall())
            for table in DERIVED
        }


def damage(desk: Desk) -> None:
    with desk.database.as_admin() as connection:
        for statement in DAMAGE:
            connection.execute(statement)


class BrokenOff(Exception):
    """Somebody stopped it."""


def stopping_after(slices: int) -> Seen:
    """Return who is told of slices and breaks it off after so many."""
    left = [slices]

    def seen(done: int, total: int) -> None:
        left[0] -= 1
        if not left[0]:
            raise BrokenOff

    return seen


async def test_a_rebuilding_that_was_broken_off_goes_on_and_mends_everything(desk: Desk) -> None:
    await story(desk)
    whole = derived(desk)
    damage(desk)

    with pytest.raises(BrokenOff):
        await rebuild_indexes(desk.ledger, desk.principal, stopping_after(2))
    half = derived(desk)
    told: list[tuple[int, int]] = []
    units = await rebuild_indexes(desk.ledger, desk.principal, lambda *far: told.append(far))

    assert half != whole
    assert derived(desk) == whole
    assert (units, told) == (10, [(3, 10), (6, 10), (9, 10), (10, 10)])


async def test_what_is_not_so_is_found_by_the_same_words_after_a_rebuilding(desk: Desk) -> None:
    talk = Talk.at(desk)
    said = "Zoe no longer lives in Bath."
    await talk.say("Zoe", day(3), claim_of("Zoe", "lives_in", "Bath", act=Act.END, sentence=said))
    before = derived(desk)

    await rebuild_indexes(desk.ledger, desk.principal)

    assert derived(desk) == before


async def test_every_answer_is_the_same_before_in_between_and_after(desk: Desk) -> None:
    await story(desk)
    recaller = recaller_on(desk.store)

    async def told() -> list[dict[str, bytes]]:
        return [
            await recalls(recaller, desk.principal, number, (day(5), day(9)))
            for number in (2, 3, 4, 5)
        ]

    before = await told()
    for slices in (1, 2, 3, 4):
        with pytest.raises(BrokenOff):
            await rebuild_indexes(desk.ledger, desk.principal, stopping_after(slices))
        assert await told() == before
    await rebuild_indexes(desk.ledger, desk.principal)
    assert await told() == before


async def test_a_writer_waits_for_a_slice_and_not_for_all_of_them(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuilding, "_BATCH", 1)
    await story(desk)
    happened: list[str] = []

    async def write() -> None:
        await add(desk, Draft(content="Ann drinks tea", valid_from=day(1)))
        happened.append("written")

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(write)
        await rebuild_indexes(desk.ledger, desk.principal, lambda *_: happened.append("slice"))

    assert "slice" in happened[happened.index("written") :]
    untouched = derived(desk)
    await rebuild_indexes(desk.ledger, desk.principal)
    assert derived(desk) == untouched


async def test_a_rebuilding_that_broke_off_under_a_key_is_not_taken_for_answered(
    database: Database,
) -> None:
    async with serving(database) as services:
        await services.ledger.add_many(services.principal, [Draft(content="Ann drinks tea")])
        stopped = replace(services, seen=stopping_after(1))
        with pytest.raises(BrokenOff):
            await perform_once(stopped, writes.rebuild_indexes, Nothing(), "a")

        assert await perform_once(services, writes.rebuild_indexes, Nothing(), "a") == "1"


async def test_in_the_background_it_says_how_far_it_is(database: Database) -> None:
    async with serving(database) as services:
        drafts = [Draft(content=f"Fact {n}") for n in range(7)]
        await services.ledger.add_many(services.principal, drafts)

        task = await enqueue(services, "rebuild_indexes")
        await drain(services)

        seen = await get(services, task)
        assert (seen.state, seen.result) == (TaskState.DONE, 7)
        assert (seen.progress_done, seen.progress_total) == (7, 7)
