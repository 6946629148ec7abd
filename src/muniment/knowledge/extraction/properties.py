"""Read what is said of a property: "my rent is 950 euros", "Ann's birthday is on 3 May"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from muniment.knowledge.differing import tells_difference
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.events import befell, happened
from muniment.knowledge.extraction.function_words import ADVERBS, PREPOSITIONS, THEIRS
from muniment.knowledge.extraction.phrases import TITLES, is_name, is_named, is_number, is_numeral
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.schedules import (
    OVER,
    kind_of_moment,
    no_more,
    occasion,
    ran_out,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.kinds import Kind, compatible, kind_of, moment_of
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act
from muniment.model.names import folded

VAGUE: Final = words(
    "good great fine ok okay nice bad terrible awful lovely perfect right wrong true sure sorry glad happy sad tired late early here"
    " there back done ready busy free available it this that so such hard easy clear mine yours ours hers gone over off up down in out"
    " plenty enough everything nothing something worth what how one"
)
_BIRTHDAY: Final = words("birthday birthdate dob bday")
_FAVOURITE: Final = ("favourite ", "favorite ", "fav ", "fave ")
_ABSTRACT: Final = words(
    "problem question point thing guess idea plan hope fear advice issue thought concern reason goal answer worry"
    " bet feeling preference dream wish excuse fault turn week day weekend month year morning evening life mind one ones"
)
"""What a possessive is said of without naming a property: "my guess is", "my first one is"."""
_WELL: Final = words("fine better ok okay good great healed well back perfect mended recovered")
MOVES: Final = words("go rise drop fall increase decrease climb jump")
_OF_ANOTHER: Final = words("for at with")
_NAMED_BY_A_WORD: Final = words("pronouns colour color gender religion nationality language")
_PASSING: Final = words("full tired cold warm tied")
"""What a part of the body is for an hour."""
_IN_NAMES: Final = words("de des du del della di da la le van von of the 's")
"""What stands within a name: "Eau des Merveilles", "Bull's Heart"."""
KINDS_OF_DAY: Final = words(
    "last first next due final start end arrival departure bed birth working opening closing founding moving delivery"
    " wedding starting checkout check-in tee"
)
"""What a day, a date or a time is the one of: "last day" is no day of a "last"."""
_KINDS_OF_NAME: Final = words("first last middle full family given maiden legal real new current")
_SLIPS: Final = frozenset({"sorry", "no", "wait", "i mean", "no wait", "no sorry", "i meant"})
_NUMBERED: Final = words("number code id pin password login room seat gate platform floor")
"""What a number tells apart, and does not measure: no room is 80 euros."""
_HOLDERS: Final = lexicon.PEOPLE | words(
    "replacement successor predecessor substitute stand-in deputy"
)
"""Who "he" and "she" mean behind what names them: "Sam's replacement is Yusuf. He starts"."""
_FINITE: Final = words("am is are was were")
_VALUE_LENGTH_MAX: Final = 7

KINDS_OF_PET: Final = lexicon.PETS | lexicon.NATIONALITIES
"""What a pet is and is not called: "my cat is Siamese"."""


_BEHIND_NAMES: Final = words("at in with for on from to right these nowadays")


def read_property(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of somebody's property."""
    verb, words_of = reading.verb, before_at(reading.who.words)
    head, of = words_of[-1].norm, name_of(words_of)
    if any(each.norm in _FINITE for each in words_of):
        return  # a possessive was taken for a verb: "my favourite book was Charlotte's Web"
    if verb.lemma in MOVES and head in lexicon.PROPERTIES and not verb.negated:
        yield from moved(reading, of, reading.who.name)
    elif verb.modal and not (verb.modal == "must" and of.startswith(_FAVOURITE)):
        return
    elif verb.lemma == "be" and not verb.passive:
        if reading.holds_now:
            yield from _is(reading, words_of)
    elif head in lexicon.BODY and (verb.lemma in lexicon.HURTS or verb.passive):
        if verb.tense is not Tense.PAST:
            yield from _ails(reading, head, verb.main.text, verb.main.end)
    elif head in lexicon.LAPSING and ran_out(reading):
        yield from no_more(reading, reading.clause.subject)
    elif befell(reading) and [each.norm for each in reading.clause.subject[:1]] == ["my"]:
        done = happened(reading)
        draft = reading.claim("event", f"{of} {reading.text(done)}", end=done[-1].end)
        yield replace(draft, was=f"'s {of} {reading.was(by_thing=True)}".strip())


def moved(reading: Reading, of: str, owner: str) -> Iterator[Draft]:
    """Read "rent went up to 980", "the price is going up to 1,180 from May"."""
    said = prepositional(reading.rest, {"to"}, reading.timed)
    verb, tail = reading.verb, reading.clause.tail
    if not said and tail and is_numeral(tail[0].tokens[0]):
        said = before_preposition(value(tail[0].tokens, reading.timed))
    happens = verb.progressive and verb.tense is Tense.PRESENT
    if is_telling(said) and (happens or verb.is_past):
        yield reading.claim("attribute", said, of=of, subject=owner, changes=True)


