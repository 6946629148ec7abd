"""Read employers, trades and studies."""

from __future__ import annotations

from collections.abc import Iterator

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import (
    FIELDS,
    TEAMS,
    WORKPLACES,
    is_employer,
    is_name,
    is_occupation,
    is_pronoun,
)
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_JOBS = words("job role post position gig career work")
_DEGREES = words(
    "phd master masters degree bachelor bsc msc ba ma mba course diploma apprenticeship doctorate certificate a-levels training licence"
)
_HOUSES = words("""
hospital library bakery restaurant school office bank factory lab warehouse hotel museum shop store government
""")
_FIRMS = words("company firm startup bank agency")
_CIRCLES = words("choir club band gym orchestra league")
_SACKED = {"lay off", "make", "fire", "sack"}
_CREWS = words("team farm ward desk railway")
_NO_HOUSES = words("""
home night moment time pace height desk computer weekend noon day level minute point risk table
""")
_LISTED = frozenset({"dobj", "conj", "appos", "compound", "nmod"})
_NO_SUBJECTS = words(
    "ton more something anything everything thing stuff lesson way hard lot trick word text article file code document data log"
)


def works(said: Statement) -> Iterator[Draft]:
    """Read "I work as a nurse at St. Mary's", "she works in payroll for the city"."""
    clause = said.clause
    if clause.tense is Tense.PAST and not (clause.ended or clause.started):
        return
    if clause.tense is Tense.FUTURE:
        return
    for preposition, noun in clause.prepositions:
        if is_pronoun(noun):
            continue
        run = said.value(noun, "in", "for")
        if preposition.norm == "as":
            yield said.claim("works_as", said.value(noun, "in"), changes=clause.started)
        elif _employs(said, preposition, noun):
            yield said.claim("works_at", run, changes=clause.started)


def _employs(said: Statement, preposition: Word, noun: Word) -> bool:
    """Tell whether one works at what a noun behind "work" names."""
    norm = preposition.norm
    if norm in {"in", "on"}:
        return noun.lemma in (TEAMS | _HOUSES if norm == "in" else _CREWS)
    if norm == "at" and noun.pos == "NOUN":
        return noun.lemma not in _NO_HOUSES
    known = norm in {"at", "for", "with"} and is_employer(noun)
    return known and (noun.entity != "PERSON" or norm == "at" or said.clause.ended)


def takes_post(said: Statement) -> Iterator[Draft]:
    """Read "I joined Siemens", "she started at Acme", "he got a job at the library"."""
    if not said.is_past or said.negated:
        return
    what = said.clause.object
    if said.lemma == "join":
        if what is not None and (what.entity == "ORG" or what.lemma in _FIRMS):
            yield said.claim("works_at", said.value(what), changes=True)
        elif what is not None and said.who.is_person and what.lemma in _CIRCLES:
            yield said.claim("hobby", said.value(what, "in"), changes=True)
        return
    if what is not None and what.lemma not in _JOBS:
        return
    at = said.clause.behind("at", "with", "for")
    if at is not None and is_employer(at) and at.entity != "PERSON":
        yield said.claim("works_at", said.value(at, "in"), changes=True)


def becomes(said: Statement) -> Iterator[Draft]:
    """Read "she became a partner", "I was promoted to manager", "he was made head of sales"."""
    if not said.is_past or said.negated or said.clause.ended:
        return
    post = said.clause.complement or said.clause.object
    if said.lemma in {"promote", "appoint", "elect", "make", "name"}:
        if not said.clause.passive:
            return
        post = said.clause.behind("to", "as") or post
    if post is None or is_pronoun(post):
        return
    if is_occupation(post) or said.lemma in {"promote", "appoint"}:
        yield said.claim("works_as", said.value(post, "in", "at"), changes=True)


