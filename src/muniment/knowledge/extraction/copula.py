"""Read what "to be" says of somebody: an age, a trade, a place, a state, who they are to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.frames import listed
from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    ARTICLES,
    MINE,
    PREPOSITIONS,
    THEIRS,
    WHEN,
)
from muniment.knowledge.extraction.phrases import (
    is_name,
    is_named,
    is_number,
    norms_of,
    without_articles,
)
from muniment.knowledge.extraction.placing import read_placed
from muniment.knowledge.extraction.relating import called, relation_turned, the_one
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act, Role

_SIGNS: Final = words(
    "aries taurus gemini leo virgo libra scorpio sagittarius capricorn aquarius pisces"
)
_FOND: Final = words("fond keen obsessed crazy mad passionate hooked nuts big")
_FAITHS: Final = words(
    "catholic protestant muslim jewish hindu buddhist sikh atheist agnostic quaker lutheran orthodox christian mormon anglican"
)
_SCARED: Final = words("scared terrified afraid")
_KEEN: Final = words("keen avid amateur passionate hobby")
_BACK_AT: Final = words("work office school uni university college")
_ABLE: Final = words("fluent good great proficient skilled")
_AFTER_AGE: Final = words(
    "and not now with already today haha lol next this in as btw but years though tomorrow"
)
_WEEKDAYS: Final = words(
    "mondays tuesdays wednesdays thursdays fridays weekends mornings work meetings people maths cardio housework nonsense"
    " talk drama commitment exercise bureaucracy spreadsheets deadlines effort stupidity responsibility"
)
_LITTLE: Final = lexicon.PETS | words("toddler baby newborn")


def read_person(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with "to be" claims of somebody, the further complements included."""
    if reading.verb.tense is Tense.PAST and not reading.ended and not reading.verb.modal:
        yield from _former(reading)
    if not reading.holds_now or reading.verb.modal:
        return
    drafts = list(_complement(reading, reading.rest, is_main=True))
    if not drafts and reading.ended and reading.rest and reading.rest[0].norm in ARTICLES:
        said = before_preposition(value(reading.rest))
        if said and said[-1].norm not in {"person", "fan", "one"} | lexicon.RELATIONS:
            drafts = [reading.claim("status", said)]
    yield from drafts
    if drafts:
        yield from _further(reading)


def _former(reading: Reading) -> Iterator[Draft]:
    """Read "I was an accountant": a trade that one had."""
    rest = [each for each in reading.rest if each.norm not in ADVERBS]
    noun = before_preposition(value(rest, reading.timed))
    is_trade = bool(noun) and lexicon.is_occupation(noun[-1].norm) and rest[0].norm in {"a", "an"}
    if is_trade and not reading.verb.negated and reading.clause.before not in WHEN:
        yield reading.claim("works_as", noun, act=Act.END)


def _further(reading: Reading) -> Iterator[Draft]:
    for segment in reading.clause.tail:
        tokens = segment.tokens
        if segment.before not in {",", "and", "or", "nor", "plus", "but"} or len(tokens) > 8:
            return
        denies = tokens[0].norm == "not"
        if not denies or reading.verb.negated:
            yield from _complement(reading, tokens[1:] if denies else tokens)


def _complement(
    reading: Reading, rest: Sequence[Token], *, is_main: bool = False
) -> Iterator[Draft]:
    said = value(rest, reading.timed)
    norms = [each.norm for each in said]
    if not norms:
        return
    if norms == ["home"] and not reading.who.is_speaker and reading.scene.role is Role.USER:
        yield reading.claim("lives_in", reading.who.name, subject=reading.scene.speaker)
        return
    if norms[:2] == ["down", "to"] and len(norms) == 4 and is_number(norms[2]):
        yield reading.claim("count", said[2:3], of=lexicon.singular(norms[3]), end=said[3].end)
        return
    status = _longest(
        [each.norm for each in rest if each.norm not in ADVERBS], lexicon.STATUSES
    ) or _longest(norms, lexicon.STATUSES)
    subject = reading.clause.subject
    plural = bool(subject) and (subject[0].norm == "we" or subject[-1].norm in {"kids", "children"})
    if (
        subject
        and subject[0].norm == "we"
        and is_number(norms[0])
        and (len(norms) == 1 or norms[1] in {"of", "at", "in"})
    ):
        yield reading.claim("count", said[:1], of="person")
    elif _is_age(norms, rest) and not plural:
        yield reading.claim("age", said[:1])
        yield from _with(reading, said)
    elif status and not (norms[0] == "freelance" and lexicon.is_occupation(norms[-1])):
        yield from _status(reading, rest, status)
    elif norms[0] in PREPOSITIONS:
        yield from read_placed(reading, said)
    elif norms[0] == "half" and len(norms) > 1 and norms[1] in lexicon.NATIONALITIES:
        yield reading.claim("attribute", said[:2], of="nationality")
    elif is_year_of_study(norms):
        yield reading.claim("studies", said)
    elif norms[0] in lexicon.NATIONALITIES and len(norms) <= 2:
        yield reading.claim("attribute", said[:1], of="nationality")
    elif (
        (lexicon.is_ailment(norms[-1]) and [e.norm for e in reading.clause.subject] == ["it"])
        or (norms[0] == "allergic" and len(norms) > 1 and said[-1].norm not in _WEEKDAYS)
        or norms[0] in lexicon.AILING
        or norms[:1] == ["intolerant"]
    ):
        yield reading.claim("condition", said)
        if norms[:2] == ["allergic", "to"] and is_main:
            for more in listed(reading):
                text = f"allergic to {reading.text(more)}"
                yield reading.claim("condition", text, end=more[-1].end)
    elif len(norms) > 1 and norms[1] in {"intolerant", "blind", "sighted", "impaired"}:
        yield reading.claim("condition", said[:2])
    else:
        yield from _noun(reading, rest, said, norms, is_main=is_main)


