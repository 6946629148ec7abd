"""Read who somebody is to others: "my boss is Karen", "Deniz is my nephew", "Mozart is my beagle"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import (
    Nominal,
    name_end,
    nominal,
    ranked_relation,
    untitled,
)
from muniment.knowledge.extraction.properties import KINDS_OF_PET, name_given
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, value
from muniment.model.claims import Act


def called(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "my boss is Karen": the name of a relative or acquaintance."""
    phrase = nominal(reading.clause.subject)
    if phrase is None or phrase.name:
        return
    if phrase.relation is None:
        is_kind = any(each.norm in KINDS_OF_PET for each in said)
        if phrase.head in lexicon.PETS and not (is_kind or reading.verb.negated or reading.ended):
            yield from name_given(reading, said)
        return
    owner = reading.who.name.rsplit("'s ", 1)[0]
    said = untitled(said)
    name = reading.text(said)
    reading.scene.meet(name, phrase.relation)
    if reading.act is not Act.DENY:
        reading.scene.names.setdefault(reading.who.name, name)
    yield reading.claim("relation", said, of=_of(reading, phrase), subject=owner)


def relation_turned(reading: Reading, rest: Sequence[Token]) -> Iterator[Draft]:
    """Read "Deniz is my nephew", "Mozart is my beagle": turn it round."""
    phrase = nominal(before_preposition(value(rest[1:], reading.timed)))
    if phrase is None or phrase.name or reading.who.is_speaker:
        return
    scene, who, end = reading.scene, reading.who.name, phrase.tokens[-1].end
    if phrase.relation is None:
        if phrase.head in lexicon.PETS:
            text = f"{reading.text(phrase.words)} {who}"
            yield reading.claim("owns", text, subject=scene.speaker, end=end, article="")
        return
    if who.rsplit(" ", maxsplit=1)[-1] in lexicon.PETS:
        scene.joking = True
        return
    of_whom = scene.self()
    if phrase.owner is not None:
        owner = scene.entity([*rest[:1], *phrase.owner.tokens])
        if owner is None or not owner.is_person:
            return
        of_whom = owner
    pronoun = reading.clause.subject[0].norm if reading.clause.subject else ""
    name = who
    if pronoun in {"he", "she"}:
        name = _name_behind(reading) or who
    if "'s " not in name:
        scene.meet(name, phrase.relation)
        of = _of(reading, phrase)
        yield reading.claim("relation", name, of=of, subject=of_whom.name, end=end)


def _of(reading: Reading, phrase: Nominal) -> str:
    """Return which relation is meant; where it is denied or over, with what makes it one of several."""
    is_over = not reading.act.asserts
    relation = ranked_relation(phrase.words) if is_over else phrase.relation
    return lexicon.standard(relation or "")


def _name_behind(reading: Reading) -> str:
    """Return the name that says who a pronoun meant: "he's not my boss, Vikram"."""
    for segment in reading.clause.tail[:1]:
        return reading.text(segment.tokens[: name_end(segment.tokens, 0)])
    return ""
