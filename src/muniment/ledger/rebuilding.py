"""Make what is derived from the ledger again: words, labels, totals and places of rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from muniment.access.principal import Permission, Principal
from muniment.ledger.opening import ask_opening
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.upkeep import UnitWords
from muniment.ledger.writer import Ledger
from muniment.model.names import called, folded
from muniment.store.work import Work

_BATCH: Final = 2_000
_CLEARING: Final = ("postings_clear", "labels_clear", "word_statistics_clear", "rival_groups_clear")


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


async def rebuild_indexes(ledger: Ledger, principal: Principal) -> int:
    """Make words, labels, totals and places of rivals again, in one transaction; return the units.

    Every answer stays as it was, at every basis. Vectors stay: `adopt_embedder` makes those
    again. The tenant's writers wait meanwhile.

    Raises:
        NotPermitted: the principal may not govern.
    """
    principal.require(Permission.GOVERN)
    acting = principal.overseeing()

    async def plan(work: Work) -> tuple[int, Sealed | None]:
        await (await ask_opening(work, acting)).opened()
        for name in _CLEARING:
            await work.write(name, tenant_id=acting.tenant_id)
        done, after = 0, 0
        while units := await work.all(
            "units_to_index", UnitToIndex, tenant_id=acting.tenant_id, after=after, limit=_BATCH
        ):
            await _index(work, ledger, acting, units)
            done, after = done + len(units), units[-1].unit_no
        for name in ("word_statistics_rebuild", "rival_groups_rebuild"):
            await work.write(name, tenant_id=acting.tenant_id)
        return done, None

    return await transact(ledger.store, acting, plan)


async def _index(
    work: Work, ledger: Ledger, principal: Principal, units: Sequence[UnitToIndex]
) -> None:
    await work.write(
        "words_rebuild",
        tenant_id=principal.tenant_id,
        language=ledger.language,
        unit_nos=[unit.unit_no for unit in units],
        partition_nos=[unit.partition_no for unit in units],
        texts=[unit.text for unit in units],
        known_froms=[unit.known_from for unit in units],
        known_untils=[unit.known_until for unit in units],
    )
    labelled = [(unit, kind, label) for unit in units for kind, label in unit.labels]
    if labelled:
        await work.write(
            "labels_rebuild",
            tenant_id=principal.tenant_id,
            unit_nos=[unit.unit_no for unit, _, _ in labelled],
            partition_nos=[unit.partition_no for unit, _, _ in labelled],
            kinds=[kind for _, kind, _ in labelled],
            labels=[label for _, _, label in labelled],
            known_froms=[unit.known_from for unit, _, _ in labelled],
            known_untils=[unit.known_until for unit, _, _ in labelled],
        )
