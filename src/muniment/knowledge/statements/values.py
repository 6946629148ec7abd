"""Cut the new value of a belief out of the words that give it."""

from __future__ import annotations

import re
from typing import Final

from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.forms import Statement
from muniment.knowledge.statements.kinds import NUMBER, Kind, is_when, kind_of
from muniment.knowledge.statements.stems import stem, stems
from muniment.knowledge.statements.trimming import bare, trimmed, without_on

_RELATIVE: Final = re.compile(
    r"\s(?:that |which |who )?(?:i|we|he|she|they)(?:['’]\w+)? .*$", re.IGNORECASE
)
_PREP: Final = re.compile(
    r"^(?P<prep>in|on|at|under|behind|inside|beside|with|near)\s+(?P<rest>.+)$", re.IGNORECASE
)
_DET: Final = re.compile(r"^(?P<det>the|a|an|my|our|his|her|their)\s+", re.IGNORECASE)
_FIRST_NUMBER: Final = re.compile(rf"^{NUMBER}\b", re.IGNORECASE)


def new_value(statement: Statement, belief: Believed) -> tuple[str, str]:
    """Return the value as the belief would have it, and what stands before it in a sentence."""
    value = trimmed(_RELATIVE.sub("", statement.value))
    if belief.predicate == "count":
        number = _FIRST_NUMBER.match(value)
        return ("" if number is None else number[0], "")
    if belief.predicate == "plan":
        return _moved_plan(value, belief), ""
    if kind_of(belief.object) is Kind.WHEN and is_when(value):
        return without_on(value), ""
    if belief.predicate == "attribute" and belief.of == "location":
        placed = _PREP.match(value)
        prep, rest = (placed["prep"], placed["rest"]) if placed is not None else ("in", value)
        det = _DET.match(rest)
        return bare(rest), f"{prep} {det['det'] if det is not None else ''}".strip().lower()
    return _without_slot(bare(value), belief), ""


def _without_slot(value: str, belief: Believed) -> str:
    """Leave out the words of the slot where the old value does without: "Platinum membership"."""
    words = value.split()
    own = stems(belief.of or "")
    if any(word in own for word in stems(belief.object)):
        return value
    while len(words) > 1 and stem(words[-1]) in own:
        words = words[:-1]
    return " ".join(words)


def _moved_plan(value: str, belief: Believed) -> str:
    """Return a plan with another time in the place of its own."""
    if not is_when(value):
        return ""
    words = belief.object.split()
    for index in range(1, len(words)):
        rest = " ".join(words[index:])
        if words[index].lower() in {
            "on",
            "at",
            "in",
            "next",
            "this",
            "tomorrow",
            "every",
        } and is_when(rest):
            lead = words[index] if words[index].lower() in {"on", "at", "in"} else "on"
            said = without_on(value)
            if re.match(r"^\d{1,2}[:.]\d\d|^\d{1,2}\s?[ap]m", said, re.IGNORECASE):
                lead = "at"
            elif lead.lower() == "at":
                lead = "on"
            return " ".join([*words[:index], lead, said])
    return ""
