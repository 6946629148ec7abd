"""Name the partition that a memory is written into."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Final
from unicodedata import normalize
from uuid import UUID

from muniment.access.principal import Principal
from muniment.errors import InvalidValue
from muniment.model.ids import EVERYBODY, ContainerId, UserId, container_named
from muniment.model.memory import Scope, Visibility

PROJECT: Final = "project"
SESSION: Final = "session"
KINDS: Final = (PROJECT, SESSION, "thread")

CONTAINERS_MAX: Final = 256
"""How many containers a request may name: each row that is read is compared with all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionKey:
    """What two memories share when the same readers see them."""

    scope: Scope
    owner_id: UserId
    container_id: ContainerId | None
    namespace: str
    visibility: Visibility
    agent: str | None

    @property
    def slot_prefix(self) -> tuple[str | None, ...]:
        """What a slot's key takes from here: team and public memories share their slots."""
        return (
            self.scope.value,
            str(self.owner_id),
            str(self.container_id) if self.container_id else None,
            self.namespace,
            self.agent,
        )

    @property
    def where(self) -> dict[str, object]:
        """The parameters of what looks for it."""
        return {
            "scope": self.scope.value,
            "owner_id": self.owner_id,
            "container_id": self.container_id,
            "namespace": self.namespace,
            "visibility": self.visibility.value,
            "agent": self.agent,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PartitionFound:
    """A partition that is there."""

    partition_no: int
    scope: str
    owner_id: UUID
    container_id: UUID | None
    namespace: str
    visibility: str
    agent: str | None

    @property
    def key(self) -> PartitionKey:
        """The key it was found by."""
        return PartitionKey(
            scope=Scope(self.scope),
            owner_id=UserId(self.owner_id),
            container_id=None if self.container_id is None else ContainerId(self.container_id),
            namespace=self.namespace,
            visibility=Visibility(self.visibility),
            agent=self.agent,
        )


def partition_for(
    principal: Principal,
    *,
    scope: Scope,
    container: str | None,
    namespace: str,
    visibility: Visibility,
) -> PartitionKey:
    """Return the partition a principal writes into.

    Raises:
        InvalidValue: scope and container, or visibility and agent, do not fit.
    """
    if (scope is Scope.CONTAINER) != (container is not None):
        raise InvalidValue("only the scope container takes a container: give both or neither.")
    if visibility is Visibility.PRIVATE and principal.agent is None:
        raise InvalidValue("a private memory belongs to an agent: set `agent`.")
    return PartitionKey(
        scope=scope,
        owner_id=EVERYBODY if scope is Scope.GLOBAL else principal.user_id,
        container_id=None if container is None else container_id(principal, container),
        namespace=namespace,
        visibility=visibility,
        agent=principal.agent if visibility is Visibility.PRIVATE else None,
    )


def quotable(
    partitions: Iterable[PartitionFound], place: PartitionKey
) -> tuple[PartitionFound, ...]:
    """Return the partitions that whoever reads a place may read as well.

    Nothing of a container but the place's own, nothing of a user for what is for the whole tenant;
    what is private to an agent for that agent's own pages alone, and for a page that is read in
    every namespace of its user only what is read there too.
    """
    return tuple(
        found
        for found in partitions
        if found.container_id in (None, place.container_id)
        and (found.namespace == place.namespace or found.visibility == Visibility.PUBLIC.value)
        and (place.scope is not Scope.GLOBAL or found.scope == Scope.GLOBAL.value)
        and _is_seen_with(found, place)
    )


def _is_seen_with(found: PartitionFound, place: PartitionKey) -> bool:
    if found.visibility == Visibility.PRIVATE.value:
        return place.visibility is Visibility.PRIVATE and found.agent == place.agent
    if place.visibility is not Visibility.PUBLIC or place.scope is Scope.GLOBAL:
        return True
    return found.visibility == Visibility.PUBLIC.value and found.scope != Scope.GLOBAL.value


def opened(principal: Principal, names: Collection[str]) -> Principal:
    """Return a principal with the named containers of its user open.

    Raises:
        InvalidValue: there are more than `CONTAINERS_MAX`.
    """
    if len(names) > CONTAINERS_MAX:
        raise InvalidValue(f"{len(names)} containers are named; name at most {CONTAINERS_MAX}.")
    return principal.within(*(container_id(principal, name) for name in names))


def container_id(principal: Principal, name: str) -> ContainerId:
    """Return the id of a container of the principal's user, named `kind:name` or as a session."""
    return container_named(principal.user_id, *kind_and_name(name))


def kind_and_name(name: str) -> tuple[str, str]:
    """Return the two parts of `kind:name` as they are stored; without a kind it is a session."""
    name = normalize("NFC", name).strip()
    kind, _, rest = name.partition(":")
    return (kind, rest) if rest and kind in KINDS else (SESSION, name)
