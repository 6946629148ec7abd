"""Describe what was made of the claims of a turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from muniment.model.claims import Claim
from muniment.model.ids import EpisodeId, MemoryId
from muniment.model.memory import Outcome
from muniment.model.printed import Printed, in_line

BY_RULES: Final = "rules-22"
"""Who reads and decides where no model does; another name when the rules read anything otherwise."""


class Result(StrEnum):
    """What a claim came to."""

    NEW = "new"
    """Nothing was believed of it before."""
    SUPERSEDED = "superseded"
    """It was otherwise, and changed."""
    CORRECTED = "corrected"
    """It was believed wrongly."""
    ENDED = "ended"
    """It was so, and is no more."""
    DUPLICATE = "duplicate"
    """It was believed already."""
    CONTRADICTED = "contradicted"
    """It cannot be so together with another belief, and neither wins by itself."""
    UNCLEAR = "unclear"
    """It does not say which belief it is about: nothing was changed."""
    REFUSED = "refused"
    """It is no good as it stands."""
    RECALLED = "recalled"
    """It is what a recall answered, come back."""
    NOTHING = "nothing"
    """The turn was read again, and claims nothing."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Decided(Printed):
    """What was made of one claim, or of a passage that may make none.

    `memory_id` is what was written or touched; `candidates` are the memories that were considered.
    """

    decision: Outcome
    outcome: Result
    memory_id: MemoryId | None
    episode_id: EpisodeId
    span: tuple[int, int] | None
    claim: Claim | None
    candidates: tuple[MemoryId, ...]
    rationale: str | None
    extracted_by: str
    decided_by: str
    transaction: int

    def _line(self) -> str:
        return f"{self.decision.value} {self.outcome.value}: {in_line(claim_and_why(self))}"

    @property
    def sentence(self) -> str | None:
        """The claim in the third person."""
        return None if self.claim is None else self.claim.sentence


def claim_and_why(decided: Decided) -> str:
    """Return the claim of a decision, and why it was decided so."""
    return f"{decided.sentence or '(no claim)'} · {decided.rationale or '(erased)'}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class RoundIngested(Printed):
    """What a round of conversation came to; of one that was known already, what it came to then.

    `transaction` is None where nothing was written. `degraded` says what extraction lacked.
    """

    episodes: tuple[EpisodeId, ...]
    decisions: tuple[Decided, ...]
    transaction: int | None
    known_already: bool
    degraded: tuple[str, ...] = ()
    embedded: bool = True
