"""Describe what somebody who knows what is believed advises to make of a claim."""

from __future__ import annotations

from dataclasses import dataclass

from muniment.model.ids import MemoryId
from muniment.model.memory import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """A decision on a claim, made before the tenant's lock was taken, and so checked under it.

    `memory_id` is the belief that it is about. `merged` is one that says the same and goes.
    `against` is one that the claim contradicts, for a person to settle. `by` names who advises.
    """

    decision: Outcome
    by: str
    memory_id: MemoryId | None = None
    merged: MemoryId | None = None
    against: MemoryId | None = None
    rationale: str = ""
