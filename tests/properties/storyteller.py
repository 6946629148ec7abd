"""Tell a history to the ledger and to the oracle at once, and compare what they say held."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import assert_never
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import AlreadyEnded, EmptyPeriod, MemoryNotFound
from muniment.ledger.changing import UNSET, Correction
from muniment.model.ids import MemoryId
from muniment.model.memory import Outcome as Told
from muniment.model.memory import Scope
from muniment.model.memory import Standing as ModelStanding
from muniment.model.reading import Search
from muniment.model.writes import Draft
from muniment.model.writes import Written as Receipt
from muniment.recall.lookup.listing import search
from tests.database import Desk
from tests.properties.histories import (
    Add,
    AddMany,
    Command,
    End,
    Forget,
    Retract,
    Update,
    Verb,
    Written,
    act_of,
    belief_of,
    day,
)
from tests.properties.oracle import (
    Added,
    Oracle,
    Outcome,
    Refusal,
    Slot,
    holder,
    holding,
    instants,
    same_content,
)

NAMESPACES = ("default", "project:acme")
REFUSALS = {
    EmptyPeriod: Refusal.EMPTY_PERIOD,
    AlreadyEnded: Refusal.ALREADY_ENDED,
    MemoryNotFound: Refusal.GONE,
}

Held = set[tuple[str, str]]
"""The ids and the contents of memories."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRow:
    """One row of the holding function as the table has it."""

    memory_id: str
    content: str
    slot: Slot | None
    gap: bool
    valid_from: datetime
    valid_until: datetime | None
    known_from: datetime
    known_until: datetime | None

    def holds(self, valid: datetime, known: datetime) -> bool:
        return (
            not self.gap
            and self.valid_from <= valid
            and (self.valid_until is None or valid < self.valid_until)
            and self.known_from <= known
            and (self.known_until is None or known < self.known_until)
        )


def draft_of(add: Add) -> Draft:
    return Draft(
        content=add.content,
        entity=add.entity,
        category=add.category,
        namespace=add.namespace,
        scope=Scope(add.scope),
        standing=ModelStanding(add.standing.value),
        valid_from=day(add.start),
        valid_until=None if add.end is None else day(add.end),
    )


def correction_of(update: Update) -> Correction:
    end = None if update.end is None else day(update.end)
    return Correction(
        content=UNSET if update.content is None else same_content(update.content),
        valid_from=UNSET if update.start is None else day(update.start),
        valid_until=UNSET if end is None and not update.open_end else end,
    )


