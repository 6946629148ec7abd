"""Name identifiers so that one kind is never taken for another."""

from __future__ import annotations

from typing import Final, NewType
from uuid import UUID, uuid5

from muniment.errors import InvalidValue

TenantId = NewType("TenantId", UUID)
UserId = NewType("UserId", UUID)
ContainerId = NewType("ContainerId", UUID)
MemoryId = NewType("MemoryId", UUID)
EpisodeId = NewType("EpisodeId", UUID)
RecallId = NewType("RecallId", UUID)
TaskId = NewType("TaskId", UUID)
PageId = NewType("PageId", UUID)
ContradictionId = NewType("ContradictionId", UUID)

_NAMES: Final = UUID("7d1c1e0a-6d75-5e69-8d65-6e7400000001")
NOBODY: Final = UserId(UUID(int=0))
EVERYBODY: Final = UserId(UUID(int=2**128 - 1))


def tenant_named(name: str) -> TenantId:
    """Return the id of a tenant: a version 5 UUID of its name, the same on every machine."""
    return TenantId(uuid5(_NAMES, name))


def user_named(tenant_id: TenantId, name: str | None) -> UserId:
    """Return the id of a tenant's user, or the partition of its own that no user is."""
    return NOBODY if name is None else UserId(uuid5(tenant_id, "user:" + name))


def container_named(user_id: UserId, kind: str, name: str) -> ContainerId:
    """Return the id of a user's container of one kind."""
    return ContainerId(uuid5(user_id, f"{kind}:{name}"))


def read_uuid(text: str | UUID, *, field: str) -> UUID:
    """Read a UUID.

    Raises:
        InvalidValue: the text is no UUID.
    """
    if isinstance(text, UUID):
        return text
    try:
        return UUID(text)
    except (ValueError, AttributeError, TypeError):
        raise InvalidValue(
            f"{field} is {text!r:.80}, which is not an id. An id is a UUID: copy a whole one from an answer."
        ) from None
