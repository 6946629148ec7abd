"""Bind what was done to a thing to the state that it is believed to be in: "we've restarted the project"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.statements.beginning import begun
from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.trimming import trimmed
from muniment.knowledge.statements.worded import worded
from muniment.model.claims import Claim, Message
from muniment.model.names import folded

_STATE: Final = (
    r"(?P<state>resumed|restarted|relaunched|reopened|revived|suspended|paused|shelved|frozen|cancell?ed|postponed|completed"
    r"|finished|closed|launched|released|shipped|deployed|merged|approved|rejected|archived|repaired|fixed|replaced|sold|abandoned|scrapped)"
)
_ADV: Final = r"(?: (?:just|finally|now|officially|already|since|today|yesterday))*"
_DONE: Final = re.compile(
    rf"^(?:i|we|they|he|she|(?:the|my|our) \w+|(?-i:[^\W\d_a-z])\w+)(?:['’]ve|['’]s| have| has)?{_ADV} {_STATE}"
    r" (?P<what>(?:the|my|our) [\w '’-]+)$",
    re.IGNORECASE,
)
_UNDERGONE: Final = re.compile(
    rf"^(?P<what>(?:(?:the|my|our) )?[\w '’-]+?)(?: was| were| got|['’]s been| has been| have been| has| have|['’]s| is| are){_ADV} {_STATE}$",
    re.IGNORECASE,
)
_WORKS: Final = re.compile(
    r"^(?P<what>(?:(?:the|my|our) )?[\w '’-]+?)(?:(?:['’]s| is| are)(?: now)? (?P<state>working|running|open|up|back|fine|ok|okay)|(?P<works> works?| runs?))(?: again)?$",
    re.IGNORECASE,
)
_DETERMINED: Final = re.compile(r"^(?:the|my|our) ", re.IGNORECASE)


def undergone(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> Iterator[Claim]:
    """Yield the states that things are in whose state is known, where a message says what befell them."""
    told = {folded(each.subject) for each in claims if each.predicate == "status"}
    states = [each for each in believed if each.predicate == "status" and each.is_thing]
    if not states:
        return
    for clause in clauses_of(message.text):
        found = _befallen(clause)
        for each in [] if found is None else states:
            if found is None or folded(each.subject) != found[0] or found[0] in told:
                continue
            told.add(found[0])
            claim = worded(
                subject=each.subject,
                predicate="status",
                object=found[1],
                of=None,
                span=clause.span,
                replaces=None if found[1] == folded(each.object) else each.object,
            )
            yield begun(message, claim)


def tells_undergone(clauses: Sequence[Clause]) -> bool:
    """Tell whether clauses may say that something befell a thing."""
    return any(_befallen(clause) is not None for clause in clauses)


def _befallen(clause: Clause) -> tuple[str, str] | None:
    """Return which thing a clause says that something befell, and the state that it is in since."""
    text = trimmed(clause.text)
    found = _DONE.match(text) or _UNDERGONE.match(text) or _WORKS.match(text)
    if found is None:
        return None
    return folded(_DETERMINED.sub("", found["what"])), (found["state"] or "working").lower()
