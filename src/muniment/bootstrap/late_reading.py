"""Load what reads messages when the first one is read: its tables take long, and many programs read none."""

from __future__ import annotations

import importlib
from functools import cached_property

from muniment.model.claims import Message
from muniment.ports.extractor import Extraction, Extractor
from muniment.ports.language_model import LanguageModel
from muniment.ports.parser import Parser
from muniment.ports.tagger import Tagger


class LateExtractor:
    """The extractor on a parser, a tagger and a model, where there are such; made on first use."""

    def __init__(
        self, parser: Parser | None, tagger: Tagger | None, model: LanguageModel | None
    ) -> None:
        self._parser = parser
        self._tagger = tagger
        self._model = model

    @property
    def by(self) -> str:
        """Tell who reads."""
        return self._made.by

    @property
    def is_quick(self) -> bool:
        """Tell whether reading a message costs less than asking the database whether it is known."""
        return self._made.is_quick

    async def extract(self, message: Message) -> Extraction:
        """Return the claims of a message."""
        return await self._made.extract(message)

    @cached_property
    def _made(self) -> Extractor:
        readers = importlib.import_module("muniment.knowledge.learning.readers")
        made: Extractor = readers.reader_of(self._parser, self._tagger, self._model)
        return made
