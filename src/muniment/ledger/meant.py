"""Read what a message may mean without naming it: beliefs of its speaker, its words and its session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from muniment.access.partition import PartitionKey
from muniment.access.principal import Principal
from muniment.store.arrays import Texts, Uuids
from muniment.store.pool import Store

MEANT_MAX: Final = 300
"""How many beliefs of the entities of a message are considered, the newest."""

TURNS_MAX: Final = 24
"""From how many of a session's last turns what was learnt is considered."""


AROUND_MAX: Final = 240
"""How many characters before and behind the words that told a plan are read with them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MeantRow:
    """A belief that may be meant; `told` is the transaction that wrote it last.

    `heard_at` is when the first of the turns was said that told it, if nothing but turns did.
    Of a plan, `around` are the words that told it with those around them, which begin and end at
    the span therein.
    """

    told: int
    entity: str
    category_key: str
    object: str
    heard_at: datetime | None
    around: str | None
    span_from: int | None
    span_until: int | None


async def read_meant(
    store: Store,
    principal: Principal,
    partition: PartitionKey,
    entity_keys: Sequence[str],
    session_ids: Sequence[UUID],
    told_from: datetime,
) -> list[MeantRow]:
    """Return what is believed of entities, and what was learnt in sessions, in the order of units.

    What something had followed by `told_from` is left out; what had lapsed by itself is not.
    """
    async with store.reading(principal.as_setting()) as work:
        return list(
            await work.all(
                "rivals_meant",
                MeantRow,
                tenant_id=principal.tenant_id,
                **partition.where,
                entity_keys=Texts(entity_keys),
                session_ids=Uuids(session_ids),
                told_from=told_from,
                candidates_max=MEANT_MAX,
                turns_max=TURNS_MAX,
                around_max=AROUND_MAX,
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBefore:
    """What was said before in a session."""

    session_id: UUID
    speaker: str | None
    content: str


async def read_turns_before(
    store: Store,
    principal: Principal,
    namespace: str,
    session_ids: Sequence[UUID],
    told_until: datetime,
    turns_max: int,
    without: Sequence[UUID],
) -> list[TurnBefore]:
    """Return the last turns of sessions in a namespace that were told by a time, the last one at the end.

    The turns `without` are left out.
    """
    async with store.reading(principal.as_setting()) as work:
        return list(
            await work.all(
                "episodes_before",
                TurnBefore,
                tenant_id=principal.tenant_id,
                namespace=namespace,
                session_ids=Uuids(session_ids),
                told_until=told_until,
                turns_max=turns_max,
                without=Uuids(without),
            )
        )
