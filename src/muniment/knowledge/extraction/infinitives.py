"""Tell a verb that goes on with an infinitive from one that says what is so: "I want to quit and work at Acme"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from muniment.knowledge.extraction.clauses import Clause
from muniment.knowledge.extraction.function_words import SAYING
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.verb_reader import Tense, VerbGroup
from muniment.knowledge.extraction.verbs import form_of
from muniment.knowledge.wordlists import words

_SHARING: Final = words("and or but then , plus")
_THIRD: Final = words("is has does was 's")
_TASTES: Final = words("like love hate prefer enjoy tend")
"""Who likes to do two things does both."""
_GOING: Final = words("go come move drive walk cycle commute travel get head")
"""Verbs behind which "to work" is a place."""
_ORDERING: Final = SAYING | words(
    "want allow suppose expect ask force encourage need help wish hope refuse offer try urge persuade advise order"
)
_NEAR: Final = 3
"""How many words behind its verb an infinitive begins that is the verb's own: "is able to", "wants me to"."""


def follow(clause: Clause, previous: Clause | None, *, is_within: bool) -> bool:
    """Tell whether a clause goes on with an infinitive of the one before, and is no claim.

    What goes on with a future is to come as well.
    """
    if previous is None or previous.verb is None or not _is_bare(clause):
        return False
    assert clause.verb is not None
    if is_within or _opens(previous, previous.verb, clause.before):
        return True
    if previous.verb.tense is Tense.FUTURE:
        clause.verb.tense = Tense.FUTURE
        return clause.verb.ended
    return False


def _is_bare(clause: Clause) -> bool:
    """Tell whether a clause begins with the base of a verb that shares what stands before it."""
    if clause.subject or clause.verb is None or clause.before not in _SHARING:
        return False
    form = form_of(clause.verb.tokens[0].norm)
    return form is not None and "base" in form.tags and "past" not in form.tags


def _opens(clause: Clause, verb: VerbGroup, joint: str) -> bool:
    """Tell whether a base form behind a clause cannot say what is so."""
    if verb.modal == "can":
        return verb.negated or joint == "or"
    if verb.modal or verb.ended:
        return True
    if verb.negated and joint == "or":
        return True
    first = verb.tokens[0].norm
    is_third = first in _THIRD or (verb.is_third and first not in {"am", "are"})
    if is_third and bool(clause.subject) and joint != ",":
        return True
    return verb.lemma not in _TASTES and _has_infinitive(clause.rest, verb.lemma)


def _has_infinitive(rest: Sequence[Token], lemma: str) -> bool:
    for index, (to, verb) in enumerate(pairwise(rest)):
        form = form_of(verb.norm) if to.norm == "to" else None
        if form is not None and "base" in form.tags:
            return lemma in _ORDERING or (index < _NEAR and lemma not in _GOING)
    return False
