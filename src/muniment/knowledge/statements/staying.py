"""Bind a move that will not be to the home that was believed before it was announced."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.statements.believed import Believed
from muniment.knowledge.statements.clauses import Clause, clauses_of
from muniment.knowledge.statements.referents import owner_of
from muniment.knowledge.statements.worded import worded
from muniment.model.claims import Act, Claim, Message
from muniment.model.names import folded

_TO: Final = r"(?: back| out| over| down| up)? to (?P<{}>(?-i:[^\W\d_a-z])[\w'’ -]*?)"
_NOW: Final = r"(?: (?:now|after all|any ?more|any longer|either|for now|in \w+|next \w+|this \w+|because .+))*$"
_NOT: Final = (
    r"(?:(?:['’](?:m|re|s)| am| are| is) not| (?:aren|isn)['’]t|['’]m not) (?:moving|relocating|going to (?:move|relocate))"
    r"|(?: won['’]t| will not|['’]ll not)(?: be)? (?:move|moving|relocate|relocating)"
    r"|(?:['’]ve| have| has)? decided (?:against moving|not to move)"
)
_OFF: Final = r"(?:cancell?ed|called off|off|not happening|not going to happen)"
_STAYING: Final = r"(?:['’](?:m|re|s)| am| are| is|['’]ll| will)(?: \w+ly| just| now)* (?:staying|stay|remaining|remain)"
_UNMOVED: Final = (
    re.compile(
        rf"^(?P<who>[\w'’ -]{{1,40}}?){_STAYING} in (?P<here>(?-i:[^\W\d_a-z])[\w'’ -]*?) (?:after all|instead|for good)$",
        re.IGNORECASE,
    ),
    re.compile(rf"^(?P<who>[\w'’ -]{{1,40}}?)(?:{_NOT}){_TO.format('there')}{_NOW}", re.IGNORECASE),
    re.compile(
        rf"^(?:the|our|my) (?:move|relocation){_TO.format('there')}"
        rf"(?:(?:['’]s| is| was| got| has been)(?: now)? {_OFF}| fell through| has fallen through){_NOW}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:I|we)(?:['’]ve| have)? (?:cancell?ed|called off|scrapped) (?:the|our|my) move{_TO.format('there')}{_NOW}",
        re.IGNORECASE,
    ),
)


def stayed(
    message: Message, claims: Sequence[Claim], believed: Sequence[Believed]
) -> Iterator[Claim]:
    """Yield the home of whom a message says will not move, in the place of the one they were to move to.

    "We are not moving to Bath after all": what is believed from the move on is put right. Where
    two homes were believed before, nothing says which is meant.
    """
    told = {folded(each.subject) for each in claims if each.predicate == "lives_in"}
    for clause in clauses_of(message.text):
        for subject, town, is_left in _unmoved(clause, message.speaker):
            homes = [
                each for each in believed if each.predicate == "lives_in" and subject in each.names
            ]
            left = [each for each in homes if (folded(each.object) == town) is is_left]
            if len(homes) == 2 and len(left) == 1 and folded(left[0].subject) not in told:
                told.add(folded(left[0].subject))
                yield worded(
                    subject=left[0].subject,
                    predicate="lives_in",
                    object=left[0].object,
                    of=None,
                    span=clause.span,
                    act=Act.CORRECT,
                    replaces=next(each.object for each in homes if each is not left[0]),
                )


def tells_staying(clauses: Sequence[Clause]) -> bool:
    """Tell whether clauses may say that somebody will not move."""
    return any(each.match(clause.text) for clause in clauses for each in _UNMOVED)


def _unmoved(clause: Clause, speaker: str) -> Iterator[tuple[str, str, bool]]:
    """Yield who will not move, a town by which that is said, and whether it is the one they stay in."""
    for pattern in _UNMOVED:
        found = pattern.match(clause.text.strip(" .!"))
        given = {} if found is None else found.groupdict()
        who = owner_of(given.get("who") or "I", speaker)
        if given and who is not None:
            here = given.get("here")
            yield folded(who), folded(here or given["there"] or ""), here is not None
