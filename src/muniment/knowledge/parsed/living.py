"""Read where somebody lives, comes from and moves to."""

from __future__ import annotations

from collections.abc import Iterator

from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_name, is_place, is_pronoun
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_IN = ("in", "at", "near", "outside", "on", "around", "off", "by", "above", "opposite")
_NO_ORIGINS = words("family time way house household home world")
_NEAR = words("near outside around above opposite off by")


def lives(said: Statement) -> Iterator[Draft]:
    """Read "I live in Porto", "we are based near Lyon", "she lives with us"."""
    if said.clause.tense is Tense.PAST and not said.clause.ended:
        return
    for preposition, noun in said.clause.prepositions:
        is_home = noun.pos in {"NOUN", "PROPN"} and noun.norm not in {"weekend", "own"}
        if preposition.norm in _IN and is_home and said.clause.object is None:
            yield said.claim("lives_in", _place(said, preposition, noun), at=said.whole(noun))
            return
    company = said.clause.behind("with")
    if company is not None:
        run = said.value(company)
        yield said.claim("lives_in", f"with {_named(said, run)}", at=run)
        return
    for adverb in said.tree.kids(said.clause.verb, "advmod"):
        if adverb.norm == "abroad":
            yield said.claim("lives_in", [adverb])
        elif adverb.norm == "alone":
            yield said.claim("status", "lives alone", at=[adverb])


def _named(said: Statement, run: list[Word]) -> str:
    return said.scene.speaker if run[0].norm in {"us", "me"} else said.text(run)


def _place(said: Statement, preposition: Word, noun: Word) -> str:
    text = said.text(said.value(noun, "in", "near", "outside"))
    return f"{preposition.norm} {text}" if preposition.norm in _NEAR else text


def moves(said: Statement) -> Iterator[Draft]:
    """Read "we moved to Ghent", "she has moved in with Ana", "he moved out of the flat"."""
    if not said.is_past or said.clause.negated:
        return
    to = said.clause.behind("to", "into", "onto")
    out = any(each.norm == "out" for each in said.clause.own)
    source = said.clause.behind("from", "out") or (said.clause.behind("of") if out else None)
    if said.lemma == "move in" or (
        to is None
        and said.clause.behind("with")
        and any(e.norm == "in" for e in said.tree.kids(said.clause.verb))
    ):
        company = said.clause.behind("with")
        if company is not None:
            yield said.claim(
                "lives_in",
                f"with {_named(said, said.value(company))}",
                at=said.value(company),
                changes=True,
            )
        return
    if to is not None and is_place(to):
        yield said.claim("lives_in", said.value(to, "in", "near", "outside"), changes=True)
    if to is None and source is not None and out and not is_pronoun(source):
        yield said.claim("lives_in", said.value(source, "in"), act=Act.END)
        return
    if source is not None and to is not None and is_name(source):
        yield said.claim("lives_in", said.value(source), act=Act.END)


def comes(said: Statement) -> Iterator[Draft]:
    """Read "I come from Kumasi", "she grew up in Hull", "I was born in Turin on 3 May 1987"."""
    if said.clause.modal or said.clause.progressive:
        return
    born = said.clause.verb.lemma == "bear"
    where = (
        said.clause.behind("in", "near", "outside", "on", "at") if said.lemma != "come" else None
    )
    where = where or said.clause.behind("from")
    if said.lemma in {"come", "come over", "hail"}:
        where = said.clause.behind("from")
        if (
            said.lemma != "hail"
            and said.clause.tense is not Tense.PRESENT
            and not (where and said.times)
        ):
            return
    if where is not None and where.norm not in _NO_ORIGINS and (is_name(where) or is_place(where)):
        yield said.claim("from", said.value(where, "near", "in", "outside"), timeless=True)
    if born:
        for phrase in said.times:
            text = said.scene.text[phrase.start : phrase.end]
            if any(character.isdigit() for character in text):
                lead = text.split(" ")[0].lower()
                day = text[len(lead) + 1 :] if lead in {"on", "in", "back"} else text
                at = [each for each in said.clause.own if phrase.start <= each.start < phrase.end]
                yield said.claim("born_on", day.removeprefix("the "), at=at, timeless=True)
                return


def leaves(said: Statement) -> Iterator[Draft]:
    """Read "I left Siemens", "she left Berlin", "he left for Singapore", "I left my job at the bank"."""
    if not said.is_past or said.negated:
        return
    what = said.clause.object
    if what is not None and what.entity == "GPE":
        yield said.claim("lives_in", said.value(what), act=Act.END)
    elif what is None and said.clause.behind("for") is not None:
        yield said.claim("event", said.verb_phrase())
