"""Name the roles of agents, and what each may do."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from muniment.access.principal import Permission


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
