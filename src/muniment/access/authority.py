"""Decide what an authenticated holder may do, for itself and on behalf of another: pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from muniment.access.acting import Acting
from muniment.access.partition import container_id
from muniment.access.principal import OWN, Confines, Permission, Principal
from muniment.access.roles import ACTING_FOR_ANYBODY, ROLE_PERMISSIONS, ROLES, AgentRole, KeyRole
from muniment.errors import NotPermitted
from muniment.model.access import GrantLevel
from muniment.model.ids import NOBODY, TenantId, user_named

LEVEL_PERMISSIONS: Final = {
    GrantLevel.READ: frozenset({Permission.READ}),
    GrantLevel.WRITE: frozenset({Permission.READ, Permission.WRITE}),
    GrantLevel.FORGET: frozenset({Permission.READ, Permission.WRITE, Permission.FORGET}),
    GrantLevel.ADMIN: OWN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who showed a key or a token: the user it stands for, and as what it acts."""

    tenant_id: TenantId
    tenant: str
    name: str
    """What the key or the token's subject is called, for the ledger."""
    user: str | None
    agent: str | None
    role: str
    namespaces: tuple[str, ...] | None = None
    key_id: UUID | None = None
    """The key that was shown, None of a token of another issuer."""

    @property
    def permissions(self) -> frozenset[Permission]:
        """What its role allows."""
        return ROLES.get(self.role, frozenset())

    @property
    def acts_for_anybody(self) -> bool:
        """Whether it may name a user and an agent with each request."""
        return self.role in ACTING_FOR_ANYBODY

    @property
    def leads(self) -> bool:
        """Whether the agents that it names are its own to name."""
        is_user = self.role == KeyRole.USER and self.agent is None
        return self.acts_for_anybody or is_user or self.role == AgentRole.ORCHESTRATOR

    def may_be(self, agent: str) -> bool:
        """Tell whether it may act as an agent of its own user."""
        return self.leads or agent == self.agent

    def may_play(self, role: AgentRole) -> bool:
        """Tell whether it may act in a role: an agent's key in its own alone, others in no larger one."""
        if self.leads or role == self.role:
            return True
        return self.role not in ROLE_PERMISSIONS and ROLE_PERMISSIONS[role] <= self.permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantFound:
    """A grant that is in force."""

    level: str
    namespace: str | None
    container: str | None


def refuse_pretence(holder: Holder, acting: Acting) -> None:
    """Refuse a role or a trail that would say of a holder in the ledger what it is not.

    Raises:
        NotPermitted: the role is another one than the holder's, or the trail names other agents.
    """
    if not holder.may_play(acting.role):
        raise NotPermitted(
            f"{holder.name} ({holder.role}) may not act as {acting.role.value}: give the agent a role of its own."
        )
    other = next((each for each in acting.trail if not holder.may_be(each)), None)
    if other is not None:
        raise NotPermitted(
            f"{holder.name} ({holder.role}) may not lead agents, but its trail names {other!r:.80}."
        )


def principal_of(holder: Holder, *, agent: str | None = None) -> Principal:
    """Return the principal that a holder is by itself.

    Raises:
        NotPermitted: it names an agent that it may not be.
    """
    if agent is not None and not holder.may_be(agent):
        raise NotPermitted(
            f"{holder.name} ({holder.role}) acts as {holder.agent or 'no agent'}, not as {agent!r:.80}."
        )
    return Principal(
        tenant_id=holder.tenant_id,
        tenant=holder.tenant,
        user_id=user_named(holder.tenant_id, holder.user),
        user=holder.user,
        agent=agent or holder.agent,
        role=holder.role,
        permissions=holder.permissions,
        namespaces=holder.namespaces,
        key_id=holder.key_id,
    )


def principal_for_anybody(holder: Holder, user: str, agent: str | None) -> Principal:
    """Return the principal of a program that serves many users: what both it and the user may do."""
    return Principal(
        tenant_id=holder.tenant_id,
        tenant=holder.tenant,
        user_id=user_named(holder.tenant_id, user),
        user=user,
        agent=agent or holder.agent,
        role=holder.role,
        permissions=holder.permissions & OWN,
        acting=holder.name,
        namespaces=holder.namespaces,
        key_id=holder.key_id,
    )


def principal_by_grants(
    holder: Holder, user: str, grants: Sequence[GrantFound], permission: Permission
) -> Principal:
    """Return the principal of a holder on behalf of a user: what the grants and its role both allow.

    Of the grants, those count that reach as far as the operation needs; what they reach is all
    that is visible. Private memories of the user's agents are not.

    Raises:
        NotPermitted: no grant reaches as far.
    """
    principal = Principal(
        tenant_id=holder.tenant_id,
        tenant=holder.tenant,
        user_id=user_named(holder.tenant_id, user),
        user=user,
        role=holder.role,
        permissions=holder.permissions,
        acting=holder.name,
        namespaces=holder.namespaces,
        key_id=holder.key_id,
        grantee_id=user_named(holder.tenant_id, holder.user),
    )
    granted = still_granted(principal, grants, permission)
    opened = () if granted.confines is None else granted.confines.containers
    return replace(granted, containers=opened)


def still_granted(
    principal: Principal, grants: Sequence[GrantFound], permission: Permission
) -> Principal:
    """Return a principal that acts by grants with no more than what those that are in force reach.

    Raises:
        NotPermitted: none reaches as far as an operation needs.
    """
    reaching = [each for each in grants if permission in _allowed(each)]
    if not reaching:
        raise NotPermitted(
            f"{principal.acting or 'nobody'} ({principal.role}) has no grant to {permission.value} on "
            f"behalf of {principal.user!r:.80}."
        )
    allowed = frozenset.intersection(*(_allowed(each) for each in reaching))
    narrowed = replace(principal, permissions=principal.permissions & allowed)
    if any(each.namespace is None and each.container is None for each in reaching):
        return narrowed
    reached = Confines(
        namespaces=tuple(
            sorted({each.namespace for each in reaching if each.namespace is not None})
        ),
        containers=tuple(
            container_id(principal, name)
            for name in sorted({each.container for each in reaching if each.container is not None})
        ),
    )
    had = principal.confines
    return replace(narrowed, confines=reached if had is None else had & reached)


def doorkeeper(tenant_id: TenantId) -> Principal:
    """Return the principal that sees keys and grants of a tenant, and no memory of anybody."""
    return Principal(
        tenant_id=tenant_id,
        tenant="",
        user_id=NOBODY,
        user=None,
        role="door",
        permissions=frozenset({Permission.AUTHENTICATE}),
        namespaces=(),
    )


def _allowed(grant: GrantFound) -> frozenset[Permission]:
    return LEVEL_PERMISSIONS[GrantLevel(grant.level)]
