"""Say as which agent a call is made, and narrow a principal to it."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Final

from muniment.access.principal import Permission, Principal
from muniment.access.roles import AgentRole
from muniment.errors import InvalidValue
from muniment.model.memory import Visibility

NAME_MAX: Final = 256
"""How many characters the name of a user or of an agent may have."""


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
    project: str | None = None
    session: str | None = None

    def narrowed(self, principal: Principal) -> Principal:
        """Return a principal as this agent: it never may more than the principal itself.

        Raises:
            NotPermitted: the agent is to work for another user, and the principal does not govern.
        """
        within = principal if self.user is None else principal.of_user(self.user)
        return replace(
            within,
            agent=self.agent,
            role=self.role.value,
            permissions=within.permissions & self.permissions,
            trail=self.trail,
            project=within.project if self.project is None else self.project,
            session=within.session if self.session is None else self.session,
        )

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
                "project": self.project,
                "session": self.session,
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
            user=_text_or_none(said["user"]),
            namespace=_text_or_none(said["namespace"]),
            visibility=None if said["visibility"] is None else Visibility(said["visibility"]),
            project=_text_or_none(said["project"]),
            session=_text_or_none(said["session"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidValue(
            f"as whom? The agent of this request cannot be read: {type(error).__name__}."
        ) from None


def _text(value: object) -> str:
    if not isinstance(value, str) or not 0 < len(value.strip()) <= NAME_MAX or "\x00" in value:
        raise ValueError
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)
