"""Make what is derived from the ledger again: words, labels, totals and places of rivals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeVar

from muniment.access.principal import Permission, Principal
from muniment.ledger.alongside import written_alongside
from muniment.ledger.opening import open_change
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.upkeep import UnitWords
from muniment.ledger.writer import Ledger
from muniment.model.names import called, folded
from muniment.ports.progress import Seen, unseen
from muniment.store.found import Count
from muniment.store.work import Work

_BATCH: Final = 2_000
_LAST: Final = 2**63 - 1
_TOTALS: Final = (
    "word_statistics_clear",
    "word_statistics_rebuild",
    "rival_groups_clear",
    "rival_groups_rebuild",
)

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitToIndex(UnitWords):
    """A unit with its labels, and the time it was known for."""

    tags: list[str]
    entity_key: str | None
    object_key: str | None
    known_from: datetime
    known_until: datetime | None

    @property
    def labels(self) -> list[tuple[str, str]]:
        """Its labels, each with its kind."""
        entities = [key for key in (self.entity_key, self.object_key) if key is not None]
        speakers = () if self.speaker is None else called(self.speaker)
        return list(
            dict.fromkeys(
                [
                    *(("tag", folded(tag)) for tag in self.tags),
                    *(("entity", entity) for entity in entities),
                    *(("speaker", speaker) for speaker in speakers),
                ]
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitsThere:
    """How many units there are, and the number of the last."""

    units: int
    last_no: int


async def rebuild_indexes(ledger: Ledger, principal: Principal, seen: Seen = unseen) -> int:
    """Make words, labels, totals and places of rivals again; return how many units there were.

    Every answer stays as it was, at every basis. Units are taken slice by slice, each in a
    transaction of its own, so that the tenant's writers wait for one slice, and at the end for the totals; `seen` is told
    after each how many of how many are done. What is as it has to be is only compared: broken off,
    it goes on when it is run again. Vectors stay: `adopt_embedder` makes those again.

    Raises:
        NotPermitted: the principal may not govern.
    """
    principal.require(Permission.GOVERN)
    rebuilding = _Rebuilding(ledger, principal.overseeing())
    # The answer is the last transaction's to carry: before it there is none.
    with written_alongside(None):
        there = await rebuilding.begun()
        done = 0
        for after in range(0, there.last_no, _BATCH):
            done += await rebuilding.indexed(after, min(after + _BATCH, there.last_no))
            seen(done, there.units)
    return await rebuilding.ended(done)


class _Rebuilding:
    """The transactions of one rebuilding."""

    def __init__(self, ledger: Ledger, principal: Principal) -> None:
        self._ledger = ledger
        self._principal = principal
        self._tenant = {"tenant_id": principal.tenant_id}

    async def begun(self) -> UnitsThere:
        """Take away what lies behind the last unit, where the next one is to be written."""

        async def plan(work: Work) -> UnitsThere:
            there = await work.one("units_range", UnitsThere, **self._tenant)
            assert there is not None, "a count has a row"
            await self._index(work, (), there.last_no, _LAST)
            return there

        return await self._locked(plan)

    async def indexed(self, after: int, until: int) -> int:
        """Index the units of a range; return how many there were."""

        async def plan(work: Work) -> int:
            where = self._tenant | {"after": after, "until": until}
            units = await work.all("units_to_index", UnitToIndex, **where)
            await self._index(work, units, after, until)
            return len(units)

        return await self._locked(plan)

    async def ended(self, done: int) -> int:
        """Make totals and places of rivals again, and return what is answered."""

        async def plan(work: Work) -> int:
            for name in _TOTALS:
                await work.write(name, **self._tenant)
            return done

        return await self._locked(plan)

    async def _locked(self, plan: Callable[[Work], Awaitable[Answer]]) -> Answer:
        """Run something in a transaction of its own, while the tenant's writers wait."""

        async def locked(work: Work) -> tuple[Answer, Sealed | None]:
            await open_change(work, self._principal)
            return await plan(work), None

        return await transact(self._ledger.store, self._principal, locked)

    async def _index(
        self, work: Work, units: Sequence[UnitToIndex], after: int, until: int
    ) -> None:
        """Give the units within a range the words and labels that are due to them, and no others."""
        where = self._tenant | {"after": after, "until": until}
        words = {
            "language": self._ledger.language,
            "unit_nos": [unit.unit_no for unit in units],
            "partition_nos": [unit.partition_no for unit in units],
            "texts": [unit.text for unit in units],
            "known_froms": [unit.known_from for unit in units],
            "known_untils": [unit.known_until for unit in units],
        }
        labelled = [(unit, kind, label) for unit in units for kind, label in unit.labels]
        labels = {
            "unit_nos": [unit.unit_no for unit, _, _ in labelled],
            "partition_nos": [unit.partition_no for unit, _, _ in labelled],
            "kinds": [kind for _, kind, _ in labelled],
            "labels": [label for _, _, label in labelled],
            "known_froms": [unit.known_from for unit, _, _ in labelled],
            "known_untils": [unit.known_until for unit, _, _ in labelled],
        }
        for compare, rebuild, due in (
            ("words_compare", "words_rebuild", words),
            ("labels_compare", "labels_rebuild", labels),
        ):
            lacking = await (await work.change(compare, Count, **where, **due)).one()
            if lacking is not None and lacking.count:
                await work.write(rebuild, **self._tenant, **due)
