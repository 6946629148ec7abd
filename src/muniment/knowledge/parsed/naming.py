"""Read what people are called, and which school they go to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_name
from muniment.knowledge.wordlists import words
from muniment.ports.parser import Word

_SCHOOLS: Final = words("school university college uni academy kindergarten lyceum nursery")


def is_called(said: Statement) -> Iterator[Draft]:
    """Read "my boss is called Annelies"."""
    name = said.clause.complement
    if said.clause.passive and name is not None and is_name(name) and not said.negated:
        yield from relative_named(said, said.value(name))


def relative_named(said: Statement, run: list[Word]) -> Iterator[Draft]:
    """Yield who somebody's relative, or pet, without a name so far is."""
    kin = said.scene.relation_of(said.who.name)
    if kin is None:
        return
    owner, which = kin
    name = said.text(run)
    said.scene.names.setdefault(said.who.name, name)
    said.scene.meet(name, which)
    if which in lexicon.PETS:
        yield said.claim("owns", f"{which} {name}", subject=owner, at=run)
    else:
        yield said.claim("relation", run, of=lexicon.standard(which), subject=owner)


def goes_by(said: Statement) -> Iterator[Draft]:
    """Read "I go by Sasha"."""
    name = said.clause.behind("by")
    if said.is_habitual and name is not None and is_name(name):
        yield said.claim("attribute", said.value(name), of="nickname")


def attends(said: Statement) -> Iterator[Draft]:
    """Read "my son goes to St. Mark's school", "she attends Porto University"."""
    school = said.clause.object if said.lemma == "attend" else said.clause.behind("to")
    if school is None or not said.is_habitual:
        return
    named = any(is_name(each) and each.pos == "PROPN" for each in said.tree.phrase(school))
    if named and (school.lemma in _SCHOOLS or school.entity == "ORG"):
        yield said.claim("studies", said.value(school, "in"))
