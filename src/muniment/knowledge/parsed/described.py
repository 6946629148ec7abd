"""Read what a copula says of a thing: due, frozen, at version 4, 900 euros, on Thursday."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_name, is_number, relation, singular
from muniment.knowledge.parsed.pastimes import is_regular
from muniment.knowledge.parsed.values import is_telling, value_of
from muniment.knowledge.wordlists import words
from muniment.model.claims import Role
from muniment.ports.parser import Word

_BILLS: Final = words(
    "invoice bill quote refund total fine estimate order fee payment balance transfer"
)


def described(said: Statement, subject: Word) -> Iterator[Draft]:
    """Yield what "be" says of a thing."""
    clause, complement = said.clause, said.clause.complement
    put_right = said.corrects and clause.tense is Tense.PAST
    if clause.modal or clause.tense is Tense.FUTURE:
        return
    if clause.tense is Tense.PAST and not clause.ended and not put_right:
        return
    if complement is not None and (owner := said.tree.kid(complement, "poss")) is not None:
        if owner.norm in {"my", "our"}:
            yield from _ours(said, subject, complement)
        return
    head, dated = singular(subject), value_of(said, None)
    if complement is not None and complement.norm == "due":
        if dated:
            yield said.claim("attribute", dated, of="due date")
    elif complement is not None and complement.norm in lexicon.STATES:
        if not said.tree.kids(complement, "prep") and not is_regular(said):
            yield said.claim("status", [complement])
    elif head in lexicon.PROPERTIES and dated and (complement is None or head == "deadline"):
        yield from of_its_owner(said, subject, dated)
    elif head in lexicon.OCCASIONS and said.times:
        if dated and said.scene.role is Role.USER:
            text = f"{said.who.name} {said.text(dated)}"
            yield said.claim("plan", text, subject=said.scene.speaker, at=dated)
    elif complement is None:
        yield from _is_at(said)
    else:
        yield from _is_one(said, subject, complement)


def _is_at(said: Statement) -> Iterator[Draft]:
    """Read "is at version 4.2", "is still on 13"."""
    for preposition, noun in said.clause.prepositions[:1]:
        following = said.tree.words[noun.index + 1 : noun.index + 2]
        if noun.norm == "version":
            if following and is_number(following[0]):
                yield said.claim("attribute", following, of="version")
        elif is_number(noun) and any(e.norm == "version" for e in said.tree.kids(noun, "compound")):
            yield said.claim("attribute", [noun], of="version")
        elif is_number(noun) and preposition.norm == "on":
            yield said.claim("attribute", said.value(noun), of="version")


def _is_one(said: Statement, subject: Word, complement: Word) -> Iterator[Draft]:
    run, head = value_of(said, complement), singular(subject)
    if complement.pos == "PROPN" and said.tree.kid(complement, "nummod") is not None:
        yield said.claim("attribute", run, of="version")
    elif head in lexicon.PROPERTIES and is_telling(run):
        yield from of_its_owner(said, subject, run)
    elif head in _BILLS and any(is_number(each) for each in run):
        yield said.claim("attribute", run, of="amount")
    elif (
        run and is_number(run[0]) and run[-1].norm in lexicon.UNITS and said.scene.role is Role.USER
    ):
        yield said.claim("attribute", run, of=lexicon.UNITS[run[-1].norm])


def of_its_owner(said: Statement, subject: Word, run: list[Word]) -> Iterator[Draft]:
    """Draft a property of what it belongs to: "the API limit", "rent for the office", what was spoken of."""
    scene, head = said.scene, singular(subject)
    preposition = next(
        (e for e in said.tree.kids(subject, "prep") if e.norm in {"of", "for"}), None
    )
    owner = None if preposition is None else said.tree.kid(preposition, "pobj")
    compound = said.tree.kids(subject, "compound")
    has_name = any(each.pos == "PROPN" for each in compound)
    whole = said.who.name.lower()
    if owner is not None:
        yield said.claim("attribute", run, of=head, subject=said.text(said.value(owner)))
    elif (known := scene.thing or scene.topic) is not None and not has_name:
        yield said.claim("attribute", run, of=whole, subject=known)
    elif head in lexicon.OF_THE_SPEAKER and scene.role is Role.USER:
        yield said.claim("attribute", run, of=whole, subject=scene.speaker)
    elif compound:
        yield said.claim("attribute", run, of=head, subject=said.text(compound))


def _ours(said: Statement, subject: Word, complement: Word) -> Iterator[Draft]:
    """Read "blue is my favourite colour", "Rex is our contact"."""
    of, speaker = said.text(said.value(complement)).lower(), said.scene.speaker
    kind = of.removeprefix("favourite ").removeprefix("favorite ")
    if kind != of:
        of = lexicon.singular(kind)
        yield said.claim("favourite", said.value(subject), of=of, subject=speaker, at=[complement])
    elif relation(complement) is not None and is_name(subject):
        of = lexicon.standard(of)
        yield said.claim("relation", said.value(subject), of=of, subject=speaker, at=[complement])
