"""Read what is said of a property: "my rent is 950 euros", "Ann's birthday is on 3 May"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.fitting import DWELLINGS
from muniment.knowledge.extraction.frames import listed
from muniment.knowledge.extraction.function_words import ADVERBS, PREPOSITIONS, THEIRS
from muniment.knowledge.extraction.phrases import (
    TITLES,
    is_name,
    is_number,
    is_numeral,
    without_articles,
)
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.schedules import (
    OVER,
    RECURRING,
    clocked,
    kind_of_moment,
    lasting,
    no_more,
    occasion,
    recurring,
    run_out,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act

_VAGUE: Final = words(
    "good great fine ok okay nice bad terrible awful lovely perfect right wrong true sure sorry glad happy sad tired late early here"
    " there back done ready busy free available able it this that so such beautiful amazing fun funny cool weird strange hard easy"
    " difficult important interesting boring crazy possible impossible clear obvious mine yours ours hers gone over off up down in out"
    " plenty enough everything nothing something fantastic wonderful brilliant horrible insane annoying ridiculous worth what how one"
)
_BIRTHDAY: Final = frozenset(
    {"birthday", "date of birth", "birth date", "birthdate", "dob", "bday"}
)
_FAVOURITE: Final = ("favourite ", "favorite ", "fav ", "fave ")
_ABSTRACT: Final = words(
    "problem question point thing guess idea plan hope fear advice issue thought concern reason suggestion goal answer worry"
    " bet feeling preference dream wish excuse fault turn week day weekend month year morning evening life problem mind"
)
_WELL: Final = words("fine better ok okay good great healed well back perfect")
MOVES: Final = words("come go move change switch rise drop fall increase decrease climb jump")
_FREE: Final = words(
    "pronouns colour color gender religion nationality language languages frequency theme motto brand location"
)
KNOWN: Final = {
    "job": "works_as", "occupation": "works_as", "profession": "works_as", "trade": "works_as",
    "employer": "works_at", "hobby": "hobby", "hobbies": "hobby", "pastime": "hobby",
}  # fmt: skip
MODELLED: Final = lexicon.POSSESSIONS - lexicon.PETS | words("boiler router server modem machine")
"""Things whose make is worth noting."""


def read_property(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of somebody's property."""
    verb, head = reading.verb, before_at(reading.who.words)[-1].norm
    of = reading.who.of or ""
    done = verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.negated
    if verb.modal and not (verb.modal == "must" and of.startswith(_FAVOURITE)):
        return
    if verb.lemma == "be" and not verb.passive:
        if reading.holds_now and verb.tense is not Tense.FUTURE:
            yield from _is(reading, head)
    elif verb.passive and head in lexicon.BODY and verb.tense is Tense.PRESENT:
        if _is_well_again(reading):
            yield reading.claim("condition", head, act=Act.END)
        elif not verb.negated:
            yield reading.claim("condition", f"{head} {verb.main.text}")
    elif verb.lemma in {"play", "act"} and reading.rest[:1] and reading.rest[0].norm == "up":
        if head in lexicon.BODY and not verb.negated:
            yield reading.claim("condition", f"{head} {verb.main.text} up")
    elif verb.lemma in lexicon.HURTS and head in lexicon.BODY and not verb.negated:
        yield reading.claim("condition", f"{head} {verb.main.text}")
    elif verb.lemma in MOVES and done:
        said = prepositional(reading.rest, {"to"})
        if is_telling(said) and head in lexicon.PROPERTIES:
            yield reading.claim("attribute", said, of=of, changes=True)
    elif verb.lemma == "run" and reading.rest[:1] and reading.rest[0].norm == "out" and not done:
        yield from clocked(reading, owned=before_name(reading.who.words))
    elif verb.lemma == "spell":
        yield from _spelled(reading, of)
    elif verb.lemma in {"cost", "weigh", "take", "last"} and reading.holds_now and not verb.negated:
        said = value(reading.rest, reading.timed)
        if is_telling(said):
            yield reading.claim(
                "attribute", said, of=f"{of} weight" if verb.lemma == "weigh" else of
            )
    elif head in lexicon.COLLECTIVES and verb.lemma in {"grow", "shrink", "go"} and done:
        said = prepositional(reading.rest, {"to"})
        if said and is_number(said[0].norm):
            yield reading.claim("count", said[:1], of=f"{head} member", changes=True)
    elif verb.passive and done and verb.tense is Tense.PAST and reading.has_time:
        text = f"{of} {verb.main.text} {reading.text(value(reading.rest, reading.timed))}".strip()
        yield reading.claim("event", text)
    elif head in lexicon.LAPSING and not done:
        yield from lasting(reading, of, reading.who.name)
        yield from clocked(reading, owned=before_name(reading.who.words))
    elif head in lexicon.LAPSING and done:
        yield from run_out(reading)
    else:
        yield from clocked(reading, owned=before_name(reading.who.words))


