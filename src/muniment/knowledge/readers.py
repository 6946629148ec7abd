"""Choose who reads messages: a model before rules, rules over a parse before rules over patterns."""

from __future__ import annotations

from muniment.knowledge.reading_by_parse import ParseExtractor
from muniment.knowledge.reading_by_rules import RulesExtractor
from muniment.knowledge.roles.extracting import ModelExtractor
from muniment.ports.extractor import Extractor
from muniment.ports.language_model import LanguageModel
from muniment.ports.parser import Parser


def reader_of(parser: Parser | None, model: LanguageModel | None) -> Extractor:
    """Return the extractor that stands on a parser and a model, where there are such."""
    rules: Extractor = RulesExtractor() if parser is None else ParseExtractor(parser)
    return rules if model is None else ModelExtractor(model, rules)
