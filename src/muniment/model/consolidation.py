"""Describe what consolidation and its checks did."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muniment.model.ids import ContradictionId, MemoryId
from muniment.model.printed import Printed
from muniment.model.similar import BeliefPair


@dataclass(frozen=True, slots=True, kw_only=True)
class GetDue:
    """Ask for turns to be read again: of a namespace, said since, so many at most."""

    namespace: str = "default"
    since: datetime | None = None
    episodes_max: int = 100


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Consolidated(Printed):
    """What reading turns again came to.

    `changed` counts the decisions that changed what is believed, `repeated` those that did not.
    `has_more` says that turns are left; `degraded` what extraction lacked.
    """

    read: int
    changed: int
    repeated: int
    transactions: tuple[int, ...]
    has_more: bool
    extracted_by: str
    degraded: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ProposedContradiction(Printed):
    """A pair of beliefs that a person is asked to decide between."""

    id: ContradictionId
    pair: BeliefPair


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Proposed(Printed):
    """What was proposed for review, in one transaction; None where there was nothing new."""

    items: tuple[ProposedContradiction, ...]
    transaction: int | None
    is_cut: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check looked at, and the memories that it found wanting; `mend` says what to do."""

    looked_at: int
    wanting: tuple[MemoryId, ...]
    is_cut: bool
    mend: str | None = None
