"""Read verbs of change that no row can hold: to turn forty, to take over as treasurer, to break up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import MINE, THEIRS
from muniment.knowledge.extraction.phrases import (
    is_name,
    is_named,
    is_number,
    is_numeral,
    without_articles,
)
from muniment.knowledge.extraction.properties import is_telling, named
from muniment.knowledge.extraction.scene import Draft, Entity
from muniment.knowledge.extraction.schedules import SHIFTED, shifted
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

Handler = Callable[[Reading, Sequence[Token]], Iterator[Draft]]

_OURS: Final = words("the our my")
_WAYS_OF_WORK: Final = words("freelance part-time full-time self-employed bankrupt solo")
_RAISED: Final = words("put raise increase lower cut reduce up")
_UNIONS: Final = words("married divorced engaged")


def read_change(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of a person for whom something changed."""
    verb = reading.verb
    if verb.negated and verb.lemma == "get" and reading.rest and reading.rest[0].norm in _UNIONS:
        yield reading.claim("status", reading.rest[:1])
    if verb.modal or verb.negated or verb.ended or verb.begun or verb.progressive:
        return
    handler = _HANDLERS.get(verb.lemma)
    if handler is not None and verb.tense in {Tense.PAST, Tense.PERFECT}:
        yield from handler(reading, value(reading.rest, reading.timed))


def read_state_entered(reading: Reading) -> Iterator[Draft]:
    """Read "has been married since 2009", "was furloughed", "is called Petrov"."""
    verb = reading.verb
    if not verb.passive or verb.modal or verb.tense is Tense.FUTURE:
        return
    if verb.lemma in {"call", "name"} and verb.tense is Tense.PRESENT:
        yield from _named(reading)
    first = reading.rest[0] if reading.rest else None
    if first is not None and f"{verb.main.norm} {first.norm}" in lexicon.STATUSES:
        yield reading.claim("status", [verb.main, first])
        return
    if verb.main.norm not in lexicon.STATUSES:
        return
    to = prepositional(reading.rest, {"to"})
    if (to and not is_named(to)) or (verb.tense is Tense.PAST and not reading.has_time):
        return
    yield reading.claim("status", [verb.main], changes=verb.tense is Tense.PAST)
    if to and verb.main.norm == "married":
        yield reading.claim("relation", to, of="spouse")


def _named(reading: Reading) -> Iterator[Draft]:
    """Read "my landlord is called Petrov" and, of a pet just spoken of, "she's called Fig"."""
    name = named(value(reading.rest))
    if not name or reading.who.is_speaker:
        return
    scene, subject = reading.scene, reading.clause.subject
    if subject and subject[0].norm in {"he", "she", "it"} and scene.pet is not None:
        scene.name_pet(reading.text(name))
        return
    relation = scene.relation_of(reading.who.name)
    if relation is None:
        return
    scene.names.setdefault(reading.who.name, reading.text(name))
    if relation[1] in lexicon.PETS:
        yield reading.claim(
            "owns", f"{relation[1]} {reading.text(name)}", subject=relation[0], end=name[-1].end
        )
    else:
        yield reading.claim("relation", name, of=lexicon.standard(relation[1]), subject=relation[0])


