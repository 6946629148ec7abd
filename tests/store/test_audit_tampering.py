"""Rows and transactions that went, came, or were opened again are found, and by which check."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass

import pytest

from muniment.audit import checks, effective
from muniment.audit.anchors import Anchor, read_anchor
from muniment.audit.findings import Verification, What
from muniment.audit.snapshot import Snapshot
from muniment.audit.verify import verify
from tests.database import Desk, Server, open_desk
from tests.store.ledgers import draft, write_a_bit_of_everything
from tests.store.tampering import Intruder, intruder

ADDED, LAST = 33, 35
"""A transaction that added a belief and that nothing came back to, and the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tampering:
    """Something done to the ledger, what the walk says of it, and the one check that sees it."""

    name: str
    act: Callable[[Intruder], object]
    what: What
    table: str
    number: int | None
    ordinal: int | None
    check: str


def statement(text: str) -> Callable[[Intruder], object]:
    """Return the act of running one statement that reaches one row."""

    def act(someone: Intruder) -> None:
        assert someone.run(text) == 1

    return act


def cut(someone: Intruder) -> None:
    someone.undo_after(LAST - 1)


def cut_with_the_head(someone: Intruder) -> None:
    cut(someone)
    someone.move_head_to(LAST - 1)


def delete_a_transaction_and_all_it_did(someone: Intruder) -> None:
    for table in ("transactions", "reasons", "memories", "assertions", "versions", "categories"):
        assert someone.run(f"DELETE FROM muniment.{table} WHERE number = {ADDED}") == 1


