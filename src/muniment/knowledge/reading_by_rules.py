"""Read messages by rules: no model, no network, the same claims for the same words."""

from __future__ import annotations

from typing import Final

from muniment.knowledge.extraction.rules import extract
from muniment.knowledge.statements.beginning import passing
from muniment.knowledge.statements.telling import told
from muniment.model.claims import Claim, Message
from muniment.model.decisions import BY_RULES
from muniment.ports.extractor import Extraction

_DUTIES: Final = frozenset({"on call", "on duty", "on shift"})
"""What passes by turns, and stays not so until somebody says otherwise: it is told for a time or not at all."""


def read(message: Message) -> tuple[Claim, ...]:
    """Return the claims of a message, those of plain statements last."""
    claims = extract(message)
    read = (passing(message, each) for each in (*claims, *told(message, claims)))
    return tuple(each for each in read if not _is_open_duty(each))


def _is_open_duty(claim: Claim) -> bool:
    return claim.object.casefold() in _DUTIES and claim.act.asserts and claim.valid_until is None


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
