"""Read what is said of a thing: what it costs, which version it has, what state it is in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from muniment.knowledge.extraction import lexicon
from muniment.knowledge.extraction.changing import read_change
from muniment.knowledge.extraction.describing import is_definite, of_owner, read_being
from muniment.knowledge.extraction.drafting import Reading
from muniment.knowledge.extraction.events import TRIVIAL
from muniment.knowledge.extraction.phrases import (
    is_name,
    is_number,
    is_numeral,
)
from muniment.knowledge.extraction.properties import (
    MOVES,
    before_at,
    is_telling,
    named,
)
from muniment.knowledge.extraction.scene import Draft, Entity
from muniment.knowledge.extraction.schedules import (
    ARRANGED,
    SHIFTED,
    arranged,
    clocked,
    kind_of_moment,
    lasting,
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
from muniment.knowledge.extraction.verb_reader import Tense
from muniment.knowledge.extraction.wordlists import words
from muniment.model.claims import Act, Role

_MEASURED: Final = {
    "cost": "price",
    "weigh": "weight",
    "measure": "size",
    "sleep": "capacity",
    "seat": "capacity",
    "hold": "capacity",
}
_KEPT: Final = words("moor park locate store keep house station stable dock situate moore base")
_HAPPENED: Final = words(
    "close open shut launch fold crash fail break arrive ship die start end finish complete"
)
_ENDING: Final = words("close open shut launch fold")
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
    if reading.rest[:1] and reading.rest[0].norm == "off" and verb.lemma in {"be", "call"}:
        head = before_at(reading.who.words)[-1].norm if reading.who.words else ""
        if head in lexicon.OCCASIONS | {"trip"} and not verb.negated:
            speaker = reading.scene.speaker
            yield reading.claim("plan", reading.who.name, subject=speaker, act=Act.END)
        return
    if verb.passive:
        yield from _treated(reading)
    elif verb.lemma == "be":
        if reading.holds_now or (reading.scene.putting_right and not reading.has_time):
            yield from read_being(reading)
    elif verb.tense in {Tense.PAST, Tense.PERFECT}:
        yield from _happened(reading)
    else:
        head = before_at(reading.who.words)[-1].norm if reading.who.words else ""
        if head in lexicon.LAPSING:
            owner = reading.scene.topic or (
                reading.scene.speaker if reading.scene.role is Role.USER else None
            )
            yield from lasting(reading, head, owner)
        yield from _meeting(reading)
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
    if verb.lemma in {"come", "amount"} and _sum(reading):
        yield reading.claim("attribute", _sum(reading), of="amount")
    elif verb.lemma in MOVES and head in lexicon.PROPERTIES:
        yield from of_owner(reading, prepositional(reading.rest, {"to"}), head)
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
    elif _befell(reading):
        yield reading.claim("event", [verb.main, *value(reading.rest, reading.timed)])


def _sum(reading: Reading) -> Sequence[Token]:
    """Return the sum in "comes to 84.50 pounds"."""
    said = prepositional(reading.rest, {"to"})
    return said if said and any(is_numeral(each) for each in said) else ()


def _befell(reading: Reading) -> bool:
    """Tell whether something happened to a thing of this conversation, on some day."""
    if not reading.has_time or reading.lemma in TRIVIAL or reading.verb.progressive:
        return False
    if reading.scene.role is Role.ASSISTANT:
        return _is_of_talk(reading)
    head = before_at(reading.who.words)[-1].norm if reading.who.words else ""
    return is_definite(reading) and head not in lexicon.OCCASIONS | lexicon.PEOPLE


def _is_of_talk(reading: Reading) -> bool:
    """Tell whether an assistant speaks of a thing of this conversation, not of the world."""
    subject = reading.clause.subject
    named = any(is_name(each) for each in reading.who.words)
    return bool(subject) and subject[0].norm in {"the", "your"} and not named


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
        if _sum(reading):
            yield reading.claim("attribute", _sum(reading), of="amount")
    elif verb.lemma == "have" and is_definite(reading):
        yield from _holds(reading)


_MEETING: Final = {
    "meet": "meeting",
    "gather": "meeting",
    "rehearse": "rehearsal",
    "train": "training",
}


def _meeting(reading: Reading) -> Iterator[Draft]:
    """Read "the choir rehearses Mondays at half seven"."""
    when = with_times(reading.rest)
    of, kind = _MEETING.get(reading.lemma), kind_of_moment(when)
    if of and kind in {"day", "time"} and is_definite(reading) and not reading.verb.negated:
        yield reading.claim("attribute", when, of=f"{of} {kind}")


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
    elif verb.lemma in _KEPT and verb.tense is Tense.PRESENT and not verb.negated:
        place = prepositional(rest, {"in", "at", "on", "near", "behind", "outside"})
        if place and is_definite(reading):
            yield reading.claim("attribute", place, of="location")
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
    elif verb.tense in {Tense.PAST, Tense.PERFECT} and not verb.negated and _befell(reading):
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
