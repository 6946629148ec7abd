"""Read messages by rules: no model, no network, the same claims for the same words."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.extraction.rules import extract
from muniment.model.claims import Message
from muniment.ports.extractor import Extraction

BY_RULES: Final = "rules"


class RulesExtractor:
    """The extractor that is always there."""

    @property
    def is_quick(self) -> bool:
        """Tell that reading costs less than asking the database."""
        return True

    async def extract(self, message: Message) -> Extraction:
        """Return what the rules see in a message."""
        return Extraction(claims=extract(message), by=BY_RULES)
