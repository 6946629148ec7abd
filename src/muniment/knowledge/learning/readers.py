"""Choose who reads messages: a model before rules, rules with a tagger before rules alone."""

from __future__ import annotations

from muniment.knowledge.reading_by_parse import ParseExtractor
from muniment.knowledge.reading_by_rules import RulesExtractor
from muniment.knowledge.reading_by_tags import TaggingExtractor
from muniment.knowledge.roles.extracting import ModelExtractor
from muniment.ports.extractor import Extractor
from muniment.ports.language_model import LanguageModel
from muniment.ports.parser import Parser
from muniment.ports.tagger import Tagger


def reader_of(
    parser: Parser | None, tagger: Tagger | None, model: LanguageModel | None
) -> Extractor:
    """Return the extractor that stands on a parser, a tagger and a model, where there are such."""
    rules: Extractor = RulesExtractor() if parser is None else ParseExtractor(parser)
    if tagger is not None:
        rules = TaggingExtractor(rules, tagger)
    return rules if model is None else ModelExtractor(model, rules)
