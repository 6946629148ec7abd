"""Say for whom a transaction runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Final
from uuid import UUID

from muniment.errors import NotPermitted
from muniment.model.ids import ContainerId, TenantId, UserId, tenant_named, user_named


class Permission(StrEnum):
    """What a principal may do.

    `grant` lets others act on one's behalf. `govern` closes global memories, sets cardinality, and
    makes and revokes keys. `audit` and `authenticate` are for the rooms that do so alone, and
    `work` begins and ends tasks; nobody but a worker has it.
    """

    READ = "read"
    WRITE = "write"
    FORGET = "forget"
    GRANT = "grant"
    GOVERN = "govern"
    AUDIT = "audit"
    WORK = "work"
    AUTHENTICATE = "authenticate"


OWN = frozenset({Permission.READ, Permission.WRITE, Permission.FORGET, Permission.GRANT})
"""What a user may do with what is its own."""

EVERYTHING = OWN | {Permission.GOVERN}

OF_NO_AGENT = frozenset({Permission.GRANT, Permission.GOVERN})
"""What a user may do and none of its agents."""


AGENT_ROLES_WITH: Final[Mapping[Permission, tuple[str, ...]]] = {
    Permission.READ: ("orchestrator", "planner", "executor", "researcher", "reviewer", "monitor"),
    Permission.WRITE: ("orchestrator", "planner", "executor", "researcher"),
    Permission.FORGET: ("orchestrator",),
}
"""Which roles of agents have a permission."""

KEY_ROLES_WITH: Final[Mapping[Permission, tuple[str, ...]]] = {
    Permission.READ: ("admin", "service", "user", "reader"),
    Permission.WRITE: ("admin", "service", "user"),
    Permission.FORGET: ("admin", "service", "user"),
    Permission.GRANT: ("admin", "user"),
    Permission.GOVERN: ("admin",),
}
"""Which other roles of keys have a permission."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Confines:
    """What is visible of a user: what is in one of the namespaces, or in one of the containers."""

    namespaces: tuple[str, ...] = ()
    containers: tuple[ContainerId, ...] = ()

    def __and__(self, other: Confines) -> Confines:
        """Return what is visible within both."""
        return Confines(
            namespaces=tuple(each for each in self.namespaces if each in other.namespaces),
            containers=tuple(each for each in self.containers if each in other.containers),
        )

    @classmethod
    def read(cls, text: str) -> Confines:
        """Read what `Principal.confined` wrote."""
        told = json.loads(text)
        return cls(
            namespaces=tuple(told["namespaces"]),
            containers=tuple(ContainerId(UUID(each)) for each in told["containers"]),
        )


