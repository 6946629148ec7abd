"""Admit who shows a key or a token, and say as which principal each request runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from muniment.access.acting import Acting
from muniment.access.authority import (
    GrantFound,
    Holder,
    doorkeeper,
    principal_by_grants,
    principal_for_anybody,
    principal_of,
    refuse_pretence,
)
from muniment.access.key_tokens import KeyToken, read_token
from muniment.access.listing import grants_between
from muniment.access.principal import Permission, Principal
from muniment.access.signed_tokens import SignedTokens
from muniment.errors import NotAuthenticated, NotPermitted
from muniment.model.ids import user_named
from muniment.settings import AccessSettings
from muniment.store.pool import Store

_UNSENT: Final = (
    "no key or token was sent. Send one in the header `Authorization: Bearer …`. Whoever runs the service makes "
    "keys (`muniment create-key`), or says who gives out tokens."
)
_UNKNOWN: Final = "nobody is known by this key or token. Send one that is valid."
_UNASKED: Final = (
    "this service asks nobody for a key, so the one that was sent tells it nothing: whoever reaches it is "
    "served as the configured user. Have it ask (`access.keys`, or `access.jwt_jwks_url` for tokens), or "
    "leave the header Authorization out."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFound:
    """A key of the ledger."""

    key_id: UUID
    name: str
    owner: str | None
    agent: str | None
    role: str
    namespaces: list[str] | None
    secret_hash: bytes
    is_revoked: bool
    has_expired: bool
    tenant: str
    is_use_stale: bool


class Admission:
    """The door of a service."""

    def __init__(self, store: Store, settings: AccessSettings, host: Principal) -> None:
        self._store = store
        self._settings = settings
        self._host = host
        self._signed = (
            SignedTokens(settings, host.tenant) if settings.jwt_jwks_url is not None else None
        )

    @property
    def is_on(self) -> bool:
        """Whether callers are asked who they are."""
        return self._settings.is_on

    async def holder(self, token: str | None) -> Holder:
        """Return who shows a token; without authentication, the keeper of the configured tenant.

        Raises:
            NotAuthenticated: nobody is known by it, as whatever is shown where nobody is asked for it.
        """
        if not self.is_on:
            if token is not None:
                raise NotAuthenticated(_UNASKED)
            return _keeper(self._host)
        if token is None:
            raise NotAuthenticated(_UNSENT)
        key = read_token(token)
        if key is not None and self._settings.keys:
            return await self._of_key(key)
        if self._signed is not None:
            return await self._signed.holder(token)
        raise NotAuthenticated(_UNKNOWN)

    async def principal(
        self, holder: Holder, permission: Permission, *, user: str | None, agent: str | None
    ) -> Principal:
        """Return as whom a request runs that needs a permission.

        Raises:
            NotPermitted: the holder may not act on behalf of the user, or as the agent.
        """
        if not self.is_on:
            return _named(self._host, user, agent)
        if user is None or user == holder.user:
            return principal_of(holder, agent=agent)
        if holder.acts_for_anybody:
            return principal_for_anybody(holder, user, agent)
        if agent is not None:
            raise NotPermitted(f"{holder.name} ({holder.role}) acts for others without an agent.")
        return principal_by_grants(holder, user, await self._grants(holder, user), permission)

    async def principal_as(
        self, holder: Holder, permission: Permission, acting: Acting, *, user: str | None
    ) -> Principal:
        """Return as whom a request runs that an agent of a team makes; to be narrowed to it.

        Raises:
            NotPermitted: the holder may not be that agent, in that role, started by those.
        """
        principal = await self.principal(holder, permission, user=user, agent=acting.agent)
        if self.is_on:
            refuse_pretence(holder, acting)
        return principal

    def may_be(self, holder: Holder, user: str | None, agent: str) -> bool:
        """Tell whether a holder that is no agent yet may be this one, for itself or for a user."""
        if not self.is_on or holder.agent is not None:
            return holder.agent is None
        is_own = user is None or user == holder.user
        return holder.may_be(agent) if is_own else holder.acts_for_anybody

    async def _of_key(self, token: KeyToken) -> Holder:
        asking = doorkeeper(token.tenant_id).as_setting()
        named = {"tenant_id": token.tenant_id, "key_id": token.key_id}
        async with self._store.reading(asking) as work:
            found = await work.one("access_key_read", KeyFound, **named)
        # Whichever of these it is that fails, the answer is the same: it tells nobody what is known.
        if found is None or not token.fits(bytes(found.secret_hash)):
            raise NotAuthenticated(_UNKNOWN)
        if found.is_revoked or found.has_expired:
            raise NotAuthenticated("the key was revoked or has expired. Ask for a new one.")
        if found.is_use_stale:
            async with self._store.writing(asking) as work:
                await work.write("access_key_use", **named)
        return Holder(
            tenant_id=token.tenant_id,
            tenant=found.tenant,
            name=found.name,
            user=found.owner,
            agent=found.agent,
            role=found.role,
            namespaces=None if found.namespaces is None else tuple(found.namespaces),
            key_id=found.key_id,
        )

    async def _grants(self, holder: Holder, user: str) -> list[GrantFound]:
        if holder.user is None:
            return []
        tenant_id = holder.tenant_id
        return await grants_between(
            self._store,
            tenant_id,
            owner_id=user_named(tenant_id, user),
            grantee_id=user_named(tenant_id, holder.user),
        )


def _keeper(host: Principal) -> Holder:
    return Holder(
        tenant_id=host.tenant_id,
        tenant=host.tenant,
        name=host.user or "nobody",
        user=host.user,
        agent=host.agent,
        role=host.role,
    )


def _named(host: Principal, user: str | None, agent: str | None) -> Principal:
    """Return whoever a caller of this machine says that it is, as the library would."""
    user = host.user if user is None else user
    return replace(
        host,
        user=user,
        user_id=user_named(host.tenant_id, user),
        agent=host.agent if agent is None else agent,
    )
