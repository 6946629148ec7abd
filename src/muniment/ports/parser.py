"""Say what a parser is: a text in, its words out, each with its place in the sentence's tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of a parsed text.

    `tag` is of the Penn tag set, `pos` of the universal one, `dep` of the CLEAR dependency labels;
    `head` is the index of the word that it depends on, its own for the root of a sentence. `start`
    and `end` are offsets in the text. `entity` is the kind of name that it is part of, or empty.
    """

    index: int
    text: str
    lemma: str
    tag: str
    pos: str
    dep: str
    head: int
    start: int
    end: int
    entity: str = ""

    @property
    def norm(self) -> str:
        """The word in lower case."""
        return self.text.lower()


class Parser(Protocol):
    """Parse a text. The same text gives the same words for as long as the name stays the same."""

    @property
    def name(self) -> str:
        """Tell which model parses, with its version."""

    def parse(self, text: str) -> tuple[Word, ...]:
        """Return the words of a text, in order; of a very long one, those of its beginning."""
