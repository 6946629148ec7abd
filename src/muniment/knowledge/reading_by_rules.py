"""Read messages by rules: no model, no network, the same claims for the same words."""

from __future__ import annotations

from muniment.knowledge.extraction.rules import extract
from muniment.knowledge.statements.beginning import passing
from muniment.knowledge.statements.telling import told
from muniment.model.claims import Claim, Message
from muniment.model.decisions import BY_RULES
from muniment.ports.extractor import Extraction


def read(message: Message) -> tuple[Claim, ...]:
    """Return the claims of a message, those of plain statements last."""
    claims = extract(message)
    return tuple(passing(message, each) for each in (*claims, *told(message, claims)))


class RulesExtractor:
    """The extractor that is always there."""

    @property
    def by(self) -> str:
        """Tell who reads."""
        return BY_RULES

    @property
    def is_quick(self) -> bool:
        """Tell that reading costs less than asking the database."""
        return True

    async def extract(self, message: Message) -> Extraction:
        """Return what the rules see in a message."""
        return Extraction(claims=read(message), by=BY_RULES)