@dataclass(slots=True, kw_only=True)
class Story:
    """One tenant of the real ledger, and the oracle that is told the same."""

    desk: Desk
    principal: Principal
    oracle: Oracle = field(default_factory=Oracle)
    written: Written = field(default_factory=Written)
    receipts: list[Receipt] = field(default_factory=list)
    drafting: Callable[[Add], Draft] = draft_of

    @classmethod
    async def begin(cls, desk: Desk, history: Iterable[Command] = ()) -> Story:
        """Open a tenant and tell it a history."""
        story = cls(desk=desk, principal=await desk.fresh_tenant())
        for command in history:
            await story.tell(command)
        return story

    @property
    def head(self) -> int:
        return self.oracle.head

    async def tell(self, command: Command, *, embed: bool = False) -> list[Receipt]:
        """Do one command on both sides; they must agree on outcome and on refusal."""
        match command:
            case Add():
                told = await self._add((command,), embed=embed)
            case AddMany():
                told = await self._add(command.items, embed=embed)
            case Update() | End() | Forget() | Retract():
                memory_id = self.written.find(command.target)
                told = [] if memory_id is None else await self.change(command, memory_id)
            case _:
                assert_never(command)
        self.receipts += told
        return told

    async def _add(self, items: tuple[Add, ...], *, embed: bool) -> list[Receipt]:
        drafts = [self.drafting(item) for item in items]
        receipts = await self.desk.ledger.add_many(self.principal, drafts, embed=embed)
        for item, receipt in zip(items, receipts, strict=True):
            belief, memory_id = belief_of(item), str(receipt.id)
            expected = self.oracle.expect_add(belief)
            outcome = Told.NOOP if expected.outcome is Outcome.COVERED else Told.ADD
            assert receipt.outcome is outcome, (item, expected)
            if expected.memory_id is None:
                assert not self.written.knows(memory_id), (item, expected)
            else:
                assert memory_id == expected.memory_id, (item, expected)
            self.written.note(item, memory_id)
            added = Added(memory_id=memory_id, belief=belief)
            self.oracle.record(receipt.transaction, receipt.known_from, added)
        if len(receipts) == 1:
            self._compare_displaced(receipts[0])
            self._compare_outranked(receipts[0])
        return receipts

    async def change(self, verb: Verb, memory_id: str) -> list[Receipt]:
        """Do one verb to a memory on both sides."""
        act = act_of(verb, memory_id)
        expected = self.oracle.expect_refusal(act)
        receipt, refusal = None, None
        try:
            receipt = await self._change(verb, MemoryId(UUID(memory_id)))
        except tuple(REFUSALS) as raised:
            refusal = REFUSALS[type(raised)]
        assert refusal is expected, (verb, refusal, expected)
        if receipt is None:
            return []
        assert str(receipt.id) == memory_id
        self.oracle.record(receipt.transaction, receipt.known_from, act)
        if isinstance(verb, Update):
            self._compare_displaced(receipt)
            self._compare_outranked(receipt)
        return [receipt]

    def _compare_displaced(self, receipt: Receipt) -> None:
        """Compare what a write says it displaced with the memories that held somewhere and hold there no more."""
        before = self.oracle.assertions(receipt.transaction - 1)
        after = self.oracle.assertions(receipt.transaction)
        lost = {
            memory_id
            for valid in instants([*before, *after])
            for memory_id, _ in holding(before, valid, None) - holding(after, valid, None)
        }
        assert {str(each) for each in receipt.displaced} == lost - {str(receipt.id)}, receipt

    def _compare_outranked(self, receipt: Receipt) -> None:
        """Compare what a write says it is outranked by with what holds, or is silent, wherever it is said to hold."""
        standing = self.oracle.assertions(receipt.transaction)
        own = [one for one in standing if one.memory_id == str(receipt.id) and not one.gap]
        there = [
            holder(standing, one.rivals, valid)
            for one in own
            for valid in instants(standing)
            if one.covers(valid)
        ]
        holds = any(one in there for one in own)
        instead = {one.memory_id for one in there if one is not None} - {str(receipt.id)}
        told = {str(each) for each in receipt.outranked_by}
        assert told == (set() if holds else instead), receipt

    async def _change(self, verb: Verb, memory_id: MemoryId) -> Receipt:
        ledger, principal = self.desk.ledger, self.principal
        match verb:
            case Update():
                return await ledger.update(principal, memory_id, correction_of(verb))
            case End():
                return await ledger.end(principal, memory_id, at=day(verb.at))
            case Forget():
                return await ledger.forget(principal, memory_id)
            case Retract():
                return await ledger.retract(principal, memory_id)
        assert_never(verb)

    def stored(self) -> list[StoredRow]:
        """Read every row of the holding function, past what row-level security hides."""
        with self.desk.database.as_admin() as connection:
            found = connection.execute(
                """
                SELECT v.memory_id::text, m.content, p.scope, p.namespace, m.entity_key,
                    m.category_key, v.gap, v.valid_from, v.valid_until, v.known_from, v.known_until
                FROM muniment.versions v
                JOIN muniment.memories m USING (tenant_id, unit_no)
                JOIN muniment.partitions p ON p.tenant_id = v.tenant_id
                    AND p.partition_no = v.partition_no
                WHERE v.tenant_id = %s ORDER BY v.number, v.ordinal
                """,
                (self.principal.tenant_id,),
            ).fetchall()
        return [_row_of(row) for row in found]

    def times(self) -> dict[int, datetime]:
        """Read the time of every transaction."""
        with self.desk.database.as_admin() as connection:
            found = connection.execute(
                "SELECT number, recorded_at FROM muniment.transactions WHERE tenant_id = %s",
                (self.principal.tenant_id,),
            ).fetchall()
        return dict(found)  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them

    def compare(self) -> None:
        """Compare the stored rows with the oracle at every (valid, known) that can matter."""
        rows, points = self.stored(), self.oracle.instants()
        for number, known in self.times().items():
            standing = self.oracle.assertions(number)
            known_rows = [
                row
                for row in rows
                if row.known_from <= known and (row.known_until is None or known < row.known_until)
            ]
            for valid in points:
                held = {(r.memory_id, r.content) for r in known_rows if r.holds(valid, known)}
                expected = holding(standing, valid)
                assert held == expected, f"at {valid} as of {number}: {held} instead of {expected}"

    async def listed(self, valid: datetime | None, number: int | None) -> Held:
        """Ask the product what held, in both namespaces, whatever its standing."""
        found: Held = set()
        for namespace in NAMESPACES:
            for standing in (None, ModelStanding.QUARANTINED):
                page = await search(
                    self.desk.store,
                    self.principal,
                    Search(
                        namespace=namespace,
                        kind="memory",
                        standing=standing,
                        valid_at=valid,
                        as_of=number,
                        limit=1000,
                    ),
                )
                found |= {(str(item.id), item.content) for item in page}
        return found

    async def ask(self, valid: datetime, number: int) -> None:
        """Compare the product's own answer with the oracle's at one point."""
        held, expected = await self.listed(valid, number), self.oracle.holds(valid, number)
        assert held == expected, f"at {valid} as of {number}: {held} instead of {expected}"

    def said(self, number: int | None = None) -> list[datetime]:
        """List the valid times that stand for all others at one transaction."""
        return instants(self.oracle.assertions(self.head if number is None else number))


def _row_of(row: tuple[object, ...]) -> StoredRow:
    memory_id, content, scope, namespace, entity, category, gap, *times = row
    slot = None if entity is None or category is None else (scope, namespace, entity, category)
    valid_from, valid_until, known_from, known_until = times
    return StoredRow(
        memory_id=memory_id,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        content=content,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        slot=slot,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        gap=gap,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        valid_from=valid_from,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        valid_until=valid_until,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        known_from=known_from,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
        known_until=known_until,  # type: ignore[arg-type]  # rows of raw SQL, read as the test wrote them
    )
