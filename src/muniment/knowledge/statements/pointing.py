"""Find what "that", "she" or a subject that is left out points to in the clauses before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from muniment.knowledge.kinds import is_when
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.wordlists import words

NAMED: Final = re.compile(
    r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[^\W\d_a-z][\w'’-]+(?: (?:(?:de|van|von|da|el|al|del|la|der|di|of) )?[^\W\d_a-z][\w'’-]+)*"
)
_LEADING: Final = re.compile(
    r"^(?:An?|The|My|Our|New|This|That|After|Before|We|He|She|They|It|In|On|At|For|With|Once|Since|Now|Then|So|But|And|I|Had|Have|Finally|Big|His|Her|Their|No|Still)\b['’]?\w* ?"
)

_PRONOUN: Final = re.compile(r"(?:he|she)\b", re.IGNORECASE)
_NO_NAMES: Final = words(
    "i i'm i've i’m i’ve ok let let's let’s mon tue tues wed thu thur thurs fri sat sun"
)


def pointed(clause: Clause, before: Sequence[Clause]) -> str:
    """Return the name that a clause points back to; nothing where there is none.

    "He's dethroned Kranz, he's my favourite": he is not who is said to be dethroned by him.
    """
    pronoun = _PRONOUN.match(clause.text)
    for each in (clause, *reversed(before[-4:])):
        again = _PRONOUN.match(each.text)
        is_said_of = each is not clause and again is not None and pronoun is not None
        names = [] if is_said_of else names_in(each.text)
        if names:
            return names[-1]
    return ""


def names_in(text: str) -> list[str]:
    """Return the names in a text, without days and months and without what only begins it."""
    said = _LEADING.sub("", text)
    return [
        name
        for name in NAMED.findall(said)
        if not is_when(f"in {name}") and name.lower() not in _NO_NAMES
    ]
