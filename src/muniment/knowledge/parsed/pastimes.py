"""Read hobbies and skills from what somebody does again and again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.verbs import gerund_of
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_pronoun, singular
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word
from muniment.recall.times import Extent

_VICES: Final = words("smoking drinking cigarettes vaping")
_DENIED: Final = words("smoke cook dance gamble ski swim cycle ride run vape")
_DENIED_SKILLS: Final = words("drive swim cook cycle")


def plays(said: Statement) -> Iterator[Draft]:
    """Read "I play the cello", "she used to play chess"."""
    clause, what = said.clause, said.clause.object
    if what is None or not _lasts(said) or not _names(what) & lexicon.PLAYED:
        return
    for item in said.tree.items(what):
        at = [clause.verb, *said.value(item)]
        text = f"{clause.verb.norm} {said.text(said.value(item))}"
        yield said.claim("hobby", text, at=at, changes=clause.started)


def takes_up(said: Statement) -> Iterator[Draft]:
    """Read "he took up chess", "I gave up smoking", "she quit climbing", "we dropped sugar"."""
    what = said.clause.object or said.clause.behind("on")
    if not said.is_past or said.negated or what is None or is_pronoun(what):
        return
    ends = said.lemma != "take up"
    act = Act.END if ends else None
    if _names(what) & lexicon.PRACTICES or (ends and what.norm in _VICES):
        yield said.claim("hobby", said.value(what), act=act, changes=True)
    elif ends and what.norm in lexicon.FOODS:
        yield said.claim("diet", said.value(what), act=act)


def goes_for(said: Statement) -> Iterator[Draft]:
    """Read "I go bouldering", "she stopped going to the gym"."""
    clause = said.clause
    if clause.ended and clause.behind("to") is not None:
        yield said.claim("hobby", said.verb_phrase())
        return
    inner = said.tree.kid(clause.verb, "xcomp", "advcl", "acomp", "conj", "dobj", "pcomp")
    if inner is None or inner.norm not in lexicon.PASTIMES or not _lasts(said):
        return
    if (
        is_regular(said)
        or clause.ended
        or (clause.tense is Tense.PRESENT and not clause.progressive)
    ):
        yield said.claim("hobby", [inner], at=[clause.verb, inner])


def collects(said: Statement) -> Iterator[Draft]:
    """Read "I collect stamps", "she volunteers at the library", "we keep bees"."""
    what = said.clause.object
    if said.clause.progressive or not _lasts(said):
        return
    if said.lemma == "keep":
        if what is not None and singular(what) in lexicon.PETS | {"bee"}:
            yield said.claim("hobby" if singular(what) == "bee" else "owns", said.value(what))
    elif (said.lemma == "volunteer" and len(said.verb_phrase()) > 1) or (
        what is not None and what.pos == "NOUN"
    ):
        yield said.claim("hobby", said.verb_phrase())


def does_again(said: Statement) -> Iterator[Draft]:
    """Read "we hike every Sunday", "I don't smoke", "she has stopped running"."""
    clause, verb = said.clause, said.clause.verb
    if not _lasts(said):
        return
    if clause.negated:
        counts = (not said.times and verb.lemma in _DENIED) or verb.lemma == "smoke"
        counts = counts and clause.tense in {Tense.PRESENT, Tense.PERFECT}
    else:
        counts = clause.ended or clause.started or is_regular(said)
    if not counts:
        return
    since = any(each.extent is Extent.SINCE for each in said.times)
    act = Act.END if clause.negated and clause.tense is Tense.PERFECT and since else None
    run = said.verb_phrase()
    yield said.claim("hobby", gerund_of(verb.lemma) if len(run) == 1 else run, act=act, at=run)


def _lasts(said: Statement) -> bool:
    """Tell whether a clause speaks of what somebody does or did for a while, not of once."""
    clause = said.clause
    if clause.modal or clause.tense is Tense.FUTURE or {"know", "learn"} & set(clause.chain):
        return False
    return clause.tense is not Tense.PAST or clause.ended or clause.started


def _names(noun: Word) -> set[str]:
    return {noun.norm, singular(noun), noun.lemma}


_REGULARLY: Final = words("""
every each most often usually always regularly weekly daily mondays tuesdays wednesdays thursdays fridays saturdays
sundays weekends weekend mornings evenings nights
""")
_PERIODS: Final = words("week month year")


def is_regular(said: Statement) -> bool:
    """Tell whether a clause says that something is done again and again."""
    norms = {each.norm for each in said.clause.own}
    return bool(norms & _REGULARLY) or bool(norms & {"once", "twice", "times"} and norms & _PERIODS)


def speaks(said: Statement) -> Iterator[Draft]:
    """Read "I speak Farsi", "she can read Arabic"."""
    clause, verb = said.clause, said.clause.verb
    if clause.object is None or clause.modal not in {"", "can"} or not said.holds_now:
        return
    for each in clause.own:
        if each.norm in lexicon.LANGUAGES and each.index > verb.index:
            plain = verb.lemma in {"speak", "know"}
            yield said.claim("skill", each.text if plain else f"{verb.norm} {each.text}", at=[each])


def can(said: Statement) -> Iterator[Draft]:
    """Read "she can't swim", "he knows how to weld", "I don't drive"."""
    clause, verb = said.clause, said.clause.verb
    if not said.who.is_person:
        return
    if clause.modal == "can" or {"know", "able"} & set(clause.chain):
        if not said.times:
            yield said.claim("skill", said.verb_phrase())
    elif (
        clause.negated
        and said.is_habitual
        and verb.lemma in _DENIED_SKILLS
        and clause.object is None
    ):
        yield said.claim("skill", [verb])
