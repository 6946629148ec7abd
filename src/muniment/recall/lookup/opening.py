"""Open a reading: the principal with its containers, the basis and the readable partitions, at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from muniment.access.partition import PartitionFound, opened
from muniment.access.principal import Permission, Principal
from muniment.errors import InvalidValue, NotPermitted
from muniment.model.names import folded
from muniment.model.reading import AsOf
from muniment.model.storable import is_blank
from muniment.recall.basis import BasisRow, ask_basis, basis_of, resolve_basis
from muniment.store.pool import Store
from muniment.store.work import Pending, Work
from muniment.temporal.basis import Basis
from muniment.temporal.period import Period

PAGE_MAX = 1000
"""The most entries that one page of a list may have."""


def reader(principal: Principal, containers: Collection[str] = ()) -> Principal:
    """Return a principal who may read, with the named containers open.

    Raises:
        InvalidValue: too many containers are named.
        NotPermitted: the principal may not read.
    """
    principal.require(Permission.READ)
    return opened(principal, containers)


def refuse_part(principal: Principal, what: str) -> None:
    """Raise NotPermitted for whoever sees a part of the user only: what is of no part may tell of the rest."""
    if not principal.reaches(None):
        raise NotPermitted(
            f"{principal.actor} may read only part of what is {principal.user}'s, so {what} is not listed."
        )


async def ask_partitions(
    work: Work, principal: Principal, namespace: str | None
) -> Pending[PartitionFound]:
    """Queue the reading of the partitions of a namespace (None: of all) that the principal reads."""
    if namespace is None:
        return await work.send(
            "partitions_all_readable",
            PartitionFound,
            tenant_id=principal.tenant_id,
            user_id=principal.user_id,
            container_ids=list(principal.containers),
        )
    return await work.send(
        "partitions_readable",
        PartitionFound,
        tenant_id=principal.tenant_id,
        user_id=principal.user_id,
        namespace=namespace,
        container_ids=list(principal.containers),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The queued answers that every list starts from."""

    as_of: AsOf
    basis: Pending[BasisRow]
    partitions: Pending[PartitionFound]

    async def answers(
        self, valid_at: datetime | None, window: Period | None = None
    ) -> tuple[Basis, list[PartitionFound]]:
        """Wait for the basis and the partitions."""
        basis = basis_of(await self.basis.one(), self.as_of, valid_at, window)
        return basis, await self.partitions.all()


async def ask(work: Work, principal: Principal, as_of: AsOf, namespace: str | None) -> Asked:
    """Queue what every list starts from."""
    return Asked(
        as_of=as_of,
        basis=await ask_basis(work, principal, as_of),
        partitions=await ask_partitions(work, principal, namespace),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A transaction that reads at a basis, and who reads in it."""

    work: Work = field(repr=False)
    principal: Principal
    basis: Basis

    @property
    def where(self) -> dict[str, object]:
        """The parameters of what reads all that was known."""
        return {"tenant_id": self.principal.tenant_id, "as_of": self.basis.as_of.time}

    @property
    def holding(self) -> dict[str, object]:
        """The parameters of what reads what holds."""
        return self.where | {"valid_at": self.basis.valid_at}


@asynccontextmanager
async def reading_at(
    store: Store,
    principal: Principal,
    as_of: AsOf,
    containers: Collection[str] = (),
    *,
    valid_at: datetime | None = None,
) -> AsyncIterator[Reading]:
    """Open a reading, with one round trip, for as long as the block lasts.

    Raises:
        NotPermitted: the principal may not read.
    """
    principal = reader(principal, containers)
    async with store.reading(principal.as_setting()) as work:
        basis = await resolve_basis(work, principal, as_of, valid_at)
        yield Reading(work=work, principal=principal, basis=basis)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known(Reading):
    """A reading of some partitions: what a principal knows there."""

    partitions: Sequence[PartitionFound]

    @classmethod
    @asynccontextmanager
    async def at(
        cls,
        store: Store,
        principal: Principal,
        as_of: AsOf,
        namespace: str | None,
        containers: Collection[str] = (),
        *,
        valid_at: datetime | None = None,
        window: Period | None = None,
    ) -> AsyncIterator[Self]:
        """Open it, with one round trip, for as long as the block lasts.

        Raises:
            NotPermitted: the principal may not read.
        """
        principal = reader(principal, containers)
        async with store.reading(principal.as_setting()) as work:
            asked = await ask(work, principal, as_of, namespace)
            basis, partitions = await asked.answers(valid_at, window)
            yield cls(work=work, principal=principal, partitions=partitions, basis=basis)

    @property
    def partition_nos(self) -> list[int]:
        """The numbers of the partitions."""
        return numbers_of(self.partitions)

    @property
    def where(self) -> dict[str, object]:
        """The parameters of what reads all that was known there."""
        return {
            "tenant_id": self.principal.tenant_id,
            "as_of": self.basis.as_of.time,
            "partition_nos": self.partition_nos,
        }


def numbers_of(partitions: Iterable[PartitionFound]) -> list[int]:
    """Return the numbers of partitions."""
    return [found.partition_no for found in partitions]


def key_of(name: str | None, field: str) -> str | None:
    """Return the folded form of a name that is given.

    Raises:
        InvalidValue: it is blank, so that nothing is called so.
    """
    return None if name is None else key_named(name, field)


def key_named(name: str, field: str) -> str:
    """Return the folded form of a name.

    Raises:
        InvalidValue: it is blank, so that nothing is called so.
    """
    if is_blank(name):
        raise InvalidValue(f"{field} is blank. Write a name.")
    return folded(name)