_ORDINALS: Final = words("first second third fourth fifth final last 1st 2nd 3rd 4th 5th")


def is_year_of_study(norms: Sequence[str]) -> bool:
    """Tell whether words are "2nd yr nursing", "in my third year of medicine"."""
    cut = [norm for norm in norms if norm not in {"in", "my", "the", "a"}]
    return len(cut) > 2 and cut[0] in _ORDINALS and cut[1] in {"year", "yr"}


def _status(reading: Reading, rest: Sequence[Token], size: int) -> Iterator[Draft]:
    spoken = [each for each in rest if each.norm not in ADVERBS]
    said = value(spoken, reading.timed)
    if (
        said[0].norm in {"married", "engaged"}
        and len(said) > 1
        and said[1].norm == "to"
        and not is_named(prepositional(said, {"to"}))
    ):
        reading.scene.joking = prepositional(said, {"to"})[-1:] != [] and not any(
            each.norm in lexicon.PEOPLE for each in said
        )
        return
    starts = (
        spoken[:size]
        if _longest([e.norm for e in spoken], lexicon.STATUSES) == size
        else said[:size]
    )
    yield reading.claim("status", [each for each in starts if each.norm not in ARTICLES] or starts)
    yield from _with(reading, said)
    name = prepositional(said, {"to"})
    if (
        said
        and said[0].norm in {"married", "engaged"}
        and name
        and all(is_name(each) for each in name)
    ):
        yield reading.claim(
            "relation", name, of="spouse" if said[0].norm == "married" else "partner"
        )


def _height(norms: Sequence[str]) -> bool:
    return (
        len(norms) > 1
        and (norms[0][0].isdigit() or (is_number(norms[0]) and len(norms) > 2))
        and norms[1] in {"foot", "ft", "feet", "cm", "metres", "meters", "m"}
    )


def _noun(
    reading: Reading,
    rest: Sequence[Token],
    said: Sequence[Token],
    norms: Sequence[str],
    *,
    is_main: bool,
) -> Iterator[Draft]:
    noun = before_preposition(said)
    diet = next((each for each in noun if each.norm in lexicon.DIETS), None)
    if diet is not None and len(noun) <= 3:
        yield reading.claim("diet", [diet])
    elif noun and noun[-1].norm in lexicon.AILING and len(noun) > 1:
        yield reading.claim("condition", noun)
    elif _height(norms):
        yield reading.claim("attribute", said, of="height")
    elif norms == ["together"] and reading.ended and reading.beside:
        yield reading.claim("relation", reading.beside, of="partner")
    elif norms[-2:] in (["by", "trade"], ["by", "profession"]) and len(said) > 2:
        yield reading.claim("works_as", said[:-2])
    elif norms[-1] in lexicon.STATUSES and norms[0][0].isdigit():
        yield reading.claim("status", said)
    elif norms[:2] in (["responsible", "for"], ["in", "charge"]) and len(said) > 2:
        yield reading.claim("works_as", said)
    elif norms[0] in _SIGNS and len(norms) == 1:
        yield reading.claim("attribute", said, of="star sign")
    elif norms[0] in _KEEN and len(norms) == 2 and norms[1] not in {"on", "to"}:
        yield reading.claim("hobby", said)
    elif "fan" in norms[:3] or norms[0] in _FOND:
        yield from _tasted(reading, said)
    elif norms[0] in _ABLE and len(norms) > 2 and norms[1] in {"in", "at", "with"}:
        able = prepositional(said, {"in", "at", "with"})
        if able and not {"you", "me"} & set(norms):
            yield reading.claim("skill", able)
    elif len(norms) == 1 and norms[0] in _FAITHS:
        yield reading.claim("attribute", said, of="religion")
    elif norms[0] in _SCARED and norms[1:2] == ["of"] and len(norms) > 2:
        if not {"you", "it", "this", "that", "what", "how", "being"} & set(norms):
            yield reading.claim("dislikes", said[2:])
    elif norms[0] == "due" and reading.has_future:
        yield reading.claim("plan", value(rest))
    elif norms[0] == "back" and norms[1:2] in (["at"], ["in"]) and norms[-1] in _BACK_AT:
        yield reading.claim("status", said)
    elif norms == ["religious"]:
        yield reading.claim("attribute", said, of="religion")
    elif norms[:1] == ["left-handed"] or norms[:1] == ["right-handed"]:
        yield reading.claim("attribute", said[:1], of="handedness")
    elif (
        len(norms) > 1
        and norms[-1] in lexicon.UNITS
        and norms[0][0].isdigit()
        and lexicon.UNITS[norms[-1]] in {"height", "weight"}
    ):
        yield reading.claim("attribute", said, of=lexicon.UNITS[norms[-1]])
    else:
        yield from _role(reading, rest, said, is_main=is_main)


