"""Say for whom a transaction runs."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import StrEnum

from muniment.errors import NotPermitted
from muniment.model.ids import ContainerId, TenantId, UserId


class Permission(StrEnum):
    """What a principal may do.

    `govern` closes global memories and sets cardinality. `work` begins and ends tasks; nobody but
    a worker has it.
    """

    READ = "read"
    WRITE = "write"
    FORGET = "forget"
    GOVERN = "govern"
    AUDIT = "audit"
    WORK = "work"


EVERYTHING = frozenset({Permission.READ, Permission.WRITE, Permission.FORGET, Permission.GOVERN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """Who asks: a user of a tenant, perhaps through an agent, with what permissions."""

    tenant_id: TenantId
    tenant: str
    user_id: UserId
    user: str | None
    agent: str | None = None
    role: str = "user"
    permissions: frozenset[Permission] = EVERYTHING
    containers: tuple[ContainerId, ...] = ()
    trail: tuple[str, ...] = ()
    """The agents from the first to this one, each started by the one before."""

    @property
    def actor(self) -> str:
        """Who a transaction is attributed to."""
        return self.agent or self.user or "nobody"

    def require(self, permission: Permission) -> None:
        """Raise NotPermitted unless the principal has a permission."""
        if permission not in self.permissions:
            raise NotPermitted(
                f"{self.actor} ({self.role}) lacks the permission {permission.value}."
            )

    def within(self, container_id: ContainerId | None) -> Principal:
        """Return this principal with one more container open."""
        if container_id is None or container_id in self.containers:
            return self
        return replace(self, containers=(*self.containers, container_id))

    def overseeing(self) -> Principal:
        """Return this principal reaching the whole tenant, if it may govern; else unchanged.

        What is derived is kept in order for every user, whoever asks for it.
        """
        if Permission.GOVERN not in self.permissions:
            return self
        return replace(self, permissions=self.permissions | {Permission.AUDIT})

    def auditing(self) -> Principal:
        """Return this principal as the auditor, who reads all rows of the tenant and writes none."""
        return replace(self, permissions=frozenset({Permission.READ, Permission.AUDIT}))

    def working(self) -> Principal:
        """Return this principal as the worker, who begins and ends its tasks."""
        return replace(self, permissions=self.permissions | {Permission.WORK})

    def as_setting(self) -> str:
        """Return the value of the setting that row-level security is keyed on."""
        return json.dumps(
            {
                "tenant": str(self.tenant_id),
                "user": str(self.user_id),
                "agent": self.agent,
                "actor": self.actor,
                "role": self.role,
                "containers": [str(container) for container in self.containers],
                "permissions": sorted(permission.value for permission in self.permissions),
            }
        )
