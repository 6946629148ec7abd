"""Read what is said of a thing: what it costs, which version it has, what state it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.changing import read_change
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.function_words import ADVERBS, PREPOSITIONS
from muniment.knowledge.extraction.phrases import is_name, is_named, is_numeral, without_articles
from muniment.knowledge.extraction.properties import (
    MODELLED,
    MOVES,
    before_at,
    favourite_turned,
    is_number,
    is_telling,
    last_given,
    measure,
    named,
)
from muniment.knowledge.extraction.scene import Draft, Entity
from muniment.knowledge.extraction.schedules import (
    ARRANGED,
    RECURRING,
    SHIFTED,
    arranged,
    clocked,
    lasting,
    occasion,
    recurring,
    run_out,
    shifted,
)
from muniment.knowledge.extraction.tokens import Token
from muniment.knowledge.extraction.values import (
    before_preposition,
    prepositional,
    value,
    with_times,
)
from muniment.knowledge.extraction.verb_groups import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Role

_MEASURED: Final = {
    "cost": "price",
    "weigh": "weight",
    "measure": "size",
    "sleep": "capacity",
    "seat": "capacity",
    "hold": "capacity",
}
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
_HAPPENED: Final = words(
    "close open launch fold crash fail break arrive ship die start end finish complete"
)
_ENDING: Final = words("close open launch fold")
_FINAL: Final = words("cancelled canceled discontinued scrapped abandoned demolished sold")


def read_thing(reading: Reading) -> Iterator[Draft]:
    """Yield what a clause claims of the thing that is its subject."""
    verb = reading.verb
    if verb.lemma in {"come", "visit", "arrive"} and reading.is_ahead and not verb.modal:
        yield from _visit(reading)
        return
    if verb.modal or verb.tense is Tense.FUTURE:
        return
    last = reading.who.name.casefold().rsplit(" ", maxsplit=1)[-1]
    if last in words("one ones first second third other others rest latter former"):
        return
    if verb.passive:
        yield from _treated(reading)
    elif verb.lemma == "be":
        if reading.holds_now or (reading.scene.putting_right and not reading.has_time):
            yield from _is(reading)
    elif verb.tense in {Tense.PAST, Tense.PERFECT}:
        yield from _happened(reading)
    else:
        head = before_at(reading.who.words)[-1].norm if reading.who.words else ""
        if head in lexicon.LAPSING:
            owner = reading.scene.topic or (
                reading.scene.speaker if reading.scene.role is Role.USER else None
            )
            yield from lasting(reading, head, owner)
        yield from _measured(reading)
        yield from clocked(reading)


def _visit(reading: Reading) -> Iterator[Draft]:
    """Read "the plumber is coming on Friday at 8": the speaker has it arranged."""
    head = before_at(reading.who.words)[-1].norm if reading.who.words else ""
    people = lexicon.is_occupation(head) or head in lexicon.PEOPLE
    if people and reading.scene.role is Role.USER and not reading.verb.negated:
        said = [reading.verb.main, *value(reading.rest)]
        text = f"{reading.who.name} {reading.text(said)}"
        speaker = reading.scene.speaker
        yield reading.claim("plan", text, subject=speaker, end=said[-1].end)


def _happened(reading: Reading) -> Iterator[Draft]:
    verb = reading.verb
    if verb.negated:
        return
    head = before_at(reading.who.words)[-1].norm if reading.who.words else ""
    if verb.lemma in MOVES and head in lexicon.PROPERTIES:
        yield from _of_owner(reading, prepositional(reading.rest, {"to"}), head)
    elif verb.lemma in SHIFTED:
        drafts = list(shifted(reading, reading.who.name, reading.rest))
        yield from drafts or read_change(reading)
    elif {each.norm for each in before_at(reading.who.words)[-1:]} & lexicon.LAPSING:
        if reading.scene.role is Role.USER and is_definite(reading):
            yield from run_out(reading)
    elif (
        verb.lemma in _HAPPENED
        and is_definite(reading)
        and (reading.scene.role is Role.USER or _is_of_talk(reading))
        and (
            reading.has_time
            or _for_good(reading)
            or (verb.tense is Tense.PERFECT and verb.lemma in _ENDING)
        )
    ):
        yield reading.claim("event", [verb.main])
    elif reading.scene.role is Role.ASSISTANT and reading.has_time and _is_of_talk(reading):
        yield reading.claim("event", [verb.main, *value(reading.rest, reading.timed)])


def _hours(reading: Reading) -> Sequence[Token]:
    """Return the hours in "open from 9 to 18", "open till 2 pm", "open Tuesday to Saturday"."""
    at = next((i for i, each in enumerate(reading.rest) if each.norm == "open"), None)
    said = [] if at is None else value([e for e in reading.rest[at + 1 :] if e.norm != "until"])
    said = said[1:] if said and said[0].norm in {"from", "till", "on", "at"} else said
    ranges = any(each.norm in {"to", "till", "until", "-"} for each in reading.rest)
    return said if ranges and said else ()


def _is_of_talk(reading: Reading) -> bool:
    """Tell whether an assistant speaks of a thing of this conversation, not of the world."""
    subject = reading.clause.subject
    named = any(is_name(each) for each in reading.who.words)
    return bool(subject) and subject[0].norm in {"the", "your"} and not named


def _has_clock(reading: Reading) -> bool:
    return any(":" in each.norm and each.norm[0].isdigit() for each in reading.rest)


def _for_good(reading: Reading) -> bool:
    norms = [each.norm for each in reading.rest]
    return norms[:2] == ["for", "good"] or norms[:1] == ["permanently"]


def _measured(reading: Reading) -> Iterator[Draft]:
    verb = reading.verb
    if verb.negated:
        return
    if verb.lemma in _MEASURED:
        said = value(reading.rest, reading.timed)
        if is_telling(said) and is_definite(reading):
            yield reading.claim("attribute", said, of=_MEASURED[verb.lemma])
    elif verb.lemma == "run" and reading.rest[:1] and reading.rest[0].norm == "on":
        said = prepositional(reading.rest, {"on"})
        if said and is_numeral(said[-1]):
            yield reading.claim("attribute", said, of="version")
    elif verb.lemma in {"come", "amount"}:
        said = prepositional(reading.rest, {"to"})
        if said and any(is_numeral(each) for each in said):
            yield reading.claim("attribute", said, of="amount")
    elif verb.lemma == "have" and is_definite(reading):
        yield from _holds(reading)


def _holds(reading: Reading) -> Iterator[Draft]:
    """Read "the company has 340 employees"."""
    noun = before_preposition(value(reading.rest, reading.timed))
    if 1 < len(noun) < 5 and is_number(noun[0].norm) and noun[-1].norm.endswith("s"):
        of = " ".join([*(each.norm for each in noun[1:-1]), lexicon.singular(noun[-1].norm)])
        yield reading.claim("count", noun[:1], of=of, end=noun[-1].end)
    elif (
        noun and noun[-1].norm in lexicon.PROPERTIES and "new" in [e.norm for e in reading.rest[:2]]
    ):
        of = " ".join(each.norm for each in noun)
        reading.scene.property = Entity(name=reading.who.name, of=of, words=tuple(noun))


def _treated(reading: Reading) -> Iterator[Draft]:
    """Read a passive: "has been discontinued", "was moved to Friday", "is called Rex"."""
    verb, rest = reading.verb, reading.rest
    if verb.lemma in SHIFTED and not verb.negated and prepositional(rest, {"to"}):
        yield from shifted(reading, reading.who.name, rest)
    elif verb.lemma in {"call", "name", "rename"}:
        said = value([each for each in rest if each.norm != "to"], reading.timed)
        if said and is_name(said[0]):
            yield from _named(reading, said)
    elif verb.lemma == "assign" and not verb.negated and prepositional(rest, {"to"}):
        yield reading.claim("attribute", prepositional(rest, {"to"}), of="assignee")
    elif verb.lemma in ARRANGED and verb.tense is not Tense.PAST and not verb.negated:
        yield from arranged(reading)
    elif (
        verb.main.norm in lexicon.STATES
        and is_definite(reading)
        and len(value(rest, reading.timed)) <= 3
    ):
        is_final = verb.main.norm in _FINAL and not reading.has_time
        if verb.tense in {Tense.PRESENT, Tense.PERFECT} or is_final:
            yield reading.claim("status", [verb.main])
        elif reading.has_time and not verb.negated and _is_at_hand(reading):
            yield reading.claim("event", [verb.main])
    elif (
        verb.tense in {Tense.PAST, Tense.PERFECT}
        and not verb.negated
        and reading.scene.role is Role.ASSISTANT
        and reading.has_time
        and _is_of_talk(reading)
    ):
        yield reading.claim("event", [verb.main, *value(rest, reading.timed)])


def _named(reading: Reading, said: list[Token]) -> Iterator[Draft]:
    subject = reading.clause.subject
    if subject and subject[0].norm in words("it he she its") and reading.scene.pet is not None:
        reading.scene.name_pet(reading.text(named(said)))
        return
    yield reading.claim("attribute", said, of="name", changes=reading.lemma == "rename")


def _is_at_hand(reading: Reading) -> bool:
    """Tell whether an assistant speaks of the user's affairs, not of the world's."""
    subject = reading.clause.subject
    return reading.scene.role is Role.USER or subject[0].norm in {"the", "your"}


def is_definite(reading: Reading) -> bool:
    """Tell whether the subject is a certain thing."""
    subject = reading.clause.subject
    return bool(subject) and (subject[0].norm in _DEFINITE or is_name(subject[0]))


def _is(reading: Reading) -> Iterator[Draft]:
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
    yield from _of_owner(reading, said, head)


def _of_owner(reading: Reading, said: Sequence[Token], head: str) -> Iterator[Draft]:
    """Draft a property of whatever the subject says that it belongs to."""
    subject = reading.who.words
    if not is_definite(reading) or not is_telling(said):
        return
    if head in lexicon.RELATIONS and is_named(said):
        place = prepositional(subject, {"at", "for", "of", "in"})
        if place:
            yield reading.claim("relation", said, of=head, subject=reading.text(place))
        return
    numeral = is_numeral(said[0])
    for index, token in enumerate(subject):
        owned = without_articles(subject[index + 1 :])
        if index and token.norm in {"of", "for"} and (head in lexicon.PROPERTIES or numeral):
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
        head in MODELLED
        and rest[0].norm in {"a", "an"}
        and (is_name(said[0]) or (is_numeral(said[0]) and len(said) > 1 and is_name(said[1])))
    ):
        yield reading.claim("attribute", before_preposition(said), of="model")
