"""The operation that lists the users of a tenant."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.access.principal import Permission
from muniment.model.reading import KnownUser
from muniment.operations.catalogue import Effect, about, operation
from muniment.operations.services import Services
from muniment.recall.lookup.opening import PAGE_MAX
from muniment.recall.lookup.users import GetUsers
from muniment.recall.lookup.users import users as read_users


@dataclass(frozen=True, slots=True, kw_only=True)
class ListUsers:
    """Which users to list."""

    starts_with: str | None = about("What their names start with.", None)
    after: str | None = about("Names that come after this one.", None)
    limit: int = about("The most names.", 100, least=1, most=PAGE_MAX)


@operation(Effect.READS, Permission.GOVERN)
async def users(services: Services, request: ListUsers) -> tuple[KnownUser, ...]:
    """List, by name, the users of the tenant that something was written for, with the first and last time.

    For more, ask again with `after` set to the last name.
    """
    asked = GetUsers(starts_with=request.starts_with, after=request.after, limit=request.limit)
    return await read_users(services.store, services.principal, asked)