def _spelled(reading: Reading, of: str) -> Iterator[Draft]:
    """Read "my surname is spelled with two n's: Brennan"."""
    for tokens in (reading.rest, *(tail.tokens for tail in reading.clause.tail)):
        name = named(tokens)
        if name:
            yield reading.claim("attribute", name, of=of)
            return


def before_name(tokens: Sequence[Token]) -> str:
    """Return the words of a property as its name."""
    return " ".join(each.norm for each in before_at(tokens))


def is_the_new_one(reading: Reading) -> bool:
    """Tell whether a clause gives the value of the property before: "the new one is 44"."""
    subject = [each.norm for each in reading.clause.subject]
    if subject in (["mine"], ["ours"]):
        return reading.scene.property is not None and reading.lemma == "be"
    if reading.lemma != "be" or reading.verb.negated or reading.verb.passive:
        return False
    if subject in (["the", "new", "one"], ["new", "one"]):
        return True
    said = value(reading.rest)
    named_before = reading.scene.property
    return (
        subject in (["it"], ["its"])
        and named_before is not None
        and bool(named_before.words)
        and named_before.words[-1].norm in lexicon.PROPERTIES
        and is_telling(said)
    )


def _is(reading: Reading, head: str) -> Iterator[Draft]:
    rest = [each for each in reading.rest if each.norm not in ADVERBS]
    moved = [each.norm for each in rest[:2]] in (["down", "to"], ["up", "to"], ["up", "at"])
    said = with_times(rest[2:] if moved else reading.rest)
    words_of = before_at(reading.who.words)
    spoken = [each.norm for each in reading.rest if each.norm not in ADVERBS]
    if spoken[:1] and spoken[0] in OVER and not reading.verb.negated and len(spoken) < 4:
        yield from no_more(reading, words_of)
        return
    if not said:
        return
    name = before_name(words_of)
    norms = [each.norm for each in said]
    if name in _BIRTHDAY or head in _BIRTHDAY or _anniversary(head):
        at = norms.index("birthday") + 1 if "birthday" in norms[:-1] else 0
        yield reading.claim("born_on", last_given(reading, with_times(said[at:])))
        years = next(filter(None, (_anniversary(each.norm) for each in words_of)), None)
        if years is not None:
            yield reading.claim("age", years, end=said[-1].end, changes=True)
    elif name.startswith(_FAVOURITE):
        yield reading.claim("favourite", said, of=lexicon.singular(name.split(" ", 1)[-1]))
    elif head in lexicon.BODY and _is_well_again(reading):
        yield reading.claim("condition", head, act=Act.END, end=said[-1].end)
    elif head in lexicon.BODY:
        if norms[0] not in _WELL and not reading.verb.negated:
            yield reading.claim("condition", f"{head} {reading.text(said)}", end=said[-1].end)
    elif head in lexicon.RELATIONS and named(said):
        yield reading.claim("relation", named(said), of=lexicon.standard(head), changes=True)
    elif head in KNOWN:
        yield reading.claim(KNOWN[head], said)
        for more in listed(reading) if KNOWN[head] == "hobby" else ():
            yield reading.claim("hobby", more)
    elif head in lexicon.LANGUAGES:
        language = reading.who.words[-1].text
        yield reading.claim("skill", f"{language} {reading.text(said)}", end=said[-1].end)
    elif head in lexicon.COLLECTIVES and is_number(norms[0]):
        yield reading.claim("count", said[:1], of=f"{head} member", end=said[-1].end)
    elif head in lexicon.OCCASIONS | RECURRING:
        yield from _scheduled(reading, words_of, head)
    elif head in {"name", "names"}:
        yield from _name(reading, named(said))
    elif _is_model(reading, head, said):
        subject = reading.text(words_of)
        yield reading.claim("attribute", before_preposition(said), of="model", subject=subject)
    elif spoken[:1] in (["in"], ["near"], ["outside"]) and head in DWELLINGS and is_name(said[0]):
        yield reading.claim("lives_in", said)
    elif (norms[0] in {"in", "at", "on"} and head in _SPOTS and len(said) > 1) or (
        norms[0] == "with" and len(said) > 1 and is_name(said[1])
    ):
        yield reading.claim("attribute", said[1:], of=name)
    elif norms[0] == "open" or (head in MODELLED and norms[0] in PREPOSITIONS):
        return
    elif head in lexicon.PROPERTIES and (is_telling(said) or head in _FREE):
        if norms[0] not in _VAGUE and len(said) <= 7:
            yield reading.claim("attribute", last_given(reading, said), of=name)
    elif is_telling(said) and head not in _ABSTRACT:
        yield reading.claim("attribute", said, of=f"{name} {measure(said) or ''}".strip())


