"""Describe what a session has staged: a claim of a message, and what it does to a belief."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from muniment.model.claims import Claim
from muniment.model.memory import Memory


class Stage(StrEnum):
    """What a staged change does."""

    CREATE = "create"
    CONFIRM = "confirm"
    UPDATE = "update"
    END = "end"
    MERGE = "merge"


@dataclass(frozen=True, slots=True, kw_only=True)
class Staged:
    """One change: the claim that it rests on, in which message, and the belief that it is about.

    `memory` is what is confirmed, updated, ended, or kept when two are merged; `other` is the one
    that goes. `against` is the belief that a new one contradicts.
    """

    key: str
    stage: Stage
    message: str
    claim: Claim
    memory: Memory | None = None
    other: Memory | None = None
    against: Memory | None = None
    rationale: str = ""

    @property
    def what(self) -> tuple[object, ...]:
        """What makes it the same as another one."""
        touched = None if self.memory is None else self.memory.id
        return (
            self.stage,
            self.message,
            self.claim.subject,
            self.claim.category,
            self.claim.object,
            touched,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicated:
    """How a session ended: what it staged, what was refused and why, and what it says of itself.

    It is finalized only if the model said so; if not, nothing that it staged counts.
    """

    staged: tuple[Staged, ...] = ()
    refused: tuple[str, ...] = ()
    summary: str = ""
    is_finalized: bool = False
    steps: int = 0
    degraded: str | None = None
