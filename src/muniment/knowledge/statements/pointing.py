"""Find what "that", "she" or a subject that is left out points to in the clauses before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.kinds import is_when
from muniment.knowledge.statements.clauses import Clause
from muniment.knowledge.wordlists import words

NAMED: Final = re.compile(
    r"(?<!\w)(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[^\W\d_a-z][\w'’-]+(?: (?:(?:de|van|von|da|el|al|del|la|der|di|of) )?[^\W\d_a-z][\w'’-]+)*"
)
_LEADING: Final = re.compile(
    r"^(?:An?|The|My|Our|New|This|That|After|Before|We|He|She|They|It|In|On|At|For|With|Once|Since|Now|Then|So|But|And|I|Had|Have|Finally|Big|His|Her|Their|No|Still)\b['’]?\w* ?"
)

_ORDER: Final = re.compile(
    r"(\w+) (?:it|me|us|him|her|them|that|this|the|a|an|my|our|who|what|how|where|why)\b",
    re.IGNORECASE,
)
_IN_A_PLACE: Final = re.compile(r"\b(?:in|from|near|at) [^\W\d_a-z][\w-]*(?![\w'’])")
_DENYING: Final = re.compile(r"n['’]t\b|\bnot\b", re.IGNORECASE)
_PRONOUN: Final = re.compile(r"(?:he|she)\b", re.IGNORECASE)
_NO_NAMES: Final = words(
    "i i'm i've i’m i’ve ok let let's let’s mon tue tues wed thu thur thurs fri sat sun"
)


def pointed(clause: Clause, before: Sequence[Clause]) -> str:
    """Return the name that a clause points back to; nothing where there is none.

    "He's dethroned Kranz, he's my favourite": he is not who is said to be dethroned by him.
    """
    is_person = _PRONOUN.match(clause.text) is not None
    for each in (clause, *reversed(before[-4:])):
        if each is not clause and _tells_of_another(each, is_person=is_person):
            continue
        names = names_in(_IN_A_PLACE.sub("", each.text) if is_person else each.text)
        if names:
            return names[-1]
    return ""


def _tells_of_another(clause: Clause, *, is_person: bool) -> bool:
    """Tell whether "she" or "it" is somebody else: "Ada isn't the boss. It's my aunt" is not Ada."""
    found = _PRONOUN.match(clause.text) if is_person else _DENYING.search(clause.text)
    return found is not None


def _ordered(text: str) -> bool:
    """Tell whether a text begins with what somebody is to do: "Make it shorter", "Guess who came"."""
    found = _ORDER.match(text)
    form = None if found is None else form_of(found[1].lower())
    return form is not None and "base" in form.tags


def names_in(text: str) -> list[str]:
    """Return the names in a text, without days and months and without what only begins it."""
    said = "" if _ordered(text) else _LEADING.sub("", text)
    return [
        name
        for name in NAMED.findall(said)
        if not is_when(f"in {name}") and name.lower() not in _NO_NAMES
    ]
