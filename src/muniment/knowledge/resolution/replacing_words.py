"""Find in a message what a claim says it takes the place of, where its extractor did not."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.extraction.tokens import sentence_around

_VALUE: Final = r"([^\s.,;:!?()][^\n.,;:!?()]{1,79}?)"
_ENDS: Final = (
    r"(?=\s*(?:[.,;:!?()\n]|$|\b(?:and|but|because|since|as|so|now|this|next|from|in|on|at)\b))"
)
_LEAD: Final = r"(?:(?:going|to|in|at|on|the|my|a|an)\s++)*"
_REPLACED: Final = re.compile(
    rf"\b(?:instead of|rather than|in place of|replac(?:es|ed|ing))\s++{_LEAD}{_VALUE}{_ENDS}",
    re.IGNORECASE,
)
_NOT: Final = re.compile(rf"\bnot\s++{_LEAD}{_VALUE}{_ENDS}", re.IGNORECASE)
_FROM_TO: Final = re.compile(
    rf"\b(?:switched|changed|moved|went|swapped|upgraded|downgraded)\s++(?:\w++\s++){{0,3}}?from\s++{_VALUE}\s++to\b",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(
    r"\b(?:change of plans?|plans? (?:have |has )?changed|changed (?:my|our|his|her|their) minds?|after all|instead)\b",
    re.IGNORECASE,
)


def replaced_value(text: str, span: tuple[int, int], *, corrects: bool) -> str | None:
    """Return the words that the sentence of a span gives as replaced; a correction says *not* too."""
    start, end = sentence_around(text, span)
    for pattern in (_FROM_TO, _REPLACED, *([_NOT] if corrects else [])):
        match = pattern.search(text, start, end)
        if match is not None:
            return match[1].strip()
    return None


def tells_change(text: str) -> bool:
    """Tell whether a message says that something intended is otherwise now."""
    return _CHANGED.search(text) is not None
