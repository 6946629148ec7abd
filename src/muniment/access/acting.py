"""Say as which agent a call is made, and narrow a principal to it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from muniment.access.principal import Permission, Principal
from muniment.access.roles import AgentRole
from muniment.errors import InvalidValue
from muniment.model.ids import user_named
from muniment.model.memory import Visibility


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """An agent at work: its part and rights, the agents that started it, and where it writes.

    What is None is left to the principal and to the settings that it acts within.
    """

    agent: str
    role: AgentRole
    permissions: frozenset[Permission]
    trail: tuple[str, ...]
    """The agents from the first to this one, each started by the one before."""
    user: str | None = None
    namespace: str | None = None
    visibility: Visibility | None = None

    def narrowed(self, principal: Principal) -> Principal:
        """Return a principal as this agent: it never may more than the principal itself.

        Raises:
            NotPermitted: the agent is to work for another user, and the principal does not govern.
        """
        acting = replace(
            principal,
            agent=self.agent,
            role=self.role.value,
            permissions=principal.permissions & self.permissions,
            trail=self.trail,
        )
        if self.user is None or self.user == principal.user:
            return acting
        principal.require(Permission.GOVERN)
        return replace(acting, user=self.user, user_id=user_named(principal.tenant_id, self.user))

    def told(self) -> str:
        """Return it as one line of ASCII, which `read_acting` reads."""
        return json.dumps(
            {
                "agent": self.agent,
                "role": self.role.value,
                "permissions": sorted(each.value for each in self.permissions),
                "trail": self.trail,
                "user": self.user,
                "namespace": self.namespace,
                "visibility": None if self.visibility is None else self.visibility.value,
            }
        )


def read_acting(text: str) -> Acting:
    """Read what `told` wrote.

    Raises:
        InvalidValue: it is something else.
    """
    try:
        said = json.loads(text)
        return Acting(
            agent=_text(said["agent"]),
            role=AgentRole(said["role"]),
            permissions=frozenset(Permission(each) for each in said["permissions"]),
            trail=tuple(_text(each) for each in said["trail"]),
            user=None if said["user"] is None else _text(said["user"]),
            namespace=None if said["namespace"] is None else _text(said["namespace"]),
            visibility=None if said["visibility"] is None else Visibility(said["visibility"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidValue(
            f"as whom? The agent of this request cannot be read: {type(error).__name__}."
        ) from None


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or "\x00" in value:
        raise ValueError
    return value