INBOX = "inbox"
"""The project of sessions that name none."""


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
    acting: str | None = None
    """Who acts on the user's behalf, if another does."""
    namespaces: tuple[str, ...] | None = None
    """The namespaces beyond which nothing is visible, None for no such bound."""
    confines: Confines | None = None
    """What grants reach, None for everything of the user."""
    grantee_id: UserId | None = None
    """Who acts on the user's behalf by grants, which may be taken back; None if nobody does."""
    key_id: UUID | None = None
    """The API key that let it in; None where none was shown."""
    project: str = INBOX
    session: str | None = None
    """The session of writes; None: that of the day."""

    @property
    def project_named(self) -> str | None:
        """The project that is named; None: that of sessions that name none."""
        return None if self.project == INBOX else self.project

    def session_of(self, day: date) -> str:
        """Return the session of writes; where none is named, that of a day in the project that is named."""
        own = day.isoformat() if self.project_named is None else f"{self.project_named} {day}"
        return self.session or own

    @property
    def actor(self) -> str:
        """Who a transaction is attributed to."""
        who = self.agent or self.user or "nobody"
        return who if self.acting is None else f"{self.acting} for {who}"

    def require(self, permission: Permission) -> None:
        """Raise NotPermitted unless the principal has a permission."""
        if permission not in self.permissions:
            raise NotPermitted(
                f"{self.actor} ({self.role}) lacks the permission {permission.value}."
                f"{self._who_may(permission)}"
            )

    def _who_may(self, permission: Permission) -> str:
        """Say which roles have a permission that this one lacks; nothing where something else takes it away."""
        if self.agent is not None and permission in OF_NO_AGENT:
            return " No role of agents has it: ask as the user, with no agent and no context."
        for having in (AGENT_ROLES_WITH, KEY_ROLES_WITH):
            roles = having.get(permission, ())
            if self.role in having[Permission.READ] and roles and self.role not in roles:
                return f" Of the roles {', '.join(roles)} {'have' if len(roles) > 1 else 'has'} it."
        return ""

    def reaches(self, namespace: str | None) -> bool:
        """Whether all of a namespace of the user is visible; None stands for everything of the user."""
        return all(namespace in each for each in self._bounds)

    def home(self, configured: str) -> str:
        """Return where what names no namespace belongs: as configured, or in the only one that is reached."""
        reached = self.choices(configured)
        return reached[0] if len(reached) == 1 else configured

    def choices(self, configured: str) -> list[str]:
        """Return the namespaces of which to name one; none where the configured one will do."""
        return [] if self._is_home(configured) else self._reached

    def refuse_astray(self, configured: str) -> None:
        """Raise NotPermitted where what names no namespace would be asked of one that is not visible."""
        if not self._is_home(configured):
            self.refuse_beyond(configured, None)

    def refuse_beyond(self, namespace: str, container: ContainerId | None) -> None:
        """Raise NotPermitted unless what is in a namespace and container would be visible."""
        granted = self.confines
        is_opened = granted is not None and container in granted.containers
        if self.reaches(namespace) or (is_opened and namespace in (self.namespaces or [namespace])):
            return
        names = self._reached
        reached = [f"the namespace{'s' * (len(names) > 1)} {', '.join(names)}"] if names else []
        if granted is not None and granted.containers:
            reached.append("some containers")
        raise NotPermitted(
            f"{self.actor} reaches {' and '.join(reached) or 'nothing here'} only, and this is for "
            f"{namespace!r:.80}. Name a namespace that it reaches."
        )

    def _is_home(self, configured: str) -> bool:
        opened = () if self.confines is None else self.confines.containers
        return bool(opened) or self.reaches(configured)

    @property
    def _bounds(self) -> list[tuple[str, ...]]:
        granted = None if self.confines is None else self.confines.namespaces
        return [each for each in (self.namespaces, granted) if each is not None]

    @property
    def _reached(self) -> list[str]:
        """The namespaces that are within every bound."""
        return [each for each in next(iter(self._bounds), ()) if self.reaches(each)]

    def of_user(self, user: str | None) -> Principal:
        """Return this principal for another user of its tenant.

        Raises:
            NotPermitted: it does not govern.
        """
        if user == self.user:
            return self
        self.require(Permission.GOVERN)
        return replace(self, user=user, user_id=user_named(self.tenant_id, user))

    def of_tenant(self, tenant: str) -> Principal:
        """Return this principal for the user of its name in another tenant."""
        tenant_id = tenant_named(tenant)
        user_id = user_named(tenant_id, self.user)
        return replace(self, tenant=tenant, tenant_id=tenant_id, user_id=user_id)

    def within(self, *container_ids: ContainerId | None) -> Principal:
        """Return this principal with more containers open."""
        opened = dict.fromkeys((*self.containers, *filter(None, container_ids)))
        return replace(self, containers=tuple(opened))

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

    def sweeping(self) -> Principal:
        """Return who takes away what was kept of the tenant for a time that is over, whosever it is."""
        return replace(
            self,
            permissions=frozenset({Permission.WORK, Permission.AUDIT}),
            namespaces=None,
            confines=None,
        )

    def as_setting(self) -> str:
        """Return the value of the setting that row-level security is keyed on."""
        told: dict[str, object] = {
            "tenant": str(self.tenant_id),
            "user": str(self.user_id),
            "agent": self.agent,
            "actor": self.actor,
            "role": self.role,
            "containers": [str(container) for container in self.containers],
            "permissions": sorted(permission.value for permission in self.permissions),
        }
        if self.namespaces is not None:
            told["namespaces"] = self.namespaces
        if self.confines is not None:
            told["confined"] = self._confined(self.confines)
        if self.grantee_id is not None:
            told["grantee"] = str(self.grantee_id)
        if self.key_id is not None:
            told["key"] = str(self.key_id)
        return json.dumps(told)

    @property
    def reach(self) -> str:
        """What tells principals of one user apart that see, or go on seeing, something else: 16 digits."""
        containers = sorted(map(str, self.containers))
        grantee = None if self.grantee_id is None else str(self.grantee_id)
        told = json.dumps([self.agent, containers, self.namespaces, self.confined, grantee])
        return sha256(told.encode()).hexdigest()[:16]

    @property
    def confined(self) -> str | None:
        """What grants reach, as JSON; None for everything of the user."""
        return None if self.confines is None else json.dumps(self._confined(self.confines))

    @staticmethod
    def _confined(confines: Confines) -> dict[str, object]:
        return {
            "namespaces": confines.namespaces,
            "containers": [str(container) for container in confines.containers],
        }
