"""Walk a tenant's whole ledger and name whatever is not as it was written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol
from uuid import UUID

from muniment.audit import checks, effective
from muniment.audit.anchors import Anchor
from muniment.audit.chain import genesis_hash
from muniment.audit.digests import digest_rows
from muniment.audit.effective import Difference
from muniment.audit.findings import FINDINGS_MAX, Finding, Findings, Verification
from muniment.audit.snapshot import NUMBER_MAX, NUMBER_MIN, Snapshot, Values
from muniment.ports.progress import Seen, unseen
from muniment.sql import guards
from muniment.store.found import Key
from muniment.store.pool import Store

_BELIEFS: Final = frozenset({"memories", "assertions", "versions"})
"""The tables that say what was believed, by what was said."""


class Auditable(Protocol):
    """Who can be the auditor of a tenant."""

    @property
    def tenant_id(self) -> UUID:
        """The tenant to audit."""

    def auditing(self) -> Auditable:
        """Return this as the auditor, who reads every row of the tenant."""

    def as_setting(self) -> str:
        """Return the value that row-level security is keyed on."""


async def verify(
    store: Store,
    principal: Auditable,
    *,
    anchor: Anchor | None = None,
    progress: Seen = unseen,
    recomputed: Seen = unseen,
) -> Verification:
    """Recompute the chain, every digest and what holds of a tenant's ledger, in one snapshot.

    `anchor` is a transaction as it was noted elsewhere: it shows that the last transactions were
    cut off together with the head. `progress` is told how many of how many transactions are done,
    and `recomputed` of how many rows it is known whether they hold. Memory is bounded by the
    largest group of rivals; the time goes with the rows.
    """
    auditor = principal.auditing()
    async with store.reading(auditor.as_setting()) as work:
        snapshot = await Snapshot.of(work, auditor.tenant_id)
        walk = _Walk(snapshot=snapshot, tenant_id=auditor.tenant_id, anchor=anchor)
        await walk.run(progress, recomputed)
    return walk.verification()


@dataclass(slots=True, kw_only=True)
class _Walk:
    """Where the walk is and what it saw."""

    snapshot: Snapshot
    tenant_id: UUID
    anchor: Anchor | None
    findings: Findings = field(default_factory=Findings)
    last: Values | None = None
    anchored: dict[int, object] = field(default_factory=dict)
    transactions: int = 0
    rows: int = 0
    beliefs: int = 0
    groups: int = 0
    erased: int = 0
    mended: list[Finding] = field(default_factory=list)

    async def run(self, progress: Seen, recomputed: Seen) -> None:
        """Walk from the first transaction to the head, then compare head, anchor, closings, what holds, reasons and guards."""
        head = await self.snapshot.head()
        total = 0 if head is None else int(str(head["number"]))
        self.anchored[0] = genesis_hash(self.tenant_id)
        first = NUMBER_MIN
        async for batch in self.snapshot.transactions():
            expected = self._chain(batch)
            last = int(str(batch[-1]["number"]))
            await self._rows(first, last, expected)
            first = last + 1
            progress(self.transactions, max(total, self.transactions))
            if self.findings.are_enough:
                return
        if first <= NUMBER_MAX:
            await self._rows(first, NUMBER_MAX, {})
        self.findings.add(checks.check_head(head, self.last))
        if self.anchor is not None:
            self.findings.add(checks.check_anchor(self.anchor, self.anchored))
        await self._closings()
        if not self.findings.found:
            await self._held(recomputed)
        self.findings.add(checks.check_reasons(await self.snapshot.reasons(FINDINGS_MAX)))
        self.findings.add(checks.check_guards(await self.snapshot.guards(), guards()))

    def _chain(self, batch: list[Values]) -> dict[checks.Place, checks.Entry]:
        expected: dict[checks.Place, checks.Entry] = {}
        for values in batch:
            found = [
                *checks.check_order(values, self.last, self.tenant_id),
                *checks.check_link(values),
            ]
            entries = checks.entries_of(values)
            number = int(str(values["number"]))
            if entries is None:
                found.append(checks.unreadable(number))
            self.findings.add(found)
            expected.update(entries or {})
            self.transactions += 1
            self.last = values
            if self.anchor is not None and number == self.anchor.number:
                self.anchored[number] = values["hash"]
        return expected

    async def _rows(
        self, first: int, last: int, expected: dict[checks.Place, checks.Entry]
    ) -> None:
        found: list[Finding] = []
        async for table, batch, erased in self.snapshot.rows(first, last):
            columns = self.snapshot.columns(table)
            self.beliefs += len(batch) if table in _BELIEFS else 0
            numbered, placed = columns.index("number"), columns.index("ordinal")
            for row, digests in zip(batch, digest_rows(table, columns, batch), strict=True):
                number, ordinal = row[numbered], row[placed]
                assert isinstance(number, int)
                assert isinstance(ordinal, int)
                place = checks.Place(table, number, ordinal)
                is_erased = bool(erased) and Key(number, ordinal) in erased
                entry = expected.pop(place, None)
                self.erased += is_erased
                self.rows += 1
                if is_erased or entry is None or entry.digests != digests:
                    values = self.snapshot.read(table, row)
                    found += checks.check_row(place, values, digests, entry, erased=is_erased)
            if len(found) > FINDINGS_MAX:
                break
        else:
            found += checks.check_missing(expected)
        self.findings.add(found)

    async def _closings(self) -> None:
        for table in self.snapshot.tables:
            disagreeing = await self.snapshot.closings(table, FINDINGS_MAX)
            self.findings.add(checks.check_closing(table, each) for each in disagreeing)

    async def _held(self, recomputed: Seen) -> None:
        done = 0
        async for groups in self.snapshot.groups():
            for group in groups:
                for difference in effective.differences(group):
                    await self._misheld(difference)
            self.groups += len(groups)
            done += sum(map(len, groups))
            recomputed(done, self.beliefs)
            if self.findings.are_enough:
                return

    async def _misheld(self, difference: Difference) -> None:
        since = await self.snapshot.transaction_at(difference.since)
        if difference.until is None:
            self.findings.add([checks.misheld(difference, since, None)])
        elif len(self.mended) < FINDINGS_MAX:
            until = await self.snapshot.transaction_at(difference.until)
            self.mended.append(checks.misheld(difference, since, until))

    def verification(self) -> Verification:
        """Return what was seen."""
        number = 0 if self.last is None else int(str(self.last["number"]))
        hash_ = genesis_hash(self.tenant_id) if self.last is None else self.last["hash"]
        return Verification(
            transactions=self.transactions,
            rows=self.rows,
            erased=self.erased,
            head_number=number,
            head_hash=hash_.hex() if isinstance(hash_, bytes) else "",
            findings=self.findings.first(),
            is_complete=not self.findings.are_enough,
            groups=self.groups,
            mended=tuple(self.mended),
        )
