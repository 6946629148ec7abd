"""List the projects and sessions of a user, as they were known at a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muniment.access.partition import KINDS, PROJECT
from muniment.access.principal import Principal
from muniment.errors import ContainerNotFound
from muniment.model.containers import Container, ContainerKind
from muniment.model.ids import ContainerId, container_named
from muniment.model.reading import AsOf, Page
from muniment.recall.lookup.cursor import Cursor, Listing
from muniment.recall.lookup.opening import reading_at, refuse_part
from muniment.store.pool import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerFound:
    """A container, and the name of its project."""

    container_id: ContainerId
    kind: str
    name: str
    project: str | None
    started_at: datetime
    ended_at: datetime | None

    def container(self) -> Container:
        """Return it as the model has it."""
        return Container(
            id=self.container_id,
            kind=ContainerKind(self.kind),
            name=self.name,
            project=self.project,
            started_at=self.started_at,
            ended_at=self.ended_at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GetContainers:
    """Ask for the containers of some kinds; of one project if it is named."""

    kinds: tuple[str, ...]
    project: str | None = None
    only_open: bool = False
    as_of: AsOf = None
    limit: int = 100
    cursor: str | None = None


async def containers(store: Store, principal: Principal, request: GetContainers) -> Page[Container]:
    """Return containers, the latest first, then by id.

    Raises:
        InvalidValue: the cursor is no good.
        NotPermitted: the principal sees a part of the user only. A name may tell of the rest.
    """
    question = repr((request.kinds, request.project, request.only_open, request.as_of))
    listing = Listing.of(Cursor, request, question)
    refuse_part(principal, "what it was written in")
    parent_id = None
    if request.project is not None:
        name = request.project.removeprefix(f"{PROJECT}:")
        parent_id = container_named(principal.user_id, PROJECT, name)
    async with reading_at(store, principal, listing.as_of) as at:
        rows = await at.work.all(
            "containers_list",
            ContainerFound,
            **at.where,
            user_id=principal.user_id,
            kinds=list(request.kinds),
            container_id=None,
            parent_id=parent_id,
            only_open=request.only_open,
            **listing.part,
        )
    return listing.page(
        rows,
        at.basis,
        shown=ContainerFound.container,
        place=lambda row: Cursor.behind(at.basis, row.started_at, row.container_id),
    )


async def container(store: Store, principal: Principal, container_id: ContainerId) -> Container:
    """Return one container as it stands.

    Raises:
        ContainerNotFound: there is none, or it is another user's.
    """
    async with reading_at(store, principal, None) as at:
        row = await at.work.one(
            "containers_list",
            ContainerFound,
            **at.where,
            user_id=principal.user_id,
            kinds=list(KINDS),
            container_id=container_id,
            parent_id=None,
            only_open=False,
            after_from=None,
            after_id=None,
            limit=1,
        )
    if row is None:
        raise ContainerNotFound
    return row.container()
