"""Read plans and events: what somebody is going to do, and what they did once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_pronoun
from muniment.knowledge.parsed.pastimes import is_regular
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.recall.times import Extent

_TRIVIAL = words("""
be have say tell think know see look feel hear ask want need try like mean find believe sleep wait mention talk wonder hope guess
seem sound call text message email reply spend keep let make do eat drink wake remember forget notice read watch sit stand
happen come use check realise realize laugh cry love hate agree decide get put thank help send write give
""")
_NOTABLE = lexicon.MILESTONES | words("""
graduate pass win publish defend complete finish found open launch sign submit resign elope propose emigrate adopt qualify
crash rob steal burgle hand
""")
_NO_PLANS = words("be let know tell need want think call text check ask send keep remember say try")
_ALONE = words("come leave fly move retire return")
_GOING = words("go come attend travel fly")
_INTENDED = words("plan intend aim")
_UNDENIED = words("want need like think know see hear say mind care")


def plans(said: Statement) -> Iterator[Draft]:
    """Read "we're flying to Osaka next month", "I'm going to retire in May", "I've booked a cabin"."""
    clause, what = said.clause, said.clause.object
    run, lemma = said.verb_phrase(whole=True), clause.verb.lemma
    if said.is_ahead and clause.negated and clause.progressive:
        if lemma in _GOING | _ALONE:
            yield said.claim("plan", run, act=Act.DENY)
    elif is_regular(said):
        return
    elif said.is_ahead:
        told = bool(said.times) or bool(set(clause.chain) & _INTENDED)
        where = clause.behind("in", "at")
        if (lemma == "be" and said.times and where is not None and where.pos == "PROPN") or (
            told and lemma not in _NO_PLANS and (len(run) > 1 or lemma in _ALONE)
        ):
            yield said.claim("plan", run)
    elif _books(said) and what is not None and not is_pronoun(what):
        run = said.value(what, "at", "in", "to", "for", "with", "on")
        yield replace(said.claim("plan", run), looks_ahead=True)


def _books(said: Statement) -> bool:
    booked = said.clause.verb.lemma in _BOOKED | {"arrange"} and not said.clause.passive
    return booked and said.is_past and not said.negated


def events(said: Statement) -> Iterator[Draft]:
    """Read "I ran the marathon last Sunday", "she passed the bar exam", "I've never been to Asia"."""
    clause, lemma = said.clause, said.clause.verb.lemma
    if clause.ended or not said.is_past:
        return
    run = said.verb_phrase()
    if clause.negated:
        never = any(each.norm == "never" for each in said.tree.kids(clause.verb, "neg", "advmod"))
        told = len(run) > 1 and not is_pronoun(run[-1]) and lemma not in _UNDENIED
        if never and told and said.who.is_speaker:
            yield said.claim("event", run, act=Act.DENY)
        return
    if lemma in _TRIVIAL or clause.progressive or clause.is_within:
        return
    dated = any(each.extent is Extent.DURING for each in said.times)
    pointed = clause.object is not None and is_pronoun(clause.object)
    told = len(run) > 1 or lemma in lexicon.MILESTONES
    if told and not pointed and (dated or lemma in _NOTABLE):
        yield said.claim("event", run)


def arranged(said: Statement) -> Iterator[Draft]:
    """Read what an assistant did: "I booked the table for Friday", "I've opened ticket 12"."""
    clause, what = said.clause, said.clause.object
    if not said.is_past or said.negated or clause.progressive or clause.passive or what is None:
        return
    if is_pronoun(what) or clause.verb.lemma not in _ARRANGED:
        return
    said.scene.thing = said.text(said.value(what))
    moved = said.behind_verb_timed() if clause.verb.lemma in _MOVED else []
    if moved:
        to = clause.behind("to")
        run = [each for each in moved if to is None or each.start >= to.start] or moved
        after = [e.index for e in run if e.norm == "to"]
        run = run[run.index(said.tree.words[after[-1]]) + 1 :] if after else run
        yield said.claim("attribute", run, of="date", subject=said.scene.thing)
        return
    ahead = clause.verb.lemma in _BOOKED
    yield replace(said.claim("event", said.verb_phrase()), looks_ahead=ahead)


_ARRANGED = words("""
book reserve schedule order cancel open create file submit send move reschedule change set renew register deploy merge
restart update assign pay add
""")
_BOOKED = words("book reserve schedule")
_MOVED = words("move reschedule change postpone")
