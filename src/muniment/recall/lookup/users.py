"""List the users of a tenant, and tell whether something was ever written for one."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.access.principal import Permission, Principal
from muniment.model.reading import KnownUser
from muniment.recall.lookup.opening import reader
from muniment.store.pool import Store
from muniment.store.work import Work


@dataclass(frozen=True, slots=True, kw_only=True)
class GetUsers:
    """Ask for the users whose names begin like this, and come after that one."""

    starts_with: str | None = None
    after: str | None = None
    limit: int = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFound:
    """What a user is called."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UserNoted:
    """Whether a user was ever written for."""

    is_noted: bool


async def users(store: Store, principal: Principal, request: GetUsers) -> tuple[KnownUser, ...]:
    """Return the users that something of their own was written for, in the order of their characters.

    Raises:
        NotPermitted: the principal does not govern.
    """
    principal.require(Permission.GOVERN)
    async with store.reading(principal.overseeing().as_setting()) as work:
        found = await work.all(
            "users_list",
            KnownUser,
            tenant_id=principal.tenant_id,
            starts_with=request.starts_with or "",
            after=request.after or "",
            limit=request.limit,
        )
    return tuple(found)


async def name_of_user(work: Work, principal: Principal, user_id: object) -> str | None:
    """Return what a user is called, as far as the principal is told; the work goes on as who oversees, if it may.

    None: it is nobody, or was never written for, or is not told.
    """
    await work.become(principal.overseeing().as_setting())
    named = {"tenant_id": principal.tenant_id, "user_id": user_id}
    found = await work.one("user_named", NameFound, **named)
    return None if found is None else found.name


async def is_written_for(store: Store, principal: Principal) -> bool:
    """Return whether something was ever written for the principal's user; of no user, that is so."""
    if principal.user is None:
        return True
    named = {"tenant_id": principal.tenant_id, "user_id": principal.user_id}
    async with store.reading(reader(principal).as_setting()) as work:
        found = await work.one("user_is_noted", UserNoted, **named)
    return found is not None and found.is_noted


async def has_asked(store: Store, principal: Principal) -> bool:
    """Return whether a question of the principal's user, an answer to it or what is due for it is kept."""
    named = {"tenant_id": principal.tenant_id, "user_id": principal.user_id}
    async with store.reading(principal.sweeping().as_setting()) as work:
        found = await work.one("user_has_asked", UserNoted, **named)
    return found is not None and found.is_noted