def _is(reading: Reading, words_of: Sequence[Token]) -> Iterator[Draft]:
    rest = [each for each in reading.rest if each.norm not in ADVERBS]
    if rest[:1] and rest[0].norm in OVER and not reading.verb.negated and len(rest) < 4:
        yield from no_more(reading, words_of)
        return
    changed = [each.norm for each in rest[:2]] in (["down", "to"], ["up", "to"], ["up", "at"])
    said = with_times(rest[2:] if changed else reading.rest)
    if not said:
        return
    name, head = name_of(words_of), words_of[-1].norm
    if head in _BIRTHDAY or name.endswith(("date of birth", "birth date")):
        yield reading.claim("born_on", before_preposition(last_given(reading, said)))
    elif name.startswith(_FAVOURITE):
        kind = lexicon.singular(name.split(" ", 1)[-1])
        if said[0].norm not in VAGUE and [each.norm for each in reading.clause.subject[-1:]] != [
            "it"
        ]:
            yield reading.claim("favourite", said, of=kind)
    elif head == "name":
        yield from name_given(reading, named(said))
    elif head in lexicon.BODY:
        yield from _ails(reading, head, reading.text(said), said[-1].end)
    elif lexicon.singular(head) in lexicon.PETS:
        yield from _pets(reading, lexicon.singular(head), named(said))
    elif planned := list(occasion(reading, words_of)) if head in lexicon.OCCASIONS else []:
        yield from planned
    elif _tells(head, said) and (rest[0].norm not in PREPOSITIONS or kind_of_moment(said)):
        given = last_given(reading, said)
        if is_named(given) and lexicon.singular(head) in _HOLDERS:
            reading.scene.meet(reading.text(given), at=given[0].start)
        name = f"{_purpose(reading)} {name}".strip()
        yield reading.claim("attribute", [*given, *_further(reading, head, given)], of=name)


def _purpose(reading: Reading) -> str:
    """Return what something is for, where that tells it from others: of "my budget for the kitchen" the kitchen."""
    words_of = reading.who.words
    at = next((i for i, each in enumerate(words_of) if i and each.norm == "for"), None)
    what = [] if at is None else list(words_of[at + 1 :])
    if len(what) < 2 or what[0].norm not in {"the", "our", "my"} or what[1].start in reading.timed:
        return ""
    is_plain = len(what) < 4 and PREPOSITIONS.isdisjoint(each.norm for each in what)
    return " ".join(each.norm for each in what[1:]) if is_plain else ""


def _pets(reading: Reading, kind: str, first: Sequence[Token]) -> Iterator[Draft]:
    """Yield several pets by name: "our cats are Mochi and Bean"."""
    for name in (first, *(named(tail.tokens) for tail in reading.clause.tail)):
        if not name or name[0].norm in KINDS_OF_PET:
            return
        yield reading.claim("owns", f"{kind} {reading.text(name)}", end=name[-1].end)


def _further(reading: Reading, head: str, given: Sequence[Token]) -> Iterator[Token]:
    """Yield how a value goes on behind a comma or an "and": "Unit 4, Mill Lane", "every Monday and Thursday"."""
    for tail in reading.clause.tail:
        is_place = head == "address" and tail.before == ","
        is_part = is_place and all(is_name(each) or is_numeral(each) for each in tail.tokens)
        moment = kind_of_moment(given[-1:]) if tail.before == "and" else ""
        if not is_part and (
            not moment or kind_of_moment(tail.tokens) != moment or len(tail.tokens) > 1
        ):
            return
        yield from tail.tokens


def _tells(head: str, said: Sequence[Token]) -> bool:
    """Tell whether a value is one to keep of a property."""
    if said[0].norm in VAGUE or head in _ABSTRACT:
        return False
    return is_telling(said) or (head in _NAMED_BY_A_WORD and len(said) < 4)


def _ails(reading: Reading, head: str, state: str, end: int) -> Iterator[Draft]:
    """Yield that a part of the body is ill: "knees are shot", not "back is fine now"."""
    norms = {each.norm for each in (*reading.verb.tokens, *reading.rest)}
    if reading.verb.negated or _PASSING & set(state.casefold().split()):
        return
    hurts = reading.lemma in lexicon.HURTS
    if not norms & _WELL and (hurts or lexicon.ILL & set(state.casefold().split())):
        yield reading.claim("condition", f"{head} {state}", end=end)


