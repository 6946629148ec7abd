"""Tell whether a question asks for what is not so, or was so before, and whether words say that; pure, in English."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.attributes import content_words, is_disliking, is_liking
from muniment.knowledge.earnest import sentences_in
from muniment.knowledge.extraction import lexicon
from muniment.model.memory import Episode, Memory
from muniment.recall.tenses import View, view_of
from muniment.recall.whose import words_of

_ASKS_WHAT: Final = re.compile(r"^\W*(?:what|which|who|whom|where|when)\b", re.IGNORECASE)
_ASKS_OF_NOT: Final = re.compile(
    rf"{_ASKS_WHAT.pattern}[^?,]*?(?:n['’]t|\bnot|\bnever|\bnowhere)\b", re.IGNORECASE
)
_NOT: Final = re.compile(
    r"n['’]t\b|\b(?:not|no|never|none|nobody|nothing|nowhere|neither)\b", re.IGNORECASE
)
_DENIED: Final = re.compile(r"(?:n['’]t|\bnot)((?: \w+ly)? [\w'’-]+)", re.IGNORECASE)
_ANY_MORE: Final = re.compile(r"\bany ?(?:more|longer)\b", re.IGNORECASE)
_NO_LONGER: Final = re.compile(r"[^,;:]{1,80} no longer (?:has|have|owns?) [^,;:]+", re.IGNORECASE)
_LEFT: Final = re.compile(
    r"\b(?:no longer|any ?(?:more|longer)|left|leaves|stopped|quit|sold|gone|lost|happened|over)\b",
    re.IGNORECASE,
)
_AGAINST: Final = re.compile(
    r"\b(?:without|hardly|except|avoid\w*|refus\w*|dislik\w*|hat(?:e|es|ed)|loath\w*|detest\w*|allerg\w*"
    r"|intoleran\w*|stopped|quit|gave up|given up)\b|-free\b",
    re.IGNORECASE,
)
_ASKS_OF_BEFORE: Final = re.compile(
    r"\b(?:did|was|were|had)\b[^?]*\b(?:before|previously|formerly|in the past)\W*$"
    r"|\buse[d]? to\b|\b(?:was|were)\b[^?]*\b(?:previous|former)\b"
    r"|\b(?:was|were)\b[^?]*(?:['’]s|\b(?:my|our|his|her|their)) old\b",
    re.IGNORECASE,
)
_OF_BEFORE: Final = re.compile(
    r"\b(?:used to|before|previously|formerly|no longer|any ?more|was|were|had|former|previous|ex-\w+)\b",
    re.IGNORECASE,
)


def asks_of_not(question: str) -> bool:
    """Tell whether a question asks what is not so: "Where do I not work?", not "Don't I work there?"."""
    return _ASKS_OF_NOT.search(question) is not None


def denies(text: str, question: str) -> bool:
    """Tell whether words say that something is not so, or not wanted, as a question asks.

    One that asks what is not unwanted itself is told that in words: "I'm not allergic to cats" says what
    somebody is not allergic to, and "I'm allergic to nuts" what they do not eat.
    """
    if _NOT.search(text) is not None:
        return True
    return _is_against(text) and not _is_against(question)


def is_contrary(text: str, question: str) -> bool:
    """Tell whether words deny what a question asks for, or say what somebody likes where it is asked what not, or the other way round."""
    if _ASKS_WHAT.search(question) is None:
        return False
    asked, told = content_words(question), content_words(text)
    said = text.partition(" ; ")[0]
    if not asks_of_not(question) and (_denies_alone(said, asked) or _is_over(said, question)):
        return True
    if is_liking(asked):
        return is_disliking(told) and not is_liking(told)
    return is_disliking(asked) and is_liking(told) and not is_disliking(told)


def _is_over(text: str, question: str) -> bool:
    """Tell whether words say but that something is so no more, where it is asked what is so now."""
    is_of_now = view_of(question) is View.NOW and _LEFT.search(question) is None
    return is_of_now and _NO_LONGER.fullmatch(text) is not None


def _denies_alone(text: str, asked: frozenset[str]) -> bool:
    """Tell whether words deny something that is asked for and say it nowhere else: "I'm not allergic to cats".

    What is not so any more was so.
    """
    if _ANY_MORE.search(text) is not None:
        return False
    denied = {word for each in _DENIED.finditer(text) for word in content_words(each[1])} & asked
    return bool(denied) and denied.isdisjoint(content_words(_DENIED.sub(" ", text)))


def asks_of_before(question: str) -> bool:
    """Tell whether a question asks what was so and is over: "Where did I live before?", not "before March"."""
    return _ASKS_OF_BEFORE.search(question) is not None


def is_of_before(said: Memory | Episode, *, is_told: bool) -> bool:
    """Tell whether what has not ended says what was so before; `is_told`, whether a turn led to beliefs that hold.

    A turn that did tells how what is so now began ("I moved to Bath"), unless it says more.
    """
    if _OF_BEFORE.search(said.content) is not None:
        return True
    return not is_told and any(
        view_of(each) in (View.BACK, View.EVER) for each in sentences_in(said.content)
    )


def _is_against(text: str) -> bool:
    return _AGAINST.search(text) is not None or not lexicon.DIETS.isdisjoint(words_of(text))
