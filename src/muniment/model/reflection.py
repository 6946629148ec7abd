"""Describe what a look back yields: what is stable, what has changed, what a person has to decide."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from muniment.errors import InvalidValue
from muniment.model.ids import ContradictionId, EpisodeId, MemoryId
from muniment.model.pages import Phrase
from muniment.model.printed import Printed, Several, in_line
from muniment.model.reading import AsOf
from muniment.model.worded import moment
from muniment.temporal.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class GetReflection:
    """Ask for a look back; `since` bounds the changes that are told, `limit` each of the lists."""

    episodes_min: int = 3
    since: datetime | None = None
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StableBelief(Printed):
    """A belief that holds and was said again and again, with the turns that said it, in their order."""

    memory_id: MemoryId
    content: str
    entity: str | None
    category: str
    valid_from: datetime
    episodes: tuple[EpisodeId, ...]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChangedBelief(Printed):
    """A belief that another took the place of.

    `changed_at` is when it did in the world, `known_from` when that was learnt. The turns are
    those that each rests on.
    """

    old_id: MemoryId
    new_id: MemoryId
    old_content: str
    new_content: str
    entity: str | None
    category: str | None
    changed_at: datetime
    known_from: datetime
    old_episodes: tuple[EpisodeId, ...]
    new_episodes: tuple[EpisodeId, ...]

    def _line(self) -> str:
        return (
            f"{in_line(self.old_content)} → {in_line(self.new_content)} ({moment(self.changed_at)})"
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class OpenContradiction(Printed):
    """Two beliefs that cannot both hold, and that nobody has decided between."""

    id: ContradictionId
    first_id: MemoryId | None
    second_id: MemoryId | None
    first_content: str | None
    second_content: str | None
    first_episodes: tuple[EpisodeId, ...]
    second_episodes: tuple[EpisodeId, ...]
    rationale: str | None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Reflection(Printed):
    """A look back at a basis. It changes nothing: a contradiction waits until a person settles it.

    `is_cut` where a list was longer than the limit. `phrases` say what a language model makes of
    the lists, where one is configured; `degraded` what of it was thrown away, or why it said nothing.
    """

    stable_preferences: tuple[StableBelief, ...]
    stable_constraints: tuple[StableBelief, ...]
    changed_beliefs: tuple[ChangedBelief, ...]
    contradictions_for_review: tuple[OpenContradiction, ...]
    is_cut: bool
    basis: Basis
    phrases: tuple[Phrase, ...] = ()
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GetFaded:
    """Ask which beliefs have faded: their confidence at the basis is `below`.

    Raises:
        InvalidValue: the bound is no good.
    """

    below: float = 0.5
    namespace: str = "default"
    containers: tuple[str, ...] = ()
    as_of: AsOf = None
    valid_at: datetime | None = None
    limit: int = 100

    def __post_init__(self) -> None:
        if not 0 < self.below <= 1:
            raise InvalidValue(f"below is {self.below}; write a number above 0, up to 1.")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FadedBelief(Printed):
    """A belief that holds, how sure its writer was, and what recall makes of that at the basis."""

    memory_id: MemoryId
    content: str
    entity: str | None
    category: str | None
    confidence: float
    faded: float
    valid_from: datetime


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class FadedBeliefs(Several[FadedBelief]):
    """What has faded at a basis, the most faded first; `is_cut` where there was more than the limit."""

    items: tuple[FadedBelief, ...]
    is_cut: bool
    basis: Basis
