"""Read verbs whose claim is not simply their object's: to turn forty, to take over as treasurer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import is_name, is_named
from muniment.knowledge.extraction.properties import is_number, is_telling, named
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_groups import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_DEGREES: Final = words(
    "phd doctorate master's masters master bachelor's bachelors bachelor degree apprenticeship mba diploma traineeship internship a-levels course residency"
)
_TREATED: Final = words("upgrade update migrate bump downgrade")


def read_short(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with one of some verbs claims of a person."""
    verb = reading.verb
    said = value(reading.rest, reading.timed)
    if verb.modal in {"can", "learn"}:
        yield from _able(reading, said)
        return
    if verb.modal:
        return
    done = verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.negated and not verb.ended
    if verb.passive and verb.main.norm in lexicon.STATUSES and verb.tense is not Tense.FUTURE:
        yield from _in_state(reading, said)
    elif verb.passive and verb.lemma in {"call", "name"} and verb.tense is Tense.PRESENT:
        yield from _named(reading, said)
    elif done and not verb.begun and not verb.progressive:
        yield from _done(reading, said)
    elif verb.tense is Tense.PRESENT or reading.ended or verb.begun or (done and verb.progressive):
        yield from _now(reading, said)


def _able(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    verb = reading.verb
    if verb.lemma == "stand" and verb.negated and said:
        yield reading.claim("dislikes", before_preposition(said), act=Act.STATE)
    elif verb.lemma in {"tolerate", "digest"} and verb.negated and said:
        yield reading.claim(
            "condition",
            f"{reading.text(before_preposition(said))} intolerance",
            act=Act.STATE,
            end=said[-1].end,
        )
    elif (
        verb.lemma in {"eat", "drink"} and verb.negated and said and said[-1].norm in lexicon.FOODS
    ):
        yield reading.claim("diet", said)
    elif verb.lemma in lexicon.ABILITIES and not reading.has_time:
        able = before_preposition(said)
        if len(able) <= 3 and not {"it", "that", "this", "you", "me", "them"} & {
            e.norm for e in able
        }:
            skilled = (
                not able
                or any(
                    e.norm in lexicon.LANGUAGES | lexicon.INSTRUMENTS | lexicon.GAMES for e in able
                )
                or reading.lemma in words("drive sew knit bake ride cook code program")
            )
            if skilled:
                yield reading.claim("skill", [verb.main, *able])


def _done(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    lemma = reading.lemma
    norms = [each.norm for each in said]
    particle = reading.rest[0].norm if reading.rest else ""
    if lemma == "retire":
        yield reading.claim("status", "retired", changes=True)
    elif lemma == "turn" and said and is_number(norms[0]) and len(said) == 1:
        yield reading.claim("age", said[:1], changes=True)
    elif lemma == "get" and norms[:1] in (["married"], ["divorced"], ["engaged"]):
        yield reading.claim("status", said[:1], changes=True)
    elif lemma in {"go", "turn"} and norms and norms[0] in lexicon.DIETS:
        yield reading.claim("diet", said[:1], changes=True)
    elif lemma == "take" and norms[:1] == ["over"]:
        yield from _took_over(reading, said)
    elif (
        lemma == "change"
        and reading.rest
        and reading.rest[0].norm in {"my", "our"}
        and "to" in norms
    ):
        thing, to = before_preposition(said), prepositional(said, {"to"})
        if is_telling(to) and thing[-1].norm in lexicon.PROPERTIES:
            yield reading.claim("attribute", to, of=" ".join(e.norm for e in thing), changes=True)
    elif lemma in {"quit", "leave", "lose"} and "job" in norms[:3] and "at" in norms:
        yield reading.claim("works_at", prepositional(said, {"at"}), act=Act.END)
    elif lemma in {"switch", "change"} and "from" in norms and "to" in norms:
        yield from _switched(reading, said)
    elif lemma in {"break", "split"} and particle == "up":
        yield from _broke_up(reading, said)
    elif lemma in _TREATED and "to" in norms and not reading.verb.passive:
        thing, to = before_preposition(said), prepositional(said, {"to"})
        if is_telling(to) and any(c.isdigit() for c in to[-1].norm):
            yield reading.claim(
                "attribute", to, of="version", subject=reading.text(thing), changes=True
            )
    elif (
        lemma in {"drop", "remove", "decommission", "scrap"}
        and said
        and norms[0] not in {"out", "it", "off", "by", "in", "everything", "that", "this"}
        and reading.rest[0].norm in {"the", "our", "my"}
    ):
        yield reading.claim("owns", before_preposition(said), act=Act.END)
    elif lemma == "rename" and "to" in norms:
        thing, to = before_preposition(said), prepositional(said, {"to"})
        if to:
            yield reading.claim(
                "attribute", to, of="name", subject=reading.text(thing), changes=True
            )


def _in_state(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "has been married since 2009", "is not married", "was furloughed"."""
    to = prepositional(reading.rest, {"to"})
    if to and not is_named(to):
        return
    if reading.verb.tense is Tense.PAST and not reading.has_time:
        return
    yield reading.claim("status", [reading.verb.main])
    if to and reading.verb.main.norm == "married":
        yield reading.claim("relation", to, of="spouse")


def _named(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "my landlord is called Petrov" and, of a pet just spoken of, "she's called Fig"."""
    name = named(said)
    if not name or reading.who.is_speaker:
        return
    scene, subject = reading.scene, reading.clause.subject
    if subject and subject[0].norm in {"he", "she", "it"} and scene.pet is not None:
        scene.name_pet(reading.text(name))
        return
    relation = scene.relation_of(reading.who.name)
    if relation is not None:
        scene.names.setdefault(reading.who.name, reading.text(name))
        yield reading.claim("relation", name, of=lexicon.standard(relation[1]), subject=relation[0])


def _took_over(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    role = prepositional(said, {"as"})
    if not role:
        return
    yield reading.claim("works_as", role, changes=True)
    of = prepositional(said, {"from"})
    if of and of[0].norm == "me" and not reading.who.is_speaker:
        yield reading.claim("works_as", role, act=Act.END, subject=reading.scene.speaker)
    elif of and all(is_name(each) for each in of):
        yield reading.claim("works_as", role, act=Act.END, subject=reading.text(of))


def _switched(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read "switched from law to medicine": what ended and what is so now."""
    old, new = prepositional(said, {"from"}), prepositional(said, {"to"})
    if not old or not new:
        return
    for predicate, known in (
        ("studies", lexicon.STUDIES),
        ("diet", lexicon.DIETS),
        ("works_as", lexicon.FIELDS),
    ):
        if any(each.norm in known for each in (*old, *new)):
            yield reading.claim(predicate, new, changes=True)
            yield reading.claim(predicate, old, act=Act.END)
            return


def _broke_up(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    other = prepositional(reading.rest, {"with"}, reading.timed)
    if not other:
        for segment in reading.clause.tail:
            if len(segment.tokens) == 1 and is_name(segment.tokens[0]):
                other = segment.tokens
    if other and all(is_name(each) for each in other):
        yield reading.claim("relation", other, of="partner", act=Act.END)


def _now(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    lemma, rest = reading.lemma, reading.rest
    norms = [each.norm for each in said]
    if (lemma == "do" and len(said) > 1 and said[0].norm in _DEGREES) or (
        lemma == "learn"
        and said
        and (
            said[0].norm in lexicon.LANGUAGES | lexicon.INSTRUMENTS
            or any(e.norm in lexicon.PASTIMES for e in said)
        )
    ):
        yield reading.claim("studies", said)
    elif lemma == "report" and norms[:1] == ["to"] and reading.who.is_person:
        boss = prepositional(rest, {"to"})
        if boss and all(is_name(each) for each in boss):
            yield reading.claim("relation", boss, of="boss")
    elif lemma == "tolerate" and reading.verb.negated and said:
        yield reading.claim(
            "condition",
            f"{reading.text(before_preposition(said))} intolerance",
            act=Act.STATE,
            end=said[-1].end,
        )
    elif lemma == "pay" and "rent" in norms and any(c.isdigit() for c in norms[0]):
        yield reading.claim(
            "attribute", before_preposition([e for e in said if e.norm != "rent"]), of="rent"
        )
    elif lemma == "earn" and said and any(c.isdigit() for c in norms[0]):
        yield reading.claim("attribute", said, of="salary")
    elif lemma == "go" and norms[:1] == ["by"] and len(said) > 1 and is_name(said[1]):
        yield reading.claim("attribute", said[1:], of="name")
