"""Read what is said of a property: "my rent is 950 euros", "Ann's birthday is on 3 May"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.phrases import is_name, is_numeral, without_articles
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import prepositional, value
from muniment.knowledge.extraction.verb_groups import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

NUMBERS: Final = words(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety"
)
_VAGUE: Final = words(
    "good great fine ok okay nice bad terrible awful lovely perfect right wrong true sure sorry glad happy sad tired late early here"
    " there back done ready busy free available able it this that so such beautiful amazing fun funny cool weird strange hard easy"
    " difficult important interesting boring crazy possible impossible clear obvious mine yours ours hers gone over off up down in out"
    " plenty enough everything nothing something fantastic wonderful brilliant horrible insane annoying ridiculous worth what how one"
)
_BIRTHDAY: Final = frozenset(
    {"birthday", "date of birth", "birth date", "birthdate", "dob", "bday"}
)
_WELL: Final = words("fine better ok okay good great healed well back perfect")
_MOVES: Final = words("go move change switch rise drop fall increase decrease climb jump")
_SETS: Final = words("begin start end finish expire run close open leave depart arrive")


def is_number(word: str) -> bool:
    """Tell whether a lower-case word is a number up to 110 or so."""
    if word.isdigit():
        return True
    parts = word.split("-")
    return all(part in NUMBERS for part in parts) and len(parts) <= 2


def read_property(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of somebody's property."""
    of = " ".join(reading.who.of.split(" ")) if reading.who.of else ""
    verb = reading.verb
    if verb.modal or verb.tense is Tense.FUTURE or not of:
        return
    if verb.lemma == "be" and not verb.passive:
        if reading.holds_now:
            yield from _is(reading, of)
    elif verb.lemma in lexicon.HURTS and of.split(" ")[-1] in lexicon.BODY and not verb.negated:
        yield reading.claim("condition", f"{of.split(' ')[-1]} {verb.main.text}")
    elif verb.lemma in _MOVES and verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.negated:
        said = list(prepositional(reading.rest, {"to"}))
        if is_telling(said) and of.split(" ")[-1] in lexicon.PROPERTIES:
            yield reading.claim("attribute", said, of=of, changes=True)


def is_the_new_one(reading: Reading) -> bool:
    """Tell whether a clause gives the value of the property before: "the new one is 44"."""
    subject = [each.norm for each in reading.clause.subject]
    return subject in (["the", "new", "one"], ["new", "one"]) and reading.lemma == "be"


def _is(reading: Reading, of: str) -> Iterator[Draft]:
    said = with_times(reading.rest)
    if not said:
        return
    words_of = before_at(reading.who.words)
    head = words_of[-1].norm if words_of else ""
    name = " ".join(each.norm for each in words_of)
    norms = [each.norm for each in said]
    if name in _BIRTHDAY:
        yield reading.claim("born_on", last_given(reading, said))
    elif name.startswith(("favourite ", "favorite ")) or name in {"favourite", "favorite"}:
        yield reading.claim("favourite", said, of=lexicon.singular(name.split(" ", 1)[-1]))
    elif head in lexicon.BODY:
        if norms[0] not in _WELL and not reading.verb.negated:
            yield reading.claim("condition", f"{head} {reading.text(said)}", end=said[-1].end)
    elif head in words("job occupation profession trade"):
        yield reading.claim("works_as", said)
    elif head in words("employer"):
        yield reading.claim("works_at", said)
    elif head in words("hobby hobbies pastime"):
        yield reading.claim("hobby", said)
    elif head in lexicon.LANGUAGES:
        yield reading.claim(
            "skill", f"{reading.who.words[-1].text} {reading.text(said)}", end=said[-1].end
        )
    elif head in lexicon.COLLECTIVES and is_number(norms[0]):
        yield reading.claim("count", said[:1], of=f"{head} member", end=said[-1].end)
    elif head in lexicon.OCCASIONS:
        yield from occasion(reading, words_of)
    elif head in {"name", "names"} and not is_name(said[0]):
        return
    elif head == "name" and not reading.who.is_speaker:
        yield from _name(reading, named(said))
    elif is_telling(said) and (head in lexicon.PROPERTIES or _measure(said)):
        of = name if head in lexicon.PROPERTIES else f"{name} {_measure(said)}"
        yield reading.claim("attribute", last_given(reading, said), of=of)
    elif head in lexicon.PROPERTIES and norms[0] not in _VAGUE and len(said) <= 5:
        yield reading.claim("attribute", said, of=name)