def runs(said: Statement) -> Iterator[Draft]:
    """Read "I run the accounts department", "she manages a team of five", "he teaches chemistry"."""
    what = said.clause.object
    if what is None or not said.holds_now or is_pronoun(what) or said.clause.modal:
        return
    if said.lemma in {"teach", "lecture"}:
        if said.clause.progressive and any(each.is_ahead for each in said.times):
            return
        run = said.value(what)
    elif what.lemma in TEAMS | WORKPLACES:
        run = said.value(what, "in", "at")
    else:
        return
    yield said.claim("works_as", f"{said.text([said.clause.verb])} {said.text(run)}", at=run)
    at = said.clause.behind("at")
    if at is not None and is_employer(at) and said.lemma != "lead":
        yield said.claim("works_at", said.value(at, "outside", "in", "near"))


def gives_up_post(said: Statement) -> Iterator[Draft]:
    """Read "I quit my job at the bank", "she resigned as treasurer", "I retired", "he was laid off"."""
    clause, what = said.clause, said.clause.object
    if not said.is_past or said.negated:
        return
    if said.lemma == "retire":
        yield said.claim("status", "retired", at=[clause.verb], changes=True)
        yield from _years_at(said)
    elif clause.passive and said.lemma in _SACKED:
        redundant = clause.complement is not None and clause.complement.norm == "redundant"
        if said.lemma != "make" or redundant:
            text = {"lay off": "laid off", "make": "made redundant"}.get(
                said.lemma, clause.verb.text
            )
            yield said.claim("event", text, at=[clause.verb])
            yield from _left(said)
    elif said.lemma == "resign" or (what is not None and what.lemma in _JOBS):
        left = list(_left(said))
        yield from left or [said.claim("event", said.verb_phrase(), act=Act.STATE)]


def _left(said: Statement) -> Iterator[Draft]:
    """Yield where somebody worked."""
    at = said.clause.behind("from", "at", "with")
    if at is not None and is_employer(at):
        yield said.claim("works_at", said.value(at), act=Act.END)


def takes_degree(said: Statement) -> Iterator[Draft]:
    """Read "she is doing a master's in physics", "he did his PhD", "my son does French and maths"."""
    clause, what = said.clause, said.clause.object
    if what is None or clause.tense is Tense.FUTURE:
        return
    lemma = said.lemma
    if lemma in {"do", "take"} and said.holds_now:
        named = [each for each in clause.own if each.norm in lexicon.TAUGHT and each.dep in _LISTED]
        subjects = [each for each in named if each.index > clause.verb.index]
        yield from (said.claim("studies", [each]) for each in subjects)
        if subjects:
            return
    if not {what.lemma, what.norm.removesuffix("'s")} & _DEGREES:
        return
    if lemma in {"finish", "get", "complete", "earn"} and said.is_past:
        yield said.claim("event", said.verb_phrase())
    elif clause.tense is not Tense.PAST or lemma == "start":
        yield said.claim("studies", said.value(what, "in", "at"), changes=lemma == "start")


def learns(said: Statement) -> Iterator[Draft]:
    """Read "I study law in Lund", "I'm learning Italian", "she is training to be a pilot"."""
    clause, what = said.clause, said.clause.object
    if clause.tense is Tense.FUTURE:
        return
    where = clause.behind("at", "in", "on")
    aim = next(
        (e for e in said.tree.kids(clause.verb, "xcomp", "advcl") if e.lemma in {"be", "become"}),
        None,
    )
    goal = None if aim is None else said.tree.kid(aim, "attr", "acomp")
    if what is not None and not is_pronoun(what) and what.lemma not in _NO_SUBJECTS:
        for item in said.tree.items(what):
            yield said.claim("studies", said.value(item, "at", "in"))
    elif what is None and goal is not None:
        yield said.claim("studies", said.value(goal))
    elif what is None and where is not None and said.lemma != "learn":
        yield said.claim("studies", said.value(where, "in", "at"))


