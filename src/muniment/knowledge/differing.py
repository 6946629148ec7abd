"""Tell by how much something changed from what it is: "two kilos less", "up by 50 euros"."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.kinds import MEASURE, MONEY, NUMBER, Kind
from muniment.knowledge.wordlists import any_of

_CHANGE: Final = (
    "raise|rise|increase|hike|surcharge|gain|cut|drop|decrease|reduction|discount|loss|difference"
)
_BEFORE: Final = re.compile(
    rf"\b(?:by|another|additional|extra|further|up|down|(?:{_CHANGE}) of)"
    r"(?: (?:a|about|around|roughly|nearly|almost|exactly|just|only|over|another))*\s+$",
    re.IGNORECASE,
)
_RAISING: Final = any_of(r"""
los(?:es?|t|ing), gain(?:s|ed|ing)?, shed(?:s|ding)?, add(?:s|ed|ing)?, saved, put(?:s|ting)? on, took off, tak(?:es|en|ing) off,
rose, risen, rising, fell, fallen, falling, dropp(?:ed|ing), climb(?:s|ed|ing), grew, grown, shrank, shrunk, jumped,
rais(?:es|ed|ing), increas(?:es?|ed|ing), decreas(?:es?|ed|ing), lower(?:s|ed|ing), reduc(?:es?|ed|ing), cut(?:s|ting)?,
upped, bumped, hiked, slashed, shaved, knocked
""")
"""Verbs that say how much more or less of something there is, unless a "to" says what came of it."""
_OBJECT: Final = re.compile(
    r"(?: (?!(?:to|at|from|is|are|was|now|with|of|in|on|for)\b)[\w'’-]+){0,4}\s+", re.IGNORECASE
)
_RATE: Final = re.compile(r"[ -](?:(?:a|an|per|each|every) \w+ )?")
_COMPARED: Final = any_of(rf"""
more(?! or less\b), less, fewer, extra, off, too (?:much|many), (?:up|down)(?! (?:from|to|front)\b), (?:{_CHANGE}),
higher, lower, longer, shorter, bigger, larger, smaller, heavier, lighter, faster, slower, quicker, earlier, later, sooner,
cheaper, dearer, older, younger, taller, thicker, thinner, wider, narrower, deeper, shallower, stronger, weaker, warmer,
cooler, hotter, colder, closer, nearer, farther, further, better, worse
""")
"""What is said behind an amount by which two things differ."""
_MORE: Final = any_of("more(?! or less\\b), less, fewer, extra, additional, further")
_AMOUNTS: Final = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in ((Kind.MONEY, MONEY), (Kind.MEASURE, MEASURE), (Kind.NUMBER, NUMBER))
)


def is_difference(kind: Kind, before: str, after: str) -> bool:
    """Tell whether an amount between two texts is that of a change: "lost 5 kilos", "50 euros more"."""
    if kind not in {Kind.MONEY, Kind.MEASURE, Kind.NUMBER}:
        return False
    behind = _RATE.match(after)
    compared = _MORE if kind is Kind.NUMBER else _COMPARED
    if behind is not None and compared.match(after, behind.end()):
        return True
    if _BEFORE.search(before) is not None:
        return True
    raised = [each.end() for each in _RAISING.finditer(before)]
    return bool(raised) and _OBJECT.fullmatch(before, raised[-1]) is not None


def tells_difference(value: str) -> bool:
    """Tell whether a value says by how much something changed: "50 euros higher", "up 3 percent"."""
    for kind, pattern in _AMOUNTS:
        found = pattern.search(value)
        if found is not None:
            return is_difference(kind, value[: found.start()], value[found.end() :])
    return False
