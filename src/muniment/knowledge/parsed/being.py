"""Read what a copula says of a person: a state, what somebody is, where somebody is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import MINE
from muniment.knowledge.extraction.phrases import KEPT_MODIFIERS
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.parsed.drafting import Statement
from muniment.knowledge.parsed.health import is_age, is_wedded_to_things
from muniment.knowledge.parsed.naming import relative_named
from muniment.knowledge.parsed.nouns import is_name, is_number, is_pronoun, relation, singular
from muniment.knowledge.parsed.traits import trait
from muniment.knowledge.parsed.whereabouts import is_somewhere
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.ports.parser import Word

_BEFORE_STATES: Final = words("""
not n't currently still now officially just already really a an no longer anymore happily recently newly
""")
_STATE_WORDS_MAX: Final = 6
_AFTER_AN_AGE: Final = frozenset({"PUNCT", "CCONJ", "ADP", "ADV", "SCONJ", "PRON", "DET"})


def is_so(said: Statement) -> Iterator[Draft]:
    """Yield what "be" says of a person."""
    clause, complement = said.clause, said.clause.complement
    if clause.tense is Tense.FUTURE:
        yield from _will_be(said)
        return
    if clause.tense is Tense.PAST and not clause.ended:
        return
    state = state_of(said)
    if state is not None:
        yield state
        return
    if complement is None:
        yield from is_somewhere(said)
    else:
        for item in said.tree.items(complement):
            yield from _is_one(said, item)
    yield from _with(said)


def _will_be(said: Statement) -> Iterator[Draft]:
    """Read "my mum will be 80 next month"."""
    behind = said.tree.words[said.clause.verb.index + 1 : said.clause.verb.index + 2]
    if said.clause.modal in {"will", "shall"} and behind and behind[0].tag == "CD" and said.times:
        run = said.numeral(behind[0])
        if is_age(said.text(run)):
            yield said.claim("age", run, changes=True)


def state_of(said: Statement) -> Draft | None:
    """Read a state, which may be several words long: "on parental leave"."""
    clause = said.clause
    if clause.tense is Tense.FUTURE or (clause.tense is Tense.PAST and not clause.ended):
        return None
    if is_wedded_to_things(said):
        return None
    auxiliaries = said.tree.kids(clause.verb, "auxpass")
    begin = auxiliaries[-1].index if auxiliaries else clause.verb.index
    after = [each for each in clause.own if each.index > begin and each.norm not in _BEFORE_STATES]
    for size in range(min(_STATE_WORDS_MAX, len(after)), 0, -1):
        run = after[:size]
        if (
            run[-1].index - run[0].index != size - 1
            or said.text(run).lower() not in lexicon.STATUSES
        ):
            continue
        following = said.tree.words[run[-1].index + 1 : run[-1].index + 2]
        names_a_noun = size == 1 and following and following[0].pos in {"NOUN", "PROPN"}
        if names_a_noun or clause.object is not None:
            return None
        return said.claim("status", run)
    return None


def _with(said: Statement) -> Iterator[Draft]:
    """Read "with a bad hip", "with forty hives" behind what somebody is."""
    noun = said.clause.behind("with")
    if noun is None:
        return
    number = said.tree.kid(noun, "nummod")
    if noun.norm in lexicon.BODY:
        yield said.claim("condition", said.value(noun))
    elif number is not None and noun.tag == "NNS" and not noun.entity:
        at = [*said.numeral(number), noun]
        yield said.claim("count", said.numeral(number), of=singular(noun), at=at, act=Act.STATE)


Reader = Callable[[Statement, Word], "list[Draft] | None"]


def _is_one(said: Statement, item: Word) -> Iterator[Draft]:
    """Yield what the first reader that knows the noun or adjective makes of it."""
    if is_pronoun(item):
        return
    readers: tuple[Reader, ...] = (_named, _aged, _pet, _somebodys, _ours, trait)
    for read in readers:
        found = read(said, item)
        if found is not None:
            yield from found
            return


def _named(said: Statement, item: Word) -> list[Draft] | None:
    """Read "my boss is Ms. Delacroix"."""
    kin = said.scene.relation_of(said.who.name)
    is_called = is_name(item) and item.pos == "PROPN" and item.norm not in lexicon.NATIONALITIES
    if kin is None or kin[1] in lexicon.PETS or not is_called:
        return None
    return list(relative_named(said, said.value(item)))


def _aged(said: Statement, item: Word) -> list[Draft] | None:
    """Read "I'm 34", "she is ninety-one years old"."""
    if item.norm in {"old", "years", "yo"}:
        number = next((each for each in said.tree.below(item) if is_number(each)), None)
        if number is None or not is_age(said.text(said.numeral(number))):
            return []
        run = said.numeral(number)
        return [said.claim("age", run, at=[*run, item])]
    run = said.numeral(item)
    subject = said.clause.subject
    if not is_age(said.text(run)) or (subject is not None and subject.norm in {"we", "they"}):
        return None
    if any(each.tag != "CD" for each in said.tree.kids(item, "amod", "compound", "nmod")):
        return None
    following = said.tree.words[run[-1].index + 1 : run[-1].index + 2]
    stands = (
        not following or following[0].pos in _AFTER_AN_AGE or following[0].norm in {"years", "now"}
    )
    return [said.claim("age", run)] if stands else []


def _pet(said: Statement, item: Word) -> list[Draft] | None:
    """Leave what a pet without a name is said to be: a joke, as a rule, but for its health."""
    kin = said.scene.relation_of(said.who.name)
    if kin is None or kin[1] not in lexicon.PETS or item.norm in lexicon.AILING:
        return None
    return []


def _somebodys(said: Statement, item: Word) -> list[Draft] | None:
    """Read "Tamer is my cousin"."""
    owner = said.tree.kid(item, "poss")
    if owner is None or owner.norm not in MINE | {"her", "his"} or relation(item) is None:
        return None
    whose = said.scene.speaker if owner.norm in MINE else said.scene.meant_by(owner.norm)
    if whose is None or said.who.is_speaker or said.scene.relation_of(said.who.name) is not None:
        return []
    kept = [
        each.norm
        for each in said.tree.kids(item, "amod", "compound")
        if each.norm in KEPT_MODIFIERS
    ]
    of = lexicon.standard(" ".join([*kept, singular(item)]))
    if whose == said.scene.speaker:
        said.scene.meet(said.who.name, relation(item))
    return [said.claim("relation", said.who.name, of=of, subject=whose, at=[item])]


def _ours(said: Statement, item: Word) -> list[Draft] | None:
    """Read "Mozart is my beagle"; of other things of ours nothing follows."""
    owner, subject = said.tree.kid(item, "poss"), said.clause.subject
    if owner is None or owner.norm not in MINE:
        return None
    is_pet = singular(item) in lexicon.PETS and subject is not None and subject.pos == "PROPN"
    if not is_pet or said.clause.ended:
        return []
    text = f"{said.text(said.value(item))} {said.who.name}"
    return [said.claim("owns", text, subject=said.scene.speaker, at=[item])]
