"""Know in which words people tell what a question asks for in others, in English: "job" and "works as", "pets" and "cat"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from muniment.model.names import folded

LANGUAGE: Final = "english"

_KIN: Final = (
    "mother mum mom father dad parent brother sister sibling son daughter child grandmother grandfather"
    " aunt uncle cousin niece nephew"
)
_PETS: Final = "dog puppy cat kitten rabbit hamster guinea parrot budgie horse pony goldfish tortoise snake hen chicken"

_ROWS: Final = (
    # Who somebody is
    ("job jobs occupation profession career trade work works working worked", "employed retired"),
    ("employer employers employs employed company firm workplace", "works working job"),
    ("live lives living lived address home house residence city town neighbourhood", "moved based"),
    ("hometown originally", "grew born raised native"),
    ("age old", "aged born birthday years"),
    ("birthday birthdate dob born birth", ""),
    ("nationality citizen citizenship passport", ""),
    ("language languages tongue", "speaks speak fluent bilingual"),
    # Who belongs to whom
    (
        "married marry single spouse partner relationship dating marital divorced engaged wedding",
        "husband wife boyfriend girlfriend fiancé fiancée widowed",
    ),
    ("child children kid kids offspring", "son daughter baby toddler boy girl twins"),
    ("parent parents folks", "mother father mum mom dad"),
    ("mother mum mom mummy", ""),
    ("father dad daddy", ""),
    ("sibling siblings brothers sisters", "brother sister twin"),
    ("grandparents", "grandmother grandfather grandma grandpa gran granny"),
    ("grandmother grandma granny gran", ""),
    ("grandfather grandpa granddad", ""),
    ("family relatives relative", _KIN),
    ("flatmate flatmates roommate roommates housemate housemates", "shares"),
    ("boss manager supervisor report", "reports"),
    ("colleague colleagues coworker coworkers team staff", "colleague employs employees people"),
    ("neighbour neighbours neighbor neighbors", ""),
    ("pet pets animal animals", _PETS),
    # What somebody has, does, likes
    (
        "car cars vehicle vehicles drive drives driving",
        "van truck lorry motorbike motorcycle scooter",
    ),
    ("commute commuting", "cycles bike bus train tram tube subway drives walks ferry"),
    ("computer laptop pc", "macbook desktop thinkpad notebook"),
    ("phone mobile cell telephone call ring", "smartphone iphone"),
    ("email e-mail mail", ""),
    ("internet wifi wi-fi online", "broadband router"),
    (
        "instrument instruments",
        "piano guitar violin cello viola flute oboe clarinet saxophone trumpet drums",
    ),
    (
        "hobby hobbies pastime pastimes leisure sport sports exercise",
        "plays enjoys runs swims climbs cycles hikes sings paints knits",
    ),
    ("study studying studied studies degree university uni college school course major", "student"),
    ("trip trips travel travelling traveling holiday holidays vacation journey", "flies flying"),
    ("like likes love loves enjoy enjoys", "fond favourite prefers fan"),
    ("favourite favorite prefer prefers preference preferred", "likes loves best"),
    ("dislike dislikes hate hates loathe loathes", "bear stand detests"),
    ("afraid scared fear fears phobia", "terrified"),
    ("plan plans planning intend intention intentions", "wants hopes means going"),
    # Health and food
    (
        "eat eats food diet dietary cook meal",
        "vegetarian vegan pescatarian coeliac celiac gluten halal kosher allergic intolerant",
    ),
    (
        "health illness illnesses disease diseases condition conditions diagnosis ill sick",
        "diagnosed suffers chronic asthma diabetes migraine allergic",
    ),
    ("allergy allergies allergic intolerance intolerances intolerant", ""),
    (
        "medication medications medicine medicines drug drugs pill pills tablet tablets prescription meds",
        "mg dose inhaler",
    ),
    ("doctor gp physician", "surgery"),
    ("operation operations surgery", "removed replaced operated"),
    # Money
    ("salary wage wages income earn earns", ""),
    ("cost costs price prices pay pays fee fees charge charges", "rent"),
    ("rent", "pays cost"),
    ("colour color colours colors", ""),
    # Work that is shared
    ("deadline deadlines due", "finished submitted deliver handed"),
    ("lead leads leader head heads responsible owner owns charge", ""),
    ("status state progress", "blocked paused stuck waiting done live running"),
    ("blocking blocked blocker blockers", "waiting stuck"),
    ("version versions release released releases", ""),
    ("deployed deploy deploys deployment hosted hosting region server", "runs"),
    ("customer customers client clients", ""),
    ("meeting meetings appointment appointments", ""),
    ("die died dies dead death", "passed late"),
)
"""Words that ask for the same and tell it; and words that only tell it: of "pets" a cat, of "cat" no dog."""

PHRASES: Final = tuple(
    (re.compile(rf"\b(?:{wordings})(?!\w)", re.IGNORECASE), word)
    for wordings, word in (
        ("for a living|for work|by profession|by trade|line of work", "job"),
        ("spare time|free time|for fun", "hobby"),
        ("where (?:am i|is [^ ?]+) (?:originally )?from|grow up", "hometown"),
        ("get to (?:work|the office)", "commute"),
        ("in a relationship|seeing (?:some|any)(?:one|body)", "partner"),
    )
)
"""Wordings that ask for something else than their words, and a word for it."""

_DOES: Final = re.compile(r"^\W*what(?:['’]s| do| does)\b[^,?]*\bdo\W*$", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W_]+(?:-[^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Related:
    """A word of a question, and the words that tell what it asks for."""

    asked: str
    telling: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """A question as its words are searched for."""

    text: str
    related: tuple[Related, ...] = ()

    @property
    def words(self) -> list[str]:
        """Every related word, each behind what asks for it."""
        return [word for each in self.related for word in (each.asked, *each.telling)]

    def by_term(self, lexemes: Sequence[str], terms: Iterable[str]) -> dict[str, list[str]]:
        """Return the terms that tell what some of the question's `terms` ask for.

        `lexemes` are the stems of `words`, in that order; of a word that is none, an empty text.
        """
        left = iter(lexemes)
        told = [[next(left) for _ in (each.asked, *each.telling)] for each in self.related]
        found: dict[str, list[str]] = {term: [] for term in terms}
        for asked, *telling in told:
            if asked in found:
                found[asked] += [each for each in telling if each and each not in found[asked]]
        return {
            term: [each for each in telling if each != term]
            for term, telling in found.items()
            if telling
        }


def _by_word() -> dict[str, tuple[str, ...]]:
    telling: dict[str, list[str]] = {}
    for asking, only_telling in _ROWS:
        words = asking.split()
        for word in words:
            others = (each for each in (*words, *only_telling.split()) if each != word)
            telling.setdefault(word, []).extend(others)
    return {word: tuple(dict.fromkeys(others)) for word, others in telling.items()}


TELLING: Final = _by_word()
"""By a word of a question, the words that tell what it asks for."""


@lru_cache(maxsize=1024)
def worded(query: str, language: str) -> Wording:
    """Read a question for the words that its answer may be told in; only English ones are known."""
    if language != LANGUAGE:
        return Wording(query)
    text = f"{query} job" if asks_for_job(query) else query
    for pattern, word in PHRASES:
        text = pattern.sub(word, text)
    asked = dict.fromkeys(folded(each[0]) for each in _WORD.finditer(text))
    return Wording(text, tuple(Related(word, TELLING[word]) for word in asked if word in TELLING))


def asks_for_job(question: str) -> bool:
    """Tell whether a question asks what somebody does, and no more."""
    return _DOES.search(question) is not None
