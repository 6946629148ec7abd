"""Tell whether a question asks for what is not so, or was so before, and whether words say that; pure, in English."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.verbs import form_of
from muniment.model.memory import Episode, Memory
from muniment.model.names import folded
from muniment.recall.possessing import words_of

_ASKS_OF_NOT: Final = re.compile(
    r"^\W*(?:what|which|who|whom|where|when)\b[^?,]*?(?:n['’]t|\bnot|\bnever|\bnowhere)\b",
    re.IGNORECASE,
)
_DENIES: Final = re.compile(
    r"n['’]t\b|\b(?:not|no|never|none|nobody|nothing|nowhere|neither|without|hardly|except|avoid\w*|refus\w*"
    r"|dislik\w*|hat(?:e|es|ed)|loath\w*|detest\w*|allerg\w*|intoleran\w*|stopped|quit|gave up|given up)\b|-free\b",
    re.IGNORECASE,
)
_ASKS_OF_BEFORE: Final = re.compile(
    r"\b(?:did|was|were|had)\b[^?]*\b(?:before|previously|formerly|in the past)\W*$"
    r"|\buse[d]? to\b|\b(?:was|were)\b[^?]*\b(?:previous|former)\b",
    re.IGNORECASE,
)
_OF_BEFORE: Final = re.compile(
    r"\b(?:used to|before|previously|formerly|no longer|any ?more|was|were|had|former|previous|ex-\w+)\b",
    re.IGNORECASE,
)


def asks_of_not(question: str) -> bool:
    """Tell whether a question asks what is not so: "Where do I not work?", not "Don't I work there?"."""
    return _ASKS_OF_NOT.search(question) is not None


def denies(text: str) -> bool:
    """Tell whether words say that something is not so, or not wanted."""
    return _DENIES.search(text) is not None or not lexicon.DIETS.isdisjoint(words_of(text))


def asks_of_before(question: str) -> bool:
    """Tell whether a question asks what was so and is over: "Where did I live before?", not "before March"."""
    return _ASKS_OF_BEFORE.search(question) is not None


def is_of_before(said: Memory | Episode, *, is_told: bool) -> bool:
    """Tell whether what has not ended says what was so before; `is_told`, whether a turn led to beliefs that hold.

    A turn that did tells how what is so now began ("I moved to Bath"), unless it says more.
    """
    if _OF_BEFORE.search(said.content) is not None:
        return True
    forms = [form for word in words_of(folded(said.content)) if (form := form_of(word))]
    if isinstance(said, Memory):
        return not any("s" in each.tags for each in forms[:1])
    return not is_told and any("past" in each.tags for each in forms)
