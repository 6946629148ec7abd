"""Know which words ask for one attribute of somebody or something, in English: what "job", "employer" and "nurse" share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.stems import IDLE
from muniment.knowledge.wordlists import any_of, words
from muniment.model.names import folded
from muniment.recall.tenses import IRREGULAR
from muniment.recall.thesaurus import PHRASES, TELLING

_WORD: Final = re.compile(r"[^\W_]+(?:[-.,:][^\W_]+)*")
_POSSESSIVE: Final = re.compile(r"(?<=\w)['’]s\b")
_IDLE: Final = (IDLE - words("back goes went")) | words("""
mine ours both but nor if yes himself herself themselves who whom whose what which where when why how being done
having can could would shall should may might must t nowadays today ever ago else into off please tell know say said
mention remember think many much most lot long anything something someone somebody anyone anybody everything thing
things way kind type sort name named call called happen take give make use keep want need let come put like first last
next best good usual usually often exactly people person day days week month year time times own other before after
during since until between while without under right main latest recent recently already yet because gone coming
supposed another myself yourself somewhere someplace anywhere
""")
"""Words that ask for nothing by themselves."""

_LIGHT: Final = words(
    "take takes took taken use uses used keep keeps kept want wants wanted need needs needed go gone"
)
"""Words that ask for something only where no other does: "What does Ann need?"."""
_LIGHT_OF_STATES: Final = words("off out come comes came coming")
"""And those that do where it is asked whether somebody is so: "Is Ann off?"."""
_FOR_ANYTHING: Final = words("know tell say mention remember think happen happened like where")
"""Words of a question for anything about somebody."""

_PHRASES: Final = (
    *PHRASES,
    (any_of("job titles?"), "job"),
    (any_of("works? from, working from"), "based"),
    (any_of("(?:am|is|are|comes?)(?: originally)? from"), "hometown"),
    (any_of("how old, (?:[a-z]+-)?years?[ -]old, years of age"), "age"),
    (any_of("how tall"), "height"),
    (any_of("how heavy"), "weight"),
    (any_of("how big, how large"), "size"),
    (any_of("how far"), "distance"),
    (any_of("date of birth, birth date, was born on"), "birthday"),
    (any_of("e-?mail(?: address)?"), "email"),
    (any_of("(?:ip|web) address"), "url"),
    (any_of("(?:tele)?phone number, mobile number"), "telephone"),
    (any_of("dating"), "partner"),
    (any_of("no longer has, no longer owns"), "sold"),
    (any_of("on[- ]call"), "oncall"),
    (any_of("living rooms?"), "lounge"),
    (any_of("liv(?:e|es|ed|ing) with"), "flatmate"),
    (any_of("pass(?:ed|es)? away"), "dead"),
    (any_of("(?:is|am|are|was|were) live, (?:go|goes|going|gone|went) live"), "release"),
    (any_of("looks? after, looking after, in charge of"), "owner"),
    (any_of(r"how(?:'s| is| are)((?: [\w'’-]+){1,4}) doing"), r"\1 status"),
    (
        any_of(
            r"(?<=[\w'’] )(?:do|does|did)(?:n't| not)(?: (?!not\b)[\w'’]+)? (?:like|enjoy|care for)"
            r", (?<=[\w'’] )not (?:like|enjoy|care for)"
        ),
        "dislike",
    ),
    (
        any_of(
            r"((?:do|does|did)(?: [\w'’-]+){1,4})(?<!look)(?<!feel)(?<!sound)(?<!seem)(?<!smell)(?<!taste) like"
        ),
        r"\1 likes",
    ),
    (any_of(r"(?<!would )((?:i|we|you|they)(?: also| really| still)?) like"), r"\1 likes"),
)
"""What several words ask for together."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """Words that ask for one attribute, and words that tell it; two of the latter tell different things.

    "Has she a pet?" is answered by a cat as by a dog; "Has she a cat?" is not answered by a dog.
    """

    asking: frozenset[str]
    telling: frozenset[str]
    is_broad: bool = False
    """Whether the words that ask for it tell nothing by themselves, as one has several: a family is no wife, a condition no asthma."""


_KINSHIP: Final = "family relative relation"
_HEALTH: Final = "health ill illness sick disease condition diagnosis injury injure hurt"
_INSTRUMENT: Final = "instrument"
_LANGUAGE: Final = "language"
_MEDICATION: Final = "medication medicine meds drug prescription pill tablet"
_LIKES: Final = "likes"
_LOVE: Final = "love enjoy favourite favorite prefer preference fond fan taste"
_DISLIKING: Final = "hate dislike loathe detest"
_HOBBY: Final = "hobby hobbies pastime leisure"
_TABLE: Final = (
    (
        "live reside residence home house address city town base move relocate settle flat apartment",
        "",
    ),
    (
        "work job occupation profession employ employer employment employee company career role position trade business workplace",
        lexicon.OCCUPATIONS | words("retired retire unemployed freelance self-employed"),
    ),
    ("age birthday", "aged"),
    ("birthday born birth", ""),
    ("anniversary", ""),
    (
        "married marry marriage spouse partner relationship marital engaged divorced single wedding wed",
        "husband wife boyfriend girlfriend fiancé fiancée fiance fiancee widow widower widowed ex",
    ),
    ("child kid offspring", "son daughter baby toddler eldest youngest"),
    ("parent", "mother father mum mom dad"),
    ("sibling", "brother sister twin"),
    (_KINSHIP, lexicon.KIN),
    ("mother mum mom mama", ""),
    ("father dad papa", ""),
    ("grandmother grandma granny gran nan", ""),
    ("grandfather grandpa granddad grandad", ""),
    ("husband hubby", ""),
    ("wife missus", ""),
    ("aunt auntie", ""),
    ("neighbour neighbor", ""),
    ("pet animal", lexicon.PETS),
    (
        "dog puppy",
        words(
            "greyhound terrier labrador lab poodle dachshund beagle spaniel collie retriever whippet pug husky corgi"
        ),
    ),
    ("cat kitten", words("tabby siamese")),
    ("hometown native origin grow raise", ""),
    ("car vehicle drive", lexicon.MAKES | words("van truck motorbike scooter lorry minivan suv")),
    (_INSTRUMENT, lexicon.INSTRUMENTS),
    (_LANGUAGE, lexicon.LANGUAGES),
    ("diet dietary eat food meal drink", lexicon.FOODS | lexicon.DIETS),
    (
        _HEALTH,
        lexicon.AILMENTS | lexicon.AILING | words("break sprain allergic"),
    ),
    ("allergy allergic intolerance intolerant", ""),
    (_MEDICATION, lexicon.DRUGS),
    ("study studies degree university college school education course major student", ""),
    (_HOBBY, lexicon.PASTIMES | lexicon.LEISURE_ALWAYS),
    ("trip travel holiday vacation journey visit fly flies flight tour", ""),
    ("earn earns salary wage income pay paid", ""),
    ("cost price pay rent fee", ""),
    ("height", "tall cm"),
    ("weight weigh", "kg kilo pound"),
    ("size", "m² sqm square bedroom"),
    ("colour color", "red blue green yellow black white grey gray brown orange purple pink violet"),
    ("music band song singer artist genre listen", ""),
    ("boss manager supervisor report", ""),
    ("doctor gp physician", ""),
    ("flatmate roommate housemate", ""),
    ("trainer coach", ""),
    ("deadline due", ""),
    ("lead leader led head", ""),
    ("start begin join", ""),
    ("buy purchase", "own"),
    ("own owner", ""),
    ("sell", ""),
    ("plan intend intention goal", ""),
    ("phone call telephone mobile ring", ""),
    (_DISLIKING, ""),
    (_LIKES, _LOVE),
    (_LOVE, ""),
    ("nationality citizen citizenship passport", lexicon.NATIONALITIES),
    ("die died death dead", ""),
)

_ENDINGS: Final = ("ings", "ing", "ies", "ied", "ed", "es", "e", "s", "y")
_LASTING: Final = ("ay", "ey", "oy", "uy")
"""Ends of words that their forms have too: "plays"."""
_DOUBLING: Final = frozenset({"ing", "ings", "ed"})
_NO_PLURALS: Final = frozenset({"lives", "leaves"})
_BROAD: Final = frozenset({_KINSHIP, _HEALTH, _INSTRUMENT, _LANGUAGE, _MEDICATION, _HOBBY, _LIKES})
_BASES: Final = {form: verb for verb, *forms in IRREGULAR for form in forms} | {"goes": "go"}


def base(word: str) -> str:
    """Return what the forms of a word have in common: "lives" and "lived", "bought" and "buying"."""
    plain = _BASES.get(word) or (word if word in _NO_PLURALS else lexicon.PLURALS.get(word, word))
    if plain.endswith(_LASTING):
        return plain
    for ending in _ENDINGS:
        if plain.endswith(ending) and len(plain) - len(ending) >= 3 and not plain.endswith("ss"):
            cut = plain.removesuffix(ending)
            return cut[:-1] if cut[-1] == cut[-2] and ending in _DOUBLING else cut
    return plain


def _bases(listed: str | Iterable[str]) -> frozenset[str]:
    return frozenset(base(each) for each in (listed.split() if isinstance(listed, str) else listed))


LIKES: Final = base(_LIKES)
"""What the verb "like" is among the words of a text: all that has it tells of it."""
_LIKINGS: Final = _bases(_LOVE) | {LIKES}
_DISLIKINGS: Final = _bases(_DISLIKING)

_LIGHT_BASES: Final = frozenset(map(base, _LIGHT | _LIGHT_OF_STATES))
ATTRIBUTES: Final = tuple(
    Attribute(_bases(asking), _bases(telling) - _bases(asking), asking in _BROAD)
    for asking, telling in _TABLE
)


def _known() -> dict[str, tuple[int, ...]]:
    named: dict[str, tuple[int, ...]] = {}
    for no, each in enumerate(ATTRIBUTES):
        for word in chain(each.asking, each.telling):
            named[word] = (*named.get(word, ()), no)
    return named


_KNOWN: Final = _known()


def _told_elsewhere() -> dict[str, frozenset[str]]:
    told: dict[str, frozenset[str]] = {}
    for word, others in TELLING.items():
        told[base(word)] = told.get(base(word), frozenset()) | _bases(others)
    return told


_TOLD_ELSEWHERE: Final = _told_elsewhere()
"""What tells of a word that asks for no attribute of these, as recall finds it."""


def attributes_of(word: str) -> tuple[int, ...]:
    """Return the attributes that a word, in its base, asks for or tells."""
    return _KNOWN.get(word, ())


def asks_of_trade(word: str) -> bool:
    """Tell whether a word, in its base, asks what somebody works as, and is no trade itself: somebody's doctor has one."""
    return any(word in ATTRIBUTES[no].asking for no in attributes_of(base("job")))


