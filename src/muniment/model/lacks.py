"""Describe what a memory lacks: what it does not know, or cannot vouch for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from muniment.model.ids import MemoryId
from muniment.model.printed import Printed, in_line, lines_of
from muniment.model.worded import basis_line
from muniment.temporal.basis import Basis


class LackKind(StrEnum):
    """How a memory falls short.

    UNKNOWN: nothing is believed that should be. UNANSWERED: a recall was asked it and abstained.
    STALE: what changes was not said again for long. CONTRADICTED: another belief says otherwise.
    DOUBTFUL: whoever said so was less sure than rules are. SINGLE_SOURCED: only one source says so.
    """

    UNKNOWN = "unknown"
    UNANSWERED = "unanswered"
    STALE = "stale"
    CONTRADICTED = "contradicted"
    DOUBTFUL = "doubtful"
    SINGLE_SOURCED = "single_sourced"


class Severity(StrEnum):
    """How much it matters."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Lack(Printed):
    """One thing that a memory lacks, and the beliefs it is about (none where nothing is known)."""

    kind: LackKind
    severity: Severity
    entity: str | None
    category: str | None
    sentence: str
    memories: tuple[MemoryId, ...] = ()

    def _line(self) -> str:
        about = " · ".join(part for part in (self.entity, self.category) if part is not None)
        said = in_line(self.sentence)
        return f"{self.severity.value} {self.kind.value}: {said}{f' ({about})' if about else ''}"

    def _parts(self) -> Iterator[str]:
        if self.memories:
            yield f"memories {', '.join(str(each) for each in self.memories)}"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Lacks(Printed):
    """What is lacking of an entity, for a question or in a namespace, the worst first.

    `coverage` is computed, from 0 to 1, or None where there is nothing to compute it from;
    `coverage_note` says from what. `total` is how many lacks there
    are, told or not; `examined` are the entities and `beliefs` the beliefs that were
    looked at, of `entities_total` and `beliefs_total` that there are to look at: of a large namespace it is those entities with
    the most beliefs, and coverage and lacks tell of nothing else. `asked` are the traced questions.
    """

    about: str
    coverage: float | None
    coverage_note: str
    lacks: tuple[Lack, ...]
    total: int
    examined: int
    beliefs: int
    entities_total: int
    beliefs_total: int
    asked: int
    basis: Basis

    @property
    def is_of_a_part(self) -> bool:
        """Whether something was not looked at."""
        return self.examined < self.entities_total or self.beliefs < self.beliefs_total

    def _line(self) -> str:
        share = "none" if self.coverage is None else in_line(self.coverage)
        seen = (
            f"examined {self.examined} of {self.entities_total}, "
            f"beliefs {self.beliefs} of {self.beliefs_total}, asked {self.asked}"
            if self.is_of_a_part
            else f"examined {self.examined}, beliefs {self.beliefs}, asked {self.asked}"
        )
        covered = f"coverage {share} ({in_line(self.coverage_note)})"
        return f"“{in_line(self.about)}”, lacks {self.total}, {covered}, {seen}"

    def _parts(self) -> Iterator[str]:
        yield from lines_of(self.lacks)
        yield basis_line(self.basis)

    def of(self, kind: LackKind) -> tuple[Lack, ...]:
        """Return those of one kind."""
        return tuple(each for each in self.lacks if each.kind is kind)
