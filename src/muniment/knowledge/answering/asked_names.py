"""Tell whether a question asks for what somebody is called that one deals with, and whether words have a name for it; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from muniment.knowledge.attributes import content_words
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import (
    FILLERS,
    PREPOSITIONS,
    SENTENCE_ENDS,
    WH,
    WHEN,
)
from muniment.knowledge.extraction.phrases import is_name
from muniment.knowledge.extraction.tokens import Token, tokens_of
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import any_of
from muniment.recall.question import name_keys

_NAMED: Final = any_of("""
bank, building society, lender, insurer, broker, scheme, firm, company, companies, employer, supplier, vendor, provider,
airline, carrier, operator, agency, charity, union, council, university, uni, college, shop, store, supermarket, garage, hotel,
airport, publisher, retailer, manufacturer, network, organi[sz]ation, club, practice, clinic, hospital, brand, studio
""")
"""What has a name of its own, by which one tells it from others."""
_FOR_A_NAME: Final = re.compile(
    rf"\b(?:which|what)(?: of (?:my|our|the))?(?: (?!is\b|are\b|was\b|does\b|did\b|do\b)[\w'’-]+){{0,2}}? {_NAMED.pattern}\b",
    re.IGNORECASE,
)
_IS_ONE: Final = re.compile(
    r"(?P<who>[^,;:]{1,80}?) (?:is|are|was|were) (?:an?|the|my|our|(?:[\w’'.-]+ ){0,2}?[\w’'.-]+['’]s?) ",
    re.IGNORECASE,
)
_IS_SOMEBODYS: Final = re.compile(
    r"(?:[^,;:]{1,60}['’]s?|my|our) [^,;:]{1,30}? (?:is|are|was|were) (?P<who>[^,;:]{1,80})",
    re.IGNORECASE,
)
_NO_NAMES: Final = FILLERS | PREPOSITIONS | WH | WHEN | lexicon.PROPERTIES | lexicon.GOODS


@lru_cache(maxsize=512)
def asks_for_name(question: str) -> bool:
    """Tell whether a question asks for an organisation or the like: "which bank", "what insurer"."""
    return _FOR_A_NAME.search(question) is not None


def has_name(said: str, known: frozenset[str]) -> bool:
    """Tell whether words have a name that is none of the `known` words; where they are written small throughout, they may."""
    tokens = tokens_of(said)
    if said == said.lower():
        return True
    return any(_may_name(tokens, at, known) for at in range(len(tokens)))


def tells_who(said: str, about: Collection[str]) -> bool:
    """Tell whether words begin by saying who somebody is: "Ann is our vet", "Ann is Tom's sister", "Tom's sister is Ann"."""
    found = [each for each in (_IS_ONE.match(said), _IS_SOMEBODYS.match(said)) if each is not None]
    return any(not set(about).isdisjoint(name_keys(each["who"])) for each in found)


def _may_name(tokens: list[Token], at: int, known: frozenset[str]) -> bool:
    token = tokens[at]
    if token.norm in lexicon.PROVIDERS:
        return True
    if not is_name(token) or token.norm in known or not content_words(token.norm) - known:
        return False
    opens = at == 0 or tokens[at - 1].norm in SENTENCE_ENDS
    if not opens or (at + 1 < len(tokens) and is_name(tokens[at + 1])):
        return True
    return (
        token.norm not in _NO_NAMES
        and form_of(token.norm) is None
        and lexicon.singular(token.norm) == token.norm
    )
