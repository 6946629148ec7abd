"""Read what somebody has, gets and gives away."""

from __future__ import annotations

from collections.abc import Iterator

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.nouns import (
    is_ailment,
    is_name,
    is_number,
    is_pronoun,
    relation,
    singular,
)
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_NO_POSSESSIONS = words(
    "name clear plans sleep lesson heart guts stomach chance clothes stuff tolerance choice preference opinion objection complaint regret energy patience interest intention control news update space room power reason appetite excuse time idea clue problem question meeting way chance day week plan thing lot bit fun point issue doubt money luck feeling look go talk chat rest word break lunch dinner breakfast coffee drink sense access need sign"
)
_UNCOUNTED = words(
    "minute hour day week month year second euro dollar pound thing question option problem idea time percent way reason mile kilometre meter word point issue quid hand eye day bug meeting call interview exam appointment"
)
_BOUGHT = words("ticket food grocery gift present bread milk")
_PLANNED = lexicon.OCCASIONS | words("trip appointment booking reservation order")
_DONE_TO_ONE = words("surgery operation accident miscarriage transplant bypass fall crash")
_PAINS = words("pain ache")
_BAD = words(
    "bad sore broken torn sprained dodgy weak stiff swollen fractured frozen herniated twisted"
)


def has(said: Statement) -> Iterator[Draft]:
    """Read "I have two cats", "she has asthma", "we've got no car", "he had a stroke"."""
    what = said.clause.object
    if what is None or is_pronoun(what) or said.clause.modal:
        return
    for item in said.tree.items(what):
        yield from _has(said, item)


def _has(said: Statement, what: Word) -> Iterator[Draft]:
    clause, noun = said.clause, singular(what)
    past = clause.tense is Tense.PAST and not clause.ended
    if noun in _DONE_TO_ONE:
        if said.is_past and said.times:
            yield said.claim("event", said.value(what))
    elif is_ailment(what) or what.lemma in _PAINS or _is_bad_part(said, what):
        if not past or said.times:
            yield said.claim("condition", said.value(what, "in", "to"))
    elif _is_dated(said, noun) and not said.negated:
        yield said.claim("plan", said.value(what, "with", "at", "for"))
    elif (
        past or clause.tense is Tense.FUTURE or (clause.progressive and clause.verb.lemma != "have")
    ):
        return
    elif relation(what) is not None and what.norm != "baby":
        yield from _relatives(said, what, noun)
    elif (number := _number(said, what)) and noun not in _UNCOUNTED:
        yield said.claim("count", number, of=noun, at=[*number, what])
        yield from _named_pets(said, what, noun)
    elif (amount := _amount(said, what)) is not None and noun in lexicon.PROPERTIES:
        yield said.claim("attribute", said.value(amount), of=noun, at=said.whole(what))
    elif _is_owned(said, what, noun):
        yield said.claim("owns", said.value(what))


def _relatives(said: Statement, what: Word, noun: str) -> Iterator[Draft]:
    """Read "I have two sisters", "we have no kids"."""
    if said.clause.lent:
        return
    if number := _number(said, what):
        yield said.claim("count", number, of=_plain(noun), at=[*number, what])
    elif said.negated:
        yield said.claim("relation", said.value(what), of=lexicon.standard(noun))


def _number(said: Statement, what: Word) -> list[Word]:
    """Return the number of a countable noun, where it is not denied."""
    number = said.tree.kid(what, "nummod")
    measured = what.entity.startswith(("DATE", "MONEY", "TIME", "QUANT"))
    if number is None or measured or said.negated or what.tag != "NNS" or not is_number(number):
        return []
    return said.numeral(number)


def _named_pets(said: Statement, what: Word, noun: str) -> Iterator[Draft]:
    """Read "I have two huskies, Buran and Zlata"."""
    for name in said.tree.kids(what, "appos"):
        for each in said.tree.items(name):
            if noun in lexicon.PETS and is_name(each) and each.pos == "PROPN":
                yield said.claim("owns", f"{noun} {each.text}", at=[each])


def _amount(said: Statement, what: Word) -> Word | None:
    """Return the amount behind a noun: "a budget of 6,500 lei"."""
    of = said.tree.kid(what, "prep")
    amount = said.tree.kid(of, "pobj") if of is not None and of.norm == "of" else None
    if amount is None or not any(is_number(each) for each in said.tree.below(amount)):
        return None
    return amount


def _is_owned(said: Statement, what: Word, noun: str) -> bool:
    if said.negated:
        is_denied = noun not in _NO_POSSESSIONS and what.pos == "NOUN" and not said.times
        return is_denied and said.who.is_person
    called = any(each.norm in {"called", "named"} for each in said.tree.kids(what, "acl"))
    branded = is_name(what) and what.entity in {"PRODUCT", "ORG"} and said.who.is_person
    return is_thing(what) or called or branded


def _plain(noun: str) -> str:
    return lexicon.standard(noun) if noun == "kid" else noun


def _is_bad_part(said: Statement, what: Word) -> bool:
    return what.norm in lexicon.BODY and any(
        each.norm in _BAD for each in said.tree.kids(what, "amod")
    )


