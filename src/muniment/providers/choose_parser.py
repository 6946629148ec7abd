"""Make what a configuration names for the rules to stand on: a parser, a tagger."""

from __future__ import annotations

from muniment.ports.parser import Parser
from muniment.ports.tagger import Tagger
from muniment.providers.spacy_parser import SpacyParser, has_spacy, missing_spacy
from muniment.providers.tagger.packaged import PackagedTagger
from muniment.settings import ExtractionSettings, ParserName, TaggerName


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


def tagger_named(settings: ExtractionSettings) -> Tagger | None:
    """Return the tagger that reads beside the rules, or None where they read alone."""
    return PackagedTagger() if settings.tagger is TaggerName.PACKAGED else None
