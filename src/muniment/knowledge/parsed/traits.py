"""Read what a noun or an adjective says of a person: trade, diet, illness, taste, height, creed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import (
    is_ailment,
    is_employer,
    is_name,
    is_occupation,
    singular,
)
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_FANS: Final = words("fan lover enthusiast addict nut buff")
_AFRAID: Final = words("afraid scared terrified frightened")
_ABLE: Final = words("good fluent proficient skilled great decent")
_UNABLE: Final = words("hopeless terrible bad useless")
_LEARNERS: Final = words("""
student undergraduate undergrad postgrad postgraduate freshman sophomore fresher candidate phd
""")
_FAITHS: Final = words("""
muslim christian catholic protestant jewish hindu buddhist sikh atheist agnostic quaker lutheran orthodox
""")
_HANDS: Final = frozenset({"left-handed", "right-handed", "ambidextrous"})
_JUDGED: Final = words("good bad great terrible lousy better worst best amateur wannabe born")
_FORMER: Final = words("retired former ex")


def trait(said: Statement, item: Word) -> list[Draft] | None:
    """Return what a complement says of somebody."""
    return list(_tastes(said, item)) or list(_health(said, item)) or list(_other(said, item))


def _tastes(said: Statement, item: Word) -> Iterator[Draft]:
    """Read "keen on chess", "afraid of dogs", "a fan of jazz", "good at maths"."""
    norm = item.norm
    if norm in _AFRAID:
        for each in _behind(said, item, "of"):
            yield said.claim("dislikes", said.value(each))
    elif singular(item) in _FANS:
        turned = said.negated and not said.clause.ended
        for each in _behind(said, item, "of") or said.tree.kids(item, "compound"):
            predicate = "dislikes" if said.negated else "likes"
            yield said.claim(predicate, said.value(each), act=Act.STATE if turned else None)
    elif norm in _ABLE | _UNABLE and item.pos == "ADJ":
        for each in _behind(said, item, "at", "in"):
            if not is_name(each) or each.norm in lexicon.LANGUAGES:
                yield said.claim(
                    "skill", said.value(each), act=Act.DENY if norm in _UNABLE else None
                )


def _health(said: Statement, item: Word) -> Iterator[Draft]:
    """Read "vegan", "diabetic", "lactose intolerant", "allergic to nuts"."""
    if item.norm in lexicon.DIETS:
        yield said.claim("diet", [item])
    elif item.norm == "intolerant" or item.norm in lexicon.AILING or is_ailment(item):
        yield said.claim("condition", said.value(item, "to"))
    elif item.norm == "allergic":
        for each in _behind(said, item, "to"):
            if each.index not in said.tree.timed:
                run = said.value(each)
                yield said.claim("condition", f"allergic to {said.text(run)}", at=[item, *run])


def _other(said: Statement, item: Word) -> Iterator[Draft]:
    noun = singular(item)
    if noun in _LEARNERS:
        yield said.claim("studies", said.value(item, "at", "in"))
    elif item.norm == "due" and said.times:
        run = said.behind_verb_timed()
        if run:
            yield said.claim("attribute", run, of="due date")
    elif is_occupation(item):
        yield from _trade(said, item)
    elif item.norm in lexicon.NATIONALITIES:
        yield said.claim("attribute", said.value(item), of="nationality")
    elif item.norm in _HANDS:
        yield said.claim("attribute", [item], of="handedness")
    elif item.norm in _FAITHS:
        yield said.claim("attribute", [item], of="religion")


def _trade(said: Statement, item: Word) -> Iterator[Draft]:
    """Read "a midwife at St. Brigid's", "a baker from Hull", "a retired nurse"."""
    adjectives = said.tree.kids(item, "amod")
    owner = said.tree.kid(item, "poss")
    if any(each.norm in _JUDGED for each in adjectives) or (
        owner is not None and owner.norm == "your"
    ):
        return
    former = next((each for each in adjectives if each.norm in _FORMER), None)
    if former is not None:
        if former.norm == "retired":
            yield said.claim("status", [former])
        return
    yield said.claim("works_as", said.value(item))
    origin = _behind(said, item, "from")
    if origin and is_name(origin[0]):
        yield said.claim("from", said.value(origin[0]), timeless=True)
    for preposition, noun in said.clause.prepositions:
        employs = is_employer(noun) and noun.entity != "PERSON" and noun.index > item.index
        if employs and preposition.norm in {"at", "for", "with"}:
            yield said.claim("works_at", said.value(noun, "in", "outside"))
            return


def _behind(said: Statement, item: Word, *prepositions: str) -> list[Word]:
    for each in said.tree.kids(item, "prep"):
        noun = said.tree.kid(each, "pobj", "pcomp")
        if each.norm in prepositions and noun is not None and noun.tag not in {"PRP", "DT", "WP"}:
            return said.tree.items(noun)
    return []
