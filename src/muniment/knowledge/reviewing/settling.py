"""Settle a contradiction as a person decides: keep the one, the other, or both."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from uuid import UUID

from muniment.access.partition import PartitionFound, PartitionKey
from muniment.access.principal import Permission, Principal
from muniment.errors import (
    AlreadySettled,
    ContradictionNotFound,
    MemoryNotFound,
    NotPermitted,
    WriteContention,
)
from muniment.ledger.asked import RevisionRow
from muniment.ledger.composing import Composing
from muniment.ledger.embedding import embeddings_of
from muniment.ledger.keys import match_key
from muniment.ledger.meeting import Slot, ask_met
from muniment.ledger.opening import ask_opening
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.ids import ContradictionId, MemoryId
from muniment.model.memory import Cardinality, Standing
from muniment.model.reviews import Settled, Side
from muniment.ports.embedder import Vector
from muniment.store.found import Key
from muniment.store.rows import ContradictionRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class ContradictionLatest:
    """The last row of a contradiction."""

    number: int
    ordinal: int
    contradiction_id: UUID
    partition_no: int
    first_id: UUID
    second_id: UUID
    kept: str | None
    rationale: str | None
    second_is_erased: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """Both beliefs as they were said last, and where the second one is."""

    contradiction: ContradictionLatest
    first: RevisionRow
    second: RevisionRow
    partition: PartitionKey

    @property
    def second_is_contested(self) -> bool:
        """Whether the second one waits to be held; of two that were found held, neither does."""
        return self.second.standing == Standing.CONTESTED.value

    def match(self, cardinality: Cardinality) -> UUID:
        """Return the key of the rivals that the second one would have."""
        return match_key(
            self.partition,
            entity_key=self.second.entity_key,
            category_key=self.second.category_key,
            cardinality=cardinality,
            content=self.second.content,
            object_key=self.second.object_key,
        )

    @property
    def slots(self) -> list[Slot]:
        """Where both are found."""
        return [
            Slot(
                entity_key=row.entity_key or "",
                category_key=row.category_key or "",
                object_key=row.object_key,
            )
            for row in (self.first, self.second)
        ]


async def settle(
    ledger: Ledger,
    principal: Principal,
    contradiction_id: ContradictionId,
    keep: Side,
    *,
    reason: str | None = None,
) -> Settled:
    """Carry out what a person decides on a contradiction, in one transaction.

    Kept first: the second was never so. Kept second: it holds, and the first was so until the
    second began, or never. Kept both: they hold beside each other.

    Raises:
        ContradictionNotFound: there is none of this id.
        AlreadySettled: a person has decided on it.
        NotPermitted: an agent acts, or the principal may not forget. What is private to an agent is
            settled by whoever acts as that agent and in no agent's role.
        MemoryNotFound: the second belief is to be kept, and only its history is left; or it was erased.
    """
    principal.require(Permission.FORGET)
    sides = await _sides(ledger, principal, contradiction_id)
    _refuse_agent(principal, sides.partition)
    vector = (await embeddings_of(ledger.embedder, [sides.second.text]))[0]
    acting = principal.within(sides.partition.container_id)

    async def plan(work: Work) -> tuple[Settled, Sealed]:
        return await _settle(ledger, work, acting, sides, keep, vector, reason)

    return await transact(ledger.store, acting, plan)


def _refuse_agent(principal: Principal, partition: PartitionKey) -> None:
    # No role of agents may grant: whoever may, under an agent's name, is its user or has a user's key.
    if principal.agent is None:
        return
    if partition.agent is None:
        raise NotPermitted(
            f"{principal.agent} is an agent: a contradiction is settled by a person, who acts without one."
        )
    if Permission.GRANT not in principal.permissions:
        raise NotPermitted(
            f"{principal.agent} ({principal.role}) is an agent at work: what is private to it is settled by "
            "a person, who acts under its name and in no agent's role."
        )


async def _sides(ledger: Ledger, principal: Principal, contradiction_id: ContradictionId) -> Sides:
    named = {"tenant_id": principal.tenant_id}
    async with ledger.store.reading(principal.as_setting()) as work:
        found = await _contradiction(work, principal, contradiction_id)
        asked = await work.send("memory_latest", RevisionRow, memory_id=found.first_id, **named)
        second = await work.one("memory_latest", RevisionRow, memory_id=found.second_id, **named)
        partition = await work.one(
            "partition_of_memory", PartitionFound, memory_id=found.second_id, **named
        )
        first = await asked.one()
    if first is None or second is None or partition is None:
        raise ContradictionNotFound
    return Sides(contradiction=found, first=first, second=second, partition=partition.key)


async def _contradiction(
    work: Work, principal: Principal, contradiction_id: ContradictionId
) -> ContradictionLatest:
    found = await work.one(
        "contradiction_latest",
        ContradictionLatest,
        tenant_id=principal.tenant_id,
        contradiction_id=contradiction_id,
    )
    if found is None:
        raise ContradictionNotFound
    if found.kept is not None:
        raise AlreadySettled(
            f"a person has settled the contradiction {contradiction_id} already: kept {found.kept}."
        )
    if found.second_is_erased:
        raise MemoryNotFound(f"the memory {found.second_id} was erased: nothing is left to settle.")
    return found


async def _settle(
    ledger: Ledger,
    work: Work,
    principal: Principal,
    sides: Sides,
    keep: Side,
    vector: Vector | None,
    reason: str | None,
) -> tuple[Settled, Sealed]:
    asked_opening = await ask_opening(work, principal, ids=2)
    matches = [sides.match(Cardinality.ONE), sides.match(Cardinality.MANY)]
    if sides.first.match_key is not None:
        matches.append(sides.first.match_key)
    asked_met = await ask_met(work, principal.tenant_id, sides.partition, matches, sides.slots)
    opening = await asked_opening.opened()
    met = await asked_met.met()
    found = await _contradiction(
        work, principal, ContradictionId(sides.contradiction.contradiction_id)
    )
    if (found.number, found.ordinal) != (sides.contradiction.number, sides.contradiction.ordinal):
        raise WriteContention
    composing = Composing.over(opening, met)
    vector = vector if ledger.embeds_for(opening) else None
    changed = _carry_out(composing, sides, keep, vector)
    opening.change.close("contradictions", Key(found.number, found.ordinal))
    opening.change.write(
        ContradictionRow(
            contradiction_id=found.contradiction_id,
            partition_no=found.partition_no,
            first_id=found.first_id,
            second_id=found.second_id,
            kept=keep.value,
            settled_by=principal.actor,
            rationale=found.rationale or "",
            salt=secrets.token_bytes(16),
        )
    )
    lost = composing.finish()
    sealed = await ledger.seal(work, opening, "settle", reason)
    return (
        Settled(
            id=ContradictionId(found.contradiction_id),
            kept=keep,
            transaction=sealed.number,
            changed=tuple(MemoryId(each) for each in sorted(changed | lost)),
        ),
        sealed,
    )


def _carry_out(
    composing: Composing, sides: Sides, keep: Side, vector: Vector | None
) -> frozenset[UUID]:
    """Change both beliefs as decided; return those that were changed."""
    first, second = sides.first.memory_id, sides.second.memory_id
    there = second in composing.revisions
    match keep:
        case Side.FIRST:
            if there:
                composing.retract(second)
            return frozenset({second} if there else ())
        case Side.SECOND:
            _refuse_gone(sides, there=there)
            begins = min(each.valid_from for each in composing.assertions[second] if not each.gap)
            is_one = sides.second.cardinality == Cardinality.ONE.value
            kind = Cardinality.ONE if is_one else Cardinality.MANY
            if first in composing.revisions:
                composing.cut(first, begins)
            if sides.second_is_contested:
                composing.hold(second, kind, sides.second.text, vector, sides.match(kind))
            return frozenset({first, second})
        case Side.BOTH:
            _refuse_gone(sides, there=there)
            many = Cardinality.MANY
            if sides.second_is_contested:
                composing.hold(second, many, sides.second.text, vector, sides.match(many))
            return frozenset({second} if sides.second_is_contested else ())


def _refuse_gone(sides: Sides, *, there: bool) -> None:
    if not there:
        raise MemoryNotFound(
            f"the memory {sides.second.memory_id} was forgotten or retracted: keep the first."
        )
