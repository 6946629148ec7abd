"""Ask a model for advice on the claims of rounds, with what is believed of them, before the lock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from muniment.access.partition import PartitionKey
from muniment.access.principal import Principal
from muniment.knowledge.learning.reading_rounds import ReadTurn, ReadyClaim
from muniment.knowledge.resolution.picking import categories_met, slots_of
from muniment.knowledge.roles.records import Record
from muniment.knowledge.roles.resolving import Open, resolve_claims
from muniment.ledger.meeting import Met, ask_met
from muniment.model.memory import Standing
from muniment.model.names import folded
from muniment.model.worded import joined
from muniment.ports.language_model import LanguageModel
from muniment.store.pool import Store
from muniment.temporal.instants import format_instant

CANDIDATES_MAX: Final = 12
"""How many beliefs a model is shown for one claim, those that began last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adviser:
    """Who advises, and where what is believed is read. The rules decide wherever it does not."""

    store: Store
    model: LanguageModel

    async def advise(
        self, principal: Principal, read: list[list[ReadTurn]], partition: PartitionKey
    ) -> list[list[ReadTurn]]:
        """Return turns with advice on those of their claims that have candidates and none yet."""
        waiting = [
            (turn, ready)
            for turns in read
            for turn in turns
            for ready in turn.claims
            if ready.advice is None
        ]
        if not waiting:
            return read
        slots = [slot for _, ready in waiting for slot in slots_of(ready.claim, is_one=True)]
        async with self.store.reading(principal.as_setting()) as work:
            met = await (await ask_met(work, principal.tenant_id, partition, (), slots)).met()
        claims = [_open(turn, ready, met) for turn, ready in waiting]
        resolved = await resolve_claims(self.model, claims)
        advice = iter(resolved.advice)
        return [
            [
                replace(
                    turn,
                    claims=tuple(
                        ready if ready.advice is not None else replace(ready, advice=next(advice))
                        for ready in turn.claims
                    ),
                    degraded=_joined(turn, resolved.degraded),
                )
                for turn in turns
            ]
            for turns in read
        ]


def _joined(turn: ReadTurn, lacking: str | None) -> str | None:
    if not turn.claims or lacking is None:
        return turn.degraded
    return joined(turn.degraded, lacking)


def _open(turn: ReadTurn, ready: ReadyClaim, met: Met) -> Open:
    said = turn.prepared.turn
    return Open(
        claim=ready.claim,
        speaker=turn.speaker,
        said_at=format_instant(said.occurred_at),
        quotation=said.content[slice(*ready.claim.span)],
        candidates=tuple(_candidates(ready, met))[-CANDIDATES_MAX:],
    )


def _candidates(ready: ReadyClaim, met: Met) -> Sequence[Record]:
    """Return the held beliefs that a claim may be about, by when they began last."""
    subject = folded(ready.claim.subject)
    names = {subject} | met.names.get(subject, frozenset())
    return sorted(_found(met, names, categories_met(ready.claim)), key=_began)


def _found(met: Met, names: set[str], categories: frozenset[str]) -> Iterator[Record]:
    for row in met.memories:
        if row.entity_key not in names or row.category_key not in categories:
            continue
        rows = met.rivals[row.rivals_key].group.rows_of(str(row.memory_id))
        if rows and row.standing == Standing.HELD.value:
            last = rows[-1].period
            yield Record(
                id=row.memory_id,
                text=row.content,
                about=row.entity,
                valid_from=last.start,
                valid_until=last.end,
            )


def _began(record: Record) -> tuple[str, str]:
    assert record.valid_from is not None, "what holds has begun"
    return (format_instant(record.valid_from), str(record.id))
