"""Read what is said without a verb: "Coeliac here", "New phone number: 0770 900418", "Born in Turin"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft, Scene
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act, Role

_HERE: Final = re.compile(r"(?:^|[,;] )(?:an? )?([a-z]+(?:[- ][a-z]+){0,2}) here\b", re.IGNORECASE)
_NONE: Final = re.compile(
    r"(?:^|[,;] |\bso )no (\w+)(?= at all| for (?:me|us)|[,.!;]|$)", re.IGNORECASE
)
_GIVEN: Final = re.compile(
    r"(?:^|[,;] )(?:my |our |the )?(?:new |current )?([a-z]+(?: [a-z]+)?)(?: is now)?: ([^\s,;][^,;!?\n]*?)(?=[.,;!?\s]*$|[,;]|\. )",
    re.IGNORECASE,
)
_BY_TRADE: Final = re.compile(
    r"\b([a-z]+(?:[- ][a-z]+)?) by (?:trade|profession|training)\b", re.IGNORECASE
)
_ORIGINALLY: Final = re.compile(
    r"\b(?:originally|orig\.?) from ((?:an? |the )?[^,.;!?\n]+?)(?= (?:but|and|though|tho|so|now|then)\b|[,.;!?\n]|$)",
    re.IGNORECASE,
)
_HERE_IN: Final = re.compile(r"\bhere in ((?:the )?[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)")
_NO_MORE: Final = re.compile(
    r"^\W*(?:not|no longer) (?:an? )?([\w-]+)(?: any ?more| any longer)\b", re.IGNORECASE
)
_CALL_ME: Final = re.compile(
    r"\bcall me ([A-Z]\w+)(?! (?:when|if|at|on|back|later|tomorrow|maybe))"
)
_NO_GIVING: Final = words(
    "update correction note question news reminder edit ps answer example translation version text title subject today"
)


def read_verbless(scene: Scene, start: int, end: int) -> Iterator[Draft]:
    """Yield what a sentence says of its speaker by words alone."""
    if scene.role is Role.ASSISTANT:
        return
    said = scene.text[start:end]
    for match in _HERE.finditer(said):
        predicate = _predicate_of(match[1].lower().split(" ")[-1])
        if predicate is not None:
            span = (start + match.start(1), start + match.end())
            yield scene.aside(predicate, match[1], span)
    for match in _NONE.finditer(said):
        if match[1].lower() in lexicon.FOODS:
            span = (start + match.start(1) - 3, start + match.end(1))
            yield scene.aside("diet", f"no {match[1]}", span)
    for match in _GIVEN.finditer(said):
        of = match[1].lower()
        if of.split(" ")[-1] in lexicon.PROPERTIES and of not in _NO_GIVING:
            span = (start + match.start(1), start + match.end(2))
            yield scene.aside("attribute", match[2], span, of=of)
    yield from _named(scene, said, start)


def _named(scene: Scene, said: str, start: int) -> Iterator[Draft]:
    for pattern, predicate, of in (
        (_ORIGINALLY, "from", None),
        (_HERE_IN, "lives_in", None),
        (_CALL_ME, "attribute", "nickname"),
    ):
        for match in pattern.finditer(said):
            value = re.sub(r"^(?:an?|the) ", "", match[1])
            if "?" not in said:
                span = (start + match.start(), start + match.end())
                yield scene.aside(predicate, value, span, of=of)
    for match in _BY_TRADE.finditer(said):
        trade = [
            each for each in match[1].split(" ") if each.lower() not in {"a", "an", "m", "i'm"}
        ]
        span = (start + match.start(), start + match.end())
        yield scene.aside("works_as", " ".join(trade), span)
    if (ended := _NO_MORE.match(said)) is not None:
        known = _predicate_of(ended[1].lower())
        if known is not None:
            span = (start + ended.start(1), start + ended.end())
            yield replace(scene.aside(known, ended[1], span), act=Act.END)


def _predicate_of(word: str) -> str | None:
    """Return what a noun or adjective says of somebody."""
    if word in lexicon.DIETS:
        return "diet"
    if word in lexicon.STATUSES:
        return "status"
    if word in lexicon.AILING or lexicon.is_ailment(word):
        return "condition"
    return "works_as" if lexicon.is_occupation(word) else None
