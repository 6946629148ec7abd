"""Read what a belief that was written without an object says of its subject."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from muniment.knowledge.reading_by_rules import read
from muniment.knowledge.resolution.families import category_names
from muniment.knowledge.resolution.judged import is_person
from muniment.model.claims import Act, Message, Role
from muniment.model.names import called, folded
from muniment.temporal.utc import BEGINNING

_READ_MAX: Final = 200
"""How long the words of a belief may be, in characters, to be read for one value."""


@lru_cache(maxsize=4096)
def value_in(content: str, entity: str, category: str) -> str | None:
    """Return the value that words give to an entity in a category, whatever that is called.

    None if they give none, or several: "Mike lives in Bath" is Bath in `city` and in `lives_in`,
    "Mike was born in Bath" is nothing there.
    """
    if len(content) > _READ_MAX:
        return None
    if _is_bare(content, entity):
        return content.strip()
    message = Message(text=content, speaker=entity, role=Role.USER, occurred_at=BEGINNING)
    names = category_names(folded(category))
    found = {
        claim.object
        for claim in read(message)
        if claim.act is Act.STATE
        and is_person(claim.subject, frozenset({folded(entity)}))
        and folded(claim.category) in names
    }
    return found.pop() if len(found) == 1 else None


def _is_bare(content: str, entity: str) -> bool:
    """Tell whether words are a value and say nothing about it: one word, or names and numbers of others."""
    words = content.split()
    if ":" in content or not set(called(entity)).isdisjoint(folded(content).split()):
        return False
    return len(words) == 1 or all(word[0].isupper() or not word[0].isalpha() for word in words)
