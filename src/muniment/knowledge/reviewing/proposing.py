"""Propose pairs of beliefs that cannot both be so for a person to review; nothing else changes."""

from __future__ import annotations

import secrets

from muniment.access.principal import Permission, Principal
from muniment.knowledge.reviewing.pairing import contradictory
from muniment.ledger.opening import ask_opening
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.consolidation import Proposed, ProposedContradiction
from muniment.model.ids import ContradictionId
from muniment.model.similar import GetPairs
from muniment.recall.lookup.opening import reader
from muniment.recall.lookup.pairs import NotedPair
from muniment.store.rows import ContradictionRow
from muniment.store.work import Work


async def propose_contradictions(
    ledger: Ledger, principal: Principal, request: GetPairs, *, reason: str | None = None
) -> Proposed:
    """Note the contradictions that are found now and that nobody has noted yet, in one transaction.

    Both beliefs stay as they are until a person settles it. A pair that was noted once, settled
    or not, is not proposed again.

    Raises:
        NotPermitted: the principal may not write.
        InvalidValue: the limit is no good.
    """
    principal.require(Permission.WRITE)
    found = await contradictory(ledger.store, principal, request)
    if not found.pairs:
        return Proposed(items=(), transaction=None, is_cut=False)
    acting = reader(principal, request.containers)

    async def plan(work: Work) -> tuple[Proposed, Sealed | None]:
        asked = await ask_opening(work, acting, ids=len(found.pairs))
        asked_noted = await work.send(
            "contradictions_between",
            NotedPair,
            tenant_id=acting.tenant_id,
            partition_nos=sorted({number for _, number in found.pairs}),
            as_of=None,
        )
        opening = await asked.opened()
        noted = {row.pair for row in await asked_noted.all()}
        items: list[ProposedContradiction] = []
        for pair, partition_no in found.pairs:
            if frozenset((pair.first, pair.second)) not in noted:
                items.append(ProposedContradiction(id=ContradictionId(opening.new_id()), pair=pair))
                opening.change.write(_row(items[-1], partition_no))
        sealed = None
        if items:
            sealed = await ledger.seal(work, opening, "propose", reason)
        number = None if sealed is None else sealed.number
        return Proposed(items=tuple(items), transaction=number, is_cut=found.is_cut), sealed

    return await transact(ledger.store, acting, plan)


def _row(proposed: ProposedContradiction, partition_no: int) -> ContradictionRow:
    pair = proposed.pair
    return ContradictionRow(
        contradiction_id=proposed.id,
        partition_no=partition_no,
        first_id=pair.first,
        second_id=pair.second,
        kept=None,
        settled_by=None,
        rationale=f"{pair.reason.value}: {pair.first_content!r} and {pair.second_content!r}.",
        salt=secrets.token_bytes(16),
    )
