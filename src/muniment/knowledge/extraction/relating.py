"""Read who somebody is to others: "my boss is Karen", "Deniz is my nephew", "Mozart is my beagle"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import is_name, nominal
from muniment.knowledge.extraction.properties import favourite_turned
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.model.claims import Act


def the_one(reading: Reading) -> Iterator[Draft]:
    """Read "Sigrid is the one I report to", "Priya is the only one with the keys"."""
    rest = reading.rest
    norms = [each.norm for each in rest]
    if norms[-2:] == ["report", "to"] and not reading.who.is_speaker:
        yield reading.claim(
            "relation", reading.who.name, of="boss", subject=reading.scene.speaker, end=rest[-1].end
        )
    elif "one" in norms and norms[norms.index("one") + 1 : norms.index("one") + 2] in (
        ["in"],
        ["from"],
    ):
        at = norms.index("one") + 1
        place = prepositional(rest[at:], {norms[at]})
        if place and is_name(place[0]):
            yield reading.claim("lives_in" if norms[at] == "in" else "from", place)
    elif "with" in norms:
        held = value(rest[norms.index("with") + 1 :], reading.timed)
        if held:
            is_ill = lexicon.is_ailment(held[-1].norm)
            yield reading.claim("condition" if is_ill else "owns", held)


def called(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "my boss is Karen": the name of a relative or acquaintance."""
    phrase = nominal(reading.clause.subject)
    if phrase is None or phrase.relation is None or phrase.name:
        return
    owner = reading.who.name.rsplit("'s ", 1)[0]
    name = reading.text(said)
    reading.scene.meet(name, phrase.relation)
    if reading.act is not Act.DENY:
        reading.scene.names.setdefault(reading.who.name, name)
    yield reading.claim("relation", said, of=lexicon.standard(phrase.relation), subject=owner)


def relation_turned(reading: Reading, rest: Sequence[Token]) -> Iterator[Draft]:
    """Read "Deniz is my nephew": turn it round."""
    phrase = nominal(before_preposition(value(rest[1:], reading.timed)))
    if phrase is not None and phrase.relation and reading.who.name.split(" ")[-1] in lexicon.PETS:
        reading.scene.joking = True
        return
    if phrase is None or reading.who.is_speaker:
        return
    if phrase.relation is None and phrase.head in lexicon.PETS:
        text = f"{reading.text(phrase.words)} {reading.who.name}"
        yield reading.claim(
            "owns", text, subject=reading.scene.speaker, end=phrase.tokens[-1].end, article=""
        )
        return
    if phrase.relation is None:
        yield from favourite_turned(reading, rest)
        return
    pronoun = reading.clause.subject[0].norm if reading.clause.subject else ""
    name = _name_behind(reading) if pronoun in {"he", "she"} else []
    if "'s " in reading.who.name or name:
        if name:
            reading.scene.meet(reading.text(name), phrase.relation)
            yield reading.claim(
                "relation",
                name,
                of=lexicon.standard(phrase.relation),
                subject=reading.scene.speaker,
            )
        return
    reading.scene.meet(reading.who.name, phrase.relation)
    yield reading.claim(
        "relation",
        reading.who.name,
        of=lexicon.standard(phrase.relation),
        subject=reading.scene.speaker,
        end=phrase.tokens[-1].end,
    )


def _name_behind(reading: Reading) -> list[Token]:
    """Return the name that says who a pronoun meant: "he's not my boss, Vikram"."""
    for segment in reading.clause.tail[:1]:
        if is_name(segment.tokens[0]):
            end = next(
                (i for i, each in enumerate(segment.tokens) if not is_name(each)),
                len(segment.tokens),
            )
            return segment.tokens[:end]
    return []
