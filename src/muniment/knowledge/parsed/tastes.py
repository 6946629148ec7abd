"""Read tastes, opinions and ways of eating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_name, is_pronoun, singular
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_LIKING: Final = words("love like enjoy adore prefer")
_POINTING: Final = words("this that these those your")
_TOO_VAGUE: Final = words("""
idea sound look one thing way part bit feeling thought fact time lot answer reply suggestion work plan it message
question joke start vibe option version draft fit
""")
_NO_JUDGEMENTS: Final = words("""
due right wrong open closed broken here there available ready enough sure able fine ok okay free gone done missing
""")


def likes(said: Statement) -> Iterator[Draft]:
    """Read "I love jazz", "she hates mornings", "he likes to sail"."""
    clause = said.clause
    if clause.tense is Tense.FUTURE or clause.progressive:
        return
    if clause.tense is Tense.PAST and not clause.ended:
        return
    predicate = "likes" if said.lemma in _LIKING else "dislikes"
    yield from _liked(said, predicate, None)


def bears(said: Statement) -> Iterator[Draft]:
    """Read "I can't stand coriander"."""
    clause = said.clause
    if clause.negated and clause.modal in {"can", ""} and clause.tense is Tense.PRESENT:
        yield from _liked(said, "dislikes", Act.CORRECT if said.corrects else Act.STATE)


def _liked(said: Statement, predicate: str, act: Act | None) -> Iterator[Draft]:
    what = said.clause.object
    if what is None:
        inner = said.tree.kid(said.clause.verb, "xcomp", "ccomp")
        if inner is None or said.tree.kid(inner, "nsubj") or said.clause.modal:
            return
        run = said.whole(inner)
        if run[0].norm == "to":
            run = run[1:]
        yield said.claim(predicate, run, act=act)
        return
    pointed = any(each.norm in _POINTING for each in said.tree.kids(what, "det", "poss"))
    if pointed or is_pronoun(what) or {what.norm, singular(what)} & _TOO_VAGUE:
        return
    for item in said.tree.items(what):
        yield said.claim(predicate, said.value(item, "in", "with", "on"), act=act)


def supports(said: Statement) -> Iterator[Draft]:
    """Read "I support Celtic"."""
    what = said.clause.object
    if said.is_habitual and what is not None and is_name(what):
        yield said.claim("likes", said.value(what))


def eats(said: Statement) -> Iterator[Draft]:
    """Read "I don't eat pork", "she drinks no alcohol", "he stopped drinking"."""
    clause, what = said.clause, said.clause.object
    if clause.tense is Tense.FUTURE or (
        clause.modal and not (clause.modal == "can" and clause.negated)
    ):
        return
    if (clause.tense is Tense.PAST and not clause.ended) or not (said.negated or clause.ended):
        return
    if what is None:
        if said.lemma == "drink" and not clause.modal:
            yield said.claim("diet", [clause.verb])
        return
    if is_pronoun(what) or (clause.tense is Tense.PERFECT and not clause.ended and not said.times):
        return
    for item in said.tree.items(what):
        if {item.norm, singular(item)} & lexicon.FOODS or clause.ended or not said.times:
            yield said.claim("diet", said.value(item))


def thinks(said: Statement) -> Iterator[Draft]:
    """Read "I think nuclear power is a mistake", "I find the new menu too expensive"."""
    clause = said.clause
    inner = said.tree.kid(clause.verb, "ccomp")
    if (
        not said.who.is_speaker
        or clause.tense is not Tense.PRESENT
        or clause.negated
        or inner is None
    ):
        return
    judged = said.tree.kid(inner, "attr", "acomp") if inner.lemma == "be" else inner
    if clause.modal or judged is None or not _judges(said, inner, judged):
        return
    run = [
        each
        for each in said.tree.below(inner)
        if each.dep != "mark" and each.text not in {".", ",", "!"}
    ]
    while run and run[0].dep == "det":
        run = run[1:]
    yield said.claim("opinion", run)


def _judges(said: Statement, inner: Word, judged: Word) -> bool:
    """Tell whether a clause judges a thing: not a person, not what can be looked up."""
    subject = said.tree.kid(inner, "nsubj")
    below = said.tree.below(inner)
    if subject is None or any(each.tag == "PRP" for each in said.tree.below(subject)):
        return False
    if is_pronoun(subject) or any(
        each.tag in {"CD", "MD"} or each.index in said.tree.timed for each in below
    ):
        return False
    if inner.lemma == "be" and inner.tag not in {"VBZ", "VBP"}:
        return False
    if judged.pos == "NOUN":
        return said.tree.kid(judged, "det") is not None
    return judged.pos == "ADJ" and judged.norm not in _NO_JUDGEMENTS