TAMPERINGS = [
    Tampering(
        name="a changed word",
        act=statement("UPDATE muniment.memories SET content = 'Mike lives in Leeds' WHERE number = 3"),
        what=What.ALTERED, table="memories", number=3, ordinal=1, check="check_row",
    ),
    Tampering(
        name="an added row",
        act=statement(
            "INSERT INTO muniment.assertions SELECT tenant_id, number, 99, memory_id, partition_no,"
            " rivals_key, gap, valid_from, valid_until, rank_from, rank_number, rank_ordinal,"
            " confidence, actor, episode_id, span_from, span_until, source, salt, known_from"
            " FROM muniment.assertions WHERE number = 4"
        ),
        what=What.ADDED, table="assertions", number=4, ordinal=99, check="check_row",
    ),
    Tampering(
        name="a row of a transaction to come",
        act=statement(
            "INSERT INTO muniment.users SELECT tenant_id, 1000, 1, user_id, name, known_from"
            " FROM muniment.users WHERE name = 'ann'"
        ),
        what=What.ADDED, table="users", number=1000, ordinal=1, check="check_row",
    ),
    Tampering(
        name="a deleted row",
        act=statement(f"DELETE FROM muniment.assertions WHERE number = {ADDED}"),
        what=What.DELETED, table="assertions", number=ADDED, ordinal=3, check="check_missing",
    ),
    Tampering(
        name="a reopened row",
        act=statement("UPDATE muniment.memories SET known_until = NULL WHERE number = 2"),
        what=What.REOPENED, table="memories", number=2, ordinal=4, check="closings",
    ),
    Tampering(
        name="a row closed from outside",
        act=statement("UPDATE muniment.assertions SET known_until = now() WHERE number = 4"),
        what=What.CLOSED, table="assertions", number=4, ordinal=1, check="closings",
    ),
    Tampering(
        name="a row closed at another transaction",
        act=statement(
            "UPDATE muniment.memories m SET known_until = t.recorded_at"
            " FROM muniment.transactions t WHERE m.number = 2 AND t.number = 4"
        ),
        what=What.CLOSED, table="memories", number=2, ordinal=4, check="closings",
    ),
    Tampering(
        name="another reason",
        act=statement(f"UPDATE muniment.reasons SET reason = 'the law' WHERE number = {ADDED}"),
        what=What.ALTERED, table="transactions", number=ADDED, ordinal=None, check="check_link",
    ),
    Tampering(
        name="a reason taken away",
        act=statement(f"DELETE FROM muniment.reasons WHERE number = {ADDED}"),
        what=What.ALTERED, table="transactions", number=ADDED, ordinal=None, check="check_link",
    ),
    Tampering(
        name="a reason that others may read",
        act=statement(f"UPDATE muniment.reasons SET partition_nos = '{{0}}' WHERE number = {ADDED}"),
        what=What.ALTERED, table="reasons", number=ADDED, ordinal=None, check="check_reasons",
    ),
    Tampering(
        name="a transaction deleted with all it did",
        act=delete_a_transaction_and_all_it_did,
        what=What.DELETED, table="transactions", number=ADDED, ordinal=None, check="check_order",
    ),
    Tampering(
        name="the last transaction cut off",
        act=cut,
        what=What.CUT, table="transactions", number=LAST, ordinal=None, check="check_head",
    ),
    Tampering(
        name="the head moved back alone",
        act=lambda someone: someone.move_head_to(4),
        what=What.ALTERED, table="heads", number=LAST, ordinal=None, check="check_head",
    ),
    Tampering(
        name="the last transaction cut off with the head",
        act=cut_with_the_head,
        what=What.CUT, table="transactions", number=LAST, ordinal=None, check="check_anchor",
    ),
    Tampering(
        name="a tombstone that nobody wrote",
        act=statement(
            "INSERT INTO muniment.tombstones SELECT tenant_id, 3, 99, 'memories', 3, 1, known_from"
            " FROM muniment.memories WHERE number = 3"
        ),
        what=What.ALTERED, table="memories", number=3, ordinal=1, check="check_row",
    ),
    Tampering(
        name="words put back into an erased memory",
        act=statement("UPDATE muniment.memories SET entity = 'Mike' WHERE content IS NULL"),
        what=What.ALTERED, table="memories", number=2, ordinal=4, check="check_row",
    ),
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A ledger, its noted head, and somebody who broke in."""

    desk: Desk
    intruder: Intruder
    anchor: Anchor

    async def walk(self, *, anchored: bool) -> Verification:
        anchor = self.anchor if anchored else None
        return await verify(self.desk.store, self.desk.principal, anchor=anchor)


@pytest.fixture(scope="module")
async def scene(server: Server) -> AsyncIterator[Scene]:
    with server.database() as database:
        async with open_desk(database) as desk:
            await write_a_bit_of_everything(desk)
            rest = draft("Mike sleeps", category="rest")
            await desk.ledger.add_many(desk.principal, [rest], reason="he yawned")
            with intruder(database) as someone:
                someone.erase_memory(2, 4)
                await desk.ledger.add_many(desk.principal, [draft("Mike wakes", category="day")])
                someone.break_in()
                seen = await verify(desk.store, desk.principal)
                yield Scene(desk=desk, intruder=someone, anchor=read_anchor(seen.anchor))


async def test_the_ledger_verifies_before_anything_is_done_to_it(scene: Scene) -> None:
    seen = await scene.walk(anchored=True)

    assert seen.findings == ()
    assert (seen.transactions, seen.head_number, seen.erased) == (LAST, LAST, 1)


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.name)
async def test_tampering_is_found_and_named(scene: Scene, tampering: Tampering) -> None:
    try:
        tampering.act(scene.intruder)
        first = (await scene.walk(anchored=tampering.check == "check_anchor")).first
    finally:
        scene.intruder.restore()

    assert first is not None
    assert first.what is tampering.what
    assert (first.table, first.number, first.ordinal) == (
        tampering.table, tampering.number, tampering.ordinal,
    )  # fmt: skip


@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.name)
async def test_tampering_is_missed_when_its_check_is_off(
    scene: Scene, tampering: Tampering, monkeypatch: pytest.MonkeyPatch
) -> None:
    _switch_off(monkeypatch, tampering.check)
    monkeypatch.setattr(effective, "differences", lambda _: iter(()))
    try:
        tampering.act(scene.intruder)
        seen = await scene.walk(anchored=tampering.check == "check_anchor")
    finally:
        scene.intruder.restore()

    assert seen.findings == ()


async def test_a_cut_that_keeps_the_head_in_step_is_invisible_without_an_anchor(
    scene: Scene,
) -> None:
    try:
        cut_with_the_head(scene.intruder)
        seen = await verify(scene.desk.store, scene.desk.principal)
    finally:
        scene.intruder.restore()

    assert seen.findings == ()
    assert seen.head_number == LAST - 1


async def test_an_anchor_of_another_ledger_is_refused(scene: Scene) -> None:
    seen = await verify(
        scene.desk.store, scene.desk.principal, anchor=Anchor(number=3, hash="00" * 32)
    )

    assert [(found.what, found.number) for found in seen.findings] == [(What.ALTERED, 3)]


async def test_progress_ends_at_the_last_transaction(scene: Scene) -> None:
    told: list[tuple[int, int]] = []
    await verify(
        scene.desk.store,
        scene.desk.principal,
        progress=lambda done, total: told.append((done, total)),
    )

    assert told[-1] == (LAST, LAST)


def _switch_off(monkeypatch: pytest.MonkeyPatch, check: str) -> None:
    def nothing(*_: object, **__: object) -> Iterator[object]:
        return iter(())

    async def no_closings(*_: object, **__: object) -> list[object]:
        return []

    if check == "closings":
        monkeypatch.setattr(Snapshot, "closings", no_closings)
    else:
        monkeypatch.setattr(checks, check, nothing)
