"""Read what "to be" says of a thing: its price, version, state, hours, whose property it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ADVERBS, PREPOSITIONS
from muniment.knowledge.extraction.phrases import (
    is_name,
    is_named,
    is_number,
    is_numeral,
    without_articles,
)
from muniment.knowledge.extraction.properties import (
    MODELLED,
    before_at,
    favourite_turned,
    is_telling,
    last_given,
    measure,
    named,
)
from muniment.knowledge.extraction.scene import Draft
from muniment.knowledge.extraction.schedules import (
    RECURRING,
    occasion,
    recurring,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Role

_DEFINITE: Final = words("the our this my your its it")
_TO_THE_SPEAKER: Final = words("rent budget mortgage salary deposit bill")
_KINDS_OF_CODE: Final = words(
    "confirmation phone serial model start end due tracking booking order reference room new old account"
    " registration invoice customer"
)
_PAPERS: Final = words("invoice order booking account")
_SITES: Final = words(
    "office offices shop store warehouse factory school clinic headquarters venue depot plant lab studio branch practice museum hotel"
)
_BILLS: Final = words("invoice bill quote refund total fine estimate")
_SOFTWARE: Final = words(
    "database db server cluster api app application build release client sdk prod production staging runtime kernel os backend"
    " frontend python node java postgres image laptop phone"
)
_OUT_OF: Final = words("order stock service date use print action reach fuel paper")


def _hours(reading: Reading) -> Sequence[Token]:
    """Return the hours in "open from 9 to 18", "open till 2 pm", "open Tuesday to Saturday"."""
    at = next((i for i, each in enumerate(reading.rest) if each.norm == "open"), None)
    said = [] if at is None else value([e for e in reading.rest[at + 1 :] if e.norm != "until"])
    said = said[1:] if said and said[0].norm in {"from", "till", "on", "at"} else said
    ranges = any(each.norm in {"to", "till", "until", "-"} for each in reading.rest)
    return said if ranges and said else ()


def is_definite(reading: Reading) -> bool:
    """Tell whether the subject is a certain thing."""
    subject = reading.clause.subject
    return bool(subject) and (subject[0].norm in _DEFINITE or is_name(subject[0]))


def read_being(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause with "to be" claims of the thing that is its subject."""
    subject = reading.who.words
    head = before_at(subject)[-1].norm if subject else ""
    bare = [each.norm for each in reading.rest if each.norm not in ADVERBS]
    if bare[:1] == ["due"]:
        due = with_times(reading.rest[[e.norm for e in reading.rest].index("due") + 1 :])
        if due:
            yield reading.claim("attribute", due, of="due date")
        return
    if not reading.clause.subject:
        return
    if head in lexicon.COLLECTIVES and bare and is_number(bare[0]) and is_definite(reading):
        yield reading.claim("count", value(reading.rest)[:1], of=f"{head} member")
        return
    if head == "home" and len(subject) == 1 and named(value(reading.rest, reading.timed)):
        place = named(value(reading.rest, reading.timed))
        yield reading.claim("lives_in", place, subject=reading.scene.speaker)
        return
    if reading.rest and reading.rest[0].norm in {"my", "our"}:
        yield from favourite_turned(reading, reading.rest)
        return
    drafts = list(_scheduled(reading, head)) or list(_valued(reading, head))
    yield from drafts or _described(reading, head)


def _scheduled(reading: Reading, head: str) -> Iterator[Draft]:
    if not is_definite(reading):
        return
    head = lexicon.singular(head)
    if head in RECURRING:
        drafts = list(recurring(reading, reading.who.name))
        is_meeting = head in {"call", "meeting"}
        if drafts and (not is_meeting or drafts[0].of == "day"):
            yield from drafts
            return
    if head in lexicon.OCCASIONS and reading.scene.role is Role.USER:
        yield from occasion(reading, reading.who.words)


def _valued(reading: Reading, head: str) -> Iterator[Draft]:
    """Read "the ceiling is 80,000 reais", "rent for the office is 1,400", "the quote was 8,900"."""
    said = last_given(reading, with_times(reading.rest))
    yield from of_owner(reading, said, head)


