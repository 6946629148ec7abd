"""Read what "to be" says of a person: age, state, diet, illness, origin, work, kinship."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.clauses import AGAIN
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.frames import listed
from muniment.knowledge.extraction.function_words import (
    ADVERBS,
    ARTICLES,
    MINE,
    PREPOSITIONS,
    THEIRS,
)
from muniment.knowledge.extraction.having import UNCOUNTED
from muniment.knowledge.extraction.phrases import (
    TITLES,
    is_name,
    is_named,
    is_number,
    name_end,
    status_in,
)
from muniment.knowledge.extraction.placing import is_home, read_placed
from muniment.knowledge.extraction.relating import called, relation_turned
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import before_preposition, prepositional, value
from muniment.knowledge.wordlists import words
from muniment.model.claims import Act

_OF_ANOTHER: Final = re.compile(
    r"\b(?!(?:It|That|There|Here|What)\b)(?:[^\W\d_a-z][\w-]*['’]s|his|her|their|your) [\w-]+"
)
"""Whose something is that an illness may be said of: "looked at Tom's knee, it is a sprain"."""
_FOND: Final = words("fond keen obsessed crazy mad passionate hooked")
_POINTERS: Final = words("it this that these those them you")
_AFTER_AGE: Final = words(
    "and not now with already today haha lol next this in as btw but years though tomorrow"
)
_YEARS: Final = words("years year yrs")
_MONTHS: Final = words("months weeks")
_IMPAIRED: Final = words("intolerant blind sighted impaired")
_ORDINALS: Final = words("first second third fourth fifth final last 1st 2nd 3rd 4th 5th")
_LITTLE: Final = lexicon.PETS | words("toddler baby newborn")


_INTRODUCING: Final = ARTICLES | THEIRS | {"your"}
_SPANS: Final = _YEARS | _MONTHS


def read_person(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with "to be" claims of somebody, the further complements included."""
    if not reading.holds_now or reading.verb.modal:
        return
    drafts = list(_complement(reading, reading.rest, is_main=True))
    yield from drafts
    if drafts:
        yield from _further(reading)


def _further(reading: Reading) -> Iterator[Draft]:
    for segment in reading.clause.tail:
        tokens = segment.tokens
        if tokens[0].norm == "no":
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
    spoken = [each for each in rest if each.norm not in ADVERBS]
    if norms[:2] == ["down", "to"] and len(norms) == 4 and is_number(norms[2]):
        if lexicon.singular(norms[3]) in UNCOUNTED:
            return
        yield reading.claim("count", said[2:3], of=lexicon.singular(norms[3]), end=said[3].end)
    elif _is_age(norms, rest) and not _is_many(reading) and not _is_weeks_on(reading, norms):
        age = reading.claim("age", said[:2] if norms[1:2] and norms[1] in _MONTHS else said[:1])
        yield replace(age, changes=True, looks_ahead=True) if reading.has_future else age
    elif status := status_in(spoken) or status_in(said):
        yield from _status(reading, status, said)
    elif norms[0] in PREPOSITIONS:
        yield from read_placed(reading, said)
    elif _is_year_of_study(norms):
        yield reading.claim("studies", said)
    elif _is_condition(reading, norms):
        yield from _condition(reading, said, is_main=is_main)
    elif norms[0] in _FOND or "fan" in norms[:3]:
        yield from _tasted(reading, said)
    else:
        yield from _role(reading, spoken, said, is_main=is_main)


def _is_year_of_study(norms: Sequence[str]) -> bool:
    """Tell whether words are "2nd yr nursing", "in my third year of medicine"."""
    cut = [norm for norm in norms if norm not in {"in", "my", "the", "a"}]
    return len(cut) > 2 and cut[0] in _ORDINALS and cut[1] in {"year", "yr"}


def _is_many(reading: Reading) -> bool:
    """Tell whether a clause is about several: "we", the kids, or what a plural verb makes no name: "Singles are 70"."""
    subject = reading.clause.subject
    if not subject:
        return False
    is_no_name = len(subject) == 1 and is_name(subject[0]) and reading.verb.main.norm == "are"
    return is_no_name or subject[0].norm == "we" or subject[-1].norm in {"kids", "children"}


def _is_weeks_on(reading: Reading, norms: Sequence[str]) -> bool:
    """Tell whether it is for how long, of who speaks: "I'm pregnant, fourteen weeks"."""
    return reading.who.is_speaker and not _MONTHS.isdisjoint(norms[1:2])


def _is_age(norms: Sequence[str], rest: Sequence[Token]) -> bool:
    word = norms[0]
    if not is_number(word) or word == "one" or (word.isdigit() and not 0 < int(word) < 116):
        return False
    raw = [each.norm for each in rest]
    at = raw.index(word) if word in raw else len(raw)
    if raw[at - 1 : at] and raw[at - 1] in ARTICLES:
        return False
    after = raw[at + 1 :]
    following = after[0] if after else ""
    if following in _SPANS:
        return "old" in after[:3] or len(after) == 1
    return following in {"", "yo", "y"} or following in _AFTER_AGE


