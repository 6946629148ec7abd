"""Make the parser that a configuration names."""

from __future__ import annotations

from muniment.ports.parser import Parser
from muniment.providers.spacy_parser import SpacyParser, has_spacy, missing_spacy
from muniment.settings import ExtractionSettings, ParserName


def parser_named(settings: ExtractionSettings) -> Parser | None:
    """Return the parser that the rules stand on, or None where they stand on patterns.

    Raises:
        ExtraMissing: spaCy is asked for, and not installed.
    """
    if settings.parser is ParserName.PATTERNS:
        return None
    if has_spacy():
        return SpacyParser()
    if settings.parser is ParserName.SPACY:
        raise missing_spacy()
    return None