def of_owner(reading: Reading, said: Sequence[Token], head: str) -> Iterator[Draft]:
    """Draft a property of whatever the subject says that it belongs to."""
    subject = reading.who.words
    if not is_definite(reading) or not is_telling(said):
        return
    if head in lexicon.RELATIONS and is_named(said):
        place = prepositional(subject, {"at", "for", "of", "in"})
        if place:
            yield reading.claim("relation", said, of=head, subject=reading.text(place))
        elif reading.scene.role is Role.USER:
            yield reading.claim("relation", said, of=head, subject=reading.scene.speaker)
        return
    numeral = is_numeral(said[0])
    for index, token in enumerate(subject):
        owned = without_articles(subject[index + 1 :])
        joins = token.norm in {"of", "for"} and (head in lexicon.PROPERTIES or numeral)
        joins = joins or (token.norm in {"at", "in"} and head in lexicon.PROPERTIES)
        if index and joins:
            of = reading.text(subject[:index]).casefold()
            if owned:
                reading.scene.topic = reading.text(owned)
                yield reading.claim("attribute", said, of=of, subject=reading.text(owned))
            return
    if head in _BILLS and numeral:
        yield reading.claim("attribute", said, of="amount")
    beside = any(each.norm in PREPOSITIONS for each in subject)
    if head not in lexicon.PROPERTIES or len(subject) > 4 or beside:
        return
    owner, of = reading.scene.topic, reading.text(subject).casefold()
    if owner is None and len(subject) == 2 and subject[0].norm in _PAPERS:
        owner = subject[0].text
    if owner is None and len(subject) > 1 and subject[-2].norm not in _KINDS_OF_CODE:
        owner, of = reading.text(subject[:-1]), head
    if owner is None and len(subject) > 1 and reading.scene.role is Role.ASSISTANT:
        owner = reading.scene.thing
    if owner is None and reading.scene.role is Role.USER and head in _TO_THE_SPEAKER:
        owner = reading.scene.speaker
    if owner is not None:
        yield reading.claim("attribute", said, of=of, subject=owner)


def _described(reading: Reading, head: str) -> Iterator[Draft]:
    rest = reading.rest
    said = value(rest, reading.timed)
    norms = [each.norm for each in said]
    if not norms:
        return
    if norms[0] == "on" and norms[-1] == "floor" and len(said) <= 4:
        yield reading.claim("attribute", without_articles(said[1:]), of="floor")
    elif norms[0] == "on" and len(said) == 2 and norms[1] in lexicon.PLATFORMS:
        yield reading.claim("attribute", said[1:], of="platform")
    elif norms[0] in {"at", "on"} and norms[1:2] == ["version"]:
        yield reading.claim("attribute", said[2:], of="version")
    elif norms[0] == "on" and len(said) == 2 and is_numeral(said[1]):
        yield reading.claim("attribute", said[1:], of="version")
    elif head in _SOFTWARE and len(said) == 2 and is_name(said[0]) and is_numeral(said[1]):
        yield reading.claim("attribute", said, of="version")
    elif norms[0] == "worth" and len(said) > 1 and any(is_numeral(each) for each in said):
        yield reading.claim("attribute", said[1:], of="value")
    elif norms[0] == "for" and len(said) > 2 and is_number(norms[1]):
        of = lexicon.singular(norms[-1])
        yield reading.claim("count", said[1:2], of=of, end=said[-1].end)
    elif (norms[0] == "out" and norms[1:2] == ["of"] and norms[-1] in _OUT_OF) or (
        norms[-1] in lexicon.STATES and is_number(norms[0]) and len(said) < 5
    ):
        yield reading.claim("status", said)
    elif not is_definite(reading):
        return
    elif norms[0] == "ready" and reading.scene.role is Role.ASSISTANT:
        yield reading.claim("status", said[:3])
    elif norms[0] == "open" and _hours(reading):
        yield reading.claim("attribute", _hours(reading), of="opening hours")
    elif {"almost", "nearly", "about"} & {each.norm for each in rest[:2]}:
        return
    elif norms[0] in lexicon.STATES and len(said) <= 2:
        yield reading.claim("status", said[:1])
    elif norms[0] in {"in", "at"} and head in _SITES and len(said) > 1 and is_name(said[1]):
        yield reading.claim("attribute", prepositional(said, {norms[0]}), of="location")
    elif is_numeral(said[0]) and (unit := measure(said)):
        of = unit
        is_famous = any(is_name(each) for each in reading.who.words)
        if reading.scene.role is Role.ASSISTANT and is_famous:
            return
        amount = of == "price" and head in _BILLS
        yield reading.claim("attribute", said, of="amount" if amount else of)
    elif said[0].norm[0] in "£$€¥" and len(said) < 5:
        yield reading.claim("attribute", said, of="amount" if head in _BILLS else "price")
    elif (
        (head in MODELLED or is_named(said[:2]))
        and rest[0].norm in {"a", "an"}
        and (is_name(said[0]) or (is_numeral(said[0]) and len(said) > 1 and is_name(said[1])))
    ):
        yield reading.claim("attribute", before_preposition(said), of="model")
