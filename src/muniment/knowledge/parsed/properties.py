"""Read what is said of something of somebody's: "my rent is 900", "her name is Ana", "my knee hurts"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.clocked import CLOCKED, timetable
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.naming import relative_named
from muniment.knowledge.parsed.nouns import is_name
from muniment.knowledge.parsed.values import counted, is_telling, judges, number_of, value_of
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_VAGUE: Final = words("""
thing way problem point question issue idea reason same plan one ones fault opinion view guess goal dream bet turn advice
""")
_UNTOLD: Final = re.compile(r"^(?:new|current|latest|actual|own|home|work) (?=\w)")
_FURTHER: Final = re.compile(r" (?:with|for|at|from)\b")
_FAVOURITE: Final = re.compile(r"^(?:favou?rite|fave?) (.+)")
_GONE: Final = words("gone over finished done dead")
_ENDS: Final = words("end expire lapse run")
_CHANGES: Final = {"go up", "rise", "go down", "drop", "increase", "change", "become", "turn"}
_PAINS: Final = words("pain ache cough cold")
_HEALED: Final = words("better healed fine recovered")
_BAD: Final = words(
    "broken swollen sore stiff sprained fractured bad infected inflamed torn numb weak"
)
_SPENT: Final = words("shot knackered gone wrecked")


def property_said(said: Statement) -> Iterator[Draft]:
    """Yield what a clause says of a property."""
    clause = said.clause
    of = _FURTHER.split(_UNTOLD.sub("", said.who.of or ""))[0]
    one = lexicon.singular(of.split(" ")[-1])
    if {one, of.split(" ")[-1]} & lexicon.BODY:
        yield from _hurts(said, of)
    elif lexicon.is_ailment(one) or one in _PAINS:
        yield from _passes(said, of)
    elif _is_over(said) and (one in lexicon.LAPSING or "leave" in of):
        yield from _lapses(said, of)
    elif clause.verb.lemma == "be" or clause.lemma in _CHANGES:
        yield from _valued(said, of, one)
    elif clause.lemma in CLOCKED:
        yield from timetable(said, of)
    elif said.holds_now and not said.negated:
        yield from _measured(said, one)


def _is_over(said: Statement) -> bool:
    clause = said.clause
    gone = any(each.norm in _GONE for each in clause.own if each.index > clause.verb.index)
    return (
        clause.ended
        or (clause.verb.lemma == "be" and gone)
        or (clause.verb.lemma in _ENDS and said.is_past)
    )


def _lapses(said: Statement, of: str) -> Iterator[Draft]:
    """Read "my parental leave is over", "my lease ended in May"."""
    leave = "leave" in of
    text = f"on {of}" if leave else of
    yield said.claim("status" if leave else "owns", text, act=Act.END, at=[said.clause.verb])


def _passes(said: Statement, of: str) -> Iterator[Draft]:
    """Read "my migraine is gone"."""
    subject = said.clause.subject
    if _is_over(said) and not said.negated and subject is not None:
        yield said.claim("condition", of, act=Act.END, at=[subject, said.clause.verb])


def _hurts(said: Statement, of: str) -> Iterator[Draft]:
    """Read "my knee hurts", "my back is sore", "my ankle has healed"."""
    clause, verb = said.clause, said.clause.verb
    if said.negated or clause.tense is Tense.FUTURE or clause.modal:
        return
    state = clause.complement
    word = verb.norm if clause.passive or state is None else state.norm
    if word in _HEALED or verb.lemma in {"heal", "recover"}:
        yield said.claim("condition", of, act=Act.END, at=[verb])
    elif verb.lemma in lexicon.HURTS and clause.tense is not Tense.PAST:
        yield said.claim("condition", f"{of} {verb.norm}", at=[verb])
    elif word in _BAD:
        yield said.claim("condition", f"{word} {of}", at=[state or verb])
    elif word in _SPENT:
        yield said.claim("condition", f"{of} {word}", at=[state or verb])


def _measured(said: Statement, one: str) -> Iterator[Draft]:
    """Read "our team has nine developers"."""
    clause = said.clause
    lemma, what = clause.verb.lemma, clause.object
    if lemma == "have" and what is not None and (number := number_of(said, what)):
        is_team = one in lexicon.COLLECTIVES or clause.subject is None
        owner = None if is_team or clause.subject is None else said.text(said.value(clause.subject))
        yield said.claim("count", number, of=counted(said, what), subject=owner, at=[*number, what])


def _valued(said: Statement, of: str, one: str) -> Iterator[Draft]:
    clause = said.clause
    is_copula = clause.verb.lemma == "be"
    if clause.tense is Tense.FUTURE or clause.modal:
        return
    if is_copula and clause.tense is Tense.PAST and not clause.ended:
        return
    head = (
        (clause.complement or clause.behind("on", "at", "in")) if is_copula else clause.behind("to")
    )
    run = value_of(said, head)
    if head is not None and head.norm == "floor":
        yield said.claim("attribute", said.value(head), of="floor")
    elif run and not {lexicon.singular(of.split(" ", maxsplit=1)[0]), one} & _VAGUE:
        yield from _told(said, of, one, head, run)


def _told(
    said: Statement, of: str, one: str, head: Word | None, run: list[Word]
) -> Iterator[Draft]:
    favourite = _FAVOURITE.match(of)
    if one == "birthday":
        yield said.claim("born_on", run, timeless=True)
    elif one == "name":
        if is_name(run[0]):
            known = said.scene.relation_of(said.who.name)
            yield from (
                [said.claim("attribute", run, of=of)]
                if known is None
                else relative_named(said, run)
            )
    elif favourite is not None:
        yield said.claim("favourite", run, of=lexicon.singular(favourite[1]))
    elif is_telling(run) or _is_plain_value(one, head, run):
        yield said.claim("attribute", run, of=of, changes=said.clause.verb.lemma != "be")


def _is_plain_value(one: str, head: Word | None, run: list[Word]) -> bool:
    known = one in lexicon.PROPERTIES and head is not None
    return (
        known
        and len(run) < 4
        and run[-1].pos in {"NOUN", "PROPN", "NUM", "ADJ"}
        and not judges(run)
    )
