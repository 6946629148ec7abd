"""Say what a tagger is: a text in, what its words seem to claim out, each with a score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from muniment.model.claims import Act, Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """What some words of a text seem to claim; spans are offsets in it, the end exclusive.

    `object` are the words of the value. `subject` are those of whom or what it is said, None for
    the speaker. `of` is the span of what it is of, or its name where the text does not write it.
    `score` is between 0 and 1: how sure the tagger is of all of it together.
    """

    predicate: str
    act: Act
    object: tuple[int, int]
    subject: tuple[int, int] | None
    of: tuple[int, int] | str | None
    score: float


class Tagger(Protocol):
    """Tag a text. The same text gives the same tags for as long as the name stays the same."""

    @property
    def name(self) -> str:
        """Tell which model tags, with its version."""

    @property
    def lacks(self) -> str | None:
        """Tell what it needs and is not installed, None if all is there; nothing is loaded."""

    def tags(self, text: str, role: Role) -> tuple[Tag, ...]:
        """Return what the words of a message seem to claim, unsure tags too; blocking.

        Raises:
            EmbedderUnavailable: the model's file is damaged, or what runs it is missing.
        """