def _status(reading: Reading, status: Sequence[Token], said: Sequence[Token]) -> Iterator[Draft]:
    trade = _trade_behind(status[-1], said)
    if trade and status[-1].norm in _WAYS_OF_WORK:
        yield from _role(reading, trade, trade, is_main=True)
        return
    bare = [each for each in status if each.norm not in ARTICLES] or status
    yield reading.claim("status", bare, article="" if trade else None)


def _trade_behind(state: Token, said: Sequence[Token]) -> list[Token]:
    """Return a state and the trade that follows it: "retired teacher" of "retired teacher from Bath"."""
    told = before_preposition([each for each in said if each.start >= state.start])
    trades = (i for i, each in enumerate(told) if i and lexicon.is_occupation(each.norm))
    at = next(trades, None)
    return [] if at is None else told[: at + 1]


_WAYS_OF_WORK: Final = words("freelance self-employed")


def _is_condition(reading: Reading, norms: Sequence[str]) -> bool:
    named = [each.norm for each in reading.clause.subject] == ["it"]
    if named and _OF_ANOTHER.search(reading.scene.text, 0, reading.clause.subject[0].start):
        return False
    return (
        (named and lexicon.is_ailment(norms[-1]))
        or (norms[0] == "allergic" and len(norms) > 1 and norms[-1] not in AGAIN)
        or norms[0] in lexicon.AILING
        or norms[-1] in lexicon.AILING
        or bool(_IMPAIRED & set(norms[:2]))
    )


def _condition(reading: Reading, said: Sequence[Token], *, is_main: bool) -> Iterator[Draft]:
    yield reading.claim("condition", said)
    if [each.norm for each in said[:2]] == ["allergic", "to"] and is_main:
        for more in listed(reading):
            text = f"allergic to {reading.text(more)}"
            yield reading.claim("condition", text, end=more[-1].end)


def _tasted(reading: Reading, said: Sequence[Token]) -> Iterator[Draft]:
    liked = prepositional(said, {"of", "on", "with", "about"})
    if not liked or liked[0].norm in _POINTERS:
        return
    if reading.verb.negated and not reading.ended:
        yield reading.claim("dislikes", liked, act=Act.STATE)
    else:
        yield reading.claim("likes", liked)


def _role(
    reading: Reading, spoken: Sequence[Token], said: Sequence[Token], *, is_main: bool
) -> Iterator[Draft]:
    if spoken and spoken[0].norm in MINE:
        yield from relation_turned(reading, spoken)
        return
    noun = before_preposition(said)
    of = next((i for i, each in enumerate(noun) if each.norm == "of"), None)
    head = (noun[of - 1] if of else noun[-1]).norm
    diet = next((each for each in noun if each.norm in lexicon.DIETS), None)
    if diet is not None and len(noun) <= 3:
        yield reading.claim("diet", [diet])
    elif lexicon.is_occupation(head) and _is_introduced(spoken, noun):
        yield from _work(reading, noun, said)
    elif is_main and reading.clause.subject and (name := _name_given(spoken, said, noun)):
        yield from called(reading, name)


def _name_given(
    spoken: Sequence[Token], said: Sequence[Token], noun: Sequence[Token]
) -> Sequence[Token]:
    """Return the name that somebody is said to have: "Karen", "Dr Roe at the clinic", "a woman called Trish"."""
    place = said[len(noun)].norm if len(noun) < len(said) else "at"
    if is_named(noun) and len(noun) <= _NAME_MAX and place in _WHEREABOUTS:
        return noun
    norms = [each.norm for each in spoken[:3]]
    is_called = norms[:1] in (["a"], ["an"]) and norms[2:] in (["called"], ["named"])
    name = spoken[3 : name_end(spoken, 3)] if is_called else ()
    return name if is_named(name) else ()


_NAME_MAX: Final = 3
_WHEREABOUTS: Final = words("at from")


def _is_introduced(spoken: Sequence[Token], noun: Sequence[Token]) -> bool:
    """Tell whether a trade is named: "a nurse", "head of sales", "CFO", not "Dr. Smith"."""
    if noun[0].norm in TITLES:
        return False
    article = bool(spoken) and spoken[0].norm in _INTRODUCING
    return (
        article
        or ((len(noun) > 1 or noun[-1].text.isupper()) and not is_name(noun[0]))
        or (noun[-1].text.isupper() and len(noun) == 1)
    )


def _work(reading: Reading, noun: Sequence[Token], said: Sequence[Token]) -> Iterator[Draft]:
    if reading.who.name.rsplit(" ", maxsplit=1)[-1] in _LITTLE:
        reading.scene.joking = True
        return
    is_yours = noun[0].norm == "your"
    if is_yours and len(noun) == 2 and noun[1].norm in lexicon.RELATIONS:
        return
    yield reading.claim("works_as", noun[1:] if is_yours else noun)
    at = prepositional(said, {"at", "for"})
    if at and at[0].norm not in MINE and (is_name(at[0]) or len(at) > 1):
        yield reading.claim("works_at", at)
    home = prepositional(said, {"in"})
    if home and is_name(home[0]) and is_home(home) and not at:
        yield reading.claim("lives_in", home)