def _name(reading: Reading, name: Sequence[Token]) -> Iterator[Draft]:
    """Read "her name is Kamala" of a relative, a pet or a thing."""
    scene, subject = reading.scene, reading.clause.subject
    if scene.pet is not None and subject and subject[0].norm in {"his", "her", "its"}:
        scene.name_pet(reading.text(name))
        return
    relation = scene.relation_of(reading.who.name)
    if relation is not None and name:
        scene.names.setdefault(reading.who.name, reading.text(name))
        yield reading.claim(
            "relation", name, of=lexicon.standard(relation[1]), subject=relation[0], act=Act.STATE
        )
    elif relation is None:
        yield reading.claim("attribute", name, of="name")


def occasion(reading: Reading, noun: Sequence[Token]) -> Iterator[Draft]:
    """Read "the dentist is on Tuesday", "my interview is at ten": a plan of the speaker's."""
    rest = reading.rest
    when = value(rest)
    if (
        not when
        or when[0].norm not in words("on at in from this next tomorrow today tonight")
        or reading.verb.tense is Tense.PAST
    ):
        return
    if not reading.has_time and not is_numeral(when[-1]):
        return
    yield reading.claim(
        "plan",
        f"{reading.text(noun)} {reading.text(when)}",
        subject=reading.scene.speaker,
        end=when[-1].end,
    )


def _measure(said: Sequence[Token]) -> str | None:
    """Return what a number with a unit measures: of "48 square metres" the size."""
    return next((lexicon.UNITS[each.norm] for each in said[1:] if each.norm in lexicon.UNITS), None)


def before_at(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a property before "at", "in" or "with"."""
    for index, token in enumerate(tokens):
        if index and token.norm in words("at in with for on from"):
            return list(tokens[:index])
    return list(tokens)


def named(said: Sequence[Token]) -> list[Token]:
    """Return the name that a value begins with."""
    for index, token in enumerate(said):
        if not is_name(token):
            return list(said[:index])
    return list(said)


def is_telling(said: Sequence[Token]) -> bool:
    """Tell whether a value is one to keep: a number, a name, a date, a code."""
    norms = [each.norm for each in said]
    if not norms or norms[0] in _VAGUE or len(said) > 7:
        return False
    if any(is_numeral(each) for each in said) or is_number(norms[0]):
        return True
    return is_name(said[0])


def with_times(rest: Sequence[Token]) -> list[Token]:
    """Return a value, dates included, without the preposition before it."""
    said = value(rest)
    cut = said[1:] if said and said[0].norm in {"on", "at", "in"} and len(said) > 1 else said
    return without_articles(cut)


def last_given(reading: Reading, said: list[Token]) -> list[Token]:
    """Return a value that was corrected on the spot: "the 2nd, sorry, the 12th"."""
    tails = reading.clause.tail
    for index, tail in enumerate(tails[:-1]):
        if " ".join(each.norm for each in tail.tokens) in {
            "sorry",
            "no",
            "wait",
            "i mean",
            "no wait",
            "no sorry",
            "i meant",
        }:
            return value(tails[index + 1].tokens) or said
    if tails and tails[0].tokens[0].norm in {"sorry", "no"} and len(tails[0].tokens) > 1:
        return value(tails[0].tokens[1:]) or said
    return said
