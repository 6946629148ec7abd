"""Read illness, injury, medicine, and what befalls people: they marry, part, turn forty, die."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.phrases import is_number as is_written_number
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import is_ailment, is_name, is_pronoun, relation, singular
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_INJURED: Final = lexicon.BODY | words("acl ligament muscle meniscus")
_AIDS: Final = words("stick cane crutch frame walker limp")
_AGE_MAX: Final = 115


def suffers(said: Statement) -> Iterator[Draft]:
    """Read "I was diagnosed with lupus", "she suffers from migraines"."""
    illness = said.clause.behind("with", "from")
    if not _is_told(said) or illness is None or is_pronoun(illness):
        return
    if not is_ailment(illness) and said.lemma not in {"diagnose", "suffer"}:
        return
    for item in said.tree.items(illness):
        begins = said.lemma in {"diagnose", "come down"}
        yield said.claim("condition", said.value(item, "in"), changes=begins)


def is_hurt(said: Statement) -> Iterator[Draft]:
    """Read "I broke my wrist", "she tore a ligament"."""
    what = said.clause.object
    if (
        what is not None
        and said.is_past
        and not said.negated
        and {what.norm, what.lemma} & _INJURED
    ):
        yield said.claim("condition", said.verb_phrase(), changes=True)


def takes_medicine(said: Statement) -> Iterator[Draft]:
    """Read "I take 20 mg of citalopram a day"."""
    what = said.clause.object
    if not _is_told(said) or what is None or said.negated:
        return
    if any(is_medicine(each) for each in said.tree.below(what)):
        yield said.claim("attribute", said.value(what), of="medication")


def is_medicine(noun: Word) -> bool:
    """Tell whether a noun names a medicine."""
    return noun.norm in lexicon.DRUGS or noun.norm.endswith(lexicon.DRUG_ENDINGS)


def walks(said: Statement) -> Iterator[Draft]:
    """Read "I walk with a stick"."""
    aid = said.clause.behind("with")
    if said.is_habitual and aid is not None and aid.lemma in _AIDS:
        yield said.claim("condition", said.verb_phrase())


def _is_told(said: Statement) -> bool:
    return not said.clause.modal and said.clause.tense is not Tense.FUTURE


def enters_state(said: Statement) -> Iterator[Draft]:
    """Read "we got married", "he went vegan", "she was widowed"."""
    clause, verb = said.clause, said.clause.verb
    if said.negated or not said.is_past or is_wedded_to_things(said):
        return
    inner = said.tree.kids(verb, "attr", "acomp", "oprd", "xcomp", "advcl", "dobj", "conj")
    for word in (verb, *inner):
        if word is verb and not (clause.passive or clause.lent):
            continue
        if word.norm in lexicon.STATUSES and clause.object in {None, word}:
            yield said.claim("status", [word], changes=True)
            return
        if word.norm in lexicon.DIETS:
            yield said.claim("diet", [word], changes=True)
            return


def is_wedded_to_things(said: Statement) -> bool:
    """Tell whether it is a manner of speaking: "married to this spreadsheet"."""
    to = said.clause.behind("to")
    if to is None or is_name(to) or is_pronoun(to):
        return False
    return relation(to) is None and to.norm not in lexicon.PEOPLE


def marries(said: Statement) -> Iterator[Draft]:
    """Read "I married Ana", "they divorced"."""
    if not said.is_past or said.negated or said.clause.passive:
        return
    verb, what = said.clause.verb, said.clause.object
    state = "married" if said.lemma == "marry" else "divorced"
    yield said.claim("status", state, at=[verb], changes=True)
    if what is not None and is_name(what) and said.lemma == "marry":
        yield said.claim("relation", said.value(what), of="spouse", changes=True)


def parts(said: Statement) -> Iterator[Draft]:
    """Read "I broke up with Tom", "Lucy and I split up", "my girlfriend Lucy and I broke up"."""
    if not said.is_past or said.negated:
        return
    whom, subject = said.clause.behind("with", "from"), said.clause.subject
    if whom is None and subject is not None:
        joined = said.tree.kids(subject, "conj")
        whom = joined[0] if joined and joined[0].norm not in {"i", "me"} else subject
    if whom is None or is_pronoun(whom):
        return
    kin = relation(whom)
    named = (said.tree.kid(whom, "appos") or whom) if kin is not None else whom
    if kin is not None or is_name(whom):
        of = lexicon.standard(singular(whom)) if kin is not None else "partner"
        text = said.text(said.value(named))
        yield said.claim("relation", text, of=of, act=Act.END, at=[whom, said.clause.verb])


def dies(said: Statement) -> Iterator[Draft]:
    """Read "our dog Pepper died": an event, and for a pet the end of having it."""
    scene, subject = said.scene, said.clause.subject
    if not said.is_past or said.negated or said.who.is_speaker or subject is None:
        return
    below = said.tree.below(subject)
    pet = next((each for each in below if singular(each) in lexicon.PETS), None)
    if pet is not None and any(each.norm in {"my", "our"} for each in below):
        scene.drafts = [
            each
            for each in scene.drafts
            if each.predicate != "owns" or said.who.name not in each.object
        ]
        name = said.who.name if scene.relation_of(said.who.name) is None else ""
        text = f"{pet.norm} {name}".strip()
        yield said.claim("owns", text, subject=scene.speaker, act=Act.END, at=said.verb_phrase())
        if not name:
            return
    yield said.claim("event", said.verb_phrase(), act=Act.STATE)


def turns(said: Statement) -> Iterator[Draft]:
    """Read "she turned seven", "I turn 40 on Friday"."""
    if said.clause.modal:
        return
    for each in said.tree.kids(
        said.clause.verb, "nummod", "dobj", "attr", "acomp", "npadvmod", "oprd"
    ):
        run = said.numeral(each)
        if is_age(said.text(run)):
            yield said.claim("age", run, act=Act.STATE, changes=True)
            return


def is_age(text: str) -> bool:
    """Tell whether a number may be somebody's age."""
    if text.isdigit():
        return 0 < int(text) <= _AGE_MAX
    return is_written_number(text.lower()) and text.lower() != "one"
