"""Name the roles of agents, and what each may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from muniment.access.principal import EVERYTHING, OWN, Permission, Principal


class AgentRole(StrEnum):
    """What part an agent has in its team."""

    ORCHESTRATOR = "orchestrator"
    PLANNER = "planner"
    EXECUTOR = "executor"
    RESEARCHER = "researcher"
    REVIEWER = "reviewer"
    MONITOR = "monitor"


READS: Final = frozenset({Permission.READ})
READS_AND_WRITES: Final = READS | {Permission.WRITE}

ROLE_PERMISSIONS: Final = {
    AgentRole.ORCHESTRATOR: READS_AND_WRITES | {Permission.FORGET},
    AgentRole.PLANNER: READS_AND_WRITES,
    AgentRole.EXECUTOR: READS_AND_WRITES,
    AgentRole.RESEARCHER: READS_AND_WRITES,
    AgentRole.REVIEWER: READS,
    AgentRole.MONITOR: READS,
}
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


KEY_PERMISSIONS: Final = {
    KeyRole.ADMIN: EVERYTHING,
    KeyRole.SERVICE: OWN - {Permission.GRANT},
    KeyRole.USER: OWN,
    KeyRole.READER: READS,
}

ACTING_FOR_ANYBODY: Final = frozenset({KeyRole.ADMIN, KeyRole.SERVICE})
"""The roles of programs that serve many users, and name one with each request."""

ROLES: Final[Mapping[str, frozenset[Permission]]] = {
    role.value: allowed for role, allowed in (*KEY_PERMISSIONS.items(), *ROLE_PERMISSIONS.items())
}
"""What each role that a key or a token may have allows at most."""
