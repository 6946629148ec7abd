"""Read one tenant's whole ledger in order, a batch at a time, within one snapshot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Final
from uuid import UUID

from muniment.audit.effective import BeliefRow
from muniment.store.found import Key
from muniment.store.work import Pending, Work

TRANSACTIONS_PER_BATCH: Final = 1000
BYTES_PER_BATCH: Final = 2_000_000
ROWS_PER_BATCH: Final = 2000
NUMBER_MIN: Final = -(2**63)
NUMBER_MAX: Final = 2**63 - 1
ORDINAL_MIN: Final = -(2**31)

Values = Mapping[str, object]
Row = tuple[object, ...]
"""A row, in the order of its table's columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFound:
    """A table of the catalogue."""

    table: str
    columns: list[str]
    ids: list[str]

    @property
    def is_of_ledger(self) -> bool:
        """Whether its rows are named by transaction and ordinal."""
        return {"tenant_id", "number", "ordinal"} <= set(self.columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasonFound:
    """A reason that others may read than the rows of its transaction say."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingFound:
    """A row that is closed otherwise than the transactions say."""

    number: str
    ordinal: str
    closed_by: int | None
    is_closed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TransactionFound:
    """A transaction by its number."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardFound:
    """A policy, function, trigger, grant or table of the schema, with the digest of how it stands."""

    name: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamesWhole:
    """How the catalogue writes names from now on."""

    path: str


class Snapshot:
    """The ledger of one tenant as it is at one moment. Tables and columns are the catalogue's.

    Ids come as the texts that digests are made over: a walk meets millions of them.
    """

    def __init__(self, work: Work, tenant_id: UUID, tables: Sequence[TableFound]) -> None:
        self._work = work
        self._tenant_id = tenant_id
        self._columns = {found.table: found.columns for found in tables}
        self._columns["transactions"] = [*self._columns["transactions"], "reason"]
        self._ids = {found.table: frozenset(found.ids) for found in tables}
        self.tables = tuple(found.table for found in tables if found.is_of_ledger)

    @classmethod
    async def of(cls, work: Work, tenant_id: UUID) -> Snapshot:
        """Read the catalogue."""
        return cls(work, tenant_id, await work.all("audit_tables", TableFound))

    def columns(self, table: str) -> list[str]:
        """Return the names of a table's columns."""
        return self._columns[table]

    def read(self, table: str, row: Row) -> Values:
        """Return a row by column."""
        return dict(zip(self._columns[table], row, strict=True))

    def name(self, table: str, row: Row) -> tuple[int, int]:
        """Return the transaction and the ordinal of a row of the ledger."""
        number, ordinal = (row[self._columns[table].index(each)] for each in ("number", "ordinal"))
        assert isinstance(number, int)
        assert isinstance(ordinal, int)
        return number, ordinal

    async def head(self) -> Values | None:
        """Return the tenant's head."""
        asked = await self._send("audit_head", "heads")
        row = await asked.one()
        return None if row is None else self.read("heads", row)

    async def transactions(self) -> AsyncIterator[list[Values]]:
        """Return all transactions in order, in batches that bound their bytes."""
        number = NUMBER_MIN
        while True:
            batch = await self.transactions_from(number, TRANSACTIONS_PER_BATCH)
            if not batch:
                return
            yield batch
            last = batch[-1]["number"]
            assert isinstance(last, int)
            if last == NUMBER_MAX:
                return
            number = last + 1

    async def transactions_from(self, number: int, limit: int) -> list[Values]:
        """Return the next transactions, each with its reason: fewer than the limit if they are long."""
        asked = await self._send(
            "audit_transactions",
            "transactions",
            number=number,
            limit=limit,
            bytes_max=BYTES_PER_BATCH,
        )
        return [self.read("transactions", row) for row in await asked.all()]

    async def reasons(self, limit: int) -> list[ReasonFound]:
        """Return the reasons that others may read than the rows of their transactions say."""
        return await self._work.all(
            "audit_reasons", ReasonFound, tenant_id=self._tenant_id, limit=limit
        )

    async def rows(self, first: int, last: int) -> AsyncIterator[tuple[str, list[Row], set[Key]]]:
        """Return the rows of the transactions from first to last, table by table, in order.

        With each batch come the names of those among them that were erased.
        """
        begun = {
            table: await self._send_rows(table, first, ORDINAL_MIN, last) for table in self.tables
        }
        for table, asked in begun.items():
            rows = await asked.all()
            while rows:
                from_number, _ = self.name(table, rows[0])
                to_number, to_ordinal = self.name(table, rows[-1])
                erased = await self._erased(table, from_number, to_number)
                if len(rows) < ROWS_PER_BATCH:
                    yield table, rows, erased
                    break
                # the database reads the next rows while these are looked at
                following = await self._send_rows(table, to_number, to_ordinal + 1, last)
                yield table, rows, erased
                rows = await following.all()

    async def closings(self, table: str, limit: int) -> list[ClosingFound]:
        """Return the rows of a table whose closing and the transactions disagree."""
        asked = await self._work.send_about(
            "audit_closings", table, tenant_id=self._tenant_id, closed_table=table, limit=limit
        )
        return [
            ClosingFound(
                number=str(number),
                ordinal=str(ordinal),
                closed_by=closed_by if isinstance(closed_by, int) else None,
                is_closed=bool(is_closed),
            )
            for number, ordinal, closed_by, is_closed in await asked.all()
        ]

    async def groups(self) -> AsyncIterator[list[list[BeliefRow]]]:
        """Return all groups of rivals, each whole, in batches of about as many rows."""
        left: list[BeliefRow] = []
        async for rows in self._work.walk(
            "audit_beliefs", BeliefRow, ROWS_PER_BATCH, tenant_id=self._tenant_id
        ):
            left += rows
            if left[0].rivals_key != left[-1].rivals_key:
                groups = [list(each) for _, each in groupby(left, key=attrgetter("rivals_key"))]
                left = groups.pop()
                yield groups
        if left:
            yield [left]

    async def transaction_at(self, time: datetime) -> int | None:
        """Return the number of the transaction of a time."""
        found = await self._work.one(
            "audit_transaction_at",
            TransactionFound,
            tenant_id=self._tenant_id,
            recorded_at=time,
        )
        return None if found is None else found.number

    async def guards(self) -> list[GuardFound]:
        """Return what decides who reads and writes what. Ask for nothing else of the ledger afterwards."""
        await self._work.one("audit_names_whole", NamesWhole)
        return await self._work.all("audit_guards", GuardFound)

    async def _erased(self, table: str, first: int, last: int) -> set[Key]:
        return set(
            await self._work.all(
                "audit_tombstones",
                Key,
                tenant_id=self._tenant_id,
                table=table,
                number=first,
                number_last=last,
            )
        )

    async def _send_rows(
        self, table: str, number: int, ordinal: int, last: int
    ) -> Pending[tuple[object, ...]]:
        return await self._send(
            "audit_rows",
            table,
            number=number,
            ordinal=ordinal,
            number_last=last,
            limit=ROWS_PER_BATCH,
        )

    async def _send(
        self, name: str, table: str, **parameters: object
    ) -> Pending[tuple[object, ...]]:
        return await self._work.send_about(
            name,
            table,
            self._columns[table],
            self._ids[table],
            tenant_id=self._tenant_id,
            **parameters,
        )
