"""Read messages by rules over a dependency parse: deterministic, for one version of the parser."""

from __future__ import annotations

from typing import Final

from anyio import to_thread

from muniment.knowledge.parsed.rules import extract
from muniment.knowledge.statements.beginning import passing
from muniment.knowledge.statements.telling import told
from muniment.model.claims import Claim, Message
from muniment.model.decisions import BY_RULES
from muniment.ports.extractor import Extraction
from muniment.ports.parser import Parser

_BY_FRAMES: Final = "frames-4"
"""Who reads a parse; another name when the frames read anything otherwise."""


def read(message: Message, parser: Parser) -> tuple[Claim, ...]:
    """Return the claims of a message, those of plain statements last."""
    claims = extract(message, parser)
    return tuple(passing(message, each) for each in (*claims, *told(message, claims)))


class ParseExtractor:
    """Read messages by the frames of their verbs. Its name holds that of the parser."""

    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    @property
    def by(self) -> str:
        """Tell who reads: patterns, frames, and the parser that the frames stand on."""
        return f"{BY_RULES}, {_BY_FRAMES}, {self._parser.name}"

    @property
    def is_quick(self) -> bool:
        """Tell that a parse costs more than asking the database whether a turn is known."""
        return False

    async def extract(self, message: Message) -> Extraction:
        """Return what the rules see in a message."""
        claims = await to_thread.run_sync(read, message, self._parser)
        return Extraction(claims=claims, by=self.by)
