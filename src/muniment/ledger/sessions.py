"""Open projects and sessions, and end them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from muniment.access.partition import PROJECT, SESSION
from muniment.access.principal import Permission, Principal
from muniment.errors import ContainerNotFound
from muniment.ledger.attending import note_project, refuse_elsewhere
from muniment.ledger.drafts import checked_name
from muniment.ledger.opening import Opening, open_change
from muniment.ledger.sealing import Sealed
from muniment.ledger.transacting import transact
from muniment.ledger.writer import Ledger
from muniment.model.ids import ContainerId, container_named
from muniment.store.found import NamedRow
from muniment.store.rows import ContainerRow
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownContainer(NamedRow):
    """A project or session that is there, open or ended."""

    container_id: UUID
    parent_id: UUID | None
    kind: str
    name: str
    ended_at: datetime | None


async def create_project(
    ledger: Ledger, principal: Principal, name: str, *, reason: str | None = None
) -> ContainerId:
    """Open a project: make it, or open it again if it had ended. Return its id."""
    return await _open(ledger, principal, PROJECT, name, reason)


async def create_session(
    ledger: Ledger,
    principal: Principal,
    name: str | None,
    *,
    project: str | None = None,
    reason: str | None = None,
) -> ContainerId:
    """Open a session of a project (None: the principal's), that of the day (UTC) if none is named.

    Raises:
        InvalidValue: it is there, in another project than the one that is named.
    """
    within = principal.project_named if project is None else named(ledger, PROJECT, project)
    if within is not None:
        principal = replace(principal, project=within)
    return await _open(ledger, principal, SESSION, name, reason, within=within)


async def end_container(
    ledger: Ledger, principal: Principal, kind: str, name: str | None, *, reason: str | None = None
) -> ContainerId:
    """End a project and its open sessions, or a session; what has ended stays so. Return its id.

    Without a name it is the session that the principal writes in.

    Raises:
        ContainerNotFound: there is none of this kind and name.
    """
    principal.require(Permission.WRITE)
    given = None if name is None else named(ledger, kind, name)

    async def plan(work: Work) -> tuple[ContainerId, Sealed | None]:
        opening = await open_change(work, principal)
        called = given or _session(opening)
        container_id = container_named(principal.user_id, kind, called)
        found = await _known(work, principal, container_id)
        if container_id not in {each.container_id for each in found}:
            raise ContainerNotFound(f"there is no {kind} {called!r}.")
        for each in found:
            if each.ended_at is None:
                _rewrite(opening, each, opening.change.recorded_at)
        return container_id, await _sealed(ledger, work, opening, f"end_{kind}", reason)

    return await transact(ledger.store, principal, plan)


async def _open(
    ledger: Ledger,
    principal: Principal,
    kind: str,
    name: str | None,
    reason: str | None,
    *,
    within: str | None = None,
) -> ContainerId:
    principal.require(Permission.WRITE)
    given = None if name is None else named(ledger, kind, name)

    async def plan(work: Work) -> tuple[ContainerId, Sealed | None]:
        opening = await open_change(work, principal)
        called = given or _session(opening)
        container_id = container_named(principal.user_id, kind, called)
        found = await _known(work, principal, container_id)
        own = [each for each in found if each.container_id == container_id]
        for each in own:
            if kind == SESSION:
                refuse_elsewhere(principal, each.name, each.parent_id, within)
            if each.ended_at is not None:
                _rewrite(opening, each, None)
        if not own:
            opening.change.write(_fresh(opening, container_id, kind, called))
        return container_id, await _sealed(ledger, work, opening, f"create_{kind}", reason)

    return await transact(ledger.store, principal, plan)


async def _known(
    work: Work, principal: Principal, container_id: ContainerId
) -> list[KnownContainer]:
    return await work.all(
        "container_and_children",
        KnownContainer,
        tenant_id=principal.tenant_id,
        container_id=container_id,
    )


def _session(opening: Opening) -> str:
    assert opening.change.writer is not None
    return opening.change.writer.session


def _rewrite(opening: Opening, known: KnownContainer, ended_at: datetime | None) -> None:
    opening.change.close("containers", known.key)
    opening.change.write(
        ContainerRow(
            container_id=known.container_id,
            user_id=opening.principal.user_id,
            parent_id=known.parent_id,
            kind=known.kind,
            name=known.name,
            ended_at=ended_at,
        )
    )


def _fresh(opening: Opening, container_id: ContainerId, kind: str, name: str) -> ContainerRow:
    principal = opening.principal
    return ContainerRow(
        container_id=container_id,
        user_id=principal.user_id,
        parent_id=note_project(opening.change, principal) if kind == SESSION else None,
        kind=kind,
        name=name,
    )


async def _sealed(
    ledger: Ledger, work: Work, opening: Opening, operation: str, reason: str | None
) -> Sealed | None:
    if not opening.change.written:
        return None
    return await ledger.seal(work, opening, operation, reason)


def named(ledger: Ledger, kind: str, name: str) -> str:
    """Return the name of a container of a kind, with or without `kind:` before it.

    Raises:
        InvalidValue: it is blank or too long.
    """
    return checked_name(name.removeprefix(f"{kind}:"), kind, ledger.limits)