def _tasted(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    liked = prepositional(said, {"of", "on", "with", "about"})
    if not liked or liked[0].norm in words("it this that these those them you"):
        return
    if reading.verb.negated and not reading.ended:
        yield reading.claim("dislikes", liked, act=Act.STATE)
    else:
        yield reading.claim("likes", liked)


def _role(
    reading: Reading, rest: Sequence[Token], said: Sequence[Token], *, is_main: bool
) -> Iterator[Draft]:
    bare = [each for each in rest if each.norm not in ADVERBS]
    if bare and bare[0].norm in MINE:
        yield from relation_turned(reading, bare)
        return
    noun = before_preposition(said)
    norms = norms_of(said)
    if is_main and len(said) > 2 and norms[1] in {"called", "named"} and is_name(said[2]):
        yield from called(reading, said[2:])
        return
    is_trade = bool(said) and lexicon.is_occupation(said[-1].norm)
    if is_main and is_named(said) and not is_trade and reading.clause.subject and len(said) <= 3:
        yield from called(reading, said)
        return
    of = next((i for i, each in enumerate(noun) if each.norm == "of"), None)
    head = (noun[of - 1] if of else noun[-1]).norm
    introduced = bool(bare) and (
        bare[0].norm in ARTICLES | THEIRS | {"your"}
        or bool(of)
        or head == "head"
        or bare[0].norm == "head"
    )
    if head == "student" and introduced:
        yield reading.claim("studies", said)
    elif head == "owner" and of and introduced:
        yield reading.claim("owns", without_articles(noun[of + 1 :]))
    elif lexicon.is_occupation(head) and introduced:
        if reading.who.name.split(" ")[-1] in _LITTLE:
            reading.scene.joking = True
        if reading.scene.joking or {"this", "household", "chaos"} & set(norms_of(said)):
            return
        yield reading.claim("works_as", noun)
        home = prepositional(said, {"from"})
        if home and is_name(home[0]):
            yield reading.claim("from", home)
        at = prepositional(said, {"at", "for"}) or prepositional(said, {"with"})
        among = bool(at) and not is_name(at[0])
        if among and is_number(at[0].norm) and len(at) > 1:
            kind = lexicon.singular(at[-1].norm)
            yield reading.claim("count", at[:1], of=kind, end=at[-1].end)
        elif at and at[0].norm not in MINE and (not among or _is_employer(said, at)):
            yield reading.claim("works_at", at)
    elif (
        head in lexicon.COLLECTIVES | {"two", "party"}
        and of
        and is_number(noun[of + 1 if of + 1 < len(noun) else 0].norm)
    ):
        yield reading.claim("count", noun[of + 1 : of + 2], of=f"{head} member")
    elif [each.norm for each in bare[:2]] in (["the", "one"], ["the", "only"]):
        yield from the_one(reading)


def _is_employer(said: Sequence[Token], at: Sequence[Token]) -> bool:
    """Tell whether a common noun is where one works: not "with forty hives"."""
    return len(at) > 1 and "with" not in norms_of(said)


def _is_age(norms: Sequence[str], rest: Sequence[Token]) -> bool:
    word = norms[0]
    if not is_number(word) or word == "one" or (word.isdigit() and not 0 < int(word) < 116):
        return False
    raw = [each.norm for each in rest]
    after = raw[raw.index(word) + 1 :] if word in raw else []
    if word in raw and raw.index(word) and raw[raw.index(word) - 1] in words("a an the"):
        return False
    following = after[0] if after else ""
    if following in words("years year yrs"):
        return "old" in after[:3] or len(after) == 1
    return following in {"", "yo", "y"} or following in _AFTER_AGE


def _with(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    """Read what hangs on with "with": "I'm seventy-three with a bad hip"."""
    held = prepositional(said, {"with"})
    if held and (
        lexicon.is_ailment(held[-1].norm) or (held[-1].norm in lexicon.BODY and len(held) > 1)
    ):
        yield reading.claim("condition", held, start=held[0].start)


def _longest(norms: Sequence[str], known: frozenset[str]) -> int:
    for size in range(min(4, len(norms)), 0, -1):
        if " ".join(norms[:size]) in known:
            return size
    return 0