def _is_dated(said: Statement, noun: str) -> bool:
    return (
        noun in lexicon.OCCASIONS
        and any(phrase.is_ahead for phrase in said.times)
        and said.clause.tense is not Tense.PAST
    )


def gets(said: Statement) -> Iterator[Draft]:
    """Read "we bought a van", "she adopted a dog", "I got a kitten"."""
    what = said.clause.object
    if what is None or is_pronoun(what) or said.clause.modal or said.negated or not said.is_past:
        return
    for item in said.tree.items(what):
        determined = bool(said.tree.kids(item, "det", "poss", "nummod")) or is_name(item)
        kept = determined and singular(item) not in _NO_POSSESSIONS | _BOUGHT | lexicon.PEOPLE
        if is_thing(item) or (kept and said.lemma != "get"):
            yield said.claim("owns", said.value(item), changes=True)


def drives(said: Statement) -> Iterator[Draft]:
    """Read "I drive a Clio", "she owns the shop", "I don't own a car"."""
    what = said.clause.object
    lasting = said.holds_now and not said.clause.modal and not said.clause.progressive
    if what is None or is_pronoun(what) or not lasting:
        return
    for item in said.tree.items(what):
        determined = bool(said.tree.kids(item, "det", "poss"))
        if is_thing(item) or is_name(item) or (determined and said.lemma == "own"):
            yield said.claim("owns", said.value(item))


def is_thing(noun: Word) -> bool:
    """Tell whether a noun names what people own."""
    return bool({noun.norm, singular(noun), noun.norm.rsplit("-", maxsplit=1)[-1]} & lexicon.GOODS)


def loses(said: Statement) -> Iterator[Draft]:
    """Read "I sold the Clio", "we gave away the piano", "she got rid of the van"."""
    if not said.is_past or said.negated:
        return
    what = said.clause.behind("of") if said.lemma == "rid" else said.clause.object
    if what is None or is_pronoun(what):
        return
    for item in said.tree.items(what):
        if said.tree.kids(item, "det", "poss", "nummod") or is_name(item):
            yield said.claim("owns", said.value(item), act=Act.END)


def cancels(said: Statement) -> Iterator[Draft]:
    """Read "we cancelled Netflix", "she gave up the allotment", "I've cancelled our trip"."""
    what = said.clause.object
    if not said.is_past or said.negated or what is None or is_pronoun(what):
        return
    for item in said.tree.items(what):
        noun = singular(item)
        if noun in _PLANNED:
            yield said.claim("plan", said.value(item, "to", "with", "at", "for"), act=Act.END)
        elif is_thing(item) or noun in lexicon.LAPSING or is_name(item):
            yield said.claim("owns", said.value(item), act=Act.END)


def keeps(said: Statement) -> Iterator[Draft]:
    """Read "we run 340 ewes", "I employ six people", "she keeps four hives"."""
    if (
        said.clause.tense is not Tense.PRESENT
        or said.negated
        or said.clause.modal
        or said.clause.progressive
        or said.clause.object is None
    ):
        return
    for what in said.tree.items(said.clause.object):
        number = said.tree.kid(what, "nummod")
        if (
            number is not None
            and what.tag == "NNS"
            and singular(what) not in _UNCOUNTED
            and not what.entity.startswith(("DATE", "MONEY", "TIME", "QUANT"))
        ):
            yield said.claim(
                "count", said.numeral(number), of=singular(what), at=[*said.numeral(number), what]
            )


def swaps(said: Statement) -> Iterator[Draft]:
    """Read "I swapped the Corsa for an e-bike", "she replaced the van with a bike"."""
    old, new = said.clause.object, said.clause.behind("for", "with")
    if (
        not said.is_past
        or said.negated
        or old is None
        or new is None
        or is_pronoun(new)
        or new.entity == "PERSON"
    ):
        return
    if not (is_thing(new) or is_thing(old)):
        return
    if not is_pronoun(old):
        yield said.claim("owns", said.value(old), act=Act.END)
    yield said.claim("owns", said.value(new), changes=True)


def pays(said: Statement) -> Iterator[Draft]:
    """Read "I pay 900 a month in rent", "she earns 3,200 euros", "it weighs 12 kilos"."""
    what = said.clause.object
    if (
        what is None
        or said.clause.tense in {Tense.PAST, Tense.FUTURE}
        or said.negated
        or said.clause.modal
    ):
        return
    if not any(is_number(each) for each in said.tree.below(what)):
        return
    run = said.value(what)
    lemma = said.lemma
    if lemma in {"earn", "make"}:
        if said.who.is_person:
            yield said.claim("attribute", run, of="salary")
    elif lemma == "pay":
        target = said.clause.behind("in", "for", "towards")
        if target is not None and target.pos == "NOUN" and not is_pronoun(target):
            yield said.claim("attribute", run, of=said.text(said.value(target)).lower())
    else:
        yield said.claim("attribute", run, of={"weigh": "weight", "cost": "price"}[lemma])
