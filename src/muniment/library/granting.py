"""Offer the verbs about who may reach a service, and on whose behalf."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from muniment import operations
from muniment.library.connection import Performs
from muniment.library.context import AgentContext
from muniment.model.access import AccessGrant, AccessKey, Granted, KeyMade
from muniment.operations.moments import Moment
from muniment.operations.reads import Nothing
from muniment.operations.words import GrantLevelWord, KeyRoleWord


class Grants(Performs):
    """What says who may act as whom: each change is one transaction."""

    async def create_key(
        self,
        name: str,
        *,
        role: KeyRoleWord = "user",
        user: str | None = None,
        agent: str | None = None,
        namespaces: Sequence[str] = (),
        expires_at: Moment | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> KeyMade:
        """Make an API key; its `.token` is given only this once."""
        request = operations.granting.NewKey(
            name=name,
            role=role,
            user=user,
            agent=agent,
            namespaces=namespaces,
            expires_at=expires_at,
            reason=reason,
        )
        return await self.perform(operations.granting.create_key, request, context)

    async def keys(self, *, context: AgentContext | None = None) -> tuple[AccessKey, ...]:
        """List API keys, latest first, with when they were last used."""
        return await self.perform(operations.granting.keys, Nothing(), context)

    async def revoke_key(
        self, id: str | UUID, *, reason: str | None = None, context: AgentContext | None = None
    ) -> int:
        """Revoke an API key at once.

        Raises:
            KeyNotFound: there is none with this id, or it was revoked.
        """
        request = operations.granting.Revocation(id=str(id), reason=reason)
        return await self.perform(operations.granting.revoke_key, request, context)

    async def grant(
        self,
        grantee: str,
        level: GrantLevelWord = "read",
        *,
        namespace: str | None = None,
        container: str | None = None,
        owner: str | None = None,
        expires_at: Moment | None = None,
        reason: str | None = None,
        context: AgentContext | None = None,
    ) -> Granted:
        """Let another user `read`, `write`, `forget` or `admin` on your behalf."""
        request = operations.granting.NewGrant(
            grantee=grantee,
            level=level,
            namespace=namespace,
            container=container,
            owner=owner,
            expires_at=expires_at,
            reason=reason,
        )
        return await self.perform(operations.granting.grant, request, context)

    async def grants(self, *, context: AgentContext | None = None) -> tuple[AccessGrant, ...]:
        """List grants from and to the user, latest first."""
        return await self.perform(operations.granting.grants, Nothing(), context)

    async def revoke_grant(
        self, id: str | UUID, *, reason: str | None = None, context: AgentContext | None = None
    ) -> int:
        """Revoke a grant at once.

        Raises:
            GrantNotFound: there is none with this id, or it was revoked.
        """
        request = operations.granting.Revocation(id=str(id), reason=reason)
        return await self.perform(operations.granting.revoke_grant, request, context)