def switches(said: Statement) -> Iterator[Draft]:
    """Read "Tariq has switched from law to nursing", "she changed from sales to HR"."""
    new, old = said.clause.behind("to", "into", "as"), said.clause.behind("from")
    if not said.is_past or said.negated or new is None or is_pronoun(new):
        return
    known = {each.norm for each in (new, old) if each is not None} | {
        each.lemma for each in (new, old) if each is not None
    }
    if not known & FIELDS:
        return
    learning = bool(known & lexicon.STUDIES)
    predicate = "studies" if learning else "works_as"
    lead = "" if learning else "in "
    yield said.claim(predicate, lead + said.text(said.value(new)), at=said.value(new), changes=True)
    if old is not None:
        yield said.claim(
            predicate, lead + said.text(said.value(old)), at=said.value(old), act=Act.END
        )


def takes_over(said: Statement) -> Iterator[Draft]:
    """Read "Ousmane took over from me as treasurer in April", "I took over the choir"."""
    as_, source = said.clause.behind("as"), said.clause.behind("from")
    if not said.is_past or said.negated or as_ is None:
        return
    yield said.claim("works_as", said.value(as_, "in"), changes=True)
    if source is not None and source.norm in {"me", "us"}:
        yield said.claim("works_as", said.value(as_, "in"), act=Act.END, subject=said.scene.speaker)


_CRAFTS = words("build restore photograph write")
_NO_TRADES = words(
    "best thing it work homework dish laundry shopping dishes chore research sense people kid mistake decision plan progress friend money call noise mess list"
)


def practises(said: Statement) -> Iterator[Draft]:
    """Read "I groom poodles in Torquay", "Yusra does QA": a present without a certain object."""
    clause, what = said.clause, said.clause.object
    if (
        what is None
        or clause.tense is not Tense.PRESENT
        or clause.progressive
        or clause.modal
        or said.negated
        or is_pronoun(what)
    ):
        return
    if clause.chain or clause.is_within or said.who.of is not None:
        return
    noun = what.lemma
    if (
        noun in _NO_TRADES
        or noun in lexicon.PASTIMES | lexicon.GAMES
        or what.norm in lexicon.PASTIMES
        or (is_name(what) and said.lemma != "do")
    ):
        return
    determiners = {each.norm for each in said.tree.kids(what, "det", "poss", "nummod")}
    if said.lemma == "do" and not _is_task(what, determiners):
        return
    if said.lemma == "do":
        if (
            determiners - {"the"}
            or what.tag not in {"NNS", "NNP", "NN", "VBG"}
            or (said.who.is_speaker and determiners)
        ):
            return
        yield said.claim("works_as", said.value(what))
    elif not determiners and what.tag in {"NNS", "NN"}:
        leisure = said.lemma in lexicon.LEISURE - _CRAFTS
        yield said.claim("hobby" if leisure else "works_as", said.verb_phrase())
    else:
        return
    where = said.clause.behind("in")
    if where is not None and where.pos == "PROPN" and said.lemma != "do":
        yield said.claim("lives_in", said.value(where))


def _is_task(what: Word, determiners: set[str]) -> bool:
    """Tell whether what one does is work: "the shearing", "deliveries", "QA", not "gymnastics"."""
    if what.norm.endswith("ics"):
        return False
    return "the" in determiners or what.tag in {"NNS", "NNP"} or what.norm.endswith("ing")


def _years_at(said: Statement) -> Iterator[Draft]:
    """Read "after thirty-eight years with the railway" where somebody tells that they stopped."""
    for word in said.tree.words:
        if (
            word.lemma == "year"
            and said.tree.kid(word, "nummod") is not None
            and abs(word.index - said.clause.verb.index) < 20
        ):
            for each in said.tree.kids(word, "prep"):
                noun = said.tree.kid(each, "pobj")
                if each.norm in {"at", "with"} and noun is not None and not is_pronoun(noun):
                    yield said.claim("works_at", said.value(noun, "in"), act=Act.END)
