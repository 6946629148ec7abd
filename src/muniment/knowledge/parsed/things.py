"""Read what is said of a thing: its version, price, times and state, what became of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft, Entity
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.clocked import CLOCKED, timetable
from muniment.knowledge.parsed.described import described, of_its_owner
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_name, is_number, is_pronoun, singular
from muniment.knowledge.parsed.values import counted, value_of
from muniment.knowledge.wordlists import words
from muniment.model.claims import Role
from muniment.ports.parser import Word
from muniment.recall.times import Extent

_MEASURES: Final = {"cost": "price", "weigh": "weight", "measure": "size", "seat": "capacity", "sleep": "capacity",
                    "hold": "capacity", "come": "amount", "amount": "amount"}  # fmt: skip
_RISES: Final = {"go up", "rise", "go down", "drop", "increase", "fall"}
_HAPPENS: Final = words("arrive ship fail crash die launch close open break leave land")
_SENT: Final = words("hand deliver ship send dispatch return sign collect forward post")
_ARRANGED: Final = words("schedule book plan set move postpone reschedule fix")
_CERTAIN: Final = words("the our my your this")
_NOW: Final = frozenset({Tense.PRESENT, Tense.PERFECT})


def thing_said(said: Statement) -> Iterator[Draft]:
    """Yield what a clause says of a certain thing."""
    clause, subject = said.clause, said.clause.subject
    if clause.modal in {"would", "could"} or subject is None or not _is_certain(said, subject):
        return
    if clause.passive:
        yield from _treated(said)
    elif clause.lemma == "be":
        yield from described(said, subject)
    elif not said.negated:
        yield from _holds(said, subject)
        yield from _changes(said, subject)


def _is_certain(said: Statement, subject: Word) -> bool:
    """Tell whether the subject is one thing that both know."""
    if said.clause.head.dep in {"relcl", "acl"}:
        return False
    if is_pronoun(subject):
        return subject.norm == "it"
    tree = said.tree
    if (
        is_name(subject)
        or tree.kid(subject, "poss")
        or (subject.tag == "NN" and tree.kid(subject, "nummod"))
    ):
        return True
    if singular(subject) in lexicon.PROPERTIES and tree.kid(subject, "compound", "prep"):
        return True
    return any(each.norm in _CERTAIN for each in tree.kids(subject, "det", "poss"))


def _holds(said: Statement, subject: Word) -> Iterator[Draft]:
    """Read what is so: "costs 40 euros", "has 31 learners", "runs on Postgres 14", "closes at 17:00"."""
    clause, lemma = said.clause, said.lemma
    if clause.tense not in _NOW:
        return
    if lemma == "run":
        yield from _runs(said, subject)
    elif lemma in CLOCKED:
        yield from timetable(said)
    elif lemma in _MEASURES:
        what = (
            clause.object or clause.behind("to") or said.tree.kid(clause.verb, "npadvmod", "attr")
        )
        if what is not None and any(is_number(each) for each in said.tree.below(what)):
            yield said.claim("attribute", said.value(what), of=_MEASURES[lemma])
    elif lemma == "have" and (what := clause.object) is not None:
        number = said.tree.kid(what, "nummod")
        if number is not None:
            at = [*said.numeral(number), what]
            yield said.claim("count", said.numeral(number), of=counted(said, what), at=at)


def _runs(said: Statement, subject: Word) -> Iterator[Draft]:
    lapsing = singular(subject) in lexicon.LAPSING and said.scene.role is Role.USER
    if lapsing and said.times and said.times[-1].extent is Extent.UNTIL:
        run = value_of(said, None)
        if run:
            yield said.claim("attribute", run, of=singular(subject), subject=said.scene.speaker)


def _changes(said: Statement, subject: Word) -> Iterator[Draft]:
    """Read what happened: "went up to 47 cents", "arrived on Monday"."""
    clause, lemma = said.clause, said.lemma
    if not said.is_past:
        return
    to, what = clause.behind("to"), clause.object
    if lemma in {"change", "update"} and what is not None and singular(what) in lexicon.PROPERTIES:
        said.scene.property = Entity(name=said.who.name, of=singular(what))
    elif lemma in _RISES and to is not None and singular(subject) in lexicon.PROPERTIES:
        yield from of_its_owner(said, subject, said.value(to, "a", "per"))
    elif lemma in _HAPPENS and said.times:
        yield said.claim("event", said.verb_phrase())


def _treated(said: Statement) -> Iterator[Draft]:
    """Read a passive: "is called Bluebird", "has been cancelled", "was handed to a neighbour"."""
    clause, verb = said.clause, said.clause.verb
    name, to = clause.complement or clause.behind("to"), clause.behind("to")
    if verb.lemma in {"call", "name", "rename"}:
        if name is not None and is_name(name):
            changes = verb.lemma == "rename"
            yield said.claim("attribute", said.value(name), of="name", changes=changes)
    elif verb.lemma == "assign" and to is not None and is_name(to):
        yield said.claim("attribute", said.value(to), of="assignee")
    elif clause.modal:
        return
    elif verb.lemma in _SENT and said.is_past and said.times and not said.negated:
        yield said.claim("event", said.verb_phrase())
    elif verb.norm in lexicon.STATES and clause.tense in _NOW:
        yield said.claim("status", [verb])
    elif verb.lemma in _ARRANGED and not said.negated:
        run = said.timed_behind_verb(said.times[-1]) if said.times else []
        if not run and to is not None and to.entity in {"DATE", "TIME"}:
            run = said.value(to)
        if run:
            yield said.claim("attribute", run, of="date")