def name_given(reading: Reading, name: Sequence[Token]) -> Iterator[Draft]:
    """Yield whose relative or pet it is that gets a name; note the name for what is said besides."""
    scene, subject = reading.scene, reading.clause.subject
    if scene.pet is not None and subject and subject[0].norm in {"he", "she", "it", *THEIRS}:
        scene.name_pet(reading.text(name))
        return
    relation = scene.relation_of(reading.who.name)
    if relation is None and reading.who.is_speaker:
        yield from _own_name(reading, name)
    if relation is None or not name:
        return
    owner, kind = relation
    text = reading.text(name)
    scene.names.setdefault(reading.who.name, text)
    if kind in lexicon.PETS:
        yield reading.claim("owns", f"{kind} {text}", subject=owner, end=name[-1].end)
    else:
        of = lexicon.standard(kind)
        own = Act.STATE if subject and subject[0].norm in THEIRS else None
        yield reading.claim("relation", name, of=of, subject=owner, act=own)


def _own_name(reading: Reading, name: Sequence[Token]) -> Iterator[Draft]:
    """Yield the speaker's own name, unless it is the one that the turn comes with."""
    known = set(folded(reading.scene.speaker).split())
    of = [each.norm for each in reading.who.words]
    is_kind = of[-1:] == ["name"] and _KINDS_OF_NAME.issuperset(of[:-1])
    if name and is_kind and not known & {each.norm for each in name}:
        yield reading.claim("attribute", name, of=name_of(reading.who.words))


def is_the_new_one(reading: Reading) -> bool:
    """Tell whether a clause gives the value of the property before: "the new one is 44", "it's 44"."""
    named_before = reading.scene.property
    if named_before is None or reading.lemma != "be" or reading.verb.negated:
        return False
    subject = [each.norm for each in reading.clause.subject]
    if subject in (["the", "new", "one"], ["new", "one"]):
        return True
    said = value(reading.rest)
    known = bool(named_before.words) and named_before.words[-1].norm in lexicon.PROPERTIES
    return subject in (["it"], ["its"]) and known and is_telling(said)


def is_of_another(reading: Reading) -> bool:
    """Tell whether "it" is another thing: "for the paper it's Ann", "the flight is BA117 and it's on Friday"."""
    if [each.norm for each in reading.clause.subject] not in (["it"], ["its"]):
        return False
    lead = reading.clause.lead
    is_led = bool(lead) and lead[0].norm in _OF_ANOTHER
    is_led = is_led and not any(each.start in reading.timed for each in lead)
    return is_led or _is_of_another_kind(reading)


def _is_of_another_kind(reading: Reading) -> bool:
    """Tell whether a value cannot follow the one before: no day is a flight number, no price a room."""
    before = reading.scene.property
    of = "" if before is None or not before.words else name_of(before_at(before.words))
    earlier = [
        each.object
        for each in reading.scene.drafts
        if each.of == of or (each.predicate == "born_on" and of in _BIRTHDAY)
    ]
    said = reading.text(value(reading.rest))
    if not earlier or not said or reading.lemma != "be":
        return False
    old, new = kind_of(earlier[-1]), kind_of(said)
    is_amount = new in {Kind.MONEY, Kind.MEASURE} and new is not old
    if is_amount and of.rsplit(" ", maxsplit=1)[-1] in _NUMBERED:
        return True
    if old is new is Kind.WHEN and not reading.corrects:
        return moment_of(earlier[-1]) != moment_of(said)
    return not compatible(earlier[-1], said)


def name_of(tokens: Sequence[Token]) -> str:
    """Return the words of a property as its name."""
    kept = [each.norm for each in tokens if each.norm not in {"new", "current"}]
    return " ".join(kept or (each.norm for each in tokens))


def before_at(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a property before "at", "in" or "with"."""
    for index, token in enumerate(tokens):
        if index and token.norm in _BEHIND_NAMES:
            return list(tokens[:index])
    return list(tokens)


def named(said: Sequence[Token]) -> list[Token]:
    """Return the name that a value begins with."""
    for index, token in enumerate(said):
        goes_on = (
            index and token.norm in _IN_NAMES and any(is_name(e) for e in said[index + 1 :][:1])
        )
        if not (is_name(token) or token.norm in TITLES or goes_on):
            return list(said[:index])
    return list(said)


def is_telling(said: Sequence[Token]) -> bool:
    """Tell whether a value is one to keep: a number, a name, a date, a code."""
    if not said or said[0].norm in VAGUE or len(said) > _VALUE_LENGTH_MAX:
        return False
    if tells_difference(" ".join(each.text for each in said)):
        return False
    if any(is_numeral(each) or "@" in each.norm for each in said) or is_number(said[0].norm):
        return True
    return is_name(said[0]) or kind_of_moment(said) != ""


def last_given(reading: Reading, said: list[Token]) -> list[Token]:
    """Return a value that was corrected on the spot: "the 2nd, sorry, the 12th"."""
    tails = reading.clause.tail
    for tail, following in pairwise(tails):
        if " ".join(each.norm for each in tail.tokens) in _SLIPS:
            return value(following.tokens) or said
    return said
