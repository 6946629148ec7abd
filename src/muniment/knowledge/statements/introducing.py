"""Tell a clause that says who or where a name is to somebody from one that says what it does."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.extraction.function_words import ADVERBS, AUXILIARIES
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.spans import Span
from muniment.knowledge.stems import stems
from muniment.knowledge.wordlists import any_of

_ADVERBS: Final = rf"(?: (?:{'|'.join(sorted(ADVERBS))}|officially))*"
_BEING: Final = (
    r"(?:['’]s| is| are| was| has been| became| has become| (?:will|is going to|(?:has )?agreed to|['’]ll)"
    rf"{_ADVERBS} be(?:come)?)"
)
_IS_WHO: Final = re.compile(
    rf"^{_BEING}{_ADVERBS} (?:(?:my|our|the|an?|his|her|their|who|where|what|home|it|in charge)\b|$)",
    re.IGNORECASE,
)
"""What says who somebody is, or which town it is that one lives in: "Eva is my boss", "Bath is home now"."""
_BEING_SO: Final = re.compile(_BEING, re.IGNORECASE)
_TAKES_OVER: Final = any_of(r"""
t(?:akes?|ook|aken|aking) (?:over|charge|on), t(?:akes?|ook|aken|aking) (?:the|his|her|my|our) (?:job|place|post|role),
steps? in, stepped in, stepping in, fill(?:s|ed|ing) in, replac(?:es|ed|ing), as (?:my|our|the|an?)
""")
_DENYING: Final = re.compile(r"n['’]t$")
_AT_HOME: Final = re.compile(
    r"\b(?:(?:treat(?:s|ed|ing)|suit(?:s|ed|ing)) (?:me|us)\b(?! to)|grow(?:s|n|ing) on (?:me|us)|feels? like home)",
    re.IGNORECASE,
)
"""What one says of the town that one lives in now."""
_DOING: Final = re.compile(
    rf"^{_BEING}{_ADVERBS} (?:\w+ing|at|in|on|off|out|with|from|to|away|back)\b", re.IGNORECASE
)
_US: Final = re.compile(r"\b(?:(?:me|us)\b|(?:my|our) (?P<noun>[\w-]+))", re.IGNORECASE)
"""Those to whom somebody does something as theirs: "Eva is teaching us", not "Eva is seeing our dentist"."""


def is_only_doing(span: Span, belief: Believed, *, is_old_named: bool) -> bool:
    """Tell whether a name that begins a clause does something there, and is nobody's anything by that.

    "Eva is working from home" tells of no town, "Eva is seeing the dentist" of no dentist.
    """
    words = [each for each in re.findall(r"[\w'’]+", span.after.lower()) if each not in ADVERBS]
    first = _DENYING.sub("", words[0]) if words else ""
    is_verb = first in AUXILIARIES or first in {"'s", "’s", "'ll", "’ll"} or form_of(first)
    if span.start > 0 or not is_verb:
        return False
    if _IS_WHO.match(span.after) or _TAKES_OVER.search(span.after):
        return False
    if belief.predicate == "relation":
        is_described = _BEING_SO.match(span.after) and not _DOING.match(span.after)
        if is_described and stems(span.after).isdisjoint(belief.words):
            return False  # the clause before says whose place it is: "I changed dentists. Dr Amsel is gentle"
        whom = [each["noun"] for each in _US.finditer(span.after)]
        if any(noun is None or stems(noun).isdisjoint(belief.words) for noun in whom):
            return False
        is_own = len(words) == 1 and stems(first) <= belief.words
        return not (is_own and is_old_named)
    return _AT_HOME.search(span.after) is None