def is_same(asked: str, told: str) -> bool:
    """Tell whether a word tells of what another one asks for, both in their bases."""
    if asked == told or (asked not in _KNOWN and told in _TOLD_ELSEWHERE.get(asked, ())):
        return True
    for no in attributes_of(asked):
        each = ATTRIBUTES[no]
        if (asked in each.asking and told in each.asking | each.telling) or (
            not each.is_broad and asked in each.telling and told in each.asking
        ):
            return True
    return False


def is_liking(bases: Iterable[str]) -> bool:
    """Tell whether words, in their bases, say what somebody likes."""
    return not _LIKINGS.isdisjoint(bases)


def is_disliking(bases: Iterable[str]) -> bool:
    """Tell whether words, in their bases, say what somebody does not like."""
    return not _DISLIKINGS.isdisjoint(bases)


def is_word_for(asked: str, told: str) -> bool:
    """Tell whether two words, in their bases, name the same: "mother" and "mum", not "partner" and "wife"."""
    return asked == told or any(
        told in ATTRIBUTES[no].asking and not ATTRIBUTES[no].telling for no in attributes_of(asked)
    )


def light_words(text: str) -> frozenset[str]:
    """Return the bases of the words of a text that tell something only where no other word of a question asks."""
    return frozenset(
        base(each) for each in _folded_words(text) if each in _LIGHT | _LIGHT_OF_STATES
    )


def is_light(word: str) -> bool:
    """Tell whether a word, in its base, asks for something only where no other does."""
    return word in _LIGHT_BASES


def asks_lightly(question: str, *, is_of_state: bool) -> frozenset[str]:
    """Return what a question asks for that has no other words than light ones, nothing if it asks for anything."""
    asked = _folded_words(question)
    if not _FOR_ANYTHING.isdisjoint(asked):
        return frozenset()
    light = _LIGHT | _LIGHT_OF_STATES if is_of_state else _LIGHT
    return frozenset(base(each) for each in asked if each in light)


def _folded_words(text: str) -> list[str]:
    return [folded(each[0]) for each in _WORD.finditer(text.replace("_", " "))]


@lru_cache(maxsize=4096)
def content_words(text: str) -> frozenset[str]:
    """Return the bases of the words of a text that ask for something or tell it."""
    plain = _POSSESSIVE.sub("", text.replace("_", " "))
    for pattern, word in _PHRASES:
        plain = pattern.sub(word, plain)
    found = (folded(each[0]) for each in _WORD.finditer(plain))
    return frozenset(base(each) for each in found if each not in _IDLE)
