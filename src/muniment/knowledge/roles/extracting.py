"""Let a model read the claims of a message, one speaker at a time; rules read where it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from muniment.errors import ModelAnswerUnusable
from muniment.knowledge.reading_by_rules import RulesExtractor
from muniment.knowledge.roles.asking import NO_ANSWER, asked, degraded
from muniment.knowledge.roles.claim_checks import FORM, checked_claims
from muniment.model.claims import Message, Role
from muniment.model.worded import joined
from muniment.ports.extractor import Extraction, Extractor
from muniment.ports.language_model import LanguageModel

PASSES: Final = {Role.USER: "extract_user", Role.ASSISTANT: "extract_assistant"}
"""The contract that a message is read under: each party's words by themselves."""


class ModelExtractor:
    """Read messages with a model. It is shown one message of one speaker, and nothing else."""

    def __init__(self, model: LanguageModel, otherwise: Extractor | None = None) -> None:
        self._model = model
        self._otherwise = otherwise or RulesExtractor()

    @property
    def by(self) -> str:
        """Tell who reads: the model."""
        return self._model.identity.name

    @property
    def is_quick(self) -> bool:
        """Tell that asking a model costs more than asking the database."""
        return False

    async def extract(self, message: Message) -> Extraction:
        """Return the claims of a message; by rules where the model gives no answer that stands."""
        if not message.text.strip():
            return Extraction(claims=(), by=self._model.identity.name)
        data = {
            "speaker": message.speaker,
            "said_at": message.occurred_at.isoformat(),
            "message": message.text,
        }
        try:
            told = await asked(self._model, PASSES[message.role], data, FORM)
            claims, refused = checked_claims(told, message)
            if refused and not claims:
                raise ModelAnswerUnusable(refused[0])
        except NO_ANSWER as error:
            lacking = degraded("extractor", self._model, error)
            read = await self._otherwise.extract(message)
            return replace(read, degraded=joined(lacking, read.degraded))
        name = self._model.identity.name
        return Extraction(
            claims=claims,
            by=name,
            degraded=f"extractor {name}: {len(refused)} claims refused" if refused else None,
        )