def _anniversary(word: str) -> str | None:
    """Return the years in "80th"."""
    years = word[:-2]
    is_ordinal = word.endswith(("th", "st", "nd", "rd")) and years.isdigit()
    return years if is_ordinal and 0 < int(years) < 116 else None


def _is_well_again(reading: Reading) -> bool:
    norms = {each.norm for each in (*reading.verb.tokens, *reading.rest)}
    healed = norms & {"healed", "mended", "recovered"}
    return bool(healed) or bool(norms & _WELL and norms & words("now again finally all"))


_SPOTS: Final = words("room venue location office seat address desk place gate platform ward")


def _scheduled(reading: Reading, words_of: Sequence[Token], head: str) -> Iterator[Draft]:
    drafts = list(recurring(reading, reading.text(words_of))) if head in RECURRING else []
    if drafts and (head not in lexicon.OCCASIONS or drafts[0].of == "day"):
        yield from drafts
    elif head in lexicon.OCCASIONS:
        yield from occasion(reading, words_of)


def _is_model(reading: Reading, head: str, said: Sequence[Token]) -> bool:
    begins = is_name(said[0]) or (is_numeral(said[0]) and len(said) > 1 and is_name(said[1]))
    return (
        head in MODELLED and bool(reading.rest) and reading.rest[0].norm in {"a", "an"} and begins
    )


def favourite_turned(reading: Reading, rest: Sequence[Token]) -> Iterator[Draft]:
    """Read "blue is my favourite colour", "sign language is my mother tongue"."""
    of = [each.norm for each in before_preposition(value(rest, reading.timed))]
    if of[-1:] == ["birthday"] and len(rest) > 2:
        when = with_times(rest[[each.norm for each in rest].index("birthday") + 1 :])
        if when:
            yield reading.claim("born_on", when, subject=reading.scene.speaker)
        return
    subject = without_articles(reading.clause.subject)
    if len(of) < 2 or not subject or reading.verb.negated:
        return
    speaker = reading.scene.speaker
    if of[0] in {"favourite", "favorite", "fav", "fave"}:
        kind = lexicon.singular(" ".join(of[1:]))
        yield reading.claim("favourite", subject, of=kind, subject=speaker, end=rest[-1].end)
    elif of[-1] in {"tongue", "language", "hobby", "job"}:
        predicate = {"hobby": "hobby", "job": "works_as"}.get(of[-1], "attribute")
        name = " ".join(of) if predicate == "attribute" else None
        yield reading.claim(predicate, subject, of=name, subject=speaker, end=rest[-1].end)


def _name(reading: Reading, name: Sequence[Token]) -> Iterator[Draft]:
    """Read "her name is Kamala" of a relative, a pet or a thing."""
    scene, subject = reading.scene, reading.clause.subject
    if scene.pet is not None and subject and subject[0].norm in {"his", "her", "its"}:
        scene.name_pet(reading.text(name))
        return
    relation = scene.relation_of(reading.who.name)
    if relation is not None and name and relation[1] in lexicon.PETS:
        scene.names.setdefault(reading.who.name, reading.text(name))
        text = f"{relation[1]} {reading.text(name)}"
        yield reading.claim("owns", text, subject=relation[0], act=Act.STATE, end=name[-1].end)
    elif relation is not None and name:
        scene.names.setdefault(reading.who.name, reading.text(name))
        yield reading.claim(
            "relation",
            name,
            of=lexicon.standard(relation[1]),
            subject=relation[0],
            act=Act.STATE if subject and subject[0].norm in THEIRS else None,
        )
    elif relation is None:
        yield reading.claim("attribute", name, of="name")


def measure(said: Sequence[Token]) -> str | None:
    """Return what a number with a unit measures: of "48 square metres" the size."""
    return next((lexicon.UNITS[each.norm] for each in said[1:] if each.norm in lexicon.UNITS), None)


def before_at(tokens: Sequence[Token]) -> list[Token]:
    """Return the words of a property before "at", "in" or "with"."""
    for index, token in enumerate(tokens):
        if index and token.norm in words("at in with for on from to"):
            return list(tokens[:index])
    return list(tokens)


def named(said: Sequence[Token]) -> list[Token]:
    """Return the name that a value begins with."""
    for index, token in enumerate(said):
        if not (is_name(token) or token.norm in TITLES):
            return list(said[:index])
    return list(said)


def is_telling(said: Sequence[Token]) -> bool:
    """Tell whether a value is one to keep: a number, a name, a date, a code."""
    norms = [each.norm for each in said]
    if not norms or norms[0] in _VAGUE or len(said) > 7:
        return False
    if any(is_numeral(each) or "@" in each.norm for each in said) or is_number(norms[0]):
        return True
    return is_name(said[0]) or kind_of_moment(said) != ""


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