def _retire(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    yield reading.claim("status", "retired", changes=True)


def _turn(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if said and is_number(said[0].norm) and len(said) == 1:
        yield reading.claim("age", said[:1], changes=True)
    elif said and said[0].norm in lexicon.DIETS:
        yield reading.claim("diet", said[:1], changes=True)
    elif said and said[0].norm in _WAYS_OF_WORK:
        yield reading.claim("status", said[:1], changes=True)


def _get(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if not said:
        return
    if said[0].norm in {"married", "divorced", "engaged"}:
        yield reading.claim("status", said[:1], changes=True)
    elif said[-1].norm in lexicon.PROPERTIES and any(each.norm == "new" for each in reading.rest):
        reading.scene.property = Entity(
            name=reading.who.name, is_speaker=reading.who.is_speaker, words=tuple(said),
            of=" ".join(each.norm for each in said),
        )  # fmt: skip


def _take(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "took over from me as treasurer"."""
    role = prepositional(said, {"as"})
    if not role or said[0].norm != "over":
        return
    yield reading.claim("works_as", role, changes=True)
    of = prepositional(said, {"from"})
    if of and of[0].norm == "me" and not reading.who.is_speaker:
        yield reading.claim("works_as", role, act=Act.END, subject=reading.scene.speaker)
    elif of and all(is_name(each) for each in of):
        yield reading.claim("works_as", role, act=Act.END, subject=reading.text(of))


def _switch(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "switched from law to medicine": what ended and what is so now."""
    old, new = prepositional(said, {"from"}), prepositional(said, {"to"})
    if not old or not new:
        yield from _change(reading, said)
        return
    kinds = (("studies", lexicon.STUDIES), ("diet", lexicon.DIETS), ("works_as", lexicon.FIELDS))
    for predicate, known in kinds:
        if any(each.norm in known for each in (*old, *new)):
            yield reading.claim(predicate, new, changes=True)
            yield reading.claim(predicate, old, act=Act.END)
            return


def _change(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "changed my last name to Okonkwo", "we changed the review to Friday"."""
    rest = reading.rest
    if (
        rest
        and rest[-1].norm in lexicon.PROPERTIES
        and rest[0].norm in THEIRS | MINE
        and len(rest) < 4
    ):
        reading.scene.property = Entity(
            name=reading.who.name, is_speaker=reading.who.is_speaker, words=tuple(rest[1:]),
            of=" ".join(each.norm for each in rest[1:]),
        )  # fmt: skip
        return
    named_before = rest[0].norm if rest else ""
    if reading.lemma == "change" and named_before in lexicon.RELATIONS | lexicon.PROPERTIES:
        reading.scene.property = Entity(
            name=reading.who.name, is_speaker=reading.who.is_speaker, words=tuple(rest[:1]),
            of=named_before,
        )  # fmt: skip
    if not rest or rest[0].norm not in _OURS:
        return
    thing, to = before_preposition(said), prepositional(rest, {"to"})
    while thing and thing[-1].norm in {"up", "down"}:
        thing = thing[:-1]
    if reading.lemma in _RAISED and thing and thing[-1].norm in lexicon.PROPERTIES:
        if is_telling(to) and is_numeral(to[0]):
            of, owner = " ".join(each.norm for each in thing), reading.scene.speaker
            yield reading.claim("attribute", to, of=of, changes=True, subject=owner)
        return
    if rest[0].norm != "the" and is_telling(to) and thing and thing[-1].norm in lexicon.PROPERTIES:
        of = " ".join(each.norm for each in thing)
        yield reading.claim("attribute", to, of=of, changes=True)
    else:
        yield from _shift(reading, said)


def _shift(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we've postponed the wedding to next spring"."""
    rest = reading.rest
    if rest and rest[0].norm in _OURS:
        thing = before_preposition(without_articles(rest))
        cut = next(
            (i for i, each in enumerate(thing) if each.norm in {"back", "forward"}), len(thing)
        )
        if thing[:cut]:
            yield from shifted(reading, reading.text(thing[:cut]), rest)


def _promote(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "I've been promoted, senior analyst": the post may stand behind a comma."""
    if not reading.verb.passive or prepositional(reading.rest, {"to"}):
        return
    for segment in reading.clause.tail[:2]:
        noun = before_preposition(value(segment.tokens, reading.timed))
        if noun and lexicon.is_occupation(noun[-1].norm):
            yield reading.claim("works_as", noun, changes=True)
            return


def _make(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    if reading.verb.passive and said and said[0].norm == "redundant":
        yield reading.claim("status", [reading.verb.main, said[0]], changes=True)


def _trade(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "traded the Golf in for an e-bike"."""
    old = before_preposition(said)
    new = prepositional(reading.rest, {"for"}, reading.timed)
    if old and new and not reading.verb.passive:
        yield reading.claim("owns", old, act=Act.END)
        yield reading.claim("owns", new, changes=True)


def _break(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we broke up, me and Hugo", "Ola and I split up"."""
    if not reading.rest or reading.rest[0].norm != "up":
        return
    other: Sequence[Token] = prepositional(reading.rest, {"with"}, reading.timed)
    for segment in reading.clause.tail:
        if not other and len(segment.tokens) == 1 and is_name(segment.tokens[0]):
            other = segment.tokens
    other = other or reading.beside
    kin = [each for each in other if each.norm in lexicon.RELATIONS]
    if other and all(is_name(each) for each in other):
        yield reading.claim("relation", other, of="partner", act=Act.END)
    elif kin and other[0].norm in MINE and len(other) < 4:
        name = [each for each in other if is_name(each)] or kin
        yield reading.claim("relation", name, of=lexicon.standard(kin[0].norm), act=Act.END)


def _name(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we've named the baby Ottavio"."""
    baby = next(
        (i for i, each in enumerate(reading.rest) if each.norm in {"baby", "him", "her"}), None
    )
    name = named(reading.rest[baby + 1 :]) if baby is not None else []
    if name and not reading.verb.passive:
        yield reading.claim("relation", name, of="child")


def _hire(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we've hired a second developer, Ama"."""
    noun = before_preposition(said)
    tail = reading.clause.tail[0].tokens if reading.clause.tail else []
    if (
        noun
        and lexicon.is_occupation(noun[-1].norm)
        and tail
        and all(is_name(each) for each in tail)
    ):
        reading.scene.meet(reading.text(tail))
        yield reading.claim(
            "works_as", noun[-1:], subject=reading.text(tail), end=tail[-1].end, changes=True
        )


def _upgrade(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "we upgraded the cluster to 1.31"."""
    thing, to = before_preposition(said), prepositional(said, {"to"})
    if thing and to and is_telling(to) and is_numeral(to[-1]) and not reading.verb.passive:
        yield reading.claim(
            "attribute", to, of="version", subject=reading.text(thing), changes=True
        )


def _rename(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    thing, to = before_preposition(said), prepositional(said, {"to"})
    if thing and to:
        yield reading.claim("attribute", to, of="name", subject=reading.text(thing), changes=True)


_HANDLERS: Final[dict[str, Handler]] = {
    "retire": _retire, "turn": _turn, "go": _turn, "get": _get, "have": _get, "take": _take,
    "switch": _switch, "change": _switch, "promote": _promote, "make": _make, "break": _break, "split": _break,
    "name": _name, "call": _name, "hire": _hire, "rename": _rename,
    **dict.fromkeys(SHIFTED - {"change"}, _shift),
    **dict.fromkeys(_RAISED, _change),
    **dict.fromkeys(("trade", "swap"), _trade),
    **dict.fromkeys(("upgrade", "update", "migrate", "downgrade"), _upgrade),
}  # fmt: skip
"""What reads each verb. A verb that moves a thing is read as moving it."""
