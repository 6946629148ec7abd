"""Make claims of statements whose referent is known: a favourite, a relation, a time, a price, a place, a state."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from muniment.knowledge.differing import is_difference, tells_difference
from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.function_words import ADVERBS, FILLERS, NOBODY
from muniment.knowledge.extraction.properties import KINDS_OF_DAY, VAGUE
from muniment.knowledge.kinds import Kind, before_time, kind_of, moment_of
from muniment.knowledge.resolution.families import is_thing_by_name
from muniment.knowledge.statements.forms import Statement
from muniment.knowledge.statements.likening import AMOUNTS
from muniment.knowledge.statements.referents import Referent
from muniment.knowledge.statements.trimming import bare, without_on
from muniment.knowledge.statements.worded import stated
from muniment.knowledge.statements.words import STATES, TEMPORAL, TIMED, VALUED
from muniment.knowledge.wordlists import words
from muniment.model.claims import Claim

_PLACED: Final = re.compile(
    r"^(?P<prep>in|on|at|under|behind|inside|beside|next to|above|below|near) (?:(?P<det>the|a|an|my|our|her|his|their|\w+['’]s)\s+|(?-i:(?=[A-Z])))(?P<place>.+)$",
    re.IGNORECASE,
)
_POSSESSIVE: Final = re.compile(r"['’]s$")
_BEGUN: Final = re.compile(
    r"(?:i|we|my|our|he|she|they|his|her|their|you|your|this|that|these|those)\b", re.IGNORECASE
)
_NO_NAME: Final = re.compile(r"\w[a-z'’-]*(?: [a-z]|$)")
"""What begins with a capital letter only because a sentence does: "Piano lessons", not "Number Theory"."""
_STILL: Final = re.compile(r"^still ", re.IGNORECASE)
_WITH_WHOM: Final = re.compile(
    r"^(in (?:review|repair|transit)) (?:at|with) (?:the|our|my) \w+$", re.IGNORECASE
)
_PHASE: Final = re.compile(
    r"^in (?:the |its )?\w+ (?:phase|stage|mode|state|process|review)$", re.IGNORECASE
)
_STANDING: Final = re.compile(
    r"^(?:(?:in|on|under|at|off|out of|up for)|(?:in|under) [a-z]+) [a-z]+$|^for (?:sale|rent|hire)$|^being [a-z]+(?:ed|en)$"
)
_DECIMAL: Final = re.compile(r"\d{1,2}\.\d{2}(?!\s?[ap]\.?m\b)", re.IGNORECASE)
"""A time of day only behind "at": "the python version is 3.12"."""
_OTHER: Final = re.compile(
    r"\b(?!(?:the|at|on|in|of|from|to|until|till|every|each|other|first|second|third|fourth|last|next|this|mornings?|afternoons?|evenings?|nights?|between|and|or|about|around|early|late)\b)[a-z]+",
    re.IGNORECASE,
)
"""A word that says something else than when."""
_SAYING_NOTHING: Final = ADVERBS | FILLERS
_BARE: Final = words("fave fav favourite favorite best name one thing last first next other same")
_LIKED: Final = ("favourite ", "favorite ", "fave ", "go-to ", "preferred ")
_LASTING: Final = STATES - {"gone"}
_NO_THINGS: Final = lexicon.PEOPLE | lexicon.BODY | lexicon.PETS
_LISTED: Final = re.compile(
    r"[^\W\d_a-z][\w'’-]+(?:(?:, and | and |, )[^\W\d_a-z][\w'’-]+)+(?=[.!;]|$)"
)
_SEVERAL_NAMES: Final = re.compile(
    r"^(?:(?:Dr|Mr|Mrs|Ms|Prof|Miss)\.?\s)?[^\W\d_a-z][\w'’.-]*(?: (?:(?:de|van|von|da|el|al|bin|del|la|der|di) )?[^\W\d_a-z][\w'’-]*){0,3}"
)


def is_telling(said: Statement, referent: Referent) -> bool:
    """Tell whether a form is sure enough of what it is of."""
    if _SAYING_NOTHING.issuperset(said.value.lower().split()):
        return False
    kind = kind_of(said.value)
    is_owned = referent.is_mine or referent.owner is not None
    if not (is_owned or referent.is_definite or said.form == "colon" or " " in referent.noun):
        return False
    if said.form == "pointed":
        is_one = referent.head in lexicon.RELATIONS or referent.noun.lower().startswith(
            ("favourite", "favorite")
        )
        return kind is Kind.NAME and is_one and is_owned
    if said.form == "reversed" and _BEGUN.match(said.value):
        return False
    if said.form == "reversed":
        if referent.noun.lower().startswith(_LIKED):
            return len(said.value.split()) <= 4 and is_owned
        return referent.is_mine and len(said.value.split()) <= 4 and kind is not Kind.WORDS
    if said.form == "colon":
        is_liked = referent.is_mine and referent.noun.lower().startswith(_LIKED)
        is_one = referent.is_mine or referent.head in VALUED
        return is_liked or (is_one and kind is not Kind.WORDS)
    return said.form != "has" or kind is not Kind.WORDS


def valued(said: Statement, referent: Referent, speaker: str) -> Iterator[Claim]:
    """Yield what a statement of a referent claims."""
    noun, head, value = referent.noun, referent.head, bare(said.value)
    if "not " in value[:4].lower() or len(value.split()) > 8 or noun.lower() in _BARE:
        return
    kind = kind_of(value)
    if kind in AMOUNTS and _is_difference(said, value, kind):
        return
    if kind in AMOUNTS:
        value = value.removeprefix("at ")
    whose = referent.owner or speaker
    if value.lower().startswith("worth "):
        if kind is Kind.MONEY and (referent.is_mine or referent.is_definite):
            thing = noun if referent.owner in {None, speaker} else f"{referent.owner}'s {noun}"
            yield stated(said, thing, "attribute", value[len("worth ") :], of="value")
        return
    if noun.lower().startswith(_LIKED):
        of = lexicon.singular(noun.split(" ", 1)[1].lower())
        if (
            len(value.split()) <= 5
            and value.split()[0].lower() not in VAGUE
            and (referent.is_mine or referent.owner or said.clause.before == "and")
        ):
            yield stated(said, whose, "favourite", bare(value), of=of)
    elif head == "employer":
        if kind is Kind.NAME and (referent.is_mine or referent.owner):
            yield stated(said, whose, "works_at", value, of=None)
    elif head in lexicon.RELATIONS:
        named = _SEVERAL_NAMES.match(said.value)
        if (
            named is not None
            and not named[0].endswith(("'s", "’s"))
            and named[0].split()[0].lower() not in lexicon.NATIONALITIES
            and (referent.is_mine or referent.owner)
        ):
            of = lexicon.standard(noun.lower())
            for name in _names(said, named[0]) if of != noun.lower() else [named[0]]:
                yield stated(said, whose, "relation", name, of=of)
    elif kind is Kind.WHEN and head not in TIMED:
        is_decimal = head not in TEMPORAL and _DECIMAL.match(said.value) is not None
        if not is_decimal and not _OTHER.search(before_time(value)):
            yield from _timed(said, referent, value, speaker)
    elif kind in {Kind.MONEY, Kind.MEASURE, Kind.CODE} or head in TIMED:
        if referent.is_mine or referent.owner is not None:
            yield stated(said, whose, "attribute", value, of=noun.lower())
        elif head in VALUED and kind in {Kind.MONEY, Kind.MEASURE}:
            yield stated(said, speaker, "attribute", value, of=noun.lower())
        elif kind is Kind.MONEY and referent.is_definite:
            yield stated(said, noun, "attribute", value, of="price")
    else:
        yield from _worded(said, referent, whose, speaker)


def _is_difference(said: Statement, value: str, kind: Kind) -> bool:
    """Tell whether an amount is one of a change, also by the words before it: "is down 30 minutes"."""
    before, found, _ = said.clause.text.partition(value)
    return tells_difference(value) or (bool(found) and is_difference(kind, before, ""))


def _names(said: Statement, first: str) -> list[str]:
    """Return a name and those that a sentence lists behind it: "Ada, Bea and Cleo"."""
    sentence = said.clause.said
    listed = _LISTED.match(sentence, sentence.find(said.value))
    return [first] if listed is None else re.split(r", and | and |, ", listed[0])


def _timed(said: Statement, referent: Referent, value: str, speaker: str) -> Iterator[Claim]:
    noun, head = referent.noun, referent.head
    time = without_on(value)
    words = noun.lower().split()
    if head in TEMPORAL and len(words) == 1:
        if referent.owner is not None and head == "birthday":
            yield stated(said, referent.owner, "born_on", time, of=None)
        elif head == "deadline" and (referent.is_mine or referent.is_definite):
            yield stated(said, noun, "attribute", time, of=moment_of(value))
    elif head in {"deadline", "day", "date", "time"} and words[-2] not in KINDS_OF_DAY:
        subject = " ".join(noun.split()[:-1])
        yield stated(said, subject, "attribute", time, of=head)
    elif head in TEMPORAL:
        if referent.owner is not None or not _is_of_another(said):
            yield stated(said, referent.owner or speaker, "attribute", time, of=noun.lower())
    elif referent.owner is None or referent.is_mine:
        is_called_so = referent.is_definite or not _NO_NAME.match(noun)
        subject = noun if is_called_so else noun[0].lower() + noun[1:]
        yield stated(said, subject, "attribute", time, of=moment_of(value))


def _is_of_another(said: Statement) -> bool:
    """Tell whether a sentence begins with somebody else: "Kasia gave notice, last day is the 25th"."""
    before, found, _ = said.clause.said.partition(said.clause.text)
    return bool(found) and _SOMEBODY.match(before) is not None


_SOMEBODY: Final = re.compile(
    r"\s*(?:[^\W\d_a-z][^\W\d_]+|[Hh]e|[Ss]he|[Tt]hey)(?:['’]s|\s(?:has|have|is|are|was|quit|left|gave|handed|starts?|started))\b"
)


def _is_common(noun: str) -> bool:
    """Tell whether a noun that begins a sentence is none of a name: "Book club"."""
    words = noun.split()
    return len(words) == 2 and words[1].islower() and words[1] not in NOBODY


def _worded(said: Statement, referent: Referent, whose: str, speaker: str) -> Iterator[Claim]:
    noun, head = referent.noun, referent.head
    value = _WITH_WHOM.sub(r"\1", _STILL.sub("", said.value))
    placed = None if _PHASE.search(value) else _PLACED.match(value)
    first = value.split()[0].lower()
    is_thing = _NO_THINGS.isdisjoint((head, *noun.lower().split())) and (
        referent.is_mine or referent.is_definite or is_thing_by_name(noun) or _is_common(noun)
    )
    if head in {"status", "state"} and referent.owner is not None and not referent.is_mine:
        yield stated(said, referent.owner, "status", value, of=None)
    elif (
        placed is not None
        and is_thing
        and head not in lexicon.OCCASIONS
        and referent.owner in {None, whose}
        and len(placed["place"].split()) <= 5
    ):
        det = placed["det"] or ""
        is_owned = _POSSESSIVE.search(det) is not None
        if not is_owned:
            det = f"{speaker}'s" if det.lower() in {"my", "our"} else det.lower()
        yield stated(
            said,
            noun,
            "attribute",
            f"{det} {placed['place']}" if is_owned else placed["place"],
            of="location",
            lead=(placed["prep"].lower() + ("" if is_owned else f" {det}")).strip(),
        )
    elif (
        is_thing
        and (
            first in _LASTING
            or _PHASE.search(value)
            or (_STANDING.match(value) and head not in VALUED)
        )
        and len(value.split()) <= 4
        and " between " not in value
    ):
        if (
            noun[:1].islower()
            or said.clause.text.startswith(noun)
            or referent.is_mine
            or any(letter.isdigit() for letter in noun)
        ):
            yield stated(said, noun, "status", value, of=None)
    elif (
        head in VALUED
        and kind_of(value) is not Kind.WORDS
        and (referent.is_mine or referent.owner is not None)
        and len(value.split()) <= 5
    ):
        yield stated(said, whose, "attribute", bare(value), of=noun.lower())
