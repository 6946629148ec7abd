"""Name the roles of agents, and what each may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from muniment.access.principal import AGENT_ROLES_WITH, KEY_ROLES_WITH, Permission, Principal


class AgentRole(StrEnum):
    """What part an agent has in its team."""

    ORCHESTRATOR = "orchestrator"
    PLANNER = "planner"
    EXECUTOR = "executor"
    RESEARCHER = "researcher"
    REVIEWER = "reviewer"
    MONITOR = "monitor"


READS: Final = frozenset({Permission.READ})


def _permissions(role: str, having: Mapping[Permission, tuple[str, ...]]) -> frozenset[Permission]:
    return frozenset(permission for permission, roles in having.items() if role in roles)


ROLE_PERMISSIONS: Final = {role: _permissions(role, AGENT_ROLES_WITH) for role in AgentRole}
"""What a role allows at most; a principal may hold less."""


def restricted(principal: Principal, role: str | None, *, read_only: bool = False) -> Principal:
    """Return a principal with no more than what a role allows, and no more than reading if so told."""
    permissions = principal.permissions & allowed(role, read_only=read_only)
    role = principal.role if role is None else AgentRole(role).value
    return replace(principal, role=role, permissions=permissions)


def allowed(role: str | None, *, read_only: bool = False) -> frozenset[Permission]:
    """Return what a configured role allows at most, everything if there is none."""
    everything = frozenset(Permission) if role is None else ROLE_PERMISSIONS[AgentRole(role)]
    return everything & READS if read_only else everything


class KeyRole(StrEnum):
    """As what a key acts, if not as an agent of a team."""

    ADMIN = "admin"
    SERVICE = "service"
    USER = "user"
    READER = "reader"


KEY_PERMISSIONS: Final = {role: _permissions(role, KEY_ROLES_WITH) for role in KeyRole}

ACTING_FOR_ANYBODY: Final = frozenset({KeyRole.ADMIN, KeyRole.SERVICE})
"""The roles of programs that serve many users, and name one with each request."""

ROLES: Final[Mapping[str, frozenset[Permission]]] = {
    role.value: allowed for role, allowed in (*KEY_PERMISSIONS.items(), *ROLE_PERMISSIONS.items())
}
"""What each role that a key or a token may have allows at most."""
