"""Find the turns that tell a change of what is asked without saying of what it is, where there is only one; pure, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.answering.findings import Finding
from muniment.knowledge.answering.likelihood import is_of_kind
from muniment.knowledge.answering.supporting import Asked
from muniment.knowledge.attributes import base, content_words
from muniment.knowledge.statements.amending import values_in
from muniment.knowledge.statements.clauses import clauses_of
from muniment.knowledge.wordlists import words
from muniment.model.memory import Episode
from muniment.model.names import folded
from muniment.recall.time_words import DAYS, MONTHS

_CHANGE: Final = re.compile(
    r"(?:the|our|my) (?P<what>[\w-]+(?: [\w-]+)?) (?:(?:has|have|is|are|was|were|been|just|now|being|got) )*"
    r"(?:went (?:up|down)|gone (?:up|down)|going (?:up|down)|goes (?:up|down)|rose|risen|raised|dropped|fell|fallen|reduced|increased"
    r"|lowered|cut|moved|changed|shifted|postponed|put (?:back|off|forward)|pushed (?:back|forward)|brought forward)"
    r"(?: from (?P<old>[^,;]+?))? to (?P<rest>.+)",
    re.IGNORECASE,
)
"""What tells that the only one of its kind is otherwise: "the rent went up to 980"."""
_TIMELY: Final = frozenset(
    base(each)
    for each in (
        *MONTHS,
        *DAYS,
        *words("now today month months year years week weeks next start starting"),
    )
)
"""What may stand beside the new value: "from July on"."""


def changes_in(asked: Asked, found: Sequence[Finding]) -> frozenset[int]:
    """Return the places where a turn tells a change of what is asked and leaves out of what it is.

    Whoever tells it told the whole of it, nobody else did, and nothing else that was found is of
    that kind and of something else.
    """
    changes = [
        (each, what)
        for each in found
        if isinstance(each.said, Episode) and is_of_kind(asked.question, each.said.content)
        for what in _changed(asked, each.said.content)
    ]
    if not changes:
        return frozenset()
    whole = [each for each in found if asked.fit(each.said)[1] == len(asked.words)]
    tellers = {_teller(each) for each in whole if isinstance(each.said, Episode)}
    return frozenset(
        each.place
        for each, what in changes
        if tellers == {_teller(each)} and _is_only_one(what, each, found, whole)
    )


def _teller(found: Finding) -> str:
    said = found.said
    return folded(said.speaker or "") if isinstance(said, Episode) else ""


def _changed(asked: Asked, text: str) -> Iterator[frozenset[str]]:
    """Yield the words of which a turn begins by telling a change and nothing else, if they are asked."""
    for clause in clauses_of(text)[:1]:
        match = _CHANGE.fullmatch(clause.text)
        if match is None:
            continue
        what, rest = content_words(match["what"]), match["rest"]
        values = values_in(rest)
        for each in reversed(values):
            rest = f"{rest[: each.start]} {rest[each.end :]}"
        if (
            values
            and what
            and what <= asked.words | asked.spoken
            and content_words(rest) <= _TIMELY
        ):
            yield what


def _is_only_one(
    what: frozenset[str], telling: Finding, found: Sequence[Finding], whole: Sequence[Finding]
) -> bool:
    """Tell whether nothing of a kind was found but what is asked whole, and what tells the change."""
    return not any(
        what <= content_words(each.said.content)
        for each in found
        if each not in whole and each.place != telling.place
    )
